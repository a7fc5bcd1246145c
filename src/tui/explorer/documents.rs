//! The documents: which one is read, and the list in the order of choice.

use crate::corpus::Corpus;
use crate::eval::passages::Passage;
use crate::session::{Mixture, Ranking};
use std::cmp::Reverse;

/// Orders of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// As in the file.
    File,
    /// By the share of the topic with this id, largest first.
    Topic(u32),
    /// By length, longest first.
    Length,
    /// By the entropy of theta, the most mixed first.
    Entropy,
    /// By how far theta has moved, the farthest first.
    Change,
    /// By the log likelihood a token, the worst explained first.
    Fit,
    /// By the distance from this document, the nearest first.
    Nearest(usize),
    /// By the best passage for the topic with this id.
    Passage(u32),
}

/// What stands for a document that is not in the list.
const NOWHERE: u32 = u32::MAX;

/// The list of documents, whatever the order.
#[derive(Debug)]
pub struct Documents {
    /// The order.
    pub order: Order,
    /// Whether it is turned round.
    reversed: bool,
    /// All documents in the order, before it is turned round; those with a value first.
    all: Vec<u32>,
    /// What the order goes by, by document; empty where that is not here (yet).
    values: Vec<Option<f64>>,
    /// The passages, by place in `all`; of the order by passage only.
    passages: Vec<Passage>,
    /// Mixtures of the first documents of the order, for rows that are new on the screen.
    pub mixtures: Vec<Mixture>,
    /// The sweep that changes are counted from.
    pub since: Option<u64>,
    /// What was typed to leave documents out, and which ones stay, by document.
    filter: Option<(String, Vec<bool>)>,
    list: Vec<u32>,
    /// The place of each document in the list.
    places: Vec<u32>,
    /// The document that is read.
    selected: usize,
    /// The document on the bar of the list; `None` for whatever comes first.
    cursor: Option<usize>,
}

impl Documents {
    /// All documents in the order of the file.
    pub fn new(documents: usize, selected: usize) -> Self {
        let all: Vec<u32> = (0..documents as u32).collect();
        Self {
            order: Order::File,
            reversed: false,
            values: Vec::new(),
            passages: Vec::new(),
            mixtures: Vec::new(),
            since: None,
            filter: None,
            list: all.clone(),
            places: all.clone(),
            all,
            selected,
            cursor: None,
        }
    }

    /// The document that is read.
    pub fn selected(&self) -> usize {
        self.selected
    }

    /// Number of documents in the list.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// Number of all documents.
    pub fn whole(&self) -> usize {
        self.all.len()
    }

    /// The document at a place of the list.
    pub fn at(&self, place: usize) -> Option<usize> {
        self.list.get(place).map(|&d| d as usize)
    }

    /// What the order goes by, where that is here and defined for a document.
    pub fn value(&self, d: usize) -> Option<f64> {
        self.values.get(d).copied().flatten()
    }

    /// Whether what the order goes by is here.
    pub fn is_ranked(&self) -> bool {
        !self.values.is_empty()
    }

    /// The passage of a document, in the order by passages.
    pub fn passage(&self, d: usize) -> Option<&Passage> {
        self.passages.iter().find(|p| p.document as usize == d)
    }

    /// The mixture of a document, as old as the order, if it is here.
    pub fn mixture(&self, d: usize) -> Option<&Mixture> {
        self.mixtures.iter().find(|mixture| mixture.index == d)
    }

    /// The document on the bar of the list.
    pub fn cursor(&self) -> usize {
        self.cursor.or(self.at(0)).unwrap_or(0)
    }

    /// The place of a document in the list; the first for one that is left out.
    pub fn place_of(&self, d: usize) -> usize {
        self.find(d).unwrap_or(0)
    }

    fn find(&self, d: usize) -> Option<usize> {
        let place = self.places.get(d).filter(|&&place| place != NOWHERE);
        place.map(|&place| place as usize)
    }

