//! Counts collected before they are poured: rows may come unsorted, a word may
//! come twice in a document, and the size of the vocabulary may be known only
//! at the end.

use super::numbers::{MAX_DOCUMENTS, MAX_TOKENS};
use super::words::{self, Words};
use super::{Job, LABEL};
use crate::corpus::{Content, CorpusError, Raw, Sink};

/// One count of one word in one document.
#[derive(Clone, Copy)]
struct Row {
    document: u32,
    word: u32,
    count: u32,
}

/// Rows that are kept side by side, and given back together.
const CHUNK: usize = 1 << 18;

/// Counts of a whole file.
#[derive(Default)]
pub(crate) struct Bags {
    /// In chunks, so that memory is given back while the corpus grows.
    rows: Vec<Vec<Row>>,
    tokens: u64,
    sorted_until: Option<(u32, u32)>,
    unsorted: bool,
}

impl Bags {
    /// Adds a count; a count of 0 leaves no trace.
    ///
    /// # Errors
    /// When the corpus would grow past the limit on tokens.
    pub fn add(&mut self, document: u32, word: u32, count: u32) -> Result<(), String> {
        self.tokens += u64::from(count);
        if self.tokens > MAX_TOKENS {
            return Err(format!(
                "the counts up to here add up to {} tokens, and Gibbscope reads at most {MAX_TOKENS}; the file is damaged, or take a sample of its documents",
                self.tokens
            ));
        }
        if count > 0 {
            let key = (document, word);
            self.unsorted |= self.sorted_until.is_some_and(|last| last > key);
            self.sorted_until = Some(key);
            let row = Row {
                document,
                word,
                count,
            };
            match self.rows.last_mut() {
                Some(chunk) if chunk.len() < CHUNK => chunk.push(row),
                _ => self.rows.push(vec![row]),
            }
        }
        Ok(())
    }

    /// Ends a file of counts: hands over the vocabulary (`needed` words where none
    /// was found), then all documents. A document has its id in the file beside
    /// the corpus, else that of `fallback`, which gives its label too.
    pub fn deliver(
        self,
        (words, needed): (Option<Words>, u64),
        documents: u32,
        fallback: impl Fn(u32) -> (Option<String>, Option<String>),
        job: &mut Job<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), CorpusError> {
        words::give(words, needed, job, sink)?;
        let ids = words::ids(documents.into(), job, sink)?;
        let name = |document: u32| {
            let (id, label) = fallback(document);
            (ids.get(document as usize).cloned().or(id), label)
        };
        self.pour(documents, name, sink)
    }

    /// Gives all `documents` to the sink, those without rows as empty ones, each
    /// sorted by word id; repeated words are added up and noted.
    fn pour(
        mut self,
        documents: u32,
        mut name: impl FnMut(u32) -> (Option<String>, Option<String>),
        sink: &mut dyn Sink,
    ) -> Result<(), CorpusError> {
        if self.unsorted {
            let mut rows = self.rows.concat();
            rows.sort_by_key(|row| (row.document, row.word));
            self.rows = vec![rows];
        }
        let mut rows = self.rows.into_iter().flatten().peekable();
        let mut counts: Vec<(u32, u32)> = Vec::new();
        let mut repeated = 0_u64;
        for document in 0..documents {
            counts.clear();
            while let Some(row) = rows.next_if(|row| row.document == document) {
                match counts.last_mut() {
                    // The limit on tokens keeps the sum inside 32 bits.
                    Some((word, count)) if *word == row.word => {
                        *count = count.saturating_add(row.count);
                        repeated += 1;
                    }
                    _ => counts.push((row.word, row.count)),
                }
            }
            let (id, label) = name(document);
            let label = label.as_deref();
            sink.document(Raw {
                id: id.as_deref(),
                title: label,
                metadata: &[(LABEL, label.unwrap_or_default())],
                content: Content::Counts(&counts),
            })?;
        }
        if repeated > 0 {
            sink.note(format!(
                "{repeated} {} came twice in a document; the counts were added up",
                if repeated == 1 { "term" } else { "terms" }
            ));
        }
        Ok(())
    }
}

/// The index of the next document, checked against the limit.
pub(crate) fn document_index(documents: usize) -> Result<u32, String> {
    u32::try_from(documents)
        .ok()
        .filter(|&d| u64::from(d) < MAX_DOCUMENTS)
        .ok_or_else(|| {
            format!("there are more than {MAX_DOCUMENTS} documents; take a sample of them")
        })
}

#[cfg(test)]
mod tests {
    use super::super::testing::Collected;
    use super::*;

    #[test]
    fn rows_are_sorted_and_summed() {
        let mut bags = Bags::default();
        for (d, w, n) in [(2, 5, 1), (0, 3, 2), (0, 1, 1), (0, 3, 4), (0, 9, 0)] {
            bags.add(d, w, n).unwrap();
        }
        let mut sink = Collected::default();
        bags.pour(4, |_| (None, None), &mut sink).unwrap();
        assert_eq!(
            sink.counts(),
            [vec![(1, 1), (3, 6)], vec![], vec![(5, 1)], vec![]]
        );
        assert!(sink.notes[0].starts_with("1 term came twice"));
    }

    #[test]
    fn totals_are_bounded() {
        let mut bags = Bags::default();
        let error = (0..20).find_map(|_| bags.add(0, 0, 100_000_000).err());
        assert!(error.unwrap().contains("1073741824"));
        assert!(document_index(1 << 25).is_err());
    }
}
