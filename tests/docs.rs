//! What the documentation shows is what the program prints.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{gibbscope, run_with};
use std::path::Path;

/// Runs every `$ gibbscope …` of the console blocks of a file, in one folder, and
/// compares the output line by line; a line `…` stands for one that changes.
fn check(file: &str) {
    let work = tempfile::tempdir().unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let mut commands = 0;
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for shown in block.split("$ gibbscope ").skip(1) {
            let (command, expected) = shown.split_once('\n').unwrap();
            let mut call = gibbscope();
            call.args(command.split(' ')).current_dir(work.path());
            // Tables are as wide as the terminal says; the pages show the usual width.
            let ran = run_with(call.env_remove("COLUMNS"));
            assert_eq!(ran.code, 0, "{command}: {}", ran.err);
            let (got, want): (Vec<_>, Vec<_>) =
                (ran.out.lines().collect(), expected.lines().collect());
            assert_eq!(got.len(), want.len(), "{command}: {}", ran.out);
            for (got, want) in got.iter().zip(want) {
                assert!(want == "…" || *got == want, "{command}\n{got}\n{want}");
            }
            commands += 1;
        }
    }
    assert!(commands > 0, "{file} shows no command");
}

#[test]
fn the_runs_of_the_engines_page() {
    check("docs/engines.md");
}

#[test]
fn the_tables_of_the_groups_page() {
    check("docs/groups.md");
}

#[test]
fn the_run_of_the_chain_page() {
    check("docs/chain.md");
}

#[test]
fn the_tables_of_the_topics_page() {
    check("docs/topics.md");
}

#[test]
fn the_tables_of_the_documents_page() {
    check("docs/documents.md");
}

#[test]
fn the_tables_of_the_words_page() {
    check("docs/words.md");
}

#[test]
fn the_pictures_of_the_map_page() {
    check("docs/map.md");
}

#[test]
fn the_run_of_the_report_page() {
    check("docs/report.md");
}

#[test]
fn the_difference_of_the_compare_page() {
    check("docs/compare.md");
}

#[test]
fn the_recovery_of_the_story_page() {
    check("docs/story.md");
}

#[test]
fn the_table_of_the_exact_page() {
    check("docs/exact.md");
}
