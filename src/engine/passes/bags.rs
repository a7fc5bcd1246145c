//! Documents as counts: the order of their tokens does not matter here.

use crate::corpus::Corpus;

/// The different words of every document with their counts.
#[derive(Debug, Clone)]
pub struct Bags {
    offsets: Vec<usize>,
    pairs: Vec<(u32, u32)>,
}

impl Bags {
    /// Counts the words of every document; a document's words ascend.
    pub fn new(corpus: &Corpus) -> Self {
        let mut offsets = vec![0];
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let mut sorted = Vec::new();
        for d in 0..corpus.documents() {
            sorted.clear();
            sorted.extend_from_slice(corpus.document(d));
            sorted.sort_unstable();
            pairs.extend(
                sorted
                    .chunk_by(|a, b| a == b)
                    .map(|same| (same[0], same.len() as u32)),
            );
            offsets.push(pairs.len());
        }
        Self { offsets, pairs }
    }

    /// Number of documents, D.
    pub fn documents(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Word and count, for each different word of document `d`.
    pub fn of(&self, d: usize) -> &[(u32, u32)] {
        &self.pairs[self.offsets[d]..self.offsets[d + 1]]
    }
}
