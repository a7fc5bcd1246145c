//! The start screen: bundled corpora and recent ones.

use super::keymap::Action;
use crate::corpus::CorpusError;
use crate::corpus::demo::{self, Demo};

/// One line of the list.
#[derive(Debug, Clone)]
pub enum Choice {
    /// A bundled corpus.
    Demo(Box<Demo>),
    /// The path of a corpus that was open lately.
    Recent(String),
}

/// The list.
#[derive(Debug)]
pub struct Start {
    /// What can be opened.
    pub choices: Vec<Choice>,
    /// The selected line.
    pub selected: usize,
    /// Why the last try failed.
    pub error: Option<String>,
}

impl Start {
    /// Bundled corpora first, then recent paths.
    ///
    /// # Errors
    /// When the index of bundled corpora is damaged.
    pub fn new(recent: Vec<String>) -> Result<Self, CorpusError> {
        let demos = demo::index()?
            .into_iter()
            .map(|demo| Choice::Demo(Box::new(demo)));
        let choices = demos
            .chain(recent.into_iter().map(Choice::Recent))
            .collect();
        Ok(Self {
            choices,
            selected: 0,
            error: None,
        })
    }

    /// The name of the selected corpus.
    pub fn chosen(&self) -> Option<String> {
        self.choices.get(self.selected).map(|choice| match choice {
            Choice::Demo(demo) => format!("demo:{}", demo.name),
            Choice::Recent(path) => path.clone(),
        })
    }

    /// Moves the selection.
    pub fn act(&mut self, action: Action, page: usize) {
        let last = self.choices.len().saturating_sub(1);
        self.selected = match action {
            Action::Up => self.selected.saturating_sub(1),
            Action::Down => self.selected + 1,
            Action::PageUp => self.selected.saturating_sub(page),
            Action::PageDown => self.selected + page,
            Action::First => 0,
            Action::Last => last,
            _ => self.selected,
        }
        .min(last);
    }
}
