//! What an engine is started with, and what may change while it runs.

use super::Kind;
use crate::model::resize::ResizeError;
use crate::model::{Growth, PriorError, PriorSpec, StateError};
use serde::{Deserialize, Serialize};

/// What a chain follows from, beside its corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Number of topics, K, from 1 to 65,535.
    pub topics: usize,
    /// The document–topic prior.
    pub alpha: PriorSpec,
    /// The topic–word prior.
    pub eta: PriorSpec,
    /// The seed of every random number; 0 is a seed like any other.
    pub seed: u64,
    /// What the EM engines are asked.
    #[serde(default)]
    pub em: EmOptions,
    /// How one chain uses several threads.
    #[serde(default)]
    pub parallel: Parallel,
}

/// How the collapsed sampler uses several threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parallel {
    /// Groups that documents and words are cut into, P; 1 for the exact sampler,
    /// more for one that is not.
    pub blocks: usize,
    /// Threads that may draw at the same time. They never change a result.
    #[serde(skip, default = "one")]
    pub threads: usize,
}

fn one() -> usize {
    1
}

impl Default for Parallel {
    fn default() -> Self {
        Self {
            blocks: 1,
            threads: 1,
        }
    }
}

/// Options of the engines that maximise.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct EmOptions {
    /// Variational EM: keep alpha as it is.
    pub fix_alpha: bool,
    /// Variational EM: fit an alpha_k for every topic, not one for all.
    pub asymmetric: bool,
    /// Variational EM: add eta to the counts that phi is estimated from.
    pub smooth: bool,
    /// pLSI: the exponent of tempered EM, above 0 and at most 1; `None` for 1.
    pub temper: Option<f64>,
}

/// A change of the chain, made between two sweeps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Edit {
    /// Another alpha.
    Alpha(PriorSpec),
    /// Another eta.
    Eta(PriorSpec),
    /// Variational EM: fit alpha from now on, or keep it as it is.
    FitAlpha(bool),
    /// Another number of topics ([`crate::model::resize`] says what becomes of the tokens).
    Topics {
        /// The new K.
        topics: usize,
        /// How new topics start.
        growth: Growth,
    },
    /// Another engine, which goes on from the present topics ([`super::apply`]).
    Engine(Kind),
    /// A fresh start from this seed with the present settings; sweeps count from 0 again.
    Reset {
        /// The new seed.
        seed: u64,
    },
}

impl std::fmt::Display for Edit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Alpha(spec) => write!(f, "α {spec}"),
            Self::Eta(spec) => write!(f, "η {spec}"),
            Self::FitAlpha(true) => f.write_str("α fitted"),
            Self::FitAlpha(false) => f.write_str("α kept"),
            Self::Topics { topics, .. } => write!(f, "K {topics}"),
            Self::Engine(kind) => write!(f, "{}", kind.name()),
            Self::Reset { seed } => write!(f, "seed {seed}"),
        }
    }
}

/// Why an engine cannot start or change.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum EngineError {
    /// A prior is out of range.
    #[error(transparent)]
    Prior(#[from] PriorError),
    /// K is out of range, or there is nothing to infer from.
    #[error(transparent)]
    State(#[from] StateError),
    /// phi would not fit into memory.
    #[error(
        "phi of the {engine} engine would have K × V = {topics} × {words} numbers, more than the \
         {most} it may keep: take at most {} topics, a smaller vocabulary, or the collapsed engine",
        most / words
    )]
    TooLarge {
        /// The engine.
        engine: &'static str,
        /// K.
        topics: usize,
        /// V.
        words: usize,
        /// The largest K × V.
        most: usize,
    },
    /// Only variational EM fits alpha itself.
    #[error("the {0} engine does not fit alpha itself")]
    FitsNoAlpha(&'static str),
    /// A prior is too small for expectations of logarithms.
    #[error("{name} {value} is out of range for the {engine} engine, which takes 1e-6 and above")]
    SmallPrior {
        /// alpha or eta.
        name: &'static str,
        /// Its smallest value.
        value: f64,
        /// The engine.
        engine: &'static str,
    },
    /// A parameter that this engine does not have.
    #[error("the {engine} engine has no {name}")]
    NoSuch {
        /// The parameter.
        name: &'static str,
        /// The engine.
        engine: &'static str,
    },
    /// The exponent of tempered EM is out of range.
    #[error("temper {0} is out of range: it must be above 0 and at most 1")]
    Temper(f64),
    /// A change came inside a sweep.
    #[error("the chain can change only between two sweeps")]
    InsideSweep,
}

impl From<ResizeError> for EngineError {
    fn from(error: ResizeError) -> Self {
        match error {
            ResizeError::Topics(e) => e.into(),
            ResizeError::Alpha(e) => e.into(),
        }
    }
}
