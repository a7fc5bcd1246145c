//! `fit` and `replay` from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{folder, gibbscope, json, path, run, run_with};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

const TEXT: &[u8] = b"apple pear apple\npear plum\n\nhammer nail saw\nnail hammer\n";

const FIELDS: [&str; 20] = [
    "documents",
    "vocabulary",
    "tokens",
    "empty_documents",
    "topics",
    "engine",
    "sweeps",
    "seed",
    "threads",
    "exact",
    "alpha",
    "eta",
    "seconds_sampling",
    "tokens_per_second",
    "log_joint",
    "log_joint_document",
    "log_joint_word",
    "log_joint_per_token",
    "digest",
    "top_words",
];

/// The digest that a release build on another day gave: a debug build, another
/// machine or another number of threads must give it too.
#[test]
fn the_digest_is_the_same_in_every_build() {
    let args = [
        "fit",
        "demo:river-bank",
        "--topics",
        "2",
        "--alpha",
        "0.5",
        "--eta",
        "0.1",
    ];
    let fitted = json(&[&args[..], &["--sweeps", "50", "--seed", "1", "--json"]].concat());
    assert_eq!(fitted["digest"], "0bd2570de4aa76b2bef327d82effad4a");
}

#[test]
fn json_has_exactly_the_fields_of_the_contract() {
    let files = folder(&[("a.txt", TEXT)]);
    let args = ["fit", &path(&files, "a.txt"), "--topics", "2", "--json"];
    let fitted = json(&[&args[..], &["--sweeps", "9", "--seed", "0"]].concat());
    let mut names: Vec<&str> = fitted
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    names.sort_unstable();
    let mut wanted = FIELDS.to_vec();
    wanted.sort_unstable();
    assert_eq!(names, wanted);
    for (name, value) in [
        ("documents", 5),
        ("vocabulary", 6),
        ("tokens", 10),
        ("seed", 0),
    ] {
        assert_eq!(fitted[name], value, "{name}");
    }
    assert_eq!(
        (&fitted["empty_documents"], &fitted["sweeps"]),
        (&1.into(), &9.into())
    );
    assert_eq!(
        (&fitted["engine"], &fitted["exact"]),
        (&"collapsed".into(), &true.into())
    );
    assert_eq!(
        (&fitted["alpha"], &fitted["eta"]),
        (&0.1.into(), &0.01.into())
    );
    let number = |name: &str| fitted[name].as_f64().unwrap();
    let parts = number("log_joint_document") + number("log_joint_word");
    assert!((parts - number("log_joint")).abs() < 1e-9);
    assert!((number("log_joint") / 10.0 - number("log_joint_per_token")).abs() < 1e-9);
    assert!(number("tokens_per_second") > 0.0);
    assert_eq!(fitted["top_words"].as_array().unwrap().len(), 2);
}

#[test]
fn the_text_says_what_the_sweeps_are_of() {
    let ran = run(&["fit", "toy", "--sweeps", "3", "--seed", "1"]);
    let said = "3 sweeps of collapsed Gibbs sampling, seed 1\n";
    assert!(ran.out.contains(said), "{}", ran.out);
}

#[test]
fn dropped_documents_are_all_in_the_json() {
    let text = "apple pear\n\n".repeat(30);
    let files = folder(&[("a.txt", text.as_bytes())]);
    let args = ["fit", &path(&files, "a.txt"), "--topics", "2", "--json"];
    let ran = run(&[&args[..], &["--sweeps", "1", "--drop-empty"]].concat());
    let fitted: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let odd: Vec<String> = (0..30).map(|d| (2 * d + 1).to_string()).collect();
    assert_eq!(fitted["dropped_documents"], serde_json::json!(odd));
    let said = "dropped: 30 (1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, \
                37, 39 and 10 more; `fit --json` lists all)";
    assert!(ran.err.contains(said), "{}", ran.err);
}

#[test]
fn the_digest_follows_from_the_seed_and_not_from_the_threads() {
    let digest = |seed: &str, threads: &str| {
        let args = ["fit", "demo:river-bank", "--sweeps", "20", "--json"];
        let more = ["--seed", seed, "--threads", threads];
        json(&[&args[..], &more].concat())["digest"].clone()
    };
    let first = digest("1", "1");
    assert_eq!(first, digest("1", "1"));
    assert_eq!(first, digest("1", "3"));
    assert_ne!(first, digest("2", "1"));
}

