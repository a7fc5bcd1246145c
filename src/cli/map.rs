//! `map`: how far the topics of a model are from each other, which words tell them apart,
//! and which of them meet in documents.

mod table;

use super::failure::Usage;
use super::model;
use super::number::whole;
use super::output::{print_json, print_text};
use crate::eval::map::association::Association;
use crate::eval::map::divergence::Looked;
use crate::eval::map::terms::TermMatrix;
use crate::eval::map::{MOST_TOPICS, TopicMap};
use crate::session::Fitted;
use crate::session::labels::named;
use anyhow::anyhow;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

/// Arguments of `map`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope map fitted
  gibbscope map fitted --matrix --words 60
  gibbscope map fitted --association --present 0.2
  gibbscope map fitted --json

The distance of two topics is the square root of the Jensen-Shannon divergence of
their words, in nats: 0 for the same words in the same shares, 0.833 for no word in
common. The map is the picture in two dimensions that keeps as much of it as two can
(classical multidimensional scaling); how much that is stands below it.

--matrix shows where the words that tell topics apart are: p(k|v), like topics side by
side. --association shows which topics stand in the same documents more (+) or less (-)
often than by chance, as the binary logarithm of the ratio. --json prints all three as
one object; what is undefined is null.")]
pub struct MapArgs {
    /// A model file, or the folder that `fit --out` wrote
    model: PathBuf,
    /// Show the most salient words against the topics
    #[arg(long, conflicts_with = "association")]
    matrix: bool,
    /// Show which topics meet in documents
    #[arg(long)]
    association: bool,
    /// Words of the matrix, 1 to 1000
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, 1000), allow_negative_numbers = true, default_value = "30")]
    words: usize,
    /// A document has a topic with this share of its tokens, above 0 to 1
    #[arg(long, value_name = "SHARE", value_parser = present, allow_negative_numbers = true, default_value = "0.1")]
    present: f64,
    /// Print one JSON object with all three instead of text
    #[arg(long, help_heading = "Output", conflicts_with_all = ["matrix", "association"])]
    json: bool,
}

fn present(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&p: &f64| p > 0.0 && p <= 1.0);
    number.ok_or_else(|| "it takes a number above 0, at most 1".to_owned())
}

/// The JSON. Rows and columns of K×K lists are by place, as the topics are.
#[derive(Debug, Serialize)]
struct Report<'a> {
    topics: Vec<Topic<'a>>,
    /// √JS.
    distances: Vec<&'a [f64]>,
    /// Shares of the squared distances: of the first axis, and of both.
    explained: Option<[f64; 2]>,
    /// The words that the distances tell apart.
    distance_words: Looked,
    association: Meetings,
    matrix: Matrix<'a>,
}

#[derive(Debug, Serialize)]
struct Topic<'a> {
    id: u32,
    place: usize,
    /// Of all tokens.
    share: f64,
    x: f64,
    y: f64,
    /// The id of the nearest topic.
    nearest: Option<u32>,
    nearest_distance: Option<f64>,
    words: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
struct Meetings {
    present: f64,
    documents: usize,
    documents_with: Vec<usize>,
    documents_with_both: Vec<Vec<usize>>,
    log_ratio: Vec<Vec<f64>>,
    residual: Vec<Vec<Option<f64>>>,
}

#[derive(Debug, Serialize)]
struct Matrix<'a> {
    /// Ids in the order of the columns.
    topics: Vec<u32>,
    words: Vec<&'a str>,
    saliency: Vec<f64>,
    /// p(k|v): a row for each word, columns as `topics`.
    shares: Vec<Vec<f64>>,
}

/// Everything that can be shown.
struct Found<'a> {
    fitted: &'a Fitted,
    map: TopicMap,
    /// The top words of each topic, by place.
    tops: Vec<Vec<&'a str>>,
}

