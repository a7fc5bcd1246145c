//! Fitting the priors while a chain runs: now and then alpha and eta are set to
//! what the present counts make most probable, under a weak Gamma prior. Each step
//! is an ordinary [`Edit`], so that the journal repeats it without fitting again.

use super::{Edit, Engine, Kind};
use crate::model::PriorSpec;
use crate::model::dirichlet::{Fit, Shape};

/// Which prior.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The document–topic prior.
    Alpha,
    /// The topic–word prior.
    Eta,
}

/// When and how priors are fitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Optimize {
    /// How alpha is fitted, if it is.
    pub alpha: Option<Shape>,
    /// How eta is fitted, if it is.
    pub eta: Option<Shape>,
    /// Sweeps before the first step: at the start the counts say nothing.
    pub burn_in: u64,
    /// Sweeps between two steps, at least 1.
    pub interval: u64,
}

impl Default for Optimize {
    /// Nothing; when asked, after 50 sweeps and every 10.
    fn default() -> Self {
        Self {
            alpha: None,
            eta: None,
            burn_in: 50,
            interval: 10,
        }
    }
}

/// A step of a fit.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// The change.
    pub edit: Edit,
    /// Whether the counts say little about the size of the prior.
    pub weak: bool,
}

impl Optimize {
    /// Whether a step is due after this many sweeps.
    pub fn is_due(&self, sweep: u64) -> bool {
        let asked = self.alpha.is_some() || self.eta.is_some();
        asked && sweep >= self.first() && sweep.is_multiple_of(self.interval.max(1))
    }

    /// The sweep after which the first step is due.
    pub fn first(&self) -> u64 {
        let interval = self.interval.max(1);
        self.burn_in
            .max(1)
            .div_ceil(interval)
            .saturating_mul(interval)
    }

    /// The steps to be made now; none for what an engine has not or fits itself.
    pub fn proposals(&self, engine: &dyn Engine) -> Vec<Proposal> {
        let own = engine.kind() == Kind::VariationalEm;
        let alpha = self.alpha.filter(|_| !own).and_then(|shape| {
            let fit = engine.fit_prior(Which::Alpha, shape)?;
            Some(proposal(fit, shape, Edit::Alpha))
        });
        let eta = self.eta.and_then(|shape| {
            let fit = engine.fit_prior(Which::Eta, shape)?;
            Some(proposal(fit, shape, Edit::Eta))
        });
        alpha.into_iter().chain(eta).collect()
    }
}

fn proposal(fit: Fit, shape: Shape, edit: fn(PriorSpec) -> Edit) -> Proposal {
    let spec = match (shape, fit.values.first()) {
        (Shape::Symmetric, Some(value)) => PriorSpec::Each(*value),
        _ => PriorSpec::List(fit.values),
    };
    Proposal {
        edit: edit(spec),
        weak: fit.weak,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Corpus, Vocabulary, bars};
    use crate::engine::{Settings, apply, start};
    use std::sync::Arc;

    fn settings(topics: usize) -> Settings {
        Settings {
            topics,
            alpha: PriorSpec::Each(0.1),
            eta: PriorSpec::Each(0.3),
            seed: 3,
            em: Default::default(),
            parallel: Default::default(),
        }
    }

    /// The bars are drawn with alpha 1 and with topics that are even over five of
    /// 25 words. A sampler that starts from alpha 0.1 must find that out.
    #[test]
    fn the_alpha_of_the_bars_is_found_again() {
        let corpus = Arc::new(bars(1_000, 2).0);
        for shape in [Shape::Symmetric, Shape::Asymmetric] {
            let mut engine = start(Kind::Collapsed, Arc::clone(&corpus), settings(10)).unwrap();
            let optimize = Optimize {
                alpha: Some(shape),
                eta: Some(Shape::Symmetric),
                burn_in: 30,
                interval: 5,
            };
            while engine.sweep() < 250 {
                while !engine.advance(usize::MAX).sweep_done {}
                if optimize.is_due(engine.sweep()) {
                    for step in optimize.proposals(engine.as_ref()) {
                        assert!(!step.weak);
                        apply(&mut engine, &step.edit).unwrap();
                    }
                }
            }
            let alpha = engine.priors().alpha.unwrap();
            for value in alpha.values() {
                assert!((0.5..1.5).contains(&value), "{shape:?} {alpha:?}");
            }
            let eta = engine.priors().eta.unwrap().value(0);
            assert!(eta < 0.3, "{eta}");
        }
    }

    #[test]
    fn documents_that_say_nothing_are_called_weak() {
        let words = ["a", "b"].map(String::from).to_vec();
        let documents = vec![vec![0, 1]; 3];
        let corpus = Corpus::from_documents(Vocabulary::new(words), &documents).unwrap();
        let mut engine = start(Kind::Collapsed, Arc::new(corpus), settings(5)).unwrap();
        let optimize = Optimize {
            alpha: Some(Shape::Asymmetric),
            burn_in: 0,
            interval: 1,
            ..Optimize::default()
        };
        for _ in 0..50 {
            engine.advance(usize::MAX);
            for step in optimize.proposals(engine.as_ref()) {
                assert!(step.weak);
                apply(&mut engine, &step.edit).unwrap();
            }
            let alpha = engine.priors().alpha.unwrap();
            assert!(alpha.sum() < 20.0, "{alpha:?}");
        }
    }

    #[test]
    fn steps_come_after_the_burn_in_at_the_interval() {
        let optimize = Optimize {
            alpha: Some(Shape::Symmetric),
            ..Optimize::default()
        };
        let due: Vec<u64> = (0..80).filter(|s| optimize.is_due(*s)).collect();
        assert_eq!(due, [50, 60, 70]);
        assert_eq!(optimize.first(), 50);
        assert!((0..80).all(|s| !Optimize::default().is_due(s)));
    }
}
