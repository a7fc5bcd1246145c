//! Word–topic counts n_kv, stored by word in lines of 64 bytes.
//!
//! A word soon uses few topics, so above [`DENSE`] topics a row lists only the
//! non-zero counts, in topic order, closed by at least one empty entry; memory
//! then grows with the non-zero counts, never with K×V. Up to [`DENSE`] topics a
//! row has a place for every topic; a sampler may ask for that with more of them. A
//! count takes 16 bits, or 32 in a corpus where some word occurs too often for that.
//! Which layout it is follows from the corpus and K alone.
//!
//! What a row holds follows from the topics of the tokens alone, whatever happened
//! before: a chain that is resumed, edited or replayed sums in the same order as
//! one that was not.

use super::pages::Pages;
use bytemuck::{Pod, Zeroable};
use std::sync::Arc;

/// Up to so many topics a row has a place for every one.
pub const DENSE: usize = 32;

/// Lanes of a block.
pub const LANES: usize = 16;

/// One line of memory.
#[repr(C, align(64))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
pub struct Block(pub [u32; LANES]);

/// How many tokens of one word have one topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Entry {
    /// The topic, below K.
    pub topic: u16,
    /// n_kv, at least 1 in a row.
    pub count: u32,
}

/// How rows are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Whether rows list non-zero counts only.
    pub sparse: bool,
    /// Whether a count takes 32 bits. Narrow: a sparse entry is count·2^16 + topic,
    /// a dense lane has the counts of topics k and k + 16 in its low and high half.
    /// Wide: sparse entries have their topics in one block and their counts in the
    /// next, dense rows have two blocks for 32 topics.
    pub wide: bool,
    /// Parts of 32 topics that a dense row has; 1 for all others.
    pub lines: usize,
}

impl Layout {
    /// The usual layout, of wide counts or narrow ones.
    pub fn of(topics: usize, wide: bool) -> Self {
        Self {
            sparse: topics > DENSE,
            wide,
            lines: 1,
        }
    }

    /// Whether words that occur so often need wide counts.
    pub fn is_wide(counts: &[u32]) -> bool {
        counts.iter().any(|&count| count > u32::from(u16::MAX))
    }

    /// A place for each of any number of topics.
    pub fn dense(topics: usize, wide: bool) -> Self {
        Self {
            sparse: false,
            wide,
            lines: topics.div_ceil(DENSE),
        }
    }

    /// Blocks of a dense row.
    #[inline(always)]
    pub fn dense_blocks(self) -> usize {
        self.lines << usize::from(self.wide)
    }

    /// Blocks that a word needs which occurs `count` times.
    fn blocks(self, count: u32, topics: usize) -> usize {
        match (count, self.sparse) {
            (_, false) => self.dense_blocks(),
            (0, true) => 0,
            (count, true) => {
                ((count as usize).min(topics) + 1).div_ceil(LANES) << usize::from(self.wide)
            }
        }
    }

    /// Entry `at` of a sparse row; its count is 0 where the row has ended.
    #[inline]
    pub fn entry(self, row: &[Block], at: usize) -> Entry {
        let (line, lane) = (at / LANES, at % LANES);
        if self.wide {
            Entry {
                topic: row[2 * line].0[lane] as u16,
                count: row[2 * line + 1].0[lane],
            }
        } else {
            let cell = row[line].0[lane];
            Entry {
                topic: cell as u16,
                count: cell >> 16,
            }
        }
    }

    /// A count of a dense row, from the lane that holds it.
    #[inline(always)]
    pub fn count(self, cell: u32, shift: u32) -> u32 {
        if self.wide {
            cell
        } else {
            cell >> shift & 0xffff
        }
    }

    /// A topic of a dense row.
    #[inline(always)]
    fn dense_entry(self, row: &[Block], topic: usize) -> Entry {
        let (block, lane, shift) = dense_place(self.wide, topic as u16);
        Entry {
            topic: topic as u16,
            count: self.count(row[block].0[lane], shift),
        }
    }

    /// Which of the 32 topics of a line of a dense row have a count, as bits.
    #[inline]
    fn non_zero(self, row: &[Block], line: usize) -> u32 {
        let line = &row[line << usize::from(self.wide)..];
        let bits = |half: u32, there: fn(u32) -> bool, cells: &[u32; LANES]| {
            let lanes = cells.iter().zip(LANES as u32 * half..);
            lanes.fold(0, |bits, (&cell, bit)| bits | u32::from(there(cell)) << bit)
        };
        if self.wide {
            let there = |cell| cell != 0;
            bits(0, there, &line[0].0) | bits(1, there, &line[1].0)
        } else if line[0].0.iter().fold(0, |all, cell| all | cell) == 0 {
            // Of a large vocabulary many words do not occur.
            0
        } else {
            bits(0, |cell| cell & 0xffff != 0, &line[0].0)
                | bits(1, |cell| cell >> 16 != 0, &line[0].0)
        }
    }

    /// Where `topic` is in a sparse row, or where it would have to go.
    ///
    /// # Errors
    /// The place where it would have to go.
    #[inline]
    pub fn find(self, row: &[Block], topic: u16) -> Result<usize, usize> {
        let mut at = 0;
        loop {
            // A row ends with an empty entry.
            let entry = self.entry(row, at);
            if entry.count == 0 || entry.topic > topic {
                return Err(at);
            }
            if entry.topic == topic {
                return Ok(at);
            }
            at += 1;
        }
    }

