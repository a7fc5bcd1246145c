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
    // SAFETY: a table has 2^16 numbers.
    let number =
        |l: usize| unsafe { _mm_load_ss(table.as_ptr().add(usize::from(topics.0[l] as u16))) };
    // SAFETY of the others: the caller's.
    let four = |l: usize| unsafe {
        let low = _mm_insert_ps::<0x10>(number(l), number(l + 1));
        let high = _mm_insert_ps::<0x10>(number(l + 2), number(l + 3));
        _mm_movelh_ps(low, high)
    };
    let eight = |l: usize| unsafe {
        _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(four(l)), four(l + 4))
    };
    [eight(0), eight(8)]
}
