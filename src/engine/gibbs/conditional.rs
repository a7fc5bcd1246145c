//! The full conditional of one token, as the formula says it.

use crate::corpus::Corpus;
use crate::engine::one_token::{Counted, Factors};
use crate::model::{Prior, State};

/// The factors of the full conditional of token i of document `d`, which is left out of
/// the counts. Costs O(N_d + K): it is for looking at and for proving the kernels, not for
/// sampling.
pub fn factors(
    corpus: &Corpus,
    state: &State,
    (alpha, eta): (&Prior, &Prior),
    d: usize,
    i: usize,
) -> Factors {
    let v = corpus.words()[i];
    let own = usize::from(state.z()[i]);
    let mut document = Vec::new();
    state.document_counts(corpus, d, &mut document);
    let mut word = vec![0; state.topics()];
    for entry in state.row(v) {
        word[usize::from(entry.topic)] = entry.count;
    }
    let mut sizes = state.sizes().to_vec();
    for counts in [&mut document, &mut word, &mut sizes] {
        counts[own] -= 1;
    }
    Factors::Counted(Counted {
        document,
        alpha: alpha.values().collect(),
        word,
        eta: eta.value(v as usize),
        sizes,
        eta_sum: eta.sum(),
    })
}

/// p(z_i = k | all other topics, w) for every k (length K, sums to 1), from [`factors`].
pub fn conditional(
    corpus: &Corpus,
    state: &State,
    priors: (&Prior, &Prior),
    d: usize,
    i: usize,
) -> Vec<f64> {
    factors(corpus, state, priors, d, i).weights().1
}
