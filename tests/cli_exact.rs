//! `exact` from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{json, run};
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn near(value: &Value, want: f64, within: f64) {
    assert!((number(value) - want).abs() < within, "{value} for {want}");
}

/// The table of the toy corpus, from an independent sum over all assignments.
#[test]
fn the_toy_has_its_exact_answers() {
    for (prior, evidence, same, apart, smallest) in [
        (
            "1",
            -44.898641110168,
            0.889983016626,
            0.110610537546,
            13.728726782,
        ),
        (
            "0.5",
            -42.002491909937,
            0.971272181763,
            0.024448357938,
            14.598661381,
        ),
    ] {
        let found = json(&[
            "exact", "toy", "--alpha", prior, "--eta", prior, "--pair", "0,1", "--pair", "0,15",
            "--json",
        ]);
        near(&found["log_evidence"], evidence, 1e-9);
        near(&found["pairs"][0]["exact"], same, 1e-9);
        near(&found["pairs"][1]["exact"], apart, 1e-9);
        near(&found["smallest_topic"]["exact"], smallest, 1e-6);
        near(&found["first_topic"]["exact"], 0.5, 1e-12);
        let sizes = found["smallest_topic"]["sizes"].as_array().unwrap();
        let sum: f64 = sizes.iter().map(|size| number(&size["exact"])).sum();
        assert_eq!((sizes.len(), found["sweeps"].as_u64()), (16, Some(10_000)));
        assert!((sum - 1.0).abs() < 1e-9);
        for pair in found["pairs"].as_array().unwrap() {
            assert!(number(&pair["drawn"]["errors_apart"]).abs() < 4.0, "{pair}");
        }
        let guess = &found["left_to_right"];
        let away = number(&guess["log"]) - evidence;
        assert!(away.abs() < 4.0 * number(&guess["error"]), "{guess}");
        assert!(number(&found["harmonic_mean"]["log_likelihood"]) < 0.0);
        assert!(number(&found["variational"]["gap"]) > 0.5);
    }
}

/// Smoothed mean-field variational Bayes under priors of a half, as in the reference.
#[test]
fn the_gap_is_the_divergence() {
    let found = json(&["exact", "toy", "--sweeps", "10", "--json"]);
    near(&found["variational"]["bound"], -43.038172462633, 1e-6);
    near(&found["variational"]["gap"], 1.035680552696, 1e-6);
}

#[test]
fn the_table_has_pairs_of_every_kin_in_80_columns() {
    let ran = run(&["exact", "toy", "--engine", "uncollapsed"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for part in [
        "all 2^30 assignments summed",
        "1/K by symmetry",
        "KL(q || p) = 1.0357",
    ] {
        assert!(ran.out.contains(part), "{}", ran.out);
    }
    assert!(ran.out.lines().all(|line| line.chars().count() <= 80));
    let again = run(&["exact", "toy", "--engine", "uncollapsed"]);
    assert_eq!(ran.out, again.out, "the same call gives the same table");
}

#[test]
fn what_cannot_be_done_is_said_with_a_remedy() {
    let ran = run(&["exact", "river-bank"]);
    assert_eq!(ran.code, 1);
    for part in ["the limit is 2^22", "gibbscope toy"] {
        assert!(ran.err.contains(part), "{}", ran.err);
    }
    for (args, part) in [
        (&["--pair", "0,30"][..], "the last token, which is 29"),
        (&["--pair", "7"], "two whole numbers"),
        (&["--engine", "variational"], "collapsed or uncollapsed"),
    ] {
        let ran = run(&[&["exact", "toy"], args].concat());
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(ran.err.contains(part), "{}", ran.err);
    }
}
