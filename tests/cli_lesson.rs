//! `lesson` from outside, and every bundled lesson.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{folder, path, run};
use gibbscope::session::lesson::{Claim, Expect, Finding, Lesson, bundled, examine, play, read};
use serde_json::Value;
use std::path::Path;

/// The lesson that the documentation shows.
fn example() -> &'static str {
    let page = include_str!("../docs/lessons.md");
    page.split("```ron\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap()
}

fn findings(lesson: &Lesson) -> Vec<Finding> {
    let mut all = Vec::new();
    play(lesson, None, &mut |_, _, found| all.extend(found.to_vec())).unwrap();
    all
}

/// The same expectation moved to where the number that was found is no longer right.
fn perturbed(is: Expect, got: f64) -> Vec<Expect> {
    let step = |tolerance: f64| 2.001 * tolerance + 1e-6 * got.abs().max(1.0);
    match is {
        Expect::About(x, t) => vec![Expect::About(x + step(t), t), Expect::About(x - step(t), t)],
        Expect::Equal(x) => vec![Expect::Equal(x + step(0.0)), Expect::Equal(x - step(0.0))],
        Expect::Above(x) => vec![Expect::Above(x + (got - x) + step(0.0))],
        Expect::Below(x) => vec![Expect::Below(x - (x - got) - step(0.0))],
        Expect::Between(a, b) => {
            let width = (b - a) + step(0.0);
            vec![
                Expect::Between(a + width, b + width),
                Expect::Between(a - width, b - width),
            ]
        }
    }
}

/// Every claim of every bundled lesson is true, and none is where its number is moved
/// beyond its tolerance, or another answer is called the right one.
#[test]
fn every_bundled_lesson_is_true_and_fails_when_it_is_perturbed() {
    for lesson in bundled::all().unwrap() {
        let name = &lesson.name;
        examine(name, &lesson, None).unwrap();
        assert!(
            lesson.steps.len() >= 8,
            "{name}: {} steps",
            lesson.steps.len()
        );
        assert!(lesson.checks() >= 3, "{name}: {} checks", lesson.checks());
        assert!(
            (5..=10).contains(&lesson.minutes),
            "{name}: {} minutes",
            lesson.minutes
        );
        assert!(
            lesson
                .steps
                .iter()
                .filter(|step| step.ask.is_some())
                .count()
                >= 3,
            "{name}"
        );
        for finding in findings(&lesson) {
            let at = finding.at;
            assert!(
                finding.holds(),
                "{name} {at:?}: {:?} {:?}",
                finding.claim,
                finding.got
            );
            let got = *finding.got.as_ref().unwrap();
            let Claim { value, is, so } = finding.claim.clone();
            if so {
                for is in perturbed(is, got) {
                    let claim = Claim {
                        value: value.clone(),
                        is,
                        so,
                    };
                    let moved = Finding {
                        claim,
                        ..finding.clone()
                    };
                    assert!(!moved.holds(), "{name} {at:?}: {is} still holds of {got}");
                }
            }
            let other = Finding {
                claim: Claim { so: !so, value, is },
                ..finding.clone()
            };
            assert!(
                !other.holds(),
                "{name} {at:?}: true whichever answer is right"
            );
        }
    }
}

#[test]
fn a_number_to_be_worked_out_is_measured_in_every_bundled_lesson() {
    use gibbscope::session::lesson::Question;
    for lesson in bundled::all().unwrap() {
        for step in &lesson.steps {
            if let Some(Question::Number { value, .. }) = step.ask.as_ref().map(|ask| &ask.part) {
                assert!(value.is_some(), "{} {:?}", lesson.name, step.at);
            }
        }
    }
}

/// A translation has the steps of the English, since it is the same file; it must have the
/// same texts too.
#[test]
fn a_translation_is_whole() {
    for lesson in bundled::all().unwrap() {
        for language in lesson.title.languages() {
            for text in lesson.texts() {
                let there = text.languages().any(|own| own == language);
                assert!(
                    there,
                    "{} lacks {language}: {}",
                    lesson.name,
                    text.get("en")
                );
            }
        }
    }
}

#[test]
fn the_example_of_the_documentation_plays_and_is_judged() {
    let files = folder(&[("fruit-and-tools.ron", example().as_bytes())]);
    let file = path(&files, "fruit-and-tools.ron");
    let played = run(&["lesson", &file, "--unattended"]);
    assert_eq!(played.code, 0, "{}", played.err);
    let page = include_str!("../docs/lessons.md");
    let shown = page
        .split("--unattended\n")
        .last()
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    assert_eq!(played.out, shown);
    assert!(
        played.out.lines().all(|line| line.chars().count() <= 80),
        "{}",
        played.out
    );

    let wrong = example().replace("right: 0.714", "right: 0.814");
    std::fs::write(&file, wrong).unwrap();
    let played = run(&["lesson", &file, "--unattended"]);
    assert_eq!(played.code, 1);
    assert!(
        played.out.contains("FAIL phi of 'wrench'"),
        "{}",
        played.out
    );
    assert!(
        played
            .err
            .contains("1 of 7 claims fail, the first in step 3"),
        "{}",
        played.err
    );
}

