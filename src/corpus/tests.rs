//! Text and counts through the builder, from one end to the other.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::Deserialize;

use super::*;

fn build(options: BuildOptions, texts: &[&str]) -> Result<(Corpus, LoadReport), CorpusError> {
    let mut builder = Builder::new(options)?;
    for text in texts {
        builder.document(Raw {
            id: None,
            title: None,
            metadata: &[],
            content: Content::Text(text),
        })?;
    }
    builder.finish()
}

fn plain() -> BuildOptions {
    BuildOptions {
        stop_words: StopWordsChoice::None,
        ..BuildOptions::default()
    }
}

fn count(
    options: BuildOptions,
    rows: &[&[(u32, u32)]],
) -> Result<(Corpus, LoadReport), CorpusError> {
    let mut builder = Builder::new(options)?;
    builder.vocabulary(["zoo", "the", "never", "ape"].map(str::to_owned).to_vec())?;
    for row in rows {
        builder.document(Raw {
            id: Some("same"),
            title: None,
            metadata: &[],
            content: Content::Counts(row),
        })?;
    }
    builder.finish()
}

#[derive(Deserialize)]
struct Fixture {
    documents: Vec<String>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    limits: Given,
    vocabulary: Vec<String>,
    rows: Vec<Vec<(String, usize)>>,
}

#[derive(Deserialize, Debug)]
struct Given {
    min_df: Option<String>,
    max_df: Option<String>,
    max_features: Option<usize>,
    stop_words: Option<Vec<String>>,
}

#[test]
fn the_same_vocabulary_and_counts_as_scikit_learn() {
    let fixture: Fixture =
        serde_json::from_str(include_str!("../../tests/fixtures/sklearn_counts.json")).unwrap();
    let texts: Vec<&str> = fixture.documents.iter().map(String::as_str).collect();
    let dir = tempfile::tempdir().unwrap();
    for case in fixture.cases {
        let mut options = plain();
        options.tokenizer.kind = TokenizerKind::Sklearn;
        options.max_features = case.limits.max_features;
        if let Some(limit) = &case.limits.min_df {
            options.min_df = limit.parse().unwrap();
        }
        if let Some(limit) = &case.limits.max_df {
            options.max_df = limit.parse().unwrap();
        }
        if let Some(words) = &case.limits.stop_words {
            let path = dir.path().join("list");
            std::fs::write(&path, words.join("\n")).unwrap();
            options.stop_words = StopWordsChoice::File(path);
        }
        let (corpus, _) = build(options, &texts).unwrap();
        assert_eq!(
            corpus.vocabulary().words(),
            case.vocabulary,
            "{:?}",
            case.limits
        );
        assert_eq!(corpus.documents(), case.rows.len());
        for (d, want) in case.rows.iter().enumerate() {
            let mut row = BTreeMap::new();
            for &word in corpus.document(d) {
                *row.entry(corpus.vocabulary().word(word).to_owned())
                    .or_insert(0) += 1;
            }
            assert_eq!(
                &row.into_iter().collect::<Vec<_>>(),
                want,
                "{:?}",
                case.limits
            );
        }
    }
}

#[test]
fn ties_of_max_features_go_by_alphabet() {
    let options = BuildOptions {
        max_features: Some(2),
        ..plain()
    };
    let (corpus, _) = build(options, &["d c b a"]).unwrap();
    assert_eq!(corpus.vocabulary().words(), ["a", "b"]);
}

#[test]
fn auto_takes_the_list_of_a_recognised_language_only() {
    let story = "The harbour was quiet when the first boats came back from the sea, and nobody \
        on the old stone pier had expected them before evening. Children ran along the wall, \
        shouting the names of their fathers, while the women counted sails against the light. \
        It had been a hard winter, and there were fewer of them than there had been in autumn.";
    let (corpus, report) = build(BuildOptions::default(), &[story]).unwrap();
    assert_eq!(report.language.as_deref(), Some("english"));
    assert!(
        report.stop_words.starts_with("english ("),
        "{}",
        report.stop_words
    );
    assert!(corpus.vocabulary().id("the").is_none() && corpus.vocabulary().id("harbour").is_some());
    assert!(report.tokens_removed_by_stop_words > 10);
    assert!(report.unmatched_stop_words.is_empty());

    let (corpus, report) = build(BuildOptions::default(), &["the cat", "a dog"]).unwrap();
    assert_eq!(report.stop_words, "none (language not recognised)");
    assert_eq!(corpus.vocabulary().words(), ["a", "cat", "dog", "the"]);
    let (corpus, report) = count(BuildOptions::default(), &[&[(1, 1)]]).unwrap();
    assert_eq!(
        (corpus.tokens(), report.stop_words.as_str()),
        (1, "none (counts)")
    );
}

