//! What the worker says: trace points, changes, snapshots.

use super::{Mode, Worker};
use crate::engine::{Edit, EngineError};
use crate::model::Prior;
use crate::session::command::Capture;
use crate::session::history::TracePoint;
use crate::session::mailbox::Event;
use crate::session::saved::Model;
use crate::session::snapshot::{RunState, Snapshot};
use std::sync::Arc;
use std::time::Instant;

impl Worker {
    /// Tells of a change, with the chain as it is after it; values before and after it are
    /// not of one line.
    pub(super) fn changed(&mut self, event: Event) {
        self.segment += 1;
        self.draws.clear();
        self.views.gather(self.engine.as_ref());
        self.since = self.engine.sweep();
        let point = self.point();
        self.mailbox.change(event, point, self.snapshot());
    }

    pub(super) fn refuse(&self, edit: Edit, error: &EngineError) {
        let reason = error.to_string();
        self.mailbox.event(Event::Refused { edit, reason });
    }

    pub(super) fn copy(&self, digest: Option<String>) -> Capture {
        Capture {
            model: Model::capture(self.engine.as_ref()),
            journal: self.journal.clone(),
            digest,
            trace: self.trace.clone(),
        }
    }

    /// Where the chain stands; kept in its trace too.
    pub(super) fn point(&mut self) -> TracePoint {
        let seconds = self.sampled.as_secs_f64();
        let point = TracePoint::of(self.engine.as_ref(), self.segment, seconds);
        self.trace.push(point);
        point
    }

    pub(super) fn publish(&mut self) {
        let now = Instant::now();
        let resting = self.mode == Mode::Paused;
        // Keys that pick a topic need some to pick from.
        let first = self.views.topics.is_empty() && self.views.interest.words > 0;
        let refreshed = first || !self.views.urgent && (resting || now >= self.views.due);
        if refreshed {
            self.views.refresh(self.engine.as_ref());
        }
        self.mailbox.publish(self.snapshot());
        self.views.published = Instant::now();
        self.views.urgent = false;
        self.views.stale = !refreshed;
    }

    /// The chain as it is, with the views as they are.
    pub(super) fn snapshot(&self) -> Snapshot {
        let (engine, views) = (self.engine.as_ref(), &self.views);
        let priors = engine.priors();
        Snapshot {
            kind: engine.kind(),
            exact: engine.exact(),
            settings: engine.settings().clone(),
            state: match self.mode {
                Mode::Paused if self.limit.is_some_and(|l| engine.sweep() >= l) => {
                    RunState::Finished
                }
                Mode::Paused => RunState::Paused,
                _ => RunState::Running,
            },
            sweep: engine.sweep(),
            position: engine.position(),
            limit: self.limit,
            speed: self.speed,
            rate: self.rate,
            moved: engine.moved(),
            objective: engine.objective(),
            density: engine.density(),
            k: engine.topic_ids().len(),
            alpha: priors.alpha.into_iter().flat_map(Prior::values).collect(),
            sums: (priors.alpha.map(Prior::sum), priors.eta.map(Prior::sum)),
            optimize: self.optimize,
            topics: Arc::clone(&views.topics),
            document: views.document.clone(),
            folded: views.folded.clone(),
            ranking: views.ranking.clone(),
            listed: Arc::clone(&views.listed),
            token: (views.interest.token).map(|_| self.walker.view(engine, views.steps.clone())),
            pending: self.pending.iter().cloned().collect(),
        }
    }
}
