//! The line between the passes over the corpus and what an algorithm does in them.

use super::bags::Bags;
use super::written_out::DocumentSteps;
use crate::corpus::Corpus;
use crate::engine::{EngineError, Objective, Priors, Settings, Which};
use crate::model::dirichlet::Logs;
use crate::model::{Prior, PriorSpec, State};
use std::ops::Range;

/// Where an algorithm starts.
pub struct Start<'a> {
    /// The corpus.
    pub corpus: &'a Corpus,
    /// Topics of the tokens.
    pub state: &'a State,
    /// Whether those topics are a random start: they then only break the symmetry
    /// between the topics.
    pub random: bool,
    /// K, priors as written and options.
    pub settings: &'a Settings,
    /// The document–topic prior (length K).
    pub alpha: &'a Prior,
    /// The topic–word prior (length V).
    pub eta: &'a Prior,
}

/// How much of the random topics goes into a random start; the rest is even.
const NOISE: f64 = 0.2;
/// How much of an even start goes into one from a chain, where an algorithm that
/// has no prior could never leave a 0.
const EVEN: f64 = 0.05;

impl Start<'_> {
    /// Expected counts of every word in every topic (V×K, word after word).
    /// `zeros` says whether the algorithm can leave a count of 0.
    pub fn word_counts(&self, zeros: bool) -> Vec<f64> {
        let topics = self.state.topics();
        let share = self.share(zeros);
        let mut counts = Vec::with_capacity(self.state.words() * topics);
        for word in 0..self.state.words() as u32 {
            let row = self.state.row(word);
            let total: u32 = row.clone().map(|e| e.count).sum();
            let even = (1.0 - share) * f64::from(total) / topics as f64;
            let at = counts.len();
            counts.resize(at + topics, even);
            for entry in row {
                counts[at + usize::from(entry.topic)] += share * f64::from(entry.count);
            }
        }
        counts
    }

    /// Expected counts of every topic in every document (D×K, document after
    /// document).
    pub fn document_counts(&self, zeros: bool) -> Vec<f64> {
        let topics = self.state.topics();
        let share = self.share(zeros);
        let mut counts = Vec::with_capacity(self.corpus.documents() * topics);
        for d in 0..self.corpus.documents() {
            let range = self.corpus.range(d);
            let even = (1.0 - share) * range.len() as f64 / topics as f64;
            let at = counts.len();
            counts.resize(at + topics, even);
            for &k in &self.state.z()[range] {
                counts[at + usize::from(k)] += share;
            }
        }
        counts
    }

    fn share(&self, zeros: bool) -> f64 {
        match (self.random, zeros) {
            (true, _) => NOISE,
            (false, true) => 1.0,
            (false, false) => 1.0 - EVEN,
        }
    }
}

/// What is done in a pass: new parameters from the statistics of the pass before,
/// then new statistics, document after document. The objective of the pass is
/// that of the new parameters.
pub trait Algorithm: Send + Sized {
    /// The parameters at the start; no statistics yet.
    ///
    /// # Errors
    /// When the settings do not fit the algorithm.
    fn start(start: &Start<'_>) -> Result<Self, EngineError>;

    /// Turns the sums of the last pass into what the new parameters need, before
    /// the first call of [`Algorithm::update`].
    fn prepare(&mut self);

    /// Takes the new parameters of these words from the statistics; called for all
    /// words, in order.
    fn update(&mut self, words: Range<usize>);

    /// Forgets statistics and sums, before the first document of a pass.
    fn clear(&mut self);

    /// Adds the statistics of document `d` under the present parameters, which
    /// it leaves alone; gives its part of the objective.
    fn look(&mut self, bags: &Bags, d: usize) -> f64;

    /// Works once on document `d`; after some calls it is done and gives the
    /// document's part of the objective, its statistics added.
    fn visit(&mut self, bags: &Bags, d: usize) -> Option<f64> {
        Some(self.look(bags, d))
    }

    /// The objective, from the sum of the documents' parts.
    fn objective(&self, documents: f64) -> Objective {
        Objective::LogLikelihood(documents)
    }

    /// The priors it has.
    fn priors(&self) -> Priors<'_> {
        Priors {
            alpha: None,
            eta: None,
        }
    }

    /// Takes other priors, alpha and eta; the last argument says whether eta is added to counts where that
    /// is a choice.
    ///
    /// # Errors
    /// When the algorithm cannot work with them; it then keeps those it has.
    fn set_priors(&mut self, _: Prior, _: Prior, _: bool) -> Result<(), EngineError> {
        Ok(())
    }

    /// The alpha that it has fitted itself.
    fn fitted_alpha(&self) -> Option<PriorSpec> {
        None
    }

    /// Σ E[ln theta] over the documents, or Σ E[ln phi] over the topics, which a
    /// prior can be fitted to.
    fn expected_logs(&self, _: Which) -> Option<Logs> {
        None
    }

    /// Fits alpha from now on, or keeps it as it is.
    fn fit_alpha(&mut self, _: bool) {}

    /// theta of document `d`, into `out` (length K).
    fn theta(&self, d: usize, out: &mut [f64]);

    /// Weights in proportion to phi (V×K, word after word).
    fn phi_weights(&self) -> &[f64];

    /// Expected tokens of each topic (length K).
    fn sizes(&self) -> &[f64];

    /// ln p(z = k | d, word) but for a constant, into `out` (length K).
    fn ln_responsibilities(&self, d: usize, word: u32, out: &mut [f64]);

    /// p(k) of a document before any of its words is seen (length K), where the
    /// model has one.
    fn document_weights(&self) -> Option<Vec<f64>> {
        None
    }

    /// The coordinate ascent of document `d`, written out, where there is one.
    fn document_steps(&self, _: &Bags, _d: usize) -> Option<DocumentSteps> {
        None
    }

    /// The document parameters (D×K).
    fn document_parameters(&self) -> &[f64];
}
