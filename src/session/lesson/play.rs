//! A lesson from its first step to its last, with all that it claims.

use super::format::{Expect, Lesson, Question, Step};
use super::stage::Stage;
use super::value::Value;
use std::path::Path;

/// Something that a lesson claims about a chain.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// The number.
    pub value: Value,
    /// What it should be.
    pub is: Expect,
    /// Whether it should be so: that of a wrong answer should not.
    pub so: bool,
}

/// A claim beside the truth.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The step, from 1.
    pub step: usize,
    /// Where the claim stands in the file.
    pub at: (usize, usize),
    /// The claim.
    pub claim: Claim,
    /// The number, or why there is none.
    pub got: Result<f64, String>,
}

impl Finding {
    /// Whether the claim is true.
    pub fn holds(&self) -> bool {
        let Claim { is, so, .. } = self.claim;
        self.got.as_ref().is_ok_and(|&got| is.holds(got) == so)
    }
}

/// A number in as many digits as are of use.
pub fn shown(x: f64) -> String {
    let size = x.abs();
    if x.fract() == 0.0 && size < 1e15 {
        format!("{x:.0}")
    } else if size >= 100.0 {
        format!("{x:.2}")
    } else if size >= 1e-3 {
        format!("{x:.4}")
    } else {
        format!("{x:.3e}")
    }
}

impl Step {
    /// What it claims after its actions.
    pub fn claims(&self) -> Vec<((usize, usize), Claim)> {
        let mut claims: Vec<_> = self
            .check
            .iter()
            .map(|check| {
                let (value, is) = (check.part.value.clone(), check.part.is);
                (
                    check.at,
                    Claim {
                        value,
                        is,
                        so: true,
                    },
                )
            })
            .collect();
        let Some(ask) = &self.ask else {
            return claims;
        };
        match &ask.part {
            Question::Number {
                right,
                tolerance,
                value: Some(value),
                ..
            } => {
                let (value, is) = (value.clone(), Expect::About(*right, *tolerance));
                claims.push((
                    ask.at,
                    Claim {
                        value,
                        is,
                        so: true,
                    },
                ));
            }
            Question::Number { .. } => {}
            Question::Choice { answers, right, .. } | Question::Predict { answers, right, .. } => {
                for (place, answer) in (1..).zip(answers) {
                    if let Some((value, is)) = answer.when.clone() {
                        let so = place == *right;
                        claims.push((ask.at, Claim { value, is, so }));
                    }
                }
            }
        }
        claims
    }
}

/// Plays a lesson; `folder` is that of its file. `told` gets every step with what was found
/// of its claims.
///
/// # Errors
/// The number of a step, the place in the file, and why something there cannot be done.
pub fn play(
    lesson: &Lesson,
    folder: Option<&Path>,
    told: &mut dyn FnMut(usize, &Step, &[Finding]),
) -> Result<(), (usize, (usize, usize), String)> {
    let mut stage = Stage::new(folder);
    for (number, step) in (1..).zip(&lesson.steps) {
        for action in &step.actions {
            stage
                .act(&action.part)
                .map_err(|why| (number, action.at, why))?;
        }
        if let Some(wait) = &step.wait {
            stage
                .wait(&wait.part)
                .map_err(|why| (number, wait.at, why))?;
        }
        let findings: Vec<Finding> = step
            .claims()
            .into_iter()
            .map(|(at, claim)| Finding {
                step: number,
                at,
                got: stage.measure(&claim.value),
                claim,
            })
            .collect();
        told(number, step, &findings);
    }
    Ok(())
}
