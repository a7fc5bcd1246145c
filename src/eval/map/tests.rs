//! Against SciPy and scikit-bio, against the definition, and in the corners.

use super::association::Association;
use super::divergence::{divergences, of_cost};
use super::terms::TermMatrix;
use super::*;
use crate::corpus::{Corpus, Vocabulary};
use crate::eval::distances::jensen_shannon;
use crate::model::{PriorSpec, State};
use crate::random::{GOLDEN, mix, unit};
use serde::Deserialize;
use std::f64::consts::LN_2;

#[derive(Deserialize)]
struct Fixture {
    maps: Vec<Case>,
    meetings: Meetings,
}

#[derive(Deserialize)]
struct Meetings {
    documents: Vec<Vec<usize>>,
    log_ratio: Vec<Vec<f64>>,
    residual: Vec<Vec<f64>>,
}

#[derive(Deserialize)]
struct Case {
    order: Vec<usize>,
    eta: Vec<f64>,
    counts: Vec<Vec<u32>>,
    distances: Vec<Vec<f64>>,
    points: Vec<[f64; 2]>,
    explained: [f64; 2],
    earlier: Vec<[f64; 2]>,
    turned: Vec<[f64; 2]>,
}

/// phi from counts: topic after topic.
fn counted(counts: &[Vec<u32>], eta: &[f64]) -> Phi {
    let (mut words, mut z) = (Vec::new(), Vec::new());
    for (topic, row) in counts.iter().enumerate() {
        for (word, &n) in row.iter().enumerate() {
            words.extend(std::iter::repeat_n(word as u32, n as usize));
            z.extend(std::iter::repeat_n(topic as u16, n as usize));
        }
    }
    let vocabulary = Vocabulary::new((0..eta.len()).map(|v| format!("w{v}")).collect());
    let corpus = Corpus::from_documents(vocabulary, &[words]).unwrap();
    let state = State::from_topics(&corpus, counts.len(), z).unwrap();
    let eta = PriorSpec::List(eta.to_vec())
        .resolve("eta", eta.len())
        .unwrap();
    Phi::of_counts(state, eta)
}

#[track_caller]
fn near(got: &[[f64; 2]], want: &[[f64; 2]]) {
    assert_eq!(got.len(), want.len());
    for (got, want) in got.iter().zip(want) {
        let apart = (got[0] - want[0]).hypot(got[1] - want[1]);
        assert!(apart < 1e-9, "{got:?} for {want:?}");
    }
}

fn ids(topics: usize) -> Vec<u32> {
    (0..topics as u32).collect()
}

fn fixture() -> Fixture {
    serde_json::from_str(include_str!("../../../tests/fixtures/topic_map.json")).unwrap()
}

#[test]
fn the_map_of_scipy_and_scikit_bio() {
    for case in fixture().maps {
        let topics = case.counts.len();
        let map = TopicMap::new(&counted(&case.counts, &case.eta), &ids(topics)).unwrap();
        for (got, want) in map.distances.iter().zip(case.distances.iter().flatten()) {
            assert!((got - want).abs() < 1e-9, "{got} for {want}");
        }
        near(&map.points, &case.points);
        for (got, want) in map.explained.unwrap().iter().zip(case.explained) {
            assert!((got - want).abs() < 1e-9, "{got} for {want}");
        }
        let similar: Vec<f64> = map.distances.iter().map(|d| LN_2 - d * d).collect();
        assert_eq!(seriation::order(&similar, topics), case.order);
        let earlier = TopicMap {
            points: case.earlier,
            ..map.clone()
        };
        near(&map.aligned(&earlier).points, &case.turned);
    }
}

/// Counts of topics that share some words, a topic without tokens among them.
fn drawn(topics: usize, words: usize, seed: u64) -> Vec<Vec<u32>> {
    let mut at = seed << 32;
    let mut next = || {
        at += 1;
        unit(mix(at.wrapping_mul(GOLDEN)))
    };
    let mut counts = vec![vec![0; words]; topics];
    for (k, row) in counts.iter_mut().enumerate().filter(|(k, _)| *k != 1) {
        for (v, n) in row.iter_mut().enumerate() {
            let own = if (v + k) % 3 == 0 { 0.9 } else { 0.2 };
            if next() < own {
                *n = (9.0 * next() * next() + 1.0) as u32;
            }
        }
    }
    counts
}

