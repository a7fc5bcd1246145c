//! `terms`: what the words of a corpus say without a topic model: TF-IDF and
//! latent semantic indexing.

use super::number::whole;
use super::options::CorpusArgs;
use super::output::{print_json, print_text};
use super::progress::ProgressArgs;
use super::run::open;
use crate::corpus::Corpus;
use crate::eval::{lsi, tfidf};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fmt::Write;

/// Arguments of `terms`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope terms newsroom --by tfidf --documents 5
  gibbscope terms newsroom --by lsi --components 8
  gibbscope terms articles.csv --by lsi --min-df 5 --matrix counts --json

TF-IDF is that of scikit-learn's TfidfTransformer: counts times ln((1+D)/(1+df))+1,
every document of length 1. LSI is a truncated singular value decomposition of
documents by words; a component has two ends, the words with positive and those
with negative weights, and its sign makes the weight of the largest size positive.
Either the documents or the words may be at most 2000 for it.")]
pub struct TermsArgs {
    /// A file, a folder, - for standard input, or the name of a bundled corpus
    corpus: String,
    /// The view
    #[arg(long, value_name = "VIEW")]
    by: View,
    /// Components of lsi, at least 1
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, u64::MAX), allow_negative_numbers = true, default_value = "10")]
    components: usize,
    /// Words of each document or end of a component, at least 1
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, u64::MAX), allow_negative_numbers = true, default_value = "10")]
    words: usize,
    /// tfidf: only the first documents, at least 1 [default: all]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, u64::MAX), allow_negative_numbers = true)]
    documents: Option<usize>,
    /// lsi: what is decomposed
    #[arg(long, value_name = "WHICH", default_value = "tfidf")]
    matrix: Matrix,
    /// Print one JSON object instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    pub(super) progress: ProgressArgs,
    #[command(flatten)]
    reading: CorpusArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum View {
    /// The words that set each document apart
    Tfidf,
    /// The directions in which documents differ most
    Lsi,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Matrix {
    /// TF-IDF weights
    Tfidf,
    /// Plain counts
    Counts,
}

/// A word and its weight.
#[derive(Debug, Serialize)]
struct Term<'a> {
    word: &'a str,
    weight: f64,
}

/// The objects that `terms --json` prints.
#[derive(Debug, Serialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
enum Terms<'a> {
    Tfidf {
        documents: Vec<Document<'a>>,
    },
    Lsi {
        matrix: Matrix,
        components: Vec<Component<'a>>,
    },
}

#[derive(Debug, Serialize)]
struct Document<'a> {
    id: &'a str,
    /// The heaviest first; none for an empty document.
    terms: Vec<Term<'a>>,
}

#[derive(Debug, Serialize)]
struct Component<'a> {
    singular_value: f64,
    /// The heaviest first.
    positive: Vec<Term<'a>>,
    /// The most negative first.
    negative: Vec<Term<'a>>,
}

/// Runs `terms`.
pub fn run(args: &TermsArgs) -> anyhow::Result<()> {
    let source = args.reading.source(&args.corpus)?;
    let mut progress = args.progress.start();
    let corpus = open(&source, &mut progress)?.corpus;
    progress.done();
    let terms = match args.by {
        View::Tfidf => of_documents(&corpus, args),
        View::Lsi => of_components(&corpus, args)?,
    };
    if args.json {
        print_json(&terms)
    } else {
        print_text(&terms.text())
    }
}

fn named<'a>(corpus: &'a Corpus, row: tfidf::Row) -> Vec<Term<'a>> {
    row.into_iter()
        .map(|(word, weight)| Term {
            word: corpus.vocabulary().word(word),
            weight,
        })
        .collect()
}

fn of_documents<'a>(corpus: &'a Corpus, args: &TermsArgs) -> Terms<'a> {
    let rows = tfidf::weights(corpus).into_iter().enumerate();
    let documents = rows
        .take(args.documents.unwrap_or(usize::MAX))
        .map(|(d, row)| Document {
            id: corpus.id(d),
            terms: named(corpus, tfidf::top(&row, args.words)),
        })
        .collect();
    Terms::Tfidf { documents }
}

fn of_components<'a>(corpus: &'a Corpus, args: &TermsArgs) -> Result<Terms<'a>, lsi::TooLarge> {
    let rows = match args.matrix {
        Matrix::Tfidf => tfidf::weights(corpus),
        Matrix::Counts => tfidf::counts(corpus),
    };
    let found = lsi::components(&rows, corpus.vocabulary().len(), args.components)?;
    let components = found.into_iter().map(|component| {
        let end = |sign| named(corpus, component.end(sign, args.words));
        Component {
            singular_value: component.value,
            positive: end(1.0),
            negative: end(-1.0),
        }
    });
    Ok(Terms::Lsi {
        matrix: args.matrix,
        components: components.collect(),
    })
}

impl Terms<'_> {
    /// A text for a person.
    fn text(&self) -> String {
        let listed = |terms: &[Term<'_>]| -> String {
            let words = terms.iter().map(|t| format!("{} {:.3}", t.word, t.weight));
            words.collect::<Vec<_>>().join(", ")
        };
        let mut text = String::new();
        match self {
            Self::Tfidf { documents } => {
                for document in documents {
                    let _ = writeln!(text, "{}: {}", document.id, listed(&document.terms));
                }
            }
            Self::Lsi { components, .. } => {
                for (i, component) in components.iter().enumerate() {
                    let (number, value) = (i + 1, component.singular_value);
                    let _ = writeln!(text, "component {number}, singular value {value:.4}");
                    for (end, terms) in [("+", &component.positive), ("-", &component.negative)] {
                        if !terms.is_empty() {
                            let _ = writeln!(text, "  {end} {}", listed(terms));
                        }
                    }
                }
            }
        }
        text
    }
}
