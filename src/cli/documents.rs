//! `documents`: the documents of a fitted model in the order that is asked for, what they
//! are made of, the nearest to one of them, and the passages that show a topic best.

mod table;

use super::failure::Usage;
use super::model;
use super::number::whole;
use super::options::CorpusArgs;
use super::output::{print, print_text};
use super::progress::Progress;
use super::run::open;
use crate::corpus::Corpus;
use crate::eval::documents::{Explained, First, entropy, ordered};
use crate::eval::passages::Passage;
use crate::session::Fitted;
use crate::tui::explorer::{Filter, passage_text};
use clap::Args;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

/// Arguments of `documents`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope documents fitted --sort topic:4
  gibbscope documents fitted --sort fit --limit 5
  gibbscope documents fitted --search \"year:2010 court\" --corpus articles.csv
  gibbscope documents fitted --nearest a17 --json
  gibbscope documents fitted --representative 4 --corpus articles.csv

Orders: file; topic:ID, the share of a topic, largest first; length, longest first;
entropy of theta in nats (0 to ln K), most mixed first; fit, the log likelihood a token
in nats given theta and phi, worst explained first. --reverse turns each round.
--nearest goes by the Hellinger distance of theta, 0 to 1.

A model file has ids, titles, metadata and words, but no texts: --search looks into
those unless --corpus names the corpus, and passages are words. --search takes text in
any case, with COLUMN:VALUE before it for metadata; of dates the beginning is enough.

--json prints a line for each document, its topics largest first; fit is null where a
document has no token.")]
pub struct DocumentsArgs {
    /// A model file, or the folder that `fit --out` wrote
    model: PathBuf,
    /// file, topic:ID, length, entropy or fit
    #[arg(long, value_name = "ORDER", default_value = "file")]
    sort: Sort,
    /// The last of the order first; what has no value stays last
    #[arg(long)]
    reverse: bool,
    /// Only documents whose text, title or id holds this; COLUMN:VALUE asks for metadata
    #[arg(long, value_name = "TEXT")]
    search: Option<String>,
    /// By the distance from the document with this id, the nearest first
    #[arg(long, value_name = "ID", conflicts_with_all = ["sort", "reverse", "representative"])]
    nearest: Option<String>,
    /// The best passage of each document for the topic with this id, the best first
    #[arg(long, value_name = "TOPIC", value_parser = whole::<u32>(0, u64::from(u32::MAX)), allow_negative_numbers = true, conflicts_with_all = ["sort", "reverse"])]
    representative: Option<u32>,
    /// Documents to print, at least 1
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, u64::MAX), allow_negative_numbers = true, default_value = "20")]
    limit: usize,
    /// The corpus that the model was fitted to, for its texts
    #[arg(long, value_name = "CORPUS")]
    corpus: Option<String>,
    /// Print one JSON object for each document instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    reading: CorpusArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    File,
    Topic(u32),
    Length,
    Entropy,
    Fit,
}

impl FromStr for Sort {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let topic = text.strip_prefix("topic:").and_then(|id| id.parse().ok());
        match (text, topic) {
            ("file", _) => Ok(Self::File),
            ("length", _) => Ok(Self::Length),
            ("entropy", _) => Ok(Self::Entropy),
            ("fit", _) => Ok(Self::Fit),
            (_, Some(id)) => Ok(Self::Topic(id)),
            _ => Err("it takes file, topic:ID, length, entropy or fit".to_owned()),
        }
    }
}

/// A part of a document.
#[derive(Debug, Serialize)]
struct Part {
    topic: u32,
    /// theta.
    share: f64,
    /// n_dk; where the engine draws no topics, tokens whose most probable topic it is.
    tokens: usize,
}

/// The passage of a document.
#[derive(Debug, Serialize)]
struct Shown {
    /// Its first and last token, counted from 1.
    first: usize,
    last: usize,
    of_topic: usize,
    /// Σ φ_kw of the tokens of the topic.
    weight: f64,
    text: String,
}

/// A line of the JSON.
#[derive(Debug, Serialize)]
struct Document<'a> {
    /// Its place in the file, from 1.
    number: usize,
    id: &'a str,
    title: Option<&'a str>,
    tokens: usize,
    /// Of theta, nats.
    entropy: f64,
    /// Log likelihood a token, nats.
    fit: Option<f64>,
    /// From the document that --nearest names.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<f64>,
    topics: Vec<Part>,
    #[serde(skip_serializing_if = "Option::is_none")]
    passage: Option<Shown>,
}