/// The rows of phi, each of them a distribution.
fn rows(phi: &Phi) -> Vec<Vec<f64>> {
    let mut rows = vec![Vec::new(); phi.topics()];
    let mut all = vec![0.0; phi.topics()];
    for word in 0..phi.words() as u32 {
        phi.fill(word, &mut all);
        rows.iter_mut().zip(&all).for_each(|(row, p)| row.push(*p));
    }
    rows
}

fn defined(rows: &[Vec<f64>]) -> Vec<f64> {
    let pairs = rows.iter().flat_map(|p| rows.iter().map(move |q| (p, q)));
    pairs.map(|(p, q)| jensen_shannon(p, q)).collect()
}

fn weights(counts: &[Vec<u32>]) -> Phi {
    let words = 0..counts[0].len();
    let by_word = words.flat_map(|v| counts.iter().map(move |row| f64::from(row[v])));
    Phi::of_weights(counts.len(), by_word.collect())
}

#[test]
fn short_sums_are_the_definition() {
    for seed in 0..20 {
        let counts = drawn(6, 30, seed);
        let one = vec![0.05; 30];
        let each: Vec<f64> = (1..=30).map(|v| 0.01 * f64::from(v)).collect();
        for phi in [
            counted(&counts, &one),
            counted(&counts, &each),
            weights(&counts),
        ] {
            let found = divergences(&phi);
            for (got, want) in found.values.iter().zip(defined(&rows(&phi))) {
                assert!((got - want).abs() < 1e-12, "{got} for {want}");
            }
            assert_eq!((found.looked.words, found.looked.share), (30, 1.0));
        }
    }
}

/// Small counts over the usual floor are looked at together, all others one by one.
#[test]
fn frequent_and_rare_words_are_of_one_sum() {
    for (topics, words, often) in [(6, 30, 9), (120, 20, 2), (1030, 3, 1)] {
        let mut counts = drawn(topics, words, 7);
        for row in &mut counts {
            row.iter_mut().step_by(3).for_each(|n| *n *= often);
        }
        let mut eta = vec![0.05; words];
        eta[1] = 0.3;
        for phi in [counted(&counts, &eta), weights(&counts)] {
            let found = divergences(&phi).values;
            let rows = rows(&phi);
            for (a, b) in (0..topics).step_by(1 + topics / 7).zip((0..topics).rev()) {
                let (got, want) = (found[a * topics + b], jensen_shannon(&rows[a], &rows[b]));
                assert!((got - want).abs() < 1e-12, "{got} for {want}");
            }
        }
    }
}

#[test]
fn a_map_has_the_top_words_with_it() {
    let counts = drawn(6, 30, 1);
    for phi in [counted(&counts, &[0.1; 30]), weights(&counts)] {
        let (map, words) = TopicMap::with_words(&phi, &ids(6), 4).unwrap();
        assert_eq!(Some(map), TopicMap::new(&phi, &ids(6)));
        assert_eq!(words, phi.top_words(4));
        // Also where too many logarithms would be needed.
        let mut seen = Vec::new();
        of_cost(&phi, 50, |word, row| seen.push((word, row.to_vec())));
        let mut row = Vec::new();
        assert_eq!(seen.len(), 30);
        for (word, own) in seen {
            phi.row(word, &mut row);
            assert_eq!(own, row);
        }
    }
}

/// Words that count as one are one word of the sum of their probabilities.
#[test]
fn what_is_left_out_is_said() {
    let counts = drawn(8, 60, 3);
    for phi in [counted(&counts, &[0.1; 60]), weights(&counts)] {
        let (rows, exact) = (rows(&phi), divergences(&phi));
        let mut before = 0.0;
        for most in [0, 50, 200, 400, 800, 1600] {
            let found = of_cost(&phi, most, |_, _| {});
            assert!(found.looked.share >= before && found.looked.share <= 1.0);
            before = found.looked.share;
            for (got, most) in found.values.iter().zip(&exact.values) {
                assert!(*got >= 0.0 && *got <= most + 1e-12, "{got} above {most}");
            }
        }
        assert!(before > 0.8, "{before}");
        let none = of_cost(&phi, 0, |_, _| {});
        assert_eq!(none.looked.words, 0);
        assert!(none.values.iter().all(|&js| js == 0.0));
        let mean = |rows: &[Vec<f64>]| -> f64 {
            let k = rows.len() as f64;
            let words = 0..rows[0].len();
            let mean: Vec<f64> = words
                .map(|v| rows.iter().map(|r| r[v]).sum::<f64>() / k)
                .collect();
            let part = |(p, m): (&f64, &f64)| if *p > 0.0 { p * (p / m).ln() } else { 0.0 };
            rows.iter()
                .map(|row| row.iter().zip(&mean).map(part).sum::<f64>())
                .sum()
        };
        // Which words are told apart is not known here: their number bounds the share.
        let found = of_cost(&phi, 400, |_, _| {});
        let all = mean(&rows);
        let each = (0..60).map(|v| {
            let two: Vec<Vec<f64>> = rows.iter().map(|r| vec![r[v], 1.0 - r[v]]).collect();
            mean(&two) / all
        });
        let best: f64 = each.fold(0.0, f64::max);
        assert!(found.looked.words > 0 && found.looked.share >= best);
    }
}

