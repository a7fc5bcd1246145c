//! `report`: a fitted model as one HTML file.

use super::failure::Usage;
use super::infer;
use super::model;
use super::number::whole;
use super::options::ReadArgs;
use super::output::replace_file;
use super::progress::{Progress, ProgressArgs, say};
use crate::corpus::Corpus;
use crate::export::report::{self, Reading, Report, Setting};
use crate::export::results::TRACE_FILE;
use crate::export::trace;
use crate::session::{Fitted, Model, SESSION_FILE, SessionFile, Trace};
use anyhow::{anyhow, bail};
use clap::Args;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};

/// Arguments of `report`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope report fitted --out report.html
  gibbscope report fitted --corpus articles.csv --text-column body --out report.html
  gibbscope report fitted --title 'What we read in 1996' --documents 50 --out report.html

The file needs no network and no other file: it holds the trace of the run, the
diagnostics of the topics, a map of them with a slider for the λ of relevance, and
documents with a topic for each word. The texts come from --corpus, which must be the
corpus that the model was fitted to; without it, the words are shown. The trace is
that of the model's folder. Where there are more documents than --documents, those
with most of each topic are in it. More than 200 topics have shorter lists of words,
down to 10.")]
pub struct ReportArgs {
    /// A model file, or the folder that `fit --out` wrote
    model: PathBuf,
    /// The file to write
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: PathBuf,
    /// Replace the file if it is there
    #[arg(long, help_heading = "Output")]
    force: bool,
    /// The corpus of the model, for its texts
    #[arg(long, value_name = "CORPUS")]
    corpus: Option<String>,
    /// What stands at the top [default: the name of the corpus]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Words of a topic in a list, 1 to 100
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, 100), allow_negative_numbers = true, default_value = "30")]
    words: usize,
    /// Documents at most, 0 to 5000
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, 5000), allow_negative_numbers = true, default_value = "300")]
    documents: usize,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    pub(super) progress: ProgressArgs,
}

/// Runs `report`.
pub fn run(args: &ReportArgs) -> anyhow::Result<()> {
    let out = args.out.display();
    if args.out.is_dir() {
        return Err(Usage(format!("--out {out} is a folder: name a file in it")).into());
    }
    if args.out.exists() && !args.force {
        bail!("--out {out} is there already: --force replaces it, or name another file");
    }
    if args.title.as_ref().is_some_and(|t| t.trim().is_empty()) {
        let text = "--title is empty: leave it out to have the name of the corpus there";
        return Err(Usage(text.to_owned()).into());
    }
    let file = Model::file(&args.model);
    let model = model::read(&args.model)?;
    let fitted = Fitted::new(&model)?;
    let mut progress = args.progress.start();
    let texts = match &args.corpus {
        Some(name) => Some(Texts::read(name, args, &model, &mut progress)?),
        None => None,
    };
    let trace = kept_trace(&file, &model);
    let title = args.title.clone().unwrap_or_else(|| name(&file));
    let setting = Setting {
        title: &title,
        trace: trace.as_ref(),
        words: args.words,
        documents: args.documents,
    };
    let reading = |d| texts.as_ref()?.reading(d, &fitted);
    let report = Report::new((&model, &fitted), &setting, &reading)
        .ok_or_else(|| anyhow!("the corpus of the model has no token"))?;
    if let Some(texts) = &texts {
        texts.check()?;
    }
    replace_file(&args.out, |file| report::write(&report, file))?;
    progress.done();
    say(&format!("wrote {out}"));
    Ok(())
}

/// The trace beside a model, if it is of this model.
fn kept_trace(file: &Path, model: &Model) -> Option<Trace> {
    let path = file.with_file_name(TRACE_FILE);
    let read = match File::open(&path) {
        Ok(file) => trace::read(BufReader::new(file)).map_err(|e| e.to_string()),
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        Err(error) => Err(error.to_string()),
    };
    let read = read.and_then(|trace| match trace.points().last() {
        Some(last) if last.sweep == model.sweep => Ok(trace),
        _ => Err("it does not end where the model does".to_owned()),
    });
    read.map_err(|reason| say(&format!("note: {} is left out: {reason}", path.display())))
        .ok()
}

/// The corpus of a model by name, as the session beside it says; else the model's own.
fn name(file: &Path) -> String {
    let session = SessionFile::read(&file.with_file_name(SESSION_FILE));
    let source = session.map(|session| session.corpus.source.name);
    let source = source.ok().filter(|name| name != "-");
    let path = source.map_or_else(|| file.to_owned(), PathBuf::from);
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    let name = stem.to_string_lossy();
    // A gzip file has the ending of what is in it, too.
    let name = name.trim_end_matches(".ldac").trim_end_matches(".jsonl");
    name.trim_end_matches(".csv")
        .trim_start_matches("demo:")
        .to_owned()
}

/// The texts of a model's documents.
struct Texts {
    name: String,
    corpus: Corpus,
    /// By id.
    places: HashMap<String, usize>,
    /// Documents that are not as the model has them.
    differ: RefCell<Vec<String>>,
}

impl Texts {
    fn read(
        name: &str,
        args: &ReportArgs,
        model: &Model,
        progress: &mut Progress,
    ) -> anyhow::Result<Self> {
        let corpus = infer::read(name, &args.read, model, progress)?;
        if corpus.tokenizer().is_none() {
            bail!("--corpus {name} holds counts and no texts: leave it out to see the words");
        }
        let ids = 0..corpus.documents();
        Ok(Self {
            name: name.to_owned(),
            places: ids.map(|d| (corpus.id(d).to_owned(), d)).collect(),
            corpus,
            differ: RefCell::default(),
        })
    }

    /// The text of document `d` of the model.
    fn reading<'a>(&'a self, d: usize, fitted: &Fitted) -> Option<Reading<'a>> {
        let (id, vocabulary) = (fitted.corpus.id(d), fitted.corpus.vocabulary());
        let reading = self.places.get(id).and_then(|&place| {
            let text = self.corpus.text(place)?;
            let own = self.corpus.vocabulary();
            let spans = self.corpus.spans(place).into_iter();
            let known = spans.filter_map(|span| {
                let word = vocabulary.id(own.word(span.word?))?;
                Some((span.range, word))
            });
            let (tokens, words): (Vec<_>, Vec<u32>) = known.unzip();
            (words == fitted.corpus.document(d)).then(|| Reading {
                title: self.corpus.title(place),
                text,
                tokens,
            })
        });
        if reading.is_none() {
            self.differ.borrow_mut().push(id.to_owned());
        }
        reading
    }

    fn check(&self) -> anyhow::Result<()> {
        match self.differ.borrow().first() {
            Some(id) => bail!(
                "--corpus {} is not the corpus of the model: document '{id}' is not in it, or has \
                 other words there; name the corpus that was fitted, and read it with the same \
                 options",
                self.name
            ),
            None => Ok(()),
        }
    }
}
