//! `evaluate`: the likelihood of a model of ours or of a state that another
//! program wrote.

use super::eta::Eta;
use super::failure::Usage;
use super::infer::{self, Found};
use super::number::whole;
use super::options::CorpusArgs;
use super::output::{print_json, print_text};
use super::progress::{Progress, say};
use super::run::open;
use super::state;
use crate::corpus::{Corpus, Unwatched, read_state};
use crate::engine::fold_in::Method;
use crate::engine::{self, Kind, Objective, Priors};
use crate::eval::harmonic::{WARNING, harmonic_mean};
use crate::eval::{held_out, left_to_right};
use crate::export::likelihood::{HeldOutScore, Likelihood, Values, prior_words};
use crate::model::{Prior, PriorSpec, State, log_joint};
use crate::plain::count;
use crate::session::Fitted;
use crate::session::Model;
use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Arguments of `evaluate`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope evaluate fitted
  gibbscope evaluate state.gz --json
  gibbscope evaluate state.gz --corpus articles.csv --alpha 0.1 --eta 0.01
  gibbscope evaluate fitted --held-out new.csv --method left-to-right --particles 20

A state is what MALLET's --output-state writes, plain or gzip. Alpha and beta are
those of its header unless options say otherwise; the vocabulary is that of
--corpus, else it ends at the highest type index. With --corpus the documents are
compared with those of the state.")]
pub struct EvaluateArgs {
    /// A model file, the folder that `fit --out` wrote, or a MALLET state
    model: PathBuf,
    /// The corpus that it was fitted to
    #[arg(long, value_name = "CORPUS")]
    corpus: Option<String>,
    /// Document–topic prior: each topic's value (0.1), sum:5, or a list of K; above 0 [default: that of the file]
    #[arg(long, value_name = "A", allow_hyphen_values = true)]
    alpha: Option<PriorSpec>,
    /// Topic–word prior: each word's value (0.01), sum:50, a list of V, or a file of lines `word<TAB>value`; above 0 [default: that of the file]
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    eta: Option<Eta>,
    /// Score these new documents: a file, a folder, or - for standard input
    #[arg(long, value_name = "CORPUS")]
    held_out: Option<String>,
    /// How new documents are scored
    #[arg(long, value_name = "METHOD", default_value = "completion")]
    method: ScoreName,
    /// Particles of left-to-right, at least 1
    #[arg(long, value_name = "R", default_value = "20", value_parser = whole::<usize>(1, 1_000_000), allow_negative_numbers = true)]
    particles: usize,
    /// Which half of a new document is scored, and what the methods draw; from 0
    #[arg(long, value_name = "S", default_value = "0", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Go on for so many sweeps, from 1, and give the harmonic mean of their likelihoods, which is for teaching only
    #[arg(long, value_name = "SWEEPS", value_parser = whole::<u64>(1, u64::MAX), allow_negative_numbers = true)]
    harmonic_mean: Option<u64>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: CorpusArgs,
}

/// How new documents are scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ScoreName {
    /// theta from one half of a document, perplexity of the other
    Completion,
    /// log p(w) of the whole document by particles (models with alpha)
    LeftToRight,
}

/// The harmonic mean and what to think of it.
#[derive(Debug, Serialize)]
struct Harmonic {
    samples: u64,
    log_likelihood: f64,
    warning: &'static str,
}

/// The object that `evaluate --json` prints.
#[derive(Debug, Serialize)]
struct Evaluation {
    documents: usize,
    vocabulary: usize,
    tokens: usize,
    empty_documents: usize,
    topics: usize,
    engine: &'static str,
    alpha: Option<Values>,
    eta: Option<Values>,
    #[serde(flatten)]
    likelihood: Likelihood,
    /// Of z, or of all parameters where the engine draws no topics.
    digest: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out: Option<HeldOutScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown_tokens: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop_word_tokens: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    harmonic_mean: Option<Harmonic>,
}

