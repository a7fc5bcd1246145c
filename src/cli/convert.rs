//! `convert`: a corpus in another format.

use super::options::CorpusArgs;
use super::output::{Folder, write_file};
use super::progress::ProgressArgs;
use super::run::open;
use crate::export::{ldac, lists, mallet_lines, matrix_market, svmlight, uci};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `convert`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope convert articles.csv --to ldac --out counts --min-df 5
  gibbscope convert newsroom --to mallet --out lines

The words are written beside the corpus, one a line, and so are the documents'
ids. MALLET lines keep the order of the words; the other formats hold counts.")]
pub struct ConvertArgs {
    /// A file, a folder, - for standard input, or the name of a bundled corpus
    corpus: String,
    /// The format
    #[arg(long, value_name = "FORMAT")]
    to: Target,
    /// Folder for the files; made where it is missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    pub(super) progress: ProgressArgs,
    #[command(flatten)]
    reading: CorpusArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// LDA-C: corpus.ldac
    Ldac,
    /// UCI bag of words: docword.corpus.txt
    Uci,
    /// MatrixMarket, documents as rows: corpus.mm
    Mm,
    /// SVMlight: corpus.svmlight
    Svmlight,
    /// MALLET import lines: corpus.mallet
    Mallet,
}

impl Target {
    /// Names of the corpus and of its vocabulary, as its reader looks for them.
    fn files(self) -> (&'static str, &'static str) {
        match self {
            Self::Ldac => ("corpus.ldac", "corpus.vocab"),
            Self::Uci => ("docword.corpus.txt", "vocab.corpus.txt"),
            Self::Mm => ("corpus.mm", "corpus.vocab"),
            Self::Svmlight => ("corpus.svmlight", "corpus.vocab"),
            Self::Mallet => ("corpus.mallet", "corpus.vocab"),
        }
    }
}

const IDS: &str = "corpus.ids";

/// Runs `convert`.
pub fn run(args: &ConvertArgs) -> anyhow::Result<()> {
    let source = args.reading.source(&args.corpus)?;
    let mut progress = args.progress.start();
    let corpus = open(&source, &mut progress)?.corpus;
    if args.to == Target::Mallet {
        mallet_lines::check(&corpus)?;
    }
    let (name, vocabulary) = args.to.files();
    let folder = Folder::prepare(&args.out, &[name, vocabulary, IDS])?;
    let path = folder.path(name);
    match args.to {
        Target::Ldac => write_file(&path, |out| ldac::write(&corpus, out))?,
        Target::Uci => write_file(&path, |out| uci::write(&corpus, out))?,
        Target::Mm => write_file(&path, |out| matrix_market::write(&corpus, out))?,
        Target::Svmlight => write_file(&path, |out| svmlight::write(&corpus, out))?,
        Target::Mallet => write_file(&path, |out| mallet_lines::write(&corpus, out))?,
    }
    write_file(&folder.path(vocabulary), |out| {
        lists::vocabulary(&corpus, out)
    })?;
    write_file(&folder.path(IDS), |out| lists::ids(&corpus, out))?;
    progress.note(&format!("wrote {}, {vocabulary} and {IDS}", path.display()));
    if args.to == Target::Mallet {
        progress
            .note("read it with --tokenizer whitespace --stop-words none to get the same words");
    }
    Ok(())
}
