//! Scoring held-out documents while the chain runs: now and then a copy of what is
//! needed goes to a thread of its own, so that the sampler only makes the copy.

use super::mailbox::{Event, Mailbox};
use crate::corpus::Corpus;
use crate::engine::Engine;
use crate::engine::fold_in::Method;
use crate::eval::held_out;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The shortest time between two scores: at first, when a chain moves most and an old
/// score says least, and in the long run. It doubles from one to the other.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const PAUSE: Duration = Duration::from_secs(2);
/// Making the copy may take this share of the time, one part in so many.
const SHARE: u32 = 100;
/// Documents that are scored, the first ones: a score is wanted soon.
const MOST: usize = 200;

/// What is held out.
#[derive(Debug, Clone)]
pub struct HeldOutTest {
    /// The documents, under the vocabulary of the corpus.
    pub documents: Arc<Corpus>,
    /// Which half of each is scored.
    pub seed: u64,
}

pub(super) struct Scorer {
    documents: Arc<Corpus>,
    seed: u64,
    due: Instant,
    pause: Duration,
    busy: Arc<AtomicBool>,
    /// The sweep of the last score.
    last: Option<u64>,
}

impl Scorer {
    pub(super) fn new(test: HeldOutTest) -> Self {
        let few: Vec<usize> = (0..test.documents.documents().min(MOST)).collect();
        Self {
            documents: Arc::new(test.documents.select(&few)),
            seed: test.seed,
            due: Instant::now(),
            pause: FIRST_PAUSE,
            busy: Arc::default(),
            last: None,
        }
    }

    /// Starts a score of the chain as it is after a sweep, if one is due.
    pub(super) fn after_sweep(&mut self, engine: &dyn Engine, mailbox: &Arc<Mailbox>) {
        let start = Instant::now();
        let sweep = engine.sweep();
        if start < self.due || self.last == Some(sweep) || self.busy.swap(true, Ordering::AcqRel) {
            return;
        }
        self.last = Some(sweep);
        let model = held_out::predictor(engine, Method::Gibbs);
        self.due = Instant::now() + self.pause.max(start.elapsed() * SHARE);
        self.pause = PAUSE.min(self.pause * 2);
        let (documents, seed) = (Arc::clone(&self.documents), self.seed);
        let (mailbox, busy) = (Arc::clone(mailbox), Arc::clone(&self.busy));
        std::thread::spawn(move || {
            if let Some(score) = held_out::completion(&model, &documents, seed) {
                mailbox.event(Event::HeldOut { sweep, score });
            }
            busy.store(false, Ordering::Release);
        });
    }
}
