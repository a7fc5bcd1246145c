//! The line between the sampler and the arithmetic of one draw.

use crate::corpus::Corpus;
use crate::model::random::Stream;
use crate::model::{Prior, State};
use std::ops::Range;

/// What a kernel reads and never changes.
pub struct View<'a> {
    /// The corpus.
    pub corpus: &'a Corpus,
    /// The document–topic prior (length K).
    pub alpha: &'a Prior,
    /// The topic–word prior (length V).
    pub eta: &'a Prior,
    /// The random numbers of this sweep; position i belongs to token i.
    pub stream: Stream,
}

/// A way to draw tokens. A kernel may keep tables of the document it is in,
/// nothing else: whatever it does must follow from the state alone.
pub trait Kernel: Send {
    /// Comes to the first token of document `d`.
    fn enter(&mut self, view: &View<'_>, state: &State, d: usize);

    /// Draws these tokens, all of the document entered, each given all others.
    /// Returns how many changed their topic.
    fn draw(&mut self, view: &View<'_>, state: &mut State, tokens: Range<usize>) -> usize;
}
