//! Up to 32 topics: two times 16 lanes hold the whole conditional.

use super::{Batches, Draw, Tokens, Turn};
use crate::engine::gibbs::lanes::{Lanes, Table};
use crate::model::rows::{Block, DENSE, LANES};

/// The bit of a topic among 32.
#[inline(always)]
fn bit(topic: usize) -> u32 {
    1 << (topic % DENSE)
}

/// The first 32 places of a table.
#[inline(always)]
fn load<L: Lanes>(lanes: L, table: &Table) -> [L::F; 2] {
    [lanes.load(table.line(0)), lanes.load(table.line(1))]
}

/// The counts of a row, topics 0 to 15 first.
#[inline(always)]
fn counts<L: Lanes>(lanes: L, row: &[Block], wide: bool) -> [L::U; 2] {
    if wide {
        [lanes.block(&row[0]), lanes.block(&row[1])]
    } else {
        let cells = lanes.block(&row[0]);
        [lanes.low(cells), lanes.high(cells)]
    }
}

/// The cell with the count of a topic, and by how many bits it is shifted.
#[inline(always)]
fn cell(row: &mut [Block], wide: bool, topic: usize) -> (&mut u32, u32) {
    let (half, lane) = (topic / LANES % 2, topic % LANES);
    if wide {
        (&mut row[half].0[lane], 0)
    } else {
        (&mut row[0].0[lane], 16 * half as u32)
    }
}

#[inline(always)]
fn count(row: &mut [Block], wide: bool, topic: usize) -> f32 {
    let (cell, shift) = cell(row, wide, topic);
    if wide {
        *cell as f32
    } else {
        (*cell >> shift & 0xffff) as f32
    }
}

/// y in the lanes of `mask`, x in the others, of 32.
#[inline(always)]
fn blend<L: Lanes>(lanes: L, x: &mut [L::F; 2], y: [L::F; 2], mask: u32) {
    x[0] = lanes.blend(x[0], y[0], mask as u16);
    x[1] = lanes.blend(x[1], y[1], (mask >> LANES) as u16);
}

/// Draws the tokens; gives how many changed.
///
/// a_k stays in registers, and so does what it becomes if the next token comes to
/// topic k: a move is then two blends, and the next token need not wait for memory.
#[inline(always)]
pub fn draw<L: Lanes, const MIXED: bool, T: Tokens>(lanes: L, work: Draw<'_, T>) -> usize {
    let Draw {
        document,
        view,
        topics,
        state,
        tokens,
        ..
    } = work;
    let all = u32::MAX >> (DENSE - topics.min(DENSE));
    let mut a = load(lanes, &document.a);
    for k in 0..topics.min(DENSE) {
        document.a[k] = document.factor_with(k);
    }
    let mut with = load(lanes, &document.a);
    let one_eta = view.eta.symmetric_value().map(|eta| eta as f32);
    let words = view.corpus.words();
    let mut batches = Batches::new(lanes, (tokens, words), view.stream, &state);
    let (mut n, mut changed) = (0, 0);
    while let Some(turn) = batches.turn(lanes, n, &state) {
        n += 1;
        let Turn { odds, uniform, .. } = turn;
        let (row, wide) = (turn.row.0, MIXED && turn.row.1);
        let topic = turn.token - state.first_token;
        let eta = one_eta.unwrap_or_else(|| view.eta.value(words[turn.token] as usize) as f32);
        let row = &mut state.blocks[row..][..1 + usize::from(wide)];
        let old = usize::from(state.z[topic]);
        let own = bit(old);

        let counts = counts(lanes, row, wide);
        let every = lanes.splat(eta);
        let low = lanes.mul(lanes.add(lanes.number(counts[0]), every), a[0]);
        let high = lanes.mul(lanes.add(lanes.number(counts[1]), every), a[1]);
        let low = lanes.clear(low, own as u16);
        let both = lanes.add(low, lanes.clear(high, (own >> LANES) as u16));
        let prefix = lanes.prefix(both);
        let rest = lanes.last(prefix);
        let without = document.reciprocal(state.sizes[old] - 1);
        let left = document.factor_without(old, without);
        let own_weight = (count(row, wide, old) - 1.0 + eta) * left;
        if rest <= own_weight * odds {
            continue;
        }

        let x = lanes.mul(lanes.spread_last(prefix), lanes.splat(uniform));
        let above = u32::from(lanes.greater(prefix, x));
        // Of the two topics of the first lane above x, the lower one comes first.
        let first = above & above.wrapping_neg();
        let below = lanes.add(lanes.sub(prefix, both), low);
        let is_low = u32::from(lanes.greater(below, x));
        let mut to = (first & is_low) | (first & !is_low) << LANES;
        if to & all & !own == 0 {
            // Rounding can point at a lane without weight.
            to = bit((old + 1) % topics);
        }
        blend(lanes, &mut a, [lanes.splat(left); 2], own);
        blend(lanes, &mut a, with, to);

        changed += 1;
        let new = to.trailing_zeros() as usize % DENSE;
        state.z[topic] = new as u16;
        let (from, shift) = cell(row, wide, old);
        *from -= 1 << shift;
        let (into, shift) = cell(row, wide, new);
        *into += 1 << shift;
        document.shift((old, new), without, state.sizes);
        let next = lanes.splat(document.factor_with(old));
        blend(lanes, &mut with, [next; 2], own);
        let next = lanes.splat(document.factor_with(new));
        blend(lanes, &mut with, [next; 2], to);
    }
    // For the next tokens of the document.
    lanes.store(a[0], document.a.line_mut(0));
    lanes.store(a[1], document.a.line_mut(1));
    changed
}
