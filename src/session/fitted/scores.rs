//! The diagnostics of every topic of a model, side by side.

use super::Fitted;
use crate::eval::diagnostics::{self, DocumentScores, WordScores};
use crate::eval::distances::{drawn_topic_share, topic_share};
use crate::eval::ranking::exclusivity;
use crate::model::estimate::{TopWords, WordLists};
use serde::Serialize;

/// The diagnostics of one topic, under MALLET's names; [`diagnostics`] has formulas, units
/// and ranges. What is undefined is `None`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicScores {
    /// Its stable id.
    pub id: u32,
    /// Its number in formats that know no ids.
    pub place: usize,
    /// n_k; the expected number where the engine draws no topics.
    pub tokens: f64,
    /// Of all tokens, from 0 to 1.
    pub share: f64,
    /// alpha_k, where the model has one.
    pub alpha: Option<f64>,
    /// Entropy over documents, nats.
    pub document_entropy: Option<f64>,
    /// Effective number of words.
    pub eff_num_words: Option<f64>,
    /// Divergence from the even distribution over words, nats.
    pub uniform_dist: Option<f64>,
    /// Divergence from the words of the corpus, nats.
    pub corpus_dist: Option<f64>,
    /// Share of its documents where it is the largest.
    pub rank_1_docs: Option<f64>,
    /// Divergence between token and document shares of its top words, nats.
    pub token_doc_diff: Option<f64>,
    /// Documents with at least 50 % of it / with at least 2 %.
    pub allocation_ratio: Option<f64>,
    /// Documents with at least 30 % of it / with any.
    pub allocation_count: Option<f64>,
    /// Mean over its top words of phi_kv / Σ_j phi_jv.
    pub exclusivity: Option<f64>,
    /// Of its top words, at most 0.
    pub coherence: Option<f64>,
}

/// How a diagnostic is called.
#[derive(Debug, Clone, Copy)]
pub struct Diagnostic {
    /// At the head of a column.
    pub short: &'static str,
    /// Characters of that column, with a space before the value.
    pub width: usize,
    /// In a list.
    pub name: &'static str,
    /// What it is, in a sentence, with its unit.
    pub meaning: &'static str,
}

