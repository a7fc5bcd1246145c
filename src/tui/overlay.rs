//! What can lie over a screen.

use super::explorer::{Picker, RaceChoice};
use super::keymap::{Action, Context};
use super::lesson::{Lessons, Quiz};
use super::prompt::Prompt;

/// What can lie over a screen; the topmost gets the keys.
#[derive(Debug)]
pub enum Overlay {
    /// The keys.
    Help {
        /// First line shown.
        scroll: usize,
    },
    /// The numbers of the focused pane, explained.
    Explain {
        /// First line shown.
        scroll: usize,
    },
    /// What was loaded.
    Report {
        /// First line shown.
        scroll: usize,
    },
    /// The engines that can be chosen.
    Engines(Picker),
    /// What is to be raced.
    RaceChoice(RaceChoice),
    /// The race, on all of the screen.
    Race,
    /// TF-IDF and LSI, on all of the screen.
    Terms,
    /// A question of the lesson.
    Quiz(Box<Quiz>),
    /// The lessons that there are.
    Lessons(Lessons),
    /// Whether the lesson is to be left.
    LeaveLesson,
    /// A line being typed.
    Prompt(Prompt),
}

impl Overlay {
    /// Whether it is a sheet of text, which any other key takes away.
    pub fn is_sheet(&self) -> bool {
        matches!(
            self,
            Self::Help { .. } | Self::Explain { .. } | Self::Report { .. }
        )
    }

    /// Where keys are looked up while it is the topmost that has keys of its own.
    pub fn context(&self) -> Option<Context> {
        match self {
            Self::Engines(_) => Some(Context::Engines),
            Self::RaceChoice(_) => Some(Context::RaceChoice),
            Self::Race => Some(Context::Race),
            Self::Terms => Some(Context::Terms),
            Self::Quiz(_) => Some(Context::Quiz),
            Self::Lessons(_) => Some(Context::Lessons),
            Self::LeaveLesson => Some(Context::LeaveLesson),
            _ => None,
        }
    }

    /// Scrolls as far as line `last`, if that is what the action asks for.
    pub fn takes(&mut self, action: Action, page: usize, last: usize) -> bool {
        let scroll = match self {
            Self::Help { scroll } | Self::Explain { scroll } | Self::Report { scroll } => scroll,
            Self::Engines(picker) => return picker.takes(action),
            Self::RaceChoice(choice) => return choice.takes(action),
            Self::Quiz(quiz) => return quiz.moves(action),
            Self::Lessons(lessons) => return lessons.moves(action, page),
            Self::Race | Self::Terms | Self::LeaveLesson | Self::Prompt(_) => return false,
        };
        *scroll = match action {
            Action::Up => scroll.saturating_sub(1),
            Action::Down => *scroll + 1,
            Action::PageUp => scroll.saturating_sub(page),
            Action::PageDown => *scroll + page,
            Action::First => 0,
            Action::Last => last,
            _ => return false,
        }
        .min(last);
        true
    }
}
