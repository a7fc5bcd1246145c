//! NEON: four registers are 16 lanes, the lowest four first.
//!
//! Soundness: as in the AVX-512 file; every processor that this is compiled for
//! has NEON, and it is asked for it all the same.
#![allow(unsafe_code)]

use super::{Job, Lanes, Plain, Table};
use crate::model::rows::{Block, LANES};
use std::arch::aarch64::*;
use std::array::from_fn;

/// Proof that the processor has NEON.
#[derive(Debug, Clone, Copy)]
pub struct Neon(());

impl Neon {
    pub fn new() -> Option<Self> {
        std::arch::is_aarch64_feature_detected!("neon").then_some(Self(()))
    }

    pub fn run<J: Job>(self, job: J) -> J::Output {
        job.run(self)
    }

    /// All ones in the lanes of `mask`.
    #[inline(always)]
    fn wide(self, mask: u16) -> [uint32x4_t; 4] {
        // SAFETY: `self` exists, and the array has four numbers.
        unsafe {
            let bits = vld1q_u32([1u32, 2, 4, 8].as_ptr());
            from_fn(|i| vtstq_u32(vdupq_n_u32(u32::from(mask >> (4 * i))), bits))
        }
    }

    /// The cells as an array.
    #[inline(always)]
    fn cells(self, x: [uint32x4_t; 4]) -> [u32; LANES] {
        let mut cells = [0; LANES];
        let (quarters, _) = cells.as_chunks_mut::<4>();
        for (quarter, x) in quarters.iter_mut().zip(x) {
            // SAFETY: `self` exists, and a quarter has four numbers.
            unsafe { vst1q_u32(quarter.as_mut_ptr(), x) }
        }
        cells
    }

    /// The lanes that are all ones.
    #[inline(always)]
    fn mask(self, wide: [uint32x4_t; 4]) -> u16 {
        // SAFETY: `self` exists, and the array has four numbers.
        unsafe {
            let bits = vld1q_u32([1u32, 2, 4, 8].as_ptr());
            (0..4).fold(0, |mask, i| {
                mask | (vaddvq_u32(vandq_u32(wide[i], bits)) as u16) << (4 * i)
            })
        }
    }
}

// SAFETY of every block below: `self` exists, so the features are there.
impl Lanes for Neon {
    type F = [float32x4_t; 4];
    type U = [uint32x4_t; 4];
    type Sums = [f64; LANES];

    #[inline(always)]
    fn splat(self, x: f32) -> Self::F {
        unsafe { [vdupq_n_f32(x); 4] }
    }

    #[inline(always)]
    fn load(self, from: &[f32; LANES]) -> Self::F {
        let (quarters, _) = from.as_chunks::<4>();
        unsafe { from_fn(|i| vld1q_f32(quarters[i].as_ptr())) }
    }

    #[inline(always)]
    fn store(self, x: Self::F, to: &mut [f32; LANES]) {
        let (quarters, _) = to.as_chunks_mut::<4>();
        for (quarter, x) in quarters.iter_mut().zip(x) {
            unsafe { vst1q_f32(quarter.as_mut_ptr(), x) }
        }
    }

    #[inline(always)]
    fn add(self, x: Self::F, y: Self::F) -> Self::F {
        unsafe { from_fn(|i| vaddq_f32(x[i], y[i])) }
    }

    #[inline(always)]
    fn sub(self, x: Self::F, y: Self::F) -> Self::F {
        unsafe { from_fn(|i| vsubq_f32(x[i], y[i])) }
    }

    #[inline(always)]
    fn mul(self, x: Self::F, y: Self::F) -> Self::F {
        unsafe { from_fn(|i| vmulq_f32(x[i], y[i])) }
    }

    #[inline(always)]
    fn div(self, x: Self::F, y: Self::F) -> Self::F {
        unsafe { from_fn(|i| vdivq_f32(x[i], y[i])) }
    }

    #[inline(always)]
    fn max(self, x: Self::F, y: Self::F) -> Self::F {
        unsafe { from_fn(|i| vbslq_f32(vcgtq_f32(x[i], y[i]), x[i], y[i])) }
    }

    #[inline(always)]
    fn zeros(self) -> [f64; LANES] {
        [0.0; LANES]
    }

    #[inline(always)]
    fn add_to(self, sums: [f64; LANES], x: Self::F) -> [f64; LANES] {
        let mut numbers = [0.0; LANES];
        self.store(x, &mut numbers);
        from_fn(|l| sums[l] + f64::from(numbers[l]))
    }

    #[inline(always)]
    fn parts(self, sums: [f64; LANES]) -> [f64; LANES] {
        sums
    }

    #[inline(always)]
    fn clear(self, x: Self::F, mask: u16) -> Self::F {
        self.blend(x, self.splat(0.0), mask)
    }

    #[inline(always)]
    fn blend(self, x: Self::F, y: Self::F, mask: u16) -> Self::F {
        let wide = self.wide(mask);
        unsafe { from_fn(|i| vbslq_f32(wide[i], y[i], x[i])) }
    }

    #[inline(always)]
    fn without(self, x: Self::F, cells: Self::U, y: u32) -> Self::F {
        unsafe {
            from_fn(|i| {
                let there = vceqq_u32(cells[i], vdupq_n_u32(y));
                vreinterpretq_f32_u32(vbicq_u32(vreinterpretq_u32_f32(x[i]), there))
            })
        }
    }

    #[inline(always)]
    fn greater(self, x: Self::F, y: Self::F) -> u16 {
        unsafe { self.mask(from_fn(|i| vcgtq_f32(x[i], y[i]))) }
    }

