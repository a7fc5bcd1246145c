//! Every number on every screen has an entry on the sheet of that screen.
//!
//! Real sessions are driven by keys, every pane, view and overlay is drawn into a buffer,
//! and each number in it must be claimed by a mark in `labels.ron`: words beside the number,
//! or the head of its column. A mark counts only where its entry is on the sheet. Views come
//! from [`View::ALL`], so a new one is covered from the day it is there.

use super::of;
use crate::corpus::{BuildOptions, ReadOptions, Source};
use crate::engine::{Kind, Optimize, Settings};
use crate::model::PriorSpec;
use crate::session::choose_k::{RunNews, RunSetup, Runs};
use crate::session::race::LiveRace;
use crate::session::{Command, RunState, Session};
use crate::tui::app::{App, Effect, Message};
use crate::tui::draw;
use crate::tui::explorer::views::{Inputs, View};
use crate::tui::load::{self, Plan};
use crate::tui::start::Start;
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use regex::Regex;
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const SIZE: (u16, u16) = (120, 40);
const NUMBER: &str = r"[-−+]?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?";

/// The marks of one entry.
#[derive(Debug, Deserialize)]
struct Label {
    /// How the name of the entry begins; empty for digits that are no figures.
    entry: String,
    /// The screens where they are looked for; on all where it is empty.
    #[serde(default)]
    on: Vec<String>,
    /// Regular expressions in which # is a number; after ↓, that of the head of a column,
    /// which ends where a line has no number in it.
    marks: Vec<String>,
}

fn labels() -> Vec<Label> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/tui/panes/explain/labels.ron"
    );
    ron::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// A line of a screen, a character for each column.
type Row = Vec<char>;

/// Where a regular expression matches, in columns.
fn found(pattern: &str, row: &Row) -> Vec<(usize, usize)> {
    let text: String = row.iter().collect();
    let column = |byte: usize| text[..byte].chars().count();
    let all = Regex::new(pattern).unwrap();
    let spans = all
        .find_iter(&text)
        .map(|m| (column(m.start()), column(m.end())));
    spans.collect()
}

/// Whether a column goes on here: with a number, or with what stands for none.
fn is_cell(row: &Row, (from, to): (usize, usize)) -> bool {
    let cell = &row[from.min(row.len())..to.min(row.len())];
    cell.iter().any(|c| c.is_ascii_digit() || "–·".contains(*c))
}

/// The numbers that no mark claims, each with its line.
fn unclaimed(screen: &str, rows: &[Row], entries: &[&str], labels: &[Label]) -> Vec<String> {
    // (line, from, to) that are claimed.
    let mut claims: Vec<(usize, usize, usize)> = Vec::new();
    let here = |label: &&Label| {
        let shown = label.on.is_empty() || label.on.iter().any(|on| screen.contains(on.as_str()));
        shown && (label.entry.is_empty() || entries.iter().any(|e| e.starts_with(&label.entry)))
    };
    for mark in labels.iter().filter(here).flat_map(|label| &label.marks) {
        match mark.strip_prefix('↓') {
            Some(head) => {
                for (y, row) in rows.iter().enumerate() {
                    for (from, to) in found(head, row) {
                        let span = (from.saturating_sub(1), to + 1);
                        let cells = (y + 1..rows.len()).take_while(|&y| is_cell(&rows[y], span));
                        claims.extend(cells.map(|y| (y, span.0, span.1)));
                    }
                }
            }
            None => {
                let pattern = mark.replace('#', NUMBER);
                for (y, row) in rows.iter().enumerate() {
                    claims.extend(found(&pattern, row).into_iter().map(|(a, b)| (y, a, b)));
                }
            }
        }
    }
    let mut left = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (from, to) in found(NUMBER, row) {
            // Digits in words, as in r0c1.
            let within = from > 0 && row[from - 1].is_alphanumeric();
            let is_claimed =
                |&(line, a, b): &(usize, usize, usize)| line == y && a < to && from < b;
            if !within && !claims.iter().any(is_claimed) {
                let number: String = row[from..to].iter().collect();
                let line: String = row.iter().collect();
                left.push(format!("{screen}: {number} in `{}`", line.trim_end()));
            }
        }
    }
    left
}

