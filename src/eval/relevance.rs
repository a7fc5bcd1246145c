//! The words that relevance can bring to the top of a topic, whatever its λ: all that a
//! picture with a slider for λ needs to hold.
//!
//! λ ln φ_kv + (1 − λ) ln( φ_kv / p(v) ) (Sievert and Shirley 2014, eq. 1) rises with φ and
//! with lift for every λ from 0 to 1. A word with n others above it in both is therefore
//! never among the first n. The few that are left are tried at every λ of the slider.

use super::ranking::{Evens, Term};
use crate::model::phi::Phi;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Words of a topic that are looked at before those that stand below `n` others are left
/// out once more.
const AT_ONCE: usize = 8_192;

/// Of every topic the words that are among its first `n` by relevance for some λ of 0,
/// 1/steps, …, 1 (`steps` at least 1), by ascending word. `share` is p(k) (length K).
/// Relevance that is equal to nine decimals goes by phi, then by word.
///
/// Linear in the words with weight, as far as `n` is small.
pub fn terms(phi: &Phi, share: &[f64], n: usize, steps: usize) -> Vec<Vec<Term>> {
    let evens = Evens::new(phi, share);
    let mut all: Vec<Vec<Term>> = vec![Vec::new(); phi.topics()];
    let mut row = Vec::new();
    for word in 0..phi.words() as u32 {
        phi.row(word, &mut row);
        for (k, term) in evens.word(&row, phi.floor(word)).terms(word) {
            let own = &mut all[k];
            own.push(term);
            if own.len() >= AT_ONCE.max(4 * n) {
                leave_out(own, n);
            }
        }
    }
    for own in &mut all {
        leave_out(own, n);
        reachable(own, n, steps);
    }
    all
}

/// Leaves out the words with `n` others above them in phi and lift.
fn leave_out(terms: &mut Vec<Term>, n: usize) {
    terms.sort_unstable_by(|a, b| {
        b.probability
            .total_cmp(&a.probability)
            .then(a.word.cmp(&b.word))
    });
    // The n largest lifts of the words before, the smallest last.
    let mut above: Vec<Term> = Vec::with_capacity(n + 1);
    terms.retain(|term| {
        let place = above.partition_point(|old| by_lift(old, term) == Ordering::Less);
        let stays = place < n;
        if stays {
            above.insert(place, *term);
            above.truncate(n);
        }
        stays
    });
}

fn by_lift(a: &Term, b: &Term) -> Ordering {
    b.lift().total_cmp(&a.lift()).then(a.word.cmp(&b.word))
}

/// Leaves the words that are among the first `n` for some λ.
fn reachable(terms: &mut Vec<Term>, n: usize, steps: usize) {
    let mut found = BTreeMap::new();
    for step in 0..=steps {
        let lambda = step as f64 / steps as f64;
        terms.sort_by(|a, b| order(a, b, lambda));
        found.extend(terms.iter().take(n).map(|term| (term.word, *term)));
    }
    *terms = found.into_values().collect();
}

/// The most relevant first. The lift of all words that only one topic has is the same but
/// for rounding: what is equal to nine decimals goes by phi, then by word.
fn order(a: &Term, b: &Term, lambda: f64) -> Ordering {
    let value = |term: &Term| (term.relevance(lambda) * 1e9).round();
    let by_phi = || b.probability.total_cmp(&a.probability);
    let by_value = value(b).total_cmp(&value(a));
    by_value.then_with(by_phi).then(a.word.cmp(&b.word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::ranking::{Order, rank};
    use proptest::prelude::*;

    /// The relevance of the first words from the whole ranking is that of the kept ones.
    fn check(phi: &Phi, share: &[f64], n: usize, steps: usize) {
        let kept = terms(phi, share, n, steps);
        let mut needed = vec![BTreeMap::new(); phi.topics()];
        for step in 0..=steps {
            let lambda = step as f64 / steps as f64;
            let tops = rank(phi, share, Order::Relevance(lambda), n);
            for (k, top) in tops.iter().enumerate() {
                let mut own = kept[k].clone();
                own.sort_by(|a, b| order(a, b, lambda));
                own.truncate(n);
                assert_eq!(own.len(), top.len());
                for (own, top) in own.iter().zip(top) {
                    assert!((own.relevance(lambda) - top.value).abs() < 2e-9);
                }
                needed[k].extend(own.iter().map(|t| (t.word, ())));
            }
        }
        for (kept, needed) in kept.iter().zip(&needed) {
            let words = kept.iter().map(|t| t.word);
            assert!(words.eq(needed.keys().copied()), "a word too many");
        }
    }

    proptest! {
        #[test]
        fn every_list_can_be_made_from_the_words_that_are_kept(
            weights in prop::collection::vec(0_u8..6, 3 * 40),
            n in 1_usize..6,
        ) {
            let weights = weights.into_iter().map(f64::from).collect();
            check(&Phi::of_weights(3, weights), &[0.5, 0.3, 0.2], n, 20);
        }
    }

    #[test]
    fn very_many_words_are_pruned_on_the_way() {
        let weight = |i: usize| ((i / 2 * (7 + i % 2) + 3) % 1_009) as f64 + 1.0;
        let phi = Phi::of_weights(2, (0..60_000).map(weight).collect());
        check(&phi, &[0.6, 0.4], 5, 10);
    }
}
