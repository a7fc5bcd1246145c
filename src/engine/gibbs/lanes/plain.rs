//! The lanes as an array: what every other path must agree with, bit for bit.

use super::{Lanes, Table};
use crate::model::rows::{Block, LANES, dense_place};
use std::array::from_fn;

/// No instructions in particular.
#[derive(Debug, Clone, Copy)]
pub struct Plain;

impl Lanes for Plain {
    type F = [f32; LANES];
    type U = [u32; LANES];
    type Sums = [f64; LANES];

    #[inline(always)]
    fn splat(self, x: f32) -> Self::F {
        [x; LANES]
    }

    #[inline(always)]
    fn load(self, from: &[f32; LANES]) -> Self::F {
        *from
    }

    #[inline(always)]
    fn store(self, x: Self::F, to: &mut [f32; LANES]) {
        *to = x;
    }

    #[inline(always)]
    fn add(self, x: Self::F, y: Self::F) -> Self::F {
        from_fn(|l| x[l] + y[l])
    }

    #[inline(always)]
    fn sub(self, x: Self::F, y: Self::F) -> Self::F {
        from_fn(|l| x[l] - y[l])
    }

    #[inline(always)]
    fn mul(self, x: Self::F, y: Self::F) -> Self::F {
        from_fn(|l| x[l] * y[l])
    }

    #[inline(always)]
    fn div(self, x: Self::F, y: Self::F) -> Self::F {
        from_fn(|l| x[l] / y[l])
    }

    #[inline(always)]
    fn max(self, x: Self::F, y: Self::F) -> Self::F {
        from_fn(|l| if x[l] > y[l] { x[l] } else { y[l] })
    }

    #[inline(always)]
    fn zeros(self) -> [f64; LANES] {
        [0.0; LANES]
    }

    #[inline(always)]
    fn add_to(self, sums: [f64; LANES], x: Self::F) -> [f64; LANES] {
        from_fn(|l| sums[l] + f64::from(x[l]))
    }

    #[inline(always)]
    fn parts(self, sums: [f64; LANES]) -> [f64; LANES] {
        sums
    }

    #[inline(always)]
    fn clear(self, x: Self::F, mask: u16) -> Self::F {
        from_fn(|l| if mask >> l & 1 == 1 { 0.0 } else { x[l] })
    }

    #[inline(always)]
    fn blend(self, x: Self::F, y: Self::F, mask: u16) -> Self::F {
        from_fn(|l| if mask >> l & 1 == 1 { y[l] } else { x[l] })
    }

    #[inline(always)]
    fn without(self, x: Self::F, cells: Self::U, y: u32) -> Self::F {
        from_fn(|l| if cells[l] == y { 0.0 } else { x[l] })
    }

    #[inline(always)]
    fn greater(self, x: Self::F, y: Self::F) -> u16 {
        (0..LANES).fold(0, |mask, l| mask | u16::from(x[l] > y[l]) << l)
    }

    #[inline(always)]
    fn prefix(self, x: Self::F) -> Self::F {
        let one: Self::F = from_fn(|l| x[l] + if l % 4 >= 1 { x[l - 1] } else { 0.0 });
        let four: Self::F = from_fn(|l| one[l] + if l % 4 >= 2 { one[l - 2] } else { 0.0 });
        let eight: Self::F = from_fn(|l| four[l] + if l >= 4 { four[l / 4 * 4 - 1] } else { 0.0 });
        from_fn(|l| eight[l] + if l >= 8 { eight[l / 4 * 4 - 5] } else { 0.0 })
    }

    #[inline(always)]
    fn last(self, x: Self::F) -> f32 {
        x[LANES - 1]
    }

    #[inline(always)]
    fn spread_last(self, x: Self::F) -> Self::F {
        [x[LANES - 1]; LANES]
    }

    #[inline(always)]
    fn block(self, from: &Block) -> Self::U {
        from.0
    }

    #[inline(always)]
    fn low(self, x: Self::U) -> Self::U {
        x.map(|cell| cell & 0xffff)
    }

    #[inline(always)]
    fn high(self, x: Self::U) -> Self::U {
        x.map(|cell| cell >> 16)
    }

