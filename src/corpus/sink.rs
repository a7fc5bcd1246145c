//! The line between readers and the builder: a reader knows a file format and
//! pours documents into a [`Sink`]; the builder is the sink that makes a corpus.

use super::CorpusError;

/// What a document holds, as its file gave it.
#[derive(Debug, Clone, Copy)]
pub enum Content<'a> {
    /// Running text, still to be tokenised.
    Text(&'a str),
    /// Pairs of word id (from 0) and count, in any order; a repeated id adds up.
    Counts(&'a [(u32, u32)]),
    /// Word ids (from 0), one per token, in order.
    Tokens(&'a [u32]),
}

/// One document as a reader hands it over.
#[derive(Debug, Clone, Copy)]
pub struct Raw<'a> {
    /// The document's id; `None` when the file has none (its index is taken).
    pub id: Option<&'a str>,
    /// The title, where the file has one.
    pub title: Option<&'a str>,
    /// Names and values of what else is known of it; an empty value is none.
    pub metadata: &'a [(&'a str, &'a str)],
    /// The words.
    pub content: Content<'a>,
}

/// Where readers put what they read, in the order of the file.
pub trait Sink {
    /// Takes the vocabulary of a file of counts, before its first document.
    ///
    /// # Errors
    /// When the sink already has a vocabulary.
    fn vocabulary(&mut self, words: Vec<String>) -> Result<(), CorpusError>;

    /// Takes one document.
    ///
    /// # Errors
    /// When the document cannot be part of the corpus.
    fn document(&mut self, document: Raw<'_>) -> Result<(), CorpusError>;

    /// Takes a remark for the load report (a repeated term, a wrong total).
    fn note(&mut self, note: String);
}
