//! Whether a chain still goes anywhere at the end of its run.

use crate::engine::Engine;
use crate::eval::trend::Verdict;
use crate::session::Witness;
use serde::Serialize;

/// What one chain says of itself. Never that it has converged: one that is stuck looks
/// the same.
#[derive(Debug, Clone, Serialize)]
pub struct Movement {
    /// `flat`, `rising`, `falling`, or `too early`.
    verdict: &'static str,
    /// Of the log joint, in the second half of the sweeps since the last change; `None`
    /// where those are too few.
    geweke_z: Option<f64>,
    /// In sweeps.
    autocorrelation_time: Option<f64>,
    effective_size: Option<f64>,
    /// Sweeps in that half.
    draws: Option<usize>,
    /// The share of the tokens that changed topic in the last sweep.
    moved: Option<f64>,
    /// The share of the ten top words of each topic that were among its ten then.
    top_words_kept: Option<f64>,
    since_sweep: Option<u64>,
}

impl Movement {
    /// That of a chain after its run; `None` of an engine that draws nothing.
    pub fn new(engine: &dyn Engine, seen: &Witness) -> Option<Self> {
        let trend = seen.trend();
        let kept = seen.words_kept(engine);
        engine.kind().is_gibbs().then(|| Self {
            verdict: match trend.map(|trend| trend.verdict()) {
                Some(Verdict::Flat) => "flat",
                Some(Verdict::Rising) => "rising",
                Some(Verdict::Falling) => "falling",
                Some(Verdict::Slow) | None => "too early",
            },
            geweke_z: trend.map(|trend| trend.z),
            autocorrelation_time: trend.map(|trend| trend.time),
            effective_size: trend.map(|trend| trend.size),
            draws: trend.map(|trend| trend.values),
            moved: engine.moved(),
            top_words_kept: kept.map(|kept| kept.0),
            since_sweep: kept.map(|kept| kept.1),
        })
    }

    /// A line for a person.
    pub fn line(&self) -> String {
        let mut parts = vec![match self.verdict {
            "flat" => "flat so far".to_owned(),
            "too early" => "flat? too early to say".to_owned(),
            verdict => format!("flat? no, still {verdict}"),
        }];
        if let (Some(z), Some(time)) = (self.geweke_z, self.autocorrelation_time) {
            parts.push(format!(
                "Geweke z {z:.2}, autocorrelation time {time:.1} sweeps"
            ));
        }
        if let (Some(size), Some(draws)) = (self.effective_size, self.draws) {
            parts.push(format!("worth {:.0} of {draws} draws", size.floor()));
        }
        if let (Some(kept), Some(sweep)) = (self.top_words_kept, self.since_sweep) {
            parts.push(format!(
                "{:.0}% of top words as at sweep {sweep}",
                100.0 * kept
            ));
        }
        parts.join("; ")
    }
}
