//! Logarithms of many gamma variables.
//!
//! Most shapes here are those of a prior far below 1, for a topic that a word or a document
//! has no token of. They are drawn side by side by the rejection of Liu, Martin and Syring
//! 2017 ("Simulating from a gamma distribution with small shape parameter", Computational
//! Statistics 32, algorithm 1), which nearly always takes its first proposal. The others are
//! listed, and drawn from their lists side by side likewise: those from 1 on by the rejection
//! of [`Proposal`]. What a few attempts leave is drawn one by one.

use super::lanes::{Job, Lanes, Path};
use crate::model::functions::{above_exp, exp, ln};
use crate::model::gamma::{Draws, Proposal, is_polar, polar};
use crate::model::random::Stream;

/// The largest shape that is drawn so: up to here no more than a quarter of the proposals
/// is below 0, near 1 all of them are.
const LARGEST: f64 = 0.5;

/// Shapes that are looked at together.
const GROUP: usize = 8;

/// Proposals that are made side by side, before the few variables are drawn one by one for
/// which all of them are rejected.
const ATTEMPTS: u64 = 3;

/// Draws them, and keeps room for that.
#[derive(Debug, Default)]
pub struct Gammas {
    /// Where variables are missing, of small shapes, of those from 1 on, and of those between.
    small: Vec<usize>,
    large: Vec<usize>,
    others: Vec<usize>,
    list: List,
}

/// Variables that are drawn side by side, filled up to whole groups.
#[derive(Debug, Default)]
struct List {
    /// What their random numbers come of.
    numbers: Vec<(Stream, u64)>,
    shapes: Vec<f64>,
    logs: Vec<f64>,
}

impl Gammas {
    /// Fills the first `many` of each `width` of `logs` with ln G, G ~ Gamma(shape, 1), for
    /// each of `shapes`. Which random numbers a variable gets depends on the stream of its row
    /// and its place there alone. More places than are wanted, up to a whole group, make it
    /// faster, and so do more rows, and rows where only one shape is below 1.
    pub fn fill(
        &mut self,
        streams: &[Stream],
        shapes: &[f64],
        logs: &mut [f64],
        (width, many): (usize, usize),
    ) {
        Path::chosen().run(First {
            streams,
            shapes,
            logs,
            width,
        });
        self.find(shapes, logs, (width, many));
        let Self {
            small,
            large,
            others,
            list,
        } = self;
        for attempt in 0..ATTEMPTS {
            list.attempt::<true>(small, (streams, shapes), logs, (width, attempt));
            list.attempt::<false>(large, (streams, shapes), logs, (width, attempt));
        }
        for &at in small.iter().chain(&*large).chain(&*others) {
            logs[at] = one(streams[at / width], ((at % width) as u64, shapes[at]));
        }
    }

    /// Finds where variables are missing.
    fn find(&mut self, shapes: &[f64], logs: &[f64], (width, many): (usize, usize)) {
        // Without branches: which are missing cannot be foreseen.
        let mut n = 0;
        self.others.resize(logs.len(), 0);
        for (row, logs) in logs.chunks(width).enumerate() {
            for (at, log) in (row * width..).zip(&logs[..many]) {
                self.others[n] = at;
                n += usize::from(log.is_nan());
            }
        }
        let (mut small, mut large, mut others) = (0, 0, 0);
        self.small.resize(n, 0);
        self.large.resize(n, 0);
        for i in 0..n {
            let at = self.others[i];
            let shape = shapes[at];
            self.small[small] = at;
            self.large[large] = at;
            self.others[others] = at;
            small += usize::from(shape <= LARGEST);
            large += usize::from(shape >= 1.0);
            others += usize::from(shape > LARGEST && shape < 1.0);
        }
        self.small.truncate(small);
        self.large.truncate(large);
        self.others.truncate(others);
    }
}

