//! Against scipy, against a full sort, and against places found by eye.

use super::*;
use crate::corpus::examples::of_texts;
use crate::corpus::{Corpus, Vocabulary};
use proptest::prelude::*;
use regex::{Regex, RegexBuilder};
use serde_json::Value;

/// `scipy_words.py` beside it made it.
const FIXTURE: &str = include_str!("../../../tests/fixtures/scipy_words.json");

fn named(words: &[&str]) -> Vocabulary {
    Vocabulary::new(words.iter().map(|&w| w.to_owned()).collect())
}

#[track_caller]
fn near(got: Option<f64>, want: &Value) {
    let pair = got.zip(want.as_f64());
    let none = got.is_none() && want.is_null();
    let same = pair.map_or(none, |(got, want)| (got - want).abs() < 1e-12);
    assert!(same, "{got:?} for {want}");
}

#[track_caller]
fn compare(rows: &Value, counts: &Counts, profiles: &Profiles<'_>) {
    let table = Table::of(counts, profiles);
    for (v, want) in rows.as_array().unwrap().iter().enumerate() {
        let word = v as u32;
        assert_eq!(Some(counts.tokens(word).into()), want["tokens"].as_u64());
        assert_eq!(
            Some(counts.documents(word).into()),
            want["documents"].as_u64()
        );
        let entry = table.entry(word);
        let mut row = Vec::new();
        let alone = profiles.entry(word, counts.tokens(word), &mut row);
        assert_eq!(alone, entry, "a word is the same without the others");
        assert_eq!(
            entry.map(|e| u64::from(e.topics)),
            want["topics"].as_u64(),
            "word {v}"
        );
        assert_eq!(entry.map(|e| e.main as u64), want["main"].as_u64());
        let spread = entry.map(|e| e.spread);
        near(spread.map(|s| s.entropy), &want["entropy"]);
        near(spread.map(|s| s.distinctiveness), &want["distinctiveness"]);
        near(
            spread.map(|s| s.effective_topics()),
            &want["effective_topics"],
        );
        near(table.specificity(word), &want["specificity"]);
        near(table.stop_score(word, counts), &want["stop_score"]);
        near(
            table.information_share(word, counts),
            &want["information_share"],
        );
        let mut row = Vec::new();
        profiles.fill(word, &mut row);
        for (k, p) in want["profile"].as_array().into_iter().flatten().enumerate() {
            let own = row.iter().find(|entry| entry.0 == k);
            near(Some(own.map_or(0.0, |entry| entry.1)), p);
        }
    }
}

#[test]
fn every_number_is_that_of_scipy() {
    let fixture: Value = serde_json::from_str(FIXTURE).unwrap();
    let list = |name: &str| serde_json::from_value::<Vec<Vec<u32>>>(fixture[name].clone()).unwrap();
    let floats = |name: &str| serde_json::from_value::<Vec<f64>>(fixture[name].clone()).unwrap();
    let size = |name: &str| fixture[name].as_u64().unwrap() as usize;
    let names = (0..size("words")).map(|v| format!("w{v}")).collect();
    let corpus = Corpus::from_documents(Vocabulary::new(names), &list("documents")).unwrap();
    let counts = Counts::of(&corpus);
    let z = list("z").concat().into_iter().map(|k| k as u16).collect();
    let state = State::from_topics(&corpus, size("topics"), z).unwrap();
    compare(&fixture["drawn"], &counts, &Profiles::drawn(&state));
    let phi = Phi::of_weights(size("topics"), floats("weights"));
    let profiles = Profiles::expected(&phi, &floats("sizes"));
    compare(&fixture["expected"], &counts, &profiles);
}

