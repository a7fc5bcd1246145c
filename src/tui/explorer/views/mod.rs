//! Views: what fills the screen between the first line and the parameters, and is computed
//! from a copy of the chain on a thread of its own. None slows the sampler: the copy is all
//! that the worker does, and a view asks for the next one only after a rest that is several
//! times as long as its own work.
//!
//! ```text
//! Explorer::study ─▶ Effect::Study ─▶ thread: copy of the chain, Job::run ─▶ Studied ─▶ take
//! ```
//!
//! A view has
//!
//! | | where |
//! |---|---|
//! | a name, a key, keys of its own | [`View`], a [`Context`], `assets/keys.ron` |
//! | a state, and what it does with keys | a file in here |
//! | a [`Job`] that is done anew when the chain, or the job itself, has changed; none for a view that is not of the chain | `job` |
//! | an [`Answer`] | `take_study` |
//! | a picture | `panes/views/` |
//! | its numbers explained | `panes/explain/views.rs` |
//!
//! The list of documents asks for its orders in the same way.
//!
//! Keys that a view does not take mean what they mean in the explorer: the chain can be
//! paused, stepped and tuned while any view is open.

pub mod chains;
pub mod choose_k;
pub mod compare;
pub mod dots;
pub mod exact;
pub mod groups;
pub mod map;
pub mod plates;
pub mod simplex;
pub mod story;
mod study;
pub mod token;
pub mod topics;
pub mod words;

use super::{Explorer, Pane};
use crate::tui::app::Outcome;
use crate::tui::keymap::{Action, Context};
use chains::Chains;
use choose_k::ChooseK;
use compare::Compare;
use dots::Dots;
use exact::ExactView;
use groups::Groups;
use map::MapView;
use plates::Plates;
use simplex::Simplex;
use story::Story;
use study::Seen;
pub use study::{Answer, Inputs, Job, Studied, Study};
use token::OneToken;
use topics::Topics;
use words::Words;

/// Views that share a row of tabs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// What the chain has found, and how far it can be trusted.
    Findings,
    /// How the model and the sampler work.
    Workings,
}

/// The views, in the order of their keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// Every topic with its diagnostics, and its words in any order.
    Topics,
    /// The vocabulary, words that say little, and the page of a word.
    Words,
    /// How much of a topic groups of documents have.
    Groups,
    /// How far topics are apart, the words that tell them apart, where they meet.
    Map,
    /// What became of a moment of the chain, or of another model.
    Compare,
    /// Several chains, and whether they agree.
    Chains,
    /// Every K from several seeds, measured alike.
    ChooseK,
    /// One draw with all its numbers.
    Token,
    /// Every token as a dot, and topics as images.
    Dots,
    /// Documents on the triangle of three topics, topics on that of three words.
    Simplex,
    /// The generative process, and how much of it a chain finds.
    Story,
    /// The plate diagram of the model, and what the order of words is worth.
    Plates,
    /// Exact answers beside what the chain drew.
    Exact,
}

impl View {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Topics,
        Self::Map,
        Self::Words,
        Self::Groups,
        Self::Compare,
        Self::Chains,
        Self::ChooseK,
        Self::Token,
        Self::Dots,
        Self::Simplex,
        Self::Story,
        Self::Plates,
        Self::Exact,
    ];

    /// Whose tabs are shown while it is open.
    pub fn family(self) -> Family {
        match self {
            Self::Topics
            | Self::Words
            | Self::Groups
            | Self::Map
            | Self::Compare
            | Self::Chains
            | Self::ChooseK => Family::Findings,
            Self::Token | Self::Dots | Self::Simplex | Self::Story | Self::Plates | Self::Exact => {
                Family::Workings
            }
        }
    }

    /// Key and name, as the tabs show them.
    pub fn name(self) -> &'static str {
        match self {
            Self::Topics => "5 topics",
            Self::Words => "7 words",
            Self::Groups => "8 groups",
            Self::Map => "6 map",
            Self::Compare => "9 compare",
            Self::Chains => "0 chains",
            Self::ChooseK => "K choose K",
            Self::Token => ". token",
            Self::Dots => "Z dots",
            Self::Simplex => "Y simplex",
            Self::Story => "G story",
            Self::Plates => "U plates",
            Self::Exact => "X exact",
        }
    }

    /// Where its own keys are looked up.
    pub fn context(self) -> Context {
        match self {
            Self::Topics => Context::ViewTopics,
            Self::Words => Context::ViewWords,
            Self::Groups => Context::ViewGroups,
            Self::Map => Context::ViewMap,
            Self::Compare => Context::ViewCompare,
            Self::Chains => Context::ViewChains,
            Self::ChooseK => Context::ViewChooseK,
            Self::Token => Context::ViewToken,
            Self::Dots => Context::ViewDots,
            Self::Simplex => Context::ViewSimplex,
            Self::Story => Context::ViewStory,
            Self::Plates => Context::ViewPlates,
            Self::Exact => Context::ViewExact,
        }
    }

    fn of(action: Action) -> Option<Self> {
        Some(match action {
            Action::ViewTopics => Self::Topics,
            Action::ViewWords => Self::Words,
            Action::ViewGroups => Self::Groups,
            Action::ViewMap => Self::Map,
            Action::ViewCompare => Self::Compare,
            Action::ViewChains => Self::Chains,
            Action::ViewChooseK => Self::ChooseK,
            Action::ViewToken => Self::Token,
            Action::ViewDots => Self::Dots,
            Action::ViewSimplex => Self::Simplex,
            Action::ViewStory => Self::Story,
            Action::ViewPlates => Self::Plates,
            Action::ViewExact => Self::Exact,
            _ => return None,
        })
    }
}

