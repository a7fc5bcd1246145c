//! What can be wrong with a corpus, said so that a user can mend it.

use std::path::{Path, PathBuf};

/// Why a corpus could not be read. The text names the file, the line where
/// there is one, and the remedy.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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
    /// There is no such file or folder.
    #[error("there is no file or folder {}; `gibbscope corpora` lists the bundled corpora", path.display())]
    NotFound {
        /// What was asked for.
        path: PathBuf,
    },
    /// The whole file is not what it should be.
    #[error("{file}: {problem}")]
    File {
        /// The file, or "standard input".
        file: String,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// One line of a file is not what it should be.
    #[error("{file}: line {line}: {problem}")]
    Line {
        /// The file, or "standard input".
        file: String,
        /// The line, counted from 1.
        line: u64,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// A byte that the encoding does not allow.
    #[error("{file}: line {line}, {place} is not {encoding}; {remedy}")]
    Encoding {
        /// The file, or "standard input".
        file: String,
        /// The line, counted from 1.
        line: u64,
        /// Which byte, and its value.
        place: String,
        /// The encoding that was expected.
        encoding: String,
        /// What the bytes look like and which option to pass.
        remedy: String,
    },
    /// A name given as an encoding that nobody knows.
    #[error(
        "unknown encoding `{0}`: pass a name such as utf-8, utf-16le, windows-1252, iso-8859-15, shift_jis or gb18030"
    )]
    UnknownEncoding(String),
    /// A column (or key) that the file does not have.
    #[error("{file}: line {line}: there is no column `{wanted}`; the columns are {columns}")]
    Column {
        /// The file, or "standard input".
        file: String,
        /// The line that names the columns, counted from 1.
        line: u64,
        /// The column that was asked for.
        wanted: String,
        /// The columns that exist, as one phrase.
        columns: String,
    },
    /// Whoever watched the reading asked it to stop.
    #[error("reading was cancelled")]
    Cancelled,
}

impl CorpusError {
    /// Whether the user's options are at fault (exit code 2) and not the data.
    pub fn is_usage(&self) -> bool {
        matches!(self, Self::Option { .. } | Self::UnknownEncoding(_))
    }

    /// The error of one line.
    pub(crate) fn line(file: &str, line: u64, problem: impl Into<String>) -> Self {
        Self::Line {
            file: file.to_owned(),
            line,
            problem: problem.into(),
        }
    }

    /// The error of a whole file.
    pub(crate) fn file(file: &str, problem: impl Into<String>) -> Self {
        Self::File {
            file: file.to_owned(),
            problem: problem.into(),
        }
    }

    /// A system error on a path; a missing file gets its own variant.
    pub(crate) fn io(path: &Path, source: std::io::Error) -> Self {
        match source.kind() {
            std::io::ErrorKind::NotFound => Self::NotFound {
                path: path.to_owned(),
            },
            _ => Self::Io {
                path: path.to_owned(),
                source,
            },
        }
    }

    /// Unpacks an error that travelled through `std::io::Read`: the decoder and
    /// the quote guard hand theirs over wrapped, everything else is the system's.
    pub(crate) fn from_stream(file: &str, error: std::io::Error) -> Self {
        match error.downcast::<Self>() {
            Ok(own) => own,
            Err(source) => Self::Io {
                path: file.into(),
                source,
            },
        }
    }

    /// Packs the error for a trip through `std::io::Read`.
    pub(crate) fn into_stream(self) -> std::io::Error {
        std::io::Error::other(self)
    }
}
