//! Which tokens are drawn in which order.

use super::super::lanes::Lanes;
use crate::corpus::Corpus;
use crate::model::rows::row_at;
use std::ops::Range;

/// The tokens of some documents, or the part of them whose words are in one group.
pub struct Course<'a> {
    corpus: &'a Corpus,
    /// Which documents.
    pub documents: Range<usize>,
    /// Which of their tokens.
    tokens: Tokens<'a>,
}

/// Which tokens of documents are drawn.
enum Tokens<'a> {
    /// All, in the order of the corpus.
    All(Starts<'a>),
    /// Those of a part.
    Of(Part<'a>),
}

/// Where the rows of words begin.
enum Starts<'a> {
    /// All rows are so many blocks long, and lie as the vocabulary does.
    Even(u32),
    /// Here (see [`row_at`]).
    Each(&'a [u32]),
}

/// Tokens whose words are in one group of words; their rows are side by side.
pub struct Part<'a> {
    /// Tokens of the corpus in the order in which they are drawn, and where in the blocks of
    /// its group the row of the word of each begins (see [`row_at`]).
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
    /// All tokens of a corpus, whose rows have so many lines; where each begins, and whether any
    /// has wide counts.
    pub fn whole(corpus: &'a Corpus, lines: usize, (starts, mixed): (&'a [u32], bool)) -> Self {
        let last = starts.last().map_or(0, |start| row_at(*start).0);
        debug_assert!(
            mixed || last == starts.len().saturating_sub(1) * lines,
            "rows lie as the vocabulary does"
        );
        let starts = match mixed {
            true => Starts::Each(starts),
            false => Starts::Even(lines as u32),
        };
        Self {
            corpus,
            documents: 0..corpus.documents(),
            tokens: Tokens::All(starts),
        }
    }

    /// A part of the tokens of these documents.
    pub fn part(corpus: &'a Corpus, documents: Range<usize>, part: Part<'a>) -> Self {
        Self {
            corpus,
            documents,
            tokens: Tokens::Of(part),
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
        match &self.tokens {
            Tokens::All(_) => self.corpus.range(d),
            Tokens::Of(part) => {
                let (group, groups) = part.group;
                let at = d * groups + group;
                part.starts[at] as usize..part.starts[at + 1] as usize
            }
        }
    }

    /// What says where the row of the token at each place begins: its word, or the row.
    #[inline(always)]
    fn of_places(&self) -> &'a [u32] {
        match &self.tokens {
            Tokens::All(_) => self.corpus.words(),
            Tokens::Of(part) => part.rows,
        }
    }

    /// The first block of the row of the token at a place, and whether its counts are wide.
    pub fn row(&self, place: usize) -> (usize, bool) {
        let at = self.of_places()[place];
        match &self.tokens {
            Tokens::All(Starts::Even(blocks)) => ((at * blocks) as usize, false),
            Tokens::All(Starts::Each(starts)) => row_at(starts[at as usize]),
            Tokens::Of(_) => row_at(at),
        }
    }

    /// The first blocks of the rows at these places, and the lanes whose counts are wide; of a
    /// place past the last any row.
    #[inline(always)]
    pub fn rows<L: Lanes>(&self, lanes: L, places: L::U) -> (L::U, u16) {
        let at = lanes.numbers(self.of_places(), places);
        match &self.tokens {
            Tokens::All(Starts::Even(blocks)) => (lanes.times(at, *blocks), 0),
            Tokens::All(Starts::Each(starts)) => lanes.halve(lanes.numbers(starts, at)),
            Tokens::Of(_) => lanes.halve(at),
        }
    }

    /// Asks for what a course says of the token at a place, if there is one. Its topic comes
    /// with those of its document, which are counted when a lane takes it.
    #[inline(always)]
    pub fn prefetch<L: Lanes>(&self, lanes: L, place: usize) {
        if let Some(at) = self.of_places().get(place) {
            lanes.prefetch(at);
        }
        if let Tokens::Of(part) = &self.tokens
            && let Some(token) = part.tokens.get(place)
        {
            lanes.prefetch(token);
        }
    }

    /// The token at a place, from the first of the course; past the last place any.
    #[inline(always)]
    pub fn token(&self, place: usize) -> usize {
        match &self.tokens {
            Tokens::All(_) => place,
            Tokens::Of(part) => {
                let token = part.tokens.get(place).map_or(0, |&token| token as usize);
                token.wrapping_sub(self.first())
            }
        }
    }

    /// The tokens at these places, from the first of the course.
    #[inline(always)]
    pub fn tokens<L: Lanes>(&self, lanes: L, places: L::U) -> L::U {
        match &self.tokens {
            Tokens::All(_) => places,
            Tokens::Of(part) => {
                let tokens = lanes.numbers(part.tokens, places);
                lanes.add_in(tokens, (self.first() as u32).wrapping_neg(), u16::MAX)
            }
        }
    }

    /// Whether documents are final when their tokens of the course are drawn.
    pub fn is_last(&self) -> bool {
        match &self.tokens {
            Tokens::All(_) => true,
            Tokens::Of(part) => part.last,
        }
    }
}
