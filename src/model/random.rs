//! Random numbers that are a pure function of seed, purpose and place.
//!
//! There is no generator state: the number for token i of sweep s is the output
//! function of SplitMix64 (Steele, Lea and Flood 2014) at position i of a
//! stream whose start follows from (seed, purpose, s). Pauses, threads and the
//! order of work therefore cannot change a draw.

use crate::random::{GOLDEN, mix, unit};

/// Keeps the start of a branch apart from the numbers of its parent.
const BRANCH: u64 = 0x6272_616e_6368;

/// What a stream of random numbers is for; different purposes never share one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The topics of the start state.
    Start = 1,
    /// The tokens of a sweep.
    Sweep = 2,
    /// Moving tokens when the number of topics changes.
    Resize = 3,
    /// theta of the documents of a sweep, where it is drawn.
    Theta = 4,
    /// phi after a sweep, where it is drawn.
    Phi = 5,
    /// Which documents are held out, and which of their tokens.
    Split = 6,
    /// Topics of new documents, with phi fixed.
    FoldIn = 7,
    /// λ of a random start.
    Lambda = 8,
    /// Documents that are drawn again.
    Bootstrap = 9,
    /// phi of a topic of a corpus that is drawn from the model.
    Truth = 10,
    /// theta and the tokens of one of its documents.
    Document = 11,
    /// Topics of the tokens before a token, where p(w) of a corpus is estimated.
    Evidence = 12,
    /// The order of words and documents, where it is changed on purpose.
    Shuffle = 13,
}

/// One stream of random numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stream(u64);

impl Stream {
    /// The stream of `seed` for `purpose`, number `n` (the sweep, say).
    pub fn new(seed: u64, purpose: Purpose, n: u64) -> Self {
        let seeded = mix(seed ^ mix(purpose as u64));
        Self(mix(seeded.wrapping_add(n.wrapping_mul(GOLDEN))))
    }

    /// A stream of its own for each `n`, apart from this one.
    pub fn branch(self, n: u64) -> Self {
        Self(mix(self.at(n) ^ mix(BRANCH)))
    }

    /// The number at position `i`: 64 random bits.
    #[inline]
    pub fn at(self, i: u64) -> u64 {
        mix(self.0.wrapping_add(i.wrapping_mul(GOLDEN)))
    }

    /// A number below `n` at position `i` (multiply and shift; the bias is n/2^64).
    #[inline]
    pub fn below(self, i: u64, n: u64) -> u64 {
        ((u128::from(self.at(i)) * u128::from(n)) >> 64) as u64
    }

    /// A number in [0, 1) with 53 bits at position `i`.
    #[inline]
    pub fn unit(self, i: u64) -> f64 {
        unit(self.at(i))
    }
}

/// The place in whose part of the weights, laid end to end, `at` lies (from 0 to their sum);
/// where rounding puts it past the end, the last place that has a weight.
pub fn pick(weights: &[f64], mut at: f64) -> usize {
    let found = weights.iter().position(|weight| {
        at -= weight;
        at < 0.0
    });
    let last = || weights.iter().rposition(|weight| *weight > 0.0);
    found.or_else(last).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// First outputs of SplitMix64 for seed 1234567, as published with the
    /// generator's reference implementation.
    #[test]
    fn the_stream_is_splitmix64() {
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423_u64,
        ];
        for (i, want) in published.into_iter().enumerate() {
            assert_eq!(Stream(1_234_567).at(i as u64 + 1), want);
        }
    }

    #[test]
    fn seeds_purposes_and_sweeps_have_streams_of_their_own() {
        let mut first: Vec<u64> = Vec::new();
        for seed in 0..20 {
            for purpose in [
                Purpose::Start,
                Purpose::Sweep,
                Purpose::Resize,
                Purpose::Theta,
            ] {
                first.extend((0..20).map(|n| Stream::new(seed, purpose, n).at(0)));
            }
        }
        let all = first.len();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), all);
    }

    #[test]
    fn a_number_picks_the_part_that_it_lies_in() {
        let weights = [0.0, 2.0, 0.0, 1.0, 0.0];
        for (at, place) in [(0.0, 1), (1.5, 1), (2.0, 3), (2.9, 3), (3.0, 3)] {
            assert_eq!(pick(&weights, at), place, "{at}");
        }
        assert_eq!(pick(&[0.0], 0.0), 0);
    }

    #[test]
    fn below_and_unit_cover_their_range_evenly() {
        let stream = Stream::new(0, Purpose::Start, 0);
        let mut counts = [0u32; 7];
        let mut mean = 0.0;
        for i in 0..70_000 {
            counts[stream.below(i, 7) as usize] += 1;
            mean += stream.unit(i) / 70_000.0;
        }
        assert!(
            counts.iter().all(|c| (9_600..10_400).contains(c)),
            "{counts:?}"
        );
        assert!((mean - 0.5_f64).abs() < 0.005);
    }
}
