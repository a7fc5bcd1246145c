//! Fitting a Dirichlet prior: to counts drawn through it (Minka 2000, "Estimating
//! a Dirichlet distribution", section 4), or to expected logarithms of its draws
//! (Blei, Ng and Jordan 2003, appendix A.4.2).
//!
//! Both log-likelihoods have the form Σ_k f_k(a_k) + F(Σ_k a_k), so that the
//! Hessian is a diagonal matrix plus a constant, and a Newton step costs O(K)
//! (appendix A.2 there):
//!
//! ```text
//! step_k = (g_k − c) / h_k,   c = (Σ_j g_j/h_j) / (1/z + Σ_j 1/h_j)
//! ```
//!
//! with g the gradient, h_k = f_k″(a_k) and z = F″(Σa).

#[cfg(test)]
mod tests;

use super::special::{digamma, ln_rising, trigamma};

/// Value, first and second derivative.
pub type Derivatives = [f64; 3];

/// A log-likelihood of a Dirichlet prior, in nats.
pub trait Evidence {
    /// Number of components.
    fn len(&self) -> usize;

    /// Whether there is no component.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// f_k at `a`.
    fn component(&self, k: usize, a: f64) -> Derivatives;

    /// F at the sum of all components.
    fn total(&self, sum: f64) -> Derivatives;
}

/// Counts that were drawn through the prior: rows (documents, or topics) by
/// components, kept as how often each count occurs.
#[derive(Debug, Clone, Default)]
pub struct Counts {
    components: Vec<Vec<(u32, f64)>>,
    totals: Vec<(u32, f64)>,
}

impl Counts {
    /// The counts of `rows`, each a list of component and count, one entry a
    /// component; the order does not matter. Components run to `len`.
    pub fn new<R: IntoIterator<Item = (usize, u32)>>(
        len: usize,
        rows: impl IntoIterator<Item = R>,
    ) -> Self {
        let mut components = vec![Vec::new(); len];
        let mut totals = Vec::new();
        for row in rows {
            let mut total = 0;
            for (k, n) in row.into_iter().filter(|(_, n)| *n > 0) {
                components[k].push(n);
                total += n;
            }
            if total > 0 {
                totals.push(total);
            }
        }
        Self {
            components: components.into_iter().map(tally).collect(),
            totals: tally(totals),
        }
    }
}

/// How often each number occurs, by ascending number.
fn tally(mut numbers: Vec<u32>) -> Vec<(u32, f64)> {
    numbers.sort_unstable();
    numbers
        .chunk_by(|a, b| a == b)
        .map(|same| (same[0], same.len() as f64))
        .collect()
}

/// Σ over the tally of ln Γ(a + n) − ln Γ(a) and its derivatives.
fn rising(tally: &[(u32, f64)], a: f64) -> Derivatives {
    /// Up to here a sum is exact where a difference would cancel.
    const TERMS: u32 = 16;
    let mut all = [0.0; 3];
    for &(n, times) in tally {
        let (first, second) = if n <= TERMS {
            (0..n).fold((0.0, 0.0), |(first, second), j| {
                let inverse = 1.0 / (a + f64::from(j));
                (first + inverse, second - inverse * inverse)
            })
        } else {
            let top = a + f64::from(n);
            (digamma(top) - digamma(a), trigamma(top) - trigamma(a))
        };
        all[0] += times * ln_rising(a, n.into());
        all[1] += times * first;
        all[2] += times * second;
    }
    all
}

impl Evidence for Counts {
    fn len(&self) -> usize {
        self.components.len()
    }

    fn component(&self, k: usize, a: f64) -> Derivatives {
        rising(&self.components[k], a)
    }

    fn total(&self, sum: f64) -> Derivatives {
        rising(&self.totals, sum).map(|x| -x)
    }
}

/// Sums of E[ln p_k] over `rows` draws p of the prior.
#[derive(Debug, Clone)]
pub struct Logs {
    /// How many draws.
    pub rows: f64,
    /// Σ E[ln p_k] for every component.
    pub sums: Vec<f64>,
}

impl Evidence for Logs {
    fn len(&self) -> usize {
        self.sums.len()
    }

