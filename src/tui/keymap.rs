//! The keys, read from `assets/keys.ron`: one table for what a key does, for the
//! help and for the hints.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde::Deserialize;
use std::collections::HashMap;

const KEYS: &str = include_str!("../../assets/keys.ron");

/// Where a key works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
pub enum Context {
    /// The start screen.
    Start,
    /// The explorer, whatever pane has the focus.
    Explorer,
    /// The trace has the focus.
    Trace,
    /// The topics have the focus.
    Topics,
    /// The document has the focus.
    Document,
    /// The list of documents is open.
    Documents,
    /// The list of engines is open.
    Engines,
    /// What is raced is being chosen.
    RaceChoice,
    /// A race is shown.
    Race,
    /// TF-IDF or LSI is shown.
    Terms,
    /// A view is open, whichever.
    Views,
    /// The view of the topics is open.
    ViewTopics,
    /// The view of the words is open.
    ViewWords,
    /// The page of a word.
    WordPage,
    /// The view of groups is open.
    ViewGroups,
    /// The map is open.
    ViewMap,
    /// The comparison is open.
    ViewCompare,
    /// The view of the chains is open.
    ViewChains,
    /// The view of the runs of several K is open.
    ViewChooseK,
    /// One token is shown.
    ViewToken,
    /// What is done with a document is shown in place of one token.
    ViewSteps,
    /// Documents × words as dots are shown, or topics as images.
    ViewDots,
    /// The simplex is shown.
    ViewSimplex,
    /// The generative process is open.
    ViewStory,
    /// The model as a picture is open.
    ViewPlates,
    /// The view of exact answers is open.
    ViewExact,
    /// A lesson is on.
    Lesson,
    /// A question of a lesson is open.
    Quiz,
    /// The list of lessons is open.
    Lessons,
    /// Whether a lesson is to be left is asked.
    LeaveLesson,
    /// Everywhere, unless something is being typed.
    Anywhere,
}

impl Context {
    /// How the help calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "on the start screen",
            Self::Explorer => "in the explorer",
            Self::Trace => "in the trace",
            Self::Topics => "in the topics",
            Self::Document => "in the document",
            Self::Documents => "in the list of documents",
            Self::Engines => "in the list of engines",
            Self::RaceChoice => "before a race",
            Self::Race => "in a race",
            Self::Terms => "in TF-IDF and LSI",
            Self::Views => "in a view",
            Self::ViewTopics => "in the view of the topics",
            Self::ViewWords => "in the view of the words",
            Self::WordPage => "on the page of a word",
            Self::ViewGroups => "in the view of groups",
            Self::ViewMap => "in the map",
            Self::ViewCompare => "in the comparison",
            Self::ViewChains => "in the view of the chains",
            Self::ViewChooseK => "in the view that chooses K",
            Self::ViewToken => "in the view of one token",
            Self::ViewSteps => "there, where no topic is drawn",
            Self::ViewDots => "in the view of the dots",
            Self::ViewSimplex => "in the simplex",
            Self::ViewStory => "in the generative process",
            Self::ViewPlates => "in the picture of the model",
            Self::ViewExact => "in the exact answers",
            Self::Lesson => "in a lesson",
            Self::Quiz => "in a question of a lesson",
            Self::Lessons => "in the list of lessons",
            Self::LeaveLesson => "before a lesson is left",
            Self::Anywhere => "everywhere",
        }
    }
}

