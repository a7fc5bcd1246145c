//! The groups of documents and words, and the order of the tokens that follows from them.

use crate::corpus::Corpus;
use crate::model::state::word_counts;
use std::ops::Range;

/// The groups, and that order.
pub struct Plan {
    /// The first document of each group, and the end of the last (length P + 1).
    documents: Vec<usize>,
    /// The words of each group.
    pub words: Vec<Vec<u32>>,
    /// Tokens by document, and inside a document by the group of their word.
    pub tokens: Vec<u32>,
    /// Where in `tokens` the part of document d and word group w begins, at d·P + w
    /// (length D·P + 1).
    pub starts: Vec<u32>,
}

impl Plan {
    pub fn new(corpus: &Corpus, blocks: usize) -> Self {
        let counts = word_counts(corpus);
        let mut order: Vec<u32> = (0..counts.len() as u32).collect();
        order.sort_by_key(|&v| std::cmp::Reverse(counts[v as usize]));
        let mut words = vec![Vec::new(); blocks];
        let mut weights = vec![0u64; blocks];
        let mut group_of = vec![0; counts.len()];
        for v in order {
            let lightest = (0..blocks).min_by_key(|&w| weights[w]).unwrap_or(0);
            weights[lightest] += u64::from(counts[v as usize]);
            group_of[v as usize] = lightest;
            words[lightest].push(v);
        }
        let group = |i: &u32| group_of[corpus.words()[*i as usize] as usize];
        let mut starts = vec![0];
        let mut tokens: Vec<u32> = (0..corpus.tokens() as u32).collect();
        for d in 0..corpus.documents() {
            let range = corpus.range(d);
            let part = &mut tokens[range.clone()];
            // Inside a group the order of the corpus stays.
            part.sort_by_key(group);
            for w in 0..blocks {
                let end = range.start + part.partition_point(|i| group(i) <= w);
                starts.push(end as u32);
            }
        }
        Self {
            documents: cut(corpus, blocks),
            words,
            tokens,
            starts,
        }
    }

    /// The documents of a group.
    pub fn documents(&self, group: usize) -> Range<usize> {
        self.documents[group]..self.documents[group + 1]
    }

    /// Where the row of the word of each of `tokens` begins, from the first block of its group
    /// on; of all blocks, rows and groups of words begin here.
    pub fn rows(&self, corpus: &Corpus, starts: &[u32], bounds: &[usize]) -> Vec<u32> {
        let mut of_words = vec![0; corpus.vocabulary().len()];
        for (group, &first) in self.words.iter().zip(bounds) {
            for &word in group {
                let word = word as usize;
                of_words[word] = starts[word].wrapping_sub((first as u32) << 1);
            }
        }
        let row = |&i: &u32| of_words[corpus.words()[i as usize] as usize];
        self.tokens.iter().map(row).collect()
    }

    /// The tokens of a document whose words are in a group.
    pub fn part(&self, d: usize, w: usize) -> &[u32] {
        let at = d * self.words.len() + w;
        &self.tokens[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// The first document of each group of about equal tokens, and the end.
fn cut(corpus: &Corpus, blocks: usize) -> Vec<usize> {
    let mut bounds = vec![0];
    for d in 0..corpus.documents() {
        let group = bounds.len();
        if group < blocks && corpus.range(d).start * blocks >= group * corpus.tokens() && d > 0 {
            bounds.push(d);
        }
    }
    bounds.resize(blocks + 1, corpus.documents());
    bounds
}
