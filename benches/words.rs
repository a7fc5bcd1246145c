//! The table of a million words: counting it, sorting the rows that a screen shows, and
//! searching, each as milliseconds.

use criterion::{BatchSize, Criterion};
use gibbscope::corpus::{Corpus, CorpusError, Vocabulary};
use gibbscope::eval::words::{Counts, Index, Order, Profiles, Sort, Table, View, alphabet};
use gibbscope::model::State;
use gibbscope::tui::explorer::pattern;
use std::hint::black_box;
use std::time::Duration;

const WORDS: usize = 1_000_000;
const DOCUMENTS: u64 = 20_000;
const LENGTH: u64 = 200;
const TOPICS: u64 = 50;
/// Rows of a screen.
const ROWS: usize = 60;

/// Numbers that look random (Steele, Lea and Flood 2014).
fn mixed(seed: u64) -> u64 {
    let mut x = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Every word comes three times or so, a few far more often.
fn corpus() -> Result<Corpus, CorpusError> {
    let word = |v: usize| {
        let letters = "etaoinshrdlucmfwypvbgkqj".as_bytes();
        let mut rest = mixed(v as u64);
        let mut word = String::new();
        for _ in 0..4 + rest % 9 {
            rest = mixed(rest);
            word.push(letters[(rest % letters.len() as u64) as usize].into());
        }
        word
    };
    let vocabulary = Vocabulary::new((0..WORDS).map(word).collect());
    let token = |i: u64| {
        let share = (mixed(i) >> 11) as f64 / (1_u64 << 53) as f64;
        (share * share * WORDS as f64) as u32
    };
    let document = |d| (d * LENGTH..(d + 1) * LENGTH).map(token).collect();
    let documents: Vec<Vec<u32>> = (0..DOCUMENTS).map(document).collect();
    Corpus::from_documents(vocabulary, &documents)
}

fn main() -> anyhow::Result<()> {
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("words");
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(2));
    let corpus = corpus()?;
    let z = (0..corpus.tokens() as u64).map(|i| (mixed(i) % TOPICS) as u16);
    let state = State::from_topics(&corpus, TOPICS as usize, z.collect())?;
    let (counts, profiles) = (Counts::of(&corpus), Profiles::drawn(&state));
    let table = Table::of(&counts, &profiles);
    let (index, places) = (
        Index::of(corpus.vocabulary()),
        alphabet(corpus.vocabulary()),
    );
    let view = View {
        counts: &counts,
        alphabet: &places,
    };
    group.bench_function("count", |b| b.iter(|| Table::of(&counts, &profiles)));
    group.bench_function("alphabet, once", |b| {
        b.iter(|| alphabet(corpus.vocabulary()))
    });
    let sorts = [
        ("tokens", Sort::Tokens),
        ("specificity", Sort::Specificity),
        ("word", Sort::Word),
    ];
    for (name, sort) in sorts {
        let order = || Order::new(&table, view, (sort, false), None);
        group.bench_function(format!("sort by {name}, first screen"), |b| {
            b.iter(|| order().window(0..ROWS).max());
        });
        group.bench_function(format!("sort by {name}, jump to the middle"), |b| {
            b.iter_batched(
                || {
                    let mut order = order();
                    let _ = order.window(0..ROWS).max();
                    order
                },
                |mut order| order.window(WORDS / 2..WORDS / 2 + ROWS).max(),
                BatchSize::LargeInput,
            );
        });
    }
    for query in ["e", "tion", "quartz"] {
        let Some(pattern) = pattern(query) else {
            continue;
        };
        group.bench_function(format!("search {query}, first screen"), |b| {
            b.iter(|| {
                let found = index.find(black_box(&pattern));
                let mut order = Order::new(&table, view, (Sort::Tokens, false), Some(&found));
                order.window(0..ROWS).max()
            });
        });
    }
    group.finish();
    criterion.final_summary();
    Ok(())
}
