//! UCI bag of words: D, W and NNZ on a line each, then `document word count`,
//! both from 1.

use super::{counts, pairs};
use crate::corpus::Corpus;
use std::io::{self, Write};

/// Writes all documents.
///
/// # Errors
/// When the system refuses.
pub fn write(corpus: &Corpus, out: &mut dyn Write) -> io::Result<()> {
    let (documents, words) = (corpus.documents(), corpus.vocabulary().len());
    writeln!(out, "{documents}\n{words}\n{}", pairs(corpus))?;
    for d in 0..documents {
        for (word, count) in counts(corpus, d) {
            writeln!(out, "{} {} {count}", d + 1, word + 1)?;
        }
    }
    Ok(())
}
