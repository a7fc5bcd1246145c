//! The generative process of LDA (Blei, Ng and Jordan 2003, sections 3 and 5.4):
//!
//! ```text
//! φ_k ~ Dirichlet(η)         each topic
//! N_d ~ Poisson(ξ)           each document
//! θ_d ~ Dirichlet(α)
//! z_i ~ θ_d,  w_i ~ φ_{z_i}  each of its tokens
//! ```
//!
//! Every topic and every document has random numbers of its own: a corpus with more
//! documents begins with the same ones. [`Process`] gives the draws one by one;
//! [`generate`] is all of them together.

use super::gamma::Draws;
use super::phi::Phi;
use super::prior::{Prior, PriorSpec};
use super::random::{Purpose, Stream};
use crate::corpus::{Corpus, CorpusError, Vocabulary};

/// Numbers that phi may have: 1 GiB.
pub const MOST: usize = 1 << 27;

/// A corpus drawn from the model, with all that was drawn on the way.
#[derive(Debug, Clone)]
pub struct Generated {
    /// The documents; words are named `w0`, `w1`, … with as many digits as the last needs.
    pub corpus: Corpus,
    /// phi (K×V, topic after topic); every topic sums to 1.
    pub phi: Vec<f64>,
    /// theta (D×K, document after document); every document sums to 1.
    pub theta: Vec<f64>,
    /// The topic of each token (length N, below K).
    pub z: Vec<u16>,
}

impl Generated {
    /// phi, in the form in which fits have it.
    pub fn topics(&self) -> Phi {
        let words = self.corpus.vocabulary().len();
        let topics = self.phi.len() / words.max(1);
        let of_word = |v| (0..topics).map(move |k| self.phi[k * words + v]);
        Phi::of_weights(topics, (0..words).flat_map(of_word).collect())
    }
}

/// What a corpus is drawn with, where alpha and eta are the same for every topic and word.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Design {
    /// K, from 1.
    pub topics: usize,
    /// V, from 1.
    pub words: usize,
    /// D.
    pub documents: usize,
    /// Tokens of a document on average, above 0.
    pub length: f64,
    /// alpha of each topic, above 0.
    pub alpha: f64,
    /// eta of each word, above 0.
    pub eta: f64,
    /// The seed of all random numbers.
    pub seed: u64,
}

impl Default for Design {
    /// For a class: everything fits on a small screen.
    fn default() -> Self {
        Self {
            topics: 3,
            words: 12,
            documents: 20,
            length: 20.0,
            alpha: 0.5,
            eta: 0.2,
            seed: 1,
        }
    }
}

impl Design {
    /// The process with these settings.
    ///
    /// # Errors
    /// When one is out of range.
    pub fn process(&self) -> Result<Process, CorpusError> {
        let prior = |name, value, len| {
            let prior = PriorSpec::Each(value).resolve(name, len);
            prior.map_err(|e| CorpusError::Invalid(e.to_string()))
        };
        let alpha = prior("alpha", self.alpha, self.topics)?;
        let eta = prior("eta", self.eta, self.words)?;
        Process::new(self.length, alpha, &eta, self.seed)
    }

    /// The whole corpus.
    ///
    /// # Errors
    /// As [`Design::process`].
    pub fn draw(&self) -> Result<Generated, CorpusError> {
        self.process()?.corpus(self.documents)
    }
}

/// A token as it was drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TokenRoll {
    /// The number in (0, 1) that fell on the topic.
    pub topic_unit: f64,
    /// z, below K: the topic whose part of the running sums of theta holds that number.
    pub topic: u16,
    /// The number in (0, 1) that fell on the word.
    pub word_unit: f64,
    /// w, below V: the same of phi of the topic.
    pub word: u32,
}

/// A document as it was drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Written {
    /// theta (length K, sums to 1).
    pub theta: Vec<f64>,
    /// Its tokens, N of them.
    pub tokens: Vec<TokenRoll>,
}

/// The generative process, whose draws can be had in any order.
#[derive(Debug, Clone)]
pub struct Process {
    length: f64,
    alpha: Prior,
    seed: u64,
    words: usize,
    phi: Vec<f64>,
    ends: Vec<Vec<f64>>,
}

impl Process {
    /// Draws the topics; see [`generate`].
    ///
    /// # Errors
    /// As [`generate`].
    pub fn new(length: f64, alpha: Prior, eta: &Prior, seed: u64) -> Result<Self, CorpusError> {
        let (topics, words) = (alpha.len(), eta.len());
        if topics.saturating_mul(words) > MOST {
            return Err(CorpusError::Invalid(format!(
                "{topics} topics over {words} words are more numbers than the {MOST} that phi may have"
            )));
        }
        let phi: Vec<f64> = (0..topics as u64)
            .flat_map(|k| dirichlet(eta, &mut Draws::new(Stream::new(seed, Purpose::Truth, k))))
            .collect();
        let ends = phi.chunks_exact(words.max(1)).map(cumulated).collect();
        Ok(Self {
            length,
            alpha,
            seed,
            words,
            phi,
            ends,
        })
    }

