//! phi as engines hand it out: for looking up the topics of a word.

use super::estimate::{self, TopWords, WordLists};
use super::prior::Prior;
use super::state::State;
use std::sync::Arc;

/// phi_kv for every topic k and word v, at one moment.
#[derive(Debug, Clone)]
pub struct Phi {
    topics: usize,
    words: usize,
    from: From,
}

#[derive(Debug, Clone)]
enum From {
    /// (n_kv + η_v) / (n_k + Ση), the posterior mean given z.
    Counts { state: Arc<State>, eta: Prior },
    /// Weights, word after word (V×K), and their sum for each topic.
    Weights { weights: Vec<f64>, totals: Vec<f64> },
}

/// Fills `out` (length K) with (n_kv + η_v) / (n_k + Ση) of word `v`.
fn posterior_mean(state: &State, eta: &Prior, word: u32, out: &mut [f64]) {
    out.fill(eta.value(word as usize));
    state
        .row(word)
        .for_each(|entry| out[usize::from(entry.topic)] += f64::from(entry.count));
    for (p, size) in out.iter_mut().zip(state.sizes()) {
        *p /= f64::from(*size) + eta.sum();
    }
}

impl Phi {
    /// The posterior mean of phi given the topics of the tokens.
    pub fn of_counts(state: impl Into<Arc<State>>, eta: Prior) -> Self {
        let state = state.into();
        Self {
            topics: state.topics(),
            words: state.words(),
            from: From::Counts { state, eta },
        }
    }

    /// From weights in proportion to phi: entry v·K + k is that of word v in topic
    /// k. A topic whose weights are all 0 is even over the words.
    pub fn of_weights(topics: usize, weights: Vec<f64>) -> Self {
        Self {
            topics,
            words: weights.len() / topics.max(1),
            from: From::Weights {
                totals: totals(topics, &weights),
                weights,
            },
        }
    }

    /// phi of these words alone, which become word 0, 1 and so on, from the weights of
    /// all words: nothing else is copied.
    pub fn of_rows(topics: usize, weights: &[f64], words: &[u32]) -> Self {
        let rows = words
            .iter()
            .flat_map(|&w| &weights[w as usize * topics..][..topics]);
        Self {
            topics,
            words: weights.len() / topics.max(1),
            from: From::Weights {
                totals: totals(topics, weights),
                weights: rows.copied().collect(),
            },
        }
    }

    /// The posterior mean of phi of these words alone.
    pub fn of_counted_rows(state: &State, eta: &Prior, words: &[u32]) -> Self {
        let topics = state.topics();
        let mut weights = vec![0.0; words.len() * topics];
        for (row, &word) in weights.chunks_exact_mut(topics).zip(words) {
            posterior_mean(state, eta, word, row);
        }
        Self {
            topics,
            words: state.words(),
            from: From::Weights {
                weights,
                totals: vec![1.0; topics],
            },
        }
    }

    /// The same with `pseudo` added to the count of every word in every topic, where
    /// `sizes` (length K) are the tokens that the weights of each topic stand for: no
    /// word then has probability 0. Weights only; phi from counts has its prior.
    pub fn smoothed(mut self, sizes: &[f64], pseudo: f64) -> Self {
        let words = self.words as f64;
        if let From::Weights { weights, totals } = &mut self.from {
            for row in weights.chunks_exact_mut(self.topics.max(1)) {
                for ((w, total), size) in row.iter_mut().zip(&*totals).zip(sizes) {
                    let share = if *total > 0.0 {
                        *w / total
                    } else {
                        1.0 / words
                    };
                    *w = share * size + pseudo;
                }
            }
            *totals = sizes.iter().map(|size| size + pseudo * words).collect();
        }
        self
    }

    /// The weights that it was made from, word after word, where it was.
    pub fn weights(&self) -> Option<&[f64]> {
        match &self.from {
            From::Counts { .. } => None,
            From::Weights { weights, .. } => Some(weights),
        }
    }