#[test]
fn corners_have_a_map() {
    let one = TopicMap::new(&weights(&[vec![3, 1, 0]]), &[7]).unwrap();
    assert_eq!(
        (one.points[0], one.explained, one.nearest(0)),
        ([0.0; 2], None, None)
    );
    // Topics that are the same in pairs, without a common word: two places on a line.
    let phi = weights(&[vec![4, 4, 0], vec![1, 1, 0], vec![0, 0, 9]]);
    let map = TopicMap::new(&phi, &ids(3)).unwrap();
    let far = 2.0_f64.ln().sqrt();
    assert_eq!((map.distance(0, 1), map.distance(0, 2)), (0.0, far));
    near(
        &map.points,
        &[[-far / 3.0, 0.0], [-far / 3.0, 0.0], [2.0 * far / 3.0, 0.0]],
    );
    assert!((map.explained.unwrap()[0] - 1.0).abs() < 1e-12);
    assert_eq!(
        (map.nearest(0), map.nearest(2)),
        (Some((1, 0.0)), Some((0, far)))
    );
    for topics in [2, 5, 200] {
        let same = TopicMap::new(&weights(&vec![vec![1, 2, 3]; topics]), &ids(topics)).unwrap();
        assert!(same.points.iter().all(|p| *p == [0.0; 2]) && same.explained.is_none());
        // A topic without any weight is even over the words.
        let mut counts = vec![vec![2, 2, 2]; topics];
        counts[0] = vec![0; 3];
        assert!(
            TopicMap::new(&weights(&counts), &ids(topics))
                .unwrap()
                .explained
                .is_none()
        );
    }
    assert_eq!(TopicMap::new(&Phi::of_weights(0, Vec::new()), &[]), None);
    let many = Phi::of_weights(MOST_TOPICS + 1, vec![1.0; MOST_TOPICS + 1]);
    assert_eq!(TopicMap::new(&many, &ids(MOST_TOPICS + 1)), None);
}

/// Two of n axes of topics that are all as far apart hold 2 of n − 1 parts.
#[test]
fn topics_as_far_apart_as_can_be() {
    for topics in [3, 10, 300] {
        let one = |k| (0..topics).map(|v| u32::from(v == k)).collect();
        let counts: Vec<Vec<u32>> = (0..topics).map(one).collect();
        let map = TopicMap::new(&weights(&counts), &ids(topics)).unwrap();
        let [first, both] = map.explained.unwrap();
        let part = 1.0 / (topics as f64 - 1.0);
        assert!((first - part).abs() < 1e-9 && (both - 2.0 * part).abs() < 1e-9);
        assert_eq!(map, TopicMap::new(&weights(&counts), &ids(topics)).unwrap());
    }
}

#[test]
fn a_part_of_the_space_has_the_axes_of_the_whole() {
    let phi = counted(&drawn(230, 150, 1), &[0.05; 150]);
    let b = scaling::centred(&divergences(&phi).values, 230);
    let (part, whole) = (eigen::of_space(&b), eigen::of_all(b));
    for ((got, x), (want, y)) in part.iter().zip(&whole) {
        assert!((got / want - 1.0).abs() < 1e-10, "{got} for {want}");
        let cosine: f64 = x.iter().zip(y).map(|(x, y)| x * y).sum();
        assert!((cosine.abs() - 1.0).abs() < 1e-9, "{cosine}");
    }
}

