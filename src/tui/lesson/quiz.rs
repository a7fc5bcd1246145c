//! A question being answered, and the list of lessons.

use super::super::keymap::Action;
use super::super::prompt::{Prompt, Purpose};
use crate::session::lesson::{Lesson, Question, shown};

/// Wrong numbers after which the right one is told.
const PATIENCE: usize = 3;

/// What became of a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered {
    /// Whether the answer was right.
    pub right: bool,
    /// What is said of it.
    pub remark: Option<String>,
}

/// A question over the text of the lesson.
#[derive(Debug)]
pub struct Quiz {
    /// The question.
    pub question: Question,
    /// The answer under the cursor, from 0.
    pub cursor: usize,
    /// The line where a number is typed.
    pub input: Option<Prompt>,
    /// What is said of the last answer, which was wrong.
    pub remark: Option<String>,
    language: String,
    /// The number that was measured.
    measured: Option<f64>,
    tries: usize,
}

/// An answer that was given.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// In English, or as it was typed.
    pub answer: String,
    /// Whether it is right; `None` for a prediction.
    pub right: Option<bool>,
    /// The number it was judged by.
    pub value: Option<f64>,
    /// The place of a prediction, from 1.
    pub place: usize,
}

impl Quiz {
    /// A question to be answered; `measured` is the number that its value has now.
    pub fn new(question: Question, language: &str, measured: Option<f64>) -> Self {
        let number = matches!(question, Question::Number { .. });
        let help = "a number, such as 0.25, or a fraction, such as 5.5/6";
        Self {
            input: number.then(|| Prompt::new(Purpose::Number, "answer", help, "")),
            question,
            cursor: 0,
            remark: None,
            language: language.to_owned(),
            measured,
            tries: 0,
        }
    }

    /// Moves the cursor.
    pub fn moves(&mut self, action: Action) -> bool {
        let last = self.question.answers().len().saturating_sub(1);
        self.cursor = match action {
            Action::Up => self.cursor.saturating_sub(1),
            Action::Down => (self.cursor + 1).min(last),
            _ => return false,
        };
        true
    }

    /// Takes the answer under the cursor, or the number that was typed; an error for what
    /// is no answer.
    pub fn give(&mut self) -> Result<Given, String> {
        let language = self.language.clone();
        match &self.question {
            Question::Number {
                right,
                tolerance,
                remark,
                ..
            } => {
                let typed = self
                    .input
                    .as_ref()
                    .map_or("", |input| input.value())
                    .to_owned();
                let number = number(&typed)?;
                let truth = self.measured.unwrap_or(*right);
                let is = (number - truth).abs() <= *tolerance;
                self.tries += 1;
                if !is {
                    let own = remark.as_ref().map(|text| text.get(&language).to_owned());
                    self.remark = Some(match own {
                        _ if self.tries >= PATIENCE => format!("It is {}.", shown(truth)),
                        Some(remark) => remark,
                        None => "Not so: look again.".into(),
                    });
                }
                Ok(Given {
                    answer: typed,
                    right: Some(is),
                    value: Some(truth),
                    place: 0,
                })
            }
            Question::Choice { answers, right, .. } => {
                let place = self.cursor + 1;
                let answer = &answers[self.cursor];
                let is = place == *right;
                self.remark = answer
                    .remark
                    .as_ref()
                    .filter(|_| !is)
                    .map(|text| text.get(&language).to_owned());
                Ok(Given {
                    answer: answer.say.get("en").to_owned(),
                    right: Some(is),
                    value: None,
                    place,
                })
            }
            Question::Predict { answers, .. } => Ok(Given {
                answer: answers[self.cursor].say.get("en").to_owned(),
                right: None,
                value: None,
                place: self.cursor + 1,
            }),
        }
    }
}

/// A number, with a point or a comma, or a fraction of two.
fn number(text: &str) -> Result<f64, String> {
    let one = |text: &str| text.trim().replace(',', ".").parse::<f64>().ok();
    let value = match text.split_once('/') {
        Some((above, below)) => one(above).zip(one(below)).map(|(a, b)| a / b),
        None => one(text),
    };
    value
        .filter(|x| x.is_finite())
        .ok_or_else(|| format!("'{text}' is no number"))
}

/// The list of the lessons inside the program.
#[derive(Debug)]
pub struct Lessons {
    /// The lessons.
    pub all: Vec<Lesson>,
    /// The selected one.
    pub cursor: usize,
}

impl Lessons {
    /// Moves the cursor.
    pub fn moves(&mut self, action: Action, page: usize) -> bool {
        let last = self.all.len().saturating_sub(1);
        self.cursor = match action {
            Action::Up => self.cursor.saturating_sub(1),
            Action::Down => self.cursor + 1,
            Action::PageUp => self.cursor.saturating_sub(page),
            Action::PageDown => self.cursor + page,
            Action::First => 0,
            Action::Last => last,
            _ => return false,
        }
        .min(last);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_may_be_a_fraction() {
        assert_eq!(number("0.25"), Ok(0.25));
        assert_eq!(number(" 5,5 / 11"), Ok(0.5));
        for bad in ["", "a", "1/0", "1/", "nan", "inf"] {
            assert!(number(bad).is_err(), "{bad}");
        }
    }
}
