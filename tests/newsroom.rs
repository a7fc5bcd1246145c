//! The newsroom corpus is what its index says: eight themes that are found
//! again, in stories of which none repeats another.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use gibbscope::corpus::{Corpus, Source, Unwatched, demo};
use gibbscope::engine::{Kind, Settings, start};
use gibbscope::model::PriorSpec;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The themes of each article, in the order of the file.
fn themes() -> Vec<Vec<String>> {
    let bytes = demo::embedded("newsroom.csv").unwrap();
    let mut reader = csv::Reader::from_reader(bytes);
    let column = reader
        .headers()
        .unwrap()
        .iter()
        .position(|h| h == "themes")
        .unwrap();
    reader
        .records()
        .map(|row| {
            row.unwrap()[column]
                .split(|c: char| !c.is_alphanumeric())
                .filter(|theme| !theme.is_empty())
                .map(str::to_owned)
                .collect()
        })
        .collect()
}

fn suggested() -> (Arc<Corpus>, demo::Settings) {
    let settings = demo::find("newsroom").unwrap().settings;
    let mut source: Source = ron::from_str("(name: \"demo:newsroom\")").unwrap();
    source.build.stop_words = settings.stop_words.clone();
    (source.build.min_df, source.build.max_df) = (settings.min_df, settings.max_df);
    let corpus = source.open(&mut Unwatched).unwrap().corpus;
    (Arc::new(corpus), settings)
}

/// The most articles that a one-to-one matching of topics to themes explains:
/// the best sum of one cell in each row and column, over sets of columns.
fn best_matching(table: &[Vec<u32>]) -> u32 {
    let n = table.len();
    let mut best: Vec<Option<u32>> = vec![None; 1 << n];
    best[0] = Some(0);
    for set in 0usize..1 << n {
        let (Some(sum), row) = (best[set], set.count_ones() as usize) else {
            continue;
        };
        for column in (0..n).filter(|column| set & (1 << column) == 0) {
            let next = &mut best[set | 1 << column];
            *next = (*next).max(Some(sum + table[row][column]));
        }
    }
    best[(1 << n) - 1].unwrap()
}

#[test]
fn topics_match_the_themes_for_nine_of_ten_seeds() {
    let themes = themes();
    let (corpus, settings) = suggested();
    assert_eq!((corpus.documents(), settings.topics), (themes.len(), 8));
    let mut names: Vec<&String> = themes.iter().flatten().collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 8);
    let sweeps = settings.sweeps;
    let shares: Vec<f64> = (0..10)
        .map(|seed| {
            let settings = Settings {
                topics: settings.topics,
                alpha: PriorSpec::Each(settings.alpha),
                eta: PriorSpec::Each(settings.eta),
                seed,
                em: Default::default(),
                parallel: Default::default(),
            };
            let mut engine = start(Kind::Collapsed, Arc::clone(&corpus), settings).unwrap();
            while engine.sweep() < sweeps {
                engine.advance(usize::MAX);
            }
            let mut table = vec![vec![0; 8]; 8];
            let mut single = 0;
            for (d, themes) in themes.iter().enumerate() {
                if let [theme] = themes.as_slice() {
                    let theta = engine.theta(d);
                    let largest = (0..8)
                        .max_by(|&a, &b| theta[a].total_cmp(&theta[b]))
                        .unwrap();
                    let theme = names.iter().position(|name| *name == theme).unwrap();
                    table[largest][theme] += 1;
                    single += 1;
                }
            }
            f64::from(best_matching(&table)) / f64::from(single)
        })
        .collect();
    let good = shares.iter().filter(|share| **share >= 0.85).count();
    assert!(good >= 9, "{shares:?}");
}

#[test]
fn words_of_two_senses_stand_in_two_themes() {
    let (corpus, _) = suggested();
    let themes = themes();
    for (word, senses) in [
        ("bat", ["climate", "football"]),
        ("virus", ["medicine", "finance"]),
        ("virus", ["medicine", "law"]),
    ] {
        let id = corpus.vocabulary().id(word).unwrap();
        for sense in senses {
            let documents = (0..corpus.documents())
                .filter(|&d| themes[d] == [sense] && corpus.document(d).contains(&id))
                .count();
            assert!(documents >= 2, "{word} in {sense}: {documents}");
        }
    }
}

#[test]
fn no_two_articles_share_a_sentence() {
    let (corpus, _) = suggested();
    let mut owners: BTreeMap<String, usize> = BTreeMap::new();
    for d in 0..corpus.documents() {
        for sentence in corpus.text(d).unwrap().split_inclusive(['.', '!', '?']) {
            let words: Vec<String> = sentence
                .split(|c: char| !c.is_alphanumeric())
                .filter(|word| !word.is_empty())
                .map(str::to_lowercase)
                .collect();
            // Shorter pieces are abbreviations and calls ("No."), not sentences.
            if words.len() >= 3 {
                let owner = *owners.entry(words.join(" ")).or_insert(d);
                assert_eq!(
                    owner,
                    d,
                    "{} and {}: {sentence}",
                    corpus.id(owner),
                    corpus.id(d)
                );
            }
        }
    }
}
