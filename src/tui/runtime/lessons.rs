//! What a lesson asks of the loop.

use super::{Event, Runtime};
use crate::engine::Optimize;
use crate::session::Command;
use crate::session::lesson::Load;
use crate::tui::app::{App, Message};
use crate::tui::lesson::{Request, Row, append};
use crate::tui::load::Plan;
use std::path::{Path, PathBuf};
use std::thread;
use time::OffsetDateTime;

/// How the corpus of a lesson is opened; `folder` is that of the lesson.
pub fn plan(load: Load, folder: Option<PathBuf>) -> Plan {
    Plan {
        source: load.source(folder.as_deref()),
        kind: load.engine,
        settings: Box::new(move |_| Ok(load.settings())),
        optimize: Optimize::default(),
        notes: Vec::new(),
        limit: None,
        speed: None,
        chains: 1,
        paused: true,
    }
}

/// Writes an answer; what goes wrong is said.
pub fn answer(app: &mut App, file: &Path, row: &Row) {
    if let Err(reason) = append(file, row, OffsetDateTime::now_utc()) {
        // Saying something has no effects.
        app.update(Message::Say(reason));
    }
}

impl Runtime {
    /// Measures a copy of the chain on a thread of its own.
    pub(super) fn measure(&self, request: Request) {
        let Some(live) = &self.live else {
            return;
        };
        let (to, copies) = crossbeam_channel::bounded(1);
        live.session.send(Command::Copy(to));
        let sender = self.sender.clone();
        thread::spawn(move || {
            if let Ok(fitted) = copies.recv() {
                // Whoever asked may have gone away in the meantime.
                let _ = sender.send(Event::Measured(Box::new(request.run(&fitted))));
            }
        });
    }
}
