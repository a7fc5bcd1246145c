//! `export`: a fitted model in the formats of other programs.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{folder, json, path, run};
use gibbscope::corpus::{Corpus, Source, Unwatched};
use std::io::Read;
use std::path::Path;

const TEXT: &str = "id,title,text\n\
    d 1,fruit,apple pear apple plum\n\
    d2,,\n\
    d3,tools,the hammer nail saw u.s hammer\n\
    d4,both,pear nail naïve\n";

fn open(name: &str) -> Corpus {
    let source: Source = ron::from_str(&format!("(name: {name:?})")).unwrap();
    source.open(&mut Unwatched).unwrap().corpus
}

#[test]
fn an_exported_state_has_the_same_likelihood() {
    let work = folder(&[("a.csv", TEXT.as_bytes())]);
    let (source, out) = (path(&work, "a.csv"), path(&work, "o"));
    let args = [
        "fit",
        &source,
        "--topics",
        "3",
        "--alpha",
        "0.1,0.2,0.7",
        "--out",
        &out,
    ];
    let fitted = json(&[&args[..], &["--sweeps", "9", "--json"]].concat());
    let gz = path(&work, "state.gz");
    for (file, more) in [
        (path(&work, "s.txt"), &["--corpus", source.as_str()][..]),
        (gz.clone(), &[]),
    ] {
        let ran = run(&["export", &out, "--to", "mallet-state", "--out", &file]);
        let said = format!("wrote {file}\n");
        assert_eq!((ran.code, ran.out, ran.err), (0, String::new(), said));
        let found = json(&[&["evaluate", &file, "--json"], more].concat());
        for name in [
            "log_joint",
            "digest",
            "vocabulary",
            "tokens",
            "alpha",
            "eta",
            "documents",
        ] {
            assert_eq!(found[name], fitted[name], "{name}");
        }
    }
    let mut unpacked = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(gz).unwrap())
        .read_to_string(&mut unpacked)
        .unwrap();
    assert_eq!(run(&["export", &out, "--to", "mallet-state"]).out, unpacked);
    assert!(unpacked.starts_with(
        "#doc source pos typeindex type topic\n#alpha : 0.1 0.2 0.7 \n#beta : 0.01\n0 d 1 0 0 apple "
    ));
}

