//! `compare`: LDA and the baselines on the same held-out documents.

use super::eta::Eta;
use super::held_out::HeldOutArgs;
use super::interrupt::Interrupt;
use super::number::whole as whole_number;
use super::options::{ChainArgs, CorpusArgs, ModelArgs, engine};
use super::output::{print_json, print_text};
use super::plot::{Curve, plot};
use super::progress::ProgressArgs;
use super::run::open;
use super::side_by_side;
use crate::corpus::{Corpus, HeldOut, Source, Vocabulary};
use crate::engine::fold_in::Method;
use crate::engine::{Kind, Settings};
use crate::eval::held_out::{self, Score};
use crate::eval::whole;
use crate::export::likelihood::Values;
use crate::model::PriorSpec;
use crate::plain::count;
use anyhow::bail;
use clap::Args;
use serde::Serialize;
use std::fmt::Write;
use std::sync::Arc;

/// Arguments of `compare`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope compare newsroom
  gibbscope compare articles.csv --topics 5,10,20,50 --sweeps 500 --json

Every model is fitted to the same training documents and scored on the same
held-out documents. Perplexities, lower is better, with standard errors over
documents:
  train       the training documents under the parameters fitted to them
  whole       new documents as the model generates them, nothing refitted: a mixture
              sums over its topics, plsi over the training documents, LDA over theta
              (left-to-right with --particles; the first --whole documents)
  completion  theta from a random half of a new document's tokens, then the
              perplexity of the other half
What falls in train while it rises in whole is overfitting. Completion forgives it,
since theta is fitted to the new document. Models without a prior (unigram, mixture,
plsi) give every word a pseudo-count of 0.01 in every topic when they meet new text.
Ctrl-C prints the models that are finished by then, and the exit code is 1.
LSI and TF-IDF are no probability models and have no perplexity; see
`gibbscope terms`.")]
pub struct CompareArgs {
    /// A file, a folder, - for standard input, or the name of a bundled corpus
    corpus: String,
    /// Numbers of topics, from 1 to 65535, parted by commas [default: 2,5,10,20,40]
    #[arg(long, value_name = "K,…", value_delimiter = ',', value_parser = whole_number::<usize>(1, 65535), allow_negative_numbers = true)]
    topics: Vec<usize>,
    /// Models to compare, parted by commas [default: unigram,mixture,plsi,collapsed]
    #[arg(long, value_name = "ENGINE,…", value_delimiter = ',', value_parser = engine())]
    engines: Vec<Kind>,
    /// Document–topic prior of LDA: each topic's value (0.1) or sum:5 [default: 0.1, or what a bundled corpus suggests]
    #[arg(long, value_name = "A", allow_hyphen_values = true)]
    alpha: Option<PriorSpec>,
    /// Topic–word prior of LDA: each word's value (0.01), sum:50, a list of V, or a file [default: 0.01, or what a bundled corpus suggests]
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    eta: Option<Eta>,
    /// Passes over the training documents, from 0
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(0, u64::MAX), default_value = "200", allow_negative_numbers = true)]
    sweeps: u64,
    /// Seed of the fits, from 0
    #[arg(long, value_name = "S", value_parser = whole_number::<u64>(0, u64::MAX), default_value = "1", allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    split: HeldOutArgs,
    /// Held-out documents scored whole, at least 1
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole_number::<usize>(1, u64::MAX), allow_negative_numbers = true)]
    whole: usize,
    /// Particles of left-to-right, at least 1
    #[arg(long, value_name = "R", default_value = "10", value_parser = whole_number::<usize>(1, 1_000_000), allow_negative_numbers = true)]
    particles: usize,
    /// Threads to use, at least 1; never changes a result [default: as many as there are]
    #[arg(long, value_name = "T", value_parser = whole_number::<usize>(1, u64::MAX), allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Print one JSON object instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    reading: CorpusArgs,
    #[command(flatten)]
    pub(super) progress: ProgressArgs,
}

/// One model.
#[derive(Debug, Clone, Serialize)]
struct Row {
    engine: &'static str,
    topics: usize,
    /// Its priors; null for a model without them.
    alpha: Option<Values>,
    eta: Option<Values>,
    train_perplexity: f64,
    whole: Score,
    completion: Score,
    #[serde(skip)]
    kind: Kind,
}

/// What the models are scored on.
struct Test {
    held: Corpus,
    /// The first of them.
    whole: Corpus,
    seed: u64,
    particles: usize,
}

/// The models to be fitted, and what all have in common.
struct Work {
    jobs: Vec<(Kind, Settings)>,
    train: Arc<Corpus>,
    test: Test,
    sweeps: u64,
}

