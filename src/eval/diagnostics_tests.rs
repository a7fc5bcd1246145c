//! Against MALLET's definitions written down in another language, and against answers
//! known in closed form.

use super::*;
use crate::corpus::{Corpus, Vocabulary};
use crate::eval::ranking::exclusivity;
use crate::model::phi::Phi;
use crate::model::{PriorSpec, State};
use proptest::prelude::*;
use serde_json::Value;

/// `mallet_diagnostics.py` beside it made it.
const FIXTURE: &str = include_str!("../../tests/fixtures/mallet_diagnostics.json");

fn corpus(words: usize, documents: &[Vec<u32>]) -> Corpus {
    let names = (0..words).map(|v| format!("w{v}")).collect();
    Corpus::from_documents(Vocabulary::new(names), documents).unwrap()
}

fn each(value: f64, len: usize) -> Prior {
    PriorSpec::Each(value).resolve("eta", len).unwrap()
}

#[track_caller]
fn near(got: Option<f64>, want: &Value) {
    match (got, want.as_f64()) {
        (None, None) => {}
        (Some(got), Some(want)) => assert!((got - want).abs() < 1e-12, "{got} for {want}"),
        _ => panic!("{got:?} for {want}"),
    }
}

#[test]
fn every_diagnostic_is_mallets() {
    let fixture: Value = serde_json::from_str(FIXTURE).unwrap();
    let list = |name: &str| serde_json::from_value::<Vec<Vec<u32>>>(fixture[name].clone()).unwrap();
    let (texts, z, tops) = (list("documents"), list("z"), list("tops"));
    let alpha: Vec<f64> = serde_json::from_value(fixture["alpha"].clone()).unwrap();
    let alpha = PriorSpec::List(alpha).resolve("alpha", tops.len()).unwrap();
    let beta = fixture["beta"].as_f64().unwrap();
    let size = fixture["words"].as_u64().unwrap() as usize;

    let corpus = corpus(size, &texts);
    let z: Vec<u16> = z.concat().into_iter().map(|k| k as u16).collect();
    let state = State::from_topics(&corpus, tops.len(), z).unwrap();
    let documents =
        (0..corpus.documents()).map(|d| (corpus.document(d), &state.z()[corpus.range(d)]));
    let of_documents = drawn(documents, &tops, &alpha, beta);
    let phi = Phi::of_counts(state, each(beta, size));
    let of_words = words((size, tops.len()), |v, out| phi.row(v, out));
    let exclusive = exclusivity(&phi, &tops);

    let named: Vec<Vec<u32>> = phi
        .top_words(4)
        .iter()
        .map(|top| top.iter().map(|w| w.0).collect())
        .collect();
    assert_eq!(named, tops);
    for (k, want) in fixture["topics"].as_array().unwrap().iter().enumerate() {
        let (words, documents) = (of_words[k], of_documents[k]);
        for (got, name) in [
            (Some(words.tokens), "tokens"),
            (words.effective_words, "eff_num_words"),
            (words.uniform_distance, "uniform_dist"),
            (words.corpus_distance, "corpus_dist"),
            (documents.entropy, "document_entropy"),
            (documents.rank_1, "rank_1_docs"),
            (documents.token_document_difference, "token_doc_diff"),
            (documents.allocation_ratio, "allocation_ratio"),
            (documents.allocation_count, "allocation_count"),
            (documents.coherence, "coherence"),
            (exclusive[k], "exclusivity"),
        ] {
            near(got, &want[name]);
        }
    }
}

