//! The options that several commands share, and what they resolve to.

use super::eta::Eta;
use super::number::whole;
use crate::corpus::demo::Demo;
use crate::corpus::{
    BuildOptions, CorpusError, DfLimit, Format, HeldOut, ReadOptions, Source, StopWordsChoice,
    TokenizerKind, TokenizerOptions, Vocabulary,
};
use crate::engine::{EmOptions, EngineError, Kind, Optimize, Parallel, Settings, default_priors};
use crate::model::PriorSpec;
use crate::model::dirichlet::Shape;
use crate::session::SWEEPS;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::num::NonZeroUsize;

/// Topics where neither the user nor a bundled corpus says how many.
const TOPICS: usize = 20;

/// How a file is read and its words are found.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Reading the corpus")]
pub struct ReadArgs {
    /// Format: folder, lines, csv, tsv, jsonl, mallet, ldac, uci, mm, svmlight or state [default: recognised by name and content]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,

    /// First word id of counts: 0 or 1 [default: 0 for LDA-C, 1 for SVMlight]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(0, 1), allow_negative_numbers = true)]
    pub base: Option<u8>,

    /// Take the rows of a MatrixMarket file for words, not documents
    #[arg(long)]
    pub transpose: bool,

    /// Column or key that holds the text [default: guessed, and shown]
    #[arg(long, value_name = "NAME")]
    pub text_column: Option<String>,

    /// Column or key that holds the document's id [default: guessed, and shown]
    #[arg(long, value_name = "NAME")]
    pub id_column: Option<String>,

    /// Encoding, for example windows-1252 or shift_jis [default: by byte order mark, else utf-8]
    #[arg(long, value_name = "NAME")]
    pub encoding: Option<String>,

    /// How words are found: unicode, sklearn or whitespace [default: unicode]
    #[arg(long, value_name = "RULE")]
    pub tokenizer: Option<TokenizerKind>,

    /// A regular expression that finds the words, in place of the tokenizer's rule
    #[arg(long, value_name = "REGEX", allow_hyphen_values = true)]
    pub token_pattern: Option<String>,
}

impl ReadArgs {
    /// How the file is read.
    pub fn options(&self) -> ReadOptions {
        ReadOptions {
            format: self.format,
            base: self.base,
            transpose: self.transpose,
            text_column: self.text_column.clone(),
            id_column: self.id_column.clone(),
            encoding: self.encoding.clone(),
            threads: None,
        }
    }

    /// How words are found, where that was said.
    pub fn tokenizer(&self) -> Option<TokenizerOptions> {
        let said = self.tokenizer.is_some() || self.token_pattern.is_some();
        said.then(|| TokenizerOptions {
            kind: self.tokenizer.unwrap_or_default(),
            pattern: self.token_pattern.clone(),
        })
    }
}

/// How a corpus is read and what becomes of its words.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Reading the corpus")]
pub struct CorpusArgs {
    /// How the file is read.
    #[command(flatten)]
    pub read: ReadArgs,

    /// A column that is kept as metadata even where nearly every document has a value of its own; may be given several times [default: only columns that can group documents]
    #[arg(long, value_name = "NAME")]
    pub keep_column: Vec<String>,

    /// Leave out documents without a word, and say which; `fit --json` has all their ids [default: keep them, empty]
    #[arg(long)]
    pub drop_empty: bool,

    /// Leave out words in fewer documents: a number (2) or a share with a point (0.01) [default: 1]
    #[arg(long, value_name = "N|SHARE", allow_negative_numbers = true)]
    pub min_df: Option<DfLimit>,

    /// Leave out words in more documents: a number (500) or a share with a point (0.5) [default: 1.0, all]
    #[arg(long, value_name = "N|SHARE", allow_negative_numbers = true)]
    pub max_df: Option<DfLimit>,

    /// Keep only the most frequent words, at least 1 [default: all]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, u64::MAX), allow_negative_numbers = true)]
    pub max_features: Option<usize>,

    /// Words to leave out: auto, none, a language, or a file with a word on each line [default: auto, the list of the text's language]
    #[arg(long, value_name = "WHICH")]
    pub stop_words: Option<String>,
}

impl CorpusArgs {
    /// The source of a corpus; a bundled one suggests what was not given.
    ///
    /// # Errors
    /// When the stop words are neither a language nor a file.
    pub fn source(&self, name: &str) -> Result<Source, CorpusError> {
        let suggested = Source::demo(name).map(|demo| demo.settings);
        let suggested = suggested.as_ref();
        let plain = BuildOptions::default();
        let stop_words = match &self.stop_words {
            Some(text) => text.parse()?,
            None => suggested.map_or(StopWordsChoice::Auto, |s| s.stop_words.clone()),
        };
        Ok(Source {
            name: name.to_owned(),
            read: self.read.options(),
            held_out: None,
            build: BuildOptions {
                tokenizer: self.read.tokenizer().unwrap_or_default(),
                stop_words,
                min_df: self
                    .min_df
                    .unwrap_or_else(|| suggested.map_or(plain.min_df, |s| s.min_df)),
                max_df: self
                    .max_df
                    .unwrap_or_else(|| suggested.map_or(plain.max_df, |s| s.max_df)),
                max_features: self.max_features,
                drop_empty: self.drop_empty,
                keep_columns: self.keep_column.clone(),
            },
        })
    }
}

