//! Up to 32 topics: two times 16 lanes hold the whole conditional.

use super::{Collapsed, Draw, Numbers, look_ahead};
use crate::engine::gibbs::lanes::Lanes;
use crate::model::rows::{Block, DENSE, LANES};

/// The weights of all topics, kept in registers.
struct Weights<F> {
    /// a_k.
    a: [F; 2],
    /// a_k, if the next token comes to topic k.
    with: [F; 2],
}

/// 16 numbers from each half of the first 32 places of a table.
#[inline(always)]
fn halves<L: Lanes>(lanes: L, table: &[f32; DENSE]) -> [L::F; 2] {
    let (halves, _) = table.as_chunks::<LANES>();
    [lanes.load(&halves[0]), lanes.load(&halves[1])]
}

/// The bit of a topic among 32.
#[inline(always)]
fn bits(topic: usize) -> [u16; 2] {
    let bit = 1u32 << (topic % DENSE);
    [bit as u16, (bit >> LANES) as u16]
}

/// The counts of a row, topics 0 to 15 first.
#[inline(always)]
fn counts<L: Lanes, const WIDE: bool>(lanes: L, row: &[Block]) -> [L::U; 2] {
    if WIDE {
        [lanes.block(&row[0]), lanes.block(&row[1])]
    } else {
        let cells = lanes.block(&row[0]);
        [lanes.low(cells), lanes.high(cells)]
    }
}

/// One count of a row, and the change of it by one.
#[inline(always)]
fn cell<const WIDE: bool>(row: &mut [Block], topic: usize) -> (&mut u32, u32) {
    let (half, lane) = (topic / LANES % 2, topic % LANES);
    if WIDE {
        (&mut row[half].0[lane], 0)
    } else {
        (&mut row[0].0[lane], 16 * half as u32)
    }
}

#[inline(always)]
fn count<const WIDE: bool>(row: &mut [Block], topic: usize) -> f32 {
    let (cell, shift) = cell::<WIDE>(row, topic);
    if WIDE {
        *cell as f32
    } else {
        (*cell >> shift & 0xffff) as f32
    }
}

/// Draws the tokens; gives how many changed.
#[inline(always)]
pub fn draw<L: Lanes, const WIDE: bool>(lanes: L, work: Draw<'_>) -> usize {
    let Draw {
        kernel,
        view,
        state,
        tokens,
    } = work;
    let topics = state.topics();
    let parts = state.parts_mut();
    let mut numbers = Numbers::new(view.stream, tokens.start);
    let mut table = [0.0; DENSE];
    for (k, with) in table.iter_mut().enumerate().take(topics) {
        *with = kernel.factor_with(k);
    }
    let (a, _) = kernel.a.as_chunks::<DENSE>();
    let mut weights = Weights {
        a: halves(lanes, &a[0]),
        with: halves(lanes, &table),
    };
    let one_eta = view.eta.symmetric_value().map(|eta| eta as f32);
    let mut changed = 0;
    let words = view.corpus.words();
    for i in tokens {
        look_ahead(lanes, words, i, parts.starts, parts.blocks);
        let word = words[i] as usize;
        let eta = one_eta.unwrap_or_else(|| view.eta.value(word) as f32);
        let row = &mut parts.blocks[parts.starts[word] as usize..][..1 + usize::from(WIDE)];
        let old = usize::from(parts.z[i]);
        let (odds, uniform) = numbers.at(i);

        let own = bits(old);
        let counts = counts::<L, WIDE>(lanes, row);
        let every = lanes.splat(eta);
        let low = lanes.mul(lanes.add(lanes.number(counts[0]), every), weights.a[0]);
        let high = lanes.mul(lanes.add(lanes.number(counts[1]), every), weights.a[1]);
        let low = lanes.clear(low, own[0]);
        let both = lanes.add(low, lanes.clear(high, own[1]));
        let prefix = lanes.prefix(both);
        let rest = lanes.last(prefix);
        let own_weight = (count::<WIDE>(row, old) - 1.0 + eta) * kernel.factor_without(old);
        if rest <= own_weight * odds {
            continue;
        }

        let x = uniform * rest;
        let lane = lanes.greater(prefix, x).trailing_zeros() as usize % LANES;
        // The lower topic of the lane comes first.
        let first = lanes.add(lanes.sub(prefix, both), low);
        let upper = lanes.greater(first, x) >> lane & 1 == 0;
        let mut new = lane + LANES * usize::from(upper);
        if new >= topics || new == old {
            // Rounding can point at a lane without weight.
            new = (old + 1) % topics;
        }
        changed += 1;
        parts.z[i] = new as u16;
        let (from, shift) = cell::<WIDE>(row, old);
        *from -= 1 << shift;
        let (to, shift) = cell::<WIDE>(row, new);
        *to += 1 << shift;
        let left = lanes.splat(kernel.factor_without(old));
        let to = bits(new);
        let came = lanes.blend(weights.a[0], weights.with[0], to[0]);
        weights.a[0] = lanes.blend(came, left, own[0]);
        let came = lanes.blend(weights.a[1], weights.with[1], to[1]);
        weights.a[1] = lanes.blend(came, left, own[1]);
        kernel.shift((old, new), parts.sizes);
        for (bits, k) in [(own, old), (to, new)] {
            let with = lanes.splat(kernel.factor_with(k));
            weights.with[0] = lanes.blend(weights.with[0], with, bits[0]);
            weights.with[1] = lanes.blend(weights.with[1], with, bits[1]);
        }
    }
    keep(lanes, kernel, &weights);
    changed
}

/// Puts a_k back for the next tokens of the document.
#[inline(always)]
fn keep<L: Lanes>(lanes: L, kernel: &mut Collapsed, weights: &Weights<L::F>) {
    let (halves, _) = kernel.a.as_chunks_mut::<LANES>();
    lanes.store(weights.a[0], &mut halves[0]);
    lanes.store(weights.a[1], &mut halves[1]);
}
