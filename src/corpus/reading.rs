//! What a reader is told and what it tells.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::format::Format;

/// How to read a corpus; nothing set means: find out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReadOptions {
    /// The format; recognised by name and content when absent.
    pub format: Option<Format>,
    /// First word id of LDA-C (0 when absent) and SVMlight (1 when absent) files.
    pub base: Option<u8>,
    /// Whether the rows of a MatrixMarket file are words, not documents.
    pub transpose: bool,
    /// The column or key that holds the text.
    pub text_column: Option<String>,
    /// The column or key that holds the document's id.
    pub id_column: Option<String>,
    /// The encoding's label; UTF-8, or what a byte order mark says, when absent.
    pub encoding: Option<String>,
    /// How many threads look for words, all processors when absent. The corpus does
    /// not depend on it, so that no session keeps it.
    #[serde(skip)]
    pub threads: Option<usize>,
}

/// What was read and how it was understood.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadReport {
    /// The file, folder, or "standard input".
    pub source: String,
    /// The format it was read as.
    pub format: Option<Format>,
    /// Whether the format was recognised rather than given.
    pub recognised: bool,
    /// The encoding's name.
    pub encoding: String,
    /// Whether the file was gzip.
    pub gzip: bool,
    /// The column or key that gave the text.
    pub text_column: Option<String>,
    /// The column or key that gave the ids.
    pub id_column: Option<String>,
    /// The column or key that gave the titles.
    pub title_column: Option<String>,
    /// The vocabulary found beside a file of counts.
    pub vocabulary: Option<PathBuf>,
    /// Documents handed to the sink, empty ones included.
    pub documents: u64,
}

/// How the source was understood, in one line, with what was guessed.
impl fmt::Display for ReadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)?;
        if let Some(format) = self.format {
            let how = if self.recognised { " (recognised)" } else { "" };
            write!(f, ": {format}{how}")?;
        }
        if !self.encoding.is_empty() {
            write!(f, ", {}", self.encoding)?;
        }
        if self.gzip {
            f.write_str(", gzip")?;
        }
        for (what, column) in [
            ("text", &self.text_column),
            ("ids", &self.id_column),
            ("titles", &self.title_column),
        ] {
            if let Some(column) = column {
                write!(f, ", {what} from '{column}'")?;
            }
        }
        if let Some(path) = &self.vocabulary {
            write!(f, ", words from {}", path.display())?;
        }
        Ok(())
    }
}
