//! The text of the selected document, cut into pieces that stay together when
//! lines are broken.

use crate::corpus::{Corpus, Span, Tokenizer};
use crate::tui::prompt::{Prompt, Purpose};
use crate::tui::text;
use std::path::Path;
use std::sync::Arc;

/// A very long document is shown up to here.
const SHOWN: usize = 64 * 1024;

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

/// A text of the user's own.
#[derive(Debug)]
pub struct OwnText {
    /// Its words, as far as the corpus knows them.
    pub words: Arc<[u32]>,
    /// How many of its words are stop words of the corpus.
    pub stop_words: usize,
    /// How many others it does not know.
    pub unknown: usize,
    /// A file, or what else it is.
    pub name: String,
}

/// Asks for such a text.
pub fn own_text() -> Prompt {
    let help = "a text, typed or pasted, or the name of a file, to see its topics";
    Prompt::new(Purpose::Text, "text", help, "")
}

/// Whether somebody who typed this meant a file, which is not there.
pub fn is_lost_path(typed: &str) -> bool {
    const ENDS: [&str; 7] = [".txt", ".text", ".md", ".csv", ".tsv", ".jsonl", ".gz"];
    let starts = ["~", "/", "./", "../"];
    let like_a_path = starts.iter().any(|start| typed.starts_with(start))
        || ENDS.iter().any(|end| typed.ends_with(end))
        || typed.contains('/') && !typed.contains(char::is_whitespace);
    like_a_path && !Path::new(typed).is_file()
}

/// A document, ready for reading.
#[derive(Debug)]
pub struct Reading {
    /// Which document.
    pub index: usize,
    /// Its pieces.
    pub atoms: Vec<Atom>,
    /// What is known of a text that is no document of the corpus.
    pub own: Option<OwnText>,
    /// Bytes that are not shown.
    pub hidden: usize,
    /// The first line on the screen.
    pub scroll: usize,
}

impl Reading {
    /// Document `d`.
    pub fn of(corpus: &Corpus, d: usize) -> Self {
        if d >= corpus.documents() {
            return Self {
                index: d,
                own: None,
                atoms: Vec::new(),
                hidden: 0,
                scroll: 0,
            };
        }
        let (atoms, hidden) = match corpus.text(d) {
            Some(text) => from_text(corpus, d, text),
            None => from_counts(corpus, d),
        };
        Self {
            index: d,
            own: None,
            atoms,
            hidden,
            scroll: 0,
        }
    }

    /// A text of the user's own, its words found as those of the corpus; document
    /// `d` is the one that was read before.
    pub fn of_text(corpus: &Corpus, d: usize, name: String, whole: &str) -> Self {
        let usual = Tokenizer::default();
        let tokenizer = corpus.tokenizer().unwrap_or(&usual);
        let shown = beginning(whole);
        let (mut spans, mut stop_words) = (Vec::new(), 0);
        tokenizer.tokens(shown, &mut |range, word| {
            let id = corpus.vocabulary().id(word);
            stop_words += usize::from(id.is_none() && corpus.stops(word));
            spans.push(Span { range, word: id });
        });
        let words: Arc<[u32]> = spans.iter().filter_map(|span| span.word).collect();
        Self {
            index: d,
            own: Some(OwnText {
                unknown: spans.len() - words.len() - stop_words,
                stop_words,
                words,
                name,
            }),
            atoms: atoms(shown, spans),
            hidden: whole.len() - shown.len(),
            scroll: 0,
        }
    }

    /// The words of a text of the user's own.
    pub fn words(&self) -> Option<Arc<[u32]>> {
        self.own.as_ref().map(|own| Arc::clone(&own.words))
    }
}

fn from_text(corpus: &Corpus, d: usize, whole: &str) -> (Vec<Atom>, usize) {
    let shown = beginning(whole);
    let atoms = atoms(shown, spans(corpus, d, shown));
    (atoms, whole.len() - shown.len())
}

/// A text in pieces.
fn atoms(shown: &str, spans: Vec<Span>) -> Vec<Atom> {
    let mut atoms = Vec::new();
    let mut end = 0;
    let mut token = 0;
    for span in spans {
        if span.range.start < end {
            // Another token of the same stretch of text; it is counted, not shown twice.
            token += usize::from(span.word.is_some());
            continue;
        }
        gap(&shown[end..span.range.start], &mut atoms);
        let word = text::clean(&shown[span.range.clone()]);
        end = span.range.end;
        if span.word.is_some() {
            atoms.push(Atom::Token(word, token));
            token += 1;
        } else {
            atoms.push(Atom::Dropped(word));
        }
    }
    gap(&shown[end..], &mut atoms);
    atoms
}

