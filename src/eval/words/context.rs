//! Where a word stands: the documents that have it most, and the lines around it.

use crate::corpus::{Corpus, Span};
use crate::eval::tfidf;
use std::cmp::Reverse;
use unicode_segmentation::UnicodeSegmentation;

/// Characters that are kept on either side of a word.
const AROUND: usize = 100;

/// A document with a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Holder {
    /// Which document.
    pub document: usize,
    /// How often it has the word.
    pub count: u32,
}

/// The documents that have a word most often; of equals the shorter one first, then by
/// their order in the corpus.
pub fn holders(corpus: &Corpus, word: u32, most: usize) -> Vec<Holder> {
    let with = |d: usize| {
        let count = corpus.document(d).iter().filter(|&&w| w == word).count() as u32;
        (count > 0).then_some(Holder { document: d, count })
    };
    let mut found: Vec<Holder> = (0..corpus.documents()).filter_map(with).collect();
    let key = |h: &Holder| (Reverse(h.count), corpus.range(h.document).len(), h.document);
    found.sort_unstable_by_key(key);
    found.truncate(most);
    found
}

/// The other frequent words of a document with their counts: the most frequent first,
/// ties by id. They stand for the neighbours of a word where there is no text.
pub fn others(corpus: &Corpus, d: usize, word: u32, most: usize) -> Vec<(u32, u32)> {
    let mut counts = tfidf::count(corpus.document(d));
    counts.retain(|(other, _)| *other != word);
    counts.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    counts.truncate(most);
    counts.into_iter().map(|(w, n)| (w, n as u32)).collect()
}

/// A keyword in context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    /// The text before it, up to a hundred characters, white space as single spaces.
    pub before: String,
    /// The word as it is written there.
    pub word: String,
    /// The text behind it, likewise.
    pub after: String,
    /// Its place among the tokens of the document.
    pub token: usize,
}

/// The first `most` places of a word in a text. `spans` are the words of the text in
/// order, as [`Corpus::spans`] gives them: those with an id are the tokens.
pub fn contexts(text: &str, spans: &[Span], word: u32, most: usize) -> Vec<Context> {
    let tokens = spans.iter().filter(|span| span.word.is_some());
    let own = tokens.enumerate().filter(|(_, s)| s.word == Some(word));
    own.take(most)
        .map(|(token, span)| {
            let (before, behind) = (&text[..span.range.start], &text[span.range.end..]);
            let mut before = line(before.graphemes(true).rev());
            before.reverse();
            Context {
                before: before.concat(),
                word: text[span.range.clone()].to_owned(),
                after: line(behind.graphemes(true)).concat(),
                token,
            }
        })
        .collect()
}

/// As many characters as are kept, white space as single spaces.
fn line<'a>(characters: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut kept: Vec<&str> = Vec::new();
    for character in characters {
        let space = character.chars().all(char::is_whitespace);
        if kept.len() == AROUND {
            break;
        }
        if !space {
            kept.push(character);
        } else if kept.last() != Some(&" ") {
            kept.push(" ");
        }
    }
    kept
}
