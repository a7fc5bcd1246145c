//! Engines that maximise: each sweep is a pass over the documents that takes new
//! parameters from the statistics of the pass before (an M-step), and new
//! statistics under them (an E-step). What happens in a step is an
//! [`Algorithm`]'s work; this file keeps the place in the pass.
//!
//! | file | what it holds |
//! |---|---|
//! | `variational` | smoothed variational Bayes |
//! | `variational_em` | variational EM of Blei, Ng and Jordan 2003 |
//! | `mixture`, `plsi`, `unigram` | the baselines |
//! | `algorithm` | the line between the pass and the arithmetic |
//! | `e_step`, `documents` | the variational E-step of one document; q(theta) of all |
//! | `statistics` | what the E-step adds up for the M-step |
//! | `table` | a row of numbers for each word, in groups of eight |
//! | `bags`, `expected` | documents as counts; expected counts of words in topics |
//!
//! A change of K goes through the most probable topic of each token, and a new
//! topic always takes half of the largest one: an empty topic attracts no word
//! here and would stay empty.

mod algorithm;
mod bags;
mod documents;
pub mod e_step;
mod expected;
mod mixture;
mod plsi;
mod statistics;
pub mod table;
#[cfg(test)]
mod tests;
mod unigram;
mod variational;
mod variational_em;
mod written_out;

pub use bags::Bags;
pub use written_out::{DocumentSteps, Iteration, WordStep};

use super::{Advance, Edit, Engine, EngineError, Kind, Objective, Priors, Settings, Which};
use crate::corpus::Corpus;
use crate::model::dirichlet::{self, Fit, Gamma, Shape};
use crate::model::phi::{self, Phi};
use crate::model::{Growth, State, resize};
use algorithm::{Algorithm, Start};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Starts one of the engines of this module; see [`super::from_state`]. `random`
/// says whether the topics are a random start.
///
/// # Errors
/// When the settings do not fit the engine.
pub fn from_state(
    kind: Kind,
    corpus: Arc<Corpus>,
    settings: Settings,
    state: &State,
    (sweep, random): (u64, bool),
) -> Result<Box<dyn Engine>, EngineError> {
    let bags = Arc::new(Bags::new(&corpus));
    let place = (sweep, random);
    match kind {
        Kind::VariationalEm => {
            boxed::<variational_em::VariationalEm>(kind, corpus, bags, settings, state, place)
        }
        Kind::Unigram => boxed::<unigram::Unigram>(kind, corpus, bags, settings, state, place),
        Kind::Mixture => boxed::<mixture::Mixture>(kind, corpus, bags, settings, state, place),
        Kind::Plsi => boxed::<plsi::Plsi>(kind, corpus, bags, settings, state, place),
        _ => boxed::<variational::Variational>(kind, corpus, bags, settings, state, place),
    }
}

fn boxed<A: Algorithm + 'static>(
    kind: Kind,
    corpus: Arc<Corpus>,
    bags: Arc<Bags>,
    settings: Settings,
    state: &State,
    place: (u64, bool),
) -> Result<Box<dyn Engine>, EngineError> {
    let engine: Passes<A> = Passes::new(kind, corpus, bags, settings, state, place)?;
    Ok(Box::new(engine))
}

/// An engine that passes over the documents.
struct Passes<A> {
    kind: Kind,
    corpus: Arc<Corpus>,
    bags: Arc<Bags>,
    settings: Settings,
    ids: Vec<u32>,
    next_id: u32,
    algorithm: A,
    sweep: u64,
    /// The next word to get new parameters, then the next document.
    next_word: usize,
    document: usize,
    /// The objective of the pass under way, as far as it is summed up.
    sum: f64,
    objective: Objective,
}

impl<A: Algorithm> Passes<A> {
    fn new(
        kind: Kind,
        corpus: Arc<Corpus>,
        bags: Arc<Bags>,
        mut settings: Settings,
        state: &State,
        (sweep, random): (u64, bool),
    ) -> Result<Self, EngineError> {
        let (mut ids, mut next_id) = (state.ids().to_vec(), state.next_id());
        if kind == Kind::Unigram {
            (ids, next_id) = (vec![0], 1);
        } else {
            settings.topics = state.topics();
        }
        let alpha = settings.alpha.resolve("alpha", state.topics())?;
        let eta = settings.eta.resolve("eta", corpus.vocabulary().len())?;
        let algorithm = A::start(&Start {
            corpus: &corpus,
            state,
            random,
            settings: &settings,
            alpha: &alpha,
            eta: &eta,
        })?;
        let mut new = Self {
            kind,
            corpus,
            bags,
            settings,
            ids,
            next_id,
            algorithm,
            sweep,
            next_word: 0,
            document: 0,
            sum: 0.0,
            objective: Objective::Bound(0.0),
        };
        new.look();
        Ok(new)
    }

