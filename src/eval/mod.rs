//! How good a model is, and how well a chain mixes.
//!
//! | file | what it holds |
//! |---|---|
//! | [`held_out`] | perplexity of documents that the fit has not seen |
//! | [`left_to_right`] | an estimate of log p(w) of a new document |
//! | [`sequential`] | an estimate of log p(w) of a whole corpus |
//! | [`whole`] | log p(w) of a whole new document under every model |
//! | [`harmonic`] | the harmonic mean of likelihoods, for teaching |
//! | [`exact`] | log p(w) and the posterior of corpora small enough to sum over |
//! | [`cells`] | the count cells that such a sum runs over |
//! | [`chain`] | autocorrelation time, effective sample size and R-hat |
//! | [`trend`] | whether the trace of one chain still goes anywhere |
//! | [`coherence`] | whether the top words of a topic stand together in texts |
//! | [`diagnostics`] | MALLET's diagnostics of a topic |
//! | [`ranking`] | the words of a topic by probability, relevance, lift, saliency or FREX |
//! | [`words`] | where a word lives, words that say little, words in context |
//! | [`relevance`] | the words that relevance can bring to the top of a topic |
//! | [`distances`] | distances of distributions, and the share of a topic |
//! | [`documents`] | entropy, fit and change of documents, and their order |
//! | [`passages`] | the passages that show a topic best |
//! | [`align`] | which topics of two fits are the same |
//! | [`groups`] | the share of a topic in groups of documents and over time, with bands |
//! | [`map`] | topics as points in the plane |
//! | [`difference`] | what became of topics, words and documents between two models |
//! | [`simplex`] | Dirichlet densities, their marginals and highest-density levels |
//! | [`tfidf`] | TF-IDF weights of the words of a document |
//! | [`lsi`] | latent semantic indexing: a truncated SVD |

pub mod align;
pub mod cells;
pub mod chain;
pub mod coherence;
pub mod diagnostics;
pub mod difference;
pub mod distances;
pub mod documents;
pub mod exact;
pub mod exchange;
pub mod groups;
pub mod harmonic;
pub mod held_out;
pub mod left_to_right;
pub mod lsi;
pub mod map;
pub mod passages;
pub mod ranking;
pub mod recovery;
pub mod relevance;
pub mod sequential;
pub mod simplex;
pub mod tfidf;
pub mod trend;
pub mod whole;
pub mod words;
