//! A race on threads of its own, for whoever looks at it now and then.

use super::{LaneNews, Race, Starter, Wish, lock};
use crate::corpus::Corpus;
use crate::engine::{Kind, Settings, start};
use crate::eval::exact::Exact;
use crate::session::HeldOutTest;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// Numbers that all phi of a race may have together, up to four times: 2 GiB, which
/// is what a single engine may take.
const MOST: usize = 1 << 26;

/// What is raced.
#[derive(Debug, Clone)]
pub struct RaceSetup {
    /// The corpus of all lanes.
    pub corpus: Arc<Corpus>,
    /// K and priors of all lanes.
    pub settings: Settings,
    /// Engine and seed of each lane.
    pub lanes: Vec<(Kind, u64)>,
    /// Sweeps of each lane.
    pub sweeps: u64,
    /// Documents to score at the end of each lane.
    pub held_out: Option<HeldOutTest>,
}

/// All lanes together would not fit into memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "phi of all lanes would have {numbers} numbers, more than the {MOST} they may keep together: \
     take fewer lanes or fewer topics"
)]
pub struct RaceTooLarge {
    numbers: usize,
}

/// What comes from a race.
#[derive(Debug, Clone)]
pub enum RaceNews {
    /// The lanes start now; the exact log p(w | alpha, eta), where the corpus is small
    /// enough for it.
    Starts(Option<f64>),
    /// News of a lane, by its place.
    Lane(usize, LaneNews),
    /// All lanes have ended.
    Over,
}

/// A race that runs until it is over or dropped.
pub struct LiveRace {
    wish: Arc<AtomicU8>,
    mailbox: Arc<Mailbox>,
}

struct Mailbox {
    news: Mutex<Vec<RaceNews>>,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl Mailbox {
    /// Whoever looks is woken once for all that waits.
    fn put(&self, news: RaceNews) {
        let mut waiting = lock(&self.news);
        let first = waiting.is_empty();
        waiting.push(news);
        drop(waiting);
        if first {
            (self.wake)();
        }
    }
}

const STOP: u8 = 1;
const LEAVE: u8 = 2;

fn wish(asked: &AtomicU8) -> Wish {
    match asked.load(Ordering::Relaxed) {
        LEAVE => Wish::Leave,
        STOP => Wish::Stop,
        _ => Wish::GoOn,
    }
}

impl RaceSetup {
    /// Whether the lanes have room beside each other.
    ///
    /// # Errors
    /// When they have not.
    pub fn check(&self) -> Result<(), RaceTooLarge> {
        let one = self.settings.topics.max(1) * self.corpus.vocabulary().len();
        let numbers = one.saturating_mul(self.lanes.len());
        if numbers <= MOST {
            Ok(())
        } else {
            Err(RaceTooLarge { numbers })
        }
    }

    fn run(&self, asked: &AtomicU8, mailbox: &Mailbox) {
        let words = self.corpus.vocabulary().len();
        let priors = (
            (self.settings.alpha).resolve("alpha", self.settings.topics),
            self.settings.eta.resolve("eta", words),
        );
        // Priors out of range are refused by the engines, each with its reason; a
        // corpus too large for exact answers is the usual case.
        let exact = match priors {
            (Ok(alpha), Ok(eta)) => Exact::solve(&self.corpus, &alpha, &eta).ok(),
            _ => None,
        };
        mailbox.put(RaceNews::Starts(exact.as_ref().map(Exact::log_evidence)));
        let engines = self.lanes.iter().map(|&(kind, seed)| -> Starter {
            let corpus = Arc::clone(&self.corpus);
            let settings = Settings {
                seed,
                ..self.settings.clone()
            };
            Box::new(move || start(kind, corpus, settings))
        });
        let held_out = self.held_out.as_ref();
        let race = Race {
            sweeps: self.sweeps,
            threads: threads(),
            exact: exact.as_ref(),
            held_out: held_out.map(|test| (test.documents.as_ref(), test.seed)),
            wish: &|| wish(asked),
        };
        race.run(engines.collect(), &|place, news| {
            mailbox.put(RaceNews::Lane(place, news));
        });
    }
}

/// Lanes that run at the same time.
fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

impl LiveRace {
    /// Starts a race. `wake` is called from its threads when there is something to
    /// take; it must return at once.
    pub fn start(setup: RaceSetup, wake: impl Fn() + Send + Sync + 'static) -> Self {
        let asked = Arc::new(AtomicU8::new(0));
        let mailbox = Arc::new(Mailbox {
            news: Mutex::default(),
            wake: Box::new(wake),
        });
        let race = Self {
            wish: Arc::clone(&asked),
            mailbox: Arc::clone(&mailbox),
        };
        thread::spawn(move || {
            setup.run(&asked, &mailbox);
            mailbox.put(RaceNews::Over);
        });
        race
    }

    /// Takes what is new since the last call.
    pub fn take(&self) -> Vec<RaceNews> {
        std::mem::take(&mut lock(&self.mailbox.news))
    }

    /// Asks every lane to end with its present sweep.
    pub fn stop(&self) {
        self.wish.store(STOP, Ordering::Relaxed);
    }
}

impl Drop for LiveRace {
    /// The threads end by themselves, soon: waiting for a lane that is being scored
    /// would hold up whoever drops it.
    fn drop(&mut self) {
        self.wish.store(LEAVE, Ordering::Relaxed);
    }
}
