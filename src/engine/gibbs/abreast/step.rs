//! One step: a token of each lane, side by side.
//!
//! What a lane sees is not quite what its draw depends on. Let l lanes come before it.
//! Each may have moved one token from one topic to another, so that n_k is really n_k + δ_k:
//! what is added is l at most, over all topics, and so is what is taken away. A weight w_k is
//! really w_k (n_k + Ση) / (n_k + δ_k + Ση), which differs from it by at most
//!
//! ```text
//! w_k · |δ_k| / max(n_k + Ση − l, Ση)   ≤   (|δ_k| / 16) · w_k · s_k,    s_k = 16 / max(n_k + Ση − 17, Ση)
//! ```
//!
//! (n_k is never negative, and one of its tokens may be the lane's own, which is left
//! out). So with e = (l / 16) max_k w_k s_k all weights that are really larger are so by at
//! most e together, and so are those that are smaller:
//!
//! * Their total `rest` is right to within e, and own · u / (1 − u) to within (l / 16) s of its
//!   topic, relatively. Where the two are farther apart it is certain whether a token stays.
//! * With the next random number v, a token goes past the topics up to k where
//!   v Σ_{j > k} w_j > (1 − v) Σ_{j ≤ k} w_j. The difference is right to within
//!   v e + (1 − v) e = e. It is that of v · `rest` and the running sum of weights, so a place
//!   that is farther than e from both ends of a topic is certain.
//!
//! To that comes [`ROUNDING`]. The bound is taken twice: of all lanes that come before, which
//! says which of them are certain to stay, and then of those only that may move. Where that
//! leaves a draw open, the lanes before it are drawn already, and the bound is taken of what
//! they did do ([`settle`]).

use super::weigh::{Drawn, ROUNDING, weigh};
use super::{Abreast, Course, MOST, first, line};
use crate::engine::gibbs::kernel::View;
use crate::engine::gibbs::lanes::{Job, Lanes};
use crate::model::rows::LANES;
use crate::model::state::Parts;

/// Whole steps, as long as they do not come to more than so many tokens.
pub struct Steps<'a, 'b> {
    pub abreast: &'a mut Abreast,
    pub view: &'a View<'a>,
    pub course: &'a Course<'a>,
    pub parts: &'a mut Parts<'b>,
    pub tokens: usize,
}

impl Job for Steps<'_, '_> {
    /// Tokens drawn.
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> usize {
        match self.parts.mixed {
            true => self.steps::<L, true>(lanes),
            false => self.steps::<L, false>(lanes),
        }
    }
}

impl Steps<'_, '_> {
    #[inline(always)]
    fn steps<L: Lanes, const MIXED: bool>(self, lanes: L) -> usize {
        let Self {
            abreast,
            view,
            course,
            parts,
            tokens,
        } = self;
        let (mut drawn, mut steps) = (0, 0);
        loop {
            let pending = abreast.lanes.pending;
            let count = pending.count_ones() as usize;
            if pending == 0 || drawn + count > tokens {
                return drawn;
            }
            drawn += count;

            // The rows of the next step are asked for before this one is weighed; of wide ones,
            // whose words come all the time, the first half.
            let at = lanes.add_in(lanes.block(&abreast.lanes.at), 1, pending);
            let (rows, wide) = course.rows(lanes, at);
            lanes.prefetch_rows(parts.blocks, rows, abreast.layout.lines);
            // So are the tokens to come, of one lane at each step.
            let far = abreast.lanes.at.0[steps % LANES] as usize + 3 * LANES;
            steps += 1;
            course.prefetch(lanes, far);
            let Drawn { moves, open, to } = weigh::<L, MIXED>(lanes, abreast, view, parts);
            let open = open & pending;
            let (mut moved, mut many) = ([(0, 0); LANES], 0);
            let mut todo = pending & (moves | open);
            while todo != 0 {
                let lane = first(todo);
                todo &= todo - 1;
                let old = usize::from(parts.z[abreast.lanes.tokens.0[lane] as usize]);
                let mut new = to.0[lane] as usize % MOST;
                if open >> lane & 1 == 1 {
                    new = settle(abreast, (lane, old), new, &moved[..many])
                        .unwrap_or_else(|| abreast.conditional_draw(view, parts, lane));
                }
                if abreast.assign(parts, lane, new) {
                    moved[many] = (old, new);
                    many += 1;
                }
            }

            let left = lanes.add_in(lanes.block(&abreast.lanes.left), u32::MAX, pending);
            lanes.keep(left, &mut abreast.lanes.left);
            lanes.keep(at, &mut abreast.lanes.at);
            lanes.keep(course.tokens(lanes, at), &mut abreast.lanes.tokens);
            lanes.keep(rows, &mut abreast.lanes.rows);
            abreast.lanes.wide = wide;
            let mut ended = lanes.equal(left, 0) & abreast.lanes.busy;
            if ended != 0 {
                // As are those of the document that a lane takes next.
                let next = abreast.lanes.next;
                if next < course.documents.end {
                    for i in course.range(next).step_by(2 * LANES).take(LANES) {
                        lanes.prefetch(&parts.z[i]);
                    }
                    for place in course.places(next).step_by(LANES).take(2 * LANES) {
                        course.prefetch(lanes, place);
                    }
                }
            }
            while ended != 0 {
                abreast.finish(course, parts.z, first(ended));
                ended &= ended - 1;
            }
            let next = lanes.block(&abreast.lanes.rows);
            abreast.lanes.pending = lanes.firsts(next, abreast.lanes.busy);
        }
    }
}

/// The draw of a lane that goes to `new` if it goes, where it is certain after all, given
/// the moves of the lanes before it.
fn settle(
    abreast: &Abreast,
    (lane, old): (usize, usize),
    new: usize,
    moved: &[(usize, usize)],
) -> Option<usize> {
    let number = |line: usize| abreast.numbers.line(line)[lane];
    let end = |k: usize| number(line::SUMS + k);
    let slack = |k: usize| abreast.numbers[line::SLACK * LANES + k] / LANES as f32;
    let (mut error, mut of_own) = (0.0, 0.0);
    for k in moved.iter().flat_map(|(from, to)| [*from, *to]) {
        // The own topic weighs nothing among the others.
        error += (end(k + 1) - end(k)) * slack(k);
        of_own += if k == old { slack(k) } else { 0.0 };
    }
    let (rest, own, x) = (number(line::REST), number(line::OWN), number(line::PLACE));
    // The ends of topics have their own rounding, and so have their differences.
    let rounding = 2.0 * ROUNDING * rest;
    let apart = error + rounding + own * (of_own + ROUNDING);
    if own - rest > apart {
        return Some(old);
    }
    let inside = x - end(new) > error + rounding || new == 0;
    let inside = inside && end(new + 1) - x > error + rounding;
    (rest - own > apart && inside && new < abreast.topics).then_some(new)
}
