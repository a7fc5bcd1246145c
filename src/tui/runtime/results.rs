//! What is written while the loop goes on, and at its end.

use super::{Event, Live, Runtime};
use crate::export::results;
use crate::plain::count;
use crate::session::{Command, Finished};
use crate::tui::app::Message;
use crate::tui::explorer::Explorer;
use crate::tui::files::{session_file, write};
use crate::tui::keep;
use std::path::PathBuf;
use std::thread;

impl Runtime {
    /// Ends the chain and keeps its session.
    pub(super) fn close(&mut self) {
        let Some(Live {
            session,
            reference,
            name,
            ..
        }) = self.live.take()
        else {
            return;
        };
        let labels = self
            .app
            .explorer()
            .map_or_else(Default::default, |e| e.labels.clone());
        let Some(Finished {
            engine,
            journal,
            digest,
        }) = session.finish()
        else {
            self.ended
                .lines
                .push("the sampler had failed: its session is lost".into());
            return;
        };
        if engine.sweep() == 0 && engine.position() == 0 && journal.entries.is_empty() {
            return;
        }
        let file = session_file(reference, journal, digest, labels);
        self.ended.lines.push(match keep::session(&file, &name) {
            Ok(path) => format!(
                "session kept after {}; this runs it again:\n  gibbscope replay {}",
                count(engine.sweep() as usize, "sweep"),
                path.display()
            ),
            Err(reason) => format!("the session is not kept: {reason}"),
        });
    }

    /// Writes the results once the sweep under way is done.
    pub(super) fn save(&mut self, folder: PathBuf, overwrite: bool) {
        let Some(live) = &self.live else {
            return;
        };
        if !overwrite && results::are_in(&folder) {
            // Asking has no effects.
            self.app.update(Message::Occupied(folder));
            return;
        }
        let (to, copies) = crossbeam_channel::bounded(1);
        live.session.send(Command::Capture(to));
        let (reference, sender) = (live.reference.clone(), self.sender.clone());
        let explorer = self.app.explorer();
        let rate = explorer.map_or(0.0, Explorer::mean_rate);
        let dropped = explorer.map_or(Vec::new(), |e| e.report.dropped.clone());
        let labels = explorer.map_or_else(Default::default, |e| e.labels.clone());
        self.app.notice = Some("to be written at the end of this sweep".into());
        self.saves.push(thread::spawn(move || {
            let said = match copies.recv() {
                Ok(copy) => match write(&folder, copy, reference, (rate, dropped), labels) {
                    Ok(()) => format!("written to {}", folder.display()),
                    Err(error) => error.to_string(),
                },
                Err(_) => "not written: the sampler has ended".to_owned(),
            };
            let _ = sender.send(Event::Say(said));
        }));
    }
}
