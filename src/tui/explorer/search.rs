//! Looking for something in the documents, a slice at a time: a large corpus must
//! not hold up the screen.

use crate::corpus::Corpus;
use regex::{Regex, RegexBuilder};

/// Bytes of one slice, some milliseconds of work.
const SLICE: usize = 1 << 19;
/// Looking at a document at all costs as much as so many bytes of text.
const EACH: usize = 64;

/// A search under way.
#[derive(Debug)]
pub struct Search {
    pattern: Regex,
    /// Pieces of one text overlap by the longest match that there can be.
    overlap: usize,
    /// Which words match, as far as is known; without texts they are searched.
    words: Vec<bool>,
    /// The documents in the order in which they are looked at.
    order: Vec<u32>,
    /// How many of them are done.
    done: usize,
    /// Where the next piece of the present one starts: a byte, or a token.
    start: usize,
}

/// How far a search came.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// The document.
    At(usize),
    /// Nothing matches.
    Nowhere,
    /// There is more to look at.
    Later,
}

impl Search {
    /// A search through these documents, in this order; `None` without a query.
    pub fn new(query: &str, order: Vec<u32>) -> Option<Self> {
        Some(Self {
            pattern: pattern(query)?,
            overlap: 4 * query.chars().count(),
            words: Vec::new(),
            order,
            done: 0,
            start: 0,
        })
    }

    /// The share of the documents that is done.
    pub fn progress(&self) -> f64 {
        self.done as f64 / self.order.len().max(1) as f64
    }

    /// Looks at the next slice for a document whose id, title, text or words hold
    /// the query.
    pub fn go_on(&mut self, corpus: &Corpus) -> Found {
        let mut left = SLICE;
        if corpus.tokenizer().is_none() {
            for word in &corpus.vocabulary().words()[self.words.len()..] {
                if left == 0 {
                    return Found::Later;
                }
                left = left.saturating_sub(EACH + word.len());
                self.words.push(self.pattern.is_match(word));
            }
        }
        while let Some(&d) = self.order.get(self.done) {
            let d = d as usize;
            if left == 0 {
                return Found::Later;
            }
            left = left.saturating_sub(EACH);
            let hit = self.start == 0 && self.names_match(corpus, d)
                || match corpus.text(d) {
                    Some(text) => self.text_matches(text, &mut left),
                    None => self.words_match(corpus.document(d), &mut left),
                };
            if hit {
                return Found::At(d);
            }
            if self.start == 0 {
                self.done += 1;
            }
        }
        Found::Nowhere
    }

    fn names_match(&self, corpus: &Corpus, d: usize) -> bool {
        let title = corpus.title(d).unwrap_or_default();
        self.pattern.is_match(corpus.id(d)) || self.pattern.is_match(title)
    }

    /// Whether the next piece matches; `start` is 0 afterwards if it was the last.
    fn text_matches(&mut self, text: &str, left: &mut usize) -> bool {
        let rest = &text[self.start..];
        let mut end = rest.len().min((*left).max(2 * self.overlap + 8));
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        *left = left.saturating_sub(end);
        let mut next = end.saturating_sub(self.overlap);
        while !rest.is_char_boundary(next) {
            next -= 1;
        }
        self.start = if end < rest.len() {
            self.start + next
        } else {
            0
        };
        self.pattern.is_match(&rest[..end])
    }

    fn words_match(&mut self, words: &[u32], left: &mut usize) -> bool {
        let rest = &words[self.start..];
        let end = rest.len().min((*left).max(1));
        *left = left.saturating_sub(end);
        self.start = if end < rest.len() {
            self.start + end
        } else {
            0
        };
        rest[..end].iter().any(|&w| self.words[w as usize])
    }
}

/// Any case, literally.
pub fn pattern(query: &str) -> Option<Regex> {
    if query.is_empty() {
        return None;
    }
    RegexBuilder::new(&regex::escape(query))
        .case_insensitive(true)
        .build()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Vocabulary;
    use crate::corpus::examples::of_texts;

    fn find(corpus: &Corpus, query: &str) -> (Found, usize) {
        let order = (0..corpus.documents() as u32).collect();
        let mut search = Search::new(query, order).unwrap();
        for slices in 1.. {
            match search.go_on(corpus) {
                Found::Later => assert!(slices < 1_000),
                found => return (found, slices),
            }
        }
        unreachable!()
    }

    #[test]
    fn a_match_across_two_slices_of_a_long_text_is_found() {
        let filler = "ä word ".repeat(SLICE / 8);
        // The first slice ends in the needle, before it, or behind it.
        for before in 76..84 {
            let text = format!(
                "{}{}Needle {filler}",
                &filler[..SLICE - EACH - 81],
                "x".repeat(before)
            );
            assert_eq!(find(&of_texts(&[&text]), "needle").0, Found::At(0));
        }
        let (found, slices) = find(&of_texts(&[&filler[..]; 9]), "needle");
        assert!(found == Found::Nowhere && slices > 5, "{slices}");
    }

    #[test]
    fn without_texts_the_words_are_searched() {
        let words = ["alpha", "beta", "gamma"].map(str::to_owned).to_vec();
        let documents = [vec![0, 0], vec![1], vec![2, 1]];
        let corpus = Corpus::from_documents(Vocabulary::new(words), &documents).unwrap();
        assert_eq!(find(&corpus, "GAMM").0, Found::At(2));
        assert_eq!(find(&corpus, "delta").0, Found::Nowhere);
    }
}
