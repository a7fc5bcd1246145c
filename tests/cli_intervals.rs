//! What a chain says of itself: `trend` and `--intervals` of `fit`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{fitted, folder, json, json_lines, path, run};
use serde_json::Value;

fn sweeps(of: &Value) -> Vec<u64> {
    let list = of["sweeps"].as_array().unwrap();
    list.iter().map(|s| s.as_u64().unwrap()).collect()
}

fn number(of: &Value, key: &str) -> f64 {
    of[key].as_f64().unwrap()
}

/// The values without a twentieth of them at each end.
fn ends(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    let out = values.len() / 20;
    (values[out], values[values.len() - 1 - out])
}

/// phi of a word in a topic, and theta of a document, in a fitted model.
fn phi(model: &str, topic: usize, word: &str) -> f64 {
    let topics = json_lines(&["topics", model, "--json", "--words", "5"]);
    let words = topics[topic]["words"].as_array().unwrap();
    let own = words.iter().find(|w| w["word"] == word).unwrap();
    number(own, "probability")
}

fn theta(model: &str, document: &str, topic: usize) -> f64 {
    let documents = json_lines(&["documents", model, "--json"]);
    let own = documents.iter().find(|d| d["id"] == document).unwrap();
    let topics = own["topics"].as_array().unwrap();
    let own = topics.iter().find(|t| t["topic"] == topic).unwrap();
    number(own, "share")
}

#[test]
fn intervals_are_those_of_runs_that_end_at_the_sweeps_named() {
    let model = ["toy", "--topics", "2", "--alpha", "0.5", "--eta", "0.5"];
    let ask = ["--seed", "1", "--sweeps", "200", "--intervals"];
    let rest = ["--document", "2", "--json"];
    let told = json(&[&["fit"], &model[..], &ask, &rest].concat());
    let intervals = &told["intervals"];
    assert_eq!(intervals["level"], 0.9);
    let kept = sweeps(intervals);
    assert!(kept.len() >= 20 && kept[0] >= 80 && kept.is_sorted());
    assert_eq!(sweeps(&intervals["document"]), kept);
    assert_eq!(intervals["document"]["id"], "2");

    let (mut phis, mut thetas) = (Vec::new(), Vec::new());
    for sweep in kept {
        let at = sweep.to_string();
        let folder = fitted(&[&model[..], &["--sweeps", &at]].concat());
        let model = path(&folder, "m");
        phis.push(phi(&model, 1, "pear"));
        thetas.push(theta(&model, "2", 1));
    }
    let words = intervals["topics"][1]["words"].as_array().unwrap();
    let pear = words.iter().find(|w| w["word"] == "pear").unwrap();
    let (low, high) = ends(phis);
    // Samples keep phi in single precision.
    assert!((number(pear, "low") - low).abs() < 1e-7, "{pear} {low}");
    assert!((number(pear, "high") - high).abs() < 1e-7, "{pear} {high}");
    let share = &intervals["document"]["topics"][1];
    let (low, high) = ends(thetas);
    assert!((number(share, "low") - low).abs() < 1e-12, "{share} {low}");
    assert!((number(share, "high") - high).abs() < 1e-12);
}

/// The documents of the next test, by word.
const TINY: [&[usize]; 3] = [&[0, 0, 1], &[1, 2, 2, 0], &[2, 1]];
const ALPHA: [f64; 2] = [0.5, 1.5];
const ETA: f64 = 0.5;

/// ln Γ(x + n) − ln Γ(x).
fn rising(x: f64, n: usize) -> f64 {
    (0..n).map(|i| (x + i as f64).ln()).sum()
}

