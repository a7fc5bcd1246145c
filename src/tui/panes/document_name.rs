//! What a document is called wherever it stands in a list: its number, as in the list of
//! documents, and its title, or else its id.

use crate::corpus::Corpus;
use crate::tui::text::{clean, thousands};

/// The title; the id where there is none.
pub fn title(corpus: &Corpus, d: usize) -> String {
    clean(corpus.title(d).unwrap_or_else(|| corpus.id(d)))
}

/// The number before it: `17 Prince Charles spearheads British royal revolution`.
pub fn numbered(corpus: &Corpus, d: usize) -> String {
    format!("{} {}", thousands(d + 1), title(corpus, d))
}
