//! Bad input gets one clear sentence on standard error, nothing on standard
//! output, and the right exit code.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{folder, gibbscope, json, path, run, run_with};
use std::process::{Command, Stdio};

const TEXT: &[u8] = b"apple pear apple\npear plum\n";

/// Runs the command and looks for the code and the words of the message.
fn refused(args: &[&str], code: i32, words: &[&str]) {
    let ran = run_with(gibbscope().args(args).write_stdin(""));
    assert_eq!(ran.code, code, "{args:?}: {}", ran.err);
    assert_eq!(ran.out, "", "{args:?}");
    for word in words {
        assert!(
            ran.err.contains(word),
            "{args:?} lacks '{word}': {}",
            ran.err
        );
    }
}

#[test]
fn files_that_are_no_corpus() {
    let files = folder(&[
        ("l.txt", b"caf\xe9 au lait\n"),
        ("b.bin", b"\x00\x01\x02\xff\xfe\x00\x90\x80"),
        ("x.csv", b"id,text\n1,hello world\n"),
        ("q.csv", b"id,text\n1,\"never closed\n2,next\n"),
        ("c.ldac", b"1 0:1\n3 0:1 2:3\n"),
        ("p.ldac", b"2 1:1 3:3\n"),
        ("p.vocab", b"a\nb\nc\n"),
        ("docword.u.txt", b"4\n3\n3\n1 1 2\n1 3 1\n5 1 1\n"),
        ("vocab.u.txt", b"a\nb\nc\n"),
        ("empty.txt", b""),
        ("folder/readme.bin", b"\x00\x01"),
        ("blank.txt", b"\n\n"),
        ("a.txt", TEXT),
    ]);
    std::fs::create_dir(files.path().join("nothing")).unwrap();
    for (name, words, more) in [
        ("nosuch.txt", &["nosuch.txt"][..], &[][..]),
        ("nothing", &["nothing"], &[]),
        ("l.txt", &["line 1", "encoding"], &[]),
        ("b.bin", &["b.bin"], &[]),
        ("x.csv", &["nope", "text"], &["--text-column", "nope"]),
        ("q.csv", &["line 2"], &[]),
        ("c.ldac", &["line 2"], &[]),
        ("p.ldac", &["line 1", "3"], &[]),
        ("docword.u.txt", &["5", "4"], &[]),
        ("empty.txt", &["no documents"], &[]),
        ("blank.txt", &["word"], &[]),
        ("a.txt", &["--min-df 50"], &["--min-df", "50"]),
    ] {
        let args = [
            "fit",
            &path(&files, name),
            "--topics",
            "2",
            "--sweeps",
            "2",
            "--json",
        ];
        refused(&[&args[..], more].concat(), 1, words);
    }
    refused(&["fit", "demo:nosuch"], 1, &["newsroom"]);
}

#[test]
fn no_control_character_reaches_the_terminal() {
    let escape = "\u{1b}]0;title\u{7}\u{1b}[31m";
    let files = folder(&[
        (
            "a.txt",
            format!("{escape}red {escape}red pear\n").as_bytes(),
        ),
        ("c.ldac", b"1 0:1\n"),
        ("c.vocab", format!("{escape}red\n").as_bytes()),
    ]);
    let (text, counts) = (path(&files, "a.txt"), path(&files, "c.ldac"));
    let missing = path(&files, &format!("{escape}.txt"));
    for (args, code) in [
        (&["fit", &text, "--tokenizer", "whitespace"][..], 0),
        (&["fit", &counts], 0),
        (&["fit", &missing], 1),
        (&["evaluate", &missing], 1),
        (&["fit", &text, "--stop-words", escape], 2),
        (&["fit", &text, "--base", escape], 2),
    ] {
        let sweeps: &[&str] = if args[0] == "fit" {
            &["--sweeps", "1"]
        } else {
            &[]
        };
        let ran = run(&[args, sweeps].concat());
        assert_eq!(ran.code, code, "{args:?}: {}", ran.err);
        for said in [&ran.out, &ran.err] {
            let bad = said.chars().any(|c| c.is_control() && c != '\n');
            assert!(!bad, "{args:?}: {said:?}");
        }
        // The parser of arguments leaves whole sequences out.
        let shown = args.contains(&"--base") || (ran.out + &ran.err).contains("[31m");
        assert!(shown, "{args:?}");
    }
    let fitted = json(&["fit", &counts, "--topics", "1", "--sweeps", "1", "--json"]);
    assert_eq!(fitted["top_words"][0][0], format!("{escape}red"));
}