    /// The place after (or before) a document, within the list; the first for one that is
    /// left out.
    pub fn beside(&self, d: usize, forward: bool) -> usize {
        match self.find(d) {
            Some(place) if forward => (place + 1).min(self.list.len().saturating_sub(1)),
            Some(place) => place.saturating_sub(1),
            None => 0,
        }
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

    /// Another order. But by file and by length, the list follows when its values arrive.
    pub fn sort(&mut self, order: Order, corpus: &Corpus) {
        self.order = order;
        self.reversed = false;
        self.cursor = None;
        self.values.clear();
        self.passages.clear();
        self.mixtures.clear();
        self.since = None;
        match order {
            Order::File => self.all.sort_unstable(),
            Order::Length => self
                .all
                .sort_by_key(|&d| (Reverse(corpus.document(d as usize).len()), d)),
            _ => {}
        }
        self.index();
    }

    /// Turns the order round; what has no value stays at the end.
    pub fn turn_round(&mut self) {
        self.reversed = !self.reversed;
        self.cursor = None;
        self.index();
    }

    /// Whether the order is turned round.
    pub fn is_reversed(&self) -> bool {
        self.reversed
    }

    /// Takes the documents in an order with their values over, if it is the one that is
    /// wanted.
    pub fn rank(&mut self, order: Order, ranked: &[(u32, Option<f64>)]) {
        if self.order != order || ranked.len() != self.all.len() {
            return;
        }
        self.all.clear();
        self.all.extend(ranked.iter().map(|(d, _)| d));
        self.values.resize(ranked.len(), None);
        for &(d, value) in ranked {
            self.values[d as usize] = value;
        }
        self.index();
    }

    /// See [`Documents::rank`].
    pub fn rank_by_topic(&mut self, ranking: &Ranking) {
        let ranked = ranking.documents.iter().map(|&(d, share)| (d, Some(share)));
        self.rank(Order::Topic(ranking.topic), &ranked.collect::<Vec<_>>());
    }

    /// Takes passages over, the best first; the other documents follow.
    pub fn rank_passages(&mut self, topic: u32, passages: Vec<Passage>) {
        let mut ranked: Vec<(u32, Option<f64>)> = passages
            .iter()
            .map(|p| (p.document, Some(p.of_topic as f64)))
            .collect();
        let mut there = vec![false; self.all.len()];
        for passage in &passages {
            there[passage.document as usize] = true;
        }
        let others = (0..).zip(there).filter(|(_, there)| !there);
        ranked.extend(others.map(|(d, _)| (d, None)));
        self.rank(Order::Passage(topic), &ranked);
        if self.order == Order::Passage(topic) {
            self.passages = passages;
        }
    }

    /// What was typed to leave documents out.
    pub fn filter(&self) -> Option<&str> {
        self.filter.as_ref().map(|(query, _)| query.as_str())
    }

    /// Keeps these documents only, or all again.
    pub fn keep(&mut self, kept: Option<(String, &[u32])>) {
        self.filter = kept.map(|(query, documents)| {
            let mut kept = vec![false; self.all.len()];
            for &d in documents {
                kept[d as usize] = true;
            }
            (query, kept)
        });
        self.index();
        self.cursor = self.cursor.filter(|&d| self.find(d).is_some());
    }

    /// All documents of the list from a place on (or back), going round at the end.
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

    /// Makes the list and its places from the order and the filter.
    fn index(&mut self) {
        let kept = self.filter.as_ref().map(|(_, kept)| kept);
        let stays = |d: &&u32| kept.is_none_or(|kept| kept[**d as usize]);
        self.list.clear();
        self.list.extend(self.all.iter().filter(stays));
        if self.reversed {
            let valued = |d: &u32| self.value(*d as usize).is_some();
            let values = match self.is_ranked() {
                true => self.list.partition_point(valued),
                false => self.list.len(),
            };
            self.list[..values].reverse();
        }
        self.places.clear();
        self.places.resize(self.all.len(), NOWHERE);
        for (place, &d) in self.list.iter().enumerate() {
            self.places[d as usize] = place as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_topic() -> Documents {
        let mut documents = Documents::new(4, 0);
        documents.order = Order::Topic(7);
        documents.rank_by_topic(&Ranking {
            topic: 7,
            documents: vec![(2, 0.9), (0, 0.5), (3, 0.4), (1, 0.1)],
        });
        documents
    }

    fn list(documents: &Documents) -> Vec<usize> {
        (0..documents.count())
            .filter_map(|p| documents.at(p))
            .collect()
    }

    #[test]
    fn places_follow_the_order_of_the_list() {
        let documents = by_topic();
        assert_eq!([0, 1, 2, 3].map(|d| documents.place_of(d)), [1, 3, 0, 2]);
        assert_eq!(documents.value(3), Some(0.4));
        assert_eq!(documents.round(1, true), [0, 3, 1, 2]);
        assert_eq!(documents.round(1, false), [0, 2, 1, 3]);
    }

    #[test]
    fn a_filter_and_turning_round_keep_the_order() {
        let mut documents = by_topic();
        documents.point(3);
        documents.keep(Some(("x".into(), &[0, 2, 3])));
        assert_eq!(list(&documents), [2, 0, 3]);
        assert_eq!(documents.cursor(), 2, "the one on the bar is left out");
        assert_eq!(
            (documents.beside(0, true), documents.beside(1, true)),
            (2, 0)
        );
        documents.turn_round();
        assert_eq!(list(&documents), [3, 0, 2]);
        documents.keep(None);
        assert_eq!(list(&documents), [1, 3, 0, 2]);
    }

    #[test]
    fn documents_without_a_passage_stay_at_the_end() {
        let mut documents = Documents::new(3, 0);
        documents.order = Order::Passage(1);
        let passage = |document, of_topic| Passage {
            document,
            tokens: 0..of_topic,
            of_topic,
            weight: 0.5,
        };
        documents.rank_passages(1, vec![passage(2, 9), passage(1, 3)]);
        assert_eq!(list(&documents), [2, 1, 0]);
        documents.turn_round();
        assert_eq!(list(&documents), [1, 2, 0]);
        assert_eq!(documents.passage(1).unwrap().of_topic, 3);
        assert!(documents.passage(0).is_none());
    }
}
