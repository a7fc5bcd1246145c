//! Several chains of the same model side by side, each the chain that `fit --seed` is.

mod report;

pub use report::Report;

use super::interrupt::Interrupt;
use super::options::Chain;
use super::progress::Progress;
use super::run::{Sampled, WEAK, sweep};
use super::{Usage, side_by_side};
use crate::corpus::Corpus;
use crate::engine::{Engine, Settings};
use crate::session::chains::Draws;
use crate::session::{Journal, Witness};
use anyhow::bail;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A chain after its run.
pub struct Member {
    /// Its engine.
    pub engine: Box<dyn Engine>,
    /// What changed it.
    pub journal: Journal,
    /// What it took.
    pub sampled: Sampled,
    draws: Draws,
}

impl Member {
    fn seed(&self) -> u64 {
        self.engine.settings().seed
    }
}

/// What the chains have in common.
struct Work {
    chain: Chain,
    corpus: Arc<Corpus>,
    settings: Settings,
    seeds: Vec<u64>,
    /// What each keeps.
    seen: Witness,
    interrupt: Interrupt,
    progress: Arc<Mutex<Progress>>,
}

/// Runs so many chains with the seeds from that of `settings` on, and gives them in the
/// order of their seeds. Ctrl-C ends each after the sweep under way, and what has not
/// begun by then is left out.
///
/// # Errors
/// When there are not so many seeds, an engine refuses, or no chain has begun.
pub fn run(
    chains: u64,
    (chain, settings, seen): (&Chain, Settings, Witness),
    corpus: &Arc<Corpus>,
    interrupt: &Interrupt,
    progress: &mut Progress,
) -> anyhow::Result<Vec<Member>> {
    let Some(end) = settings.seed.checked_add(chains) else {
        bail!(Usage(format!(
            "there are no {chains} seeds from {} on",
            settings.seed
        )));
    };
    let at_once = chain.threads.min(chains as usize);
    // The threads lend it to one another for the time of the run.
    let lent = Arc::new(Mutex::new(std::mem::replace(progress, Progress::quiet())));
    let mut work = Work {
        chain: chain.clone(),
        corpus: Arc::clone(corpus),
        seeds: (settings.seed..end).collect(),
        settings,
        seen,
        interrupt: interrupt.clone(),
        progress: Arc::clone(&lent),
    };
    // Blocks have the threads that chains leave them.
    work.settings.parallel.threads = (chain.threads / at_once.max(1)).max(1);
    let order = (0..work.seeds.len()).collect();
    let (mut members, mut weak) = (Vec::new(), false);
    let done = side_by_side::run(
        order,
        at_once,
        None,
        move |place| work.one(place),
        |_, member| {
            if let Some((member, unsure)) = member? {
                members.push(member);
                weak |= unsure;
            }
            Ok(())
        },
    );
    std::mem::swap(
        progress,
        &mut lent.lock().unwrap_or_else(PoisonError::into_inner),
    );
    progress.done();
    done?;
    if weak {
        progress.note(WEAK);
    }
    if members.is_empty() {
        bail!("interrupted before a chain had begun");
    }
    members.sort_by_key(Member::seed);
    Ok(members)
}

impl Work {
    /// One chain, and whether a prior was fitted that the corpus says little about.
    fn one(&self, place: usize) -> anyhow::Result<Option<(Member, bool)>> {
        if self.interrupt.asked() {
            return Ok(None);
        }
        let (kind, sweeps, seed) = (self.chain.engine, self.chain.sweeps, self.seeds[place]);
        let settings = Settings {
            seed,
            ..self.settings.clone()
        };
        let mut engine = crate::engine::start(kind, Arc::clone(&self.corpus), settings)?;
        let mut journal = Journal::new(engine.as_ref());
        let tokens = self.corpus.tokens() as f64;
        let (mut drawn, mut weak, mut draws) = (0, false, Draws::default());
        let mut seen = self.seen.clone().until(sweeps);
        let started = Instant::now();
        while engine.sweep() < sweeps && !self.interrupt.asked() {
            let swept = sweep(&mut engine, &mut journal, &self.chain.optimize, &mut seen)?;
            drawn += swept.tokens;
            weak |= swept.weak;
            let (at, objective) = (engine.sweep(), engine.objective().total());
            draws.push(engine.as_ref(), at);
            let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
            progress.chain_sweep((seed, self.seeds.len()), (at, sweeps), objective / tokens);
        }
        journal.stands(engine.as_ref());
        let sampled = Sampled {
            seconds: started.elapsed().as_secs_f64(),
            tokens: drawn,
            interrupted: engine.sweep() < sweeps,
            seen,
        };
        let member = Member {
            engine,
            journal,
            sampled,
            draws,
        };
        Ok(Some((member, weak)))
    }
}

/// The place of the chain with the best objective, the first of equals; 0 where there is
/// no chain.
pub fn best(members: &[Member]) -> usize {
    let value = |place: usize| members[place].engine.objective().total();
    (1..members.len()).fold(0, |best, next| {
        if value(next) > value(best) {
            next
        } else {
            best
        }
    })
}
