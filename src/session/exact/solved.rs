//! What follows from a corpus and its priors alone.

use crate::corpus::Corpus;
use crate::engine::{self, Kind, Settings};
use crate::eval::exact::{Exact, MOST};
use crate::model::{Prior, PriorSpec};
use crate::plain::count;
use std::sync::Arc;

/// Variational runs, from seeds 0, 1, …, of which the best counts.
pub const STARTS: u64 = 8;
/// A variational run ends when a pass gains less than this,
const GAIN: f64 = 1e-10;
/// or after so many passes.
const PASSES: usize = 2_000;

/// Exact answers and the variational bound of a corpus under one pair of priors.
#[derive(Debug)]
pub struct Solved {
    alpha: Vec<f64>,
    eta: Vec<f64>,
    /// The exact answers.
    pub exact: Exact,
    /// The largest bound of log p(w), in nats; `None` for priors that the variational
    /// engine refuses.
    pub bound: Option<f64>,
}

impl Solved {
    /// Sums over all assignments, and lets variational runs come to rest.
    ///
    /// # Errors
    /// A sentence that says how many assignments there are, what the limit is, and what to
    /// do instead, where the corpus is too large.
    pub fn new(corpus: &Arc<Corpus>, alpha: &Prior, eta: &Prior) -> Result<Self, String> {
        let exact = Exact::solve(corpus, alpha, eta);
        let exact = exact.map_err(|_| too_large(corpus, alpha.len()))?;
        let (alpha, eta): (Vec<f64>, Vec<f64>) = (alpha.values().collect(), eta.values().collect());
        let bounds = (0..STARTS).filter_map(|seed| bound(corpus, &alpha, &eta, seed));
        let bound = bounds.max_by(f64::total_cmp);
        Ok(Self {
            alpha,
            eta,
            exact,
            bound,
        })
    }

    /// Whether it is of these priors.
    pub fn is_of(&self, alpha: &Prior, eta: &Prior) -> bool {
        alpha.values().eq(self.alpha.iter().copied()) && eta.values().eq(self.eta.iter().copied())
    }
}

/// Why there are no exact answers, and where there are.
pub fn too_large(corpus: &Corpus, topics: usize) -> String {
    let tokens = corpus.tokens();
    let digits = tokens as f64 * (topics as f64).log10();
    let steps = match Exact::fits(corpus, topics) {
        Err(too) => format!("2^{:.0}", too.log2.max(MOST + 1.0)),
        Ok(()) => "too many".to_owned(),
    };
    let fewer = (2..topics).rev().find(|&k| Exact::fits(corpus, k).is_ok());
    let instead = match fewer {
        Some(k) => format!("With K = {k} this corpus would do."),
        None => {
            "Open `gibbscope toy`, which has 30 tokens and two topics, or a file of your own of \
                 about forty tokens."
                .to_owned()
        }
    };
    format!(
        "No exact answers here: {} can be divided among {} in {topics}^{tokens}, about 10^{digits:.0}, \
         ways. Summed by counts that is {steps} steps or more; the limit is 2^{MOST:.0}. {instead}",
        count(tokens, "token"),
        count(topics, "topic"),
    )
}

/// The bound at which a variational run comes to rest.
fn bound(corpus: &Arc<Corpus>, alpha: &[f64], eta: &[f64], seed: u64) -> Option<f64> {
    let settings = Settings {
        alpha: PriorSpec::List(alpha.to_vec()),
        eta: PriorSpec::List(eta.to_vec()),
        topics: alpha.len(),
        seed,
        em: Default::default(),
        parallel: Default::default(),
    };
    let mut engine = engine::start(Kind::Variational, Arc::clone(corpus), settings).ok()?;
    let mut last = f64::NEG_INFINITY;
    for _ in 0..PASSES {
        while !engine.advance(usize::MAX).sweep_done {}
        let now = engine.objective().total();
        if now - last < GAIN {
            return now.is_finite().then_some(now.max(last));
        }
        last = now;
    }
    last.is_finite().then_some(last)
}
