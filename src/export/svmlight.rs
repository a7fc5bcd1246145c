//! SVMlight: a document a line, `label feature:count …`, features from 1. A
//! title that is a number (as our reader keeps labels) is the label, else 0.

use super::counts;
use crate::corpus::Corpus;
use std::io::{self, Write};

/// Writes all documents.
///
/// # Errors
/// When the system refuses.
pub fn write(corpus: &Corpus, out: &mut dyn Write) -> io::Result<()> {
    for d in 0..corpus.documents() {
        let label = corpus.title(d).filter(|t| t.parse::<f64>().is_ok());
        write!(out, "{}", label.unwrap_or("0"))?;
        for (word, count) in counts(corpus, d) {
            write!(out, " {}:{count}", word + 1)?;
        }
        writeln!(out)?;
    }
    Ok(())
}
