//! The random numbers of the tokens, 16 at a time.

use super::Tokens;
use crate::model::random::Stream;
use crate::model::rows::LANES;

/// Two numbers for each token, from the 64 bits that are its own in this sweep.
pub struct Numbers {
    stream: Stream,
    odds: [f32; LANES],
    uniform: [f32; LANES],
}

impl Numbers {
    #[inline(always)]
    pub fn new(stream: Stream) -> Self {
        Self {
            stream,
            odds: [0.0; LANES],
            uniform: [0.0; LANES],
        }
    }

    #[inline(always)]
    fn fill(&mut self, tokens: impl Tokens, first: usize) {
        for l in 0..LANES {
            // Past the end any number will do.
            let i = tokens.get(first + l).unwrap_or_default();
            let bits = self.stream.at(i as u64);
            let (low, high) = (bits as u32, (bits >> 32) as u32);
            // u / (1 − u) with u = low / 2^32: both from the integer, so that
            // neither end loses digits.
            self.odds[l] = low as f32 / (!low as f32 + 1.0);
            self.uniform[l] = high as f32 * (1.0 / 4_294_967_296.0);
        }
    }

    /// u / (1 − u) and another uniform number of token number `n`; they come in order
    /// from 0.
    #[inline(always)]
    pub fn at(&mut self, tokens: impl Tokens, n: usize) -> (f32, f32) {
        let l = n % LANES;
        if l == 0 {
            self.fill(tokens, n);
        }
        (self.odds[l], self.uniform[l])
    }
}
