//! `topics` from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{fitted, gibbscope, json_lines, path, run, run_with, toy};
use serde_json::Value;
use tempfile::TempDir;

/// The objects of `topics --json`, by place.
fn topics(folder: &TempDir, args: &[&str]) -> Vec<Value> {
    json_lines(&[&["topics", &path(folder, "m"), "--json"], args].concat())
}

fn text(folder: &TempDir, columns: &str, args: &[&str]) -> String {
    let mut call = gibbscope();
    call.args([&["topics", &path(folder, "m")], args].concat());
    let ran = run_with(call.env("COLUMNS", columns));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        !ran.out.contains("NaN") && !ran.out.contains("inf "),
        "{}",
        ran.out
    );
    ran.out
}

const DIAGNOSTICS: [&str; 10] = [
    "document_entropy",
    "eff_num_words",
    "uniform_dist",
    "corpus_dist",
    "rank_1_docs",
    "token_doc_diff",
    "allocation_ratio",
    "allocation_count",
    "exclusivity",
    "coherence",
];

#[track_caller]
fn near(got: &Value, want: f64) {
    let got = got.as_f64().unwrap();
    assert!((got - want).abs() < 1e-12, "{got} for {want}");
}

#[test]
fn the_toy_has_the_diagnostics_worked_out_by_hand() {
    let fit = toy();
    let all = topics(&fit, &[]);
    let tools = all
        .iter()
        .find(|t| t["words"][0]["word"] == "wrench")
        .unwrap();
    // Documents 4 4 4 4 4, 3 3 4 4 4 and 3 4 4 4 4: twelve wrenches, three screws.
    let ln = f64::ln;
    let kl = |p: [f64; 2], q: [f64; 2]| p[0] * ln(p[0] / q[0]) + p[1] * ln(p[1] / q[1]);
    let (tokens, documents, middle) = ([0.8, 0.2], [0.6, 0.4], [0.7, 0.3]);
    for (name, want) in [
        ("tokens", 15.0),
        ("share", 0.5),
        ("alpha", 0.5),
        ("document_entropy", ln(3.0)),
        ("eff_num_words", 225.0 / 153.0),
        ("uniform_dist", 0.8 * ln(4.0)),
        ("corpus_dist", ln(2.0)),
        ("rank_1_docs", 1.0),
        (
            "token_doc_diff",
            0.5 * (kl(tokens, middle) + kl(documents, middle)),
        ),
        ("allocation_ratio", 1.0),
        ("allocation_count", 1.0),
        ("exclusivity", 0.5 * (12.5 / 13.0 + 3.5 / 4.0)),
        ("coherence", ln(2.5 / 3.5)),
    ] {
        near(&tools[name], want);
    }
    near(&tools["words"][0]["probability"], 12.5 / 17.5);
    let id = tools["id"].to_string();
    for (order, want) in [
        ("probability", 12.5 / 17.5),
        ("lift", 25.0 / 13.0),
        ("relevance", 0.6 * ln(12.5 / 17.5) + 0.4 * ln(25.0 / 13.0)),
        ("frex", 1.0),
    ] {
        let [topic] = &topics(&fit, &["--by", order, "--topic", &id])[..] else {
            panic!("--topic gives one");
        };
        assert_eq!(topic["words"].as_array().unwrap().len(), 2);
        near(&topic["words"][0]["value"], want);
    }
    // lambda 0 is the logarithm of lift.
    let args = ["--by", "relevance", "--lambda", "0", "--topic", &id];
    near(
        &topics(&fit, &args)[0]["words"][0]["value"],
        ln(25.0 / 13.0),
    );
}

