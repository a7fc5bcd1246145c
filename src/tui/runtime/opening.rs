//! Reading a corpus and starting its chain.

use super::{Event, Live, Loaded, Runtime, drawn};
use crate::corpus::CorpusError;
use crate::model::generate::{Design, Generated};
use crate::session::Command;
use crate::tui::app::Message;
use crate::tui::keep;
use crate::tui::load::{self, Plan};
use crossbeam_channel::Sender;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

impl Runtime {
    /// Reads a corpus.
    pub(super) fn open(&mut self, plan: Result<Plan, String>) {
        self.load(plan.map(|plan| (plan, None)));
    }

    /// Draws a corpus, keeps it where corpora are read from, and reads it: a session of it can
    /// be replayed like any other.
    pub(super) fn open_drawn(&mut self, design: Design) {
        let plan = drawn::keep(&design).and_then(|(name, truth)| {
            let plan = (self.options.plan)(&name)?;
            Ok((drawn::plan(plan, design), Some((design, truth))))
        });
        self.load(plan);
    }

    /// Reads on a thread of its own.
    pub(super) fn load(&mut self, plan: Result<(Plan, Option<(Design, Generated)>), String>) {
        let cancel: Arc<AtomicBool> = Arc::default();
        self.cancel = Arc::clone(&cancel);
        let (sender, woken) = (self.sender.clone(), Arc::clone(&self.woken));
        // The loop itself holds the receiver of all that is sent.
        let done = move |sender: &Sender<Event>, result, cancel| {
            let result = Box::new(result);
            let _ = sender.send(Event::Loaded(Loaded { result, cancel }));
        };
        let (plan, hidden) = match plan {
            Ok(plan) => plan,
            Err(reason) => return done(&sender, Err(CorpusError::Invalid(reason)), cancel),
        };
        thread::spawn(move || {
            let waker = sender.clone();
            let wake = move || {
                if !woken.swap(true, Ordering::AcqRel) {
                    let _ = waker.send(Event::Wake);
                }
            };
            let tell = |read, total| {
                let _ = sender.send(Event::Progress(read, total));
            };
            let mut opened = load::open(plan, &cancel, &tell, wake);
            if let (Ok(opened), Some((design, truth))) = (&mut opened, hidden) {
                opened.explorer.hide(design, truth);
            }
            done(&sender, opened, cancel);
        });
    }

    /// `None` for what nobody wants any more.
    pub(super) fn loaded(&mut self, loaded: Loaded) -> Option<Message> {
        if loaded.cancel.load(Ordering::Relaxed) {
            return None;
        }
        match *loaded.result {
            Ok(opened) => {
                keep::remember(&opened.explorer.source.name);
                opened.session.send(Command::Limit(opened.limit));
                opened.session.send(Command::Speed(opened.speed));
                opened.session.send(Command::Optimize(opened.optimize));
                if let Some(test) = opened.held_out.clone() {
                    opened.session.send(Command::HoldOut(test));
                }
                if !opened.paused {
                    opened.session.send(Command::Resume);
                }
                let name = opened.explorer.name.clone();
                let mut explorer = opened.explorer;
                explorer.out = self.options.out.clone();
                self.live = Some(Live {
                    session: opened.session,
                    reference: opened.reference,
                    name,
                    held_out: opened.held_out,
                    race: None,
                    sisters: None,
                    runs: None,
                });
                Some(Message::Opened(Box::new(explorer)))
            }
            Err(error) => Some(Message::Refused(error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::app::App;
    use crate::tui::runtime::{Ended, Options};
    use crate::tui::start::Start;

    #[test]
    fn a_corpus_that_was_given_up_does_not_open_though_it_has_arrived() {
        let start = Start::new(Vec::new()).unwrap();
        let mut runtime = Runtime {
            app: App::new(start, "terminal", (80, 24)).unwrap(),
            options: Options {
                open: None,
                plan: Box::new(|_| Err("no plan".to_owned())),
                theme: None,
                out: None,
                lesson: None,
                language: "en".into(),
                present: false,
                record: None,
            },
            sender: crossbeam_channel::unbounded().0,
            live: None,
            cancel: Arc::default(),
            arrived: None,
            woken: Arc::default(),
            saves: Vec::new(),
            ended: Ended::default(),
        };
        let mut message = |given_up| {
            let loaded = Loaded {
                result: Box::new(Err(CorpusError::Invalid("damaged".into()))),
                cancel: Arc::new(AtomicBool::new(given_up)),
            };
            runtime.loaded(loaded)
        };
        assert!(message(true).is_none());
        assert!(matches!(message(false), Some(Message::Refused(_))));
    }
}
