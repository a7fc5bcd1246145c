//! Expected counts of words in topics under q(z), added up during a pass.

use super::table::Table;
use crate::model::phi::totals;
use std::collections::BTreeMap;

/// Σ_d n_dv q(z = k | d, v). As q ∝ theta w, what is added up for a word is Σ n theta
/// over the sums of theta w; its weights w come in once, when the counts are asked for.
#[derive(Debug)]
pub struct Statistics {
    parts: Table,
    /// Counts of words whose sums were too small to divide by.
    apart: BTreeMap<u32, Vec<f64>>,
    /// Expected tokens of each topic (length K).
    sums: Vec<f64>,
}

impl Statistics {
    /// Nothing yet.
    pub fn new(words: usize, topics: usize) -> Self {
        Self {
            parts: Table::new(words, topics),
            apart: BTreeMap::new(),
            sums: vec![0.0; topics],
        }
    }

    /// From counts (V×K), for weights that are 1.
    pub fn of_counts(topics: usize, counts: &[f64]) -> Self {
        Self {
            parts: Table::of_rows(topics, counts),
            apart: BTreeMap::new(),
            sums: totals(topics, counts),
        }
    }

    /// Expected tokens of each topic.
    pub fn sums(&self) -> &[f64] {
        &self.sums
    }

    /// Adds the expected tokens of a document in each topic.
    pub fn add_counts(&mut self, counts: &[f64]) {
        let sums = self.sums.iter_mut();
        sums.zip(counts).for_each(|(sum, count)| *sum += count);
    }

    /// What is added up for a word.
    #[inline(always)]
    pub fn row_mut(&mut self, word: u32) -> &mut [f64] {
        self.parts.row_mut(word as usize)
    }

    /// Adds `count` tokens of a word whose topics are `q`.
    #[cold]
    pub fn add_apart(&mut self, word: u32, count: f64, q: &[f64]) {
        let row = self.apart.entry(word).or_insert_with(|| vec![0.0; q.len()]);
        row.iter_mut().zip(q).for_each(|(sum, q)| *sum += count * q);
    }

    /// Expected counts of a word with these weights, into `out`; as many as it holds.
    #[inline(always)]
    pub fn counts(&self, word: usize, weights: &[f64], out: &mut [f64]) {
        let row = self.parts.row(word).iter().zip(weights);
        for (count, (sum, w)) in out.iter_mut().zip(row) {
            *count = sum * w;
        }
        if let Some(row) = self.apart.get(&(word as u32)) {
            out.iter_mut().zip(row).for_each(|(n, more)| *n += more);
        }
    }

    /// Back to nothing.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.apart.clear();
        self.sums.fill(0.0);
    }
}
