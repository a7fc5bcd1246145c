//! What runs beside the chain on the screen.

use super::{Event, Runtime};
use crate::engine::{Kind, Settings};
use crate::session::Command;
use crate::session::chains::Sisters;
use crate::session::choose_k::{RunSetup, Runs};
use crate::tui::explorer::views::{Inputs, Study};
use crossbeam_channel::unbounded;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// A view rests so many times as long as it has worked,
const REST: u32 = 3;
/// and not less than this.
const LEAST_REST: Duration = Duration::from_millis(150);

/// One processor is the chain's on the screen.
fn threads() -> usize {
    let all = thread::available_parallelism().map_or(1, usize::from);
    all.saturating_sub(1).max(1)
}

impl Runtime {
    /// Has a view computed on a thread of its own.
    pub(super) fn study(&self, study: Study) {
        let Some(live) = &self.live else {
            return;
        };
        let (to, copies) = crossbeam_channel::bounded(1);
        live.session.send(Command::Copy(to));
        let (to, draws) = crossbeam_channel::bounded(1);
        let (to_all, sisters) = unbounded();
        if study.is_of_chains() {
            live.session.send(Command::Draws(to));
            if let Some(sisters) = &live.sisters {
                sisters.copy(&to_all);
            }
        }
        drop(to_all);
        let (to, gathered) = crossbeam_channel::bounded(1);
        if study.is_exact() {
            live.session.send(Command::Gathered(to));
        } else {
            drop(to);
        }
        let sender = self.sender.clone();
        thread::spawn(move || {
            // Those that do not answer are left out.
            let inputs = copies.recv().ok().map(|fitted| Inputs {
                fitted: Arc::new(fitted),
                draws: draws.recv().unwrap_or_default(),
                sisters: sisters.iter().collect(),
                gathered: gathered.recv().ok(),
            });
            let began = Instant::now();
            let corpus = Arc::clone(study.corpus());
            let studied = Box::new(study.run(inputs));
            // Whoever asked may have gone away in the meantime.
            let _ = sender.send(Event::Studied(studied));
            thread::sleep((began.elapsed() * REST).max(LEAST_REST));
            let _ = sender.send(Event::Rested(corpus));
        });
    }

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
