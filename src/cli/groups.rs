//! `groups`: how much of each topic the documents of a group have, by a column of their
//! metadata or over time.

mod table;

use super::failure::Usage;
use super::model;
use super::number::whole;
use super::output::{print, print_text};
use super::topics;
use crate::corpus::metadata::Column;
use crate::eval::groups::bootstrap::{Bootstrap, FEWEST, REPLICATES};
use crate::eval::groups::cut::{self, Bin, Cut, Way};
use crate::eval::groups::rows::Weight;
use crate::eval::groups::{Group, Share, difference, prevalence, ranked, spread};
use crate::plain::{clean, visible};
use crate::session::Fitted;
use crate::session::labels::named;
use crate::tui::text::fit;
use anyhow::bail;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::path::PathBuf;

/// Most replicates: more say no more.
const MOST_REPLICATES: u64 = 100_000;

/// Arguments of `groups`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope fit articles.csv --out fitted
  gibbscope groups fitted                          which columns there are
  gibbscope groups fitted --by section
  gibbscope groups fitted --by date --bin month --topic 4
  gibbscope groups fitted --by keywords --split
  gibbscope groups fitted --by section --difference sport politics
  gibbscope groups fitted --by date --json

Columns are the metadata that the corpus was read with: columns of CSV and TSV and keys
of JSON Lines other than text, id and title, the label of MALLET and SVMlight lines, the
folder of a text in a folder. Categories are groups as they are; more than 40 different
numbers are cut into ten ranges; dates (1987, 1987-02, 1987-02-26, with or without a
time) into decades, years, quarters, months, weeks or days, by default the shortest of
these that makes at most 40 groups; a few dates far from all others, as a mistyped year
is, do not count for that. Ten or more periods in a row without a document are left out:
the table has a line that says how many, --json none. Documents without a value are a
group of their own.

A share is of the tokens of a group (--weight tokens), or the mean of theta over its
documents with a token (--weight documents). Its 95 % band is the percentile interval
of --bootstrap B samples of the group's documents, drawn with replacement (Efron and
Tibshirani 1993). It takes the topics as they are: it is no interval of the posterior.
The table shows the topics that differ most between groups; --topic shows one with its
bands. --json prints a line for each group, with --difference one for each topic. What
is undefined is null, in the table –.")]
pub struct GroupsArgs {
    /// A model file, or the folder that `fit --out` wrote
    model: PathBuf,
    /// The metadata column that makes the groups
    #[arg(long, value_name = "COLUMN")]
    by: Option<String>,
    /// How long a group of dates is [default: the shortest that makes at most 40]
    #[arg(long, value_name = "LENGTH", value_parser = bin(), requires = "by")]
    bin: Option<Bin>,
    /// Take values for lists with this character (; where none is given) between their entries; a document is in the group of each
    #[arg(
        long,
        value_name = "CHARACTER", num_args = 0..=1, require_equals = true, default_missing_value = ";", requires = "by",
        conflicts_with = "bin"
    )]
    split: Option<char>,
    /// What counts as one voice
    #[arg(long, value_name = "WHAT", default_value = "tokens")]
    weight: Voice,
    /// One topic, by its id, with its bands
    #[arg(long, value_name = "ID", value_parser = whole::<u32>(0, u64::from(u32::MAX)), allow_negative_numbers = true, requires = "by")]
    topic: Option<u32>,
    /// By how much each topic is larger in the first of these groups
    #[arg(long, value_names = ["GROUP", "GROUP"], num_args = 2, allow_hyphen_values = true, requires = "by", conflicts_with = "topic")]
    difference: Option<Vec<String>>,
    /// Samples that a band is made of: 0 for no bands, or from 100 to 100000
    #[arg(long, value_name = "B", value_parser = replicates, allow_negative_numbers = true, default_value_t = REPLICATES)]
    bootstrap: usize,
    /// Seed of the samples, from 0
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true, default_value = "0")]
    seed: u64,
    /// Print JSON lines instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Voice {
    /// Tokens: long documents say more
    Tokens,
    /// Documents: each says as much
    Documents,
}

fn bin() -> impl TypedValueParser<Value = Bin> {
    PossibleValuesParser::new(Bin::ALL.map(|bin| bin.name())).map(|name| {
        let named = |bin: &Bin| bin.name() == name;
        Bin::ALL.into_iter().find(named).unwrap_or(Bin::Year)
    })
}

fn replicates(text: &str) -> Result<usize, String> {
    let most = usize::try_from(MOST_REPLICATES).unwrap_or(usize::MAX);
    let number = text.parse().ok();
    number
        .filter(|b| *b == 0 || (FEWEST..=most).contains(b))
        .ok_or_else(|| format!("it takes 0, or a whole number from {FEWEST} to {most}"))
}