/// The state of all views.
#[derive(Debug, Default)]
pub struct Views {
    shown: Option<View>,
    /// The view that the document on the screen was opened from.
    left: Option<View>,
    /// What threads work on, by view, and how many rest after their work.
    working: Vec<Option<View>>,
    resting: usize,
    seen: [Seen; View::ALL.len()],
    /// The same of the list of documents.
    listed: Seen,
    /// The topics.
    pub topics: Topics,
    /// The words.
    pub words: Words,
    /// The groups of documents.
    pub groups: Groups,
    /// The map.
    pub map: MapView,
    /// The comparison.
    pub compare: Compare,
    /// The chains.
    pub chains: Chains,
    /// Runs of several K.
    pub choose_k: ChooseK,
    /// One token.
    pub token: OneToken,
    /// The dots.
    pub dots: Dots,
    /// The simplex.
    pub simplex: Simplex,
    /// The generative process.
    pub story: Story,
    /// The model as a picture.
    pub plates: Plates,
    /// Exact answers.
    pub exact: ExactView,
}

impl Views {
    /// The view on the screen.
    pub fn shown(&self) -> Option<View> {
        self.shown
    }

    /// The sweep that the picture of a view is of; `None` before the first.
    pub fn sweep(&self, view: View) -> Option<u64> {
        self.seen[view as usize].sweep
    }

    fn seen(&self, view: Option<View>) -> &Seen {
        view.map_or(&self.listed, |view| &self.seen[view as usize])
    }

    /// Why there is no newer picture, where there should be.
    pub fn error(&self, view: View) -> Option<&str> {
        self.seen[view as usize].error.as_deref()
    }
}

impl Explorer {
    /// The order of the list is another.
    pub(super) fn forget_listing(&mut self) {
        self.views.listed = Seen::default();
    }

    /// Back to the panes.
    pub(super) fn close_view(&mut self) {
        (self.views.shown, self.views.left) = (None, None);
    }

    /// Back to the view that a document was opened from.
    pub(super) fn back_to_view(&mut self) -> bool {
        self.views.shown = self.views.left.take();
        self.views.shown.is_some()
    }

    /// Leaves the view for a document.
    fn open_document(&mut self, d: usize) -> Outcome {
        let from = self.views.shown.take();
        self.views.left = from;
        (self.focus, self.from_list) = (Pane::Document, false);
        self.read(self.documents.place_of(d))
    }

    /// Opens a view.
    pub(super) fn open_view(&mut self, view: View) -> Outcome {
        self.views.shown = Some(view);
        match view {
            View::ChooseK => self.open_choose_k(),
            View::Token => self.open_token(),
            _ => Outcome::default(),
        }
    }

    /// Opens views, and does what keys ask for in the one that is open; `None` for what is
    /// the explorer's own.
    pub(super) fn act_on_views(&mut self, action: Action, page: usize) -> Option<Outcome> {
        if let Some(view) = View::of(action) {
            return Some(self.open_view(view));
        }
        let view = self.views.shown?;
        let own = match view {
            View::Topics => self.act_on_topics(action, page),
            View::Words => self.act_on_words(action, page),
            View::Groups => self.act_on_groups(action, page),
            View::Map => self.act_on_map(action, page),
            View::Compare => self.act_on_compare(action, page),
            View::Chains => self.act_on_chains(action, page),
            View::ChooseK => self.act_on_choose_k(action, page),
            View::Token => self.act_on_token(action),
            View::Dots => self.act_on_dots(action, page),
            View::Simplex => self.act_on_simplex(action),
            View::Story => self.act_on_story(action),
            View::Plates => self.act_on_plates(action),
            View::Exact => self.act_on_exact(action, page),
        };
        own.or_else(|| {
            if action == Action::Back {
                self.close_view();
                return Some(Outcome::default());
            }
            // What moves in the panes must not move behind a view.
            matches!(
                action,
                Action::Up
                    | Action::Down
                    | Action::PageUp
                    | Action::PageDown
                    | Action::First
                    | Action::Last
                    | Action::NextPane
                    | Action::PreviousPane
                    | Action::Zoom
                    | Action::Sort
                    | Action::Search
                    | Action::NextMatch
                    | Action::PreviousMatch
            )
            .then(Outcome::default)
        })
    }
}

/// Moves a place in a list of `len` as the arrow and page keys ask; `None` for other keys.
pub fn moved(action: Action, at: usize, page: usize, len: usize) -> Option<usize> {
    let to = match action {
        Action::Up => at.saturating_sub(1),
        Action::Down => at + 1,
        Action::PageUp => at.saturating_sub(page),
        Action::PageDown => at + page,
        Action::First => 0,
        Action::Last => usize::MAX,
        _ => return None,
    };
    Some(to.min(len.saturating_sub(1)))
}
