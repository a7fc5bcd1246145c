//! q(theta) of the documents of a corpus.

use super::e_step::{EStep, Words};
use crate::model::Prior;
use crate::model::dirichlet::Logs;
use crate::model::special::digamma;

/// q(theta) of all documents.
#[derive(Debug)]
pub struct Documents {
    topics: usize,
    /// γ (D×K, document after document).
    gamma: Vec<f64>,
    /// The document being worked on, and whether an iteration on it has been done.
    pub step: EStep,
    begun: bool,
}

impl Documents {
    /// From γ (D×K).
    pub fn new(gamma: Vec<f64>, step: EStep) -> Self {
        Self {
            topics: step.gamma().len(),
            gamma,
            step,
            begun: false,
        }
    }

    /// From expected counts (D×K).
    pub fn from_counts(mut counts: Vec<f64>, alpha: &Prior, step: EStep) -> Self {
        for row in counts.chunks_exact_mut(alpha.len()) {
            row.iter_mut()
                .zip(alpha.values())
                .for_each(|(g, a)| *g += a);
        }
        Self::new(counts, step)
    }

    /// γ of all documents.
    pub fn gamma(&self) -> &[f64] {
        &self.gamma
    }

    fn of(&self, d: usize) -> &[f64] {
        &self.gamma[d * self.topics..][..self.topics]
    }

    /// Finds q(z) of document `d` for its γ as it is.
    pub fn look(&mut self, d: usize, words: Words<'_>) {
        let own = &self.gamma[d * self.topics..][..self.topics];
        self.step.set(own);
        self.step.responsibilities(words);
    }

    /// One iteration on document `d`; true when it is done and kept.
    pub fn work(&mut self, d: usize, words: Words<'_>) -> bool {
        let own = &mut self.gamma[d * self.topics..][..self.topics];
        if !self.begun {
            self.step.set(own);
        }
        let done = self.step.iterate(words);
        self.begun = !done;
        if done {
            own.copy_from_slice(self.step.gamma());
        }
        done
    }

    /// Σ_d E[ln theta_d].
    pub fn expected_logs(&self) -> Logs {
        let mut sums = vec![0.0; self.topics];
        let documents = self.gamma.chunks_exact(self.topics);
        let rows = documents.len() as f64;
        for gamma in documents {
            let total = digamma(gamma.iter().sum());
            let logs = gamma.iter().map(|g| digamma(*g) - total);
            sums.iter_mut().zip(logs).for_each(|(sum, ln)| *sum += ln);
        }
        Logs { rows, sums }
    }

    /// E[theta_d] = γ / Σγ.
    pub fn theta(&self, d: usize, out: &mut [f64]) {
        let gamma = self.of(d);
        let total: f64 = gamma.iter().sum();
        out.iter_mut().zip(gamma).for_each(|(o, g)| *o = g / total);
    }

    /// ln q(z = k | d, v), but for a constant, for a word with these weights.
    pub fn ln_q(&self, d: usize, weights: &[f64], out: &mut [f64]) {
        for ((o, g), w) in out.iter_mut().zip(self.of(d)).zip(weights) {
            *o = digamma(*g) + libm::log(*w);
        }
    }
}
