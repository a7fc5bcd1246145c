//! The sink that makes a corpus: words get their numbers as they stream in, and
//! when the last document is there, stop words and limits are applied.

use serde::{Deserialize, Serialize};

use super::Corpus;
use super::error::CorpusError;
use super::finish;
use super::interner::Interner;
use super::metadata::Gather;
use super::prune::{DfLimit, Limits};
use super::report::LoadReport;
use super::sink::{Content, Raw, Sink};
use super::stop_choice::StopWordsChoice;
use super::stop_words::StopList;
use super::texts::Texts;
use super::tokenizer::{Tokenizer, TokenizerOptions};
use super::workers::{BATCH, Batch, Workers};

/// More tokens than this (8 GB of word ids) are taken for a mistake in a count.
const MOST_TOKENS: usize = 1 << 31;
/// A file of counts without a vocabulary may have ids up to here.
const MOST_UNNAMED: usize = 1 << 26;

/// What happens between a file and its corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BuildOptions {
    /// How words are found in running text.
    pub tokenizer: TokenizerOptions,
    /// Words to leave out.
    pub stop_words: StopWordsChoice,
    /// Words in fewer documents than this are left out.
    pub min_df: DfLimit,
    /// Words in more documents than this are left out.
    pub max_df: DfLimit,
    /// Only so many words are kept, the most frequent of those left.
    pub max_features: Option<usize>,
    /// Whether documents without a token leave the corpus.
    pub drop_empty: bool,
    /// Columns that are metadata even where nearly every document has a value of its
    /// own.
    pub keep_columns: Vec<String>,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self {
            tokenizer: TokenizerOptions::default(),
            stop_words: StopWordsChoice::default(),
            min_df: DfLimit::Documents(1),
            max_df: DfLimit::Share(1.0),
            max_features: None,
            drop_empty: false,
            keep_columns: Vec::new(),
        }
    }
}

/// Takes documents from a reader and makes a [`Corpus`] of them.
#[derive(Debug)]
pub struct Builder {
    pub(super) choice: StopWordsChoice,
    pub(super) limits: Limits,
    pub(super) drop_empty: bool,
    pub(super) workers: Workers,
    /// The chosen list; `auto` is decided at the end.
    pub(super) list: Option<StopList>,
    pub(super) words: Words,
    pub(super) tokens: Vec<u32>,
    /// Where documents start in `tokens`; those whose words are still to be found
    /// are missing.
    pub(super) offsets: Vec<usize>,
    pub(super) ids: Texts,
    /// Whether a document came with an id.
    pub(super) named: bool,
    /// Filled up to the last document that has a title.
    pub(super) titles: Texts,
    pub(super) texts: Texts,
    pub(super) metadata: Gather,
    /// How many of `texts` were handed out for tokenising.
    handed_out: usize,
    pub(super) notes: Vec<String>,
}

/// Where word ids come from. A corpus is of one kind.
#[derive(Debug)]
pub(super) enum Words {
    /// No document yet.
    Unknown,
    /// Words of running text, numbered as they come.
    Found(Interner),
    /// The vocabulary of a file of counts.
    Given(Vec<String>),
    /// A file of counts without a vocabulary: how many ids there are.
    Numbered(usize),
}

impl Builder {
    /// A builder without documents, which finds words on the thread it is used on.
    ///
    /// # Errors
    /// Usage errors for values that make no sense, or a stop list that cannot be
    /// read: all before any document is.
    pub fn new(options: BuildOptions) -> Result<Self, CorpusError> {
        let limits = Limits {
            min_df: options.min_df,
            max_df: options.max_df,
            max_features: options.max_features,
        };
        limits.check()?;
        Ok(Self {
            list: StopList::load(&options.stop_words)?,
            choice: options.stop_words,
            limits,
            drop_empty: options.drop_empty,
            workers: Workers::new(Tokenizer::new(options.tokenizer)?, 1),
            words: Words::Unknown,
            tokens: Vec::new(),
            offsets: vec![0],
            ids: Texts::default(),
            named: false,
            titles: Texts::default(),
            texts: Texts::default(),
            metadata: Gather::new(&options.keep_columns),
            handed_out: 0,
            notes: Vec::new(),
        })
    }

    /// The same builder, which finds words on so many threads. The corpus does not
    /// depend on how many there are.
    pub fn threads(mut self, threads: usize) -> Self {
        self.workers.set_threads(threads);
        self
    }

    /// Applies stop words and limits.
    ///
    /// # Errors
    /// When there is no word, or none is left.
    pub fn finish(mut self) -> Result<(Corpus, LoadReport), CorpusError> {
        self.take_all();
        if self.tokens.is_empty() {
            return Err(CorpusError::NoWords {
                documents: self.ids.len(),
            });
        }
        self.finish_any()
    }

    /// The same of documents that may be without any word.
    ///
    /// # Errors
    /// When there are words and none is left.
    pub fn finish_any(mut self) -> Result<(Corpus, LoadReport), CorpusError> {
        self.take_all();
        finish::finish(self)
    }

    fn text(&mut self, text: &str) -> Result<(), CorpusError> {
        if matches!(self.words, Words::Unknown) {
            self.words = Words::Found(Interner::default());
        }
        if !matches!(self.words, Words::Found(_)) {
            return Err(mixed());
        }
        self.texts.push(text);
        if self.texts.bytes_from(self.handed_out) >= BATCH {
            self.hand_out();
            while self.workers.is_due() {
                self.take_back();
            }
        }
        Ok(())
    }

