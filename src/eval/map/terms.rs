//! The words that tell topics apart, against the topics: a matrix whose rows and columns
//! are ordered so that what belongs together stands together.
//!
//! Rows are the most salient words (Chuang, Manning and Heer 2012; [`crate::eval::ranking`]
//! has the formula). A cell is p(k|v) = p(k) φ_kv / Σ_j p(j) φ_jv: of a token of the word,
//! the probability that it is of the topic. Columns stand in the order of
//! [`super::seriation`], with ln 2 − JS for a similarity; rows by the topic in which the
//! word is most, in the order of the columns, and there the largest p(k|v) first. So the
//! large cells run along the diagonal.

use super::seriation;
use crate::eval::ranking::{Order, rank};
use crate::model::phi::Phi;

/// A word of the matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// The word.
    pub word: u32,
    /// Its saliency, in nats.
    pub saliency: f64,
    /// The topic with the largest p(k|v), by place.
    pub topic: usize,
    /// p(k|v) of every topic by place (length K, sums to 1).
    pub shares: Vec<f64>,
}

/// The matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct TermMatrix {
    /// The topics, by place, in the order of the columns (length K).
    pub topics: Vec<usize>,
    /// The words in the order of the rows.
    pub terms: Vec<Term>,
}

impl TermMatrix {
    /// The matrix of the `words` most salient words. `share` is p(k) (length K),
    /// `distances` are those of a map (K×K).
    pub fn new(phi: &Phi, share: &[f64], distances: &[f64], words: usize) -> Self {
        let similar = distances.iter().map(|d| std::f64::consts::LN_2 - d * d);
        // ln 2 may come out of its root a rounding error too large.
        let similar: Vec<f64> = similar.map(|s| s.max(0.0)).collect();
        let topics = seriation::order(&similar, share.len());
        let mut salient = rank(phi, share, Order::Saliency, words).concat();
        salient.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.word.cmp(&b.word)));
        salient.truncate(words);
        let term = |ranked: &crate::eval::ranking::Ranked| {
            let mut shares = vec![0.0; share.len()];
            phi.fill(ranked.word, &mut shares);
            shares
                .iter_mut()
                .zip(share)
                .for_each(|(p, share)| *p *= share);
            let sum: f64 = shares.iter().sum();
            shares.iter_mut().for_each(|p| *p /= sum);
            let most = |best: usize, k: usize| if shares[k] > shares[best] { k } else { best };
            Term {
                word: ranked.word,
                saliency: ranked.value,
                topic: (0..shares.len()).fold(0, most),
                shares,
            }
        };
        let terms = salient.iter().map(term).collect();
        Self { topics, terms }.ordered()
    }

    /// The same with the columns in this order, which holds every topic once.
    pub fn with_columns(self, topics: Vec<usize>) -> Self {
        Self { topics, ..self }.ordered()
    }

    /// Rows in the order of their columns.
    fn ordered(mut self) -> Self {
        let mut column = vec![0; self.topics.len()];
        for (at, &k) in self.topics.iter().enumerate() {
            column[k] = at;
        }
        self.terms.sort_by(|a, b| {
            let columns = column[a.topic].cmp(&column[b.topic]);
            let shares = b.shares[b.topic].total_cmp(&a.shares[a.topic]);
            columns.then(shares).then(a.word.cmp(&b.word))
        });
        self
    }
}
