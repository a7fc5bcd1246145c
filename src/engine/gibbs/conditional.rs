//! The full conditional of one token, as the formula says it.

use crate::corpus::Corpus;
use crate::model::{Prior, State};

/// p(z_i = k | all other topics, w) for every k (length K, sums to 1), token i
/// of document `d` left out of the counts. Costs O(N_d + K): it is for looking
/// at and for proving the kernels, not for sampling.
pub fn conditional(
    corpus: &Corpus,
    state: &State,
    (alpha, eta): (&Prior, &Prior),
    d: usize,
    i: usize,
) -> Vec<f64> {
    let word = corpus.words()[i];
    let own = usize::from(state.z()[i]);
    let mut counts = Vec::new();
    state.document_counts(corpus, d, &mut counts);
    let mut weights: Vec<f64> = (0..state.topics())
        .map(|k| {
            let here = u32::from(k == own);
            let likes_topic = f64::from(counts[k] - here) + alpha.value(k);
            let likes_word = (f64::from(state.count(word, k as u16) - here)
                + eta.value(word as usize))
                / (f64::from(state.sizes()[k] - here) + eta.sum());
            likes_topic * likes_word
        })
        .collect();
    let total: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|w| *w /= total);
    weights
}
