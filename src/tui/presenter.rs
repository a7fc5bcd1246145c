//! For the class: large panes for a projector, the keys that were pressed, and recording.

use super::app::{App, Effect, Screen};
use super::explorer::{Explorer, Parameter};
use super::keymap::{Action, Binding, Context, shown};
use super::overlay::Overlay;
use super::picture::stem;
use super::prompt::{Prompt, Purpose};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use std::path::{Path, PathBuf};

/// Keys that are kept.
pub const KEPT: usize = 3;
/// From so many rows on, rows are set apart for the keys; below, the last key stands in the
/// last line.
const ROWS_OF_THEIR_OWN: u16 = 20;
/// From so many rows on, each of them has a row.
const A_ROW_EACH: u16 = 36;
/// From so many rows on in a pane, its lines stand apart.
const APART: usize = 12;
/// No line of a list takes more rows.
const MOST: usize = 4;

/// A key that was pressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pressed {
    /// Its name.
    pub key: String,
    /// What it did, in the words of the help.
    pub did: String,
}

/// The presenter's own state.
#[derive(Debug, Default)]
pub struct Presenter {
    /// Whether it is on.
    pub on: bool,
    /// The last keys, the latest first.
    pub pressed: Vec<Pressed>,
}

impl Presenter {
    /// Rows at the bottom of a screen of this height that are set apart for keys.
    pub fn rows(&self, height: u16) -> u16 {
        if !self.on || height < ROWS_OF_THEIR_OWN {
            0
        } else if height < A_ROW_EACH {
            2
        } else {
            KEPT as u16
        }
    }

    /// The screen without those rows.
    pub fn stage(&self, area: Rect) -> Rect {
        Rect {
            height: area.height - self.rows(area.height),
            ..area
        }
    }

    fn keep(&mut self, pressed: Pressed) {
        self.pressed.insert(0, pressed);
        self.pressed.truncate(KEPT);
    }
}

/// Rows for each line of a list of `len` lines in a pane of so many rows: more than one where
/// there is room, also when then fewer lines are seen.
pub fn stride(explorer: &Explorer, rows: usize, len: usize) -> usize {
    match explorer.presenting && rows >= APART {
        true => (rows / len.max(1)).clamp(2, MOST),
        false => 1,
    }
}

/// The lines of a list that are read from afar, of so many.
pub fn lines(explorer: &Explorer, n: usize) -> usize {
    const FEW: usize = 12;
    if explorer.presenting { n.min(FEW) } else { n }
}

/// The words that are read from afar, of so many that there is room for.
pub fn words(explorer: &Explorer, n: usize) -> usize {
    const FEW: usize = 6;
    if explorer.presenting { n.min(FEW) } else { n }
}

impl App {
    /// Columns and rows for everything but the keys of the presenter.
    pub fn canvas(&self) -> (u16, u16) {
        let (columns, rows) = self.size;
        (columns, rows - self.presenter.rows(rows))
    }

    /// Keeps a key that was pressed, with what it is going to do.
    pub(super) fn watch(&mut self, key: KeyEvent) {
        let did = match self.overlays.last() {
            // What is typed is seen where it is typed.
            Some(Overlay::Prompt(_)) => match key.code {
                KeyCode::Enter => "takes what was typed".to_owned(),
                KeyCode::Esc => "leaves it".to_owned(),
                _ => return,
            },
            _ => match self.keymap.binding(&self.contexts(), key) {
                Some(binding) => self.meaning(binding),
                None => "does nothing here".to_owned(),
            },
        };
        let key = name(key);
        self.presenter.keep(Pressed { key, did });
    }

    /// What a key does, with the name of the parameter that it changes.
    fn meaning(&self, binding: &Binding) -> String {
        let picked = self
            .explorer()
            .map(|explorer| match explorer.tuning.picked {
                Parameter::Alpha => "α",
                Parameter::Eta => "η",
                Parameter::Topics => "K",
            });
        match (binding.when, binding.action, picked) {
            (Context::Explorer, Action::Increase, Some(name)) => format!("more of {name}"),
            (Context::Explorer, Action::Decrease, Some(name)) => format!("less of {name}"),
            _ => binding.help.clone(),
        }
    }

    /// Switches the presenter on or off, and recording.
    pub(super) fn act_for_class(&mut self, action: Action) -> Vec<Effect> {
        if action == Action::Present {
            self.presenter.on = !self.presenter.on;
            let state = if self.presenter.on { "on" } else { "off" };
            self.notice = Some(format!("presenter mode {state}"));
            return Vec::new();
        }
        match self.recording.take() {
            Some(file) => {
                self.notice = Some(format!("recorded to {}", file.display()));
                vec![Effect::StopRecording]
            }
            None => {
                let name = self.explorer().map_or("gibbscope", |e| e.name.as_str());
                let help =
                    "a file for what is seen from now on, for asciinema play; ctrl-r ends it";
                let name = stem(name) + ".cast";
                let prompt = Prompt::new(Purpose::Recording, "record to", help, &name);
                self.overlays.push(Overlay::Prompt(prompt));
                Vec::new()
            }
        }
    }

