//! The topics of the tokens of a document, sixteen side by side.

use super::Uncollapsed;
use crate::engine::gibbs::kernel::{View, in_order, uniforms};
use crate::engine::gibbs::lanes::{Job, Lanes, Line};
use crate::model::State;
use crate::model::rows::{Block, LANES, row_at};
use std::hint::black_box;
use std::ops::Range;

/// The topics of some tokens of one document.
pub(super) struct Tokens<'a>(
    pub &'a mut Uncollapsed,
    pub &'a View<'a>,
    pub &'a mut State,
    pub Range<usize>,
);

impl Job for Tokens<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> usize {
        let Self(kernel, view, state, tokens) = self;
        let lines = kernel.theta_lines.len();
        let (parts, words) = (state.parts_mut(), view.corpus.words());
        let mut moved = std::mem::take(&mut kernel.moved);
        moved.clear();
        for first in tokens.clone().step_by(LANES) {
            let some = first..tokens.end.min(first + LANES);
            // The next tokens' phi and rows are asked for before these are weighed.
            for word in words.iter().skip(some.end).take(LANES) {
                let word = *word as usize;
                for line in &kernel.phi_lines[word * lines..][..lines.min(4)] {
                    lanes.prefetch(line);
                }
                let row = row_at(parts.starts[word]).0;
                for row in parts.blocks.iter().skip(row).take(lines.div_ceil(2).min(2)) {
                    lanes.prefetch(row);
                }
            }
            draw(lanes, kernel, view, (parts.z, some), &mut moved);
        }
        state.assign_all(moved.iter().copied());
        kernel.moved = moved;
        kernel.moved.len()
    }
}

/// Sums of the weights of a token's other topics up to each line; the last. `first` are the
/// topics of the first line.
#[inline(always)]
fn add_up<L: Lanes>(
    lanes: L,
    (theta, phi): (&[Line], &[Block]),
    (first, own): (L::U, u16),
    sums: &mut [Line],
) -> L::F {
    let mut own = u32::from(own);
    let mut sum = lanes.splat(0.0);
    for ((theta, phi), to) in theta.iter().zip(phi).zip(sums) {
        let weight = lanes.mul(lanes.load(&theta.0), lanes.float(lanes.block(phi)));
        sum = lanes.add(sum, lanes.without(weight, first, own));
        lanes.store(sum, &mut to.0);
        own = own.wrapping_sub(LANES as u32);
    }
    sum
}

/// Draws up to sixteen tokens, and lists those that change their topic.
#[inline(always)]
fn draw<L: Lanes>(
    lanes: L,
    kernel: &mut Uncollapsed,
    view: &View<'_>,
    (z, tokens): (&[u16], Range<usize>),
    moved: &mut Vec<(usize, u32, u16)>,
) {
    let theta = &kernel.theta_lines[..];
    let lines = theta.len();
    let (words, z) = (&view.corpus.words()[tokens.clone()], &z[tokens.clone()]);
    let (mut places, mut own) = ([0; LANES], [0.0; LANES]);
    for (lane, place) in places.iter_mut().enumerate() {
        *place = tokens.start + lane;
    }
    let (odds, uniform) = uniforms(view.stream, &places);
    let zero = lanes.block(&Block::default());
    let numbers = lanes.in_lines(zero);
    let all = kernel.sums.chunks_exact_mut(lines).zip(&mut kernel.totals);
    for ((lane, (sums, total)), (&word, &topic)) in all.enumerate().zip(words.iter().zip(z)) {
        let phi = &kernel.phi_lines[word as usize * lines..][..lines];
        let sum = add_up(lanes, (theta, phi), (numbers, topic), sums);
        lanes.store(sum, bytemuck::cast_mut(&mut total.0));
        let (line, at) = (usize::from(topic) / LANES, usize::from(topic) % LANES);
        own[lane % LANES] = theta[line].0[at] * f32::from_bits(phi[line].0[at]);
    }
    // From here on a lane is a token.
    let columns = lanes.columns(&kernel.totals, numbers);
    let mut rest = lanes.splat(0.0);
    for (end, column) in kernel.ends[1..].iter_mut().zip(columns) {
        rest = lanes.add(rest, lanes.float(column));
        lanes.store(rest, &mut end.0);
    }
    let moves = lanes.greater(rest, lanes.mul(lanes.load(&own), lanes.load(&odds)));
    let x = lanes.mul(rest, lanes.load(&uniform));
    // A one that the compiler does not know is added to some lanes in one instruction.
    let (mut first, by) = (zero, lanes.block(black_box(&Block([1; LANES]))));
    for end in &kernel.ends[1..LANES] {
        first = lanes.rank(first, by, lanes.load(&end.0), x);
    }
    let (mut firsts, mut at) = (Block::default(), [0.0; LANES]);
    lanes.keep(first, &mut firsts);
    lanes.store(x, &mut at);
    let mut moves = moves & (u32::from(u16::MAX) >> (LANES - tokens.len())) as u16;
    while moves != 0 {
        let lane = moves.trailing_zeros() as usize % LANES;
        moves &= moves - 1;
        let first = firsts.0[lane] as usize % LANES;
        let at = at[lane] - kernel.ends[first].0[lane];
        let sums = &kernel.sums[lane * lines..][..lines];
        let line = sums.iter().filter(|sum| sum.0[first] <= at).count();
        let new = match line < lines {
            true => line * LANES + first,
            false => last_to(sums, first),
        };
        moved.push((tokens.start + lane, words[lane], new as u16));
    }
}

/// The last topic up to one that leaves this remainder that weighs something: rounding can put
/// a place at the end of all weights.
#[cold]
fn last_to(sums: &[Line], first: usize) -> usize {
    let sum = |k: usize| sums[k / LANES].0[k % LANES];
    let weighs = |k: &usize| sum(*k) > if *k < LANES { 0.0 } else { sum(*k - LANES) };
    let topics = in_order(sums.len() * LANES).rev();
    let mut topics = topics.skip_while(|k| k % LANES > first);
    topics.find(weighs).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of the topics 0, 16, 1, 17, ... the last that adds to the sums of its own kind.
    #[test]
    fn a_place_past_all_weights_belongs_to_the_last_of_them() {
        assert!(in_order(20).eq([0, 16, 1, 17, 2, 18, 3, 19].into_iter().chain(4..16)));
        let mut sums = [Line([0.0; LANES]); 2];
        for (k, sums_of_k) in [(0, [0.25, 0.75]), (2, [0.5, 0.5])] {
            for (line, sum) in sums.iter_mut().zip(sums_of_k) {
                line.0[k] = sum;
            }
        }
        assert_eq!(last_to(&sums, 15), 2, "17 and 18 weigh nothing");
        assert_eq!(last_to(&sums, 1), 16);
    }
}
