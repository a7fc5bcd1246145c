//! Samples of the chain, kept to say how sure its pictures are.
//!
//! Samples are an autocorrelation time apart, so that they are nearly independent, and of
//! the second half of the sweeps since the last change of the chain, which is the half whose
//! trend is looked at. They say something only while that is flat. They are of one chain:
//! what it never visits is in no interval.

use super::trend::Watched;
use super::{Snapshot, TopicView, thin};
use crate::engine::Kind;
use crate::eval::trend::Verdict;
use std::collections::HashMap;

/// Samples at most; then every second one goes, and the spacing doubles.
const MOST: usize = 128;
/// Fewer say nothing about ends of an interval.
pub const FEWEST: usize = 20;
/// An interval leaves out one sample in so many at each end.
const TAIL: usize = 20;
/// The share of the samples that it holds.
pub const LEVEL: f64 = 1.0 - 2.0 / TAIL as f64;
/// A word that is listed in fewer of the samples than this has no steady place.
const STEADY: f64 = 0.9;

/// A topic in a sample.
#[derive(Debug, Clone)]
pub struct Listed {
    /// Its first words with phi, the largest first.
    pub words: Vec<(u32, f32)>,
    /// Where these are all that have a token in it: 1 / (n_k + Σ_v eta_v), of which a word
    /// without one has eta_v.
    pub unseen: Option<f32>,
}

impl Listed {
    /// phi of a word with this eta; of one that is not listed though others are left out
    /// too, that of the last one that is, which is not below it.
    fn phi(&self, word: u32, eta: f64) -> Option<f64> {
        let own = self.words.iter().find(|(w, _)| *w == word);
        let unseen = self.unseen.map(|share| eta * f64::from(share));
        let last = self.words.last();
        let phi = |(_, phi): &(u32, f32)| f64::from(*phi);
        own.map(phi).or(unseen).or(last.map(phi))
    }
}

/// A moment of a chain, of which samples are kept.
pub trait Moment {
    /// The engine.
    fn kind(&self) -> Kind;
    /// Completed sweeps.
    fn sweep(&self) -> u64;
    /// The topics by id; `None` where nobody looks at topics.
    fn topics(&self) -> Option<HashMap<u32, Listed>>;
    /// The document that is looked at.
    fn document(&self) -> Option<usize>;
    /// Its theta by place (length K).
    fn theta(&self) -> Option<Vec<f64>>;
}

impl Moment for Snapshot {
    fn kind(&self) -> Kind {
        self.kind
    }

    fn sweep(&self) -> u64 {
        self.sweep
    }

    fn topics(&self) -> Option<HashMap<u32, Listed>> {
        let sum = self.sums.1;
        let listed = |t: &TopicView| Listed {
            words: t.words.iter().map(|w| (w.word, w.phi as f32)).collect(),
            unseen: sum
                .filter(|_| t.words.iter().map(|w| w.count).sum::<f64>() >= t.tokens)
                .map(|sum| ((t.tokens + sum) as f32).recip()),
        };
        let topics = self.topics.iter().map(|t| (t.id, listed(t)));
        (!self.topics.is_empty()).then(|| topics.collect())
    }

    fn document(&self) -> Option<usize> {
        Some(self.document.as_ref()?.index)
    }

    fn theta(&self) -> Option<Vec<f64>> {
        Some(self.document.as_ref()?.theta.clone())
    }
}

/// Samples of one thing, by rising sweep.
#[derive(Debug, Clone)]
struct Kept<T> {
    samples: Vec<(u64, T)>,
    /// Autocorrelation times between two.
    spacing: f64,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self {
            samples: Vec::new(),
            spacing: 1.0,
        }
    }
}

impl<T> Kept<T> {
    /// Keeps a sample of a sweep where one is due.
    fn offer(&mut self, sweep: u64, time: f64, sample: impl FnOnce() -> Option<T>) {
        let last = self.samples.last().map(|(sweep, _)| *sweep as f64);
        if last.is_some_and(|last| (sweep as f64) < last + self.spacing * time) {
            return;
        }
        let Some(sample) = sample() else {
            return;
        };
        self.samples.push((sweep, sample));
        if self.samples.len() > MOST {
            thin(&mut self.samples);
            self.spacing *= 2.0;
        }
    }

    /// Forgets those before a sweep.
    fn forget(&mut self, before: u64) {
        self.samples.retain(|(sweep, _)| *sweep >= before);
    }

    fn sweeps(&self) -> Vec<u64> {
        self.samples.iter().map(|(sweep, _)| *sweep).collect()
    }
}

/// The samples.
#[derive(Debug, Clone, Default)]
pub struct Posterior {
    topics: Kept<HashMap<u32, Listed>>,
    /// theta of one document (each of length K).
    thetas: Kept<Vec<f64>>,
    document: usize,
    /// Whether the trace is flat so far.
    flat: bool,
}

