//! The parts of a snapshot that cost time.

use super::Interest;
use super::exact::{Gathered, Quantity};
use super::snapshot::{self, DocumentView, FoldedView, Mixture, Ranking, TopicView};
use super::watch::Watch;
use crate::engine::Engine;
use crate::engine::passes::DocumentSteps;
use std::sync::Arc;
use std::time::Instant;

/// Computing views may take this share of the worker's time, one part in so many.
const SHARE: u32 = 50;

/// The parts of a snapshot that cost time, and when they may be computed again.
pub(super) struct Views {
    /// What is looked at.
    pub interest: Interest,
    /// Whether the last snapshot is not of now.
    pub stale: bool,
    /// Whether the next snapshot should come at once, with the views as they are:
    /// that the chain is held must be seen before new views are computed.
    pub urgent: bool,
    /// When the last snapshot was published.
    pub published: Instant,
    /// When the views may be computed again.
    pub due: Instant,
    /// As in a snapshot, like all below.
    pub topics: Arc<[TopicView]>,
    pub document: Option<Arc<DocumentView>>,
    pub folded: Option<Arc<FoldedView>>,
    pub ranking: Option<Arc<Ranking>>,
    pub listed: Arc<[Mixture]>,
    /// The document that is looked at, from sweep to sweep.
    pub watch: Watch,
    /// What an engine without draws does with the document of the token view.
    pub steps: Option<Arc<DocumentSteps>>,
    /// What was drawn of quantities that are known exactly, while that is looked at.
    pub gathered: Option<Gathered>,
}

impl Views {
    /// Nothing yet.
    pub fn new(now: Instant) -> Self {
        Self {
            interest: Interest::default(),
            stale: true,
            urgent: false,
            published: now,
            due: now,
            topics: Arc::new([]),
            document: None,
            folded: None,
            ranking: None,
            listed: Arc::new([]),
            watch: Watch::default(),
            steps: None,
            gathered: None,
        }
    }

    /// Looks at something else.
    pub fn look(&mut self, interest: Interest, engine: &dyn Engine) {
        self.watch.turn(engine, interest.document);
        let anew = interest.exact != self.interest.exact;
        self.interest = interest;
        if anew {
            self.gather(engine);
        }
        self.due = Instant::now();
    }

    /// Counts from 0 on, where that is looked at: the chain after a change is another one.
    pub fn gather(&mut self, engine: &dyn Engine) {
        let quantities = || Quantity::choose(engine.corpus(), engine.topic_ids().len());
        let asked = self.interest.exact.then(quantities);
        self.gathered = asked.and_then(|quantities| Gathered::new(engine, quantities));
    }

    /// Computes what is looked at.
    pub fn refresh(&mut self, engine: &dyn Engine) {
        let now = Instant::now();
        let asked = &self.interest;
        self.topics = match asked.words {
            0 => Arc::new([]),
            words => snapshot::topics(engine, words),
        };
        let documents = engine.corpus().documents();
        let wanted = asked.document.filter(|&d| d < documents);
        self.document = wanted.map(|d| snapshot::document(engine, d, &self.watch));
        self.folded = (asked.text.as_ref()).map(|words| snapshot::folded(engine, words));
        self.ranking = asked
            .ranking
            .and_then(|topic| snapshot::ranking(engine, topic));
        self.listed = snapshot::listed(engine, &asked.listed);
        let steps = asked.token.and_then(|d| engine.document_steps(d));
        self.steps = steps.map(Arc::new);
        self.due = Instant::now() + now.elapsed() * SHARE;
    }
}
