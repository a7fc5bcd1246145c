//! What the trace draws: runs of values that belong on one scale.

use crate::session::{Bucket, History};
use ratatui::layout::Rect;

/// Neighbouring points of one objective.
pub struct Run {
    /// Points, or ranges, of one segment after the other; at least one.
    pub buckets: Vec<Bucket>,
    /// Values from and to, never the same.
    pub y: (f64, f64),
}

/// The runs, the oldest first.
pub struct Curve {
    /// Those of other objectives.
    pub older: Vec<Run>,
    /// The one that goes on.
    pub newest: Run,
    /// Sweeps from and to, never the same.
    pub x: (f64, f64),
}

impl Run {
    fn of(buckets: &[Bucket]) -> Self {
        let low = buckets.iter().map(|b| b.range.0);
        let high = buckets.iter().map(|b| b.range.1);
        let (low, high) = (
            low.fold(f64::INFINITY, f64::min),
            high.fold(f64::NEG_INFINITY, f64::max),
        );
        // A flat line still needs a height to be drawn in.
        let margin = ((high - low) * 0.03).max(high.abs().max(1.0) * 1e-6);
        Self {
            buckets: buckets.to_vec(),
            y: (low - margin, high + margin),
        }
    }

    /// What its values are called.
    pub fn name(&self) -> &'static str {
        self.buckets.first().map_or("", |b| b.measure.name)
    }

    /// Its first sweep.
    pub fn from(&self) -> f64 {
        self.buckets.first().map_or(0.0, |b| b.sweeps.0 as f64)
    }

    /// Its last sweep.
    pub fn to(&self) -> f64 {
        self.buckets.last().map_or(0.0, |b| b.sweeps.1 as f64)
    }
}

impl Curve {
    /// `None` before there is anything to draw; values are divided by `scale`.
    pub fn of(history: &History, tail: bool, scale: f64) -> Option<Self> {
        let mut buckets: Vec<Bucket> = match points(history, tail) {
            Some(shown) => {
                let recent = history.recent();
                let points = recent.iter().skip(recent.len().saturating_sub(shown));
                points.map(Bucket::from).collect()
            }
            None => history.buckets().to_vec(),
        };
        for bucket in &mut buckets {
            bucket.range = (bucket.range.0 / scale, bucket.range.1 / scale);
        }
        buckets.retain(|b| b.range.0.is_finite() && b.range.1.is_finite());
        let mut older: Vec<Run> = buckets
            .chunk_by(|a, b| a.measure.shares_scale_with(b.measure))
            .map(Run::of)
            .collect();
        let newest = older.pop()?;
        let from = older.first().unwrap_or(&newest).from();
        let x = (from, newest.to().max(from + 1.0));
        Some(Self { older, newest, x })
    }

    /// The column of a sweep.
    pub fn column(&self, sweep: f64, area: Rect) -> u16 {
        let columns = f64::from(area.width.saturating_sub(1));
        let share = (sweep - self.x.0) / (self.x.1 - self.x.0);
        area.x + (share * columns) as u16
    }
}

/// How many recent points are shown; `None` for the whole run. A new objective
/// gets a third of the picture at once, however long the chain ran before.
fn points(history: &History, tail: bool) -> Option<usize> {
    const FEWEST: usize = 10;
    let recent = history.recent();
    let last = history.last()?.measure();
    let newest = recent.iter().rev();
    let newest = newest.take_while(|p| p.measure().shares_scale_with(last));
    let newest = newest.count();
    let third = (newest < recent.len()).then(|| 3 * newest.max(FEWEST));
    let half = tail.then(|| (recent.len() / 2).max(2 * FEWEST));
    match (third, half) {
        (Some(third), Some(half)) => Some(third.min(half)),
        (Some(third), None) => (third < recent.len()).then_some(third),
        (None, half) => half,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Kind, Objective};
    use crate::session::TracePoint;

    fn history(sweeps: [u64; 2]) -> History {
        let mut history = History::default();
        for sweep in 0..sweeps[0] + sweeps[1] {
            let second = sweep >= sweeps[0];
            history.push(TracePoint {
                sweep,
                segment: second.into(),
                kind: if second {
                    Kind::Variational
                } else {
                    Kind::Plsi
                },
                objective: match second {
                    true => Objective::Bound(-900.0 - sweep as f64 / 1e3),
                    false => Objective::LogLikelihood(-5.0 - sweep as f64 / 1e3),
                },
                moved: None,
                seconds: 0.0,
            });
        }
        history
    }

    #[test]
    fn a_value_of_another_kind_does_not_squeeze_the_scale() {
        let curve = Curve::of(&history([50, 50]), false, 1.0).unwrap();
        assert_eq!(curve.newest.name(), "bound");
        assert!(curve.newest.y.0 > -901.0 && curve.newest.y.1 < -899.0);
        let older: Vec<&str> = curve.older.iter().map(Run::name).collect();
        assert_eq!(older, ["log likelihood"]);
        assert!(curve.older[0].y.0 > -6.0);
    }

    #[test]
    fn a_new_objective_is_seen_at_once_after_a_long_run() {
        let curve = Curve::of(&history([3_000, 10]), false, 1.0).unwrap();
        let share = (curve.newest.to() - curve.newest.from()) / (curve.x.1 - curve.x.0);
        assert!(share > 0.25, "{share}");
        let whole = Curve::of(&history([3_000, 0]), false, 1.0).unwrap();
        assert_eq!(whole.x, (0.0, 2_999.0));
        assert!(whole.older.is_empty());
    }
}
