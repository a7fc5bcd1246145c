//! A race: several engines from the same seed, or several seeds of one, each
//! with a clock of its own.
//!
//! The lanes take turns on a few threads, and the lane that has had the least
//! time comes next: so all of them are seen to move, and a lane's seconds are its
//! own however many there are. A lane is the chain of its engine and seed, whatever
//! the turns. What is new of it is told after every turn.

mod lane;
mod live;
mod pairs;

pub use lane::{Lane, LaneNews, LaneState, Point};
pub use live::{LiveRace, RaceNews, RaceSetup, RaceTooLarge};
pub use pairs::Distance;

use super::reason;
use crate::corpus::Corpus;
use crate::engine::{Engine, EngineError};
use crate::eval::exact::Exact;
use lane::Running;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Starts the engine of a lane, on the lane's own time.
pub type Starter = Box<dyn FnOnce() -> Result<Box<dyn Engine>, EngineError> + Send>;

/// What whoever watches a race wants of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// To see its end.
    GoOn,
    /// That every lane ends with the sweep under way, and is scored there.
    Stop,
    /// Nothing any more.
    Leave,
}

/// What all lanes have in common.
pub struct Race<'a> {
    /// Sweeps of every lane.
    pub sweeps: u64,
    /// Lanes that run at the same time, at most.
    pub threads: usize,
    /// Exact answers, where there are any.
    pub exact: Option<&'a Exact>,
    /// Documents to score, and which half of each is scored.
    pub held_out: Option<(&'a Corpus, u64)>,
    /// Asked between two slices of work.
    pub wish: &'a (dyn Fn() -> Wish + Sync),
}

/// A lane between two turns.
struct Waiting<'a> {
    place: usize,
    stage: Stage<'a>,
}

enum Stage<'a> {
    Start(Starter),
    Run(Box<Running<'a>>),
}

impl Waiting<'_> {
    fn seconds(&self) -> f64 {
        match &self.stage {
            Stage::Start(_) => 0.0,
            Stage::Run(running) => running.seconds(),
        }
    }
}

impl<'a> Race<'a> {
    /// Runs a lane for every engine, and returns when all have ended. `tell` gets
    /// what is new of a lane, by its place, on the thread that ran it.
    pub fn run(&'a self, engines: Vec<Starter>, tell: &(dyn Fn(usize, LaneNews) + Sync)) {
        let threads = self.threads.min(engines.len());
        let waiting: Vec<Waiting<'a>> = engines
            .into_iter()
            .enumerate()
            .map(|(place, start)| Waiting {
                place,
                stage: Stage::Start(start),
            })
            .collect();
        let waiting = Mutex::new(waiting);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        // A lane that another thread runs comes back to that one: a
                        // thread that finds none is not needed any more.
                        let lane = next(&mut lock(&waiting));
                        let Some(lane) = lane else { break };
                        let place = lane.place;
                        let turn = catch_unwind(AssertUnwindSafe(|| self.turn(lane, tell)));
                        match turn {
                            Ok(Some(lane)) => lock(&waiting).push(lane),
                            Ok(None) => {}
                            Err(panic) => tell(place, LaneNews::failed(reason(panic.as_ref()))),
                        }
                    }
                });
            }
        });
    }

    /// Gives a lane its turn; `None` when it has ended.
    fn turn(
        &'a self,
        lane: Waiting<'a>,
        tell: &(dyn Fn(usize, LaneNews) + Sync),
    ) -> Option<Waiting<'a>> {
        let place = lane.place;
        let mut running = match lane.stage {
            Stage::Run(running) => running,
            Stage::Start(start) => match start() {
                Ok(engine) => Box::new(Running::new(self, engine)),
                Err(error) => {
                    tell(place, LaneNews::failed(error.to_string()));
                    return None;
                }
            },
        };
        let go_on = running.turn();
        tell(place, running.news());
        if go_on {
            let stage = Stage::Run(running);
            return Some(Waiting { place, stage });
        }
        if (self.wish)() != Wish::Leave {
            tell(place, running.end());
        }
        None
    }
}

/// The lane that has had the least time, the first of several.
fn next<'a>(waiting: &mut Vec<Waiting<'a>>) -> Option<Waiting<'a>> {
    let order = |a: &Waiting<'_>, b: &Waiting<'_>| {
        (a.seconds().total_cmp(&b.seconds())).then(a.place.cmp(&b.place))
    };
    let least = (0..waiting.len()).min_by(|&a, &b| order(&waiting[a], &waiting[b]))?;
    Some(waiting.swap_remove(least))
}

/// A panic while the lock is held leaves whole lanes behind.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
