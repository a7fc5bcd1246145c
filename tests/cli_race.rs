//! `race` from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{json, run};
use serde_json::Value;

fn lanes(report: &Value) -> &Vec<Value> {
    report["lanes"].as_array().unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

const TOY: [&str; 4] = ["race", "demo:toy", "--sweeps", "1000"];

#[test]
fn the_toy_knows_its_exact_answers_and_both_samplers_come_close_to_them() {
    let engines = ["--engines", "collapsed,uncollapsed", "--seeds", "1,2"];
    let report = json(&[&TOY[..], &engines, &["--json"]].concat());
    // From the exact sum over all 2^30 assignments.
    let exact = number(&report["exact_log_evidence"]);
    assert!((exact + 42.002_491_909_937).abs() < 1e-9);
    assert_eq!(lanes(&report).len(), 4);
    for lane in lanes(&report) {
        let distances = lane["pair_distance"].as_array().unwrap();
        let sweeps: Vec<u64> = distances
            .iter()
            .map(|d| d["sweep"].as_u64().unwrap())
            .collect();
        assert_eq!(sweeps, [10, 100, 1000]);
        let distance = |i: usize| number(&distances[i]["distance"]);
        assert!(distance(2) < distance(0), "{distances:?}");
        assert!(distance(2) < 0.05, "{distances:?}");
        assert_eq!(lane["objective"], "log joint");
        assert_eq!(lane["trace"].as_array().unwrap().len(), 1001);
        assert!(number(&lane["autocorrelation_time"]) > 0.5);
    }
}

#[test]
fn a_lane_is_the_chain_of_fit() {
    let race = json(&[
        "race",
        "demo:river-bank",
        "--engines",
        "collapsed,variational",
        "--seeds",
        "3,4",
        "--sweeps",
        "20",
        "--json",
    ]);
    let names: Vec<(&str, u64)> = lanes(&race)
        .iter()
        .map(|l| (l["engine"].as_str().unwrap(), l["seed"].as_u64().unwrap()))
        .collect();
    let wanted = [
        ("collapsed", 3),
        ("collapsed", 4),
        ("variational", 3),
        ("variational", 4),
    ];
    assert_eq!(names, wanted);
    for (lane, (engine, seed)) in lanes(&race).iter().zip(wanted) {
        let seed = seed.to_string();
        let args = ["fit", "demo:river-bank", "--sweeps", "20", "--json"];
        let fitted = json(&[&args[..], &["--engine", engine, "--seed", &seed]].concat());
        assert_eq!(lane["digest"], fitted["digest"], "{engine} {seed}");
    }
    // Not one of those corpora that can be summed over.
    assert_eq!(race["exact_log_evidence"], Value::Null);
    assert_eq!(lanes(&race)[0]["pair_distance"], serde_json::json!([]));
    assert_eq!(lanes(&race)[2]["autocorrelation_time"], Value::Null);
    assert_eq!(lanes(&race)[2]["trace"][20]["moved"], Value::Null);
}

#[test]
fn samplers_with_one_seed_start_from_the_same_topics() {
    let race = json(&[
        "race",
        "demo:newsroom",
        "--engines",
        "collapsed,uncollapsed",
        "--seeds",
        "5,6",
        "--sweeps",
        "1",
        "--json",
    ]);
    let start = |i: usize| number(&lanes(&race)[i]["start"]);
    assert_eq!(start(0), start(2));
    assert_eq!(start(1), start(3));
    assert_ne!(start(0), start(1));
}

#[test]
fn threads_change_no_result() {
    let of = |threads: &str| {
        let mut report = json(
            &[
                &TOY[..],
                &["--seeds", "1,2", "--json", "--threads", threads],
            ]
            .concat(),
        );
        for lane in report["lanes"].as_array_mut().unwrap() {
            let lane = lane.as_object_mut().unwrap();
            lane.remove("seconds");
            lane.remove("sweeps_per_second");
            for point in lane["trace"].as_array_mut().unwrap() {
                point.as_object_mut().unwrap().remove("seconds");
            }
        }
        report
    };
    let one = of("1");
    assert_eq!(one, of("5"));
    assert_eq!(one, of("100"));
}

#[test]
fn kinds_of_objective_never_share_a_plot() {
    let ran = run(&[
        "race",
        "demo:toy",
        "--engines",
        "plsi,collapsed,variational,mixture,uncollapsed",
        "--sweeps",
        "30",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let titles: Vec<&str> = ran.out.lines().filter(|l| l.contains("against")).collect();
    assert_eq!(
        titles,
        [
            "log likelihood against sweeps",
            "log likelihood against seconds",
            "log joint against sweeps",
            "log joint against seconds",
            "bound against sweeps",
            "bound against seconds",
        ]
    );
    assert!(ran.out.contains("exact log p(w) -42.00249191"));
    // Each lane's letter stands at its end in two plots of its kind; c is the bound.
    let plots: Vec<&str> = ran.out.split("against").collect();
    for (plot, ends) in [(1, "ad"), (3, "be"), (5, "c")] {
        let letters: String = plots[plot]
            .lines()
            .skip(1)
            .take(14)
            .filter_map(|line| line.chars().last())
            .filter(|c| c.is_ascii_lowercase())
            .collect();
        let mut letters: Vec<char> = letters.chars().collect();
        letters.sort_unstable();
        assert_eq!(letters.iter().collect::<String>(), ends, "{}", ran.out);
    }
    let braille = |c: char| ('\u{2801}'..='\u{28ff}').contains(&c);
    assert!(plots[1].contains(braille));
    let widest = plots[1..].iter().flat_map(|p| p.lines().skip(1).take(15));
    assert!(widest.map(|l| l.chars().count()).max().unwrap() <= 76);
}

#[test]
fn what_makes_no_race_is_refused() {
    for (args, words) in [
        (&["--engines", "collapsed,collapsed"][..], "collapsed twice"),
        (&["--seeds", "1,2,1"], "1 twice"),
        (&["--engines", "fast"], "possible values"),
        (&["--seeds", "-1"], "whole number"),
        (&["--sweeps", "0"], "whole number from 1"),
        (&["--alpha", "0"], "alpha 0"),
    ] {
        let ran = run(&[&["race", "demo:toy"][..], args].concat());
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (2, ""),
            "{args:?} {}",
            ran.err
        );
        assert!(ran.err.contains(words), "{args:?} {}", ran.err);
    }
}