    #[inline(always)]
    fn prefix(self, x: Self::F) -> Self::F {
        unsafe {
            let zero = vdupq_n_f32(0.0);
            let groups = x.map(|x| {
                let x = vaddq_f32(x, vextq_f32::<3>(zero, x));
                vaddq_f32(x, vextq_f32::<2>(zero, x))
            });
            let last = |x: float32x4_t| vdupq_laneq_f32::<3>(x);
            let pairs = [
                groups[0],
                vaddq_f32(groups[1], last(groups[0])),
                vaddq_f32(groups[2], last(groups[1])),
                vaddq_f32(groups[3], last(groups[2])),
            ];
            [
                pairs[0],
                pairs[1],
                vaddq_f32(pairs[2], last(pairs[0])),
                vaddq_f32(pairs[3], last(pairs[1])),
            ]
        }
    }

    #[inline(always)]
    fn last(self, x: Self::F) -> f32 {
        unsafe { vgetq_lane_f32::<3>(x[3]) }
    }

    #[inline(always)]
    fn spread_last(self, x: Self::F) -> Self::F {
        unsafe { [vdupq_laneq_f32::<3>(x[3]); 4] }
    }

    #[inline(always)]
    fn block(self, from: &Block) -> Self::U {
        let (quarters, _) = from.0.as_chunks::<4>();
        unsafe { from_fn(|i| vld1q_u32(quarters[i].as_ptr())) }
    }

    #[inline(always)]
    fn low(self, x: Self::U) -> Self::U {
        unsafe { x.map(|x| vandq_u32(x, vdupq_n_u32(0xffff))) }
    }

    #[inline(always)]
    fn high(self, x: Self::U) -> Self::U {
        unsafe { x.map(|x| vshrq_n_u32::<16>(x)) }
    }

    #[inline(always)]
    fn equal(self, x: Self::U, y: u32) -> u16 {
        unsafe { self.mask(x.map(|x| vceqq_u32(x, vdupq_n_u32(y)))) }
    }

    #[inline(always)]
    fn less(self, x: Self::U, y: u32) -> u16 {
        unsafe { self.mask(x.map(|x| vcltq_u32(x, vdupq_n_u32(y)))) }
    }

    #[inline(always)]
    fn add_in(self, x: Self::U, y: u32, mask: u16) -> Self::U {
        let wide = self.wide(mask);
        unsafe { from_fn(|i| vaddq_u32(x[i], vandq_u32(wide[i], vdupq_n_u32(y)))) }
    }

    #[inline(always)]
    fn times(self, x: Self::U, y: u32) -> Self::U {
        unsafe { from_fn(|i| vmulq_u32(x[i], vdupq_n_u32(y))) }
    }

    #[inline(always)]
    fn sum(self, x: Self::U, y: Self::U) -> Self::U {
        unsafe { from_fn(|i| vaddq_u32(x[i], y[i])) }
    }

    #[inline(always)]
    fn halve(self, x: Self::U) -> (Self::U, u16) {
        unsafe {
            let odd = self.mask(x.map(|x| vtstq_u32(x, vdupq_n_u32(1))));
            (x.map(|x| vshrq_n_u32::<1>(x)), odd)
        }
    }

    #[inline(always)]
    fn rank(self, x: Self::U, by: Self::U, y: Self::F, z: Self::F) -> Self::U {
        unsafe { from_fn(|i| vaddq_u32(x[i], vandq_u32(vcleq_f32(y[i], z[i]), by[i]))) }
    }

    #[inline(always)]
    fn firsts(self, x: Self::U, among: u16) -> u16 {
        Plain.firsts(self.cells(x), among)
    }

    #[inline(always)]
    fn keep(self, x: Self::U, to: &mut Block) {
        to.0 = self.cells(x);
    }

    #[inline(always)]
    fn numbers(self, list: &[u32], places: Self::U) -> Self::U {
        self.block(&Block(Plain.numbers(list, self.cells(places))))
    }

    #[inline(always)]
    fn topics(self, list: &[u16], places: Self::U) -> Self::U {
        self.block(&Block(Plain.topics(list, self.cells(places))))
    }

    #[inline(always)]
    fn columns(self, list: &[Block], places: Self::U) -> [Self::U; LANES] {
        let columns = Plain.columns(list, self.cells(places));
        columns.map(|cells| self.block(&Block(cells)))
    }

    #[inline(always)]
    fn counts(self, list: &[Block], rows: Self::U, wide: u16, topics: Self::U) -> Self::U {
        let counts = Plain.counts(list, self.cells(rows), wide, self.cells(topics));
        self.block(&Block(counts))
    }

    #[inline(always)]
    fn put_each(self, table: &mut Table, places: Self::U, values: Self::F) {
        let mut numbers = [0.0; LANES];
        self.store(values, &mut numbers);
        Plain.put_each(table, self.cells(places), numbers);
    }

    #[inline(always)]
    fn in_lines(self, x: Self::U) -> Self::U {
        self.block(&Block(Plain.in_lines(self.cells(x))))
    }

    #[inline(always)]
    fn float(self, x: Self::U) -> Self::F {
        unsafe { from_fn(|i| vreinterpretq_f32_u32(x[i])) }
    }

    #[inline(always)]
    fn number(self, x: Self::U) -> Self::F {
        unsafe { x.map(|x| vcvtq_f32_u32(x)) }
    }

    #[inline(always)]
    fn look_up_two(self, first: &[f32; LANES], second: &[f32; LANES], topics: Self::U) -> Self::F {
        self.load(&Plain.look_up_two(first, second, self.cells(topics)))
    }

    #[inline(always)]
    fn look_up(self, table: &Table, topics: Self::U) -> Self::F {
        let cells = self.cells(topics);
        self.load(&cells.map(|k| table[usize::from(k as u16)]))
    }
}
