//! Variational EM (Blei, Ng and Jordan 2003, section 5.3): q(theta_d) = Dir(γ_d)
//! and q(z) as in variational Bayes, phi a point estimate, alpha by Newton–Raphson
//! with the linear-time Hessian (appendix A.4.2).
//!
//! phi_kv ∝ expected count, plus η_v where it is smoothed. The bound is that of
//! log p(w | alpha, phi); with smoothing it is the bound plus Σ η_v ln phi_kv that
//! never falls, and alpha is fitted under a weak Gamma prior.

use super::algorithm::{Algorithm, Start};
use super::bags::Bags;
use super::e_step::Documents;
use super::expected::Expected;
use super::variational::{check, rows, topic_logs};
use crate::engine::{EngineError, Objective, Priors, Which};
use crate::model::dirichlet::{self, Gamma, Logs, Shape};
use crate::model::phi::totals;
use crate::model::{Prior, PriorSpec};
use std::ops::Range;

/// Passes after a random start before alpha is fitted.
const WAIT: u32 = 20;

/// Point estimates of phi and alpha, and q(theta).
#[derive(Debug)]
pub struct VariationalEm {
    alpha: Prior,
    shape: Shape,
    /// How alpha is fitted, if it is, and after how many more passes: from a start
    /// where all documents are alike it would run away.
    fit: Option<Shape>,
    wait: u32,
    eta: Prior,
    smooth: bool,
    /// phi (V×K, word after word).
    phi: Vec<f64>,
    /// What the expected counts of each topic are divided by.
    totals: Vec<f64>,
    sizes: Vec<f64>,
    expected: Expected,
    /// Σ_d E[ln theta_d] over the documents with a token, and how many.
    logs: Logs,
    documents: Documents,
}

impl VariationalEm {
    fn words(&self) -> usize {
        self.eta.len()
    }

    fn pseudo(&self, word: usize) -> f64 {
        if self.smooth {
            self.eta.value(word)
        } else {
            0.0
        }
    }

    /// Adds the statistics of document `d`, whose γ is loaded; gives its part of the
    /// bound.
    fn add(&mut self, bags: &Bags, d: usize) -> f64 {
        let (topics, bag) = (self.alpha.len(), bags.of(d));
        // A document without a token says nothing about alpha.
        if bag.is_empty() {
            return 0.0;
        }
        let (expected, pairs) = (&mut self.expected, rows(bag, &self.phi, topics));
        let each = |at: usize, n, q: &[f64]| expected.add(bag[at].0, n, q);
        let bound = self.documents.step.bound(pairs, &self.alpha, each);
        self.logs.rows += 1.0;
        let logs = self.logs.sums.iter_mut();
        logs.zip(&self.documents.step.ln_theta)
            .for_each(|(sum, ln)| *sum += ln);
        bound
    }
}

impl Algorithm for VariationalEm {
    fn start(start: &Start<'_>) -> Result<Self, EngineError> {
        check(
            "variational-em",
            [("alpha", start.alpha), ("eta", start.eta)],
        )?;
        let topics = start.alpha.len();
        let em = start.settings.em;
        let counts = start.word_counts(false);
        let shape = if em.asymmetric {
            Shape::Asymmetric
        } else {
            Shape::Symmetric
        };
        let mut new = Self {
            alpha: start.alpha.clone(),
            shape,
            fit: None,
            wait: if start.random { WAIT } else { 0 },
            eta: start.eta.clone(),
            smooth: em.smooth,
            phi: vec![0.0; counts.len()],
            totals: vec![0.0; topics],
            sizes: vec![0.0; topics],
            expected: Expected::new(topics, counts),
            logs: Logs {
                rows: 0.0,
                sums: vec![0.0; topics],
            },
            documents: Documents::from_counts(start.document_counts(true), start.alpha),
        };
        new.prepare();
        new.update(0..new.words());
        new.fit_alpha(!em.fix_alpha);
        Ok(new)
    }

