//! A model with everything unpacked that is asked of it: from a model file, or as a copy of
//! a running chain.

mod documents;
mod exchange;
mod groups;
mod map;
mod recovery;
mod scores;

pub use exchange::Exchanged;
pub use scores::{DIAGNOSTICS, TopicScores};

use super::{Labels, Model, SavedError};
use crate::corpus::{Corpus, Vocabulary};
use crate::engine::fold_in::{FoldIn, Method};
use crate::engine::{Engine, Kind, Objective, Priors, Settings, default_priors};
use crate::eval::held_out::PSEUDO;
use crate::eval::words::Profiles;
use crate::model::phi::Phi;
use crate::model::{Prior, PriorSpec, State, estimate};
use std::sync::Arc;

/// A model unpacked, or a copy of a chain.
#[derive(Debug)]
pub struct Fitted {
    /// Which engine made it.
    pub kind: Kind,
    /// Its seed.
    pub seed: u64,
    /// Sweeps that were complete.
    pub sweep: u64,
    /// The objective after the last of them.
    pub objective: Objective,
    /// The corpus; that of a model file has no texts.
    pub corpus: Arc<Corpus>,
    /// z and the counts; of an engine that draws no topics, from the most probable one of
    /// each token.
    pub state: Arc<State>,
    /// The document–topic prior (length K), where there is one.
    pub alpha: Option<Prior>,
    /// The topic–word prior (length V), where there is one.
    pub eta: Option<Prior>,
    /// The stable ids of the topics (length K).
    pub ids: Vec<u32>,
    /// phi.
    pub phi: Phi,
    /// Tokens of each topic (length K), expected ones where the engine draws none.
    pub sizes: Vec<f64>,
    /// p(k) of a document (length K), where the model has one that is no prior.
    pub weights: Option<Vec<f64>>,
    /// What the user calls its topics.
    pub labels: Labels,
    /// theta (D×K), where it does not follow from the counts.
    thetas: Option<Vec<f64>>,
}

/// The `n` words with the largest phi of every topic, by name.
pub(super) fn top_words(phi: &Phi, names: &Vocabulary, n: usize) -> Vec<Vec<String>> {
    let named = |top: Vec<(u32, f64)>| {
        let words = top.into_iter().map(|(word, _)| names.word(word).to_owned());
        words.collect()
    };
    phi.top_words(n).into_iter().map(named).collect()
}

impl Fitted {
    /// Unpacks a model.
    ///
    /// # Errors
    /// When its parts do not fit together.
    pub fn new(model: &Model) -> Result<Self, SavedError> {
        let (corpus, state) = model.state()?;
        let state = Arc::new(state);
        let (alpha, eta) = model.priors()?;
        let topics = state.topics();
        let (phi, sizes) = match &model.parameters {
            Some(p) => (Phi::of_weights(topics, p.words.clone()), p.sizes.clone()),
            None => {
                let none = || SavedError::Damaged("it has no eta".into());
                let eta = eta.clone().ok_or_else(none)?;
                let sizes = state.sizes().iter().map(|&n| f64::from(n)).collect();
                (Phi::of_counts(Arc::clone(&state), eta), sizes)
            }
        };
        let parameters = model.parameters.as_ref();
        Ok(Self {
            kind: model.engine,
            seed: model.settings.seed,
            sweep: model.sweep,
            objective: model.objective,
            corpus: Arc::new(corpus),
            state,
            alpha,
            eta,
            ids: model.topic_ids.clone(),
            phi,
            sizes,
            weights: parameters.and_then(|p| p.weights.clone()),
            labels: model.labels.clone(),
            thetas: parameters.map(|p| p.documents.clone()),
        })
    }

    /// A copy of what an engine holds now, also inside a sweep.
    ///
    /// # Errors
    /// When its parts do not fit together.
    pub fn of(engine: &dyn Engine) -> Result<Self, SavedError> {
        let corpus = Arc::clone(engine.corpus());
        let documents = 0..corpus.documents();
        let phi = engine.phi();
        let (state, thetas) = match phi.state() {
            Some(state) => (Arc::clone(state), None),
            None => {
                let z = documents.clone().flat_map(|d| engine.token_topics(d));
                let state = State::from_topics(&corpus, phi.topics(), z.collect());
                let state = state.map_err(|e| SavedError::Damaged(e.to_string()))?;
                let thetas = documents.flat_map(|d| engine.theta(d)).collect();
                (Arc::new(state), Some(thetas))
            }
        };
        let priors = engine.priors();
        Ok(Self {
            kind: engine.kind(),
            seed: engine.settings().seed,
            sweep: engine.sweep(),
            objective: engine.objective(),
            state,
            alpha: priors.alpha.cloned(),
            eta: priors.eta.cloned(),
            ids: engine.topic_ids().to_vec(),
            sizes: engine.topic_sizes(),
            weights: engine.document_weights(),
            labels: Labels::new(),
            corpus,
            phi,
            thetas,
        })
    }

    /// The model, ready for new documents; phi smoothed as
    /// [`crate::eval::held_out::predictor`] does.
    pub fn fold_in(&self, method: Method) -> FoldIn {
        let alpha = self.alpha.as_ref();
        let (phi, weights) = (self.phi.clone(), self.weights.clone());
        let model = FoldIn::new(self.kind, phi, alpha, weights, method);
        match self.eta {
            Some(_) => model,
            None => model.smoothed(&self.sizes, PSEUDO),
        }
    }

    /// What a fresh chain of the same model is started with; a model without a prior gets
    /// the usual one.
    pub fn settings(&self) -> Settings {
        let (alpha, eta) = default_priors();
        let written = |prior: Option<&Prior>, missing| {
            prior.map_or(missing, |prior| match prior.symmetric_value() {
                Some(value) => PriorSpec::Each(value),
                None => PriorSpec::List(prior.values().collect()),
            })
        };
        Settings {
            topics: self.ids.len(),
            alpha: written(self.alpha.as_ref(), alpha),
            eta: written(self.eta.as_ref(), eta),
            seed: self.seed,
            em: Default::default(),
            parallel: Default::default(),
        }
    }

    /// The priors there are.
    pub fn priors(&self) -> Priors<'_> {
        Priors {
            alpha: self.alpha.as_ref(),
            eta: self.eta.as_ref(),
        }
    }

    /// Tokens of a word in a topic, where it has probability `phi`; expected ones
    /// where the engine draws none.
    pub fn count(&self, word: u32, topic: usize, phi: f64) -> f64 {
        if self.kind.is_gibbs() {
            return self.state.count(word, topic as u16).into();
        }
        let smoothing = self.eta.as_ref();
        let (own, sum) = smoothing.map_or((0.0, 0.0), |e| (e.value(word as usize), e.sum()));
        (phi * (self.sizes[topic] + sum) - own).max(0.0)
    }

    /// p(topic|word) of every word.
    pub fn profiles(&self) -> Profiles<'_> {
        match self.kind.is_gibbs() {
            true => Profiles::drawn(&self.state),
            false => Profiles::expected(&self.phi, &self.sizes),
        }
    }

    /// theta of document `d` (length K, sums to 1).
    pub fn theta(&self, d: usize) -> Vec<f64> {
        let topics = self.ids.len();
        match (&self.thetas, &self.alpha) {
            (Some(thetas), _) => thetas[d * topics..][..topics].to_vec(),
            (None, Some(alpha)) => estimate::theta(&self.corpus, &self.state, alpha, d),
            (None, None) => vec![1.0 / topics as f64; topics],
        }
    }
}
