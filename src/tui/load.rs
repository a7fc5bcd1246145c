//! From a plan to a corpus with a chain; runs on a thread of its own.

use super::explorer::{Explorer, Tuning};
use crate::corpus::{CorpusError, Source, Vocabulary, Watch};
use crate::engine::{Kind, Optimize, Settings};
use crate::session::{CorpusReference, HeldOutTest, Session, reason};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Progress is told no more often than this.
const BETWEEN: Duration = Duration::from_millis(33);

/// Settings once the vocabulary is known: a prior may be given word by word.
pub type Settle = Box<dyn FnOnce(&Vocabulary) -> Result<Settings, String> + Send>;

/// How to open one corpus.
pub struct Plan {
    /// The corpus.
    pub source: Source,
    /// Which engine.
    pub kind: Kind,
    /// Priors, K and seed.
    pub settings: Settle,
    /// How priors are fitted.
    pub optimize: Optimize,
    /// Options that the engine does not know.
    pub notes: Vec<String>,
    /// Pause after so many sweeps.
    pub limit: Option<u64>,
    /// Sweeps a second; `None` for as fast as possible.
    pub speed: Option<f64>,
    /// Chains in all, from seeds that follow one another.
    pub chains: u64,
    /// Whether the chain waits to be let run.
    pub paused: bool,
}

/// A corpus whose chain is about to run.
pub struct Opened {
    /// What the screen shows.
    pub explorer: Explorer,
    /// The chain, paused.
    pub session: Session,
    /// Where the corpus came from.
    pub reference: CorpusReference,
    /// The documents held out, where some were.
    pub held_out: Option<HeldOutTest>,
    /// See [`Plan::optimize`].
    pub optimize: Optimize,
    /// See [`Plan::limit`].
    pub limit: Option<u64>,
    /// See [`Plan::speed`].
    pub speed: Option<f64>,
    /// See [`Plan::paused`].
    pub paused: bool,
}

/// Reads the corpus and starts its chain. A panic on the way is an error like any
/// other: the screen must not wait for a corpus that never comes.
///
/// # Errors
/// Whatever is wrong with the corpus or the plan, and [`CorpusError::Cancelled`].
pub fn open(
    plan: Plan,
    cancel: &AtomicBool,
    tell: &dyn Fn(u64, Option<u64>),
    wake: impl Fn() + Send + Sync + 'static,
) -> Result<Opened, CorpusError> {
    let mut watch = Progress {
        tell,
        cancel,
        told: None,
    };
    catch_unwind(AssertUnwindSafe(|| load(plan, &mut watch, wake))).unwrap_or_else(|panic| {
        Err(CorpusError::Invalid(format!(
            "reading failed by a fault of gibbscope: {}",
            reason(panic.as_ref())
        )))
    })
}

fn load(
    plan: Plan,
    watch: &mut Progress<'_>,
    wake: impl Fn() + Send + Sync + 'static,
) -> Result<Opened, CorpusError> {
    let loaded = plan.source.open(watch)?;
    let corpus = Arc::new(loaded.corpus);
    let seed = plan.source.held_out.map(|held_out| held_out.seed);
    let held_out = loaded.held_out.zip(seed);
    let settings = (plan.settings)(corpus.vocabulary()).map_err(CorpusError::Invalid)?;
    let reference = CorpusReference {
        source: plan
            .source
            .clone()
            .absolute()
            .unwrap_or_else(|_| plan.source.clone()),
        hash: corpus.content_hash(),
    };
    let tuning = Tuning::new(
        settings.alpha.clone(),
        settings.eta.clone(),
        settings.topics,
    );
    let session = Session::start(plan.kind, Arc::clone(&corpus), settings, wake)
        .map_err(|e| CorpusError::Invalid(e.to_string()))?;
    let mut explorer = Explorer::new(corpus, plan.source, (loaded.read, loaded.report), tuning);
    explorer.notes = plan.notes;
    explorer.want_chains(plan.chains);
    Ok(Opened {
        explorer,
        session,
        reference,
        optimize: plan.optimize,
        held_out: held_out.map(|(documents, seed)| HeldOutTest {
            documents: Arc::new(documents),
            seed,
        }),
        limit: plan.limit,
        speed: plan.speed,
        paused: plan.paused,
    })
}

/// Tells the loop how far reading has come, some times a second.
struct Progress<'a> {
    tell: &'a dyn Fn(u64, Option<u64>),
    cancel: &'a AtomicBool,
    told: Option<Instant>,
}

impl Watch for Progress<'_> {
    fn progress(&mut self, read: u64, total: Option<u64>) -> ControlFlow<()> {
        if self.cancel.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        if self.told.is_none_or(|told| told.elapsed() >= BETWEEN) {
            self.told = Some(Instant::now());
            (self.tell)(read, total);
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_on_the_way_is_an_error_with_its_reason() {
        let plan = Plan {
            source: Source {
                name: "demo:toy".into(),
                read: Default::default(),
                build: Default::default(),
                held_out: None,
            },
            kind: Kind::default(),
            settings: Box::new(|_| panic!("a hole in the floor")),
            optimize: Optimize::default(),
            notes: Vec::new(),
            limit: None,
            speed: None,
            chains: 1,
            paused: false,
        };
        let error = open(plan, &AtomicBool::new(false), &|_, _| (), || ()).err();
        let text = error.map(|e| e.to_string()).unwrap_or_default();
        assert!(text.contains("a hole in the floor"), "{text}");
    }
}
