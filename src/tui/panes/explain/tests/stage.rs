//! A session with a screen and no terminal.

use super::super::of;
use super::{Label, Row, inside, unclaimed};
use crate::corpus::{BuildOptions, ReadOptions, Source};
use crate::engine::{Kind, Optimize, Settings};
use crate::export::drawn;
use crate::model::generate::{Design, Generated};
use crate::model::{Prior, PriorSpec};
use crate::session::choose_k::{RunNews, RunSetup, Runs};
use crate::session::race::LiveRace;
use crate::session::{Command, RunState, Session};
use crate::tui::app::{App, Effect, Message};
use crate::tui::draw;
use crate::tui::explorer::views::Inputs;
use crate::tui::load::{self, Plan};
use crate::tui::start::Start;
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const SIZE: (u16, u16) = (120, 40);
/// A worker answers a command sooner.
const ANSWER: Duration = Duration::from_millis(100);
/// Nothing follows what has not come by then.
const QUIET: Duration = Duration::from_millis(20);

/// What a run of some K has to tell, and what all of them have in common.
type News = (Arc<RunSetup>, RunNews);

/// A session with a screen and no terminal.
pub struct Stage {
    pub app: App,
    pub session: Session,
    race: Option<LiveRace>,
    pub runs: Option<Runs>,
    news: (Sender<News>, Receiver<News>),
    /// The worker has something to tell.
    woken: Receiver<()>,
    /// Whether it was asked something since the last look.
    asked: bool,
}

impl Stage {
    /// A bundled corpus, after 60 sweeps.
    pub fn new(corpus: &str) -> Self {
        Self::after(corpus, Kind::Collapsed, 60)
    }

    /// A bundled corpus, after so many sweeps of this engine.
    pub fn after(corpus: &str, kind: Kind, sweeps: u64) -> Self {
        let demo = Source::demo(corpus).unwrap().settings;
        let settings = Settings {
            alpha: PriorSpec::Each(demo.alpha),
            eta: PriorSpec::Each(demo.eta),
            topics: demo.topics,
            seed: 4,
            em: Default::default(),
            parallel: Default::default(),
        };
        Self::of(corpus, kind, settings, sweeps, None)
    }

    /// A corpus that is drawn from the model, whose truth is hidden.
    pub fn drawn(sweeps: u64) -> Self {
        let design = Design::default();
        let truth = design.draw().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let prior = |value, len| -> Prior { PriorSpec::Each(value).resolve("prior", len).unwrap() };
        let priors = (
            prior(design.alpha, design.topics),
            prior(design.eta, design.words),
        );
        for file in drawn::files(&priors.1, false) {
            let mut out = std::fs::File::create(folder.path().join(file)).unwrap();
            drawn::write(file, &truth, (&priors.0, &priors.1), &mut out).unwrap();
        }
        let settings = Settings {
            alpha: PriorSpec::Each(design.alpha),
            eta: PriorSpec::Each(design.eta),
            topics: design.topics,
            seed: 4,
            em: Default::default(),
            parallel: Default::default(),
        };
        let path = folder.path().join(drawn::CORPUS);
        let hidden = Some((design, truth));
        Self::of(
            path.to_str().unwrap(),
            Kind::Collapsed,
            settings,
            sweeps,
            hidden,
        )
    }

    fn of(
        corpus: &str,
        kind: Kind,
        settings: Settings,
        sweeps: u64,
        hidden: Option<(Design, Generated)>,
    ) -> Self {
        let source = Source {
            name: corpus.to_owned(),
            read: ReadOptions::default(),
            build: BuildOptions::default(),
            held_out: None,
        };
        let plan = Plan {
            source,
            kind,
            optimize: Optimize::default(),
            notes: Vec::new(),
            limit: Some(sweeps),
            speed: None,
            chains: 1,
            paused: false,
            settings: Box::new(|_| Ok(settings)),
        };
        let (wake, woken) = unbounded();
        let wake = move || {
            let _ = wake.send(());
        };
        let mut opened = load::open(plan, &AtomicBool::new(false), &|_, _| {}, wake).unwrap();
        if let Some((design, truth)) = hidden {
            opened.explorer.hide(design, truth);
        }
        let start = Start::new(Vec::new()).unwrap();
        let mut stage = Self {
            app: App::new(start, "terminal", SIZE).unwrap(),
            session: opened.session,
            race: None,
            runs: None,
            news: unbounded(),
            woken,
            asked: false,
        };
        stage.session.send(Command::Limit(opened.limit));
        stage.session.send(Command::Resume);
        stage.update(Message::Opened(Box::new(opened.explorer)));
        stage.wait("the end of the run", |app| {
            let latest = app.explorer().and_then(|explorer| explorer.latest());
            latest.is_some_and(|latest| {
                latest.state == RunState::Finished && !latest.topics.is_empty()
            })
        });
        stage
    }

