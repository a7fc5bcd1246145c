//! One step: a token of each lane, side by side.
//!
//! What a lane sees is not quite what its draw depends on. Let l lanes come before it.
//! Each may have moved one token, so that n_k is really n_k + δ with |δ| ≤ l, and a weight
//! w_k really w_k (n_k + Ση) / (n_k + δ + Ση), which differs from it by at most
//!
//! ```text
//! w_k · l / max(n_k + Ση − l, Ση)   ≤   (l / 16) · w_k · s_k,    s_k = 16 / max(n_k + Ση − 17, Ση)
//! ```
//!
//! (n_k is never negative, and one of its tokens may be the lane's own, which is left
//! out). So with e = (l / 16) Σ_k w_k s_k every running sum of weights, their total `rest`
//! and the place of the random number in it are right to within e, and own · u / (1 − u) to
//! within (l / 16) s of its topic, relatively. A draw is certain where `rest` and own · u /
//! (1 − u) are farther apart than that, and the place in `rest` is farther than 2e from both
//! ends of the topic that it falls on. To that comes [`ROUNDING`].

use super::{Abreast, first, line};
use crate::engine::gibbs::kernel::{View, uniforms};
use crate::engine::gibbs::lanes::{Job, Lanes, Line, TABLE};
use crate::model::rows::{Block, DENSE, LANES};
use crate::model::state::Parts;
use std::array::from_fn;
use std::hint::black_box;

/// More than the relative error of a sum of up to 32 weights: each comes of nine roundings
/// to 24 bits, and a running sum of up to 32 more.
const ROUNDING: f32 = 1e-5;

/// l / 16.
const SHARE: [f32; LANES] = {
    let mut share = [0.0; LANES];
    let mut l = 0;
    while l < LANES {
        share[l] = l as f32 / LANES as f32;
        l += 1;
    }
    share
};

/// Whole steps, as long as they do not come to more than so many tokens.
pub struct Steps<'a, 'b> {
    pub abreast: &'a mut Abreast,
    pub view: &'a View<'a>,
    pub parts: &'a mut Parts<'b>,
    pub tokens: usize,
}

/// What the draws of a step come to.
struct Drawn {
    /// Lanes that are certain to leave their topic, if they are certain at all.
    moves: u16,
    /// Lanes of which nothing is certain.
    open: u16,
    /// Where the others go if they go.
    to: Block,
}

impl Job for Steps<'_, '_> {
    /// Tokens drawn.
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> usize {
        let Self {
            abreast,
            view,
            parts,
            tokens,
        } = self;
        let words = view.corpus.words();
        let (mut drawn, mut steps) = (0, 0);
        loop {
            let pending = abreast.lanes.pending;
            let count = pending.count_ones() as usize;
            if pending == 0 || drawn + count > tokens {
                return drawn;
            }
            drawn += count;

            // The rows of the next step are asked for before this one is weighed.
            let at = lanes.add_in(lanes.block(&abreast.lanes.at), 1, pending);
            let next = lanes.numbers(words, at);
            lanes.prefetch_rows(parts.blocks, next);
            // So are the tokens to come, of one lane at each step.
            let far = abreast.lanes.at.0[steps % LANES] as usize + 3 * LANES;
            steps += 1;
            if let (Some(word), Some(topic)) = (words.get(far), parts.z.get(far)) {
                lanes.prefetch(word);
                lanes.prefetch(topic);
            }
            let Drawn { moves, open, to } = weigh(lanes, abreast, view, parts);
            let open = open & pending;
            let mut todo = pending & (moves | open);
            while todo != 0 {
                let lane = first(todo);
                todo &= todo - 1;
                let new = match open >> lane & 1 {
                    0 => to.0[lane] as usize % DENSE,
                    _ => abreast.conditional_draw(view, parts, lane),
                };
                abreast.assign(parts, lane, new);
            }

            let left = lanes.add_in(lanes.block(&abreast.lanes.left), u32::MAX, pending);
            lanes.keep(left, &mut abreast.lanes.left);
            lanes.keep(at, &mut abreast.lanes.at);
            lanes.keep(next, &mut abreast.lanes.words);
            let mut ended = lanes.equal(left, 0) & abreast.lanes.busy;
            if ended != 0 {
                // As are those of the document that a lane takes next.
                let next = abreast.lanes.next;
                if next < view.corpus.documents() {
                    let range = view.corpus.range(next);
                    for i in range.step_by(2 * LANES).take(LANES) {
                        lanes.prefetch(&parts.z[i]);
                        lanes.prefetch(&words[i]);
                    }
                }
            }
            while ended != 0 {
                abreast.finish(view.corpus, parts, first(ended));
                ended &= ended - 1;
            }
            let next = lanes.block(&abreast.lanes.words);
            abreast.lanes.pending = lanes.firsts(next, abreast.lanes.busy);
        }
    }
}

