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
}
