//! Where a corpus comes from and how it is made: enough to make it again.

use super::builder::{BuildOptions, Builder};
use super::demo::{self, BARS_DOCUMENTS, BARS_SEED, Demo};
use super::input::Watch;
use super::load;
use super::reading::{ReadOptions, ReadReport};
use super::split::HeldOut;
use super::{Content, Corpus, CorpusError, LoadReport, Raw, Sink, StopWordsChoice, bars};
use crate::plain::count;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A corpus by name, with all options resolved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// A path, `-`, or the name of a bundled corpus (`demo:NAME` always, a bare
    /// NAME where there is no such file).
    pub name: String,
    /// How it is read.
    #[serde(default)]
    pub read: ReadOptions,
    /// What becomes of its words.
    #[serde(default)]
    pub build: BuildOptions,
    /// Which documents are held out of it.
    #[serde(default)]
    pub held_out: Option<HeldOut>,
}

/// A corpus with what was found out on the way.
#[derive(Debug)]
pub struct Loaded {
    /// The corpus, without what is held out.
    pub corpus: Corpus,
    /// The documents held out, under the same vocabulary.
    pub held_out: Option<Corpus>,
    /// How its file was understood.
    pub read: ReadReport,
    /// What became of its words.
    pub report: LoadReport,
}

impl Source {
    /// The bundled corpus that this name means, if it means one.
    pub fn demo(name: &str) -> Option<Demo> {
        match name.strip_prefix("demo:") {
            Some(name) => demo::find(name),
            None if Path::new(name).exists() => None,
            None => demo::find(name),
        }
    }

    /// The same source under names that hold in every folder: full paths, and
    /// `demo:NAME` for a bundled corpus.
    ///
    /// # Errors
    /// When a file has gone, or its path is not text.
    pub fn absolute(mut self) -> Result<Self, CorpusError> {
        let full = |path: &Path| std::fs::canonicalize(path).map_err(|e| CorpusError::io(path, e));
        if let Some(demo) = Self::demo(&self.name) {
            self.name = format!("demo:{}", demo.name);
        } else if self.name != "-" {
            let path = full(Path::new(&self.name))?;
            self.name = path
                .to_str()
                .ok_or_else(|| {
                    CorpusError::Invalid(format!("the path {} is not UTF-8", path.display()))
                })?
                .to_owned();
        }
        if let StopWordsChoice::File(path) = &mut self.build.stop_words {
            *path = full(path)?;
        }
        Ok(self)
    }

    /// Reads the corpus.
    ///
    /// # Errors
    /// Whatever is wrong with it, as one sentence with the remedy;
    /// [`CorpusError::Cancelled`] when the watcher says stop.
    pub fn open(&self, watch: &mut dyn Watch) -> Result<Loaded, CorpusError> {
        self.load(watch, Builder::finish)
    }

    /// Reads new documents for a model, which may be without any word.
    ///
    /// # Errors
    /// As [`Source::open`].
    pub fn open_new(&self, watch: &mut dyn Watch) -> Result<Loaded, CorpusError> {
        self.load(watch, Builder::finish_any)
    }

    fn load(
        &self,
        watch: &mut dyn Watch,
        finish: fn(Builder) -> Result<(Corpus, LoadReport), CorpusError>,
    ) -> Result<Loaded, CorpusError> {
        let threads = self.read.threads.unwrap_or_else(|| {
            std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
        });
        let mut builder = Builder::new(self.build.clone())?.threads(threads);
        let read = match Self::demo(&self.name) {
            Some(demo) => read_demo(&demo, &self.read, &mut builder)?,
            None if self.name.starts_with("demo:") => {
                return Err(unknown_demo(&self.name)?);
            }
            None => load::read(&self.name, &self.read, watch, &mut builder)?,
        };
        let (corpus, mut report) = finish(builder)?;
        let (corpus, held_out) = match self.held_out {
            Some(held_out) => {
                let (train, held) = held_out.split(&corpus)?;
                report.notes.push(format!(
                    "{} held out (seed {})",
                    count(held.documents(), "document"),
                    held_out.seed
                ));
                (train, Some(held))
            }
            None => (corpus, None),
        };
        Ok(Loaded {
            corpus,
            held_out,
            read,
            report,
        })
    }
}

fn unknown_demo(name: &str) -> Result<CorpusError, CorpusError> {
    let known: Vec<String> = demo::index()?.into_iter().map(|d| d.name).collect();
    Ok(CorpusError::Invalid(format!(
        "there is no bundled corpus {name}; there are {}",
        known.join(", ")
    )))
}

fn read_demo(
    demo: &Demo,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<ReadReport, CorpusError> {
    let name = format!("demo:{}", demo.name);
    if let Some(bytes) = demo.bytes() {
        let file = demo.file.as_deref().map(Path::new);
        return load::read_bytes(&name, file, Box::new(bytes), options, sink);
    }
    let corpus = bars(BARS_DOCUMENTS, BARS_SEED).0;
    sink.vocabulary(corpus.vocabulary().words().to_vec())?;
    for d in 0..corpus.documents() {
        sink.document(Raw {
            id: None,
            title: None,
            metadata: &[],
            content: Content::Tokens(corpus.document(d)),
        })?;
    }
    Ok(ReadReport {
        source: name,
        documents: corpus.documents() as u64,
        ..ReadReport::default()
    })
}
