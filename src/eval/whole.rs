//! log p(w) of a whole new document as each model generates it (Blei, Ng and Jordan
//! 2003, sections 4 and 7.1):
//!
//! ```text
//! mixture of unigrams   ln Σ_k π_k Π_i phi_k,w_i                           exact
//! pLSI                  ln 1/D Σ_d Π_i Σ_k p(k | d) phi_k,w_i              over the training documents d
//! LDA                   ln ∫ p(theta | alpha) Π_i Σ_k theta_k phi_k,w_i    by left-to-right
//! ```
//!
//! Here nothing is refitted to the new document, which is what shows overfitting: a
//! mixture must explain all of it by one topic, pLSI by the topics of one training
//! document.

use super::held_out::Score;
use super::left_to_right;
use crate::corpus::Corpus;
use crate::engine::fold_in::{FoldIn, ln_one_topic};
use crate::model::gamma::ln_sum;
use crate::model::random::{Purpose, Stream};

/// log p(w) of one document, in nats. `training` is theta of every training
/// document, for a model without anything else before a document's words.
fn log_probability(
    model: &FoldIn,
    words: &[u32],
    training: &[Vec<f64>],
    (particles, stream): (usize, Stream),
) -> f64 {
    if let Some(log) = left_to_right::log_probability(model, words, particles, stream) {
        return log;
    }
    let topics = model.phi().topics();
    let columns = model.columns(words);
    if let Some(weights) = model.weights() {
        return ln_one_topic(weights, columns.chunks_exact(topics));
    }
    let document = |theta: &Vec<f64>| {
        let words = columns.chunks_exact(topics);
        words
            .map(|column| libm::log(theta.iter().zip(column).map(|(t, p)| t * p).sum()))
            .sum::<f64>()
    };
    let logs: Vec<f64> = training.iter().map(document).collect();
    ln_sum(&logs) - libm::log(training.len() as f64)
}

/// The score of whole documents; `None` when none has a token.
pub fn score(
    model: &FoldIn,
    documents: &Corpus,
    training: &[Vec<f64>],
    (particles, seed): (usize, u64),
) -> Option<Score> {
    let parts: Vec<(f64, usize)> = (0..documents.documents())
        .map(|d| {
            let words = documents.document(d);
            let stream = Stream::new(seed, Purpose::FoldIn, d as u64);
            let log = log_probability(model, words, training, (particles, stream));
            (log, words.len())
        })
        .collect();
    Score::new(&parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Kind;
    use crate::engine::fold_in::{Method, with_phi};
    use crate::model::phi::Phi;

    const WORDS: [u32; 3] = [0, 1, 1];

    fn stream() -> Stream {
        Stream::new(1, Purpose::FoldIn, 0)
    }

    fn phi() -> Phi {
        Phi::of_weights(2, vec![0.5, 0.1, 0.5, 0.9])
    }

    #[test]
    fn a_mixture_sums_over_its_topics() {
        let model = FoldIn::new(
            Kind::Mixture,
            phi(),
            None,
            Some(vec![0.3, 0.7]),
            Method::Gibbs,
        );
        let got = log_probability(&model, &WORDS, &[], (1, stream()));
        let want: f64 = 0.3 * 0.5 * 0.25 + 0.7 * 0.1 * 0.81;
        assert!((got - want.ln()).abs() < 1e-12);
    }

    #[test]
    fn plsi_sums_over_the_training_documents() {
        let model = FoldIn::new(Kind::Plsi, phi(), None, None, Method::Gibbs);
        let training = [vec![1.0, 0.0], vec![0.5, 0.5]];
        let got = log_probability(&model, &WORDS, &training, (1, stream()));
        let want: f64 = 0.5 * (0.5 * 0.25 + 0.3 * 0.49);
        assert!((got - want.ln()).abs() < 1e-12);
    }

    #[test]
    fn lda_is_scored_left_to_right() {
        let model = with_phi(
            &[vec![0.5, 0.5], vec![0.1, 0.9]],
            &[0.5, 1.5],
            Method::Gibbs,
        );
        let model = model.unwrap();
        let got = log_probability(&model, &[0], &[], (3, stream()));
        assert!((got - (0.25 * 0.5 + 0.75 * 0.1_f64).ln()).abs() < 1e-12);
    }
}
