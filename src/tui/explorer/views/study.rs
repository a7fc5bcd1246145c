//! The work of the views: what is computed, from what, when, and where it goes.

use super::compare::{Base, Compared};
use super::dots::{self, Dotted};
use super::groups::{self, Grouped, Wanted};
use super::map::{self, Charted};
use super::simplex::{self, Placed};
use super::story::{self, Hidden, Recovered};
use super::topics::{self, Scored};
use super::words::{self, Basis, Counted};
use super::{View, chains, compare, exact, plates};
use crate::corpus::Corpus;
use crate::eval::exchange::Order;
use crate::session::chains::{Agreement, Draws, SisterCopy};
use crate::session::exact::Gathered;
use crate::session::{Exchanged, Fitted, reason};
use crate::tui::explorer::Explorer;
use crate::tui::explorer::listing::{self, Listing};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

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
pub(super) struct Seen {
    /// The moment and the job that it belongs to.
    pub of: Option<(u64, Job)>,
    pub sweep: Option<u64>,
    pub error: Option<String>,
}

impl Explorer {
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
        let working = &self.views.working;
        // A first picture waits for no rest, and not for the work of one other view.
        let waits = match seen.of {
            None => working.len() > 1 || working.contains(&view),
            Some(_) => !working.is_empty() || self.views.resting > 0,
        };
        if waits || held || seen.of.as_ref() == Some(&now) {
            return None;
        }
        self.views.working.push(view);
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
        self.views.working.retain(|view| *view != study.view);
        self.views.resting += 1;
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

    /// The thread of a study has rested.
    pub fn rested(&mut self, corpus: &Arc<Corpus>) {
        if Arc::ptr_eq(corpus, &self.corpus) {
            self.views.resting = self.views.resting.saturating_sub(1);
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
}
