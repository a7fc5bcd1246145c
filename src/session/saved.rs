//! Session and model files.
//!
//! A session file (RON text) says how to make a chain again: where the corpus
//! comes from, with a hash of what it must contain, and the journal. A model
//! file (MessagePack in gzip) is self-contained: vocabulary, documents, tokens,
//! topics and priors, so that other commands need nothing else.

use super::{Journal, Labels};
use crate::corpus::metadata::Metadata;
use crate::corpus::{Corpus, CorpusError, Source, TokenizerOptions, Vocabulary};
use crate::engine::{Engine, Kind, Objective, Settings};
use crate::model::{Prior, PriorError, PriorSpec, State, StateError};
use flate2::Compression;
use flate2::read::{GzDecoder, MultiGzDecoder};
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// The version of both file formats; a file of a later one is refused.
pub const VERSION: u32 = 1;

/// The model in a folder of results.
pub const MODEL_FILE: &str = "model.gibbscope";
/// The session in a folder of results.
pub const SESSION_FILE: &str = "session.ron";

const MODEL: &str = "gibbscope model";
/// Bytes in which a model has said that it is one.
const HEAD: u64 = 64;

/// Where a corpus comes from, and what it must contain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CorpusReference {
    /// Path or name, and how to read it.
    pub source: Source,
    /// [`Corpus::content_hash`].
    pub hash: String,
}

/// A session, from which the chain can be made again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionFile {
    /// [`VERSION`].
    pub version: u32,
    /// The corpus.
    pub corpus: CorpusReference,
    /// The chain.
    pub journal: Journal,
    /// [`Engine::digest`] at the end of the journal, where it is known.
    pub digest: Option<String>,
    /// What the user calls its topics.
    #[serde(default)]
    pub labels: Labels,
}

/// A fitted model, with everything it was fitted to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Model {
    kind: String,
    version: u32,
    /// Which engine made it.
    pub engine: Kind,
    /// Whether every draw was exact.
    pub exact: bool,
    /// Priors as written, K and seed.
    pub settings: Settings,
    /// Completed sweeps.
    pub sweep: u64,
    /// The objective after the last of them.
    pub objective: Objective,
    /// [`Engine::digest`] then.
    pub digest: String,
    /// Stable ids of the topics (length K).
    pub topic_ids: Vec<u32>,
    /// Document ids (length D).
    pub documents: Vec<String>,
    /// The words (length V).
    pub vocabulary: Vec<String>,
    /// How words were found in running text, where there was any.
    #[serde(default)]
    pub tokenizer: Option<TokenizerOptions>,
    /// The stop words that its corpus was read with.
    #[serde(default)]
    pub stop_words: Vec<String>,
    /// What else is known of the documents.
    #[serde(default)]
    pub metadata: Metadata,
    /// Where each document starts (length D + 1).
    pub offsets: Vec<usize>,
    /// The word of each token (length N).
    pub words: Vec<u32>,
    /// The topic of each token, by place (length N): the most probable one where
    /// the engine draws none.
    pub topics: Vec<u16>,
    /// What an engine that draws no topics has instead of their counts.
    #[serde(default)]
    pub parameters: Option<Parameters>,
    /// What the user calls its topics.
    #[serde(default)]
    pub labels: Labels,
}

/// The parameters of an engine that draws no topics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Parameters {
    /// In proportion to phi (V×K, word after word).
    pub words: Vec<f64>,
    /// theta (D×K, document after document).
    pub documents: Vec<f64>,
    /// Expected tokens of each topic (length K).
    pub sizes: Vec<f64>,
    /// p(k) of a document (length K), where the model has one.
    pub weights: Option<Vec<f64>>,
}

impl Parameters {
    fn capture(engine: &dyn Engine) -> Option<Self> {
        Some(Self {
            words: engine.phi().weights()?.to_vec(),
            documents: (0..engine.corpus().documents())
                .flat_map(|d| engine.theta(d))
                .collect(),
            sizes: engine.topic_sizes(),
            weights: engine.document_weights(),
        })
    }

    fn fit(&self, documents: usize, words: usize, topics: usize) -> bool {
        let weights = self.weights.iter().all(|w| w.len() == topics);
        // They are counts or shares; sums over them must stay finite.
        let positive = |values: &[f64]| values.iter().all(|x| (0.0..1e100).contains(x));
        weights
            && self.words.len() == words * topics
            && self.documents.len() == documents * topics
            && self.sizes.len() == topics
            && positive(&self.words)
            && positive(&self.documents)
    }
}

