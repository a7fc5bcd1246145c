//! Rows of numbers, one for each word, filled up to whole groups of eight.

/// Numbers in a group. Sums are taken of eight parts, so that their order does not
/// depend on how many numbers a register holds.
pub const GROUP: usize = 8;

/// The length of a row with so many topics.
pub fn width(topics: usize) -> usize {
    topics.next_multiple_of(GROUP)
}

/// Groups of a row.
#[inline(always)]
pub fn groups(row: &[f64]) -> &[[f64; GROUP]] {
    row.as_chunks().0
}

/// Groups of a row, to write.
#[inline(always)]
pub fn groups_mut(row: &mut [f64]) -> &mut [[f64; GROUP]] {
    row.as_chunks_mut().0
}

/// The sum of eight parts.
#[inline(always)]
pub fn total(x: [f64; GROUP]) -> f64 {
    ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]))
}

/// A number for every word and topic; beyond K a row holds 0.
#[derive(Debug)]
pub struct Table {
    width: usize,
    /// Where the rows begin: at a cache line, which is a group.
    start: usize,
    numbers: Vec<f64>,
}

impl Table {
    /// Zeros.
    pub fn new(words: usize, topics: usize) -> Self {
        let width = width(topics);
        let numbers = vec![0.0; words * width + GROUP];
        let start = numbers.as_ptr().align_offset(GROUP * size_of::<f64>());
        Self {
            width,
            start: start.min(GROUP),
            numbers,
        }
    }

    /// From rows without the filling (length K each).
    pub fn of_rows(topics: usize, rows: &[f64]) -> Self {
        let mut new = Self::new(rows.len() / topics, topics);
        for (word, row) in rows.chunks_exact(topics).enumerate() {
            new.row_mut(word)[..topics].copy_from_slice(row);
        }
        new
    }

    /// The row of a word.
    #[inline(always)]
    pub fn row(&self, word: usize) -> &[f64] {
        &self.numbers[self.start + word * self.width..][..self.width]
    }

    /// The row of a word, to write.
    #[inline(always)]
    pub fn row_mut(&mut self, word: usize) -> &mut [f64] {
        &mut self.numbers[self.start + word * self.width..][..self.width]
    }

    /// Back to zeros.
    pub fn clear(&mut self) {
        self.numbers.fill(0.0);
    }
}
