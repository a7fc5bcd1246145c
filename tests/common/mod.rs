//! What the tests of the command line share.

#![allow(dead_code, reason = "every test file uses its own part")]

use assert_cmd::Command;
use serde_json::Value;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The program.
pub fn gibbscope() -> Command {
    let mut command = Command::cargo_bin("gibbscope").unwrap();
    command.env("NO_COLOR", "1");
    command
}

/// Exit code, standard output and standard error of a call.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program.
pub fn run(args: &[&str]) -> Ran {
    run_with(gibbscope().args(args))
}

/// Runs a prepared command.
pub fn run_with(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    Ran {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs a command that must succeed, and reads its JSON.
pub fn json(args: &[&str]) -> Value {
    let ran = run(args);
    assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
    serde_json::from_str(&ran.out).unwrap()
}

/// Runs a command that must succeed and say nothing else, and reads its JSON lines.
pub fn json_lines(args: &[&str]) -> Vec<Value> {
    let ran = run(args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
    let lines = ran.out.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A folder with files.
pub fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    folder
}

/// A path in a folder, as an argument.
pub fn path(folder: &TempDir, name: &str) -> String {
    text(&folder.path().join(name))
}

/// A path as an argument.
pub fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

/// A folder with the model `m` of such a fit.
pub fn fitted(args: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let out = path(&folder, "m");
    json(&[&["fit"], args, &["--seed", "1", "--json", "--out", &out]].concat());
    folder
}

/// The toy in its two halves: topics of 15 tokens each.
pub fn toy() -> TempDir {
    let priors = ["--topics", "2", "--alpha", "0.5", "--eta", "0.5"];
    let args = ["demo:toy", "--engine", "uncollapsed", "--sweeps", "600"];
    fitted(&[&args[..], &priors].concat())
}

/// The files in a folder, by name.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

/// Runs the program, interrupts it once standard error has a line with `word`, and gives
/// its exit code, standard output and the rest of standard error.
#[cfg(unix)]
pub fn interrupted(args: &[&str], word: &str) -> (i32, String, String) {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("gibbscope"))
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains(word) {
        line.clear();
        assert!(said.read_line(&mut line).unwrap() > 0);
    }
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(sent.success());
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), printed, rest)
}
