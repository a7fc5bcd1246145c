//! log p(w | alpha, eta) of a whole corpus by the left-to-right idea (Wallach, Murray,
//! Salakhutdinov and Mimno 2009, algorithm 3) with phi integrated out too: token after
//! token, a particle draws the topics of all tokens before it anew, says how probable the
//! token is,
//!
//! ```text
//! p(w_n | z_<n, w_<n) = Σ_k (n_dk + α_k) / (n_d + Σα) · (n_kv + η_v) / (n_k + Ση)
//! ```
//!
//! and draws its topic. The product of these probabilities is the weight of an annealed
//! importance sample (Neal 2001, where each step adds a token), so its expectation is p(w):
//! the mean of the products of several particles is an unbiased estimate. (Algorithm 3
//! multiplies the means over particles of each token, which is not.)

use crate::corpus::Corpus;
use crate::model::Prior;
use crate::model::gamma::ln_sum;
use crate::model::random::{Stream, pick};
use serde::Serialize;

/// An estimate of log p(w | alpha, eta).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The logarithm of the mean weight, in nats.
    pub log: f64,
    /// The standard error of that, by the delta method: the relative standard error of the
    /// mean weight. `None` for fewer than two particles.
    pub error: Option<f64>,
    /// Particles.
    pub particles: usize,
}

/// An estimate from so many particles (at least 1); costs particles × N² × K. `None`
/// without a particle.
pub fn log_evidence(
    corpus: &Corpus,
    alpha: &Prior,
    eta: &Prior,
    particles: usize,
    stream: Stream,
) -> Option<Estimate> {
    let logs: Vec<f64> = (0..particles)
        .map(|r| Particle::new(corpus, alpha, eta, stream.branch(r as u64)).weight())
        .collect();
    let n = logs.len() as f64;
    let log = ln_sum(&logs) - libm::log(n);
    let squares = logs.iter().map(|l| (libm::exp(l - log) - 1.0).powi(2));
    let variance = squares.sum::<f64>() / (n - 1.0);
    (particles > 0).then(|| Estimate {
        log,
        error: (particles > 1).then(|| (variance / n).sqrt()),
        particles,
    })
}

/// The topics of the tokens so far.
struct Particle<'a> {
    corpus: &'a Corpus,
    alpha: &'a Prior,
    eta: &'a Prior,
    stream: Stream,
    draws: u64,
    /// The document of each token.
    documents: Vec<usize>,
    z: Vec<usize>,
    /// n_dk (D×K), n_vk (V×K) and n_k.
    of_documents: Vec<f64>,
    of_words: Vec<f64>,
    sizes: Vec<f64>,
    weights: Vec<f64>,
}

impl<'a> Particle<'a> {
    fn new(corpus: &'a Corpus, alpha: &'a Prior, eta: &'a Prior, stream: Stream) -> Self {
        let topics = alpha.len();
        let all = 0..corpus.documents();
        Self {
            corpus,
            alpha,
            eta,
            stream,
            draws: 0,
            documents: all.flat_map(|d| corpus.range(d).map(move |_| d)).collect(),
            z: Vec::with_capacity(corpus.tokens()),
            of_documents: vec![0.0; corpus.documents() * topics],
            of_words: vec![0.0; corpus.vocabulary().len() * topics],
            sizes: vec![0.0; topics],
            weights: vec![0.0; topics],
        }
    }

    /// log of the product of the probabilities of all tokens.
    fn weight(mut self) -> f64 {
        let (mut log, mut place) = (0.0, 0);
        for n in 0..self.documents.len() {
            for before in 0..n {
                self.count(before, -1.0);
                let sum = self.weigh(before);
                self.z[before] = self.draw(sum);
                self.count(before, 1.0);
            }
            // The first token of a document finds it empty.
            place = match n > 0 && self.documents[n - 1] == self.documents[n] {
                true => place + 1,
                false => 0,
            };
            let sum = self.weigh(n);
            log += libm::log(sum / (f64::from(place) + self.alpha.sum()));
            let k = self.draw(sum);
            self.z.push(k);
            self.count(n, 1.0);
        }
        log
    }

