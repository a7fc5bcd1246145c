//! What an engine is started with, and what may change while it runs.

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
}

/// A change of the chain, made between two sweeps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Edit {
    /// Another alpha.
    Alpha(PriorSpec),
    /// Another eta.
    Eta(PriorSpec),
    /// Another number of topics ([`crate::model::resize`] says what becomes of the tokens).
    Topics {
        /// The new K.
        topics: usize,
        /// How new topics start.
        growth: Growth,
    },
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
            Self::Topics { topics, .. } => write!(f, "K {topics}"),
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