/// All 2^9 assignments: p(z | w), phi of the words in topic 1, theta of topic 0 in document 1.
fn exact() -> Vec<(f64, [f64; 3], f64)> {
    let tokens: Vec<(usize, usize)> = (0..TINY.len())
        .flat_map(|d| TINY[d].iter().map(move |&w| (d, w)))
        .collect();
    let state = |z: usize| {
        let (mut in_document, mut in_topic) = ([[0; 2]; 3], [[0; 3]; 2]);
        for (i, &(d, w)) in tokens.iter().enumerate() {
            in_document[d][z >> i & 1] += 1;
            in_topic[z >> i & 1][w] += 1;
        }
        let mut joint = 0.0;
        for counts in in_document {
            joint += rising(ALPHA[0], counts[0]) + rising(ALPHA[1], counts[1]);
        }
        for counts in in_topic {
            joint += counts.iter().map(|&n| rising(ETA, n)).sum::<f64>();
            joint -= rising(3.0 * ETA, counts.iter().sum());
        }
        let all: usize = in_topic[1].iter().sum();
        let phi = in_topic[1].map(|n| (n as f64 + ETA) / (all as f64 + 3.0 * ETA));
        let theta = (in_document[1][0] as f64 + ALPHA[0]) / (4.0 + 2.0);
        (joint.exp(), phi, theta)
    };
    let states: Vec<(f64, [f64; 3], f64)> = (0..1 << tokens.len()).map(state).collect();
    let all: f64 = states.iter().map(|s| s.0).sum();
    states
        .into_iter()
        .map(|(p, phi, theta)| (p / all, phi, theta))
        .collect()
}

/// Of a hundred draws and more, the ends are near the exact 5th and 95th percentiles: the
/// share of draws below an end of n draws is a beta variable with a mean of about 0.05 and
/// a deviation of about √(0.05 / n), which is 0.02. Gives what is outside of the ends.
fn holds(exact: &[(f64, f64)], found: (f64, f64)) -> f64 {
    let share = |of: &dyn Fn(f64) -> bool| -> f64 {
        exact
            .iter()
            .filter(|(_, value)| of(*value))
            .map(|(p, _)| p)
            .sum()
    };
    let slack = 1e-6;
    let below = share(&|x| x < found.0 - slack);
    let to = share(&|x| x < found.0 + slack);
    assert!(below < 0.13 && to > 0.003, "{found:?}: {below} {to}");
    let above = share(&|x| x > found.1 + slack);
    let from = share(&|x| x > found.1 - slack);
    assert!(above < 0.13 && from > 0.003, "{found:?}: {above} {from}");
    below + above
}

#[test]
fn intervals_are_those_of_the_exact_posterior() {
    let folder = folder(&[("tiny.txt", b"aaa aaa bbb\nbbb ccc ccc aaa\nccc bbb\n")]);
    let corpus = path(&folder, "tiny.txt");
    for engine in ["collapsed", "uncollapsed"] {
        let told = json(&[
            "fit",
            &corpus,
            "--format",
            "lines",
            "--stop-words",
            "none",
            "--topics",
            "2",
            "--alpha",
            "0.5,1.5",
            "--eta",
            "0.5",
            "--engine",
            engine,
            "--seed",
            "2",
            "--sweeps",
            "3000",
            "--intervals",
            "--document",
            "1",
            "--json",
        ]);
        let intervals = &told["intervals"];
        assert!(sweeps(intervals).len() > 60);
        let exact = exact();
        let words = intervals["topics"][1]["words"].as_array().unwrap();
        let (word, name) = (&words[0], words[0]["word"].as_str().unwrap());
        let id = ["aaa", "bbb", "ccc"]
            .iter()
            .position(|w| *w == name)
            .unwrap();
        let phis: Vec<(f64, f64)> = exact.iter().map(|s| (s.0, s.1[id])).collect();
        let outside = holds(&phis, (number(word, "low"), number(word, "high")));
        assert!(outside > 0.0, "phi has values beyond the ends");
        let share = &intervals["document"]["topics"][0];
        let thetas: Vec<(f64, f64)> = exact.iter().map(|s| (s.0, s.2)).collect();
        holds(&thetas, (number(share, "low"), number(share, "high")));
    }
}

#[test]
fn without_intervals_it_is_said_why_and_what_helps() {
    let fit = |more: &[&str]| {
        let ran = run(&[&["fit", "toy", "--seed", "1", "--intervals"], more].concat());
        (ran.code, ran.err)
    };
    for (more, why) in [
        (
            &["--sweeps", "20"][..],
            "too few sweeps; more --sweeps help",
        ),
        (&["--sweeps", "100"], "of the 20 that it takes"),
        (
            &["--sweeps", "400", "--optimize-alpha"],
            "too few sweeps; more --sweeps help, and priors that are not fitted",
        ),
    ] {
        let (code, said) = fit(more);
        assert!(code == 0 && said.contains(why), "{more:?}: {said}");
    }
    let (code, said) = fit(&["--engine", "variational"]);
    assert!(
        code == 2 && said.contains("collapsed or uncollapsed"),
        "{said}"
    );
    let (code, said) = fit(&["--document", "nine"]);
    assert!(code == 2 && said.contains("the first is 0"), "{said}");
    assert_eq!(run(&["fit", "toy", "--document", "1"]).code, 2);
}

