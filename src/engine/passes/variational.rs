//! Smoothed variational Bayes (Blei, Ng and Jordan 2003, section 5.4): q(theta_d)
//! = Dir(γ_d), q(phi_k) = Dir(λ_k), and q(z). In a pass λ = η + expected counts, then q(z)
//! and γ of every document in turn, a few times, all by coordinate ascent: the bound never
//! falls.

use super::algorithm::{Algorithm, Start};
use super::bags::Bags;
use super::documents::Documents;
use super::e_step::{EStep, Words};
use super::statistics::Statistics;
use super::table::{Table, width};
use super::written_out::{DocumentSteps, write_out};
use crate::engine::gibbs::lanes::{Job, Lanes, Path};
use crate::engine::{EngineError, Objective, Priors, Which};
use crate::model::Prior;
use crate::model::dirichlet::Logs;
use crate::model::functions::{both, exp};
use crate::model::phi::totals;
use crate::model::random::{Purpose, Stream};
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

/// Iterations on a document in a pass: more of them, before the topics have found their
/// words, tie the documents to topics that are still alike, and a worse bound is reached.
const ITERATIONS: usize = 4;
/// Done when γ changes less than this, on average over the topics.
const TOLERANCE: f64 = 1e-3;
/// The width of the uniform noise about 1 that every λ of a random start has. A standard
/// deviation of 0.1, as in Hoffman, Blei and Bach 2010, and their level: near η, where a
/// word is rare, the first noise would decide its topic.
const NOISE: f64 = 0.346;

/// The variational distribution.
#[derive(Debug)]
pub struct Variational {
    alpha: Prior,
    eta: Prior,
    /// λ (V×K, word after word), and its sum over the words (length K).
    lambda: Vec<f64>,
    totals: Vec<f64>,
    /// ψ of those sums, filled up to whole groups.
    ln_totals: Vec<f64>,
    /// exp(E[ln phi_kv] − shift_v), and the shift (length V): the largest of each word
    /// is 1.
    weights: Table,
    shift: Vec<f64>,
    statistics: Statistics,
    /// Expected tokens of each topic under λ.
    sizes: Vec<f64>,
    documents: Documents,
    /// −KL(q(phi) ‖ p(phi)): what the sums add to it, and the words, by topic.
    totals_part: f64,
    words_part: Vec<f64>,
    /// λ is noise and the statistics are not from it: the next pass leaves it alone.
    keep: bool,
}

impl Variational {
    /// From λ (V×K) and q(theta).
    pub fn from_parameters(
        (alpha, eta): (Prior, Prior),
        lambda: Vec<f64>,
        documents: Documents,
    ) -> Self {
        let topics = alpha.len();
        let totals = totals(topics, &lambda);
        let mut new = Self {
            weights: Table::new(eta.len(), topics),
            shift: vec![0.0; eta.len()],
            statistics: Statistics::new(eta.len(), topics),
            sizes: totals.iter().map(|t| t - eta.sum()).collect(),
            totals: Vec::new(),
            ln_totals: vec![0.0; width(topics)],
            totals_part: 0.0,
            words_part: vec![0.0; width(topics)],
            keep: false,
            alpha,
            eta,
            lambda,
            documents,
        };
        new.take_totals(totals);
        new.refresh(0..new.eta.len(), false);
        new
    }

    /// λ is 1 but for a little noise, γ even.
    fn random(start: &Start<'_>, step: EStep) -> Self {
        let (topics, tokens) = (start.alpha.len(), start.corpus.tokens() as f64);
        let stream = Stream::new(start.settings.seed, Purpose::Lambda, 0);
        let places = 0..(start.eta.len() * topics) as u64;
        let noise = places.map(|i| 1.0 + NOISE * (stream.unit(i) - 0.5));
        let documents = (0..start.corpus.documents())
            .flat_map(|d| vec![start.corpus.range(d).len() as f64 / topics as f64; topics]);
        let documents = Documents::from_counts(documents.collect(), start.alpha, step);
        let priors = (start.alpha.clone(), start.eta.clone());
        let mut new = Self::from_parameters(priors, noise.collect(), documents);
        let sum: f64 = new.totals.iter().sum();
        new.sizes = new.totals.iter().map(|t| tokens * t / sum).collect();
        new.keep = true;
        new
    }

