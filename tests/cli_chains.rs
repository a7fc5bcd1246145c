//! `fit --chains` from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{folder, json, path, run};
use gibbscope::corpus::bars;
use serde_json::Value;
use tempfile::TempDir;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

/// Bars as texts: so few that chains stay in different places.
fn few_bars(documents: usize, seed: u64) -> TempDir {
    let corpus = bars(documents, seed).0;
    let words = corpus.vocabulary();
    let lines: Vec<String> = (0..documents)
        .map(|d| {
            let ids = corpus.document(d).iter();
            let line: Vec<&str> = ids.map(|&w| words.word(w)).collect();
            line.join(" ")
        })
        .collect();
    folder(&[("bars.txt", lines.join("\n").as_bytes())])
}

const NEWSROOM: [&str; 4] = ["fit", "newsroom", "--sweeps", "60"];

#[test]
fn every_chain_is_the_one_that_fit_would_be_whatever_the_threads() {
    let chains = ["--chains", "3", "--seed", "5", "--json", "--threads"];
    let together = json(&[&NEWSROOM[..], &chains, &["3"]].concat());
    let one_by_one = json(&[&NEWSROOM[..], &chains, &["1"]].concat());
    assert_eq!(together["chains"], one_by_one["chains"]);
    let report = &together["chains"];
    let members = list(&report["members"]);
    assert_eq!(members.len(), 3);
    let mut best = (f64::NEG_INFINITY, Value::Null);
    for (member, seed) in members.iter().zip(["5", "6", "7"]) {
        let alone = json(&[&NEWSROOM[..], &["--seed", seed, "--json"]].concat());
        assert!(alone.get("chains").is_none());
        assert_eq!(member["seed"], alone["seed"]);
        for field in ["digest", "log_joint", "log_joint_word"] {
            assert_eq!(member[field], alone[field], "{seed} {field}");
        }
        if number(&alone["log_joint"]) > best.0 {
            best = (number(&alone["log_joint"]), alone);
        }
    }
    // All other results are those of the best.
    assert_eq!(report["best_seed"], best.1["seed"]);
    for field in ["seed", "digest", "log_joint", "top_words"] {
        assert_eq!(together[field], best.1[field], "{field}");
    }
}

