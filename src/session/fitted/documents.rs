//! The documents of a model in several orders.

use super::Fitted;
use crate::eval::distances::hellinger;
use crate::eval::documents::{Explained, entropy, moved};
use crate::eval::passages::{Passage, passages};

impl Fitted {
    fn of_documents<T>(&self, value: impl FnMut(usize) -> T) -> Vec<T> {
        (0..self.corpus.documents()).map(value).collect()
    }

    /// The entropy of theta of every document (length D), nats.
    pub fn entropies(&self) -> Vec<Option<f64>> {
        self.of_documents(|d| Some(entropy(&self.theta(d))))
    }

    /// The log likelihood a token of every document (length D), nats; see
    /// [`crate::eval::documents`].
    pub fn fits(&self) -> Vec<Option<f64>> {
        let mut explained = Explained::new(&self.phi);
        self.of_documents(|d| explained.per_token(self.corpus.document(d), &self.theta(d)))
    }

    /// theta of a topic, by place, in every document (length D).
    pub fn shares(&self, topic: usize) -> Vec<Option<f64>> {
        self.of_documents(|d| self.theta(d).get(topic).copied())
    }

    /// The Hellinger distance of every document (length D) from document `d`, 0 to 1.
    pub fn distances(&self, d: usize) -> Vec<Option<f64>> {
        let own = self.theta(d);
        self.of_documents(|other| Some(hellinger(&own, &self.theta(other))))
    }

    /// How far theta of every document (length D) has moved since an earlier copy of the
    /// same chain: a Hellinger distance, 0 to 1.
    pub fn changes(&self, past: &Self) -> Vec<Option<f64>> {
        self.of_documents(|d| {
            let (now, before) = (self.theta(d), past.theta(d));
            Some(moved((&self.ids, &now), (&past.ids, &before)))
        })
    }

    /// The best passage for a topic, by place, of every document that has a token of it,
    /// the best first. Where the engine draws no topics a token is of its most probable one.
    pub fn passages(&self, topic: usize) -> Vec<Passage> {
        let mut row = vec![0.0; self.ids.len()];
        let words = 0..self.corpus.vocabulary().len() as u32;
        let phi: Vec<f64> = words
            .map(|word| {
                self.phi.fill(word, &mut row);
                row[topic]
            })
            .collect();
        passages(&self.corpus, self.state.z(), topic as u16, &phi)
    }
}