    fn take_totals(&mut self, totals: Vec<f64>) {
        for (ln, total) in self.ln_totals.iter_mut().zip(&totals) {
            *ln = digamma(*total);
        }
        let ln_gamma = libm::lgamma(self.eta.sum());
        let parts = totals.iter().map(|t| ln_gamma - libm::lgamma(*t));
        self.totals_part = parts.sum();
        self.words_part.fill(0.0);
        self.totals = totals;
    }

    /// What follows from λ of these words, which they first get from the statistics
    /// where that is asked for.
    fn refresh(&mut self, words: Range<usize>, new: bool) {
        Path::chosen().run(Refresh(self, words, new));
    }

    /// Adds the statistics of document `d`; gives its part of the bound.
    fn add(&mut self, bags: &Bags, d: usize) -> f64 {
        let words = Words {
            bag: bags.of(d),
            weights: &self.weights,
        };
        self.documents.step.add_to(&mut self.statistics, words);
        let shifts = words.bag.iter();
        let shifted = shifts.map(|&(v, n)| f64::from(n) * self.shift[v as usize]);
        self.documents.step.bound(words) + shifted.sum::<f64>()
    }
}

struct Refresh<'a>(&'a mut Variational, Range<usize>, bool);

impl Job for Refresh<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Self(engine, words, new) = self;
        let topics = engine.alpha.len();
        // Numbers that fill rows up: harmless for every function here.
        let mut lambda = vec![1.0; width(topics)];
        for v in words {
            let (eta, row) = (engine.eta.value(v), v * topics..(v + 1) * topics);
            if new {
                let counts = &mut lambda[..topics];
                engine.statistics.counts(v, engine.weights.row(v), counts);
                counts.iter_mut().for_each(|l| *l += eta);
                engine.lambda[row].copy_from_slice(counts);
            } else {
                lambda[..topics].copy_from_slice(&engine.lambda[row]);
            }
            let ln_gamma_eta = libm::lgamma(eta);
            let weights = engine.weights.row_mut(v);
            let sums = engine.words_part.iter_mut().zip(&engine.ln_totals);
            for ((ln, l), (sum, total)) in weights.iter_mut().zip(&lambda).zip(sums) {
                let (ln_gamma, psi) = both(*l);
                *ln = psi - total;
                *sum += ln_gamma - ln_gamma_eta + (eta - l) * *ln;
            }
            let own = weights[..topics].iter().copied();
            let top = own.fold(f64::NEG_INFINITY, f64::max);
            weights.iter_mut().for_each(|w| *w = exp(*w - top));
            weights[topics..].fill(0.0);
            engine.shift[v] = top;
        }
    }
}

impl Algorithm for Variational {
    fn start(start: &Start<'_>) -> Result<Self, EngineError> {
        check("variational", [("alpha", start.alpha), ("eta", start.eta)])?;
        let step = EStep::new(TOLERANCE, ITERATIONS, start.alpha);
        if start.random {
            return Ok(Self::random(start, step));
        }
        let topics = start.alpha.len();
        let mut lambda = start.word_counts(true);
        for (v, row) in lambda.chunks_exact_mut(topics).enumerate() {
            row.iter_mut().for_each(|l| *l += start.eta.value(v));
        }
        let documents = Documents::from_counts(start.document_counts(true), start.alpha, step);
        let priors = (start.alpha.clone(), start.eta.clone());
        Ok(Self::from_parameters(priors, lambda, documents))
    }

    fn prepare(&mut self) {
        if self.keep {
            return;
        }
        self.sizes = self.statistics.sums().to_vec();
        let sums = self.statistics.sums().iter();
        let totals = sums.map(|s| self.eta.sum() + s).collect();
        self.take_totals(totals);
    }

    fn update(&mut self, words: Range<usize>) {
        if self.keep {
            self.keep = words.end < self.eta.len();
        } else {
            self.refresh(words, true);
        }
    }

    fn clear(&mut self) {
        self.statistics.clear();
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
        let words = self.words_part[..self.alpha.len()].iter().sum::<f64>();
        Objective::Bound(documents + self.totals_part + words)
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
        self.documents.step.set_alpha(&self.alpha);
        let totals = std::mem::take(&mut self.totals);
        self.take_totals(totals);
        self.refresh(0..self.eta.len(), false);
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
        self.documents.ln_q(d, self.weights.row(word as usize), out);
    }

    fn document_steps(&self, bags: &Bags, d: usize) -> Option<DocumentSteps> {
        let words = Words {
            bag: bags.of(d),
            weights: &self.weights,
        };
        let shift = |v: u32| self.shift[v as usize];
        Some(write_out(&self.alpha, (d, words), shift))
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
