//! A kernel whose cost follows the topics that a word uses, not K.
//!
//! With a_k = (n_dk + α_k) / (n_k + Ση), the weight of topic k ≠ z_i for a token
//! of word v is (n_kv + η_v) a_k, and its sum over all k ≠ z_i splits in two:
//!
//! ```text
//! row part        Σ_k n_kv a_k        non-zero only in the word's row
//! smoothing part  η_v Σ_k a_k         the same sum for every word of the document
//! ```
//!
//! The weight of the token's own topic, with the token taken out, is
//! own = (n_kv − 1 + η_v)(n_dk − 1 + α_k) / (n_k − 1 + Ση). Taking the token out
//! changes no count of the other topics, so nothing is decremented before the
//! draw. The draw has two steps, which together are the one categorical draw:
//!
//! 1. Stay with probability own / (own + rest), where rest is the sum above.
//! 2. Otherwise draw among the other topics, from the row part or from the
//!    smoothing part in proportion to their sums.
//!
//! Both steps use one 64-bit number: the low half for the first, the high half
//! for the second. A token that stays, as most soon do, writes nothing.

use super::kernel::{Kernel, View};
use crate::model::State;
use std::ops::Range;

/// The tables of the document being visited.
#[derive(Debug, Default)]
pub struct WideRange {
    /// n_dk (length K).
    counts: Vec<u32>,
    /// a_k (length K).
    a: Vec<f64>,
    /// Σ_k a_k.
    total: f64,
}

/// Two uniform numbers on a grid of 2^-32.
const GRID: f64 = 1.0 / 4_294_967_296.0;

/// Below this share of the total, a sum is added up anew: as a difference it
/// would lose too many digits.
const CANCELS: f64 = 1e-4;

impl WideRange {
    fn factor(&self, view: &View<'_>, state: &State, k: usize) -> f64 {
        (f64::from(self.counts[k]) + view.alpha.value(k))
            / (f64::from(state.sizes()[k]) + view.eta.sum())
    }

    /// Σ_{k ≠ own} a_k.
    fn others(&self, own: usize) -> f64 {
        let rest = self.total - self.a[own];
        if rest > CANCELS * self.total {
            rest
        } else {
            self.a[..own].iter().sum::<f64>() + self.a[own + 1..].iter().sum::<f64>()
        }
    }

    /// The topic other than `own` at place `x` of the row part, if it lies there.
    fn in_row(&self, state: &State, word: u32, own: usize, mut x: f64) -> Option<usize> {
        for entry in state.row(word) {
            let k = usize::from(entry.topic);
            if k != own {
                x -= f64::from(entry.count) * self.a[k];
                if x < 0.0 {
                    return Some(k);
                }
            }
        }
        None
    }

    /// The topic other than `own` at place `x` of Σ a_k.
    fn in_smoothing(&self, own: usize, mut x: f64) -> usize {
        let mut last = own;
        for (k, a) in self.a.iter().enumerate() {
            if k != own {
                x -= a;
                if x < 0.0 {
                    return k;
                }
                last = k;
            }
        }
        // Rounding can leave a place just past the end: it belongs to the last topic.
        last
    }

    fn step(&self, view: &View<'_>, state: &State, i: usize) -> usize {
        let word = view.corpus.words()[i];
        let own = usize::from(state.z()[i]);
        let eta = view.eta.value(word as usize);
        let mut row = 0.0;
        let mut in_own = 0.0;
        for entry in state.row(word) {
            let k = usize::from(entry.topic);
            if k == own {
                in_own = f64::from(entry.count);
            } else {
                row += f64::from(entry.count) * self.a[k];
            }
        }
        let others = self.others(own);
        let rest = row + eta * others;
        let own_weight = (in_own - 1.0 + eta)
            * (f64::from(self.counts[own]) - 1.0 + view.alpha.value(own))
            / (f64::from(state.sizes()[own]) - 1.0 + view.eta.sum());
        let bits = view.stream.at(i as u64);
        let u = f64::from(bits as u32) * GRID;
        if rest * (1.0 - u) <= own_weight * u {
            return own;
        }
        let x = f64::from((bits >> 32) as u32) * GRID * rest;
        let found = if x < row {
            self.in_row(state, word, own, x)
        } else {
            None
        };
        found.unwrap_or_else(|| self.in_smoothing(own, (x - row).max(0.0) / eta))
    }
}

impl Kernel for WideRange {
    fn enter(&mut self, view: &View<'_>, state: &State, d: usize) {
        let mut counts = std::mem::take(&mut self.counts);
        state.document_counts(view.corpus, d, &mut counts);
        self.counts = counts;
        self.a.clear();
        for k in 0..state.topics() {
            self.a.push(self.factor(view, state, k));
        }
        self.total = self.a.iter().sum();
    }

    fn draw(&mut self, view: &View<'_>, state: &mut State, tokens: Range<usize>) -> usize {
        let mut changed = 0;
        for i in tokens {
            let old = usize::from(state.z()[i]);
            let new = self.step(view, state, i);
            if new == old {
                continue;
            }
            changed += 1;
            state.assign(i, view.corpus.words()[i], new as u16);
            self.counts[old] -= 1;
            self.counts[new] += 1;
            let before = self.total;
            for k in [old, new] {
                let factor = self.factor(view, state, k);
                self.total += factor - self.a[k];
                self.a[k] = factor;
            }
            if self.total < CANCELS * before {
                self.total = self.a.iter().sum();
            }
        }
        changed
    }
}
