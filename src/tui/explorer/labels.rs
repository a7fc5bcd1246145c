//! Names, notes and colours that the user gives topics.

use super::Explorer;
use crate::session::labels::change;
use crate::tui::app::Outcome;
use crate::tui::keymap::Action;
use crate::tui::prompt::{Prompt, Purpose};
use std::collections::BTreeMap;

/// Characters of a name or a note at most.
const MOST: usize = 200;

impl Explorer {
    /// What the user calls a topic; nothing where that is empty.
    pub fn label(&self, topic: u32) -> Option<&str> {
        let label = self.labels.get(&topic)?;
        Some(label.name.as_str()).filter(|name| !name.is_empty())
    }

    /// What the user noted of a topic; nothing where that is empty.
    pub fn note(&self, topic: u32) -> Option<&str> {
        let label = self.labels.get(&topic)?;
        Some(label.note.as_str()).filter(|note| !note.is_empty())
    }

    /// Topics that have the colour of another number.
    pub fn painted(&self) -> BTreeMap<u32, u32> {
        let labels = self.labels.iter();
        labels
            .filter_map(|(&topic, label)| Some((topic, label.colour?)))
            .collect()
    }

    pub(super) fn ask_label(&self, action: Action) -> Outcome {
        let label = self.labels.get(&self.topic).cloned().unwrap_or_default();
        let (purpose, name, help, value) = match action {
            Action::Label => (
                Purpose::Label,
                "name",
                "a name of your own; nothing for none",
                label.name,
            ),
            _ => (
                Purpose::Note,
                "note",
                "a note; nothing for none",
                label.note,
            ),
        };
        let name = format!("{name} of topic {}", self.topic);
        Outcome::ask(Prompt::new(purpose, &name, help, &value))
    }

    pub(super) fn say_of_topic(&mut self, purpose: Purpose, value: &str) {
        let value: String = value.trim().chars().take(MOST).collect();
        change(&mut self.labels, self.topic, |label| match purpose {
            Purpose::Label => label.name = value,
            _ => label.note = value,
        });
    }

    /// The next colour; after the last its own again.
    pub(super) fn repaint(&mut self) -> Outcome {
        let topic = self.topic;
        change(&mut self.labels, topic, |label| {
            let next = label.colour.unwrap_or(topic).wrapping_add(1);
            // No theme has more colours than this.
            let round = next.wrapping_sub(topic) >= 12;
            label.colour = (!round).then_some(next);
        });
        Outcome::default()
    }
}
