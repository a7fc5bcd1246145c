//! Every engine from the command line: what it reports, that it repeats itself, and
//! what its models are good for.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{folder, gibbscope, json, path, run, run_with};
use serde_json::Value;

const ENGINES: [(&str, &str); 7] = [
    ("collapsed", "log_joint"),
    ("uncollapsed", "log_joint"),
    ("variational", "bound"),
    ("variational-em", "bound"),
    ("unigram", "log_likelihood"),
    ("mixture", "log_likelihood"),
    ("plsi", "log_likelihood"),
];

fn fit(corpus: &str, engine: &str, more: &[&str]) -> Value {
    let args = ["fit", corpus, "--engine", engine, "--seed", "3", "--json"];
    json(&[&args[..], more].concat())
}

#[test]
fn every_engine_fits_and_says_what_its_objective_is() {
    for corpus in ["toy", "newsroom"] {
        for (engine, objective) in ENGINES {
            let fitted = fit(corpus, engine, &["--sweeps", "30"]);
            assert_eq!(fitted["engine"], engine);
            for name in ["log_joint", "bound", "log_likelihood"] {
                let there = fitted[name].is_f64();
                assert_eq!(there, name == objective, "{engine} {name}: {fitted}");
            }
            let per_token = fitted[format!("{objective}_per_token")].as_f64().unwrap();
            assert!((-10.0..-0.5).contains(&per_token), "{engine} {per_token}");
            let again = fit(corpus, engine, &["--sweeps", "30", "--threads", "2"]);
            assert_eq!(again["digest"], fitted["digest"], "{engine}");
            let lda = !matches!(engine, "unigram" | "mixture" | "plsi");
            assert_eq!(fitted["alpha"].is_null(), !lda, "{engine}");
        }
    }
}

/// The digests of another build on another day: logarithms and exponentials are the
/// same on every machine.
#[test]
fn the_digests_are_the_same_in_every_build() {
    for (engine, digest) in [
        ("uncollapsed", "77b64b3fe6792082bd507049c23e03ab"),
        ("variational", "715056dd5d02d66904f9b8deb26e184e"),
        ("variational-em", "b234293fd65fb17422168c631efa7127"),
        ("mixture", "77ed8c75d1c6743aaa5c123470701a9a"),
        ("plsi", "32fb3356eb30d7af7033150ff8671e2c"),
    ] {
        let fitted = fit("river-bank", engine, &["--sweeps", "20", "--topics", "2"]);
        assert_eq!(fitted["digest"], digest, "{engine}");
    }
}

/// Every instruction set of this machine gives the same bits, with few topics and with more
/// than a line of them.
#[test]
fn the_digests_are_the_same_with_all_instructions() {
    for engine in ["collapsed", "uncollapsed", "variational", "variational-em"] {
        for topics in ["7", "41"] {
            let args = ["fit", "newsroom", "--engine", engine, "--seed", "3"];
            let args = [&args[..], &["--sweeps", "4", "--topics", topics, "--json"]].concat();
            let digest = json(&args)["digest"].clone();
            let mut checked = 0;
            for simd in ["scalar", "avx2", "avx512", "neon"] {
                let ran = run_with(gibbscope().args(&args).env("GIBBSCOPE_SIMD", simd));
                if ran.code == 2 && ran.err.contains("none of the instruction sets") {
                    continue;
                }
                let fitted: Value = serde_json::from_str(&ran.out).unwrap();
                assert_eq!(fitted["digest"], digest, "{engine} {topics} {simd}");
                checked += 1;
            }
            assert!(checked > 0, "the scalar path is there everywhere");
        }
    }
}

#[test]
fn baselines_beat_the_unigram_model_on_their_own_words() {
    let value = |engine| {
        fit("newsroom", engine, &[])["log_likelihood"]
            .as_f64()
            .unwrap()
    };
    let unigram = value("unigram");
    assert!(value("mixture") > unigram && value("plsi") > unigram);
}

#[test]
fn options_that_an_engine_does_not_know_are_named() {
    let args = [
        "fit",
        "toy",
        "--engine",
        "plsi",
        "--alpha",
        "1",
        "--fix-alpha",
    ];
    let ran = run(&args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for option in ["--alpha", "--fix-alpha"] {
        let note = format!("note: the plsi engine ignores {option}");
        assert!(ran.err.contains(&note), "{}", ran.err);
    }
    for (args, part) in [
        (&["--engine", "magic"][..], "collapsed, uncollapsed"),
        (&["--engine", "plsi", "--temper", "2"], "temper 2"),
        (
            &["--engine", "variational", "--alpha", "1e-9"],
            "1e-6 and above",
        ),
        (&["--held-out", "0"], "--held-out"),
        (&["--held-out", "2"], "--held-out"),
        (&["--optimize-alpha=round"], "symmetric"),
    ] {
        let ran = run(&[&["fit", "toy"], args].concat());
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.err.contains(part), "{args:?}: {}", ran.err);
    }
}

