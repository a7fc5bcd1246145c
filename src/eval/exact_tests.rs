//! Exact answers against published numbers in exact fractions, and against a
//! plain sum over all assignments.

use super::*;
use crate::corpus::examples;
use crate::model::{PriorSpec, State, log_joint};

struct Case {
    corpus: Corpus,
    alpha: Prior,
    eta: Prior,
}

fn prior(values: &[f64]) -> Prior {
    let spec = PriorSpec::List(values.to_vec());
    spec.resolve("a prior", values.len()).unwrap()
}

fn case(documents: &[&[u32]], alpha: &[f64], eta: &[f64]) -> Case {
    Case {
        corpus: examples::of_ids(documents, eta.len()),
        alpha: prior(alpha),
        eta: prior(eta),
    }
}

impl Case {
    fn solve(&self) -> Exact {
        Exact::solve(&self.corpus, &self.alpha, &self.eta).unwrap()
    }

    fn log_joint(&self, z: &[u16]) -> f64 {
        let state = State::from_topics(&self.corpus, self.alpha.len(), z.to_vec()).unwrap();
        log_joint(&self.corpus, &state, &self.alpha, &self.eta).total()
    }
}

fn toy(value: f64) -> Case {
    case(&examples::SIX, &[value; 2], &[value; 5])
}

#[track_caller]
fn near(got: f64, want: f64, tolerance: f64) {
    assert!((got - want).abs() <= tolerance, "got {got}, want {want}");
}

#[test]
fn symmetric_priors_of_one_give_31_over_540() {
    let exact = case(&[&[0, 1], &[0, 0]], &[1.0; 2], &[1.0; 2]).solve();
    near(exact.log_evidence().exp() * 540.0 / 31.0, 1.0, 1e-13);
    near(exact.log_evidence(), -2.857581935073, 1e-12);
    near(exact.same_topic(0, 1), 53.0 / 93.0, 1e-13);
    near(exact.same_topic(1, 2), 38.0 / 93.0, 1e-13);
    near(exact.same_topic(2, 3), 68.0 / 93.0, 1e-13);
    assert_eq!(exact.same_topic(2, 2), 1.0);
}

#[test]
fn asymmetric_priors_give_86_over_5775() {
    let exact = case(&[&[0, 1], &[0, 0]], &[0.5, 1.5], &[0.5, 2.0]).solve();
    near(exact.log_evidence().exp() * 5775.0 / 86.0, 1.0, 1e-13);
    near(exact.log_evidence(), -4.206946239136, 1e-12);
    near(exact.topic(0, 0), 8.0 / 43.0, 1e-13);
    near(exact.same_topic(0, 1), 202.0 / 301.0, 1e-13);
    near(exact.same_topic(0, 2), 235.0 / 301.0, 1e-13);
    near(exact.same_topic(1, 2), 709.0 / 1204.0, 1e-13);
    near(exact.same_topic(2, 3), 1039.0 / 1204.0, 1e-13);
}

#[test]
fn three_topics_with_small_priors_have_their_pairs() {
    let exact = case(&[&[0, 0, 1], &[1, 2, 2]], &[0.1; 3], &[0.1; 3]).solve();
    near(exact.log_evidence(), -8.537574249631, 1e-12);
    for k in 0..3 {
        near(exact.topic(4, k), 1.0 / 3.0, 1e-13);
    }
    for ((i, j), want) in [
        ((0, 1), 0.948707),
        ((0, 2), 0.606980),
        ((0, 3), 0.163268),
        ((0, 4), 0.046701),
        ((2, 3), 0.399091),
    ] {
        near(exact.same_topic(i, j), want, 5e-7);
        near(exact.same_topic(j, i), want, 5e-7);
    }
}

#[test]
fn six_documents_under_priors_of_one() {
    let case = toy(1.0);
    let exact = case.solve();
    near(exact.log_evidence(), -44.898641110168, 1e-11);
    near(exact.same_topic(0, 1), 0.889983016626, 1e-11);
    near(exact.same_topic(0, 15), 0.110610537546, 1e-11);
    near(exact.mean_smallest_topic(), 13.728726782, 1e-8);
    near(split_probability(&case, &exact), 0.261589173723, 1e-11);
}

#[test]
fn six_documents_under_priors_of_a_half() {
    let case = toy(0.5);
    let exact = case.solve();
    near(exact.log_evidence(), -42.002491909937, 1e-11);
    near(exact.same_topic(0, 1), 0.971272181763, 1e-11);
    near(exact.same_topic(0, 15), 0.024448357938, 1e-11);
    near(exact.mean_smallest_topic(), 14.598661381, 1e-8);
    near(split_probability(&case, &exact), 0.695904412484, 1e-11);
    near(exact.smallest_topic().iter().sum(), 1.0, 1e-12);
}

/// P(documents 0–2 in one topic, 3–5 in the other), both labels.
fn split_probability(case: &Case, exact: &Exact) -> f64 {
    let split: Vec<u16> = (0..30).map(|i| u16::from(i >= 15)).collect();
    2.0 * (case.log_joint(&split) - exact.log_evidence()).exp()
}

#[test]
fn two_halves_are_a_plain_sum_over_all_assignments() {
    // Words and topics of different weight, an empty document, a word that no
    // document has, and tokens out of order.
    let documents: [&[u32]; 4] = [&[2, 0, 2], &[], &[0, 0, 2], &[3, 0, 3]];
    let case = case(&documents, &[0.3, 1.1, 0.6], &[0.2, 5.0, 0.9, 0.4]);
    let exact = case.solve();
    let n = 9;
    let assignments: Vec<Vec<u16>> = (0..3_usize.pow(n))
        .map(|code| (0..n).map(|i| (code / 3_usize.pow(i) % 3) as u16).collect())
        .collect();
    let joint: Vec<f64> = assignments
        .iter()
        .map(|z| case.log_joint(z).exp())
        .collect();
    let total: f64 = joint.iter().sum();
    near(exact.log_evidence(), total.ln(), 1e-12);
    let probability = |of: &dyn Fn(&[u16]) -> bool| -> f64 {
        let chosen = assignments.iter().zip(&joint).filter(|(z, _)| of(z));
        chosen.map(|(_, p)| p).sum::<f64>() / total
    };
    for i in 0..9 {
        for k in 0..3 {
            near(
                exact.topic(i, k),
                probability(&|z| usize::from(z[i]) == k),
                1e-12,
            );
        }
        for j in 0..9 {
            near(
                exact.same_topic(i, j),
                probability(&|z| z[i] == z[j]),
                1e-12,
            );
        }
    }
    let size = |z: &[u16]| (0..3).map(|k| z.iter().filter(|&&t| t == k).count()).min();
    for (s, &p) in exact.smallest_topic().iter().enumerate() {
        near(p, probability(&|z| size(z) == Some(s)), 1e-12);
    }
}

#[test]
fn one_topic_is_the_joint_itself() {
    let case = case(&[&[0, 1, 1], &[2, 0]], &[0.7], &[0.5; 3]);
    near(case.solve().log_evidence(), case.log_joint(&[0; 5]), 1e-12);
}

#[test]
fn what_would_take_too_long_is_refused_by_name() {
    let words: Vec<u32> = (0..60).collect();
    for topics in [2, 400] {
        let case = case(&[&words], &vec![0.1; topics], &[0.1; 60]);
        let error = Exact::solve(&case.corpus, &case.alpha, &case.eta).unwrap_err();
        assert!(error.log2 > 22.0);
        assert!(error.to_string().contains("above the 2^22"), "{error}");
    }
}
