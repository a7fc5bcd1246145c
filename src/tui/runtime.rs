//! The loop: waits for events, updates the state, carries out effects, and draws
//! when something has changed.

use super::app::{App, Effect, Message};
use super::explorer::Explorer;
use super::keep;
use super::load::{self, Opened, Plan};
use super::start::Start;
use super::terminal::Screen;
use crate::corpus::CorpusError;
use crate::export::summary::{Effort, Summary};
use crate::export::{Fitted, results};
use crate::plain::count;
use crate::session::{
    Capture, Command, CorpusReference, Finished, SavedError, Session, SessionFile, VERSION,
};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, unbounded};
use ratatui::crossterm::event::{self, Event as Input};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use std::fs::File;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Pictures come no faster than this.
const FRAME: Duration = Duration::from_millis(33);

/// Turns the name of a corpus into a plan, or says why that cannot be.
pub type Planner = Box<dyn Fn(&str) -> Result<Plan, String>>;

/// What the explorer is started with.
pub struct Options {
    /// The corpus to open; `None` for the start screen.
    pub open: Option<String>,
    /// How corpora are opened.
    pub plan: Planner,
    /// The name of the theme; `None` for the terminal's colours, or none at all
    /// where NO_COLOR asks for that.
    pub theme: Option<String>,
    /// The folder that is offered when results are saved.
    pub out: Option<PathBuf>,
}

/// What is left to say once the terminal is given back.
#[derive(Debug, Default)]
pub struct Ended {
    /// Lines for the user.
    pub lines: Vec<String>,
}

/// Everything that can wake the loop.
enum Event {
    Input(Input),
    /// The worker has something new.
    Wake,
    Progress(u64, Option<u64>),
    Loaded(Loaded),
    Signal(i32),
    Say(String),
}

/// A corpus that was read, or not.
struct Loaded {
    result: Box<Result<Opened, CorpusError>>,
    /// Whether it is still wanted.
    cancel: Arc<AtomicBool>,
}

/// The chain on the screen.
struct Live {
    session: Session,
    reference: CorpusReference,
    name: String,
}

/// Runs the explorer until the user quits.
///
/// # Errors
/// When the terminal cannot be used, or an asset of the program is damaged.
pub fn run(options: Options) -> Result<Ended, String> {
    let start = Start::new(keep::recent()).map_err(|e| e.to_string())?;
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let theme = match &options.theme {
        Some(name) => name.clone(),
        None if no_colour => "mono".to_owned(),
        None => "terminal".to_owned(),
    };
    super::theme::find(&theme)?;
    let mut screen = Screen::enter().map_err(|e| format!("the terminal cannot be used: {e}"))?;
    let size = screen.size().map_err(|e| e.to_string())?;
    let app = App::new(start, &theme, size)?;
    let (sender, events) = unbounded();
    read_input(sender.clone());
    read_signals(sender.clone()).map_err(|e| e.to_string())?;
    let mut runtime = Runtime {
        app,
        options,
        sender,
        live: None,
        cancel: Arc::default(),
        arrived: None,
        woken: Arc::default(),
        saves: Vec::new(),
        ended: Ended::default(),
    };
    let result = runtime.run(&mut screen, &events);
    drop(screen);
    runtime.close();
    for save in runtime.saves.drain(..) {
        // A thread that failed has nothing left to write.
        let _ = save.join();
    }
    result.map_err(|e| format!("the terminal is gone: {e}"))?;
    Ok(runtime.ended)
}

fn read_input(sender: Sender<Event>) {
    thread::spawn(move || {
        while let Ok(input) = event::read() {
            if sender.send(Event::Input(input)).is_err() {
                return;
            }
        }
        // The terminal is gone; nobody listens any more when the program ends.
        let _ = sender.send(Event::Signal(SIGHUP));
    });
}

fn read_signals(sender: Sender<Event>) -> std::io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            if sender.send(Event::Signal(signal)).is_err() {
                break;
            }
        }
    });
    Ok(())
}

struct Runtime {
    app: App,
    options: Options,
    sender: Sender<Event>,
    live: Option<Live>,
    /// Stops the reading that is under way.
    cancel: Arc<AtomicBool>,
    /// What was read, until all keys are done that were pressed before: they were
    /// meant for the screen that shows while reading.
    arrived: Option<Loaded>,
    /// Whether a wake-up of the worker is in the queue already.
    woken: Arc<AtomicBool>,
    /// Files being written.
    saves: Vec<JoinHandle<()>>,
    ended: Ended,
}

