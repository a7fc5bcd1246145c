//! Against numpy and scipy on dense arrays, and against numbers worked out by hand.

use super::*;
use crate::corpus::examples::{SIX, of_ids};
use crate::corpus::{Corpus, Vocabulary};
use crate::model::phi::Phi;
use crate::model::{Prior, PriorSpec, State, estimate};
use serde_json::Value;
use std::sync::Arc;

/// `difference.py` beside it made it.
const FIXTURE: &str = include_str!("../../../tests/fixtures/difference.json");

#[track_caller]
fn near(got: f64, want: f64) {
    assert!((got - want).abs() < 1e-12, "{got} for {want}");
}

#[track_caller]
fn is(got: f64, want: &Value) {
    near(got, want.as_f64().unwrap());
}

/// One of the two models of the fixture.
struct Model {
    corpus: Corpus,
    state: Arc<State>,
    alpha: Prior,
    phi: Phi,
}

impl Model {
    fn of(value: &Value) -> Self {
        let list =
            |name: &str| -> Vec<f64> { serde_json::from_value(value[name].clone()).unwrap() };
        let names =
            |name: &str| -> Vec<String> { serde_json::from_value(value[name].clone()).unwrap() };
        let rows =
            |name: &str| -> Vec<Vec<u32>> { serde_json::from_value(value[name].clone()).unwrap() };
        let (documents, z) = (rows("documents"), rows("z"));
        let mut offsets = vec![0];
        documents
            .iter()
            .for_each(|d| offsets.push(offsets[offsets.len() - 1] + d.len()));
        let vocabulary = Vocabulary::new(names("vocabulary"));
        let corpus =
            Corpus::from_parts(vocabulary, offsets, documents.concat(), names("ids")).unwrap();
        let prior = |name: &'static str| {
            let values = list(name);
            let len = values.len();
            PriorSpec::List(values).resolve(name, len).unwrap()
        };
        let (alpha, eta) = (prior("alpha"), prior("eta"));
        let z = z.concat().into_iter().map(|k| k as u16).collect();
        let state = Arc::new(State::from_topics(&corpus, alpha.len(), z).unwrap());
        Self {
            phi: Phi::of_counts(Arc::clone(&state), eta),
            corpus,
            state,
            alpha,
        }
    }

    fn sizes(&self) -> Vec<f64> {
        self.state.sizes().iter().map(|&n| f64::from(n)).collect()
    }

    fn theta(&self, d: usize) -> Vec<f64> {
        estimate::theta(&self.corpus, &self.state, &self.alpha, d)
    }
}

#[track_caller]
fn are_lone(got: &[Lone], want: &Value) {
    let want = want.as_array().unwrap();
    assert_eq!(got.len(), want.len());
    for (got, want) in got.iter().zip(want) {
        assert_eq!(got.topic as u64, want["topic"].as_u64().unwrap());
        is(got.together.unwrap(), &want["together"]);
        for (got, want) in got.nearest.iter().zip(want["nearest"].as_array().unwrap()) {
            assert_eq!(got.0 as u64, want[0].as_u64().unwrap());
            is(got.1, &want[1]);
        }
    }
}

