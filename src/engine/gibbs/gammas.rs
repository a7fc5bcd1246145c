//! Logarithms of many gamma variables.
//!
//! Most shapes here are those of a prior far below 1, for a topic that a word or a document
//! has no token of. They are drawn side by side by the rejection of Liu, Martin and Syring
//! 2017 ("Simulating from a gamma distribution with small shape parameter", Computational
//! Statistics 32, algorithm 1), which nearly always takes its first proposal. Those from 1 on
//! are put side by side first, and then drawn likewise by the rejection of [`Proposal`].

use super::lanes::{Job, Lanes, Path};
use crate::model::functions::{exp, ln};
use crate::model::gamma::{Draws, Proposal, is_polar, polar};
use crate::model::random::Stream;

/// The largest shape that is drawn so: up to here no more than a quarter of the proposals
/// is below 0, near 1 all of them are.
const LARGEST: f64 = 0.5;

/// Shapes that are looked at together.
const GROUP: usize = 8;

/// Draws them, and keeps room for that.
#[derive(Debug, Default)]
pub struct Gammas {
    /// Those from 1 on, filled up to whole groups: where they are, what their random numbers
    /// come of, their shapes, and what is drawn.
    places: Vec<usize>,
    numbers: Vec<(Stream, u64)>,
    shapes: Vec<f64>,
    logs: Vec<f64>,
}

impl Gammas {
    /// Fills the first `many` of each `width` of `logs` with ln G, G ~ Gamma(shape, 1), for
    /// each of `shapes`. Which random numbers a variable gets depends on the stream of its row
    /// and its place there alone. More places than are wanted, up to a whole group, make it
    /// faster, and so do more rows.
    pub fn fill(
        &mut self,
        streams: &[Stream],
        shapes: &[f64],
        logs: &mut [f64],
        (width, many): (usize, usize),
    ) {
        self.find(streams, shapes, (width, many));
        Path::chosen().run(First {
            streams,
            shapes,
            logs,
            width,
            large: self,
        });
        for (&at, &log) in self.places.iter().zip(&self.logs) {
            logs[at] = log;
        }
        let rows = logs.chunks_mut(width).zip(shapes.chunks(width));
        for ((logs, shapes), &stream) in rows.zip(streams) {
            for (place, (ln, &shape)) in (0..).zip(logs[..many].iter_mut().zip(shapes)) {
                if ln.is_nan() {
                    *ln = more(stream, (place, shape));
                }
            }
        }
    }

    /// Finds those from 1 on.
    fn find(&mut self, streams: &[Stream], shapes: &[f64], (width, many): (usize, usize)) {
        let most = shapes.len().next_multiple_of(GROUP);
        self.places.resize(most, 0);
        self.numbers.resize(most, (streams[0], 0));
        self.shapes.resize(most, 1.0);
        let mut n = 0;
        for (row, (shapes, &stream)) in shapes.chunks(width).zip(streams).enumerate() {
            for (place, &shape) in shapes[..many].iter().enumerate() {
                self.places[n] = row * width + place;
                self.numbers[n] = (stream, place as u64);
                self.shapes[n] = shape;
                n += usize::from(shape >= 1.0);
            }
        }
        self.places.truncate(n);
        self.numbers.truncate(n.next_multiple_of(GROUP));
        self.shapes.truncate(n.next_multiple_of(GROUP));
        self.shapes[n..].fill(1.0);
        self.logs.resize(self.shapes.len(), 0.0);
    }
}

/// A number in (0, 1).
#[inline(always)]
fn unit(stream: Stream, place: u64) -> f64 {
    stream.unit(place) + 0.5 / (1u64 << 53) as f64
}

/// No variable has a place so far from the others.
const FAR: u64 = 1 << 62;

/// The first proposal for a shape of at least 1, and whether there is one, as four times in
/// a hundred there is not: of two points that may lie in the unit circle, the first that does.
#[inline(always)]
fn first_proposal(stream: Stream, place: u64, shape: f64) -> (Proposal, bool) {
    let (u, v) = (unit(stream, 2 * place), unit(stream, 2 * place + 1));
    let place = FAR.wrapping_add(2 * place);
    let (other_u, other_v) = (unit(stream, place), unit(stream, place.wrapping_add(1)));
    let is_one = is_polar(u, v);
    let u = if is_one { u } else { other_u };
    let v = if is_one { v } else { other_v };
    let proposal = Proposal::new(shape, polar(u, v));
    (proposal, is_polar(u, v) & (proposal.t > 0.0))
}

