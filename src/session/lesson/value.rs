//! The numbers that a lesson can name. Documents and the tokens of a document count from
//! 1, as on the screen.

use serde::Deserialize;
use std::fmt;

/// A topic, by something that does not hang on its arbitrary number.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum TopicIs {
    /// The one that has most tokens of this word.
    Of(String),
    /// By its number of tokens: 1 for the largest.
    Largest(usize),
    /// The one that this token is in.
    At(usize, usize),
    /// The stable id, where a lesson has it from a step before.
    Id(u32),
}

/// A token: its document and its place in it, both from 1.
pub type TokenAt = (usize, usize);

/// What is measured of fits of some K; see [`crate::session::choose_k::Run`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[allow(missing_docs, reason = "they are the fields of a run")]
pub enum Trial {
    Perplexity,
    CNpmi,
    UMass,
    Exclusivity,
}

/// A number.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(
    missing_docs,
    reason = "docs/lessons.md has a table of them, and Display a phrase"
)]
pub enum Value {
    // Numbers and what can be done with them.
    Number(f64),
    Kept(String),
    Sum(Box<Value>, Box<Value>),
    Difference(Box<Value>, Box<Value>),
    Product(Box<Value>, Box<Value>),
    Ratio(Box<Value>, Box<Value>),
    Exp(Box<Value>),
    // The corpus and the chain.
    Documents,
    Words,
    Tokens,
    Topics,
    Sweep,
    Moved,
    Alpha,
    AlphaSum,
    Eta,
    EtaSum,
    LogJoint,
    LogJointDocument,
    LogJointWord,
    LogJointPerToken,
    Bound,
    LogLikelihood,
    UsedTopics,
    // Topics and words.
    Size(TopicIs),
    Share(TopicIs),
    Phi(String, TopicIs),
    WordTokens(String, TopicIs),
    WordTotal(String),
    WordRank(String, TopicIs),
    EffectiveWords(TopicIs),
    SameTopic(String, String),
    // Documents.
    Length(usize),
    Theta(usize, TopicIs),
    DocumentTokens(usize, TopicIs),
    Entropy(usize),
    EffectiveTopics(usize),
    MeanEffectiveTopics,
    // One token, taken out of the counts.
    DocumentSide(TokenAt, TopicIs),
    WordSide(TokenAt, TopicIs),
    Conditional(TokenAt, TopicIs),
    Together(TokenAt, TokenAt),
    // Exact answers.
    LogEvidence,
    ExactTogether(TokenAt, TokenAt),
    ExactSmallestTopic,
    // Chains that are run for the sake of the number.
    HarmonicMean {
        sweeps: u64,
    },
    Frequency {
        tokens: (TokenAt, TokenAt),
        sweeps: u64,
    },
    RHat {
        chains: u64,
        sweeps: u64,
    },
    EffectiveDraws {
        chains: u64,
        sweeps: u64,
    },
    LowestCosine {
        chains: u64,
        sweeps: u64,
    },
    LowestCosineUnpaired {
        chains: u64,
        sweeps: u64,
    },
    Disagreements {
        chains: u64,
        sweeps: u64,
    },
    Renumbered {
        chains: u64,
        sweeps: u64,
    },
    Fit {
        measure: Trial,
        topics: usize,
        seeds: u64,
        sweeps: u64,
    },
    // The truth of `bars`.
    TruthLowestCosine,
    TruthMeanCosine,
    TruthFound,
}