impl Runtime {
    fn run(&mut self, screen: &mut Screen, events: &Receiver<Event>) -> std::io::Result<()> {
        if let Some(name) = self.options.open.take() {
            let effects = self.app.open(name);
            if self.carry_out(effects, screen)?.is_break() {
                return Ok(());
            }
        }
        let mut dirty = true;
        let mut drawn = Instant::now() - FRAME;
        loop {
            // A picture that is due comes before the next event, however many wait.
            if dirty && drawn.elapsed() >= FRAME {
                screen.draw(|frame| super::draw::draw(&self.app, frame))?;
                drawn = Instant::now();
                dirty = false;
                continue;
            }
            let event = if self.arrived.is_some() || self.app.is_searching() {
                match events.try_recv() {
                    Ok(event) => Some(event),
                    Err(TryRecvError::Empty) => None,
                    Err(TryRecvError::Disconnected) => return Ok(()),
                }
            } else if dirty {
                match events.recv_deadline(drawn + FRAME) {
                    Ok(event) => Some(event),
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            } else {
                match events.recv() {
                    Ok(event) => Some(event),
                    Err(_) => return Ok(()),
                }
            };
            dirty = true;
            let step = match event {
                Some(event) => self.take(event, screen)?,
                None => self.go_on(screen)?,
            };
            if step.is_break() {
                return Ok(());
            }
        }
    }

    /// Does what waits until there is no event.
    fn go_on(&mut self, screen: &mut Screen) -> std::io::Result<ControlFlow<()>> {
        let message = match self.arrived.take() {
            Some(loaded) => self.loaded(loaded),
            None => Some(Message::SearchOn),
        };
        let effects = message.map(|message| self.app.update(message));
        self.carry_out(effects.unwrap_or_default(), screen)
    }

    fn take(&mut self, event: Event, screen: &mut Screen) -> std::io::Result<ControlFlow<()>> {
        let message = match event {
            Event::Input(Input::Key(key)) => Message::Key(key),
            Event::Input(Input::Mouse(mouse)) => Message::Mouse(mouse),
            Event::Input(Input::Paste(text)) => Message::Paste(text),
            Event::Input(Input::Resize(columns, rows)) => Message::Resize(columns, rows),
            Event::Input(_) => return Ok(ControlFlow::Continue(())),
            Event::Wake => {
                self.woken.store(false, Ordering::Release);
                match &self.live {
                    Some(live) => Message::Worker(live.session.take()),
                    None => return Ok(ControlFlow::Continue(())),
                }
            }
            Event::Progress(read, total) => Message::Progress(read, total),
            Event::Loaded(loaded) => {
                self.arrived = Some(loaded);
                return Ok(ControlFlow::Continue(()));
            }
            Event::Signal(SIGTSTP) => return screen.suspend().map(ControlFlow::Continue),
            Event::Signal(SIGCONT) => {
                let (columns, rows) = screen.size()?;
                Message::Resize(columns, rows)
            }
            Event::Signal(_) => return Ok(ControlFlow::Break(())),
            Event::Say(text) => Message::Say(text),
        };
        let effects = self.app.update(message);
        self.carry_out(effects, screen)
    }

    fn carry_out(
        &mut self,
        effects: Vec<Effect>,
        screen: &mut Screen,
    ) -> std::io::Result<ControlFlow<()>> {
        for effect in effects {
            match effect {
                Effect::Send(command) => {
                    if let Some(live) = &self.live {
                        live.session.send(command);
                    }
                }
                Effect::Open(name) => self.open(&name),
                Effect::Cancel => self.cancel.store(true, Ordering::Relaxed),
                Effect::Close => self.close(),
                Effect::Save { folder, overwrite } => self.save(folder, overwrite),
                Effect::Text(text) => {
                    let message = own_text(text);
                    let effects = self.app.update(message);
                    if self.carry_out(effects, screen)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Effect::Mouse(on) => screen.mouse(on)?,
                Effect::Suspend => screen.suspend()?,
                Effect::Quit => return Ok(ControlFlow::Break(())),
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Reads a corpus on a thread of its own.
    fn open(&mut self, name: &str) {
        let cancel: Arc<AtomicBool> = Arc::default();
        self.cancel = Arc::clone(&cancel);
        let (sender, woken) = (self.sender.clone(), Arc::clone(&self.woken));
        // The loop itself holds the receiver of all that is sent.
        let done = move |sender: &Sender<Event>, result, cancel| {
            let result = Box::new(result);
            let _ = sender.send(Event::Loaded(Loaded { result, cancel }));
        };
        let plan = match (self.options.plan)(name) {
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
            let opened = load::open(plan, &cancel, &tell, wake);
            done(&sender, opened, cancel);
        });
    }

    /// `None` for what nobody wants any more.
    fn loaded(&mut self, loaded: Loaded) -> Option<Message> {
        if loaded.cancel.load(Ordering::Relaxed) {
            return None;
        }
        match *loaded.result {
            Ok(opened) => {
                keep::remember(&opened.explorer.source.name);
                opened.session.send(Command::Limit(opened.limit));
                opened.session.send(Command::Speed(opened.speed));
                opened.session.send(Command::Optimize(opened.optimize));
                if let Some(test) = opened.held_out {
                    opened.session.send(Command::HoldOut(test));
                }
                opened.session.send(Command::Resume);
                let name = opened.explorer.name.clone();
                let mut explorer = opened.explorer;
                explorer.out = self.options.out.clone();
                self.live = Some(Live {
                    session: opened.session,
                    reference: opened.reference,
                    name,
                });
                Some(Message::Opened(Box::new(explorer)))
            }
            Err(error) => Some(Message::Refused(error.to_string())),
        }
    }

    /// Ends the chain and keeps its session.
    fn close(&mut self) {
        let Some(Live {
            session,
            reference,
            name,
        }) = self.live.take()
        else {
            return;
        };
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
        let file = session_file(reference, journal, digest);
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
    fn save(&mut self, folder: PathBuf, overwrite: bool) {
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
        self.app.notice = Some("to be written at the end of this sweep".into());
        self.saves.push(thread::spawn(move || {
            let said = match copies.recv() {
                Ok(copy) => match write(&folder, copy, reference, (rate, dropped)) {
                    Ok(()) => format!("written to {}", folder.display()),
                    Err(error) => error.to_string(),
                },
                Err(_) => "not written: the sampler has ended".to_owned(),
            };
            let _ = sender.send(Event::Say(said));
        }));
    }
}

/// Writes a copy of a chain that drew `rate` tokens a second, on a corpus that
/// lost some documents when it was read.
fn write(
    folder: &Path,
    copy: Capture,
    reference: CorpusReference,
    (rate, dropped): (f64, Vec<String>),
) -> Result<(), SavedError> {
    let fitted = Fitted::new(&copy.model)?;
    let drawn = copy.model.sweep as f64 * fitted.corpus.tokens() as f64;
    let effort = Effort {
        seconds: if rate > 0.0 { drawn / rate } else { 0.0 },
        tokens_per_second: rate,
        threads: thread::available_parallelism().map_or(1, usize::from),
    };
    let summary =
        Summary::of_model(&copy.model, &fitted, copy.digest.clone(), effort).without(dropped);
    let session = session_file(reference, copy.journal, copy.digest);
    results::write(folder, &copy.model, &session, &summary)
}

/// Of a file, only so many bytes are read.
const MOST: u64 = 1 << 20;

/// The text itself, or that of the file which it names.
fn own_text(text: String) -> Message {
    let path = Path::new(&text);
    if !path.is_file() {
        return Message::Text("a text of your own".to_owned(), text);
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST).read_to_end(&mut bytes));
    match read {
        Ok(_) => match String::from_utf8(bytes) {
            Ok(read) => Message::Text(text, read),
            // The last character of a long file may be cut.
            Err(e) if e.utf8_error().error_len().is_none() => {
                let read = String::from_utf8_lossy(e.as_bytes()).into_owned();
                Message::Text(text, read)
            }
            Err(_) => Message::Say(format!("{text} is not UTF-8 text")),
        },
        Err(error) => Message::Say(format!("cannot read {text}: {error}")),
    }
}

fn session_file(
    corpus: CorpusReference,
    journal: crate::session::Journal,
    digest: Option<String>,
) -> SessionFile {
    SessionFile {
        version: VERSION,
        corpus,
        journal,
        digest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            },
            sender: unbounded().0,
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