    fn component(&self, k: usize, a: f64) -> Derivatives {
        [
            (a - 1.0) * self.sums[k] - self.rows * libm::lgamma(a),
            self.sums[k] - self.rows * digamma(a),
            -self.rows * trigamma(a),
        ]
    }

    fn total(&self, sum: f64) -> Derivatives {
        [
            self.rows * libm::lgamma(sum),
            self.rows * digamma(sum),
            self.rows * trigamma(sum),
        ]
    }
}

/// A Gamma prior on every component, which keeps a fit from running away.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gamma {
    /// Shape, above 0.
    pub shape: f64,
    /// Rate (1 / scale), at least 0.
    pub rate: f64,
}

impl Gamma {
    /// No prior at all: maximum likelihood.
    pub const FLAT: Self = Self {
        shape: 1.0,
        rate: 0.0,
    };
    /// Weak, with mean 1: a fit with some data hardly notices it.
    pub const WEAK: Self = Self {
        shape: 1.001,
        rate: 1.0,
    };

    fn at(self, a: f64) -> Derivatives {
        [
            (self.shape - 1.0) * libm::log(a) - self.rate * a,
            (self.shape - 1.0) / a - self.rate,
            -(self.shape - 1.0) / (a * a),
        ]
    }
}

/// One value for all components, or one for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// One value.
    #[default]
    Symmetric,
    /// One value for each component.
    Asymmetric,
}

/// A fitted prior.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// The values (length K, all the same when symmetric).
    pub values: Vec<f64>,
    /// The log-likelihood there, without the Gamma prior.
    pub log_likelihood: f64,
    /// Whether the data say little about the size of the prior: one standard error
    /// of ln Σa, from the curvature of the log-likelihood, is above 1.
    pub weak: bool,
}

/// Values outside are pulled back: what lies there makes no difference to a model.
const RANGE: (f64, f64) = (1e-6, 1e6);
/// Newton steps and fixed-point steps at most.
const STEPS: usize = 100;
const MANY: usize = 100_000;
/// Relative change at which a fit is done.
const DONE: f64 = 1e-12;

struct Problem<'a, E: ?Sized> {
    evidence: &'a E,
    gamma: Gamma,
}

impl<E: Evidence + ?Sized> Problem<'_, E> {
    fn component(&self, k: usize, a: f64) -> Derivatives {
        let (f, g) = (self.evidence.component(k, a), self.gamma.at(a));
        [f[0] + g[0], f[1] + g[1], f[2] + g[2]]
    }

    fn value(&self, a: &[f64]) -> f64 {
        let parts = a.iter().enumerate().map(|(k, a)| self.component(k, *a)[0]);
        parts.sum::<f64>() + self.evidence.total(a.iter().sum())[0]
    }

    fn gradient(&self, a: &[f64]) -> Vec<f64> {
        let total = self.evidence.total(a.iter().sum())[1];
        let parts = a.iter().enumerate().map(|(k, a)| self.component(k, *a)[1]);
        parts.map(|g| g + total).collect()
    }

    /// −H⁻¹g.
    fn newton_step(&self, a: &[f64]) -> Vec<f64> {
        let gradient = self.gradient(a);
        let curved = a.iter().enumerate().map(|(k, a)| self.component(k, *a)[2]);
        let diagonal: Vec<f64> = curved.collect();
        let z = self.evidence.total(a.iter().sum())[2];
        let pairs = || gradient.iter().zip(&diagonal);
        let above: f64 = pairs().map(|(g, h)| g / h).sum();
        let below: f64 = diagonal.iter().map(|h| 1.0 / h).sum();
        let common = above / (1.0 / z + below);
        pairs().map(|(g, h)| (common - g) / h).collect()
    }

    /// The same along the line on which all components are equal.
    fn symmetric_step(&self, a: f64) -> (f64, f64) {
        let k = self.evidence.len() as f64;
        let total = self.evidence.total(k * a);
        let (mut first, mut second) = (k * total[1], k * k * total[2]);
        for i in 0..self.evidence.len() {
            let part = self.component(i, a);
            first += part[1];
            second += part[2];
        }
        (first, -first / second)
    }

    /// A step that never goes down (Minka 2000, equation 55, with the Gamma prior):
    /// for counts.
    fn fixed_point(&self, a: &[f64]) -> Vec<f64> {
        let below = -self.evidence.total(a.iter().sum())[1] + self.gamma.rate;
        a.iter()
            .enumerate()
            .map(|(k, &a)| {
                let above = a * self.evidence.component(k, a)[1] + self.gamma.shape - 1.0;
                clamp(above / below)
            })
            .collect()
    }

    fn finish(&self, values: Vec<f64>) -> Fit {
        let sum: f64 = values.iter().sum();
        let parts = values.iter().enumerate();
        let mut log_likelihood = self.evidence.total(sum)[0];
        // The second derivative along ln a ↦ ln a + t, all components together.
        let total = self.evidence.total(sum);
        let mut curvature = sum * total[1] + sum * sum * total[2];
        for (k, &a) in parts {
            let f = self.evidence.component(k, a);
            log_likelihood += f[0];
            curvature += a * f[1] + a * a * f[2];
        }
        Fit {
            values,
            log_likelihood,
            weak: curvature > -1.0,
        }
    }
}

