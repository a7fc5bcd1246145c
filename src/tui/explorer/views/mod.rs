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
pub mod token;
pub mod topics;
pub mod words;

use super::listing::{self, Listing};
use super::{Explorer, Pane};
use crate::corpus::Corpus;
use crate::eval::exchange::Order;
use crate::session::chains::{Agreement, Draws, SisterCopy};
use crate::session::exact::Gathered;
use crate::session::{Exchanged, Fitted, reason};
use crate::tui::app::Outcome;
use crate::tui::keymap::{Action, Context};
use chains::Chains;
use choose_k::ChooseK;
use compare::{Base, Compare, Compared};
use dots::{Dots, Dotted};
use exact::ExactView;
use groups::{Grouped, Groups, Wanted};
use map::{Charted, MapView};
use plates::Plates;
use simplex::{Placed, Simplex};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use story::{Hidden, Recovered, Story};
use token::OneToken;
use topics::{Scored, Topics};
use words::{Basis, Counted, Words};

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
            Self::Token => Family::Workings,
            Self::Dots | Self::Simplex => Family::Workings,
            Self::Story => Family::Workings,
            Self::Plates => Family::Workings,
            Self::Exact => Family::Workings,
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

/// Work for a view; equal jobs at the same moment of the chain have equal answers.
#[derive(Debug, Clone, PartialEq)]
pub enum Job {
    /// The diagnostics of all topics.
    Topics,
    /// An order of the documents: for the list, which is no view but is computed like one.
    Documents(listing::Wanted),
    /// Where all words live; what does not change is worked out where it is wanted first.
    Words(Basis),
    /// Groups of documents, with bands or without.
    Groups(Wanted, bool),
    /// The map, and with it, or at once without, the matrix and the grid.
    Map(bool),
    /// The difference from a base.
    Compare(Base),
    /// What all chains say together.
    Chains,
    /// Every token, and the topics as images.
    Dots,
    /// Where documents and topics are on their triangles.
    Simplex(simplex::Wanted),
    /// The chain against what its corpus was drawn from.
    Story(Hidden),
    /// The chain's z on the corpus in another order.
    Plates(Order),
    /// Exact answers; the sum is made where it is wanted first.
    Exact(exact::Basis),
}

/// What a job goes by.
#[derive(Debug)]
pub struct Inputs {
    /// A copy of the chain.
    pub fitted: Arc<Fitted>,
    /// What it drew since its last change.
    pub draws: Draws,
    /// The chains beside it.
    pub sisters: Vec<SisterCopy>,
    /// What was counted of what is known exactly.
    pub gathered: Option<Gathered>,
}

impl Job {
    fn run(&self, inputs: &Inputs) -> Result<Answer, String> {
        match self {
            Self::Topics => topics::score(&inputs.fitted).map(Answer::Topics),
            Self::Words(basis) => Ok(Answer::Words(words::count(&inputs.fitted, basis))),
            Self::Groups(wanted, bands) => {
                groups::group(&inputs.fitted, *wanted, *bands).map(Answer::Groups)
            }
            Self::Map(whole) => {
                map::chart(&inputs.fitted, *whole).map(|charted| Answer::Map(Box::new(charted)))
            }
            Self::Compare(base) => compare::compare(base, &inputs.fitted).map(Answer::Compare),
            Self::Chains => chains::agree(inputs).map(Answer::Chains),
            Self::Dots => dots::dot(&inputs.fitted).map(Answer::Dots),
            Self::Simplex(wanted) => Ok(Answer::Simplex(wanted.place(&inputs.fitted))),
            Self::Story(truth) => {
                story::recover(truth, inputs).map(|recovered| Answer::Story(Box::new(recovered)))
            }
            Self::Plates(order) => plates::exchange(&inputs.fitted, *order).map(Answer::Plates),
            Self::Exact(basis) => exact::answer(inputs, basis).map(Answer::Exact),
            Self::Documents(wanted) => wanted.run(&inputs.fitted).map(Answer::Documents),
        }
    }
}

/// What came of a [`Job`].
#[derive(Debug)]
pub enum Answer {
    /// The diagnostics of all topics.
    Topics(Scored),
    /// An order of the documents.
    Documents(Listing),
    /// Where all words live.
    Words(Counted),
    /// Groups of documents.
    Groups(Grouped),
    /// The map with the matrix and the grid.
    Map(Box<Charted>),
    /// The difference from a base.
    Compare(Compared),
    /// What all chains say together.
    Chains(Agreement),
    /// Every token, and the topics as images.
    Dots(Dotted),
    /// Where documents and topics are on their triangles.
    Simplex(Placed),
    /// How much of the truth the chain has found.
    Story(Box<Recovered>),
    /// What another order changes; `None` where the engine draws no topics.
    Plates(Option<Exchanged>),
    /// Exact answers, or why there are none.
    Exact(exact::Shown),
}

/// A job of a moment, to be done on a thread of its own.
#[derive(Debug)]
pub struct Study {
    corpus: Arc<Corpus>,
    /// `None` for the list of documents.
    view: Option<View>,
    moment: u64,
    job: Job,
}

/// What came of a [`Study`].
#[derive(Debug)]
pub struct Studied {
    study: Study,
    /// The sweep of the copy, and the answer; `None` when there was no chain to copy.
    answer: Option<(u64, Result<Answer, String>)>,
}

