//! AVX2: two registers are 16 lanes, the lower eight first.
//!
//! Soundness: as in the AVX-512 file.
#![allow(unsafe_code)]

use super::x86::one_by_one;
use super::{Job, Lanes, Plain, Table};
use crate::model::rows::{Block, LANES};
use std::arch::x86_64::*;

/// Proof that the processor has AVX2.
#[derive(Debug, Clone, Copy)]
pub struct Avx2(());

impl Avx2 {
    pub fn new() -> Option<Self> {
        let there = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        there.then_some(Self(()))
    }

    pub fn run<J: Job>(self, job: J) -> J::Output {
        // SAFETY: `self` exists, so the features are there.
        unsafe { run(self, job) }
    }

    /// All ones in the lanes of the lower and of the upper half of `mask`.
    #[inline(always)]
    fn wide(self, mask: u16) -> [__m256; 2] {
        // SAFETY: `self` exists.
        unsafe {
            let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            let low = _mm256_and_si256(_mm256_set1_epi32(i32::from(mask)), bits);
            let high = _mm256_and_si256(_mm256_set1_epi32(i32::from(mask >> 8)), bits);
            [
                _mm256_castsi256_ps(_mm256_cmpeq_epi32(low, bits)),
                _mm256_castsi256_ps(_mm256_cmpeq_epi32(high, bits)),
            ]
        }
    }

    /// Sums within groups of four lanes.
    #[inline(always)]
    fn within(self, x: __m256) -> __m256 {
        // SAFETY: `self` exists.
        unsafe {
            let one = _mm256_castsi256_ps(_mm256_bslli_epi128::<4>(_mm256_castps_si256(x)));
            let x = _mm256_add_ps(x, one);
            let two = _mm256_castsi256_ps(_mm256_bslli_epi128::<8>(_mm256_castps_si256(x)));
            _mm256_add_ps(x, two)
        }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<J: Job>(lanes: Avx2, job: J) -> J::Output {
    job.run(lanes)
}

// SAFETY of every block below: `self` exists, so the features are there.
impl Lanes for Avx2 {
    type F = [__m256; 2];
    type U = [__m256i; 2];
    type Sums = [__m256d; 4];

    #[inline(always)]
    fn splat(self, x: f32) -> Self::F {
        unsafe { [_mm256_set1_ps(x); 2] }
    }

    #[inline(always)]
    fn load(self, from: &[f32; LANES]) -> Self::F {
        let (halves, _) = from.as_chunks::<8>();
        unsafe {
            [
                _mm256_loadu_ps(halves[0].as_ptr()),
                _mm256_loadu_ps(halves[1].as_ptr()),
            ]
        }
    }

    #[inline(always)]
    fn store(self, x: Self::F, to: &mut [f32; LANES]) {
        let (halves, _) = to.as_chunks_mut::<8>();
        unsafe {
            _mm256_storeu_ps(halves[0].as_mut_ptr(), x[0]);
            _mm256_storeu_ps(halves[1].as_mut_ptr(), x[1]);
        }
    }

    #[inline(always)]
    fn add(self, x: Self::F, y: Self::F) -> Self::F {
        unsafe { [_mm256_add_ps(x[0], y[0]), _mm256_add_ps(x[1], y[1])] }
    }

    #[inline(always)]
    fn sub(self, x: Self::F, y: Self::F) -> Self::F {
        unsafe { [_mm256_sub_ps(x[0], y[0]), _mm256_sub_ps(x[1], y[1])] }
    }

    #[inline(always)]
    fn mul(self, x: Self::F, y: Self::F) -> Self::F {
        unsafe { [_mm256_mul_ps(x[0], y[0]), _mm256_mul_ps(x[1], y[1])] }
    }

    #[inline(always)]
    fn div(self, x: Self::F, y: Self::F) -> Self::F {
        unsafe { [_mm256_div_ps(x[0], y[0]), _mm256_div_ps(x[1], y[1])] }
    }

    #[inline(always)]
    fn max(self, x: Self::F, y: Self::F) -> Self::F {
        unsafe { [_mm256_max_ps(x[0], y[0]), _mm256_max_ps(x[1], y[1])] }
    }

    #[inline(always)]
    fn zeros(self) -> [__m256d; 4] {
        unsafe { [_mm256_setzero_pd(); 4] }
    }

    #[inline(always)]
    fn add_to(self, sums: [__m256d; 4], x: Self::F) -> [__m256d; 4] {
        unsafe {
            let wide = [
                _mm256_cvtps_pd(_mm256_castps256_ps128(x[0])),
                _mm256_cvtps_pd(_mm256_extractf128_ps::<1>(x[0])),
                _mm256_cvtps_pd(_mm256_castps256_ps128(x[1])),
                _mm256_cvtps_pd(_mm256_extractf128_ps::<1>(x[1])),
            ];
            [
                _mm256_add_pd(sums[0], wide[0]),
                _mm256_add_pd(sums[1], wide[1]),
                _mm256_add_pd(sums[2], wide[2]),
                _mm256_add_pd(sums[3], wide[3]),
            ]
        }
    }

    #[inline(always)]
    fn parts(self, sums: [__m256d; 4]) -> [f64; LANES] {
        let mut parts = [0.0; LANES];
        for (part, sums) in parts.as_chunks_mut::<4>().0.iter_mut().zip(sums) {
            unsafe { _mm256_storeu_pd(part.as_mut_ptr(), sums) }
        }
        parts
    }

    #[inline(always)]
    fn clear(self, x: Self::F, mask: u16) -> Self::F {
        let wide = self.wide(mask);
        unsafe {
            [
                _mm256_andnot_ps(wide[0], x[0]),
                _mm256_andnot_ps(wide[1], x[1]),
            ]
        }
    }

    #[inline(always)]
    fn blend(self, x: Self::F, y: Self::F, mask: u16) -> Self::F {
        let wide = self.wide(mask);
        unsafe {
            [
                _mm256_blendv_ps(x[0], y[0], wide[0]),
                _mm256_blendv_ps(x[1], y[1], wide[1]),
            ]
        }
    }

    #[inline(always)]
    fn without(self, x: Self::F, cells: Self::U, y: u32) -> Self::F {
        unsafe {
            let y = _mm256_set1_epi32(y as i32);
            let low = _mm256_castsi256_ps(_mm256_cmpeq_epi32(cells[0], y));
            let high = _mm256_castsi256_ps(_mm256_cmpeq_epi32(cells[1], y));
            [_mm256_andnot_ps(low, x[0]), _mm256_andnot_ps(high, x[1])]
        }
    }

    #[inline(always)]
    fn greater(self, x: Self::F, y: Self::F) -> u16 {
        unsafe {
            let low = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(x[0], y[0]));
            let high = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(x[1], y[1]));
            (low | high << 8) as u16
        }
    }

