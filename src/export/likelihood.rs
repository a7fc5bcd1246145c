//! Likelihood and priors, as results show them.

use crate::engine::{Objective, Priors};
use crate::eval::held_out::Score;
use crate::model::Prior;
use crate::plain::count;
use serde::Serialize;

/// The objective in nats, under the names that say what it is.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(untagged)]
pub enum Likelihood {
    /// log p(w, z | alpha, eta), with its two parts.
    LogJoint {
        /// The whole.
        log_joint: f64,
        /// log p(z | alpha).
        log_joint_document: f64,
        /// log p(w | z, eta).
        log_joint_word: f64,
        /// The whole, divided by the number of tokens.
        log_joint_per_token: f64,
    },
    /// A lower bound of log p(w).
    Bound {
        /// The bound.
        bound: f64,
        /// Divided by the number of tokens.
        bound_per_token: f64,
    },
    /// log p(w | parameters).
    LogLikelihood {
        /// The log likelihood.
        log_likelihood: f64,
        /// Divided by the number of tokens.
        log_likelihood_per_token: f64,
    },
}

impl Likelihood {
    /// The objective on a corpus of `tokens` tokens, at least one.
    pub fn new(objective: Objective, tokens: usize) -> Self {
        let per_token = objective.total() / tokens as f64;
        match objective {
            Objective::LogJoint(joint) => Self::LogJoint {
                log_joint: joint.total(),
                log_joint_document: joint.document,
                log_joint_word: joint.word,
                log_joint_per_token: per_token,
            },
            Objective::Bound(bound) => Self::Bound {
                bound,
                bound_per_token: per_token,
            },
            Objective::LogLikelihood(log_likelihood) => Self::LogLikelihood {
                log_likelihood,
                log_likelihood_per_token: per_token,
            },
        }
    }

    /// A line for a person.
    pub fn line(&self) -> String {
        match self {
            Self::LogJoint {
                log_joint,
                log_joint_document,
                log_joint_word,
                log_joint_per_token,
            } => format!(
                "log joint {log_joint:.3} = documents {log_joint_document:.3} + words \
                 {log_joint_word:.3}; {log_joint_per_token:.5} per token"
            ),
            Self::Bound {
                bound,
                bound_per_token,
            } => format!("bound {bound:.3}; {bound_per_token:.5} per token"),
            Self::LogLikelihood {
                log_likelihood,
                log_likelihood_per_token,
            } => format!(
                "log likelihood {log_likelihood:.3}; {log_likelihood_per_token:.5} per token"
            ),
        }
    }
}

/// How well held-out text is predicted.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct HeldOutScore {
    /// `completion` or `left-to-right`.
    method: &'static str,
    /// Which half was scored, or which numbers were drawn.
    seed: u64,
    /// Particles of left-to-right.
    #[serde(skip_serializing_if = "Option::is_none")]
    particles: Option<usize>,
    #[serde(flatten)]
    score: Score,
}

impl HeldOutScore {
    /// Of document completion.
    pub fn completion(score: Score, seed: u64) -> Self {
        Self {
            method: "completion",
            seed,
            particles: None,
            score,
        }
    }

    /// Of left-to-right with so many particles.
    pub fn left_to_right(score: Score, seed: u64, particles: usize) -> Self {
        Self {
            method: "left-to-right",
            seed,
            particles: Some(particles),
            score,
        }
    }

    /// A line for a person.
    pub fn line(&self) -> String {
        let Score {
            documents,
            tokens,
            per_token,
            standard_error,
            perplexity,
            perplexity_standard_error,
            ..
        } = self.score;
        format!(
            "held-out perplexity {perplexity:.1} ± {perplexity_standard_error:.1} \
             ({per_token:.4} ± {standard_error:.4} per token) by {}, {} of {}, \
             seed {}",
            self.method,
            count(tokens, "token"),
            count(documents, "document"),
            self.seed
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
fn in_words(prior: &Prior) -> String {
    let sum = prior.sum();
    match prior.symmetric_value() {
        Some(value) => format!("{value} (sum {sum:.4})"),
        None => format!("asymmetric (sum {sum:.4})"),
    }
}

/// The priors there are, in a few words.
pub fn prior_words(priors: Priors<'_>) -> String {
    let named = [("alpha", priors.alpha), ("eta", priors.eta)];
    let mut words = named
        .into_iter()
        .filter_map(|(name, prior)| Some(format!("{name} {}", in_words(prior?))))
        .collect::<Vec<_>>();
    if words.is_empty() {
        words.push("no priors".to_owned());
    }
    words.join(", ")
}
