//! `infer`: the topics of new documents under a fitted model.

use super::interrupt::Interrupt;
use super::model;
use super::number::whole;
use super::options::ReadArgs;
use super::output::print;
use super::progress::{Progress, ProgressArgs};
use super::run::open_new;
use crate::corpus::{BuildOptions, Corpus, CorpusError, Source, StopWordsChoice};
use crate::engine::fold_in::Method;
use crate::model::random::{Purpose, Stream};
use crate::plain::{clean, count};
use crate::session::Fitted;
use crate::session::Model;
use anyhow::bail;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::path::PathBuf;

/// Arguments of `infer`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope infer fitted new-articles.csv
  gibbscope infer fitted new-articles.csv --json > theta.jsonl
  echo 'the bank of the river' | gibbscope infer fitted - --json

phi stays as it was fitted; theta of every document is drawn or optimised anew.
Words are found as the model's corpus was read, unless options say otherwise. The
stop words of that corpus, and words that the model does not know, are counted and
left out; a document without a known word gets alpha / sum(alpha) (a mixture its
p(topic), plsi even shares). A line of the JSON has id, tokens (all of them), known,
stop_words (how many of the tokens are some) and theta, a list of K in the order of
the model's topics.")]
pub struct InferArgs {
    /// A model file, or the folder that `fit --out` wrote
    model: PathBuf,
    /// The new documents: a file, a folder, or - for standard input
    corpus: String,
    /// How theta is found under a prior: gibbs (mean of samples) or variational
    #[arg(long, value_name = "METHOD", default_value = "gibbs")]
    method: MethodName,
    /// Seed of the Gibbs sampler, from 0
    #[arg(long, value_name = "S", default_value = "0", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Print a line of JSON for each document instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    pub(super) progress: ProgressArgs,
}

/// How theta is found under a prior.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MethodName {
    /// The mean of Gibbs samples
    Gibbs,
    /// The variational E-step
    Variational,
}

impl From<MethodName> for Method {
    fn from(name: MethodName) -> Self {
        match name {
            MethodName::Gibbs => Self::Gibbs,
            MethodName::Variational => Self::Variational,
        }
    }
}

/// A line of the JSON.
#[derive(Debug, Serialize)]
struct Row<'a> {
    id: &'a str,
    tokens: usize,
    known: usize,
    stop_words: usize,
    theta: Vec<f64>,
}

/// Runs `infer`.
pub fn run(args: &InferArgs) -> anyhow::Result<()> {
    let model = model::read(&args.model)?;
    let fitted = Fitted::new(&model)?;
    let mut progress = args.progress.start();
    let new = read(&args.corpus, &args.read, &model, &mut progress)?;
    progress.done();
    let fold = fitted.fold_in(args.method.into());
    let names = top_words(&fitted);
    let interrupt = Interrupt::listen()?;
    let (mut all, mut stopped, mut unknown) = (0, 0, 0);
    for d in 0..new.documents() {
        if interrupt.asked() {
            bail!(
                "interrupted after {d} of {}",
                count(new.documents(), "document")
            );
        }
        let found = Found::of(&new, d, &fitted.corpus);
        all += new.range(d).len();
        stopped += found.stop_words;
        unknown += found.unknown;
        let stream = Stream::new(args.seed, Purpose::FoldIn, d as u64);
        let row = Row {
            id: new.id(d),
            tokens: new.range(d).len(),
            known: found.words.len(),
            stop_words: found.stop_words,
            theta: fold.document(&found.words, stream).theta,
        };
        if args.json {
            print(&(serde_json::to_string(&row)? + "\n"))?;
        } else {
            print(&text(&row, &fitted.ids, &names))?;
        }
    }
    progress.note(&format!(
        "left out of {}: {} of the model's corpus, {unknown} of words that the model does not know",
        count(all, "token"),
        count(stopped, "stop word")
    ));
    if all > 0 && stopped + unknown == all {
        progress.note(
            "warning: the model knows no word of these documents: their topics are what it expects \
             of any document",
        );
    }
    Ok(())
}

/// Reads new documents for a model, their words found as those of its own corpus.
pub(super) fn read(
    name: &str,
    read: &ReadArgs,
    model: &Model,
    progress: &mut Progress,
) -> Result<Corpus, CorpusError> {
    let tokenizer = read.tokenizer().or_else(|| model.tokenizer.clone());
    let source = Source {
        name: name.to_owned(),
        read: read.options(),
        build: BuildOptions {
            tokenizer: tokenizer.unwrap_or_default(),
            stop_words: StopWordsChoice::None,
            ..BuildOptions::default()
        },
        held_out: None,
    };
    Ok(open_new(&source, progress)?.corpus)
}

/// What a model makes of the tokens of a new document.
pub(super) struct Found {
    /// The words that it knows, as its ids.
    pub words: Vec<u32>,
    /// Tokens that its corpus left out as stop words.
    pub stop_words: usize,
    /// Tokens of all other words.
    pub unknown: usize,
}

impl Found {
    /// In document `d`, by the corpus of the model.
    pub fn of(new: &Corpus, d: usize, model: &Corpus) -> Self {
        let mut found = Self {
            words: Vec::new(),
            stop_words: 0,
            unknown: 0,
        };
        for &v in new.document(d) {
            let word = new.vocabulary().word(v);
            match model.vocabulary().id(word) {
                Some(id) => found.words.push(id),
                None if model.stops(word) => found.stop_words += 1,
                None => found.unknown += 1,
            }
        }
        found
    }
}

/// The top words of every topic, for a line.
fn top_words(fitted: &Fitted) -> Vec<String> {
    const WORDS: usize = 6;
    let vocabulary = fitted.corpus.vocabulary();
    let joined = |top: Vec<(u32, f64)>| {
        let words: Vec<&str> = top.iter().map(|(v, _)| vocabulary.word(*v)).collect();
        clean(&words.join(" "))
    };
    let tops = fitted.phi.top_words(WORDS);
    tops.into_iter().map(joined).collect()
}

/// A document for a person: its largest topics with their words.
fn text(row: &Row<'_>, ids: &[u32], names: &[String]) -> String {
    const TOPICS: usize = 3;
    let mut text = format!(
        "{}: {} of {} known, {}\n",
        clean(row.id),
        row.known,
        count(row.tokens, "token"),
        count(row.stop_words, "stop word")
    );
    let mut order: Vec<usize> = (0..row.theta.len()).collect();
    order.sort_by(|&a, &b| row.theta[b].total_cmp(&row.theta[a]).then(a.cmp(&b)));
    for &k in order.iter().take(TOPICS) {
        let share = 100.0 * row.theta[k];
        text.push_str(&format!("  {:>5} {share:>5.1}%  {}\n", ids[k], names[k]));
    }
    text
}