/// What a run of some K has to tell, and what all of them have in common.
type News = (Arc<RunSetup>, RunNews);

/// A session with a screen and no terminal.
struct Stage {
    app: App,
    session: Session,
    race: Option<LiveRace>,
    runs: Option<Runs>,
    news: (Sender<News>, Receiver<News>),
}

impl Stage {
    fn new(corpus: &str) -> Self {
        let source = Source {
            name: corpus.to_owned(),
            read: ReadOptions::default(),
            build: BuildOptions::default(),
            held_out: None,
        };
        let demo = Source::demo(corpus).unwrap().settings;
        let settings = Settings {
            alpha: PriorSpec::Each(demo.alpha),
            eta: PriorSpec::Each(demo.eta),
            topics: demo.topics,
            seed: 4,
            em: Default::default(),
            parallel: Default::default(),
        };
        let plan = Plan {
            source,
            kind: Kind::Collapsed,
            optimize: Optimize::default(),
            notes: Vec::new(),
            limit: Some(60),
            speed: None,
            chains: 1,
            paused: false,
            settings: Box::new(|_| Ok(settings)),
        };
        let opened = load::open(plan, &AtomicBool::new(false), &|_, _| {}, || {}).unwrap();
        let start = Start::new(Vec::new()).unwrap();
        let mut stage = Self {
            app: App::new(start, "terminal", SIZE).unwrap(),
            session: opened.session,
            race: None,
            runs: None,
            news: unbounded(),
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
                Effect::Send(command) => self.session.send(command),
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

    fn listen(&mut self) {
        std::thread::sleep(Duration::from_millis(20));
        let update = self.session.take();
        self.update(Message::Worker(update));
        if let Some(race) = &self.race {
            let news = race.take();
            self.update(Message::Race(news));
        }
        while let Ok((setup, news)) = self.news.1.try_recv() {
            self.update(Message::Run(setup, news));
        }
    }

    #[track_caller]
    fn wait(&mut self, what: &str, is: impl Fn(&App) -> bool) {
        let start = Instant::now();
        while !is(&self.app) {
            self.listen();
            assert!(start.elapsed() < Duration::from_secs(300), "no {what}");
        }
    }

    fn press(&mut self, code: KeyCode) {
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        self.update(Message::Key(key));
        for _ in 0..6 {
            self.listen();
        }
    }

    fn type_in(&mut self, key: char) {
        self.press(KeyCode::Char(key));
    }

    fn rows(&self) -> Vec<Row> {
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
    fn look_into(&self, screen: &str, title: &str, labels: &[Label], left: &mut Vec<String>) {
        let entries = of(&self.app);
        let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
        let rows = inside(&self.rows(), title);
        left.extend(unclaimed(screen, &rows, &names, labels));
    }

    /// Looks at the screen as it is.
    fn look(&self, screen: &str, labels: &[Label], left: &mut Vec<String>) {
        let entries = of(&self.app);
        let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
        left.extend(unclaimed(screen, &self.rows(), &names, labels));
    }
}

/// The rows inside the frame with this title.
fn inside(rows: &[Row], title: &str) -> Vec<Row> {
    let frame = (rows.iter().enumerate())
        .find_map(|(y, row)| Some((y, *found(&format!("┌ {title}[^┐]*┐"), row).first()?)));
    let (top, (from, to)) = frame.unwrap();
    let cut = rows[top..].iter().map(|row| row[from..to].to_vec());
    cut.take_while(|row| row[0] != '└').collect()
}

/// Every pane, every view with its parts, every overlay with figures.
fn everything(corpus: &str) -> Vec<String> {
    let labels = labels();
    let mut left = Vec::new();
    let mut stage = Stage::new(corpus);
    stage.press(KeyCode::Enter);
    for (key, pane) in [('1', "trace"), ('2', "topics"), ('3', "document")] {
        stage.type_in(key);
        stage.look(pane, &labels, &mut left);
    }
    stage.type_in('u');
    stage.look("document, raw", &labels, &mut left);
    stage.type_in('4');
    for _ in 0..6 {
        stage.look("list", &labels, &mut left);
        stage.type_in('o');
    }
    for view in View::ALL {
        let key = view.name().chars().next().unwrap();
        stage.type_in(key);
        if view == View::ChooseK {
            stage.press(KeyCode::Enter);
            let runs = |app: &App| {
                let explorer = app.explorer().unwrap();
                explorer.views.choose_k.progress().0 >= 1
            };
            stage.wait("runs", runs);
        }
        if view == View::Exact {
            // What is counted is counted while sweeps run.
            stage.session.send(Command::Steps(20));
            stage.listen();
        }
        for part in 0..3 {
            let screen = format!("{} ({part})", view.name());
            stage.look(&screen, &labels, &mut left);
            stage.press(KeyCode::Tab);
        }
        stage.press(KeyCode::Esc);
        // What runs beside ends.
        stage.runs = None;
    }
    stage.type_in('l');
    stage.look_into("report", "what was loaded", &labels, &mut left);
    stage.press(KeyCode::Esc);
    stage.type_in('v');
    stage.look("terms", &labels, &mut left);
    stage.press(KeyCode::Tab);
    stage.look("terms, LSI", &labels, &mut left);
    stage.press(KeyCode::Esc);
    stage.type_in('r');
    stage.press(KeyCode::Enter);
    stage.wait("race", |app| {
        let race = app.explorer().unwrap().race.as_ref();
        race.is_some_and(|race| race.is_over() || race.progress() > 0.02)
    });
    stage.look("race", &labels, &mut left);
    left.sort();
    left.dedup();
    left
}

#[test]
fn every_number_on_every_screen_is_explained() {
    let left = [everything("toy"), everything("newsroom")].concat();
    assert!(
        left.is_empty(),
        "{} numbers without an entry (or without a mark of it in labels.ron):\n{}",
        left.len(),
        left.join("\n")
    );
}

#[test]
fn a_number_that_nobody_explains_is_found() {
    let labels = labels();
    let stage = Stage::new("toy");
    let mut rows = stage.rows();
    let entries = of(&stage.app);
    let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
    let before = unclaimed("topics", &rows, &names, &labels);
    // A figure of a new kind, and one whose entry has gone.
    rows.push(" surprise 4711 ".chars().collect());
    let found = unclaimed("topics", &rows, &names, &labels);
    assert_eq!(found.len(), before.len() + 1);
    assert!(found.last().unwrap().contains("4711"));
    rows.pop();
    let fewer: Vec<&str> = names.into_iter().filter(|name| *name != "seed").collect();
    let found = unclaimed("topics", &rows, &fewer, &labels);
    assert!(found.len() > before.len(), "the seed is on the first line");
}

#[test]
fn the_number_under_attention_comes_first() {
    let mut stage = Stage::new("newsroom");
    let first = |stage: &Stage| of(&stage.app)[0].name;
    stage.type_in('5');
    assert_eq!(first(&stage), "share");
    stage.press(KeyCode::Right);
    stage.press(KeyCode::Right);
    assert_eq!(first(&stage), "entropy");
    stage.type_in('6');
    stage.press(KeyCode::Tab);
    assert_eq!(first(&stage), "p(k|v), smoothed");
    stage.press(KeyCode::Tab);
    assert_eq!(first(&stage), "log₂ ratio");
    stage.press(KeyCode::Esc);
    stage.type_in('v');
    stage.type_in('i');
    assert_eq!(first(&stage), "weight");
    let lies: Vec<&str> = of(&stage.app).iter().map(|entry| entry.name).collect();
    assert!(lies.contains(&"df, idf") && lies.contains(&"seed"));
}