impl fmt::Display for TopicIs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Of(word) => write!(f, "the topic of '{word}'"),
            Self::Largest(1) => f.write_str("the largest topic"),
            Self::Largest(n) => write!(f, "topic number {n} by size"),
            Self::At(d, t) => write!(f, "the topic of token {t} of document {d}"),
            Self::Id(id) => write!(f, "topic {id}"),
        }
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Perplexity => "perplexity",
            Self::CNpmi => "c_npmi",
            Self::UMass => "u_mass",
            Self::Exclusivity => "exclusivity",
        })
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(x) => write!(f, "{x}"),
            Self::Kept(name) => write!(f, "{name}"),
            Self::Sum(a, b) => write!(f, "({a}) + ({b})"),
            Self::Difference(a, b) => write!(f, "({a}) − ({b})"),
            Self::Product(a, b) => write!(f, "({a}) × ({b})"),
            Self::Ratio(a, b) => write!(f, "({a}) / ({b})"),
            Self::Exp(a) => write!(f, "exp({a})"),
            Self::Documents => f.write_str("documents"),
            Self::Words => f.write_str("words of the vocabulary"),
            Self::Tokens => f.write_str("tokens"),
            Self::Topics => f.write_str("K"),
            Self::Sweep => f.write_str("sweep"),
            Self::Moved => f.write_str("share of tokens that moved"),
            Self::Alpha => f.write_str("mean alpha"),
            Self::AlphaSum => f.write_str("sum of alpha"),
            Self::Eta => f.write_str("mean eta"),
            Self::EtaSum => f.write_str("sum of eta"),
            Self::LogJoint => f.write_str("log joint"),
            Self::LogJointDocument => f.write_str("document part of the log joint"),
            Self::LogJointWord => f.write_str("word part of the log joint"),
            Self::LogJointPerToken => f.write_str("log joint per token"),
            Self::Bound => f.write_str("bound"),
            Self::LogLikelihood => f.write_str("log likelihood"),
            Self::UsedTopics => f.write_str("topics with a token"),
            Self::Size(k) => write!(f, "tokens of {k}"),
            Self::Share(k) => write!(f, "share of {k}"),
            Self::Phi(w, k) => write!(f, "phi of '{w}' in {k}"),
            Self::WordTokens(w, k) => write!(f, "tokens of '{w}' in {k}"),
            Self::WordTotal(w) => write!(f, "tokens of '{w}'"),
            Self::WordRank(w, k) => write!(f, "rank of '{w}' in {k}"),
            Self::EffectiveWords(k) => write!(f, "effective words of {k}"),
            Self::SameTopic(a, b) => write!(f, "share of pairs '{a}', '{b}' in one topic"),
            Self::Length(d) => write!(f, "tokens of document {d}"),
            Self::Theta(d, k) => write!(f, "theta of document {d} in {k}"),
            Self::DocumentTokens(d, k) => write!(f, "tokens of document {d} in {k}"),
            Self::Entropy(d) => write!(f, "entropy of theta of document {d}"),
            Self::EffectiveTopics(d) => write!(f, "effective topics of document {d}"),
            Self::MeanEffectiveTopics => f.write_str("mean effective topics of a document"),
            Self::DocumentSide((d, t), k) => {
                write!(f, "document side of token {t} of document {d} for {k}")
            }
            Self::WordSide((d, t), k) => {
                write!(f, "word side of token {t} of document {d} for {k}")
            }
            Self::Conditional((d, t), k) => {
                write!(f, "probability of {k} for token {t} of document {d}")
            }
            Self::Together(a, b) => write!(f, "whether tokens {a:?} and {b:?} share a topic"),
            Self::LogEvidence => f.write_str("exact log p(w)"),
            Self::ExactTogether(a, b) => {
                write!(f, "exact probability that {a:?} and {b:?} share a topic")
            }
            Self::ExactSmallestTopic => f.write_str("exact mean size of the smallest topic"),
            Self::HarmonicMean { sweeps } => write!(f, "harmonic mean of {sweeps} sweeps"),
            Self::Frequency {
                tokens: (a, b),
                sweeps,
            } => {
                write!(
                    f,
                    "share of {sweeps} sweeps with {a:?} and {b:?} in one topic"
                )
            }
            Self::RHat { chains, .. } => write!(f, "R-hat of {chains} chains"),
            Self::EffectiveDraws { chains, .. } => write!(f, "effective draws of {chains} chains"),
            Self::LowestCosine { chains, .. } => {
                write!(f, "lowest cosine of a paired topic in {chains} chains")
            }
            Self::LowestCosineUnpaired { chains, .. } => {
                write!(
                    f,
                    "lowest cosine of topics of the same number in {chains} chains"
                )
            }
            Self::Disagreements { chains, .. } => {
                write!(f, "topics that {chains} chains disagree on")
            }
            Self::Renumbered { chains, .. } => {
                write!(
                    f,
                    "topics that have another number in some of {chains} chains"
                )
            }
            Self::Fit {
                measure, topics, ..
            } => write!(f, "{measure} with {topics} topics"),
            Self::TruthLowestCosine => f.write_str("lowest cosine with the true bars"),
            Self::TruthMeanCosine => f.write_str("mean cosine with the true bars"),
            Self::TruthFound => f.write_str("true bars found"),
        }
    }
}
