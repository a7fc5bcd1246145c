//! Where the worker leaves what it has to show.

use super::history::TracePoint;
use super::snapshot::Snapshot;
use crate::engine::Edit;
use crate::eval::held_out::Score;
use std::sync::{Arc, Mutex, PoisonError};

/// Something that happened once.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A change took effect after this many sweeps. A reset counts sweeps from 0
    /// again; `sweep` is the number before it.
    Applied {
        /// The change.
        edit: Edit,
        /// Completed sweeps when it was made.
        sweep: u64,
    },
    /// A prior was fitted to the counts and is in force.
    Fitted {
        /// The change.
        edit: Edit,
        /// Completed sweeps when it was made.
        sweep: u64,
        /// Whether the counts say little about the size of the prior.
        weak: bool,
    },
    /// A change was not possible; the chain is as it was. A prior that could not be
    /// fitted is not fitted any more.
    Refused {
        /// The change.
        edit: Edit,
        /// Why.
        reason: String,
    },
    /// The held-out documents were scored.
    HeldOut {
        /// Completed sweeps then.
        sweep: u64,
        /// Their score.
        score: Score,
    },
    /// The limit of sweeps is reached.
    Finished {
        /// Completed sweeps.
        sweep: u64,
    },
    /// The worker failed. The last snapshot stays.
    Failed(String),
}

/// What is new since the last look.
#[derive(Debug, Clone, Default)]
pub struct Update {
    /// The newest snapshot, if there is a new one.
    pub snapshot: Option<Arc<Snapshot>>,
    /// All new trace points, oldest first.
    pub points: Vec<TracePoint>,
    /// All new events, oldest first.
    pub events: Vec<Event>,
}

/// Points that wait in the mailbox at most.
const MANY: usize = 1 << 20;

pub(super) struct Mailbox {
    update: Mutex<Update>,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl Mailbox {
    pub(super) fn new(wake: Box<dyn Fn() + Send + Sync>) -> Self {
        Self {
            update: Mutex::default(),
            wake,
        }
    }

    pub(super) fn take(&self) -> Update {
        std::mem::take(&mut *self.lock())
    }

    pub(super) fn point(&self, point: TracePoint) {
        self.lock().push(point);
    }

    /// A change with the first point and the chain after it, taken together or not at all:
    /// nobody hears of a change and looks at the chain before it.
    pub(super) fn change(&self, event: Event, point: TracePoint, snapshot: Snapshot) {
        let mut update = self.lock();
        update.events.push(event);
        update.push(point);
        update.snapshot = Some(Arc::new(snapshot));
        drop(update);
        (self.wake)();
    }

    pub(super) fn event(&self, event: Event) {
        self.lock().events.push(event);
        (self.wake)();
    }

    pub(super) fn publish(&self, snapshot: Snapshot) {
        self.lock().snapshot = Some(Arc::new(snapshot));
        (self.wake)();
    }

    /// A panic while the lock is held leaves a whole update behind.
    fn lock(&self) -> std::sync::MutexGuard<'_, Update> {
        self.update.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Update {
    /// While nobody takes points (the terminal is held, say) and there are very
    /// many, every second one goes; the first of a segment stays.
    fn push(&mut self, point: TracePoint) {
        let points = &mut self.points;
        points.push(point);
        if points.len() >= MANY {
            let mut odd = false;
            let mut segment = None;
            points.retain(|p| {
                odd = !odd;
                let first = segment.replace(p.segment) != Some(p.segment);
                odd || first
            });
        }
    }
}
