//! How good a fit is.
//!
//! | file | what it holds |
//! |---|---|
//! | [`held_out`] | perplexity of documents that the fit has not seen |
//! | [`left_to_right`] | an estimate of log p(w) of a new document |
//! | [`whole`] | log p(w) of a whole new document under every model |
//! | [`harmonic`] | the harmonic mean of likelihoods, for teaching |

pub mod harmonic;
pub mod held_out;
pub mod left_to_right;
pub mod whole;
