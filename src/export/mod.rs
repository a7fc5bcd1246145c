//! What leaves: corpora and fitted models in the formats of other programs, and
//! folders of results.
//!
//! One file for each format of another program; each function takes a [`Corpus`] or a [`Fitted`](crate::session::Fitted)
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
//! | [`drawn`] | a corpus drawn from the model, with its truth |
//! | [`doc_topics`] | MALLET document topics, dense |
//! | [`tables`] | CSV tables |
//! | [`results`] | a folder of results of our own |
//! | [`report`] | one HTML file with pictures |
//! | [`summary`], [`likelihood`] | the summary in it |
//! | [`movement`] | whether the chain still goes anywhere |
//! | [`intervals`] | how sure phi and theta are |
//! | [`trace`] | the trace in it |
//! | [`file`] | files that are whole or not there |

pub mod doc_topics;
pub mod drawn;
pub mod file;
pub mod intervals;
pub mod ldac;
pub mod likelihood;
pub mod lists;
pub mod mallet_lines;
pub mod mallet_state;
pub mod matrix_market;
pub mod movement;
pub mod report;
pub mod results;
pub mod summary;
pub mod svmlight;
pub mod tables;
pub mod topic_keys;
pub mod trace;
pub mod uci;

use crate::corpus::Corpus;

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
