//! Ways to infer the topics, behind one trait.
//!
//! An [`Engine`] owns its corpus (shared), its state and its priors. Whoever
//! drives it calls [`Engine::advance`] with a number of tokens and gets control
//! back, inside a long document too; between two sweeps it may apply an
//! [`Edit`]. An engine knows no clock, no channel and no screen.

mod edit;
pub mod fold_in;
pub mod gibbs;
mod one_token;
mod optimize;
pub mod passes;

pub use edit::{Edit, EmOptions, EngineError, Parallel, Settings};
pub use one_token::{Chance, Counted, Factors, TokenDraw};
pub use optimize::{Optimize, Proposal, Which};

use crate::corpus::Corpus;
use crate::model::dirichlet::{Fit, Shape};
use crate::model::phi::Phi;
use crate::model::{LogJoint, Prior, PriorSpec, State};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The engines there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Collapsed Gibbs sampling: theta and phi integrated out.
    #[default]
    Collapsed,
    /// Gibbs sampling of z, theta and phi in turn.
    Uncollapsed,
    /// Smoothed variational Bayes: q(theta) q(phi) q(z).
    Variational,
    /// Variational EM (Blei, Ng and Jordan 2003): phi a point estimate.
    VariationalEm,
    /// One word distribution for all documents.
    Unigram,
    /// A mixture of unigrams: one topic a document.
    Mixture,
    /// Probabilistic latent semantic indexing.
    Plsi,
}

impl Kind {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 7] = [
        Self::Collapsed,
        Self::Uncollapsed,
        Self::Variational,
        Self::VariationalEm,
        Self::Unigram,
        Self::Mixture,
        Self::Plsi,
    ];

    /// The name on the command line and in output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Collapsed => "collapsed",
            Self::Uncollapsed => "uncollapsed",
            Self::Variational => "variational",
            Self::VariationalEm => "variational-em",
            Self::Unigram => "unigram",
            Self::Mixture => "mixture",
            Self::Plsi => "plsi",
        }
    }

    /// What it is, for a sentence.
    pub fn title(self) -> &'static str {
        match self {
            Self::Collapsed => "collapsed Gibbs sampling",
            Self::Uncollapsed => "uncollapsed Gibbs sampling",
            Self::Variational => "variational Bayes",
            Self::VariationalEm => "variational EM",
            Self::Unigram => "the unigram model",
            Self::Mixture => "a mixture of unigrams",
            Self::Plsi => "pLSI",
        }
    }

    /// Whether it draws a topic for every token.
    pub fn is_gibbs(self) -> bool {
        matches!(self, Self::Collapsed | Self::Uncollapsed)
    }

    /// Whether it is latent Dirichlet allocation, with priors.
    pub fn is_lda(self) -> bool {
        !matches!(self, Self::Unigram | Self::Mixture | Self::Plsi)
    }
}

/// What an engine makes better, or samples from; in nats.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Objective {
    /// log p(w, z | alpha, eta), theta and phi integrated out.
    LogJoint(LogJoint),
    /// A lower bound of log p(w | alpha, eta), or of log p(w | alpha, phi) where
    /// phi is a point estimate.
    Bound(f64),
    /// log p(w | parameters) of a model without priors.
    LogLikelihood(f64),
}

impl Objective {
    /// The whole of it.
    pub fn total(self) -> f64 {
        match self {
            Self::LogJoint(joint) => joint.total(),
            Self::Bound(value) | Self::LogLikelihood(value) => value,
        }
    }

    /// What it is called, as a user reads it.
    pub fn name(self) -> &'static str {
        match self {
            Self::LogJoint(_) => "log joint",
            Self::Bound(_) => "bound",
            Self::LogLikelihood(_) => "log likelihood",
        }
    }
}

/// The priors of an engine; a model without a prior has `None`.
#[derive(Debug, Clone, Copy)]
pub struct Priors<'a> {
    /// The document–topic prior (length K).
    pub alpha: Option<&'a Prior>,
    /// The topic–word prior (length V).
    pub eta: Option<&'a Prior>,
}

