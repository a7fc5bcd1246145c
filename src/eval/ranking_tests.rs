//! Against numbers worked out elsewhere, against sums over every topic, and against
//! answers known in closed form.

use super::*;
use crate::corpus::{Corpus, Vocabulary};
use crate::model::{PriorSpec, State};
use proptest::prelude::*;

/// Topics (.5 .3 .2) and (.1 .2 .7), word after word.
fn two_topics() -> Phi {
    Phi::of_weights(2, vec![0.5, 0.1, 0.3, 0.2, 0.2, 0.7])
}

const SHARE: [f64; 2] = [14.0 / 30.0, 16.0 / 30.0];

/// The values of topic 0 by word.
fn values(order: Order) -> [f64; 3] {
    let mut values = [0.0; 3];
    for ranked in &rank(&two_topics(), &SHARE, order, 3)[0] {
        values[ranked.word as usize] = ranked.value;
    }
    values
}

#[track_caller]
fn near(got: &[f64], want: &[f64]) {
    assert_eq!(got.len(), want.len());
    for (got, want) in got.iter().zip(want) {
        assert!((got - want).abs() < 1e-8, "{got} for {want}");
    }
}

#[test]
fn the_textbook_numbers() {
    near(&values(Order::Probability), &[0.5, 0.3, 0.2]);
    near(
        &values(Order::Relevance(0.6)),
        &[-0.193_373_11, -0.644_085_85, -1.304_581_89],
    );
    let marginal = [0.286_666_666_667, 0.246_666_666_667, 0.466_666_666_667];
    near(
        &values(Order::Lift),
        &[0.5 / marginal[0], 0.3 / marginal[1], 0.2 / marginal[2]],
    );
    near(&values(Order::Frex), &[1.0, 2.0 / 3.0, 1.0 / 3.0]);
    near(
        &values(Order::Relevance(1.0)),
        &[0.5, 0.3, 0.2].map(f64::ln),
    );
    near(
        &values(Order::Relevance(0.0)),
        &values(Order::Lift).map(f64::ln),
    );
}

#[test]
fn a_salient_word_stands_under_the_topic_it_points_to() {
    let tops = rank(&two_topics(), &SHARE, Order::Saliency, 3);
    let list =
        |k: usize| -> Vec<(u32, f64)> { tops[k].iter().map(|r| (r.word, r.value)).collect() };
    // p(k|v): word 0 .81 of topic 0, word 1 .57 of topic 0, word 2 .80 of topic 1.
    let (first, second) = (list(0), list(1));
    assert_eq!(first.iter().map(|w| w.0).collect::<Vec<_>>(), [0, 1]);
    near(
        &[first[0].1, first[1].1, second[0].1],
        &[0.073_632_54, 0.005_034_05, 0.072_292_51],
    );
}

#[test]
fn ties_come_by_word_and_lists_stop_at_n() {
    let phi = Phi::of_weights(1, vec![2.0, 3.0, 2.0, 0.0, 3.0]);
    let words = |n| {
        rank(&phi, &[1.0], Order::Probability, n)[0]
            .iter()
            .map(|r| r.word)
            .collect::<Vec<_>>()
    };
    assert_eq!(words(9), [1, 4, 0, 2]);
    assert_eq!(words(3), [1, 4, 0]);
}

#[test]
fn topics_without_a_common_word_are_exclusive() {
    let disjoint = Phi::of_weights(2, vec![3.0, 0.0, 1.0, 0.0, 0.0, 2.0]);
    let tops = [vec![0, 1], vec![2]];
    assert_eq!(exclusivity(&disjoint, &tops), [Some(1.0), Some(1.0)]);
    let equal = Phi::of_weights(4, vec![1.0; 12]);
    assert_eq!(exclusivity(&equal, &vec![vec![0, 2]; 4]), [Some(0.25); 4]);
    assert_eq!(exclusivity(&equal, &vec![vec![]; 4]), [None; 4]);
}

#[test]
fn a_topic_without_share_or_words_has_no_list() {
    let phi = Phi::of_weights(2, vec![0.5, 0.0, 0.5, 0.0]);
    for order in [
        Order::Relevance(0.6),
        Order::Lift,
        Order::Saliency,
        Order::Frex,
    ] {
        let tops = rank(&phi, &[1.0, 0.0], order, 5);
        assert!(tops[0].iter().all(|r| r.value.is_finite()) && tops[1].is_empty());
        let all = rank(&phi, &[0.0, 1.0], order, 5).concat();
        assert!(all.iter().all(|r| r.value.is_finite()));
    }
}

proptest! {
    /// Sparse rows are a shorter way to sums over all topics.
    #[test]
    fn a_row_stands_for_every_topic(
        tokens in prop::collection::vec((0..6_u32, 0..5_u16), 1..60),
        eta in 0.001..2.0_f64,
    ) {
        let names = (0..6).map(|v| format!("w{v}")).collect();
        let texts = [tokens.iter().map(|t| t.0).collect::<Vec<_>>()];
        let corpus = Corpus::from_documents(Vocabulary::new(names), &texts).unwrap();
        let state = State::from_topics(&corpus, 5, tokens.iter().map(|t| t.1).collect()).unwrap();
        let phi = Phi::of_counts(state, PriorSpec::Each(eta).resolve("eta", 6).unwrap());
        let share = [0.1, 0.2, 0.3, 0.25, 0.15];
        let dense = |word: u32| { let mut out = [0.0; 5]; phi.fill(word, &mut out); out };
        let marginal = |word| -> f64 { dense(word).iter().zip(&share).map(|(p, s)| p * s).sum() };
        for (k, top) in rank(&phi, &share, Order::Lift, 6).iter().enumerate() {
            for ranked in top {
                prop_assert!((ranked.probability - dense(ranked.word)[k]).abs() < 1e-12);
                let want = ranked.probability / marginal(ranked.word);
                prop_assert!((ranked.value / want - 1.0).abs() < 1e-12);
            }
        }
        for ranked in rank(&phi, &share, Order::Saliency, 6).concat() {
            let all = dense(ranked.word);
            let p = marginal(ranked.word);
            let want: f64 = all.iter().zip(&share).map(|(phi, s)| s * phi * (phi / p).ln()).sum();
            prop_assert!((ranked.value - want).abs() < 1e-12);
        }
        for top in rank(&phi, &share, Order::Frex, 6) {
            prop_assert!(top.iter().all(|r| r.value > 0.0 && r.value <= 1.0));
        }
        let tops = vec![vec![3]; 5];
        let sum: f64 = exclusivity(&phi, &tops).into_iter().flatten().sum();
        prop_assert!((sum - 1.0).abs() < 1e-12);
    }
}

/// Five different words of six; one topic alone has none twice.
#[test]
fn diversity_counts_different_words() {
    let tops = [vec![1, 2, 3], vec![3, 4, 5]];
    assert_eq!(diversity(&tops), Some(5.0 / 6.0));
    assert_eq!(diversity(&tops[..1]), Some(1.0));
    assert_eq!(diversity(&[vec![7, 8], vec![7, 8]]), Some(0.5));
    assert_eq!(diversity::<u32>(&[vec![], vec![]]), None);
}
