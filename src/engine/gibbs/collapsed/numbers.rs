//! The random numbers of the tokens, 16 at a time.

use crate::model::random::Stream;
use crate::model::rows::LANES;

/// Two numbers for each token, from the 64 bits that are its own in this sweep.
pub struct Numbers {
    stream: Stream,
    /// The tokens that the numbers are for, from this one on.
    first: usize,
    odds: [f32; LANES],
    uniform: [f32; LANES],
}

impl Numbers {
    #[inline(always)]
    pub fn new(stream: Stream, first: usize) -> Self {
        let mut numbers = Self {
            stream,
            first,
            odds: [0.0; LANES],
            uniform: [0.0; LANES],
        };
        numbers.fill();
        numbers
    }

    #[inline(always)]
    fn fill(&mut self) {
        for l in 0..LANES {
            let bits = self.stream.at((self.first + l) as u64);
            let (low, high) = (bits as u32, (bits >> 32) as u32);
            // u / (1 − u) with u = low / 2^32: both from the integer, so that
            // neither end loses digits.
            self.odds[l] = low as f32 / (!low as f32 + 1.0);
            self.uniform[l] = high as f32 * (1.0 / 4_294_967_296.0);
        }
    }

    /// u / (1 − u) and another uniform number of token `i`; tokens come in order.
    #[inline(always)]
    pub fn at(&mut self, i: usize) -> (f32, f32) {
        if i >= self.first + LANES {
            self.first = i;
            self.fill();
        }
        let l = i - self.first;
        (self.odds[l], self.uniform[l])
    }
}
