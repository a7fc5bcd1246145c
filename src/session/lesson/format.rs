//! What a lesson is made of.

use super::text::Text;
use super::value::{TopicIs, Value};
use crate::engine::Kind;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::fmt;

/// The views that a lesson can open, by the names of their tabs.
pub const VIEWS: [&str; 13] = [
    "token", "dots", "simplex", "story", "plates", "exact", "topics", "map", "words", "groups",
    "compare", "chains", "choose-k",
];

/// The panes that a lesson can give the focus.
pub const PANES: [&str; 4] = ["trace", "topics", "document", "documents"];

/// A part of a lesson, and where it stands in its file.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed<T> {
    /// Line and column, both from 1.
    pub at: (usize, usize),
    /// The part.
    pub part: T,
}

/// A lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// What it is called on the command line.
    pub name: String,
    /// What it is called where people read.
    pub title: Text,
    /// About how many minutes it takes.
    pub minutes: u32,
    /// What is learnt, in a sentence.
    pub summary: Text,
    /// Its steps, one at least.
    pub steps: Vec<Step>,
}

impl Lesson {
    /// How many claims about numbers it makes: checks, predictions, and questions for a
    /// number that is measured.
    pub fn checks(&self) -> usize {
        let claims = |step: &Step| {
            let asked = step.ask.as_ref().is_some_and(|ask| ask.part.is_claim());
            step.check.len() + usize::from(asked)
        };
        self.steps.iter().map(claims).sum()
    }
}

/// One step: a text, what is done, what is asked, and what must then be true.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Where it stands.
    pub at: (usize, usize),
    /// The text.
    pub say: Text,
    /// What is done, in this order.
    pub actions: Vec<Placed<Action>>,
    /// What must come before the student can go on.
    pub wait: Option<Placed<Wait>>,
    /// A question.
    pub ask: Option<Placed<Question>>,
    /// What is true after the actions.
    pub check: Vec<Placed<Check>>,
    /// A text after the right answer.
    pub then: Option<Text>,
}

/// A corpus with a fresh chain.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// The name of a bundled corpus, or a path that is relative to the lesson.
    pub corpus: String,
    /// K; what the corpus suggests where it is not said.
    #[serde(default)]
    pub topics: Option<usize>,
    /// Alpha of each topic.
    #[serde(default)]
    pub alpha: Option<f64>,
    /// Eta of each word.
    #[serde(default)]
    pub eta: Option<f64>,
    /// The seed.
    #[serde(default = "one")]
    pub seed: u64,
    /// The engine.
    #[serde(default, deserialize_with = "engine")]
    pub engine: Kind,
}

fn one() -> u64 {
    1
}

/// An engine by its name, which holds a `-` that RON takes in no name of its own.
fn engine<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Kind, D::Error> {
    let name = String::deserialize(deserializer)?;
    let known = Kind::ALL.into_iter().find(|kind| kind.name() == name);
    known.ok_or_else(|| {
        let names = Kind::ALL.map(Kind::name).join(", ");
        D::Error::custom(format!("there is no engine '{name}'; there are {names}"))
    })
}

/// Something that is done.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Action {
    /// Loads a corpus; the chain is paused at sweep 0.
    Load(Load),
    /// Another engine, which goes on from the present topics.
    Engine(#[serde(deserialize_with = "engine")] Kind),
    /// Another alpha of each topic.
    Alpha(f64),
    /// Another eta of each word.
    Eta(f64),
    /// Another K; new topics start empty.
    Topics(usize),
    /// A fresh start from this seed.
    Seed(u64),
    /// At most so many sweeps a second, on the screen; 0 for as fast as possible.
    Speed(f64),
    /// So many sweeps, then a pause.
    Sweeps(u64),
    /// Sweeps up to this number, then a pause.
    RunTo(u64),
    /// So many tokens.
    Tokens(usize),
    /// Lets the chain run.
    Run,
    /// Holds it.
    Pause,
    /// Selects a document, from 1.
    Document(usize),
    /// Selects a topic.
    Topic(TopicIs),
    /// Selects a word.
    Word(String),
    /// Opens a view.
    Open(String),
    /// Closes the view, and gives a pane the focus.
    Focus(String),
    /// Keeps a number under a name.
    Keep(String, Value),
}

/// What must come before the student can go on.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Wait {
    /// This sweep.
    Sweep(u64),
    /// A value.
    Until(Value, Expect),
    /// That the student pauses the chain.
    Paused,
    /// That the student lets it run.
    Running,
    /// That the student opens this view.
    View(String),
}

/// What a number should be.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub enum Expect {
    /// A number, within a tolerance.
    About(f64, f64),
    /// More than this.
    Above(f64),
    /// Less than this.
    Below(f64),
    /// From the first to the second.
    Between(f64, f64),
    /// This, but for rounding.
    Equal(f64),
}