#[test]
fn what_the_numbers_are_at_their_ends() {
    // Two topics of four tokens: a word in one of them, one in both, one with a token.
    let vocabulary = named(&["own", "both", "once", "never"]);
    let corpus = Corpus::from_documents(vocabulary, &[vec![0, 0, 0, 1], vec![1, 2, 1, 1]]).unwrap();
    let state = State::from_topics(&corpus, 2, vec![0, 0, 0, 0, 0, 1, 1, 1]).unwrap();
    let (counts, profiles) = (Counts::of(&corpus), Profiles::drawn(&state));
    let table = Table::of(&counts, &profiles);
    let score = |word| table.stop_score(word, &counts).unwrap();
    let spread = |word| table.entry(word).unwrap().spread;
    assert!((spread(1).entropy - std::f64::consts::LN_2).abs() < 1e-15);
    assert_eq!(table.specificity(0), Some(1.0));
    assert_eq!(table.specificity(1), Some(0.0));
    // 5 of 8 tokens have topic 0.
    let far = 0.5 * (0.5 / 0.625_f64).ln() + 0.5 * (0.5 / 0.375_f64).ln();
    assert!((score(1) - (-far).exp()).abs() < 1e-15);
    assert!((score(0) - 0.5 * 0.625).abs() < 1e-15 && (score(2) - 0.5 * 0.375).abs() < 1e-15);
    assert_eq!(table.entry(3), None);
    // With one topic there is nothing to be specific about.
    let one = State::from_topics(&corpus, 1, vec![0; 8]).unwrap();
    let table = Table::of(&counts, &Profiles::drawn(&one));
    assert_eq!(
        (table.specificity(0), table.entry(0).unwrap().topics),
        (None, 1)
    );
    assert_eq!(table.stop_score(1, &counts), Some(1.0));
    assert_eq!(table.information_share(1, &counts), None);
}

#[test]
fn orders_put_the_frequent_first_among_equals_and_the_undefined_last() {
    let vocabulary = named(&["pear", "fig", "apple", "none", "Fig", "figs"]);
    let documents = [vec![0, 0, 1, 2, 2, 4], vec![0, 2, 2, 1, 5]];
    let corpus = Corpus::from_documents(vocabulary, &documents).unwrap();
    let z = vec![0, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0];
    let state = State::from_topics(&corpus, 2, z).unwrap();
    let (counts, profiles) = (Counts::of(&corpus), Profiles::drawn(&state));
    let table = Table::of(&counts, &profiles);
    let alphabet = alphabet(corpus.vocabulary());
    let view = View {
        counts: &counts,
        alphabet: &alphabet,
    };
    let sorted = |by| -> Vec<u32> { Order::new(&table, view, by, None).window(0..9).collect() };
    for (sort, down, up) in [
        (Sort::Tokens, [2, 0, 1, 4, 5, 3], [3, 4, 5, 1, 0, 2]),
        (Sort::Documents, [2, 0, 1, 4, 5, 3], [3, 4, 5, 2, 0, 1]),
        (Sort::Specificity, [2, 0, 4, 5, 1, 3], [1, 2, 0, 4, 5, 3]),
        (Sort::Topics, [1, 2, 0, 4, 5, 3], [3, 2, 0, 4, 5, 1]),
        (Sort::Word, [4, 2, 1, 5, 3, 0], [0, 3, 5, 1, 2, 4]),
    ] {
        assert_eq!(sorted((sort, false)), down, "{sort:?}");
        assert_eq!(sorted((sort, true)), up, "{sort:?} the other way round");
        let mut early = Order::new(&Table::default(), view, (sort, false), None);
        let want = match sort {
            Sort::Topics | Sort::Specificity => [2, 0, 1, 4, 5, 3],
            _ => down,
        };
        assert!(early.window(0..9).eq(want), "{sort:?} without a table");
    }
    let stop = sorted((Sort::Stop, false));
    assert_eq!((stop[0], stop[5]), (1, 3));
    let mut some = Order::new(&table, view, (Sort::Tokens, false), Some(&[1, 5, 0]));
    assert_eq!(
        (some.place(5), some.place(0), some.place(2)),
        (Some(2), Some(0), None)
    );
    assert!(some.window(1..2).eq([1]) && some.window(7..9).next().is_none());
}

#[test]
fn the_alphabet_looks_behind_the_first_letters() {
    let vocabulary = named(&[
        "zebra",
        "international",
        "internationally",
        "zebra",
        "",
        "äpfel",
    ]);
    assert_eq!(alphabet(&vocabulary), [3, 1, 2, 4, 0, 5]);
    let vocabulary = named(&["internationally", "international b", "international a"]);
    assert_eq!(alphabet(&vocabulary), [2, 1, 0]);
}

fn any_case(query: &str) -> Regex {
    let mut pattern = RegexBuilder::new(&regex::escape(query));
    pattern.case_insensitive(true).build().unwrap()
}

#[test]
fn words_are_found_by_a_part_of_them() {
    let words = [
        "bank", "BANKEN", "", "river", "Straße", "bänk", "k\nb", "bank",
    ];
    let index = Index::of(&named(&words));
    for (query, found) in [
        ("bank", &[0, 1, 7][..]),
        ("NK", &[0, 1, 5, 7]),
        ("e", &[1, 3, 4]),
        ("STRASSE", &[]),
        ("ÄN", &[5]),
        ("k\nb", &[6]),
        ("r\nS", &[]),
        ("x", &[]),
    ] {
        assert_eq!(index.find(&any_case(query)), found, "{query}");
    }
}