    fn topics(&self) -> usize {
        self.ids.len()
    }

    fn words(&self) -> usize {
        self.corpus.vocabulary().len()
    }

    /// Statistics and objective under the parameters as they are.
    fn look(&mut self) {
        self.algorithm.clear();
        let parts = (0..self.bags.documents()).map(|d| self.algorithm.look(&self.bags, d));
        let sum = parts.sum();
        self.objective = self.algorithm.objective(sum);
    }

    /// New parameters for about so many words; true when all have them.
    fn update(&mut self, work: usize) -> bool {
        if self.next_word == self.words() {
            return true;
        }
        if self.next_word == 0 {
            self.algorithm.prepare();
        }
        let many = work.div_ceil(self.topics().max(1));
        let end = self.words().min(self.next_word.saturating_add(many));
        self.algorithm.update(self.next_word..end);
        self.next_word = end;
        if end == self.words() {
            self.algorithm.clear();
        }
        end == self.words()
    }

    fn finish(&mut self) {
        self.objective = self.algorithm.objective(std::mem::take(&mut self.sum));
        self.sweep += 1;
        (self.next_word, self.document) = (0, 0);
        if let Some(alpha) = self.algorithm.fitted_alpha() {
            self.settings.alpha = alpha;
        }
    }

    fn set_priors(&mut self, settings: Settings) -> Result<(), EngineError> {
        let alpha = settings.alpha.resolve("alpha", self.topics())?;
        let eta = settings.eta.resolve("eta", self.words())?;
        self.algorithm.set_priors(alpha, eta, settings.em.smooth)?;
        self.settings = settings;
        self.look();
        Ok(())
    }

    /// The topics of the tokens, the most probable ones.
    fn state(&self) -> Result<State, EngineError> {
        let z = (0..self.corpus.documents()).flat_map(|d| self.token_topics(d));
        let state = State::from_topics(&self.corpus, self.topics(), z.collect())?;
        Ok(state.with_ids(self.ids.clone(), self.next_id))
    }
}

impl<A: Algorithm> Engine for Passes<A> {
    fn kind(&self) -> Kind {
        self.kind
    }

    fn exact(&self) -> bool {
        !self.kind.is_lda()
    }

    fn corpus(&self) -> &Arc<Corpus> {
        &self.corpus
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn priors(&self) -> Priors<'_> {
        self.algorithm.priors()
    }

    fn sweep(&self) -> u64 {
        self.sweep
    }

    fn position(&self) -> usize {
        match self.document {
            0 => self.next_word,
            d => self.words() + self.corpus.range(d - 1).end,
        }
    }

    fn between_sweeps(&self) -> bool {
        self.next_word == 0
    }

    fn advance(&mut self, tokens: usize) -> Advance {
        let mut left = tokens.max(1);
        let mut visited = 0;
        if self.update(left) {
            while self.document < self.bags.documents() && left > 0 {
                let length = self.corpus.range(self.document).len();
                left = left.saturating_sub(length.max(1));
                if let Some(part) = self.algorithm.visit(&self.bags, self.document) {
                    self.sum += part;
                    visited += length;
                    self.document += 1;
                }
            }
        }
        let sweep_done = self.document == self.bags.documents();
        if sweep_done {
            self.finish();
        }
        Advance {
            tokens: visited,
            sweep_done,
        }
    }

    fn moved(&self) -> Option<f64> {
        None
    }

    fn objective(&self) -> Objective {
        self.objective
    }