impl List {
    /// Makes a proposal for each of some places, all of small shapes or none, and keeps those
    /// that it gave no variable.
    fn attempt<const SMALL: bool>(
        &mut self,
        places: &mut Vec<usize>,
        (streams, shapes): (&[Stream], &[f64]),
        logs: &mut [f64],
        (width, attempt): (usize, u64),
    ) {
        if places.is_empty() {
            return;
        }
        self.numbers.clear();
        self.shapes.clear();
        for &at in &*places {
            self.numbers
                .push((streams[at / width], (at % width) as u64));
            self.shapes.push(shapes[at]);
        }
        let whole = places.len().next_multiple_of(GROUP);
        self.numbers.resize(whole, (streams[0], 0));
        self.shapes.resize(whole, if SMALL { LARGEST } else { 1.0 });
        self.logs.resize(whole, 0.0);
        Path::chosen().run(Attempt::<SMALL>(self, attempt));
        let mut left = 0;
        for i in 0..places.len() {
            let (at, log) = (places[i], self.logs[i]);
            logs[at] = log;
            places[left] = at;
            left += usize::from(log.is_nan());
        }
        places.truncate(left);
    }
}

/// Number `which` in (0, 1) of a place: no variable has a place so far from the others.
#[inline(always)]
fn unit(stream: Stream, place: u64, which: u64) -> f64 {
    stream.unit(place.wrapping_add(which << 48)) + 0.5 / (1u64 << 53) as f64
}

/// ln G that is proposed for a shape of at least 1, and whether it is accepted. Of two points
/// that may lie in the unit circle it takes the first that does.
#[inline(always)]
fn large(stream: Stream, place: u64, shape: f64, attempt: u64) -> (f64, bool) {
    let number = |which: u64| unit(stream, place, 5 * attempt + which);
    let (u, v) = (number(0), number(1));
    let (other_u, other_v) = (number(2), number(3));
    let is_one = is_polar(u, v);
    let u = if is_one { u } else { other_u };
    let v = if is_one { v } else { other_v };
    let proposal = Proposal::new(shape, polar(u, v));
    let there = is_polar(u, v) & (proposal.t > 0.0);
    // Asked for whether it is taken or not: a compiler does several at a time then.
    let log = proposal.ln_gamma();
    (log, there & proposal.is_accepted(number(4)))
}

/// For Z = −a ln G, of density ∝ exp(−z − exp(−z/a)), proposals are from e^−z where z ≥ 0
/// and from e^(λz)/e, λ = 1/a − 1, below, where the area is w = a / (e (1 − a)).
#[inline(always)]
fn below(shape: f64) -> f64 {
    shape / (std::f64::consts::E * (1.0 - shape))
}

/// The same for a small shape.
#[inline(always)]
fn small(stream: Stream, place: u64, shape: f64, attempt: u64) -> (f64, bool) {
    let number = |which: u64| unit(stream, place, 3 * attempt + which);
    let uniform = number(0) * (1.0 + below(shape));
    let inverse = 1.0 / shape;
    // t = −z/a is ln G. Above, h/η = exp(−e^t); below, exp(1 + t − e^t).
    let above = uniform < 1.0;
    let number_of_t = if above { uniform } else { number(2) };
    let scale = if above {
        inverse
    } else {
        -inverse / (inverse - 1.0)
    };
    let t = ln(number_of_t) * scale;
    let more = if above { 0.0 } else { 1.0 + t };
    (t, number(1) < exp(more - exp(t)))
}

/// The first proposals for the least shape of each row, where that is small, they are at or
/// above 0 and surely accepted; NaN elsewhere.
struct First<'a> {
    streams: &'a [Stream],
    shapes: &'a [f64],
    logs: &'a mut [f64],
    width: usize,
}

impl Job for First<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let rows = self.logs.chunks_mut(self.width);
        let rows = rows.zip(self.shapes.chunks(self.width));
        for ((logs, shapes), &stream) in rows.zip(self.streams) {
            let mut least = shapes[0];
            for &shape in shapes {
                least = if shape < least { shape } else { least };
            }
            if least > LARGEST {
                logs.fill(f64::NAN);
                continue;
            }
            // What they have in common is divided once.
            let (all, inverse) = (1.0 + below(least), 1.0 / least);
            for (place, (out, &shape)) in (0u64..).zip(logs.iter_mut().zip(shapes)) {
                let uniform = unit(stream, place, 0) * all;
                let log = ln(uniform) * inverse;
                // The first four terms of exp(−x) are below it, and fall with x: what passes
                // would be accepted.
                let x = above_exp(log);
                let squeeze = 1.0 - x * (1.0 - x * (0.5 - x * (1.0 / 6.0)));
                let passes = unit(stream, place, 1) < squeeze;
                let taken = (shape == least) & (uniform < 1.0) & passes;
                *out = if taken { log } else { f64::NAN };
            }
        }
    }
}