    #[inline(always)]
    fn prefix(self, x: Self::F) -> Self::F {
        unsafe {
            let (low, high) = (self.within(x[0]), self.within(x[1]));
            let last_low = _mm256_permute_ps::<0b11_11_11_11>(low);
            let last_high = _mm256_permute_ps::<0b11_11_11_11>(high);
            // Groups 0 | 1 and 2 | 3: before them are nothing | 0 and 1 | 2.
            let before = _mm256_permute2f128_ps::<0x08>(last_low, last_low);
            let low = _mm256_add_ps(low, before);
            let before = _mm256_permute2f128_ps::<0x21>(last_low, last_high);
            let high = _mm256_add_ps(high, before);
            let last = _mm256_permute_ps::<0b11_11_11_11>(low);
            [low, _mm256_add_ps(high, last)]
        }
    }

    #[inline(always)]
    fn last(self, x: Self::F) -> f32 {
        unsafe {
            let high = _mm256_extractf128_ps::<1>(x[1]);
            _mm_cvtss_f32(_mm_permute_ps::<0b11_11_11_11>(high))
        }
    }

    #[inline(always)]
    fn spread_last(self, x: Self::F) -> Self::F {
        unsafe { [_mm256_permutevar8x32_ps(x[1], _mm256_set1_epi32(7)); 2] }
    }

    #[inline(always)]
    fn block(self, from: &Block) -> Self::U {
        let (halves, _) = from.0.as_chunks::<8>();
        unsafe {
            [
                _mm256_loadu_si256(halves[0].as_ptr().cast()),
                _mm256_loadu_si256(halves[1].as_ptr().cast()),
            ]
        }
    }

    #[inline(always)]
    fn low(self, x: Self::U) -> Self::U {
        unsafe {
            let half = _mm256_set1_epi32(0xffff);
            [_mm256_and_si256(x[0], half), _mm256_and_si256(x[1], half)]
        }
    }

    #[inline(always)]
    fn high(self, x: Self::U) -> Self::U {
        unsafe { [_mm256_srli_epi32::<16>(x[0]), _mm256_srli_epi32::<16>(x[1])] }
    }

    #[inline(always)]
    fn equal(self, x: Self::U, y: u32) -> u16 {
        unsafe {
            let y = _mm256_set1_epi32(y as i32);
            let low = _mm256_castsi256_ps(_mm256_cmpeq_epi32(x[0], y));
            let high = _mm256_castsi256_ps(_mm256_cmpeq_epi32(x[1], y));
            (_mm256_movemask_ps(low) | _mm256_movemask_ps(high) << 8) as u16
        }
    }

