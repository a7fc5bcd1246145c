//! `topics`: the diagnostics of every topic of a fitted model, and its words in the
//! order that is asked for.

mod table;

pub(super) use table::{columns, optional, short};

use super::failure::Usage;
use super::model;
use super::number::whole;
use super::output::{print, print_text};
use crate::engine::Kind;
use crate::eval::ranking::{Order, Ranked, rank};
use crate::session::{Fitted, TopicScores};
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::path::PathBuf;

/// λ of relevance where none is given (Sievert and Shirley 2014).
const LAMBDA: f64 = 0.6;
/// Words of a topic at most: their pairs are counted.
const MOST_WORDS: u64 = 200;

/// Arguments of `topics`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope topics fitted
  gibbscope topics fitted --by relevance --lambda 0.3
  gibbscope topics fitted --topic 4 --by frex --words 20
  gibbscope topics fitted --json

The diagnostics are those of MALLET's --diagnostics-file, with its names in the JSON:
document_entropy (nats), eff_num_words, uniform_dist and corpus_dist (nats), rank_1_docs,
token_doc_diff (nats), allocation_ratio, allocation_count, exclusivity, coherence.
Exclusivity, coherence and token_doc_diff look at the most probable words, as many as
--words says, whatever --by orders the list by.

What is undefined is null, in the table –: all of a topic without a token; and where
an engine draws no topics (variational ones and the baselines) rank_1_docs,
allocation_count, token_doc_diff and coherence, which count the documents that have
the topic. alpha is null where a model has none. --json prints a line for each topic.")]
pub struct TopicsArgs {
    /// A model file, or the folder that `fit --out` wrote
    model: PathBuf,
    /// The order of the words
    #[arg(long, value_name = "ORDER", default_value = "probability")]
    by: By,
    /// Weight of ln phi in relevance, 0 (lift) to 1 (probability) [default: 0.6]
    #[arg(long, value_name = "L", value_parser = lambda, allow_negative_numbers = true)]
    lambda: Option<f64>,
    /// Words of each topic, 1 to 200
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, MOST_WORDS), allow_negative_numbers = true, default_value = "10")]
    words: usize,
    /// Only the topic with this id
    #[arg(long, value_name = "ID", value_parser = whole::<u32>(0, u64::from(u32::MAX)), allow_negative_numbers = true)]
    topic: Option<u32>,
    /// Print one JSON object for each topic instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum By {
    /// phi, the largest first
    Probability,
    /// Lambda between probability and lift (Sievert and Shirley 2014)
    Relevance,
    /// phi over the probability in the corpus
    Lift,
    /// Chuang, Manning and Heer 2012; each word under the topic it points to
    Saliency,
    /// Frequency and exclusivity (Airoldi and Bischof 2016)
    Frex,
}

fn lambda(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|l| (0.0..=1.0).contains(l));
    number.ok_or_else(|| "it takes a number from 0 to 1".to_owned())
}

/// A word of a topic.
#[derive(Debug, Serialize)]
struct Word<'a> {
    word: &'a str,
    /// What the words are ordered by.
    value: f64,
    /// phi.
    probability: f64,
}

/// A line of the JSON.
#[derive(Debug, Serialize)]
struct Topic<'a> {
    #[serde(flatten)]
    scores: TopicScores,
    /// What the user calls it, and a note.
    label: Option<&'a str>,
    note: Option<&'a str>,
    words: Vec<Word<'a>>,
}

/// What the table says beside the topics.
#[derive(Debug)]
struct Setting {
    kind: Kind,
    /// The order of the words, in words.
    order: String,
    /// Topics that the model has.
    topics: usize,
}

/// Runs `topics`.
pub fn run(args: &TopicsArgs) -> anyhow::Result<()> {
    if args.lambda.is_some() && args.by != By::Relevance {
        return Err(Usage("--lambda is the weight of relevance: add --by relevance".into()).into());
    }
    let fitted = Fitted::new(&model::read(&args.model)?)?;
    let place = args.topic.map(|id| find(&fitted, id)).transpose()?;
    let mut topics = topics(&fitted, args)?;
    if let Some(place) = place {
        topics = vec![topics.swap_remove(place)];
    }
    if args.json {
        let mut lines = String::new();
        for topic in &topics {
            lines += &serde_json::to_string(topic)?;
            lines.push('\n');
        }
        return print(&lines);
    }
    let setting = Setting {
        kind: fitted.kind,
        order: match args.order() {
            Order::Probability => "probability".into(),
            Order::Relevance(lambda) => format!("relevance, lambda {lambda}"),
            Order::Lift => "lift".into(),
            Order::Saliency => "saliency".into(),
            Order::Frex => "FREX".into(),
        },
        topics: fitted.ids.len(),
    };
    print_text(&match (&topics[..], place) {
        ([topic], Some(_)) => table::one(topic, &setting),
        _ => table::all(&topics, &setting, table::columns()),
    })
}

impl TopicsArgs {
    fn order(&self) -> Order {
        match self.by {
            By::Probability => Order::Probability,
            By::Relevance => Order::Relevance(self.lambda.unwrap_or(LAMBDA)),
            By::Lift => Order::Lift,
            By::Saliency => Order::Saliency,
            By::Frex => Order::Frex,
        }
    }
}

/// The place of a topic.
pub(super) fn find(fitted: &Fitted, id: u32) -> Result<usize, Usage> {
    let place = fitted.ids.iter().position(|&own| own == id);
    place.ok_or_else(|| {
        let some: Vec<String> = fitted.ids.iter().take(20).map(u32::to_string).collect();
        let more = if fitted.ids.len() > 20 { ", …" } else { "" };
        Usage(format!(
            "--topic {id}: the model has no such topic; its topics are {}{more}",
            some.join(", ")
        ))
    })
}

/// All topics of a model, by place.
fn topics<'a>(fitted: &'a Fitted, args: &TopicsArgs) -> anyhow::Result<Vec<Topic<'a>>> {
    let (corpus, order) = (&fitted.corpus, args.order());
    // Only these orders ask how large the topics are; theta of all documents takes long.
    let share = match order {
        Order::Probability | Order::Frex => Some(vec![0.0; fitted.ids.len()]),
        _ => fitted.topic_share(),
    };
    let share = share.ok_or_else(|| anyhow!("the corpus of the model has no token"))?;
    let ranked = rank(&fitted.phi, &share, order, args.words);
    let topic = |(scores, ranked): (TopicScores, Vec<Ranked>)| {
        let named = |ranked: Ranked| Word {
            word: corpus.vocabulary().word(ranked.word),
            value: ranked.value,
            probability: ranked.probability,
        };
        let said = fitted.labels.get(&scores.id);
        let some = |text: &'a String| Some(text.as_str()).filter(|text| !text.is_empty());
        Topic {
            label: said.and_then(|said| some(&said.name)),
            note: said.and_then(|said| some(&said.note)),
            scores,
            words: ranked.into_iter().map(named).collect(),
        }
    };
    Ok(fitted
        .scores(args.words)
        .into_iter()
        .zip(ranked)
        .map(topic)
        .collect())
}
