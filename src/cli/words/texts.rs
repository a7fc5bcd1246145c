//! The texts that a model was fitted to, which its file does not hold.

use crate::corpus::{Corpus, Span};
use crate::plain::clean;
use anyhow::bail;

/// Texts whose words are, document for document, those of a model.
pub struct Texts {
    read: Corpus,
    /// The model's id of each word that was read.
    known: Vec<Option<u32>>,
    /// For each document of the model the one that was read.
    documents: Vec<usize>,
}

impl Texts {
    /// Finds every document of the model, in order: some may have been held out of it, or
    /// left out.
    pub fn new(model: &Corpus, read: Corpus, name: &str) -> anyhow::Result<Self> {
        let refuse = |what: String| {
            let name = clean(name);
            bail!(
                "--corpus {name} {what}; give the text that the model was fitted to, read in the \
                 same way (--text-column, --id-column, --encoding, --format)"
            )
        };
        if read.tokenizer().is_none() {
            return refuse("has counts and no text".into());
        }
        let words = read.vocabulary().words().iter();
        let known = words.map(|word| model.vocabulary().id(word)).collect();
        let mut texts = Self {
            read,
            known,
            documents: Vec::with_capacity(model.documents()),
        };
        let mut next = 0;
        for d in 0..model.documents() {
            let id = model.id(d);
            let Some(at) = (next..texts.read.documents()).find(|&at| texts.read.id(at) == id)
            else {
                return refuse(format!("has no document '{}' of the model", clean(id)));
            };
            if !texts.tokens(at).eq(model.document(d).iter().copied()) {
                let id = clean(id);
                return refuse(format!("has other words in document '{id}' than the model"));
            }
            texts.documents.push(at);
            next = at + 1;
        }
        Ok(texts)
    }

    /// The words of a document that was read, as far as the model knows them.
    fn tokens(&self, at: usize) -> impl Iterator<Item = u32> {
        let words = self.read.document(at).iter();
        words.filter_map(|&word| self.known[word as usize])
    }

    /// The title of document `d` of the model.
    pub fn title(&self, d: usize) -> Option<&str> {
        self.read.title(self.documents[d])
    }

    /// Its text, and the words in it with the model's ids.
    pub fn read(&self, d: usize) -> (&str, Vec<Span>) {
        let at = self.documents[d];
        let mut spans = self.read.spans(at);
        for span in &mut spans {
            span.word = span.word.and_then(|word| self.known[word as usize]);
        }
        (self.read.text(at).unwrap_or_default(), spans)
    }
}
