//! Word–topic counts n_kv, stored by word in lines of 64 bytes.
//!
//! A word soon uses few topics, so above [`DENSE`] topics a row lists only the
//! non-zero counts, in topic order, closed by at least one empty entry; memory
//! then grows with the non-zero counts, never with K×V. Up to [`DENSE`] topics a
//! row has a place for every topic; a sampler may ask for that with more of them. A
//! count takes 16 bits, or 32 in the row of a word that occurs too often for that.
//! Which layout it is follows from the engine, the corpus and K alone.
//!
//! What a row holds follows from the topics of the tokens alone, whatever happened
//! before: a chain that is resumed, edited or replayed sums in the same order as
//! one that was not.

mod layout;
#[cfg(test)]
mod tests;

use super::pages::Pages;
use layout::start;
pub use layout::{Block, DENSE, Entry, LANES, Layout, RowLayout, dense_place, row_at};
use std::sync::Arc;

/// The counts of all words.
#[derive(Debug, Clone, PartialEq)]
pub struct Rows {
    layout: Layout,
    /// Where each word's row begins (length V; see [`row_at`]), or [`NOWHERE`]; a sparse row
    /// has the space that min(count of the word, K) entries take, and an empty one.
    starts: Arc<[u32]>,
    /// Whether any counts are wide.
    mixed: bool,
    /// Copies share them until one of them counts on.
    blocks: Arc<Pages<Block>>,
    /// The first block of each group of words, and the end of the last.
    bounds: Vec<usize>,
}

/// Where words have their sparse row that do not occur.
const NOWHERE: u32 = u32::MAX;

impl Rows {
    /// Empty rows for words that occur `counts[v]` times, under `topics` topics.
    pub fn new(counts: &[u32], topics: usize, layout: Layout) -> Self {
        Self::grouped(
            counts,
            topics,
            layout,
            std::iter::once(0..counts.len() as u32),
        )
    }

    /// The same, with the rows of each group of words side by side.
    pub fn grouped<G: IntoIterator<Item = u32>>(
        counts: &[u32],
        topics: usize,
        layout: Layout,
        groups: impl IntoIterator<Item = G>,
    ) -> Self {
        let mut starts = vec![NOWHERE; counts.len()];
        let (mut end, mut bounds) = (0, vec![0]);
        for group in groups {
            for word in group {
                let count = counts[word as usize];
                let wide = count > layout.narrow;
                let blocks = layout.row(wide).blocks(count, topics);
                if blocks > 0 {
                    starts[word as usize] = start(end, wide);
                    end += blocks;
                }
            }
            bounds.push(end);
        }
        assert!(end < row_at(NOWHERE).0, "31 bits number all blocks");
        Self {
            layout,
            starts: starts.into(),
            mixed: counts.iter().any(|count| *count > layout.narrow),
            blocks: Arc::new(Pages::zeros(end)),
            bounds,
        }
    }

    /// Whether the rows are those of groups of words.
    pub fn are_grouped(&self) -> bool {
        self.bounds.len() > 2
    }

    /// Number of words, V.
    pub fn words(&self) -> usize {
        self.starts.len()
    }

    /// How rows are laid out.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Where every row begins, and whether any has wide counts.
    pub fn starts(&self) -> (&[u32], bool) {
        (&self.starts, self.mixed)
    }

    /// The same, the blocks, and where in them groups of words begin and end.
    pub fn parts_mut(&mut self) -> ((&[u32], bool), &mut [Block], &[usize]) {
        (
            (&self.starts, self.mixed),
            &mut Arc::make_mut(&mut self.blocks)[..],
            &self.bounds,
        )
    }