/// What [`Expect::Equal`] lets pass.
const ROUNDING: f64 = 1e-9;

impl Expect {
    /// Whether it is so.
    pub fn holds(self, value: f64) -> bool {
        match self {
            Self::About(x, tolerance) => (value - x).abs() <= tolerance,
            Self::Above(x) => value > x,
            Self::Below(x) => value < x,
            Self::Between(a, b) => (a..=b).contains(&value),
            Self::Equal(x) => (value - x).abs() <= ROUNDING * x.abs().max(1.0),
        }
    }

    /// Its numbers.
    pub(super) fn numbers(self) -> [f64; 2] {
        match self {
            Self::About(x, tolerance) => [x, tolerance],
            Self::Between(a, b) => [a, b],
            Self::Above(x) | Self::Below(x) | Self::Equal(x) => [x, 0.0],
        }
    }
}

impl fmt::Display for Expect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::About(x, tolerance) => write!(f, "{x} ± {tolerance}"),
            Self::Above(x) => write!(f, "above {x}"),
            Self::Below(x) => write!(f, "below {x}"),
            Self::Between(a, b) => write!(f, "{a} to {b}"),
            Self::Equal(x) => write!(f, "{x}"),
        }
    }
}

/// A claim about a number.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The number.
    pub value: Value,
    /// What it should be.
    pub is: Expect,
    /// The claim in words.
    #[serde(default)]
    pub say: Option<Text>,
}

/// One of several answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The answer.
    pub say: Text,
    /// What is said to whoever gives it, when it is wrong.
    #[serde(default)]
    pub remark: Option<Text>,
    /// What is true when it is the right one.
    #[serde(default)]
    pub when: Option<(Value, Expect)>,
}

/// A question.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Question {
    /// One of several answers, after the actions.
    Choice {
        /// The question.
        ask: Text,
        /// What can be answered.
        answers: Vec<Answer>,
        /// The place of the right answer, from 1.
        right: usize,
        /// Why it is right.
        #[serde(default)]
        because: Option<Text>,
    },
    /// One of several answers, before the actions, which show which one is right.
    Predict {
        /// The question.
        ask: Text,
        /// What can be answered.
        answers: Vec<Answer>,
        /// The place of the right answer, from 1.
        right: usize,
        /// Why it came so.
        #[serde(default)]
        because: Option<Text>,
    },
    /// A number.
    Number {
        /// The question.
        ask: Text,
        /// The right answer.
        right: f64,
        /// How far from it an answer may be.
        tolerance: f64,
        /// Where the right answer can be measured.
        #[serde(default)]
        value: Option<Value>,
        /// What is said to whoever is wrong.
        #[serde(default)]
        remark: Option<Text>,
        /// Why it is right.
        #[serde(default)]
        because: Option<Text>,
    },
}

impl Question {
    /// The question itself.
    pub fn ask(&self) -> &Text {
        match self {
            Self::Choice { ask, .. } | Self::Predict { ask, .. } | Self::Number { ask, .. } => ask,
        }
    }

    /// The answers that can be chosen from; none for a number.
    pub fn answers(&self) -> &[Answer] {
        match self {
            Self::Choice { answers, .. } | Self::Predict { answers, .. } => answers,
            Self::Number { .. } => &[],
        }
    }

    /// Why the right answer is right.
    pub fn because(&self) -> Option<&Text> {
        match self {
            Self::Choice { because, .. }
            | Self::Predict { because, .. }
            | Self::Number { because, .. } => because.as_ref(),
        }
    }

    /// Whether it is asked before the actions.
    pub fn is_prediction(&self) -> bool {
        matches!(self, Self::Predict { .. })
    }

    /// Whether its right answer is measured.
    fn is_claim(&self) -> bool {
        match self {
            Self::Choice { answers, .. } => answers.iter().any(|a| a.when.is_some()),
            Self::Predict { .. } => true,
            Self::Number { value, .. } => value.is_some(),
        }
    }

    /// Every text in it.
    pub fn texts(&self) -> Vec<&Text> {
        let mut texts = vec![self.ask()];
        for answer in self.answers() {
            texts.push(&answer.say);
            texts.extend(&answer.remark);
        }
        if let Self::Number { remark, .. } = self {
            texts.extend(remark);
        }
        texts.extend(self.because());
        texts
    }
}

impl Lesson {
    /// Every text in it.
    pub fn texts(&self) -> Vec<&Text> {
        let mut texts = vec![&self.title, &self.summary];
        for step in &self.steps {
            texts.push(&step.say);
            texts.extend(step.ask.iter().flat_map(|ask| ask.part.texts()));
            texts.extend(
                step.check
                    .iter()
                    .filter_map(|check| check.part.say.as_ref()),
            );
            texts.extend(&step.then);
        }
        texts
    }
}
