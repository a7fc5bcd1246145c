//! What can lie over a screen.

use super::explorer::Picker;
use super::keymap::Action;
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
    /// A line being typed.
    Prompt(Prompt),
}

impl Overlay {
    /// Scrolls as far as line `last`, if that is what the action asks for.
    pub fn takes(&mut self, action: Action, page: usize, last: usize) -> bool {
        let scroll = match self {
            Self::Help { scroll } | Self::Explain { scroll } | Self::Report { scroll } => scroll,
            Self::Engines(picker) => return picker.takes(action),
            Self::Prompt(_) => return false,
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
