//! The loop: waits for events, updates the state, carries out effects, and draws
//! when something has changed.

mod beside;
mod drawn;
mod lessons;
mod opening;
mod results;

use super::app::{App, Effect, Message};
use super::cast;
use super::explorer::Computed;
use super::explorer::views::Studied;
use super::files::{own_text, write_picture};
use super::keep;
use super::lesson::{Course, Measured};
use super::load::{Opened, Plan};
use super::start::Start;
use super::terminal::Screen;
use crate::corpus::{Corpus, CorpusError};
use crate::session::chains::Sisters;
use crate::session::choose_k::{RunNews, RunSetup, Runs};
use crate::session::race::LiveRace;
use crate::session::{CorpusReference, HeldOutTest, Session};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, unbounded};
use ratatui::crossterm::event::{self, Event as Input};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Pictures come no faster than this.
const FRAME: Duration = Duration::from_millis(33);
/// For so long after a key pictures may follow one another in [`QUICK`]: the answer
/// should not wait for its turn.
const ANSWER: Duration = Duration::from_millis(100);
const QUICK: Duration = Duration::from_millis(8);

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
    /// The lesson to begin with.
    pub lesson: Option<Course>,
    /// The language of lessons that are started on the screen.
    pub language: String,
    /// Whether it starts in presenter mode.
    pub present: bool,
    /// The file that the screen is recorded to from the start; it must not be there yet.
    pub record: Option<PathBuf>,
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
    /// The race has something new.
    Race,
    Computed(Computed),
    Studied(Box<Studied>),
    Measured(Box<Measured>),
    Rested(Arc<Corpus>),
    /// The chains beside have something new.
    Sisters,
    /// A run of some K has something new.
    Run(Arc<RunSetup>, RunNews),
    Progress(u64, Option<u64>),
    Loaded(Loaded),
    Signal(i32),
    Say(String),
    RecordingEnded(String),
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
    held_out: Option<HeldOutTest>,
    race: Option<LiveRace>,
    sisters: Option<Sisters>,
    runs: Option<Runs>,
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
    let record = options.record.as_deref();
    let recording = record.map(|file| cast::create(file, false)).transpose()?;
    let mut screen = Screen::enter().map_err(|e| format!("the terminal cannot be used: {e}"))?;
    let size = screen.size().map_err(|e| e.to_string())?;
    let mut app = App::new(start, &theme, size)?;
    app.language.clone_from(&options.language);
    app.presenter.on = options.present;
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
    let result = runtime
        .record_from_start(recording, &mut screen)
        .and_then(|()| runtime.run(&mut screen, &events));
    drop(screen);
    runtime.close();
    if let Some(file) = runtime.app.recording.take() {
        let line = format!("the screen was recorded to {}", file.display());
        runtime.ended.lines.push(line);
    }
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
        if let Some(course) = self.options.lesson.take() {
            let effects = self.app.learn(course);
            if self.carry_out(effects, screen)?.is_break() {
                return Ok(());
            }
        }
        if let Some(name) = self.options.open.take() {
            let effects = self.app.open(name);
            if self.carry_out(effects, screen)?.is_break() {
                return Ok(());
            }
        }
        let mut dirty = true;
        let mut drawn = Instant::now() - FRAME;
        let mut pressed: Option<Instant> = None;
        loop {
            let answers = pressed.is_some_and(|pressed| pressed.elapsed() < ANSWER);
            let due = drawn + if answers { QUICK } else { FRAME };
            // A picture that is due comes before the next event, however many wait.
            if dirty && Instant::now() >= due {
                let ended = screen.draw(|frame| super::draw::draw(&self.app, frame))?;
                drawn = Instant::now();
                dirty = false;
                if let Some(reason) = ended {
                    self.app.update(Message::RecordingEnded(reason));
                    dirty = true;
                }
                continue;
            }
            let event = if self.arrived.is_some() || self.app.is_searching() {
                match events.try_recv() {
                    Ok(event) => Some(event),
                    Err(TryRecvError::Empty) => None,
                    Err(TryRecvError::Disconnected) => return Ok(()),
                }
            } else if dirty {
                match events.recv_deadline(due) {
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
            if matches!(event, Some(Event::Input(Input::Key(_) | Input::Mouse(_)))) {
                pressed = Some(Instant::now());
            }
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
                let Some(live) = &self.live else {
                    return Ok(ControlFlow::Continue(()));
                };
                let update = live.session.take();
                if let Some(sisters) = &live.sisters {
                    sisters.follow(&update);
                }
                Message::Worker(update)
            }
            Event::Race => match self.live.as_ref().and_then(|live| live.race.as_ref()) {
                Some(race) => Message::Race(race.take()),
                None => return Ok(ControlFlow::Continue(())),
            },
            Event::Sisters => match self.live.as_ref().and_then(|live| live.sisters.as_ref()) {
                Some(sisters) => Message::Sisters(sisters.take()),
                None => return Ok(ControlFlow::Continue(())),
            },
            Event::Run(setup, news) => Message::Run(setup, news),
            Event::Computed(computed) => Message::Terms(computed),
            Event::Studied(studied) => Message::Studied(studied),
            Event::Measured(measured) => Message::Measured(measured),
            Event::Rested(corpus) => Message::Rested(corpus),
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
            Event::RecordingEnded(reason) => {
                screen.stop_recording();
                Message::RecordingEnded(reason)
            }
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
                Effect::OpenDrawn(design) => self.open_drawn(*design),
                Effect::Open(name) => self.open((self.options.plan)(&name)),
                Effect::Load(load, folder) => self.open(Ok(lessons::plan(*load, folder))),
                Effect::Measure(request) => self.measure(*request),
                Effect::Answer(file, row) => lessons::answer(&mut self.app, &file, &row),
                Effect::Cancel => self.cancel.store(true, Ordering::Relaxed),
                Effect::Close => self.close(),
                Effect::Save { folder, overwrite } => self.save(folder, overwrite),
                Effect::Picture { file, overwrite } => {
                    let message = write_picture(self.app.picture.as_ref(), file, overwrite);
                    // Saying where it is, or asking, has no effects.
                    self.app.update(message);
                }
                Effect::Record { file, overwrite } => self.record(file, overwrite, screen)?,
                Effect::StopRecording => screen.stop_recording(),
                Effect::Text(text) => {
                    let message = own_text(text);
                    let effects = self.app.update(message);
                    if self.carry_out(effects, screen)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Effect::Race(mut setup) => {
                    if let Some(live) = &mut self.live {
                        setup.held_out = live.held_out.clone();
                        let sender = self.sender.clone();
                        live.race = Some(LiveRace::start(*setup, move || {
                            let _ = sender.send(Event::Race);
                        }));
                    }
                }
                Effect::StopRace => {
                    if let Some(race) = self.live.as_ref().and_then(|live| live.race.as_ref()) {
                        race.stop();
                    }
                }
                Effect::Compute(job) => {
                    let sender = self.sender.clone();
                    thread::spawn(move || {
                        let _ = sender.send(Event::Computed(job.run()));
                    });
                }
                Effect::Sisters(model, chains) => self.start_sisters(&model, chains),
                Effect::StartRuns(setup) => self.start_runs(setup),
                Effect::FollowRuns(plan) => {
                    if let Some(runs) = self.live.as_ref().and_then(|live| live.runs.as_ref()) {
                        runs.follow(plan.as_ref());
                    }
                }
                Effect::Study(study) => self.study(study),
                Effect::Mouse(on) => screen.mouse(on)?,
                Effect::Suspend => screen.suspend()?,
                Effect::Quit => return Ok(ControlFlow::Break(())),
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
