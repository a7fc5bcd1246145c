//! Point estimates from the counts of one state (Griffiths and Steyvers 2004,
//! equations 6 and 7): the posterior means of theta and phi given z.

use super::prior::Prior;
use super::state::State;
use crate::corpus::Corpus;

/// theta_d (length K, sums to 1): (n_dk + α_k) / (N_d + Σα). An empty document
/// gets α/Σα.
pub fn theta(corpus: &Corpus, state: &State, alpha: &Prior, d: usize) -> Vec<f64> {
    let mut counts = Vec::new();
    state.document_counts(corpus, d, &mut counts);
    let total = corpus.range(d).len() as f64 + alpha.sum();
    counts
        .iter()
        .zip(alpha.values())
        .map(|(&n, a)| (f64::from(n) + a) / total)
        .collect()
}

/// theta_dk of one topic k in every document (length D).
pub fn topic_share(corpus: &Corpus, state: &State, alpha: &Prior, topic: usize) -> Vec<f64> {
    (0..corpus.documents())
        .map(|d| {
            let z = &state.z()[corpus.range(d)];
            let count = z.iter().filter(|&&k| usize::from(k) == topic).count();
            (count as f64 + alpha.value(topic)) / (z.len() as f64 + alpha.sum())
        })
        .collect()
}

/// phi_kv: (n_kv + η_v) / (n_k + Ση).
pub fn phi(state: &State, eta: &Prior, topic: u16, word: u32) -> f64 {
    let count = f64::from(state.count(word, topic));
    (count + eta.value(word as usize)) / (f64::from(state.sizes()[usize::from(topic)]) + eta.sum())
}

/// The `n` words with the largest phi of every topic, largest first, ties by
/// word id. Only words that have a token in the topic are listed: a topic with
/// fewer than `n` of them has a shorter list, an empty topic an empty one.
pub fn top_words(state: &State, eta: &Prior, n: usize) -> WordLists {
    let sizes = state.sizes().iter();
    let totals = sizes.map(|&size| f64::from(size) + eta.sum()).collect();
    let mut tops = TopWords::new(totals, n);
    for word in 0..state.words() as u32 {
        let prior = eta.value(word as usize);
        let entries = state.row(word);
        entries.for_each(|e| tops.add(word, e.topic.into(), f64::from(e.count) + prior));
    }
    tops.lists()
}

/// Words of every topic with their phi, by place.
pub type WordLists = Vec<Vec<(u32, f64)>>;

/// The words with the largest phi of every topic, of those that were added: for whoever goes
/// over the words anyway.
#[derive(Debug)]
pub struct TopWords {
    words: usize,
    totals: Vec<f64>,
    tops: WordLists,
}

impl TopWords {
    /// None yet, of `words` at most; phi is a weight over the total of its topic (length K).
    pub fn new(totals: Vec<f64>, words: usize) -> Self {
        Self {
            words,
            tops: vec![Vec::new(); totals.len()],
            totals,
        }
    }

    /// Adds the weight of a word in a topic; words must ascend.
    #[inline]
    pub fn add(&mut self, word: u32, topic: usize, weight: f64) {
        let new = (word, weight / self.totals[topic]);
        insert(&mut self.tops[topic], self.words, new, |entry| entry.1);
    }

    /// The words of every topic, largest phi first, ties by word id.
    pub fn lists(self) -> WordLists {
        self.tops
    }
}

/// Keeps `top` the `n` largest in order; words come in ascending order, so a
/// tie goes behind.
#[inline]
pub(crate) fn insert<T>(top: &mut Vec<T>, n: usize, new: T, value: impl Fn(&T) -> f64) {
    // Most words are none of them, and need not find their place.
    if top.len() == n && top.last().is_none_or(|last| value(last) >= value(&new)) {
        return;
    }
    let at = top.partition_point(|old| value(old) >= value(&new));
    top.truncate(n - 1);
    top.insert(at, new);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Vocabulary;
    use crate::model::PriorSpec;
    use crate::model::phi::Phi;

    /// Five tokens, worked out by hand.
    fn example() -> (Corpus, State, Prior, Prior) {
        let words = ["a", "b", "c"].map(String::from).to_vec();
        let documents = [vec![0, 0, 1], vec![], vec![2, 1]];
        let corpus = Corpus::from_documents(Vocabulary::new(words), &documents).unwrap();
        let state = State::from_topics(&corpus, 3, vec![0, 1, 1, 0, 1]).unwrap();
        let alpha = PriorSpec::List(vec![1.0, 0.5, 0.5])
            .resolve("alpha", 3)
            .unwrap();
        let eta = PriorSpec::List(vec![0.5, 1.0, 2.5])
            .resolve("eta", 3)
            .unwrap();
        (corpus, state, alpha, eta)
    }

    #[test]
    fn theta_and_phi_are_posterior_means() {
        let (corpus, state, alpha, eta) = example();
        assert_eq!(
            theta(&corpus, &state, &alpha, 0),
            [2.0 / 5.0, 2.5 / 5.0, 0.5 / 5.0]
        );
        assert_eq!(theta(&corpus, &state, &alpha, 1), [0.5, 0.25, 0.25]);
        assert_eq!(topic_share(&corpus, &state, &alpha, 1), [0.5, 0.25, 0.375]);
        assert_eq!(phi(&state, &eta, 1, 1), 3.0 / 7.0);
        assert_eq!(phi(&state, &eta, 2, 2), 2.5 / 4.0);
    }

    #[test]
    fn top_words_are_the_words_of_the_topic_by_phi() {
        let (_, state, _, eta) = example();
        assert_eq!(
            top_words(&state, &eta, 10),
            [
                vec![(2, 3.5 / 6.0), (0, 1.5 / 6.0)],
                vec![(1, 3.0 / 7.0), (0, 1.5 / 7.0)],
                vec![]
            ]
        );
        assert_eq!(top_words(&state, &eta, 1)[1], [(1, 3.0 / 7.0)]);
    }

    #[test]
    fn words_that_are_gone_over_come_to_the_same_lists() {
        let (_, state, _, eta) = example();
        let phi = Phi::of_counts(state, eta);
        let mut row = Vec::new();
        for n in [0, 1, 10] {
            let mut tops = TopWords::new(phi.totals(), n);
            for word in 0..phi.words() as u32 {
                phi.row(word, &mut row);
                let weights = row.iter().map(|&(k, weight)| (k, weight + phi.floor(word)));
                weights.for_each(|(k, weight)| tops.add(word, k, weight));
            }
            assert_eq!(tops.lists(), phi.top_words(n));
        }
    }
}
