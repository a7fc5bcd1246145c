//! Samples of the chain, kept to say how sure its pictures are.
//!
//! A sample is kept once the trace is flat so far, and the next one an autocorrelation time
//! later, so that samples are nearly independent; a change of the chain, or a trace that
//! moves again, takes them all away. They are of one chain: what it never visits is in no
//! interval.

use crate::eval::trend::{Trend, Verdict};
use crate::session::{Snapshot, TopicView, thin};
use std::collections::{HashMap, VecDeque};

/// Samples at most; then every second one goes, and the spacing doubles.
const MOST: usize = 128;
/// Fewer say nothing about ends of an interval.
const FEWEST: usize = 20;
/// An interval leaves out one sample in so many at each end: nine tenths are in it.
const TAIL: usize = 20;
/// A word that is listed in fewer of the samples than this has no steady place.
const STEADY: f64 = 0.9;

/// A topic in a sample: its words with phi, the largest first.
type Words = Vec<(u32, f32)>;

/// The samples.
#[derive(Debug, Clone)]
pub struct Posterior {
    samples: Vec<HashMap<u32, Words>>,
    /// theta of one document (each of length K), the latest samples of it.
    thetas: VecDeque<Vec<f64>>,
    document: usize,
    /// The sweep of the last of those.
    last_theta: u64,
    /// The sweep of the last one.
    last: u64,
    /// Autocorrelation times between two.
    spacing: f64,
}

impl Default for Posterior {
    fn default() -> Self {
        Self {
            samples: Vec::new(),
            thetas: VecDeque::new(),
            document: 0,
            last_theta: 0,
            last: 0,
            spacing: 1.0,
        }
    }
}

impl Posterior {
    /// Takes a sample where one is due.
    pub fn follow(&mut self, snapshot: &Snapshot, trend: Option<Trend>) {
        let flat = trend.filter(|trend| trend.verdict() == Verdict::Flat);
        let Some(trend) = flat.filter(|_| snapshot.kind.is_gibbs()) else {
            return *self = Self::default();
        };
        self.follow_document(snapshot, trend.time);
        let due = self.last as f64 + self.spacing * trend.time;
        let first = self.samples.is_empty();
        if snapshot.topics.is_empty() || !(first || snapshot.sweep as f64 >= due) {
            return;
        }
        let words = |t: &TopicView| t.words.iter().map(|w| (w.word, w.phi as f32)).collect();
        let sample = snapshot.topics.iter().map(|t| (t.id, words(t)));
        self.samples.push(sample.collect());
        self.last = snapshot.sweep;
        if self.samples.len() > MOST {
            thin(&mut self.samples);
            self.spacing *= 2.0;
        }
    }

    /// The document on the screen has samples of its own, from when it is looked at.
    fn follow_document(&mut self, snapshot: &Snapshot, time: f64) {
        let Some(view) = &snapshot.document else {
            return;
        };
        if view.index != self.document {
            (self.document, self.last_theta) = (view.index, 0);
            self.thetas.clear();
        }
        if self.thetas.is_empty() || snapshot.sweep as f64 >= self.last_theta as f64 + time {
            self.thetas.push_back(view.theta.clone());
            self.last_theta = snapshot.sweep;
            if self.thetas.len() > MOST {
                self.thetas.pop_front();
            }
        }
    }

    /// The middle nine tenths of theta of a document for the topic at a place; `None` while
    /// there are too few samples of it.
    pub fn theta(&self, document: usize, place: usize) -> Option<(f64, f64)> {
        let own = self.thetas.iter().filter(|_| document == self.document);
        middle(own.filter_map(|theta| theta.get(place).copied()).collect())
    }

    /// Samples that there are; 0 until there are enough of them.
    pub fn samples(&self) -> usize {
        match self.samples.len() {
            few if few < FEWEST => 0,
            enough => enough,
        }
    }

    /// The middle nine tenths of phi of a word in a topic; of samples where the word is
    /// not listed the last one that is stands for it, which is not below it. `None` while
    /// there are too few samples.
    pub fn interval(&self, topic: u32, word: u32) -> Option<(f64, f64)> {
        let mut values = Vec::new();
        for words in self.of_topic(topic) {
            let own = words.iter().find(|(w, _)| *w == word).or(words.last());
            values.push(f64::from(own?.1));
        }
        middle(values)
    }

    /// Whether a word is among the first `n` of a topic in nearly all samples; `None` while
    /// there are too few.
    pub fn is_steady(&self, topic: u32, word: u32, n: usize) -> Option<bool> {
        let (mut there, mut all) = (0, 0);
        for words in self.of_topic(topic) {
            all += 1;
            there += usize::from(words.iter().take(n).any(|(w, _)| *w == word));
        }
        (all >= FEWEST).then_some(there as f64 >= STEADY * all as f64)
    }

    fn of_topic(&self, topic: u32) -> impl Iterator<Item = &Words> {
        self.samples.iter().filter_map(move |s| s.get(&topic))
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

    fn posterior(samples: usize) -> Posterior {
        let sample = |i: usize| {
            // Word 1 has phi 0.01 to 1; word 2 is listed in every second sample.
            let mut words = vec![(1, (i + 1) as f32 / 100.0)];
            if i.is_multiple_of(2) {
                words.push((2, 0.005));
            }
            HashMap::from([(7, words)])
        };
        Posterior {
            samples: (0..samples).map(sample).collect(),
            ..Posterior::default()
        }
    }

    #[test]
    fn an_interval_leaves_a_twentieth_out_at_each_end() {
        let found = posterior(100).interval(7, 1).unwrap();
        assert!(
            (found.0 - 0.06).abs() < 1e-6 && (found.1 - 0.95).abs() < 1e-6,
            "{found:?}"
        );
        assert_eq!(posterior(FEWEST - 1).interval(7, 1), None);
        assert_eq!(posterior(100).interval(8, 1), None);
    }

    #[test]
    fn a_document_has_an_interval_of_its_own_samples() {
        let posterior = Posterior {
            thetas: (1..=100).map(|i| vec![f64::from(i) / 100.0]).collect(),
            document: 3,
            ..Posterior::default()
        };
        assert_eq!(posterior.theta(3, 0), Some((0.06, 0.95)));
        assert_eq!((posterior.theta(2, 0), posterior.theta(3, 1)), (None, None));
    }

    #[test]
    fn a_word_that_comes_and_goes_is_not_steady() {
        let posterior = posterior(40);
        assert_eq!(posterior.is_steady(7, 1, 2), Some(true));
        assert_eq!(posterior.is_steady(7, 2, 2), Some(false));
        assert_eq!(posterior.is_steady(7, 9, 2), Some(false));
        assert_eq!(posterior.is_steady(3, 1, 2), None);
    }
}