const fn diagnostic(
    (short, width): (&'static str, usize),
    name: &'static str,
    meaning: &'static str,
) -> Diagnostic {
    Diagnostic {
        short,
        width,
        name,
        meaning,
    }
}

/// The diagnostics in the order of [`TopicScores::diagnostics`].
pub const DIAGNOSTICS: [Diagnostic; 10] = [
    diagnostic(
        ("entropy", 8),
        "document entropy",
        "nats; spread over documents",
    ),
    diagnostic(
        ("eff words", 10),
        "effective words",
        "1 / Σp²; how many words carry the topic",
    ),
    diagnostic(
        ("uniform", 8),
        "uniform distance",
        "nats from even use of the vocabulary",
    ),
    diagnostic(
        ("corpus", 7),
        "corpus distance",
        "nats from the words of the corpus",
    ),
    diagnostic(
        ("rank-1", 7),
        "rank-1 documents",
        "of the documents with it, where it is the largest",
    ),
    diagnostic(
        ("tok-doc", 8),
        "token–document",
        "nats; large where few documents hold the top words",
    ),
    diagnostic(
        ("ratio", 6),
        "allocation ratio",
        "documents with 50 % of it / with 2 %",
    ),
    diagnostic(
        ("count", 6),
        "allocation count",
        "documents with 30 % of it / with any",
    ),
    diagnostic(
        ("excl.", 6),
        "exclusivity",
        "1 where no other topic has its top words",
    ),
    diagnostic(
        ("coher.", 8),
        "coherence",
        "at most 0; near 0 where top words go together",
    ),
];

impl TopicScores {
    /// All diagnostics, as [`DIAGNOSTICS`] names them.
    pub fn diagnostics(&self) -> [Option<f64>; 10] {
        [
            self.document_entropy,
            self.eff_num_words,
            self.uniform_dist,
            self.corpus_dist,
            self.rank_1_docs,
            self.token_doc_diff,
            self.allocation_ratio,
            self.allocation_count,
            self.exclusivity,
            self.coherence,
        ]
    }
}

impl Fitted {
    /// p(k) from theta and the lengths of the documents (length K); `None` where the
    /// corpus has no token.
    pub fn topic_share(&self) -> Option<Vec<f64>> {
        match &self.alpha {
            Some(alpha) if self.thetas.is_none() => {
                let z = self.state.z();
                let documents = 0..self.corpus.documents();
                drawn_topic_share(alpha, documents.map(|d| &z[self.corpus.range(d)]))
            }
            _ => topic_share(self.ids.len(), self.thetas()),
        }
    }

    /// The length and theta of every document.
    fn thetas(&self) -> impl Iterator<Item = (usize, Vec<f64>)> {
        let documents = 0..self.corpus.documents();
        documents.map(|d| (self.corpus.range(d).len(), self.theta(d)))
    }

    /// The diagnostics of all topics, by place (length K), where exclusivity, coherence
    /// and token–document difference look at so many top words.
    pub fn scores(&self, words: usize) -> Vec<TopicScores> {
        self.scores_and_words(words, words).0
    }

    /// The same, and the `listed` most probable words of every topic with their phi, by
    /// place: at least as many as the scores look at.
    pub fn scores_and_words(&self, words: usize, listed: usize) -> (Vec<TopicScores>, WordLists) {
        let corpus = &self.corpus;
        let (of_words, listed) = self.word_scores(listed);
        let first = |list: &Vec<(u32, f64)>| list.iter().take(words).map(|entry| entry.0).collect();
        let tops: Vec<Vec<u32>> = listed.iter().map(first).collect();
        let exclusive = exclusivity(&self.phi, &tops);
        let of_documents = match (&self.alpha, &self.eta) {
            (Some(alpha), Some(eta)) if self.kind.is_gibbs() => {
                let z = self.state.z();
                let documents = 0..corpus.documents();
                let documents = documents.map(|d| (corpus.document(d), &z[corpus.range(d)]));
                // MALLET has one beta; of several it is the mean.
                let beta = eta.sum() / eta.len() as f64;
                diagnostics::drawn(documents, &tops, alpha, beta)
            }
            (alpha, _) => diagnostics::expected(self.ids.len(), self.thetas(), alpha.as_ref()),
        };
        let tokens = corpus.tokens().max(1) as f64;
        let of_topic = |(k, &id): (usize, &u32)| {
            let (words, documents): (WordScores, DocumentScores) = (of_words[k], of_documents[k]);
            TopicScores {
                id,
                place: k,
                tokens: self.sizes[k],
                share: self.sizes[k] / tokens,
                alpha: self.alpha.as_ref().map(|alpha| alpha.value(k)),
                document_entropy: documents.entropy,
                eff_num_words: words.effective_words,
                uniform_dist: words.uniform_distance,
                corpus_dist: words.corpus_distance,
                rank_1_docs: documents.rank_1,
                token_doc_diff: documents.token_document_difference,
                allocation_ratio: documents.allocation_ratio,
                allocation_count: documents.allocation_count,
                exclusivity: exclusive[k],
                coherence: documents.coherence,
            }
        };
        let scores = self.ids.iter().enumerate().map(of_topic).collect();
        (scores, listed)
    }

    /// The word side from counts, or from expected ones: weights stand for n_kv + η_v, or
    /// are in proportion to n_kv where there is no eta. With it the most probable words of
    /// every topic: to go over a million words takes its time.
    fn word_scores(&self, words: usize) -> (Vec<WordScores>, WordLists) {
        let phi = &self.phi;
        let (eta, drawn) = (self.eta.as_ref(), self.kind.is_gibbs());
        let (sum, totals) = (eta.map_or(0.0, |eta| eta.sum()), phi.totals());
        let mut tops = TopWords::new(totals.clone(), words);
        let scores = diagnostics::words((phi.words(), phi.topics()), |word, out| {
            phi.row(word, out);
            let floor = phi.floor(word);
            out.iter().for_each(|&(k, w)| tops.add(word, k, w + floor));
            if drawn {
                return;
            }
            let own = eta.map_or(0.0, |eta| eta.value(word as usize));
            for (k, weight) in out {
                let tokens = (self.sizes[*k] + sum) * *weight / totals[*k];
                *weight = (tokens - own).max(0.0);
            }
        });
        (scores, tops.lists())
    }
}