/// The object that `compare --json` prints.
#[derive(Debug, Serialize)]
struct Comparison {
    training_documents: usize,
    training_tokens: usize,
    vocabulary: usize,
    held_out: HeldOut,
    sweeps: u64,
    seed: u64,
    /// Where alpha and eta come from: `option`, `suggested` by a bundled corpus, or
    /// `default`.
    alpha_from: &'static str,
    eta_from: &'static str,
    models: Vec<Row>,
    /// The priors as written.
    #[serde(skip)]
    priors: [String; 2],
}

/// Runs `compare`.
pub fn run(args: &CompareArgs) -> anyhow::Result<()> {
    let demo = Source::demo(&args.corpus);
    let chain = ChainArgs {
        model: ModelArgs {
            alpha: args.alpha.clone(),
            eta: args.eta.clone(),
            ..ModelArgs::default()
        },
        seed: Some(args.seed),
        ..ChainArgs::default()
    };
    chain.for_every_k("compare")?;
    let chain = chain.resolve(demo.as_ref())?;
    let origin = |given| match (given, &demo) {
        (true, _) => "option",
        (false, Some(_)) => "suggested",
        (false, None) => "default",
    };
    let held_out = args.split.split();
    let mut source = args.reading.source(&args.corpus)?;
    source.held_out = Some(held_out);
    source.read.threads = args.threads;
    let mut progress = args.progress.start();
    let loaded = open(&source, &mut progress)?;
    let train = Arc::new(loaded.corpus);
    let Some(held) = loaded.held_out else {
        bail!("no document was held out");
    };
    let settings = |topics: usize, words: &Vocabulary| -> anyhow::Result<Settings> {
        Ok(Settings {
            topics,
            ..chain.settings(words)?
        })
    };
    let mut jobs = Vec::new();
    for kind in kinds(args) {
        for topics in topics(args, kind) {
            jobs.push((kind, settings(topics, train.vocabulary())?));
        }
    }
    let threads = args.threads.unwrap_or(chain.threads);
    let few: Vec<usize> = (0..held.documents().min(args.whole)).collect();
    let test = Test {
        whole: held.select(&few),
        held,
        seed: args.split.held_out_seed,
        particles: args.particles,
    };
    let interrupt = Interrupt::listen()?;
    let work = Arc::new(Work {
        jobs,
        train: Arc::clone(&train),
        test,
        sweeps: args.sweeps,
    });
    let rows = fit_all(&work, threads, &interrupt)?;
    progress.done();
    let (finished, all) = (rows.len(), work.jobs.len());
    if finished == 0 {
        bail!("interrupted before a model was finished");
    }
    let comparison = Comparison {
        training_documents: train.documents(),
        training_tokens: train.tokens(),
        vocabulary: train.vocabulary().len(),
        held_out,
        sweeps: args.sweeps,
        seed: args.seed,
        alpha_from: origin(args.alpha.is_some()),
        eta_from: origin(args.eta.is_some()),
        models: rows,
        priors: [chain.alpha.to_string(), chain.eta.to_string()],
    };
    if args.json {
        print_json(&comparison)?;
    } else {
        print_text(&text(&comparison))?;
    }
    if finished < all {
        bail!(
            "interrupted after {finished} of {}; the results are those of the finished ones",
            count(all, "model")
        );
    }
    Ok(())
}

fn kinds(args: &CompareArgs) -> Vec<Kind> {
    if args.engines.is_empty() {
        vec![Kind::Unigram, Kind::Mixture, Kind::Plsi, Kind::Collapsed]
    } else {
        args.engines.clone()
    }
}

fn topics(args: &CompareArgs, kind: Kind) -> Vec<usize> {
    match (kind, args.topics.is_empty()) {
        (Kind::Unigram, _) => vec![1],
        (_, true) => vec![2, 5, 10, 20, 40],
        (_, false) => args.topics.clone(),
    }
}

