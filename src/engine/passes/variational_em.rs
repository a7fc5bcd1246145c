//! Variational EM (Blei, Ng and Jordan 2003, section 5.3): q(theta_d) = Dir(γ_d)
//! and q(z) as in variational Bayes, phi a point estimate, alpha by Newton–Raphson
//! with the linear-time Hessian (appendix A.4.2).
//!
//! phi_kv ∝ expected count, plus η_v where it is smoothed. The bound is that of
//! log p(w | alpha, phi); with smoothing it is the bound plus Σ η_v ln phi_kv that
//! never falls, and alpha is fitted under a weak Gamma prior.

use super::algorithm::{Algorithm, Start};
use super::bags::Bags;
use super::documents::Documents;
use super::e_step::{EStep, Words};
use super::statistics::Statistics;
use super::table::Table;
use super::variational::{check, topic_logs};
use super::written_out::{DocumentSteps, write_out};
use crate::engine::{EngineError, Objective, Priors, Which};
use crate::model::dirichlet::{self, Gamma, Logs, Shape};
use crate::model::phi::totals;
use crate::model::{Prior, PriorSpec};
use std::ops::Range;

/// A document is done when γ changes less than this, on average over the topics, or after
/// so many iterations in a pass: what is left is mended by the next one.
const TOLERANCE: f64 = 1e-4;
const ITERATIONS: usize = 100;
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
    /// phi (V×K, word after word), and the same for the E-step.
    phi: Vec<f64>,
    weights: Table,
    /// What the expected counts of each topic are divided by.
    totals: Vec<f64>,
    sizes: Vec<f64>,
    statistics: Statistics,
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

    /// Adds the statistics of document `d`; gives its part of the bound.
    fn add(&mut self, bags: &Bags, d: usize) -> f64 {
        // A document without a token says nothing about alpha.
        if bags.of(d).is_empty() {
            return 0.0;
        }
        let words = Words {
            bag: bags.of(d),
            weights: &self.weights,
        };
        let step = &mut self.documents.step;
        step.add_to(&mut self.statistics, words);
        self.logs.rows += 1.0;
        let logs = self.logs.sums.iter_mut();
        logs.zip(step.ln_theta()).for_each(|(sum, ln)| *sum += ln);
        step.bound(words)
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
        let step = EStep::new(TOLERANCE, ITERATIONS, start.alpha);
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
            weights: Table::of_rows(topics, &vec![1.0; counts.len()]),
            statistics: Statistics::of_counts(topics, &counts),
            logs: Logs {
                rows: 0.0,
                sums: vec![0.0; topics],
            },
            documents: Documents::from_counts(start.document_counts(true), start.alpha, step),
        };
        new.prepare();
        new.update(0..new.words());
        new.fit_alpha(!em.fix_alpha);
        Ok(new)
    }

    fn prepare(&mut self) {
        let pseudo = if self.smooth { self.eta.sum() } else { 0.0 };
        let sums = self.statistics.sums();
        self.totals = sums.iter().map(|s| s + pseudo).collect();
        self.sizes = sums.to_vec();
        if self.wait > 0 {
            self.wait -= 1;
        } else if let Some(shape) = self.fit
            && self.logs.rows > 0.0
        {
            let start: Vec<f64> = self.alpha.values().collect();
            let fit = dirichlet::newton(&self.logs, shape, Gamma::WEAK, &start);
            self.alpha = Prior::list(fit.values);
            self.documents.step.set_alpha(&self.alpha);
        }
    }

    fn update(&mut self, words: Range<usize>) {
        let topics = self.alpha.len();
        let even = 1.0 / self.words() as f64;
        for v in words {
            let pseudo = self.pseudo(v);
            let phi = &mut self.phi[v * topics..][..topics];
            self.statistics.counts(v, self.weights.row(v), phi);
            for (p, total) in phi.iter_mut().zip(&self.totals) {
                *p = if *total > 0.0 {
                    (*p + pseudo) / total
                } else {
                    even
                };
            }
            self.weights.row_mut(v)[..topics].copy_from_slice(phi);
        }
    }

    fn clear(&mut self) {
        self.statistics.clear();
        self.logs.rows = 0.0;
        self.logs.sums.fill(0.0);
    }

    fn look(&mut self, bags: &Bags, d: usize) -> f64 {
        let words = Words {
            bag: bags.of(d),
            weights: &self.weights,
        };
        self.documents.look(d, words);
        self.add(bags, d)
    }

    fn visit(&mut self, bags: &Bags, d: usize) -> Option<f64> {
        let words = Words {
            bag: bags.of(d),
            weights: &self.weights,
        };
        let done = self.documents.work(d, words);
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
        self.documents.step.set_alpha(&self.alpha);
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
                let mut lambda = vec![0.0; self.phi.len()];
                for (v, row) in lambda.chunks_exact_mut(topics).enumerate() {
                    self.statistics.counts(v, self.weights.row(v), row);
                    row.iter_mut().for_each(|l| *l += self.eta.value(v));
                }
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

    fn document_steps(&self, bags: &Bags, d: usize) -> Option<DocumentSteps> {
        let words = Words {
            bag: bags.of(d),
            weights: &self.weights,
        };
        Some(write_out(&self.alpha, (d, words), |_| 0.0))
    }

    fn document_parameters(&self) -> &[f64] {
        self.documents.gamma()
    }
}
