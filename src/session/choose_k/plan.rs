//! Which K from which seeds, and in which order.

use std::ops::Range;

/// K and seed of one run.
pub type Job = (usize, u64);

/// Runs that should be there in the end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// Numbers of topics, rising.
    pub topics: Vec<usize>,
    /// Seeds of each.
    pub seeds: Range<u64>,
}

impl Plan {
    /// All runs. A seed has a turn over all K before the next, so that there is something
    /// to say of each K early; the slowest of a turn come first.
    pub fn jobs(&self) -> impl Iterator<Item = Job> {
        let turn = |seed| self.topics.iter().rev().map(move |&k| (k, seed));
        self.seeds.clone().flat_map(turn)
    }

    /// Whether a run is among them.
    pub fn wants(&self, (topics, seed): Job) -> bool {
        self.seeds.contains(&seed) && self.topics.binary_search(&topics).is_ok()
    }

    /// How many they are.
    pub fn len(&self) -> usize {
        let seeds = self.seeds.end.saturating_sub(self.seeds.start);
        self.topics.len().saturating_mul(seeds as usize)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_has_a_turn_over_all_k_and_the_slowest_come_first() {
        let plan = Plan {
            topics: vec![2, 5, 9],
            seeds: 1..3,
        };
        let jobs: Vec<Job> = plan.jobs().collect();
        assert_eq!(jobs, [(9, 1), (5, 1), (2, 1), (9, 2), (5, 2), (2, 2)]);
        assert_eq!((plan.len(), plan.is_empty()), (6, false));
        assert!(jobs.iter().all(|&job| plan.wants(job)));
        assert!(!plan.wants((5, 3)) && !plan.wants((4, 1)));
        assert!(Plan::default().is_empty());
    }
}