/// Fills the tables of n_k.
#[inline(always)]
fn prepare<L: Lanes>(lanes: L, abreast: &mut Abreast, eta_sum: f32, topics: usize) {
    let sum = lanes.splat(eta_sum);
    let numbers = abreast.numbers.lines_mut();
    for n in 0..topics.div_ceil(LANES) {
        let size = lanes.number(lanes.block(&abreast.sizes.0[n]));
        lanes.store(size, &mut numbers[line::SIZES + n].0);
        let all = lanes.add(size, sum);
        let one = lanes.div(lanes.splat(1.0), all);
        lanes.store(one, &mut numbers[line::INVERSE + n].0);
        let less = lanes.sub(size, lanes.splat(LANES as f32 + 1.0));
        let less = lanes.clear(less, !lanes.greater(less, lanes.splat(0.0)));
        let slack = lanes.div(lanes.splat(LANES as f32), lanes.add(less, sum));
        lanes.store(slack, &mut numbers[line::SLACK + n].0);
    }
}

/// The weights of all topics but the own, as far as they are added up.
struct Weights<'a, L: Lanes> {
    lanes: L,
    /// n_kv, topics 0 to 15 in the low halves, 16 to 31 in the high.
    columns: [L::U; LANES],
    old: L::U,
    eta: L::F,
    numbers: &'a mut Lines,
    /// n_kv and n_dk of the own topic.
    own_count: L::F,
    own_in_document: L::F,
    rest: L::F,
    /// Σ_k w_k s_k.
    error: L::F,
}

type Lines = [Line; TABLE / LANES];

impl<L: Lanes> Weights<'_, L> {
    /// Adds topics FIRST to FIRST + 3.
    #[inline(always)]
    fn add_four<const FIRST: usize>(&mut self) {
        let lanes = self.lanes;
        for k in FIRST..FIRST + 4 {
            let (half, lane) = (k / LANES, k % LANES);
            let alpha = lanes.splat(self.numbers[line::ALPHA + half].0[lane]);
            let inverse = lanes.splat(self.numbers[line::INVERSE + half].0[lane]);
            let slack = lanes.splat(self.numbers[line::SLACK + half].0[lane]);
            let cells = self.columns[lane];
            let cells = if half == 0 {
                lanes.low(cells)
            } else {
                lanes.high(cells)
            };
            let count = lanes.number(cells);
            self.own_count = lanes.add(self.own_count, lanes.only(count, self.old, k as u32));
            let counts = lanes.load(&self.numbers[line::COUNTS + k].0);
            let own = lanes.only(counts, self.old, k as u32);
            self.own_in_document = lanes.add(self.own_in_document, own);
            let in_document = lanes.add(counts, alpha);
            let factor = lanes.mul(in_document, inverse);
            let weight = lanes.mul(lanes.add(count, self.eta), factor);
            let weight = lanes.without(weight, self.old, k as u32);
            self.rest = lanes.add(self.rest, weight);
            let error = lanes.mul(weight, slack);
            self.error = lanes.add(self.error, error);
            lanes.store(self.rest, &mut self.numbers[line::SUMS + 1 + k].0);
        }
    }
}

/// The numbers of these topics, from the first two of the lines.
#[inline(always)]
fn of_topics<L: Lanes>(lanes: L, lines: &[Line], topics: L::U) -> L::F {
    lanes.look_up_two(&lines[0].0, &lines[1].0, topics)
}