/// A corpus, its topics, the priors and the objective.
struct Evaluated {
    kind: Kind,
    corpus: Corpus,
    state: State,
    alpha: Option<Prior>,
    eta: Option<Prior>,
    objective: Objective,
    digest: String,
}

/// Runs `evaluate`.
pub fn run(args: &EvaluateArgs) -> anyhow::Result<()> {
    if let Some(eta) = &args.eta {
        eta.check()?;
    }
    if let Some(alpha @ (PriorSpec::Each(_) | PriorSpec::Sum(_))) = &args.alpha {
        alpha.resolve("alpha", 1)?;
    }
    let path = Model::file(&args.model);
    let found = if Model::recognise(&path)? {
        of_model(&path, args)?
    } else {
        of_state(&path, args)?
    };
    let scored = args
        .held_out
        .as_ref()
        .map(|name| score(&path, name, args))
        .transpose()?;
    let corpus = &found.corpus;
    let evaluation = Evaluation {
        documents: corpus.documents(),
        vocabulary: corpus.vocabulary().len(),
        tokens: corpus.tokens(),
        empty_documents: corpus.empty_documents(),
        topics: found.state.topics(),
        engine: found.kind.name(),
        alpha: found.alpha.as_ref().map(Values::of),
        eta: found.eta.as_ref().map(Values::of),
        likelihood: Likelihood::new(found.objective, corpus.tokens()),
        digest: found.digest,
        held_out: scored.as_ref().map(|scored| scored.score),
        unknown_tokens: scored.as_ref().map(|scored| scored.unknown),
        stop_word_tokens: scored.as_ref().map(|scored| scored.stop_words),
        warnings: scored
            .and_then(|scored| scored.warning)
            .into_iter()
            .collect(),
        harmonic_mean: args
            .harmonic_mean
            .map(|sweeps| harmonic(&path, sweeps))
            .transpose()?,
    };
    for warning in &evaluation.warnings {
        say(&format!("warning: {warning}"));
    }
    if args.json {
        return print_json(&evaluation);
    }
    let priors = Priors {
        alpha: found.alpha.as_ref(),
        eta: found.eta.as_ref(),
    };
    let mut text = format!(
        "{} ({} empty), {}, {}\n{}, {}\n{}\ndigest {}\n",
        count(evaluation.documents, "document"),
        evaluation.empty_documents,
        count(evaluation.vocabulary, "word"),
        count(evaluation.tokens, "token"),
        count(evaluation.topics, "topic"),
        prior_words(priors),
        evaluation.likelihood.line(),
        evaluation.digest,
    );
    if let (Some(score), Some(unknown), Some(stop_words)) = (
        &evaluation.held_out,
        evaluation.unknown_tokens,
        evaluation.stop_word_tokens,
    ) {
        let _ = writeln!(
            text,
            "{}\nleft out: {} of stop words, {unknown} of words that the model does not know",
            score.line(),
            count(stop_words, "token")
        );
    }
    if let Some(harmonic) = &evaluation.harmonic_mean {
        let _ = writeln!(
            text,
            "harmonic mean of {}: log p(w) = {:.3}\nwarning: {}",
            count(harmonic.samples as usize, "sweep"),
            harmonic.log_likelihood,
            harmonic.warning
        );
    }
    print_text(&text)
}

fn fitted(path: &Path, option: &str) -> anyhow::Result<(Model, Fitted)> {
    if !Model::recognise(path)? {
        return Err(Usage(format!(
            "{option} needs a model of `fit --out`; {} is a state",
            path.display()
        ))
        .into());
    }
    let model = Model::read(path)?;
    let fitted = Fitted::new(&model)?;
    Ok((model, fitted))
}

/// How well a model does on new documents.
struct Scored {
    score: HeldOutScore,
    /// Tokens of words that the model does not know.
    unknown: usize,
    /// Tokens that its corpus left out as stop words.
    stop_words: usize,
    warning: Option<String>,
}