proptest! {
    #[test]
    fn a_window_is_what_a_full_sort_has_there(
        tokens in prop::collection::vec(0..20_u32, 1..200),
        looks in prop::collection::vec((0..220_usize, 0..40_usize), 1..12),
    ) {
        let documents: Vec<Vec<u32>> = tokens
            .iter()
            .enumerate()
            .map(|(word, &n)| vec![word as u32; n as usize])
            .collect();
        let names = (0..tokens.len()).map(|v| format!("w{v}")).collect();
        let corpus = Corpus::from_documents(Vocabulary::new(names), &documents).unwrap();
        prop_assume!(corpus.tokens() > 0);
        let z = (0..corpus.tokens()).map(|i| (i % 3) as u16).collect();
        let state = State::from_topics(&corpus, 3, z).unwrap();
        let counts = Counts::of(&corpus);
        let table = Table::of(&counts, &Profiles::drawn(&state));
        let view = View { counts: &counts, alphabet: &[] };
        let mut order = Order::new(&table, view, (Sort::Tokens, false), None);
        let mut sorted: Vec<u32> = (0..tokens.len() as u32).collect();
        sorted.sort_by_key(|&v| (std::cmp::Reverse(tokens[v as usize]), v));
        for (start, rows) in looks {
            let end = (start + rows).min(sorted.len());
            let want = &sorted[start.min(end)..end];
            prop_assert!(order.window(start..start + rows).eq(want.iter().copied()));
            if let Some(&word) = want.first() {
                prop_assert_eq!(order.place(word), Some(start));
            }
        }
    }

    #[test]
    fn the_index_finds_what_each_word_says(
        words in prop::collection::vec("[abAB\n]{0,4}", 0..30),
        query in "[ab\n]{1,2}",
    ) {
        let index = Index::of(&Vocabulary::new(words.clone()));
        let pattern = any_case(&query);
        let want = (0..words.len() as u32).filter(|&v| pattern.is_match(&words[v as usize]));
        prop_assert_eq!(index.find(&pattern), want.collect::<Vec<_>>());
    }
}

#[test]
fn a_word_is_shown_where_it_stands() {
    let far = "far ".repeat(60);
    let long = format!("{far}near\n\n the  bank\tof {far}");
    let corpus = of_texts(&["Bank, the bank and\u{301} a BANK", &long, "river"]);
    let bank = corpus.vocabulary().id("bank").unwrap();
    let found = holders(&corpus, bank, 9);
    assert_eq!(
        found,
        [(0, 3), (1, 1)].map(|(document, count)| Holder { document, count })
    );
    assert_eq!(holders(&corpus, bank, 1), found[..1]);
    let of = |d: usize| contexts(corpus.text(d).unwrap(), &corpus.spans(d), bank, 9);
    let first = of(0);
    let written: Vec<&str> = first.iter().map(|c| c.word.as_str()).collect();
    assert_eq!(written, ["Bank", "bank", "BANK"]);
    for context in &first {
        let token = corpus.document(0)[context.token];
        assert_eq!(token, bank);
    }
    assert_eq!(first[1].before, "Bank, the ");
    assert_eq!(first[1].after, " and\u{301} a BANK");
    let [line] = &of(1)[..] else {
        panic!("it has one");
    };
    assert!(line.before.ends_with("far far near the ") && line.before.chars().count() == 100);
    assert!(line.after.starts_with(" of far far ") && line.after.chars().count() == 100);
    let many = contexts(corpus.text(0).unwrap(), &corpus.spans(0), bank, 2);
    assert_eq!(many[..], first[..2]);
}

#[test]
fn a_document_is_known_by_its_other_words_where_there_is_no_text() {
    let documents = [vec![0, 1, 2, 2, 1, 3, 0, 0], vec![0, 3, 0, 0]];
    let corpus = Corpus::from_documents(named(&["a", "b", "c", "d"]), &documents).unwrap();
    assert_eq!(others(&corpus, 0, 0, 2), [(1, 2), (2, 2)]);
    assert_eq!(others(&corpus, 1, 0, 5), [(3, 1)]);
    // Equal counts: the shorter document says more of the word.
    let order: Vec<usize> = holders(&corpus, 0, 9).iter().map(|h| h.document).collect();
    assert_eq!(order, [1, 0]);
}
