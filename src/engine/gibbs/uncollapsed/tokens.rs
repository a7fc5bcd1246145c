//! The topics of the tokens of a document, sixteen side by side.

use super::Uncollapsed;
use crate::engine::gibbs::kernel::{Line, View, uniforms};
use crate::engine::gibbs::lanes::{Job, Lanes};
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
        let (topics, lines) = (state.topics(), kernel.theta_lines.len());
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
                if let Some(row) = parts.blocks.get(row_at(parts.starts[word]).0) {
                    lanes.prefetch(row);
                }
            }
            let (mut moves, to) = weigh(lanes, kernel, view, (topics, parts.z), some);
            while moves != 0 {
                let lane = moves.trailing_zeros() as usize % LANES;
                moves &= moves - 1;
                let new = to.0[lane].min(topics as u32 - 1) as u16;
                moved.push((first + lane, words[first + lane], new));
            }
        }
        state.assign_all(moved.iter().copied());
        kernel.moved = moved;
        kernel.moved.len()
    }
}

/// The weights of sixteen tokens, topic after topic.
struct Weights<'a, L: Lanes> {
    lanes: L,
    theta: &'a [Line],
    sums: &'a mut [Line],
    /// The weight of the own topics.
    own: L::F,
    rest: L::F,
}

impl<L: Lanes> Weights<'_, L> {
    /// Adds four topics of line `n`, of which `columns` have phi; `old` counts from the first
    /// topic of the line.
    #[inline(always)]
    fn add_four<const FIRST: usize>(&mut self, n: usize, columns: &[L::U; LANES], old: L::U) {
        let lanes = self.lanes;
        for i in 0..4 {
            let lane = FIRST + i;
            let theta = lanes.splat(self.theta[n][lane]);
            let weight = lanes.mul(theta, lanes.float(columns[lane]));
            self.own = lanes.add(self.own, lanes.only(weight, old, lane as u32));
            let others = lanes.without(weight, old, lane as u32);
            self.rest = lanes.add(self.rest, others);
            lanes.store(self.rest, &mut self.sums[n * LANES + lane]);
        }
    }
}

/// Which of up to sixteen tokens change their topic, and to which.
#[inline(always)]
fn weigh<L: Lanes>(
    lanes: L,
    kernel: &mut Uncollapsed,
    view: &View<'_>,
    (topics, z): (usize, &[u16]),
    tokens: Range<usize>,
) -> (u16, Block) {
    let lines = kernel.theta_lines.len();
    let (mut rows, mut own) = (Block::default(), Block::default());
    let (words, z) = (&view.corpus.words()[tokens.clone()], &z[tokens.clone()]);
    let mut places = [0; LANES];
    for (lane, place) in places.iter_mut().enumerate() {
        *place = tokens.start + lane;
    }
    for (lane, (&word, &topic)) in words.iter().zip(z).take(LANES).enumerate() {
        rows.0[lane] = word * lines as u32;
        own.0[lane] = topic.into();
    }
    let (odds, uniform) = uniforms(view.stream, &places);
    let (rows, own) = (lanes.block(&rows), lanes.block(&own));
    let mut weights = Weights {
        lanes,
        theta: &kernel.theta_lines,
        sums: &mut kernel.sums,
        own: lanes.splat(0.0),
        rest: lanes.splat(0.0),
    };
    for n in 0..lines {
        let columns = lanes.columns(&kernel.phi_lines, lanes.add_in(rows, n as u32, u16::MAX));
        let first = n * LANES;
        let old = lanes.add_in(own, (first as u32).wrapping_neg(), u16::MAX);
        // Topics past the last weigh nothing.
        weights.add_four::<0>(n, &columns, old);
        if topics > first + 4 {
            weights.add_four::<4>(n, &columns, old);
        }
        if topics > first + 8 {
            weights.add_four::<8>(n, &columns, old);
        }
        if topics > first + 12 {
            weights.add_four::<12>(n, &columns, old);
        }
    }
    let Weights { own, rest, .. } = weights;
    let moves = lanes.greater(rest, lanes.mul(own, lanes.load(&odds)));
    let x = lanes.mul(rest, lanes.load(&uniform));
    // A one that the compiler does not know is added to some lanes in one instruction.
    let (zero, one) = (Block::default(), Block([1; LANES]));
    let (mut found, by) = (lanes.block(&zero), lanes.block(black_box(&one)));
    for sum in &kernel.sums[..topics] {
        found = lanes.rank(found, by, lanes.load(sum), x);
    }
    let mut to = Block::default();
    lanes.keep(found, &mut to);
    let moves = moves & (u32::from(u16::MAX) >> (LANES - tokens.len())) as u16;
    // Rounding can put a place at the end of all weights: it belongs to the last topic that
    // weighs something.
    let mut past = moves & !lanes.less(found, topics as u32);
    while past != 0 {
        let lane = past.trailing_zeros() as usize % LANES;
        past &= past - 1;
        let sum = |k: usize| kernel.sums[k][lane];
        let weighs = |k: &usize| *k == 0 || sum(*k) > sum(*k - 1);
        to.0[lane] = (0..topics).rev().find(weighs).unwrap_or(0) as u32;
    }
    (moves, to)
}
