//! `words`: the vocabulary of a fitted model as a table, the page of one word, and words
//! that say little.

mod page;
mod table;
mod texts;

use super::failure::Usage;
use super::infer;
use super::model;
use super::number::whole;
use super::options::ReadArgs;
use super::output::{print, print_json, print_text};
use super::progress::ProgressArgs;
use crate::eval::words::{self, Counts, Index, Order, Profiles, Sort, Table, View};
use crate::plain::clean;
use crate::session::Fitted;
use crate::tui::explorer::pattern;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::path::PathBuf;

/// Rows where nothing says how many.
const ROWS: usize = 20;
/// Documents of a word where nothing says how many.
const DOCUMENTS: usize = 5;

/// Arguments of `words`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope words fitted
  gibbscope words fitted --sort specificity --search ship
  gibbscope words fitted --stop-candidates --limit 50
  gibbscope words fitted bank --corpus articles.csv
  gibbscope words fitted bank --json

With WORD, its page: how it is spread over the topics, and the documents that have it
most. A model file has no texts: --corpus, the text that the model was fitted to, adds
the lines in which the word stands, each with its topic. Stop words and words that were
left out need not be said again, columns (--text-column) and encodings do.

Specificity is 1 - H / ln K with H the entropy of p(topic|word): 1 for a word of one
topic, 0 for one that is even over all. A rare word is specific by chance; among equals
the frequent come first. The score of --stop-candidates is the share of the documents
that have the word times its evenness over the topics, exp(-KL(p(topic|word), p(topic))).

Undefined values are null, in the text –. --json prints a line for each word, and one
object for the page of a word.")]
pub struct WordsArgs {
    /// A model file, or the folder that `fit --out` wrote
    model: PathBuf,
    /// The word whose page is wanted [default: the table of all words]
    #[arg(conflicts_with_all = ["sort", "reverse", "search", "stop_candidates"])]
    word: Option<String>,
    /// What the table is sorted by
    #[arg(long, value_name = "ORDER", default_value = "tokens")]
    sort: SortName,
    /// Sort the other way round: the least specific first, say
    #[arg(long)]
    reverse: bool,
    /// Only words that hold this text, in any case
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    search: Option<String>,
    /// Words that say little, those that could best be left out first
    #[arg(long, conflicts_with = "sort")]
    stop_candidates: bool,
    /// Rows of the table, or documents of the page, at least 1 [default: 20 or 5]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, u64::MAX), allow_negative_numbers = true)]
    limit: Option<usize>,
    /// Page of a word: the text that the model was fitted to
    #[arg(long, value_name = "CORPUS", requires = "word")]
    corpus: Option<String>,
    /// Page of a word: lines of each document, at least 1
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, u64::MAX), allow_negative_numbers = true, default_value = "3")]
    lines: usize,
    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    pub(super) progress: ProgressArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SortName {
    /// How often it comes
    Tokens,
    /// How many documents have it
    Documents,
    /// How few topics it points to
    Specificity,
    /// How many topics it has
    Topics,
    /// From a to z, by code points
    Word,
}

/// A row of the table; a line of the JSON.
#[derive(Debug, Serialize)]
struct Row<'a> {
    word: &'a str,
    tokens: u32,
    /// Of all tokens.
    token_share: f64,
    documents: u32,
    /// Of all documents.
    document_share: f64,
    topics: Option<u32>,
    effective_topics: Option<f64>,
    entropy: Option<f64>,
    specificity: Option<f64>,
    distinctiveness: Option<f64>,
    evenness: Option<f64>,
    stop_score: Option<f64>,
    information_share: Option<f64>,
    /// The id of the topic with most of it.
    main_topic: Option<u32>,
    main_share: Option<f64>,
}

/// A model with its words counted.
struct Words<'a> {
    fitted: &'a Fitted,
    counts: Counts,
    profiles: Profiles<'a>,
    table: Table,
}

impl<'a> Words<'a> {
    fn of(fitted: &'a Fitted) -> Self {
        let counts = Counts::of(&fitted.corpus);
        let profiles = fitted.profiles();
        Self {
            table: Table::of(&counts, &profiles),
            fitted,
            counts,
            profiles,
        }
    }

