//! `terms` from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{folder, json, path, run};
use serde_json::Value;

/// What scikit-learn and numpy say about the toy, whose words are apple, pear,
/// plum, screw and wrench in the order of their columns.
fn toy() -> Value {
    let text = include_str!("fixtures/sklearn_tfidf.json");
    let cases: Value = serde_json::from_str(text).unwrap();
    cases[0].clone()
}

const WORDS: [&str; 5] = ["apple", "pear", "plum", "screw", "wrench"];

#[test]
fn tfidf_lists_the_words_of_each_document() {
    let terms = json(&["terms", "demo:toy", "--by", "tfidf", "--json"]);
    assert_eq!(terms["by"], "tfidf");
    let documents = terms["documents"].as_array().unwrap();
    assert_eq!(documents.len(), 6);
    for (document, wanted) in documents.iter().zip(toy()["tfidf"].as_array().unwrap()) {
        let terms = document["terms"].as_array().unwrap();
        let weights: Vec<f64> = terms
            .iter()
            .map(|t| t["weight"].as_f64().unwrap())
            .collect();
        assert!(weights.is_sorted_by(|a, b| a >= b));
        for term in terms {
            let column = WORDS.iter().position(|w| term["word"] == *w).unwrap();
            let want = wanted[column].as_f64().unwrap();
            assert!((term["weight"].as_f64().unwrap() - want).abs() < 1e-12);
        }
    }
    let args = ["terms", "demo:toy", "--by", "tfidf", "--documents", "2"];
    let ran = run(&[&args[..], &["--words", "1"]].concat());
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
}

#[test]
fn lsi_gives_singular_values_and_both_ends() {
    for (matrix, values) in [("tfidf", "svd_tfidf"), ("counts", "svd_counts")] {
        let args = ["terms", "demo:toy", "--by", "lsi", "--json"];
        let terms = json(&[&args[..], &["--components", "3", "--matrix", matrix]].concat());
        let components = terms["components"].as_array().unwrap();
        assert_eq!(components.len(), 3);
        for (component, want) in components.iter().zip(toy()[values].as_array().unwrap()) {
            let got = component["singular_value"].as_f64().unwrap();
            assert!((got - want.as_f64().unwrap()).abs() < 1e-12);
            for (end, sign) in [("positive", 1.0), ("negative", -1.0)] {
                for term in component[end].as_array().unwrap() {
                    assert!(sign * term["weight"].as_f64().unwrap() > 0.0);
                }
            }
        }
    }
    let ran = run(&["terms", "demo:toy", "--by", "lsi", "--components", "1"]);
    assert!(
        ran.out
            .starts_with("component 1, singular value 1.6684\n  + wrench 0."),
        "{}",
        ran.out
    );
}

#[test]
fn a_document_without_words_has_no_terms() {
    let files = folder(&[("a.txt", b"apple pear\n\npear plum\n")]);
    let args = ["terms", &path(&files, "a.txt"), "--by", "tfidf", "--json"];
    let terms = json(&args);
    assert_eq!(terms["documents"][1]["terms"], serde_json::json!([]));
}

#[test]
fn the_view_must_be_named() {
    for args in [
        &["terms", "demo:toy"][..],
        &["terms", "demo:toy", "--by", "lda"],
    ] {
        let ran = run(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
    }
}
