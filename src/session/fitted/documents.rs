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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Corpus, Vocabulary};
    use crate::engine::{Kind, Settings, from_state};
    use crate::model::{PriorSpec, State};
    use serde::Deserialize;
    use std::sync::Arc;

    /// See `tests/fixtures/document_numbers.py`.
    #[derive(Deserialize)]
    struct Numbers {
        alpha: Vec<f64>,
        eta: Vec<f64>,
        documents: Vec<Vec<u32>>,
        z: Vec<Vec<u16>>,
        entropies: Vec<Option<f64>>,
        fits: Vec<Option<f64>>,
        distances: Vec<Option<f64>>,
        shares: Vec<Option<f64>>,
    }

    #[test]
    fn the_numbers_are_those_of_scipy() {
        let text = include_str!("../../../tests/fixtures/document_numbers.json");
        let numbers: Numbers = serde_json::from_str(text).unwrap();
        let words = (0..numbers.eta.len()).map(|v| format!("w{v}")).collect();
        let corpus = Corpus::from_documents(Vocabulary::new(words), &numbers.documents).unwrap();
        let state = State::from_topics(&corpus, 3, numbers.z.concat()).unwrap();
        let settings = Settings {
            alpha: PriorSpec::List(numbers.alpha),
            eta: PriorSpec::List(numbers.eta),
            topics: 3,
            seed: 0,
            em: Default::default(),
            parallel: Default::default(),
        };
        let engine = from_state(
            Kind::Collapsed,
            Arc::new(corpus),
            settings,
            state,
            (0, false),
        );
        let fitted = Fitted::of(engine.unwrap().as_ref()).unwrap();
        for (name, own, expected) in [
            ("entropies", fitted.entropies(), numbers.entropies),
            ("fits", fitted.fits(), numbers.fits),
            ("distances", fitted.distances(4), numbers.distances),
            ("shares", fitted.shares(1), numbers.shares),
        ] {
            assert_eq!(own.len(), expected.len(), "{name}");
            for (own, expected) in own.iter().zip(&expected) {
                match (own, expected) {
                    (Some(own), Some(expected)) => {
                        assert!((own - expected).abs() < 1e-12, "{name}: {own} {expected}");
                    }
                    (own, expected) => assert_eq!(own, expected, "{name}"),
                }
            }
        }
        let still = fitted.changes(&fitted);
        assert!(still.iter().all(|change| *change == Some(0.0)), "{still:?}");
    }
}
