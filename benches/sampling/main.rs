//! A sweep of the collapsed sampler with its log joint, the log joint from
//! scratch, and a sweep that only touches memory, all as tokens a second.
//!
//! Every chain has left its random start behind: rows are then as short as they
//! are in most of a run. `GIBBSCOPE_BENCH_CORPUS` names a file in LDA-C to take in
//! place of the generated corpus, `GIBBSCOPE_BENCH_TOPICS` other numbers of topics.

mod touch;
mod zipf;

use anyhow::{Context, Result};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use gibbscope::corpus::{BuildOptions, Corpus, Format, ReadOptions, Source, Unwatched};
use gibbscope::engine::gibbs::Gibbs;
use gibbscope::engine::{Engine, Kind, Settings, default_priors};
use gibbscope::model::log_joint;
use std::env;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;
use touch::Touch;

/// Sweeps before anything is measured.
const BURN_IN: u64 = 30;

fn main() -> Result<()> {
    let corpus = Arc::new(corpus()?);
    let topics = env::var("GIBBSCOPE_BENCH_TOPICS").unwrap_or_else(|_| "20,100,500,1000".into());
    let mut chains = topics
        .split(',')
        .map(|topics| settled(&corpus, topics.parse().context(topics.to_owned())?))
        .collect::<Result<Vec<_>>>()?;
    let mut criterion = Criterion::default().configure_from_args();

    let mut group = measured(&mut criterion, "touch", &corpus);
    for chain in &chains {
        let mut touch = Touch::new(chain.state());
        group.bench_function(name(chain), |b| b.iter(|| touch.sweep(corpus.words())));
    }
    group.finish();

    let mut group = measured(&mut criterion, "sweep", &corpus);
    for chain in &mut chains {
        group.bench_function(name(chain), |b| b.iter(|| chain.advance(usize::MAX)));
    }
    group.finish();

    let mut group = measured(&mut criterion, "likelihood", &corpus);
    for chain in &chains {
        let priors = chain.priors();
        let (alpha, eta) = priors.alpha.zip(priors.eta).context("no priors")?;
        group.bench_function(name(chain), |b| {
            b.iter(|| log_joint(&corpus, black_box(chain.state()), alpha, eta));
        });
    }
    group.finish();
    criterion.final_summary();
    Ok(())
}

fn corpus() -> Result<Corpus> {
    let Ok(name) = env::var("GIBBSCOPE_BENCH_CORPUS") else {
        return Ok(zipf::corpus(1_000, 120)?);
    };
    let source = Source {
        name,
        read: ReadOptions {
            format: Some(Format::LdaC),
            ..ReadOptions::default()
        },
        build: BuildOptions::default(),
        held_out: None,
    };
    Ok(source.open(&mut Unwatched)?.corpus)
}

fn settled(corpus: &Arc<Corpus>, topics: usize) -> Result<Gibbs> {
    let (alpha, eta) = default_priors();
    let settings = Settings {
        topics,
        alpha,
        eta,
        seed: 1,
        em: Default::default(),
        parallel: Default::default(),
    };
    let mut chain = Gibbs::new(Kind::Collapsed, Arc::clone(corpus), settings)?;
    while chain.sweep() < BURN_IN {
        chain.advance(usize::MAX);
    }
    Ok(chain)
}

fn name(chain: &Gibbs) -> String {
    chain.state().topics().to_string()
}

fn measured<'a>(
    criterion: &'a mut Criterion,
    name: &str,
    corpus: &Corpus,
) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .throughput(Throughput::Elements(corpus.tokens() as u64));
    group
}