/// How far a call of [`Engine::advance`] came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Advance {
    /// Tokens visited.
    pub tokens: usize,
    /// Whether a sweep was completed; the call then ends there.
    pub sweep_done: bool,
}

/// A way to infer topics.
pub trait Engine: Send {
    /// Which engine it is.
    fn kind(&self) -> Kind;

    /// Whether every draw comes from its exact conditional.
    fn exact(&self) -> bool;

    /// The corpus.
    fn corpus(&self) -> &Arc<Corpus>;

    /// The priors, K and the seed as they are now; a new engine from these
    /// settings starts the chain that this one would be after a reset.
    fn settings(&self) -> &Settings;

    /// The checked priors.
    fn priors(&self) -> Priors<'_>;

    /// Number of completed sweeps.
    fn sweep(&self) -> u64;

    /// How far the sweep under way has come: tokens visited (and, in a pass that
    /// first takes new parameters, words before that); 0 between two sweeps.
    fn position(&self) -> usize;

    /// Whether the chain stands between two sweeps and may change.
    fn between_sweeps(&self) -> bool;

    /// Goes on for about `tokens` tokens, or to the end of the sweep; computing
    /// the objective is part of the sweep and is done in pieces too.
    fn advance(&mut self, tokens: usize) -> Advance;

    /// Share of the tokens that changed topic in the last complete sweep, where
    /// tokens have topics.
    fn moved(&self) -> Option<f64>;

    /// The objective after the last complete sweep or edit.
    fn objective(&self) -> Objective;

    /// log p(w, z, theta, phi | alpha, eta) after the last complete sweep, where
    /// theta and phi are drawn: a density, which may exceed 0.
    fn density(&self) -> Option<f64> {
        None
    }

    /// The draw to come, written out; nothing is changed by looking at it.
    ///
    /// # Errors
    /// A sentence that says why there is none.
    fn token_draw(&self) -> Result<TokenDraw, &'static str> {
        Err(
            "this engine draws no topics: it weighs all of them for every word (e takes a Gibbs sampler)",
        )
    }

    /// The coordinate ascent of document `d` under the present topics, written out;
    /// `None` for engines that do another thing with a document.
    fn document_steps(&self, _d: usize) -> Option<passes::DocumentSteps> {
        None
    }

    /// Changes the chain; another engine is [`apply`]'s to put in its place.
    ///
    /// # Errors
    /// When the edit is not possible, or a sweep is under way; the chain is then
    /// as it was.
    fn apply(&mut self, edit: &Edit) -> Result<(), EngineError>;

    /// The stable ids of the topics (length K).
    fn topic_ids(&self) -> &[u32];

    /// The id that the next new topic gets.
    fn next_topic_id(&self) -> u32;

    /// Number of tokens of each topic (length K), where an engine gives a token
    /// to several topics the expected number.
    fn topic_sizes(&self) -> Vec<f64>;

    /// The `n` most probable words of each topic with their phi.
    fn top_words(&self, n: usize) -> Vec<Vec<(u32, f64)>>;

    /// theta of document `d` (length K).
    fn theta(&self, d: usize) -> Vec<f64>;

    /// theta of one topic, by place, in every document (length D).
    fn topic_share(&self, topic: usize) -> Vec<f64>;

    /// The prior that the present counts, or expected counts, make most probable;
    /// `None` where there is no such prior.
    fn fit_prior(&self, _: Which, _: Shape) -> Option<Fit> {
        None
    }

    /// phi, as the engine has it now.
    fn phi(&self) -> Phi;

    /// phi of these words alone, which become word 0, 1 and so on: for a text that is
    /// looked at again and again.
    fn phi_of(&self, words: &[u32]) -> Phi;

    /// p(k) of a document before any of its words is seen (length K), where the
    /// model has one that no prior gives.
    fn document_weights(&self) -> Option<Vec<f64>> {
        None
    }

    /// The topic of each token of document `d`, by place (below K): the most
    /// probable one where an engine gives a token to several.
    fn token_topics(&self, d: usize) -> Vec<u16>;

    /// A short name of the whole of z, or of all parameters where there is no z:
    /// equal for equal chains.
    fn digest(&self) -> String;
}

