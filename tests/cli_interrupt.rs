//! Ctrl-C ends a command in an orderly way, with a word and exit code 1.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{files, folder, json, path};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

fn interrupt(child: &Child) {
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(sent.success());
}

/// Starts a command that reads from a pipe which stays open.
fn start(args: &[&str]) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin("gibbscope"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn an_interrupted_run_writes_what_there_is() {
    let files = folder(&[]);
    let out = path(&files, "o");
    let args = [
        "fit",
        "toy",
        "--sweeps",
        "1000000000",
        "--progress",
        "json",
        "--json",
    ];
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("gibbscope"))
        .args(args)
        .args(["--out", &out])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut events = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("\"sweep\"") {
        line.clear();
        assert!(events.read_line(&mut line).unwrap() > 0);
    }
    interrupt(&child);
    let mut rest = String::new();
    events.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        rest.contains("stopped after"),
        "{}",
        &rest[rest.len().saturating_sub(300)..]
    );
    let fitted: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(fitted["sweeps"].as_u64().unwrap() > 0);
    assert!(files.path().join("o/model.gibbscope").exists());
}

#[test]
fn before_there_is_a_result_a_word_is_said_and_nothing_written() {
    let work = folder(&[]);
    let (model, out) = (path(&work, "m"), path(&work, "o"));
    json(&["fit", "toy", "--sweeps", "2", "--out", &model, "--json"]);
    for args in [
        &["fit", "-", "--out", &out][..],
        &["infer", &model, "-"],
        &["evaluate", &model, "--held-out", "-"],
        &["compare", "-", "--progress", "json"],
    ] {
        let mut child = start(args);
        let pipe = child.stdin.take();
        // Reading goes on for as long as the pipe is open.
        std::thread::sleep(Duration::from_secs(1));
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        drop(pipe);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert!(
            said.contains("interrupted before there was a result"),
            "{args:?}: {said}"
        );
        assert_eq!(said.starts_with('{'), args.contains(&"json"), "{said}");
    }
    assert_eq!(files(work.path()).len(), 1, "the model alone");
}

#[test]
fn a_comparison_prints_the_models_that_are_finished() {
    // The last ones are fitted first: the unigram model in no time, the other never.
    let child = start(&[
        "compare",
        "newsroom",
        "--engines",
        "uncollapsed,unigram",
        "--topics",
        "2000",
        "--sweeps",
        "3000",
        "--threads",
        "1",
        "--json",
    ]);
    std::thread::sleep(Duration::from_secs(5));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("interrupted after 1 of 2 models"), "{said}");
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let models = found["models"].as_array().unwrap();
    assert_eq!((models.len(), &models[0]["engine"]), (1, &"unigram".into()));
}