#[test]
fn fitted_priors_are_in_the_journal_and_replay_gives_the_same_chain() {
    let work = folder(&[]);
    let out = path(&work, "o");
    let args = [
        "--sweeps",
        "60",
        "--optimize-alpha",
        "--optimize-eta",
        "--optimize-burn-in",
        "20",
        "--force",
        "--out",
        &out,
    ];
    for engine in ["collapsed", "uncollapsed", "variational"] {
        let fitted = fit("newsroom", engine, &args);
        let alpha = fitted["alpha"].as_array().unwrap();
        assert_eq!(alpha.len(), 8);
        assert!(alpha.iter().all(|a| a.as_f64().unwrap() > 0.0));
        assert_ne!(fitted["eta"], 0.3);
        let session = std::fs::read_to_string(work.path().join("o/session.ron")).unwrap();
        assert_eq!(session.matches("edit: Alpha").count(), 5, "{session}");
        assert_eq!(session.matches("edit: Eta").count(), 5);
        let replayed = json(&["replay", &out, "--json"]);
        assert_eq!(replayed["digest"], fitted["digest"], "{engine}");
    }
}

/// A split is stored with its seed, and a replay makes it again.
#[test]
fn documents_held_out_are_scored_and_remembered() {
    let work = folder(&[]);
    let out = path(&work, "o");
    let more = [
        "--held-out",
        "0.2",
        "--held-out-seed",
        "7",
        "--sweeps",
        "40",
        "--out",
        &out,
    ];
    let fitted = fit("newsroom", "collapsed", &more);
    assert_eq!(
        (&fitted["documents"], &fitted["held_out"]["seed"]),
        (&137.into(), &7.into())
    );
    let perplexity = fitted["held_out"]["perplexity"].as_f64().unwrap();
    assert!((300.0..1490.0).contains(&perplexity), "{perplexity}");
    assert!(
        fitted["held_out"]["perplexity_standard_error"]
            .as_f64()
            .unwrap()
            > 0.0
    );
    let replayed = json(&["replay", &out, "--json"]);
    assert_eq!(replayed["digest"], fitted["digest"]);
}

#[test]
fn new_documents_get_topics_from_every_kind_of_model() {
    let new = "zzyzx qwrtp\n\
        The judge told the court that the lawyer had no evidence and closed the trial\n";
    let work = folder(&[("new.txt", new.as_bytes())]);
    let (out, new) = (path(&work, "o"), path(&work, "new.txt"));
    for (engine, _) in ENGINES {
        let fitted = fit(
            "newsroom",
            engine,
            &["--sweeps", "80", "--alpha", "0.5", "--out", &out, "--force"],
        );
        let evaluated = json(&["evaluate", &out, "--json"]);
        assert_eq!(evaluated["digest"], fitted["digest"], "{engine}");
        for method in ["gibbs", "variational"] {
            let ran = run(&["infer", &out, &new, "--method", method, "--json"]);
            assert_eq!(ran.code, 0, "{engine}: {}", ran.err);
            let rows: Vec<Value> = ran
                .out
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            assert_eq!((rows.len(), &rows[0]["known"]), (2, &0.into()));
            let theta = |row: &Value| -> Vec<f64> {
                let list = row["theta"].as_array().unwrap();
                list.iter().map(|t| t.as_f64().unwrap()).collect()
            };
            let sum: f64 = theta(&rows[1]).iter().sum();
            assert!((sum - 1.0).abs() < 1e-9);
            // Words that no single topic has all of still say something.
            assert!(
                engine == "unigram" || theta(&rows[0]) != theta(&rows[1]),
                "{engine}"
            );
            if engine == "collapsed" {
                assert!(theta(&rows[0]).iter().all(|t| (t - 0.125).abs() < 1e-12));
                assert!(theta(&rows[1]).iter().any(|t| *t > 0.5), "{rows:?}");
            }
        }
    }
}