#[test]
fn a_map_turns_back() {
    let phi = counted(&drawn(9, 40, 2), &[0.1; 40]);
    let map = TopicMap::new(&phi, &ids(9)).unwrap();
    let (s, c) = 2.1_f64.sin_cos();
    for mirror in [1.0, -1.0] {
        let spun = |[x, y]: [f64; 2]| [c * x - s * y, mirror * (s * x + c * y)];
        let mut other = map.clone();
        other.points = map.points.iter().map(|&p| spun(p)).collect();
        near(&other.clone().aligned(&map).points, &map.points);
        // Fewer and other topics: those that both have decide.
        let mut earlier = map.clone();
        earlier.ids[..4].copy_from_slice(&[100, 101, 102, 103]);
        near(&other.clone().aligned(&earlier).points, &map.points);
        earlier.ids = (50..59).collect();
        near(&other.clone().aligned(&earlier).points, &other.points);
    }
}

#[test]
fn the_meetings_of_scipy() {
    let case = fixture().meetings;
    let found = Association::new(4, &case.documents);
    assert_eq!((found.documents, found.with[3]), (90, found.both(3, 3)));
    for (a, b) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))) {
        let (ratio, residual) = (found.log_ratio(a, b), found.residual(a, b).unwrap());
        assert!((ratio - case.log_ratio[a][b]).abs() < 1e-12, "{ratio}");
        assert!((residual - case.residual[a][b]).abs() < 1e-9, "{residual}");
    }
    // None, all, and no document at all.
    let odd = Association::new(3, [vec![0], vec![0, 1], vec![0]]);
    assert_eq!((odd.log_ratio(0, 2), odd.residual(0, 2)), (0.0, None));
    assert_eq!((odd.residual(0, 1), odd.log_ratio(0, 0)), (None, 0.0));
    let none = Association::new(2, Vec::<Vec<usize>>::new());
    assert_eq!((none.log_ratio(0, 1), none.residual(0, 1)), (0.0, None));
}

/// A chain of topics, each alike to the next one, is laid out as the chain.
#[test]
fn neighbours_stand_side_by_side() {
    for n in [3, 8, 170] {
        let place = |i: usize| (i * 7 + 1) % n;
        let similar = |i, j| (-0.5 * (place(i) as f64 - place(j) as f64).powi(2)).exp();
        let all: Vec<f64> = (0..n)
            .flat_map(|i| (0..n).map(move |j| similar(i, j)))
            .collect();
        let order = seriation::order(&all, n);
        let steps = order.windows(2).map(|w| place(w[0]).abs_diff(place(w[1])));
        assert!(steps.eq(std::iter::repeat_n(1, n - 1)), "{order:?}");
    }
    assert_eq!(seriation::order(&[1.0; 25], 5).len(), 5);
    assert_eq!(seriation::order(&[], 0), Vec::<usize>::new());
}

#[test]
fn words_stand_under_their_topics() {
    // Topics 0 and 2 are alike; p(k) = (.25 .25 .5).
    let phi = weights(&[vec![6, 2, 0, 2], vec![0, 0, 9, 1], vec![2, 6, 0, 2]]);
    let map = TopicMap::new(&phi, &ids(3)).unwrap();
    let share = [0.25, 0.25, 0.5];
    let matrix = TermMatrix::new(&phi, &share, &map.distances, 3);
    assert_ne!(matrix.topics[1], 1, "like topics stand side by side");
    let shares = |word: u32| {
        let term = matrix.terms.iter().find(|t| t.word == word).unwrap();
        (term.topic, term.shares.clone())
    };
    // .25 · .6 and .5 · .2; .25 · .2 and .5 · .6.
    for (word, topic, want) in [
        (0, 0, [0.6, 0.0, 0.4]),
        (1, 2, [0.05 / 0.35, 0.0, 0.30 / 0.35]),
        (2, 1, [0.0, 1.0, 0.0]),
    ] {
        let (got_topic, got) = shares(word);
        assert_eq!(got_topic, topic);
        assert!(
            got.iter().zip(want).all(|(g, w)| (g - w).abs() < 1e-12),
            "{got:?}"
        );
    }
    let columns = matrix
        .terms
        .iter()
        .map(|t| matrix.topics.iter().position(|k| *k == t.topic));
    assert!(columns.is_sorted());
    let turned = matrix
        .clone()
        .with_columns(matrix.topics.iter().rev().copied().collect());
    let first = turned.terms[0].topic;
    assert_eq!(Some(&first), matrix.topics.last());
}
