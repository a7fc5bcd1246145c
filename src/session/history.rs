//! The trace of a chain, bounded: recent points in full, the whole run in
//! buckets that keep the smallest and the largest value. A week of sweeps costs
//! what a minute costs.

use crate::engine::{Kind, Objective};
use std::collections::VecDeque;

/// The chain after one sweep (or at the start, sweep 0).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TracePoint {
    /// Completed sweeps.
    pub sweep: u64,
    /// Points of one segment can be compared; a change of alpha, eta or K starts
    /// another, and no line is drawn between two.
    pub segment: u32,
    /// The engine that it is of.
    pub kind: Kind,
    /// The objective.
    pub objective: Objective,
    /// Share of the tokens that changed topic in this sweep.
    pub moved: Option<f64>,
    /// Seconds of sampling so far.
    pub seconds: f64,
}

/// What values of the trace are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// The name of the objective.
    pub name: &'static str,
    kind: Kind,
}

impl Measure {
    /// What an objective of this engine is.
    pub fn of(kind: Kind, objective: Objective) -> Self {
        Self {
            name: objective.name(),
            kind,
        }
    }

    /// Whether values of both belong on one scale. Log joints of both samplers are
    /// of one probability, and log likelihoods are all log p(w | parameters); but
    /// the two variational engines bound different probabilities.
    pub fn shares_scale_with(self, other: Self) -> bool {
        let bound = matches!(self.kind, Kind::Variational | Kind::VariationalEm);
        self.name == other.name && (!bound || self.kind == other.kind)
    }
}

impl TracePoint {
    /// What its value is.
    pub fn measure(&self) -> Measure {
        Measure::of(self.kind, self.objective)
    }
}

/// Several points of one segment in one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bucket {
    /// First and last sweep.
    pub sweeps: (u64, u64),
    /// The segment.
    pub segment: u32,
    /// What the values are.
    pub measure: Measure,
    /// Smallest and largest total.
    pub range: (f64, f64),
}

impl From<&TracePoint> for Bucket {
    fn from(point: &TracePoint) -> Self {
        let total = point.objective.total();
        Self {
            sweeps: (point.sweep, point.sweep),
            segment: point.segment,
            measure: point.measure(),
            range: (total, total),
        }
    }
}

/// A change of the chain, shown on the trace.
#[derive(Debug, Clone, PartialEq)]
pub struct Marker {
    /// Completed sweeps when the change was made.
    pub sweep: u64,
    /// What changed.
    pub label: String,
    /// Whether it is one of the many steps of a fit.
    pub fitted: bool,
}

/// The trace.
#[derive(Debug, Clone)]
pub struct History {
    recent: VecDeque<TracePoint>,
    buckets: Vec<Bucket>,
    width: u64,
    markers: VecDeque<Marker>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            recent: VecDeque::new(),
            buckets: Vec::new(),
            width: 1,
            markers: VecDeque::new(),
        }
    }
}

impl History {
    /// How many points are kept in full.
    pub const RECENT: usize = 4_096;
    /// How many buckets (and markers) there are at most, changes of segment aside.
    pub const BUCKETS: usize = 2_048;

    /// Adds the next point.
    pub fn push(&mut self, point: TracePoint) {
        if self.recent.len() == Self::RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(point);
        let total = point.objective.total();
        match self.buckets.last_mut() {
            Some(last)
                if last.segment == point.segment
                    && last.sweeps.0 / self.width == point.sweep / self.width =>
            {
                last.sweeps.1 = point.sweep;
                last.range = (last.range.0.min(total), last.range.1.max(total));
            }
            _ => self.buckets.push(Bucket::from(&point)),
        }
        if self.buckets.len() > Self::BUCKETS {
            self.widen();
        }
    }

