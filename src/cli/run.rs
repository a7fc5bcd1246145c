//! Reading a corpus and running an engine, with progress and Ctrl-C.

use super::interrupt::Interrupt;
use super::progress::Progress;
use crate::corpus::{CorpusError, Loaded, Source, Watch};
use crate::engine::{Engine, EngineError, Optimize};
use crate::export::summary::Effort;
use crate::session::{Journal, Witness};
use std::ops::ControlFlow;
use std::time::Instant;

/// Tokens of one call of the engine.
const SLICE: usize = 1 << 18;

/// What is said after a fit of a prior that the corpus says little about.
pub const WEAK: &str =
    "note: a fitted prior was weakly identified: the corpus says little about its size";

/// Reads a corpus and says how it was understood.
pub fn open(source: &Source, progress: &mut Progress) -> Result<Loaded, CorpusError> {
    let loaded = source.open(&mut watch(progress))?;
    Ok(told(loaded, progress))
}

/// The same of new documents for a model.
pub fn open_new(source: &Source, progress: &mut Progress) -> Result<Loaded, CorpusError> {
    let loaded = source.open_new(&mut watch(progress))?;
    Ok(told(loaded, progress))
}

fn watch(progress: &mut Progress) -> impl Watch {
    |read, total| {
        progress.read(read, total);
        ControlFlow::Continue(())
    }
}

fn told(loaded: Loaded, progress: &mut Progress) -> Loaded {
    progress.note(&format!("{}\n{}", loaded.read, loaded.report));
    loaded
}

/// What a run took.
#[derive(Debug)]
pub struct Sampled {
    /// Seconds spent on sweeps alone.
    pub seconds: f64,
    /// Tokens drawn.
    pub tokens: u64,
    /// Whether Ctrl-C ended it early.
    pub interrupted: bool,
    /// What it was like on the way.
    pub seen: Witness,
}

impl Sampled {
    /// The same for a summary.
    pub fn effort(&self, threads: usize) -> Effort {
        Effort {
            seconds: self.seconds,
            tokens_per_second: if self.seconds > 0.0 {
                self.tokens as f64 / self.seconds
            } else {
                0.0
            },
            threads,
        }
    }
}

/// What one sweep came to.
pub struct Swept {
    /// Tokens drawn.
    pub tokens: u64,
    /// Whether a prior was fitted that the corpus says little about.
    pub weak: bool,
}

/// Runs one whole sweep, keeps what is wanted of it, and fits priors where that is due
/// after it.
///
/// # Errors
/// When a fitted prior does not suit the engine.
pub fn sweep(
    engine: &mut Box<dyn Engine>,
    journal: &mut Journal,
    optimize: &Optimize,
    seen: &mut Witness,
) -> Result<Swept, EngineError> {
    let mut swept = Swept {
        tokens: 0,
        weak: false,
    };
    loop {
        let step = engine.advance(SLICE);
        swept.tokens += step.tokens as u64;
        if step.sweep_done {
            break;
        }
    }
    seen.take(engine.as_ref(), journal);
    if optimize.is_due(engine.sweep()) {
        for step in optimize.proposals(engine.as_ref()) {
            journal.change(engine, &step.edit)?;
            swept.weak |= step.weak;
        }
    }
    Ok(swept)
}

/// Runs whole sweeps until there are `sweeps` of them, or Ctrl-C, and fits priors
/// where that is asked for.
///
/// # Errors
/// When a fitted prior does not suit the engine.
pub fn sample(
    engine: &mut Box<dyn Engine>,
    journal: &mut Journal,
    (sweeps, optimize): (u64, &Optimize),
    seen: Witness,
    (interrupt, progress): (&Interrupt, &mut Progress),
) -> Result<Sampled, EngineError> {
    let tokens = engine.corpus().tokens() as f64;
    let started = Instant::now();
    let mut drawn = 0;
    let mut weak = false;
    let mut seen = seen.until(sweeps);
    while engine.sweep() < sweeps && !interrupt.asked() {
        let swept = sweep(engine, journal, optimize, &mut seen)?;
        drawn += swept.tokens;
        weak |= swept.weak;
        let per_token = engine.objective().total() / tokens;
        progress.sweep(engine.sweep(), sweeps, per_token);
    }
    let sampled = Sampled {
        seconds: started.elapsed().as_secs_f64(),
        tokens: drawn,
        interrupted: engine.sweep() < sweeps,
        seen,
    };
    progress.done();
    if weak {
        progress.note(WEAK);
    }
    Ok(sampled)
}