#[test]
fn what_out_has_is_the_best_chain_and_it_can_be_replayed() {
    let files = folder(&[]);
    let out = path(&files, "o");
    let chains = ["--chains", "3", "--seed", "1", "--optimize-alpha"];
    let args = ["--out", &out, "--json"];
    let ran = run(&[&NEWSROOM[..], &chains, &args].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let fitted: Value = serde_json::from_str(&ran.out).unwrap();
    let best = fitted["chains"]["best_seed"].as_u64().unwrap();
    let said = format!("--out has the chain of seed {best}, which has the best log joint");
    assert!(ran.err.contains(&said), "{}", ran.err);
    let summary = std::fs::read_to_string(files.path().join("o/summary.json")).unwrap();
    let summary: Value = serde_json::from_str(&summary).unwrap();
    assert_eq!(summary["digest"], fitted["digest"]);
    let replayed = run(&["replay", &path(&files, "o/session.ron")]);
    assert_eq!(replayed.code, 0, "{}", replayed.err);
}

#[test]
fn stuck_chains_are_flagged_with_their_topics() {
    let files = few_bars(300, 1);
    let bars = path(&files, "bars.txt");
    let model = ["--topics", "10", "--alpha", "0.1", "--eta", "0.01"];
    let chains = ["--chains", "4", "--seed", "1", "--sweeps", "200"];
    let args = [&["fit", &bars, "--stop-words", "none"], &model[..], &chains].concat();
    let report = &json(&[&args[..], &["--json"]].concat())["chains"];
    assert_eq!(report["verdict"], "chains disagree", "{report}");
    let apart = list(&report["disagreements"]);
    assert!(!apart.is_empty());
    for topic in apart {
        assert!(number(&topic["cosine"]) < number(&report["cosine_threshold"]));
        assert!(!list(&topic["words"]).is_empty());
        assert!(!list(&topic["partner_words"]).is_empty());
    }
    for topic in list(&report["topics"]) {
        assert_eq!(list(&topic["cosines"]).len(), 4);
        assert_eq!(topic["cosines"][0], 1.0);
        assert_eq!(topic["partners"][0], topic["topic"]);
    }
    let text = run(&args).out;
    assert!(text.contains("\nverdict: chains disagree\n"), "{text}");
    assert!(
        !text.contains("converged") && !text.contains("NaN"),
        "{text}"
    );
}

#[test]
fn chains_that_agree_are_flat_and_not_more() {
    let args = ["fit", "toy", "--seed", "1", "--sweeps", "2000"];
    let args = [&args[..], &["--chains", "4"]].concat();
    let report = &json(&[&args[..], &["--json"]].concat())["chains"];
    assert_eq!(report["verdict"], "flat", "{report}");
    assert!(number(&report["r_hat"]) < 1.05);
    assert!(number(&report["effective_size"]) > 200.0);
    assert_eq!(report["draws"], 1000);
    let text = run(&args).out;
    assert!(text.contains("which is no proof"), "{text}");
    assert!(!text.contains("converged"), "{text}");
}

#[test]
fn what_cannot_be_said_is_not_said() {
    let short = [
        "fit", "toy", "--seed", "1", "--sweeps", "3", "--chains", "2",
    ];
    let report = &json(&[&short[..], &["--json"]].concat())["chains"];
    assert_eq!(report["r_hat"], Value::Null);
    assert_ne!(report["verdict"], "flat");
    for engine in [
        "variational",
        "variational-em",
        "unigram",
        "mixture",
        "plsi",
    ] {
        let args = ["fit", "river-bank", "--seed", "1", "--chains", "2"];
        let args = [&args[..], &["--engine", engine, "--sweeps", "20"]].concat();
        let report = &json(&[&args[..], &["--json"]].concat())["chains"];
        // Nothing is drawn: R-hat would be a number without a meaning.
        assert_eq!(report["r_hat"], Value::Null, "{engine}");
        let text = run(&args).out;
        assert!(text.contains("R-hat –") && !text.contains("NaN"), "{text}");
    }
    let none = run(&[
        "fit", "toy", "--sweeps", "0", "--chains", "2", "--seed", "1",
    ]);
    assert_eq!(none.code, 0, "{}", none.err);
    let seeds = run(&[
        "fit",
        "toy",
        "--chains",
        "2",
        "--seed",
        "18446744073709551615",
    ]);
    assert_eq!(seeds.code, 2, "{}", seeds.err);
    assert_eq!(run(&["fit", "toy", "--chains", "0"]).code, 2);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_all_chains_and_says_what_there_is() {
    let args = [
        "fit",
        "toy",
        "--sweeps",
        "1000000000",
        "--seed",
        "1",
        "--json",
    ];
    let more = ["--chains", "3", "--threads", "2", "--progress", "json"];
    let (code, printed, said) = common::interrupted(&[&args[..], &more].concat(), "\"sweep\"");
    assert_eq!(code, 1);
    let end = &said[said.len().saturating_sub(300)..];
    assert!(end.contains("before all chains were done"), "{end}");
    let fitted: Value = serde_json::from_str(&printed).unwrap();
    // The third had not begun.
    assert_eq!(list(&fitted["chains"]["members"]).len(), 2);
    // Half of the sweeps that both have, however far the chains were to go.
    let sweeps = |c: usize| fitted["chains"]["members"][c]["sweeps"].as_u64().unwrap();
    let draws = fitted["chains"]["draws"].as_u64().unwrap();
    assert!(draws > 0 && draws <= sweeps(0).min(sweeps(1)).div_ceil(2));
}
