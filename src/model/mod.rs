//! What latent Dirichlet allocation is, apart from any way to infer it.
//!
//! For each document d: theta_d ~ Dir(alpha). For each topic k: phi_k ~ Dir(eta).
//! For each token i of document d: topic z_i ~ theta_d, word w_i ~ phi_{z_i}
//! (Blei, Ng and Jordan 2003, section 3, with the smoothing of section 5.4).
//!
//! | file | what it holds |
//! |---|---|
//! | [`prior`] | the Dirichlet priors, checked once |
//! | [`state`] | the topic of every token and the counts that follow from it |
//! | [`rows`] | the word–topic counts, stored by word |
//! | [`pages`] | memory that is read in no order |
//! | [`joint`] | log p(w, z | alpha, eta) and its two parts |
//! | [`estimate`] | theta, phi and top words from the counts |
//! | [`resize`] | a state with more or fewer topics |
//! | [`phi`] | phi, for looking up the topics of a word |
//! | [`generate`](mod@generate) | a corpus drawn from the model |
//! | [`dirichlet`] | fitting a Dirichlet prior |
//! | [`random`] | random numbers as a pure function of seed, purpose and token |
//! | [`gamma`] | draws of gamma variables, as logarithms |
//! | [`special`] | log rising factorials, digamma, trigamma |
//! | [`functions`] | ln, exp, digamma and ln Γ of many numbers at a time |

pub mod beta;
pub mod dirichlet;
pub mod estimate;
pub mod functions;
pub mod gamma;
pub mod generate;
pub mod joint;
pub mod pages;
pub mod phi;
pub mod prior;
pub mod random;
pub mod resize;
pub mod rows;
pub mod special;
pub mod state;

pub use joint::{JointTables, LogJoint, log_joint};
pub use prior::{Prior, PriorError, PriorSpec};
pub use resize::Growth;
pub use state::{MAX_TOPICS, State, StateError};
