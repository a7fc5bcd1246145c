//! The documents: which one is read, and the list in the order of choice.

use crate::corpus::Corpus;
use crate::session::Ranking;

/// Orders of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// As in the file.
    File,
    /// By the share of the topic with this id, largest first.
    Topic(u32),
    /// By length, longest first.
    Length,
}

/// The list of documents, whatever the order.
#[derive(Debug)]
pub struct Documents {
    /// The order.
    pub order: Order,
    list: Vec<u32>,
    /// The place of each document in the list.
    places: Vec<u32>,
    /// theta of the topic, by place in the list, where the order is by topic.
    shares: Vec<f64>,
    /// The document that is read.
    selected: usize,
    /// The document on the bar of the list; `None` for whatever comes first.
    cursor: Option<usize>,
}

impl Documents {
    /// All documents in the order of the file.
    pub fn new(documents: usize, selected: usize) -> Self {
        let list: Vec<u32> = (0..documents as u32).collect();
        Self {
            order: Order::File,
            places: list.clone(),
            list,
            shares: Vec::new(),
            selected,
            cursor: None,
        }
    }

    /// The document that is read.
    pub fn selected(&self) -> usize {
        self.selected
    }

    /// Number of documents.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// The document at a place of the list.
    pub fn at(&self, place: usize) -> Option<usize> {
        self.list.get(place).map(|&d| d as usize)
    }

    /// theta of the ranking topic at a place of the list.
    pub fn share(&self, place: usize) -> Option<f64> {
        self.shares.get(place).copied()
    }

    /// The document on the bar of the list.
    pub fn cursor(&self) -> usize {
        self.cursor.or(self.at(0)).unwrap_or(0)
    }

    /// The place of a document in the list.
    pub fn place_of(&self, d: usize) -> usize {
        self.places.get(d).map_or(0, |&place| place as usize)
    }

    /// Moves the bar to a place of the list, or to the last there is.
    pub fn point(&mut self, place: usize) {
        self.cursor = self.at(place.min(self.list.len().saturating_sub(1)));
    }

    /// Selects a document, and moves the bar to it.
    pub fn select(&mut self, d: usize) {
        self.selected = d;
        self.cursor = Some(d);
    }

    /// Another order. By topic, the list follows when the ranking arrives.
    pub fn sort(&mut self, order: Order, corpus: &Corpus) {
        self.order = order;
        self.cursor = None;
        self.shares.clear();
        match order {
            Order::File => self.list.sort_unstable(),
            Order::Length => self
                .list
                .sort_by_key(|&d| (std::cmp::Reverse(corpus.document(d as usize).len()), d)),
            Order::Topic(_) => {}
        }
        self.index();
    }

    /// Takes a ranking over, if it is the one that is wanted.
    pub fn rank(&mut self, ranking: &Ranking) {
        if self.order == Order::Topic(ranking.topic) && ranking.documents.len() == self.list.len() {
            self.list.clear();
            self.list.extend(ranking.documents.iter().map(|(d, _)| d));
            self.shares.clear();
            self.shares
                .extend(ranking.documents.iter().map(|(_, share)| share));
            self.index();
        }
    }

    /// All documents from a place of the list on (or back), going round at the end.
    pub fn round(&self, place: usize, forward: bool) -> Vec<u32> {
        let mut order = self.list.clone();
        let n = order.len().max(1);
        if forward {
            order.rotate_left(place % n);
        } else {
            order.reverse();
            order.rotate_left((n - 1 - place % n) % n);
        }
        order
    }

    fn index(&mut self) {
        self.places.resize(self.list.len(), 0);
        for (place, &d) in self.list.iter().enumerate() {
            self.places[d as usize] = place as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_follow_the_order_of_the_list() {
        let mut documents = Documents::new(3, 0);
        documents.order = Order::Topic(7);
        documents.rank(&Ranking {
            topic: 7,
            documents: vec![(2, 0.9), (0, 0.5), (1, 0.1)],
        });
        assert_eq!([0, 1, 2].map(|d| documents.place_of(d)), [1, 2, 0]);
        assert_eq!(documents.round(1, true), [0, 1, 2]);
        assert_eq!(documents.round(1, false), [0, 2, 1]);
    }
}