/// A parser of engines by their names.
pub(super) fn engine() -> impl TypedValueParser<Value = Kind> {
    engine_of(Kind::ALL.to_vec())
}

/// The name of one of some engines.
pub(super) fn engine_of(kinds: Vec<Kind>) -> impl TypedValueParser<Value = Kind> {
    let names = PossibleValuesParser::new(kinds.into_iter().map(Kind::name));
    names.map(|name| {
        let named = |kind: &Kind| kind.name() == name;
        Kind::ALL.into_iter().find(named).unwrap_or_default()
    })
}

/// One value for all components, or one for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ShapeName {
    /// One value for all
    Symmetric,
    /// One value for each
    Asymmetric,
}

impl From<ShapeName> for Shape {
    fn from(name: ShapeName) -> Self {
        match name {
            ShapeName::Symmetric => Self::Symmetric,
            ShapeName::Asymmetric => Self::Asymmetric,
        }
    }
}

/// K and the priors of a chain.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "The model")]
pub struct ModelArgs {
    /// Number of topics, K, from 1 to 65535 [default: 20, or what a bundled corpus suggests]
    #[arg(long, value_name = "K", value_parser = whole::<u16>(1, 65535), allow_negative_numbers = true)]
    pub topics: Option<u16>,

    /// Document–topic prior: each topic's value (0.1), sum:5, or a list of K; from 1e-100 to 1e100, variational engines from 1e-6 [default: 0.1, or what a bundled corpus suggests]
    #[arg(long, value_name = "A", allow_hyphen_values = true)]
    pub alpha: Option<PriorSpec>,

    /// Topic–word prior: each word's value (0.01), sum:50, a list of V, or a file of lines `word<TAB>value` (`*` for all other words); above 0 [default: 0.01, or what a bundled corpus suggests]
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    pub eta: Option<Eta>,
}

/// What a chain is started with.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "The model")]
pub struct ChainArgs {
    /// K and the priors.
    #[command(flatten)]
    pub model: ModelArgs,

    /// Passes over all tokens, from 0 [default: 1000, or what a bundled corpus suggests; the explorer runs until it is stopped]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    pub sweeps: Option<u64>,

    /// Seed of all random numbers, from 0 [default: chosen at random, and printed]
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    pub seed: Option<u64>,

    /// Hold this share of the documents out and score them: above 0 and below 1, for example 0.1 [default: none]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub held_out: Option<f64>,

    /// Which documents are held out, and which half of each is scored; from 0 [default: 0]
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    pub held_out_seed: Option<u64>,

    /// How topics are inferred [default: collapsed]
    #[arg(long, value_name = "ENGINE", value_parser = engine())]
    pub engine: Option<Kind>,

    /// Fit alpha while sampling [default shape: asymmetric]
    #[arg(long, value_name = "SHAPE", num_args = 0..=1, require_equals = true, default_missing_value = "asymmetric")]
    pub optimize_alpha: Option<ShapeName>,

    /// Fit eta while sampling (variational-em: phi is then smoothed with it, as with --eta) [default shape: symmetric]
    #[arg(long, value_name = "SHAPE", num_args = 0..=1, require_equals = true, default_missing_value = "symmetric")]
    pub optimize_eta: Option<ShapeName>,

    /// Sweeps before priors are fitted, from 0 [default: 50]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    pub optimize_burn_in: Option<u64>,

    /// Sweeps from one fit of the priors to the next, at least 1 [default: 10]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX), allow_negative_numbers = true)]
    pub optimize_interval: Option<u64>,

    /// variational-em: keep alpha instead of fitting it
    #[arg(long)]
    pub fix_alpha: bool,

    /// plsi: the exponent of tempered EM, above 0 and at most 1 [default: 1]
    #[arg(long, value_name = "BETA", allow_negative_numbers = true)]
    pub temper: Option<f64>,

    /// collapsed: cut documents and words into P groups each, whose blocks several threads draw at once, from 1 to 64; above 1 the sampler is no longer exact [default: 1]
    #[arg(long, value_name = "P", value_parser = whole::<u8>(1, 64), allow_negative_numbers = true)]
    pub blocks: Option<u8>,

    /// Threads that may be used, at least 1; a chain without --blocks runs on one of them, and they never change a result [default: as many as there are]
    #[arg(long, value_name = "T", value_parser = whole::<usize>(1, u64::MAX), allow_negative_numbers = true)]
    pub threads: Option<usize>,
}

