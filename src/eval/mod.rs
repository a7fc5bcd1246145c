//!
//! | file | what it holds |
//! |---|---|
//! | [`exact`] | log p(w) and the posterior of corpora small enough to sum over |
//! | [`cells`] | the count cells that such a sum runs over |

pub mod cells;
pub mod exact;
