//! `convert` and `evaluate`: what leaves can be read again; and what the program
//! says about itself.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{files, folder, gibbscope, json, path, run, run_with, text};
use gibbscope::corpus::{Corpus, Source, Unwatched};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

const TEXT: &str = "id,title,text\n\
    d 1,fruit,apple pear apple plum\n\
    d2,,\n\
    d3,tools,the hammer nail saw u.s hammer\n\
    d4,both,pear nail naïve\n";

fn open(name: &str, tokenizer: &str) -> Corpus {
    let mut source: Source = ron::from_str("(name: \"\", build: (stop_words: none))").unwrap();
    source.name = name.to_owned();
    source.build.tokenizer.kind = tokenizer.parse().unwrap();
    source.open(&mut Unwatched).unwrap().corpus
}

/// Counts of each document by word.
fn counts(corpus: &Corpus) -> Vec<BTreeMap<&str, usize>> {
    (0..corpus.documents())
        .map(|d| {
            let mut counts = BTreeMap::new();
            for &word in corpus.document(d) {
                *counts.entry(corpus.vocabulary().word(word)).or_default() += 1;
            }
            counts
        })
        .collect()
}

fn ids(corpus: &Corpus) -> Vec<&str> {
    (0..corpus.documents()).map(|d| corpus.id(d)).collect()
}

fn corpus_file(folder: &Path) -> String {
    let file = files(folder).into_iter().find(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        !name.contains("vocab") && !name.contains("ids")
    });
    text(&file.unwrap())
}

