//! What a lesson does with the explorer in the place of the user.

use super::views::View;
use super::{Explorer, Pane};
use crate::session::Snapshot;
use crate::tui::app::Effect;
use std::sync::Arc;

impl View {
    /// What lessons call it.
    fn lesson_name(self) -> &'static str {
        match self {
            Self::Topics => "topics",
            Self::Words => "words",
            Self::Groups => "groups",
            Self::Map => "map",
            Self::Compare => "compare",
            Self::Chains => "chains",
            Self::ChooseK => "choose-k",
            Self::Token => "token",
            Self::Dots => "dots",
            Self::Simplex => "simplex",
            Self::Story => "story",
            Self::Plates => "plates",
            Self::Exact => "exact",
        }
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