#[test]
fn values_out_of_range_are_usage() {
    let files = folder(&[("a.txt", TEXT)]);
    let text = path(&files, "a.txt");
    for (more, words) in [
        (
            &["--topics", "0"][..],
            &["--topics", "0", "from 1 to 65535"][..],
        ),
        (&["--topics", "-1"], &["--topics", "-1", "from 1 to 65535"]),
        (
            &["--topics", "65536"],
            &["--topics", "65536", "from 1 to 65535"],
        ),
        (&["--alpha", "0"], &["alpha 0 ", "1e-100"]),
        (&["--alpha", "-1"], &["alpha -1 ", "1e-100"]),
        (&["--alpha", "NaN"], &["alpha NaN", "1e-100"]),
        (&["--alpha", "much"], &["--alpha", "much"]),
        (
            &["--alpha", "1,2,3", "--topics", "2"],
            &["alpha has 3 values", "2"],
        ),
        (&["--eta=-1"], &["eta -1 ", "1e-100"]),
        (&["--eta", "inf"], &["eta inf"]),
        (&["--eta", "nosuch.tsv"], &["--eta", "nosuch.tsv", "file"]),
        (&["--eta", "1,2"], &["eta has 2 values", "3"]),
        (&["--topicz", "3"], &["--topicz"]),
        (&["--topics", "x"], &["--topics", "from 1 to 65535"]),
        (&["--sweeps", "-1"], &["--sweeps", "whole number from 0"]),
        (&["--seed", "x"], &["--seed", "whole number from 0"]),
        (&["--threads", "0"], &["--threads", "whole number from 1"]),
        (&["--base", "2"], &["--base", "from 0 to 1"]),
        (&["--engine", "magic"], &["--engine", "collapsed"]),
        (&["--format", "doc"], &["--format", "ldac"]),
        (&["--encoding", "klingon"], &["klingon"]),
        (&["--min-df", "few"], &["--min-df", "few"]),
        (
            &["--min-df", "3", "--max-df", "2"],
            &["--max-df", "--min-df"],
        ),
        (&["--max-features", "0"], &["--max-features", "from 1 to"]),
        (&["--stop-words", "nosuch"], &["--stop-words", "nosuch"]),
        (&["--tokenizer", "magic"], &["sklearn"]),
        (&["--token-pattern", "("], &["--token-pattern"]),
    ] {
        refused(&[&["fit", &text], more].concat(), 2, words);
    }
    let large = ["fit", "newsroom", "--engine", "plsi", "--topics", "65000"];
    refused(&large, 2, &["65000 × 1490", "at most 45039 topics"]);
    let export = ["export", "x", "--to", "csv", "--words", "0"];
    refused(&export, 2, &["--words", "whole number from 1"]);
    // Before the corpus is read: the file need not even exist.
    refused(&["fit", "no/such", "--alpha", "0"], 2, &["alpha 0"]);
    refused(&["fit"], 2, &["CORPUS"]);
}

#[test]
fn an_eta_file_must_fit_the_vocabulary() {
    let files = folder(&[
        ("a.txt", TEXT),
        ("bad.tsv", b"apple\t1\npear 2\n"),
        ("range.tsv", b"apple\t1\n*\t-2\n"),
        ("unknown.tsv", b"*\t1\n\nkiwi\t1\n"),
        ("twice.tsv", b"*\t1\npear\t1\npear\t2\n"),
        ("others.tsv", b"*\t1\napple\t1\n*\t2\n"),
        ("missing.tsv", b"apple\t1\n"),
    ]);
    for (name, words) in [
        ("bad.tsv", &["bad.tsv", "line 2"][..]),
        ("range.tsv", &["line 2", "eta -2"]),
        ("unknown.tsv", &["line 3", "kiwi"]),
        ("twice.tsv", &["line 3", "pear"]),
        (
            "others.tsv",
            &["line 3: '*' has a value already, in line 1"],
        ),
        ("missing.tsv", &["pear", "*<TAB>"]),
    ] {
        let eta = path(&files, name);
        refused(&["fit", &path(&files, "a.txt"), "--eta", &eta], 1, words);
    }
}

