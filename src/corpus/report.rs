//! What loading did, for a person to read.

use crate::plain::count;
use std::fmt;

use serde::Serialize;

/// How many ids or entries a line names before it says how many more there are.
const NAMED: usize = 20;

/// What became of a file on its way to a corpus.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct LoadReport {
    /// Documents of the corpus, empty ones included.
    pub documents: usize,
    /// Documents of the corpus without a token.
    pub empty_documents: usize,
    /// Ids of the documents that `--drop-empty` removed.
    pub dropped: Vec<String>,
    /// Words of the vocabulary.
    pub vocabulary: usize,
    /// Words before stop list and limits.
    pub vocabulary_before_pruning: usize,
    /// Tokens of the corpus.
    pub tokens: usize,
    /// Tokens that the stop list removed.
    pub tokens_removed_by_stop_words: usize,
    /// Tokens that the limits (`--min-df`, `--max-df`, `--max-features`) removed.
    pub tokens_removed_by_limits: usize,
    /// The text's language, where it was recognised.
    pub language: Option<String>,
    /// Which stop list, with how many entries, and how many matched.
    pub stop_words: String,
    /// Entries of the user's own stop list that matched no word.
    pub unmatched_stop_words: Vec<String>,
    /// The metadata columns, each with what its values are.
    pub metadata: Vec<String>,
    /// Remarks: of the reader, and of the builder.
    pub notes: Vec<String>,
}

impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, {}, {}",
            count(self.documents, "document"),
            count(self.vocabulary, "word"),
            count(self.tokens, "token")
        )?;
        if self.vocabulary < self.vocabulary_before_pruning {
            write!(
                f,
                " (of {}; {} removed by stop words, {} by limits)",
                count(self.vocabulary_before_pruning, "word"),
                count(self.tokens_removed_by_stop_words, "token"),
                self.tokens_removed_by_limits
            )?;
        }
        write!(f, "\nstop words: {}", self.stop_words)?;
        if !self.unmatched_stop_words.is_empty() {
            let unmatched = &self.unmatched_stop_words;
            write!(
                f,
                "\nstop words that match nothing: {} ({})",
                unmatched.len(),
                some(unmatched)
            )?;
        }
        if !self.metadata.is_empty() {
            write!(f, "\nmetadata: {}", some(&self.metadata))?;
        }
        if self.empty_documents > 0 {
            write!(f, "\nempty documents, kept: {}", self.empty_documents)?;
        }
        if !self.dropped.is_empty() {
            let dropped = &self.dropped;
            write!(
                f,
                "\nempty documents, dropped: {} ({}{})",
                dropped.len(),
                some(dropped),
                if dropped.len() > NAMED {
                    "; `fit --json` lists all"
                } else {
                    ""
                }
            )?;
        }
        for note in &self.notes {
            write!(f, "\nnote: {note}")?;
        }
        Ok(())
    }
}

/// The first few of a list, with commas.
pub(super) fn some(list: &[String]) -> String {
    let mut named = list[..list.len().min(NAMED)].join(", ");
    if list.len() > NAMED {
        named.push_str(&format!(" and {} more", list.len() - NAMED));
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_as_a_few_lines() {
        let report = LoadReport {
            documents: 3,
            empty_documents: 1,
            vocabulary: 4,
            vocabulary_before_pruning: 6,
            tokens: 9,
            tokens_removed_by_stop_words: 2,
            stop_words: "english (310 entries, 2 matched)".into(),
            dropped: (0..20).map(|i| format!("d{i}")).collect(),
            unmatched_stop_words: (0..22).map(|i| format!("w{i}")).collect(),
            notes: vec!["line 3 is odd".into()],
            ..LoadReport::default()
        };
        insta::assert_snapshot!(report.to_string(), @r"
        3 documents, 4 words, 9 tokens (of 6 words; 2 tokens removed by stop words, 0 by limits)
        stop words: english (310 entries, 2 matched)
        stop words that match nothing: 22 (w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19 and 2 more)
        empty documents, kept: 1
        empty documents, dropped: 20 (d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16, d17, d18, d19)
        note: line 3 is odd
        ");
    }
}
