//! Expected counts of words in topics, added up during a pass.

use crate::model::phi::totals;

/// Σ_d n_dv q(z = k | d, v).
#[derive(Debug)]
pub struct Expected {
    topics: usize,
    /// V×K, word after word.
    counts: Vec<f64>,
    /// Their sum over the words (length K).
    sums: Vec<f64>,
}

impl Expected {
    /// From counts (V×K).
    pub fn new(topics: usize, counts: Vec<f64>) -> Self {
        Self {
            topics,
            sums: totals(topics, &counts),
            counts,
        }
    }

    /// The expected counts of a word (length K).
    pub fn row(&self, word: usize) -> &[f64] {
        &self.counts[word * self.topics..][..self.topics]
    }

    /// Expected tokens of each topic (length K).
    pub fn sums(&self) -> &[f64] {
        &self.sums
    }

    /// Adds `count` tokens of a word whose topics are `q`.
    pub fn add(&mut self, word: u32, count: f64, q: &[f64]) {
        let row = &mut self.counts[word as usize * self.topics..][..self.topics];
        for ((s, sum), q) in row.iter_mut().zip(&mut self.sums).zip(q) {
            let part = count * q;
            *s += part;
            *sum += part;
        }
    }

    /// Back to nothing.
    pub fn clear(&mut self) {
        self.counts.fill(0.0);
        self.sums.fill(0.0);
    }
}