fn score(path: &Path, name: &str, args: &EvaluateArgs) -> anyhow::Result<Scored> {
    let share = name.parse().is_ok_and(|share: f64| share.is_finite());
    if share && !Path::new(name).exists() {
        return Err(Usage(format!(
            "--held-out {name}: evaluate takes a corpus of new documents here; a share of the \
             documents is held out when the model is fitted: gibbscope fit CORPUS --held-out {name}"
        ))
        .into());
    }
    let (model, fitted) = fitted(path, "--held-out")?;
    let new = infer::read(name, &args.reading.read, &model, &mut Progress::quiet())?;
    let (mut known, mut unknown, mut stop_words) = (Vec::new(), 0, 0);
    for d in 0..new.documents() {
        let found = Found::of(&new, d, &fitted.corpus);
        unknown += found.unknown;
        stop_words += found.stop_words;
        known.push(found.words);
    }
    let warning = seen_in_training(&known, &fitted.corpus);
    let documents = Corpus::from_documents(fitted.corpus.vocabulary().clone(), &known)?;
    let fold = fitted.fold_in(Method::Gibbs);
    let nothing = || anyhow!("{name} has no document with enough words that the model knows");
    let score = match args.method {
        ScoreName::Completion => {
            let score = held_out::completion(&fold, &documents, args.seed);
            HeldOutScore::completion(score.ok_or_else(nothing)?, args.seed)
        }
        ScoreName::LeftToRight => {
            if fold.alpha().is_none() {
                bail!(
                    "left-to-right needs a document–topic prior, which {} has not",
                    fitted.kind.title()
                );
            }
            let score = left_to_right::score(&fold, &documents, args.particles, args.seed);
            HeldOutScore::left_to_right(score.ok_or_else(nothing)?, args.seed, args.particles)
        }
    };
    Ok(Scored {
        score,
        unknown,
        stop_words,
        warning,
    })
}

/// A warning where new documents are, token for token, those of the training.
fn seen_in_training(new: &[Vec<u32>], training: &Corpus) -> Option<String> {
    let seen: HashSet<&[u32]> = (0..training.documents())
        .map(|d| training.document(d))
        .collect();
    let old = new
        .iter()
        .filter(|words| !words.is_empty() && seen.contains(words.as_slice()));
    let old = old.count();
    (old > 0).then(|| {
        format!(
            "the model was fitted to {old} of {}, so the score says little about new text; \
             `gibbscope fit CORPUS --held-out 0.2` holds documents out",
            count(new.len(), "document")
        )
    })
}

/// Goes on with the chain of a model.
fn harmonic(path: &Path, sweeps: u64) -> anyhow::Result<Harmonic> {
    let (model, fitted) = fitted(path, "--harmonic-mean")?;
    if !fitted.kind.is_gibbs() {
        bail!(
            "the harmonic mean needs samples of z, which {} does not draw",
            fitted.kind.title()
        );
    }
    let (place, state) = ((model.sweep, false), Arc::unwrap_or_clone(fitted.state));
    let mut engine = engine::from_state(fitted.kind, fitted.corpus, model.settings, state, place)?;
    let mut parts = Vec::new();
    for _ in 0..sweeps {
        while !engine.advance(usize::MAX).sweep_done {}
        if let Objective::LogJoint(joint) = engine.objective() {
            parts.push(joint.word);
        }
    }
    let Some(log_likelihood) = harmonic_mean(&parts) else {
        bail!("there is no sample");
    };
    Ok(Harmonic {
        samples: sweeps,
        log_likelihood,
        warning: WARNING,
    })
}

fn named_corpus(args: &EvaluateArgs) -> anyhow::Result<Option<Corpus>> {
    let Some(name) = &args.corpus else {
        return Ok(None);
    };
    let source = args.reading.source(name)?;
    let loaded = open(&source, &mut Progress::quiet())?;
    Ok(Some(loaded.corpus))
}

