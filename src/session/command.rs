//! What can be asked of the worker.

use super::chains::Draws;
use super::exact::Gathered;
use super::{Fitted, HeldOutTest, Journal, Model, Trace, Walk};
use crate::engine::{Edit, Optimize};
use crossbeam_channel::Sender;
use std::sync::Arc;

/// A request to the worker.
#[derive(Debug, Clone)]
pub enum Command {
    /// Hold the chain: at the end of the sweep if that is near, else where it is.
    Pause,
    /// Go on.
    Resume,
    /// Pause or go on, whichever is not so now; going on after the last sweep lifts
    /// the limit.
    Toggle,
    /// Run to the end of this many sweeps, then pause.
    Steps(u64),
    /// Draw tokens one by one so far, then pause.
    Walk(Walk),
    /// At most this many sweeps a second; `None` for as fast as possible.
    Speed(Option<f64>),
    /// Pause, finished, once this many sweeps are done; `None` for never.
    Limit(Option<u64>),
    /// Change the chain at the next sweep boundary; acknowledged by an event.
    Edit(Edit),
    /// How priors are fitted from now on. An edit of a prior ends its fitting.
    Optimize(Optimize),
    /// Score these documents now and then; each score is an event.
    HoldOut(HeldOutTest),
    /// What snapshots should hold from now on.
    Look(Interest),
    /// Send a copy of the chain as it is at the next sweep boundary.
    Capture(Sender<Capture>),
    /// Send a copy of what the engine holds now, also inside a sweep: to be looked at.
    Copy(Sender<Fitted>),
    /// Send what was drawn since the last change.
    Draws(Sender<Draws>),
    /// Send what was gathered of the quantities that are known exactly.
    Gathered(Sender<Gathered>),
    /// End the thread.
    Stop,
}

/// A copy of the chain between two sweeps.
#[derive(Debug, Clone)]
pub struct Capture {
    /// The model.
    pub model: Model,
    /// How it came about.
    pub journal: Journal,
    /// The digest of its z, which a replay of the journal must reach; `None` where
    /// the engine failed inside a sweep.
    pub digest: Option<String>,
    /// How the objective went.
    pub trace: Trace,
}

/// What the visible panes want to see; the worker computes nothing else.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Interest {
    /// How many top words of each topic; 0 for no topics.
    pub words: usize,
    /// The document to show.
    pub document: Option<usize>,
    /// Words of a text of the user's own, to be folded in.
    pub text: Option<Arc<[u32]>>,
    /// Rank all documents by their share of the topic with this id.
    pub ranking: Option<u32>,
    /// The documents whose mixtures a list shows.
    pub listed: Vec<usize>,
    /// Whether the draw to come, and the last of a walk, are shown; of an engine that draws
    /// no topics, what it does with this document.
    pub token: Option<usize>,
    /// Whether quantities that are known exactly are counted sweep by sweep.
    pub exact: bool,
}
