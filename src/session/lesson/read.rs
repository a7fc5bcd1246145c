//! From a file to a lesson, or to the place of the mistake in it.
//!
//! Every part is read on its own, from the slice of the file that it is: so it has a line
//! and a column also for what is found out only later.

use super::format::{Action, Expect, Lesson, PANES, Placed, Question, Step, VIEWS, Wait};
use super::text::Text;
use ron::Options;
use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::{Deserialize, de::DeserializeOwned};
use std::fmt;

/// What is wrong with a lesson, and where.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub struct Mistake {
    /// The file.
    pub file: String,
    /// Line and column, both from 1.
    pub at: (usize, usize),
    /// What is wrong, and the remedy.
    pub what: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, at, what } = self;
        write!(f, "{file}, line {}, column {}: {what}", at.0, at.1)
    }
}

#[derive(Deserialize)]
#[serde(rename = "Lesson", deny_unknown_fields)]
struct LessonParts<'a> {
    name: String,
    title: Text,
    minutes: u32,
    summary: Text,
    #[serde(borrow)]
    steps: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename = "Step", deny_unknown_fields)]
struct StepParts<'a> {
    say: Text,
    #[serde(rename = "do", default, borrow)]
    actions: Vec<&'a RawValue>,
    #[serde(default, borrow)]
    wait: Option<&'a RawValue>,
    #[serde(default, borrow)]
    ask: Option<&'a RawValue>,
    #[serde(default, borrow)]
    check: Vec<&'a RawValue>,
    #[serde(default)]
    then: Option<Text>,
}

fn options() -> Options {
    Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES)
}

/// The file that is being read.
struct Reader<'a> {
    file: &'a str,
    text: &'a str,
}