/// What a key can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[allow(missing_docs, reason = "assets/keys.ron says what each of them does")]
pub enum Action {
    TogglePause,
    Step,
    RunSweeps,
    Speed,
    Reset,
    PickAlpha,
    PickEta,
    PickTopics,
    Decrease,
    Increase,
    TypeValue,
    Growth,
    Engine,
    FitAlpha,
    FitEta,
    NextPane,
    PreviousPane,
    Trace,
    Topics,
    Document,
    Documents,
    Zoom,
    Search,
    NextMatch,
    PreviousMatch,
    NextDocument,
    PreviousDocument,
    Freeze,
    Text,
    Explain,
    Report,
    Marks,
    Tail,
    Unit,
    Sort,
    TopicDocuments,
    Passages,
    Nearest,
    Shares,
    Filter,
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
    Save,
    StartScreen,
    Race,
    NewRace,
    StopRace,
    Toggle,
    Terms,
    ViewTopics,
    ViewWords,
    ViewGroups,
    ViewMap,
    ViewCompare,
    ViewChains,
    ViewChooseK,
    ViewToken,
    NextToken,
    NextChange,
    DocumentEnd,
    LastDraw,
    Predict,
    ViewDots,
    ViewSimplex,
    PageLeft,
    PageRight,
    ViewStory,
    Infer,
    ViewPlates,
    ShuffleWords,
    ShuffleDocuments,
    ViewExact,
    ChooseTopics,
    StopRuns,
    Label,
    Note,
    Colour,
    Chains,
    KeepBase,
    OpenBase,
    Reverse,
    Lessons,
    LessonNext,
    LessonBack,
    LessonLeave,
    LessonDown,
    LessonUp,
    Accept,
    OpenPath,
    Help,
    Theme,
    Mouse,
    Picture,
    Present,
    Record,
    Suspend,
    Back,
    Quit,
}

/// One line of the table.
#[derive(Debug, Clone, Deserialize)]
pub struct Binding {
    keys: Vec<String>,
    /// Where it works.
    pub when: Context,
    /// What it does.
    pub action: Action,
    /// What the help says.
    pub help: String,
    /// The word for the last line of the screen.
    #[serde(default)]
    pub hint: Option<String>,
}

impl Binding {
    /// The keys as a user reads them.
    pub fn keys(&self) -> String {
        let shown: Vec<&str> = self.keys.iter().map(|key| shown(key)).collect();
        shown.join(" ")
    }

    /// The first of the keys, as a user reads it.
    pub fn key(&self) -> &str {
        self.keys.first().map_or("", |key| shown(key))
    }
}

/// The name of a key as a user reads it.
pub(super) fn shown(key: &str) -> &str {
    match key {
        "left" => "←",
        "right" => "→",
        "up" => "↑",
        "down" => "↓",
        "enter" => "⏎",
        "backspace" => "⌫",
        other => other,
    }
}

type Key = (KeyCode, KeyModifiers);

/// The table, ready for looking up.
#[derive(Debug)]
pub struct Keymap {
    bindings: Vec<Binding>,
    /// The line of each key.
    table: HashMap<(Context, Key), usize>,
}

impl Keymap {
    /// Reads the table that comes with the program.
    ///
    /// # Errors
    /// A sentence that names the key or the line that is wrong.
    pub fn load() -> Result<Self, String> {
        let bindings: Vec<Binding> =
            ron::from_str(KEYS).map_err(|e| format!("assets/keys.ron: {e}"))?;
        let mut table = HashMap::new();
        for (line, binding) in bindings.iter().enumerate() {
            for name in &binding.keys {
                let key = parse(name).ok_or_else(|| format!("assets/keys.ron: no key '{name}'"))?;
                if table.insert((binding.when, key), line).is_some() {
                    return Err(format!("assets/keys.ron: '{name}' is there twice"));
                }
            }
        }
        Ok(Self { bindings, table })
    }

    /// What a key does in these contexts, the first first.
    pub fn action(&self, contexts: &[Context], key: KeyEvent) -> Option<Action> {
        self.binding(contexts, key).map(|binding| binding.action)
    }

    /// The line of a key in these contexts, the first first.
    pub fn binding(&self, contexts: &[Context], key: KeyEvent) -> Option<&Binding> {
        let plain = normal(key);
        let line = contexts
            .iter()
            .find_map(|context| self.table.get(&(*context, plain)))?;
        self.bindings.get(*line)
    }

    /// The key of an action with its word for the last line.
    pub fn hint_of(&self, action: Action) -> Option<String> {
        let binding = self.bindings.iter().find(|b| b.action == action)?;
        Some(format!("{} {}", binding.key(), binding.hint.as_deref()?))
    }

