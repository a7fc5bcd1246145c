//! Logarithms of many gamma variables.
//!
//! Most shapes here are those of a prior far below 1, for a topic that a word or a document
//! has no token of. They are drawn side by side by the rejection of Liu, Martin and Syring
//! 2017 ("Simulating from a gamma distribution with small shape parameter", Computational
//! Statistics 32, algorithm 1), which nearly always takes its first proposal.

use super::lanes::{Job, Lanes, Path};
use crate::model::functions::{exp, ln};
use crate::model::gamma::Draws;
use crate::model::random::Stream;

/// The largest shape that is drawn so: up to here no more than a quarter of the proposals
/// is below 0, near 1 all of them are.
const LARGEST: f64 = 0.5;

/// Fills the first `many` of `logs` with ln G, G ~ Gamma(shape, 1), for each of `shapes`.
/// Which random numbers a variable gets depends on its place alone. More places than are
/// wanted, up to a whole group, make it faster.
pub fn ln_gammas(stream: Stream, shapes: &[f64], logs: &mut [f64], many: usize) {
    Path::chosen().run(First {
        stream,
        shapes,
        logs,
    });
    for (place, (ln, &shape)) in (0..).zip(logs[..many].iter_mut().zip(shapes)) {
        if ln.is_nan() {
            let mut draws = Draws::new(stream.branch(place));
            *ln = if shape <= LARGEST {
                more(stream, (place, shape), &mut draws)
            } else {
                draws.ln_gamma(shape)
            };
        }
    }
}

/// A number in (0, 1).
#[inline(always)]
fn unit(stream: Stream, place: u64) -> f64 {
    stream.unit(place) + 0.5 / (1u64 << 53) as f64
}

/// For Z = −a ln G, of density ∝ exp(−z − exp(−z/a)), proposals are from e^−z where z ≥ 0
/// and from e^(λz)/e, λ = 1/a − 1, below, where the area is w = a / (e (1 − a)).
#[inline(always)]
fn below(shape: f64) -> f64 {
    shape / (std::f64::consts::E * (1.0 - shape))
}

/// The first proposals, where they are at or above 0 and surely accepted; NaN elsewhere.
struct First<'a> {
    stream: Stream,
    shapes: &'a [f64],
    logs: &'a mut [f64],
}

impl Job for First<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let all = self.logs.iter_mut().zip(self.shapes);
        for (place, (out, &shape)) in (0u64..).zip(all) {
            let uniform = unit(self.stream, 2 * place) * (1.0 + below(shape));
            let log = ln(uniform) / shape;
            // 1 − x is below exp(−x): what passes would be accepted.
            let squeezed = unit(self.stream, 2 * place + 1) < 1.0 - exp(log);
            let taken = (shape <= LARGEST) & (uniform < 1.0) & squeezed;
            *out = if taken { log } else { f64::NAN };
        }
    }
}

/// ln G where the first proposal is below 0 or not surely accepted.
fn more(stream: Stream, (place, shape): (u64, f64), draws: &mut Draws) -> f64 {
    let w = below(shape);
    let lambda = 1.0 / shape - 1.0;
    let mut uniform = unit(stream, 2 * place) * (1.0 + w);
    let mut test = unit(stream, 2 * place + 1);
    loop {
        // t = −z/a is ln G. Above, h/η = exp(−e^t); below, exp(1 + t − e^t).
        let (t, accept) = if uniform < 1.0 {
            let t = libm::log(uniform) / shape;
            (t, -libm::exp(t))
        } else {
            let t = -libm::log(draws.unit()) / (lambda * shape);
            (t, 1.0 + t - libm::exp(t))
        };
        if test < libm::exp(accept) {
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
            ln_gammas(stream, &vec![shape; N], &mut logs, N);
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

    #[test]
    fn the_smallest_shapes_stay_finite() {
        const N: usize = 15_000;
        for shape in [1e-100, 1e-5, 1.0 - 1e-16, 1e100] {
            let (mut logs, stream) = (vec![0.0; N], Stream::new(1, Purpose::Phi, 0));
            ln_gammas(stream, &vec![shape; N], &mut logs, N);
            assert!(logs.iter().all(|x| x.is_finite()));
        }
    }
}
