//! `score`: the coherence of topics from any program on a reference corpus.

use super::options::CorpusArgs;
use super::output::{cutter, print_json, print_text};
use super::progress::ProgressArgs;
use super::run::open;
use crate::corpus::Corpus;
use crate::eval::coherence::{Coherence, Measure, Windows, mean};
use crate::eval::ranking::diversity;
use crate::plain::{clean, count};
use anyhow::{anyhow, bail};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Arguments of `score`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope score topics.txt --reference newsroom
  gibbscope score topics.txt --reference wiki.jsonl --stop-words none --json

TOPICS has a topic on each line: its words, the most probable first, with white space
or commas between them. They are looked up in the reference corpus as it is read, so
a word that its stop words or limits leave out is missing there.

u_mass counts documents; c_uci and c_npmi slide a window of 10 tokens over the texts,
c_v one of 110: all as gensim does. A pair with a word that is missing is undefined
and left out of the mean; how many there are is printed. Word counts have no order:
for them only u_mass means what it says. diversity is the share of the words of all
topics that are different ones.")]
pub struct ScoreArgs {
    /// A text file with the words of one topic on each line
    topics: PathBuf,
    /// The texts: a file, a folder, - for standard input, or a bundled corpus
    #[arg(long, value_name = "CORPUS")]
    reference: String,
    /// Print one JSON object instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    pub(super) progress: ProgressArgs,
    #[command(flatten)]
    reading: CorpusArgs,
}

/// One measure in the JSON.
#[derive(Debug, Serialize)]
struct Scores {
    /// By topic; null where every pair is undefined.
    topics: Vec<Option<f64>>,
    /// Over the topics that have a value.
    mean: Option<f64>,
    /// Undefined pairs (c_v: words) of each topic.
    undefined: Vec<usize>,
}

impl Scores {
    fn new(topics: &[Coherence]) -> Self {
        Self {
            topics: topics.iter().map(|t| t.value).collect(),
            mean: mean(topics.iter().map(|t| t.value)).value,
            undefined: topics.iter().map(|t| t.undefined).collect(),
        }
    }
}

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Printed {
    #[serde(flatten)]
    scores: BTreeMap<&'static str, Scores>,
    /// Of the words as they are written.
    diversity: Option<f64>,
}

/// Runs `score`.
pub fn run(args: &ScoreArgs) -> anyhow::Result<()> {
    let topics = read(&args.topics)?;
    let source = args.reading.source(&args.reference)?;
    let mut progress = args.progress.start();
    let texts = open(&source, &mut progress)?.corpus;
    progress.done();
    let ids = look_up(&texts, &topics);
    let missing = missing(&topics, &ids);
    if !missing.is_empty() {
        let some = missing[..missing.len().min(10)].join(", ");
        let more = if missing.len() > 10 { ", …" } else { "" };
        progress.note(&format!(
            "{} of the topics not in the reference corpus: {some}{more}",
            count(missing.len(), "word")
        ));
    }
    if texts.text(0).is_none() {
        progress.note(
            "the reference corpus has word counts without an order: only u_mass means what it says",
        );
    }
    let mut scores = BTreeMap::new();
    let mut windows = BTreeMap::new();
    for measure in Measure::ALL {
        let width = measure.window();
        let count = || Windows::count(&texts, &ids, width);
        let windows = windows.entry(width).or_insert_with(count);
        scores.insert(measure.name(), Scores::new(&windows.coherence(measure)));
    }
    let diversity = diversity(&topics);
    if args.json {
        print_json(&Printed { scores, diversity })
    } else {
        print_text(&(text(&topics, &scores) + &diversity_line(&topics, diversity)))
    }
}

/// How many of all words are different.
fn diversity_line(topics: &[Vec<String>], diversity: Option<f64>) -> String {
    let words = topics.iter().map(Vec::len).sum();
    diversity.map_or_else(String::new, |share| {
        let words = count(words, "word");
        format!("\ndiversity {share:.4}: different words among all {words} of the topics\n")
    })
}

const REMEDY: &str = "the words of one on each line";

/// The words of each topic, as the file has them.
fn read(path: &Path) -> anyhow::Result<Vec<Vec<String>>> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|e| match e.kind() {
        ErrorKind::NotFound => anyhow!("there is no file {name}; name one with topics, {REMEDY}"),
        ErrorKind::IsADirectory => anyhow!("{name} is a folder; name a file with topics, {REMEDY}"),
        ErrorKind::InvalidData => anyhow!("{name} is not text in UTF-8; write topics, {REMEDY}"),
        _ => anyhow!("cannot read {name}: {e}"),
    })?;
    let mut topics = Vec::new();
    for (line, words) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let words = words.split(|c: char| c == ',' || c.is_whitespace());
        let words: Vec<String> = words.filter(|w| !w.is_empty()).map(str::to_owned).collect();
        match words.len() {
            0 => {}
            1 => {
                bail!(
                    "{name}, line {}: a topic of one word has no pair to score; \
                     write its words on one line",
                    line + 1
                );
            }
            _ => topics.push(words),
        }
    }
    if topics.is_empty() {
        bail!("{name}: it holds no topic; write {REMEDY}");
    }
    Ok(topics)
}

/// Words as ids of the reference corpus: as they are, or as its tokenizer writes them.
fn look_up(texts: &Corpus, topics: &[Vec<String>]) -> Vec<Vec<Option<u32>>> {
    let id = |word: &String| {
        texts.vocabulary().id(word).or_else(|| {
            let (ids, unknown) = texts.bag(word);
            match (&ids[..], unknown) {
                ([id], 0) => Some(*id),
                _ => None,
            }
        })
    };
    let of = |topic: &Vec<String>| topic.iter().map(id).collect();
    topics.iter().map(of).collect()
}

fn missing(topics: &[Vec<String>], ids: &[Vec<Option<u32>>]) -> Vec<String> {
    let words = topics.iter().flatten().zip(ids.iter().flatten());
    let mut missing: Vec<String> = words
        .filter(|(_, id)| id.is_none())
        .map(|(word, _)| word.clone())
        .collect();
    missing.sort_unstable();
    missing.dedup();
    missing
}

/// A line for each topic, and the means.
fn text(topics: &[Vec<String>], scores: &BTreeMap<&str, Scores>) -> String {
    let value = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), |x| format!("{x:.4}"));
    let cut = cutter();
    let mut out = format!("{:>5}", "topic");
    for measure in Measure::ALL {
        let _ = write!(out, "{:>10}", measure.name());
    }
    out += "  words\n";
    for (t, words) in topics.iter().enumerate() {
        let mut line = format!("{t:>5}");
        for measure in Measure::ALL {
            let _ = write!(line, "{:>10}", value(scores[measure.name()].topics[t]));
        }
        let _ = write!(line, "  {}", clean(&words.join(" ")));
        let _ = writeln!(out, "{}", cut(&line));
    }
    let _ = write!(out, "{:>5}", "mean");
    for measure in Measure::ALL {
        let _ = write!(out, "{:>10}", value(scores[measure.name()].mean));
    }
    let undefined: usize = scores
        .get(Measure::CNpmi.name())
        .map_or(0, |s| s.undefined.iter().sum::<usize>() / 2);
    let _ = writeln!(out, "  {} undefined", count(undefined, "pair"));
    out
}
