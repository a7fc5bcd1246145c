//! A chain that is not told the truth, and how much of it it finds.

use crate::engine::{Kind, Settings, start};
use crate::eval::recovery::{INTERVAL, Kept, Recovery};
use crate::model::PriorSpec;
use crate::model::generate::Generated;
use crate::plain::count;
use crate::session::Fitted;
use anyhow::anyhow;
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;

/// Draws that are kept at most, evenly spaced over the second half of the chain.
const DRAWS: u64 = 500;

/// What the chain found.
pub struct Recovered {
    sweeps: u64,
    last: Recovery,
    kept: Kept,
}

/// Runs collapsed Gibbs sampling with the true K, alpha and eta. Draws are kept from the
/// second half of the sweeps.
pub fn run(
    drawn: &Generated,
    (alpha, eta): (&PriorSpec, &PriorSpec),
    sweeps: u64,
    seed: u64,
) -> anyhow::Result<Recovered> {
    let settings = Settings {
        topics: drawn.topics().topics(),
        alpha: alpha.clone(),
        eta: eta.clone(),
        seed,
        em: Default::default(),
        parallel: Default::default(),
    };
    let mut engine = start(Kind::Collapsed, Arc::new(drawn.corpus.clone()), settings)?;
    let every = (sweeps / 2).div_ceil(DRAWS).max(1);
    let mut kept = Kept::default();
    loop {
        while !engine.advance(usize::MAX).sweep_done {}
        let sweep = engine.sweep();
        let last = sweep == sweeps;
        if !last && (2 * sweep <= sweeps || !(sweeps - sweep).is_multiple_of(every)) {
            continue;
        }
        let fitted = Fitted::of(engine.as_ref())?;
        let found = fitted.recovery(drawn);
        let found = found.ok_or_else(|| {
            anyhow!("there are more topics than can be paired with the true ones: take a smaller K")
        })?;
        kept.add(&found);
        if last {
            return Ok(Recovered {
                sweeps,
                last: found,
                kept,
            });
        }
    }
}

impl Recovered {
    /// For a program.
    pub fn json(&self) -> Value {
        let last = &self.last;
        json!({
            "sweeps": self.sweeps,
            "mean_cosine": last.mean_cosine(),
            "cosines": last.topics.cosines,
            "cosines_given_z": last.cosines_given_z,
            "partners": last.topics.partners,
            "theta_error": last.theta_error,
            "theta_error_given_z": last.theta_error_given_z,
            "interval": INTERVAL,
            "coverage_last_draw": last.coverage(),
            "coverage": self.kept.coverage(),
            "draws": self.kept.draws(),
        })
    }

    /// For a person.
    pub fn text(&self) -> String {
        let last = &self.last;
        let number = |value: Option<f64>| value.map_or("–".to_owned(), |x| format!("{x:.4}"));
        let mut text = format!(
            "\nafter {} of collapsed Gibbs sampling that was not told the truth:\n\
             topic  found as  cosine  were z known\n",
            count(self.sweeps as usize, "sweep")
        );
        let pairs = last.topics.partners.iter().zip(&last.topics.cosines);
        for (k, (partner, cosine)) in pairs.enumerate() {
            let expected = last.cosines_given_z.as_ref().map(|all| all[k]);
            let expected = number(expected);
            let _ = writeln!(text, "{k:>5}  {partner:>8}  {cosine:.4}  {expected:>12}");
        }
        let share =
            |value: Option<f64>| value.map_or("–".to_owned(), |x| format!("{:.1}%", 100.0 * x));
        let _ = writeln!(
            text,
            "mean cosine {:.4}\n\
             theta: mean absolute error {:.4}; were z known {}\n\
             true theta within 90% intervals: {} given the last z alone,\n\
             {} over {} (expected: 90%)",
            last.mean_cosine(),
            last.theta_error,
            number(last.theta_error_given_z),
            share(last.coverage()),
            share(self.kept.coverage()),
            count(self.kept.draws() as usize, "draw"),
        );
        text
    }
}