    fn count(&mut self, n: usize, one: f64) {
        let (k, topics) = (self.z[n], self.sizes.len());
        self.of_documents[self.documents[n] * topics + k] += one;
        self.of_words[self.corpus.words()[n] as usize * topics + k] += one;
        self.sizes[k] += one;
    }

    /// Fills `weights` with (n_dk + α_k) (n_kv + η_v) / (n_k + Ση) for token `n`; gives
    /// their sum.
    fn weigh(&mut self, n: usize) -> f64 {
        let topics = self.sizes.len();
        let word = self.corpus.words()[n] as usize;
        let document = &self.of_documents[self.documents[n] * topics..][..topics];
        let column = &self.of_words[word * topics..][..topics];
        let (own, all) = (self.eta.value(word), self.eta.sum());
        let mut sum = 0.0;
        for (k, weight) in self.weights.iter_mut().enumerate() {
            let likes = document[k] + self.alpha.value(k);
            *weight = likes * (column[k] + own) / (self.sizes[k] + all);
            sum += *weight;
        }
        sum
    }

    fn draw(&mut self, sum: f64) -> usize {
        self.draws += 1;
        pick(&self.weights, self.stream.unit(self.draws - 1) * sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::examples;
    use crate::model::PriorSpec;
    use crate::model::random::Purpose;

    fn prior(values: &[f64]) -> Prior {
        let spec = PriorSpec::List(values.to_vec());
        spec.resolve("a prior", values.len()).unwrap()
    }

    /// Against p(w) in exact fractions, within four standard errors that are themselves
    /// small.
    #[test]
    fn the_mean_weight_is_the_evidence() {
        for (documents, alpha, eta, want) in [
            (
                &[&[0, 1][..], &[0, 0]][..],
                vec![1.0; 2],
                vec![1.0; 2],
                31.0 / 540.0,
            ),
            (
                &[&[0, 1], &[0, 0]],
                vec![0.5, 1.5],
                vec![0.5, 2.0],
                86.0 / 5775.0,
            ),
            (
                &[&[0, 0, 1], &[1, 2, 2]],
                vec![0.1; 3],
                vec![0.1; 3],
                11_276_058_463_949.0 / 57_541_172_134_906_161.0,
            ),
        ] {
            let corpus = examples::of_ids(documents, eta.len());
            let (alpha, eta) = (prior(&alpha), prior(&eta));
            let stream = Stream::new(3, Purpose::Evidence, 0);
            let found = log_evidence(&corpus, &alpha, &eta, 20_000, stream).unwrap();
            let error = found.error.unwrap();
            let apart = found.log - f64::ln(want);
            assert!(apart.abs() < 4.0 * error, "{apart} ± {error}");
            assert!(error < 0.02, "{error}");
        }
    }

    #[test]
    fn one_topic_needs_no_luck() {
        // p(w) of one topic is the Pólya urn of its words: here 1/2·2/3·1/4.
        let corpus = examples::of_ids(&[&[0, 0], &[1]], 2);
        let (alpha, eta) = (prior(&[0.3]), prior(&[1.0; 2]));
        let stream = Stream::new(0, Purpose::Evidence, 0);
        let found = log_evidence(&corpus, &alpha, &eta, 2, stream).unwrap();
        assert!((found.log - f64::ln(1.0 / 12.0)).abs() < 1e-12);
        assert!(found.error.unwrap() < 1e-12);
        assert_eq!(log_evidence(&corpus, &alpha, &eta, 0, stream), None);
        let one = log_evidence(&corpus, &alpha, &eta, 1, stream).unwrap();
        assert_eq!(one.error, None);
    }
}