/// Runs `documents`.
pub fn run(args: &DocumentsArgs) -> anyhow::Result<()> {
    let mut fitted = Fitted::new(&model::read(&args.model)?)?;
    if let Some(name) = &args.corpus {
        let loaded = open(&args.reading.source(name)?, &mut Progress::quiet())?;
        model::check_corpus(&args.model, &fitted.corpus, &loaded.corpus)?;
        fitted.corpus = Arc::new(loaded.corpus);
    }
    let (order, passages) = order(&fitted, args)?;
    let order = kept(&fitted.corpus, order, args.search.as_deref());
    let all = order.len();
    let documents: Vec<Document<'_>> = describe(&fitted, &order, &passages, args);
    if args.json {
        let mut lines = String::new();
        for document in &documents {
            lines += &serde_json::to_string(document)?;
            lines.push('\n');
        }
        return print(&lines);
    }
    print_text(&match args.representative {
        Some(topic) => table::passages(&documents, topic, all),
        None => table::all(&documents, args.nearest.is_some(), all),
    })
}

/// Documents, and what they are in the order by where --nearest asks for it.
type Ordered = Vec<(u32, Option<f64>)>;

fn order(fitted: &Fitted, args: &DocumentsArgs) -> anyhow::Result<(Ordered, Vec<Passage>)> {
    let corpus = &fitted.corpus;
    if let Some(id) = args.representative {
        let passages = fitted.passages(place(fitted, "--representative ", id)?);
        let order = passages.iter().map(|p| (p.document, None)).collect();
        return Ok((order, passages));
    }
    if let Some(id) = &args.nearest {
        let own = model::document(corpus, "--nearest", id)?;
        return Ok((ordered(fitted.distances(own), First::Smallest), Vec::new()));
    }
    let length = |d: usize| Some(corpus.document(d).len() as f64);
    let documents = 0..corpus.documents();
    let (values, first): (Vec<Option<f64>>, First) = match args.sort {
        Sort::File => (documents.map(|d| Some(d as f64)).collect(), First::Smallest),
        Sort::Length => (documents.map(length).collect(), First::Largest),
        Sort::Topic(id) => {
            let place = place(fitted, "--sort topic:", id)?;
            (fitted.shares(place), First::Largest)
        }
        Sort::Entropy => (fitted.entropies(), First::Largest),
        Sort::Fit => (fitted.fits(), First::Smallest),
    };
    let first = match (args.reverse, first) {
        (false, first) => first,
        (true, First::Smallest) => First::Largest,
        (true, First::Largest) => First::Smallest,
    };
    Ok((ordered(values, first), Vec::new()))
}

/// The place of a topic.
fn place(fitted: &Fitted, option: &str, id: u32) -> Result<usize, Usage> {
    let place = model::place(&fitted.ids, id);
    place.map_err(|ids| Usage(format!("{option}{id}: the model has no such topic; {ids}")))
}

/// The documents that a search keeps.
fn kept(corpus: &Corpus, mut order: Ordered, search: Option<&str>) -> Ordered {
    if let Some(query) = search {
        let kept = Filter::new(query, corpus).all(corpus);
        order.retain(|(d, _)| kept.binary_search(d).is_ok());
    }
    order
}

fn describe<'a>(
    fitted: &'a Fitted,
    order: &[(u32, Option<f64>)],
    passages: &[Passage],
    args: &DocumentsArgs,
) -> Vec<Document<'a>> {
    let corpus = &fitted.corpus;
    let mut explained = Explained::new(&fitted.phi);
    let passages: FxHashMap<u32, &Passage> = passages.iter().map(|p| (p.document, p)).collect();
    let one = |&(d, value): &(u32, Option<f64>)| {
        let number = d as usize;
        let theta = fitted.theta(number);
        let passage = passages.get(&d);
        Document {
            number: number + 1,
            id: corpus.id(number),
            title: corpus.title(number),
            tokens: corpus.document(number).len(),
            entropy: entropy(&theta),
            fit: explained.per_token(corpus.document(number), &theta),
            distance: value.filter(|_| args.nearest.is_some()),
            topics: parts(fitted, number, &theta),
            passage: passage.map(|p| Shown {
                first: p.tokens.start + 1,
                last: p.tokens.end,
                of_topic: p.of_topic,
                weight: p.weight,
                text: passage_text(corpus, number, &p.tokens, true),
            }),
        }
    };
    order.iter().take(args.limit).map(one).collect()
}

/// The topics of a document, the largest first.
fn parts(fitted: &Fitted, d: usize, theta: &[f64]) -> Vec<Part> {
    let mut counts = vec![0; theta.len()];
    for &topic in &fitted.state.z()[fitted.corpus.range(d)] {
        counts[usize::from(topic)] += 1;
    }
    let rows = fitted.ids.iter().zip(theta).zip(counts);
    let mut parts: Vec<Part> = rows
        .map(|((&topic, &share), tokens)| Part {
            topic,
            share,
            tokens,
        })
        .collect();
    parts.sort_by(|a, b| b.share.total_cmp(&a.share));
    parts
}
