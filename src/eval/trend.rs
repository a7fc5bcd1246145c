//! Whether the trace of one chain still goes anywhere.
//!
//! Looked at is the second half of the trace, the first being burn-in. Geweke's z
//! (J. Geweke, Evaluating the accuracy of sampling-based approaches to the
//! calculation of posterior moments, Bayesian Statistics 4 (1992), section 3.2)
//! compares the mean of the first 10 % of it with that of the last 50 %:
//!
//! ```text
//! z = (x̄_a − x̄_b) / √( s_a² τ_a / n_a + s_b² τ_b / n_b )
//! ```
//!
//! where the autocorrelation time τ makes the variance of a mean from that of its
//! values. For a chain in equilibrium z is about a standard normal variable. None of
//! this can show that a chain has converged: one that is stuck looks the same.

use super::chain::autocorrelation_time;

/// The fewest values that anything is said about.
pub const SHORTEST: usize = 80;
/// |z| from here on is taken for a trend.
const TREND: f64 = 2.5;
/// Fewer independent draws than this say too little.
const FEW: f64 = 10.0;

/// What the second half of a trace looks like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trend {
    /// Values in that half.
    pub values: usize,
    /// Geweke's z; above 0 where the values fall.
    pub z: f64,
    /// Integrated autocorrelation time, in sweeps.
    pub time: f64,
    /// Effective sample size.
    pub size: f64,
}

/// What may be said of a trace, and no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The values still rise.
    Rising,
    /// They fall.
    Falling,
    /// They move too slowly for so short a trace.
    Slow,
    /// Nothing speaks against equilibrium, which proves nothing.
    Flat,
}

impl Trend {
    /// That of the second half of these values, one a sweep, oldest first; `None`
    /// where they are fewer than [`SHORTEST`], do not vary, or are not finite.
    pub fn of(trace: &[f64]) -> Option<Self> {
        let half = &trace[trace.len() / 2..];
        if trace.len() < SHORTEST {
            return None;
        }
        let time = autocorrelation_time(half)?;
        Some(Self {
            values: half.len(),
            z: geweke(half)?,
            time,
            size: half.len() as f64 / time,
        })
    }

    /// What may be said.
    pub fn verdict(&self) -> Verdict {
        if self.z < -TREND {
            Verdict::Rising
        } else if self.z > TREND {
            Verdict::Falling
        } else if self.size < FEW {
            Verdict::Slow
        } else {
            Verdict::Flat
        }
    }
}

/// Geweke's z of a chain; `None` where a part is too short, does not vary, or is not
/// finite.
pub fn geweke(chain: &[f64]) -> Option<f64> {
    let (first, last) = (chain.len().div_ceil(10), chain.len() / 2);
    let a = Part::of(&chain[..first])?;
    let b = Part::of(&chain[chain.len() - last..])?;
    let z = (a.mean - b.mean) / (a.error + b.error).sqrt();
    z.is_finite().then_some(z)
}

/// The mean over topics of the share of its words now that it had then too; pairs of words
/// (now, then), of which those without a word now do not count. `None` without any.
pub fn words_kept<'a>(pairs: impl Iterator<Item = (&'a [u32], &'a [u32])>) -> Option<f64> {
    let pairs = pairs.filter(|(now, _)| !now.is_empty());
    let (sum, topics) = pairs.fold((0.0, 0.0), |(sum, topics), (now, then)| {
        let same = now.iter().filter(|word| then.contains(word)).count();
        (sum + same as f64 / now.len() as f64, topics + 1.0)
    });
    (topics > 0.0).then(|| sum / topics)
}

/// The mean of a part, and the variance of that mean.
struct Part {
    mean: f64,
    error: f64,
}

impl Part {
    fn of(values: &[f64]) -> Option<Self> {
        let n = values.len() as f64;
        let time = autocorrelation_time(values)?;
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
        Some(Self {
            mean,
            error: variance * time / n,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::random::{Purpose, Stream};

    /// An autoregressive chain x ← r x + ε of standard normal ε, from its equilibrium.
    fn autoregressive(r: f64, n: usize, seed: u64) -> Vec<f64> {
        let stream = Stream::new(seed, Purpose::Start, 0);
        let normal = |i: u64| {
            let (u, v) = (stream.unit(2 * i), stream.unit(2 * i + 1));
            (-2.0 * (1.0 - u).ln()).sqrt() * (std::f64::consts::TAU * v).cos()
        };
        let mut x = normal(0) / (1.0 - r * r).sqrt();
        let step = |i| {
            x = r * x + normal(i);
            x
        };
        (1..=n as u64).map(step).collect()
    }

    /// |z| > 1.96 for one chain in twenty, if z is standard normal.
    #[test]
    fn z_is_standard_normal_in_equilibrium() {
        for (r, most) in [(0.0, 0.10), (0.5, 0.12)] {
            let zs: Vec<f64> = (0..400)
                .filter_map(|seed| geweke(&autoregressive(r, 2_000, seed)))
                .collect();
            let far = zs.iter().filter(|z| z.abs() > 1.96).count() as f64 / zs.len() as f64;
            let mean = zs.iter().sum::<f64>() / zs.len() as f64;
            assert!((0.02..most).contains(&far), "{r}: {far}");
            assert!(mean.abs() < 0.2, "{r}: {mean}");
        }
    }

    #[test]
    fn a_trend_is_seen_and_its_direction() {
        let still = autoregressive(0.3, 600, 1);
        let climb: Vec<f64> = (0..)
            .zip(&still)
            .map(|(i, x)| x + f64::from(i) / 40.0)
            .collect();
        let fall: Vec<f64> = climb.iter().map(|x| -x).collect();
        let verdict = |trace: &[f64]| Trend::of(trace).map(|trend| trend.verdict());
        assert_eq!(verdict(&still), Some(Verdict::Flat));
        assert_eq!(verdict(&climb), Some(Verdict::Rising));
        assert_eq!(verdict(&fall), Some(Verdict::Falling));
        // A walk has hardly an independent draw.
        let mut sum = 0.0;
        let walk: Vec<f64> = still
            .iter()
            .map(|x| {
                sum += x;
                sum
            })
            .collect();
        assert_ne!(verdict(&walk), Some(Verdict::Flat));
    }

    #[test]
    fn nothing_is_said_of_what_is_short_constant_or_broken() {
        assert_eq!(Trend::of(&[]), None);
        assert_eq!(Trend::of(&autoregressive(0.0, SHORTEST - 1, 1)), None);
        assert!(Trend::of(&autoregressive(0.0, SHORTEST, 1)).is_some());
        assert_eq!(Trend::of(&[1.0; 500]), None);
        assert_eq!(Trend::of(&[f64::NAN; 500]), None);
    }

    #[test]
    fn words_kept_is_the_mean_over_topics_with_words() {
        let topics: [(&[u32], &[u32]); 3] = [(&[1, 2, 3, 4], &[4, 9, 1]), (&[], &[1]), (&[5], &[])];
        assert_eq!(words_kept(topics.into_iter()), Some(0.25));
        assert_eq!(words_kept(topics[1..2].iter().copied()), None);
    }
}
