//! Likelihood and priors, as results show them.

use crate::model::{LogJoint, Prior};
use serde::Serialize;

/// log p(w, z | alpha, eta) in nats, with its two parts.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Likelihood {
    log_joint: f64,
    log_joint_document: f64,
    log_joint_word: f64,
    log_joint_per_token: f64,
}

impl Likelihood {
    /// The likelihood of a corpus of `tokens` tokens, at least one.
    pub fn new(joint: LogJoint, tokens: usize) -> Self {
        Self {
            log_joint: joint.total(),
            log_joint_document: joint.document,
            log_joint_word: joint.word,
            log_joint_per_token: joint.total() / tokens as f64,
        }
    }

    /// A line for a person.
    pub fn line(&self) -> String {
        format!(
            "log joint {:.3} = documents {:.3} + words {:.3}; {:.5} per token",
            self.log_joint, self.log_joint_document, self.log_joint_word, self.log_joint_per_token
        )
    }
}

/// A prior: one number where it is symmetric, else a list of all.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Values {
    /// The value of every component.
    Each(f64),
    /// The value of each component.
    List(Vec<f64>),
}

impl Values {
    /// The values of a prior.
    pub fn of(prior: &Prior) -> Self {
        match prior.symmetric_value() {
            Some(value) => Self::Each(value),
            None => Self::List(prior.values().collect()),
        }
    }
}

/// A prior in a few words, with its sum.
pub fn in_words(prior: &Prior) -> String {
    let sum = prior.sum();
    match prior.symmetric_value() {
        Some(value) => format!("{value} (sum {sum:.4})"),
        None => format!("asymmetric (sum {sum:.4})"),
    }
}
