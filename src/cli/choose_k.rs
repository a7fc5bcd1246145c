//! `choose-k`: every number of topics from several seeds, measured alike.

mod kept;
mod report;

use super::eta::Eta;
use super::held_out::HeldOutArgs;
use super::interrupt::Interrupt;
use super::number::whole;
use super::options::{Chain, ChainArgs, CorpusArgs, ModelArgs, engine_of};
use super::output::{print_json, print_text};
use super::progress::ProgressArgs;
use super::run::open;
use super::side_by_side;
use crate::corpus::{HeldOut, Source};
use crate::engine::{Kind, Settings};
use crate::model::PriorSpec;
use crate::plain::count;
use crate::session::HeldOutTest;
use crate::session::choose_k::{FitError, Job, Plan, Split, TOP, Topics};
use anyhow::bail;
use clap::Args;
use report::{About, Report, Setup};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Arguments of `choose-k`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope choose-k newsroom --topics 4..16:4
  gibbscope choose-k articles.csv --topics 5..50:5 --seeds 5 --out choose.json
  gibbscope choose-k corpus.ldac --topics 10,20,50 --sweeps 500 --json

For every K and seed one fit to the same training documents, measured at its end:
  perplexity     of held-out documents by completion, as in compare; lower is better
  c_npmi         coherence of the ten top words in windows of 10 tokens of the training
                 texts, from -1 to 1; word counts have no windows, and so no c_npmi
  u_mass         coherence from document counts alone; higher, nearer 0, is better
  exclusivity    how far the top words of a topic are its own, up to 1
  harmonic mean  of the likelihoods of the sweeps after half of the run: for teaching
                 only, it must not be used to choose
They often do not agree: coherence and exclusivity have optima of their own, and no
number of topics is true. Means over seeds with their standard deviations; a K within
the spread of the best is no worse than it, as far as these runs can tell.

Each run is told on standard error when it is finished. With --out they are all kept in
that file, and the same command goes on from them; topics and seeds may be added.
Ctrl-C prints what is finished, and the exit code is 1.")]
pub struct ChooseKArgs {
    /// A file, a folder, - for standard input, or the name of a bundled corpus
    corpus: String,
    /// Numbers of topics: a range with its step (5..50:5, both ends included), a list (5,10,20), or both
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    topics: Topics,
    /// Runs of each K, with seeds that follow one another, from 1 to 1000
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, 1000), default_value = "3", allow_negative_numbers = true)]
    seeds: u64,
    /// The first seed, from 0
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0, u64::MAX - 1000), default_value = "1", allow_negative_numbers = true)]
    seed: u64,
    /// How topics are inferred [default: collapsed]
    #[arg(long, value_name = "ENGINE", value_parser = engine_of(with_topics()))]
    engine: Option<Kind>,
    /// Document–topic prior: each topic's value (0.1) or sum:5 [default: 0.1, or what a bundled corpus suggests]
    #[arg(long, value_name = "A", allow_hyphen_values = true)]
    alpha: Option<PriorSpec>,
    /// Topic–word prior: each word's value (0.01), sum:50, a list of V, or a file [default: 0.01, or what a bundled corpus suggests]
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    eta: Option<Eta>,
    /// Passes over the training documents, from 0 [default: 1000, or what a bundled corpus suggests]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    sweeps: Option<u64>,
    #[command(flatten)]
    split: HeldOutArgs,
    /// Threads to use, at least 1; never changes a result [default: as many as there are]
    #[arg(long, value_name = "T", value_parser = whole::<usize>(1, u64::MAX), allow_negative_numbers = true)]
    threads: Option<usize>,
    /// File for the finished runs, from which the same command goes on
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    reading: CorpusArgs,
    #[command(flatten)]
    pub(super) progress: ProgressArgs,
}

