//! `documents` from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{json, path, run};
use serde_json::Value;
use tempfile::TempDir;
use unicode_width::UnicodeWidthStr;

/// A folder with a model `m` of the newsroom after a few sweeps.
fn newsroom() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let out = path(&folder, "m");
    json(&[
        "fit", "newsroom", "--sweeps", "60", "--seed", "1", "--json", "--out", &out,
    ]);
    folder
}

fn documents(folder: &TempDir, args: &[&str]) -> Vec<Value> {
    let ran = run(&[&["documents", &path(folder, "m"), "--json"], args].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let lines = ran.out.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn numbers(documents: &[Value], key: &str) -> Vec<f64> {
    documents.iter().map(|d| d[key].as_f64().unwrap()).collect()
}

/// theta, its entropy and its distances by hand from the counts that are printed: alpha is
/// 0.5 for each of 8 topics.
#[test]
fn what_is_printed_follows_from_the_counts() {
    let folder = newsroom();
    let all = documents(&folder, &["--limit", "1000"]);
    assert_eq!(all.len(), 171);
    assert!(
        numbers(&all, "number")
            .into_iter()
            .eq((1..=171).map(f64::from))
    );
    let theta = |document: &Value| {
        let tokens = document["tokens"].as_f64().unwrap();
        let mut theta = vec![0.0; 8];
        for part in document["topics"].as_array().unwrap() {
            let share = (part["tokens"].as_f64().unwrap() + 0.5) / (tokens + 4.0);
            assert!((part["share"].as_f64().unwrap() - share).abs() < 1e-12);
            theta[part["topic"].as_u64().unwrap() as usize] = share;
        }
        theta
    };
    for document in &all {
        let entropy: f64 = theta(document).iter().map(|p| -p * p.ln()).sum();
        assert!((document["entropy"].as_f64().unwrap() - entropy).abs() < 1e-12);
    }
    let own = theta(&all[143]);
    let near = documents(&folder, &["--nearest", "n144", "--limit", "9"]);
    assert_eq!(
        (&near[0]["id"], &near[0]["distance"]),
        (&"n144".into(), &0.0.into())
    );
    for document in &near {
        let other = theta(document);
        let squares = own
            .iter()
            .zip(&other)
            .map(|(a, b)| (a.sqrt() - b.sqrt()).powi(2));
        let distance = (squares.sum::<f64>() / 2.0).sqrt();
        assert!((document["distance"].as_f64().unwrap() - distance).abs() < 1e-12);
    }
    assert!(numbers(&near, "distance").is_sorted());
}

#[test]
fn every_order_is_kept_and_turned_round() {
    let folder = newsroom();
    for (order, key) in [("length", "tokens"), ("entropy", "entropy"), ("fit", "fit")] {
        let mut values = numbers(&documents(&folder, &["--sort", order]), key);
        let mut turned = numbers(&documents(&folder, &["--sort", order, "--reverse"]), key);
        if order == "fit" {
            std::mem::swap(&mut values, &mut turned);
        }
        assert!(values.is_sorted_by(|a, b| a >= b), "{order}: {values:?}");
        assert!(turned.is_sorted(), "{order}: {turned:?}");
        assert!(values[0] > turned[0]);
    }
    let by_topic = documents(&folder, &["--sort", "topic:3", "--limit", "5"]);
    let share = |document: &Value| {
        let parts = document["topics"].as_array().unwrap();
        let own = parts.iter().find(|part| part["topic"] == 3).unwrap();
        own["share"].as_f64().unwrap()
    };
    assert!(by_topic.iter().map(share).is_sorted_by(|a, b| a >= b));
}

#[test]
fn passages_are_sentences_where_there_is_a_text_and_words_elsewhere() {
    let folder = newsroom();
    let args = ["--representative", "3", "--limit", "4"];
    let words = documents(&folder, &args);
    let texts = documents(&folder, &[&args[..], &["--corpus", "newsroom"]].concat());
    for (words, text) in words.iter().zip(&texts) {
        assert_eq!(words["id"], text["id"]);
        let (passage, text) = (&words["passage"], text["passage"]["text"].as_str().unwrap());
        let first = passage["first"].as_u64().unwrap();
        let long = passage["last"].as_u64().unwrap() + 1 - first;
        let own = passage["of_topic"].as_u64().unwrap();
        assert!((1..=40).contains(&long) && (1..=long).contains(&own));
        let listed = passage["text"].as_str().unwrap();
        assert_eq!(listed.split(' ').count() as u64, long);
        assert!(text.ends_with(['.', '"', '?', '!']), "{text}");
        let lower = text.to_lowercase();
        assert!(
            listed.split(' ').all(|word| lower.contains(word)),
            "{listed}\n{text}"
        );
    }
    let own = words
        .iter()
        .map(|d| d["passage"]["of_topic"].as_u64().unwrap());
    assert!(own.is_sorted_by(|a, b| a >= b));
}

#[test]
fn a_search_looks_into_texts_titles_ids_and_metadata() {
    let folder = newsroom();
    let found = documents(&folder, &["--search", "N144"]);
    assert_eq!(found.len(), 1);
    assert!(documents(&folder, &["--search", "nowhere to be found"]).is_empty());
    let corpus = ["--corpus", "newsroom", "--limit", "1000"];
    let phrase = ["--search", "vote on which shares"];
    let found = documents(&folder, &[&corpus[..], &phrase].concat());
    assert_eq!((found.len(), &found[0]["id"]), (1, &"n152".into()));
    let themed = documents(&folder, &["--search", "themes:finance", "--limit", "1000"]);
    assert!((5..100).contains(&themed.len()), "{}", themed.len());
    let both = documents(
        &folder,
        &["--search", "themes:finance n1", "--limit", "1000"],
    );
    assert!(!both.is_empty() && both.len() < themed.len());
}

#[test]
fn tables_fit_80_columns_and_mistakes_are_named() {
    let folder = newsroom();
    let model = path(&folder, "m");
    for args in [
        &["--sort", "fit"][..],
        &["--nearest", "n001"],
        &["--representative", "2"],
    ] {
        let ran = run(&[&["documents", &model], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(
            ran.out.lines().all(|line| line.width() <= 80),
            "{}",
            ran.out
        );
        assert!(!ran.out.contains("NaN"));
    }
    for (args, code, part) in [
        (
            &["--sort", "topic:99"][..],
            2,
            "--sort topic:99: the model has no such topic",
        ),
        (
            &["--sort", "size"],
            2,
            "file, topic:ID, length, entropy or fit",
        ),
        (&["--nearest", "none"], 2, "the first is n001"),
        (&["--representative", "99"], 2, "its topics are 0, 1"),
        (&["--limit", "0"], 2, "from 1"),
        (&["--corpus", "toy"], 1, "was not fitted to this corpus"),
    ] {
        let ran = run(&[&["documents", &model], args].concat());
        assert_eq!(ran.code, code, "{}", ran.err);
        assert!(ran.err.contains(part), "{}", ran.err);
    }
}
