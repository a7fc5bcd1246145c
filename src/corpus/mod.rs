//! Bytes become bags of words.
//!
//! A [`Corpus`] is a list of documents, each a list of word ids into one
//! [`Vocabulary`], stored one after the other (compressed rows). The original
//! text, where there was any, is kept beside it for reading. Positions are not
//! stored per token: [`Corpus::spans`] runs the corpus's own tokenizer over a
//! document's text again and says where each token stands.
//!
//! Documents without a single token stay in the corpus, with their ids.

mod ascii;
mod bars;
mod builder;
mod decode;
pub mod demo;
mod error;
#[cfg(test)]
pub(crate) mod examples;
mod finish;
mod format;
mod input;
mod interner;
mod language;
mod load;
pub mod metadata;
mod normal;
mod pattern;
mod pieces;
mod prune;
mod readers;
mod reading;
mod report;
mod segment;
mod sink;
mod source;
mod spans;
mod split;
mod stop_choice;
mod stop_words;
#[cfg(test)]
mod tests;
mod texts;
mod tokenizer;
mod vocabulary;
mod workers;

pub use bars::{BARS, are_pixels, bars, bars_truth};
pub use builder::{BuildOptions, Builder};
pub use error::CorpusError;
pub use format::Format;
pub use input::{Unwatched, Watch};
pub use language::{LANGUAGES, Language, recognise};
pub use load::{read, refuse_model};
pub use prune::DfLimit;
pub use readers::mallet_state::{StateFile, read_state};
pub use reading::{ReadOptions, ReadReport};
pub use report::LoadReport;
pub use sink::{Content, Raw, Sink};
pub use source::{Loaded, Source};
pub use split::HeldOut;
pub use stop_choice::StopWordsChoice;
pub use tokenizer::{Tokenizer, TokenizerKind, TokenizerOptions};
pub use vocabulary::Vocabulary;

use metadata::Metadata;
use sha2::{Digest, Sha256};
use stop_words::StopList;
use texts::Texts;

/// A corpus ready for inference: D documents over V words, N tokens.
///
/// Invariants: `offsets` has D + 1 entries, starts at 0, never falls and ends
/// at N; every word id is below V; there are D ids.
#[derive(Debug, Clone)]
pub struct Corpus {
    vocabulary: Vocabulary,
    offsets: Vec<usize>,
    words: Vec<u32>,
    ids: Texts,
    /// Filled up to the last document that has a title.
    titles: Texts,
    /// The original texts.
    texts: Option<Texts>,
    /// Where there are texts: what found the words in them.
    tokenizer: Option<Tokenizer>,
    /// The words that were left out wherever they stood.
    stop_list: StopList,
    /// Values for all D documents.
    metadata: Metadata,
}

/// A word found in a document's text: the byte range it covers there, and its
/// id, or `None` where pruning or a stop list removed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Byte range in the document's text.
    pub range: std::ops::Range<usize>,
    /// Word id, `None` for a word that is not in the vocabulary.
    pub word: Option<u32>,
}

impl Corpus {
    /// A corpus from lists of word ids; documents are named by their index from 0.
    ///
    /// # Errors
    /// [`CorpusError::Invalid`] when a word id is not below V.
    pub fn from_documents(
        vocabulary: Vocabulary,
        documents: &[Vec<u32>],
    ) -> Result<Self, CorpusError> {
        let mut offsets = vec![0];
        let mut words = Vec::new();
        for document in documents {
            words.extend_from_slice(document);
            offsets.push(words.len());
        }
        let ids = (0..documents.len()).map(|d| d.to_string()).collect();
        Self::from_parts(vocabulary, offsets, words, ids)
    }

    /// A corpus from its parts, as a model file holds them: without texts.
    ///
    /// # Errors
    /// [`CorpusError::Invalid`] when the invariants do not hold.
    pub fn from_parts(
        vocabulary: Vocabulary,
        offsets: Vec<usize>,
        words: Vec<u32>,
        ids: Vec<String>,
    ) -> Result<Self, CorpusError> {
        let rising = offsets.is_sorted() && offsets.first() == Some(&0);
        if !rising || offsets.last() != Some(&words.len()) || offsets.len() != ids.len() + 1 {
            return Err(CorpusError::Invalid(
                "the documents do not cover the tokens".into(),
            ));
        }
        if let Some(word) = words.iter().find(|&&w| w as usize >= vocabulary.len()) {
            return Err(CorpusError::Invalid(format!(
                "word id {word} is past the vocabulary of {} words",
                vocabulary.len()
            )));
        }
        Ok(Self {
            vocabulary,
            offsets,
            words,
            ids: ids.into_iter().collect(),
            titles: Texts::default(),
            texts: None,
            tokenizer: None,
            stop_list: StopList::default(),
            metadata: Metadata::default(),
        })
    }

