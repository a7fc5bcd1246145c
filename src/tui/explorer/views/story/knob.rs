//! The settings of the generative process, as keys change them.

use super::MOST_TOKENS;
use crate::model::generate::Design;
use crate::tui::text::number;

/// A setting of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Knob {
    /// K.
    Topics,
    /// V.
    Words,
    /// D.
    Documents,
    /// The mean of N.
    Length,
    /// alpha of each topic.
    Alpha,
    /// eta of each word.
    Eta,
}

impl Knob {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Topics,
        Self::Words,
        Self::Documents,
        Self::Length,
        Self::Alpha,
        Self::Eta,
    ];

    /// Its symbol.
    pub fn name(self) -> &'static str {
        match self {
            Self::Topics => "K",
            Self::Words => "V",
            Self::Documents => "D",
            Self::Length => "N",
            Self::Alpha => "α",
            Self::Eta => "η",
        }
    }

    /// Its value.
    pub fn value(self, design: &Design) -> f64 {
        match self {
            Self::Topics => design.topics as f64,
            Self::Words => design.words as f64,
            Self::Documents => design.documents as f64,
            Self::Length => design.length,
            Self::Alpha => design.alpha,
            Self::Eta => design.eta,
        }
    }

    fn range(self) -> (f64, f64) {
        match self {
            Self::Topics => (1.0, 20.0),
            Self::Words => (2.0, 200.0),
            Self::Documents => (1.0, 5_000.0),
            Self::Length => (0.5, 1_000.0),
            Self::Alpha | Self::Eta => (0.001, 1_000.0),
        }
    }

    /// The design with this value, where it can be.
    pub(super) fn set(self, mut design: Design, value: f64) -> Result<Design, String> {
        let (low, high) = self.range();
        let whole = matches!(self, Self::Topics | Self::Words | Self::Documents);
        if !(low..=high).contains(&value) || (whole && value.fract() != 0.0) {
            let kind = if whole { "a whole number" } else { "a number" };
            let (low, high) = (number(low), number(high));
            return Err(format!("{} is {kind} from {low} to {high}", self.name()));
        }
        match self {
            Self::Topics => design.topics = value as usize,
            Self::Words => design.words = value as usize,
            Self::Documents => design.documents = value as usize,
            Self::Length => design.length = value,
            Self::Alpha => design.alpha = value,
            Self::Eta => design.eta = value,
        }
        if design.documents as f64 * design.length > MOST_TOKENS {
            return Err(
                "at most 500,000 tokens are told here: `gibbscope generate` draws more".into(),
            );
        }
        Ok(design)
    }

    /// The next value on a scale that suits it.
    pub(super) fn step(self, value: f64, up: bool) -> f64 {
        if matches!(self, Self::Topics | Self::Words) {
            return if up { value + 1.0 } else { value - 1.0 };
        }
        // 1, 2, 5, 10, …
        let ladder = (-3..=4).flat_map(|e| [1.0, 2.0, 5.0].map(|m| m * 10f64.powi(e)));
        let apart = |rung: &f64| (rung / value - 1.0).abs() > 1e-6;
        let mut rungs: Vec<f64> = ladder.filter(apart).collect();
        if !up {
            rungs.reverse();
        }
        let found = rungs
            .into_iter()
            .find(|r| if up { *r > value } else { *r < value });
        // Rungs such as 0.1 are rounded to what a person would type.
        found.map_or(value, |rung| (rung * 1e6).round() / 1e6)
    }
}