#[test]
fn all_is_as_numpy_and_scipy_have_it() {
    let fixture: Value = serde_json::from_str(FIXTURE).unwrap();
    let (a, b) = (
        Model::of(&fixture["models"][0]),
        Model::of(&fixture["models"][1]),
    );
    let common = Common::of(&a.corpus, &b.corpus);
    assert_eq!(
        common.words.len() as u64,
        fixture["shared"].as_u64().unwrap()
    );
    let (sizes, theirs) = (a.sizes(), b.sizes());
    let pairing = pair((&a.phi, &sizes), (&b.phi, &theirs), &common, 0.8).unwrap();
    let changes = pairing.changes(&a.phi, &b.phi, &common, 100);
    let want = fixture["pairs"].as_array().unwrap();
    assert_eq!(pairing.matched.len(), want.len());
    for ((pair, changes), want) in pairing.matched.iter().zip(&changes).zip(want) {
        assert_eq!(pair.first as u64, want["first"].as_u64().unwrap());
        assert_eq!(pair.other as u64, want["other"].as_u64().unwrap());
        is(pair.cosine, &want["cosine"]);
        is(changes.divergence, &want["divergence"]);
        let words = want["words"].as_array().unwrap();
        assert_eq!(changes.words.len(), words.len());
        for (got, want) in changes.words.iter().zip(words) {
            let name = want[0].as_str().unwrap();
            assert_eq!(a.corpus.vocabulary().word(got.first), name);
            assert_eq!(b.corpus.vocabulary().word(got.other), name);
            is(got.before, &want[1]);
            is(got.after, &want[2]);
            is(got.change, &want[3]);
        }
    }
    are_lone(&pairing.lost, &fixture["lost"]);
    are_lone(&pairing.new, &fixture["new"]);
    let moved = moved(&pairing, &common, |d| a.theta(d), |d| b.theta(d), 100);
    is(moved.mean.unwrap(), &fixture["mean"]);
    let want = fixture["documents"].as_array().unwrap();
    assert_eq!(moved.most.len(), want.len());
    for (got, want) in moved.most.iter().zip(want) {
        let id = want["id"].as_str().unwrap();
        assert_eq!(a.corpus.id(got.first), id);
        assert_eq!(b.corpus.id(got.other), id);
        is(got.distance, &want["distance"]);
        for (got, want) in [(got.fell, &want["fell"]), (got.rose, &want["rose"])] {
            let place = |value: &Value| value.as_u64().map(|k| k as usize);
            assert_eq!((got.first, got.other), (place(&want[0]), place(&want[1])));
        }
    }
}

/// Topics of weights, word after word.
fn phi(topics: &[&[f64]]) -> Phi {
    let words = topics[0].len();
    let weights = (0..words).flat_map(|v| topics.iter().map(move |row| row[v]));
    Phi::of_weights(topics.len(), weights.collect())
}

fn words(n: u32) -> Common {
    Common {
        words: (0..n).map(|v| (v, v)).collect(),
        documents: vec![(0, 0), (1, 1)],
    }
}

/// A topic on the words 0 to 3 becomes one on 0 and 1 and one on 2 and 3; the other stays.
#[test]
fn a_split_and_its_way_back_by_hand() {
    let one = phi(&[&[0.25, 0.25, 0.25, 0.25, 0.0], &[0.0, 0.0, 0.0, 0.0, 1.0]]);
    let two = phi(&[
        &[0.5, 0.5, 0.0, 0.0, 0.0],
        &[0.0, 0.0, 0.0, 0.0, 1.0],
        &[0.0, 0.0, 0.5, 0.5, 0.0],
    ]);
    let (sizes, theirs) = ([20.0, 5.0], [10.0, 5.0, 10.0]);
    let apart = 1.0 / 2.0_f64.sqrt();
    let pairing = pair((&one, &sizes), (&two, &theirs), &words(5), 0.8).unwrap();
    let kept = Match {
        first: 1,
        other: 1,
        cosine: 1.0,
    };
    assert_eq!(pairing.matched, [kept]);
    assert_eq!(pairing.lost.len(), 1);
    assert_eq!(pairing.lost[0].nearest.len(), 2);
    for ((k, cosine), want) in pairing.lost[0].nearest.iter().zip([0, 2]) {
        assert_eq!(*k, want);
        near(*cosine, apart);
    }
    near(pairing.lost[0].together.unwrap(), 1.0);
    let new: Vec<usize> = pairing.new.iter().map(|lone| lone.topic).collect();
    assert_eq!(new, [0, 2]);

    // A document half of the topic that was split: √(½ (½ + ½ + 0)) of the way.
    let (before, after) = ([0.5, 0.5], [0.25, 0.5, 0.25]);
    let found = moved(
        &pairing,
        &words(5),
        |d| {
            if d == 0 {
                before.to_vec()
            } else {
                vec![0.0, 1.0]
            }
        },
        |d| {
            if d == 0 {
                after.to_vec()
            } else {
                vec![0.0, 1.0, 0.0]
            }
        },
        1,
    );
    let [first] = &found.most[..] else {
        panic!("one is listed");
    };
    near(first.distance, apart);
    near(found.mean.unwrap(), apart / 2.0);
    assert_eq!((first.fell.first, first.fell.other), (Some(0), None));
    assert_eq!((first.fell.before, first.fell.after), (0.5, 0.0));
    assert_eq!((first.rose.first, first.rose.other), (None, Some(0)));

    // The way back, from more topics to fewer.
    let back = pair((&two, &theirs), (&one, &sizes), &words(5), 0.8).unwrap();
    assert_eq!(back.matched, [kept]);
    near(back.new[0].together.unwrap(), 1.0);
    assert_eq!(back.lost.len(), 2);
    assert!(back.lost.iter().all(|lone| lone.nearest[0].0 == 0));
}