    fn hand_out(&mut self) {
        self.workers.hand_out(&self.texts, self.handed_out);
        self.handed_out = self.texts.len();
    }

    /// Takes the words of the next batch; says whether there was one.
    fn take_back(&mut self) -> bool {
        let Some(batch) = self.workers.take_back() else {
            return false;
        };
        self.take(&batch);
        self.workers.reuse(batch);
        true
    }

    fn take(&mut self, batch: &Batch) {
        let Words::Found(interner) = &mut self.words else {
            return;
        };
        let ids: Vec<u32> = batch.words.words().map(|word| interner.id(word)).collect();
        let start = self.tokens.len();
        self.tokens
            .extend(batch.tokens.iter().map(|&word| ids[word as usize]));
        self.offsets
            .extend(batch.ends.iter().map(|end| start + end));
    }

    /// Takes the words of all documents.
    fn take_all(&mut self) {
        if self.handed_out < self.texts.len() {
            self.hand_out();
        }
        while self.take_back() {}
    }

    /// Makes sure that word ids up to `highest` mean something.
    fn numbered(&mut self, highest: Option<u32>) -> Result<(), CorpusError> {
        let needed = highest.map_or(0, |id| id as usize + 1);
        if matches!(self.words, Words::Unknown) {
            self.words = Words::Numbered(0);
        }
        match &mut self.words {
            Words::Unknown | Words::Found(_) => Err(mixed()),
            Words::Given(words) if needed > words.len() => Err(CorpusError::Invalid(format!(
                "document {}: word id {} is past the vocabulary of {} words",
                self.ids.len() + 1,
                needed - 1,
                words.len()
            ))),
            Words::Given(_) => Ok(()),
            Words::Numbered(_) if needed > MOST_UNNAMED => Err(CorpusError::Invalid(format!(
                "document {}: word id {} is too high for counts without a vocabulary",
                self.ids.len() + 1,
                needed - 1
            ))),
            Words::Numbered(words) => {
                *words = needed.max(*words);
                Ok(())
            }
        }
    }

    /// Counts say nothing about the order of the tokens: first comes each word once,
    /// by id, then the second token of each that has one, and so on. A sampler then
    /// seldom meets a word again whose counts it has just changed, which would make
    /// it wait for memory.
    fn counts(&mut self, counts: &[(u32, u32)]) -> Result<(), CorpusError> {
        self.numbered(counts.iter().map(|c| c.0).max())?;
        let more: u64 = counts.iter().map(|c| u64::from(c.1)).sum();
        self.room(more)?;
        let mut counts: Vec<_> = counts.iter().copied().filter(|c| c.1 > 0).collect();
        counts.sort_by_key(|c| c.0);
        while !counts.is_empty() {
            self.tokens.extend(counts.iter().map(|(word, _)| word));
            counts.retain_mut(|(_, left)| {
                *left -= 1;
                *left > 0
            });
        }
        Ok(())
    }

    /// Refuses tokens that memory could not hold.
    fn room(&self, more: u64) -> Result<(), CorpusError> {
        let tokens = more.saturating_add(self.tokens.len() as u64);
        if tokens > MOST_TOKENS as u64 {
            return Err(CorpusError::Invalid(format!(
                "document {} brings the corpus to {tokens} tokens, more than {MOST_TOKENS}: \
                 is there a mistake in a count?",
                self.ids.len() + 1
            )));
        }
        Ok(())
    }
}

fn mixed() -> CorpusError {
    CorpusError::Invalid("running text and word counts cannot be in one corpus".to_owned())
}

impl Sink for Builder {
    fn vocabulary(&mut self, words: Vec<String>) -> Result<(), CorpusError> {
        if !matches!(self.words, Words::Unknown) {
            return Err(CorpusError::Invalid(
                "a vocabulary must come once, before the first document".to_owned(),
            ));
        }
        self.words = Words::Given(words);
        Ok(())
    }

    fn document(&mut self, document: Raw<'_>) -> Result<(), CorpusError> {
        match document.content {
            Content::Text(text) => {
                // Words and what parts them: two bytes a token is the least.
                let taken = self.offsets.len() - 1;
                let waiting = self.texts.bytes_from(taken.min(self.texts.len()));
                self.room((waiting + text.len()) as u64 / 2)?;
                self.text(text)?;
            }
            Content::Counts(counts) => {
                self.counts(counts)?;
                self.offsets.push(self.tokens.len());
            }
            Content::Tokens(tokens) => {
                self.numbered(tokens.iter().copied().max())?;
                self.room(tokens.len() as u64)?;
                self.tokens.extend_from_slice(tokens);
                self.offsets.push(self.tokens.len());
            }
        }
        if let Some(title) = document.title.filter(|title| !title.is_empty()) {
            while self.titles.len() < self.ids.len() {
                self.titles.push("");
            }
            self.titles.push(title);
        }
        self.metadata.document(document.metadata);
        self.named |= document.id.is_some();
        match document.id {
            Some(id) => self.ids.push(id),
            None => self.ids.push(&self.ids.len().to_string()),
        }
        Ok(())
    }

    fn note(&mut self, note: String) {
        self.notes.push(note);
    }
}
