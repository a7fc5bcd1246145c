//! What a lesson does with the explorer in the place of the user.

use super::views::View;
use super::{Explorer, Pane};
use crate::session::Snapshot;
use crate::tui::app::Effect;
use std::sync::Arc;

impl View {
    /// What lessons call it: the name of its tab, without the key.
    fn lesson_name(self) -> String {
        let (_, name) = self.name().split_once(' ').unwrap_or_default();
        name.to_lowercase().replace(' ', "-")
    }
}

impl Explorer {
    /// The view of this name in a lesson; `None` for one that is not there.
    fn view(name: &str) -> Option<View> {
        View::ALL
            .into_iter()
            .find(|view| view.lesson_name() == name)
    }

    /// Tokens drawn since the start of the chain.
    pub fn drawn(&self) -> u64 {
        let tokens = self.corpus.tokens() as u64;
        let drawn = |s: &Arc<Snapshot>| s.sweep * tokens + s.position as u64;
        self.latest().map_or(0, drawn)
    }

    /// Whether the view of this name is open.
    pub fn shows(&self, name: &str) -> bool {
        self.views.shown().is_some() && self.views.shown() == Self::view(name)
    }

    /// Opens a view.
    pub fn guide_to_view(&mut self, name: &str) -> Vec<Effect> {
        match Self::view(name) {
            Some(view) => self.open_view(view).effects,
            None => Vec::new(),
        }
    }

    /// Closes the view and gives a pane the focus.
    pub fn guide_to_pane(&mut self, name: &str) -> Vec<Effect> {
        let pane = match name {
            "trace" => Pane::Trace,
            "document" => Pane::Document,
            "documents" => Pane::Documents,
            _ => Pane::Topics,
        };
        self.zoom = false;
        self.focus(pane).effects
    }

    /// Selects a document, from 1.
    pub fn guide_to_document(&mut self, d: usize) -> Vec<Effect> {
        let place = self.documents.place_of(d.saturating_sub(1));
        self.read(place).effects
    }

    /// Selects a word where words are listed.
    pub fn guide_to_word(&mut self, word: &str) -> Vec<Effect> {
        self.search_words(word).effects
    }

    /// Selects a topic.
    pub fn guide_to_topic(&mut self, id: u32) {
        (self.topic, self.picked) = (id, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::lesson::VIEWS;

    #[test]
    fn lessons_can_open_every_view() {
        let mut names: Vec<String> = View::ALL.into_iter().map(View::lesson_name).collect();
        let mut known = VIEWS.map(str::to_owned);
        names.sort();
        known.sort();
        assert_eq!(names, known);
    }
}