/// p = (½ ½ 0), q = (½ 0 ½): the second word falls by ¼ ln 2, the third rises by as much.
#[test]
fn the_parts_of_the_words_by_hand() {
    let (p, q) = (phi(&[&[0.5, 0.5, 0.0]]), phi(&[&[3.0, 0.0, 3.0]]));
    let pairing = pair((&p, &[1.0]), (&q, &[1.0]), &words(3), 0.5).unwrap();
    near(pairing.matched[0].cosine, 0.5);
    let [changes] = &pairing.changes(&p, &q, &words(3), 2)[..] else {
        panic!("one pair");
    };
    let ln2 = std::f64::consts::LN_2;
    near(changes.divergence, ln2 / 2.0);
    let got: Vec<u32> = changes.words.iter().map(|w| w.first).collect();
    assert_eq!(got, [1, 2]);
    near(changes.words[0].change, -ln2 / 4.0);
    near(changes.words[1].change, ln2 / 4.0);
    near(changes.words[1].after, 0.5);
}

/// Cosines 2/√6 and 1/√2 of the first topic, 1/√3 and 0 of the second: their sum is larger
/// across, where none of them counts.
#[test]
fn a_pair_below_the_threshold_costs_no_other_its_partner() {
    let ours = phi(&[&[1.0, 1.0, 0.0], &[0.0, 0.0, 1.0]]);
    let theirs = phi(&[&[1.0, 1.0, 1.0], &[1.0, 0.0, 0.0]]);
    let found = |threshold| -> Vec<(usize, usize)> {
        let sizes = [1.0, 1.0];
        let found = pair((&ours, &sizes), (&theirs, &sizes), &words(3), threshold).unwrap();
        found.matched.iter().map(|m| (m.first, m.other)).collect()
    };
    assert_eq!(found(0.8), [(0, 0)]);
    assert_eq!(found(0.9), []);
    assert_eq!(found(0.5), [(0, 1), (1, 0)]);
}

#[test]
fn a_model_is_as_it_is() {
    let corpus = of_ids(&SIX, 5);
    let eta = PriorSpec::Each(0.1).resolve("eta", 5).unwrap();
    let state = Arc::new(State::random(&corpus, 3, 1).unwrap());
    let phi = Phi::of_counts(Arc::clone(&state), eta);
    let common = Common::all(&corpus);
    assert_eq!(common, Common::of(&corpus, &corpus));
    let sizes: Vec<f64> = state.sizes().iter().map(|&n| f64::from(n)).collect();
    let pairing = pair((&phi, &sizes), (&phi, &sizes), &common, 0.8).unwrap();
    assert_eq!((pairing.lost.len(), pairing.new.len()), (0, 0));
    for changes in pairing.changes(&phi, &phi, &common, 5) {
        assert!(changes.divergence < 1e-15);
    }
}

#[test]
fn nothing_in_common_is_no_pairing() {
    let one = phi(&[&[1.0, 0.0]]);
    assert_eq!(pair((&one, &[1.0]), (&one, &[1.0]), &words(0), 0.8), None);
}

/// The second of an id answers the second, and what is empty is left out.
#[test]
fn documents_answer_one_another_by_id() {
    let corpus = |documents: &[(&str, usize)]| {
        let mut offsets = vec![0];
        documents
            .iter()
            .for_each(|(_, n)| offsets.push(offsets[offsets.len() - 1] + n));
        let words = vec![0; offsets[documents.len()]];
        let ids = documents.iter().map(|(id, _)| (*id).to_owned()).collect();
        Corpus::from_parts(Vocabulary::new(vec!["a".into()]), offsets, words, ids).unwrap()
    };
    let first = corpus(&[("x", 1), ("y", 1), ("x", 2), ("z", 0), ("x", 1)]);
    let other = corpus(&[("z", 1), ("x", 1), ("x", 1), ("y", 0)]);
    let common = Common::of(&first, &other);
    assert_eq!(common.documents, [(0, 1), (2, 2)]);
    assert_eq!(Common::all(&first).documents.len(), 4);
}
