//! What a run of an engine came to, for a program and for a person.

use super::likelihood::{Likelihood, Values, in_words};
use super::run::Sampled;
use crate::engine::{Engine, Kind, Objective};
use serde::Serialize;
use std::fmt::Write;

/// Words listed of each topic.
const TOP: usize = 10;

/// The object that `fit --json` prints.
#[derive(Debug, Serialize)]
pub struct Summary {
    documents: usize,
    vocabulary: usize,
    tokens: usize,
    empty_documents: usize,
    topics: usize,
    engine: &'static str,
    sweeps: u64,
    seed: u64,
    threads: usize,
    exact: bool,
    /// A number where symmetric, else a list of K.
    alpha: Values,
    /// A number where symmetric, else a list of V.
    eta: Values,
    seconds_sampling: f64,
    tokens_per_second: f64,
    #[serde(flatten)]
    likelihood: Likelihood,
    digest: String,
    /// The most probable words of each topic; a topic with fewer different words
    /// than that has a shorter list.
    top_words: Vec<Vec<String>>,
    /// The topics' stable ids, where they are not 0 to K-1.
    #[serde(skip_serializing_if = "Option::is_none")]
    topic_ids: Option<Vec<u32>>,
    /// Ids of the documents that `--drop-empty` removed, where it removed any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dropped_documents: Vec<String>,
    #[serde(skip)]
    priors: String,
    #[serde(skip)]
    sizes: Vec<f64>,
    #[serde(skip)]
    method: &'static str,
}

impl Summary {
    /// The summary of an engine after its run on a corpus that lost the
    /// documents `dropped` when it was read.
    pub fn new(
        engine: &dyn Engine,
        sampled: &Sampled,
        threads: usize,
        dropped: Vec<String>,
    ) -> Self {
        let corpus = engine.corpus();
        let (alpha, eta) = engine.priors();
        let Objective::LogJoint(joint) = engine.objective();
        let words = corpus.vocabulary();
        let named = |top: Vec<(u32, f64)>| {
            top.into_iter()
                .map(|(word, _)| words.word(word).to_owned())
                .collect()
        };
        let ids = engine.topic_ids();
        Self {
            documents: corpus.documents(),
            vocabulary: words.len(),
            tokens: corpus.tokens(),
            empty_documents: corpus.empty_documents(),
            topics: engine.settings().topics,
            engine: engine.kind().name(),
            sweeps: engine.sweep(),
            seed: engine.settings().seed,
            threads,
            exact: engine.exact(),
            alpha: Values::of(alpha),
            eta: Values::of(eta),
            seconds_sampling: sampled.seconds,
            tokens_per_second: sampled.tokens_per_second(),
            likelihood: Likelihood::new(joint, corpus.tokens()),
            digest: engine.digest(),
            top_words: engine.top_words(TOP).into_iter().map(named).collect(),
            topic_ids: (!is_plain(ids)).then(|| ids.to_vec()),
            dropped_documents: dropped,
            priors: format!("alpha {}, eta {}", in_words(alpha), in_words(eta)),
            sizes: engine.topic_sizes(),
            method: method(engine.kind()),
        }
    }

    /// A text for a person: settings, likelihood, topics by share.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{} documents, {} words, {} tokens\n{} topics, {}, {} sweeps of {}, seed {}\n{}\n",
            self.documents,
            self.vocabulary,
            self.tokens,
            self.topics,
            self.priors,
            self.sweeps,
            self.method,
            self.seed,
            self.likelihood.line(),
        );
        if self.seconds_sampling > 0.0 {
            let _ = writeln!(
                text,
                "{:.2} s of sampling, {:.2} million tokens a second",
                self.seconds_sampling,
                self.tokens_per_second / 1e6
            );
        }
        let _ = writeln!(text, "digest {}\n\ntopic  share  words", self.digest);
        let mut order: Vec<usize> = (0..self.topics).collect();
        order.sort_by(|&a, &b| self.sizes[b].total_cmp(&self.sizes[a]).then(a.cmp(&b)));
        for k in order {
            let id = self.topic_ids.as_ref().map_or(k as u32, |ids| ids[k]);
            let share = 100.0 * self.sizes[k] / self.tokens as f64;
            let words = self.top_words[k].join(" ");
            let _ = writeln!(text, "{id:>5} {share:>5.1}%  {words}");
        }
        text
    }
}

/// What the sweeps of an engine are sweeps of.
fn method(kind: Kind) -> &'static str {
    match kind {
        Kind::Collapsed => "collapsed Gibbs sampling",
    }
}

/// Whether topic ids are just 0, 1, 2, …
pub fn is_plain(ids: &[u32]) -> bool {
    ids.iter().enumerate().all(|(k, &id)| k as u32 == id)
}