#[test]
fn the_newsroom_in_every_order() {
    let fit = fitted(&["newsroom", "--sweeps", "30"]);
    for order in ["probability", "relevance", "lift", "saliency", "frex"] {
        let all = topics(&fit, &["--by", order, "--words", "7"]);
        let sum = |name: &str| all.iter().map(|t| t[name].as_f64().unwrap()).sum::<f64>();
        assert!((sum("share") - 1.0).abs() < 1e-12 && sum("tokens") > 6000.0);
        let mut seen = Vec::new();
        for (place, topic) in all.iter().enumerate() {
            assert_eq!(topic["place"], place);
            assert!(
                DIAGNOSTICS.iter().all(|name| topic[name].is_f64()),
                "{topic}"
            );
            let words = topic["words"].as_array().unwrap();
            let values = words.iter().map(|w| w["value"].as_f64().unwrap());
            assert!(values.is_sorted_by(|a, b| a >= b) && words.len() <= 7);
            seen.extend(words.iter().map(|w| w["word"].to_string()));
        }
        if order == "saliency" {
            let all = seen.len();
            seen.sort();
            seen.dedup();
            assert_eq!(seen.len(), all, "a word stands under one topic");
        }
    }
}

#[test]
fn what_is_undefined_is_null_and_explained() {
    let fit = fitted(&["demo:toy", "--topics", "40", "--sweeps", "20"]);
    let all = topics(&fit, &[]);
    let empty = all.iter().find(|t| t["tokens"] == 0.0).unwrap();
    assert!(
        DIAGNOSTICS.iter().all(|name| empty[name].is_null()),
        "{empty}"
    );
    assert_eq!(empty["words"], serde_json::json!([]));
    assert!(text(&fit, "80", &[]).contains("too few tokens"));

    for engine in [
        "variational",
        "variational-em",
        "unigram",
        "mixture",
        "plsi",
    ] {
        let fit = fitted(&["river-bank", "--engine", engine, "--sweeps", "10"]);
        let lda = engine.starts_with("variational");
        for order in ["probability", "relevance", "saliency", "frex"] {
            for topic in topics(&fit, &["--by", order]) {
                assert_eq!(topic["alpha"].is_null(), !lda);
                for name in DIAGNOSTICS {
                    let drawn = [
                        "rank_1_docs",
                        "token_doc_diff",
                        "allocation_count",
                        "coherence",
                    ];
                    assert_eq!(
                        topic[name].is_null(),
                        drawn.contains(&name),
                        "{engine} {name}"
                    );
                }
            }
        }
        assert!(text(&fit, "80", &[]).contains("does not draw"), "{engine}");
    }
}

#[test]
fn the_table_keeps_to_the_columns() {
    let fit = fitted(&["newsroom", "--sweeps", "10"]);
    for (columns, lines) in [("80", 18), ("140", 9)] {
        let table = text(&fit, columns, &[]);
        assert_eq!(table.lines().count(), lines, "{table}");
        let most = columns.parse().unwrap();
        assert!(table.lines().all(|l| l.chars().count() <= most), "{table}");
    }
    let one = text(
        &fit,
        "80",
        &["--topic", "3", "--by", "relevance", "--words", "4"],
    );
    assert!(one.starts_with("topic 3, one of 8: ") && one.contains("relevance, lambda 0.6"));
    assert!(one.lines().all(|l| l.chars().count() <= 80), "{one}");
    assert_eq!(one.lines().count(), 1 + 10 + 2 + 4, "{one}");
}

#[test]
fn mistakes_are_refused_by_name() {
    let fit = toy();
    let model = path(&fit, "m");
    for (args, code, part) in [
        (&["--topic", "7"][..], 2, "its topics are 0, 1"),
        (&["--lambda", "0.3"], 2, "--by relevance"),
        (&["--by", "relevance", "--lambda", "1.5"], 2, "from 0 to 1"),
        (&["--by", "relevance", "--lambda", "NaN"], 2, "from 0 to 1"),
        (&["--words", "0"], 2, "from 1 to 200"),
        (&["--by", "size"], 2, "saliency"),
    ] {
        let ran = run(&[&["topics", &model], args].concat());
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{args:?}");
        assert!(ran.err.contains(part), "{args:?}: {}", ran.err);
    }
    assert_eq!(run(&["topics", "nosuch"]).code, 1);
}
