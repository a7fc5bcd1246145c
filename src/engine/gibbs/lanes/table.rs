//! A number for every topic.

use crate::model::rows::LANES;
use std::ops::{Index, IndexMut};

/// Entries of a [`Table`]: one for every topic that 16 bits can name.
pub const TABLE: usize = 1 << 16;

/// Sixteen numbers that fill one line of memory.
#[repr(C, align(64))]
#[derive(Debug, Clone, Copy)]
pub struct Line(pub [f32; LANES]);

/// A number for every topic, at first 0. Its length is fixed, so that no topic, not
/// even one that a fault wrote, lies outside.
#[derive(Debug)]
pub struct Table(Box<[Line; TABLE / LANES]>);

impl Table {
    /// The numbers of topics 16n to 16n + 15.
    #[inline(always)]
    pub fn line(&self, n: usize) -> &[f32; LANES] {
        &self.0[n % (TABLE / LANES)].0
    }

    /// The same, to change.
    #[inline(always)]
    pub fn line_mut(&mut self, n: usize) -> &mut [f32; LANES] {
        &mut self.0[n % (TABLE / LANES)].0
    }

    /// All lines.
    #[inline(always)]
    pub fn lines(&self) -> &[Line; TABLE / LANES] {
        &self.0
    }

    /// The same, to change.
    #[inline(always)]
    pub fn lines_mut(&mut self) -> &mut [Line; TABLE / LANES] {
        &mut self.0
    }

    /// All numbers, to change.
    #[inline(always)]
    pub fn as_mut_ptr(&mut self) -> *mut f32 {
        self.0.as_mut_ptr().cast()
    }

    /// All numbers.
    #[inline(always)]
    pub fn as_ptr(&self) -> *const f32 {
        self.0.as_ptr().cast()
    }
}

impl Default for Table {
    fn default() -> Self {
        match vec![Line([0.0; LANES]); TABLE / LANES].try_into() {
            Ok(lines) => Self(lines),
            Err(_) => unreachable!("the length is the table's"),
        }
    }
}

impl Index<usize> for Table {
    type Output = f32;

    #[inline(always)]
    fn index(&self, topic: usize) -> &f32 {
        &self.line(topic / LANES)[topic % LANES]
    }
}

impl IndexMut<usize> for Table {
    #[inline(always)]
    fn index_mut(&mut self, topic: usize) -> &mut f32 {
        &mut self.line_mut(topic / LANES)[topic % LANES]
    }
}
