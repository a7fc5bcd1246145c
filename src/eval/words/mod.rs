//! Where a word lives: its spread over topics, the table of all words, words that say
//! little, and the places where a word stands.
//!
//! With n_kv tokens of word v in topic k, n_v and n_k its and the topic's tokens, N all
//! tokens, D documents of which df_v have the word, K topics:
//!
//! ```text
//! p(k|v)            n_kv / n_v where the engine draws topics,
//!                   in proportion to φ_kv p(k) where it does not            Bayes
//! p(k)              n_k / N
//! entropy           H_v = −Σ_k p(k|v) ln p(k|v)                             nats, 0 to ln K
//! effective topics  exp H_v                                                 1 to K; Hill 1973
//! specificity       1 − H_v / ln K                                          0 to 1; Spärck Jones 1972 for the
//!                                                                           word, Pielou 1966 for H / ln K
//! distinctiveness   Σ_k p(k|v) ln( p(k|v) / p(k) )                          nats, from 0; Chuang, Manning
//!                                                                           and Heer 2012, eq. 1
//! evenness          exp(−distinctiveness)                                   0 to 1
//! stop score        df_v / D · evenness                                     0 to 1
//! ```
//!
//! Evenness is the share of the topics that the word is spread over: with topics of one
//! size and a word that is equally frequent in m of them, it is m / K. Distinctiveness
//! weighted by n_v / N and summed over words is the mutual information of topic and word,
//! so that each word's part in it can be named ([`Table::information_share`]).
//!
//! All is of counts, without the prior: a word with one token has one topic, entropy 0
//! and specificity 1. Orders put the frequent word first among equals for that reason.
//!
//! | file | what it holds |
//! |---|---|
//! | [`table`] | counts and scores of all words |
//! | [`order`] | the same in an order, sorted only where somebody looks |
//! | [`index`] | words that hold a text |
//! | [`context`] | documents with a word, and the lines in which it stands |

pub mod context;
pub mod index;
pub mod order;
pub mod table;
#[cfg(test)]
mod tests;

pub use context::{Context, Holder, contexts, holders, others};
pub use index::Index;
pub use order::Order;
pub use table::{Counts, Entry, Sort, Table, View, alphabet};

use crate::model::State;
use crate::model::phi::Phi;

/// p(k|v) of any word, and p(k).
#[derive(Debug)]
pub struct Profiles<'a> {
    from: From<'a>,
    share: Vec<f64>,
}

#[derive(Debug)]
enum From<'a> {
    Drawn(&'a State),
    /// phi, and what turns a weight of topic k into φ_kv p(k) (length K).
    Expected(&'a Phi, Vec<f64>),
}

impl<'a> Profiles<'a> {
    /// From the topics of the tokens.
    pub fn drawn(state: &'a State) -> Self {
        let sizes = state.sizes().iter().map(|&n| f64::from(n));
        Self {
            share: shares(sizes.collect()),
            from: From::Drawn(state),
        }
    }

    /// From phi and the expected tokens of each topic (length K).
    pub fn expected(phi: &'a Phi, sizes: &[f64]) -> Self {
        let share = shares(sizes.to_vec());
        let totals = phi.totals();
        let scale = share.iter().zip(&totals);
        let scale = scale.map(|(share, total)| if *total > 0.0 { share / total } else { 0.0 });
        Self {
            from: From::Expected(phi, scale.collect()),
            share,
        }
    }

    /// Number of topics, K.
    pub fn topics(&self) -> usize {
        self.share.len()
    }

    /// p(k) (length K).
    pub fn share(&self) -> &[f64] {
        &self.share
    }

    /// Puts into `out` the topics with p(k|v) above 0, ascending, with p(k|v), which sums
    /// to 1; nothing for a word without weight anywhere.
    pub fn fill(&self, word: u32, out: &mut Vec<(usize, f64)>) {
        match &self.from {
            From::Drawn(state) => {
                out.clear();
                let row = state.row(word);
                row.for_each(|e| out.push((usize::from(e.topic), f64::from(e.count))));
            }
            From::Expected(phi, scale) => {
                phi.row(word, out);
                out.retain_mut(|(k, weight)| {
                    *weight = (*weight + phi.floor(word)) * scale[*k];
                    *weight > 0.0
                });
            }
        }
        let sum: f64 = out.iter().map(|(_, weight)| weight).sum();
        out.iter_mut().for_each(|(_, weight)| *weight /= sum);
    }

    /// How such a row is spread; `None` for an empty one.
    pub fn spread(&self, row: &[(usize, f64)]) -> Option<Spread> {
        // Whole numbers of these come to the same sum in every order, so that words with
        // the same shares are equal whichever topics they have.
        const UNIT: f64 = (1_u64 << 52) as f64;
        let (mut entropy, mut distinctiveness) = (0, 0.0);
        for &(k, p) in row {
            entropy += (-p * p.ln() * UNIT).round() as u64;
            distinctiveness += p * (p / self.share[k]).ln();
        }
        (!row.is_empty()).then(|| Spread {
            entropy: entropy as f64 / UNIT,
            // Rounding may leave a little below 0, and −0 is no value to print.
            distinctiveness: if distinctiveness > 0.0 {
                distinctiveness
            } else {
                0.0
            },
        })
    }
}

fn shares(sizes: Vec<f64>) -> Vec<f64> {
    let sum: f64 = sizes.iter().sum();
    sizes.into_iter().map(|size| size / sum).collect()
}

/// How a word is spread over the topics.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// H_v in nats, from 0 to ln K.
    pub entropy: f64,
    /// In nats, from 0: how far its topics are from those of the corpus.
    pub distinctiveness: f64,
}

impl Spread {
    /// exp H_v, from 1 to K.
    pub fn effective_topics(self) -> f64 {
        self.entropy.exp()
    }

    /// From 0 (even over all topics) to 1 (one topic); `None` where K is 1.
    pub fn specificity(self, topics: usize) -> Option<f64> {
        let most = (topics as f64).ln();
        (most > 0.0).then(|| (1.0 - self.entropy / most).clamp(0.0, 1.0))
    }

    /// From 0 to 1: 1 where the word is spread over the topics as all tokens are.
    pub fn evenness(self) -> f64 {
        (-self.distinctiveness).exp()
    }
}
