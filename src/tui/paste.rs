//! Pasted text goes where something is typed, and never runs a command.

use super::app::{App, Screen};
use super::explorer::own_text;
use super::overlay::Overlay;
use super::prompt::{Prompt, Purpose};

impl App {
    /// Takes pasted text.
    pub(super) fn paste(&mut self, text: &str) {
        match self.overlays.last_mut() {
            Some(Overlay::Prompt(prompt)) => prompt.paste(text),
            _ if matches!(self.screen, Screen::Start) => {
                let mut prompt = Prompt::new(Purpose::Path, "path", "a file or a folder", "");
                prompt.paste(text);
                self.overlays.push(Overlay::Prompt(prompt));
            }
            // What is pasted into the explorer is a text to be looked at.
            None if matches!(self.screen, Screen::Explorer(_)) => {
                let mut prompt = own_text();
                prompt.paste(text);
                self.overlays.push(Overlay::Prompt(prompt));
            }
            _ => self.notice = Some("pasted text is only taken where something is typed".into()),
        }
    }
}