    #[inline(always)]
    fn less(self, x: Self::U, y: u32) -> u16 {
        unsafe {
            let y = _mm256_set1_epi32(y as i32);
            let low = _mm256_castsi256_ps(_mm256_cmpgt_epi32(y, x[0]));
            let high = _mm256_castsi256_ps(_mm256_cmpgt_epi32(y, x[1]));
            (_mm256_movemask_ps(low) | _mm256_movemask_ps(high) << 8) as u16
        }
    }

    #[inline(always)]
    fn add_in(self, x: Self::U, y: u32, mask: u16) -> Self::U {
        let wide = self.wide(mask);
        unsafe {
            let y = _mm256_set1_epi32(y as i32);
            let low = _mm256_and_si256(_mm256_castps_si256(wide[0]), y);
            let high = _mm256_and_si256(_mm256_castps_si256(wide[1]), y);
            [_mm256_add_epi32(x[0], low), _mm256_add_epi32(x[1], high)]
        }
    }

    #[inline(always)]
    fn times(self, x: Self::U, y: u32) -> Self::U {
        unsafe {
            let y = _mm256_set1_epi32(y as i32);
            [_mm256_mullo_epi32(x[0], y), _mm256_mullo_epi32(x[1], y)]
        }
    }

    #[inline(always)]
    fn sum(self, x: Self::U, y: Self::U) -> Self::U {
        unsafe { [_mm256_add_epi32(x[0], y[0]), _mm256_add_epi32(x[1], y[1])] }
    }

    #[inline(always)]
    fn halve(self, x: Self::U) -> (Self::U, u16) {
        unsafe {
            let odd = x.map(|x| _mm256_castsi256_ps(_mm256_slli_epi32::<31>(x)));
            let [low, high] = odd.map(|odd| _mm256_movemask_ps(odd) as u16);
            (x.map(|x| _mm256_srli_epi32::<1>(x)), low | high << 8)
        }
    }

    #[inline(always)]
    fn rank(self, x: Self::U, by: Self::U, y: Self::F, z: Self::F) -> Self::U {
        unsafe {
            let low = _mm256_castps_si256(_mm256_cmp_ps::<_CMP_LE_OQ>(y[0], z[0]));
            let high = _mm256_castps_si256(_mm256_cmp_ps::<_CMP_LE_OQ>(y[1], z[1]));
            [
                _mm256_add_epi32(x[0], _mm256_and_si256(low, by[0])),
                _mm256_add_epi32(x[1], _mm256_and_si256(high, by[1])),
            ]
        }
    }

    #[inline(always)]
    fn firsts(self, x: Self::U, among: u16) -> u16 {
        let mut cells = Block::default();
        self.keep(x, &mut cells);
        let mut firsts = among;
        for l in 0..LANES {
            let later = among & !(1 << l) & u16::MAX << l;
            if among >> l & 1 == 1 {
                firsts &= !(self.equal(x, cells.0[l]) & later);
            }
        }
        firsts
    }

    #[inline(always)]
    fn keep(self, x: Self::U, to: &mut Block) {
        let (halves, _) = to.0.as_chunks_mut::<8>();
        unsafe {
            _mm256_storeu_si256(halves[0].as_mut_ptr().cast(), x[0]);
            _mm256_storeu_si256(halves[1].as_mut_ptr().cast(), x[1]);
        }
    }

    #[inline(always)]
    fn numbers(self, list: &[u32], places: Self::U) -> Self::U {
        let last = i32::try_from(list.len()).map_or(i32::MAX, |len| len - 1);
        assert!(last >= 0, "there is a last place");
        unsafe {
            // SAFETY: no place is past the last, as places without a sign.
            let last = _mm256_set1_epi32(last);
            let low = _mm256_min_epu32(places[0], last);
            let high = _mm256_min_epu32(places[1], last);
            [
                _mm256_i32gather_epi32::<4>(list.as_ptr().cast(), low),
                _mm256_i32gather_epi32::<4>(list.as_ptr().cast(), high),
            ]
        }
    }

    #[inline(always)]
    fn topics(self, list: &[u16], places: Self::U) -> Self::U {
        let mut cells = Block::default();
        self.keep(places, &mut cells);
        self.block(&Block(Plain.topics(list, cells.0)))
    }