/// One attempt; NaN where it gives no variable.
struct Attempt<'a, const SMALL: bool>(&'a mut List, u64);

impl<const SMALL: bool> Job for Attempt<'_, SMALL> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Self(list, attempt) = self;
        let each = list.numbers.iter().zip(&list.shapes);
        for (log, (&(stream, place), &shape)) in list.logs.iter_mut().zip(each) {
            let (proposed, accepted) = if SMALL {
                small(stream, place, shape, attempt)
            } else {
                large(stream, place, shape, attempt)
            };
            *log = if accepted { proposed } else { f64::NAN };
        }
    }
}

/// ln G, drawn by itself.
fn one(stream: Stream, (place, shape): (u64, f64)) -> f64 {
    let propose = match shape {
        ..=LARGEST => small,
        1.0.. => large,
        _ => return Draws::new(stream.branch(place)).ln_gamma(shape),
    };
    let mut attempts = (0..).map(|attempt| propose(stream, place, shape, attempt));
    attempts
        .find_map(|(log, accepted)| accepted.then_some(log))
        .unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::random::Purpose;
    use crate::model::special::{digamma, trigamma};

    /// E[ln G] = ψ(a) and Var[ln G] = ψ′(a), and E[G] = a, for shapes on both sides of 1.
    #[test]
    fn they_have_the_known_moments() {
        const N: usize = 400_000;
        for shape in [0.001, 0.01, 0.1, 0.3, 0.5, 0.51, 1.0, 1.01, 3.5] {
            let mut logs = vec![0.0; N];
            let stream = Stream::new(5, Purpose::Phi, 0);
            Gammas::default().fill(&[stream], &vec![shape; N], &mut logs, (N, N));
            let mean = logs.iter().sum::<f64>() / N as f64;
            let variance = logs.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / N as f64;
            let error = (trigamma(shape) / N as f64).sqrt();
            assert!((mean - digamma(shape)).abs() < 4.0 * error, "{shape}");
            let ratio = variance / trigamma(shape);
            assert!((ratio - 1.0).abs() < 0.03, "{shape} {ratio}");
            let mean = logs.iter().map(|x| x.exp()).sum::<f64>() / N as f64;
            let error = (shape / N as f64).sqrt();
            assert!((mean - shape).abs() < 4.0 * error, "{shape} {mean}");
        }
    }

    /// A variable follows from the stream of its row, its place there and its shape alone.
    #[test]
    fn rows_drawn_together_are_those_drawn_alone() {
        const WIDTH: usize = 24;
        let stream = |row: usize| Stream::new(6, Purpose::Phi, 0).branch(row as u64);
        let streams: Vec<Stream> = (0..40).map(stream).collect();
        let shape = |i: usize| [0.01, 3.01, 0.6, 1.0, 0.01, 250.01, 0.3][i * i % 7];
        let shapes: Vec<f64> = (0..40 * WIDTH).map(shape).collect();
        let mut together = vec![0.0; 40 * WIDTH];
        let mut gammas = Gammas::default();
        gammas.fill(&streams, &shapes, &mut together, (WIDTH, WIDTH));
        for (row, stream) in streams.iter().enumerate() {
            let own = row * WIDTH..(row + 1) * WIDTH;
            let mut alone = vec![0.0; WIDTH];
            gammas.fill(&[*stream], &shapes[own.clone()], &mut alone, (WIDTH, WIDTH));
            assert_eq!(alone, together[own]);
            let by_itself =
                |place: usize| one(*stream, (place as u64, shapes[row * WIDTH + place]));
            assert!(
                (0..WIDTH).all(|place| alone[place] == by_itself(place)),
                "{row}"
            );
        }
    }

    #[test]
    fn the_smallest_shapes_stay_finite() {
        const N: usize = 15_000;
        for shape in [1e-100, 1e-5, 1.0 - 1e-16, 1e100] {
            let (mut logs, stream) = (vec![0.0; N], Stream::new(1, Purpose::Phi, 0));
            Gammas::default().fill(&[stream], &vec![shape; N], &mut logs, (N, N));
            assert!(logs.iter().all(|x| x.is_finite()));
        }
    }
}
