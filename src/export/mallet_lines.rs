//! MALLET import lines: `id⇥label⇥words`, the words of a document in the order
//! of its text. White space in an id becomes `_`; a title that is one word is
//! the label, else `-`.

use super::{ExportError, field};
use crate::corpus::Corpus;
use std::io::Write;

/// Finds out whether the format can hold the words, before a file is made.
///
/// # Errors
/// When a word is empty, holds white space or starts with a comma, which the
/// format takes for a separator.
pub fn check(corpus: &Corpus) -> Result<(), ExportError> {
    let parts = |w: &&String| w.is_empty() || w.contains(char::is_whitespace) || w.starts_with(',');
    match corpus.vocabulary().words().iter().find(parts) {
        Some(word) => Err(ExportError::Word {
            format: "a MALLET line",
            word: word.clone(),
        }),
        None => Ok(()),
    }
}

/// Writes all documents.
///
/// # Errors
/// When the format cannot hold a word, or when the system refuses.
pub fn write(corpus: &Corpus, out: &mut dyn Write) -> Result<(), ExportError> {
    check(corpus)?;
    let words = corpus.vocabulary();
    for d in 0..corpus.documents() {
        let label = corpus
            .title(d)
            .filter(|t| !t.contains(char::is_whitespace) && !t.starts_with(','));
        write!(out, "{}\t{}\t", field(corpus.id(d)), label.unwrap_or("-"))?;
        for (i, &word) in corpus.document(d).iter().enumerate() {
            let gap = if i > 0 { " " } else { "" };
            write!(out, "{gap}{}", words.word(word))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