    /// What a recording that starts now shows, in a few words.
    pub fn recording_title(&self) -> String {
        match &self.screen {
            Screen::Explorer(explorer) => title(&explorer.name),
            _ => title(""),
        }
    }

    /// Asks again for a file that is there already.
    pub(super) fn ask_again(&mut self, purpose: Purpose, label: &str, file: &Path) {
        let help = match purpose {
            Purpose::Overwrite => "it holds results already: ⏎ overwrites them, or type another",
            _ => "it is there already: ⏎ replaces it, or type another",
        };
        let name = file.display().to_string();
        let prompt = Prompt::new(purpose, label, help, &name);
        self.overlays.push(Overlay::Prompt(prompt));
    }
}

/// The title of a recording of this corpus; of a path, the last part alone.
pub fn title(corpus: &str) -> String {
    let name = Path::new(corpus).file_name();
    match name.map(|name| name.to_string_lossy()) {
        Some(name) if name != "-" => format!("Gibbscope, {}", name.trim_start_matches("demo:")),
        _ => "Gibbscope".to_owned(),
    }
}

/// Takes the name of a file for a picture or a recording.
///
/// # Errors
/// Why it cannot be.
pub fn typed(purpose: Purpose, name: &str) -> Result<Effect, String> {
    let file = PathBuf::from(name);
    if name.is_empty() {
        return Err("type the name of a file".into());
    }
    if file.is_dir() {
        return Err(format!("'{name}' is a folder: name a file in it"));
    }
    let overwrite = matches!(purpose, Purpose::ReplacePicture | Purpose::ReplaceRecording);
    Ok(match purpose {
        Purpose::Recording | Purpose::ReplaceRecording => Effect::Record { file, overwrite },
        _ => Effect::Picture { file, overwrite },
    })
}

/// A key as a user reads it.
fn name(key: KeyEvent) -> String {
    let plain = match key.code {
        KeyCode::Char(' ') => "space".to_owned(),
        KeyCode::Char(c) => c.to_string(),
        KeyCode::F(n) => format!("F{n}"),
        KeyCode::BackTab => "shift-tab".to_owned(),
        // Its name is that of the key map, as far as it has one.
        code => shown(&format!("{code:?}").to_lowercase()).to_owned(),
    };
    match key.modifiers {
        held if held.contains(KeyModifiers::CONTROL) => format!("ctrl-{plain}"),
        held if held.contains(KeyModifiers::ALT) => format!("alt-{plain}"),
        _ => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::app::Message;
    use crate::tui::start::Start;

    fn press(app: &mut App, code: KeyCode) {
        app.update(Message::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    #[test]
    fn the_last_three_keys_are_kept_with_what_they_did() {
        let mut app = App::new(Start::new(Vec::new()).unwrap(), "terminal", (80, 24)).unwrap();
        press(&mut app, KeyCode::Char('W'));
        press(&mut app, KeyCode::Down);
        press(&mut app, KeyCode::Char('&'));
        press(&mut app, KeyCode::Char('o'));
        // What is typed, the key W as well, is no key.
        for c in "We".chars() {
            press(&mut app, KeyCode::Char(c));
        }
        let seen: Vec<(&str, &str)> = app
            .presenter
            .pressed
            .iter()
            .map(|p| (p.key.as_str(), p.did.as_str()))
            .collect();
        assert_eq!(
            seen,
            [
                ("o", "type a path"),
                ("&", "does nothing here"),
                ("↓", "down")
            ]
        );
        press(&mut app, KeyCode::Esc);
        assert_eq!(app.presenter.pressed[0].did, "leaves it");
        assert!(app.presenter.on);
        press(&mut app, KeyCode::Char('W'));
        assert!(!app.presenter.on && app.stage() == (80, 24));
    }

    #[test]
    fn rows_are_set_apart_where_there_are_enough() {
        let mut presenter = Presenter::default();
        assert_eq!(presenter.rows(60), 0);
        presenter.on = true;
        assert_eq!([12, 24, 60].map(|height| presenter.rows(height)), [0, 2, 3]);
    }

    #[test]
    fn keys_have_the_names_of_the_key_map() {
        let named = |code, held| name(KeyEvent::new(code, held));
        let none = KeyModifiers::NONE;
        assert_eq!(named(KeyCode::Enter, none), "⏎");
        assert_eq!(named(KeyCode::PageDown, none), "pagedown");
        assert_eq!(named(KeyCode::Char('r'), KeyModifiers::CONTROL), "ctrl-r");
        assert_eq!(named(KeyCode::Left, none), "←");
        assert_eq!(named(KeyCode::Char('W'), KeyModifiers::SHIFT), "W");
    }

    #[test]
    fn a_title_names_no_folder() {
        assert_eq!(title("/home/ann/secret/posts.csv"), "Gibbscope, posts.csv");
        assert_eq!(title("demo:bars"), "Gibbscope, bars");
        assert_eq!([title("-"), title("")], ["Gibbscope", "Gibbscope"]);
    }
}