/// Runs `choose-k`.
pub fn run(args: &ChooseKArgs) -> anyhow::Result<()> {
    let chain = ChainArgs {
        model: ModelArgs {
            alpha: args.alpha.clone(),
            eta: args.eta.clone(),
            ..ModelArgs::default()
        },
        sweeps: args.sweeps,
        engine: args.engine,
        seed: Some(args.seed),
        held_out: Some(args.split.held_out),
        held_out_seed: Some(args.split.held_out_seed),
        threads: args.threads,
        ..ChainArgs::default()
    };
    chain.for_every_k("choose-k")?;
    let chain = chain.resolve(Source::demo(&args.corpus).as_ref())?;
    let split = args.split.split();
    let mut source = args.reading.source(&args.corpus)?;
    source.held_out = Some(split);
    source.read.threads = Some(chain.threads);
    let mut progress = args.progress.start();
    let loaded = open(&source, &mut progress)?;
    let Some(held) = loaded.held_out else {
        bail!("no document was held out");
    };
    for note in &chain.notes {
        progress.note(note);
    }
    let train = Arc::new(loaded.corpus);
    let mut settings = chain.settings(train.vocabulary())?;
    // Each run has one thread.
    settings.parallel.threads = 1;
    let mut report = Report::new(
        About::new(&args.corpus, &train, &held),
        setup(&chain, &settings, split)?,
    );
    if let Some(path) = &args.out {
        let kept = kept::read(path, &report)?;
        if !kept.is_empty() {
            let (runs, name) = (count(kept.len(), "run"), path.display());
            progress.note(&format!("{runs} taken from {name}"));
        }
        report.findings.extend(kept);
        // Better now than after the first run.
        kept::write(path, &report)?;
    }
    let jobs = jobs(args, &report);
    let interrupt = Interrupt::listen()?;
    let (wanted, order) = (jobs.len(), (0..jobs.len()).collect());
    let documents = Split {
        kind: chain.engine,
        settings,
        sweeps: chain.sweeps,
        train,
        held_out: HeldOutTest {
            documents: Arc::new(held),
            seed: split.seed,
        },
    };
    let (mut done, fit) = (0, move |place: usize| {
        let started = Instant::now();
        let run = documents.fit(jobs[place], &|| true).map_err(failed);
        (run, started.elapsed().as_secs_f64())
    });
    side_by_side::run(
        order,
        chain.threads,
        Some(&interrupt),
        fit,
        |_, (run, seconds)| {
            // Nobody gives one up here.
            let Some(run) = run? else { return Ok(()) };
            done += 1;
            let event =
                json!({"event": "run", "done": done, "of": wanted, "seconds": seconds, "run": run});
            progress.finished(&event, &run.line((done, wanted), seconds));
            report.findings.extend([run]);
            args.out
                .as_ref()
                .map_or(Ok(()), |path| kept::write(path, &report))
        },
    )?;
    if report.findings.runs.is_empty() {
        bail!("interrupted before a run was finished");
    }
    if args.json {
        print_json(&report)?;
    } else {
        print_text(&report.text())?;
    }
    if done < wanted {
        let goes_on = match &args.out {
            Some(path) => format!(
                "; the same command goes on from those in {}",
                path.display()
            ),
            None => String::new(),
        };
        bail!(
            "interrupted after {done} of {}; the results are those of the finished ones{goes_on}",
            count(wanted, "run")
        );
    }
    Ok(())
}

/// What makes a run what it is, its K and seed apart.
fn setup(chain: &Chain, settings: &Settings, held_out: HeldOut) -> anyhow::Result<Setup> {
    let kind = chain.engine;
    let smooth = kind != Kind::VariationalEm || chain.em.smooth;
    let prior = |spec: &PriorSpec, has: bool| has.then(|| report::prior(spec)).transpose();
    Ok(Setup {
        engine: kind,
        alpha: prior(&settings.alpha, kind.is_lda())?,
        eta: prior(&settings.eta, kind.is_lda() && smooth)?,
        sweeps: chain.sweeps,
        held_out,
        top_words: TOP,
    })
}

/// What is still to be done.
fn jobs(args: &ChooseKArgs, report: &Report) -> Vec<Job> {
    let plan = Plan {
        topics: args.topics.0.clone(),
        seeds: args.seed..args.seed + args.seeds,
    };
    plan.jobs()
        .filter(|&job| !report.findings.has(job))
        .collect()
}

/// What no K can do is a mistake in the arguments, as in other commands.
fn failed(error: FitError) -> anyhow::Error {
    match error {
        FitError::Engine(error) => error.into(),
        error @ FitError::NothingToScore => error.into(),
    }
}

/// The engines that have topics to choose the number of.
fn with_topics() -> Vec<Kind> {
    let mut kinds = Kind::ALL.to_vec();
    kinds.retain(|kind| *kind != Kind::Unigram);
    kinds
}