    /// The first key of a line that has not got another meaning in a lesson, as a user reads
    /// it; `None` where the lesson has taken all of them.
    pub fn key_in_lesson<'a>(&self, binding: &'a Binding) -> Option<&'a str> {
        let free = |name: &&String| {
            parse(name).is_some_and(|key| !self.table.contains_key(&(Context::Lesson, key)))
        };
        let own = binding.when == Context::Lesson;
        let found = binding.keys.iter().find(|name| own || free(name));
        found.map(|name| shown(name))
    }

    /// All lines, in their order.
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// Lines with a hint that work in these contexts, a pane's own first.
    pub fn hints<'a>(&'a self, contexts: &'a [Context]) -> impl Iterator<Item = &'a Binding> {
        contexts.iter().flat_map(|context| {
            self.bindings
                .iter()
                .filter(|b| b.when == *context && b.hint.is_some())
        })
    }
}

/// Shift is part of a character, and of BackTab, already.
fn normal(key: KeyEvent) -> Key {
    match key.code {
        KeyCode::Char(_) | KeyCode::BackTab => (key.code, key.modifiers - KeyModifiers::SHIFT),
        code => (code, key.modifiers),
    }
}

fn parse(name: &str) -> Option<Key> {
    let (modifiers, name) = match name.strip_prefix("ctrl-") {
        Some(rest) => (KeyModifiers::CONTROL, rest),
        None => (KeyModifiers::NONE, name),
    };
    let code = match name {
        "space" => KeyCode::Char(' '),
        "tab" => KeyCode::Tab,
        "shift-tab" => KeyCode::BackTab,
        "enter" => KeyCode::Enter,
        "backspace" => KeyCode::Backspace,
        "esc" => KeyCode::Esc,
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "pageup" => KeyCode::PageUp,
        "pagedown" => KeyCode::PageDown,
        "home" => KeyCode::Home,
        "end" => KeyCode::End,
        "f1" => KeyCode::F(1),
        one => {
            let mut chars = one.chars();
            let (first, rest) = (chars.next()?, chars.next());
            rest.is_none().then_some(KeyCode::Char(first))?
        }
    };
    Some((code, modifiers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_loads_and_a_panes_own_key_comes_first() {
        let keymap = Keymap::load().unwrap();
        let press = |code| KeyEvent::new(code, KeyModifiers::NONE);
        let contexts = [Context::Documents, Context::Explorer, Context::Anywhere];
        assert_eq!(
            keymap.action(&contexts, press(KeyCode::Enter)),
            Some(Action::Accept)
        );
        assert_eq!(
            keymap.action(&contexts[1..], press(KeyCode::Enter)),
            Some(Action::Zoom)
        );
        let shifted = KeyEvent::new(KeyCode::Char('N'), KeyModifiers::SHIFT);
        assert_eq!(
            keymap.action(&contexts, shifted),
            Some(Action::PreviousMatch)
        );
        assert_eq!(keymap.action(&contexts, press(KeyCode::Char('Q'))), None);
    }

    /// A lesson takes ⏎ and esc; what accepts in a view has another key.
    #[test]
    fn what_accepts_in_a_view_has_a_key_in_a_lesson() {
        let keymap = Keymap::load().unwrap();
        let accepts = |b: &&Binding| {
            let own = b.when.name().contains("view") || b.when == Context::WordPage;
            own && b.action == Action::Accept
        };
        let all: Vec<&Binding> = keymap.bindings().iter().filter(accepts).collect();
        assert!(all.len() > 4, "{} of them", all.len());
        for binding in all {
            assert_eq!(keymap.key_in_lesson(binding), Some("y"), "{binding:?}");
        }
        let mut back = keymap.bindings().iter();
        let back = back.find(|b| b.action == Action::Back).unwrap();
        assert_eq!(keymap.key_in_lesson(back), None);
    }

    /// The key table of the README is this table.
    #[test]
    fn the_readme_lists_every_key() {
        let readme = include_str!("../../README.md");
        for binding in Keymap::load().unwrap().bindings() {
            let row = format!(
                "| `{}` | {} | {} |",
                binding.keys(),
                binding.help,
                binding.when.name()
            );
            assert!(readme.contains(&row), "the README lacks:\n{row}");
        }
    }
}