impl Reader<'_> {
    fn mistake(&self, at: (usize, usize), what: impl Into<String>) -> Mistake {
        Mistake {
            file: self.file.to_owned(),
            at,
            what: what.into(),
        }
    }

    /// Where a slice of the file begins.
    fn place(&self, slice: &str) -> (usize, usize) {
        let start = (slice.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let before = self.text.get(..start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        (line, column)
    }

    fn parse<'t, T: Deserialize<'t>>(&self, slice: &'t str) -> Result<T, Mistake> {
        options().from_str(slice).map_err(|error| {
            let (line, column) = self.place(slice);
            let inside = error.span.start;
            let what = error.code.to_string();
            let at = match inside.line {
                // What is missing is told only at the end of the part.
                _ if what.contains("missing field") => (line, column),
                0 | 1 => (line, column + inside.col.saturating_sub(1)),
                below => (line + below - 1, inside.col),
            };
            self.mistake(at, remedy(&what))
        })
    }

    fn placed<T: DeserializeOwned>(&self, raw: &RawValue) -> Result<Placed<T>, Mistake> {
        let slice = raw.trim().get_ron();
        Ok(Placed {
            at: self.place(slice),
            part: self.parse(slice)?,
        })
    }

    fn step(&self, raw: &RawValue) -> Result<Step, Mistake> {
        let slice = raw.trim().get_ron();
        let parts: StepParts<'_> = self.parse(slice)?;
        let step = Step {
            at: self.place(slice),
            say: parts.say,
            actions: parts
                .actions
                .into_iter()
                .map(|raw| self.placed(raw))
                .collect::<Result<_, _>>()?,
            wait: parts.wait.map(|raw| self.placed(raw)).transpose()?,
            ask: parts.ask.map(|raw| self.placed(raw)).transpose()?,
            check: parts
                .check
                .into_iter()
                .map(|raw| self.placed(raw))
                .collect::<Result<_, _>>()?,
            then: parts.then,
        };
        self.whole(&step)?;
        Ok(step)
    }

    /// What can be wrong with a step that no type can say.
    fn whole(&self, step: &Step) -> Result<(), Mistake> {
        for action in &step.actions {
            check_action(&action.part).map_err(|what| self.mistake(action.at, what))?;
        }
        if let Some(wait) = &step.wait {
            check_wait(&wait.part).map_err(|what| self.mistake(wait.at, what))?;
        }
        if let Some(ask) = &step.ask {
            check_question(&ask.part).map_err(|what| self.mistake(ask.at, what))?;
        }
        for check in &step.check {
            check_numbers(check.part.is).map_err(|what| self.mistake(check.at, what))?;
        }
        if step.then.is_some() && step.ask.is_none() {
            let what =
                "a step without a question has a 'then': put its text into 'say', or add an 'ask'";
            return Err(self.mistake(step.at, what));
        }
        Ok(())
    }
}

/// What RON says of a mistake, and what to do about it.
const REMEDIES: [(&str, &str); 6] = [
    (
        "missing field named `say`",
        "a step needs a text: add say: \"…\"",
    ),
    ("missing field", "add it"),
    (
        "Expected comma",
        "parts stand with a comma between them, and a text ends with a quote",
    ),
    (
        "Expected identifier",
        "a name and a colon should stand here, as say: \"…\"",
    ),
    (
        "Expected string",
        "texts, words and names of files, views and engines stand in quotes",
    ),
    (
        "out of bounds",
        "a whole number of 0 or more should stand here",
    ),
];

/// RON's own words, with what helps.
fn remedy(error: &str) -> String {
    match REMEDIES.iter().find(|(part, _)| error.contains(part)) {
        Some((_, help)) => format!("{error}; {help}"),
        None => error.to_owned(),
    }
}

fn known(name: &str, what: &str, names: &[&str]) -> Result<(), String> {
    if names.contains(&name) {
        return Ok(());
    }
    Err(format!(
        "there is no {what} '{name}'; there are {}",
        names.join(", ")
    ))
}

fn above_zero(x: f64, name: &str) -> Result<(), String> {
    if x > 0.0 && x.is_finite() {
        return Ok(());
    }
    Err(format!("{name} {x} is out of range: it must be above 0"))
}

fn check_action(action: &Action) -> Result<(), String> {
    match action {
        Action::Open(view) => known(view, "view", &VIEWS),
        Action::Focus(pane) => known(pane, "pane", &PANES),
        Action::Alpha(x) => above_zero(*x, "alpha"),
        Action::Eta(x) => above_zero(*x, "eta"),
        Action::Speed(x) if !(0.0..=1e6).contains(x) => Err(format!(
            "speed {x} is out of range: sweeps a second go from 0.001 to 1000000, and 0 is as fast as possible"
        )),
        Action::Topics(0) => Err("K 0 is out of range: it must be 1 at least".into()),
        Action::Load(load) => {
            load.alpha.map_or(Ok(()), |x| above_zero(x, "alpha"))?;
            load.eta.map_or(Ok(()), |x| above_zero(x, "eta"))
        }
        _ => Ok(()),
    }
}

fn check_wait(wait: &Wait) -> Result<(), String> {
    match wait {
        Wait::View(view) => known(view, "view", &VIEWS),
        Wait::Until(_, is) => check_numbers(*is),
        _ => Ok(()),
    }
}

fn check_numbers(is: Expect) -> Result<(), String> {
    if is.numbers().iter().any(|x| !x.is_finite()) {
        return Err("what a number should be is a number itself, not inf or NaN".into());
    }
    match is {
        Expect::About(x, tolerance) if tolerance < 0.0 => {
            Err(format!("the tolerance {tolerance} of {x} is below 0"))
        }
        Expect::Between(a, b) if a > b => Err(format!(
            "nothing is between {a} and {b}: put the smaller first"
        )),
        _ => Ok(()),
    }
}

fn check_question(question: &Question) -> Result<(), String> {
    match question {
        Question::Number {
            right, tolerance, ..
        } => check_numbers(Expect::About(*right, *tolerance)),
        Question::Choice { answers, right, .. } | Question::Predict { answers, right, .. } => {
            let many = answers.len();
            if !(2..=6).contains(&many) {
                return Err(format!(
                    "{many} answers are out of range: a question has 2 to 6"
                ));
            }
            if !(1..=many).contains(right) {
                return Err(format!(
                    "right: {right} names no answer: there are {many}, counted from 1"
                ));
            }
            for (place, answer) in (1..).zip(answers) {
                if place != *right && answer.remark.is_none() {
                    return Err(format!(
                        "answer {place} is wrong and has no 'remark': say why it is wrong"
                    ));
                }
                if question.is_prediction() && answer.when.is_none() {
                    return Err(format!(
                        "answer {place} of a prediction has no 'when': say what is then true, as (Sweep, Above(10))"
                    ));
                }
                if let Some((_, is)) = answer.when {
                    check_numbers(is)?;
                }
            }
            Ok(())
        }
    }
}

/// Reads a lesson; `file` is the name that mistakes are told with.
///
/// # Errors
/// The first [`Mistake`].
pub fn read(file: &str, text: &str) -> Result<Lesson, Mistake> {
    let reader = Reader { file, text };
    let parts: LessonParts<'_> = reader.parse(text)?;
    let letters = parts
        .name
        .chars()
        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if parts.name.is_empty() || !letters {
        let what = format!(
            "the name '{}' is not made of small letters, digits and '-'",
            parts.name
        );
        return Err(reader.mistake((1, 1), what));
    }
    if parts.steps.is_empty() {
        return Err(reader.mistake(
            (1, 1),
            "a lesson without a step is none: add one to 'steps'",
        ));
    }
    let steps = parts.steps.into_iter().map(|raw| reader.step(raw));
    let steps = steps.collect::<Result<Vec<_>, _>>()?;
    if let Some(first) = steps.first() {
        let loads = first
            .actions
            .first()
            .is_some_and(|a| matches!(a.part, Action::Load(_)));
        let predicts = first
            .ask
            .as_ref()
            .is_some_and(|ask| ask.part.is_prediction());
        if !loads || predicts {
            let what = "the first step begins with a Load, and predicts nothing: there is nothing to look at before";
            return Err(reader.mistake(first.at, what));
        }
    }
    Ok(Lesson {
        name: parts.name,
        title: parts.title,
        minutes: parts.minutes,
        summary: parts.summary,
        steps,
    })
}
