//! Gibbscope: see a topic model think.
//!
//! The library behind the `gibbscope` program. Its modules are the floors of a
//! house, and a module uses only the floors below it:
//!
//! | module | what it is |
//! |---|---|
//! | [`corpus`] | bytes become bags of words: readers, tokenizer, pruning, demo corpora |
//! | [`model`] | what latent Dirichlet allocation is: priors, state, likelihood, estimates |
//! | [`engine`] | ways to infer it, behind one trait |
//! | [`eval`] | how good a model is, how well a chain mixes, and what is exact |
//! | [`session`] | a running explorer without a screen: worker, commands, snapshots, journal |
//! | [`export`] | what leaves: corpora and models in the formats of other programs |
//! | [`tui`] | the explorer on the screen |
//! | [`cli`] | the command line, one file for each subcommand |
//!
//! Every floor may use [`plain`], text that cannot drive a terminal.
//!
//! Words and symbols are the field's own: D documents, V words in the vocabulary,
//! N tokens, K topics; alpha (document–topic Dirichlet), eta (topic–word
//! Dirichlet), theta (D×K), phi (K×V).

pub mod cli;
pub mod corpus;
pub mod engine;
pub mod eval;
pub mod export;
pub mod model;
pub mod plain;
mod random;
pub mod session;
pub mod tui;
