//! The beta distribution: what one share of a Dirichlet variable follows.

use std::f64::consts::LN_2;

/// Steps of the continued fraction; it needs about √max(a, b).
const STEPS: u32 = 100_000;
/// It has converged when a step changes it by less.
const EXACT: f64 = 1e-15;
/// Stands for 0 where the fraction would divide by it.
const TINY: f64 = 1e-300;

/// ln B(a, b) = ln Γ(a) + ln Γ(b) − ln Γ(a + b).
fn ln_beta(a: f64, b: f64) -> f64 {
    libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b)
}

/// P(X ≤ x) for X ~ Beta(a, b), with a, b > 0 and x from 0 to 1: the regularised incomplete
/// beta function I_x(a, b) by its continued fraction (Abramowitz and Stegun, 26.5.8; the
/// tail by 26.5.2), evaluated from its start (Lentz 1976).
pub fn distribution(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The fraction converges fast below the mean.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - lower(1.0 - x, b, a);
    }
    lower(x, a, b)
}

fn lower(x: f64, a: f64, b: f64) -> f64 {
    let front = a * libm::log(x) + b * libm::log1p(-x) - ln_beta(a, b);
    libm::exp(front) / (a * fraction(x, a, b))
}

/// 1 + d_1/(1 + d_2/(1 + …)).
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    let nonzero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut value, mut c, mut d) = (1.0, 1.0, 0.0);
    for step in 1..STEPS {
        let m = f64::from(step / 2);
        let term = match step % 2 {
            0 => m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            _ => -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        };
        d = 1.0 / nonzero(1.0 + term * d);
        c = nonzero(1.0 + term / c);
        value *= c * d;
        if (c * d - 1.0).abs() < EXACT {
            break;
        }
    }
    value
}

/// E|X − E X| for X ~ Beta(a, b), with a, b > 0:
/// 2 a^a b^b / (B(a, b) (a + b)^(a + b + 1)) (Johnson, Kotz and Balakrishnan, Continuous
/// Univariate Distributions 2, 1995, chapter 25).
pub fn mean_deviation(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let powers = a * libm::log(a / sum) + b * libm::log(b / sum);
    libm::exp(LN_2 + powers - ln_beta(a, b)) / sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against SciPy and mpmath; tests/fixtures/beta.py.
    #[test]
    fn values_are_those_of_other_programs() {
        let text = include_str!("../../tests/fixtures/beta.json");
        let known: serde_json::Value = serde_json::from_str(text).unwrap();
        let rows =
            |name: &str| -> Vec<Vec<f64>> { serde_json::from_value(known[name].clone()).unwrap() };
        for row in rows("cdf") {
            let got = distribution(row[2], row[0], row[1]);
            assert!((got - row[3]).abs() < 1e-10, "{row:?} {got}");
        }
        for row in rows("deviation") {
            let got = mean_deviation(row[0], row[1]);
            assert!((got / row[2] - 1.0).abs() < 1e-9, "{row:?} {got}");
        }
        assert_eq!(
            (distribution(0.0, 2.0, 3.0), distribution(1.0, 2.0, 3.0)),
            (0.0, 1.0)
        );
    }
}
