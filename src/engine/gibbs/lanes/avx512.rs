//! AVX-512: a register is 16 lanes.
//!
//! Soundness: every intrinsic here needs one of the features that [`Avx512::new`]
//! asks the processor for, and the field keeps anyone else from making a value.
//! Memory is touched through references to whole arrays only; a look-up masks its
//! places to 16 bits, and the table has 2^16 entries.
#![allow(unsafe_code)]

use super::{Job, Lanes, Table};
use crate::model::rows::{Block, LANES};
use std::arch::x86_64::*;

/// Proof that the processor has AVX-512 F, BW, DQ and VL.
#[derive(Debug, Clone, Copy)]
pub struct Avx512(());

impl Avx512 {
    pub fn new() -> Option<Self> {
        let there = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
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
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn run<J: Job>(lanes: Avx512, job: J) -> J::Output {
    job.run(lanes)
}

// SAFETY of every block below: `self` exists, so the features are there.
impl Lanes for Avx512 {
    type F = __m512;
    type U = __m512i;
    type Sums = [__m512d; 2];

    #[inline(always)]
    fn splat(self, x: f32) -> __m512 {
        unsafe { _mm512_set1_ps(x) }
    }

    #[inline(always)]
    fn load(self, from: &[f32; LANES]) -> __m512 {
        unsafe { _mm512_loadu_ps(from.as_ptr()) }
    }

    #[inline(always)]
    fn store(self, x: __m512, to: &mut [f32; LANES]) {
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), x) }
    }

    #[inline(always)]
    fn add(self, x: __m512, y: __m512) -> __m512 {
        unsafe { _mm512_add_ps(x, y) }
    }

    #[inline(always)]
    fn sub(self, x: __m512, y: __m512) -> __m512 {
        unsafe { _mm512_sub_ps(x, y) }
    }

    #[inline(always)]
    fn mul(self, x: __m512, y: __m512) -> __m512 {
        unsafe { _mm512_mul_ps(x, y) }
    }

    #[inline(always)]
    fn zeros(self) -> [__m512d; 2] {
        unsafe { [_mm512_setzero_pd(); 2] }
    }

    #[inline(always)]
    fn add_to(self, sums: [__m512d; 2], x: __m512) -> [__m512d; 2] {
        unsafe {
            let low = _mm512_cvtps_pd(_mm512_castps512_ps256(x));
            let high = _mm512_cvtps_pd(_mm512_extractf32x8_ps::<1>(x));
            [_mm512_add_pd(sums[0], low), _mm512_add_pd(sums[1], high)]
        }
    }

    #[inline(always)]
    fn parts(self, sums: [__m512d; 2]) -> [f64; LANES] {
        let mut parts = [0.0; LANES];
        for (part, sums) in parts.as_chunks_mut::<8>().0.iter_mut().zip(sums) {
            unsafe { _mm512_storeu_pd(part.as_mut_ptr(), sums) }
        }
        parts
    }

    #[inline(always)]
    fn clear(self, x: __m512, mask: u16) -> __m512 {
        unsafe { _mm512_maskz_mov_ps(!mask, x) }
    }

    #[inline(always)]
    fn blend(self, x: __m512, y: __m512, mask: u16) -> __m512 {
        unsafe { _mm512_mask_blend_ps(mask, x, y) }
    }

    #[inline(always)]
    fn greater(self, x: __m512, y: __m512) -> u16 {
        unsafe { _mm512_cmp_ps_mask::<_CMP_GT_OQ>(x, y) }
    }

    #[inline(always)]
    fn prefix(self, x: __m512) -> __m512 {
        unsafe {
            let one = _mm512_castsi512_ps(_mm512_bslli_epi128::<4>(_mm512_castps_si512(x)));
            let x = _mm512_add_ps(x, one);
            let two = _mm512_castsi512_ps(_mm512_bslli_epi128::<8>(_mm512_castps_si512(x)));
            let x = _mm512_add_ps(x, two);
            let last = _mm512_permute_ps::<0b11_11_11_11>(x);
            let before = _mm512_maskz_shuffle_f32x4::<0b10_01_00_00>(0xfff0, last, last);
            let x = _mm512_add_ps(x, before);
            let last = _mm512_permute_ps::<0b11_11_11_11>(x);
            let before = _mm512_maskz_shuffle_f32x4::<0b01_00_00_00>(0xff00, last, last);
            _mm512_add_ps(x, before)
        }
    }

    #[inline(always)]
    fn last(self, x: __m512) -> f32 {
        unsafe {
            let high = _mm512_extractf32x4_ps::<3>(x);
            _mm_cvtss_f32(_mm_permute_ps::<0b11_11_11_11>(high))
        }
    }

    #[inline(always)]
    fn spread_last(self, x: __m512) -> __m512 {
        unsafe { _mm512_permutexvar_ps(_mm512_set1_epi32(LANES as i32 - 1), x) }
    }

    #[inline(always)]
    fn block(self, from: &Block) -> __m512i {
        unsafe { _mm512_load_si512((&raw const *from).cast()) }
    }

    #[inline(always)]
    fn low(self, x: __m512i) -> __m512i {
        unsafe { _mm512_and_si512(x, _mm512_set1_epi32(0xffff)) }
    }

    #[inline(always)]
    fn high(self, x: __m512i) -> __m512i {
        unsafe { _mm512_srli_epi32::<16>(x) }
    }

    #[inline(always)]
    fn equal(self, x: __m512i, y: u32) -> u16 {
        unsafe { _mm512_cmpeq_epi32_mask(x, _mm512_set1_epi32(y as i32)) }
    }

    #[inline(always)]
    fn less(self, x: __m512i, y: u32) -> u16 {
        unsafe { _mm512_cmplt_epi32_mask(x, _mm512_set1_epi32(y as i32)) }
    }

    #[inline(always)]
    fn number(self, x: __m512i) -> __m512 {
        unsafe { _mm512_cvtepu32_ps(x) }
    }

    /// Bits 0 to 4 of a topic pick a number from two lines; bits 5 and 6 say which two.
    #[inline(always)]
    fn look_up_few(self, table: &Table, topics: __m512i) -> __m512 {
        let line = |n| self.load(table.line(n));
        unsafe {
            let first = _mm512_permutex2var_ps(line(0), topics, line(1));
            let second = _mm512_permutex2var_ps(line(2), topics, line(3));
            let third = _mm512_permutex2var_ps(line(4), topics, line(5));
            let fourth = _mm512_permutex2var_ps(line(6), topics, line(7));
            let odd = _mm512_test_epi32_mask(topics, _mm512_set1_epi32(32));
            let upper = _mm512_test_epi32_mask(topics, _mm512_set1_epi32(64));
            let low = _mm512_mask_blend_ps(odd, first, second);
            let high = _mm512_mask_blend_ps(odd, third, fourth);
            _mm512_mask_blend_ps(upper, low, high)
        }
    }

    #[inline(always)]
    fn put(self, table: &mut Table, topic: usize, value: f32) {
        let line = table.line_mut(topic / LANES);
        let with = self.blend(self.load(line), self.splat(value), 1 << (topic % LANES));
        self.store(with, line);
    }

    #[inline(always)]
    fn look_up(self, table: &Table, topics: __m512i) -> __m512 {
        unsafe { _mm512_i32gather_ps::<4>(self.low(topics), table.as_ptr()) }
    }

    #[inline(always)]
    fn prefetch(self, block: &Block) {
        unsafe { _mm_prefetch::<_MM_HINT_T0>((&raw const *block).cast()) }
    }
}
