//! What a chain was like, sweep after sweep, since it was last changed.

use super::super::thin::thin;
use crate::engine::Engine;

/// Objectives that are kept at most; beyond that every second one goes.
const MOST: usize = 4_096;
/// Numbers that are kept of the sizes of topics: 4 MiB.
const MOST_SIZES: usize = 1 << 19;

/// The objective and the sizes of the topics at sweeps of a chain, evenly spaced.
#[derive(Debug, Clone, PartialEq)]
pub struct Draws {
    /// Sweeps between two draws, a power of two.
    stride: u64,
    objective: Vec<f64>,
    /// Sweeps between two sizes: `stride` times a power of two.
    size_stride: u64,
    sizes: Vec<Vec<f64>>,
}

impl Default for Draws {
    fn default() -> Self {
        Self {
            stride: 1,
            objective: Vec::new(),
            size_stride: 1,
            sizes: Vec::new(),
        }
    }
}

impl Draws {
    /// Keeps the chain as it is, `sweeps` sweeps after its last change.
    pub fn push(&mut self, engine: &dyn Engine, sweeps: u64) {
        if sweeps.is_multiple_of(self.stride) {
            self.objective.push(engine.objective().total());
            if self.objective.len() > MOST {
                thin(&mut self.objective);
                self.stride *= 2;
            }
        }
        if sweeps.is_multiple_of(self.size_stride) {
            self.sizes.push(engine.topic_sizes());
            let topics = engine.topic_ids().len().max(1);
            if self.sizes.len() > 1 && self.sizes.len() * topics > MOST_SIZES {
                thin(&mut self.sizes);
                self.size_stride *= 2;
            }
        }
    }

    /// Forgets all: draws before and after a change are not of one chain.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Sweeps that are covered.
    fn sweeps(&self) -> u64 {
        self.stride * self.objective.len() as u64
    }

    /// The objective, in nats, at the sweeps of several chains after half of those that
    /// all of them have, at the same sweeps in all.
    pub fn objectives(chains: &[&Self]) -> Vec<Vec<f64>> {
        let stride = chains.iter().map(|c| c.stride).max().unwrap_or(1);
        second_half(chains, stride, |c| (&c.objective, c.stride))
    }

    /// The same of the sizes of topics (each of length K).
    pub fn sizes(chains: &[&Self]) -> Vec<Vec<Vec<f64>>> {
        let stride = chains.iter().map(|c| c.size_stride).max().unwrap_or(1);
        second_half(chains, stride, |c| (&c.sizes, c.size_stride))
    }
}

fn second_half<'a, T: Clone + 'a>(
    chains: &[&'a Draws],
    stride: u64,
    list: impl Fn(&'a Draws) -> (&'a Vec<T>, u64),
) -> Vec<Vec<T>> {
    let sweeps = chains.iter().map(|c| c.sweeps()).min().unwrap_or(0);
    let (from, to) = (sweeps / 2 / stride, sweeps / stride);
    let of_chain = |chain: &&'a Draws| {
        let (values, own) = list(chain);
        let step = (stride / own) as usize;
        (from as usize..to as usize)
            .filter_map(|i| values.get((i + 1) * step - 1).cloned())
            .collect()
    };
    chains.iter().map(of_chain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The draws of a chain whose objective is the number of its sweep.
    fn counted(sweeps: u64) -> Draws {
        let mut draws = Draws::default();
        for sweep in 1..=sweeps {
            if sweep.is_multiple_of(draws.stride) {
                draws.objective.push(sweep as f64);
                if draws.objective.len() > MOST {
                    thin(&mut draws.objective);
                    draws.stride *= 2;
                }
            }
        }
        draws
    }

    #[test]
    fn chains_of_any_length_are_looked_at_in_the_same_sweeps() {
        let (short, long) = (counted(100), counted(10_000));
        assert_eq!((short.stride, long.stride), (1, 4));
        let all = Draws::objectives(&[&short, &long]);
        assert_eq!(all[0], all[1]);
        assert_eq!(all[0].first(), Some(&52.0));
        assert_eq!(all[0].last(), Some(&100.0));
        let own = Draws::objectives(&[&long]);
        assert_eq!(own[0].last(), Some(&10_000.0));
        assert!(own[0].windows(2).all(|w| w[1] - w[0] == 4.0));
        assert!(Draws::objectives(&[]).is_empty());
    }
}
