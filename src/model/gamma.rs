//! Draws of gamma variables as logarithms.
//!
//! Shapes far below 1 (η = 0.01) give values that no floating-point number holds,
//! while their logarithms are harmless. A draw is the same on every machine, as its
//! logarithms are.

use super::functions::ln;
use super::random::Stream;

/// Random numbers taken one after the other from a stream.
#[derive(Debug, Clone)]
pub struct Draws {
    stream: Stream,
    at: u64,
}

impl Draws {
    /// The numbers of `stream` from its start.
    pub fn new(stream: Stream) -> Self {
        Self { stream, at: 0 }
    }

    /// In (0, 1): never 0, so that its logarithm is finite.
    pub fn unit(&mut self) -> f64 {
        let u = self.stream.unit(self.at);
        self.at += 1;
        u + 0.5 / (1u64 << 53) as f64
    }

    /// A standard normal variable.
    pub fn normal(&mut self) -> f64 {
        loop {
            let (u, v) = (self.unit(), self.unit());
            if is_polar(u, v) {
                return polar(u, v);
            }
        }
    }

    /// ln G for G ~ Gamma(shape, 1), shape > 0 (Marsaglia and Tsang 2000; below 1
    /// through G(a) = G(a + 1) U^(1/a), section 6 there).
    pub fn ln_gamma(&mut self, shape: f64) -> f64 {
        if shape < 1.0 {
            return self.ln_gamma(shape + 1.0) + ln(self.unit()) / shape;
        }
        loop {
            let proposal = Proposal::new(shape, self.normal());
            if proposal.t > 0.0 && proposal.is_accepted(self.unit()) {
                return proposal.ln_gamma();
            }
        }
    }
}

/// The point of a square around the unit circle that two numbers in (0, 1) name, and the
/// square of its distance from the middle.
#[inline(always)]
fn point(u: f64, v: f64) -> (f64, f64) {
    let (x, y) = (2.0 * u - 1.0, 2.0 * v - 1.0);
    (x, x * x + y * y)
}

/// Whether two numbers in (0, 1) give a standard normal variable.
#[inline(always)]
pub fn is_polar(u: f64, v: f64) -> bool {
    let (_, s) = point(u, v);
    (s < 1.0) & (s > 0.0)
}

/// The standard normal variable that two numbers give (Marsaglia's polar method).
#[inline(always)]
pub fn polar(u: f64, v: f64) -> f64 {
    let (x, s) = point(u, v);
    x * (-2.0 * ln(s) / s).sqrt()
}

/// What a standard normal variable x proposes for a shape of at least 1: G = d t³ with
/// d = shape − 1/3 and t = 1 + x / √(9 d), where t is above 0 (Marsaglia and Tsang 2000).
#[derive(Debug, Clone, Copy)]
pub struct Proposal {
    x: f64,
    d: f64,
    /// No proposal unless above 0.
    pub t: f64,
}

impl Proposal {
    /// What x proposes.
    #[inline(always)]
    pub fn new(shape: f64, x: f64) -> Self {
        let d = shape - 1.0 / 3.0;
        let t = 1.0 + x * (1.0 / (9.0 * d).sqrt());
        Self { x, d, t }
    }

    /// Whether a number from (0, 1) accepts it. Asked for in full, whatever the number: a
    /// compiler does several at a time then.
    #[inline(always)]
    pub fn is_accepted(self, u: f64) -> bool {
        let v = self.t * self.t * self.t;
        ln(u) < 0.5 * self.x * self.x + self.d * (1.0 - v + ln(v))
    }

    /// ln G.
    #[inline(always)]
    pub fn ln_gamma(self) -> f64 {
        ln(self.d * (self.t * self.t * self.t))
    }
}

/// ln Σ exp(x_i), without overflow; −∞ for an empty list.
pub fn ln_sum(logs: &[f64]) -> f64 {
    let top = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if top == f64::NEG_INFINITY {
        return top;
    }
    top + libm::log(logs.iter().map(|x| libm::exp(x - top)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::random::Purpose;
    use crate::model::special::{digamma, trigamma};

    fn draws(n: u64) -> Draws {
        Draws::new(Stream::new(4, Purpose::Theta, n))
    }

    /// E[ln G] = ψ(a) and Var[ln G] = ψ′(a), for shapes on both sides of 1.
    #[test]
    fn log_gamma_draws_have_the_known_moments() {
        const N: usize = 200_000;
        for (n, shape) in [0.01, 0.3, 1.0, 4.5, 1e6].into_iter().enumerate() {
            let mut draws = draws(n as u64);
            let sample: Vec<f64> = (0..N).map(|_| draws.ln_gamma(shape)).collect();
            let mean = sample.iter().sum::<f64>() / N as f64;
            let variance = sample.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / N as f64;
            let error = (trigamma(shape) / N as f64).sqrt();
            assert!((mean - digamma(shape)).abs() < 4.0 * error, "{shape}");
            let ratio = variance / trigamma(shape);
            assert!((ratio - 1.0).abs() < 0.03, "{shape} {ratio}");
        }
    }

    #[test]
    fn the_smallest_shapes_stay_finite() {
        let mut draws = draws(1);
        for shape in [1e-100, 1e-5, 0.01, 1e100] {
            assert!((0..15_000).all(|_| draws.ln_gamma(shape).is_finite()));
        }
    }
}
