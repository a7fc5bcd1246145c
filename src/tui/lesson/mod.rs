//! A lesson on the screen: it does what its steps ask, waits, asks, and measures what they
//! claim. It lives beside the screens, since it goes on when it loads another corpus.
//!
//! ```text
//! enter ─▶ (prediction) ─▶ actions ─▶ wait ─▶ measure ─▶ (question) ─▶ next
//! ```
//!
//! What changes the chain is followed by a measurement, also of nothing: the worker takes
//! commands in their order, so its answer says that the change was made.

mod acting;
mod answers;
mod on_screen;
mod quiz;
mod request;
mod room;

pub use answers::{Row, append};
pub use quiz::{Answered, Lessons, Quiz};
pub use request::{Measured, Request};
pub use room::{PANEL_COLUMNS, Room};

use super::app::Effect;
use super::explorer::Explorer;
use crate::session::RunState;
use crate::session::lesson::{Action, Claim, Kept, Lesson, Question, Step, TopicIs, Value, Wait};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

/// How a lesson was started.
#[derive(Debug, Clone)]
pub struct Course {
    /// The lesson.
    pub lesson: Arc<Lesson>,
    /// The folder of its file; `None` for one inside the program.
    pub folder: Option<PathBuf>,
    /// The code of the language of its texts.
    pub language: String,
    /// Where answers are written.
    pub answers: Option<PathBuf>,
}

/// How far a step has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Steps before it are done again.
    Again,
    /// A prediction is asked for.
    Predict,
    /// Its actions are done.
    Act,
    /// Something must come.
    Wait,
    /// Its claims are measured.
    Measure,
    /// All is there.
    There,
}

/// What is under way.
#[derive(Debug)]
enum Doing {
    /// A corpus is being read.
    Opening,
    /// A measurement with this number, and what it is for.
    Asked(u64, After),
    /// Sweeps up to this one.
    Sweeps(u64),
    /// Tokens one by one, up to so many since the start of the chain.
    Tokens(u64),
}

#[derive(Debug)]
enum After {
    Nothing,
    Steps(u64),
    RunTo(u64),
    Keep(String),
    Topic,
    Until,
    Claims,
}

/// A lesson being followed.
#[derive(Debug)]
pub struct Playing {
    /// How it was started.
    pub course: Course,
    /// The step, from 0.
    pub step: usize,
    /// How far it has come.
    pub phase: Phase,
    /// First line of the text that is shown.
    pub scroll: usize,
    /// The claims of the step with what was measured.
    pub findings: Vec<(Claim, Result<f64, String>)>,
    /// What became of its question.
    pub answered: Option<Answered>,
    /// Why something could not be done.
    pub trouble: Option<String>,
    /// The place of the predicted answer, from 1.
    predicted: Option<usize>,
    todo: VecDeque<Action>,
    doing: Option<Doing>,
    kept: Kept,
    tickets: u64,
    /// The sweep at which a value was looked at last.
    looked: Option<u64>,
}

impl Playing {
    /// A lesson at the start of its first step.
    pub fn new(course: Course) -> Self {
        let mut playing = Self {
            course,
            step: 0,
            phase: Phase::Act,
            scroll: 0,
            findings: Vec::new(),
            answered: None,
            trouble: None,
            predicted: None,
            todo: VecDeque::new(),
            doing: None,
            kept: Kept::new(),
            tickets: 0,
            looked: None,
        };
        playing.enter(0);
        playing
    }

    /// The step on the screen.
    pub fn step(&self) -> &Step {
        &self.course.lesson.steps[self.step]
    }

    /// Its question.
    pub fn question(&self) -> Option<&Question> {
        self.step().ask.as_ref().map(|ask| &ask.part)
    }

    /// Whether the question is next.
    pub fn asks(&self) -> bool {
        match self.phase {
            Phase::Predict => true,
            Phase::There => self.question().is_some() && self.answered.is_none(),
            _ => false,
        }
    }

