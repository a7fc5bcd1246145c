//! `groups` from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{folder, gibbscope, json, json_lines, path, run, run_with};
use serde_json::Value;
use tempfile::TempDir;

/// Tools and screws, apart in their words and by their columns; alpha hardly matters.
const TABLE: &[u8] = b"id,text,by,when,tags\n\
    1,wrench wrench wrench bolt,Ann,1987-02-26,a;b\n\
    2,bolt wrench bolt wrench,Ann,1987-02-28T10:00Z,a\n\
    3,river river bank,Bob,1987-04-01,b\n\
    4,bank river bank river,Bob,,c;b\n\
    5,river bank river bank,,1987-05-02,\n\
    6,!,Bob,1987-05-02,a\n";

/// A folder with the table and the model `m` of it: two topics apart.
fn fitted(args: &[&str]) -> TempDir {
    let folder = folder(&[("t.csv", TABLE)]);
    let (table, out) = (path(&folder, "t.csv"), path(&folder, "m"));
    let fixed = [
        "fit", &table, "--topics", "2", "--alpha", "0.1", "--eta", "0.1", "--sweeps", "200",
        "--seed", "1", "--json", "--out", &out,
    ];
    json(&[&fixed, args].concat());
    folder
}

fn call(folder: &TempDir, args: &[&str]) -> common::Ran {
    let model = path(folder, "m");
    run_with(
        gibbscope()
            .args([&["groups", &model], args].concat())
            .env("COLUMNS", "80"),
    )
}

fn lines(folder: &TempDir, args: &[&str]) -> Vec<Value> {
    json_lines(&[&["groups", &path(folder, "m"), "--json"], args].concat())
}

