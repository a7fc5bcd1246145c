//! Held-out perplexity by document completion (Rosen-Zvi et al. 2004; Wallach et
//! al. 2009, section 5.1): theta of a new document from one half of its tokens,
//! then the probability of the other half,
//!
//! ```text
//! log p(w_2 | w_1) = Σ_i ln Σ_k theta_k phi_k,w_i      perplexity = exp(−Σ_d log p / Σ_d N_2)
//! ```

use crate::corpus::Corpus;
use crate::engine::fold_in::{FoldIn, Method, ln_one_topic};
use crate::engine::{Engine, Objective};
use crate::model::random::{Purpose, Stream};
use serde::Serialize;

/// How well new text is predicted.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Score {
    /// Documents that were scored: those with a token to be scored.
    pub documents: usize,
    /// Tokens that were scored.
    pub tokens: usize,
    /// Σ log p of those tokens, in nats.
    pub log_likelihood: f64,
    /// The same per token.
    pub per_token: f64,
    /// Its standard error over documents, from the ratio estimator; 0 with fewer
    /// than two documents.
    pub standard_error: f64,
    /// exp(−log p per token).
    pub perplexity: f64,
    /// Its standard error (delta method).
    pub perplexity_standard_error: f64,
}

impl Score {
    /// From log p and the number of tokens of every document; documents without a
    /// token are left out. `None` when none is left.
    pub fn new(parts: &[(f64, usize)]) -> Option<Self> {
        let parts: Vec<(f64, f64)> = parts
            .iter()
            .filter(|(_, n)| *n > 0)
            .map(|&(l, n)| (l, n as f64))
            .collect();
        let documents = parts.len();
        if documents == 0 {
            return None;
        }
        let log_likelihood: f64 = parts.iter().map(|(l, _)| l).sum();
        let tokens: f64 = parts.iter().map(|(_, n)| n).sum();
        let per_token = log_likelihood / tokens;
        let residuals: f64 = parts.iter().map(|(l, n)| (l - per_token * n).powi(2)).sum();
        let d = documents as f64;
        let standard_error = if documents > 1 {
            (d / (d - 1.0) * residuals).sqrt() / tokens
        } else {
            0.0
        };
        let perplexity = libm::exp(-per_token);
        Some(Self {
            documents,
            tokens: tokens as usize,
            log_likelihood,
            per_token,
            standard_error,
            perplexity,
            perplexity_standard_error: perplexity * standard_error,
        })
    }
}

/// The pseudo-count that a phi without a prior gets for new text.
pub const PSEUDO: f64 = 0.01;

/// What an engine predicts of new documents. Where phi is a maximum-likelihood
/// estimate (unigram, mixture, pLSI, variational EM without smoothing), every word
/// gets a pseudo-count of 0.01 in every topic: an unseen word would otherwise make
/// new text impossible.
pub fn predictor(engine: &dyn Engine, method: Method) -> FoldIn {
    smoothed(engine, FoldIn::of(engine, method))
}

/// The same of a document of these words alone, which it knows as word 0, 1 and so on:
/// it copies no more of phi than that.
pub fn predictor_of(engine: &dyn Engine, method: Method, words: &[u32]) -> FoldIn {
    smoothed(engine, FoldIn::over(engine, engine.phi_of(words), method))
}

fn smoothed(engine: &dyn Engine, model: FoldIn) -> FoldIn {
    match engine.priors().eta {
        Some(_) => model,
        None => model.smoothed(&engine.topic_sizes(), PSEUDO),
    }
}

/// The perplexity of the training documents under the parameters fitted to them: a
/// model that fits noise is very good here. For a mixture of unigrams and pLSI it is
/// exp(−log likelihood / N); for LDA theta and phi are the present estimates.
pub fn training_perplexity(engine: &dyn Engine) -> f64 {
    let corpus = engine.corpus();
    let tokens = corpus.tokens() as f64;
    if let Objective::LogLikelihood(total) = engine.objective() {
        return libm::exp(-total / tokens);
    }
    let model = FoldIn::of(engine, Method::Gibbs);
    let parts = (0..corpus.documents())
        .map(|d| log_probability(&model, &engine.theta(d), corpus.document(d)));
    libm::exp(-parts.sum::<f64>() / tokens)
}

/// The two halves of a document, each in the order of the text: a random half (the
/// larger one where the number is odd) is seen, the rest is scored.
pub fn halves(words: &[u32], stream: Stream) -> (Vec<u32>, Vec<u32>) {
    let mut order: Vec<usize> = (0..words.len()).collect();
    order.sort_unstable_by_key(|&i| (stream.at(i as u64), i));
    let mut seen = vec![false; words.len()];
    order
        .iter()
        .take(words.len().div_ceil(2))
        .for_each(|&i| seen[i] = true);
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (word, seen) in words.iter().zip(seen) {
        if seen { &mut first } else { &mut second }.push(*word);
    }
    (first, second)
}

