//! What a chain drew of some quantities since its last change.

use super::Quantity;
use crate::engine::{Engine, Objective};
use crate::eval::chain::effective_size;
use crate::eval::harmonic::Running;

/// Means of consecutive sweeps that are kept at most; beyond that two and two become one.
const MOST: usize = 512;

/// The mean of every quantity over all sweeps, and over spans of sweeps of equal length,
/// from which the error of the mean follows whatever the autocorrelation.
#[derive(Debug, Clone)]
pub struct Gathered {
    quantities: Vec<Quantity>,
    topics: usize,
    sweeps: u64,
    /// Sums over all sweeps.
    sums: Vec<f64>,
    /// Sweeps of a span, a power of two, and those that are in the open one.
    span: u64,
    open: u64,
    open_sums: Vec<f64>,
    /// Sums of complete spans, of each quantity.
    spans: Vec<Vec<f64>>,
    harmonic: Running,
}

impl Gathered {
    /// Of an engine that samples z; `None` for another.
    pub fn new(engine: &dyn Engine, quantities: Vec<Quantity>) -> Option<Self> {
        let width = quantities.len();
        engine.kind().is_gibbs().then(|| Self {
            topics: engine.topic_ids().len(),
            sweeps: 0,
            sums: vec![0.0; width],
            span: 1,
            open: 0,
            open_sums: vec![0.0; width],
            spans: vec![Vec::new(); width],
            harmonic: Running::default(),
            quantities,
        })
    }

    /// The quantities.
    pub fn quantities(&self) -> &[Quantity] {
        &self.quantities
    }

    /// Sweeps that were taken in.
    pub fn sweeps(&self) -> u64 {
        self.sweeps
    }

    /// Takes the end of a sweep in.
    pub fn push(&mut self, engine: &dyn Engine) {
        let documents = 0..engine.corpus().documents();
        let z: Vec<u16> = documents.flat_map(|d| engine.token_topics(d)).collect();
        let mut sizes = vec![0_usize; self.topics];
        for &k in &z {
            if let Some(size) = sizes.get_mut(usize::from(k)) {
                *size += 1;
            }
        }
        let smallest = sizes.into_iter().min().unwrap_or(0);
        let values = self.quantities.iter().map(|q| q.drawn(&z, smallest));
        let sums = self.sums.iter_mut().zip(&mut self.open_sums);
        for ((sum, open), value) in sums.zip(values) {
            *sum += value;
            *open += value;
        }
        if let Objective::LogJoint(joint) = engine.objective() {
            self.harmonic.push(joint.word);
        }
        self.sweeps += 1;
        self.open += 1;
        if self.open == self.span {
            self.close();
        }
    }

    fn close(&mut self) {
        self.open = 0;
        for (spans, sum) in self.spans.iter_mut().zip(&mut self.open_sums) {
            spans.push(std::mem::take(sum));
            if spans.len() == MOST {
                *spans = spans.chunks_exact(2).map(|two| two[0] + two[1]).collect();
            }
        }
        let kept = self.spans.first().map_or(0, Vec::len);
        if self.sweeps >= self.span * MOST as u64 && kept == MOST / 2 {
            self.span *= 2;
        }
    }

    /// The mean of a quantity, by place, over all sweeps; `None` before the first.
    pub fn mean(&self, place: usize) -> Option<f64> {
        let sum = self.sums.get(place)?;
        (self.sweeps > 0).then(|| sum / self.sweeps as f64)
    }

    /// The standard error of that mean, √(s² / n_eff) over the means of spans of sweeps,
    /// n_eff the effective size of their sequence ([`effective_size`]). `None` where too
    /// little was seen, or nothing varied: then nothing is known of the error.
    pub fn error(&self, place: usize) -> Option<f64> {
        let span = self.span as f64;
        let means: Vec<f64> = self.spans.get(place)?.iter().map(|s| s / span).collect();
        let size = effective_size(&means)?;
        let n = means.len() as f64;
        let mean = means.iter().sum::<f64>() / n;
        let squares: f64 = means.iter().map(|x| (x - mean).powi(2)).sum();
        let error = (squares / (n - 1.0) / size).sqrt();
        (error > 0.0).then_some(error)
    }

    /// The harmonic mean estimate of log p(w) from all sweeps, in nats.
    pub fn harmonic_mean(&self) -> Option<f64> {
        self.harmonic.value()
    }
}