    #[inline(always)]
    fn equal(self, x: Self::U, y: u32) -> u16 {
        (0..LANES).fold(0, |mask, l| mask | u16::from(x[l] == y) << l)
    }

    #[inline(always)]
    fn less(self, x: Self::U, y: u32) -> u16 {
        (0..LANES).fold(0, |mask, l| mask | u16::from(x[l] < y) << l)
    }

    #[inline(always)]
    fn add_in(self, x: Self::U, y: u32, mask: u16) -> Self::U {
        from_fn(|l| x[l].wrapping_add(u32::from(mask >> l & 1) * y))
    }

    #[inline(always)]
    fn times(self, x: Self::U, y: u32) -> Self::U {
        x.map(|x| x.wrapping_mul(y))
    }

    #[inline(always)]
    fn sum(self, x: Self::U, y: Self::U) -> Self::U {
        from_fn(|l| x[l].wrapping_add(y[l]))
    }

    #[inline(always)]
    fn halve(self, x: Self::U) -> (Self::U, u16) {
        let odd = (0..LANES).fold(0, |mask, l| mask | (x[l] as u16 & 1) << l);
        (x.map(|cell| cell >> 1), odd)
    }

    #[inline(always)]
    fn rank(self, x: Self::U, by: Self::U, y: Self::F, z: Self::F) -> Self::U {
        from_fn(|l| x[l].wrapping_add(if y[l] <= z[l] { by[l] } else { 0 }))
    }

    #[inline(always)]
    fn firsts(self, x: Self::U, among: u16) -> u16 {
        let is_among = |l: usize| among >> l & 1 == 1;
        let is_first = |l: usize| (0..l).all(|before| !is_among(before) || x[before] != x[l]);
        (0..LANES).fold(0, |mask, l| {
            mask | u16::from(is_among(l) && is_first(l)) << l
        })
    }

    #[inline(always)]
    fn keep(self, x: Self::U, to: &mut Block) {
        to.0 = x;
    }

    #[inline(always)]
    fn numbers(self, list: &[u32], places: Self::U) -> Self::U {
        places.map(|place| list[(place as usize).min(list.len() - 1)])
    }

    #[inline(always)]
    fn topics(self, list: &[u16], places: Self::U) -> Self::U {
        places.map(|place| list[(place as usize).min(list.len() - 1)].into())
    }

    #[inline(always)]
    fn columns(self, list: &[Block], places: Self::U) -> [Self::U; LANES] {
        let rows = places.map(|place| &list[(place as usize).min(list.len() - 1)].0);
        from_fn(|n| from_fn(|l| rows[l][n]))
    }

    #[inline(always)]
    fn counts(self, list: &[Block], rows: Self::U, wide: u16, topics: Self::U) -> Self::U {
        let last = list.len() - 1;
        from_fn(|l| {
            let wide = wide >> l & 1 == 1;
            let (block, lane, shift) = dense_place(wide, topics[l] as u16);
            let block = rows[l].wrapping_add(block as u32) as usize;
            let cell = list[block.min(last)].0[lane];
            if wide { cell } else { cell >> shift & 0xffff }
        })
    }

    #[inline(always)]
    fn put_each(self, table: &mut Table, places: Self::U, values: Self::F) {
        for (place, value) in places.into_iter().zip(values) {
            table[usize::from(place as u16)] = value;
        }
    }

    #[inline(always)]
    fn in_lines(self, x: Self::U) -> Self::U {
        from_fn(|l| x[l].wrapping_mul(LANES as u32).wrapping_add(l as u32))
    }

    #[inline(always)]
    fn float(self, x: Self::U) -> Self::F {
        x.map(f32::from_bits)
    }

    #[inline(always)]
    fn number(self, x: Self::U) -> Self::F {
        x.map(|cell| cell as f32)
    }

    #[inline(always)]
    fn look_up_two(self, first: &[f32; LANES], second: &[f32; LANES], topics: Self::U) -> Self::F {
        topics.map(|k| match k as usize / LANES % 2 {
            0 => first[k as usize % LANES],
            _ => second[k as usize % LANES],
        })
    }

    #[inline(always)]
    fn look_up(self, table: &Table, topics: Self::U) -> Self::F {
        topics.map(|k| table[usize::from(k as u16)])
    }
}
