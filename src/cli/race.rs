//! `race`: several engines side by side, from the same seed.

mod report;

use super::failure::Usage;
use super::interrupt::Interrupt;
use super::number::whole;
use super::options::{ChainArgs, CorpusArgs, ModelArgs, engine};
use super::output::{print_json, print_text};
use super::progress::{Progress, ProgressArgs};
use super::run::open;
use crate::corpus::Source;
use crate::engine::{Engine, Kind, Settings, start};
use crate::eval::exact::Exact;
use crate::session::race::{Lane, LaneState, Race, Starter, Wish};
use anyhow::bail;
use clap::Args;
use crossbeam_channel::{RecvTimeoutError, unbounded};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Arguments of `race`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope race newsroom --sweeps 200
  gibbscope race toy --engines collapsed,uncollapsed --seeds 1,2 --sweeps 10000
  gibbscope race articles.csv --engines variational,variational-em --json

There is a lane for every engine with every seed. Lanes of the same seed start
from the same random topics of the tokens; a lane is the chain of `fit` with that
engine and seed, and does not depend on the number of threads. Its seconds do,
where there are more threads than processors: --threads 1 times every lane alone.

Objectives of different kinds (a log joint, a bound, a log likelihood) are no
rivals and never share a plot. The autocorrelation time is that of the second
half of a log joint's trace: how many sweeps are worth one independent draw. It
means nothing as long as the trace still climbs.

Where a corpus is so small that all assignments can be summed (about forty tokens
and two topics), the exact log p(w) is given, and how far the share of sweeps in
which two tokens had the same topic is from its exact probability.")]
pub struct RaceArgs {
    /// A file, a folder, - for standard input, or the name of a bundled corpus
    corpus: String,
    /// Engines, with commas between
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = engine(), default_value = "collapsed,uncollapsed,variational", help_heading = "The race")]
    engines: Vec<Kind>,
    /// Seeds from 0, with commas between
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true, default_value = "1", help_heading = "The race")]
    seeds: Vec<u64>,
    /// Passes over all tokens, at least 1 [default: 1000, or what a bundled corpus suggests]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX), allow_negative_numbers = true, help_heading = "The race")]
    sweeps: Option<u64>,
    /// Hold this share of the documents out and score them at the end of every lane: above 0 and below 1 [default: none]
    #[arg(
        long,
        value_name = "SHARE",
        allow_negative_numbers = true,
        help_heading = "The race"
    )]
    held_out: Option<f64>,
    /// Which documents are held out, and which half of each is scored; from 0
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true, default_value = "0", help_heading = "The race")]
    held_out_seed: u64,
    /// Lanes that run at the same time, at least 1; never changes a result [default: as many as there are processors]
    #[arg(long, value_name = "T", value_parser = whole::<usize>(1, u64::MAX), allow_negative_numbers = true, help_heading = "The race")]
    threads: Option<usize>,
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    reading: CorpusArgs,
    /// Print one JSON object with all traces instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    pub(super) progress: ProgressArgs,
}

/// Runs `race`.
pub fn run(args: &RaceArgs) -> anyhow::Result<()> {
    if let Some(kind) = repeated(&args.engines) {
        return Err(Usage(format!("--engines names {} twice", kind.name())).into());
    }
    if let Some(seed) = repeated(&args.seeds) {
        return Err(Usage(format!("--seeds names {seed} twice")).into());
    }
    let given = ChainArgs {
        model: args.model.clone(),
        sweeps: args.sweeps,
        seed: args.seeds.first().copied(),
        threads: args.threads,
        held_out: args.held_out,
        held_out_seed: Some(args.held_out_seed),
        ..ChainArgs::default()
    };
    let chain = given.resolve(Source::demo(&args.corpus).as_ref())?;
    let mut source = args.reading.source(&args.corpus)?;
    source.held_out = chain.held_out;
    source.read.threads = Some(chain.threads);
    let mut progress = args.progress.start();

    let loaded = open(&source, &mut progress)?;
    let corpus = Arc::new(loaded.corpus);
    let settings = chain.settings(corpus.vocabulary())?;
    let mut engines: Vec<Box<dyn Engine>> = Vec::new();
    for &kind in &args.engines {
        for &seed in &args.seeds {
            let settings = Settings {
                seed,
                ..settings.clone()
            };
            engines.push(start(kind, Arc::clone(&corpus), settings)?);
        }
    }
    let alpha = settings.alpha.resolve("alpha", settings.topics)?;
    let eta = settings.eta.resolve("eta", corpus.vocabulary().len())?;
    // A corpus that is too large for it is the usual case, and nothing to report.
    let exact = Exact::solve(&corpus, &alpha, &eta).ok();

    let interrupt = Interrupt::listen()?;
    let race = Race {
        sweeps: chain.sweeps,
        threads: chain.threads,
        exact: exact.as_ref(),
        held_out: (loaded.held_out.as_ref()).map(|held| (held, args.held_out_seed)),
        wish: &|| match interrupt.asked() {
            true => Wish::Stop,
            false => Wish::GoOn,
        },
    };
    let lanes = watch(&race, engines, &mut progress);
    for lane in &lanes {
        if let LaneState::Failed(reason) = &lane.state {
            bail!("{} with seed {}: {reason}", lane.kind.name(), lane.seed);
        }
    }
    let stopped = lanes.iter().any(|lane| lane.sweeps() < chain.sweeps);
    let report = report::Report::new(
        &corpus,
        (&alpha, &eta),
        exact.map(|exact| exact.log_evidence()),
        lanes,
    );
    if args.json {
        print_json(&report)?;
    } else {
        print_text(&report.text())?;
    }
    if stopped {
        bail!(
            "stopped before all lanes had {} sweeps; the results are those of the sweeps there are",
            chain.sweeps
        );
    }
    Ok(())
}

/// Runs a race to its end, and tells how far it is some times a second.
fn watch(race: &Race<'_>, engines: Vec<Box<dyn Engine>>, progress: &mut Progress) -> Vec<Lane> {
    const BETWEEN: Duration = Duration::from_millis(100);
    let mut lanes: Vec<Lane> = engines
        .iter()
        .map(|engine| Lane::new(engine.kind(), engine.settings().seed))
        .collect();
    let tokens = engines.first().map_or(1, |e| e.corpus().tokens()) as f64;
    let total = race.sweeps.saturating_mul(lanes.len() as u64);
    let starters = engines
        .into_iter()
        .map(|engine| -> Starter { Box::new(move || Ok(engine)) })
        .collect();
    let (tell, told) = unbounded();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            race.run(starters, &|place, news| {
                // The other end is open as long as this thread runs.
                let _ = tell.send((place, news));
            });
        });
        let (mut latest, mut shown) = (f64::NAN, Instant::now());
        loop {
            match told.recv_timeout(BETWEEN) {
                Ok((place, news)) => {
                    lanes[place].take(news);
                    let last = lanes[place].trace.last();
                    latest = last.map_or(latest, |point| point.value / tokens);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if shown.elapsed() >= BETWEEN {
                shown = Instant::now();
                progress.sweep(lanes.iter().map(Lane::sweeps).sum(), total, latest);
            }
        }
        progress.sweep(lanes.iter().map(Lane::sweeps).sum(), total, latest);
    });
    progress.done();
    lanes
}

/// A value that comes twice.
fn repeated<T: PartialEq + Copy>(values: &[T]) -> Option<T> {
    let mut places = values.iter().enumerate();
    places.find_map(|(i, value)| values[..i].contains(value).then_some(*value))
}