#[test]
fn a_model_is_evaluated_on_new_documents() {
    let work = folder(&[]);
    let out = path(&work, "o");
    fit("newsroom", "collapsed", &["--sweeps", "40", "--out", &out]);
    let evaluate = |more: &[&str]| {
        let args = ["evaluate", &out, "--held-out", "demo:newsroom", "--json"];
        json(&[&args[..], more].concat())
    };
    let halves = evaluate(&[]);
    let whole = evaluate(&["--method", "left-to-right", "--particles", "2"]);
    for found in [&halves, &whole] {
        let perplexity = found["held_out"]["perplexity"].as_f64().unwrap();
        assert!((300.0..1490.0).contains(&perplexity), "{found}");
        // The model knows which words were left out as stop words; the others were rare.
        assert_eq!(found["stop_word_tokens"], 11_443);
        assert_eq!(found["unknown_tokens"], 2_570);
        let warning = found["warnings"][0].as_str().unwrap();
        assert!(warning.contains("171 of 171 documents"), "{warning}");
    }
    assert_eq!(whole["held_out"]["particles"], 2);
    let harmonic = json(&["evaluate", &out, "--harmonic-mean", "20", "--json"]);
    assert!(
        harmonic["harmonic_mean"]["log_likelihood"]
            .as_f64()
            .unwrap()
            < 0.0
    );
    let warning = harmonic["harmonic_mean"]["warning"].as_str().unwrap();
    assert!(warning.contains("must not be used"), "{warning}");
    fit(
        "newsroom",
        "plsi",
        &["--sweeps", "10", "--out", &out, "--force"],
    );
    for (more, part) in [
        (&["--harmonic-mean", "2"][..], "samples of z"),
        (&["--alpha", "1"], "leave out --alpha"),
        (
            &["--held-out", "newsroom", "--method", "left-to-right"],
            "document–topic prior",
        ),
    ] {
        let ran = run(&[&["evaluate", &out], more].concat());
        assert_eq!(ran.code, 1, "{}", ran.err);
        assert!(ran.err.contains(part), "{}", ran.err);
    }
    let ran = run(&["evaluate", &out, "--held-out", "0.2"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(
        ran.err.contains("gibbscope fit CORPUS --held-out 0.2"),
        "{}",
        ran.err
    );
}

#[test]
fn documents_without_a_word_get_the_prior() {
    let work = folder(&[("blank.txt", b"\n\n")]);
    let (out, blank) = (path(&work, "o"), path(&work, "blank.txt"));
    fit(
        "toy",
        "collapsed",
        &[
            "--alpha", "1,3", "--topics", "2", "--sweeps", "5", "--out", &out,
        ],
    );
    let ran = run(&["infer", &out, &blank, "--json"]);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 2), "{}", ran.err);
    assert!(ran.out.contains("\"theta\":[0.25,0.75]"), "{}", ran.out);
    assert_eq!(run(&["fit", &blank]).code, 1);
}

#[test]
fn a_run_too_short_for_a_fit_of_the_priors_is_told() {
    for (more, told) in [
        (&["--sweeps", "49"][..], true),
        (&["--sweeps", "50"], false),
    ] {
        let ran = run(&[&["fit", "toy", "--optimize-alpha"], more].concat());
        assert_eq!(ran.err.contains("no prior is fitted"), told, "{}", ran.err);
    }
}

#[test]
fn models_without_drawn_topics_leave_in_the_formats_that_can_hold_them() {
    let work = folder(&[]);
    let (out, tables) = (path(&work, "o"), path(&work, "t"));
    fit("toy", "plsi", &["--sweeps", "50", "--out", &out]);
    let ran = run(&["export", &out, "--to", "mallet-state"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("pLSI draws none"), "{}", ran.err);
    assert_eq!(
        run(&["export", &out, "--to", "csv", "--out", &tables]).code,
        0
    );
    let theta = std::fs::read_to_string(work.path().join("t/document_topics.csv")).unwrap();
    let sum: f64 = theta
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').next().unwrap().parse::<f64>().unwrap())
        .sum();
    assert!((sum - 6.0).abs() < 1e-9, "six documents: {theta}");
}

/// A mixture must explain a whole document by one topic: it overfits before LDA does.
#[test]
fn mixtures_overfit_where_lda_does_not() {
    let found = json(&[
        "compare", "newsroom", "--topics", "2,20", "--sweeps", "100", "--json",
    ]);
    let whole = |engine: &str, topics: u64| {
        let models = found["models"].as_array().unwrap();
        let row = models
            .iter()
            .find(|m| m["engine"] == engine && m["topics"] == topics)
            .unwrap();
        row["whole"]["perplexity"].as_f64().unwrap()
    };
    let train = |engine: &str, topics: u64| {
        let models = found["models"].as_array().unwrap();
        let row = models
            .iter()
            .find(|m| m["engine"] == engine && m["topics"] == topics)
            .unwrap();
        row["train_perplexity"].as_f64().unwrap()
    };
    assert_eq!(found["models"].as_array().unwrap().len(), 7);
    assert_eq!(
        (&found["alpha_from"], &found["models"][6]["alpha"]),
        (&"suggested".into(), &0.5.into())
    );
    assert!(found["models"][0]["alpha"].is_null());
    assert!(train("mixture", 20) < train("mixture", 2));
    assert!(whole("mixture", 20) > whole("mixture", 2), "{found}");
    assert!(whole("collapsed", 20) < whole("mixture", 20), "{found}");
    assert!(whole("plsi", 20) > whole("collapsed", 20), "{found}");
}