    fn prepare(&mut self) {
        let pseudo = if self.smooth { self.eta.sum() } else { 0.0 };
        self.totals = self.expected.sums().iter().map(|s| s + pseudo).collect();
        self.sizes = self.expected.sums().to_vec();
        if self.wait > 0 {
            self.wait -= 1;
        } else if let Some(shape) = self.fit
            && self.logs.rows > 0.0
        {
            let start: Vec<f64> = self.alpha.values().collect();
            let fit = dirichlet::newton(&self.logs, shape, Gamma::WEAK, &start);
            self.alpha = Prior::list(fit.values);
        }
    }

    fn update(&mut self, words: Range<usize>) {
        let topics = self.alpha.len();
        let even = 1.0 / self.words() as f64;
        for v in words {
            let pseudo = self.pseudo(v);
            let row = v * topics..(v + 1) * topics;
            let counts = self.expected.row(v).iter().zip(&self.totals);
            for (p, (s, total)) in self.phi[row].iter_mut().zip(counts) {
                *p = if *total > 0.0 {
                    (s + pseudo) / total
                } else {
                    even
                };
            }
        }
    }

    fn clear(&mut self) {
        self.expected.clear();
        self.logs.rows = 0.0;
        self.logs.sums.fill(0.0);
    }

    fn look(&mut self, bags: &Bags, d: usize) -> f64 {
        self.documents.load(d);
        self.add(bags, d)
    }

    fn visit(&mut self, bags: &Bags, d: usize) -> Option<f64> {
        let pairs = rows(bags.of(d), &self.phi, self.alpha.len());
        let done = self.documents.work(d, pairs, &self.alpha);
        done.then(|| self.add(bags, d))
    }

    fn objective(&self, documents: f64) -> Objective {
        Objective::Bound(documents)
    }

    fn priors(&self) -> Priors<'_> {
        Priors {
            alpha: Some(&self.alpha),
            eta: self.smooth.then_some(&self.eta),
        }
    }

    fn set_priors(&mut self, alpha: Prior, eta: Prior, smooth: bool) -> Result<(), EngineError> {
        check("variational-em", [("alpha", &alpha), ("eta", &eta)])?;
        self.smooth = smooth;
        (self.alpha, self.eta) = (alpha, eta);
        Ok(())
    }

    fn fitted_alpha(&self) -> Option<PriorSpec> {
        self.fit?;
        Some(match self.alpha.symmetric_value() {
            Some(value) => PriorSpec::Each(value),
            None => PriorSpec::List(self.alpha.values().collect()),
        })
    }

    /// Of phi as in variational Bayes: Dir(η + expected counts).
    fn expected_logs(&self, which: Which) -> Option<Logs> {
        let topics = self.alpha.len();
        match which {
            Which::Alpha => Some(self.logs.clone()),
            Which::Eta => self.smooth.then(|| {
                let lambda: Vec<f64> = (0..self.words())
                    .flat_map(|v| {
                        let counts = self.expected.row(v).iter();
                        counts.map(move |s| s + self.eta.value(v))
                    })
                    .collect();
                topic_logs(&lambda, &totals(topics, &lambda))
            }),
        }
    }

    fn fit_alpha(&mut self, fit: bool) {
        self.fit = fit.then_some(self.shape);
    }

    fn theta(&self, d: usize, out: &mut [f64]) {
        self.documents.theta(d, out);
    }

    fn phi_weights(&self) -> &[f64] {
        &self.phi
    }

    fn sizes(&self) -> &[f64] {
        &self.sizes
    }

    fn ln_responsibilities(&self, d: usize, word: u32, out: &mut [f64]) {
        let weights = &self.phi[word as usize * out.len()..][..out.len()];
        self.documents.ln_q(d, weights, out);
    }

    fn document_parameters(&self) -> &[f64] {
        self.documents.gamma()
    }
}
