//! The state of the whole screen, and what may happen to it.
//!
//! Events become [`Message`]s; [`App::update`] changes the state and answers with
//! [`Effect`]s, which the loop carries out. Nothing in here touches a terminal,
//! a file or a thread.

mod overlays;

use super::explorer::Explorer;
use super::keymap::{Action, Context, Keymap};
use super::layout::Places;
use super::lesson::Playing;
pub use super::message::{Effect, Message, Outcome};
use super::overlay::Overlay;
use super::panes::{document, help::Sheet};
use super::picture::Picture;
use super::presenter::Presenter;
use super::prompt::{Prompt, Purpose, Typed};
use super::start::Start;
use super::theme::Theme;
use crate::session::{Command, Interest};
use ratatui::crossterm::event::{KeyEvent, KeyEventKind, MouseEvent};
use std::path::PathBuf;

/// The screen below the overlays.
#[derive(Debug)]
pub enum Screen {
    /// Choosing a corpus.
    Start,
    /// Reading it.
    Loading {
        /// Its name.
        name: String,
        /// Bytes read so far.
        read: u64,
        /// Of so many, where that is known.
        total: Option<u64>,
    },
    /// The explorer.
    Explorer(Box<Explorer>),
}

/// The state of the whole screen.
#[derive(Debug)]
pub struct App {
    /// What lies below.
    pub screen: Screen,
    /// What lies above.
    pub overlays: Vec<Overlay>,
    /// The start screen, also while another one shows.
    pub start: Start,
    /// The keys.
    pub keymap: Keymap,
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    /// The last line for the user; a key takes it away.
    pub notice: Option<String>,
    /// The lesson that is on.
    pub lesson: Option<Box<Playing>>,
    /// The language of lessons that are started on the screen.
    pub language: String,
    /// The screen as it was when a picture of it was asked for.
    pub picture: Option<Picture>,
    /// Large panes, and the keys that were pressed.
    pub presenter: Presenter,
    /// The file that the screen is recorded to.
    pub recording: Option<PathBuf>,
    themes: Vec<Theme>,
    theme: usize,
    mouse: bool,
    /// What the worker was asked for last.
    wanted: Option<Interest>,
}

impl App {
    /// The start screen; `theme` names a theme.
    ///
    /// # Errors
    /// A sentence when an asset of the program is damaged.
    pub fn new(start: Start, theme: &str, size: (u16, u16)) -> Result<Self, String> {
        let theme = super::theme::find(theme)?;
        let themes = super::theme::themes()?;
        Ok(Self {
            screen: Screen::Start,
            overlays: Vec::new(),
            start,
            keymap: Keymap::load()?,
            size,
            notice: None,
            lesson: None,
            language: "en".into(),
            picture: None,
            presenter: Presenter::default(),
            recording: None,
            themes,
            theme,
            mouse: true,
            wanted: None,
        })
    }

    /// The theme in use.
    pub fn theme(&self) -> &Theme {
        &self.themes[self.theme]
    }

    /// The explorer, when it is on the screen.
    pub fn explorer(&self) -> Option<&Explorer> {
        match &self.screen {
            Screen::Explorer(explorer) => Some(explorer),
            _ => None,
        }
    }

    /// Whether a search is under way.
    pub fn is_searching(&self) -> bool {
        self.explorer().is_some_and(Explorer::is_searching)
    }

    /// Where keys are looked up.
    pub fn contexts(&self) -> Vec<Context> {
        let own = self.overlays.iter().rev().find_map(Overlay::context);
        if let Some(own) = own {
            return vec![own, Context::Anywhere];
        }
        match &self.screen {
            Screen::Explorer(explorer) if self.lesson.is_some() => {
                let mut contexts = explorer.contexts();
                contexts.insert(0, Context::Lesson);
                contexts
            }
            Screen::Explorer(explorer) => explorer.contexts(),
            Screen::Start => vec![Context::Start, Context::Anywhere],
            Screen::Loading { .. } => vec![Context::Anywhere],
        }
    }

    /// Takes a message and says what is to be done.
    pub fn update(&mut self, message: Message) -> Vec<Effect> {
        let mut effects = self.react(message);
        effects.extend(self.go_on_with_lesson());
        if let Screen::Explorer(explorer) = &mut self.screen {
            explorer.presenting = self.presenter.on;
            explorer.learning = self.lesson.is_some();
        }
        let painted = self.explorer().map(Explorer::painted).unwrap_or_default();
        for theme in &mut self.themes {
            theme.paint(&painted);
        }
        effects.extend(self.look());
        if let Screen::Explorer(explorer) = &mut self.screen {
            effects.extend(explorer.start_sisters());
            effects.extend(explorer.study().map(Effect::Study));
        }
        effects
    }