    /// phi of topic `k` (length V, sums to 1).
    pub fn phi(&self, k: usize) -> &[f64] {
        &self.phi[k * self.words..][..self.words]
    }

    /// Document `d`, whatever was drawn before. Its numbers come from one stream: those of
    /// theta, of N, and then two for each token.
    pub fn document(&self, d: u64) -> Written {
        let mut draws = Draws::new(Stream::new(self.seed, Purpose::Document, d));
        let theta = dirichlet(&self.alpha, &mut draws);
        let shares = cumulated(&theta);
        let length = poisson(self.length, &mut draws);
        let roll = |_| {
            let topic_unit = draws.unit();
            let topic = choose(&shares, topic_unit);
            let word_unit = draws.unit();
            TokenRoll {
                topic_unit,
                topic: topic as u16,
                word_unit,
                word: choose(&self.ends[topic], word_unit) as u32,
            }
        };
        Written {
            tokens: (0..length).map(roll).collect(),
            theta,
        }
    }

    /// The name of a word: its number, with as many digits as the last one has.
    pub fn word(&self, word: usize) -> String {
        let digits = self.words.saturating_sub(1).to_string().len();
        format!("w{word:0digits$}")
    }

    /// The first `documents` documents together.
    ///
    /// # Errors
    /// When there are more than a corpus can hold.
    pub fn corpus(self, documents: usize) -> Result<Generated, CorpusError> {
        let mut theta = Vec::with_capacity(documents * self.alpha.len());
        let (mut tokens, mut z, mut offsets) = (Vec::new(), Vec::new(), vec![0]);
        for d in 0..documents as u64 {
            let written = self.document(d);
            for roll in &written.tokens {
                z.push(roll.topic);
                tokens.push(roll.word);
            }
            offsets.push(tokens.len());
            theta.extend(written.theta);
        }
        let names = (0..self.words).map(|v| self.word(v)).collect();
        let ids = (0..documents).map(|d| d.to_string()).collect();
        Ok(Generated {
            corpus: Corpus::from_parts(Vocabulary::new(names), offsets, tokens, ids)?,
            phi: self.phi,
            theta,
            z,
        })
    }
}

/// Draws `documents` documents of `length` tokens on average (a mean above 0; a document
/// may come out empty). alpha has length K, at most 65,535, eta has length V.
///
/// # Errors
/// [`CorpusError::Invalid`] when K·V exceeds [`MOST`].
pub fn generate(
    documents: usize,
    length: f64,
    alpha: &Prior,
    eta: &Prior,
    seed: u64,
) -> Result<Generated, CorpusError> {
    Process::new(length, alpha.clone(), eta, seed)?.corpus(documents)
}

/// A draw from Dirichlet(prior): gamma variables divided by their sum, as logarithms, for a
/// small prior makes most of them too small to be told from 0.
pub fn dirichlet(prior: &Prior, draws: &mut Draws) -> Vec<f64> {
    let logs: Vec<f64> = prior.values().map(|shape| draws.ln_gamma(shape)).collect();
    let top = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut shares: Vec<f64> = logs.iter().map(|log| libm::exp(log - top)).collect();
    let sum: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}

/// The events of a Poisson process with rate 1 before time `mean`.
pub fn poisson(mean: f64, draws: &mut Draws) -> u64 {
    let (mut events, mut time) = (0, -libm::log(draws.unit()));
    while time < mean {
        events += 1;
        time -= libm::log(draws.unit());
    }
    events
}

/// Running sums.
fn cumulated(shares: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let add = |share: &f64| {
        sum += share;
        sum
    };
    shares.iter().map(add).collect()
}

