//! Sixteen numbers at a time, the same bits on every machine.
//!
//! The arithmetic of the fast kernels is defined on 16 logical lanes, however wide
//! the registers are. [`Plain`] defines the bits; the others must agree with it,
//! so they use only +, −, × and conversions that IEEE 754 rounds correctly: no fused
//! multiply-add, no approximate reciprocal, no sum whose order a compiler picks.
//!
//! A value of one of these types is the proof that the processor has the
//! instructions: there is no other way to one than [`Path::available`].

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod plain;
mod table;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use plain::Plain;
pub use table::{Line, TABLE, Table};

use crate::model::rows::{Block, LANES};
use std::sync::OnceLock;

/// [`Lanes::look_up_few`] takes topics below this.
pub const FEW: usize = 128;

/// Operations on 16 lanes.
pub trait Lanes: Copy {
    /// 16 numbers.
    type F: Copy;
    /// 16 counts or topics.
    type U: Copy;
    /// 16 sums of 64 bits.
    type Sums: Copy;

    /// The same number in all lanes.
    fn splat(self, x: f32) -> Self::F;
    /// 16 numbers from memory.
    fn load(self, from: &[f32; LANES]) -> Self::F;
    /// 16 numbers to memory.
    fn store(self, x: Self::F, to: &mut [f32; LANES]);
    /// x + y.
    fn add(self, x: Self::F, y: Self::F) -> Self::F;
    /// x − y.
    fn sub(self, x: Self::F, y: Self::F) -> Self::F;
    /// x × y.
    fn mul(self, x: Self::F, y: Self::F) -> Self::F;
    /// x ÷ y.
    fn div(self, x: Self::F, y: Self::F) -> Self::F;
    /// x where it is more than y, else y.
    fn max(self, x: Self::F, y: Self::F) -> Self::F;
    /// Sums of nothing.
    fn zeros(self) -> Self::Sums;
    /// The sums with each lane of x added to its own.
    fn add_to(self, sums: Self::Sums, x: Self::F) -> Self::Sums;
    /// The sum of each lane.
    fn parts(self, sums: Self::Sums) -> [f64; LANES];
    /// x, but 0 in the lanes of `mask`.
    fn clear(self, x: Self::F, mask: u16) -> Self::F;
    /// y in the lanes of `mask`, x in the others.
    fn blend(self, x: Self::F, y: Self::F, mask: u16) -> Self::F;
    /// x, but 0 where the cell equals `y`.
    fn without(self, x: Self::F, cells: Self::U, y: u32) -> Self::F;
    /// The lanes where x > y.
    fn greater(self, x: Self::F, y: Self::F) -> u16;
    /// Sums of the lanes up to and with each: within groups of four by steps of one
    /// and two lanes, then with the last sums of the group before, then of the
    /// groups before that.
    fn prefix(self, x: Self::F) -> Self::F;
    /// The last lane.
    fn last(self, x: Self::F) -> f32;
    /// The last lane, in all lanes.
    fn spread_last(self, x: Self::F) -> Self::F;
    /// 16 cells of a row.
    fn block(self, from: &Block) -> Self::U;
    /// The low halves.
    fn low(self, x: Self::U) -> Self::U;
    /// The high halves.
    fn high(self, x: Self::U) -> Self::U;
    /// The lanes that equal `y`.
    fn equal(self, x: Self::U, y: u32) -> u16;
    /// The lanes below `y`; both are below 2^31.
    fn less(self, x: Self::U, y: u32) -> u16;
    /// x, wrapping, plus `y` in the lanes of `mask`.
    fn add_in(self, x: Self::U, y: u32, mask: u16) -> Self::U;
    /// x + y, wrapping.
    fn sum(self, x: Self::U, y: Self::U) -> Self::U;
    /// x, wrapping, times `y`.
    fn times(self, x: Self::U, y: u32) -> Self::U;
    /// x without its last bit, halved, and the lanes that have that bit.
    fn halve(self, x: Self::U) -> (Self::U, u16);
    /// x, wrapping, plus `by` in the lanes where y is at most z.
    fn rank(self, x: Self::U, by: Self::U, y: Self::F, z: Self::F) -> Self::U;
    /// The lanes of `among` that equal none of `among` before them.
    fn firsts(self, x: Self::U, among: u16) -> u16;
    /// 16 cells to memory.
    fn keep(self, x: Self::U, to: &mut Block);
    /// What is at these places, or in the last where a place is past the end of a list
    /// that is not empty.
    fn numbers(self, list: &[u32], places: Self::U) -> Self::U;
    /// The same of a list of topics.
    fn topics(self, list: &[u16], places: Self::U) -> Self::U;
    /// Lane l of column n is cell n of row l; the rows are at these places, or the last
    /// where a place is past the end of a list that is not empty.
    fn columns(self, list: &[Block], places: Self::U) -> [Self::U; LANES];
    /// A token goes from one topic to another in a narrow sparse row of one block, which has
    /// an empty entry left; whether these lanes have a quick way to do that, and it is done.
    fn move_one(self, _row: &mut Block, _old: u16, _new: u16) -> bool {
        false
    }
    /// The count of a topic in each of the dense rows that begin at these places, which is wide
    /// in the lanes of `wide`; a place and its topic are those of a block of the list, or any
    /// count will do.
    fn counts(self, list: &[Block], rows: Self::U, wide: u16, topics: Self::U) -> Self::U;
    /// Gives the numbers at these places of a table, below 2^16 and all different, other values.
    fn put_each(self, table: &mut Table, places: Self::U, values: Self::F);
    /// Says that rows of so many blocks at these places will be read soon.
    #[inline(always)]
    fn prefetch_rows(self, list: &[Block], places: Self::U, blocks: usize) {
        let mut cells = Block::default();
        self.keep(places, &mut cells);
        for block in 0..blocks {
            for place in cells.0 {
                self.prefetch(list.as_ptr().wrapping_add(place as usize + block));
            }
        }
    }
    /// 16 x + l in lane l: where in a table the number of that lane in line x is.
    fn in_lines(self, x: Self::U) -> Self::U;
    /// The cells as the bits of numbers.
    fn float(self, x: Self::U) -> Self::F;
    /// Counts as numbers.
    fn number(self, x: Self::U) -> Self::F;
    /// The numbers of these topics; only 16 bits of each are looked at.
    fn look_up(self, table: &Table, topics: Self::U) -> Self::F;
    /// The numbers of the topics in the low halves of a block.
    #[inline(always)]
    fn look_up_block(self, table: &Table, topics: &Block) -> Self::F {
        self.look_up(table, self.block(topics))
    }
    /// The numbers of these topics, below 32, in two lines.
    fn look_up_two(self, first: &[f32; LANES], second: &[f32; LANES], topics: Self::U) -> Self::F;
    /// As [`Lanes::look_up`], of topics below [`FEW`], the first of which is in this line.
    #[inline(always)]
    fn look_up_few(self, table: &Table, line: usize, topics: Self::U) -> Self::F {
        let first = (line * LANES) as u32;
        self.look_up(table, self.add_in(topics, first, u16::MAX))
    }
    /// Says that what is there will be read soon, if anything is.
    #[inline(always)]
    fn prefetch<T>(self, _: *const T) {}
}

