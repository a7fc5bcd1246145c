//! The tuning strip: which parameter the arrow keys change, and to what.

use crate::engine::{Edit, Optimize};
use crate::model::{Growth, MAX_TOPICS, PriorSpec};
use crate::session::Snapshot;

/// The parameters that can be tuned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Parameter {
    /// The document–topic prior.
    #[default]
    Alpha,
    /// The topic–word prior.
    Eta,
    /// The number of topics.
    Topics,
}

/// What is picked, and the values that were asked for. A value that was asked for
/// but has not come into force yet is the one that the next key press starts from.
#[derive(Debug, Clone)]
pub struct Tuning {
    /// The parameter that the arrow keys change.
    pub picked: Parameter,
    /// How new topics start.
    pub growth: Growth,
    alpha: PriorSpec,
    eta: PriorSpec,
    topics: usize,
    optimize: Optimize,
    /// Whether a change is on its way.
    waiting: usize,
}

impl Tuning {
    /// The strip of a chain with these settings.
    pub fn new(alpha: PriorSpec, eta: PriorSpec, topics: usize) -> Self {
        Self {
            picked: Parameter::default(),
            growth: Growth::default(),
            alpha,
            eta,
            topics,
            optimize: Optimize::default(),
            waiting: 0,
        }
    }

    /// Takes over what is in force, unless a change is on its way.
    pub fn follow(&mut self, snapshot: &Snapshot) {
        if snapshot.pending.is_empty() {
            self.waiting = self.waiting.saturating_sub(1);
        }
        if self.waiting == 0 {
            self.alpha = snapshot.settings.alpha.clone();
            self.eta = snapshot.settings.eta.clone();
            self.topics = snapshot.settings.topics;
            self.optimize = snapshot.optimize;
        }
    }

    /// How priors are fitted, as it was asked for last.
    pub fn optimize(&self) -> Optimize {
        self.optimize
    }

    /// Fitting of priors that was just asked for.
    pub fn set_optimize(&mut self, optimize: Optimize) {
        self.optimize = optimize;
        self.waiting = 2;
    }

    /// A change was refused: the next snapshot says what is in force.
    pub fn forget(&mut self) {
        self.waiting = 0;
    }

    /// The picked parameter one step up or down.
    pub fn step(&mut self, up: bool) -> Option<Edit> {
        match self.picked {
            Parameter::Alpha => self.set_alpha(stepped(&self.alpha, up)?),
            Parameter::Eta => self.set_eta(stepped(&self.eta, up)?),
            Parameter::Topics if up => self.set_topics(self.topics + 1),
            Parameter::Topics => self.set_topics(self.topics.checked_sub(1)?),
        }
        .ok()
    }

    /// Text typed for a parameter.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn typed(
        &mut self,
        parameter: Parameter,
        text: &str,
        words: usize,
    ) -> Result<Edit, String> {
        let prior = |name, len| {
            let spec: PriorSpec = text.parse().map_err(|e| format!("{e}"))?;
            spec.resolve(name, len).map_err(|e| e.to_string())?;
            Ok::<_, String>(spec)
        };
        match parameter {
            Parameter::Alpha => self.set_alpha(prior("alpha", self.topics)?),
            Parameter::Eta => self.set_eta(prior("eta", words)?),
            Parameter::Topics => {
                let topics = text.replace(',', "").parse();
                self.set_topics(topics.map_err(|_| format!("'{text}' is not a whole number"))?)
            }
        }
    }

    fn set_alpha(&mut self, spec: PriorSpec) -> Result<Edit, String> {
        self.alpha = spec.clone();
        // As in the worker: a value that is set by hand is not fitted away.
        self.optimize.alpha = None;
        self.waiting = 2;
        Ok(Edit::Alpha(spec))
    }

    fn set_eta(&mut self, spec: PriorSpec) -> Result<Edit, String> {
        self.eta = spec.clone();
        self.optimize.eta = None;
        self.waiting = 2;
        Ok(Edit::Eta(spec))
    }

    fn set_topics(&mut self, topics: usize) -> Result<Edit, String> {
        if !(1..=MAX_TOPICS).contains(&topics) {
            return Err(format!("K goes from 1 to {MAX_TOPICS}"));
        }
        self.topics = topics;
        self.waiting = 2;
        Ok(Edit::Topics {
            topics,
            growth: self.growth,
        })
    }
}

/// The next value up or down in 1, 1.5, 2, 3, 5, 7, 10 of each decade; a list is
/// scaled as a whole. `None` at the ends of a sensible range.
fn stepped(spec: &PriorSpec, up: bool) -> Option<PriorSpec> {
    const STEPS: [f64; 6] = [1.0, 1.5, 2.0, 3.0, 5.0, 7.0];
    const DECADES: std::ops::Range<i32> = -6..5;
    let next = |value: f64| {
        let mut grid = DECADES.flat_map(|d| STEPS.map(|s| decimal(s, d)));
        if up {
            grid.find(|g| *g > value * (1.0 + 1e-9))
        } else {
            grid.take_while(|g| *g < value * (1.0 - 1e-9)).last()
        }
    };
    Some(match spec {
        PriorSpec::Each(value) => PriorSpec::Each(next(*value)?),
        PriorSpec::Sum(total) => PriorSpec::Sum(next(*total)?),
        PriorSpec::List(values) => {
            let factor = if up { 1.5 } else { 1.0 / 1.5 };
            PriorSpec::List(values.iter().map(|v| v * factor).collect())
        }
    })
}

/// `step` · 10^`decade` as its shortest decimal would be read, so that 0.3 is
/// 0.3 and not 0.30000000000000004.
fn decimal(step: f64, decade: i32) -> f64 {
    format!("{step}e{decade}").parse().unwrap_or(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arrows_walk_through_round_values() {
        let mut tuning = Tuning::new(PriorSpec::Each(0.1), PriorSpec::Sum(42.58), 1);
        let up: Vec<String> = (0..8)
            .filter_map(|_| tuning.step(true))
            .map(|edit| edit.to_string())
            .collect();
        assert_eq!(
            up,
            [
                "α 0.15", "α 0.2", "α 0.3", "α 0.5", "α 0.7", "α 1", "α 1.5", "α 2"
            ]
        );
        tuning.picked = Parameter::Eta;
        assert_eq!(tuning.step(false), Some(Edit::Eta(PriorSpec::Sum(30.0))));
        tuning.picked = Parameter::Topics;
        assert_eq!(tuning.step(false), None, "K is 1 at least");
        let edit = Edit::Topics {
            topics: 2,
            growth: Growth::Empty,
        };
        assert_eq!(tuning.step(true), Some(edit));
    }

    #[test]
    fn typed_values_are_checked() {
        let mut tuning = Tuning::new(PriorSpec::Each(0.1), PriorSpec::Each(0.01), 4);
        let alpha = tuning.typed(Parameter::Alpha, "sum:5", 9);
        assert_eq!(alpha, Ok(Edit::Alpha(PriorSpec::Sum(5.0))));
        for (parameter, text, why) in [
            (Parameter::Alpha, "1,2", "4 are needed"),
            (Parameter::Eta, "-1", "out of range"),
            (Parameter::Topics, "0", "from 1 to 65535"),
            (Parameter::Topics, "many", "not a whole number"),
        ] {
            let message = tuning.typed(parameter, text, 9).unwrap_err();
            assert!(message.contains(why), "{message}");
        }
    }
}
