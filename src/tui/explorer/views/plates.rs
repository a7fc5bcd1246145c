//! The model as a picture: which step is explained, and the corpus in another order.

use super::{Explorer, Job};
use crate::eval::exchange::Order;
use crate::session::{Exchanged, Fitted};
use crate::tui::app::Outcome;
use crate::tui::keymap::Action;

/// News of the chain for which a step stays lit while they take turns: about half a second.
const TURN: u64 = 15;

/// The state of the view.
#[derive(Debug, Default)]
pub struct Plates {
    /// The step that is explained; `None` where they take turns.
    picked: Option<usize>,
    /// The order that is compared with that of the file.
    pub order: Order,
    exchanged: Option<Option<Exchanged>>,
}

impl Plates {
    /// What the order does; `None` before it is known, `Some(None)` where the engine draws no
    /// topics.
    pub fn exchanged(&self) -> Option<Option<&Exchanged>> {
        self.exchanged.as_ref().map(Option::as_ref)
    }

    /// Which of so many steps is lit, and whether the user picked it.
    pub fn step(&self, steps: usize, moment: u64) -> (usize, bool) {
        let steps = steps.max(1);
        match self.picked {
            Some(picked) => (picked % steps, true),
            None => ((moment / TURN) as usize % steps, false),
        }
    }

    pub(super) fn take(&mut self, exchanged: Option<Exchanged>) {
        self.exchanged = Some(exchanged);
    }
}

/// Puts a copy of the chain in the order.
pub(super) fn exchange(fitted: &Fitted, order: Order) -> Result<Option<Exchanged>, String> {
    fitted.exchanged(order)
}

impl Explorer {
    /// Rises when the chain has moved.
    pub fn moment(&self) -> u64 {
        self.moment
    }

    pub(super) fn plates_job(&self) -> Job {
        Job::Plates(self.views.plates.order)
    }

    /// `None` for keys that are not the view's.
    pub(super) fn act_on_plates(&mut self, action: Action) -> Option<Outcome> {
        // As many steps as any engine has, so that going back is going forward.
        const ROUND: usize = 12;
        let plates = &mut self.views.plates;
        let picked = plates.picked;
        match action {
            Action::ShuffleWords => plates.order.words += 1,
            Action::ShuffleDocuments => plates.order.documents += 1,
            Action::First => *plates = Plates::default(),
            Action::Down => plates.picked = Some(picked.map_or(0, |step| (step + 1) % ROUND)),
            Action::Up => plates.picked = Some(picked.map_or(0, |step| (step + ROUND - 1) % ROUND)),
            _ => return None,
        }
        Some(Outcome::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_take_turns_until_one_is_picked() {
        let mut plates = Plates::default();
        assert_eq!(plates.step(3, 0), (0, false));
        assert_eq!(plates.step(3, 2 * TURN), (2, false));
        plates.picked = Some(4);
        assert_eq!(plates.step(3, 0), (1, true));
        assert_eq!(plates.step(1, 99), (0, true));
    }
}