    fn row(&self, word: u32) -> Row<'a> {
        let fitted = self.fitted;
        let entry = self.table.entry(word);
        let spread = entry.map(|e| e.spread);
        let (tokens, documents) = (self.counts.tokens(word), self.counts.documents(word));
        Row {
            word: fitted.corpus.vocabulary().word(word),
            tokens,
            token_share: f64::from(tokens) / self.counts.all_tokens as f64,
            documents,
            document_share: f64::from(documents) / self.counts.all_documents as f64,
            topics: entry.map(|e| e.topics),
            effective_topics: spread.map(|s| s.effective_topics()),
            entropy: spread.map(|s| s.entropy),
            specificity: self.table.specificity(word),
            distinctiveness: spread.map(|s| s.distinctiveness),
            evenness: spread.map(|s| s.evenness()),
            stop_score: self.table.stop_score(word, &self.counts),
            information_share: self.table.information_share(word, &self.counts),
            main_topic: entry.map(|e| fitted.ids[e.main]),
            main_share: entry.map(|e| e.main_share),
        }
    }
}

/// Runs `words`.
pub fn run(args: &WordsArgs) -> anyhow::Result<()> {
    let model = model::read(&args.model)?;
    let fitted = Fitted::new(&model)?;
    let Some(asked) = &args.word else {
        return list(&Words::of(&fitted), args);
    };
    let word = find(&fitted, asked)?;
    let texts = match &args.corpus {
        Some(name) => {
            let mut progress = args.progress.start();
            let new = infer::read(name, &args.read, &model, &mut progress)?;
            progress.done();
            Some(texts::Texts::new(&fitted.corpus, new, name)?)
        }
        None => None,
    };
    let size = (args.limit.unwrap_or(DOCUMENTS), args.lines);
    let page = page::Page::new(&Words::of(&fitted), word, texts.as_ref(), size);
    if args.json {
        return print_json(&page);
    }
    let lacking = match (&texts, &model.tokenizer) {
        (Some(_), _) => None,
        (None, Some(_)) => Some(
            "a model file has no texts: --corpus CORPUS, the text that it was fitted to,\n\
             shows the lines in which the word stands\n",
        ),
        (None, None) => Some(
            "the corpus is one of counts, without lines in which the word could stand: its\n\
             documents are shown by their other frequent words\n",
        ),
    };
    print_text(&(page.text(super::topics::columns()) + lacking.unwrap_or_default()))
}

/// The id of a word, also where only its capitals are wrong.
fn find(fitted: &Fitted, asked: &str) -> Result<u32, Usage> {
    let vocabulary = fitted.corpus.vocabulary();
    let known = vocabulary.id(asked);
    known
        .or_else(|| vocabulary.id(&asked.to_lowercase()))
        .ok_or_else(|| {
            let stops = fitted.corpus.stops(asked) || fitted.corpus.stops(&asked.to_lowercase());
            let why = if stops {
                "it was left out as a stop word"
            } else {
                "--search TEXT lists the words that hold a text"
            };
            Usage(format!("the model has no word '{}': {why}", clean(asked)))
        })
}

/// Prints the table.
fn list(words: &Words<'_>, args: &WordsArgs) -> anyhow::Result<()> {
    let vocabulary = words.fitted.corpus.vocabulary();
    let sort = match (args.stop_candidates, args.sort) {
        (true, _) => Sort::Stop,
        (_, SortName::Tokens) => Sort::Tokens,
        (_, SortName::Documents) => Sort::Documents,
        (_, SortName::Specificity) => Sort::Specificity,
        (_, SortName::Topics) => Sort::Topics,
        (_, SortName::Word) => Sort::Word,
    };
    let alphabet = match sort {
        Sort::Word => words::alphabet(vocabulary),
        _ => Vec::new(),
    };
    let view = View {
        counts: &words.counts,
        alphabet: &alphabet,
    };
    let pattern = args.search.as_deref().and_then(pattern);
    let found = pattern.map(|pattern| Index::of(vocabulary).find(&pattern));
    let mut order = Order::new(&words.table, view, (sort, args.reverse), found.as_deref());
    let all = order.len();
    let rows: Vec<Row<'_>> = order
        .window(0..args.limit.unwrap_or(ROWS))
        .map(|word| words.row(word))
        .collect();
    if args.json {
        let mut lines = String::new();
        for row in &rows {
            lines += &serde_json::to_string(row)?;
            lines.push('\n');
        }
        return print(&lines);
    }
    let columns = super::topics::columns();
    let text = match sort {
        Sort::Stop => table::candidates(&rows, columns),
        _ => table::all(&rows, columns),
    };
    let of_them = if args.search.is_some() {
        " that hold the text"
    } else {
        ""
    };
    let count = format!("{} of {all} words{of_them}\n", rows.len());
    print_text(&(text + &count))
}
