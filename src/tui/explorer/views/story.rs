//! The generative process, one draw at a time; then its truth is hidden from a chain, and
//! the view shows how much of it the chain finds.

mod knob;

pub use knob::Knob;

use super::{Explorer, Inputs, Job};
use crate::eval::recovery::{Kept, Recovery};
use crate::model::generate::{Design, Generated, Process, Written};
use crate::tui::app::{Effect, Outcome};
use crate::tui::keymap::Action;
use crate::tui::prompt::{Prompt, Purpose};
use crate::tui::text::number;
use std::sync::Arc;

/// Draws are kept from this sweep on.
pub const BURN_IN: u64 = 100;
/// Tokens of a drawn corpus, on average, at most.
const MOST_TOKENS: f64 = 500_000.0;

/// What of the view is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Part {
    /// The draws.
    #[default]
    Tell,
    /// What the chain has found of them.
    Recover,
}

/// The last draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Roll {
    /// None yet.
    Nothing,
    /// phi of a topic.
    Topic(usize),
    /// N of the document.
    Length,
    /// Its theta.
    Shares,
    /// z of its token at this place.
    TokenTopic(usize),
    /// w of it.
    TokenWord(usize),
}

/// What a corpus was drawn from; two are the same when they are one.
#[derive(Debug, Clone)]
pub struct Hidden(pub Arc<Generated>);

impl PartialEq for Hidden {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What a copy of the chain has found.
#[derive(Debug)]
pub struct Recovered {
    /// How near it is.
    pub recovery: Recovery,
    /// The ids of its topics.
    pub ids: Vec<u32>,
    /// phi of its topics (K×V).
    pub phi: Vec<Vec<f64>>,
    sweep: u64,
    /// Whose draws they are: engine, seed, Σα, Ση.
    of: (&'static str, u64, Option<f64>, Option<f64>),
}

/// The state of the view.
#[derive(Debug)]
pub struct Story {
    /// What is shown.
    pub part: Part,
    /// The setting that ← and → change.
    pub knob: Knob,
    /// The settings.
    pub design: Design,
    process: Option<Process>,
    written: Option<Written>,
    topics: usize,
    document: usize,
    /// Draws of the document: N, theta, then two for each token.
    stage: usize,
    truth: Option<Hidden>,
    recovered: Option<Recovered>,
    /// Draws of the chain together.
    pub kept: Kept,
}

impl Default for Story {
    fn default() -> Self {
        let mut story = Self {
            part: Part::Tell,
            knob: Knob::Alpha,
            design: Design::default(),
            process: None,
            written: None,
            topics: 0,
            document: 0,
            stage: 0,
            truth: None,
            recovered: None,
            kept: Kept::default(),
        };
        story.begin();
        story
    }
}

impl Story {
    /// The process from its start.
    fn begin(&mut self) {
        // Settings are checked where they are set.
        self.process = self.design.process().ok();
        self.topics = 0;
        self.open(0);
    }

    fn open(&mut self, d: usize) {
        (self.document, self.stage) = (d, 0);
        self.written = self
            .process
            .as_ref()
            .map(|process| process.document(d as u64));
    }

    /// The process with its topics.
    pub fn process(&self) -> Option<&Process> {
        self.process.as_ref()
    }

    /// The document that is being written; what of it is drawn, the other functions say.
    pub fn written(&self) -> Option<&Written> {
        self.written.as_ref()
    }

    /// Topics that are drawn.
    pub fn topics(&self) -> usize {
        self.topics
    }

    /// The place of the document.
    pub fn document(&self) -> usize {
        self.document
    }

    /// Whether its N is drawn, and its theta.
    pub fn has(&self) -> (bool, bool) {
        (self.stage >= 1, self.stage >= 2)
    }

    /// Tokens of the document that have a word.
    pub fn words(&self) -> usize {
        self.stage.saturating_sub(2) / 2
    }

    /// The last draw.
    pub fn last(&self) -> Roll {
        match self.stage {
            0 if self.topics == 0 => Roll::Nothing,
            0 => Roll::Topic(self.topics - 1),
            1 => Roll::Length,
            2 => Roll::Shares,
            n if n % 2 == 1 => Roll::TokenTopic((n - 3) / 2),
            n => Roll::TokenWord((n - 4) / 2),
        }
    }

