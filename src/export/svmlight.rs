//! SVMlight: a document a line, `label feature:count …`, features from 1. The
//! label is 0 for every document.

use super::counts;
use crate::corpus::Corpus;
use std::io::{self, Write};

/// Writes all documents.
///
/// # Errors
/// When the system refuses.
pub fn write(corpus: &Corpus, out: &mut dyn Write) -> io::Result<()> {
    for d in 0..corpus.documents() {
        write!(out, "0")?;
        for (word, count) in counts(corpus, d) {
            write!(out, " {}:{count}", word + 1)?;
        }
        writeln!(out)?;
    }
    Ok(())
}