    fn update(&mut self, message: Message) {
        for effect in self.app.update(message) {
            match effect {
                Effect::Send(command) => {
                    self.asked = true;
                    self.session.send(command);
                }
                Effect::Compute(job) => self.update(Message::Terms(job.run())),
                Effect::Race(setup) => self.race = Some(LiveRace::start(*setup, || {})),
                Effect::StartRuns(setup) => {
                    let (sender, of) = (self.news.0.clone(), Arc::clone(&setup));
                    let tell = move |news| {
                        let _ = sender.send((Arc::clone(&of), news));
                    };
                    self.runs = Some(Runs::start(setup, None, 1, tell));
                }
                Effect::FollowRuns(plan) => {
                    if let Some(runs) = &self.runs {
                        runs.follow(plan.as_ref());
                    }
                }
                Effect::Study(study) => {
                    let (to, copies) = bounded(1);
                    self.session.send(Command::Copy(to));
                    let (to, draws) = bounded(1);
                    self.session.send(Command::Draws(to));
                    let (to, gathered) = bounded(1);
                    self.session.send(Command::Gathered(to));
                    let inputs = Inputs {
                        fitted: Arc::new(copies.recv().unwrap()),
                        draws: draws.recv().unwrap(),
                        sisters: Vec::new(),
                        gathered: gathered.recv().ok(),
                    };
                    let corpus = Arc::clone(study.corpus());
                    let studied = study.run(Some(inputs));
                    self.update(Message::Studied(Box::new(studied)));
                    self.update(Message::Rested(corpus));
                }
                _ => {}
            }
        }
    }

    /// Hears what there is to be heard, or waits so long for it.
    pub fn listen(&mut self, patience: Duration) -> bool {
        let told = self.woken.recv_timeout(patience).is_ok();
        while self.woken.try_recv().is_ok() {}
        let update = self.session.take();
        self.update(Message::Worker(update));
        if let Some(race) = &self.race {
            let news = race.take();
            self.update(Message::Race(news));
        }
        while let Ok((setup, news)) = self.news.1.try_recv() {
            self.update(Message::Run(setup, news));
        }
        told
    }

    #[track_caller]
    pub fn wait(&mut self, what: &str, is: impl Fn(&App) -> bool) {
        let start = Instant::now();
        while !is(&self.app) {
            self.listen(QUIET);
            assert!(start.elapsed() < Duration::from_secs(300), "no {what}");
        }
    }

    /// Waits until what was asked is answered.
    pub fn settle(&mut self) {
        while std::mem::take(&mut self.asked) {
            self.listen(ANSWER);
            while self.listen(QUIET) {}
        }
    }

    pub fn press(&mut self, code: KeyCode) {
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        self.update(Message::Key(key));
        self.settle();
    }

    pub fn type_in(&mut self, key: char) {
        self.press(KeyCode::Char(key));
    }

    pub fn rows(&self) -> Vec<Row> {
        let mut terminal = Terminal::new(TestBackend::new(SIZE.0, SIZE.1)).unwrap();
        let frame = terminal.draw(|frame| draw::draw(&self.app, frame)).unwrap();
        let buffer = frame.buffer;
        let row = |y: u16| {
            let first = |x| buffer[(x, y)].symbol().chars().next().unwrap_or(' ');
            (0..buffer.area.width).map(first).collect()
        };
        (0..buffer.area.height).map(row).collect()
    }

    /// The same of an overlay that leaves something of what is below it to be seen.
    pub fn look_into(&self, screen: &str, title: &str, labels: &[Label], left: &mut Vec<String>) {
        let entries = of(&self.app);
        let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
        let rows = inside(&self.rows(), title);
        left.extend(unclaimed(screen, &rows, &names, labels));
    }

    /// Looks at the screen as it is.
    pub fn look(&self, screen: &str, labels: &[Label], left: &mut Vec<String>) {
        let entries = of(&self.app);
        let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
        left.extend(unclaimed(screen, &self.rows(), &names, labels));
    }
}
