//! What leaves: corpora and fitted models in the formats of other programs, and
//! folders of results.
//!
//! One file for each format of another program; each function takes a [`Corpus`] or a [`Fitted`]
//! model and writes to whatever it is given.
//!
//! | file | format |
//! |---|---|
//! | [`ldac`] | LDA-C |
//! | [`uci`] | UCI bag of words |
//! | [`matrix_market`] | MatrixMarket |
//! | [`svmlight`] | SVMlight |
//! | [`mallet_lines`] | MALLET import lines |
//! | [`lists`] | vocabulary and document ids, beside a corpus of counts |
//! | [`mallet_state`] | MALLET state |
//! | [`topic_keys`] | MALLET topic keys |
//! | [`doc_topics`] | MALLET document topics, dense |
//! | [`tables`] | CSV tables |
//! | [`results`] | a folder of results of our own |
//! | [`summary`], [`likelihood`] | the summary in it |
//! | [`trace`] | the trace in it |

pub mod doc_topics;
pub mod ldac;
pub mod likelihood;
pub mod lists;
pub mod mallet_lines;
pub mod mallet_state;
pub mod matrix_market;
pub mod results;
pub mod summary;
pub mod svmlight;
pub mod tables;
pub mod topic_keys;
pub mod trace;
pub mod uci;

use crate::corpus::Corpus;
use crate::engine::fold_in::{FoldIn, Method};
use crate::engine::{Kind, Priors};
use crate::eval::held_out::PSEUDO;
use crate::model::phi::Phi;
use crate::model::{Prior, State, estimate};
use crate::session::{Model, SavedError};

/// Why something cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The system refused.
    #[error("cannot write: {0}")]
    Io(#[from] std::io::Error),
    /// The format cannot hold a word.
    #[error("{format} cannot hold the word '{word}': words are parted by spaces there")]
    Word {
        /// The format.
        format: &'static str,
        /// The word.
        word: String,
    },
    /// The model has no topic for each token.
    #[error(
        "a MALLET state has one drawn topic for each token, and {0} draws none; export csv, \
         topic-keys or doc-topics"
    )]
    NoTopics(&'static str),
    /// The format cannot hold the eta.
    #[error(
        "a MALLET state has one beta for all words, but this model's eta differs between words; \
         export csv, or fit with a single value"
    )]
    AsymmetricEta,
}

impl From<csv::Error> for ExportError {
    fn from(error: csv::Error) -> Self {
        Self::Io(error.into())
    }
}

/// A model unpacked.
#[derive(Debug)]
pub struct Fitted {
    /// Which engine made it.
    pub kind: Kind,
    /// The corpus, without texts.
    pub corpus: Corpus,
    /// z and the counts.
    pub state: State,
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
    /// theta (D×K), where it does not follow from the counts.
    thetas: Option<Vec<f64>>,
}

impl Fitted {
    /// Unpacks a model.
    ///
    /// # Errors
    /// When its parts do not fit together.
    pub fn new(model: &Model) -> Result<Self, SavedError> {
        let (corpus, state) = model.state()?;
        let (alpha, eta) = model.priors()?;
        let topics = state.topics();
        let (phi, sizes) = match &model.parameters {
            Some(p) => (Phi::of_weights(topics, p.words.clone()), p.sizes.clone()),
            None => {
                let none = || SavedError::Damaged("it has no eta".into());
                let eta = eta.clone().ok_or_else(none)?;
                let sizes = state.sizes().iter().map(|&n| f64::from(n)).collect();
                (Phi::of_counts(state.clone(), eta), sizes)
            }
        };
        let parameters = model.parameters.as_ref();
        Ok(Self {
            kind: model.engine,
            corpus,
            state,
            alpha,
            eta,
            ids: model.topic_ids.clone(),
            phi,
            sizes,
            weights: parameters.and_then(|p| p.weights.clone()),
            thetas: parameters.map(|p| p.documents.clone()),
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

    /// The priors there are.
    pub fn priors(&self) -> Priors<'_> {
        Priors {
            alpha: self.alpha.as_ref(),
            eta: self.eta.as_ref(),
        }
    }

    /// Tokens of a word in a topic, where it has probability `phi`; expected ones
    /// where the engine draws none.
    fn count(&self, word: u32, topic: usize, phi: f64) -> f64 {
        if self.kind.is_gibbs() {
            return self.state.count(word, topic as u16).into();
        }
        let smoothing = self.eta.as_ref();
        let (own, sum) = smoothing.map_or((0.0, 0.0), |e| (e.value(word as usize), e.sum()));
        (phi * (self.sizes[topic] + sum) - own).max(0.0)
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

/// The counts of document `d`: (word, count) by ascending word.
fn counts(corpus: &Corpus, d: usize) -> Vec<(u32, u32)> {
    let mut words = corpus.document(d).to_vec();
    words.sort_unstable();
    words
        .chunk_by(|a, b| a == b)
        .map(|run| (run[0], run.len() as u32))
        .collect()
}

/// Number of (document, word) pairs with a count.
fn pairs(corpus: &Corpus) -> usize {
    (0..corpus.documents())
        .map(|d| counts(corpus, d).len())
        .sum()
}

/// A name as one field: white space becomes `_`, an empty name too.
fn field(name: &str) -> String {
    let name = name.replace(char::is_whitespace, "_");
    if name.is_empty() { "_".into() } else { name }
}