    /// One more token in entry `at` of a sparse row.
    #[inline]
    pub fn raise(self, row: &mut [Block], at: usize) {
        let (line, lane) = (at / LANES, at % LANES);
        if self.wide {
            row[2 * line + 1].0[lane] += 1;
        } else {
            row[line].0[lane] += 1 << 16;
        }
    }

    /// One token less in entry `at` of a sparse row; true when that was the last,
    /// and the entry has gone.
    #[inline]
    pub fn lower(self, row: &mut [Block], at: usize) -> bool {
        let last = self.entry(row, at).count == 1;
        let (line, lane) = (at / LANES, at % LANES);
        if last && self.wide {
            shift_out(row, at, (0, 2));
            shift_out(row, at, (1, 2));
        } else if last {
            shift_out(row, at, (0, 1));
        } else if self.wide {
            row[2 * line + 1].0[lane] -= 1;
        } else {
            row[line].0[lane] -= 1 << 16;
        }
        last
    }

    /// A new entry with one token before entry `at` of a sparse row.
    #[inline]
    pub fn insert(self, row: &mut [Block], at: usize, topic: u16) {
        if self.wide {
            shift_in(row, at, topic.into(), (0, 2));
            shift_in(row, at, 1, (1, 2));
        } else {
            shift_in(row, at, 1 << 16 | u32::from(topic), (0, 1));
        }
    }
}

/// Puts `cell` at place `at` of a list that takes every `step`th block from `first`
/// on, and moves what comes behind it on by one. An empty cell is 0, and so are all
/// behind it: topic 0 can only come first.
#[inline]
fn shift_in(row: &mut [Block], at: usize, mut cell: u32, (first, step): (usize, usize)) {
    let (mut block, mut from) = (at / LANES * step + first, at % LANES);
    loop {
        let lanes = &mut row[block].0;
        let last = lanes[LANES - 1];
        lanes.copy_within(from..LANES - 1, from + 1);
        lanes[from] = cell;
        if last == 0 {
            return;
        }
        (cell, block, from) = (last, block + step, 0);
    }
}

/// Takes place `at` out of such a list, and moves up what comes behind it.
#[inline]
fn shift_out(row: &mut [Block], at: usize, (first, step): (usize, usize)) {
    let (mut block, mut from) = (at / LANES * step + first, at % LANES);
    loop {
        let full = row[block].0[LANES - 1] != 0;
        let next = if full { row[block + step].0[0] } else { 0 };
        let lanes = &mut row[block].0;
        lanes.copy_within(from + 1.., from);
        lanes[LANES - 1] = next;
        if next == 0 {
            return;
        }
        (block, from) = (block + step, 0);
    }
}

/// Where a dense row has the count of a topic: block, lane, and bits to shift.
#[inline(always)]
pub fn dense_place(wide: bool, topic: u16) -> (usize, usize, u32) {
    let (half, lane) = (usize::from(topic) / LANES, usize::from(topic) % LANES);
    if wide {
        (half, lane, 0)
    } else {
        (half / 2, lane, 16 * (half as u32 % 2))
    }
}

/// The counts of all words.
#[derive(Debug, Clone, PartialEq)]
pub struct Rows {
    layout: Layout,
    /// The first block of each word's row (length V), or [`NOWHERE`]; a sparse row has the
    /// space that min(count of the word, K) entries take, and an empty one.
    starts: Arc<[u32]>,
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
                let blocks = layout.blocks(counts[word as usize], topics);
                if blocks > 0 {
                    starts[word as usize] = end as u32;
                    end += blocks;
                }
            }
            bounds.push(end);
        }
        Self {
            layout,
            starts: starts.into(),
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

    /// The first block of every row, the blocks, and where in them groups of words
    /// begin and end.
    pub fn parts_mut(&mut self) -> (&[u32], &mut [Block], &[usize]) {
        (
            &self.starts,
            &mut Arc::make_mut(&mut self.blocks)[..],
            &self.bounds,
        )
    }

    /// The non-zero counts of a word, by ascending topic.
    #[inline]
    pub fn row(&self, word: u32) -> RowEntries<'_> {
        let (row, layout) = (self.from(word), self.layout);
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
        let (row, layout) = (self.from(word), self.layout);
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

    /// The blocks from the row of a word on, none for a word that does not occur. A
    /// row ends by itself.
    #[inline]
    fn from(&self, word: u32) -> &[Block] {
        let start = self.starts[word as usize] as usize;
        self.blocks.get(start..).unwrap_or_default()
    }
}

/// Rows whose counts change.
pub struct Counting<'a> {
    layout: Layout,
    starts: &'a [u32],
    blocks: &'a mut [Block],
}

impl Counting<'_> {
    /// One more token of this word in this topic.
    #[inline]
    pub fn increment(&mut self, word: u32, topic: u16) {
        let start = self.starts[word as usize] as usize;
        let (row, layout) = (&mut self.blocks[start..], self.layout);
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
        let start = self.starts[word as usize] as usize;
        let (row, layout) = (&mut self.blocks[start..], self.layout);
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
    layout: Layout,
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
        if row.is_empty() {
            return None;
        }
        let entry = layout.entry(row, self.at);
        self.at += 1;
        (entry.count > 0).then_some(entry)
    }

    /// All of a dense row in one go: a million rows are gone over this way.
    #[inline]
    fn fold<B, F: FnMut(B, Entry) -> B>(mut self, init: B, mut f: F) -> B {
        let (row, layout, mut all) = (self.row, self.layout, init);
        if layout.sparse {
            for entry in self.by_ref() {
                all = f(all, entry);
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

#[cfg(test)]
#[path = "rows_tests.rs"]
mod tests;
