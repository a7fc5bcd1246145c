//! What is done with what lies over the screen.

use super::{App, Effect, Outcome, Screen};
use crate::tui::keymap::Action;
use crate::tui::overlay::Overlay;
use crate::tui::prompt::Purpose;

impl App {
    /// Does what the topmost overlay takes an action for; else takes it away.
    pub(super) fn act_on_overlay(&mut self, action: Action, page: usize) -> Option<Outcome> {
        let mut overlay = self.overlays.pop()?;
        let Screen::Explorer(explorer) = &mut self.screen else {
            return None;
        };
        match (&mut overlay, action) {
            (Overlay::Engines(picker), Action::Accept) => Some(explorer.switch(picker.chosen())),
            (Overlay::RaceChoice(choice), Action::Accept) => match explorer.start_race(choice) {
                Ok(outcome) => {
                    // The view of the race before, if this one was chosen there.
                    self.overlays.retain(|o| !matches!(o, Overlay::Race));
                    Some(outcome)
                }
                Err(reason) => {
                    choice.error = Some(reason);
                    self.overlays.push(overlay);
                    Some(Outcome::default())
                }
            },
            (Overlay::Race | Overlay::Terms, Action::Help) => {
                self.overlays.push(overlay);
                Some(Outcome::open(Overlay::Help { scroll: 0 }))
            }
            (Overlay::Race | Overlay::Terms | Overlay::Report { .. }, Action::Explain) => {
                self.overlays.push(overlay);
                Some(Outcome::open(Overlay::Explain { scroll: 0 }))
            }
            (Overlay::Race, Action::Back) => {
                self.notice = explorer.left_race();
                None
            }
            (Overlay::Race, _) => {
                let outcome = explorer.act_on_race(action, page);
                self.overlays.push(overlay);
                Some(outcome.unwrap_or_default())
            }
            (Overlay::Terms, action) if action != Action::Back => {
                let outcome = explorer.act_on_terms(action, page);
                self.overlays.push(overlay);
                Some(outcome)
            }
            _ => None,
        }
    }

    pub(super) fn typed(&mut self) -> Vec<Effect> {
        let Some(Overlay::Prompt(prompt)) = self.overlays.last_mut() else {
            return Vec::new();
        };
        let value = prompt.value().to_owned();
        let purpose = prompt.purpose();
        let outcome = match &mut self.screen {
            _ if prompt.is_of_the_screen() => {
                crate::tui::presenter::typed(purpose, &value).map(Outcome::effect)
            }
            Screen::Explorer(explorer) => explorer.typed(purpose, &value),
            _ if value.is_empty() => Err("type a path".to_owned()),
            _ => Ok(Outcome::default()),
        };
        match outcome {
            Err(reason) => {
                prompt.error = Some(reason);
                Vec::new()
            }
            Ok(outcome) => {
                self.overlays.pop();
                match purpose {
                    Purpose::Path => self.open(value),
                    _ => {
                        self.settle_scroll();
                        self.carry(outcome)
                    }
                }
            }
        }
    }
}