fn clamp(a: f64) -> f64 {
    if a.is_finite() {
        a.clamp(RANGE.0, RANGE.1)
    } else {
        RANGE.1
    }
}

/// The prior of largest posterior density by Newton's method from `start`, each
/// step shortened until it goes up. Values stay within 1e-6 to 1e6.
pub fn newton<E: Evidence + ?Sized>(
    evidence: &E,
    shape: Shape,
    gamma: Gamma,
    start: &[f64],
) -> Fit {
    let problem = Problem { evidence, gamma };
    let mut a: Vec<f64> = start.iter().copied().map(clamp).collect();
    if shape == Shape::Symmetric {
        let mean = a.iter().sum::<f64>() / a.len().max(1) as f64;
        a.fill(mean);
    }
    let mut value = problem.value(&a);
    for _ in 0..STEPS {
        let (gradient, step) = match shape {
            Shape::Symmetric => {
                let (gradient, step) = problem.symmetric_step(a[0]);
                (vec![gradient; a.len()], vec![step; a.len()])
            }
            Shape::Asymmetric => (problem.gradient(&a), problem.newton_step(&a)),
        };
        let upwards = gradient.iter().zip(&step).map(|(g, s)| g * s).sum::<f64>() > 0.0;
        // Where the surface is not concave, Newton's step leads down: go up the
        // gradient of ln a instead.
        let log_step = |g: f64, a: f64| a * (g * a).clamp(-1.0, 1.0);
        let step: Vec<f64> = if upwards && step.iter().all(|s| s.is_finite()) {
            step
        } else {
            gradient
                .iter()
                .zip(&a)
                .map(|(g, a)| log_step(*g, *a))
                .collect()
        };
        let mut length = 1.0;
        let better = loop {
            let moved = a.iter().zip(&step);
            let next: Vec<f64> = moved
                // No step leaves less than a tenth: that far the surface is not
                // what it was.
                .map(|(a, s)| clamp((a + length * s).max(0.1 * a)))
                .collect();
            let reached = problem.value(&next);
            if reached >= value {
                break Some((next, reached));
            }
            length *= 0.5;
            if length < 1e-12 {
                break None;
            }
        };
        let Some((next, reached)) = better else {
            break;
        };
        let change = difference(&a, &next);
        (a, value) = (next, reached);
        if change < DONE {
            break;
        }
    }
    problem.finish(a)
}

/// The same for counts by Minka's fixed point: slower, never down.
pub fn fixed_point(counts: &Counts, shape: Shape, gamma: Gamma, start: &[f64]) -> Fit {
    let problem = Problem {
        evidence: counts,
        gamma,
    };
    let mut a: Vec<f64> = start.iter().copied().map(clamp).collect();
    for _ in 0..MANY {
        let mut next = problem.fixed_point(&a);
        if shape == Shape::Symmetric {
            let mean = next.iter().sum::<f64>() / next.len().max(1) as f64;
            next.fill(mean);
        }
        let change = difference(&a, &next);
        a = next;
        if change < DONE {
            break;
        }
    }
    problem.finish(a)
}

/// The largest relative change.
fn difference(before: &[f64], after: &[f64]) -> f64 {
    let pairs = before.iter().zip(after);
    pairs.fold(0.0, |most, (b, a)| f64::max(most, (a - b).abs() / b))
}