    /// Whether the last step is done.
    pub fn is_over(&self) -> bool {
        let last = self.step + 1 == self.course.lesson.steps.len();
        last && self.phase == Phase::There && !self.asks()
    }

    /// What it waits for, in words; `None` where ⏎ goes on.
    pub fn waits_for(&self, explorer: Option<&Explorer>) -> Option<String> {
        let sweep = explorer.and_then(Explorer::latest).map_or(0, |s| s.sweep);
        if let Some(trouble) = &self.trouble {
            return Some(trouble.clone());
        }
        match (&self.phase, &self.doing) {
            (_, Some(Doing::Sweeps(to))) => {
                let held = explorer.is_some_and(|e| !e.is_running());
                let more = if held { ": space goes on" } else { "" };
                Some(format!("sweep {sweep} of {to}{more}"))
            }
            (Phase::Predict | Phase::There, _) => None,
            (Phase::Wait, _) => Some(match self.step().wait.as_ref().map(|wait| &wait.part) {
                Some(Wait::Sweep(to)) => format!("space runs the chain: sweep {sweep} of {to}"),
                Some(Wait::Until(value, is)) => format!("waiting for {value}: {is}"),
                Some(Wait::Paused) => "space holds the chain".into(),
                Some(Wait::Running) => "space lets the chain run".into(),
                Some(Wait::View(view)) => format!("open the view '{view}'"),
                None => "…".into(),
            }),
            (Phase::Measure, _) => Some("measuring…".into()),
            _ => Some("one moment…".into()),
        }
    }

    /// Goes to a step, its actions still to be done.
    fn enter(&mut self, step: usize) {
        self.step = step;
        (self.scroll, self.looked, self.doing) = (0, None, None);
        (self.answered, self.predicted, self.trouble) = (None, None, None);
        self.findings.clear();
        let predicts = self.question().is_some_and(Question::is_prediction);
        self.phase = if predicts { Phase::Predict } else { Phase::Act };
        self.todo = self.step().actions.iter().map(|a| a.part.clone()).collect();
    }

    /// On to the next step; false after the last.
    pub fn forward(&mut self) -> bool {
        let there = self.step + 1 < self.course.lesson.steps.len();
        if there {
            self.enter(self.step + 1);
        }
        there
    }

    /// Back to the step before: what was done from the last corpus on is done again.
    pub fn back(&mut self) -> bool {
        let Some(step) = self.step.checked_sub(1) else {
            return false;
        };
        self.enter(step);
        let before = &self.course.lesson.steps[..step];
        let mut again: VecDeque<Action> = VecDeque::new();
        for action in before.iter().flat_map(|s| &s.actions).map(|a| &a.part) {
            match action {
                Action::Load(_) => again = VecDeque::from([action.clone()]),
                // What was slow to be watched was watched.
                Action::Speed(_) => {}
                action => again.push_back(action.clone()),
            }
        }
        let own = self.step().actions.first();
        if own.is_some_and(|own| matches!(own.part, Action::Load(_))) {
            return true;
        }
        if let Some(Action::Load(_)) = again.front() {
            again.insert(1, Action::Speed(0.0));
        }
        self.todo = again;
        self.phase = Phase::Again;
        true
    }

    /// A prediction: its actions show whether it is right.
    pub fn predict(&mut self, answer: usize) {
        self.predicted = Some(answer);
        self.phase = Phase::Act;
    }

    /// The corpus that was waited for is there.
    pub fn opened(&mut self) {
        if matches!(self.doing, Some(Doing::Opening)) {
            self.doing = None;
        }
    }

    fn ask(
        &mut self,
        values: Vec<Value>,
        topic: Option<TopicIs>,
        explorer: &Explorer,
        after: After,
    ) -> Effect {
        self.tickets += 1;
        self.doing = Some(Doing::Asked(self.tickets, after));
        Effect::Measure(Box::new(Request {
            ticket: self.tickets,
            values,
            topic,
            kept: self.kept.clone(),
            moved: explorer.latest().and_then(|s| s.moved),
        }))
    }

