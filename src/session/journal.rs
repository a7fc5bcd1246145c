//! Everything that changed a chain, bound to sweeps, and its replay.

use crate::corpus::Corpus;
use crate::engine::{Edit, Engine, EngineError, Kind, Settings};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JournalEntry {
    /// Completed sweeps when it was made; sweeps count from 0 again after a reset.
    pub sweep: u64,
    /// The change.
    pub edit: Edit,
}

/// A chain from its start to where it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Journal {
    /// Which engine.
    pub engine: Kind,
    /// How it started.
    pub start: Settings,
    /// What was changed, in order.
    pub entries: Vec<JournalEntry>,
    /// Completed sweeps (since the last reset) at the end.
    pub sweeps: u64,
    /// Tokens visited of a sweep that was under way at the end.
    pub tokens: usize,
}

impl Journal {
    /// The journal of a chain that has just started.
    pub fn new(engine: &dyn Engine) -> Self {
        Self {
            engine: engine.kind(),
            start: engine.settings().clone(),
            entries: Vec::new(),
            sweeps: engine.sweep(),
            tokens: 0,
        }
    }

    /// Makes a change and writes it down.
    ///
    /// # Errors
    /// When the change is not possible; the engine is then as it was.
    pub fn change(&mut self, engine: &mut Box<dyn Engine>, edit: &Edit) -> Result<(), EngineError> {
        let sweep = engine.sweep();
        crate::engine::apply(engine, edit)?;
        self.entries.push(JournalEntry {
            sweep,
            edit: edit.clone(),
        });
        Ok(())
    }

    /// Writes down where the chain stands.
    pub fn stands(&mut self, engine: &dyn Engine) {
        self.sweeps = engine.sweep();
        self.tokens = engine.position();
    }
}

/// Runs a journal again and hands back the engine as it was at the end.
/// `each_sweep` is called after every sweep and may stop the replay by
/// returning false.
///
/// # Errors
/// When a change of the journal is not possible on this corpus.
pub fn replay(
    journal: &Journal,
    corpus: Arc<Corpus>,
    mut each_sweep: impl FnMut(&dyn Engine) -> bool,
) -> Result<Box<dyn Engine>, EngineError> {
    let mut engine = crate::engine::start(journal.engine, corpus, journal.start.clone())?;
    let mut run_to = |engine: &mut Box<dyn Engine>, sweep: u64| {
        while engine.sweep() < sweep {
            if engine.advance(usize::MAX).sweep_done && !each_sweep(engine.as_ref()) {
                return false;
            }
        }
        true
    };
    for entry in &journal.entries {
        if !run_to(&mut engine, entry.sweep) {
            return Ok(engine);
        }
        crate::engine::apply(&mut engine, &entry.edit)?;
    }
    if run_to(&mut engine, journal.sweeps) {
        while engine.position() < journal.tokens {
            engine.advance(journal.tokens - engine.position());
        }
    }
    Ok(engine)
}
