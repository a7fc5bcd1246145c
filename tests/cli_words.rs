//! `words` from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{fitted, gibbscope, json, path, run, run_with, toy};
use serde_json::Value;
use std::collections::BTreeMap;
use tempfile::TempDir;

/// The objects of `words --json`.
fn rows(folder: &TempDir, args: &[&str]) -> Vec<Value> {
    let ran = run(&[&["words", &path(folder, "m"), "--json"], args].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let lines = ran.out.lines().map(|l| serde_json::from_str(l).unwrap());
    lines.collect()
}

/// The text for a person in 80 columns.
fn text(folder: &TempDir, args: &[&str]) -> String {
    let mut call = gibbscope();
    call.args([&["words", &path(folder, "m")], args].concat());
    let ran = run_with(call.env("COLUMNS", "80"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let wide = ran.out.lines().find(|line| line.chars().count() > 80);
    assert_eq!(wide, None);
    assert!(!ran.out.contains("NaN"), "{}", ran.out);
    ran.out
}

/// What is said where it fails.
fn refused(folder: &TempDir, args: &[&str], code: i32) -> String {
    let ran = run(&[&["words", &path(folder, "m")], args].concat());
    assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{args:?}");
    ran.err
}

#[track_caller]
fn near(got: &Value, want: f64) {
    let got = got.as_f64().unwrap();
    assert!((got - want).abs() < 1e-12, "{got} for {want}");
}

#[test]
fn the_toy_has_the_numbers_worked_out_by_hand() {
    let fit = toy();
    // Wrench: twelve tokens in three of six documents, all in one of two even topics.
    let page = &rows(&fit, &["wrench", "--corpus", "demo:toy", "--lines", "9"]);
    let [page] = &page[..] else {
        panic!("a page is one object");
    };
    for (name, want) in [
        ("tokens", 12.0),
        ("token_share", 0.4),
        ("documents", 3.0),
        ("document_share", 0.5),
        ("topics", 1.0),
        ("effective_topics", 1.0),
        ("entropy", 0.0),
        ("specificity", 1.0),
        ("distinctiveness", 2_f64.ln()),
        ("evenness", 0.5),
        ("stop_score", 0.25),
        ("information_share", 0.4),
        ("main_share", 1.0),
    ] {
        near(&page[name], want);
    }
    let profile = page["profile"].as_array().unwrap();
    let shares: Vec<_> = profile.iter().map(|t| t["probability"].as_f64()).collect();
    assert_eq!(shares, [Some(1.0), Some(0.0)]);
    assert_eq!(
        (&profile[0]["id"], &profile[0]["tokens"]),
        (&page["main_topic"], &12.0.into())
    );
    // (12 + 0.5) / (15 + 5 · 0.5)
    near(&profile[0]["phi"], 12.5 / 17.5);
    near(&profile[1]["phi"], 0.5 / 17.5);
    let examples = page["examples"].as_array().unwrap();
    let counts: Vec<_> = examples.iter().map(|e| e["count"].as_u64()).collect();
    assert_eq!(counts, [Some(5), Some(4), Some(3)]);
    let second = &examples[1];
    assert_eq!(
        (&second["document"], &second["tokens"]),
        (&5.into(), &5.into())
    );
    assert_eq!(second["others"][0]["word"], "screw");
    let lines = second["lines"].as_array().unwrap();
    assert_eq!(lines[1]["before"], "screw wrench ");
    assert_eq!(lines[1]["word"], "wrench");
    assert_eq!(lines[1]["after"], " wrench wrench");
    assert_eq!(lines[1]["topic"], page["main_topic"]);
}

/// By how a table must be sorted, and what makes it so.
#[test]
fn the_newsroom_in_every_order() {
    let fit = fitted(&["newsroom", "--sweeps", "30"]);
    let all = |sort: &str, more: &[&str]| {
        rows(&fit, &[&["--sort", sort, "--limit", "5000"], more].concat())
    };
    let tokens = |row: &Value| row["tokens"].as_u64().unwrap();
    for (sort, name) in [
        ("tokens", "tokens"),
        ("documents", "documents"),
        ("specificity", "specificity"),
        ("topics", "topics"),
    ] {
        let number = |row: &Value| row[name].as_f64().unwrap();
        let order = |a: &Value, b: &Value, (more, less): (f64, f64)| {
            more > less || more == less && tokens(a) >= tokens(b)
        };
        let down = all(sort, &[]);
        assert_eq!(down.len(), 1490);
        assert!(
            down.is_sorted_by(|a, b| order(a, b, (number(a), number(b)))),
            "{sort}"
        );
        let up = all(sort, &["--reverse"]);
        assert!(
            up.is_sorted_by(|a, b| order(a, b, (number(b), number(a)))),
            "{sort}"
        );
        assert_eq!(
            &down[..7],
            &rows(&fit, &["--sort", sort, "--limit", "7"])[..]
        );
    }
    let words = all("word", &[]);
    let word = |row: &Value| row["word"].as_str().unwrap().to_owned();
    assert!(words.is_sorted_by_key(word));
    let sum = |name: &str| words.iter().map(|w| w[name].as_f64().unwrap()).sum::<f64>();
    for share in ["token_share", "information_share"] {
        assert!((sum(share) - 1.0).abs() < 1e-9, "{share}");
    }
    let found = all("word", &["--search", "ARS"]);
    let hold = words.iter().filter(|row| word(row).contains("ars"));
    assert!(found.iter().eq(hold) && found.len() > 3);
    assert!(rows(&fit, &["--search", "qqq"]).is_empty());

    let stop = rows(&fit, &["--stop-candidates", "--limit", "5000"]);
    assert!(stop.is_sorted_by_key(|row| -row["stop_score"].as_f64().unwrap()));
    let table = text(&fit, &["--stop-candidates"]);
    assert!(table.lines().nth(1).unwrap().starts_with(&word(&stop[0])));
    assert!(text(&fit, &["--search", "ars"]).ends_with("words that hold the text\n"));
}

#[test]
fn lines_have_the_topics_of_their_tokens_also_where_documents_were_held_out() {
    let fit = fitted(&["newsroom", "--sweeps", "30", "--held-out", "0.3"]);
    let args = [
        "Bank", "--corpus", "newsroom", "--lines", "999", "--limit", "999",
    ];
    let page = json(&[&["words", &path(&fit, "m"), "--json"], &args[..]].concat());
    assert_eq!(page["word"], "bank");
    let examples = page["examples"].as_array().unwrap();
    assert_eq!(examples.len() as u64, page["documents"].as_u64().unwrap());
    let mut all = 0;
    for example in examples {
        let lines = example["lines"].as_array().unwrap();
        assert_eq!(Some(lines.len() as u64), example["count"].as_u64());
        all += lines.len() as u64;
        let mut topics: BTreeMap<u64, u64> = BTreeMap::new();
        for line in lines {
            assert_eq!(line["word"].as_str().unwrap().to_lowercase(), "bank");
            *topics.entry(line["topic"].as_u64().unwrap()).or_default() += 1;
        }
        let parts = example["topics"].as_array().unwrap().iter();
        let parts = parts.map(|p| (p["id"].as_u64().unwrap(), p["tokens"].as_u64().unwrap()));
        assert_eq!(topics, parts.collect());
    }
    assert_eq!(Some(all), page["tokens"].as_u64());
    let page = text(&fit, &["bank", "--corpus", "newsroom"]);
    assert!(page.contains("[bank]") && page.contains("p(topic|word)"));
}

#[test]
fn engines_without_topics_of_tokens_go_by_phi_and_sizes() {
    for engine in ["variational", "plsi"] {
        let fit = fitted(&[
            "demo:toy", "--topics", "2", "--engine", engine, "--sweeps", "50",
        ]);
        let page = &rows(&fit, &["wrench"])[0];
        let profile = page["profile"].as_array().unwrap();
        // Bayes, from what `topics` says of the sizes.
        let ran = run(&["topics", &path(&fit, "m"), "--json"]);
        let weight = |id: &Value, phi: &Value| {
            let lines = ran
                .out
                .lines()
                .map(|l| serde_json::from_str::<Value>(l).unwrap());
            let share = lines
                .filter(|t| t["id"] == *id)
                .map(|t| t["share"].as_f64().unwrap());
            share.sum::<f64>() * phi.as_f64().unwrap()
        };
        let weights: Vec<f64> = profile
            .iter()
            .map(|t| weight(&t["id"], &t["phi"]))
            .collect();
        for (topic, own) in profile.iter().zip(&weights) {
            near(&topic["probability"], own / weights.iter().sum::<f64>());
            near(
                &topic["tokens"],
                12.0 * topic["probability"].as_f64().unwrap(),
            );
        }
        text(&fit, &["wrench"]);
    }
}

#[test]
fn one_topic_leaves_specificity_undefined() {
    let fit = fitted(&["demo:toy", "--topics", "1", "--sweeps", "1"]);
    let page = &rows(&fit, &["wrench"])[0];
    assert!(page["specificity"].is_null() && page["information_share"].is_null());
    assert_eq!(
        (&page["evenness"], &page["stop_score"]),
        (&1.0.into(), &0.5.into())
    );
    assert!(text(&fit, &["wrench"]).contains("specificity             –"));
}

#[test]
fn what_cannot_be_is_refused_with_a_remedy() {
    let fit = fitted(&["newsroom", "--sweeps", "1"]);
    assert!(refused(&fit, &["xylophon"], 2).contains("no word 'xylophon': --search TEXT lists"));
    assert!(refused(&fit, &["The"], 2).contains("left out as a stop word"));
    let counts = common::folder(&[("a.ldac", b"1 0:1\n"), ("a.vocab", b"bank\n")]);
    let counts = path(&counts, "a.ldac");
    for (corpus, why) in [
        ("demo:toy", "has no document"),
        (&counts, "has counts and no text"),
    ] {
        let said = refused(&fit, &["bank", "--corpus", corpus], 1);
        assert!(
            said.contains(why) && said.contains("--text-column"),
            "{said}"
        );
    }
    let said = refused(
        &fit,
        &["bank", "--corpus", "newsroom", "--text-column", "title"],
        1,
    );
    assert!(
        said.contains("has other words in document 'n001'"),
        "{said}"
    );
    for args in [
        &["bank", "--sort", "tokens"][..],
        &["bank", "--stop-candidates"],
        &["--corpus", "newsroom"],
        &["--limit", "0"],
        &["--stop-candidates", "--sort", "word"],
    ] {
        refused(&fit, args, 2);
    }
}

#[test]
fn counts_show_other_words_in_place_of_lines() {
    let corpus = common::folder(&[
        ("a.ldac", b"3 0:2 1:3 2:1\n2 0:1 2:1\n"),
        ("a.vocab", b"river\nbank\nwater\n"),
    ]);
    let fit = fitted(&[&path(&corpus, "a.ldac"), "--topics", "1", "--sweeps", "1"]);
    let page = text(&fit, &["river"]);
    assert!(page.contains("0, 2 of 6 tokens\n      2 in topic 0; with bank 3, water 1\n"));
    assert!(page.contains("1, 1 of 2 tokens\n") && page.contains("one of counts, without lines"));
}