/// The share of a topic in a line of the JSON.
#[derive(Debug, Serialize)]
struct Of {
    topic: u32,
    share: f64,
    low: Option<f64>,
    high: Option<f64>,
    standard_error: Option<f64>,
}

/// A line of the JSON.
#[derive(Debug, Serialize)]
struct GroupLine<'a> {
    by: &'a str,
    /// `null`: the documents without a value.
    group: Option<&'a str>,
    bin: Option<&'static str>,
    /// The first day of a group of dates.
    start: Option<String>,
    weight: &'static str,
    documents: usize,
    empty_documents: usize,
    tokens: usize,
    /// `null` where the group has no token.
    topics: Option<Vec<Of>>,
}

/// A line of the JSON of a difference.
#[derive(Debug, Serialize)]
struct DifferenceLine<'a> {
    by: &'a str,
    groups: [&'a str; 2],
    weight: &'static str,
    topic: u32,
    shares: [f64; 2],
    difference: f64,
    low: Option<f64>,
    high: Option<f64>,
    standard_error: Option<f64>,
}

/// What is shown, and of what.
#[derive(Debug)]
struct Shown<'a> {
    column: &'a Column,
    cut: &'a Cut,
    groups: &'a [Group],
    ids: &'a [u32],
    /// The first words of each topic.
    words: Vec<String>,
    /// Documents and tokens of the corpus.
    size: [usize; 2],
    /// The share of each topic in all documents.
    whole: Option<Vec<f64>>,
    voice: Voice,
}

/// Runs `groups`.
pub fn run(args: &GroupsArgs) -> anyhow::Result<()> {
    let fitted = Fitted::new(&model::read(&args.model)?)?;
    let Some(by) = &args.by else {
        return columns(&fitted, args.json);
    };
    let column = find(&fitted, by)?;
    let place = args.topic.map(|id| topics::find(&fitted, id)).transpose()?;
    let cut = cut::cut(column, fitted.corpus.documents(), args.way());
    let cut = cut.map_err(|e| Usage(format!("--by {e}")))?;
    let rows = fitted.rows(args.voice());
    let bootstrap = Bootstrap {
        replicates: args.bootstrap,
        seed: args.seed,
    };
    let pair = args
        .difference
        .as_deref()
        .map(|names| pair(&cut, column, names));
    let pair = pair.transpose()?;
    // Of a difference only the groups' own shares are shown.
    let own = match pair {
        Some(_) => Bootstrap {
            replicates: 0,
            ..bootstrap
        },
        None => bootstrap,
    };
    let groups = prevalence(&rows, &cut, own);
    let words = fitted.phi.top_words(table::WORDS).into_iter();
    let word = |id: u32| visible(fitted.corpus.vocabulary().word(id));
    let words = words.zip(&fitted.ids).map(|(top, &topic)| {
        let words: Vec<String> = top.into_iter().map(|(id, _)| word(id)).collect();
        clean(&named(&fitted.labels, topic, &words.join(" ")))
    });
    let shown = Shown {
        column,
        cut: &cut,
        groups: &groups,
        ids: &fitted.ids,
        words: words.collect(),
        size: [fitted.corpus.documents(), fitted.corpus.tokens()],
        whole: rows.whole(),
        voice: args.weight,
    };
    let columns = topics::columns();
    if let Some(pair) = pair {
        let Some(shares) = difference(&rows, &cut, pair, bootstrap) else {
            bail!("one of the groups has no token, so that there is no difference");
        };
        return match args.json {
            true => lines(shown.differences(pair, &shares).into_iter()),
            false => print_text(&table::difference(&shown, pair, &shares, columns)),
        };
    }
    if args.json {
        return lines((0..groups.len()).map(|g| shown.line(g, place)));
    }
    print_text(&match place {
        Some(place) => table::one(&shown, place, columns),
        None => table::all(&shown, &ranked(&spread(&rows, &cut, &groups)), columns),
    })
}

impl GroupsArgs {
    fn way(&self) -> Way {
        let period = self.bin.map_or(Way::Usual, Way::Period);
        self.split.map_or(period, Way::Split)
    }

    fn voice(&self) -> Weight {
        match self.weight {
            Voice::Tokens => Weight::Tokens,
            Voice::Documents => Weight::Documents,
        }
    }
}

/// Prints values as lines of JSON.
fn lines(values: impl Iterator<Item = impl Serialize>) -> anyhow::Result<()> {
    let mut text = String::new();
    for value in values {
        text += &serde_json::to_string(&value)?;
        text.push('\n');
    }
    print(&text)
}

