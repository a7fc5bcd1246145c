//! The words of a topic in an order that says what the topic is about.
//!
//! With p(k) the share of topic k and p(v) = Σ_k p(k) φ_kv:
//!
//! ```text
//! probability  φ_kv
//! relevance    λ ln φ_kv + (1 − λ) ln( φ_kv / p(v) )         Sievert and Shirley 2014, eq. 1
//! lift         φ_kv / p(v)                                   Taddy 2012
//! saliency     p(v) Σ_k p(k|v) ln( p(k|v) / p(k) )           Chuang, Manning and Heer 2012, eq. 1, 2
//!              p(k|v) = p(k) φ_kv / p(v)
//! frex         1 / ( ½ / F(φ_kv / Σ_j φ_jv) + ½ / F(φ_kv) )  Airoldi and Bischof 2016
//! ```
//!
//! F is the empirical distribution function over the words of the topic: the share of
//! them whose value is at most this one. Logarithms are natural. Saliency belongs to a
//! word, not to a word in a topic: a salient word is listed under the topic with the
//! largest p(k|v), so that every word stands in one list.
//!
//! Only the words that have weight in a topic are ranked (a token, where phi comes from
//! counts): a word that a prior alone puts there says nothing of the topic. The cost is
//! linear in those weights, FREX sorts them.

use crate::model::estimate::insert;
use crate::model::phi::Phi;
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// An order of words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Order {
    /// The most probable first: from 0 to 1.
    Probability,
    /// Relevance with this λ, from 0 (lift) to 1 (probability): in nats, mostly below 0.
    Relevance(f64),
    /// How many times more probable than in the corpus: above 0, at most 1 / p(k).
    Lift,
    /// Saliency in nats, at least 0; words under the topic they point to.
    Saliency,
    /// Frequency and exclusivity in one: above 0, at most 1.
    Frex,
}

/// A word in its order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    /// The word.
    pub word: u32,
    /// What it is ordered by.
    pub value: f64,
    /// phi_kv.
    pub probability: f64,
}

/// The first `n` words of every topic: the largest value first, ties by word id. `share`
/// is p(k) (length K), which only relevance, lift and saliency read.
///
/// A topic without a word of its own has an empty list.
pub fn rank(phi: &Phi, share: &[f64], order: Order, n: usize) -> Vec<Vec<Ranked>> {
    rank_where(phi, share, order, n, None)
}

/// The first `n` words of the topic at this place alone, as [`rank`] gives them.
pub fn rank_one(phi: &Phi, share: &[f64], order: Order, topic: usize, n: usize) -> Vec<Ranked> {
    rank_where(phi, share, order, n, Some(topic)).swap_remove(topic)
}

/// The lists of all topics, or that of one and no other.
fn rank_where(
    phi: &Phi,
    share: &[f64],
    order: Order,
    n: usize,
    only: Option<usize>,
) -> Vec<Vec<Ranked>> {
    let wanted = |k: usize| only.is_none_or(|only| only == k);
    // Most words have no weight in one topic: that is seen without their row.
    let there = |word: &u32| only.is_none_or(|only| phi.has(*word, only));
    let words = (0..phi.words() as u32).filter(there);
    if order == Order::Frex {
        return frex(phi, n, words, wanted);
    }
    let mut tops: Vec<Vec<Ranked>> = vec![Vec::new(); phi.topics()];
    let evens = Evens::new(phi, share);
    let mut row = Vec::new();
    for word in words {
        phi.row(word, &mut row);
        if row.is_empty() {
            continue;
        }
        let word_of = evens.word(&row, phi.floor(word));
        if order == Order::Saliency {
            let (value, topic) = word_of.saliency();
            if let Some((k, probability)) = topic.filter(|&(k, _)| wanted(k)) {
                let new = Ranked {
                    word,
                    value,
                    probability,
                };
                insert(&mut tops[k], n, new, |old| old.value);
            }
            continue;
        }
        for (k, probability) in word_of.phi().filter(|&(k, _)| wanted(k)) {
            // A share of 0 can leave p(v) 0: such a topic has no document to differ from.
            if word_of.marginal <= 0.0 && order != Order::Probability {
                continue;
            }
            let term = Term {
                word,
                probability,
                marginal: word_of.marginal,
            };
            let value = match order {
                Order::Relevance(lambda) => term.relevance(lambda),
                Order::Lift => term.lift(),
                _ => probability,
            };
            if value.is_finite() {
                let new = Ranked {
                    word,
                    value,
                    probability,
                };
                insert(&mut tops[k], n, new, |old| old.value);
            }
        }
    }
    tops
}