impl Posterior {
    /// Takes samples where they are due.
    pub fn follow(&mut self, moment: &impl Moment, watched: &Watched) {
        let Some(trend) = watched.trend().filter(|_| moment.kind().is_gibbs()) else {
            return *self = Self::default();
        };
        self.flat = trend.verdict() == Verdict::Flat;
        self.topics.forget(watched.middle());
        self.thetas.forget(watched.middle());
        let (sweep, time) = (moment.sweep(), trend.time);
        self.topics.offer(sweep, time, || moment.topics());
        // The document has samples of its own, from when it is looked at.
        if let Some(document) = moment.document() {
            if document != self.document {
                self.thetas = Kept::default();
                self.document = document;
            }
            self.thetas.offer(sweep, time, || moment.theta());
        }
    }

    /// The middle nine tenths of theta of a document for the topic at a place; `None` while
    /// there are too few samples of it, or the trace is not flat.
    pub fn theta(&self, document: usize, place: usize) -> Option<(f64, f64)> {
        let own = self.thetas.samples.iter();
        let own = own.filter(|_| self.flat && document == self.document);
        middle(own.filter_map(|(_, t)| t.get(place).copied()).collect())
    }

    /// Samples of topics that there are; 0 while they are too few, or the trace is not flat.
    pub fn samples(&self) -> usize {
        match self.topics.samples.len() {
            enough if enough >= FEWEST && self.flat => enough,
            _ => 0,
        }
    }

    /// The sweeps of the samples of topics, by rising sweep.
    pub fn sweeps(&self) -> Vec<u64> {
        self.topics.sweeps()
    }

    /// Those of the samples of the document.
    pub fn sweeps_of_document(&self) -> Vec<u64> {
        self.thetas.sweeps()
    }

    /// The middle nine tenths of phi of a word with this eta in a topic; too high at its
    /// lower end for a word that is often beyond the end of the list. `None` while there are
    /// too few samples, or the trace is not flat.
    pub fn interval(&self, topic: u32, (word, eta): (u32, f64)) -> Option<(f64, f64)> {
        let values = self.of_topic(topic).map(|listed| listed.phi(word, eta));
        middle(values.collect::<Option<Vec<f64>>>()?)
    }

    /// The share of the samples in which a word is among the first `n` of a topic; `None`
    /// while there are too few, or the trace is not flat.
    pub fn listed(&self, topic: u32, word: u32, n: usize) -> Option<f64> {
        let (mut there, mut all) = (0, 0);
        for listed in self.of_topic(topic) {
            all += 1;
            there += usize::from(listed.words.iter().take(n).any(|(w, _)| *w == word));
        }
        (all >= FEWEST).then(|| there as f64 / all as f64)
    }

    /// Whether it is so in nearly all samples.
    pub fn is_steady(&self, topic: u32, word: u32, n: usize) -> Option<bool> {
        Some(self.listed(topic, word, n)? >= STEADY)
    }

    fn of_topic(&self, topic: u32) -> impl Iterator<Item = &Listed> {
        let samples = self.topics.samples.iter();
        let samples = samples.filter(|_| self.flat);
        samples.filter_map(move |(_, s)| s.get(&topic))
    }
}

