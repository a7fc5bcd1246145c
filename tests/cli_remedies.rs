//! What is wrong is named, with what to do about it, and nothing is left behind or replaced
//! that nobody asked for.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{files, fitted, folder, gibbscope, json, path, run, run_with};
use std::fs::{read, read_to_string, write};
use unicode_width::UnicodeWidthStr;

/// Runs a command that fails with this code and says all of these words on one line.
fn refused(args: &[&str], code: i32, words: &[&str]) {
    let ran = run(args);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (code, ""),
        "{args:?}: {}",
        ran.err
    );
    let said = ran
        .err
        .lines()
        .find(|line| line.starts_with("error: "))
        .unwrap();
    for word in words {
        assert!(said.contains(word), "{args:?}: no {word:?} in {said}");
    }
}

#[test]
fn words_and_columns_without_a_name_are_seen() {
    let work = folder(&[
        ("x.vocab", b"a\n\nb\n"),
        ("x.ldac", b"3 0:2 1:3 2:1\n2 0:1 1:4\n"),
        ("c.csv", b"id,,text\n1,p,cat dog\n2,q,dog mouse\n"),
    ]);
    let (counts, model) = (path(&work, "x.ldac"), path(&work, "m"));
    let args = [
        "fit", &counts, "--topics", "2", "--sweeps", "5", "--seed", "1", "--out", &model,
    ];
    let ran = run(&args);
    assert!(ran.out.contains("(empty)"), "{}", ran.out);
    for args in [
        &["words", &model][..],
        &["words", &model, ""],
        &["topics", &model],
    ] {
        let ran = run(args);
        assert!(
            ran.code == 0 && ran.out.contains("(empty)"),
            "{args:?}: {}",
            ran.out
        );
    }
    let table = path(&work, "c.csv");
    refused(
        &["fit", &table, "--text-column", "body"],
        1,
        &["`id`, (empty), `text`"],
    );
}

#[test]
fn json_that_is_right_but_cannot_be_taken_says_why() {
    let deep = format!("{{\"text\":{}{}}}\n", "[".repeat(300), "]".repeat(300));
    let work = folder(&[
        ("deep.jsonl", deep.as_bytes()),
        ("big.jsonl", b"{\"text\":\"a b\",\"n\":1e400}\n"),
        ("bad.jsonl", b"{\"text\":\"a b\"}\n{\"text\" \"a\"}\n"),
    ]);
    refused(
        &["fit", &path(&work, "deep.jsonl")],
        1,
        &["line 1: at column 135", "127 within"],
    );
    refused(
        &["fit", &path(&work, "big.jsonl")],
        1,
        &["line 1: the number", "1.8e308", "string"],
    );
    refused(
        &["fit", &path(&work, "bad.jsonl")],
        1,
        &["line 2", "not valid JSON (column 9: expected"],
    );
}

#[test]
fn a_model_is_told_from_a_corpus_and_from_that_of_another_version() {
    let work = fitted(&["toy", "--sweeps", "5"]);
    let model = path(&work, "m");
    let file = path(&work, "m/model.gibbscope");
    for name in [&model, &file] {
        refused(
            &["fit", name],
            1,
            &[name, "is a model", "gibbscope topics", "replay"],
        );
        refused(&["infer", &model, name], 1, &[name, "is a model"]);
        refused(&[name], 1, &["is a model", "gibbscope topics"]);
    }
    // A later version may hold other things, and say so before anything else is looked at.
    use std::io::Write;
    let newer: &[u8] = &[
        0x82, 0xa7, b'v', b'e', b'r', b's', b'i', b'o', b'n', 9, 0xa4, b'm', b'o', b'r', b'e', 1,
    ];
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(newer).unwrap();
    write(&file, gzip.finish().unwrap()).unwrap();
    let words = [
        "of version 9",
        "reads version 1",
        "the gibbscope that wrote it",
    ];
    refused(&["topics", &model], 1, &words);
    let session = work.path().join("m/session.ron");
    let text = read_to_string(&session).unwrap();
    write(
        &session,
        text.replace("version: 1", "version: 9, more: Some(Thing)"),
    )
    .unwrap();
    refused(&["replay", &model], 1, &words);
}