#[test]
fn a_uniform_topic_is_no_distance_from_uniform() {
    // Topic 0 has each of 7 words 3 times, topic 1 has nothing, topic 2 one word.
    let scores = words((7, 3), |v, out| {
        *out = vec![(0, 3.0)];
        if v == 4 {
            out.push((2, 5.0));
        }
    });
    let [even, nothing, one] = scores[..] else {
        panic!()
    };
    assert!(even.uniform_distance.unwrap() < 1e-14);
    assert!((even.effective_words.unwrap() - 7.0).abs() < 1e-12);
    assert_eq!(nothing, WordScores::default());
    assert!((one.uniform_distance.unwrap() - 7_f64.ln()).abs() < 1e-14);
    assert!((one.effective_words.unwrap() - 1.0).abs() < 1e-14);
    assert!((one.corpus_distance.unwrap() - (26.0_f64 / 8.0).ln()).abs() < 1e-14);
}

#[test]
fn expected_counts_give_what_drawn_ones_would() {
    // theta that follows from whole counts must lead back to them.
    let alpha = PriorSpec::List(vec![0.5, 0.2]).resolve("alpha", 2).unwrap();
    let z: [&[u16]; 3] = [&[0, 0, 1], &[1, 1, 1, 1], &[]];
    let words: [&[u32]; 3] = [&[0, 0, 0], &[0, 0, 0, 0], &[]];
    let exact = drawn(words.into_iter().zip(z), &[vec![0], vec![0]], &alpha, 0.1);
    let theta = z.map(|z| {
        let share = |k: u16| {
            let count = z.iter().filter(|&&t| t == k).count() as f64;
            (count + alpha.value(k.into())) / (z.len() as f64 + 0.7)
        };
        (z.len(), [share(0), share(1)])
    });
    let expected = expected(2, theta, Some(&alpha));
    for (exact, expected) in exact.iter().zip(&expected) {
        assert!((exact.entropy.unwrap() - expected.entropy.unwrap()).abs() < 1e-12);
        assert_eq!((expected.rank_1, expected.coherence), (None, None));
    }
    // Document 1 has 4 % of topic 0, though no token of it.
    assert_eq!(exact[0].allocation_ratio, Some(1.0));
    assert_eq!(expected[0].allocation_ratio, Some(0.5));
}

proptest! {
    #[test]
    fn every_value_is_in_its_range(
        documents in prop::collection::vec(prop::collection::vec((0..6_u32, 0..4_u16), 0..12), 1..12)
    ) {
        let texts: Vec<Vec<u32>> = documents.iter().map(|d| d.iter().map(|t| t.0).collect()).collect();
        let z: Vec<Vec<u16>> = documents.iter().map(|d| d.iter().map(|t| t.1).collect()).collect();
        let corpus = corpus(6, &texts);
        prop_assume!(corpus.tokens() > 0);
        let state = State::from_topics(&corpus, 4, z.concat()).unwrap();
        let phi = Phi::of_counts(state, each(0.1, 6));
        let tops: Vec<Vec<u32>> = phi.top_words(3).iter().map(|top| top.iter().map(|w| w.0).collect()).collect();
        let pairs = texts.iter().zip(&z).map(|(w, z)| (&w[..], &z[..]));
        let scores = drawn(pairs, &tops, &each(0.1, 4), 0.1);
        let word_scores = words((6, 4), |v, out| phi.row(v, out));
        prop_assert_eq!(word_scores.iter().map(|s| s.tokens).sum::<f64>(), corpus.tokens() as f64);
        for ((words, documents), exclusive) in word_scores.iter().zip(&scores).zip(exclusivity(&phi, &tops)) {
            let some = words.tokens > 0.0;
            let d = documents;
            for (value, most) in [
                (d.entropy, (texts.len() as f64).ln()),
                (d.rank_1, 1.0),
                (d.allocation_count, 1.0),
                (d.token_document_difference, std::f64::consts::LN_2),
                (words.effective_words, 6.0),
                (words.uniform_distance, 6_f64.ln()),
                (words.corpus_distance, (corpus.tokens() as f64).ln()),
                (exclusive, 1.0),
            ] {
                prop_assert_eq!(value.is_some(), some);
                prop_assert!((0.0..=most + 1e-9).contains(&value.unwrap_or(0.0)));
            }
            prop_assert!(d.coherence.is_none_or(|c| c.is_finite() && c <= 0.0));
        }
    }
}
