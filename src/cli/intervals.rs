//! How sure a run is of phi and theta: the flags, and what comes of them.

use super::failure::Usage;
use super::model;
use super::progress::Progress;
use crate::corpus::Corpus;
use crate::engine::{Engine, Kind};
use crate::export::intervals::Intervals;
use crate::export::movement::Movement;
use crate::export::summary::Summary;
use crate::session::Witness;
use clap::Args;

/// Arguments of commands that can keep samples.
#[derive(Debug, Args)]
pub struct IntervalArgs {
    /// Keep samples while the chain runs, and say how sure phi is: the middle 90% of each word
    #[arg(long, help_heading = "Output")]
    intervals: bool,
    /// With --intervals: theta of the document with this id too
    #[arg(
        long,
        value_name = "ID",
        requires = "intervals",
        help_heading = "Output"
    )]
    document: Option<String>,
}

impl IntervalArgs {
    /// Whether an engine has samples at all.
    ///
    /// # Errors
    /// When it has none.
    pub fn suit(&self, kind: Kind) -> Result<(), Usage> {
        if self.intervals && !kind.is_gibbs() {
            return Err(Usage(format!(
                "--intervals needs an engine that draws samples, collapsed or uncollapsed: {} \
                 draws none",
                kind.title()
            )));
        }
        Ok(())
    }

    /// What a run is to keep.
    ///
    /// # Errors
    /// When there is no such document.
    pub fn seen(&self, corpus: &Corpus) -> Result<Witness, Usage> {
        if !self.intervals {
            return Ok(Witness::default());
        }
        let find = |id: &String| model::document(corpus, "--document", id);
        let document = self.document.as_ref().map(find).transpose()?;
        Ok(Witness::with_samples(document))
    }
}

/// Adds to the summary of a run what was seen of it.
pub fn tell(seen: &Witness, engine: &dyn Engine, summary: &mut Summary, progress: &mut Progress) {
    summary.trend = Movement::new(engine, seen);
    summary.intervals = Intervals::new(engine, seen, summary.trend.clone());
    if let Some(missing) = summary.intervals.as_ref().and_then(Intervals::missing) {
        progress.note(&format!("note: no intervals: {missing}"));
    }
}