#[test]
fn a_state_cannot_say_an_eta_for_each_word() {
    let work = folder(&[("eta.tsv", b"*\t1\napple\t2\n"), ("a.csv", TEXT.as_bytes())]);
    let (source, eta, out) = (
        path(&work, "a.csv"),
        path(&work, "eta.tsv"),
        path(&work, "o"),
    );
    json(&[
        "fit", &source, "--eta", &eta, "--sweeps", "2", "--out", &out, "--json",
    ]);
    let ran = run(&["export", &out, "--to", "mallet-state"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("one beta"), "{}", ran.err);
    let file = path(&work, "s.gz");
    let ran = run(&["export", &out, "--to", "mallet-state", "--out", &file]);
    assert_eq!((ran.code, Path::new(&file).exists()), (1, false));
}

#[test]
fn keys_and_shares_are_in_the_form_of_mallet() {
    let work = folder(&[("a.csv", TEXT.as_bytes())]);
    let out = path(&work, "o");
    let args = [
        "fit",
        &path(&work, "a.csv"),
        "--topics",
        "2",
        "--alpha",
        "0.123456,1",
    ];
    let fitted = json(&[&args[..], &["--sweeps", "9", "--out", &out, "--json"]].concat());
    let keys = run(&["export", &out, "--to", "topic-keys"]).out;
    let lines: Vec<&str> = keys.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("0\t0.12346\t") && lines[1].starts_with("1\t1\t"));
    for (line, top) in lines.iter().zip(fitted["top_words"].as_array().unwrap()) {
        let words: Vec<&str> = line
            .split('\t')
            .nth(2)
            .unwrap()
            .split_terminator(' ')
            .collect();
        assert!(line.ends_with(' ') || words.is_empty());
        let top: Vec<&str> = top
            .as_array()
            .unwrap()
            .iter()
            .map(|w| w.as_str().unwrap())
            .collect();
        assert_eq!(words, top);
    }
    let two = run(&["export", &out, "--to", "topic-keys", "--words", "2"]).out;
    assert!(two.lines().all(|line| line.split(' ').count() <= 3));

    let shares = run(&["export", &out, "--to", "doc-topics"]).out;
    let rows: Vec<Vec<&str>> = shares
        .lines()
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(
        rows.iter().map(|row| row[1]).collect::<Vec<_>>(),
        ["d 1", "d2", "d3", "d4"]
    );
    for (d, row) in rows.iter().enumerate() {
        assert_eq!((row.len(), row[0]), (4, d.to_string().as_str()));
        let shares: Vec<f64> = row[2..].iter().map(|p| p.parse().unwrap()).collect();
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
    let empty: f64 = rows[1][2].parse().unwrap();
    assert!((empty - 0.123_456 / 1.123_456).abs() < 1e-12);
}

#[test]
fn tables_are_proper_csv() {
    let work = folder(&[("a.csv", b"id,text\n\"a,\"\"b\"\"\",\"x,y z x,y\"\n2,z\n")]);
    let (out, tables) = (path(&work, "o"), path(&work, "tables"));
    let args = [
        "fit",
        &path(&work, "a.csv"),
        "--tokenizer",
        "whitespace",
        "--topics",
        "2",
    ];
    json(&[&args[..], &["--sweeps", "9", "--out", &out, "--json"]].concat());
    let ran = run(&["export", &out, "--to", "csv", "--out", &tables]);
    let wrote = "wrote topics.csv, topic_words.csv, document_topics.csv to";
    assert_eq!((ran.code, ran.err), (0, format!("{wrote} {tables}\n")));
    let read = |name: &str| -> (String, Vec<csv::StringRecord>) {
        let mut reader = csv::Reader::from_path(Path::new(&tables).join(name)).unwrap();
        let head = reader
            .headers()
            .unwrap()
            .iter()
            .collect::<Vec<_>>()
            .join(",");
        (head, reader.records().map(Result::unwrap).collect())
    };
    let (head, topics) = read("topics.csv");
    assert_eq!(
        (head.as_str(), topics.len()),
        ("topic,alpha,tokens,share,words,label,note", 2)
    );
    let (head, words) = read("topic_words.csv");
    assert_eq!(head, "topic,rank,word,count,probability");
    let count: u32 = words.iter().map(|row| row[3].parse::<u32>().unwrap()).sum();
    assert_eq!(count, 4);
    assert!(words.iter().any(|row| &row[2] == "x,y"));
    let (head, documents) = read("document_topics.csv");
    assert_eq!(head, "document,id,topic,proportion");
    assert_eq!((documents.len(), &documents[0][1]), (4, "a,\"b\""));
}

#[test]
fn topics_with_other_ids_are_named_by_them() {
    use gibbscope::engine::{Edit, Kind, Settings, start};
    use gibbscope::model::{Growth, PriorSpec};
    use gibbscope::session::Model;
    let work = folder(&[("a.csv", TEXT.as_bytes())]);
    let corpus = std::sync::Arc::new(open(&path(&work, "a.csv")));
    let prior = PriorSpec::Each(0.1);
    let settings = Settings {
        topics: 5,
        alpha: prior.clone(),
        eta: prior,
        seed: 1,
        em: Default::default(),
        parallel: Default::default(),
    };
    let mut engine = start(Kind::Collapsed, corpus, settings).unwrap();
    engine.advance(usize::MAX);
    engine
        .apply(&Edit::Topics {
            topics: 2,
            growth: Growth::Empty,
        })
        .unwrap();
    let ids = engine.topic_ids().to_vec();
    let file = path(&work, "m.gibbscope");
    Model::capture(engine.as_ref())
        .write(Path::new(&file))
        .unwrap();

    let ran = run(&["export", &file, "--to", "topic-keys"]);
    let note = format!("0 = topic {}, 1 = topic {}", ids[0], ids[1]);
    assert!(ran.err.contains(&note), "{}: {}", note, ran.err);
    assert!(ran.out.starts_with("0\t"));
    let tables = path(&work, "tables");
    let ran = run(&["export", &file, "--to", "csv", "--out", &tables]);
    assert!(!ran.err.contains("note:"), "csv has the ids: {}", ran.err);
    let rows = std::fs::read_to_string(Path::new(&tables).join("topics.csv")).unwrap();
    let first: Vec<&str> = rows
        .lines()
        .skip(1)
        .map(|l| l.split(',').next().unwrap())
        .collect();
    assert_eq!(first, ids.iter().map(u32::to_string).collect::<Vec<_>>());
}
