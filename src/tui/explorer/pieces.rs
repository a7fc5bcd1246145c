//! Texts in pieces that stay together when lines are broken, and the passages in them.

use crate::corpus::{Corpus, Span};
use crate::eval::passages::sentences;
use crate::tui::text;
use std::ops::Range;

/// A very long document is shown up to here.
pub const SHOWN: usize = 64 * 1024;

/// A piece of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Atom {
    /// A token: its text and its place among the document's tokens.
    Token(String, usize),
    /// A word that is not in the vocabulary.
    Dropped(String),
    /// Anything else that is not white space: it follows what stands before it.
    Other(String),
    /// White space.
    Space,
    /// The end of a line in the text.
    Break,
}
/// The bytes of a passage in a text, or in the beginning of it that is `shown`; `None` where
/// the passage is behind that.
pub fn passage(
    corpus: &Corpus,
    d: usize,
    shown: &str,
    tokens: &Range<usize>,
) -> Option<Range<usize>> {
    let spans = spans(corpus, d, shown);
    let places: Vec<Range<usize>> = spans
        .into_iter()
        .filter_map(|span| span.word.map(|_| span.range))
        .collect();
    (tokens.end <= places.len()).then(|| sentences(shown, &places, tokens))
}

/// A passage, cleaned; its words where there is no text, or (unless `all` of it is looked
/// through, however long that takes) only far behind its beginning.
pub fn passage_text(corpus: &Corpus, d: usize, tokens: &Range<usize>, all: bool) -> String {
    let text = corpus.text(d);
    let shown = text.map(|text| if all { text } else { beginning(text) });
    let bytes = shown.and_then(|shown| passage(corpus, d, shown, tokens));
    if let Some((shown, bytes)) = shown.zip(bytes) {
        return text::clean(&shown[bytes]);
    }
    let words = corpus.document(d)[tokens.clone()].iter();
    let names: Vec<String> = words
        .map(|&word| text::visible(corpus.vocabulary().word(word)))
        .collect();
    names.join(" ")
}

/// The beginning of a document's text, and how many bytes are not shown.
pub fn from_text(corpus: &Corpus, d: usize, whole: &str) -> (Pieces, usize) {
    let shown = beginning(whole);
    let atoms = atoms(shown, spans(corpus, d, shown));
    (atoms, whole.len() - shown.len())
}

/// A text in pieces.
pub fn atoms(shown: &str, spans: Vec<Span>) -> Pieces {
    let mut pieces = Pieces::default();
    let mut end = 0;
    let mut token = 0;
    for span in spans {
        if span.range.start < end {
            // Another token of the same stretch of text; it is counted, not shown twice.
            token += usize::from(span.word.is_some());
            continue;
        }
        pieces.gap(&shown[end..span.range.start], end);
        let word = text::clean(&shown[span.range.clone()]);
        end = span.range.end;
        if span.word.is_some() {
            pieces.push(Atom::Token(word, token), span.range.start);
            token += 1;
        } else {
            pieces.push(Atom::Dropped(word), span.range.start);
        }
    }
    pieces.gap(&shown[end..], end);
    pieces
}

/// Pieces of a text, and where each begins.
#[derive(Default)]
pub struct Pieces {
    /// The pieces.
    pub atoms: Vec<Atom>,
    /// The byte where each begins; empty where there is no text.
    pub starts: Vec<usize>,
}

/// As much as is shown, up to white space where there is any: a word that was cut
/// would be another word.
pub fn beginning(whole: &str) -> &str {
    if whole.len() <= SHOWN {
        return whole;
    }
    let mut end = SHOWN;
    while !whole.is_char_boundary(end) {
        end -= 1;
    }
    let shown = &whole[..end];
    &shown[..shown.rfind(char::is_whitespace).unwrap_or(end)]
}

/// Like [`Corpus::spans`], but of the beginning only: finding the words of a very
/// long document would hold up the screen.
fn spans(corpus: &Corpus, d: usize, shown: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    match corpus.tokenizer() {
        Some(tokenizer) if corpus.text(d).is_some_and(|t| t.len() > shown.len()) => {
            tokenizer.tokens(shown, &mut |range, word| {
                let word = corpus.vocabulary().id(word);
                spans.push(Span { range, word });
            });
            spans
        }
        _ => corpus.spans(d),
    }
}

impl Pieces {
    fn push(&mut self, atom: Atom, start: usize) {
        self.atoms.push(atom);
        self.starts.push(start);
    }

    /// What stands between words, `from` this byte on.
    fn gap(&mut self, text: &str, from: usize) {
        let (mut other, mut start) = (String::new(), from);
        for (at, c) in text.char_indices() {
            if !c.is_whitespace() && !c.is_control() {
                if other.is_empty() {
                    start = from + at;
                }
                other.push(c);
                continue;
            }
            if !other.is_empty() {
                self.push(Atom::Other(std::mem::take(&mut other)), start);
            }
            match (c, self.atoms.last()) {
                ('\n', _) => self.push(Atom::Break, from + at),
                (_, Some(Atom::Space | Atom::Break)) => {}
                _ => self.push(Atom::Space, from + at),
            }
        }
        if !other.is_empty() {
            self.push(Atom::Other(other), start);
        }
    }
}

/// Without a text, the words stand in the order of their tokens.
pub fn from_counts(corpus: &Corpus, d: usize) -> (Pieces, usize) {
    let mut pieces = Pieces::default();
    let atoms = &mut pieces.atoms;
    let mut size = 0;
    for (token, &word) in corpus.document(d).iter().enumerate() {
        let word = text::visible(corpus.vocabulary().word(word));
        size += word.len() + 1;
        if size > SHOWN {
            return (pieces, size);
        }
        if token > 0 {
            atoms.push(Atom::Space);
        }
        atoms.push(Atom::Token(word, token));
    }
    (pieces, 0)
}
