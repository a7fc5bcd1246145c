//! The documents: which one is read, and the list in the order of choice.

use crate::corpus::Corpus;
use crate::session::Ranking;
use regex::{Regex, RegexBuilder};

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

/// The list of documents. It holds one number for each of them, whatever the order.
#[derive(Debug)]
pub struct Documents {
    /// The order.
    pub order: Order,
    list: Vec<u32>,
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
        let list = (0..documents as u32).collect();
        Self {
            order: Order::File,
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
        match self.order {
            Order::File => d,
            _ => self
                .list
                .iter()
                .position(|&other| other as usize == d)
                .unwrap_or(0),
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
    }

    /// Takes a ranking over, if it is the one that is wanted.
    pub fn rank(&mut self, ranking: &Ranking) {
        if self.order == Order::Topic(ranking.topic) && ranking.documents.len() == self.list.len() {
            self.list.clear();
            self.list.extend(ranking.documents.iter().map(|(d, _)| d));
            self.shares.clear();
            self.shares
                .extend(ranking.documents.iter().map(|(_, share)| share));
        }
    }

    /// The next document from `place` on (or back) whose id, title, text or words
    /// hold the query; goes round at the end.
    pub fn find(&self, corpus: &Corpus, query: &str, place: usize, forward: bool) -> Option<usize> {
        let pattern = pattern(query)?;
        let words: Vec<bool> = match corpus.tokenizer() {
            // Without texts the words themselves are searched.
            None => corpus
                .vocabulary()
                .words()
                .iter()
                .map(|w| pattern.is_match(w))
                .collect(),
            Some(_) => Vec::new(),
        };
        let matches = |d: usize| {
            pattern.is_match(corpus.id(d))
                || corpus.title(d).is_some_and(|title| pattern.is_match(title))
                || match corpus.text(d) {
                    Some(text) => pattern.is_match(text),
                    None => corpus
                        .document(d)
                        .iter()
                        .any(|&w| words.get(w as usize).is_some_and(|hit| *hit)),
                }
        };
        let n = self.list.len();
        (0..n)
            .map(|i| {
                if forward {
                    (place + i) % n
                } else {
                    (place + n - i) % n
                }
            })
            .find(|&p| self.at(p).is_some_and(matches))
    }
}

/// Any case, literally.
pub fn pattern(query: &str) -> Option<Regex> {
    if query.is_empty() {
        return None;
    }
    RegexBuilder::new(&regex::escape(query))
        .case_insensitive(true)
        .build()
        .ok()
}
