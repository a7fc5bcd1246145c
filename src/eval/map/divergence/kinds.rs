//! Words of which it is enough to know how many there are of a kind.
//!
//! Most words of a large vocabulary come a few times. Where all weights of a word are small
//! whole numbers over the usual floor, what it adds to a pair of topics follows from two of
//! those numbers: the words are counted by them, and a logarithm is taken once for all of
//! a kind.

use super::{Row, h};
use crate::model::functions::ln;

/// The largest weight that has a class, where there are few topics.
const MOST: usize = 16;
/// Classes there are at most: a table of their pairs has the square of that.
const CLASSES: usize = 1 << 10;

/// Topics with a small whole weight over the usual floor, numbered.
#[derive(Clone, Copy)]
pub(super) struct Classes {
    floor: f64,
    /// Weights are from 1 to this.
    most: usize,
    number: usize,
}

impl Classes {
    /// Those over this floor.
    pub fn new(topics: usize, floor: f64) -> Self {
        let most = (CLASSES / topics.max(1)).min(MOST);
        Self {
            floor,
            most,
            number: topics * most,
        }
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.number
    }

    /// The class of a topic with a weight.
    #[inline]
    pub fn of(self, (topic, weight): (usize, f64), floor: f64) -> Option<usize> {
        let whole = weight as usize;
        let small = (1..=self.most).contains(&whole) && whole as f64 == weight;
        (small && floor == self.floor).then(|| topic * self.most + whole - 1)
    }

    /// The topic of a class, and its weight.
    fn entry(self, class: usize) -> (usize, f64) {
        (class / self.most, (class % self.most + 1) as f64)
    }
}

/// How many words there are of each kind.
pub(super) struct Kinds {
    classes: Classes,
    words: usize,
    /// Whether a class was met, in these words or in others.
    met: Vec<bool>,
    /// Words of each class.
    one: Vec<u32>,
    /// Words of each two classes, row after row, the lower topic first.
    two: Vec<u32>,
    /// The classes of the word that is looked at.
    own: Vec<usize>,
}

impl Kinds {
    /// No word yet.
    pub fn new(classes: Classes) -> Self {
        Self {
            classes,
            words: 0,
            met: vec![false; classes.len()],
            one: vec![0; classes.len()],
            two: vec![0; classes.len() * classes.len()],
            own: Vec::new(),
        }
    }

    /// Counts a word, and says how many of its classes are new; `None` where it is of no
    /// kind.
    #[inline]
    pub fn count(&mut self, row: Row<'_>) -> Option<usize> {
        let (classes, floor) = (self.classes, row.floor);
        self.own.clear();
        let own = row.weights.iter().map_while(|&w| classes.of(w, floor));
        self.own.extend(own);
        if self.own.len() < row.weights.len() || floor != classes.floor {
            return None;
        }
        self.words += 1;
        let mut new = 0;
        for (at, &class) in self.own.iter().enumerate() {
            new += usize::from(!std::mem::replace(&mut self.met[class], true));
            self.one[class] += 1;
            let line = &mut self.two[class * classes.len()..][..classes.len()];
            let others = &self.own[at + 1..];
            others.iter().for_each(|&other| line[other] += 1);
        }
        Some(new)
    }

    /// Meets a weight of a word that is not counted: whether its class is new; `None` where
    /// it has none.
    pub fn meet(&mut self, entry: (usize, f64), floor: f64) -> Option<bool> {
        let class = self.classes.of(entry, floor)?;
        Some(!std::mem::replace(&mut self.met[class], true))
    }

    /// Their floor, and how many words have it.
    pub fn floor(&self) -> (f64, f64) {
        (self.classes.floor, self.words as f64)
    }

    /// The classes that words have: class, topic, weight, words.
    fn ones(&self) -> impl Iterator<Item = (usize, usize, f64, f64)> {
        let there = self.one.iter().enumerate().filter(|(_, words)| **words > 0);
        there.map(|(class, &words)| {
            let (topic, weight) = self.classes.entry(class);
            (class, topic, weight, f64::from(words))
        })
    }

    /// Adds what the words have beyond their floors to Σ_v h(p_v) of every topic.
    pub fn add_own(&self, totals: &[f64], own: &mut [f64]) {
        let floor = self.classes.floor;
        for (_, k, weight, words) in self.ones() {
            own[k] += words * (h((weight + floor) / totals[k]) - h(floor / totals[k]));
        }
    }

    /// Adds what they have beyond their floors to Σ_v h(p_v + q_v) of every pair of topics:
    /// K×K, of which the part above the diagonal counts.
    pub fn add_pairs(&self, inverse: &[f64], sums: &mut [f64]) {
        let (k, floor) = (inverse.len(), self.classes.floor);
        let both = |p: f64, q: f64| (p + q) * ln(p + q);
        let part = |topic: usize, weight: f64| (weight + floor) * inverse[topic];
        let even = |a: usize, b: usize| h(part(a, 0.0) + part(b, 0.0));
        let evens: Vec<f64> = (0..k * k).map(|at| even(at / k, at % k)).collect();
        // As though no other topic had the words.
        let mut alone = vec![0.0; self.one.len() * k];
        for (class, a, weight, words) in self.ones() {
            let p = part(a, weight);
            for b in (0..k).filter(|&b| b != a) {
                let beyond = both(p, part(b, 0.0)) - evens[a * k + b];
                alone[class * k + b] = beyond;
                sums[a.min(b) * k + a.max(b)] += words * beyond;
            }
        }
        // The words that both have.
        for (class, a, weight, _) in self.ones() {
            let p = part(a, weight);
            let line = &self.two[class * self.one.len()..][..self.one.len()];
            let others = line.chunks_exact(self.classes.most).enumerate();
            for (b, words) in others.skip(a + 1) {
                for (at, &words) in words.iter().enumerate().filter(|(_, words)| **words > 0) {
                    let other = b * self.classes.most + at;
                    let beyond = both(p, part(b, (at + 1) as f64)) - evens[a * k + b];
                    let apart = alone[class * k + b] + alone[other * k + a];
                    sums[a * k + b] += f64::from(words) * (beyond - apart);
                }
            }
        }
    }
}