    /// Whether everything is drawn.
    pub fn is_over(&self) -> bool {
        self.document + 1 == self.design.documents && self.stage == self.end()
    }

    fn end(&self) -> usize {
        2 + 2 * self
            .written
            .as_ref()
            .map_or(0, |written| written.tokens.len())
    }

    fn roll(&mut self) {
        if self.topics < self.design.topics {
            self.topics += 1;
        } else if self.stage < self.end() {
            self.stage += 1;
        } else if !self.is_over() {
            self.open(self.document + 1);
            self.stage = 1;
        }
    }

    fn finish_document(&mut self) {
        self.topics = self.design.topics;
        if self.stage == self.end() && !self.is_over() {
            self.open(self.document + 1);
        }
        self.stage = self.end();
    }

    fn finish_corpus(&mut self) {
        self.topics = self.design.topics;
        self.open(self.design.documents - 1);
        self.stage = self.end();
    }

    fn back(&mut self) {
        match self.stage {
            0 if self.document > 0 => self.open(self.document - 1),
            0 => self.topics = 0,
            _ => self.open(self.document),
        }
    }

    fn change(&mut self, design: Design) {
        self.design = design;
        self.begin();
    }

    /// What a chain on this corpus is not told; `None` where it was not drawn here.
    pub fn truth(&self) -> Option<&Generated> {
        self.truth.as_ref().map(|Hidden(truth)| &**truth)
    }

    /// What it has found.
    pub fn recovered(&self) -> Option<&Recovered> {
        self.recovered.as_ref()
    }

    pub(super) fn job(&self) -> Option<Job> {
        self.truth.clone().map(Job::Story)
    }

    pub(super) fn take(&mut self, recovered: Recovered) {
        let same = self
            .recovered
            .as_ref()
            .is_none_or(|before| before.of == recovered.of && before.sweep <= recovered.sweep);
        if !same {
            self.kept = Kept::default();
        }
        let newer = self
            .recovered
            .as_ref()
            .is_none_or(|b| b.sweep != recovered.sweep);
        if recovered.sweep >= BURN_IN && (newer || !same) {
            self.kept.add(&recovered.recovery);
        }
        self.recovered = Some(recovered);
    }
}

/// Holds a copy of the chain against the truth.
pub(super) fn recover(Hidden(truth): &Hidden, inputs: &Inputs) -> Result<Recovered, String> {
    let fitted = &inputs.fitted;
    let (topics, words) = (fitted.ids.len(), truth.corpus.vocabulary().len());
    let own = truth.topics().topics();
    if topics != own {
        return Err(format!(
            "the chain has {topics} topics and the truth has {own}: they are paired where both \
             have as many (k, then ← or →)"
        ));
    }
    let recovery = fitted.recovery(truth);
    let recovery = recovery.ok_or("the chain is not of the corpus that was drawn")?;
    let mut phi = vec![Vec::with_capacity(words); topics];
    let mut row = vec![0.0; topics];
    for word in 0..words as u32 {
        fitted.phi.fill(word, &mut row);
        phi.iter_mut()
            .zip(&row)
            .for_each(|(topic, p)| topic.push(*p));
    }
    let priors = fitted.priors();
    Ok(Recovered {
        recovery,
        ids: fitted.ids.clone(),
        phi,
        sweep: fitted.sweep,
        of: (
            fitted.kind.name(),
            fitted.seed,
            priors.alpha.map(|alpha| alpha.sum()),
            priors.eta.map(|eta| eta.sum()),
        ),
    })
}

impl Explorer {
    /// Opens the view on a corpus that was drawn with these settings, as this truth.
    pub fn hide(&mut self, design: Design, truth: Generated) {
        let mut story = Story {
            part: Part::Recover,
            truth: Some(Hidden(Arc::new(truth))),
            ..Story::default()
        };
        story.change(design);
        story.finish_corpus();
        self.name = format!("drawn, seed {}", design.seed);
        self.views.story = story;
        self.views.shown = Some(super::View::Story);
    }

