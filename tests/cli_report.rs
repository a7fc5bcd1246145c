//! `report` and the trace from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{folder, json, path, run};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::read_to_string;
use tempfile::TempDir;

/// A folder with the model `m` of such a fit.
fn fitted(args: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fit(&folder, args);
    folder
}

fn fit(folder: &TempDir, args: &[&str]) -> Value {
    let out = path(folder, "m");
    json(&[&["fit"], args, &["--seed", "1", "--json", "--out", &out]].concat())
}

/// The whole page, and the numbers in it.
fn report(folder: &TempDir, args: &[&str]) -> (String, Value) {
    let (model, out) = (path(folder, "m"), path(folder, "r.html"));
    let ran = run(&[&["report", &model, "--out", &out, "--force"], args].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let page = read_to_string(out).unwrap();
    let data = page.split(r#"<script type="application/json" id="data">"#);
    let data = data.last().unwrap().split("</script>").next().unwrap();
    let data = serde_json::from_str(data).unwrap();
    (page, data)
}

fn topics(folder: &TempDir, args: &[&str]) -> Vec<Value> {
    let ran = run(&[&["topics", &path(folder, "m"), "--json"], args].concat());
    let lines = ran.out.lines();
    lines.map(|l| serde_json::from_str(l).unwrap()).collect()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

#[test]
fn the_numbers_are_those_of_topics() {
    let folder = fitted(&["newsroom", "--sweeps", "40"]);
    let (page, data) = report(&folder, &["--words", "10"]);
    let plain = topics(&folder, &[]);
    assert_eq!(list(&data["topics"]).len(), plain.len());
    let words = list(&data["words"]);
    for (own, plain) in list(&data["topics"]).iter().zip(&plain) {
        for (key, value) in plain.as_object().unwrap() {
            assert!(key == "words" || own[key] == *value, "{key}");
        }
        // The most probable words, which λ 1 shows.
        let mut terms: Vec<(f64, &str)> = list(&own["terms"])
            .iter()
            .map(|t| {
                (
                    t[1].as_f64().unwrap(),
                    &words[t[0].as_u64().unwrap() as usize],
                )
            })
            .map(|(phi, word)| (phi, word[0].as_str().unwrap()))
            .collect();
        terms.sort_by(|a, b| b.0.total_cmp(&a.0));
        let want: Vec<f64> = list(&plain["words"])
            .iter()
            .map(|w| w["probability"].as_f64().unwrap())
            .collect();
        let got: Vec<f64> = terms.iter().take(10).map(|t| t.0).collect();
        assert_eq!(got, want);
    }
    // Relevance at other places of the slider follows from what the page holds.
    for lambda in ["0", "0.3", "0.6"] {
        let weight: f64 = lambda.parse().unwrap();
        let args = ["--by", "relevance", "--lambda", lambda];
        for (own, line) in list(&data["topics"]).iter().zip(topics(&folder, &args)) {
            let mut values: Vec<f64> = list(&own["terms"])
                .iter()
                .map(|term| {
                    let phi = term[1].as_f64().unwrap();
                    let marginal = words[term[0].as_u64().unwrap() as usize][2].as_f64();
                    weight * phi.ln() + (1.0 - weight) * (phi / marginal.unwrap()).ln()
                })
                .collect();
            values.sort_by(|a, b| b.total_cmp(a));
            for (got, want) in values.iter().zip(list(&line["words"])) {
                assert!((got - want["value"].as_f64().unwrap()).abs() < 2e-9);
            }
        }
    }
    assert_eq!(data["map"]["points"].as_array().unwrap().len(), plain.len());
    // One file, and nothing that a network would be needed for.
    for word in [
        "http:", "https:", "src=", "<link", "url(", "@import", "NaN", "Infinity",
    ] {
        assert!(!page.contains(word), "{word}");
    }
    assert_eq!(
        page,
        report(&folder, &["--words", "10"]).0,
        "the same again"
    );
}

#[test]
fn texts_are_whole_and_every_word_has_its_topic() {
    let folder = fitted(&["newsroom", "--sweeps", "20"]);
    let (_, data) = report(&folder, &["--corpus", "newsroom"]);
    let state = path(&folder, "state.txt");
    run(&[
        "export",
        &path(&folder, "m"),
        "--to",
        "mallet-state",
        "--out",
        &state,
    ]);
    let mut z: BTreeMap<usize, Vec<(String, u64)>> = BTreeMap::new();
    for line in read_to_string(state)
        .unwrap()
        .lines()
        .filter(|l| !l.starts_with('#'))
    {
        let fields: Vec<&str> = line.split(' ').collect();
        let topic = fields[5].parse().unwrap();
        let own = z.entry(fields[0].parse().unwrap()).or_default();
        own.push((fields[4].to_owned(), topic));
    }
    let corpus = read_to_string("demo_corpora/newsroom.csv").unwrap();
    let mut texts = csv::Reader::from_reader(corpus.as_bytes());
    let texts: Vec<csv::StringRecord> = texts.records().map(Result::unwrap).collect();
    assert_eq!(list(&data["reading"]).len(), 171);
    for (d, document) in list(&data["reading"]).iter().enumerate() {
        let mut text = String::new();
        let mut tokens = Vec::new();
        for piece in list(&document["pieces"]) {
            match piece {
                Value::String(plain) => text += plain,
                token => {
                    let word = token[0].as_str().unwrap();
                    text += word;
                    tokens.push((word.to_lowercase(), token[1].as_u64().unwrap()));
                }
            }
        }
        assert_eq!(tokens, z[&d]);
        assert!(texts[d].iter().any(|field| field == text), "{text}");
        assert_eq!(document["tokens"], tokens.len());
    }
    // Without the texts there are the words.
    let (_, data) = report(&folder, &[]);
    let first = &data["reading"][0]["pieces"];
    let times = |p: &Value| p[2].as_u64().unwrap() as usize;
    assert_eq!(list(first).iter().map(times).sum::<usize>(), z[&0].len());
}

#[test]
fn what_a_corpus_holds_is_never_markup() {
    const HOSTILE: &str = "</script><img src=x onerror=alert(1)><!-- {{script}} &lt;";
    let line = |d: usize| {
        let text = format!("{HOSTILE} word{d} \u{2028} again");
        serde_json::json!({"id": format!("{HOSTILE}{d}"), "title": HOSTILE, "text": text})
    };
    let lines: String = (0..5).map(|d| format!("{}\n", line(d))).collect();
    let folder = folder(&[("c.jsonl", lines.as_bytes())]);
    let corpus = path(&folder, "c.jsonl");
    let words = ["--tokenizer", "whitespace", "--stop-words", "none"];
    let model = ["--topics", "1", "--sweeps", "3"];
    fit(
        &folder,
        &[&[corpus.as_str()], &words[..], &model[..]].concat(),
    );
    let args = ["--corpus", &corpus, "--title", HOSTILE];
    let (page, data) = report(&folder, &args);
    let (template, clean) = report(&folder, &["--title", "t", "--documents", "0"]);
    assert_eq!(list(&clean["reading"]).len(), 0);
    for tag in ["<script", "</script", "<img", "<!--", "\"use strict\""] {
        let usual = template.matches(tag).count();
        assert_eq!(page.matches(tag).count(), usual, "{tag}");
    }
    assert!(!template.contains("<img"));
    assert_eq!(data["title"], HOSTILE);
    assert_eq!(data["reading"][3]["title"], HOSTILE);
    assert_eq!(data["map"]["points"], serde_json::json!([[0.0, 0.0]]));
}

#[test]
fn of_many_documents_the_leading_ones_of_each_topic_are_there() {
    let folder = fitted(&["newsroom", "--sweeps", "40", "--topics", "8"]);
    let (_, data) = report(&folder, &["--documents", "16"]);
    let chosen: Vec<u64> = list(&data["reading"])
        .iter()
        .map(|d| d["index"].as_u64().unwrap())
        .collect();
    assert!(chosen.len() == 16 && chosen.is_sorted(), "{chosen:?}");
    let ran = run(&["export", &path(&folder, "m"), "--to", "doc-topics"]);
    let mut best = [(0.0, 0); 8];
    for (d, row) in ran.out.lines().enumerate() {
        let shares: Vec<f64> = row
            .split('\t')
            .skip(2)
            .map(|t| t.parse().unwrap())
            .collect();
        assert_eq!(shares.len(), 8);
        for (best, share) in best.iter_mut().zip(shares) {
            if share > best.0 {
                *best = (share, d as u64);
            }
        }
    }
    assert!(
        best.iter().all(|(_, d)| chosen.contains(d)),
        "{best:?} {chosen:?}"
    );
    let theta = list(&data["reading"][0]["theta"]);
    assert!(theta.is_sorted_by(|a, b| a[1].as_f64() >= b[1].as_f64()));
}

#[test]
fn the_trace_is_kept_and_a_replay_keeps_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let fitted = fit(
        &folder,
        &[
            "newsroom",
            "--sweeps",
            "60",
            "--optimize-alpha",
            "--optimize-burn-in",
            "20",
        ],
    );
    let kept = read_to_string(folder.path().join("m/trace.csv")).unwrap();
    let mut table = csv::Reader::from_reader(kept.as_bytes());
    let rows: Vec<BTreeMap<String, String>> = table.deserialize().map(Result::unwrap).collect();
    let number = |row: &BTreeMap<String, String>, key: &str| row[key].parse::<f64>().unwrap();
    assert_eq!(rows.len(), 60);
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(row["sweep"], (i + 1).to_string());
        let parts = number(row, "document") + number(row, "word");
        assert!((parts - number(row, "total")).abs() < 1e-6);
        assert!((0.0..=1.0).contains(&number(row, "moved")));
    }
    assert_eq!(rows[0]["segment"], "0");
    assert!(number(&rows[59], "segment") >= 1.0);
    // After the last sweep alpha was fitted again, or the last row is what fit says.
    let word = fitted["log_joint_word"].as_f64().unwrap();
    assert_eq!(number(&rows[59], "word"), word);
    let (model, again) = (path(&folder, "m"), path(&folder, "again"));
    let ran = run(&["replay", &model, "--out", &again]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(read_to_string(format!("{again}/trace.csv")).unwrap(), kept);

    let (_, data) = report(&folder, &[]);
    let points = list(&data["trace"]["points"]);
    assert_eq!(
        (points.len(), data["trace"]["name"].as_str()),
        (60, Some("log joint"))
    );
    assert_eq!(points[59][2].as_f64(), Some(number(&rows[59], "total")));
    // A trace that is not of this model is left out, and so is none.
    let trace = folder.path().join("m/trace.csv");
    let shorter: String = kept.lines().take(30).map(|l| format!("{l}\n")).collect();
    std::fs::write(&trace, shorter).unwrap();
    let ran = run(&["report", &model, "--out", &path(&folder, "s.html")]);
    assert!(
        ran.err.contains("does not end where the model does"),
        "{}",
        ran.err
    );
    std::fs::remove_file(&trace).unwrap();
    assert!(report(&folder, &[]).1["trace"].is_null());
}

#[test]
fn every_engine_has_a_trace_and_a_report() {
    for (engine, name) in [
        ("uncollapsed", "log joint"),
        ("variational", "bound"),
        ("variational-em", "bound"),
        ("unigram", "log likelihood"),
        ("mixture", "log likelihood"),
        ("plsi", "log likelihood"),
    ] {
        let folder = fitted(&["demo:toy", "--engine", engine, "--sweeps", "5"]);
        let (_, data) = report(&folder, &["--corpus", "demo:toy"]);
        assert_eq!(data["trace"]["name"], name, "{engine}");
        let moved = &data["trace"]["points"][0][3];
        assert_eq!(moved.is_null(), engine != "uncollapsed");
        assert!(!list(&data["reading"][0]["pieces"]).is_empty());
    }
}

#[test]
fn nothing_is_lost_by_mistake() {
    let folder = fitted(&["demo:toy", "--sweeps", "3"]);
    let (model, out) = (path(&folder, "m"), path(&folder, "r.html"));
    std::fs::write(&out, "mine").unwrap();
    let ran = run(&["report", &model, "--out", &out]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("--force replaces it"), "{}", ran.err);
    let args = ["report", &model, "--out", &out, "--force", "--corpus"];
    let ran = run(&[&args[..], &["newsroom"]].concat());
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("is not the corpus of the model"),
        "{}",
        ran.err
    );
    assert_eq!(read_to_string(&out).unwrap(), "mine");
    let here = path(&folder, "m");
    let ran = run(&["report", &model, "--out", &here]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("is a folder: name a file in it"),
        "{}",
        ran.err
    );
    assert_eq!(run(&["report", &model]).code, 2);
    let ran = run(&["report", &model, "--out", &path(&folder, "no/r.html")]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("cannot write --out"), "{}", ran.err);
}
