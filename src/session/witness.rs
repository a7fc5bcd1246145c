//! What is kept of a chain that nobody watches, for what is said at the end of its run.

use super::posterior::{Listed, Moment, Posterior};
use super::trend::Watched;
use super::{History, Journal, Trace, TracePoint};
use crate::engine::{Engine, Kind};
use crate::eval::trend::{Trend, words_kept};
use crate::model::Prior;
use std::collections::HashMap;

/// Words of each topic in a sample.
const WORDS: usize = 50;
/// Top words of each topic that are compared, and the sweeps between.
const TEN: usize = 10;
const BACK: u64 = 10;

/// What was seen of a run so far.
#[derive(Debug, Clone, Default)]
pub struct Witness {
    trace: Trace,
    history: History,
    /// Its trend on the way, where samples are wanted.
    watched: Watched,
    /// Samples, where they are wanted, and the document whose theta they have.
    samples: Option<(Posterior, Option<usize>)>,
    /// The sweep after which the run is to end.
    end: u64,
    /// The top words of each topic by id a few sweeps before that.
    before: Option<(u64, HashMap<u32, Vec<u32>>)>,
}

impl Witness {
    /// Keeps samples too: of topics, and of theta of a document.
    pub fn with_samples(document: Option<usize>) -> Self {
        Self {
            samples: Some((Posterior::default(), document)),
            ..Self::default()
        }
    }

    /// The same for a run that is to end after a sweep.
    pub fn until(mut self, end: u64) -> Self {
        self.end = end;
        self
    }

    /// Takes the end of a sweep in.
    pub fn take(&mut self, engine: &dyn Engine, journal: &Journal) {
        let sweep = engine.sweep();
        let point = TracePoint::of(engine, journal.segment(sweep), 0.0);
        self.trace.push(point);
        // An earlier sweep is of a chain that has started again.
        if self.history.last().is_some_and(|last| sweep <= last.sweep) {
            self.history = History::default();
        }
        self.history.push(point);
        if let Some((posterior, document)) = &mut self.samples {
            self.watched.follow(&self.history, sweep == self.end);
            posterior.follow(&Standing(engine, *document), &self.watched);
        }
        if sweep + BACK == self.end {
            self.before = Some((sweep, top_words(engine).collect()));
        }
    }

    /// Where each sweep led to.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Whether the trace still goes anywhere; where there are samples, as it was when the
    /// last of them was taken or not.
    pub fn trend(&self) -> Option<Trend> {
        let mut watched = self.watched;
        if self.samples.is_none() {
            watched.follow(&self.history, true);
        }
        watched.trend()
    }

    /// The samples, and the document whose theta they have.
    pub fn samples(&self) -> Option<(&Posterior, Option<usize>)> {
        let (posterior, document) = self.samples.as_ref()?;
        Some((posterior, *document))
    }

    /// The share of the top words of each topic that it had a few sweeps before the end
    /// too, and after which sweep; `None` of a run that is not at its end.
    pub fn words_kept(&self, engine: &dyn Engine) -> Option<(f64, u64)> {
        let (sweep, before) = self.before.as_ref()?;
        let now: Vec<(u32, Vec<u32>)> = top_words(engine).collect();
        let pairs = now
            .iter()
            .filter_map(|(id, now)| Some((&now[..], &before.get(id)?[..])));
        let share = words_kept(pairs).filter(|_| engine.sweep() == self.end)?;
        Some((share, *sweep))
    }
}

fn top_words(engine: &dyn Engine) -> impl Iterator<Item = (u32, Vec<u32>)> {
    let tops = engine.top_words(TEN).into_iter();
    let words = tops.map(|top| top.into_iter().map(|(word, _)| word).collect());
    engine.topic_ids().iter().copied().zip(words)
}

/// What an engine is between two sweeps, and a document of its corpus.
struct Standing<'a>(&'a dyn Engine, Option<usize>);

impl Moment for Standing<'_> {
    fn kind(&self) -> Kind {
        self.0.kind()
    }

    fn sweep(&self) -> u64 {
        self.0.sweep()
    }

    fn topics(&self) -> Option<HashMap<u32, Listed>> {
        let engine = self.0;
        let sum: Option<f64> = engine.priors().eta.map(Prior::sum);
        let topics = engine
            .topic_sizes()
            .into_iter()
            .zip(engine.top_words(WORDS));
        let topics = topics.map(|(tokens, words)| Listed {
            unseen: sum
                .filter(|_| words.len() < WORDS)
                .map(|sum| ((tokens + sum) as f32).recip()),
            words: words.into_iter().map(|(w, phi)| (w, phi as f32)).collect(),
        });
        Some(engine.topic_ids().iter().copied().zip(topics).collect())
    }

    fn document(&self) -> Option<usize> {
        self.1
    }

    fn theta(&self) -> Option<Vec<f64>> {
        Some(self.0.theta(self.1?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::bars;
    use crate::engine::{Edit, Settings, start};
    use crate::model::PriorSpec;
    use std::sync::Arc;

    #[test]
    fn a_chain_that_starts_again_is_judged_by_itself() {
        let settings = Settings {
            alpha: PriorSpec::Each(0.5),
            eta: PriorSpec::Each(0.1),
            topics: 4,
            seed: 3,
            em: Default::default(),
            parallel: Default::default(),
        };
        let corpus = Arc::new(bars(20, 9).0);
        let mut engine = start(Kind::Collapsed, corpus, settings).unwrap();
        let mut journal = Journal::new(engine.as_ref());
        for mut seen in [Witness::default(), Witness::with_samples(Some(2))] {
            for sweeps in [200, 160] {
                for _ in 0..sweeps {
                    while !engine.advance(usize::MAX).sweep_done {}
                    seen.take(engine.as_ref(), &journal);
                }
                let values = seen.trend().map_or(0, |trend| trend.values);
                let half = sweeps / 2;
                // With samples it is looked at only now and then.
                assert!((half - 5..=half).contains(&values), "{values} of {half}");
                let reset = Edit::Reset { seed: 7 };
                journal.change(&mut engine, &reset).unwrap();
            }
        }
    }
}