/// What is left of values without the tails; `None` of too few.
fn middle(mut values: Vec<f64>) -> Option<(f64, f64)> {
    if values.len() < FEWEST {
        return None;
    }
    values.sort_by(f64::total_cmp);
    let end = values.len() / TAIL;
    Some((values[end], values[values.len() - 1 - end]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Objective;
    use crate::model::LogJoint;
    use crate::session::{History, TracePoint};

    fn list(words: Vec<(u32, f32)>, unseen: Option<f32>) -> Listed {
        Listed { words, unseen }
    }

    fn posterior(samples: usize) -> Posterior {
        let sample = |i: usize| {
            // Word 1 has phi 0.01 to 1; word 2 is listed in every second sample.
            let mut words = vec![(1, (i + 1) as f32 / 100.0)];
            if i.is_multiple_of(2) {
                words.push((2, 0.005));
            }
            (i as u64, HashMap::from([(7, list(words, None))]))
        };
        let mut posterior = Posterior {
            flat: true,
            ..Posterior::default()
        };
        posterior.topics.samples = (0..samples).map(sample).collect();
        posterior
    }

    #[test]
    fn an_interval_leaves_a_twentieth_out_at_each_end() {
        let found = posterior(100).interval(7, (1, 0.0)).unwrap();
        assert!(
            (found.0 - 0.06).abs() < 1e-6 && (found.1 - 0.95).abs() < 1e-6,
            "{found:?}"
        );
        assert_eq!(posterior(FEWEST - 1).interval(7, (1, 0.0)), None);
        assert_eq!(posterior(100).interval(8, (1, 0.0)), None);
    }

    #[test]
    fn a_word_that_is_not_listed_has_phi_of_its_eta_or_at_most_that_of_the_last() {
        let words = vec![(4, 0.5), (2, 0.25)];
        let (open, whole) = (list(words.clone(), None), list(words, Some(0.125)));
        assert_eq!(
            (open.phi(2, 0.5), whole.phi(2, 0.5)),
            (Some(0.25), Some(0.25))
        );
        assert_eq!(
            (open.phi(3, 0.5), whole.phi(3, 0.5)),
            (Some(0.25), Some(0.0625))
        );
        assert_eq!(list(Vec::new(), Some(0.5)).phi(1, 0.5), Some(0.25));
        assert_eq!(list(Vec::new(), None).phi(1, 0.5), None);
    }

    #[test]
    fn a_document_has_an_interval_of_its_own_samples() {
        let mut posterior = Posterior {
            document: 3,
            flat: true,
            ..Posterior::default()
        };
        let sample = |i: u32| (u64::from(i), vec![f64::from(i) / 100.0]);
        posterior.thetas.samples = (1..=100).map(sample).collect();
        assert_eq!(posterior.theta(3, 0), Some((0.06, 0.95)));
        assert_eq!((posterior.theta(2, 0), posterior.theta(3, 1)), (None, None));
    }

    #[test]
    fn samples_are_so_many_autocorrelation_times_apart() {
        let mut kept = Kept::default();
        (7..100).for_each(|sweep| kept.offer(sweep, 12.5, || Some(())));
        assert_eq!(kept.sweeps(), [7, 20, 33, 46, 59, 72, 85, 98]);
        // The 129th takes every second away; the last stays out, being the 129th.
        let mut kept = Kept::default();
        (1..=131).for_each(|sweep| kept.offer(sweep, 1.0, || Some(())));
        let even: Vec<u64> = (1..=64).map(|i| 2 * i).chain([130]).collect();
        assert_eq!(kept.sweeps(), even);
    }

    #[test]
    fn a_word_that_comes_and_goes_is_not_steady() {
        let posterior = posterior(40);
        assert_eq!(posterior.is_steady(7, 1, 2), Some(true));
        assert_eq!(posterior.is_steady(7, 2, 2), Some(false));
        assert_eq!(posterior.is_steady(7, 9, 2), Some(false));
        assert_eq!(posterior.is_steady(3, 1, 2), None);
    }

    /// A chain whose log joint is given for each sweep, and whose one word has the sweep for
    /// its phi.
    struct Told(u64);

    impl Moment for Told {
        fn kind(&self) -> Kind {
            Kind::Collapsed
        }

        fn sweep(&self) -> u64 {
            self.0
        }

        fn topics(&self) -> Option<HashMap<u32, Listed>> {
            Some(HashMap::from([(0, list(vec![(0, self.0 as f32)], None))]))
        }

        fn document(&self) -> Option<usize> {
            Some(5)
        }

        fn theta(&self) -> Option<Vec<f64>> {
            Some(vec![self.0 as f64])
        }
    }

    fn follow(segment: u32, sweeps: std::ops::RangeInclusive<u64>, told: &mut Following) {
        let (history, watched, posterior) = told;
        for sweep in sweeps {
            let noise = (sweep * 2_654_435_761 % 1_000) as f64;
            let rise = if sweep > 2_000 { 1e3 } else { 0.0 } * (sweep as f64);
            history.push(TracePoint {
                sweep,
                segment,
                kind: Kind::Collapsed,
                objective: Objective::LogJoint(LogJoint {
                    document: noise + rise,
                    word: 0.0,
                }),
                moved: None,
                seconds: 0.0,
            });
            watched.follow(history, false);
            posterior.follow(&Told(sweep), watched);
        }
    }

    type Following = (History, Watched, Posterior);

    #[test]
    fn samples_are_of_the_second_half_and_count_only_while_it_is_flat() {
        let mut told = Following::default();
        follow(0, 1..=60, &mut told);
        assert_eq!((told.2.samples(), told.2.sweeps().len()), (0, 0));
        follow(0, 61..=1_000, &mut told);
        let sweeps = told.2.sweeps();
        assert!((450..520).contains(&sweeps[0]), "{sweeps:?}");
        assert!(sweeps.last().is_some_and(|last| *last > 980), "{sweeps:?}");
        let (low, high) = told.2.interval(0, (0, 0.0)).unwrap();
        let end = sweeps.len() / 20;
        let ends = [sweeps[end], sweeps[sweeps.len() - 1 - end]];
        assert_eq!([low as u64, high as u64], ends);
        assert!(told.2.theta(5, 0).is_some());
        // A rise hides them, a change takes them away.
        follow(0, 1_001..=3_000, &mut told);
        assert_eq!((told.2.samples(), told.2.interval(0, (0, 0.0))), (0, None));
        assert_eq!((told.2.theta(5, 0), told.2.listed(0, 0, 1)), (None, None));
        assert!(!told.2.sweeps().is_empty());
        follow(1, 3_001..=3_030, &mut told);
        assert!(told.2.sweeps().is_empty());
    }
}
