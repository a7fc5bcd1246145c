//! `generate`: a corpus drawn from the model, read again and recovered.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{json, path, run};
use std::fs::read_to_string;
use std::path::Path;

/// A table of numbers with commas between them.
fn matrix(text: &str) -> Vec<Vec<f64>> {
    let row = |line: &str| line.split(',').map(|x| x.parse().unwrap()).collect();
    text.lines().map(row).collect()
}

fn cosine(a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

#[test]
fn what_was_drawn_is_read_again_and_found_again() {
    let folder = common::folder(&[]);
    let drawn = path(&folder, "drawn");
    let args = [
        "generate",
        "--topics",
        "5",
        "--documents",
        "600",
        "--vocabulary",
        "60",
        "--length",
        "100",
        "--alpha",
        "0.2",
        "--eta",
        "0.1",
        "--seed",
        "3",
        "--out",
        &drawn,
        "--json",
    ];
    let said = json(&args);
    let read = |name: &str| read_to_string(Path::new(&drawn).join(name)).unwrap();
    let (phi, theta) = (matrix(&read("phi.csv")), matrix(&read("theta.csv")));
    assert_eq!((phi.len(), phi[0].len()), (5, 60));
    assert_eq!((theta.len(), theta[0].len()), (600, 5));
    for row in phi.iter().chain(&theta) {
        assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
    // The truth is a state like any other, of the same tokens.
    let state = format!("{drawn}/z.state");
    let truth = json(&["evaluate", &state, "--json"]);
    assert_eq!(truth["tokens"], said["tokens"]);
    // A chain that knows nothing of it comes as far, and finds the topics.
    let (corpus, out) = (format!("{drawn}/corpus.ldac"), path(&folder, "model"));
    let fit = [
        "fit", &corpus, "--topics", "5", "--alpha", "0.2", "--eta", "0.1", "--sweeps", "300",
        "--seed", "1", "--out", &out, "--json",
    ];
    let fitted = json(&fit);
    assert_eq!(fitted["documents"], 600);
    assert_eq!(fitted["tokens"], said["tokens"]);
    let per_token = |v: &serde_json::Value| v["log_joint_per_token"].as_f64().unwrap();
    assert!((per_token(&fitted) - per_token(&truth)).abs() < 0.02);
    let tables = path(&folder, "csv");
    assert_eq!(
        run(&[
            "export", &out, "--to", "csv", "--words", "60", "--out", &tables
        ])
        .code,
        0
    );
    let mut found = vec![vec![0.0; 60]; 5];
    let words = read_to_string(Path::new(&tables).join("topic_words.csv")).unwrap();
    for line in words.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let word: usize = cells[2].trim_start_matches('w').parse().unwrap();
        found[cells[0].parse::<usize>().unwrap()][word] = cells[4].parse().unwrap();
    }
    for topic in &phi {
        let best = found.iter().map(|f| cosine(topic, f)).fold(0.0, f64::max);
        assert!(best > 0.99, "{best}");
    }
}

#[test]
fn the_same_seed_gives_the_same_files() {
    let folder = common::folder(&[]);
    let written = |name: &str, seed: &str| {
        let out = path(&folder, name);
        let args = [
            "generate",
            "--documents",
            "20",
            "--seed",
            seed,
            "--out",
            &out,
        ];
        assert_eq!(run(&args).code, 0);
        read_to_string(Path::new(&out).join("corpus.ldac")).unwrap()
    };
    let first = written("a", "7");
    assert_eq!(first, written("b", "7"));
    assert_ne!(first, written("c", "8"));
}

#[test]
fn mistakes_are_named_and_large_truths_can_be_left_out() {
    let folder = common::folder(&[]);
    let out = path(&folder, "drawn");
    for wrong in [
        ["--length", "0"],
        ["--topics", "0"],
        ["--alpha", "-1"],
        ["--length", "nan"],
    ] {
        let ran = run(&[&["generate", "--out", &out][..], &wrong].concat());
        assert_ne!(ran.code, 0, "{wrong:?}");
        assert!(
            ran.err.contains(wrong[0].trim_start_matches("--")),
            "{}",
            ran.err
        );
    }
    let huge = ["--topics", "60000", "--vocabulary", "1000000"];
    let ran = run(&[&["generate", "--out", &out][..], &huge].concat());
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("more numbers than"), "{}", ran.err);
    // An eta of its own for each word does not fit a MALLET state.
    assert_eq!(
        run(&["generate", "--documents", "5", "--out", &out]).code,
        0
    );
    let again = run(&["generate", "--documents", "6", "--out", &out]);
    assert_eq!(again.code, 1);
    assert!(again.err.contains("is there already"), "{}", again.err);
    let listed = [
        "--force",
        "--vocabulary",
        "3",
        "--eta",
        "0.1,0.2,0.3",
        "--documents",
        "5",
    ];
    assert_eq!(
        run(&[&["generate", "--out", &out][..], &listed].concat()).code,
        0
    );
    let files = |out: &str| {
        let names = common::files(Path::new(out)).into_iter();
        let names = names.map(|p| p.file_name().unwrap().to_str().unwrap().to_owned());
        names.collect::<Vec<String>>()
    };
    let all = [
        "corpus.ids",
        "corpus.ldac",
        "corpus.vocab",
        "phi.csv",
        "theta.csv",
    ];
    assert_eq!(files(&out), all);
    let bare = path(&folder, "bare");
    let args = ["generate", "--documents", "5", "--no-truth", "--out", &bare];
    assert_eq!(run(&args).code, 0);
    assert_eq!(files(&bare), all[..3]);
}

/// The truth is hidden from the chain, which comes near it.
#[test]
fn recovery_is_scored() {
    let folder = common::folder(&[]);
    let drawn = path(&folder, "drawn");
    let settings = "generate --topics 3 --documents 100 --vocabulary 12 --length 40 --alpha 0.5 \
                    --eta 0.2 --recover 60 --out";
    let mut args: Vec<&str> = settings.split_whitespace().collect();
    args.push(&drawn);
    let said = json(&[&args[..], &["--json"]].concat());
    let found = &said["recovery"];
    assert_eq!(
        (&found["sweeps"], &found["draws"]),
        (&60.into(), &30.into())
    );
    let number = |name: &str| found[name].as_f64().unwrap();
    assert!(number("mean_cosine") > 0.98, "{found}");
    assert!(number("theta_error") < 0.15, "{found}");
    assert!(number("coverage") > 0.8 && number("coverage") <= 1.0);
    assert!(number("theta_error_given_z") < number("theta_error"));
    let again = run(&[&args[..], &["--force"]].concat());
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(again.out.contains("were z known"), "{}", again.out);
    let table = again.out.lines().skip(3);
    assert!(table.into_iter().all(|line| line.chars().count() <= 80));
}
