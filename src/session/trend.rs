//! Whether the trace of a chain still goes anywhere, computed now and then.

use super::History;
use crate::engine::Objective;
use crate::eval::trend::{SHORTEST, Trend};

/// The trend of the newest part of the trace that can be compared.
#[derive(Debug, Clone, Copy, Default)]
pub struct Watched {
    segment: u32,
    /// The first sweep that can be compared with the last.
    start: u64,
    /// Points looked at, and the sweep of the last of them.
    points: usize,
    sweep: u64,
    trend: Option<Trend>,
}

impl Watched {
    /// Looks again where the trace has grown by a sixteenth, for the cost grows with
    /// its length; of a chain that is held, at all of it.
    pub fn follow(&mut self, history: &History, held: bool) {
        let Some(last) = history.last() else {
            *self = Self::default();
            return;
        };
        let due = match held {
            true => self.sweep + 1,
            false => self.sweep + (self.points / 16).max(SHORTEST / 8) as u64,
        };
        if last.segment == self.segment && (self.sweep..due).contains(&last.sweep) {
            return;
        }
        let comparable = history.recent().iter().rev();
        let mut trace: Vec<f64> = comparable
            .take_while(|point| point.segment == last.segment)
            .filter_map(|point| match point.objective {
                Objective::LogJoint(joint) => Some(joint.total()),
                // The other engines climb; they do not wander about.
                Objective::Bound(_) | Objective::LogLikelihood(_) => None,
            })
            .collect();
        trace.reverse();
        let goes_on = last.segment == self.segment && last.sweep >= self.sweep;
        *self = Self {
            segment: last.segment,
            start: match self.points > 0 && goes_on {
                true => self.start,
                false => (last.sweep + 1).saturating_sub(trace.len() as u64),
            },
            points: trace.len(),
            sweep: last.sweep,
            trend: Trend::of(&trace),
        };
    }

    /// The sweep in the middle of those that can be compared; what is before is burn-in.
    pub fn middle(&self) -> u64 {
        self.start + self.sweep.saturating_sub(self.start) / 2
    }

    /// What was found.
    pub fn trend(&self) -> Option<Trend> {
        self.trend
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Kind;
    use crate::model::LogJoint;
    use crate::session::TracePoint;

    fn point(sweep: u64, segment: u32, kind: Kind) -> TracePoint {
        let word = (sweep * 2_654_435_761 % 1_000) as f64;
        let document = -10.0;
        let objective = match kind {
            Kind::Collapsed => Objective::LogJoint(LogJoint { document, word }),
            _ => Objective::Bound(word),
        };
        TracePoint {
            sweep,
            segment,
            kind,
            objective,
            moved: None,
            seconds: 0.0,
        }
    }

    #[test]
    fn only_what_can_be_compared_is_looked_at() {
        let (mut history, mut watched) = (History::default(), Watched::default());
        let mut push = |points: std::ops::Range<u64>, segment, kind| {
            for sweep in points {
                history.push(point(sweep, segment, kind));
                watched.follow(&history, false);
            }
            watched.trend().map(|trend| trend.values)
        };
        assert_eq!(push(0..70, 0, Kind::Collapsed), None);
        let most = push(70..200, 0, Kind::Collapsed);
        assert!(most.is_some_and(|n| (80..=100).contains(&n)), "{most:?}");
        // A change of a prior begins anew, and a bound is no sample.
        assert_eq!(push(200..260, 1, Kind::Collapsed), None);
        assert!(push(260..400, 1, Kind::Collapsed).is_some());
        assert_eq!(push(400..900, 2, Kind::Variational), None);
        // So does a reset, whose sweeps count from 0.
        assert_eq!(push(0..70, 2, Kind::Collapsed), None);
    }

    #[test]
    fn a_held_chain_is_judged_by_its_last_sweep() {
        let (mut history, mut watched) = (History::default(), Watched::default());
        (0..200).for_each(|sweep| history.push(point(sweep, 0, Kind::Collapsed)));
        watched.follow(&history, false);
        let values = |watched: &Watched| watched.trend().map(|trend| trend.values);
        let before = values(&watched);
        (200..208).for_each(|sweep| history.push(point(sweep, 0, Kind::Collapsed)));
        watched.follow(&history, false);
        assert_eq!(values(&watched), before);
        watched.follow(&history, true);
        assert_eq!(values(&watched), before.map(|n| n + 4));
    }
}