    /// The corpus of these documents, under the same vocabulary.
    pub fn select(&self, documents: &[usize]) -> Self {
        let mut new = Self {
            vocabulary: self.vocabulary.clone(),
            offsets: vec![0],
            words: Vec::new(),
            ids: documents.iter().map(|&d| self.id(d)).collect(),
            titles: match self.titles.len() {
                0 => Texts::default(),
                _ => documents
                    .iter()
                    .map(|&d| self.title(d).unwrap_or_default())
                    .collect(),
            },
            texts: self
                .texts
                .as_ref()
                .map(|texts| documents.iter().map(|&d| texts.get(d)).collect()),
            tokenizer: self.tokenizer.clone(),
            stop_list: self.stop_list.clone(),
            metadata: self.metadata.select(documents),
        };
        for &d in documents {
            new.words.extend_from_slice(self.document(d));
            new.offsets.push(new.words.len());
        }
        new
    }

    /// The same corpus, which had these stop words.
    pub fn with_stop_words(mut self, entries: &[String]) -> Self {
        self.stop_list.extend(entries.iter().map(String::as_str));
        self
    }

    /// The same corpus with this metadata.
    ///
    /// # Errors
    /// [`CorpusError::Invalid`] when it is not that of D documents.
    pub fn with_metadata(mut self, metadata: Metadata) -> Result<Self, CorpusError> {
        metadata.check(self.documents())?;
        self.metadata = metadata;
        Ok(self)
    }

    /// What is known of the documents beside their words. It is no part of
    /// [`Corpus::content_hash`].
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// The entries of its stop list; none where it had no list.
    pub fn stop_words(&self) -> impl Iterator<Item = &str> {
        self.stop_list.entries()
    }

    /// Whether its stop list leaves this word out.
    pub fn stops(&self, word: &str) -> bool {
        self.stop_list.has(word)
    }

    /// Number of documents, D, empty ones included.
    pub fn documents(&self) -> usize {
        self.ids.len()
    }

    /// Number of tokens, N.
    pub fn tokens(&self) -> usize {
        self.words.len()
    }

    /// The words, V of them.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Word ids of all tokens, document after document (length N).
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Where each document starts in [`Corpus::words`] (length D + 1).
    pub fn offsets(&self) -> &[usize] {
        &self.offsets
    }

    /// Positions of document `d` in [`Corpus::words`].
    pub fn range(&self, d: usize) -> std::ops::Range<usize> {
        self.offsets[d]..self.offsets[d + 1]
    }

    /// Word ids of document `d`, in the order of its text.
    pub fn document(&self, d: usize) -> &[u32] {
        &self.words[self.range(d)]
    }

    /// Number of documents without a token.
    pub fn empty_documents(&self) -> usize {
        self.offsets.windows(2).filter(|o| o[0] == o[1]).count()
    }

    /// The document's own id, as its file gave it (its index where it gave none).
    pub fn id(&self, d: usize) -> &str {
        self.ids.get(d)
    }

    /// The document's title, where its file gave one.
    pub fn title(&self, d: usize) -> Option<&str> {
        let titled = d < self.titles.len();
        titled.then(|| self.titles.get(d)).filter(|t| !t.is_empty())
    }

    /// The document's original text; `None` for a corpus of counts.
    pub fn text(&self, d: usize) -> Option<&str> {
        self.texts.as_ref().map(|texts| texts.get(d))
    }

    /// SHA-256 (hex) over vocabulary and tokens: the same for the same corpus
    /// after the same preprocessing, whatever file it came from.
    pub fn content_hash(&self) -> String {
        let mut hash = Sha256::new();
        hash.update((self.vocabulary.len() as u64).to_le_bytes());
        for word in self.vocabulary.words() {
            hash.update((word.len() as u64).to_le_bytes());
            hash.update(word.as_bytes());
        }
        for offset in &self.offsets {
            hash.update((*offset as u64).to_le_bytes());
        }
        for word in &self.words {
            hash.update(word.to_le_bytes());
        }
        hash.finalize().iter().map(|b| format!("{b:02x}")).collect()
    }
}