/// A word in a topic that has weight there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Term {
    /// The word.
    pub word: u32,
    /// phi_kv, above 0.
    pub probability: f64,
    /// p(v), above 0.
    pub marginal: f64,
}

impl Term {
    /// How many times more probable than in the corpus.
    pub fn lift(&self) -> f64 {
        self.probability / self.marginal
    }

    /// Relevance with weight λ from 0 to 1, in nats.
    pub fn relevance(&self, lambda: f64) -> f64 {
        lambda * self.probability.ln() + (1.0 - lambda) * self.lift().ln()
    }
}

/// Sums over all topics of what they would have of a word without a weight: what lets a
/// word be looked at in its own topics only.
pub(super) struct Evens<'a> {
    share: &'a [f64],
    totals: Vec<f64>,
    /// Σ_k 1 / total_k.
    inverse: f64,
    /// Σ_k p(k) / total_k.
    shared: f64,
    /// Σ_k p(k) ln(total_k) / total_k.
    logs: f64,
}

impl<'a> Evens<'a> {
    pub(super) fn new(phi: &Phi, share: &'a [f64]) -> Self {
        let mut new = Self {
            share,
            totals: phi.totals(),
            inverse: 0.0,
            shared: 0.0,
            logs: 0.0,
        };
        for (total, share) in new.totals.iter().zip(share) {
            if *total > 0.0 {
                new.inverse += 1.0 / total;
                new.shared += share / total;
                new.logs += share * total.ln() / total;
            }
        }
        new
    }

    pub(super) fn word<'b>(&'b self, row: &'b [(usize, f64)], floor: f64) -> Word<'b> {
        let weights = row.iter().map(|&(k, w)| self.share[k] * w / self.totals[k]);
        Word {
            evens: self,
            row,
            floor,
            marginal: weights.sum::<f64>() + floor * self.shared,
        }
    }
}

/// A word in its topics.
pub(super) struct Word<'a> {
    evens: &'a Evens<'a>,
    row: &'a [(usize, f64)],
    floor: f64,
    /// p(v).
    marginal: f64,
}

impl Word<'_> {
    /// phi in the topics where it has weight.
    fn phi(&self) -> impl Iterator<Item = (usize, f64)> {
        let totals = &self.evens.totals;
        let phi = move |&(k, weight): &(usize, f64)| (k, (weight + self.floor) / totals[k]);
        self.row.iter().map(phi)
    }

    /// The same with what relevance looks at.
    pub(super) fn terms(&self, word: u32) -> impl Iterator<Item = (usize, Term)> {
        let marginal = self.marginal;
        let term = move |probability| Term {
            word,
            probability,
            marginal,
        };
        let terms = self.phi().map(move |(k, phi)| (k, term(phi)));
        terms.filter(|(_, term)| term.relevance(0.5).is_finite())
    }

    /// Its sum over all topics.
    fn sum(&self) -> f64 {
        let totals = &self.evens.totals;
        let weights = self.row.iter().map(|&(k, weight)| weight / totals[k]);
        weights.sum::<f64>() + self.floor * self.evens.inverse
    }

    /// The saliency, and the topic of those with weight that the word points to most,
    /// with its phi.
    fn saliency(&self) -> (f64, Option<(usize, f64)>) {
        let evens = self.evens;
        let (mut sum, mut shared, mut logs) = (0.0, evens.shared, evens.logs);
        let mut best: Option<(usize, f64)> = None;
        for (k, phi) in self.phi() {
            let (share, total) = (evens.share[k], evens.totals[k]);
            shared -= share / total;
            logs -= share * total.ln() / total;
            if share > 0.0 {
                sum += share * phi * (phi / self.marginal).ln();
                if best.is_none_or(|(b, old)| share * phi > evens.share[b] * old) {
                    best = Some((k, phi));
                }
            }
        }
        // The topics without weight have phi = floor / total.
        if self.floor > 0.0 && self.marginal > 0.0 {
            sum += self.floor * ((self.floor / self.marginal).ln() * shared - logs);
        }
        // A word that is as frequent everywhere may come to a rounding error below 0.
        (sum.max(0.0), best)
    }
}

