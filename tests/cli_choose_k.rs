//! `choose-k` from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{folder, json, path, run};
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

const NEWSROOM: [&str; 8] = [
    "choose-k", "newsroom", "--sweeps", "30", "--seeds", "2", "--topics", "2..10:4",
];

fn with<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&NEWSROOM[..], args].concat()
}

#[test]
fn every_k_and_seed_is_measured_alike_whatever_the_threads() {
    let report = json(&with(&["--json", "--threads", "1"]));
    assert_eq!(report, json(&with(&["--json", "--threads", "5"])));
    let of = |run: &Value| {
        (
            run["topics"].as_u64().unwrap(),
            run["seed"].as_u64().unwrap(),
        )
    };
    let runs: Vec<(u64, u64)> = list(&report["runs"]).iter().map(of).collect();
    assert_eq!(runs, [(2, 1), (2, 2), (6, 1), (6, 2), (10, 1), (10, 2)]);
    for run in list(&report["runs"]) {
        assert!((-1.0..=1.0).contains(&number(&run["c_npmi"])), "{run}");
        assert!((0.0..=1.0).contains(&number(&run["exclusivity"])), "{run}");
        assert!(number(&run["u_mass"]) < 0.0 && number(&run["harmonic_mean"]) < 0.0);
    }
    for (row, pair) in list(&report["summary"])
        .iter()
        .zip(list(&report["runs"]).chunks(2))
    {
        assert_eq!(
            (&row["topics"], &row["seeds"]),
            (&pair[0]["topics"], &Value::from(2))
        );
        let values = [0, 1].map(|i| number(&pair[i]["perplexity"]));
        let (mean, sd) = (&row["perplexity"]["mean"], &row["perplexity"]["sd"]);
        assert!((number(mean) - (values[0] + values[1]) / 2.0).abs() < 1e-9);
        assert!((number(sd) - (values[0] - values[1]).abs() / 2.0_f64.sqrt()).abs() < 1e-9);
    }
    let means = list(&report["summary"]).iter();
    let best = means.min_by(|a, b| {
        let mean = |row: &Value| number(&row["perplexity"]["mean"]);
        mean(a).total_cmp(&mean(b))
    });
    assert_eq!(
        report["best"]["perplexity"]["topics"],
        best.unwrap()["topics"]
    );
    assert!(
        report["harmonic_mean_warning"]
            .as_str()
            .unwrap()
            .contains("must not")
    );
}

#[test]
fn perplexity_is_that_of_compare() {
    let report = json(&with(&["--json"]));
    let compare = [
        "compare",
        "newsroom",
        "--sweeps",
        "30",
        "--engines",
        "collapsed",
    ];
    let compare = json(
        &[
            &compare[..],
            &["--topics", "2,6,10", "--seed", "2", "--json"],
        ]
        .concat(),
    );
    let second = list(&report["runs"]).iter().skip(1).step_by(2);
    for (run, model) in second.zip(list(&compare["models"])) {
        assert_eq!(run["topics"], model["topics"]);
        assert_eq!(run["perplexity"], model["completion"]["perplexity"]);
    }
}

#[test]
fn a_file_is_gone_on_from_and_says_the_same_as_one_go() {
    let files = folder(&[]);
    let out = path(&files, "k.json");
    let first = [&NEWSROOM[..7], &["2,10", "--out", &out]].concat();
    assert_eq!(run(&first).code, 0);
    let ran = run(&with(&["--out", &out, "--json"]));
    assert!(ran.err.contains("4 runs taken from"), "{}", ran.err);
    assert!(ran.err.contains("2/2: K 6, seed "), "{}", ran.err);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(report, json(&with(&["--json"])));
    let kept = std::fs::read_to_string(&out).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&kept).unwrap(), report);
    // Nothing is left to do.
    let again = run(&with(&["--out", &out, "--json"]));
    assert_eq!((again.code, again.out), (0, ran.out));
    assert!(!again.err.contains("K 6"), "{}", again.err);
}