    /// Doubles the width of the buckets.
    fn widen(&mut self) {
        self.width = self.width.saturating_mul(2).min(1 << 40);
        let mut merged: Vec<Bucket> = Vec::with_capacity(self.buckets.len());
        for bucket in self.buckets.drain(..) {
            match merged.last_mut() {
                Some(last)
                    if last.segment == bucket.segment
                        && last.sweeps.0 / self.width == bucket.sweeps.0 / self.width =>
                {
                    last.sweeps.1 = bucket.sweeps.1;
                    last.range = (
                        last.range.0.min(bucket.range.0),
                        last.range.1.max(bucket.range.1),
                    );
                }
                _ => merged.push(bucket),
            }
        }
        // Buckets of different segments never merge; with very many changes the
        // oldest go.
        let surplus = merged.len().saturating_sub(Self::BUCKETS / 2);
        if merged.len() > Self::BUCKETS {
            merged.drain(..surplus);
        }
        self.buckets = merged;
    }

    /// Marks a change of the chain; the oldest marks go when there are too many.
    pub fn mark(&mut self, marker: Marker) {
        if self.markers.len() == Self::BUCKETS {
            self.markers.pop_front();
        }
        self.markers.push_back(marker);
    }

    /// The latest points in full, oldest first.
    pub fn recent(&self) -> &VecDeque<TracePoint> {
        &self.recent
    }

    /// The whole run, oldest first.
    pub fn buckets(&self) -> &[Bucket] {
        &self.buckets
    }

    /// The marks, oldest first.
    pub fn markers(&self) -> impl Iterator<Item = &Marker> {
        self.markers.iter()
    }

    /// The latest point.
    pub fn last(&self) -> Option<&TracePoint> {
        self.recent.back()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::LogJoint;

    fn point(sweep: u64, segment: u32, total: f64) -> TracePoint {
        let objective = Objective::LogJoint(LogJoint {
            document: total,
            word: 0.0,
        });
        TracePoint {
            sweep,
            segment,
            kind: Kind::Collapsed,
            objective,
            moved: None,
            seconds: 0.0,
        }
    }

    #[test]
    fn values_of_different_objectives_do_not_share_a_scale() {
        let measure = |kind, objective| {
            let point = TracePoint {
                kind,
                objective,
                ..point(1, 0, -1.0)
            };
            point.measure()
        };
        let joint = point(1, 0, -1.0).objective;
        let collapsed = measure(Kind::Collapsed, joint);
        let bound = measure(Kind::Variational, Objective::Bound(-1.0));
        assert!(collapsed.shares_scale_with(measure(Kind::Uncollapsed, joint)));
        assert!(!collapsed.shares_scale_with(bound));
        assert!(!bound.shares_scale_with(measure(Kind::VariationalEm, Objective::Bound(-1.0))));
        let [plsi, mixture] =
            [Kind::Plsi, Kind::Mixture].map(|kind| measure(kind, Objective::LogLikelihood(-1.0)));
        assert!(plsi.shares_scale_with(mixture));
    }

    #[test]
    fn very_many_changes_stay_bounded_too() {
        let mut history = History::default();
        for sweep in 0..20_000 {
            history.push(point(sweep, sweep as u32, -1.0));
        }
        assert!(history.buckets().len() <= History::BUCKETS);
        assert_eq!(history.buckets().last().map(|b| b.sweeps.1), Some(19_999));
    }

    #[test]
    fn a_long_run_stays_small_and_keeps_its_extremes() {
        let mut history = History::default();
        for sweep in 0..1_000_000 {
            let total = if sweep == 777_777 {
                -9.0
            } else {
                -(sweep as f64) / 1e6
            };
            history.push(point(sweep, u32::from(sweep >= 300_001), total));
        }
        assert_eq!(history.recent().len(), History::RECENT);
        assert!(history.buckets().len() <= History::BUCKETS);
        assert!(history.buckets().len() > History::BUCKETS / 4);
        let lowest = history
            .buckets()
            .iter()
            .map(|b| b.range.0)
            .fold(0.0, f64::min);
        assert_eq!(lowest, -9.0);
        for pair in history.buckets().windows(2) {
            assert_eq!(pair[0].sweeps.1 + 1, pair[1].sweeps.0, "no sweep is lost");
        }
        assert!(
            history
                .buckets()
                .iter()
                .any(|b| b.sweeps.0 == 300_001 && b.segment == 1)
        );
    }
}
