//! What is written while the loop goes on, and at its end.

use super::{Event, Live, Runtime};
use crate::export::results;
use crate::plain::count;
use crate::session::{Command, Finished};
use crate::tui::app::Message;
use crate::tui::explorer::Explorer;
use crate::tui::files::{session_file, write};
use crate::tui::terminal::Screen;
use crate::tui::{cast, keep, presenter};
use std::fs::File;
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

    /// Starts to record the screen; asks first where a file would go.
    pub(super) fn record(
        &mut self,
        file: PathBuf,
        overwrite: bool,
        screen: &mut Screen,
    ) -> std::io::Result<()> {
        let title = self.app.recording_title();
        let message = match cast::create(&file, overwrite) {
            // Asking has no effects.
            Err(_) if file.is_file() && !overwrite => Message::RecordingThere(file),
            Err(reason) => Message::Say(reason),
            Ok(made) => {
                self.start_recording((made, file.clone()), &title, screen)?;
                Message::Recording(file)
            }
        };
        self.app.update(message);
        Ok(())
    }

    /// Records from the first picture on, into the file that was made for it.
    pub(super) fn record_from_start(
        &mut self,
        made: Option<File>,
        screen: &mut Screen,
    ) -> std::io::Result<()> {
        let Some((made, file)) = made.zip(self.options.record.clone()) else {
            return Ok(());
        };
        let title = presenter::title(self.options.open.as_deref().unwrap_or_default());
        self.start_recording((made, file.clone()), &title, screen)?;
        self.app.update(Message::Recording(file));
        Ok(())
    }

    fn start_recording(
        &self,
        file: (File, PathBuf),
        title: &str,
        screen: &mut Screen,
    ) -> std::io::Result<()> {
        let sender = self.sender.clone();
        screen.record(file, title, move |reason| {
            let _ = sender.send(Event::RecordingEnded(reason));
        })
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