    fn apply(&mut self, edit: &Edit) -> Result<(), EngineError> {
        if !self.between_sweeps() {
            return Err(EngineError::InsideSweep);
        }
        let no_such = |name| EngineError::NoSuch {
            name,
            engine: self.kind.name(),
        };
        let mut settings = self.settings.clone();
        match edit {
            Edit::Alpha(_) if !self.kind.is_lda() => Err(no_such("alpha")),
            Edit::Eta(_) if !self.kind.is_lda() => Err(no_such("eta")),
            Edit::Topics { .. } if self.kind == Kind::Unigram => Err(no_such("topics")),
            Edit::Alpha(alpha) => {
                settings.alpha = alpha.clone();
                // A value that a person sets is not to be fitted away.
                settings.em.fix_alpha |= self.kind == Kind::VariationalEm;
                self.set_priors(settings)?;
                self.algorithm.fit_alpha(false);
                Ok(())
            }
            Edit::FitAlpha(_) if self.kind != Kind::VariationalEm => {
                Err(EngineError::FitsNoAlpha(self.kind.name()))
            }
            Edit::FitAlpha(fit) => {
                self.settings.em.fix_alpha = !fit;
                self.algorithm.fit_alpha(*fit);
                Ok(())
            }
            Edit::Eta(eta) => {
                settings.eta = eta.clone();
                settings.em.smooth |= self.kind == Kind::VariationalEm;
                self.set_priors(settings)
            }
            Edit::Topics { topics, .. } => {
                super::check_size(self.kind, *topics, self.words())?;
                let eta = settings.eta.resolve("eta", self.words())?;
                let (state, alpha) = resize::resize(
                    &self.corpus,
                    &self.state()?,
                    *topics,
                    Growth::Split,
                    (&settings.alpha, &eta),
                    (settings.seed, self.sweep),
                )?;
                settings.alpha = alpha;
                let (corpus, bags) = (Arc::clone(&self.corpus), Arc::clone(&self.bags));
                let place = (self.sweep, false);
                *self = Self::new(self.kind, corpus, bags, settings, &state, place)?;
                Ok(())
            }
            Edit::Engine(_) => Ok(()),
            Edit::Reset { seed } => {
                settings.seed = *seed;
                let state = State::random(&self.corpus, settings.topics, *seed)?;
                let (corpus, bags) = (Arc::clone(&self.corpus), Arc::clone(&self.bags));
                *self = Self::new(self.kind, corpus, bags, settings, &state, (0, true))?;
                Ok(())
            }
        }
    }

    fn topic_ids(&self) -> &[u32] {
        &self.ids
    }

    fn next_topic_id(&self) -> u32 {
        self.next_id
    }

    fn topic_sizes(&self) -> Vec<f64> {
        self.algorithm.sizes().to_vec()
    }

    fn top_words(&self, n: usize) -> Vec<Vec<(u32, f64)>> {
        let weights = self.algorithm.phi_weights();
        phi::top_words(weights, &phi::totals(self.topics(), weights), n)
    }

    fn theta(&self, d: usize) -> Vec<f64> {
        let mut theta = vec![0.0; self.topics()];
        self.algorithm.theta(d, &mut theta);
        theta
    }

    fn topic_share(&self, topic: usize) -> Vec<f64> {
        let mut theta = vec![0.0; self.topics()];
        (0..self.corpus.documents())
            .map(|d| {
                self.algorithm.theta(d, &mut theta);
                theta[topic]
            })
            .collect()
    }

    fn fit_prior(&self, which: Which, shape: Shape) -> Option<Fit> {
        let priors = self.algorithm.priors();
        let prior = match which {
            Which::Alpha => priors.alpha?,
            Which::Eta => priors.eta?,
        };
        let logs = self.algorithm.expected_logs(which)?;
        let start: Vec<f64> = prior.values().collect();
        Some(dirichlet::newton(&logs, shape, Gamma::WEAK, &start))
    }

    fn phi(&self) -> Phi {
        Phi::of_weights(self.topics(), self.algorithm.phi_weights().to_vec())
    }

    fn phi_of(&self, words: &[u32]) -> Phi {
        Phi::of_rows(self.topics(), self.algorithm.phi_weights(), words)
    }

    fn document_weights(&self) -> Option<Vec<f64>> {
        self.algorithm.document_weights()
    }

    fn document_steps(&self, d: usize) -> Option<DocumentSteps> {
        let there = d < self.bags.documents();
        there.then(|| self.algorithm.document_steps(&self.bags, d))?
    }

    fn token_topics(&self, d: usize) -> Vec<u16> {
        let mut q = vec![0.0; self.topics()];
        let words = self.corpus.document(d).iter();
        words
            .map(|&word| {
                self.algorithm.ln_responsibilities(d, word, &mut q);
                let best = (0..q.len()).max_by(|a, b| q[*a].total_cmp(&q[*b]).then(b.cmp(a)));
                best.unwrap_or(0) as u16
            })
            .collect()
    }

    fn digest(&self) -> String {
        let mut hash = Sha256::new();
        for parameters in [
            self.algorithm.phi_weights(),
            self.algorithm.document_parameters(),
        ] {
            for part in parameters.chunks(1_024) {
                let bytes: Vec<u8> = part.iter().flat_map(|x| x.to_le_bytes()).collect();
                hash.update(&bytes);
            }
        }
        let hash = hash.finalize();
        hash.iter().take(16).map(|b| format!("{b:02x}")).collect()
    }
}