fn of_model(path: &Path, args: &EvaluateArgs) -> anyhow::Result<Evaluated> {
    let model = Model::read(path)?;
    let (corpus, state) = model.state()?;
    if let Some(named) = named_corpus(args)? {
        super::model::check_corpus(path, &corpus, &named)?;
    }
    let (mut alpha, mut eta) = model.priors()?;
    let mut objective = model.objective;
    if args.alpha.is_some() || args.eta.is_some() {
        if !model.engine.is_gibbs() {
            bail!(
                "{} comes from {}, whose objective is known for its own priors only: leave out \
                 --alpha and --eta",
                path.display(),
                model.engine.title()
            );
        }
        if let Some(spec) = &args.alpha {
            alpha = Some(spec.resolve("alpha", state.topics())?);
        }
        if let Some(given) = &args.eta {
            let words = corpus.vocabulary();
            eta = Some(given.spec(words)?.resolve("eta", words.len())?);
        }
    }
    if let (Some(alpha), Some(eta), true) = (&alpha, &eta, model.engine.is_gibbs()) {
        objective = Objective::LogJoint(log_joint(&corpus, &state, alpha, eta));
    }
    Ok(Evaluated {
        kind: model.engine,
        corpus,
        state,
        alpha,
        eta,
        objective,
        digest: model.digest,
    })
}

fn of_state(path: &Path, args: &EvaluateArgs) -> anyhow::Result<Evaluated> {
    let name = path.display();
    let file = read_state(path, &mut Unwatched)?;
    let missing = |header, option| {
        Usage(format!(
            "{name} has no line '#{header} : …': say what it is with {option}"
        ))
    };
    // What the file says wrongly is the file's fault, not that of an option.
    let header = |e| anyhow!("{name}: in the header, {e}");
    let highest = file.topics.iter().max().map_or(0, |&k| k as usize + 1);
    let (topics, alpha) = match (&args.alpha, &file.alpha) {
        (Some(PriorSpec::List(values)), None) => {
            let topics = highest.max(values.len());
            let spec = PriorSpec::List(values.clone());
            (topics, spec.resolve("alpha", topics)?)
        }
        (Some(spec), _) => {
            let topics = file.topic_count();
            (topics, spec.resolve("alpha", topics)?)
        }
        (None, Some(values)) => {
            let spec = PriorSpec::List(values.clone());
            let alpha = spec.resolve("alpha", values.len()).map_err(header)?;
            (values.len(), alpha)
        }
        (None, None) => return Err(missing("alpha", "--alpha").into()),
    };
    let eta = match (&args.eta, file.beta) {
        (Some(given), _) => given.clone(),
        (None, Some(beta)) => {
            let spec = PriorSpec::Each(beta);
            spec.resolve("beta", 1).map_err(header)?;
            Eta::Spec(spec)
        }
        (None, None) => return Err(missing("beta", "--eta").into()),
    };
    let z = file
        .topics
        .iter()
        .map(|&k| u16::try_from(k))
        .collect::<Result<Vec<u16>, _>>()
        .map_err(|_| anyhow!("{name}: a topic is past 65534"))?;
    let corpus = match named_corpus(args)? {
        Some(named) => {
            state::on_corpus(file, &named).map_err(|difference| anyhow!("{name}: {difference}"))?
        }
        None => state::alone(file)?,
    };
    let words = corpus.vocabulary();
    let eta = eta.spec(words)?.resolve("eta", words.len())?;
    let state = State::from_topics(&corpus, topics, z).map_err(|e| anyhow!("{name}: {e}"))?;
    let joint = log_joint(&corpus, &state, &alpha, &eta);
    Ok(Evaluated {
        kind: Kind::Collapsed,
        digest: state.digest(),
        corpus,
        state,
        alpha: Some(alpha),
        eta: Some(eta),
        objective: Objective::LogJoint(joint),
    })
}
