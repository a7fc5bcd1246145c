//! Probabilistic latent semantic indexing by EM (Hofmann 1999): every document has
//! its own p(z | d), without a prior,
//!
//! ```text
//! log p(w | d) = Σ_v n_dv ln Σ_k p(k | d) p(v | k)
//! ```
//!
//! Tempered: p(z | d, v) ∝ (p(z | d) p(v | z))^β, β ≤ 1 (Hofmann 2001, section 3.6).

use super::algorithm::{Algorithm, Start};
use super::bags::Bags;
use super::expected::Expected;
use crate::engine::EngineError;
use std::ops::Range;

/// p(z | d) and p(v | z).
#[derive(Debug)]
pub struct Plsi {
    topics: usize,
    /// p(v | k) (V×K, word after word).
    phi: Vec<f64>,
    /// p(k | d) (D×K, document after document).
    theta: Vec<f64>,
    /// Expected tokens of document and topic, which the next p(k | d) follows from.
    counts: Vec<f64>,
    expected: Expected,
    sizes: Vec<f64>,
    temper: Option<f64>,
    q: Vec<f64>,
}

impl Plsi {
    /// From weights of p(v | k) (V×K) and of p(k | d) (D×K).
    pub fn from_parameters(
        topics: usize,
        weights: Vec<f64>,
        counts: Vec<f64>,
        temper: Option<f64>,
    ) -> Self {
        let words = weights.len() / topics;
        let mut new = Self {
            topics,
            phi: vec![0.0; weights.len()],
            theta: vec![0.0; counts.len()],
            expected: Expected::new(topics, weights),
            sizes: Vec::new(),
            q: vec![0.0; topics],
            temper,
            counts,
        };
        new.prepare();
        new.update(0..words);
        for d in 0..new.counts.len() / topics {
            new.take(d);
        }
        new
    }

    /// p(k | d) from the expected counts; even where there are none.
    fn take(&mut self, d: usize) {
        let own = d * self.topics..(d + 1) * self.topics;
        let counts = &self.counts[own.clone()];
        let total: f64 = counts.iter().sum();
        for (t, n) in self.theta[own].iter_mut().zip(counts) {
            *t = if total > 0.0 {
                n / total
            } else {
                1.0 / self.topics as f64
            };
        }
    }
}

impl Algorithm for Plsi {
    fn start(start: &Start<'_>) -> Result<Self, EngineError> {
        let temper = start.settings.em.temper;
        if let Some(value) = temper.filter(|t| !(*t > 0.0 && *t <= 1.0)) {
            return Err(EngineError::Temper(value));
        }
        Ok(Self::from_parameters(
            start.state.topics(),
            start.word_counts(false),
            start.document_counts(false),
            temper,
        ))
    }

    fn prepare(&mut self) {
        self.sizes = self.expected.sums().to_vec();
    }

    fn update(&mut self, words: Range<usize>) {
        for v in words {
            let at = v * self.topics..(v + 1) * self.topics;
            let counts = self.expected.row(v).iter().zip(&self.sizes);
            for (p, (n, size)) in self.phi[at].iter_mut().zip(counts) {
                // A topic that has died out stays at 0.
                *p = if *size > 0.0 { n / size } else { 0.0 };
            }
        }
    }

    fn clear(&mut self) {
        self.expected.clear();
    }

    fn look(&mut self, bags: &Bags, d: usize) -> f64 {
        let topics = self.topics;
        let own = d * topics..(d + 1) * topics;
        let theta = &self.theta[own.clone()];
        let counts = &mut self.counts[own];
        counts.fill(0.0);
        let mut part = 0.0;
        for &(v, n) in bags.of(d) {
            let row = &self.phi[v as usize * topics..][..topics];
            for ((q, t), p) in self.q.iter_mut().zip(theta).zip(row) {
                *q = t * p;
            }
            let mut sum: f64 = self.q.iter().sum();
            part += f64::from(n) * libm::log(sum.max(f64::MIN_POSITIVE));
            if let Some(temper) = self.temper {
                self.q.iter_mut().for_each(|q| *q = libm::pow(*q, temper));
                sum = self.q.iter().sum();
            }
            if sum > 0.0 {
                self.q.iter_mut().for_each(|q| *q /= sum);
            } else {
                // Every product is too small for a number: nothing is known.
                self.q.fill(1.0 / topics as f64);
            }
            self.expected.add(v, f64::from(n), &self.q);
            counts
                .iter_mut()
                .zip(&self.q)
                .for_each(|(c, q)| *c += f64::from(n) * q);
        }
        part
    }

    fn visit(&mut self, bags: &Bags, d: usize) -> Option<f64> {
        self.take(d);
        Some(self.look(bags, d))
    }

    fn theta(&self, d: usize, out: &mut [f64]) {
        out.copy_from_slice(&self.theta[d * out.len()..][..out.len()]);
    }

    fn phi_weights(&self) -> &[f64] {
        &self.phi
    }

    fn sizes(&self) -> &[f64] {
        &self.sizes
    }

    fn ln_responsibilities(&self, d: usize, word: u32, out: &mut [f64]) {
        let theta = &self.theta[d * self.topics..][..self.topics];
        let row = &self.phi[word as usize * self.topics..][..self.topics];
        for ((o, t), p) in out.iter_mut().zip(theta).zip(row) {
            *o = libm::log(t * p);
        }
    }

    fn document_parameters(&self) -> &[f64] {
        &self.theta
    }
}