/// Why a file could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum SavedError {
    /// The system refused.
    #[error("cannot {verb} {path}: {source}")]
    Io {
        /// `read` or `write`.
        verb: &'static str,
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// There is no such file.
    #[error("there is no {what} file {path}; {}", remedy(what))]
    Missing {
        /// The file.
        path: String,
        /// `session` or `model`.
        what: &'static str,
    },
    /// The file is not what it should be.
    #[error(
        "{path} is no gibbscope {what} file, or a damaged one: {reason}; {}",
        remedy(what)
    )]
    Format {
        /// The file.
        path: String,
        /// `session` or `model`.
        what: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// The file is of another version, and may hold other things.
    #[error(
        "{path} is a {what} file of version {version}, and this program reads version {VERSION}: \
         use the gibbscope that wrote it, or make it anew with this one; {}",
        remedy(what)
    )]
    Version {
        /// The file.
        path: String,
        /// `session` or `model`.
        what: &'static str,
        /// Its version.
        version: u32,
    },
    /// The parts of a model do not fit together.
    #[error("its parts do not fit together: {0}")]
    Damaged(String),
}

fn remedy(what: &str) -> &'static str {
    match what {
        "model" => "`gibbscope fit CORPUS --out DIR` writes a model",
        _ => "`gibbscope fit CORPUS --out DIR` writes a session, and the explorer when it is left",
    }
}

fn io(verb: &'static str, path: &Path) -> impl Fn(std::io::Error) -> SavedError {
    let path = path.display().to_string();
    move |source| SavedError::Io {
        verb,
        path: path.clone(),
        source,
    }
}

/// Why a file could not be opened: that it is not there has a remedy of its own.
fn unread(what: &'static str, path: &Path) -> impl Fn(std::io::Error) -> SavedError {
    let path = path.to_owned();
    move |source| match source.kind() {
        std::io::ErrorKind::NotFound => SavedError::Missing {
            path: path.display().to_string(),
            what,
        },
        _ => io("read", &path)(source),
    }
}

fn format(what: &'static str, path: &Path) -> impl Fn(String) -> SavedError {
    let path = path.display().to_string();
    move |reason| SavedError::Format {
        path: path.clone(),
        what,
        reason,
    }
}

impl SessionFile {
    /// Writes the session as text.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), SavedError> {
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())
            .map_err(|e| format("session", path)(e.to_string()))?;
        std::fs::write(path, text + "\n").map_err(io("write", path))
    }

    /// Reads a session.
    ///
    /// # Errors
    /// When the file cannot be read or is not a session of this version.
    pub fn read(path: &Path) -> Result<Self, SavedError> {
        let bytes = std::fs::read(path).map_err(unread("session", path))?;
        let bad = format("session", path);
        let text = String::from_utf8(bytes).map_err(|_| bad("it is not text".to_owned()))?;
        let session: Self = ron::from_str(&text).map_err(|e| {
            // Another version may hold other things.
            let version = ron::from_str(&text).map_or(VERSION, |head: Head| head.version);
            let version = check_version("session", path, version);
            version.err().unwrap_or_else(|| bad(e.to_string()))
        })?;
        check_version("session", path, session.version)?;
        Ok(session)
    }
}

/// What every version of a file says.
#[derive(Deserialize)]
struct Head {
    version: u32,
}

/// The version of a model that may hold other things than this program knows; this
/// program's own where it does not say.
fn model_version(path: &Path) -> u32 {
    let head = File::open(path).map(|file| {
        let unpacked = MultiGzDecoder::new(BufReader::new(file));
        rmp_serde::from_read(unpacked).map_or(VERSION, |head: Head| head.version)
    });
    head.unwrap_or(VERSION)
}

fn check_version(what: &'static str, path: &Path, version: u32) -> Result<(), SavedError> {
    if version == VERSION {
        return Ok(());
    }
    let path = path.display().to_string();
    Err(SavedError::Version {
        path,
        what,
        version,
    })
}

impl Model {
    /// The file of a model that is named by its file or its folder.
    pub fn file(path: &Path) -> PathBuf {
        match path.is_dir() {
            true => path.join(MODEL_FILE),
            false => path.to_owned(),
        }
    }

    /// A copy of what an engine holds.
    pub fn capture(engine: &dyn Engine) -> Self {
        let corpus = engine.corpus();
        Self {
            kind: MODEL.to_owned(),
            version: VERSION,
            engine: engine.kind(),
            exact: engine.exact(),
            settings: engine.settings().clone(),
            sweep: engine.sweep(),
            objective: engine.objective(),
            digest: engine.digest(),
            topic_ids: engine.topic_ids().to_vec(),
            documents: (0..corpus.documents())
                .map(|d| corpus.id(d).to_owned())
                .collect(),
            vocabulary: corpus.vocabulary().words().to_vec(),
            tokenizer: corpus.tokenizer().map(|t| t.options().clone()),
            stop_words: corpus.stop_words().map(str::to_owned).collect(),
            metadata: corpus.metadata().clone(),
            offsets: corpus.offsets().to_vec(),
            words: corpus.words().to_vec(),
            topics: (0..corpus.documents())
                .flat_map(|d| engine.token_topics(d))
                .collect(),
            parameters: if engine.kind().is_gibbs() {
                None
            } else {
                Parameters::capture(engine)
            },
            labels: Labels::new(),
        }
    }

