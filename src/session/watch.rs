//! One document from sweep to sweep: which of its tokens moved, and the mean of its theta.

use super::snapshot::PosteriorMean;
use crate::engine::Engine;

/// What is remembered of the document that is looked at. Engines that draw no topics
/// leave it empty.
#[derive(Debug, Default)]
pub(super) struct Watch {
    document: Option<usize>,
    /// Its topics at the last end of a sweep, or after a change; empty before.
    before: Vec<u16>,
    /// Whether each of its tokens changed in the last complete sweep; empty before.
    moved: Vec<bool>,
    /// The sum of theta over ends of sweeps.
    sum: Vec<f64>,
    sweeps: u64,
}

impl Watch {
    /// The document.
    pub fn document(&self) -> Option<usize> {
        self.document
    }

    /// Which of its tokens changed topic in the last complete sweep; empty if unknown.
    pub fn moved(&self) -> &[bool] {
        &self.moved
    }

    /// The mean of its theta; `None` before the first sweep.
    pub fn mean(&self) -> Option<PosteriorMean> {
        let sweeps = self.sweeps;
        (sweeps > 0).then(|| PosteriorMean {
            theta: self.sum.iter().map(|sum| sum / sweeps as f64).collect(),
            sweeps,
        })
    }

    /// Looks at another document, or at none.
    pub fn turn(&mut self, engine: &dyn Engine, document: Option<usize>) {
        let document = document.filter(|&d| d < engine.corpus().documents());
        if document != self.document {
            self.document = document;
            self.restart(engine);
        }
    }

    /// Forgets all: the chain after a change is another one.
    pub fn restart(&mut self, engine: &dyn Engine) {
        self.moved.clear();
        self.sum.clear();
        self.sweeps = 0;
        self.before = match self.document {
            Some(d) if engine.kind().is_gibbs() && engine.between_sweeps() => {
                engine.token_topics(d)
            }
            _ => Vec::new(),
        };
    }

    /// Takes the end of a sweep in.
    pub fn after_sweep(&mut self, engine: &dyn Engine) {
        let Some(d) = self.document.filter(|_| engine.kind().is_gibbs()) else {
            return;
        };
        let now = engine.token_topics(d);
        self.moved.clear();
        if self.before.len() == now.len() {
            let pairs = self.before.iter().zip(&now);
            self.moved.extend(pairs.map(|(before, now)| before != now));
        }
        self.before = now;
        let theta = engine.theta(d);
        self.sum.resize(theta.len(), 0.0);
        for (sum, theta) in self.sum.iter_mut().zip(theta) {
            *sum += theta;
        }
        self.sweeps += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::bars;
    use crate::engine::{Edit, Kind, Settings, start};
    use crate::model::PriorSpec;
    use std::sync::Arc;

    fn engine(kind: Kind) -> Box<dyn Engine> {
        let settings = Settings {
            alpha: PriorSpec::Each(0.5),
            eta: PriorSpec::Each(0.1),
            topics: 4,
            seed: 3,
            em: Default::default(),
            parallel: Default::default(),
        };
        start(kind, Arc::new(bars(20, 9).0), settings).unwrap()
    }

    fn sweep(engine: &mut dyn Engine) {
        while !engine.advance(usize::MAX).sweep_done {}
    }

    #[test]
    fn moved_tokens_and_the_mean_are_those_of_the_sweeps_that_were_seen() {
        let mut engine = engine(Kind::Collapsed);
        let mut watch = Watch::default();
        watch.turn(engine.as_ref(), Some(5));
        assert_eq!((watch.moved(), watch.mean()), (&[][..], None));
        let mut sum = [0.0; 4];
        for sweeps in 1..=3 {
            let before = engine.token_topics(5);
            sweep(engine.as_mut());
            watch.after_sweep(engine.as_ref());
            let now = engine.token_topics(5);
            let moved: Vec<bool> = before.iter().zip(&now).map(|(a, b)| a != b).collect();
            assert_eq!(watch.moved(), moved);
            // (n_dk + α) / (N_d + Kα) by hand.
            for (k, sum) in sum.iter_mut().enumerate() {
                let count = now.iter().filter(|&&z| usize::from(z) == k).count() as f64;
                *sum += (count + 0.5) / (now.len() as f64 + 2.0);
            }
            let mean = watch.mean().unwrap();
            assert_eq!(mean.sweeps, sweeps);
            let expected = sum.map(|sum| sum / sweeps as f64);
            let same = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12;
            assert!(mean.theta.iter().zip(&expected).all(same));
        }
        let edit = Edit::Alpha(PriorSpec::Each(1.0));
        engine.apply(&edit).unwrap();
        watch.restart(engine.as_ref());
        assert_eq!((watch.moved(), watch.mean()), (&[][..], None));
    }

    #[test]
    fn what_began_inside_a_sweep_is_not_told_at_its_end() {
        let mut engine = engine(Kind::Collapsed);
        engine.advance(10);
        assert!(!engine.between_sweeps());
        let mut watch = Watch::default();
        watch.turn(engine.as_ref(), Some(19));
        sweep(engine.as_mut());
        watch.after_sweep(engine.as_ref());
        assert!(watch.moved().is_empty() && watch.mean().is_some());
        sweep(engine.as_mut());
        watch.after_sweep(engine.as_ref());
        assert_eq!(watch.moved().len(), engine.corpus().document(19).len());
    }

    #[test]
    fn engines_that_draw_nothing_have_neither() {
        let mut engine = engine(Kind::Variational);
        let mut watch = Watch::default();
        watch.turn(engine.as_ref(), Some(5));
        sweep(engine.as_mut());
        watch.after_sweep(engine.as_ref());
        assert!(watch.moved().is_empty() && watch.mean().is_none());
    }
}
