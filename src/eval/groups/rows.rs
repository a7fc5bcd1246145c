//! What each document adds to the share of a topic in its group.
//!
//! A share is Σ x_dk / Σ w_d over documents. Most x_dk are alike for all documents but a
//! factor: x_dk = own_dk + factor_d base_k, and own_dk is not 0 for few topics only
//! (theta: n_dk / (N_d + Σα) and 1 / (N_d + Σα) times α_k). Sums over documents then take
//! a step for each of these few, whatever K is.

use crate::corpus::Corpus;
use crate::model::Prior;

/// What counts as one voice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// A token: a share of tokens.
    Tokens,
    /// A document: a mean of theta.
    Documents,
}

/// The parts of the sums, for every document.
#[derive(Debug, Clone)]
pub struct Rows {
    weight: Weight,
    /// Where each document starts in `own` (length D + 1).
    offsets: Vec<usize>,
    own: Vec<(u32, f64)>,
    factors: Vec<f64>,
    /// Length K.
    base: Vec<f64>,
    tokens: Vec<usize>,
}

impl Rows {
    /// From the topic of each token (length N) and the prior alpha (length K).
    pub fn drawn(corpus: &Corpus, z: &[u16], alpha: &Prior, weight: Weight) -> Self {
        let topics = alpha.len();
        let base = match weight {
            Weight::Tokens => vec![0.0; topics],
            Weight::Documents => alpha.values().collect(),
        };
        let mut rows = Self::new(base, weight);
        let mut own: Vec<u16> = Vec::new();
        for d in 0..corpus.documents() {
            own.clear();
            own.extend_from_slice(&z[corpus.range(d)]);
            own.sort_unstable();
            let factor = match weight {
                Weight::Tokens => 1.0,
                Weight::Documents => 1.0 / (own.len() as f64 + alpha.sum()),
            };
            let runs = own.chunk_by(|a, b| a == b);
            let counts = runs.map(|run| (u32::from(run[0]), run.len() as f64 * factor));
            rows.push(counts, factor, own.len());
        }
        rows
    }

    /// From theta of each document (K values that sum to 1), where no topics are drawn.
    pub fn expected<T: AsRef<[f64]>>(
        topics: usize,
        documents: impl IntoIterator<Item = (usize, T)>,
        weight: Weight,
    ) -> Self {
        let mut rows = Self::new(vec![0.0; topics], weight);
        for (tokens, theta) in documents {
            let times = match weight {
                Weight::Tokens => tokens as f64,
                Weight::Documents => 1.0,
            };
            let own = theta.as_ref().iter().enumerate();
            let own = own.map(|(k, theta)| (k as u32, times * theta));
            rows.push(own.filter(|(_, x)| *x > 0.0), 0.0, tokens);
        }
        rows
    }

    fn new(base: Vec<f64>, weight: Weight) -> Self {
        Self {
            weight,
            offsets: vec![0],
            own: Vec::new(),
            factors: Vec::new(),
            base,
            tokens: Vec::new(),
        }
    }

    fn push(&mut self, own: impl Iterator<Item = (u32, f64)>, factor: f64, tokens: usize) {
        self.own.extend(own);
        self.offsets.push(self.own.len());
        self.factors.push(factor);
        self.tokens.push(tokens);
    }

    /// Steps of a sum over all documents.
    pub fn len(&self) -> usize {
        self.own.len() + self.tokens.len()
    }

    /// Whether there is no document.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// K.
    pub fn topics(&self) -> usize {
        self.base.len()
    }

    /// What counts as one voice.
    pub fn weight(&self) -> Weight {
        self.weight
    }

    /// Tokens of document `d`.
    pub fn tokens(&self, d: usize) -> usize {
        self.tokens[d]
    }

    /// The share of each topic (length K, sums to 1) in all documents; `None` where no
    /// one has a token.
    pub fn whole(&self) -> Option<Vec<f64>> {
        let with_tokens = (0..self.tokens.len()).filter(|&d| self.tokens[d] > 0);
        self.shares(with_tokens.map(|d| (d, 1)))
    }

    /// The share of each topic (length K, sums to 1) in documents that come so many
    /// times each; `None` where there is none with a token.
    pub fn shares(&self, documents: impl Iterator<Item = (usize, u32)>) -> Option<Vec<f64>> {
        let mut sums = vec![0.0; self.topics()];
        let (mut factors, mut weights) = (0.0, 0.0);
        for (d, times) in documents.filter(|(_, times)| *times > 0) {
            let times = f64::from(times);
            for &(k, own) in &self.own[self.offsets[d]..self.offsets[d + 1]] {
                sums[k as usize] += times * own;
            }
            factors += times * self.factors[d];
            weights += match self.weight {
                Weight::Tokens => times * self.tokens[d] as f64,
                Weight::Documents => times,
            };
        }
        for (sum, base) in sums.iter_mut().zip(&self.base) {
            *sum = (*sum + factors * base) / weights;
        }
        (weights > 0.0).then_some(sums)
    }
}
