//! What AVX2 and AVX-512 have in common.
#![allow(unsafe_code)]

use super::Table;
use crate::model::rows::Block;
use std::arch::x86_64::*;

/// The numbers of the topics in the low halves of a block, one by one: a Zen 5 does that in 10
/// cycles, and gathers them in 12.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
pub unsafe fn one_by_one(table: &Table, topics: &Block) -> [__m256; 2] {
    // SAFETY: the caller's.
    unsafe { [eight(table, topics, 0), eight(table, topics, 8)] }
}

#[inline(always)]
unsafe fn eight(table: &Table, topics: &Block, l: usize) -> __m256 {
    // SAFETY: the caller's.
    unsafe {
        let low = _mm256_castps128_ps256(four(table, topics, l));
        _mm256_insertf128_ps::<1>(low, four(table, topics, l + 4))
    }
}

#[inline(always)]
unsafe fn four(table: &Table, topics: &Block, l: usize) -> __m128 {
    // SAFETY: the caller's.
    unsafe {
        let [a, b] = [one(table, topics, l), one(table, topics, l + 1)];
        let [c, d] = [one(table, topics, l + 2), one(table, topics, l + 3)];
        _mm_movelh_ps(_mm_insert_ps::<0x10>(a, b), _mm_insert_ps::<0x10>(c, d))
    }
}

#[inline(always)]
unsafe fn one(table: &Table, topics: &Block, l: usize) -> __m128 {
    // SAFETY: the caller's, and a table has 2^16 numbers.
    unsafe { _mm_load_ss(table.as_ptr().add(usize::from(topics.0[l] as u16))) }
}