    /// Goes on as far as it can.
    pub fn go_on(&mut self, mut explorer: Option<&mut Explorer>) -> Vec<Effect> {
        let mut effects = Vec::new();
        loop {
            match (&self.doing, explorer.as_deref()) {
                (Some(Doing::Sweeps(to)), Some(explorer)) => {
                    let there = explorer
                        .latest()
                        .is_some_and(|s| s.sweep >= *to && s.state != RunState::Running);
                    if !there {
                        return effects;
                    }
                    self.doing = None;
                }
                (Some(Doing::Tokens(to)), Some(explorer)) => {
                    let held = explorer
                        .latest()
                        .is_some_and(|s| s.state != RunState::Running);
                    if !held || explorer.drawn() < *to {
                        return effects;
                    }
                    self.doing = None;
                }
                (Some(_), _) => return effects,
                (None, _) => {}
            }
            match self.phase {
                Phase::Predict | Phase::There => return effects,
                Phase::Again | Phase::Act => match self.todo.pop_front() {
                    Some(Action::Load(load)) => {
                        self.doing = Some(Doing::Opening);
                        effects.push(Effect::Load(Box::new(load), self.course.folder.clone()));
                    }
                    Some(action) => {
                        let Some(explorer) = explorer.as_deref_mut() else {
                            return effects;
                        };
                        effects.extend(self.act(action, explorer));
                    }
                    None if self.phase == Phase::Again => {
                        let step = self.step;
                        self.enter(step);
                    }
                    None => self.phase = Phase::Wait,
                },
                Phase::Wait => {
                    let Some(explorer) = explorer.as_deref_mut() else {
                        return effects;
                    };
                    match self.has_come(explorer) {
                        Ok(true) => self.phase = Phase::Measure,
                        Ok(false) => return effects,
                        Err(value) => {
                            effects.push(self.ask(vec![value], None, explorer, After::Until))
                        }
                    }
                }
                Phase::Measure => {
                    let Some(explorer) = explorer.as_deref_mut() else {
                        return effects;
                    };
                    let values = self
                        .step()
                        .claims()
                        .into_iter()
                        .map(|(_, claim)| claim.value);
                    let values = values.collect();
                    effects.push(self.ask(values, None, explorer, After::Claims));
                }
            }
        }
    }

    /// Whether what the step waits for has come; the value that must be measured first.
    fn has_come(&mut self, explorer: &Explorer) -> Result<bool, Value> {
        let Some(latest) = explorer.latest() else {
            return Ok(false);
        };
        let sweep = latest.sweep;
        match self.step().wait.as_ref().map(|wait| &wait.part) {
            None => Ok(true),
            Some(Wait::Sweep(to)) => Ok(sweep >= *to),
            Some(Wait::Paused) => Ok(latest.state != RunState::Running),
            Some(Wait::Running) => Ok(latest.state == RunState::Running),
            Some(Wait::View(view)) => Ok(explorer.shows(view)),
            Some(Wait::Until(value, _)) => {
                let value = value.clone();
                if self.looked == Some(sweep) {
                    return Ok(false);
                }
                self.looked = Some(sweep);
                Err(value)
            }
        }
    }

    /// The number that the question for one was measured to have.
    pub fn measured_answer(&self) -> Option<f64> {
        let Some(Question::Number {
            value: Some(value), ..
        }) = self.question()
        else {
            return None;
        };
        let found = self
            .findings
            .iter()
            .rev()
            .find(|(claim, _)| claim.value == *value);
        found.and_then(|(_, got)| got.as_ref().ok().copied())
    }

    /// The claims that stand under the text: those of the checks.
    pub fn checked(
        &self,
    ) -> impl Iterator<
        Item = (
            &crate::session::lesson::Check,
            &(Claim, Result<f64, String>),
        ),
    > {
        let checks = self.step().check.iter().map(|check| &check.part);
        checks.zip(&self.findings)
    }
}