    /// Four squares of eight by eight; in each, pairs of cells of two rows, then fours of
    /// four, then the halves of eight.
    #[inline(always)]
    fn columns(self, list: &[Block], places: Self::U) -> [Self::U; LANES] {
        let mut cells = Block::default();
        self.keep(places, &mut cells);
        let last = list.len() - 1;
        let mut r = [self.block(&list[last]); LANES];
        for (r, place) in r.iter_mut().zip(cells.0) {
            *r = self.block(&list[last.min(place as usize)]);
        }
        let mut columns = r;
        for (first, half) in [(0, 0), (0, 1), (8, 0), (8, 1)] {
            let mut f = [r[0][0]; 8];
            for i in 0..2 {
                let [a, b] = [r[first + 4 * i][half], r[first + 4 * i + 1][half]];
                let [c, d] = [r[first + 4 * i + 2][half], r[first + 4 * i + 3][half]];
                unsafe {
                    let [low, high] = [_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b)];
                    let [low2, high2] = [_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d)];
                    f[4 * i] = _mm256_unpacklo_epi64(low, low2);
                    f[4 * i + 1] = _mm256_unpackhi_epi64(low, low2);
                    f[4 * i + 2] = _mm256_unpacklo_epi64(high, high2);
                    f[4 * i + 3] = _mm256_unpackhi_epi64(high, high2);
                }
            }
            for n in 0..4 {
                let (column, lanes) = (8 * half + n, first / 8);
                unsafe {
                    columns[column][lanes] = _mm256_permute2x128_si256::<0x20>(f[n], f[n + 4]);
                    columns[column + 4][lanes] = _mm256_permute2x128_si256::<0x31>(f[n], f[n + 4]);
                }
            }
        }
        columns
    }

    #[inline(always)]
    fn counts(self, list: &[Block], rows: Self::U, wide: u16, topics: Self::U) -> Self::U {
        let (mut places, mut cells) = (Block::default(), Block::default());
        self.keep(rows, &mut places);
        self.keep(topics, &mut cells);
        self.block(&Block(Plain.counts(list, places.0, wide, cells.0)))
    }

    #[inline(always)]
    fn put_each(self, table: &mut Table, places: Self::U, values: Self::F) {
        let (mut cells, mut numbers) = (Block::default(), [0.0; LANES]);
        self.keep(places, &mut cells);
        self.store(values, &mut numbers);
        Plain.put_each(table, cells.0, numbers);
    }

    #[inline(always)]
    fn in_lines(self, x: Self::U) -> Self::U {
        unsafe {
            let low = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
            let high = _mm256_add_epi32(low, _mm256_set1_epi32(8));
            [
                _mm256_add_epi32(_mm256_slli_epi32::<4>(x[0]), low),
                _mm256_add_epi32(_mm256_slli_epi32::<4>(x[1]), high),
            ]
        }
    }

    #[inline(always)]
    fn float(self, x: Self::U) -> Self::F {
        unsafe { [_mm256_castsi256_ps(x[0]), _mm256_castsi256_ps(x[1])] }
    }

    /// Counts below 2^24 convert exactly. Those above are made of two halves, each
    /// exact, and rounded once, when they are added.
    #[inline(always)]
    fn number(self, x: Self::U) -> Self::F {
        unsafe {
            let unit = _mm256_set1_ps(65_536.0);
            let (low, high) = (self.low(x), self.high(x));
            let upper = [
                _mm256_mul_ps(_mm256_cvtepi32_ps(high[0]), unit),
                _mm256_mul_ps(_mm256_cvtepi32_ps(high[1]), unit),
            ];
            [
                _mm256_add_ps(upper[0], _mm256_cvtepi32_ps(low[0])),
                _mm256_add_ps(upper[1], _mm256_cvtepi32_ps(low[1])),
            ]
        }
    }

    #[inline(always)]
    fn look_up_two(self, first: &[f32; LANES], second: &[f32; LANES], topics: Self::U) -> Self::F {
        let (first, second) = (self.load(first), self.load(second));
        let mut found = first;
        for (found, topics) in found.iter_mut().zip(topics) {
            unsafe {
                // Bits 3 and 4, moved to where a blend looks.
                let upper = _mm256_castsi256_ps(_mm256_slli_epi32::<28>(topics));
                let later = _mm256_castsi256_ps(_mm256_slli_epi32::<27>(topics));
                let a = _mm256_permutevar8x32_ps(first[0], topics);
                let b = _mm256_permutevar8x32_ps(first[1], topics);
                let c = _mm256_permutevar8x32_ps(second[0], topics);
                let d = _mm256_permutevar8x32_ps(second[1], topics);
                let [ab, cd] = [_mm256_blendv_ps(a, b, upper), _mm256_blendv_ps(c, d, upper)];
                *found = _mm256_blendv_ps(ab, cd, later);
            }
        }
        found
    }

    #[inline(always)]
    fn look_up(self, table: &Table, topics: Self::U) -> Self::F {
        let topics = self.low(topics);
        unsafe {
            [
                _mm256_i32gather_ps::<4>(table.as_ptr(), topics[0]),
                _mm256_i32gather_ps::<4>(table.as_ptr(), topics[1]),
            ]
        }
    }

    #[inline(always)]
    fn look_up_block(self, table: &Table, topics: &Block) -> Self::F {
        unsafe { one_by_one(table, topics) }
    }

    #[inline(always)]
    fn prefetch<T>(self, at: *const T) {
        // No memory is read, wherever this is.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
    }
}
