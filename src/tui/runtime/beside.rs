//! What runs beside the chain on the screen.

use super::{Event, Runtime};
use crate::engine::{Kind, Settings};
use crate::session::chains::Sisters;
use crate::session::choose_k::{RunSetup, Runs};
use std::sync::Arc;
use std::thread;

/// One processor is the chain's on the screen.
fn threads() -> usize {
    let all = thread::available_parallelism().map_or(1, usize::from);
    all.saturating_sub(1).max(1)
}

impl Runtime {
    /// Starts runs of several K; those before end.
    pub(super) fn start_runs(&mut self, setup: Arc<RunSetup>) {
        let Some(live) = &mut self.live else {
            return;
        };
        let (sender, of) = (self.sender.clone(), Arc::clone(&setup));
        let tell = move |news| {
            // Whoever asked may have gone away in the meantime.
            let _ = sender.send(Event::Run(Arc::clone(&of), news));
        };
        live.runs = Some(Runs::start(setup, live.held_out.clone(), threads(), tell));
    }

    /// Starts chains beside the one on the screen; those before end.
    pub(super) fn start_sisters(&mut self, (kind, settings): &(Kind, Settings), chains: u64) {
        let Some(live) = &mut self.live else {
            return;
        };
        let sender = self.sender.clone();
        live.sisters = self.app.explorer().filter(|_| chains > 0).map(|explorer| {
            let wake = move || {
                let _ = sender.send(Event::Sisters);
            };
            let model = (*kind, settings);
            let sisters = Sisters::start(model, &explorer.corpus, chains, threads(), wake);
            sisters.reach(explorer.latest().map_or(0, |s| s.sweep));
            sisters
        });
    }
}