/// The number in (0, 1) that accepts it or not.
#[inline(always)]
fn test(stream: Stream, place: u64) -> f64 {
    unit(stream, place.wrapping_add(2 * FAR))
}

/// For Z = −a ln G, of density ∝ exp(−z − exp(−z/a)), proposals are from e^−z where z ≥ 0
/// and from e^(λz)/e, λ = 1/a − 1, below, where the area is w = a / (e (1 − a)).
#[inline(always)]
fn below(shape: f64) -> f64 {
    shape / (std::f64::consts::E * (1.0 - shape))
}

/// The first proposals, where they are surely accepted, for small shapes at or above 0; NaN
/// elsewhere.
struct First<'a> {
    streams: &'a [Stream],
    shapes: &'a [f64],
    logs: &'a mut [f64],
    width: usize,
    large: &'a mut Gammas,
}

impl Job for First<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let rows = self.logs.chunks_mut(self.width);
        let rows = rows.zip(self.shapes.chunks(self.width));
        for ((logs, shapes), &stream) in rows.zip(self.streams) {
            for (place, (out, &shape)) in (0u64..).zip(logs.iter_mut().zip(shapes)) {
                let uniform = unit(stream, 2 * place) * (1.0 + below(shape));
                let log = ln(uniform) / shape;
                // Its first four terms are below exp(−x): what passes would be accepted.
                let x = exp(log);
                let least = 1.0 - x * (1.0 - x * (0.5 - x * (1.0 / 6.0)));
                let squeezed = unit(stream, 2 * place + 1) < least;
                let taken = (shape <= LARGEST) & (uniform < 1.0) & squeezed;
                *out = if taken { log } else { f64::NAN };
            }
        }
        let Gammas {
            numbers,
            shapes,
            logs,
            ..
        } = self.large;
        for (log, (&(stream, place), &shape)) in logs.iter_mut().zip(numbers.iter().zip(&*shapes)) {
            let (first, there) = first_proposal(stream, place, shape);
            // Asked for whether it is taken or not: a compiler does several at a time then.
            let large = first.ln_gamma();
            let taken = there & first.is_squeezed(test(stream, place));
            *log = if taken { large } else { f64::NAN };
        }
    }
}

/// ln G where the first proposal is not surely accepted.
fn more(stream: Stream, (place, shape): (u64, f64)) -> f64 {
    let mut draws = Draws::new(stream.branch(place));
    if shape <= LARGEST {
        return more_small(stream, (place, shape), &mut draws);
    }
    let (first, there) = first_proposal(stream, place, shape);
    match shape >= 1.0 && there && first.is_accepted(test(stream, place)) {
        true => first.ln_gamma(),
        false => draws.ln_gamma(shape),
    }
}

/// The same of a small shape.
fn more_small(stream: Stream, (place, shape): (u64, f64), draws: &mut Draws) -> f64 {
    let w = below(shape);
    let lambda = 1.0 / shape - 1.0;
    let mut uniform = unit(stream, 2 * place) * (1.0 + w);
    let mut test = unit(stream, 2 * place + 1);
    loop {
        // t = −z/a is ln G. Above, h/η = exp(−e^t); below, exp(1 + t − e^t).
        let (t, accept) = if uniform < 1.0 {
            let t = ln(uniform) / shape;
            (t, -exp(t))
        } else {
            let t = -ln(draws.unit()) / (lambda * shape);
            (t, 1.0 + t - exp(t))
        };
        if test < exp(accept) {
            return t;
        }
        uniform = draws.unit() * (1.0 + w);
        test = draws.unit();
    }
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
            let one = |place: usize| more(*stream, (place as u64, shapes[row * WIDTH + place]));
            assert!((0..WIDTH).all(|place| alone[place] == one(place)), "{row}");
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