/// Work that is written once for all lanes.
pub trait Job {
    /// What comes out.
    type Output;
    /// Does it. Must be `#[inline(always)]`, to be compiled for each instruction set.
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// The instructions that 16 lanes are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Path {
    /// None in particular; defines the bits.
    Scalar,
    /// x86-64 with AVX2.
    Avx2,
    /// x86-64 with AVX-512 F, BW, DQ and VL.
    Avx512,
    /// 64-bit ARM.
    Neon,
}

static CHOSEN: OnceLock<Path> = OnceLock::new();

impl Path {
    /// Every path, the fastest last.
    pub const ALL: [Self; 4] = [Self::Scalar, Self::Neon, Self::Avx2, Self::Avx512];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Neon => "neon",
        }
    }

    /// Whether this processor has the instructions.
    pub fn available(self) -> bool {
        match self {
            Self::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::Avx2::new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => avx512::Avx512::new().is_some(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => neon::Neon::new().is_some(),
            _ => false,
        }
    }

    /// The path in use: the fastest there is, unless [`Path::force`] named one.
    pub fn chosen() -> Self {
        *CHOSEN.get_or_init(|| {
            let fastest = Self::ALL.into_iter().rev().find(|path| path.available());
            fastest.unwrap_or(Self::Scalar)
        })
    }

    /// Takes the path of this name from now on; must come before the first use.
    ///
    /// # Errors
    /// A sentence, when there is no such path on this machine.
    pub fn force(name: &str) -> Result<(), String> {
        let there: Vec<Self> = Self::ALL.into_iter().filter(|p| p.available()).collect();
        let names: Vec<&str> = there.iter().map(|path| path.name()).collect();
        match there.iter().find(|path| path.name() == name) {
            Some(path) if *CHOSEN.get_or_init(|| *path) == *path => Ok(()),
            Some(_) => Err("the instructions were chosen before".to_owned()),
            None => Err(format!(
                "'{name}' is none of the instruction sets of this machine: {}",
                names.join(", ")
            )),
        }
    }

    /// Does a job with these instructions, or with none in particular where the
    /// processor lacks them.
    pub fn run<J: Job>(self, job: J) -> J::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => match avx2::Avx2::new() {
                Some(lanes) => lanes.run(job),
                None => job.run(Plain),
            },
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => match avx512::Avx512::new() {
                Some(lanes) => lanes.run(job),
                None => job.run(Plain),
            },
            #[cfg(target_arch = "aarch64")]
            Self::Neon => match neon::Neon::new() {
                Some(lanes) => lanes.run(job),
                None => job.run(Plain),
            },
            _ => job.run(Plain),
        }
    }
}
