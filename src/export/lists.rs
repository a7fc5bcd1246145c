//! What lies beside a file of counts: the words and the documents' ids, one a
//! line in the order of their numbers.

use crate::corpus::Corpus;
use std::io::{self, Write};

/// Writes the words.
///
/// # Errors
/// When the system refuses.
pub fn vocabulary(corpus: &Corpus, out: &mut dyn Write) -> io::Result<()> {
    for word in corpus.vocabulary().words() {
        writeln!(out, "{word}")?;
    }
    Ok(())
}

/// Writes the ids of the documents.
///
/// # Errors
/// When the system refuses.
pub fn ids(corpus: &Corpus, out: &mut dyn Write) -> io::Result<()> {
    for d in 0..corpus.documents() {
        writeln!(out, "{}", corpus.id(d))?;
    }
    Ok(())
}