/// The column of this name.
fn find<'a>(fitted: &'a Fitted, by: &str) -> Result<&'a Column, Usage> {
    let metadata = fitted.corpus.metadata();
    metadata.column(by).ok_or_else(|| {
        let names = metadata.columns().iter().map(|c| clean(c.name()));
        let names: Vec<String> = names.collect();
        Usage(match &names[..] {
            [] => format!(
                "--by {by}: the model has no metadata; CSV, TSV, JSON Lines, MALLET lines, \
                 SVMlight and folders of texts give some, and models of before have none"
            ),
            names => format!(
                "--by {by}: the model has no such column; its columns are {}",
                names.join(", ")
            ),
        })
    })
}

/// The places of two groups.
fn pair(cut: &Cut, column: &Column, names: &[String]) -> Result<(usize, usize), Usage> {
    let place = |name: &String| {
        let is = |label: &cut::Label| label.name.as_ref() == Some(name);
        cut.labels.iter().position(is).ok_or_else(|| {
            let names = cut.labels.iter().filter_map(|l| l.name.as_deref());
            let some: Vec<String> = names.clone().take(10).map(clean).collect();
            let more = if names.count() > 10 { ", …" } else { "" };
            Usage(format!(
                "--difference {name}: `{}` has no such group; there is {}{more}",
                clean(column.name()),
                some.join(", ")
            ))
        })
    };
    match names {
        [first, second] if first != second => Ok((place(first)?, place(second)?)),
        _ => Err(Usage("--difference takes two different groups".into())),
    }
}

/// Lists the columns of a model.
fn columns(fitted: &Fitted, json: bool) -> anyhow::Result<()> {
    #[derive(Serialize)]
    struct Line<'a> {
        column: &'a str,
        kind: crate::corpus::metadata::ColumnKind,
        values: usize,
        documents: usize,
    }
    let columns = fitted.corpus.metadata().columns();
    if json {
        return lines(columns.iter().map(|column| {
            let counts = column.counts();
            Line {
                column: column.name(),
                kind: column.kind(),
                values: counts.iter().filter(|n| **n > 0).count(),
                documents: counts.iter().sum(),
            }
        }));
    }
    let mut text = String::new();
    if columns.is_empty() {
        text += "the model has no metadata; CSV, TSV, JSON Lines, MALLET lines, SVMlight and\n\
                 folders of texts give some\n";
    }
    for column in columns {
        text += &fit(&clean(&column.to_string()), topics::columns());
        text.push('\n');
    }
    print_text(&text)
}

impl Shown<'_> {
    fn weight(&self) -> &'static str {
        match self.voice {
            Voice::Tokens => "tokens",
            Voice::Documents => "documents",
        }
    }

    fn line(&self, g: usize, place: Option<usize>) -> GroupLine<'_> {
        let (group, label) = (&self.groups[g], &self.cut.labels[g]);
        let of = |(k, share): (usize, &Share)| Of {
            topic: self.ids[k],
            share: share.value,
            low: share.band.map(|b| b.low),
            high: share.band.map(|b| b.high),
            standard_error: share.band.map(|b| b.error),
        };
        let shares = group.shares.as_ref().map(|shares| {
            let wanted = shares.iter().enumerate();
            wanted
                .filter(|(k, _)| place.is_none_or(|p| p == *k))
                .map(of)
                .collect()
        });
        GroupLine {
            by: self.column.name(),
            group: label.name.as_deref(),
            bin: self.cut.bin.map(Bin::name),
            start: label.start.map(|start| start.to_string()),
            weight: self.weight(),
            documents: group.documents,
            empty_documents: group.empty,
            tokens: group.tokens,
            topics: shares,
        }
    }

    /// The topics, the largest difference first.
    fn differences(&self, (a, b): (usize, usize), shares: &[Share]) -> Vec<DifferenceLine<'_>> {
        let name = |g: usize| self.cut.labels[g].name.as_deref().unwrap_or_default();
        let of = |g: usize, k: usize| self.groups[g].shares.as_ref().map_or(0.0, |s| s[k].value);
        let sizes: Vec<f64> = shares.iter().map(|share| share.value.abs()).collect();
        let line = |k: usize| DifferenceLine {
            by: self.column.name(),
            groups: [name(a), name(b)],
            weight: self.weight(),
            topic: self.ids[k],
            shares: [of(a, k), of(b, k)],
            difference: shares[k].value,
            low: shares[k].band.map(|b| b.low),
            high: shares[k].band.map(|b| b.high),
            standard_error: shares[k].band.map(|b| b.error),
        };
        ranked(&sizes).into_iter().map(line).collect()
    }
}