#[test]
fn chains_and_replays_have_them_too() {
    let fit = [
        "fit",
        "toy",
        "--seed",
        "1",
        "--sweeps",
        "200",
        "--intervals",
        "--json",
    ];
    let folder = tempfile::tempdir().unwrap();
    let out = path(&folder, "m");
    let one = json(&[&fit[..], &["--out", &out]].concat());
    assert!(!one["intervals"]["topics"].as_array().unwrap().is_empty());
    let summary = std::fs::read_to_string(folder.path().join("m/summary.json")).unwrap();
    let summary: Value = serde_json::from_str(&summary).unwrap();
    assert_eq!(summary["intervals"], one["intervals"]);
    let again = json(&["replay", &out, "--intervals", "--json"]);
    assert_eq!(again["intervals"], one["intervals"]);

    let chains = json(&[&fit[..], &["--chains", "2"]].concat());
    let best = chains["seed"].as_u64().unwrap().to_string();
    let own = json(&[
        "fit",
        "toy",
        "--seed",
        &best,
        "--sweeps",
        "200",
        "--intervals",
        "--json",
    ]);
    assert_eq!(chains["intervals"], own["intervals"]);
}

#[test]
fn the_trend_is_that_of_the_trace_and_of_the_words_ten_sweeps_before() {
    let fit = |sweeps: &str| fitted(&["newsroom", "--sweeps", sweeps, "--intervals"]);
    let (then, now) = (fit("190"), fit("200"));
    let summary = std::fs::read_to_string(now.path().join("m/summary.json")).unwrap();
    let summary: Value = serde_json::from_str(&summary).unwrap();
    let trend = &summary["intervals"]["trend"];

    let tops = |of: &tempfile::TempDir| {
        let topics = json_lines(&["topics", &path(of, "m"), "--json"]);
        let names = |t: &Value| -> Vec<String> {
            let words = t["words"].as_array().unwrap().iter();
            words.map(|w| w["word"].to_string()).collect()
        };
        topics.iter().map(names).collect::<Vec<_>>()
    };
    let (then, tops) = (tops(&then), tops(&now));
    let pairs = tops.iter().zip(&then);
    let kept = pairs.map(|(now, then)| now.iter().filter(|w| then.contains(w)).count());
    let share = kept.sum::<usize>() as f64 / 10.0 / tops.len() as f64;
    assert!((number(trend, "top_words_kept") - share).abs() < 1e-12);
    assert_eq!(trend["since_sweep"], 190);

    let trace = std::fs::read_to_string(now.path().join("m/trace.csv")).unwrap();
    let last: Vec<&str> = trace.lines().last().unwrap().split(',').collect();
    assert_eq!(last[6].parse(), Ok(number(trend, "moved")));
    // The log joint of sweeps 101 to 200: the mean of the first tenth of them less that of
    // the second half has the sign of z.
    let half: Vec<f64> = trace
        .lines()
        .skip(101)
        .map(|l| l.split(',').nth(3).unwrap().parse().unwrap())
        .collect();
    assert_eq!(trend["draws"], half.len());
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    let apart = mean(&half[..10]) - mean(&half[50..]);
    assert_eq!(apart > 0.0, number(trend, "geweke_z") > 0.0);
    let size = half.len() as f64 / number(trend, "autocorrelation_time");
    assert!((number(trend, "effective_size") - size).abs() < 1e-9);
    assert_eq!(trend["verdict"], "flat");
    let early = [
        "fit",
        "toy",
        "--seed",
        "1",
        "--sweeps",
        "9",
        "--intervals",
        "--json",
    ];
    assert_eq!(json(&early)["intervals"]["trend"]["verdict"], "too early");
    let said = run(&["fit", "newsroom", "--seed", "1", "--sweeps", "200"]).out;
    assert!(said.contains("\nflat so far; Geweke z"), "{said}");
    let bound = run(&["fit", "toy", "--seed", "1", "--engine", "variational"]).out;
    assert!(!bound.contains("flat"), "{bound}");
}