/// The place of a mistake is that of the part that is wrong.
#[test]
fn a_bad_lesson_is_told_with_its_place() {
    // What is replaced by what, what is said, and where: the line of a text, and how many
    // lines above it the part begins.
    let cases = [
        (
            "right: 1,",
            "right: 3,",
            "names no answer: there are 2",
            "ask: Predict(",
            0,
        ),
        (
            "Of(\"wrench\")",
            "Of(\"wrnch\")",
            "no word 'wrnch'",
            "ask: Number(",
            0,
        ),
        (
            "Focus(\"trace\")",
            "Focus(\"trce\")",
            "there are trace, topics",
            "trce",
            0,
        ),
        ("Theta(1,", "Theta(7,", "count from 1 to 6", "Theta(7", 0),
        ("Below(0.2)", "Belov(0.2)", "expected one of", "Belov", 0),
        (
            "corpus: \"toy\"",
            "corpus: \"tpy\"",
            "no file or folder",
            "tpy",
            0,
        ),
        (
            "Kept(\"before\")",
            "Kept(\"then\")",
            "nothing was kept as 'then'",
            "Kept(\"then\")",
            0,
        ),
        ("alpha: 0.5", "alpha: -1", "above 0", "alpha: -1", 0),
        (
            "say: \"Think before you look.\",",
            "",
            "a step needs a text",
            "ask: Predict",
            2,
        ),
        (
            "\"ko\": ",
            "\"korean\": ",
            "no code of a language",
            "korean",
            0,
        ),
        (
            "remark: \"They",
            "because: \"They",
            "nexpected field",
            "because: \"They",
            0,
        ),
        ("Sweeps(50)", "Sweeps(-5)", "whole number", "Sweeps(-5)", 0),
        (
            "minutes: 3,",
            "minutes: 3",
            "a comma between them",
            "summary",
            0,
        ),
    ];
    for (from, to, what, place, above) in cases {
        let text = example().replacen(from, to, 1);
        assert_ne!(text, example(), "{from}");
        let files = folder(&[("bad.ron", text.as_bytes())]);
        let file = path(&files, "bad.ron");
        let truth = text[..text.find(place).unwrap()].matches('\n').count() + 1 - above;
        for unattended in [&["--unattended"][..], &[]] {
            let told = run(&[&["lesson", &file], unattended].concat());
            assert_eq!(told.code, 2, "{to}: {}", told.err);
            assert!(told.err.contains(what), "{to}: {}", told.err);
            let line = format!("bad.ron, line {truth}, column ");
            assert!(
                told.err.contains(&line),
                "{to}, in line {truth}: {}",
                told.err
            );
        }
    }
    let empty = "(name: \"a\", title: \"a\", minutes: 1, summary: \"a\", steps: [])";
    assert!(
        read("a", empty)
            .unwrap_err()
            .what
            .contains("without a step")
    );
}

#[test]
fn the_list_has_every_lesson_and_unknown_ones_are_told() {
    let listed = run(&["lesson", "--list", "--json"]);
    assert_eq!(listed.code, 0, "{}", listed.err);
    let listed: Value = serde_json::from_str(&listed.out).unwrap();
    let lessons = bundled::all().unwrap();
    let entries = listed.as_array().unwrap();
    assert_eq!(entries.len(), lessons.len());
    for (entry, lesson) in entries.iter().zip(&lessons) {
        assert_eq!(entry["name"], lesson.name.as_str());
        assert_eq!(entry["steps"], lesson.steps.len());
        assert_eq!(entry["checks"], lesson.checks());
    }
    let text = run(&["lesson"]);
    assert!(text.out.contains("`gibbscope lesson NAME` starts one"));
    assert!(
        text.out.lines().all(|line| line.chars().count() <= 80),
        "{}",
        text.out
    );
    let unknown = run(&["lesson", "what-a-tpic-is", "--unattended"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("lists the lessons"), "{}", unknown.err);
}

/// A path in a lesson is relative to its file, not to where the program runs.
#[test]
fn a_corpus_beside_the_lesson_is_found() {
    let lesson = "(name: \"own\", title: \"Own\", minutes: 1, summary: \"Own words.\", steps: [(say: \"Look.\",
        do: [Load(corpus: \"own.txt\", topics: 2)], check: [(value: Documents, is: Equal(3))])])";
    let files = folder(&[
        ("own.ron", lesson.as_bytes()),
        ("own.txt", b"a b\nb c\nc d\n"),
    ]);
    let played = run(&["lesson", &path(&files, "own.ron"), "--unattended"]);
    assert_eq!(played.code, 0, "{}{}", played.out, played.err);
    assert!(Path::new(&path(&files, "own.txt")).exists());
}
