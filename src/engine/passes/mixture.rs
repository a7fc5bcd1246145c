//! A mixture of unigrams by EM (Nigam, McCallum, Thrun and Mitchell 2000, section
//! 4, without the labels; the baseline of Blei, Ng and Jordan 2003, section 4.2):
//! one topic for a whole document,
//!
//! ```text
//! p(w_d) = Σ_k π_k Π_v p(v | k)^n_dv
//! ```
//!
//! Maximum likelihood, not smoothed.

use super::algorithm::{Algorithm, Start};
use super::bags::Bags;
use super::expected::Expected;
use crate::engine::EngineError;
use crate::model::gamma::ln_sum;
use std::ops::Range;

/// π, p(v | k) and the topic of every document.
#[derive(Debug)]
pub struct Mixture {
    /// ln π (length K).
    ln_pi: Vec<f64>,
    /// p(v | k) and its logarithm (V×K, word after word).
    phi: Vec<f64>,
    ln_phi: Vec<f64>,
    expected: Expected,
    sizes: Vec<f64>,
    /// Σ_d p(k | d) of the pass under way.
    documents: Vec<f64>,
    /// p(k | d) (D×K).
    posterior: Vec<f64>,
}

impl Mixture {
    /// From π (length K) and weights of p(v | k) (V×K).
    pub fn from_parameters(documents: usize, pi: Vec<f64>, weights: Vec<f64>) -> Self {
        let topics = pi.len();
        let words = weights.len() / topics;
        let mut new = Self {
            ln_pi: vec![0.0; topics],
            phi: vec![0.0; weights.len()],
            ln_phi: vec![0.0; weights.len()],
            expected: Expected::new(topics, weights),
            sizes: Vec::new(),
            documents: pi,
            posterior: vec![1.0 / topics as f64; documents * topics],
        };
        new.prepare();
        new.update(0..words);
        new
    }

    fn topics(&self) -> usize {
        self.ln_pi.len()
    }
}

impl Algorithm for Mixture {
    fn start(start: &Start<'_>) -> Result<Self, EngineError> {
        let topics = start.state.topics();
        let mut pi = vec![0.0; topics];
        for counts in start.document_counts(false).chunks_exact(topics) {
            pi.iter_mut().zip(counts).for_each(|(p, n)| *p += n);
        }
        let documents = start.corpus.documents();
        Ok(Self::from_parameters(
            documents,
            pi,
            start.word_counts(false),
        ))
    }

    fn prepare(&mut self) {
        let total: f64 = self.documents.iter().sum();
        self.ln_pi = (self.documents.iter())
            .map(|n| libm::log(n / total))
            .collect();
        self.sizes = self.expected.sums().to_vec();
    }

    fn update(&mut self, words: Range<usize>) {
        let topics = self.topics();
        for v in words {
            let at = v * topics..(v + 1) * topics;
            let counts = self.expected.row(v).iter().zip(&self.sizes);
            let parameters = self.phi[at.clone()].iter_mut().zip(&mut self.ln_phi[at]);
            for ((p, ln), (n, size)) in parameters.zip(counts) {
                // A topic that has died out keeps 0 everywhere: its π is 0.
                *p = if *size > 0.0 { n / size } else { 0.0 };
                *ln = libm::log(*p);
            }
        }
    }

    fn clear(&mut self) {
        self.expected.clear();
        self.documents.fill(0.0);
    }

    fn look(&mut self, bags: &Bags, d: usize) -> f64 {
        let topics = self.topics();
        let q = &mut self.posterior[d * topics..][..topics];
        q.copy_from_slice(&self.ln_pi);
        for &(v, n) in bags.of(d) {
            let row = &self.ln_phi[v as usize * topics..][..topics];
            q.iter_mut()
                .zip(row)
                .for_each(|(q, ln)| *q += f64::from(n) * ln);
        }
        let part = ln_sum(q);
        q.iter_mut().for_each(|q| *q = libm::exp(*q - part));
        if bags.of(d).is_empty() {
            return 0.0;
        }
        self.documents
            .iter_mut()
            .zip(&*q)
            .for_each(|(sum, q)| *sum += q);
        for &(v, n) in bags.of(d) {
            self.expected.add(v, f64::from(n), q);
        }
        part
    }

    fn theta(&self, d: usize, out: &mut [f64]) {
        out.copy_from_slice(&self.posterior[d * out.len()..][..out.len()]);
    }

    fn phi_weights(&self) -> &[f64] {
        &self.phi
    }

    fn sizes(&self) -> &[f64] {
        &self.sizes
    }

    fn ln_responsibilities(&self, d: usize, _: u32, out: &mut [f64]) {
        let posterior = &self.posterior[d * out.len()..][..out.len()];
        out.iter_mut()
            .zip(posterior)
            .for_each(|(o, p)| *o = libm::log(*p));
    }

    fn document_parameters(&self) -> &[f64] {
        &self.posterior
    }

    fn document_weights(&self) -> Option<Vec<f64>> {
        Some(self.ln_pi.iter().map(|x| libm::exp(*x)).collect())
    }
}
