//! What the draws of the next tokens need beside counts, for 16 tokens at a time:
//! their rows, asked for early enough that memory need not be waited for, and their
//! random numbers.

use super::Tokens;
use crate::engine::gibbs::kernel::uniforms;
use crate::engine::gibbs::lanes::Lanes;
use crate::model::random::Stream;
use crate::model::rows::{LANES, row_at};
use crate::model::state::Parts;

/// Tokens to draw, and the batch that is being drawn.
pub struct Batches<'a, T> {
    tokens: T,
    words: &'a [u32],
    stream: Stream,
    odds: [f32; LANES],
    uniform: [f32; LANES],
    /// Where in the blocks the rows begin (see [`row_at`]), of this batch and of the next.
    rows: [u32; LANES],
    next: [u32; LANES],
}

/// One token.
pub struct Turn {
    /// Its place in the corpus.
    pub token: usize,
    /// Where in the blocks the row of its word begins, and whether its counts are wide.
    pub row: (usize, bool),
    /// u / (1 − u) of a uniform u.
    pub odds: f32,
    /// Another uniform number.
    pub uniform: f32,
}

impl<'a, T: Tokens> Batches<'a, T> {
    /// Nothing is drawn yet.
    #[inline(always)]
    pub fn new<L: Lanes>(
        lanes: L,
        (tokens, words): (T, &'a [u32]),
        stream: Stream,
        state: &Parts<'_>,
    ) -> Self {
        let mut new = Self {
            tokens,
            words,
            stream,
            odds: [0.0; LANES],
            uniform: [0.0; LANES],
            rows: [0; LANES],
            next: [0; LANES],
        };
        new.look_ahead(lanes, 0, state);
        new
    }

    /// Finds the rows from token number `first` on, and asks for them.
    #[inline(always)]
    fn look_ahead<L: Lanes>(&mut self, lanes: L, first: usize, state: &Parts<'_>) {
        for l in 0..LANES {
            let word = self.tokens.get(first + l).and_then(|i| self.words.get(i));
            // Past the end there is no row to come to.
            let start = word.map_or(0, |&word| state.starts[word as usize]);
            self.next[l] = start.wrapping_sub((state.first_block as u32) << 1);
            if let Some(block) = state.blocks.get(row_at(self.next[l]).0) {
                lanes.prefetch(block);
            }
        }
    }

    /// Goes on to the 16 tokens from number `first` on.
    #[inline(always)]
    fn fill<L: Lanes>(&mut self, lanes: L, first: usize, state: &Parts<'_>) {
        self.rows = self.next;
        self.look_ahead(lanes, first + LANES, state);
        let mut places = [0; LANES];
        for (l, place) in places.iter_mut().enumerate() {
            // Past the end any number will do.
            *place = self.tokens.get(first + l).unwrap_or_default();
        }
        (self.odds, self.uniform) = uniforms(self.stream, &places);
    }

    /// Token number `n`; they come in order from 0.
    #[inline(always)]
    pub fn turn<L: Lanes>(&mut self, lanes: L, n: usize, state: &Parts<'_>) -> Option<Turn> {
        if n >= self.tokens.len() {
            return None;
        }
        let l = n % LANES;
        if l == 0 {
            self.fill(lanes, n, state);
        }
        Some(Turn {
            token: self.tokens.get(n)?,
            row: row_at(self.rows[l]),
            odds: self.odds[l],
            uniform: self.uniform[l],
        })
    }
}