/// What a chain is started with, resolved and checked as far as is possible
/// before the corpus is read.
#[derive(Debug, Clone)]
pub struct Chain {
    /// The engine.
    pub engine: Kind,
    /// K.
    pub topics: usize,
    /// The document–topic prior.
    pub alpha: PriorSpec,
    /// The topic–word prior, which may need the vocabulary.
    pub eta: Eta,
    /// Sweeps to run without a screen.
    pub sweeps: u64,
    /// The seed.
    pub seed: u64,
    /// Whether the seed was chosen at random.
    pub seed_is_random: bool,
    /// Groups that documents and words are cut into.
    pub blocks: usize,
    /// Threads that may be used.
    pub threads: usize,
    /// Which documents are held out.
    pub held_out: Option<HeldOut>,
    /// How priors are fitted.
    pub optimize: Optimize,
    /// What the EM engines are asked.
    pub em: EmOptions,
    /// Options that the engine does not know.
    pub notes: Vec<String>,
}

impl ChainArgs {
    /// Resolves the options; a bundled corpus suggests what was not given.
    ///
    /// # Errors
    /// When a prior is out of range, or the file of an eta is not one.
    pub fn resolve(&self, demo: Option<&Demo>) -> anyhow::Result<Chain> {
        let suggested = demo.map(|demo| &demo.settings);
        let (alpha, eta) = default_priors();
        let model = &self.model;
        let topics = model
            .topics
            .map_or_else(|| suggested.map_or(TOPICS, |s| s.topics), usize::from);
        let alpha = model
            .alpha
            .clone()
            .unwrap_or_else(|| suggested.map_or(alpha, |s| PriorSpec::Each(s.alpha)));
        alpha.resolve("alpha", topics)?;
        let eta = model
            .eta
            .clone()
            .unwrap_or_else(|| Eta::Spec(suggested.map_or(eta, |s| PriorSpec::Each(s.eta))));
        eta.check()?;
        if let Some(temper) = self.temper
            && !(temper > 0.0 && temper <= 1.0)
        {
            return Err(EngineError::Temper(temper).into());
        }
        let plain = Optimize::default();
        Ok(Chain {
            engine: self.engine.unwrap_or_default(),
            topics,
            alpha,
            eta,
            sweeps: self
                .sweeps
                .unwrap_or_else(|| suggested.map_or(SWEEPS, |s| s.sweeps)),
            seed: self.seed.unwrap_or_else(random_seed),
            seed_is_random: self.seed.is_none(),
            blocks: self.blocks.map_or(1, usize::from),
            threads: self.threads.unwrap_or_else(|| {
                std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
            }),
            held_out: self.held_out.map(|share| HeldOut {
                share,
                seed: self.held_out_seed.unwrap_or(0),
            }),
            optimize: Optimize {
                alpha: self.optimize_alpha.map(Shape::from),
                eta: self.optimize_eta.map(Shape::from),
                burn_in: self.optimize_burn_in.unwrap_or(plain.burn_in),
                interval: self.optimize_interval.unwrap_or(plain.interval),
            },
            em: EmOptions {
                fix_alpha: self.fix_alpha,
                asymmetric: self.optimize_alpha == Some(ShapeName::Asymmetric),
                smooth: self.model.eta.is_some() || self.optimize_eta.is_some(),
                temper: self.temper,
            },
            notes: self.notes(self.engine.unwrap_or_default()),
        })
    }

    /// Refuses an alpha that fits one K only, for a command that fits several.
    ///
    /// # Errors
    /// When alpha is a list.
    pub(super) fn for_every_k(&self, command: &str) -> Result<(), super::Usage> {
        match self.model.alpha {
            Some(PriorSpec::List(_)) => Err(super::Usage(format!(
                "{command} needs one --alpha for every K: a number or sum:5"
            ))),
            _ => Ok(()),
        }
    }

    /// A note for every given option that this engine does not know.
    fn notes(&self, engine: Kind) -> Vec<String> {
        let (lda, em) = (engine.is_lda(), engine == Kind::VariationalEm);
        let given = [
            ("--alpha", self.model.alpha.is_some(), lda),
            ("--eta", self.model.eta.is_some(), lda),
            (
                "--topics",
                self.model.topics.is_some(),
                engine != Kind::Unigram,
            ),
            (
                "--optimize-alpha",
                self.optimize_alpha.is_some(),
                lda && !(em && self.fix_alpha),
            ),
            ("--optimize-eta", self.optimize_eta.is_some(), lda),
            ("--blocks", self.blocks.is_some(), engine == Kind::Collapsed),
            ("--fix-alpha", self.fix_alpha, em),
            ("--temper", self.temper.is_some(), engine == Kind::Plsi),
        ];
        given
            .into_iter()
            .filter(|(_, given, known)| *given && !known)
            .map(|(option, ..)| format!("note: the {} engine ignores {option}", engine.name()))
            .collect()
    }
}

impl Chain {
    /// The settings of an engine on a corpus with this vocabulary.
    ///
    /// # Errors
    /// When the eta of a file does not fit the vocabulary.
    pub fn settings(&self, vocabulary: &Vocabulary) -> anyhow::Result<Settings> {
        Ok(Settings {
            topics: self.topics,
            alpha: self.alpha.clone(),
            eta: self.eta.spec(vocabulary)?,
            seed: self.seed,
            em: self.em,
            parallel: Parallel {
                blocks: self.blocks,
                threads: self.threads,
            },
        })
    }
}

/// A seed from the system's randomness, short enough to be typed.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}
