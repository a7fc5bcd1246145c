//! How rows lie in memory.

use bytemuck::{Pod, Zeroable};

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

/// How the rows of all words are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Whether rows list non-zero counts only.
    pub sparse: bool,
    /// Parts of 32 topics that a dense row has; 1 for all others.
    pub lines: usize,
    /// Words that occur up to so often have counts of 16 bits, the others of 32.
    pub narrow: u32,
}

impl Layout {
    /// The usual layout.
    pub fn of(topics: usize) -> Self {
        Self {
            sparse: topics > DENSE,
            lines: 1,
            narrow: u16::MAX.into(),
        }
    }

    /// A place for each of any number of topics.
    pub fn dense(topics: usize) -> Self {
        Self {
            sparse: false,
            lines: topics.div_ceil(DENSE),
            ..Self::of(topics)
        }
    }

    /// How one of the rows is laid out.
    #[inline(always)]
    pub fn row(self, wide: bool) -> RowLayout {
        let Self { sparse, lines, .. } = self;
        RowLayout {
            sparse,
            wide,
            lines,
        }
    }
}

/// How one row is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowLayout {
    /// As of [`Layout`].
    pub sparse: bool,
    /// Whether a count takes 32 bits. Narrow: a sparse entry is count·2^16 + topic,
    /// a dense lane has the counts of topics k and k + 16 in its low and high half.
    /// Wide: sparse entries have their topics in one block and their counts in the
    /// next, dense rows have two blocks for 32 topics.
    pub wide: bool,
    /// As of [`Layout`].
    pub lines: usize,
}

impl RowLayout {
    /// Blocks that a word needs which occurs `count` times.
    pub(super) fn blocks(self, count: u32, topics: usize) -> usize {
        let lines = match (count, self.sparse) {
            (_, false) => self.lines,
            (0, true) => 0,
            (count, true) => ((count as usize).min(topics) + 1).div_ceil(LANES),
        };
        lines << usize::from(self.wide)
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

    /// Entry `at` of a sparse row, which may be that of a word that does not occur; `None`
    /// where the row has ended.
    #[inline(always)]
    pub(super) fn there(self, row: &[Block], at: usize) -> Option<Entry> {
        let entry = match row {
            [] => Entry::default(),
            row => self.entry(row, at),
        };
        (entry.count > 0).then_some(entry)
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
    pub fn dense_entry(self, row: &[Block], topic: usize) -> Entry {
        let (block, lane, shift) = dense_place(self.wide, topic as u16);
        Entry {
            topic: topic as u16,
            count: self.count(row[block].0[lane], shift),
        }
    }

    /// The counts of the first topics of a dense row.
    #[inline(always)]
    pub fn dense_counts<const N: usize>(self, row: &[Block], counts: &mut [u32; N]) {
        let counts = counts.as_chunks_mut::<LANES>().0.iter_mut();
        for (half, counts) in counts.enumerate().take(2 * self.lines) {
            let cells = row[if self.wide { half } else { half / 2 }].0;
            let shift = half as u32 % 2 * 16;
            *counts = cells.map(|cell| self.count(cell, shift));
        }
    }

    /// Which of the 32 topics of a line of a dense row have a count, as bits.
    #[inline]
    pub(super) fn non_zero(self, row: &[Block], line: usize) -> u32 {
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
    pub(super) fn find(self, row: &[Block], topic: u16) -> Result<usize, usize> {
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
    #[inline(always)]
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
    #[inline(always)]
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
    #[inline(always)]
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
#[inline(always)]
fn shift_in(row: &mut [Block], at: usize, mut cell: u32, (first, step): (usize, usize)) {
    let (mut block, mut from) = (at / LANES * step + first, at % LANES);
    loop {
        let lanes = &mut row[block].0;
        let last = lanes[LANES - 1];
        let before = *lanes;
        // All lanes at once, instead of a copy of some.
        for l in 1..LANES {
            lanes[l] = if l > from { before[l - 1] } else { before[l] };
        }
        lanes[from] = cell;
        if last == 0 {
            return;
        }
        (cell, block, from) = (last, block + step, 0);
    }
}

/// Takes place `at` out of such a list, and moves up what comes behind it.
#[inline(always)]
fn shift_out(row: &mut [Block], at: usize, (first, step): (usize, usize)) {
    let (mut block, mut from) = (at / LANES * step + first, at % LANES);
    loop {
        let full = row[block].0[LANES - 1] != 0;
        let next = if full { row[block + step].0[0] } else { 0 };
        let lanes = &mut row[block].0;
        let before = *lanes;
        for l in 0..LANES - 1 {
            lanes[l] = if l >= from { before[l + 1] } else { before[l] };
        }
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

/// Where a row begins, as [`Rows`](super::Rows) note it: twice its first block, and one more
/// where its counts are wide.
#[inline(always)]
pub fn start(block: usize, wide: bool) -> u32 {
    (block as u32) << 1 | u32::from(wide)
}

/// The first block of a row with this start, and whether its counts are wide.
#[inline(always)]
pub fn row_at(start: u32) -> (usize, bool) {
    ((start >> 1) as usize, start & 1 != 0)
}