/// The place that `u` in (0, 1) falls on; a place without a share gets none.
fn choose(ends: &[f64], u: f64) -> usize {
    let last = ends.last().copied().unwrap_or(1.0);
    ends.partition_point(|end| *end <= u * last)
        .min(ends.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PriorSpec;

    fn prior(spec: PriorSpec, len: usize) -> Prior {
        spec.resolve("alpha", len).unwrap()
    }

    /// E θ_k = α_k / Σα, Var θ_k = α_k (Σα − α_k) / (Σα² (Σα + 1)).
    #[test]
    fn shares_have_the_moments_of_their_dirichlet() {
        let alpha = prior(PriorSpec::List(vec![0.2, 1.0, 2.5]), 3);
        let eta = prior(PriorSpec::Each(0.5), 4);
        let drawn = generate(20_000, 0.01, &alpha, &eta, 3).unwrap();
        for (k, own) in [0.2, 1.0, 2.5].into_iter().enumerate() {
            let of_topic = || drawn.theta.iter().skip(k).step_by(3);
            let mean = of_topic().sum::<f64>() / 20_000.0;
            let variance = of_topic().map(|x| (x - mean).powi(2)).sum::<f64>() / 20_000.0;
            let (want, spread) = (own / 3.7, own * (3.7 - own) / (3.7 * 3.7 * 4.7));
            assert!(
                (mean - want).abs() < 4.0 * (spread / 20_000.0).sqrt(),
                "{mean} {want}"
            );
            assert!(
                (variance / spread - 1.0).abs() < 0.05,
                "{variance} {spread}"
            );
        }
    }

    /// Mean and variance of a Poisson variable are its mean.
    #[test]
    fn lengths_have_the_moments_of_their_poisson() {
        for (n, mean) in [0.5, 80.0].into_iter().enumerate() {
            let mut draws = Draws::new(Stream::new(1, Purpose::Document, n as u64));
            let all: Vec<f64> = (0..20_000)
                .map(|_| poisson(mean, &mut draws) as f64)
                .collect();
            let average = all.iter().sum::<f64>() / 20_000.0;
            let variance = all.iter().map(|x| (x - average).powi(2)).sum::<f64>() / 20_000.0;
            assert!(
                (average - mean).abs() < 4.0 * (mean / 20_000.0).sqrt(),
                "{average}"
            );
            assert!((variance / mean - 1.0).abs() < 0.05, "{variance}");
        }
    }

    /// Tokens follow theta and phi: every count within five standard deviations.
    #[test]
    fn tokens_follow_what_was_drawn_before_them() {
        let (alpha, eta) = (
            prior(PriorSpec::Each(1.0), 2),
            prior(PriorSpec::Each(1.0), 5),
        );
        let drawn = generate(50, 2_000.0, &alpha, &eta, 9).unwrap();
        let corpus = &drawn.corpus;
        for word in 0..5 {
            let expected: f64 = (0..50)
                .map(|d| {
                    let theta = &drawn.theta[2 * d..][..2];
                    let share = theta[0] * drawn.phi[word] + theta[1] * drawn.phi[5 + word];
                    share * corpus.document(d).len() as f64
                })
                .sum();
            let seen = corpus
                .words()
                .iter()
                .filter(|&&w| w as usize == word)
                .count() as f64;
            assert!(
                (seen - expected).abs() < 5.0 * expected.sqrt(),
                "{seen} {expected}"
            );
        }
        for topic in 0..2_u16 {
            let expected: f64 = (0..50)
                .map(|d| drawn.theta[2 * d + usize::from(topic)] * corpus.document(d).len() as f64)
                .sum();
            let seen = drawn.z.iter().filter(|&&z| z == topic).count() as f64;
            assert!(
                (seen - expected).abs() < 5.0 * expected.sqrt(),
                "{seen} {expected}"
            );
        }
    }

    /// The numbers that the draws fell on lie in the parts of what they fell on, and any
    /// order of documents gives the same ones.
    #[test]
    fn one_draw_after_the_other_is_the_corpus() {
        let design = Design::default();
        let whole = generate(
            20,
            20.0,
            &prior(PriorSpec::Each(0.5), 3),
            &prior(PriorSpec::Each(0.2), 12),
            1,
        )
        .unwrap();
        let process = design.process().unwrap();
        let lies = |shares: &[f64], place: usize, unit: f64| {
            let below: f64 = shares[..place].iter().sum();
            below - 1e-12 <= unit && unit <= below + shares[place] + 1e-12
        };
        let mut at = whole.z.len();
        for d in (0..20).rev() {
            let written = process.document(d as u64);
            assert_eq!(written.theta, whole.theta[3 * d..][..3]);
            assert_eq!(written.tokens.len(), whole.corpus.document(d).len());
            for (i, roll) in written.tokens.iter().enumerate().rev() {
                at -= 1;
                assert_eq!(roll.topic, whole.z[at]);
                assert_eq!(roll.word, whole.corpus.document(d)[i]);
                let topic = usize::from(roll.topic);
                assert!(lies(&written.theta, topic, roll.topic_unit));
                let phi = process.phi(topic);
                assert_eq!(phi, &whole.phi[12 * topic..][..12]);
                assert!(lies(phi, roll.word as usize, roll.word_unit));
            }
        }
        assert_eq!(at, 0);
        assert_eq!(process.word(7), whole.corpus.vocabulary().word(7));
        assert_eq!(design.draw().unwrap().z, whole.z);
    }

    #[test]
    fn more_documents_begin_with_the_same_ones() {
        let (alpha, eta) = (
            prior(PriorSpec::Each(0.1), 3),
            prior(PriorSpec::Each(0.1), 20),
        );
        let few = generate(5, 30.0, &alpha, &eta, 1).unwrap();
        let more = generate(9, 30.0, &alpha, &eta, 1).unwrap();
        assert_eq!(few.phi, more.phi);
        assert_eq!(few.theta[..], more.theta[..15]);
        assert_eq!(few.corpus.document(4), more.corpus.document(4));
        assert_eq!(more.corpus.vocabulary().word(7), "w07");
        let other = generate(5, 30.0, &alpha, &eta, 2).unwrap();
        assert_ne!(few.corpus.words(), other.corpus.words());
    }
}