#[test]
fn every_format_comes_back_the_same() {
    let work = folder(&[("a.csv", TEXT.as_bytes())]);
    let source = path(&work, "a.csv");
    let original = open(&source, "unicode");
    for format in ["ldac", "uci", "mm", "svmlight", "mallet"] {
        let out = path(&work, format);
        let args = [
            "convert",
            &source,
            "--to",
            format,
            "--out",
            &out,
            "--stop-words",
            "none",
        ];
        let ran = run(&args);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (0, ""),
            "{format}: {}",
            ran.err
        );
        let names = files(Path::new(&out));
        let vocabularies = names.iter().filter(|n| text(n).ends_with("vocab"));
        assert_eq!(
            (names.len(), vocabularies.count()),
            (3, usize::from(format != "uci"))
        );

        let file = corpus_file(Path::new(&out));
        let again = open(&file, "whitespace");
        assert_eq!(counts(&again), counts(&original), "{format}");
        assert_eq!(again.vocabulary().words(), original.vocabulary().words());
        let spaced = if format == "mallet" { "d_1" } else { "d 1" };
        assert_eq!(ids(&again), [spaced, "d2", "d3", "d4"], "{format}");
        if format == "mallet" {
            assert_eq!(again.content_hash(), original.content_hash());
            assert_eq!(again.title(0), Some("fruit"));
        }

        // A second trip changes nothing, not even the order of the tokens.
        let twice = path(&work, &format!("{format}-twice"));
        let args = [
            "convert",
            &file,
            "--to",
            format,
            "--out",
            &twice,
            "--stop-words",
            "none",
        ];
        let ran = run(&[&args[..], &["--tokenizer", "whitespace"]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        let hash = open(&corpus_file(Path::new(&twice)), "whitespace").content_hash();
        assert_eq!(hash, again.content_hash(), "{format}");
    }
}

#[test]
fn stop_words_and_limits_are_applied_before_converting() {
    let work = folder(&[("a.csv", TEXT.as_bytes())]);
    let out = path(&work, "o");
    let args = [
        "convert",
        &path(&work, "a.csv"),
        "--to",
        "ldac",
        "--out",
        &out,
    ];
    let ran = run(&[&args[..], &["--stop-words", "english", "--min-df", "2"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let read = |name: &str| std::fs::read_to_string(Path::new(&out).join(name)).unwrap();
    assert_eq!(read("corpus.vocab"), "nail\npear\n");
    assert_eq!(read("corpus.ldac"), "1 1:1\n0\n1 0:1\n2 0:1 1:1\n");
    assert_eq!(read("corpus.ids"), "d 1\nd2\nd3\nd4\n");
}

#[test]
fn labels_stay_when_they_are_numbers() {
    let work = folder(&[("a.svmlight", b"+1 1:2 # x\nspam 2:1\n-0.5 1:1\n")]);
    let out = path(&work, "o");
    let ran = run(&[
        "convert",
        &path(&work, "a.svmlight"),
        "--to",
        "svmlight",
        "--out",
        &out,
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let written = std::fs::read_to_string(Path::new(&out).join("corpus.svmlight")).unwrap();
    assert_eq!(written, "+1 1:2\n0 2:1\n-0.5 1:1\n");
}

#[test]
fn words_with_spaces_have_no_mallet_line() {
    let work = folder(&[("a.txt", b"new york, los angeles, new york\n")]);
    let args = [
        "convert",
        &path(&work, "a.txt"),
        "--token-pattern",
        "[a-z ]+[a-z]",
    ];
    let mallet = [
        "--to",
        "mallet",
        "--out",
        &path(&work, "o"),
        "--stop-words",
        "none",
    ];
    let ran = run(&[&args[..], &mallet].concat());
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("cannot hold the word"), "{}", ran.err);
    assert!(!work.path().join("o").exists(), "a refusal writes nothing");
    let ldac = [
        "--to",
        "ldac",
        "--out",
        &path(&work, "o"),
        "--stop-words",
        "none",
    ];
    assert_eq!(run(&[&args[..], &ldac].concat()).code, 0);
}

/// Two documents; V = 3, K = 2.
const STATE: &str = "#doc source pos typeindex type topic\n#alpha : 0.5 1.5 \n#beta : 0.1\n\
    0 a b.txt 0 0 x 0\n0 a b.txt 1 2 z 1\n2 NA 0 1 y 1\n2 NA 1 1 y 1\n";

/// Σ over j below n of ln(a + j): lnΓ(a + n) − lnΓ(a).
fn rising(a: f64, n: u32) -> f64 {
    (0..n).map(|j| (a + f64::from(j)).ln()).sum()
}

#[test]
fn a_state_has_the_likelihood_of_the_formula() {
    let work = folder(&[("s.txt", STATE.as_bytes())]);
    let state = path(&work, "s.txt");
    let found = json(&["evaluate", &state, "--json"]);
    let numbers = [
        "documents",
        "vocabulary",
        "tokens",
        "empty_documents",
        "topics",
    ];
    assert_eq!(numbers.map(|n| found[n].as_u64().unwrap()), [3, 3, 4, 1, 2]);
    assert_eq!(found["alpha"], serde_json::json!([0.5, 1.5]));
    let document =
        rising(0.5, 1) + rising(1.5, 1) - rising(2.0, 2) + rising(1.5, 2) - rising(2.0, 2);
    let word = |eta: f64, v: f64| {
        2.0 * rising(eta, 1) + rising(eta, 2) - rising(v * eta, 1) - rising(v * eta, 3)
    };
    let near = |found: &Value, name: &str, wanted: f64| {
        let found = found[name].as_f64().unwrap();
        assert!(
            (found - wanted).abs() < 1e-9,
            "{name}: {found}, wanted {wanted}"
        );
    };
    near(&found, "log_joint_document", document);
    near(&found, "log_joint_word", word(0.1, 3.0));
    near(&found, "log_joint", document + word(0.1, 3.0));
    near(
        &found,
        "log_joint_per_token",
        (document + word(0.1, 3.0)) / 4.0,
    );

    let found = json(&["evaluate", &state, "--json", "--eta", "0.4", "--alpha", "1"]);
    near(&found, "log_joint_word", word(0.4, 3.0));
    assert_eq!(found["alpha"], 1.0);

    // The corpus has a word and a document more, and the same tokens.
    std::fs::write(work.path().join("c.txt"), "z x\n\nY y\n\nw\n").unwrap();
    let corpus = path(&work, "c.txt");
    let args = ["evaluate", &state, "--json", "--corpus", &corpus];
    let ran = run(&args);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("document 4 (4) has 'w' 0 times"),
        "{}",
        ran.err
    );
    std::fs::write(work.path().join("c.ldac"), "2 0:1 3:1\n0\n1 1:2\n0\n").unwrap();
    std::fs::write(work.path().join("c.vocab"), "x\ny\nunused\nz\n").unwrap();
    let found = json(&[
        "evaluate",
        &state,
        "--json",
        "--corpus",
        &path(&work, "c.ldac"),
    ]);
    assert_eq!(
        (&found["vocabulary"], &found["documents"]),
        (&4.into(), &4.into())
    );
    near(&found, "log_joint_word", word(0.1, 4.0));
    std::fs::write(work.path().join("c.vocab"), "x\ny\nunused\nq\n").unwrap();
    let ran = run(&["evaluate", &state, "--corpus", &path(&work, "c.ldac")]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("the word 'z'"), "{}", ran.err);
}

#[test]
fn a_model_is_checked_against_its_corpus() {
    let work = folder(&[]);
    let out = path(&work, "o");
    json(&["fit", "toy", "--sweeps", "3", "--out", &out, "--json"]);
    let args = ["evaluate", &out, "--corpus"];
    assert_eq!(run(&[&args[..], &["toy"]].concat()).code, 0);
    let ran = run(&[&args[..], &["river-bank"]].concat());
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("content hash"), "{}", ran.err);
    let other = json(&["evaluate", &out, "--alpha", "1", "--eta", "2", "--json"]);
    assert_eq!((&other["alpha"], &other["eta"]), (&1.0.into(), &2.0.into()));
}

#[test]
fn the_program_lists_and_describes_itself() {
    let list = json(&["corpora", "--json"]);
    let names: Vec<&str> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|d| d["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["newsroom", "toy", "river-bank", "bars", "korean", "chinese"]
    );
    assert_eq!(list[0]["settings"]["topics"], 8);
    let text = run(&["corpora"]).out;
    assert!(names.iter().all(|name| text.contains(name)));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(run(&["completions", shell]).out.contains("gibbscope"));
    }
    assert!(run(&["man"]).out.contains(".TH"));
    let work = folder(&[]);
    assert_eq!(run(&["man", "--out", &path(&work, "man")]).code, 0);
    assert!(work.path().join("man/gibbscope-fit.1").exists());
}

#[test]
fn a_bare_name_is_a_file_where_there_is_one() {
    let work = folder(&[("toy", b"one two\nthree four five\n")]);
    let args = ["fit", "toy", "--topics", "2", "--sweeps", "1", "--json"];
    let ran = run_with(gibbscope().current_dir(work.path()).args(args));
    let fitted: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(
        (&fitted["documents"], &fitted["alpha"]),
        (&2.into(), &0.1.into())
    );
}
