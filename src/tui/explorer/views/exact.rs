//! What is exact of a small corpus beside what the chain has drawn since its last change.

use super::{Explorer, Inputs, View, moved};
use crate::session::exact::{Answers, Row, Solved};
use crate::tui::app::Outcome;
use crate::tui::keymap::Action;
use std::sync::{Arc, Mutex, PoisonError};

/// What follows from corpus and priors alone, kept from one answer to the next: summing
/// takes longer than all else.
#[derive(Debug, Clone, Default)]
pub struct Basis(Arc<Mutex<Option<Arc<Solved>>>>);

impl PartialEq for Basis {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What is shown.
#[derive(Debug)]
pub enum Shown {
    /// Both sides.
    Answers(Box<Answers>),
    /// Why there are none.
    Nothing(String),
}

/// The state of the view.
#[derive(Debug, Default)]
pub struct ExactView {
    basis: Basis,
    shown: Option<Shown>,
    /// Where there is room for one of them: the evidence, or the table.
    pub evidence: bool,
    /// The selected line of the table.
    pub row: usize,
}

/// Both sides at one moment.
pub(super) fn answer(inputs: &Inputs, basis: &Basis) -> Result<Shown, String> {
    let fitted = &inputs.fitted;
    let (Some(alpha), Some(eta)) = (&fitted.alpha, &fitted.eta) else {
        let reason = format!(
            "No exact answers here: they need both priors, which {} has not. E chooses another engine.",
            fitted.kind.title()
        );
        return Ok(Shown::Nothing(reason));
    };
    // The lock is held while summing: nobody else wants it, and what panics leaves nothing.
    let mut kept = basis.0.lock().unwrap_or_else(PoisonError::into_inner);
    let solved = match kept.as_ref().filter(|solved| solved.is_of(alpha, eta)) {
        Some(solved) => Arc::clone(solved),
        None => match Solved::new(&fitted.corpus, alpha, eta) {
            Ok(solved) => Arc::clone(kept.insert(Arc::new(solved))),
            Err(reason) => return Ok(Shown::Nothing(reason)),
        },
    };
    let draws = (fitted.seed, fitted.sweep);
    let gathered = inputs.gathered.as_ref();
    let both = (alpha, eta);
    let answers = Answers::new(&solved, gathered, &fitted.corpus, both, draws);
    Ok(Shown::Answers(Box::new(answers)))
}

impl ExactView {
    pub(super) fn basis(&self) -> Basis {
        self.basis.clone()
    }

    pub(super) fn take(&mut self, shown: Shown) {
        self.shown = Some(shown);
    }

    /// What there is to show.
    pub fn shown(&self) -> Option<&Shown> {
        self.shown.as_ref()
    }

    /// Both sides.
    pub fn answers(&self) -> Option<&Answers> {
        match self.shown.as_ref()? {
            Shown::Answers(answers) => Some(answers),
            Shown::Nothing(_) => None,
        }
    }

    /// The selected line.
    pub fn selected(&self) -> Option<&Row> {
        self.answers()?.shares().nth(self.row)
    }
}

impl Explorer {
    /// Whether the worker should count what is known exactly.
    pub fn counts_exact(&self) -> bool {
        self.views.shown == Some(View::Exact) && self.views.exact.answers().is_some()
    }

    /// `None` for keys that are not the view's.
    pub(super) fn act_on_exact(&mut self, action: Action, page: usize) -> Option<Outcome> {
        let view = &mut self.views.exact;
        if matches!(action, Action::NextPane | Action::PreviousPane) {
            view.evidence = !view.evidence;
            return Some(Outcome::default());
        }
        let lines = view.answers().map_or(0, |answers| answers.shares().count());
        view.row = moved(action, view.row, page, lines)?;
        Some(Outcome::default())
    }
}
