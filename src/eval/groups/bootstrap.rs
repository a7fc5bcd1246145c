//! Bands by the bootstrap (Efron and Tibshirani 1993, chapters 6 and 13).
//!
//! Of the n documents of a group with a token, n are drawn with replacement, and the
//! share is computed of them; B times. The band goes from the k-th smallest to the k-th
//! largest of the B shares, k = ⌊(B + 1) 0.025⌋: the percentile interval (their section
//! 13.3), which a share of 95 in 100 is meant to lie in. The standard error is the
//! standard deviation of the B shares (their equation 6.6).
//!
//! The band says how much would change with other documents of the same kind. It takes
//! the topics as they are, one sample of z: it is no interval of the posterior, and of
//! documents that are no sample of anything it only says how even they are.

use super::rows::Rows;
use crate::model::random::{Purpose, Stream};

/// Replicates where nothing else is asked for.
pub const REPLICATES: usize = 1000;
/// Fewer have no share of 0.025 at either end.
pub const FEWEST: usize = 100;
/// What lies outside of a band at either end.
const TAIL: f64 = 0.025;

/// How bands are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bootstrap {
    /// B, at least [`FEWEST`]; 0 makes no bands.
    pub replicates: usize,
    /// Of the random numbers.
    pub seed: u64,
}

/// What a share lies in, most likely.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Band {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The standard error.
    pub error: f64,
}

/// The shares of all topics in documents drawn again (B×K).
#[derive(Debug)]
pub struct Replicates {
    topics: usize,
    values: Vec<f64>,
}

impl Bootstrap {
    /// The shares in `documents` (which have tokens) drawn again; `group` has random
    /// numbers of its own. `None` of fewer than two documents.
    pub fn replicates(self, rows: &Rows, documents: &[usize], group: u64) -> Option<Replicates> {
        let n = documents.len();
        if self.replicates == 0 || n < 2 {
            return None;
        }
        let stream = Stream::new(self.seed, Purpose::Bootstrap, group);
        let mut times = vec![0_u32; n];
        let mut values = Vec::with_capacity(self.replicates * rows.topics());
        for b in 0..self.replicates as u64 {
            times.fill(0);
            let draws = stream.branch(b);
            for i in 0..n as u64 {
                times[draws.below(i, n as u64) as usize] += 1;
            }
            let drawn = documents.iter().copied().zip(times.iter().copied());
            values.extend(rows.shares(drawn)?);
        }
        Some(Replicates {
            topics: rows.topics(),
            values,
        })
    }
}

impl Replicates {
    /// The share of topic `k` in replicate `at`.
    pub fn value(&self, at: usize, k: usize) -> f64 {
        self.values[at * self.topics + k]
    }

    /// The band of what becomes of the share of topic `k` in each replicate.
    pub fn band(&self, k: usize, of: impl Fn(usize, f64) -> f64) -> Band {
        let all = self.values.len() / self.topics;
        let mut values: Vec<f64> = (0..all).map(|at| of(at, self.value(at, k))).collect();
        values.sort_unstable_by(f64::total_cmp);
        let mean = values.iter().sum::<f64>() / all as f64;
        let squares: f64 = values.iter().map(|x| (x - mean).powi(2)).sum();
        let rank = (((all + 1) as f64 * TAIL) as usize).max(1);
        Band {
            low: values[rank - 1],
            high: values[all - rank],
            error: (squares / (all - 1) as f64).sqrt(),
        }
    }
}
