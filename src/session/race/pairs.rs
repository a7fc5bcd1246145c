//! How far the running shares of a lane are from their exact probabilities.

use crate::engine::Engine;
use crate::eval::exact::Exact;
use serde::Serialize;

/// Every pair of tokens is counted after every sweep: so many tokens at most.
const MOST: usize = 1_000;

/// How far pairs of tokens are from their exact probabilities.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Distance {
    /// Completed sweeps.
    pub sweep: u64,
    /// The mean over all pairs of | share of the sweeps so far in which the two
    /// tokens had the same topic − the exact probability |, which is the total
    /// variation distance of a yes or no, from 0 to 1.
    pub distance: f64,
}

/// In how many sweeps each two tokens had the same topic.
pub(super) struct Pairs<'a> {
    exact: &'a Exact,
    tokens: usize,
    sweeps: u64,
    /// For every i the j above it.
    together: Vec<u64>,
}

impl<'a> Pairs<'a> {
    /// `None` for an engine that does not sample, and where there are no pairs or
    /// too many.
    pub(super) fn new(exact: &'a Exact, engine: &dyn Engine) -> Option<Self> {
        let tokens = engine.corpus().tokens();
        let counted = engine.kind().is_gibbs() && (2..=MOST).contains(&tokens);
        counted.then(|| Self {
            exact,
            tokens,
            sweeps: 0,
            together: vec![0; tokens * (tokens - 1) / 2],
        })
    }

    fn each(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let tokens = self.tokens;
        (0..tokens).flat_map(move |i| (i + 1..tokens).map(move |j| (i, j)))
    }

    /// Counts the sweep that is done.
    pub(super) fn count(&mut self, engine: &dyn Engine) {
        let documents = 0..engine.corpus().documents();
        let z: Vec<u16> = documents.flat_map(|d| engine.token_topics(d)).collect();
        let pairs = self.each();
        for (count, (i, j)) in self.together.iter_mut().zip(pairs) {
            *count += u64::from(z[i] == z[j]);
        }
        self.sweeps += 1;
    }

    /// After the sweeps so far, of which there is one at least.
    pub(super) fn distance(&self) -> Distance {
        let differences = self.together.iter().zip(self.each()).map(|(&n, (i, j))| {
            (n as f64 / self.sweeps as f64 - self.exact.same_topic(i, j)).abs()
        });
        Distance {
            sweep: self.sweeps,
            distance: differences.sum::<f64>() / self.together.len() as f64,
        }
    }
}
