//! A running explorer without a screen.
//!
//! ```text
//! Command ─▶ worker thread (owns the engine) ─▶ mailbox ─▶ Update { snapshot, points, events }
//! ```
//!
//! A [`Session`] starts the worker and hands commands to it. The worker never
//! waits for whoever looks: the newest [`Snapshot`] replaces the one before,
//! while trace points and events are kept until they are taken. Every change of
//! the chain is written into the [`Journal`], from which [`replay()`] makes the
//! same z again, bit for bit.
//!
//! | file | what it holds |
//! |---|---|
//! | `command` | what can be asked of the worker |
//! | `snapshot` | what the worker shows |
//! | `views` | the parts of it that cost time |
//! | `watch` | what a document's tokens did from sweep to sweep |
//! | `walk` | the chain token by token |
//! | `mailbox` | where it leaves it |
//! | `worker` | the loop of the thread |
//! | `held_out` | held-out documents, scored beside the chain |
//! | `chains` | several chains of one model, and what they say together |
//! | `choose_k` | every K from several seeds, measured alike |
//! | `exact` | exact answers of a small corpus beside what a chain drew |
//! | `race` | several engines side by side, each with a clock of its own |
//! | `thin` | lists that must not grow without end |
//! | `history` | the trace, bounded at two resolutions |
//! | `trend` | whether it still goes anywhere |
//! | `posterior` | samples of the chain, and how far they are apart |
//! | `witness` | what is kept of a chain that nobody watches |
//! | `labels` | what the user calls topics |
//! | `lesson` | lessons: texts with a chain, and what they claim about it |
//! | `journal` | the changes of the chain, and their replay |
//! | `saved` | session and model files |
//! | `fitted` | a model file, or a chain, unpacked |
//! | `difference` | what became of one of those in another |

pub mod chains;
pub mod choose_k;
mod command;
mod difference;
pub mod exact;
mod fitted;
mod held_out;
mod history;
mod journal;
pub mod labels;
pub mod lesson;
mod mailbox;
mod posterior;
pub mod race;
mod saved;
mod snapshot;
#[cfg(test)]
mod tests;
mod thin;
mod trace;
mod trend;
mod views;
mod walk;
#[cfg(test)]
mod walk_tests;
mod watch;
mod witness;
mod worker;

pub use command::{Capture, Command, Interest};
pub use difference::{
    ChangedWord, Difference, LoneTopic, MatchedTopic, MovedDocument, Neighbour, Side, TopicShift,
};
pub use fitted::{DIAGNOSTICS, Exchanged, Fitted, TopicScores};
pub use held_out::HeldOutTest;
pub use history::{Bucket, History, Marker, Measure, TracePoint};
pub use journal::{Journal, JournalEntry, replay};
pub use labels::{Label, Labels};
pub use mailbox::{Event, Update};
pub use posterior::{FEWEST, LEVEL, Posterior};
pub use saved::{
    CorpusReference, MODEL_FILE, Model, Parameters, SESSION_FILE, SavedError, SessionFile, VERSION,
};
pub use snapshot::{
    DocumentView, FoldedView, Mixture, PosteriorMean, Ranking, RunState, Snapshot, TopWord,
    TopicView,
};
pub use thin::thin;
pub use trace::Trace;
pub use trend::Watched;
pub use walk::{Made, TokenView, Walk};
pub use witness::Witness;

use crate::corpus::Corpus;
use crate::engine::{Engine, EngineError, Kind, Settings};
use crossbeam_channel::Sender;
use mailbox::Mailbox;
use std::any::Any;
use std::sync::Arc;
use std::thread::JoinHandle;

/// Sweeps of a run whose number nobody gave.
pub const SWEEPS: u64 = 1000;

/// What a panic said.
pub(crate) fn reason(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no reason given")
        .to_owned()
}

/// A chain running on a thread of its own.
pub struct Session {
    commands: Sender<Command>,
    mailbox: Arc<Mailbox>,
    thread: Option<JoinHandle<Finished>>,
}

/// What a stopped worker hands back.
pub struct Finished {
    /// The engine, where it stopped (maybe inside a sweep).
    pub engine: Box<dyn Engine>,
    /// Everything that changed the chain.
    pub journal: Journal,
    /// [`Engine::digest`] where the journal ends; `None` after a failure.
    pub digest: Option<String>,
}

impl Session {
    /// Starts a chain, paused. `wake` is called from the worker's thread
    /// whenever there is something new to take; it must return at once.
    ///
    /// # Errors
    /// When the settings are out of range or the corpus has no token.
    pub fn start(
        kind: Kind,
        corpus: Arc<Corpus>,
        settings: Settings,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Result<Self, EngineError> {
        let engine = crate::engine::start(kind, corpus, settings)?;
        Ok(Self::with_engine(engine, wake))
    }

    /// Goes on with an engine that has started already; see [`Session::start`].
    pub fn with_engine(engine: Box<dyn Engine>, wake: impl Fn() + Send + Sync + 'static) -> Self {
        let (commands, receiver) = crossbeam_channel::unbounded();
        let mailbox = Arc::new(Mailbox::new(Box::new(wake)));
        let thread = worker::spawn(engine, receiver, Arc::clone(&mailbox));
        Self {
            commands,
            mailbox,
            thread: Some(thread),
        }
    }

    /// Asks something of the worker. After a failure of the engine, which is an
    /// [`Event::Failed`], the worker still answers [`Command::Capture`].
    pub fn send(&self, command: Command) {
        // The receiver is gone only when the worker has ended, and then its last
        // event says so.
        let _ = self.commands.send(command);
    }

    /// Takes what is new since the last call.
    pub fn take(&self) -> Update {
        self.mailbox.take()
    }

    /// Stops the worker and hands back the engine; `None` if the worker itself is lost.
    pub fn finish(mut self) -> Option<Finished> {
        self.stop()
    }

    fn stop(&mut self) -> Option<Finished> {
        self.send(Command::Stop);
        self.thread.take().and_then(|thread| thread.join().ok())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop();
    }
}
