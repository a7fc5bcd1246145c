//! `diff` from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{json, path, run};
use serde_json::Value;
use tempfile::TempDir;

/// Puts the model of such a fit into a folder.
fn fit(folder: &TempDir, name: &str, args: &[&str]) -> String {
    let out = path(folder, name);
    json(&[&["fit"], args, &["--seed", "1", "--json", "--out", &out]].concat());
    out
}

/// The toy in its two halves, and as one topic.
fn toys(folder: &TempDir) -> (String, String) {
    let args = ["demo:toy", "--engine", "uncollapsed", "--alpha", "0.5"];
    let args = [&args[..], &["--eta", "0.5", "--sweeps", "600", "--topics"]].concat();
    let of = |name, topics| fit(folder, name, &[&args[..], &[topics]].concat());
    (of("two", "2"), of("one", "1"))
}

#[track_caller]
fn near(got: &Value, want: f64) {
    let got = got.as_f64().unwrap();
    assert!((got - want).abs() < 1e-12, "{got} for {want}");
}

/// Counts 5 5 5 0 0 and 0 0 0 3 12 of apple pear plum screw wrench become one topic.
#[test]
fn two_halves_that_become_one_have_the_numbers_worked_out_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let (two, one) = toys(&folder);
    let diff = json(&["diff", &two, &one, "--json"]);
    for (side, topics) in [("before", 2), ("after", 1)] {
        assert_eq!(diff[side]["topics"], topics);
        assert_eq!(diff[side]["tokens"], 30);
        near(&diff[side]["shared_tokens"], 1.0);
    }
    assert_eq!(
        (&diff["shared_words"], &diff["shared_documents"]),
        (&5.into(), &6.into())
    );

    // φ in 17.5ths: ½ ½ ½ 3½ 12½ and 5½ 5½ 5½ ½ ½; in 32.5ths: 5½ 5½ 5½ 3½ 12½.
    let [pair] = &diff["matched"].as_array().unwrap()[..] else {
        panic!("the tools are matched: {diff}");
    };
    near(&pair["cosine"], 176.75 / (169.25_f64 * 259.25).sqrt());
    assert_eq!(
        (&pair["tokens_before"], &pair["tokens_after"]),
        (&15.0.into(), &30.0.into())
    );
    let part = |before: f64, after: f64| {
        let (p, q) = (before / 17.5, after / 32.5);
        let m = (p + q) / 2.0;
        (p * (p / m).ln() + q * (q / m).ln()) / 2.0
    };
    let (fruit, screw, wrench) = (part(0.5, 5.5), part(3.5, 3.5), part(12.5, 12.5));
    near(&pair["divergence"], 3.0 * fruit + screw + wrench);
    let words = pair["changed_words"].as_array().unwrap();
    let names: Vec<&str> = words.iter().map(|w| w["word"].as_str().unwrap()).collect();
    assert_eq!(names[..3], ["apple", "pear", "plum"]);
    near(&words[0]["change"], fruit);
    let fallen = words.iter().find(|w| w["word"] == "wrench").unwrap();
    near(&fallen["change"], -wrench);
    near(&fallen["before"], 12.5 / 17.5);

    let [lost] = &diff["lost"].as_array().unwrap()[..] else {
        panic!("the fruit is lost: {diff}");
    };
    near(
        &lost["nearest"][0]["cosine"],
        98.75 / (91.25_f64 * 259.25).sqrt(),
    );
    assert_eq!(lost["nearest_together"], Value::Null);
    assert_eq!(diff["new"], Value::Array(vec![]));

    // θ of five tokens of one topic: 5½ and ½ of 6.
    let (stayed, moved) = (11.0_f64 / 12.0, 1.0_f64 / 12.0);
    let far = |kept: f64| (1.0 - kept.sqrt()).sqrt();
    near(&diff["mean_distance"], (far(stayed) + far(moved)) / 2.0);
    let first = &diff["documents"][0];
    near(&first["distance"], far(moved));
    near(&first["fell"]["share_before"], stayed);
    assert_eq!(first["fell"]["after"], Value::Null);
    near(&first["rose"]["share_after"], 1.0);

    // The way back: what was lost is new.
    let back = json(&[
        "diff",
        &one,
        &two,
        "--json",
        "--words",
        "1",
        "--documents",
        "0",
    ]);
    assert_eq!(back["new"][0]["topic"], lost["topic"]);
    assert_eq!(
        back["matched"][0]["changed_words"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(back["documents"], Value::Array(vec![]));
    near(&back["mean_distance"], (far(stayed) + far(moved)) / 2.0);
}

#[test]
fn the_text_keeps_to_its_columns_whatever_differs() {
    let folder = tempfile::tempdir().unwrap();
    let priors = ["--alpha", "0.5", "--eta", "0.3", "--sweeps", "60"];
    let of = |name, args: &[&str]| fit(&folder, name, &[args, &priors[..]].concat());
    let many = of("many", &["newsroom", "--topics", "16"]);
    let few = of("few", &["newsroom", "--topics", "3"]);
    let (two, _) = toys(&folder);
    let args = ["newsroom", "--engine", "variational", "--topics", "4"];
    let expected = fit(
        &folder,
        "expected",
        &[&args[..], &["--sweeps", "20"]].concat(),
    );
    for (before, after, parts) in [
        (
            &many,
            &few,
            &[
                "topics matched",
                "\n  lost  share",
                "gained most",
                "on average",
            ][..],
        ),
        (&few, &many, &["\n   new  share"][..]),
        (&few, &expected, &["variational", "171 documents"][..]),
        (
            &few,
            &two,
            &["note:   most of one model", "none is compared"][..],
        ),
        (
            &few,
            &few,
            &["3 topics matched (cosine from 0.8), 0 lost, 0 new"][..],
        ),
    ] {
        let ran = run(&["diff", before, after, "--words", "20"]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        for part in parts {
            assert!(ran.out.contains(part), "{part}: {}", ran.out);
        }
        let wide = ran.out.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None);
        assert!(!ran.out.contains("NaN"), "{}", ran.out);
    }
}

#[test]
fn what_cannot_be_compared_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let (two, _) = toys(&folder);
    let text = path(&folder, "other.txt");
    std::fs::write(&text, "alpha beta gamma\nbeta gamma delta\n").unwrap();
    let other = fit(&folder, "other", &[&text, "--topics", "2", "--sweeps", "5"]);
    let ran = run(&["diff", &two, &other]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("no word in common"), "{}", ran.err);
    let ran = run(&["diff", &two, &path(&folder, "nowhere")]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("there is no model file"), "{}", ran.err);
    for (option, value) in [("--words", "0"), ("--documents", "1001"), ("--words", "x")] {
        let ran = run(&["diff", &two, &two, option, value]);
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains("whole number from"), "{}", ran.err);
    }
}
