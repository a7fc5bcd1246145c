//! Ways to infer the topics, behind one trait.
//!
//! An [`Engine`] owns its corpus (shared), its state and its priors. Whoever
//! drives it calls [`Engine::advance`] with a number of tokens and gets control
//! back, inside a long document too; between two sweeps it may apply an
//! [`Edit`]. An engine knows no clock, no channel and no screen.

pub mod collapsed;
mod edit;

pub use edit::{Edit, EngineError, Settings};

use crate::corpus::Corpus;
use crate::model::{LogJoint, Prior, PriorSpec};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The engines there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Collapsed Gibbs sampling: theta and phi integrated out.
    #[default]
    Collapsed,
}

impl Kind {
    /// The name on the command line and in output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Collapsed => "collapsed",
        }
    }

    /// What it is, for a sentence.
    pub fn title(self) -> &'static str {
        match self {
            Self::Collapsed => "collapsed Gibbs sampling",
        }
    }
}

/// What an engine makes better, or samples from; in nats.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Objective {
    /// log p(w, z | alpha, eta), theta and phi integrated out.
    LogJoint(LogJoint),
}

impl Objective {
    /// The whole of it.
    pub fn total(self) -> f64 {
        match self {
            Self::LogJoint(joint) => joint.total(),
        }
    }

    /// What it is called, as a user reads it.
    pub fn name(self) -> &'static str {
        match self {
            Self::LogJoint(_) => "log joint",
        }
    }
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

    /// The checked priors alpha (length K) and eta (length V).
    fn priors(&self) -> (&Prior, &Prior);

    /// Number of completed sweeps.
    fn sweep(&self) -> u64;

    /// Tokens visited in the sweep under way; 0 between two sweeps.
    fn position(&self) -> usize;

    /// Whether the chain stands between two sweeps and may change.
    fn between_sweeps(&self) -> bool;

    /// Goes on for about `tokens` tokens, or to the end of the sweep; computing
    /// the objective is part of the sweep and is done in pieces too.
    fn advance(&mut self, tokens: usize) -> Advance;

    /// Share of the tokens that changed topic in the last complete sweep.
    fn moved(&self) -> Option<f64>;

    /// The objective after the last complete sweep or edit.
    fn objective(&self) -> Objective;

    /// Changes the chain.
    ///
    /// # Errors
    /// When the edit is not possible, or a sweep is under way; the chain is then
    /// as it was.
    fn apply(&mut self, edit: &Edit) -> Result<(), EngineError>;

    /// The stable ids of the topics (length K).
    fn topic_ids(&self) -> &[u32];

    /// Number of tokens of each topic (length K), where an engine gives a token
    /// to several topics the expected number.
    fn topic_sizes(&self) -> Vec<f64>;

    /// The `n` most probable words of each topic with their phi.
    fn top_words(&self, n: usize) -> Vec<Vec<(u32, f64)>>;

    /// theta of document `d` (length K).
    fn theta(&self, d: usize) -> Vec<f64>;

    /// theta of one topic, by place, in every document (length D).
    fn topic_share(&self, topic: usize) -> Vec<f64>;

    /// The topic of each token of document `d`, by place (below K).
    fn token_topics(&self, d: usize) -> Vec<u16>;

    /// A short name of the whole of z: equal for equal chains.
    fn digest(&self) -> String;
}

/// Starts an engine.
///
/// # Errors
/// When the settings are out of range or the corpus has no token.
pub fn start(
    kind: Kind,
    corpus: Arc<Corpus>,
    settings: Settings,
) -> Result<Box<dyn Engine>, EngineError> {
    match kind {
        Kind::Collapsed => Ok(Box::new(collapsed::Collapsed::new(corpus, settings)?)),
    }
}

/// The priors used where a user names none: alpha 0.1 and eta 0.01 for each
/// component, the values of the field's usual examples.
pub fn default_priors() -> (PriorSpec, PriorSpec) {
    (PriorSpec::Each(0.1), PriorSpec::Each(0.01))
}