#[test]
fn a_corpus_that_does_not_fit_the_model_is_a_failure_of_every_command() {
    let work = fitted(&["toy", "--sweeps", "5"]);
    let (model, out) = (path(&work, "m"), path(&work, "r.html"));
    for args in [
        &["words", &model, "wrench", "--corpus", "newsroom"][..],
        &["words", &model, "wrench", "--corpus", "bars"],
        &["documents", &model, "--corpus", "newsroom"],
        &["evaluate", &model, "--corpus", "newsroom"],
        &["report", &model, "--corpus", "newsroom", "--out", &out],
    ] {
        refused(args, 1, &["corpus"]);
    }
}

#[test]
fn topics_to_score_that_cannot_be_read_have_a_remedy() {
    let work = folder(&[("bin", b"\x00\xff\xfe")]);
    let score = |name: &str, words: &[&str]| {
        let file = path(&work, name);
        refused(
            &["score", &file, "--reference", "toy"],
            1,
            &[words, &[file.as_str()]].concat(),
        );
    };
    score("bin", &["not text in UTF-8", "one on each line"]);
    score("none", &["there is no file", "one on each line"]);
    score("", &["is a folder", "one on each line"]);
}

#[test]
fn results_of_another_run_are_replaced_only_when_that_is_asked_for() {
    let work = fitted(&["toy", "--sweeps", "5"]);
    let out = path(&work, "m");
    let file = work.path().join("m/model.gibbscope");
    let old = read(&file).unwrap();
    // So many sweeps would not end.
    let again = [
        "fit",
        "toy",
        "--sweeps",
        "1000000000000",
        "--seed",
        "2",
        "--out",
        &out,
    ];
    refused(&again, 1, &["holds results already", "--force"]);
    refused(
        &["replay", &out, "--out", &out],
        1,
        &["holds results already", "--force"],
    );
    assert_eq!(read(&file).unwrap(), old);
    let again = [
        "fit", "toy", "--sweeps", "5", "--seed", "2", "--out", &out, "--force", "--json",
    ];
    assert_eq!(json(&again)["seed"], 2);
    assert_ne!(read(&file).unwrap(), old);
    assert_eq!(run(&["replay", &out, "--out", &out, "--force"]).code, 0);
    refused(
        &[
            "report",
            &out,
            "--title",
            " ",
            "--out",
            &path(&work, "r.html"),
        ],
        2,
        &["--title"],
    );
}

#[test]
fn long_words_are_cut_where_the_screen_ends() {
    let long = "rhabarber".repeat(30);
    let text = format!("{long} {long} cat\ndog {long}\n");
    let topics = format!("{long} cat\n");
    let work = folder(&[("a.txt", text.as_bytes()), ("topics", topics.as_bytes())]);
    let file = path(&work, "a.txt");
    let fit = [
        "fit", &file, "--topics", "2", "--sweeps", "5", "--seed", "1",
    ];
    let score = ["score", &path(&work, "topics"), "--reference", &file];
    for args in [&fit[..], &score] {
        let ran = run_with(gibbscope().args(args).env("COLUMNS", "80"));
        assert_eq!(ran.code, 0, "{}", ran.err);
        let lines: Vec<&str> = ran
            .out
            .lines()
            .filter(|line| line.contains("rhabarber"))
            .collect();
        assert!(
            !lines.is_empty() && lines.iter().all(|line| line.width() == 80),
            "{}",
            ran.out
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    use std::process::{Command, Stdio};
    for args in [&["--help"][..], &["--version"], &["fit", "--help"]] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_gibbscope"))
            .args(args)
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let said = String::from_utf8(child.stderr).unwrap();
        assert_eq!(child.status.code(), Some(1), "{args:?}: {said}");
        assert!(said.contains("cannot write to standard output"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_corpus_that_is_given_up_while_it_is_drawn_leaves_no_folder() {
    let work = folder(&[]);
    let out = path(&work, "deep/drawn");
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_gibbscope"))
        .args(["generate", "--documents", "5000000", "--out", &out])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    let process = child.id().to_string();
    let killed = std::process::Command::new("kill")
        .args(["-INT", &process])
        .status()
        .unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(files(work.path()).is_empty() && !work.path().join("deep").exists());
}
