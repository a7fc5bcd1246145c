//! The document, or the text of the user's own, that is read.

use super::pieces::{Atom, atoms, beginning, from_counts, from_text, passage};
use crate::corpus::{Corpus, Span, Tokenizer};
use crate::tui::prompt::{Prompt, Purpose};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// What the bars of a document are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shares {
    /// theta of this moment: the counts, smoothed by alpha.
    #[default]
    Smoothed,
    /// The counts alone.
    Raw,
    /// The mean of theta over sweeps.
    Mean,
}

impl Shares {
    /// The next of them; the mean only of an engine that draws.
    pub fn next(self, draws: bool) -> Self {
        match self {
            Self::Smoothed => Self::Raw,
            Self::Raw if draws => Self::Mean,
            Self::Raw | Self::Mean => Self::Smoothed,
        }
    }
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
#[derive(Debug, Default)]
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
    /// Where each piece begins in the text; empty where there is no text.
    starts: Vec<usize>,
    /// The pieces of a passage that is marked.
    pub passage: Option<Range<usize>>,
    /// A piece that should be on the screen; taken when the screen has scrolled to it.
    pub wanted: Option<usize>,
}

impl Reading {
    /// Document `d`.
    pub fn of(corpus: &Corpus, d: usize) -> Self {
        if d >= corpus.documents() {
            return Self {
                index: d,
                ..Self::default()
            };
        }
        let (pieces, hidden) = match corpus.text(d) {
            Some(text) => from_text(corpus, d, text),
            None => from_counts(corpus, d),
        };
        Self {
            index: d,
            atoms: pieces.atoms,
            starts: pieces.starts,
            hidden,
            ..Self::default()
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
            atoms: atoms(shown, spans).atoms,
            hidden: whole.len() - shown.len(),
            ..Self::default()
        }
    }

    /// Marks a passage, grown to whole sentences where there is a text, and asks for it to
    /// be on the screen. What is not shown of a very long document cannot be marked.
    pub fn mark(&mut self, corpus: &Corpus, tokens: &Range<usize>) {
        let token = |wanted: usize| {
            let own = |atom: &Atom| matches!(atom, Atom::Token(_, token) if *token == wanted);
            self.atoms.iter().position(own)
        };
        let pieces = match corpus.text(self.index) {
            Some(text) => {
                let bytes = passage(corpus, self.index, beginning(text), tokens);
                bytes.map(|bytes| {
                    let before = |byte| self.starts.partition_point(|&start| start < byte);
                    before(bytes.start)..before(bytes.end)
                })
            }
            None => token(tokens.start)
                .zip(token(tokens.end.saturating_sub(1)))
                .map(|(first, last)| first..last + 1),
        };
        self.wanted = pieces.as_ref().map(|pieces| pieces.start);
        self.passage = pieces;
    }

    /// Asks for the first token that matches to be on the screen.
    pub fn show_match(&mut self, matches: impl Fn(&str) -> bool) {
        let shows = |atom: &Atom| match atom {
            Atom::Token(text, _) | Atom::Dropped(text) => matches(text),
            _ => false,
        };
        self.wanted = self.atoms.iter().position(shows);
    }

    /// The words of a text of the user's own.
    pub fn words(&self) -> Option<Arc<[u32]>> {
        self.own.as_ref().map(|own| Arc::clone(&own.words))
    }
}

#[cfg(test)]
mod tests {
    use super::super::pieces::SHOWN;
    use super::*;
    use crate::corpus::examples::of_texts;
    use crate::corpus::{BuildOptions, Source, Unwatched};

    fn spelled(atoms: &[Atom]) -> String {
        let pieces = atoms.iter().map(|atom| match atom {
            Atom::Token(text, _) | Atom::Dropped(text) | Atom::Other(text) => text.as_str(),
            Atom::Space | Atom::Break => " ",
        });
        pieces.collect()
    }

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
            assert_eq!(spelled(&reading.atoms), corpus.text(d).unwrap());
        }
    }

    #[test]
    fn a_passage_is_marked_with_its_whole_sentences() {
        let text = "It began early. The judge, tall, saw the court rise. Nobody left the room.";
        let corpus = of_texts(&[text]);
        let judge = corpus.vocabulary().id("judge").unwrap();
        let token = corpus.document(0).iter().position(|&w| w == judge).unwrap();
        let mut reading = Reading::of(&corpus, 0);
        reading.mark(&corpus, &(token..token + 1));
        let marked = spelled(&reading.atoms[reading.passage.clone().unwrap()]);
        assert_eq!(marked, "The judge, tall, saw the court rise.");
        assert_eq!(reading.wanted, Some(reading.passage.unwrap().start));
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
        let corpus = of_texts(&[&text]);
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
