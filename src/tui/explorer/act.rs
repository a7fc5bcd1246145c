//! What the keys do in the explorer.

use super::search::{Found, Search};
use super::views::View;
use super::{Explorer, Frozen, Pane, Parameter, Reading};
use crate::model::Growth;
use crate::session::Command;
use crate::tui::app::Outcome;
use crate::tui::keymap::{Action, Context};
use crate::tui::overlay::Overlay;
use crate::tui::text;
use std::sync::Arc;

impl Explorer {
    /// Where keys are looked up, the most special first.
    pub fn contexts(&self) -> Vec<Context> {
        if let Some(view) = self.views.shown() {
            let own = match view {
                View::Token if self.shown_steps().is_some() => Context::ViewSteps,
                view => view.context(),
            };
            let others = [own, Context::Views, Context::Explorer, Context::Anywhere];
            let page = view == View::Words && self.views.words.page.is_some();
            let page = page.then_some(Context::WordPage);
            return page.into_iter().chain(others).collect();
        }
        let own = match self.focus {
            Pane::Trace => Context::Trace,
            Pane::Topics => Context::Topics,
            Pane::Document => Context::Document,
            Pane::Documents => Context::Documents,
        };
        vec![own, Context::Explorer, Context::Anywhere]
    }

    /// The key that accepts in a view, as a user reads it.
    pub fn accept_key(&self) -> &'static str {
        if self.learning { "y" } else { "⏎" }
    }

    /// Does what a key asks for; `page` is how many rows the pane shows.
    pub fn act(&mut self, action: Action, page: usize) -> Outcome {
        self.search = None;
        self.opened_note();
        if matches!(action, Action::TogglePause | Action::Step) {
            self.take_over();
        }
        if let Some(outcome) = self.act_on_views(action, page) {
            return outcome;
        }
        if let Some(outcome) = self.act_on_documents(action) {
            return outcome;
        }
        match action {
            Action::TogglePause => Outcome::send(Command::Toggle),
            Action::Step => Outcome::send(Command::Steps(1)),
            Action::PickAlpha => self.pick(Parameter::Alpha),
            Action::PickEta => self.pick(Parameter::Eta),
            Action::PickTopics => self.pick(Parameter::Topics),
            Action::Increase | Action::Decrease | Action::TypeValue if self.lacks().is_some() => {
                Outcome {
                    say: self.lacks(),
                    ..Outcome::default()
                }
            }
            Action::Increase | Action::Decrease => {
                match self.tuning.step(action == Action::Increase) {
                    Some(edit) => Outcome::send(Command::Edit(edit)),
                    None => Outcome::say("no further: type a value with ="),
                }
            }
            Action::RunSweeps
            | Action::Speed
            | Action::Reset
            | Action::TypeValue
            | Action::Search
            | Action::Text
            | Action::Save => Outcome::ask(self.prompt(action)),
            Action::Label | Action::Note => self.ask_label(action),
            Action::Colour => self.repaint(),
            Action::Growth => self.toggle_growth(),
            Action::Engine => self.pick_engine(),
            Action::FitAlpha | Action::FitEta => self.toggle_fit(action),
            Action::NextPane => self.move_focus(1),
            Action::PreviousPane => self.move_focus(2),
            Action::Trace => self.focus(Pane::Trace),
            Action::Topics => self.focus(Pane::Topics),
            Action::Document => self.focus(Pane::Document),
            Action::Documents => self.focus(Pane::Documents),
            Action::Zoom => {
                self.zoom = !self.zoom;
                Outcome::default()
            }
            Action::Back => self.back(),
            Action::Accept => {
                self.focus = Pane::Document;
                self.from_list = true;
                self.read(self.documents.place_of(self.documents.cursor()))
            }
            Action::NextMatch => self.find(true, true),
            Action::PreviousMatch => self.find(false, true),
            Action::NextDocument => self.read(self.beside(true)),
            Action::PreviousDocument => self.read(self.beside(false)),
            Action::Freeze => self.toggle_freeze(),
            Action::Race => self.open_race(),
            Action::Terms => self.open_terms(),
            Action::Explain => Outcome::open(Overlay::Explain { scroll: 0 }),
            Action::Report => Outcome::open(Overlay::Report { scroll: 0 }),
            Action::Marks => {
                self.marks = !self.marks;
                Outcome::default()
            }
            Action::Tail => {
                self.tail = !self.tail;
                Outcome::default()
            }
            Action::Unit => {
                self.total = !self.total;
                Outcome::default()
            }
            Action::Sort => {
                self.by_share = !self.by_share;
                Outcome::default()
            }
            Action::Up => self.scroll(-1),
            Action::Down => self.scroll(1),
            Action::PageUp => self.scroll(-(page as isize)),
            Action::PageDown => self.scroll(page as isize),
            Action::First => self.scroll(isize::MIN / 2),
            Action::Last => self.scroll(isize::MAX / 2),
            _ => Outcome::default(),
        }
    }

    fn pick(&mut self, parameter: Parameter) -> Outcome {
        self.tuning.picked = parameter;
        Outcome::default()
    }

    fn toggle_growth(&mut self) -> Outcome {
        if self.latest().is_some_and(|s| !s.kind.is_gibbs()) {
            return Outcome::say(
                "new topics take half of the largest: only samplers fill empty ones",
            );
        }
        let (growth, text) = match self.tuning.growth {
            Growth::Empty => (
                Growth::Split,
                "new topics take half the documents of the largest",
            ),
            Growth::Split => (Growth::Empty, "new topics start empty"),
        };
        self.tuning.growth = growth;
        Outcome::say(text)
    }

    fn move_focus(&mut self, by: usize) -> Outcome {
        let panes = [Pane::Trace, Pane::Topics, Pane::Document];
        let at = panes.iter().position(|p| *p == self.focus).unwrap_or(1);
        self.focus = panes[(at + by) % panes.len()];
        Outcome::default()
    }

    pub(super) fn focus(&mut self, pane: Pane) -> Outcome {
        self.close_view();
        self.focus = pane;
        self.from_list = false;
        Outcome::default()
    }

    fn back(&mut self) -> Outcome {
        if self.reading.own.is_some() {
            self.reading = Reading::of(&self.corpus, self.documents.selected());
            return Outcome::default();
        }
        if self.focus == Pane::Document && self.back_to_view() {
            return Outcome::default();
        }
        if self.focus == Pane::Document && self.from_list {
            return self.focus(Pane::Documents);
        }
        if self.focus == Pane::Documents && self.documents.filter().is_some() {
            return self.filter_by("");
        }
        if self.focus == Pane::Documents {
            return self.focus(Pane::Document);
        }
        self.zoom = false;
        Outcome::default()
    }

    fn toggle_freeze(&mut self) -> Outcome {
        self.frozen = match (self.frozen.take(), &self.latest) {
            (None, Some(latest)) => Some(Frozen {
                snapshot: Arc::clone(latest),
                history: self.history.clone(),
                trend: self.trend.trend(),
                posterior: self.posterior.clone(),
            }),
            _ => None,
        };
        Outcome::default()
    }

    /// The place in the list of the document that is read.
    pub(super) fn place(&self) -> usize {
        self.documents.place_of(self.documents.selected())
    }

    /// The place of the next or the previous document.
    fn beside(&self, forward: bool) -> usize {
        self.documents.beside(self.documents.selected(), forward)
    }

    /// Reads the document at a place of the list, or the last there is.
    pub(super) fn read(&mut self, place: usize) -> Outcome {
        let last = self.documents.count().saturating_sub(1);
        if let Some(d) = self.documents.at(place.min(last))
            && (d != self.reading.index || self.reading.own.is_some())
        {
            self.documents.select(d);
            self.reading = Reading::of(&self.corpus, d);
        }
        if let Some(passage) = self.documents.passage(self.documents.selected()) {
            self.reading.mark(&self.corpus, &passage.tokens);
        }
        Outcome::default()
    }

    /// Moves the selection of the focused pane, or its text.
    pub fn scroll(&mut self, by: isize) -> Outcome {
        match self.focus {
            Pane::Trace => Outcome::default(),
            Pane::Topics => {
                let order = self.topic_order();
                if let Some(snapshot) = self.snapshot().filter(|_| !order.is_empty()) {
                    let at = order
                        .iter()
                        .position(|&k| snapshot.topics[k].id == self.topic)
                        .unwrap_or(0);
                    let to = at.saturating_add_signed(by).min(order.len() - 1);
                    self.topic = snapshot.topics[order[to]].id;
                    self.picked = true;
                }
                Outcome::default()
            }
            Pane::Document => {
                // There are no more lines than atoms; where they end depends on the pane.
                let most = self.reading.atoms.len();
                self.reading.scroll = self.reading.scroll.saturating_add_signed(by).min(most);
                Outcome::default()
            }
            Pane::Documents => {
                let place = self.documents.place_of(self.documents.cursor());
                self.documents.point(place.saturating_add_signed(by));
                Outcome::default()
            }
        }
    }

    /// Goes to the next (or previous) match of the query; `past` leaves the
    /// present place out.
    pub(super) fn find(&mut self, forward: bool, past: bool) -> Outcome {
        if self.query.is_empty() {
            return Outcome::say("nothing to look for yet: / searches");
        }
        match self.focus {
            Pane::Topics => self
                .find_topic(forward, past)
                .unwrap_or_else(|| self.nowhere()),
            _ => self.find_document(forward, past),
        }
    }

    fn find_topic(&mut self, forward: bool, past: bool) -> Option<Outcome> {
        let pattern = super::search::pattern(&self.query)?;
        let order = self.topic_order();
        let snapshot = self.snapshot()?;
        let n = order.len();
        let at = order
            .iter()
            .position(|&k| snapshot.topics[k].id == self.topic)
            .unwrap_or(0);
        let found = (usize::from(past)..n + usize::from(past))
            .map(|i| {
                if forward {
                    (at + i) % n
                } else {
                    (at + n - i % n) % n
                }
            })
            .map(|place| &snapshot.topics[order[place]])
            .find(|topic| {
                topic
                    .words
                    .iter()
                    .any(|top| pattern.is_match(self.corpus.vocabulary().word(top.word)))
            })?
            .id;
        self.topic = found;
        self.picked = true;
        Some(Outcome::default())
    }

    fn find_document(&mut self, forward: bool, past: bool) -> Outcome {
        let n = self.documents.count();
        let step = usize::from(past);
        let at = if self.focus == Pane::Documents {
            self.documents.place_of(self.documents.cursor())
        } else {
            self.place()
        };
        let from = if forward { at + step } else { at + n - step };
        self.search = Search::new(&self.query, self.documents.round(from, forward));
        self.search_on()
    }

    /// Goes on with a search under way.
    pub fn search_on(&mut self) -> Outcome {
        let Some(mut search) = self.search.take() else {
            return self.filter_on();
        };
        match search.go_on(&self.corpus) {
            Found::At(d) if self.focus == Pane::Documents => {
                self.documents.point(self.documents.place_of(d));
                Outcome::default()
            }
            Found::At(d) => {
                let outcome = self.read(self.documents.place_of(d));
                if let Some(pattern) = super::search::pattern(&self.query) {
                    self.reading.show_match(|word| pattern.is_match(word));
                }
                outcome
            }
            Found::Nowhere => self.nowhere(),
            Found::Later => {
                let done = text::percent(search.progress());
                self.search = Some(search);
                let query = text::fit(&self.query, 30);
                Outcome::say(format!("looking for '{query}': {done}; a key gives it up"))
            }
        }
    }

    fn nowhere(&self) -> Outcome {
        Outcome::say(format!("'{}' is nowhere", text::fit(&self.query, 30)))
    }
}