#[test]
fn a_file_of_something_else_is_refused_and_left_alone() {
    let files = folder(&[("other.json", b"{\"a\": 1}")]);
    let out = path(&files, "k.json");
    let toy = [
        "choose-k", "toy", "--topics", "2", "--seeds", "1", "--out", &out,
    ];
    let toy = |more: &[&str]| run(&[&toy[..], more].concat());
    assert_eq!(toy(&["--sweeps", "5"]).code, 0);
    let before = std::fs::read(&out).unwrap();
    let refused = |ran: common::Ran, why: &str| {
        assert_eq!(ran.code, 1, "{}", ran.out);
        assert!(ran.err.contains(why), "{}", ran.err);
        assert_eq!(std::fs::read(&out).unwrap(), before);
    };
    refused(toy(&["--sweeps", "6"]), "sweeps 5 there and 6 here");
    refused(
        toy(&["--sweeps", "5", "--alpha", "2"]),
        "alpha 0.5 there and 2 here",
    );
    let split = toy(&["--sweeps", "5", "--held-out-seed", "1"]);
    refused(split, "held-out seed 0 there and 1 here");
    refused(run(&with(&["--out", &out])), "of another corpus");
    let other = path(&files, "other.json");
    let ran = run(&with(&["--out", &other]));
    assert!(ran.err.contains("not a file of choose-k"), "{}", ran.err);
    assert_eq!(std::fs::read(&other).unwrap(), b"{\"a\": 1}");
}

#[test]
fn the_table_has_a_line_for_each_k_in_eighty_columns() {
    let ran = run(&with(&[]));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let warned = "must not be used to compare models";
    for line in ran.out.lines().filter(|line| !line.contains(warned)) {
        assert!(line.chars().count() <= 80, "{line}");
    }
    for k in ["   2 ", "   6 ", "  10 "] {
        let line = ran.out.lines().find(|line| line.starts_with(k)).unwrap();
        assert_eq!(line.matches('±').count(), 5, "{line}");
    }
    assert!(ran.out.contains("lowest perplexity: K ") && ran.out.contains(warned));
    assert!(!ran.out.contains("NaN"));
}

#[test]
fn counts_have_no_windows_and_one_seed_no_spread() {
    let args = [
        "choose-k", "bars", "--topics", "2", "--seeds", "1", "--sweeps", "2",
    ];
    let report = json(&[&args[..], &["--json"]].concat());
    assert_eq!(report["summary"][0]["c_npmi"], Value::Null);
    assert_eq!(report["summary"][0]["perplexity"]["sd"], Value::Null);
    assert!(number(&report["summary"][0]["u_mass"]["mean"]) < 0.0);
    let text = run(&args).out;
    let row = text.lines().find(|line| line.starts_with("   2 ")).unwrap();
    assert!(row.contains('–') && !row.contains('±'), "{text}");
}

#[test]
fn other_engines_and_mistakes() {
    for engine in [
        "uncollapsed",
        "variational",
        "variational-em",
        "mixture",
        "plsi",
    ] {
        let args = ["choose-k", "river-bank", "--topics", "2,3", "--seeds", "1"];
        let report = json(&[&args[..], &["--engine", engine, "--sweeps", "5", "--json"]].concat());
        assert_eq!(list(&report["summary"]).len(), 2, "{engine}");
        let harmonic = &report["runs"][0]["harmonic_mean"];
        assert_eq!(harmonic.is_null(), engine != "uncollapsed", "{engine}");
    }
    for bad in ["9..3", "0", "5..10:0", "x", "1..70000"] {
        assert_eq!(run(&["choose-k", "toy", "--topics", bad]).code, 2, "{bad}");
    }
    let unigram = ["choose-k", "toy", "--topics", "2", "--engine", "unigram"];
    assert_eq!(run(&unigram).code, 2);
    let alpha = ["choose-k", "toy", "--topics", "2", "--alpha", "1,2"];
    assert_eq!(run(&alpha).code, 2);
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_finished() {
    let files = folder(&[]);
    let out = path(&files, "k.json");
    let args = [
        "choose-k", "toy", "--topics", "2,3", "--seeds", "500", "--json",
    ];
    let more = ["--sweeps", "20000", "--threads", "1", "--out", &out];
    let (code, printed, said) = common::interrupted(&[&args[..], &more].concat(), "1/1000");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("interrupted after"), "{said}");
    let report: Value = serde_json::from_str(&printed).unwrap();
    let runs = list(&report["runs"]).len();
    assert!((1..1000).contains(&runs), "{runs}");
    let kept = std::fs::read_to_string(&out).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&kept).unwrap(), report);
}