    /// The counts that it was made from, where it was.
    pub fn state(&self) -> Option<&Arc<State>> {
        match &self.from {
            From::Counts { state, .. } => Some(state),
            From::Weights { .. } => None,
        }
    }

    /// Number of topics, K.
    pub fn topics(&self) -> usize {
        self.topics
    }

    /// Number of words, V.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The `n` words with the largest phi of every topic, largest first, ties by
    /// word id. From counts, only words that have a token in the topic are listed.
    pub fn top_words(&self, n: usize) -> WordLists {
        match &self.from {
            From::Counts { state, eta } => estimate::top_words(state, eta, n),
            From::Weights { weights, totals } => top_words(weights, totals, n),
        }
    }

    /// What the weights of each topic are divided by (length K): n_k + Ση, or the sum
    /// of its weights.
    pub fn totals(&self) -> Vec<f64> {
        match &self.from {
            From::Counts { state, eta } => {
                let sizes = state.sizes().iter();
                sizes.map(|&size| f64::from(size) + eta.sum()).collect()
            }
            From::Weights { totals, .. } => totals.clone(),
        }
    }

    /// What every topic has of a word before its own weight: η_v, or 0 where the
    /// weights are all there is.
    pub fn floor(&self, word: u32) -> f64 {
        match &self.from {
            From::Counts { eta, .. } => eta.value(word as usize),
            From::Weights { .. } => 0.0,
        }
    }

    /// Whether word `v` has a weight in this topic.
    #[inline]
    pub fn has(&self, word: u32, topic: usize) -> bool {
        match &self.from {
            From::Counts { state, .. } => state.count(word, topic as u16) > 0,
            From::Weights { weights, .. } => weights[word as usize * self.topics + topic] > 0.0,
        }
    }

    /// Puts into `out` the topics in which word `v` has a weight, ascending, with that
    /// weight, which is above 0: n_kv, or what the weights are. phi_kv is then
    /// (weight + [`Phi::floor`]) / total; topics that are not listed have weight 0.
    pub fn row(&self, word: u32, out: &mut Vec<(usize, f64)>) {
        out.clear();
        match &self.from {
            From::Counts { state, .. } => {
                let row = state.row(word);
                row.for_each(|e| out.push((usize::from(e.topic), f64::from(e.count))));
            }
            From::Weights { weights, .. } => {
                let row = &weights[word as usize * self.topics..][..self.topics];
                let there = row.iter().copied().enumerate();
                out.extend(there.filter(|(_, weight)| *weight > 0.0));
            }
        }
    }

    /// Fills `out` (length K) with phi_kv of word `v`.
    pub fn fill(&self, word: u32, out: &mut [f64]) {
        match &self.from {
            From::Counts { state, eta } => posterior_mean(state, eta, word, out),
            From::Weights { weights, totals } => {
                let row = &weights[word as usize * self.topics..][..self.topics];
                for ((p, weight), total) in out.iter_mut().zip(row).zip(totals) {
                    *p = if *total > 0.0 {
                        weight / total
                    } else {
                        1.0 / self.words as f64
                    };
                }
            }
        }
    }
}

/// The sum over the words of weights that stand word after word (V×K).
pub fn totals(topics: usize, weights: &[f64]) -> Vec<f64> {
    let mut totals = vec![0.0; topics];
    for row in weights.chunks_exact(topics.max(1)) {
        totals.iter_mut().zip(row).for_each(|(sum, w)| *sum += w);
    }
    totals
}

/// The `n` words with the largest weight of every topic with their share of its
/// total, largest first, ties by word id; words without weight are left out.
pub fn top_words(weights: &[f64], totals: &[f64], n: usize) -> WordLists {
    let mut tops = TopWords::new(totals.to_vec(), n);
    for (word, row) in (0..).zip(weights.chunks_exact(totals.len().max(1))) {
        let there = row.iter().enumerate().filter(|(_, weight)| **weight > 0.0);
        there.for_each(|(k, weight)| tops.add(word, k, *weight));
    }
    tops.lists()
}
