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

    /// A standard normal variable (Marsaglia's polar method).
    pub fn normal(&mut self) -> f64 {
        loop {
            let (x, y) = (2.0 * self.unit() - 1.0, 2.0 * self.unit() - 1.0);
            let s = x * x + y * y;
            if s < 1.0 && s > 0.0 {
                return x * (-2.0 * ln(s) / s).sqrt();
            }
        }
    }

    /// ln G for G ~ Gamma(shape, 1), shape > 0 (Marsaglia and Tsang 2000; below 1
    /// through G(a) = G(a + 1) U^(1/a), section 6 there).
    pub fn ln_gamma(&mut self, shape: f64) -> f64 {
        if shape < 1.0 {
            return self.ln_gamma(shape + 1.0) + ln(self.unit()) / shape;
        }
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let x = self.normal();
            let t = 1.0 + c * x;
            if t <= 0.0 {
                continue;
            }
            let v = t * t * t;
            let u = self.unit();
            let squeezed = u < 1.0 - 0.0331 * (x * x) * (x * x);
            if squeezed || ln(u) < 0.5 * x * x + d * (1.0 - v + ln(v)) {
                return ln(d * v);
            }
        }
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