impl Found<'_> {
    fn share(&self, k: usize) -> f64 {
        self.fitted.sizes[k] / self.fitted.corpus.tokens().max(1) as f64
    }

    fn matrix(&self, words: usize) -> anyhow::Result<TermMatrix> {
        let matrix = self.fitted.term_matrix(&self.map, words);
        matrix.ok_or_else(|| anyhow!("the corpus of the model has no token"))
    }

    /// The top words of a topic, after the name that the user gave it.
    fn named(&self, k: usize) -> String {
        named(
            &self.fitted.labels,
            self.map.ids[k],
            &self.tops[k].join(" "),
        )
    }

    fn word(&self, word: u32) -> &str {
        self.fitted.corpus.vocabulary().word(word)
    }
}

/// Runs `map`.
pub fn run(args: &MapArgs) -> anyhow::Result<()> {
    let fitted = Fitted::new(&model::read(&args.model)?)?;
    let topics = fitted.ids.len();
    if topics > MOST_TOPICS {
        let text = format!("a map has at most {MOST_TOPICS} topics, and the model has {topics}");
        return Err(Usage(text).into());
    }
    let map = fitted.topic_map();
    let map = map.ok_or_else(|| anyhow!("the model has no topics or no words to map"))?;
    let word = |&(word, _): &(u32, f64)| fitted.corpus.vocabulary().word(word);
    let tops = fitted.phi.top_words(10);
    let tops = tops
        .iter()
        .map(|top| top.iter().map(word).collect())
        .collect();
    let found = Found {
        fitted: &fitted,
        map,
        tops,
    };
    if args.json {
        return print_json(&report(&found, args)?);
    }
    let columns = super::topics::columns();
    print_text(&if args.matrix {
        table::matrix(&found, &found.matrix(args.words)?, columns)
    } else if args.association {
        table::association(
            &found,
            &fitted.association(args.present),
            args.present,
            columns,
        )
    } else {
        table::map(&found, columns)
    })
}

fn report<'a>(found: &'a Found<'_>, args: &MapArgs) -> anyhow::Result<Report<'a>> {
    let map = &found.map;
    let topic = |k: usize| {
        let nearest = map.nearest(k);
        Topic {
            id: map.ids[k],
            place: k,
            share: found.share(k),
            x: map.points[k][0],
            y: map.points[k][1],
            nearest: nearest.map(|n| map.ids[n.0]),
            nearest_distance: nearest.map(|n| n.1),
            words: found.tops[k].clone(),
        }
    };
    let topics = map.ids.len();
    let matrix = found.matrix(args.words)?;
    let terms = &matrix.terms;
    let columns = |shares: &[f64]| matrix.topics.iter().map(|&k| shares[k]).collect();
    Ok(Report {
        topics: (0..topics).map(topic).collect(),
        distances: map.distances.chunks(topics).collect(),
        explained: map.explained,
        distance_words: map.looked,
        association: meetings(&found.fitted.association(args.present), args.present),
        matrix: Matrix {
            topics: matrix.topics.iter().map(|&k| map.ids[k]).collect(),
            words: terms.iter().map(|term| found.word(term.word)).collect(),
            saliency: terms.iter().map(|term| term.saliency).collect(),
            shares: terms.iter().map(|term| columns(&term.shares)).collect(),
        },
    })
}

fn meetings(of: &Association, present: f64) -> Meetings {
    let topics = of.with.len();
    Meetings {
        present,
        documents: of.documents,
        documents_with: of.with.clone(),
        documents_with_both: square(topics, |a, b| of.both(a, b)),
        log_ratio: square(topics, |a, b| of.log_ratio(a, b)),
        residual: square(topics, |a, b| of.residual(a, b)),
    }
}

fn square<T>(n: usize, cell: impl Fn(usize, usize) -> T) -> Vec<Vec<T>> {
    (0..n)
        .map(|a| (0..n).map(|b| cell(a, b)).collect())
        .collect()
}
