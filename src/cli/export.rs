//! `export`: a fitted model in the formats of other programs.

use super::failure::Usage;
use super::model;
use super::number::whole;
use super::output::{Folder, write_file};
use super::progress::say;
use crate::export::{ExportError, doc_topics, mallet_state, tables, topic_keys};
use crate::session::Fitted;
use clap::{Args, ValueEnum};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Arguments of `export`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope export fitted --to topic-keys
  gibbscope export fitted --to mallet-state --out state.gz
  gibbscope export fitted --to csv --out tables

csv writes topics.csv, topic_words.csv and document_topics.csv into the folder
--out; the other formats are one file, or standard output. MALLET's formats
number topics by place, 0 to K-1; csv has their ids.")]
pub struct ExportArgs {
    /// A model file, or the folder that `fit --out` wrote
    model: PathBuf,
    /// The format
    #[arg(long, value_name = "FORMAT")]
    to: Target,
    /// File, or folder for csv; a name that ends in .gz is written as gzip [default: standard output]
    #[arg(long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,
    /// Most probable words of each topic in topic-keys and csv, at least 1
    #[arg(
        long,
        value_name = "N",
        default_value = "20",
        value_parser = whole::<usize>(1, u64::MAX),
        allow_negative_numbers = true
    )]
    words: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// A line for each token, as MALLET's --output-state
    MalletState,
    /// A line for each topic, as MALLET's --output-topic-keys
    TopicKeys,
    /// A line for each document, as MALLET's --output-doc-topics
    DocTopics,
    /// Three tables
    Csv,
}

/// The files of csv.
const TABLES: [&str; 3] = ["topics.csv", "topic_words.csv", "document_topics.csv"];

/// Runs `export`.
pub fn run(args: &ExportArgs) -> anyhow::Result<()> {
    if args.to == Target::Csv && args.out.is_none() {
        return Err(
            Usage("csv is three files: name a folder for them with --out DIR".into()).into(),
        );
    }
    let model = model::read(&args.model)?;
    let fitted = Fitted::new(&model)?;
    if args.to == Target::MalletState {
        mallet_state::check(&fitted)?;
    }
    let words = args.words;
    let write = |out: &mut dyn Write| match args.to {
        Target::MalletState => mallet_state::write(&fitted, out),
        Target::TopicKeys => topic_keys::write(&fitted, words, out),
        Target::DocTopics => doc_topics::write(&fitted, out),
        Target::Csv => tables::topics(&fitted, words, out),
    };
    match &args.out {
        Some(folder) if args.to == Target::Csv => write_tables(folder, &fitted, words)?,
        Some(path)
            if path
                .extension()
                .is_some_and(|e| e.eq_ignore_ascii_case("gz")) =>
        {
            write_file(path, |out| -> Result<(), ExportError> {
                let mut gzip = GzEncoder::new(out, Compression::default());
                write(&mut gzip)?;
                gzip.finish()?;
                Ok(())
            })?;
        }
        Some(path) => write_file(path, write)?,
        None => {
            let mut out = BufWriter::new(std::io::stdout().lock());
            write(&mut out)?;
            out.flush()?;
        }
    }
    if let Some(path) = &args.out {
        say(&match args.to {
            Target::Csv => format!("wrote {} to {}", TABLES.join(", "), path.display()),
            _ => format!("wrote {}", path.display()),
        });
    }
    if args.to != Target::Csv {
        model::note_places(&model);
    }
    if args.to == Target::MalletState {
        note_unseen(&fitted);
    }
    Ok(())
}

fn write_tables(path: &Path, fitted: &Fitted, words: usize) -> anyhow::Result<()> {
    let [topics, topic_words, document_topics] = TABLES;
    let folder = Folder::prepare(path, &TABLES)?;
    write_file(&folder.path(topics), |out| {
        tables::topics(fitted, words, out)
    })?;
    write_file(&folder.path(topic_words), |out| {
        tables::topic_words(fitted, words, out)
    })?;
    write_file(&folder.path(document_topics), |out| {
        tables::document_topics(fitted, out)
    })
}

/// A state shows only words that have a token.
fn note_unseen(fitted: &Fitted) {
    let words = fitted.corpus.vocabulary().len();
    let shown = fitted
        .corpus
        .words()
        .iter()
        .max()
        .map_or(0, |&v| v as usize + 1);
    if shown < words {
        say(&format!(
            "note: the last {} words of the vocabulary have no token, and a state cannot show \
             them; `gibbscope evaluate --corpus` knows of them",
            words - shown
        ));
    }
}
