//! How good a model is, and how well a chain mixes.
//!
//! | file | what it holds |
//! |---|---|
//! | [`exact`] | log p(w) and the posterior of corpora small enough to sum over |
//! | [`cells`] | the count cells that such a sum runs over |
//! | [`chain`] | autocorrelation time, effective sample size and R-hat |
//! | [`tfidf`] | TF-IDF weights of the words of a document |
//! | [`lsi`] | latent semantic indexing: a truncated SVD |

pub mod cells;
pub mod chain;
pub mod exact;
pub mod lsi;
pub mod tfidf;
