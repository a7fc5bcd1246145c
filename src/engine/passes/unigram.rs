//! The unigram model: every token of every document comes from one distribution,
//! p(v) = n_v / N by maximum likelihood. There is nothing to iterate.

use super::algorithm::{Algorithm, Start};
use super::bags::Bags;
use crate::engine::EngineError;
use std::ops::Range;

/// p(v).
#[derive(Debug)]
pub struct Unigram {
    /// n_v / N (length V).
    p: Vec<f64>,
    /// N.
    size: [f64; 1],
}

impl Algorithm for Unigram {
    fn start(start: &Start<'_>) -> Result<Self, EngineError> {
        let mut p = vec![0.0; start.corpus.vocabulary().len()];
        for &v in start.corpus.words() {
            p[v as usize] += 1.0;
        }
        let total = start.corpus.tokens() as f64;
        p.iter_mut().for_each(|p| *p /= total);
        Ok(Self { p, size: [total] })
    }

    fn prepare(&mut self) {}

    fn update(&mut self, _: Range<usize>) {}

    fn clear(&mut self) {}

    fn look(&mut self, bags: &Bags, d: usize) -> f64 {
        let terms = bags
            .of(d)
            .iter()
            .map(|&(v, n)| f64::from(n) * libm::log(self.p[v as usize]));
        terms.sum()
    }

    fn theta(&self, _: usize, out: &mut [f64]) {
        out.fill(1.0);
    }

    fn phi_weights(&self) -> &[f64] {
        &self.p
    }

    fn sizes(&self) -> &[f64] {
        &self.size
    }

    fn ln_responsibilities(&self, _: usize, _: u32, out: &mut [f64]) {
        out.fill(0.0);
    }

    fn document_parameters(&self) -> &[f64] {
        &[]
    }
}