    /// Writes the model.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), SavedError> {
        let file = File::create(path).map_err(io("write", path))?;
        let mut gzip = GzEncoder::new(BufWriter::new(file), Compression::fast());
        rmp_serde::encode::write_named(&mut gzip, self)
            .map_err(|e| io("write", path)(std::io::Error::other(e)))?;
        gzip.finish()
            .and_then(|mut file| file.flush())
            .map_err(io("write", path))
    }

    /// Whether a file starts like a model (of any version), or has the name of one:
    /// where the start is lost, the name says what it was.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn recognise(path: &Path) -> Result<bool, SavedError> {
        let file = File::open(path).map_err(unread("model", path))?;
        let cut_off = file
            .metadata()
            .is_ok_and(|found| found.is_file() && found.len() < 2);
        if cut_off || path.extension() == Path::new(MODEL_FILE).extension() {
            return Ok(true);
        }
        let mut head = Vec::new();
        // What cannot be unpacked is no model; its own reader will say why.
        let _ = GzDecoder::new(file).take(HEAD).read_to_end(&mut head);
        Ok(head.windows(MODEL.len()).any(|w| w == MODEL.as_bytes()))
    }

    /// Reads a model.
    ///
    /// # Errors
    /// When the file cannot be read, is not a model of this version, or its parts
    /// do not fit together.
    pub fn read(path: &Path) -> Result<Self, SavedError> {
        let file = File::open(path).map_err(unread("model", path))?;
        let bad = format("model", path);
        let mut unpacked = BufReader::new(MultiGzDecoder::new(file));
        let damaged = |_| bad("its end is damaged or cut off".to_owned());
        let model: Self = rmp_serde::from_read(&mut unpacked).map_err(|_| {
            let version = check_version("model", path, model_version(path));
            let cut_off = "it is cut off, or another kind of file";
            version.err().unwrap_or_else(|| bad(cut_off.to_owned()))
        })?;
        // Only at the end of the file is its checksum compared.
        let rest = unpacked.read_to_end(&mut Vec::new()).map_err(damaged)?;
        if rest > 0 {
            return Err(bad(format!("{rest} bytes too many follow the model")));
        }
        if model.kind != MODEL {
            return Err(bad(format!("it calls itself '{}'", model.kind)));
        }
        check_version("model", path, model.version)?;
        model.state().map_err(|e| bad(e.to_string()))?;
        model.priors().map_err(|e| bad(e.to_string()))?;
        Ok(model)
    }

    /// The corpus, without its texts.
    ///
    /// # Errors
    /// When the parts do not fit together.
    pub fn corpus(&self) -> Result<Corpus, SavedError> {
        Corpus::from_parts(
            Vocabulary::new(self.vocabulary.clone()),
            self.offsets.clone(),
            self.words.clone(),
            self.documents.clone(),
        )
        .and_then(|corpus| corpus.with_metadata(self.metadata.clone()))
        .map(|corpus| corpus.with_stop_words(&self.stop_words))
        .map_err(|e: CorpusError| SavedError::Damaged(e.to_string()))
    }

    /// The corpus and the counts.
    ///
    /// # Errors
    /// When the parts do not fit together.
    pub fn state(&self) -> Result<(Corpus, State), SavedError> {
        let corpus = self.corpus()?;
        let topics = self.topic_ids.len();
        let state = State::from_topics(&corpus, topics, self.topics.clone())
            .map_err(|e: StateError| SavedError::Damaged(e.to_string()))?;
        let sizes = (corpus.documents(), corpus.vocabulary().len(), topics);
        let fits = |p: &Parameters| p.fit(sizes.0, sizes.1, sizes.2);
        if !self
            .parameters
            .as_ref()
            .map_or(self.engine.is_gibbs(), fits)
        {
            return Err(SavedError::Damaged(
                "its parameters do not fit its corpus".into(),
            ));
        }
        Ok((corpus, state))
    }

    /// The checked priors alpha (length K) and eta (length V), where the model has
    /// them.
    ///
    /// # Errors
    /// When they do not fit the model.
    pub fn priors(&self) -> Result<(Option<Prior>, Option<Prior>), SavedError> {
        let (topics, words) = (self.topic_ids.len(), self.vocabulary.len());
        let has_eta = self.engine != Kind::VariationalEm || self.settings.em.smooth;
        let resolve = |has: bool, spec: &PriorSpec, name, len| {
            let prior = has.then(|| spec.resolve(name, len));
            let bad = |e: PriorError| SavedError::Damaged(e.to_string());
            prior.transpose().map_err(bad)
        };
        let lda = self.engine.is_lda();
        Ok((
            resolve(lda, &self.settings.alpha, "alpha", topics)?,
            resolve(lda && has_eta, &self.settings.eta, "eta", words)?,
        ))
    }
}
