//! AVX-512: a register is 16 lanes.
//!
//! Soundness: every intrinsic here needs one of the features that [`Avx512::new`]
//! asks the processor for, and the field keeps anyone else from making a value.
//! Memory is touched through references to whole arrays only; a look-up masks its
//! places to 16 bits, and the table has 2^16 entries.
#![allow(unsafe_code)]

use super::x86::one_by_one;
use super::{Job, Lanes, Plain, Table};
use crate::model::rows::{Block, LANES};
use std::arch::x86_64::*;

/// Proof that the processor has AVX-512 F, BW, CD, DQ and VL.
#[derive(Debug, Clone, Copy)]
pub struct Avx512(());

impl Avx512 {
    pub fn new() -> Option<Self> {
        let there = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
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

#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
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
    fn div(self, x: __m512, y: __m512) -> __m512 {
        unsafe { _mm512_div_ps(x, y) }
    }

    #[inline(always)]
    fn max(self, x: __m512, y: __m512) -> __m512 {
        unsafe { _mm512_max_ps(x, y) }
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
    fn without(self, x: __m512, cells: __m512i, y: u32) -> __m512 {
        unsafe {
            let zero = _mm512_setzero_ps();
            _mm512_mask_blend_ps(self.equal(cells, y), x, zero)
        }
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
    fn add_in(self, x: __m512i, y: u32, mask: u16) -> __m512i {
        unsafe { _mm512_mask_add_epi32(x, mask, x, _mm512_set1_epi32(y as i32)) }
    }

    #[inline(always)]
    fn times(self, x: __m512i, y: u32) -> __m512i {
        unsafe { _mm512_mullo_epi32(x, _mm512_set1_epi32(y as i32)) }
    }

    #[inline(always)]
    fn sum(self, x: __m512i, y: __m512i) -> __m512i {
        unsafe { _mm512_add_epi32(x, y) }
    }

    #[inline(always)]
    fn halve(self, x: __m512i) -> (__m512i, u16) {
        unsafe {
            let odd = _mm512_test_epi32_mask(x, _mm512_set1_epi32(1));
            (_mm512_srli_epi32::<1>(x), odd)
        }
    }

    #[inline(always)]
    fn rank(self, x: __m512i, by: __m512i, y: __m512, z: __m512) -> __m512i {
        unsafe {
            let mask = _mm512_cmp_ps_mask::<_CMP_LE_OQ>(y, z);
            _mm512_mask_add_epi32(x, mask, x, by)
        }
    }

    #[inline(always)]
    fn firsts(self, x: __m512i, among: u16) -> u16 {
        unsafe {
            let others = _mm512_set1_epi32(among.into());
            among & _mm512_testn_epi32_mask(_mm512_conflict_epi32(x), others)
        }
    }

    #[inline(always)]
    fn keep(self, x: __m512i, to: &mut Block) {
        unsafe { _mm512_store_si512((&raw mut *to).cast(), x) }
    }

    #[inline(always)]
    fn numbers(self, list: &[u32], places: __m512i) -> __m512i {
        let last = i32::try_from(list.len()).map_or(i32::MAX, |len| len - 1);
        assert!(last >= 0, "there is a last place");
        unsafe {
            // SAFETY: no place is past the last, as places without a sign.
            let places = _mm512_min_epu32(places, _mm512_set1_epi32(last));
            _mm512_i32gather_epi32::<4>(places, list.as_ptr().cast())
        }
    }

    #[inline(always)]
    fn topics(self, list: &[u16], places: __m512i) -> __m512i {
        // Two topics are read from each place but the last, and the first is wanted.
        let last = i32::try_from(list.len()).map_or(i32::MAX, |len| len - 1);
        unsafe {
            let end = _mm512_set1_epi32(last);
            if last < 0 || _mm512_cmpge_epu32_mask(places, end) != 0 {
                let mut cells = Block::default();
                self.keep(places, &mut cells);
                return self.block(&Block(Plain.topics(list, cells.0)));
            }
            // SAFETY: every place has one after it.
            self.low(_mm512_i32gather_epi32::<2>(places, list.as_ptr().cast()))
        }
    }

    /// Pairs of cells of two rows, then fours of four, then the quarters of sixteen.
    #[inline(always)]
    fn columns(self, list: &[Block], places: __m512i) -> [__m512i; LANES] {
        let last = i32::try_from(list.len()).map_or(i32::MAX, |len| len - 1);
        assert!(last >= 0, "there is a last row");
        unsafe {
            let mut cells = Block::default();
            self.keep(
                _mm512_min_epu32(places, _mm512_set1_epi32(last)),
                &mut cells,
            );
            let mut r = [_mm512_setzero_si512(); LANES];
            for (r, place) in r.iter_mut().zip(cells.0) {
                // SAFETY: no place is past the last.
                *r = self.block(&*list.as_ptr().add(place as usize));
            }
            let mut t = r;
            for i in 0..8 {
                t[2 * i] = _mm512_unpacklo_epi32(r[2 * i], r[2 * i + 1]);
                t[2 * i + 1] = _mm512_unpackhi_epi32(r[2 * i], r[2 * i + 1]);
            }
            let mut r = t;
            for i in 0..4 {
                let [a, b, c, d] = [t[4 * i], t[4 * i + 1], t[4 * i + 2], t[4 * i + 3]];
                r[4 * i] = _mm512_unpacklo_epi64(a, c);
                r[4 * i + 1] = _mm512_unpackhi_epi64(a, c);
                r[4 * i + 2] = _mm512_unpacklo_epi64(b, d);
                r[4 * i + 3] = _mm512_unpackhi_epi64(b, d);
            }
            for i in 0..4 {
                t[i] = _mm512_shuffle_i32x4::<0x88>(r[i], r[4 + i]);
                t[4 + i] = _mm512_shuffle_i32x4::<0xdd>(r[i], r[4 + i]);
                t[8 + i] = _mm512_shuffle_i32x4::<0x88>(r[8 + i], r[12 + i]);
                t[12 + i] = _mm512_shuffle_i32x4::<0xdd>(r[8 + i], r[12 + i]);
            }
            for i in 0..8 {
                r[i] = _mm512_shuffle_i32x4::<0x88>(t[i], t[8 + i]);
                r[8 + i] = _mm512_shuffle_i32x4::<0xdd>(t[i], t[8 + i]);
            }
            r
        }
    }

    #[inline(always)]
    fn move_one(self, row: &mut Block, old: u16, new: u16) -> bool {
        unsafe {
            let one = _mm512_set1_epi32(1 << 16);
            let cells = self.block(row);
            // An empty entry looks like topic 0.
            let live = _mm512_cmpge_epu32_mask(cells, one);
            let from = live & self.equal(self.low(cells), old.into());
            let cells = _mm512_mask_sub_epi32(cells, from, cells, one);
            let live = _mm512_cmpge_epu32_mask(cells, one);
            let cells = _mm512_maskz_compress_epi32(live, cells);
            let live = _mm512_cmpge_epu32_mask(cells, one);
            let topics = self.low(cells);
            let to = live & self.equal(topics, new.into());
            let cells = if to == 0 {
                let at = 1 << (live & self.less(topics, new.into())).count_ones();
                let entry = _mm512_set1_epi32(1 << 16 | i32::from(new));
                _mm512_mask_mov_epi32(_mm512_maskz_expand_epi32(!at, cells), at, entry)
            } else {
                _mm512_mask_add_epi32(cells, to, cells, one)
            };
            self.keep(cells, row);
        }
        true
    }

    #[inline(always)]
    fn counts(self, list: &[Block], rows: __m512i, wide: u16, topics: __m512i) -> __m512i {
        // A cell is one of 2^31, so that a place with its lane has a sign of its own.
        let last = i32::try_from(list.len() * LANES).map_or(i32::MAX, |len| len - 1);
        assert!(last >= 0, "there is a last cell");
        unsafe {
            let block = _mm512_srli_epi32::<5>(topics);
            let block = _mm512_mask_srli_epi32::<4>(block, wide, topics);
            let lane = _mm512_and_si512(topics, _mm512_set1_epi32(LANES as i32 - 1));
            let cell = _mm512_or_si512(_mm512_slli_epi32::<4>(_mm512_add_epi32(rows, block)), lane);
            // SAFETY: no cell is past the last, as places without a sign.
            let cell = _mm512_min_epu32(cell, _mm512_set1_epi32(last));
            let cell = _mm512_i32gather_epi32::<4>(cell, list.as_ptr().cast());
            let shift = _mm512_and_si512(topics, _mm512_set1_epi32(LANES as i32));
            let narrow = self.low(_mm512_srlv_epi32(cell, shift));
            _mm512_mask_mov_epi32(narrow, wide, cell)
        }
    }

    #[inline(always)]
    fn put_each(self, table: &mut Table, places: __m512i, values: __m512) {
        // SAFETY: a table has 2^16 numbers.
        unsafe { _mm512_i32scatter_ps::<4>(table.as_mut_ptr().cast(), self.low(places), values) }
    }

    #[inline(always)]
    fn in_lines(self, x: __m512i) -> __m512i {
        unsafe {
            let lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            _mm512_add_epi32(_mm512_slli_epi32::<4>(x), lane)
        }
    }

    #[inline(always)]
    fn float(self, x: __m512i) -> __m512 {
        unsafe { _mm512_castsi512_ps(x) }
    }

    #[inline(always)]
    fn number(self, x: __m512i) -> __m512 {
        unsafe { _mm512_cvtepu32_ps(x) }
    }

    /// Bits 0 to 4 of a topic pick a number from two lines; bits 5 and 6 say which two.
    #[inline(always)]
    fn look_up_few(self, table: &Table, line: usize, topics: __m512i) -> __m512 {
        let line = |n| self.load(table.line(line + n));
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
    fn look_up_two(self, first: &[f32; LANES], second: &[f32; LANES], topics: __m512i) -> __m512 {
        unsafe { _mm512_permutex2var_ps(self.load(first), topics, self.load(second)) }
    }

    #[inline(always)]
    fn look_up(self, table: &Table, topics: __m512i) -> __m512 {
        unsafe { _mm512_i32gather_ps::<4>(self.low(topics), table.as_ptr()) }
    }

    #[inline(always)]
    fn look_up_block(self, table: &Table, topics: &Block) -> __m512 {
        unsafe {
            let [low, high] = one_by_one(table, topics);
            _mm512_insertf32x8::<1>(_mm512_castps256_ps512(low), high)
        }
    }

    #[inline(always)]
    fn prefetch<T>(self, at: *const T) {
        // No memory is read, wherever this is.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
    }
}
