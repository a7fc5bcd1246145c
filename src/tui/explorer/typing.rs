//! What the explorer asks the user to type, and what becomes of it.

use super::reading::{is_lost_path, own_text};
use super::views::{View, chains};
use super::{Explorer, Pane, Parameter, Reading};
use crate::engine::Edit;
use crate::session::Command;
use crate::tui::app::{Effect, Outcome};
use crate::tui::keymap::Action;
use crate::tui::prompt::{Prompt, Purpose};
use std::path::{Path, PathBuf};

impl Explorer {
    pub(super) fn prompt(&self, action: Action) -> Prompt {
        let settings = self.latest().map(|s| &s.settings);
        match action {
            Action::Text => own_text(),
            Action::RunSweeps => Prompt::new(Purpose::Sweeps, "run", "a number of sweeps", "100"),
            Action::Speed => {
                let help = "sweeps a second, for example 2 or 0.5; nothing for full speed";
                Prompt::new(Purpose::Speed, "speed", help, "")
            }
            Action::Reset => {
                let seed = settings.map_or(String::new(), |s| s.seed.to_string());
                Prompt::new(
                    Purpose::Seed,
                    "seed",
                    "a whole number; the chain starts again",
                    &seed,
                )
            }
            Action::Search => {
                let help = match self.focus {
                    Pane::Topics => "a word among the topics' top words",
                    _ => "part of an id, a title or a text",
                };
                Prompt::new(Purpose::Search, "search", help, "")
            }
            Action::Save => {
                let folder = match &self.out {
                    Some(folder) => folder.display().to_string(),
                    None => format!("{}-model", self.name),
                };
                Prompt::new(
                    Purpose::Folder,
                    "folder",
                    "where the files are written",
                    &folder,
                )
            }
            _ => match self.tuning.picked {
                Parameter::Alpha => {
                    let help = "each α_k: 0.1 · a total: sum:5 · a list: 0.1,0.2";
                    Prompt::new(Purpose::Alpha, "α", help, "")
                }
                Parameter::Eta => {
                    Prompt::new(Purpose::Eta, "η", "each η_v: 0.01 · a total: sum:50", "")
                }
                Parameter::Topics => {
                    let help = "a number of topics, 1 to 65,535";
                    Prompt::new(Purpose::Topics, "K", help, "")
                }
            },
        }
    }

    /// Takes a line that was typed.
    ///
    /// # Errors
    /// Why it cannot be; the line stays open.
    pub fn typed(&mut self, purpose: Purpose, value: &str) -> Result<Outcome, String> {
        let words = self.corpus.vocabulary().len();
        let whole = |what: &str| {
            value
                .replace(',', "")
                .parse::<u64>()
                .map_err(|_| format!("'{value}' is not {what}"))
        };
        let parameter = match purpose {
            Purpose::Alpha => Parameter::Alpha,
            Purpose::Eta => Parameter::Eta,
            Purpose::Topics => Parameter::Topics,
            Purpose::Sweeps => {
                let sweeps = whole("a number of sweeps")?;
                self.take_over();
                return Ok(Outcome {
                    effects: vec![
                        Effect::Send(Command::Limit(None)),
                        Effect::Send(Command::Steps(sweeps)),
                    ],
                    ..Outcome::default()
                });
            }
            Purpose::Speed if value.is_empty() => return Ok(Outcome::send(Command::Speed(None))),
            Purpose::Speed => {
                let speed: f64 = value.parse().unwrap_or(f64::NAN);
                if !(0.001..=1e6).contains(&speed) {
                    return Err(format!("'{value}' is not a speed from 0.001 to 1,000,000"));
                }
                return Ok(Outcome::send(Command::Speed(Some(speed))));
            }
            Purpose::Seed => {
                let seed = whole("a seed: a whole number from 0")?;
                return Ok(Outcome::send(Command::Edit(Edit::Reset { seed })));
            }
            Purpose::Search if self.views.shown() == Some(View::Words) => {
                return Ok(self.search_words(value));
            }
            Purpose::Chains => {
                let chains = whole("a number of chains")?;
                if !(1..=chains::MOST).contains(&chains) {
                    return Err(format!("from 1 to {} chains", chains::MOST));
                }
                self.want_chains(chains);
                return Ok(Outcome::default());
            }
            Purpose::ChooseK => return self.choose_topics(value),
            Purpose::Story => return self.set_story(value),
            Purpose::Label | Purpose::Note => {
                self.say_of_topic(purpose, value);
                return Ok(Outcome::default());
            }
            Purpose::Base if value.is_empty() => return Err("type the path of a model".into()),
            Purpose::Base => {
                self.views.compare.open(PathBuf::from(value));
                return Ok(Outcome::default());
            }
            Purpose::Search => {
                self.query = value.to_owned();
                return Ok(self.find(true, false));
            }
            Purpose::Filter => return Ok(self.filter_by(value)),
            Purpose::Folder if value.is_empty() => return Err("type the name of a folder".into()),
            Purpose::Folder | Purpose::Overwrite => {
                return Ok(Outcome::effect(Effect::Save {
                    folder: PathBuf::from(value),
                    overwrite: purpose == Purpose::Overwrite,
                }));
            }
            Purpose::Text if value.is_empty() => return Err("type or paste a text".into()),
            Purpose::Text if is_lost_path(value) => {
                let path = Path::new(value);
                return Err(match (path.is_dir(), path.exists()) {
                    (true, _) => format!("'{value}' is a folder: name a file in it"),
                    (false, true) => format!("'{value}' is no plain file"),
                    (false, false) => format!("there is no file '{value}'"),
                });
            }
            Purpose::Text => return Ok(Outcome::effect(Effect::Text(value.to_owned()))),
            Purpose::Path
            | Purpose::Number
            | Purpose::Picture
            | Purpose::ReplacePicture
            | Purpose::Recording
            | Purpose::ReplaceRecording => {
                return Ok(Outcome::default());
            }
        };
        let edit = self.tuning.typed(parameter, value, words)?;
        Ok(Outcome::send(Command::Edit(edit)))
    }

    /// Shows a text of the user's own in place of a document.
    pub fn read_text(&mut self, name: String, text: &str) {
        let selected = self.documents.selected();
        self.reading = Reading::of_text(&self.corpus, selected, name, text);
        self.focus = Pane::Document;
    }
}
