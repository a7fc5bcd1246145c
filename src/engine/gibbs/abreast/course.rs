//! Which tokens are drawn in which order.

use super::super::lanes::Lanes;
use crate::corpus::Corpus;
use std::ops::Range;

/// The tokens of some documents, or the part of them whose words are in one group.
pub struct Course<'a> {
    corpus: &'a Corpus,
    /// Which documents.
    pub documents: Range<usize>,
    /// `None`: all their tokens, in the order of the corpus.
    part: Option<Part<'a>>,
}

/// Tokens whose words are in one group of words; their rows are side by side.
pub struct Part<'a> {
    /// Tokens of the corpus in the order in which they are drawn, and which row of its group
    /// has the word of each.
    pub tokens: &'a [u32],
    pub rows: &'a [u32],
    /// Where in them the tokens of each document and group begin, the groups of a document
    /// one after the other.
    pub starts: &'a [u32],
    /// Which group it is, of how many.
    pub group: (usize, usize),
    /// Whether documents are final when these tokens are drawn.
    pub last: bool,
}

impl<'a> Course<'a> {
    /// All tokens of a corpus.
    pub fn whole(corpus: &'a Corpus) -> Self {
        Self {
            corpus,
            documents: 0..corpus.documents(),
            part: None,
        }
    }

    /// A part of the tokens of these documents.
    pub fn part(corpus: &'a Corpus, documents: Range<usize>, part: Part<'a>) -> Self {
        Self {
            corpus,
            documents,
            part: Some(part),
        }
    }

    /// The first token of the documents.
    fn first(&self) -> usize {
        self.corpus.offsets()[self.documents.start]
    }

    /// All tokens of a document, from the first of the course.
    pub fn range(&self, d: usize) -> Range<usize> {
        let range = self.corpus.range(d);
        range.start - self.first()..range.end - self.first()
    }

    /// The places of the tokens of a document that are drawn.
    pub fn places(&self, d: usize) -> Range<usize> {
        match &self.part {
            None => self.corpus.range(d),
            Some(part) => {
                let (group, groups) = part.group;
                let at = d * groups + group;
                part.starts[at] as usize..part.starts[at + 1] as usize
            }
        }
    }

    /// The row of the word at each place.
    #[inline(always)]
    pub fn rows(&self) -> &'a [u32] {
        match &self.part {
            None => self.corpus.words(),
            Some(part) => part.rows,
        }
    }

    /// Asks for what a course says of the token at a place, if there is one. Its topic comes
    /// with those of its document, which are counted when a lane takes it.
    #[inline(always)]
    pub fn prefetch<L: Lanes>(&self, lanes: L, place: usize) {
        if let Some(row) = self.rows().get(place) {
            lanes.prefetch(row);
        }
        let part = self.part.as_ref();
        if let Some(token) = part.and_then(|part| part.tokens.get(place)) {
            lanes.prefetch(token);
        }
    }

    /// The token at a place, from the first of the course; past the last place any.
    #[inline(always)]
    pub fn token(&self, place: usize) -> usize {
        match &self.part {
            None => place,
            Some(part) => {
                let token = part.tokens.get(place).map_or(0, |&token| token as usize);
                token.wrapping_sub(self.first())
            }
        }
    }

    /// The tokens at these places, from the first of the course.
    #[inline(always)]
    pub fn tokens<L: Lanes>(&self, lanes: L, places: L::U) -> L::U {
        match &self.part {
            None => places,
            Some(part) => {
                let tokens = lanes.numbers(part.tokens, places);
                lanes.add_in(tokens, (self.first() as u32).wrapping_neg(), u16::MAX)
            }
        }
    }

    /// Whether documents are final when their tokens of the course are drawn.
    pub fn is_last(&self) -> bool {
        self.part.as_ref().is_none_or(|part| part.last)
    }
}
