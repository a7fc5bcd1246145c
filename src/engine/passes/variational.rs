//! Smoothed variational Bayes (Blei, Ng and Jordan 2003, section 5.4): q(theta_d)
//! = Dir(γ_d), q(phi_k) = Dir(λ_k), and q(z) the best for both. In a pass λ = η +
//! expected counts, then γ of every document, each by coordinate ascent: the bound
//! never falls.

use super::algorithm::{Algorithm, Start};
use super::bags::Bags;
use super::e_step::Documents;
use super::expected::Expected;
use crate::engine::{EngineError, Objective, Priors, Which};
use crate::model::Prior;
use crate::model::dirichlet::Logs;
use crate::model::phi::totals;
use crate::model::special::digamma;
use std::ops::Range;

/// The smallest component of a prior: below, expected logarithms lose all digits.
const SMALLEST: f64 = 1e-6;

/// Refuses priors too small for expected logarithms.
pub(super) fn check(
    engine: &'static str,
    priors: [(&'static str, &Prior); 2],
) -> Result<(), EngineError> {
    for (name, prior) in priors {
        let value = prior.values().fold(f64::INFINITY, f64::min);
        if value < SMALLEST {
            return Err(EngineError::SmallPrior {
                name,
                value,
                engine,
            });
        }
    }
    Ok(())
}

/// The variational distribution.
#[derive(Debug)]
pub struct Variational {
    alpha: Prior,
    eta: Prior,
    /// λ (V×K, word after word), and its sum over the words (length K).
    lambda: Vec<f64>,
    totals: Vec<f64>,
    ln_totals: Vec<f64>,
    /// exp(E[ln phi_kv] − shift_v) (V×K), and the shift (length V): the largest of
    /// each word is 1.
    weights: Vec<f64>,
    shift: Vec<f64>,
    expected: Expected,
    /// Expected tokens of each topic under λ.
    sizes: Vec<f64>,
    documents: Documents,
    /// −KL(q(phi) ‖ p(phi)).
    topics_part: f64,
}

impl Variational {
    /// From λ (V×K) and q(theta).
    pub fn from_parameters(
        (alpha, eta): (Prior, Prior),
        lambda: Vec<f64>,
        documents: Documents,
    ) -> Self {
        let topics = alpha.len();
        let mut new = Self {
            weights: vec![0.0; lambda.len()],
            shift: vec![0.0; eta.len()],
            expected: Expected::new(topics, vec![0.0; lambda.len()]),
            sizes: Vec::new(),
            totals: Vec::new(),
            ln_totals: Vec::new(),
            topics_part: 0.0,
            alpha,
            eta,
            lambda,
            documents,
        };
        let totals = totals(topics, &new.lambda);
        new.sizes = totals.iter().map(|t| t - new.eta.sum()).collect();
        new.take_totals(totals);
        new.refresh(0..new.eta.len());
        new
    }

    fn take_totals(&mut self, totals: Vec<f64>) {
        self.ln_totals = totals.iter().map(|t| digamma(*t)).collect();
        self.topics_part = totals
            .iter()
            .map(|t| libm::lgamma(self.eta.sum()) - libm::lgamma(*t))
            .sum();
        self.totals = totals;
    }

    /// What follows from λ of these words.
    fn refresh(&mut self, words: Range<usize>) {
        let topics = self.alpha.len();
        let mut logs = vec![0.0; topics];
        for v in words {
            let eta = self.eta.value(v);
            let ln_gamma_eta = libm::lgamma(eta);
            let lambda = &self.lambda[v * topics..][..topics];
            let mut top = f64::NEG_INFINITY;
            for (k, (&l, ln)) in lambda.iter().zip(&mut logs).enumerate() {
                *ln = digamma(l) - self.ln_totals[k];
                top = top.max(*ln);
                self.topics_part += libm::lgamma(l) - ln_gamma_eta + (eta - l) * *ln;
            }
            let weights = &mut self.weights[v * topics..][..topics];
            for (w, ln) in weights.iter_mut().zip(&logs) {
                *w = libm::exp(ln - top);
            }
            self.shift[v] = top;
        }
    }

    /// Adds the statistics of document `d`, whose γ is loaded; gives its part of the
    /// bound.
    fn add(&mut self, bags: &Bags, d: usize) -> f64 {
        let (topics, bag) = (self.alpha.len(), bags.of(d));
        let shifted = bag
            .iter()
            .map(|&(v, n)| f64::from(n) * self.shift[v as usize]);
        let (expected, pairs) = (&mut self.expected, rows(bag, &self.weights, topics));
        let each = |at: usize, n, q: &[f64]| expected.add(bag[at].0, n, q);
        self.documents.step.bound(pairs, &self.alpha, each) + shifted.sum::<f64>()
    }
}

impl Algorithm for Variational {
    fn start(start: &Start<'_>) -> Result<Self, EngineError> {
        check("variational", [("alpha", start.alpha), ("eta", start.eta)])?;
        let topics = start.alpha.len();
        let mut lambda = start.word_counts(true);
        for (v, row) in lambda.chunks_exact_mut(topics).enumerate() {
            row.iter_mut().for_each(|l| *l += start.eta.value(v));
        }
        let documents = Documents::from_counts(start.document_counts(true), start.alpha);
        let priors = (start.alpha.clone(), start.eta.clone());
        Ok(Self::from_parameters(priors, lambda, documents))
    }

    fn prepare(&mut self) {
        self.sizes = self.expected.sums().to_vec();
        let sums = self.expected.sums().iter();
        let totals = sums.map(|s| self.eta.sum() + s).collect();
        self.take_totals(totals);
    }

    fn update(&mut self, words: Range<usize>) {
        let topics = self.alpha.len();
        for v in words.clone() {
            let eta = self.eta.value(v);
            let row = v * topics..(v + 1) * topics;
            for (l, s) in self.lambda[row].iter_mut().zip(self.expected.row(v)) {
                *l = eta + s;
            }
        }
        self.refresh(words);
    }

    fn clear(&mut self) {
        self.expected.clear();
    }

    fn look(&mut self, bags: &Bags, d: usize) -> f64 {
        self.documents.load(d);
        self.add(bags, d)
    }

    fn visit(&mut self, bags: &Bags, d: usize) -> Option<f64> {
        let pairs = rows(bags.of(d), &self.weights, self.alpha.len());
        let done = self.documents.work(d, pairs, &self.alpha);
        done.then(|| self.add(bags, d))
    }

    fn objective(&self, documents: f64) -> Objective {
        Objective::Bound(documents + self.topics_part)
    }

    fn priors(&self) -> Priors<'_> {
        Priors {
            alpha: Some(&self.alpha),
            eta: Some(&self.eta),
        }
    }

    fn set_priors(&mut self, alpha: Prior, eta: Prior, _: bool) -> Result<(), EngineError> {
        check("variational", [("alpha", &alpha), ("eta", &eta)])?;
        (self.alpha, self.eta) = (alpha, eta);
        let totals = std::mem::take(&mut self.totals);
        self.take_totals(totals);
        self.refresh(0..self.eta.len());
        Ok(())
    }

    fn expected_logs(&self, which: Which) -> Option<Logs> {
        Some(match which {
            Which::Alpha => self.documents.expected_logs(),
            Which::Eta => topic_logs(&self.lambda, &self.totals),
        })
    }

    fn theta(&self, d: usize, out: &mut [f64]) {
        self.documents.theta(d, out);
    }

    fn phi_weights(&self) -> &[f64] {
        &self.lambda
    }

    fn sizes(&self) -> &[f64] {
        &self.sizes
    }

    fn ln_responsibilities(&self, d: usize, word: u32, out: &mut [f64]) {
        let weights = &self.weights[word as usize * out.len()..][..out.len()];
        self.documents.ln_q(d, weights, out);
    }

    fn document_parameters(&self) -> &[f64] {
        self.documents.gamma()
    }
}

/// Σ_k E[ln phi_k] under Dir(λ_k), from λ (V×K) and its sum over the words.
pub(super) fn topic_logs(lambda: &[f64], totals: &[f64]) -> Logs {
    let below: f64 = totals.iter().map(|t| digamma(*t)).sum();
    let rows = lambda.chunks_exact(totals.len());
    Logs {
        rows: totals.len() as f64,
        sums: rows
            .map(|row| row.iter().map(|l| digamma(*l)).sum::<f64>() - below)
            .collect(),
    }
}

/// The counts of a document's words with the weights of their topics.
pub(super) fn rows<'a>(
    bag: &'a [(u32, u32)],
    weights: &'a [f64],
    topics: usize,
) -> impl Iterator<Item = (f64, &'a [f64])> {
    bag.iter()
        .map(move |&(v, n)| (f64::from(n), &weights[v as usize * topics..][..topics]))
}
