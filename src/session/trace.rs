//! The trace of a chain as it is kept with its results: the whole run in points of
//! single sweeps, never more than so many.

use super::{Journal, JournalEntry, TracePoint};
use crate::engine::{Edit, Engine};

/// The points of a run, by rising sweep. When there would be more than
/// [`Trace::MOST`], every second goes; the last stays.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    points: Vec<TracePoint>,
    /// Between two points that stay.
    stride: u64,
}

impl Default for Trace {
    /// None yet.
    fn default() -> Self {
        Self {
            points: Vec::new(),
            stride: 1,
        }
    }
}

impl Trace {
    /// How many points there are at most.
    pub const MOST: usize = 4_096;

    /// Adds the next point. A second one of the same sweep, after a change, is left out, and
    /// so is the start; an earlier sweep means that the chain has started again.
    pub fn push(&mut self, point: TracePoint) {
        match self.points.last() {
            Some(last) if point.sweep == last.sweep => return,
            Some(last) if point.sweep < last.sweep => *self = Self::default(),
            // It was there as the last only.
            Some(last) if !last.sweep.is_multiple_of(self.stride) => {
                self.points.pop();
            }
            _ => {}
        }
        if point.sweep == 0 {
            return;
        }
        self.points.push(point);
        if self.points.len() > Self::MOST {
            self.stride *= 2;
            let (stride, last) = (self.stride, point.sweep);
            self.points
                .retain(|p| p.sweep.is_multiple_of(stride) || p.sweep == last);
        }
    }

    /// The points, by rising sweep.
    pub fn points(&self) -> &[TracePoint] {
        &self.points
    }
}

impl FromIterator<TracePoint> for Trace {
    fn from_iter<I: IntoIterator<Item = TracePoint>>(points: I) -> Self {
        let mut trace = Self::default();
        points.into_iter().for_each(|point| trace.push(point));
        trace
    }
}

impl TracePoint {
    /// Where a chain stands.
    pub fn of(engine: &dyn Engine, segment: u32, seconds: f64) -> Self {
        Self {
            sweep: engine.sweep(),
            segment,
            kind: engine.kind(),
            objective: engine.objective(),
            moved: engine.moved(),
            seconds,
        }
    }
}

impl Journal {
    /// The segment of the trace that a sweep (at least 1) ends in: so many changes were
    /// made before it, since the last new start.
    pub fn segment(&self, sweep: u64) -> u32 {
        let reset = |entry: &&JournalEntry| matches!(entry.edit, Edit::Reset { .. });
        let since = self.entries.iter().rev().take_while(|e| !reset(e));
        since.filter(|entry| entry.sweep < sweep).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Kind, Objective};

    fn point(sweep: u64) -> TracePoint {
        TracePoint {
            sweep,
            segment: 0,
            kind: Kind::Variational,
            objective: Objective::Bound(-(sweep as f64)),
            moved: None,
            seconds: 0.0,
        }
    }

    #[test]
    fn a_short_run_is_whole_and_a_long_one_is_thinned_evenly() {
        let short: Trace = (0..=4_096).map(point).collect();
        assert_eq!(short.points().len(), 4_096);
        let long: Trace = (0..=100_001).map(point).collect();
        let sweeps: Vec<u64> = long.points().iter().map(|p| p.sweep).collect();
        assert!(sweeps.len() <= Trace::MOST && sweeps.len() > Trace::MOST / 2);
        assert_eq!((sweeps[0], sweeps.last().copied()), (32, Some(100_001)));
        let steps: Vec<u64> = sweeps.windows(2).map(|w| w[1] - w[0]).collect();
        assert!(steps[..steps.len() - 1].iter().all(|step| *step == 32));
    }

    #[test]
    fn a_chain_that_starts_again_has_a_trace_of_its_own() {
        let trace: Trace = [0, 1, 1, 2, 3, 0, 1].map(point).into_iter().collect();
        assert_eq!(trace.points(), [point(1)]);
    }
}
