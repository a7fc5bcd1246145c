//! One K from one seed, fitted to the training documents and measured at its end.

use super::{Job, Run};
use crate::corpus::Corpus;
use crate::engine::fold_in::Method;
use crate::engine::{EngineError, Kind, Objective, Settings, start};
use crate::eval::coherence::{Measure, Windows, mean};
use crate::eval::harmonic::harmonic_mean;
use crate::eval::held_out::{completion, predictor};
use crate::eval::ranking::exclusivity;
use crate::session::HeldOutTest;
use std::sync::Arc;

/// Top words of a topic that coherence and exclusivity look at.
pub const TOP: usize = 10;

/// Tokens between two looks at whether a run is still wanted, at most,
const SLICE: usize = 1 << 15;
/// and tokens times topics.
const WORK: usize = 1 << 24;

/// Why there is no run.
#[derive(Debug, thiserror::Error)]
pub enum FitError {
    /// The engine cannot be started.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Completion splits each document in two.
    #[error("no held-out document has two tokens: there is nothing to score")]
    NothingToScore,
}

/// Documents to fit and to score, and how they are fitted.
#[derive(Debug)]
pub struct Split {
    /// How topics are inferred.
    pub kind: Kind,
    /// The priors; K and seed are those of a run.
    pub settings: Settings,
    /// Passes over the training documents.
    pub sweeps: u64,
    /// The training documents.
    pub train: Arc<Corpus>,
    /// The others, under the same vocabulary.
    pub held_out: HeldOutTest,
}

impl Split {
    /// Fits K topics from a seed and measures them. Asks some times in each sweep whether
    /// that is still wanted; `None` once it is not. How often it is asked changes nothing.
    ///
    /// # Errors
    /// See [`FitError`].
    pub fn fit(
        &self,
        (topics, seed): Job,
        wanted: &dyn Fn() -> bool,
    ) -> Result<Option<Run>, FitError> {
        let settings = Settings {
            topics,
            seed,
            ..self.settings.clone()
        };
        let mut engine = start(self.kind, Arc::clone(&self.train), settings)?;
        let slice = (WORK / topics.max(1)).min(SLICE);
        let mut word_parts = Vec::new();
        while engine.sweep() < self.sweeps {
            if !wanted() {
                return Ok(None);
            }
            if engine.advance(slice).sweep_done
                && engine.sweep() > self.sweeps / 2
                && let Objective::LogJoint(joint) = engine.objective()
            {
                word_parts.push(joint.word);
            }
        }
        let model = predictor(engine.as_ref(), Method::Gibbs);
        let held_out = &self.held_out;
        let Some(score) = completion(&model, &held_out.documents, held_out.seed) else {
            return Err(FitError::NothingToScore);
        };
        let tops: Vec<Vec<u32>> = engine
            .top_words(TOP)
            .into_iter()
            .map(|top| top.into_iter().map(|(word, _)| word).collect())
            .collect();
        // Word counts have an order that means nothing.
        let ordered = self.train.text(0).is_some();
        let run = Run {
            topics,
            seed,
            perplexity: finite(score.perplexity),
            perplexity_standard_error: finite(score.perplexity_standard_error),
            c_npmi: ordered
                .then(|| coherence(&self.train, &tops, Measure::CNpmi))
                .flatten(),
            u_mass: coherence(&self.train, &tops, Measure::UMass),
            exclusivity: mean(exclusivity(&engine.phi(), &tops).into_iter()).value,
            harmonic_mean: harmonic_mean(&word_parts).and_then(finite),
            digest: engine.digest(),
        };
        Ok(wanted().then_some(run))
    }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// The mean over the topics that have a value.
fn coherence(texts: &Corpus, tops: &[Vec<u32>], measure: Measure) -> Option<f64> {
    let ids: Vec<Vec<Option<u32>>> = tops
        .iter()
        .map(|top| top.iter().copied().map(Some).collect())
        .collect();
    let windows = Windows::count(texts, &ids, measure.window());
    let values = windows.coherence(measure);
    mean(values.iter().map(|topic| topic.value)).value
}