/// Starts an engine. Every one starts from the same random topics of the tokens,
/// given the same seed: an engine without z from their counts.
///
/// # Errors
/// When the settings are out of range or the corpus has no token.
pub fn start(
    kind: Kind,
    corpus: Arc<Corpus>,
    settings: Settings,
) -> Result<Box<dyn Engine>, EngineError> {
    let state = State::random(&corpus, settings.topics, settings.seed)?;
    from_state(kind, corpus, settings, state, (0, true))
}

/// An engine that goes on from the topics of the tokens after so many sweeps;
/// `random` says whether they are a random start, which an engine without z takes
/// as a small push away from evenness only.
///
/// # Errors
/// As [`start`].
pub fn from_state(
    kind: Kind,
    corpus: Arc<Corpus>,
    settings: Settings,
    state: State,
    (sweep, random): (u64, bool),
) -> Result<Box<dyn Engine>, EngineError> {
    check_size(kind, state.topics(), corpus.vocabulary().len())?;
    if kind.is_gibbs() {
        let chain = gibbs::Gibbs::from_state(kind, corpus, settings, state, sweep)?;
        Ok(Box::new(chain))
    } else {
        passes::from_state(kind, corpus, settings, &state, (sweep, random))
    }
}

/// Makes a change between two sweeps, also that to another engine: the new one
/// goes on from the topic of each token (the most probable one where a token had
/// several), under the same ids and priors. Leaving the unigram model, which has
/// one topic only, starts from random topics.
///
/// # Errors
/// When the change is not possible, or a sweep is under way; the engine is then
/// as it was.
pub fn apply(engine: &mut Box<dyn Engine>, edit: &Edit) -> Result<(), EngineError> {
    let Edit::Engine(kind) = *edit else {
        return engine.apply(edit);
    };
    if !engine.between_sweeps() {
        return Err(EngineError::InsideSweep);
    }
    if kind == engine.kind() {
        return Ok(());
    }
    let (corpus, settings) = (Arc::clone(engine.corpus()), engine.settings().clone());
    let random = engine.kind() == Kind::Unigram;
    let state = if random {
        State::random(&corpus, settings.topics, settings.seed)?
    } else {
        let z = (0..corpus.documents()).flat_map(|d| engine.token_topics(d));
        let ids = engine.topic_ids().to_vec();
        State::from_topics(&corpus, ids.len(), z.collect())?.with_ids(ids, engine.next_topic_id())
    };
    *engine = from_state(kind, corpus, settings, state, (engine.sweep(), random))?;
    Ok(())
}

/// Numbers that phi may have where an engine keeps all of it, up to four times: 2 GiB.
const MOST: usize = 1 << 26;

/// Refuses what would not fit into memory.
fn check_size(kind: Kind, topics: usize, words: usize) -> Result<(), EngineError> {
    if kind == Kind::Collapsed || topics.saturating_mul(words) <= MOST {
        Ok(())
    } else {
        Err(EngineError::TooLarge {
            engine: kind.name(),
            topics,
            words,
            most: MOST,
        })
    }
}

/// Takes these processor instructions in the sampler (scalar, avx2, avx512 or neon)
/// in place of the fastest there are; they never change a result. Must come before
/// the first engine.
///
/// # Errors
/// A sentence, when this processor has no such instructions.
pub fn force_instructions(name: &str) -> Result<(), String> {
    gibbs::lanes::Path::force(name)
}

/// The name of the instructions that the sampler uses.
pub fn instructions() -> &'static str {
    gibbs::lanes::Path::chosen().name()
}

/// The priors used where a user names none: alpha 0.1 and eta 0.01 for each
/// component, the values of the field's usual examples.
pub fn default_priors() -> (PriorSpec, PriorSpec) {
    (PriorSpec::Each(0.1), PriorSpec::Each(0.01))
}