    /// The non-zero counts of a word, by ascending topic.
    #[inline]
    pub fn row(&self, word: u32) -> RowEntries<'_> {
        let (row, layout) = self.from(word);
        RowEntries {
            layout,
            row,
            at: 0,
            dense: match row {
                [] => 0,
                _ if layout.sparse => 0,
                row => layout.non_zero(row, 0),
            },
            line: 0,
        }
    }

    /// n_kv.
    pub fn count(&self, word: u32, topic: u16) -> u32 {
        let (row, layout) = self.from(word);
        if row.is_empty() {
            return 0;
        }
        if layout.sparse {
            return match layout.find(row, topic) {
                Ok(at) => layout.entry(row, at).count,
                Err(_) => 0,
            };
        }
        layout.dense_entry(row, topic.into()).count
    }

    /// The rows, to count in.
    pub fn counting(&mut self) -> Counting<'_> {
        Counting {
            layout: self.layout,
            starts: &self.starts,
            blocks: &mut Arc::make_mut(&mut self.blocks)[..],
        }
    }

    /// The blocks from the row of a word on, none for a word that does not occur, and how
    /// they are laid out. A row ends by itself.
    #[inline]
    fn from(&self, word: u32) -> (&[Block], RowLayout) {
        let (block, wide) = row_at(self.starts[word as usize]);
        let row = self.blocks.get(block..).unwrap_or_default();
        (row, self.layout.row(wide))
    }
}

/// Rows whose counts change.
pub struct Counting<'a> {
    layout: Layout,
    starts: &'a [u32],
    blocks: &'a mut [Block],
}

impl Counting<'_> {
    /// The blocks from the row of a word on, and how they are laid out.
    #[inline]
    fn from(&mut self, word: u32) -> (&mut [Block], RowLayout) {
        let (block, wide) = row_at(self.starts[word as usize]);
        (&mut self.blocks[block..], self.layout.row(wide))
    }

    /// One more token of this word in this topic.
    #[inline]
    pub fn increment(&mut self, word: u32, topic: u16) {
        let (row, layout) = self.from(word);
        if layout.sparse {
            match layout.find(row, topic) {
                Ok(at) => layout.raise(row, at),
                Err(at) => layout.insert(row, at, topic),
            }
        } else {
            let (block, lane, shift) = dense_place(layout.wide, topic);
            row[block].0[lane] += 1 << shift;
        }
    }

    /// One token less of this word in this topic, which must have one.
    #[inline]
    pub fn decrement(&mut self, word: u32, topic: u16) {
        let (row, layout) = self.from(word);
        if layout.sparse {
            if let Ok(at) = layout.find(row, topic) {
                layout.lower(row, at);
            }
        } else {
            let (block, lane, shift) = dense_place(layout.wide, topic);
            row[block].0[lane] -= 1 << shift;
        }
    }
}

/// The entries of one row.
#[derive(Debug, Clone)]
pub struct RowEntries<'a> {
    layout: RowLayout,
    row: &'a [Block],
    /// The next entry of a sparse row.
    at: usize,
    /// The topics of a line of a dense row that are still to come, as bits, and which line.
    dense: u32,
    line: usize,
}

impl Iterator for RowEntries<'_> {
    type Item = Entry;

    #[inline]
    fn next(&mut self) -> Option<Entry> {
        let (row, layout) = (self.row, self.layout);
        if !layout.sparse {
            while self.dense == 0 {
                self.line += 1;
                if self.line >= layout.lines {
                    return None;
                }
                self.dense = layout.non_zero(row, self.line);
            }
            let bit = self.dense.trailing_zeros() as usize;
            self.dense &= self.dense - 1;
            return Some(layout.dense_entry(row, self.line * DENSE + bit));
        }
        self.at += 1;
        layout.there(row, self.at - 1)
    }

    /// All of a row in one go: a million rows are gone over this way.
    #[inline]
    fn fold<B, F: FnMut(B, Entry) -> B>(mut self, init: B, mut f: F) -> B {
        let (row, layout, mut all) = (self.row, self.layout, init);
        if layout.sparse {
            let mut at = self.at;
            while let Some(entry) = layout.there(row, at) {
                all = f(all, entry);
                at += 1;
            }
            return all;
        }
        loop {
            while self.dense != 0 {
                let bit = self.dense.trailing_zeros() as usize;
                self.dense &= self.dense - 1;
                all = f(all, layout.dense_entry(row, self.line * DENSE + bit));
            }
            self.line += 1;
            if self.line >= layout.lines {
                return all;
            }
            self.dense = layout.non_zero(row, self.line);
        }
    }
}