/// log p of the scored half of every document, with the number of its tokens;
/// `seed` says which half that is. Documents whose words are ids of the model.
pub fn completion_parts(model: &FoldIn, documents: &Corpus, seed: u64) -> Vec<(f64, usize)> {
    (0..documents.documents())
        .map(|d| {
            let stream = |purpose| Stream::new(seed, purpose, d as u64);
            let (first, second) = halves(documents.document(d), stream(Purpose::Split));
            if second.is_empty() {
                return (0.0, 0);
            }
            let theta = model.document(&first, stream(Purpose::FoldIn)).theta;
            (log_probability(model, &theta, &second), second.len())
        })
        .collect()
}

/// The score of document completion; `None` when no document has two tokens.
pub fn completion(model: &FoldIn, documents: &Corpus, seed: u64) -> Option<Score> {
    Score::new(&completion_parts(model, documents, seed))
}

/// Σ_i ln Σ_k theta_k phi_k,w_i; where all words have one topic, ln Σ_k theta_k Π_i
/// phi_k,w_i.
fn log_probability(model: &FoldIn, theta: &[f64], words: &[u32]) -> f64 {
    let columns = model.columns(words);
    let columns = columns.chunks_exact(theta.len());
    if model.weights().is_some() {
        return ln_one_topic(theta, columns);
    }
    columns
        .map(|column| {
            let p: f64 = theta.iter().zip(column).map(|(t, p)| t * p).sum();
            libm::log(p)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Vocabulary;
    use crate::engine::Kind;
    use crate::model::phi::Phi;

    #[test]
    fn halves_are_even_and_keep_the_order() {
        let words: Vec<u32> = (0..9).collect();
        let (first, second) = halves(&words, Stream::new(3, Purpose::Split, 0));
        assert_eq!((first.len(), second.len()), (5, 4));
        assert!(first.is_sorted() && second.is_sorted());
        let mut all = [first, second].concat();
        all.sort_unstable();
        assert_eq!(all, words);
        let (_, scored) = halves(&[7], Stream::new(3, Purpose::Split, 0));
        assert!(scored.is_empty());
    }

    #[test]
    fn a_predictor_of_some_words_says_the_same_of_them() {
        let corpus = std::sync::Arc::new(crate::corpus::bars(50, 1).0);
        for kind in Kind::ALL {
            let settings = crate::engine::Settings {
                topics: 10,
                alpha: crate::model::PriorSpec::Each(0.5),
                eta: crate::model::PriorSpec::Each(0.1),
                seed: 1,
                em: Default::default(),
                parallel: Default::default(),
            };
            let mut engine = crate::engine::start(kind, corpus.clone(), settings).unwrap();
            (0..5).for_each(|_| while !engine.advance(usize::MAX).sweep_done {});
            let words = [3, 24, 3, 7];
            let stream = Stream::new(1, Purpose::FoldIn, 0);
            let all = predictor(engine.as_ref(), Method::Gibbs).document(&words, stream);
            let some = predictor_of(engine.as_ref(), Method::Gibbs, &words);
            let some = some.document(&[0, 1, 2, 3], stream);
            assert_eq!(all, some, "{kind:?}");
        }
    }

    /// A unigram model predicts the halves by their words alone: worked out by hand.
    #[test]
    fn a_unigram_model_scores_its_own_words() {
        let names = ["a", "b"].map(String::from).to_vec();
        let documents = vec![vec![0, 0], vec![1, 1, 1], vec![0], vec![]];
        let corpus = Corpus::from_documents(Vocabulary::new(names), &documents).unwrap();
        let phi = Phi::of_weights(1, vec![0.25, 0.75]);
        let model = FoldIn::new(Kind::Unigram, phi, None, None, Method::Gibbs);
        let score = completion(&model, &corpus, 5).unwrap();
        let (a, b) = (0.25_f64.ln(), 0.75_f64.ln());
        assert_eq!((score.documents, score.tokens), (2, 2));
        assert!((score.log_likelihood - (a + b)).abs() < 1e-12);
        assert!((score.perplexity - (1.0 / (0.25 * 0.75_f64)).sqrt()).abs() < 1e-12);
        // Two values with one token each: the standard error of their mean.
        let half = (a - b).abs() / 2.0;
        assert!((score.standard_error - half).abs() < 1e-12);
        assert!(Score::new(&[(0.0, 0)]).is_none());
    }
}