/// As much as is shown, up to white space where there is any: a word that was cut
/// would be another word.
fn beginning(whole: &str) -> &str {
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

fn gap(text: &str, atoms: &mut Vec<Atom>) {
    let mut other = String::new();
    for c in text.chars() {
        if !c.is_whitespace() && !c.is_control() {
            other.push(c);
            continue;
        }
        if !other.is_empty() {
            atoms.push(Atom::Other(std::mem::take(&mut other)));
        }
        match (c, atoms.last()) {
            ('\n', _) => atoms.push(Atom::Break),
            (_, Some(Atom::Space | Atom::Break)) => {}
            _ => atoms.push(Atom::Space),
        }
    }
    if !other.is_empty() {
        atoms.push(Atom::Other(other));
    }
}

/// Without a text, the words stand in the order of their tokens.
fn from_counts(corpus: &Corpus, d: usize) -> (Vec<Atom>, usize) {
    let mut atoms = Vec::new();
    let mut size = 0;
    for (token, &word) in corpus.document(d).iter().enumerate() {
        let word = text::clean(corpus.vocabulary().word(word));
        size += word.len() + 1;
        if size > SHOWN {
            return (atoms, size);
        }
        if token > 0 {
            atoms.push(Atom::Space);
        }
        atoms.push(Atom::Token(word, token));
    }
    (atoms, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{BuildOptions, Builder, Content, Raw, Sink, Source, Unwatched};

    #[test]
    fn every_token_of_a_story_is_shown_once_in_order() {
        let source = Source {
            name: "demo:newsroom".into(),
            read: Default::default(),
            build: Default::default(),
            held_out: None,
        };
        let corpus = source.open(&mut Unwatched).unwrap().corpus;
        for d in 0..corpus.documents() {
            let reading = Reading::of(&corpus, d);
            let tokens: Vec<usize> = reading
                .atoms
                .iter()
                .filter_map(|a| {
                    if let Atom::Token(_, t) = a {
                        Some(*t)
                    } else {
                        None
                    }
                })
                .collect();
            assert_eq!(tokens, (0..corpus.document(d).len()).collect::<Vec<_>>());
            let spelled: String = reading
                .atoms
                .iter()
                .map(|a| match a {
                    Atom::Token(t, _) | Atom::Dropped(t) | Atom::Other(t) => t.as_str(),
                    Atom::Space | Atom::Break => " ",
                })
                .collect();
            assert_eq!(spelled, corpus.text(d).unwrap());
        }
    }

    #[test]
    fn a_mistyped_path_is_no_text() {
        for path in ["no/such", "notes.txt", "my notes.md", "~/notes", "./x y"] {
            assert!(is_lost_path(path), "{path}");
        }
        for text in ["the judge and/or the court", "Rain.", "Cargo.toml"] {
            assert!(!is_lost_path(text), "{text}");
        }
        assert!(!is_lost_path("src/lib.rs"), "it is there");
    }

    #[test]
    fn stop_words_of_the_corpus_are_not_unknown() {
        let source = Source {
            name: "demo:newsroom".into(),
            read: Default::default(),
            build: BuildOptions {
                stop_words: "english".parse().unwrap(),
                ..BuildOptions::default()
            },
            held_out: None,
        };
        let corpus = source.open(&mut Unwatched).unwrap().corpus;
        let text = "The judge had no zzyzx";
        let own = Reading::of_text(&corpus, 0, String::new(), text)
            .own
            .unwrap();
        assert_eq!((own.words.len(), own.stop_words, own.unknown), (1, 3, 1));
    }

    #[test]
    fn the_beginning_of_a_very_long_text_has_the_words_of_the_whole() {
        let text = "Größe, naïve words don't 음악 回り道 ".repeat(4_000);
        let mut builder = Builder::new(Default::default()).unwrap();
        let content = Content::Text(&text);
        let raw = Raw {
            id: None,
            title: None,
            metadata: &[],
            content,
        };
        builder.document(raw).unwrap();
        let corpus = builder.finish().unwrap().0;
        let reading = Reading::of(&corpus, 0);
        let shown = text.len() - reading.hidden;
        assert!((SHOWN - 50..SHOWN).contains(&shown), "{shown}");
        let mut tokens = 0;
        for atom in &reading.atoms {
            if let Atom::Token(word, token) = atom {
                assert_eq!(*token, tokens);
                let id = corpus.document(0)[tokens];
                assert_eq!(word.to_lowercase(), corpus.vocabulary().word(id));
                tokens += 1;
            }
        }
        assert!(tokens > 1_000);
    }
}