#[test]
fn empty_documents_stay_unless_dropped() {
    let texts = ["apple pear", "the of", "plum"];
    let mut options = BuildOptions {
        stop_words: StopWordsChoice::Language("english".into()),
        ..BuildOptions::default()
    };
    let (corpus, report) = build(options.clone(), &texts).unwrap();
    assert_eq!((corpus.documents(), report.empty_documents), (3, 1));
    assert_eq!(corpus.text(1), Some("the of"));
    options.drop_empty = true;
    let (corpus, report) = build(options, &texts).unwrap();
    assert_eq!(
        (corpus.documents(), report.dropped),
        (2, vec!["1".to_owned()])
    );
    assert_eq!((corpus.id(1), corpus.text(1)), ("2", Some("plum")));
}

#[test]
fn nothing_left_is_an_error_that_names_the_cause() {
    let options = BuildOptions {
        min_df: DfLimit::Documents(50),
        ..plain()
    };
    let error = build(options, &["a b", "b c"]).unwrap_err();
    assert!(
        error.to_string().contains("--min-df 50") && !error.is_usage(),
        "{error}"
    );
    let options = BuildOptions {
        stop_words: StopWordsChoice::Language("en".into()),
        ..plain()
    };
    let error = build(options, &["the", "of"]).unwrap_err().to_string();
    assert!(error.contains("--stop-words english ("), "{error}");
    for texts in [&["", "!?"][..], &[]] {
        let error = build(plain(), texts).unwrap_err().to_string();
        assert!(error.contains("no document holds a single word"), "{error}");
    }
    let options = BuildOptions {
        max_features: Some(0),
        ..plain()
    };
    assert!(Builder::new(options).unwrap_err().is_usage());
}

#[test]
fn counts_keep_the_order_of_the_file_and_words_never_seen() {
    let rows: &[&[(u32, u32)]] = &[&[(3, 2), (0, 1), (3, 1)], &[], &[(1, 1)]];
    let (corpus, report) = count(plain(), rows).unwrap();
    assert_eq!(corpus.vocabulary().words(), ["zoo", "the", "never", "ape"]);
    assert_eq!(corpus.words(), [0, 3, 3, 3, 1]);
    assert_eq!(corpus.offsets(), [0, 4, 4, 5]);
    assert_eq!(report.notes.len(), 1, "{:?}", report.notes);
    assert!(report.notes[0].contains("same"));

    let english = StopWordsChoice::Language("english".into());
    let options = BuildOptions {
        stop_words: english,
        ..plain()
    };
    let (corpus, _) = count(options, rows).unwrap();
    assert_eq!(corpus.vocabulary().words(), ["zoo", "ape"]);

    let options = BuildOptions {
        max_df: DfLimit::Share(0.9),
        ..plain()
    };
    let (corpus, _) = count(options, rows).unwrap();
    assert_eq!(corpus.vocabulary().words(), ["zoo", "the", "ape"]);
}

#[test]
fn counts_that_cannot_be_are_refused() {
    let error = count(plain(), &[&[(4, 1)]]).unwrap_err().to_string();
    assert!(
        error.contains("word id 4 is past the vocabulary of 4 words"),
        "{error}"
    );
    assert!(count(plain(), &[&[(0, u32::MAX)]]).is_err());
    let mut builder = Builder::new(plain()).unwrap();
    let unnamed = |content| Raw {
        id: None,
        title: None,
        metadata: &[],
        content,
    };
    builder.document(unnamed(Content::Tokens(&[2, 0]))).unwrap();
    assert!(builder.document(unnamed(Content::Text("word"))).is_err());
    assert!(
        builder
            .document(unnamed(Content::Tokens(&[u32::MAX])))
            .is_err()
    );
    assert!(builder.vocabulary(Vec::new()).is_err());
}

#[test]
fn tokens_without_a_vocabulary_are_named_by_number() {
    let mut builder = Builder::new(plain()).unwrap();
    let content = Content::Tokens(&[2, 0, 2]);
    builder
        .document(Raw {
            id: None,
            title: Some("T"),
            metadata: &[],
            content,
        })
        .unwrap();
    let (corpus, _) = builder.finish().unwrap();
    assert_eq!(corpus.vocabulary().words(), ["0", "1", "2"]);
    assert_eq!(
        (corpus.document(0), corpus.title(0)),
        (&[2, 0, 2][..], Some("T"))
    );
    assert!(corpus.spans(0).is_empty() && corpus.tokenizer().is_none());
    assert_eq!(corpus.bag("2 x 0"), (vec![2, 0], 1));
}