impl Study {
    /// Does the work, however long that takes; `None` when there is no chain to copy.
    pub fn run(self, inputs: Option<Inputs>) -> Studied {
        let answer = inputs.map(|inputs| {
            let work = || self.job.run(&inputs);
            let answer = catch_unwind(AssertUnwindSafe(work))
                .unwrap_or_else(|panic| Err(reason(panic.as_ref())));
            (inputs.fitted.sweep, answer)
        });
        Studied {
            study: self,
            answer,
        }
    }

    /// Whether the chains beside are looked at.
    pub fn is_of_chains(&self) -> bool {
        self.job == Job::Chains
    }

    /// Whether what was counted of exact quantities is looked at.
    pub fn is_exact(&self) -> bool {
        matches!(self.job, Job::Exact(_))
    }

    /// Its corpus.
    pub fn corpus(&self) -> &Arc<Corpus> {
        &self.corpus
    }
}

/// The last answer for a view.
#[derive(Debug, Default)]
struct Seen {
    /// The moment and the job that it belongs to.
    of: Option<(u64, Job)>,
    sweep: Option<u64>,
    error: Option<String>,
}

/// The state of all views.
#[derive(Debug, Default)]
pub struct Views {
    shown: Option<View>,
    /// The view that the document on the screen was opened from.
    left: Option<View>,
    /// Whether a thread works, or rests after its work.
    busy: bool,
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

    /// What is to be computed for the view on the screen now.
    pub fn study(&mut self) -> Option<Study> {
        let view = self.views.shown;
        if view == Some(View::Topics) {
            self.views.topics.follow(self.topic);
        }
        let seen = self.views.seen(view);
        let job = match view {
            Some(view) => self.job(view),
            None => self.wanted_listing().map(Job::Documents),
        };
        let now = (self.moment, job?);
        // A picture that is held changes only when something else is asked for.
        let same_job = seen.of.as_ref().is_some_and(|(_, job)| *job == now.1);
        let held = self.is_frozen() && seen.sweep.is_some() && same_job;
        if self.views.busy || held || seen.of.as_ref() == Some(&now) {
            return None;
        }
        self.views.busy = true;
        Some(Study {
            corpus: Arc::clone(&self.corpus),
            view,
            moment: now.0,
            job: now.1,
        })
    }

    /// Takes an answer, unless it is of a corpus that was closed.
    pub fn take_study(&mut self, studied: Studied) {
        let Studied { study, answer } = studied;
        if !Arc::ptr_eq(&study.corpus, &self.corpus) {
            return;
        }
        let job = study.view.and_then(|view| self.job(view));
        let wanted = job.as_ref() == Some(&study.job);
        let seen = match study.view {
            Some(view) => &mut self.views.seen[view as usize],
            None => &mut self.views.listed,
        };
        seen.of = Some((study.moment, study.job));
        let Some((sweep, answer)) = answer else {
            return;
        };
        match answer {
            // Something else was asked for in the meantime.
            _ if study.view == Some(View::Compare) && !wanted => {}
            Err(reason) => {
                if study.view == Some(View::Compare) {
                    self.views.compare.refuse(&reason);
                }
                seen.error = Some(reason);
            }
            Ok(answer) => {
                (seen.sweep, seen.error) = (Some(sweep), None);
                match answer {
                    Answer::Topics(scored) => self.take_scores(scored),
                    Answer::Documents(listing) => self.take_listing(listing),
                    Answer::Words(counted) => self.take_words(counted),
                    Answer::Groups(grouped) => self.take_groups(grouped),
                    Answer::Map(charted) => self.views.map.take(*charted),
                    Answer::Compare(compared) => self.views.compare.take(compared),
                    Answer::Chains(agreement) => self.views.chains.agreement = Some(agreement),
                    Answer::Dots(dotted) => self.views.dots.take(dotted),
                    Answer::Simplex(placed) => self.views.simplex.take(placed),
                    Answer::Plates(exchanged) => self.views.plates.take(exchanged),
                    Answer::Story(recovered) => self.views.story.take(*recovered),
                    Answer::Exact(shown) => self.views.exact.take(shown),
                }
            }
        }
    }

    /// The thread of the last study has rested.
    pub fn rested(&mut self, corpus: &Arc<Corpus>) {
        if Arc::ptr_eq(corpus, &self.corpus) {
            self.views.busy = false;
        }
    }

    /// What a view needs; `None` for one that needs nothing.
    fn job(&self, view: View) -> Option<Job> {
        match view {
            View::Topics => Some(Job::Topics),
            View::Words => Some(Job::Words(self.views.words.basis())),
            View::Groups => self.groups_job(),
            View::Map => Some(Job::Map(self.views.map.charted().is_some())),
            View::Compare => Some(Job::Compare(self.views.compare.base().clone())),
            View::Chains => Some(Job::Chains),
            View::ChooseK => None,
            View::Token => None,
            View::Dots => Some(Job::Dots),
            View::Simplex => Some(Job::Simplex(self.views.simplex.wanted())),
            View::Story => self.views.story.job(),
            View::Plates => Some(self.plates_job()),
            View::Exact => Some(Job::Exact(self.views.exact.basis())),
        }
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