    /// `None` for keys that are not the view's.
    pub(super) fn act_on_story(&mut self, action: Action) -> Option<Outcome> {
        let story = &mut self.views.story;
        match action {
            Action::NextPane | Action::PreviousPane => {
                story.part = match story.part {
                    Part::Tell => Part::Recover,
                    Part::Recover => Part::Tell,
                };
                return Some(Outcome::default());
            }
            Action::Infer => {
                return Some(Outcome {
                    effects: vec![Effect::Close, Effect::OpenDrawn(Box::new(story.design))],
                    ..Outcome::default()
                });
            }
            _ if story.part == Part::Recover => {
                return (action == Action::Accept).then(Outcome::default);
            }
            _ => {}
        }
        let knobs = Knob::ALL.len();
        let at = story.knob as usize;
        match action {
            Action::Accept => story.roll(),
            Action::NextDocument => story.finish_document(),
            Action::PreviousDocument => story.back(),
            Action::Last => story.finish_corpus(),
            Action::First => story.begin(),
            Action::Reset => story.change(Design {
                seed: story.design.seed.wrapping_add(1),
                ..story.design
            }),
            Action::Up => story.knob = Knob::ALL[(at + knobs - 1) % knobs],
            Action::Down => story.knob = Knob::ALL[(at + 1) % knobs],
            Action::Increase | Action::Decrease => {
                let knob = story.knob;
                let to = knob.step(knob.value(&story.design), action == Action::Increase);
                match knob.set(story.design, to) {
                    Ok(design) => story.change(design),
                    Err(reason) => return Some(Outcome::say(reason)),
                }
            }
            Action::TypeValue => {
                let value = number(story.knob.value(&story.design));
                let help = "the process begins again with it";
                let prompt = Prompt::new(Purpose::Story, story.knob.name(), help, &value);
                return Some(Outcome::ask(prompt));
            }
            _ => return None,
        }
        Some(Outcome::default())
    }

    /// Takes a value that was typed for the setting that is picked.
    ///
    /// # Errors
    /// Why it cannot be.
    pub(in crate::tui::explorer) fn set_story(&mut self, text: &str) -> Result<Outcome, String> {
        let story = &mut self.views.story;
        let value: f64 = text.replace(',', "").parse().unwrap_or(f64::NAN);
        let design = story.knob.set(story.design, value)?;
        story.change(design);
        Ok(Outcome::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Roll after roll comes to the corpus that the settings mean, and no further.
    #[test]
    fn every_roll_is_a_draw_of_the_corpus() {
        let mut story = Story::default();
        let drawn = story.design.draw().unwrap();
        let (mut z, mut words, mut theta) = (Vec::new(), Vec::new(), Vec::new());
        let mut rolls = 0;
        while !story.is_over() {
            story.roll();
            rolls += 1;
            let written = story.written().unwrap();
            match story.last() {
                Roll::Shares => theta.extend(written.theta.clone()),
                Roll::TokenTopic(i) => z.push(written.tokens[i].topic),
                Roll::TokenWord(i) => words.push(written.tokens[i].word),
                _ => {}
            }
        }
        assert_eq!(rolls, 3 + 2 * 20 + 2 * drawn.corpus.tokens());
        assert_eq!((z, theta), (drawn.z, drawn.theta));
        assert_eq!(words, drawn.corpus.words());
        story.roll();
        assert!(story.is_over());
        story.begin();
        story.finish_document();
        assert_eq!(story.words(), drawn.corpus.document(0).len());
        story.finish_document();
        assert_eq!(story.document(), 1);
        story.back();
        story.back();
        assert_eq!((story.document(), story.has()), (0, (false, false)));
    }

    #[test]
    fn settings_move_on_a_scale_and_stay_in_their_range() {
        assert_eq!(Knob::Alpha.step(0.5, true), 1.0);
        assert_eq!(Knob::Alpha.step(0.1, false), 0.05);
        assert_eq!(Knob::Documents.step(20.0, true), 50.0);
        assert_eq!(Knob::Words.step(12.0, false), 11.0);
        let first = Design::default();
        assert!(Knob::Topics.set(first, 0.0).is_err());
        assert!(Knob::Topics.set(first, 2.5).is_err());
        assert!(Knob::Eta.set(first, f64::NAN).is_err());
        let many = Knob::Documents.set(first, 5_000.0).unwrap();
        assert!(Knob::Length.set(many, 200.0).is_err());
        assert_eq!(Knob::Length.set(first, 7.5).unwrap().length, 7.5);
    }
}