fn text(folder: &TempDir, args: &[&str]) -> String {
    let ran = call(folder, args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(
        ran.out.lines().all(|l| l.chars().count() <= 80),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains("NaN"), "{}", ran.out);
    ran.out
}

/// The share of the topic that has the wrenches.
fn tools(line: &Value, field: &str) -> Value {
    let topics = line["topics"].as_array().unwrap();
    let first = &topics[0];
    let at = usize::from(first["share"].as_f64().unwrap() < 0.5);
    topics[at][field].clone()
}

#[test]
fn groups_of_a_table_worked_out_by_hand() {
    let fit = fitted(&[]);
    let groups = lines(&fit, &["--by", "by"]);
    let head = |line: &Value| {
        let counts = ["documents", "empty_documents", "tokens"];
        (
            line["group"].clone(),
            counts.map(|c| line[c].as_u64().unwrap()),
        )
    };
    // The largest first, those of equal size by name, no value last.
    assert_eq!(
        groups.iter().map(head).collect::<Vec<_>>(),
        [
            ("Bob".into(), [3, 1, 7]),
            ("Ann".into(), [2, 0, 8]),
            (Value::Null, [1, 0, 4]),
        ]
    );
    assert_eq!(tools(&groups[1], "share"), 1.0);
    // Every sample of Ann's documents is of tools alone.
    assert_eq!(
        (
            tools(&groups[1], "low"),
            tools(&groups[1], "standard_error")
        ),
        (1.0.into(), 0.0.into())
    );
    assert!(
        tools(&groups[2], "low").is_null(),
        "one document has no band"
    );
    let means = lines(
        &fit,
        &["--by", "by", "--weight", "documents", "--bootstrap", "0"],
    );
    let theta = 4.1 / 4.2;
    assert!((tools(&means[1], "share").as_f64().unwrap() - theta).abs() < 1e-12);
    assert!(tools(&means[1], "low").is_null());

    let lists = lines(&fit, &["--by", "tags", "--split"]);
    assert_eq!(
        lists.iter().map(head).collect::<Vec<_>>(),
        [
            ("a".into(), [3, 1, 8]),
            ("b".into(), [3, 0, 11]),
            ("c".into(), [1, 0, 4]),
            (Value::Null, [1, 0, 4]),
        ]
    );

    let months = lines(&fit, &["--by", "when", "--bin", "month"]);
    let names = |line: &Value| (line["group"].clone(), line["start"].clone());
    assert_eq!(
        months.iter().map(names).collect::<Vec<_>>(),
        [
            ("1987-02".into(), "1987-02-01".into()),
            ("1987-03".into(), "1987-03-01".into()),
            ("1987-04".into(), "1987-04-01".into()),
            ("1987-05".into(), "1987-05-01".into()),
            (Value::Null, Value::Null),
        ]
    );
    assert!(months[1]["topics"].is_null() && months[1]["documents"] == 0);
    // Ten weeks and four days are more than 40 days.
    assert_eq!(lines(&fit, &["--by", "when"])[0]["group"], "1987-W09");

    let topics = lines(&fit, &["--by", "by", "--difference", "Ann", "Bob"]);
    assert_eq!(topics.len(), 2);
    for line in &topics {
        let difference = line["difference"].as_f64().unwrap();
        assert_eq!(difference.abs(), 1.0);
        assert_eq!(line["groups"], serde_json::json!(["Ann", "Bob"]));
        assert_eq!(
            (line["low"].as_f64(), line["high"].as_f64()),
            (Some(difference), Some(difference))
        );
    }
}

#[test]
fn columns_are_listed_and_tables_fit() {
    let fit = fitted(&[]);
    assert_eq!(
        text(&fit, &[]),
        "by (2 values)\nwhen (dates, 1987-02-26 to 1987-05-02)\ntags (4 values)\n"
    );
    let table = text(&fit, &["--by", "BY"]);
    assert!(
        table.starts_with("shares by by (2 groups), of tokens, in %\n"),
        "{table}"
    );
    assert!(
        table.contains("\n(no value)        1          4"),
        "{table}"
    );
    let ids: Vec<Value> = lines(&fit, &["--by", "by"])[0]["topics"]
        .as_array()
        .unwrap()
        .to_vec();
    let id = ids[0]["topic"].to_string();
    let one = text(&fit, &["--by", "when", "--bin", "quarter", "--topic", &id]);
    assert!(one.contains("1987-Q1") && one.contains('●'), "{one}");
    let difference = text(&fit, &["--by", "by", "--difference", "Ann", "Bob"]);
    assert!(
        difference.contains("100.0") && difference.contains("words"),
        "{difference}"
    );
    // The same seed gives the same bands, another one others.
    let bands = |seed: &str| lines(&fit, &["--by", "tags", "--split", "--seed", seed]);
    assert_eq!(bands("3"), bands("3"));
}

#[test]
fn a_mistyped_year_is_a_line_and_not_a_thousand() {
    let table = String::from_utf8(TABLE.to_vec()).unwrap();
    let table = table.replace("1987-04-01", "1087-04-01");
    let folder = folder(&[("t.csv", table.as_bytes())]);
    let (table, out) = (path(&folder, "t.csv"), path(&folder, "m"));
    json(&[
        "fit", &table, "--topics", "2", "--sweeps", "20", "--seed", "1", "--json", "--out", &out,
    ]);
    let by_year = ["--by", "when", "--bin", "year"];
    let names: Vec<Value> = lines(&folder, &by_year)
        .iter()
        .map(|line| line["group"].clone())
        .collect();
    assert_eq!(names, ["1087".into(), "1987".into(), Value::Null]);
    for more in [&[][..], &["--topic", "0"]] {
        let table = text(&folder, &[&by_year[..], more].concat());
        assert!(table.contains("\n… 899 empty years …\n1987 "), "{table}");
        assert!(table.contains("(901 years)"), "{table}");
    }
    // A million days are no reason to refuse shorter ones.
    let days = lines(&folder, &["--by", "when", "--bin", "day"]);
    assert_eq!(days[0]["group"], "1087-04-01");
}

#[test]
fn every_engine_has_groups() {
    for engine in [
        "uncollapsed",
        "variational",
        "variational-em",
        "unigram",
        "mixture",
        "plsi",
    ] {
        let fit = fitted(&["--engine", engine]);
        for weight in ["tokens", "documents"] {
            for line in lines(&fit, &["--by", "by", "--weight", weight]) {
                let shares = line["topics"].as_array().unwrap().iter();
                let sum: f64 = shares.map(|topic| topic["share"].as_f64().unwrap()).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{engine} {weight} {line}");
            }
        }
    }
}

#[test]
fn every_format_with_metadata_keeps_it() {
    for (name, bytes, column) in [
        (
            "a.jsonl",
            &b"{\"text\": \"a b\", \"year\": 1987}\n{\"text\": \"b c\"}\n"[..],
            "year (dates, 1987 to 1987)",
        ),
        ("a.mallet", b"d1 en a b\nd2 de b c\n", "label (2 values)"),
        (
            "a.svmlight",
            b"+1 1:2 2:1\n-1 2:1 3:1\n",
            "label (numbers, -1 to +1)",
        ),
    ] {
        let folder = folder(&[(name, bytes)]);
        let (file, out) = (path(&folder, name), path(&folder, "m"));
        let format = name.rsplit('.').next().unwrap();
        let args = [
            "fit",
            &file,
            "--format",
            format,
            "--stop-words",
            "none",
            "--sweeps",
            "1",
        ];
        let ran = run(&[&args[..], &["--topics", "2", "--out", &out]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(
            ran.err.contains(&format!("metadata: {column}")),
            "{}",
            ran.err
        );
        assert_eq!(call(&folder, &[]).out.trim(), column);
    }
    let folder = folder(&[("in/x/1.txt", b"a b"), ("in/y/2.txt", b"b c")]);
    let (texts, out) = (path(&folder, "in"), path(&folder, "m"));
    run(&[
        "fit",
        &texts,
        "--sweeps",
        "1",
        "--stop-words",
        "none",
        "--topics",
        "2",
        "--out",
        &out,
    ]);
    assert_eq!(call(&folder, &[]).out, "folder (2 values)\n");
}

#[test]
fn a_column_can_be_asked_for() {
    let mut table = String::from("id,text,url\n");
    for d in 0..120 {
        table += &format!("{d},word{} more,u{d}\n", d % 7);
    }
    let folder = folder(&[("t.csv", table.as_bytes())]);
    let (file, out) = (path(&folder, "t.csv"), path(&folder, "m"));
    let args = [
        "fit", &file, "--sweeps", "1", "--topics", "2", "--out", &out,
    ];
    let ran = run(&args);
    assert!(
        ran.err
            .contains("`url` is not kept as metadata: it has 120 different values"),
        "{}",
        ran.err
    );
    assert!(call(&folder, &[]).out.contains("no metadata"));
    let refused = call(&folder, &["--by", "url"]);
    assert!(
        refused.code == 2 && refused.err.contains("no metadata"),
        "{}",
        refused.err
    );
    run(&[&args[..], &["--keep-column", "url", "--force"]].concat());
    assert_eq!(call(&folder, &[]).out, "url (120 values)\n");
    let ran = run(&[&args[..], &["--keep-column", "nosuch", "--force"]].concat());
    assert!(
        ran.code != 0 && ran.err.contains("there is `url`"),
        "{}",
        ran.err
    );
}

#[test]
fn mistakes_are_refused_by_name() {
    let fit = fitted(&[]);
    for (args, part) in [
        (&["--by", "nosuch"][..], "its columns are by, when, tags"),
        (&["--by", "by", "--bin", "year"], "no column of dates"),
        (&["--by", "when", "--bin", "hour"], "quarter"),
        (&["--by", "by", "--topic", "9"], "its topics are 0, 1"),
        (&["--by", "by", "--bootstrap", "10"], "from 100 to 100000"),
        (
            &["--by", "by", "--difference", "Ann", "Eve"],
            "no such group; there is Bob, Ann",
        ),
        (
            &["--by", "by", "--difference", "Ann", "Ann"],
            "two different groups",
        ),
        (&["--topic", "0"], "--by"),
    ] {
        let ran = call(&fit, args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(ran.err.contains(part), "{args:?}: {}", ran.err);
    }
    assert_eq!(run(&["groups", "nosuch"]).code, 1);
}