#[test]
fn a_seed_that_was_not_given_is_printed_and_gives_the_same_again() {
    let args = ["fit", "toy", "--sweeps", "5"];
    let ran = run(&[&args[..], &["--json"]].concat());
    let fitted: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let seed = fitted["seed"].to_string();
    assert!(
        ran.err.contains(&format!("seed {seed} (chosen at random)")),
        "{}",
        ran.err
    );
    let again = run(&[&args[..], &["--seed", &seed]].concat());
    assert!(
        again.out.contains(&format!("seed {seed}\n")),
        "{}",
        again.out
    );
    assert!(again.out.contains(fitted["digest"].as_str().unwrap()));
    assert!(!again.err.contains("random"));
}

#[test]
fn a_bundled_corpus_suggests_its_settings() {
    let fitted = json(&["fit", "demo:toy", "--sweeps", "3", "--json"]);
    let settings = ["topics", "alpha", "eta"].map(|name| fitted[name].as_f64());
    assert_eq!(settings, [2.0, 0.5, 0.5].map(Some));
    let fitted = json(&["fit", "toy", "--topics", "3", "--sweeps", "3", "--json"]);
    assert_eq!(
        (&fitted["topics"], &fitted["alpha"]),
        (&3.into(), &0.5.into())
    );
}

#[test]
fn standard_input_and_gzip_are_the_same_corpus() {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(TEXT).unwrap();
    let gzip = gzip.finish().unwrap();
    let files = folder(&[("a.txt", TEXT), ("a.txt.gz", &gzip)]);
    let more = ["--topics", "2", "--sweeps", "9", "--seed", "3", "--json"];
    let digest = |name: &str, stdin: &[u8]| {
        let ran = run_with(
            gibbscope()
                .args(["fit", name])
                .args(more)
                .write_stdin(stdin),
        );
        assert_eq!(ran.code, 0, "{}", ran.err);
        let fitted: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        fitted["digest"].clone()
    };
    let plain = digest(&path(&files, "a.txt"), b"");
    assert_eq!(plain, digest(&path(&files, "a.txt.gz"), b""));
    assert_eq!(plain, digest("-", TEXT));
    assert_eq!(plain, digest("-", &gzip));
}

#[test]
fn priors_may_differ_between_topics_and_words() {
    let files = folder(&[
        ("a.txt", TEXT),
        ("eta.tsv", b"apple\t0.5\nhammer\t2\n*\t0.1\n"),
    ]);
    let (text, eta) = (path(&files, "a.txt"), path(&files, "eta.tsv"));
    let args = ["fit", &text, "--topics", "2", "--sweeps", "3", "--json"];
    let fitted = json(&[&args[..], &["--alpha", "0.5,1", "--eta", &eta]].concat());
    assert_eq!(fitted["alpha"], serde_json::json!([0.5, 1.0]));
    assert_eq!(
        fitted["eta"],
        serde_json::json!([0.5, 2.0, 0.1, 0.1, 0.1, 0.1])
    );
    let fitted = json(&[&args[..], &["--alpha", "sum:5", "--eta", "sum:3"]].concat());
    assert_eq!(
        (&fitted["alpha"], &fitted["eta"]),
        (&2.5.into(), &0.5.into())
    );
}

#[test]
fn more_topics_than_tokens_and_no_sweep_at_all() {
    let files = folder(&[("c.ldac", b"2 0:1 2:3\n0\n1 1:1\n")]);
    let args = ["fit", &path(&files, "c.ldac"), "--topics", "9", "--json"];
    let fitted = json(&[&args[..], &["--sweeps", "0"]].concat());
    assert_eq!(
        (&fitted["tokens"], &fitted["sweeps"]),
        (&5.into(), &0.into())
    );
    assert_eq!(fitted["tokens_per_second"], 0.0);
    assert_eq!(fitted["top_words"].as_array().unwrap().len(), 9);
}