#[inline(always)]
fn weigh<L: Lanes>(lanes: L, abreast: &mut Abreast, view: &View<'_>, parts: &Parts<'_>) -> Drawn {
    let topics = parts.sizes.len();
    let eta_sum = view.eta.sum() as f32;
    prepare(lanes, abreast, eta_sum, topics);
    let (mut odds, mut uniform) = ([0.0; LANES], [0.0; LANES]);
    for (l, at) in abreast.lanes.at.0.into_iter().enumerate() {
        (odds[l], uniform[l]) = uniforms(view.stream, at as usize);
    }
    let eta = match view.eta.symmetric_value() {
        Some(eta) => lanes.splat(eta as f32),
        None => {
            let words = &abreast.lanes.words.0;
            let etas = from_fn(|l| view.eta.value(words[l] as usize) as f32);
            lanes.load(&etas)
        }
    };
    let old = lanes.topics(parts.z, lanes.block(&abreast.lanes.at));
    let one = lanes.splat(1.0);

    let columns = lanes.columns(parts.blocks, lanes.block(&abreast.lanes.words));
    let mut weights = Weights {
        lanes,
        columns,
        old,
        eta,
        numbers: abreast.numbers.lines_mut(),
        own_count: lanes.splat(0.0),
        own_in_document: lanes.splat(0.0),
        rest: lanes.splat(0.0),
        error: lanes.splat(0.0),
    };
    // Topics past the last weigh nothing.
    weights.add_four::<0>();
    if topics > 4 {
        weights.add_four::<4>();
    }
    if topics > 8 {
        weights.add_four::<8>();
    }
    if topics > 12 {
        weights.add_four::<12>();
    }
    if topics > 16 {
        weights.add_four::<16>();
    }
    if topics > 20 {
        weights.add_four::<20>();
    }
    if topics > 24 {
        weights.add_four::<24>();
    }
    if topics > 28 {
        weights.add_four::<28>();
    }
    let Weights {
        own_count,
        own_in_document,
        rest,
        error,
        ..
    } = weights;

    let numbers = abreast.numbers.lines();
    let alpha = of_topics(lanes, &numbers[line::ALPHA..], old);
    let in_document = lanes.add(lanes.sub(own_in_document, one), alpha);
    let size = of_topics(lanes, &numbers[line::SIZES..], old);
    let all = lanes.add(size, lanes.splat(eta_sum));
    let in_word = lanes.add(lanes.sub(own_count, one), eta);
    let own = lanes.div(lanes.mul(in_word, in_document), lanes.sub(all, one));
    let own = lanes.mul(own, lanes.load(&odds));

    let share = lanes.load(&SHARE);
    let rounding = lanes.splat(ROUNDING);
    let rounding_rest = lanes.mul(rest, rounding);
    let error = lanes.mul(error, share);
    let slack = of_topics(lanes, &numbers[line::SLACK..], old);
    let relative = lanes.add(lanes.mul(slack, share), rounding);
    let both = lanes.add(lanes.add(error, rounding_rest), lanes.mul(own, relative));
    let gap = lanes.sub(rest, own);
    let moves = lanes.greater(gap, both);
    let stays = lanes.greater(lanes.sub(own, rest), both);

    let x = lanes.mul(rest, lanes.load(&uniform));
    let (zero, one) = (Block::default(), Block([1; LANES]));
    let (mut to, by) = (lanes.block(&zero), lanes.block(black_box(&one)));
    for four in abreast.numbers.lines()[line::SUMS + 1..][..topics].chunks(4) {
        for sum in four {
            to = lanes.rank(to, by, lanes.load(&sum.0), x);
        }
    }
    let place = lanes.in_lines(to);
    let low = lanes.add_in(place, (line::SUMS * LANES) as u32, u16::MAX);
    let high = lanes.add_in(low, LANES as u32, u16::MAX);
    let low = lanes.look_up(&abreast.numbers, low);
    let high = lanes.look_up(&abreast.numbers, high);
    let both = lanes.add(lanes.add(error, error), rounding_rest);
    let below = lanes.greater(lanes.sub(x, low), both) | lanes.equal(to, 0);
    let inside = below & lanes.greater(lanes.sub(high, x), both);
    let mut drawn = Drawn {
        moves,
        open: !stays & !(moves & inside),
        to: Block::default(),
    };
    lanes.keep(to, &mut drawn.to);
    drawn
}