/// Fits the models side by side, and gives those that are finished when Ctrl-C comes.
fn fit_all(work: &Arc<Work>, threads: usize, interrupt: &Interrupt) -> anyhow::Result<Vec<Row>> {
    // The last jobs have the most topics: they come first.
    let order = (0..work.jobs.len()).rev().collect();
    let shared = Arc::clone(work);
    let fit = move |place: usize| {
        let (kind, settings) = &shared.jobs[place];
        shared.fit(*kind, settings.clone())
    };
    let mut rows = Vec::new();
    side_by_side::run(order, threads, Some(interrupt), fit, |place, row| {
        rows.push((place, row?));
        Ok(())
    })?;
    rows.sort_by_key(|(place, _)| *place);
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

impl Work {
    fn fit(&self, kind: Kind, settings: Settings) -> anyhow::Result<Row> {
        let (train, test) = (&self.train, &self.test);
        let mut engine = crate::engine::start(kind, Arc::clone(train), settings)?;
        while engine.sweep() < self.sweeps {
            engine.advance(usize::MAX);
        }
        let model = held_out::predictor(engine.as_ref(), Method::Gibbs);
        let training: Vec<Vec<f64>> = if kind == Kind::Plsi {
            (0..train.documents()).map(|d| engine.theta(d)).collect()
        } else {
            Vec::new()
        };
        let random = (test.particles, test.seed);
        let (Some(whole), Some(completion)) = (
            whole::score(&model, &test.whole, &training, random),
            held_out::completion(&model, &test.held, test.seed),
        ) else {
            bail!("no held-out document has two tokens: there is nothing to score");
        };
        Ok(Row {
            engine: kind.name(),
            topics: engine.topic_ids().len(),
            alpha: engine.priors().alpha.map(Values::of),
            eta: engine.priors().eta.map(Values::of),
            train_perplexity: held_out::training_perplexity(engine.as_ref()),
            whole,
            completion,
            kind,
        })
    }
}

fn text(comparison: &Comparison) -> String {
    let first = comparison.models.first();
    let mut text = format!(
        "{}, {}, {}; of {} {} are scored by completion, {} whole\n{}, seed {}, held-out seed {}\n",
        count(comparison.training_documents, "training document"),
        count(comparison.training_tokens, "token"),
        count(comparison.vocabulary, "word"),
        count(
            first.map_or(0, |m| m.completion.documents),
            "held-out document"
        ),
        count(first.map_or(0, |m| m.completion.tokens), "token"),
        count(first.map_or(0, |m| m.whole.documents), "document"),
        count(comparison.sweeps as usize, "sweep"),
        comparison.seed,
        comparison.held_out.seed,
    );
    if comparison.models.iter().any(|row| row.kind.is_lda()) {
        let [alpha, eta] = &comparison.priors;
        let [of_alpha, of_eta] =
            [comparison.alpha_from, comparison.eta_from].map(|from| match from {
                "suggested" => " (suggested by the corpus)",
                "default" => " (the default)",
                _ => "",
            });
        let _ = writeln!(
            text,
            "LDA with alpha {alpha}{of_alpha} and eta {eta}{of_eta}"
        );
    }
    text.push_str("\nmodel             K    train             whole        completion\n");
    // Of a toy the perplexities are so small that whole numbers would all be alike.
    let decimals = |perplexity: f64| if perplexity < 100.0 { 1 } else { 0 };
    let cell = |score: &Score| {
        let digits = decimals(score.perplexity);
        let error = format!("± {:.digits$}", score.perplexity_standard_error);
        format!("{:>9.digits$} {error:<7}", score.perplexity)
    };
    for row in &comparison.models {
        let line = format!(
            "{:<14} {:>4} {:>8.*} {} {}",
            row.engine,
            row.topics,
            decimals(row.train_perplexity),
            row.train_perplexity,
            cell(&row.whole),
            cell(&row.completion)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text + &picture(&comparison.models)
}

/// Perplexity of whole documents over K; nothing where there is one K only.
fn picture(rows: &[Row]) -> String {
    let topics = || rows.iter().filter(|row| row.kind != Kind::Unigram);
    let last = topics().map(|row| row.topics).max();
    let Some(last) = last.filter(|_| topics().map(|row| row.topics).min() != last) else {
        return String::new();
    };
    let mut kinds: Vec<Kind> = rows.iter().map(|row| row.kind).collect();
    kinds.dedup();
    let curves: Vec<(Kind, Curve)> = kinds
        .into_iter()
        .zip('a'..)
        .map(|(kind, letter)| {
            let own = rows.iter().filter(|row| row.kind == kind);
            let mut points: Vec<(f64, f64)> = own
                .map(|row| (row.topics as f64, row.whole.perplexity))
                .collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            // One number, whatever K is.
            if let (Kind::Unigram, [(_, y)]) = (kind, points.as_slice()) {
                points = vec![(0.0, *y), (last as f64, *y)];
            }
            (kind, Curve { letter, points })
        })
        .collect();
    let names: Vec<String> = curves
        .iter()
        .map(|(kind, curve)| format!("{} {}", curve.letter, kind.name()))
        .collect();
    let curves: Vec<Curve> = curves.into_iter().map(|(_, curve)| curve).collect();
    format!(
        "\nperplexity of whole held-out documents over K\n{}{}\n",
        plot(&curves, &format!("K {last}")),
        names.join("  ")
    )
}
