//! `map` from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{fitted, gibbscope, json, path, run, run_with};
use serde_json::Value;
use tempfile::TempDir;

fn newsroom() -> TempDir {
    fitted(&["newsroom", "--sweeps", "60"])
}

/// What is printed at so many columns, no line of it longer.
fn text(folder: &TempDir, columns: usize, args: &[&str]) -> String {
    let mut call = gibbscope();
    call.args([&["map", &path(folder, "m")], args].concat());
    let ran = run_with(call.env("COLUMNS", columns.to_string()));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let long = |line: &&str| line.chars().count() > columns;
    assert_eq!(ran.out.lines().find(long), None);
    let broken = |word: &str| ["NaN", "inf", "-inf"].contains(&word);
    assert!(!ran.out.split_whitespace().any(broken), "{}", ran.out);
    ran.out
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn one_object_with_all() {
    let folder = newsroom();
    let found = json(&["map", &path(&folder, "m"), "--json", "--words", "12"]);
    let topics = found["topics"].as_array().unwrap();
    assert_eq!(topics.len(), 8);
    let share: f64 = topics.iter().map(|t| number(&t["share"])).sum();
    assert!((share - 1.0).abs() < 1e-12);
    let at = |k: usize| [number(&topics[k]["x"]), number(&topics[k]["y"])];
    let mut sums = [0.0; 2];
    for (a, topic) in topics.iter().enumerate() {
        assert_eq!(
            (&topic["place"], topic["words"].as_array().unwrap().len()),
            (&a.into(), 10)
        );
        let row: Vec<f64> = found["distances"][a]
            .as_array()
            .unwrap()
            .iter()
            .map(number)
            .collect();
        assert_eq!(row[a], 0.0);
        let others = (0..8).filter(|&b| b != a);
        let nearest = others.clone().map(|b| row[b]).fold(1.0, f64::min);
        assert_eq!(number(&topic["nearest_distance"]), nearest);
        for b in others {
            assert!(row[b] > 0.1 && row[b] < 0.8326, "{}", row[b]);
            let apart = (at(a)[0] - at(b)[0]).hypot(at(a)[1] - at(b)[1]);
            assert!(apart <= row[b] + 1e-9, "a picture squeezes distances");
        }
        sums[0] += at(a)[0];
        sums[1] += at(a)[1];
    }
    assert!(sums.iter().all(|sum| sum.abs() < 1e-9));
    let explained = found["explained"].as_array().unwrap();
    assert!(number(&explained[0]) > 1.0 / 7.0 && number(&explained[1]) < 1.0);
    assert_eq!(found["distance_words"]["share"], 1.0);
    let meetings = &found["association"];
    assert_eq!(
        (&meetings["present"], &meetings["documents"]),
        (&0.1.into(), &171.into())
    );
    for a in 0..8 {
        assert_eq!(
            meetings["documents_with"][a],
            meetings["documents_with_both"][a][a]
        );
        for b in 0..8 {
            let both = number(&meetings["documents_with_both"][a][b]);
            let of = |k: usize| number(&meetings["documents_with"][k]);
            let want = ((both + 0.5) / (of(a) * of(b) / 171.0 + 0.5)).log2();
            assert!((number(&meetings["log_ratio"][a][b]) - want).abs() < 1e-12);
        }
    }
    let matrix = &found["matrix"];
    assert_eq!(matrix["words"].as_array().unwrap().len(), 12);
    for row in matrix["shares"].as_array().unwrap() {
        let sum: f64 = row.as_array().unwrap().iter().map(number).sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }
    let mut ids: Vec<u64> = matrix["topics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| t.as_u64().unwrap())
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, (0..8).collect::<Vec<u64>>());
}

#[test]
fn pictures_keep_to_their_columns() {
    let folder = newsroom();
    for columns in [80, 200] {
        let map = text(&folder, columns, &[]);
        assert!(map.contains("of the squared distances") && map.contains("nearest"));
        assert!(map.chars().any(|c| ('\u{2801}'..='\u{28ff}').contains(&c)));
        assert!(text(&folder, columns, &["--matrix", "--words", "9"]).contains('█'));
        assert!(text(&folder, columns, &["--association"]).contains("171 documents"));
    }
}

#[test]
fn one_topic_two_topics_and_every_engine() {
    for args in [
        &["demo:toy", "--topics", "1"][..],
        &["demo:toy", "--topics", "2"],
        &["demo:toy", "--topics", "2", "--engine", "variational-em"],
        &["demo:toy", "--topics", "3", "--engine", "plsi"],
        &["demo:toy", "--engine", "unigram"],
    ] {
        let folder = fitted(&[args, &["--sweeps", "20"]].concat());
        for view in [&[][..], &["--matrix"], &["--association"]] {
            text(&folder, 80, view);
        }
        let found = json(&["map", &path(&folder, "m"), "--json"]);
        let topics = found["topics"].as_array().unwrap().len();
        assert_eq!(found["explained"].is_null(), topics == 1, "{args:?}");
        assert_eq!(found["topics"][0]["nearest"].is_null(), topics == 1);
    }
}

#[test]
fn mistakes_are_named() {
    let folder = fitted(&["demo:toy", "--sweeps", "5"]);
    let model = path(&folder, "m");
    for (args, word) in [
        (&["--present", "0"][..], "above 0, at most 1"),
        (&["--words", "0"], "from 1 to 1000"),
        (&["--json", "--matrix"], "cannot be used with"),
        (&["--matrix", "--association"], "cannot be used with"),
    ] {
        let ran = run(&[&["map", &model], args].concat());
        assert!(ran.code == 2 && ran.err.contains(word), "{}", ran.err);
    }
    assert_eq!(run(&["map", "nowhere"]).code, 1);
}
