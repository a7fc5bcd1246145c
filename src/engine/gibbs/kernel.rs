//! The line between the sampler and the arithmetic of one draw.

use crate::corpus::Corpus;
use crate::engine::one_token::Chance;
use crate::model::random::{Purpose, Stream};
use crate::model::rows::LANES;
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
    /// The seed of the chain.
    pub seed: u64,
    /// Completed sweeps.
    pub sweep: u64,
    /// The random numbers of the tokens of this sweep; position i belongs to
    /// token i.
    pub stream: Stream,
}

impl<'a> View<'a> {
    /// What a chain with this seed sees after `sweep` sweeps.
    pub fn new(
        corpus: &'a Corpus,
        (alpha, eta): (&'a Prior, &'a Prior),
        (seed, sweep): (u64, u64),
    ) -> Self {
        Self {
            corpus,
            alpha,
            eta,
            seed,
            sweep,
            stream: Stream::new(seed, Purpose::Sweep, sweep),
        }
    }
}

/// A number for each of the tokens that are drawn side by side.
pub type Line = [f32; LANES];

/// u / (1 − u) of a uniform u, and another uniform number, of the tokens at these places.
#[inline(always)]
pub fn uniforms(stream: Stream, places: &[usize; LANES]) -> (Line, Line) {
    let (mut odds, mut uniform) = ([0.0; LANES], [0.0; LANES]);
    for l in 0..LANES {
        let bits = stream.at(places[l] as u64);
        let (low, high) = (bits as u32, (bits >> 32) as u32);
        // u = low / 2^32: u and 1 − u both from the integer, so that neither end loses digits.
        odds[l] = low as f32 / (!low as f32 + 1.0);
        uniform[l] = high as f32 * (1.0 / 4_294_967_296.0);
    }
    (odds, uniform)
}

/// The topics in the order in which lines of sixteen are read, whatever their number: all
/// multiples of 16, then those that leave a remainder of 1, and so on.
pub fn in_order(topics: usize) -> impl DoubleEndedIterator<Item = usize> {
    (0..LANES).flat_map(move |first| (first..topics).step_by(LANES))
}

/// A way to draw tokens. What a kernel keeps between two sweeps must follow from
/// the state, the priors, the seed and the number of sweeps: a chain that is
/// resumed or replayed gets a fresh kernel.
pub trait Kernel: Send {
    /// Comes to the first token of document `d`.
    fn enter(&mut self, view: &View<'_>, state: &State, d: usize);

    /// Draws these tokens, all of the document entered, each given all others.
    /// Returns how many changed their topic.
    fn draw(&mut self, view: &View<'_>, state: &mut State, tokens: Range<usize>) -> usize;

    /// How it turns the random numbers of token `i` into one of so many topics.
    fn chance(&self, view: &View<'_>, _topics: usize, i: usize) -> Chance {
        Chance::of(view.stream.at(i as u64), None)
    }

    /// theta of document `d` and phi of a word (length K), as the next draw will use them,
    /// where they are drawn; `entered` says whether the document is entered already.
    fn drawn(
        &self,
        _view: &View<'_>,
        _state: &State,
        (_d, _entered): (usize, bool),
        _word: u32,
    ) -> Option<(Vec<f64>, Vec<f64>)> {
        None
    }

    /// Those of n_dk of the document that was left that are not 0, where the kernel keeps
    /// them; its tokens have these topics.
    fn counts(&mut self, _z: &[u16]) -> Option<&[(u16, u32)]> {
        None
    }

    /// Has drawn the last token of document `d`.
    fn leave(&mut self, _: &View<'_>, _: &State, _: usize) {}

    /// Prepares what the next sweep needs, from the state after `view.sweep`
    /// sweeps; called until it returns true, for about `work` numbers each time.
    fn settle(&mut self, _: &View<'_>, _: &State, _: usize) -> bool {
        true
    }

    /// log p(w, z, theta, phi | alpha, eta) at the end of the last sweep, where
    /// theta and phi are drawn too. It is a density and may exceed 0.
    fn density(&self) -> Option<f64> {
        None
    }
}
