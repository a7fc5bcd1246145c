//! The words that changed most in a pair of topics.

use super::{Common, Match, Pairing};
use crate::model::estimate::insert;
use crate::model::phi::Phi;

/// A word in a pair of topics.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WordChange {
    /// Its id in the first model.
    pub first: u32,
    /// In the other.
    pub other: u32,
    /// phi in the first, over the words of both.
    pub before: f64,
    /// In the other.
    pub after: f64,
    /// Its part in the divergence, in nats; below 0 for a word that fell.
    pub change: f64,
}

/// How a topic differs from its partner.
#[derive(Debug, Clone, PartialEq)]
pub struct Changes {
    /// The Jensen–Shannon divergence over the words of both, in nats, 0 to ln 2.
    pub divergence: f64,
    /// The words with the largest part in it, largest first, ties by word id; only words
    /// with a weight of their own in one of the two, and with a part above 0.
    pub words: Vec<WordChange>,
}

/// The part of a word with these probabilities in the divergence; never below 0.
fn part(before: f64, after: f64) -> f64 {
    let middle = 0.5 * (before + after);
    let half = |p: f64| {
        if p > 0.0 {
            0.5 * p * (p / middle).ln()
        } else {
            0.0
        }
    };
    (half(before) + half(after)).max(0.0)
}

impl Pairing {
    /// How every matched pair differs, in their order, with at most `n` words each.
    pub fn changes(&self, first: &Phi, other: &Phi, common: &Common, n: usize) -> Vec<Changes> {
        let [ours, theirs] = &self.totals;
        let probabilities = |pair: &Match, before: f64, after: f64| {
            (before / ours[pair.first], after / theirs[pair.other])
        };
        let of_first = places(first.topics(), &self.matched, |pair| pair.first);
        let of_other = places(other.topics(), &self.matched, |pair| pair.other);
        let mut sums = vec![0.0; self.matched.len()];
        let mut tops = vec![Vec::new(); self.matched.len()];
        // Words that neither topic has a weight for are as many as there are words, but their
        // parts are the same as long as the floors are.
        let mut floors = (f64::NAN, f64::NAN);
        let mut bases = vec![0.0; self.matched.len()];
        let (mut a, mut b) = (Vec::new(), Vec::new());
        let (mut before, mut after) = (vec![0.0; first.topics()], vec![0.0; other.topics()]);
        let mut touched = Vec::new();
        for (at, &(word, same)) in common.words.iter().enumerate() {
            let own = (first.floor(word), other.floor(same));
            if own != floors {
                floors = own;
                for (base, pair) in bases.iter_mut().zip(&self.matched) {
                    let (p, q) = probabilities(pair, own.0, own.1);
                    *base = part(p, q);
                }
            }
            for (sum, base) in sums.iter_mut().zip(&bases) {
                *sum += base;
            }
            first.row(word, &mut a);
            other.row(same, &mut b);
            touched.clear();
            for &(k, weight) in &a {
                before[k] = weight;
                touched.extend(of_first[k]);
            }
            for &(k, weight) in &b {
                after[k] = weight;
                let there = |place: &usize| before[self.matched[*place].first] == 0.0;
                touched.extend(of_other[k].filter(there));
            }
            for &place in &touched {
                let pair = &self.matched[place];
                let (p, q) =
                    probabilities(pair, before[pair.first] + own.0, after[pair.other] + own.1);
                let part = part(p, q);
                sums[place] += part - bases[place];
                if part > 0.0 {
                    insert(&mut tops[place], n, (at as u32, part), |entry| entry.1);
                }
            }
            a.iter().for_each(|&(k, _)| before[k] = 0.0);
            b.iter().for_each(|&(k, _)| after[k] = 0.0);
        }
        let weight = |phi: &Phi, word: u32, topic: usize| {
            let mut row = Vec::new();
            phi.row(word, &mut row);
            let own = row.iter().find(|(k, _)| *k == topic);
            own.map_or(0.0, |(_, weight)| *weight) + phi.floor(word)
        };
        let named = |pair: &Match, (at, part): (u32, f64)| {
            let (word, same) = common.words[at as usize];
            let (p, q) = probabilities(
                pair,
                weight(first, word, pair.first),
                weight(other, same, pair.other),
            );
            WordChange {
                first: word,
                other: same,
                before: p,
                after: q,
                change: if q < p { -part } else { part },
            }
        };
        let of_pair = |((pair, divergence), top): ((&Match, f64), Vec<(u32, f64)>)| Changes {
            divergence: divergence.max(0.0),
            words: top.into_iter().map(|top| named(pair, top)).collect(),
        };
        let sums = self.matched.iter().zip(sums);
        sums.zip(tops).map(of_pair).collect()
    }
}

/// For each topic of one side the place of its pair, if it has one.
fn places(topics: usize, matched: &[Match], of: fn(&Match) -> usize) -> Vec<Option<usize>> {
    let mut places = vec![None; topics];
    for (place, pair) in matched.iter().enumerate() {
        places[of(pair)] = Some(place);
    }
    places
}