    /// Tells the worker when the panes on the screen want other things than before.
    fn look(&mut self) -> Option<Effect> {
        let wanted = self
            .explorer()
            .map(|explorer| Places::interest(explorer, self.stage()));
        if wanted == self.wanted {
            return None;
        }
        self.wanted.clone_from(&wanted);
        wanted.map(|interest| Effect::Send(Command::Look(interest)))
    }

    fn react(&mut self, message: Message) -> Vec<Effect> {
        match message {
            Message::Key(key) if key.kind != KeyEventKind::Release => return self.key(key),
            Message::Key(_) => {}
            Message::Mouse(event) => return self.mouse(event),
            Message::Paste(text) => self.paste(&text),
            Message::Resize(columns, rows) => self.size = (columns, rows),
            Message::Worker(update) => {
                if let Screen::Explorer(explorer) = &mut self.screen {
                    self.notice = explorer.take(update).or(self.notice.take());
                }
            }
            Message::Race(news) => {
                if let Screen::Explorer(explorer) = &mut self.screen {
                    let outcome = explorer.take_race(news);
                    return self.carry(outcome);
                }
            }
            Message::Terms(computed) => {
                if let Screen::Explorer(explorer) = &mut self.screen {
                    explorer.take_terms(computed);
                }
            }
            Message::Studied(studied) => {
                if let Screen::Explorer(explorer) = &mut self.screen {
                    explorer.take_study(*studied);
                }
            }
            Message::Sisters(news) => {
                if let Screen::Explorer(explorer) = &mut self.screen {
                    explorer.take_sisters(news);
                }
            }
            Message::Run(setup, news) => {
                if let Screen::Explorer(explorer) = &mut self.screen {
                    explorer.take_run(&setup, news);
                }
            }
            Message::Rested(corpus) => {
                if let Screen::Explorer(explorer) = &mut self.screen {
                    explorer.rested(&corpus);
                }
            }
            Message::Progress(bytes, of) => {
                if let Screen::Loading { read, total, .. } = &mut self.screen {
                    (*read, *total) = (bytes, of);
                }
            }
            Message::Opened(explorer) => {
                self.notice = explorer.first_notice();
                self.wanted = None;
                self.screen = Screen::Explorer(explorer);
                if let Some(playing) = &mut self.lesson {
                    playing.opened();
                }
            }
            Message::Refused(reason) => {
                self.start.error = Some(reason);
                self.screen = Screen::Start;
                self.lesson = None;
            }
            Message::Text(name, text) => {
                if let Screen::Explorer(explorer) = &mut self.screen {
                    explorer.read_text(name, &text);
                }
            }
            Message::Measured(measured) => return self.take_measured(*measured),
            Message::Say(text) => self.notice = Some(text),
            Message::SearchOn => {
                if let Screen::Explorer(explorer) = &mut self.screen {
                    self.notice = None;
                    let outcome = explorer.search_on();
                    self.settle_scroll();
                    return self.carry(outcome);
                }
            }
            Message::PictureThere(file) => {
                self.ask_again(Purpose::ReplacePicture, "picture", &file);
            }
            Message::RecordingThere(file) => {
                self.ask_again(Purpose::ReplaceRecording, "record to", &file);
            }
            Message::Occupied(folder) => self.ask_again(Purpose::Overwrite, "folder", &folder),
            Message::Recording(file) => self.recording = Some(file),
            Message::RecordingEnded(reason) => {
                self.recording = None;
                self.notice = Some(reason);
            }
        }
        Vec::new()
    }

    fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        self.notice = None;
        self.watch(key);
        if let Some(Overlay::Prompt(prompt)) = self.overlays.last_mut() {
            match prompt.key(key) {
                Typed::More => {}
                Typed::Cancelled => {
                    self.overlays.pop();
                }
                Typed::Done => return self.typed(),
            }
            return Vec::new();
        }
        if let Some(effects) = self.type_answer(key) {
            return effects;
        }
        match self.keymap.action(&self.contexts(), key) {
            Some(action) => self.act(action),
            None => {
                self.notice = Some("that key does nothing here: ? shows the keys".into());
                Vec::new()
            }
        }
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Quit => return vec![Effect::Quit],
            Action::Suspend => return vec![Effect::Suspend],
            Action::Theme => {
                self.theme = (self.theme + 1) % self.themes.len();
                self.notice = Some(format!("theme {}", self.theme().name));
                return Vec::new();
            }
            Action::Picture => {
                let picture = Picture::of(self);
                let help = "a file for the picture: SVG, or plain text where it ends in .txt";
                let prompt = Prompt::new(Purpose::Picture, "picture", help, &picture.file);
                self.picture = Some(picture);
                self.overlays.push(Overlay::Prompt(prompt));
                return Vec::new();
            }
            Action::Present | Action::Record => return self.act_for_class(action),
            Action::Mouse => {
                self.mouse = !self.mouse;
                let state = if self.mouse {
                    "on"
                } else {
                    "off: the terminal selects text"
                };
                self.notice = Some(format!("mouse {state}"));
                return vec![Effect::Mouse(self.mouse)];
            }
            _ => {}
        }
        let page = usize::from(self.stage().1.saturating_sub(8)).max(1);
        let rows = self.canvas().1;
        let sheet = self.overlays.last().and_then(|o| Sheet::of(self, o));
        let last = sheet.map_or(0, |sheet| sheet.last(rows));
        if let Some(overlay) = self.overlays.last_mut() {
            if overlay.takes(action, page, last) {
                return Vec::new();
            }
            if let Some(effects) = self.act_on_lesson_overlay(action) {
                return effects;
            }
            if let Some(outcome) = self.act_on_overlay(action, page) {
                return self.carry(outcome);
            }
            // A key that only takes an overlay away does nothing below another.
            if !self.overlays.is_empty() {
                return Vec::new();
            }
            if matches!(
                action,
                Action::Back | Action::Help | Action::Explain | Action::Report
            ) {
                return Vec::new();
            }
        }
        if action == Action::Help {
            self.overlays.push(Overlay::Help { scroll: 0 });
            return Vec::new();
        }
        if let Some(effects) = self.act_on_lesson(action) {
            return effects;
        }
        match (&mut self.screen, action) {
            (Screen::Explorer(_), Action::StartScreen) => {
                self.screen = Screen::Start;
                self.lesson = None;
                vec![Effect::Close]
            }
            (Screen::Explorer(explorer), action) => {
                let outcome = explorer.act(action, page);
                self.settle_scroll();
                self.carry(outcome)
            }
            (Screen::Loading { .. }, Action::Back) => {
                self.screen = Screen::Start;
                self.lesson = None;
                vec![Effect::Cancel]
            }
            (Screen::Loading { .. }, _) => Vec::new(),
            (Screen::Start, Action::Accept) => match self.start.chosen() {
                Some(name) => self.open(name),
                None => Vec::new(),
            },
            (Screen::Start, Action::OpenPath) => {
                let help = "a file, a folder, or the name of a bundled corpus";
                self.carry(Outcome::ask(Prompt::new(Purpose::Path, "path", help, "")))
            }
            (Screen::Start, action) => {
                self.start.act(action, page);
                Vec::new()
            }
        }
    }

    /// Starts reading a corpus.
    pub fn open(&mut self, name: String) -> Vec<Effect> {
        self.start.error = None;
        self.screen = Screen::Loading {
            name: name.clone(),
            read: 0,
            total: None,
        };
        vec![Effect::Open(name)]
    }

    fn mouse(&mut self, event: MouseEvent) -> Vec<Effect> {
        if !self.overlays.is_empty() {
            return Vec::new();
        }
        let size = self.stage();
        let outcome = match &mut self.screen {
            Screen::Explorer(explorer) => super::mouse::explorer(explorer, event, size),
            Screen::Start => return super::mouse::start(self, event),
            Screen::Loading { .. } => Outcome::default(),
        };
        self.settle_scroll();
        self.carry(outcome)
    }

    /// The text of a document scrolls to what should be seen of it, and to its last line and
    /// no further, or the way back would begin with keys that seem to do nothing.
    fn settle_scroll(&mut self) {
        let stage = self.stage();
        let theme = &self.themes[self.theme];
        let Screen::Explorer(explorer) = &mut self.screen else {
            return;
        };
        let Some(area) = Places::of(explorer, stage).document else {
            return;
        };
        if let Some(atom) = explorer.reading.wanted.take() {
            explorer.reading.scroll = document::line_of(explorer, atom, area, theme);
        }
        if explorer.reading.scroll > 0 {
            let last = document::last(explorer, area, theme);
            explorer.reading.scroll = explorer.reading.scroll.min(last);
        }
    }

    pub(super) fn carry(&mut self, outcome: Outcome) -> Vec<Effect> {
        if outcome.say.is_some() {
            self.notice = outcome.say;
        }
        self.overlays.extend(outcome.open);
        let draws = |effect: &Effect| matches!(effect, Effect::OpenDrawn(_));
        if outcome.effects.iter().any(draws) {
            self.screen = Screen::Loading {
                name: "a corpus that is drawn".to_owned(),
                read: 0,
                total: None,
            };
        }
        outcome.effects
    }
}
