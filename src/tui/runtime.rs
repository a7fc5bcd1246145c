//! The loop: waits for events, updates the state, carries out effects, and draws
//! when something has changed.

use super::app::{App, Effect, Message};
use super::explorer::{Explorer, Tuning};
use super::keep;
use super::start::Start;
use super::terminal::Screen;
use crate::corpus::{CorpusError, Source, Vocabulary, Watch};
use crate::engine::{Kind, Settings};
use crate::session::{
    Command, CorpusReference, Finished, MODEL_FILE, Model, SESSION_FILE, Session, SessionFile,
    VERSION,
};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use ratatui::crossterm::event::{self, Event as Input};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Pictures come no faster than this.
const FRAME: Duration = Duration::from_millis(33);

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
    /// Pause after so many sweeps.
    pub limit: Option<u64>,
    /// Sweeps a second; `None` for as fast as possible.
    pub speed: Option<f64>,
}

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
    Loaded(Box<Result<Opened, CorpusError>>),
    Signal(i32),
    Say(String),
}

struct Opened {
    explorer: Explorer,
    session: Session,
    reference: CorpusReference,
    limit: Option<u64>,
    speed: Option<f64>,
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
            let due = dirty && drawn.elapsed() >= FRAME;
            let event = match dirty {
                true if due => None,
                true => match events.recv_deadline(drawn + FRAME) {
                    Ok(event) => Some(event),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                },
                false => match events.recv() {
                    Ok(event) => Some(event),
                    Err(_) => return Ok(()),
                },
            };
            match event {
                Some(event) => {
                    dirty = true;
                    if self.take(event, screen)?.is_break() {
                        return Ok(());
                    }
                }
                None => {
                    screen.draw(|frame| super::draw::draw(&self.app, frame))?;
                    drawn = Instant::now();
                    dirty = false;
                }
            }
        }
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
            Event::Loaded(result) => match self.loaded(*result) {
                Some(message) => message,
                None => return Ok(ControlFlow::Continue(())),
            },
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
                Effect::Save(folder) => self.save(folder),
                Effect::Mouse(on) => screen.mouse(on)?,
                Effect::Suspend => screen.suspend()?,
                Effect::Quit => return Ok(ControlFlow::Break(())),
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Reads a corpus on a thread of its own.
    fn open(&mut self, name: &str) {
        self.cancel = Arc::default();
        let plan = match (self.options.plan)(name) {
            Ok(plan) => plan,
            Err(reason) => {
                let error = CorpusError::Invalid(reason);
                // The loop itself holds the receiver.
                let _ = self.sender.send(Event::Loaded(Box::new(Err(error))));
                return;
            }
        };
        let (sender, cancel) = (self.sender.clone(), Arc::clone(&self.cancel));
        let (waker, woken) = (self.sender.clone(), Arc::clone(&self.woken));
        thread::spawn(move || {
            let mut watch = Progress {
                sender: sender.clone(),
                cancel: Arc::clone(&cancel),
                sent: None,
            };
            let opened = load(plan, &mut watch, move || {
                if !woken.swap(true, Ordering::AcqRel) {
                    let _ = waker.send(Event::Wake);
                }
            });
            if !cancel.load(Ordering::Relaxed) {
                let _ = sender.send(Event::Loaded(Box::new(opened)));
            }
        });
    }

    fn loaded(&mut self, result: Result<Opened, CorpusError>) -> Option<Message> {
        match result {
            Ok(opened) => {
                keep::remember(&opened.explorer.source.name);
                opened.session.send(Command::Limit(opened.limit));
                opened.session.send(Command::Speed(opened.speed));
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
            Err(CorpusError::Cancelled) => None,
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
                "session kept after {} sweeps; this runs it again:\n  gibbscope replay {}",
                engine.sweep(),
                path.display()
            ),
            Err(reason) => format!("the session is not kept: {reason}"),
        });
    }

    /// Writes model and session once the sweep under way is done.
    fn save(&mut self, folder: PathBuf) {
        let Some(live) = &self.live else {
            return;
        };
        let (to, copies) = crossbeam_channel::bounded(1);
        live.session.send(Command::Capture(to));
        let (reference, sender) = (live.reference.clone(), self.sender.clone());
        self.app.notice = Some("to be written at the end of this sweep".into());
        self.saves.push(thread::spawn(move || {
            let said = match copies.recv() {
                Ok(copy) => {
                    let session = session_file(reference, copy.journal, copy.digest);
                    match write(&folder, &copy.model, &session) {
                        Ok(()) => format!("written to {}", folder.display()),
                        Err(reason) => reason,
                    }
                }
                Err(_) => "not written: the sampler has ended".to_owned(),
            };
            let _ = sender.send(Event::Say(said));
        }));
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

fn write(folder: &Path, model: &Model, session: &SessionFile) -> Result<(), String> {
    std::fs::create_dir_all(folder)
        .map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    model
        .write(&folder.join(MODEL_FILE))
        .map_err(|e| e.to_string())?;
    session
        .write(&folder.join(SESSION_FILE))
        .map_err(|e| e.to_string())
}

fn load(
    plan: Plan,
    watch: &mut Progress,
    wake: impl Fn() + Send + Sync + 'static,
) -> Result<Opened, CorpusError> {
    let loaded = plan.source.open(watch)?;
    let corpus = Arc::new(loaded.corpus);
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
    let explorer = Explorer::new(corpus, plan.source, loaded.report, tuning);
    Ok(Opened {
        explorer,
        session,
        reference,
        limit: plan.limit,
        speed: plan.speed,
    })
}

/// Tells the loop how far reading has come, some times a second.
struct Progress {
    sender: Sender<Event>,
    cancel: Arc<AtomicBool>,
    sent: Option<Instant>,
}

impl Watch for Progress {
    fn progress(&mut self, read: u64, total: Option<u64>) -> ControlFlow<()> {
        if self.cancel.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        if self.sent.is_none_or(|sent| sent.elapsed() >= FRAME) {
            self.sent = Some(Instant::now());
            let _ = self.sender.send(Event::Progress(read, total));
        }
        ControlFlow::Continue(())
    }
}
