//! What is exact and what was drawn, side by side.

use super::{Gathered, Quantity, STARTS, Solved};
use crate::corpus::Corpus;
use crate::eval::sequential::{self, Estimate};
use crate::model::Prior;
use crate::model::random::{Purpose, Stream};
use serde::Serialize;

/// Particles of the left-to-right estimate.
pub const PARTICLES: usize = 100;

/// What a chain drew of a quantity.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Drawn {
    /// The mean over its sweeps.
    pub mean: f64,
    /// The standard error of that; `None` where nothing is known of it.
    pub error: Option<f64>,
    /// (mean − exact) / error.
    pub errors_apart: Option<f64>,
}

/// A quantity on both sides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// What it is.
    pub quantity: Quantity,
    /// Its exact value.
    pub exact: f64,
    /// What the chain drew; `None` before its first sweep.
    pub drawn: Option<Drawn>,
}

/// The variational bound.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Variational {
    /// The largest bound of several runs, in nats.
    pub bound: f64,
    /// log p(w) − bound = KL(q ‖ p), in nats, from 0 on (Blei, Ng and Jordan 2003, appendix
    /// A.3).
    pub gap: f64,
    /// Runs.
    pub starts: u64,
}

/// All answers at one moment of a chain.
#[derive(Debug, Clone, PartialEq)]
pub struct Answers {
    /// log p(w | alpha, eta), in nats.
    pub log_evidence: f64,
    /// The quantities, as [`Quantity::choose`] orders them.
    pub rows: Vec<Row>,
    /// Sweeps of the chain that were counted.
    pub sweeps: u64,
    /// The harmonic mean estimate of log p(w) from them, in nats.
    pub harmonic_mean: Option<f64>,
    /// The left-to-right estimate, in nats.
    pub left_to_right: Option<Estimate>,
    /// The variational bound.
    pub variational: Option<Variational>,
}

impl Answers {
    /// Both sides together; `draws` is (seed, number) of what left-to-right draws.
    pub fn new(
        solved: &Solved,
        gathered: Option<&Gathered>,
        corpus: &Corpus,
        (alpha, eta): (&Prior, &Prior),
        draws: (u64, u64),
    ) -> Self {
        let log_evidence = solved.exact.log_evidence();
        let quantities = match gathered {
            Some(gathered) => gathered.quantities().to_vec(),
            None => Quantity::choose(corpus, alpha.len()),
        };
        let row = |(place, quantity): (usize, Quantity)| {
            let exact = quantity.exact(&solved.exact);
            let drawn = gathered.and_then(|gathered| {
                let (mean, error) = (gathered.mean(place)?, gathered.error(place));
                Some(Drawn {
                    mean,
                    error,
                    errors_apart: error.map(|error| (mean - exact) / error),
                })
            });
            Row {
                quantity,
                exact,
                drawn,
            }
        };
        let stream = Stream::new(draws.0, Purpose::Evidence, draws.1);
        Self {
            log_evidence,
            rows: quantities.into_iter().enumerate().map(row).collect(),
            sweeps: gathered.map_or(0, Gathered::sweeps),
            harmonic_mean: gathered.and_then(Gathered::harmonic_mean),
            left_to_right: sequential::log_evidence(corpus, alpha, eta, PARTICLES, stream),
            variational: solved.bound.map(|bound| Variational {
                bound,
                gap: log_evidence - bound,
                starts: STARTS,
            }),
        }
    }

    /// The topic of a token, and the pairs.
    pub fn shares(&self) -> impl Iterator<Item = &Row> {
        let is =
            |row: &&Row| matches!(row.quantity, Quantity::Topic { .. } | Quantity::Same { .. });
        self.rows.iter().filter(is)
    }

    /// The expected size of the smallest topic.
    pub fn smallest(&self) -> Option<&Row> {
        let mut rows = self.rows.iter();
        rows.find(|row| row.quantity == Quantity::Smallest)
    }

    /// The probabilities of its sizes, from 0 on.
    pub fn sizes(&self) -> impl Iterator<Item = &Row> {
        let is = |row: &&Row| matches!(row.quantity, Quantity::SmallestIs(_));
        self.rows.iter().filter(is)
    }
}
