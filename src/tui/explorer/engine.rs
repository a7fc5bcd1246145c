//! Choosing the engine, and fitting priors while it runs.

use super::{Explorer, Parameter};
use crate::engine::{Edit, Kind};
use crate::model::dirichlet::Shape;
use crate::session::Command;
use crate::tui::app::Outcome;
use crate::tui::keymap::Action;
use crate::tui::overlay::Overlay;

/// The list of engines, and the selected one.
#[derive(Debug)]
pub struct Picker {
    /// The engine that runs.
    pub from: Kind,
    /// The selected line.
    pub selected: usize,
}

impl Picker {
    fn new(from: Kind) -> Self {
        let selected = Kind::ALL.iter().position(|kind| *kind == from);
        Self {
            from,
            selected: selected.unwrap_or(0),
        }
    }

    /// The selected engine.
    pub fn chosen(&self) -> Kind {
        Kind::ALL.get(self.selected).copied().unwrap_or(self.from)
    }

    /// Moves the selection, if that is what the action asks for.
    pub fn takes(&mut self, action: Action) -> bool {
        let last = Kind::ALL.len() - 1;
        self.selected = match action {
            Action::Up => self.selected.saturating_sub(1),
            Action::Down => (self.selected + 1).min(last),
            Action::PageUp | Action::First => 0,
            Action::PageDown | Action::Last => last,
            _ => return false,
        };
        true
    }
}

/// What becomes of the topics when another engine goes on, for the user.
pub fn kept(from: Kind, to: Kind) -> &'static str {
    match (from, to) {
        _ if from == to => "it runs now",
        (_, Kind::Unigram) => "one topic for all tokens; the others are gone",
        (Kind::Unigram, _) => "starts again from random topics",
        _ if from.is_gibbs() && to.is_gibbs() => "keeps the topic of every token",
        _ if from.is_gibbs() => "starts from the counts of the topics",
        _ if to.is_gibbs() => "every token starts in its most probable topic",
        _ => "starts from each token's most probable topic",
    }
}

impl Explorer {
    /// Offers the engines.
    pub(super) fn pick_engine(&self) -> Outcome {
        match self.latest() {
            Some(snapshot) => Outcome::open(Overlay::Engines(Picker::new(snapshot.kind))),
            None => Outcome::default(),
        }
    }

    /// Goes on with another engine.
    pub fn switch(&self, kind: Kind) -> Outcome {
        match self.latest() {
            Some(snapshot) if snapshot.kind == kind => {
                Outcome::say(format!("{} runs already", kind.name()))
            }
            _ => Outcome::send(Command::Edit(Edit::Engine(kind))),
        }
    }

    /// Why the picked parameter cannot be changed, if it cannot.
    pub fn lacks(&self) -> Option<String> {
        let kind = self.latest()?.kind;
        let name = match self.tuning.picked {
            Parameter::Topics if kind == Kind::Unigram => "but one topic",
            Parameter::Alpha if !kind.is_lda() => "no α",
            Parameter::Eta if !kind.is_lda() => "no η",
            _ => return None,
        };
        Some(format!("{} has {name}", kind.name()))
    }

    /// A prior that is fitted to the draws of a sampler, and the key that stops that.
    pub fn fitted_prior(&self) -> Option<(&'static str, &'static str)> {
        let gibbs = self.latest()?.kind.is_gibbs();
        let fits = self.tuning.optimize();
        match (fits.alpha, fits.eta) {
            (Some(_), _) if gibbs => Some(("α", "A")),
            (None, Some(_)) if gibbs => Some(("η", "H")),
            _ => None,
        }
    }

    /// Fits a prior from now on, or no more.
    pub(super) fn toggle_fit(&mut self, action: Action) -> Outcome {
        let Some(snapshot) = self.latest() else {
            return Outcome::default();
        };
        let (kind, sums) = (snapshot.kind, snapshot.sums);
        let mut fit = self.tuning.optimize();
        let (name, missing, how) = if action == Action::FitAlpha {
            if kind == Kind::VariationalEm {
                // Its own fit belongs to the chain, and a replay must repeat it.
                let fit = snapshot.settings.em.fix_alpha;
                return Outcome::send(Command::Edit(Edit::FitAlpha(fit)));
            }
            fit.alpha = fit.alpha.xor(Some(Shape::Asymmetric));
            (
                "α",
                sums.0.is_none(),
                fit.alpha.map(|_| "α, each α_k by itself,"),
            )
        } else {
            fit.eta = fit.eta.xor(Some(Shape::Symmetric));
            ("η", sums.1.is_none(), fit.eta.map(|_| "η"))
        };
        if missing && how.is_some() {
            return Outcome::say(format!("{} has no {name} to fit", kind.name()));
        }
        // A last step may still be on its way when a fit is stopped; it is no news.
        self.told_weak &= how.is_none();
        self.tuning.set_optimize(fit);
        let text = match how {
            Some(what) => format!(
                "{what} is fitted every {} sweeps, from sweep {} on",
                fit.interval, fit.burn_in
            ),
            None => format!("{name} is not fitted any more"),
        };
        Outcome {
            say: Some(text),
            ..Outcome::send(Command::Optimize(fit))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_depends_on_both_engines() {
        for (from, to, text) in [
            (
                Kind::Collapsed,
                Kind::Uncollapsed,
                "the topic of every token",
            ),
            (Kind::Collapsed, Kind::Plsi, "counts of the topics"),
            (Kind::Plsi, Kind::Collapsed, "most probable topic"),
            (Kind::Unigram, Kind::Collapsed, "random"),
            (Kind::Collapsed, Kind::Unigram, "one topic"),
        ] {
            assert!(kept(from, to).contains(text), "{from:?} {to:?}");
        }
    }

    #[test]
    fn the_list_begins_at_the_engine_that_runs() {
        let mut picker = Picker::new(Kind::Mixture);
        assert_eq!(picker.chosen(), Kind::Mixture);
        assert!(picker.takes(Action::Down) && picker.takes(Action::Down));
        assert_eq!(picker.chosen(), Kind::Plsi, "the last one");
        assert!(!picker.takes(Action::Accept));
    }
}