#[test]
fn an_output_that_cannot_be_written_is_found_before_sampling() {
    let files = folder(&[("file", b"x"), ("taken/model.gibbscope/x", b"")]);
    for out in ["file", "file/below", "taken"] {
        let out = path(&files, out);
        // So many sweeps would not end.
        let args = ["fit", "toy", "--sweeps", "1000000000000", "--out", &out];
        refused(&args, 1, &["--out", &out]);
    }
    refused(
        &[
            "convert",
            "toy",
            "--to",
            "mm",
            "--out",
            &path(&files, "file"),
        ],
        1,
        &["--out"],
    );
}

#[test]
fn the_explorer_needs_a_terminal() {
    refused(&["toy"], 2, &["terminal", "gibbscope fit"]);
    refused(&[], 2, &["terminal", "gibbscope fit"]);
    refused(&["toy", "--alpha", "-1"], 2, &["alpha -1"]);
    refused(&["toy", "--speed", "0"], 2, &["--speed"]);
}

#[test]
fn models_and_states_that_are_none() {
    let files = folder(&[
        ("a.txt", TEXT),
        (
            "headless.txt",
            b"#doc source pos typeindex type topic\n0 NA 0 0 a 1\n",
        ),
        (
            "alpha.txt",
            b"#doc source pos typeindex type topic\n#alpha : 0 1 \n#beta : 0.1\n0 NA 0 0 a 1\n",
        ),
        ("junk.gibbscope", b"\x1f\x8b junk"),
        ("empty.gibbscope", b""),
        ("cut", b"\x1f"),
    ]);
    let evaluate = |name: &str, more: &[&str], code, words: &[&str]| {
        refused(
            &[&["evaluate", &path(&files, name)], more].concat(),
            code,
            words,
        );
    };
    evaluate("nosuch", &[], 1, &["nosuch"]);
    evaluate("a.txt", &[], 1, &["line 1"]);
    for name in ["junk.gibbscope", "empty.gibbscope", "cut"] {
        evaluate(
            name,
            &[],
            1,
            &[name, "damaged", "gibbscope fit CORPUS --out DIR"],
        );
    }
    evaluate("headless.txt", &[], 2, &["--alpha"]);
    evaluate("headless.txt", &["--alpha", "1"], 2, &["--eta"]);
    evaluate(
        "headless.txt",
        &["--alpha", "0", "--eta", "1"],
        2,
        &["alpha 0"],
    );
    evaluate("alpha.txt", &[], 1, &["header", "alpha 0"]);
    let text = path(&files, "a.txt");
    refused(&["export", &text, "--to", "topic-keys"], 1, &["model"]);
    refused(&["export", &text, "--to", "csv"], 2, &["--out"]);
    refused(&["replay", &text], 1, &["session"]);
    refused(&["replay", &path(&files, "nosuch")], 1, &["nosuch"]);
}

#[test]
fn help_and_version_are_answers() {
    for args in [
        &["--help"][..],
        &["--version"],
        &["fit", "--help"],
        &["race", "--help"],
        &["terms", "--help"],
        &["topics", "--help"],
        &["evaluate", "--help"],
        &["convert", "-h"],
        &["export", "--help"],
        &["replay", "--help"],
        &["corpora", "--help"],
        &["man", "--help"],
        &["completions", "--help"],
    ] {
        let ran = run(args);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
        assert!(
            args[0] == "--version" || ran.out.contains("Example"),
            "{args:?}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = Command::new(assert_cmd::cargo::cargo_bin("gibbscope"))
        .args(["fit", "toy", "--sweeps", "3"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(err.contains("cannot write to standard output"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_is_no_failure() {
    for args in [
        &["fit", "toy", "--sweeps", "3"][..],
        &["corpora"],
        &["man"],
        &["completions", "zsh"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = Command::new(assert_cmd::cargo::cargo_bin("gibbscope"))
            .args(args)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {err}");
        assert!(
            !err.contains("error") && !err.contains("panicked"),
            "{args:?}: {err}"
        );
    }
}
