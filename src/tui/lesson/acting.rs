//! What a lesson does, what comes of it, and whether a prediction came true.

use super::{After, Answered, Doing, Measured, Phase, Playing, Row};
use crate::engine::Edit;
use crate::model::{Growth, PriorSpec};
use crate::session::lesson::{Action, Wait};
use crate::session::{Command, Walk};
use crate::tui::app::Effect;
use crate::tui::explorer::Explorer;

impl Playing {
    pub(super) fn act(&mut self, action: Action, explorer: &mut Explorer) -> Vec<Effect> {
        let send = |command| Effect::Send(command);
        let edit = |edit| vec![Effect::Send(Command::Edit(edit))];
        let mut effects = match action {
            Action::Engine(kind) => edit(Edit::Engine(kind)),
            Action::Alpha(x) => edit(Edit::Alpha(PriorSpec::Each(x))),
            Action::Eta(x) => edit(Edit::Eta(PriorSpec::Each(x))),
            Action::Seed(seed) => edit(Edit::Reset { seed }),
            Action::Topics(topics) => edit(Edit::Topics {
                topics,
                growth: Growth::Empty,
            }),
            Action::Sweeps(n) => {
                return vec![self.ask(Vec::new(), None, explorer, After::Steps(n))];
            }
            Action::RunTo(n) => return vec![self.ask(Vec::new(), None, explorer, After::RunTo(n))],
            Action::Keep(name, value) => {
                return vec![self.ask(vec![value], None, explorer, After::Keep(name))];
            }
            Action::Topic(topic) => {
                return vec![self.ask(Vec::new(), Some(topic), explorer, After::Topic)];
            }
            Action::Run => vec![send(Command::Resume)],
            Action::Pause => vec![send(Command::Pause)],
            Action::Speed(x) => vec![send(Command::Speed((x > 0.0).then_some(x)))],
            Action::Document(d) => return explorer.guide_to_document(d),
            Action::Word(word) => return explorer.guide_to_word(&word),
            Action::Open(view) => return explorer.guide_to_view(&view),
            Action::Focus(pane) => return explorer.guide_to_pane(&pane),
            Action::Tokens(n) => {
                self.doing = Some(Doing::Tokens(explorer.drawn() + n as u64));
                return vec![send(Command::Walk(Walk::Tokens(n)))];
            }
            Action::Load(_) => return Vec::new(),
        };
        effects.push(self.ask(Vec::new(), None, explorer, After::Nothing));
        effects
    }

    /// Takes what was measured.
    pub fn take(&mut self, measured: Measured, explorer: Option<&mut Explorer>) -> Vec<Effect> {
        let after = match self.doing.take() {
            Some(Doing::Asked(ticket, after)) if ticket == measured.ticket => after,
            // An answer to a question of a step that was left.
            other => {
                self.doing = other;
                return Vec::new();
            }
        };
        let mut values = measured.values.into_iter();
        let sweeps = match after {
            After::Nothing => return Vec::new(),
            After::Steps(n) => n,
            After::RunTo(n) => n.saturating_sub(measured.sweep),
            After::Keep(name) => {
                match values.next() {
                    Some(Ok(value)) => drop(self.kept.insert(name, value)),
                    Some(Err(why)) => self.trouble = Some(why),
                    None => {}
                }
                return Vec::new();
            }
            After::Topic => {
                if let (Some(Ok(id)), Some(explorer)) = (measured.topic, explorer) {
                    explorer.guide_to_topic(id);
                }
                return Vec::new();
            }
            After::Until => {
                let wait = self.step().wait.as_ref().map(|wait| &wait.part);
                if let (Some(Wait::Until(_, is)), Some(Ok(value))) = (wait, values.next())
                    && is.holds(value)
                {
                    self.phase = Phase::Measure;
                }
                return Vec::new();
            }
            After::Claims => {
                let claims = self.step().claims().into_iter().map(|(_, claim)| claim);
                self.findings = claims.zip(values).collect();
                self.phase = Phase::There;
                return self.score();
            }
        };
        if sweeps == 0 {
            return Vec::new();
        }
        self.doing = Some(Doing::Sweeps(measured.sweep + sweeps));
        vec![
            Effect::Send(Command::Limit(None)),
            Effect::Send(Command::Steps(sweeps)),
        ]
    }

    /// Tells whether a prediction came true.
    fn score(&mut self) -> Vec<Effect> {
        let (Some(predicted), Some(question)) = (self.predicted, self.question().cloned()) else {
            return Vec::new();
        };
        let came = |place: usize| {
            let when = question
                .answers()
                .get(place - 1)
                .and_then(|a| a.when.as_ref());
            when.and_then(|(value, is)| {
                let found = self
                    .findings
                    .iter()
                    .find(|(claim, _)| claim.value == *value && claim.is == *is);
                found
                    .and_then(|(_, got)| got.as_ref().ok())
                    .map(|&got| (is.holds(got), got))
            })
        };
        let (right, got) = came(predicted).map_or((false, None), |(holds, got)| (holds, Some(got)));
        let answer = question.answers()[predicted - 1].clone();
        let remark = if right { None } else { answer.remark.as_ref() };
        let language = &self.course.language;
        self.answered = Some(Answered {
            right,
            remark: remark.map(|text| text.get(language).to_owned()),
        });
        self.record(answer.say.get("en"), right, got)
    }

    /// A line for the file of answers, where there is to be one.
    pub fn record(&self, answer: &str, right: bool, value: Option<f64>) -> Vec<Effect> {
        let (Some(file), Some(question)) = (&self.course.answers, self.question()) else {
            return Vec::new();
        };
        vec![Effect::Answer(
            file.clone(),
            Box::new(Row {
                lesson: self.course.lesson.name.clone(),
                step: self.step + 1,
                question: question.ask().get("en").to_owned(),
                answer: answer.to_owned(),
                right,
                value,
            }),
        )]
    }
}