/// The exclusivity of words in topics, φ_kv / Σ_j φ_jv: 1 where no other topic has the
/// word. `tops` are words of each topic (K lists), the answer is the mean over the list,
/// from 0 to 1, `None` where the list is empty.
pub fn exclusivity(phi: &Phi, tops: &[Vec<u32>]) -> Vec<Option<f64>> {
    let even = vec![0.0; phi.topics()];
    let evens = Evens::new(phi, &even);
    let mut row = Vec::new();
    let mean = |(k, top): (usize, &Vec<u32>)| {
        let mut sum = 0.0;
        for &word in top {
            phi.row(word, &mut row);
            let floor = phi.floor(word);
            let weight = row.iter().find(|entry| entry.0 == k).map_or(0.0, |e| e.1);
            let own = (weight + floor) / evens.totals[k];
            sum += own / evens.word(&row, floor).sum();
        }
        let mean = sum / top.len() as f64;
        mean.is_finite().then_some(mean)
    };
    tops.iter().enumerate().map(mean).collect()
}

/// Topic diversity: different words among the words of all topics, as a share of all of
/// them, from 1/K to 1 (A. B. Dieng, F. J. R. Ruiz and D. M. Blei, Topic Modeling in
/// Embedding Spaces, TACL 8, 2020, section 6, with 25 words a topic there). `None` where
/// there is no word.
pub fn diversity<T: Eq + Hash>(tops: &[Vec<T>]) -> Option<f64> {
    let all = tops.iter().map(Vec::len).sum::<usize>();
    let different: FxHashSet<&T> = tops.iter().flatten().collect();
    (all > 0).then(|| different.len() as f64 / all as f64)
}

/// The orders by FREX, from the words that some wanted topic has.
fn frex(
    phi: &Phi,
    n: usize,
    words: impl Iterator<Item = u32>,
    wanted: impl Fn(usize) -> bool,
) -> Vec<Vec<Ranked>> {
    let even = vec![0.0; phi.topics()];
    let evens = Evens::new(phi, &even);
    // Of every topic its words with phi and exclusivity.
    let mut found: Vec<Vec<(u32, f64, f64)>> = vec![Vec::new(); phi.topics()];
    let mut row = Vec::new();
    for word in words {
        phi.row(word, &mut row);
        let word_of = evens.word(&row, phi.floor(word));
        let sum = word_of.sum();
        for (k, probability) in word_of.phi().filter(|&(k, _)| wanted(k)) {
            found[k].push((word, probability, probability / sum));
        }
    }
    let of_topic = |words: Vec<(u32, f64, f64)>| {
        let frequent = Ecdf::new(words.iter().map(|w| w.1));
        let exclusive = Ecdf::new(words.iter().map(|w| w.2));
        let mut top = Vec::new();
        for (word, probability, own) in words {
            let value = 1.0 / (0.5 / exclusive.share(own) + 0.5 / frequent.share(probability));
            let new = Ranked {
                word,
                value,
                probability,
            };
            insert(&mut top, n, new, |old| old.value);
        }
        top
    };
    found.into_iter().map(of_topic).collect()
}

/// An empirical distribution function.
struct Ecdf(Vec<f64>);

impl Ecdf {
    fn new(values: impl Iterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = values.collect();
        sorted.sort_unstable_by(f64::total_cmp);
        Self(sorted)
    }

    /// The share of the values that are at most `value`.
    fn share(&self, value: f64) -> f64 {
        self.0.partition_point(|x| *x <= value) as f64 / self.0.len() as f64
    }
}

#[cfg(test)]
#[path = "ranking_tests.rs"]
mod tests;