#[test]
fn any_number_of_threads_gives_one_corpus() {
    // Every document brings a new word, and some are longer than a batch.
    let text = |d: usize| match d % 500 {
        3 => String::new(),
        7 => format!("long{d} ").repeat(100_000),
        _ => format!("Word{d} and word{} again: ", d / 2).repeat(10),
    };
    let texts: Vec<String> = (0..2000).map(text).collect();
    let corpus = |threads| {
        let options = BuildOptions {
            drop_empty: true,
            ..plain()
        };
        let mut builder = Builder::new(options).unwrap().threads(threads);
        for (d, text) in texts.iter().enumerate() {
            let content = Content::Text(text);
            let title = d.is_multiple_of(3).then_some("T");
            let id = None;
            builder
                .document(Raw {
                    id,
                    title,
                    metadata: &[],
                    content,
                })
                .unwrap();
        }
        builder.finish().unwrap()
    };
    let (one, report) = corpus(1);
    assert_eq!((one.documents(), report.dropped.len()), (1996, 4));
    for d in 0..one.documents() {
        let of: usize = one.id(d).parse().unwrap();
        assert_eq!(one.text(d), Some(&*texts[of]));
        assert_eq!(one.title(d), of.is_multiple_of(3).then_some("T"));
        assert_eq!(one.bag(&texts[of]), (one.document(d).to_vec(), 0));
    }
    for threads in [2, 3, 8] {
        let (many, same) = corpus(threads);
        assert_eq!(many.content_hash(), one.content_hash(), "{threads} threads");
        assert_eq!(many.vocabulary().words(), one.vocabulary().words());
        assert_eq!(same, report);
    }
}

#[test]
fn own_entries_that_match_nothing_are_reported() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("list");
    std::fs::write(&path, "Cat\r\nunicorn\r\n").unwrap();
    let options = BuildOptions {
        stop_words: StopWordsChoice::File(path),
        ..plain()
    };
    let (corpus, report) = build(options, &["the cat sat"]).unwrap();
    assert_eq!(report.unmatched_stop_words, ["unicorn"]);
    assert_eq!(corpus.bag("a cat sat"), (vec![0], 2));
}

#[test]
fn options_survive_a_session_file() {
    let options = BuildOptions {
        stop_words: StopWordsChoice::Language("korean".into()),
        min_df: DfLimit::Documents(1),
        max_df: DfLimit::Share(1.0),
        max_features: Some(7),
        ..BuildOptions::default()
    };
    let ron = ron::to_string(&options).unwrap();
    assert_eq!(ron::from_str::<BuildOptions>(&ron).unwrap(), options);
    assert_eq!(
        ron::from_str::<BuildOptions>("()").unwrap(),
        BuildOptions::default()
    );
}

proptest! {
    #[test]
    fn spans_with_a_word_are_the_document(
        texts in prop::collection::vec("([abAİé中文ไทक’' .\n]|e\u{301}){0,30}", 1..6),
        kind in 0..3usize, min in 1..3u64, most in prop::option::of(1..6usize), drop_empty: bool,
    ) {
        let mut options = BuildOptions { max_features: most, drop_empty, min_df: DfLimit::Documents(min), ..plain() };
        options.tokenizer.kind =
            [TokenizerKind::Unicode, TokenizerKind::Sklearn, TokenizerKind::Whitespace][kind];
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        if let Ok((corpus, report)) = build(options, &texts) {
            prop_assert_eq!(report.tokens, corpus.tokens());
            for d in 0..corpus.documents() {
                let spans = corpus.spans(d);
                let kept: Vec<u32> = spans.iter().filter_map(|s| s.word).collect();
                prop_assert_eq!(&kept[..], corpus.document(d));
                prop_assert_eq!(corpus.bag(corpus.text(d).unwrap()), (kept.clone(), spans.len() - kept.len()));
            }
        }
    }
}

#[test]
fn metadata_goes_with_its_documents() {
    let options = BuildOptions {
        drop_empty: true,
        ..plain()
    };
    for threads in [1, 3] {
        let mut builder = Builder::new(options.clone()).unwrap().threads(threads);
        for (text, by) in [("a b", "Ann"), ("", "Bob"), ("b c", ""), ("c", "Ann")] {
            let raw = Raw {
                id: None,
                title: None,
                metadata: &[("by", by)],
                content: Content::Text(text),
            };
            builder.document(raw).unwrap();
        }
        let (corpus, report) = builder.finish().unwrap();
        assert_eq!(report.metadata, ["by (1 value)"]);
        assert!(report.to_string().contains("\nmetadata: by (1 value)\n"));
        let by = |corpus: &Corpus, d| corpus.metadata().columns()[0].value(d).map(str::to_owned);
        assert_eq!(
            [0, 1, 2].map(|d| by(&corpus, d)),
            [Some("Ann".into()), None, Some("Ann".into())]
        );
        let some = corpus.select(&[1, 0]);
        assert_eq!([0, 1].map(|d| by(&some, d)), [None, Some("Ann".into())]);
        // The same words are the same corpus.
        let bare = build(options.clone(), &["a b", "", "b c", "c"]).unwrap().0;
        assert_eq!(bare.content_hash(), corpus.content_hash());
    }
}
