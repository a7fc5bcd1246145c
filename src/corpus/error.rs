//! What can be wrong with a corpus, said so that a user can mend it.

use std::path::PathBuf;

/// Why a corpus could not be read. The text names the file, the line where
/// there is one, and the remedy.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// A corpus put together in memory does not hold together.
    #[error("{0}")]
    Invalid(String),
    /// A file cannot be opened or read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// An option's value makes no sense: a mistake of usage.
    #[error("{option}: {reason}")]
    Option {
        /// The option as it is typed.
        option: &'static str,
        /// What is wrong with the value, and what would be right.
        reason: String,
    },
    /// There is no token in any document, before any pruning.
    #[error(
        "no document holds a single word ({documents} documents read): \
         is this the right file, column or tokenizer?"
    )]
    NoWords {
        /// Documents read.
        documents: usize,
    },
    /// Pruning left nothing.
    #[error(
        "every word was pruned by {settings} ({before} different words in {documents} documents \
         before): lower --min-df, raise --max-df or give a shorter stop list"
    )]
    AllPruned {
        /// The settings in force, as they are typed.
        settings: String,
        /// Different words before pruning.
        before: usize,
        /// Documents, empty ones included.
        documents: usize,
    },
}

impl CorpusError {
    /// Whether the user's options are at fault (exit code 2) and not the data.
    pub fn is_usage(&self) -> bool {
        matches!(self, Self::Option { .. })
    }
}
