//! LDA-C: a document a line, `M term:count …`, terms from 0; an empty document
//! is the line `0`.

use super::counts;
use crate::corpus::Corpus;
use std::io::{self, Write};

/// Writes all documents.
///
/// # Errors
/// When the system refuses.
pub fn write(corpus: &Corpus, out: &mut dyn Write) -> io::Result<()> {
    for d in 0..corpus.documents() {
        let counts = counts(corpus, d);
        write!(out, "{}", counts.len())?;
        for (word, count) in counts {
            write!(out, " {word}:{count}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
