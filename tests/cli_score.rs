//! `score` from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{folder, path, run};
use serde_json::Value;

/// The first case of the stored coherences of gensim: six texts, one topic.
fn gensim() -> Value {
    let cases: Value =
        serde_json::from_str(include_str!("fixtures/gensim_coherence.json")).unwrap();
    cases[0].clone()
}

/// The texts of that case, each letter a word.
fn reference() -> String {
    let texts = gensim()["texts"].as_array().unwrap().clone();
    let line = |text: &Value| {
        let letters = text.as_str().unwrap().chars();
        letters.map(|c| format!("w{c} ")).collect::<String>() + "\n"
    };
    texts.iter().map(line).collect()
}

#[test]
fn topics_of_any_program_get_gensims_coherence() {
    let files = folder(&[
        ("texts.txt", reference().as_bytes()),
        // Other letters and separators name the same words; blank lines are none.
        (
            "topics.txt",
            "\u{feff}WA, wb,wC\n\nwa wb nowhere\nno thing\n".as_bytes(),
        ),
    ]);
    let (texts, topics) = (path(&files, "texts.txt"), path(&files, "topics.txt"));
    let args = [
        "score",
        &topics,
        "--reference",
        &texts,
        "--stop-words",
        "none",
    ];
    let ran = run(&[&args[..], &["--json"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let scores: Value = serde_json::from_str(&ran.out).unwrap();
    for (at, measure) in ["u_mass", "c_uci", "c_npmi", "c_v"].iter().enumerate() {
        let (got, want) = (&scores[measure], &gensim()["coherence"][at][0]);
        let (got, want) = (got["topics"][0].as_f64().unwrap(), want.as_f64().unwrap());
        assert!((got - want).abs() < 1e-9, "{measure}: {got} {want}");
        // The second topic has one pair left, the third none.
        assert!(scores[measure]["topics"][1].is_number());
        assert_eq!(scores[measure]["topics"][2], Value::Null);
        assert!(scores[measure]["mean"].is_number());
    }
    // WA wb wC, wa wb nowhere, no thing: wb alone is there twice, letters of a case apart.
    assert_eq!(scores["diversity"], 7.0 / 8.0);
    assert_eq!(scores["u_mass"]["undefined"], serde_json::json!([0, 2, 1]));
    assert!(
        ran.err
            .contains("3 words of the topics not in the reference"),
        "{}",
        ran.err
    );

    let ran = run(&args);
    assert!(
        ran.out.lines().nth(1).unwrap().ends_with("WA wb wC"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("3 pairs undefined\n"), "{}", ran.out);
    let last = ran.out.lines().last().unwrap();
    assert!(last.starts_with("diversity 0.8750: "), "{last}");
    assert!(!ran.out.contains("NaN"));
}

#[test]
fn a_file_without_topics_says_what_to_write() {
    let files = folder(&[("empty.txt", b"\n"), ("one.txt", b"bank river\nbank\n")]);
    for (file, part) in [
        ("empty.txt", "it holds no topic"),
        ("one.txt", "line 2: a topic of one word"),
        ("missing.txt", "there is no file"),
    ] {
        let ran = run(&["score", &path(&files, file), "--reference", "demo:toy"]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""));
        assert!(ran.err.contains(part), "{}", ran.err);
    }
}

#[test]
fn counts_have_no_order_and_that_is_said() {
    let files = folder(&[
        ("c.ldac", b"2 0:1 1:1\n2 0:1 1:2\n"),
        ("c.vocab", b"bank\nriver\n"),
        ("topics.txt", b"bank river\n"),
    ]);
    let ran = run(&[
        "score",
        &path(&files, "topics.txt"),
        "--reference",
        &path(&files, "c.ldac"),
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("without an order"), "{}", ran.err);
}