#[test]
fn progress_is_lines_of_json_or_nothing() {
    let args = ["fit", "toy", "--sweeps", "4", "--json"];
    let ran = run(&[&args[..], &["--progress", "json"]].concat());
    let events: Vec<serde_json::Value> = ran
        .err
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let sweeps: Vec<_> = events.iter().filter(|e| e["event"] == "sweep").collect();
    assert_eq!(sweeps.len(), 4);
    assert!(sweeps[3]["log_joint_per_token"].as_f64().unwrap() < 0.0);
    assert!(events.iter().any(|e| e["event"] == "note"));
    let failed = run(&["fit", "no/such", "--progress", "json"]);
    let event: serde_json::Value = serde_json::from_str(failed.err.trim()).unwrap();
    assert_eq!((failed.code, &event["event"]), (1, &"error".into()));
    assert!(
        !run(&[&args[..], &["--progress", "none"]].concat())
            .err
            .contains("sweep")
    );
}

#[test]
fn what_fit_writes_is_evaluated_and_replayed() {
    let files = folder(&[("a.txt", TEXT), ("stop.txt", b"plum\r\n")]);
    let here = files.path();
    let args = [
        "fit",
        "a.txt",
        "--topics",
        "2",
        "--sweeps",
        "9",
        "--stop-words",
        "stop.txt",
    ];
    let fit = run_with(
        gibbscope()
            .current_dir(here)
            .args(args)
            .args(["--out", "o/p", "--json"]),
    );
    assert_eq!(fit.code, 0, "{}", fit.err);
    let fitted: serde_json::Value = serde_json::from_str(&fit.out).unwrap();
    assert_eq!(fitted["vocabulary"], 5);
    let summary = std::fs::read(here.join("o/p/summary.json")).unwrap();
    assert_eq!(
        serde_json::from_slice::<serde_json::Value>(&summary).unwrap(),
        fitted
    );

    let out = path(&files, "o/p");
    for model in [out.clone(), format!("{out}/model.gibbscope")] {
        let evaluated = json(&["evaluate", &model, "--json"]);
        for name in [
            "digest",
            "log_joint",
            "documents",
            "empty_documents",
            "alpha",
            "eta",
        ] {
            assert_eq!(evaluated[name], fitted[name], "{name}");
        }
    }
    let replayed = json(&["replay", &out, "--json", "--out", &path(&files, "again")]);
    assert_eq!(replayed["digest"], fitted["digest"]);
    assert_eq!(replayed["log_joint"], fitted["log_joint"]);
    let models = ["o/p", "again"].map(|o| std::fs::read(here.join(o).join("model.gibbscope")));
    assert_eq!(models[0].as_ref().unwrap(), models[1].as_ref().unwrap());

    std::fs::write(here.join("a.txt"), b"another corpus\n").unwrap();
    let ran = run(&["replay", &format!("{out}/session.ron")]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(
        ran.err.contains("content hash") && ran.err.contains("a.txt"),
        "{}",
        ran.err
    );
    std::fs::remove_file(here.join("a.txt")).unwrap();
    assert_eq!(run(&["replay", &out]).code, 1);
}

#[test]
fn a_session_that_ends_otherwise_is_a_failure() {
    let files = folder(&[]);
    let out = path(&files, "o");
    json(&[
        "fit",
        "river-bank",
        "--seed",
        "1",
        "--sweeps",
        "5",
        "--out",
        &out,
        "--json",
    ]);
    let session = files.path().join("o/session.ron");
    let text = std::fs::read_to_string(&session).unwrap();
    std::fs::write(&session, text.replace("sweeps: 5", "sweeps: 4")).unwrap();
    let ran = run(&["replay", &out]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("ended with digest"), "{}", ran.err);
}

#[test]
fn standard_input_cannot_be_replayed() {
    let files = folder(&[]);
    let out = path(&files, "o");
    let args = ["fit", "-", "--topics", "2", "--sweeps", "2", "--out", &out];
    assert_eq!(run_with(gibbscope().args(args).write_stdin(TEXT)).code, 0);
    let ran = run(&["replay", &out]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("standard input"), "{}", ran.err);
    assert_eq!(run(&["evaluate", &out]).code, 0);
}
