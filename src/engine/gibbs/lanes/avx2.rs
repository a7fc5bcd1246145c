//! AVX2: two registers are 16 lanes, the lower eight first.
//!
//! Soundness: as in the AVX-512 file.
#![allow(unsafe_code)]

use super::{Job, Lanes, Table};
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
    fn prefetch(self, block: &Block) {
        unsafe { _mm_prefetch::<_MM_HINT_T0>((&raw const *block).cast()) }
    }
}
