//! `evaluate`: the likelihood of a model of ours or of a state that another
//! program wrote.

use super::eta::Eta;
use super::failure::Usage;
use super::model;
use super::options::CorpusArgs;
use super::output::{print_json, print_text};
use super::progress::Progress;
use super::run::open;
use super::state;
use crate::corpus::{Corpus, Unwatched, read_state};
use crate::engine::{Kind, Objective, Priors};
use crate::export::likelihood::{Likelihood, Values, prior_words};
use crate::model::{Prior, PriorSpec, State, log_joint};
use crate::session::Model;
use anyhow::{anyhow, bail};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Arguments of `evaluate`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope evaluate fitted
  gibbscope evaluate state.gz --json
  gibbscope evaluate state.gz --corpus articles.csv --alpha 0.1 --eta 0.01

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
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: CorpusArgs,
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
    /// Of z.
    digest: String,
}

/// A corpus, its topics, the priors and the objective.
struct Evaluated {
    kind: Kind,
    corpus: Corpus,
    state: State,
    alpha: Option<Prior>,
    eta: Option<Prior>,
    objective: Objective,
}

/// Runs `evaluate`.
pub fn run(args: &EvaluateArgs) -> anyhow::Result<()> {
    if let Some(eta) = &args.eta {
        eta.check()?;
    }
    if let Some(alpha @ (PriorSpec::Each(_) | PriorSpec::Sum(_))) = &args.alpha {
        alpha.resolve("alpha", 1)?;
    }
    let path = model::file(&args.model);
    let found = if Model::recognise(&path)? {
        of_model(&path, args)?
    } else {
        of_state(&path, args)?
    };
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
        digest: found.state.digest(),
    };
    if args.json {
        return print_json(&evaluation);
    }
    let priors = Priors {
        alpha: found.alpha.as_ref(),
        eta: found.eta.as_ref(),
    };
    print_text(&format!(
        "{} documents ({} empty), {} words, {} tokens\n{} topics, {}\n{}\ndigest {}\n",
        evaluation.documents,
        evaluation.empty_documents,
        evaluation.vocabulary,
        evaluation.tokens,
        evaluation.topics,
        prior_words(priors),
        evaluation.likelihood.line(),
        evaluation.digest,
    ))
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
        let (named, own) = (named.content_hash(), corpus.content_hash());
        if named != own {
            bail!(
                "{} was not fitted to this corpus with this preprocessing: its content hash is \
                 {own}, that of the corpus {named}",
                path.display()
            );
        }
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
        corpus,
        state,
        alpha: Some(alpha),
        eta: Some(eta),
        objective: Objective::LogJoint(joint),
    })
}
