//! What a run of an engine came to, for a program and for a person.

use super::intervals::Intervals;
use super::likelihood::{HeldOutScore, Likelihood, Values, prior_words};
use super::movement::Movement;
use crate::corpus::Corpus;
use crate::engine::{Engine, Kind, Objective, Priors, Settings};
use crate::plain::{count, visible};
use crate::session::Fitted;
use crate::session::Model;
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
    /// Groups that documents and words were cut into, where the sampler is not exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<usize>,
    /// A number where symmetric, else a list of K.
    alpha: Option<Values>,
    /// A number where symmetric, else a list of V.
    eta: Option<Values>,
    seconds_sampling: f64,
    tokens_per_second: f64,
    #[serde(flatten)]
    likelihood: Likelihood,
    /// `None` where an engine failed inside a sweep.
    digest: Option<String>,
    /// The most probable words of each topic; a topic with fewer different words
    /// than that has a shorter list.
    top_words: Vec<Vec<String>>,
    /// The topics' stable ids, where they are not 0 to K-1.
    #[serde(skip_serializing_if = "Option::is_none")]
    topic_ids: Option<Vec<u32>>,
    /// Ids of the documents that `--drop-empty` removed, where it removed any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dropped_documents: Vec<String>,
    /// The score of the documents held out, where some were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out: Option<HeldOutScore>,
    /// Whether the chain still goes anywhere, of a run that was seen; for a program it is
    /// with the intervals, which rest on it.
    #[serde(skip)]
    pub trend: Option<Movement>,
    /// How sure phi and theta are, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intervals: Option<Intervals>,
    #[serde(skip)]
    priors: String,
    #[serde(skip)]
    sizes: Vec<f64>,
    #[serde(skip)]
    method: &'static str,
}

/// What a run took.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Seconds spent on sweeps alone.
    pub seconds: f64,
    /// Tokens drawn in one of them; 0 where nothing was drawn.
    pub tokens_per_second: f64,
    /// Threads that were there for it.
    pub threads: usize,
}

/// Where a chain stands, be it in an engine or in a model.
struct Standing<'a> {
    corpus: &'a Corpus,
    kind: Kind,
    exact: bool,
    settings: &'a Settings,
    sweep: u64,
    objective: Objective,
    priors: Priors<'a>,
    ids: &'a [u32],
    sizes: Vec<f64>,
    tops: Vec<Vec<(u32, f64)>>,
    digest: Option<String>,
}

impl Summary {
    /// The summary of an engine after its run.
    pub fn new(engine: &dyn Engine, effort: Effort) -> Self {
        let standing = Standing {
            corpus: engine.corpus(),
            kind: engine.kind(),
            exact: engine.exact(),
            settings: engine.settings(),
            sweep: engine.sweep(),
            objective: engine.objective(),
            priors: engine.priors(),
            ids: engine.topic_ids(),
            sizes: engine.topic_sizes(),
            tops: engine.top_words(TOP),
            digest: Some(engine.digest()),
        };
        standing.summary(effort)
    }

    /// The same summary of a copy of the chain.
    pub fn of_model(
        model: &Model,
        fitted: &Fitted,
        digest: Option<String>,
        effort: Effort,
    ) -> Self {
        let standing = Standing {
            corpus: &fitted.corpus,
            kind: model.engine,
            exact: model.exact,
            settings: &model.settings,
            sweep: model.sweep,
            objective: model.objective,
            priors: fitted.priors(),
            ids: &fitted.ids,
            sizes: fitted.sizes.clone(),
            tops: fitted.phi.top_words(TOP),
            digest,
        };
        standing.summary(effort)
    }

    /// The same of a corpus that lost these documents when it was read.
    pub fn without(mut self, dropped: Vec<String>) -> Self {
        self.dropped_documents = dropped;
        self
    }

    /// A text for a person: settings, likelihood, topics by share.
    pub fn text(&self, cut: &dyn Fn(&str) -> String) -> String {
        let mut text = format!(
            "{}, {}, {}\n{}, {}, {} of {}{}, seed {}\n{}\n",
            count(self.documents, "document"),
            count(self.vocabulary, "word"),
            count(self.tokens, "token"),
            count(self.topics, "topic"),
            self.priors,
            count(self.sweeps as usize, "sweep"),
            self.method,
            match self.blocks {
                Some(blocks) => format!(" over {blocks} blocks (not exact)"),
                None => String::new(),
            },
            self.seed,
            self.likelihood.line(),
        );
        if let Some(held_out) = &self.held_out {
            let _ = writeln!(text, "{}", held_out.line());
        }
        if self.seconds_sampling > 0.0 {
            let _ = writeln!(
                text,
                "{:.2} s of sweeps, {:.2} million tokens a second",
                self.seconds_sampling,
                self.tokens_per_second / 1e6
            );
        }
        if let Some(trend) = &self.trend {
            let _ = writeln!(text, "{}", trend.line());
        }
        let digest = self.digest.as_deref().unwrap_or("unknown");
        let _ = writeln!(text, "digest {digest}\n\ntopic  share  words");
        let mut order: Vec<usize> = (0..self.topics).collect();
        order.sort_by(|&a, &b| self.sizes[b].total_cmp(&self.sizes[a]).then(a.cmp(&b)));
        for k in order {
            let id = self.topic_ids.as_ref().map_or(k as u32, |ids| ids[k]);
            let share = 100.0 * self.sizes[k] / self.tokens as f64;
            let words: Vec<String> = self.top_words[k].iter().map(|w| visible(w)).collect();
            let words = words.join(" ");
            let line = format!("{id:>5} {share:>5.1}%  {words}");
            let _ = writeln!(text, "{}", cut(&line));
        }
        if let Some(intervals) = &self.intervals {
            text += &intervals.text(cut);
        }
        text
    }
}

impl Standing<'_> {
    fn summary(self, effort: Effort) -> Summary {
        let words = self.corpus.vocabulary();
        let named = |top: Vec<(u32, f64)>| {
            top.into_iter()
                .map(|(word, _)| words.word(word).to_owned())
                .collect()
        };
        Summary {
            documents: self.corpus.documents(),
            vocabulary: words.len(),
            tokens: self.corpus.tokens(),
            empty_documents: self.corpus.empty_documents(),
            topics: self.ids.len(),
            engine: self.kind.name(),
            sweeps: self.sweep,
            seed: self.settings.seed,
            threads: effort.threads,
            exact: self.exact,
            blocks: (self.kind.is_gibbs() && !self.exact).then_some(self.settings.parallel.blocks),
            alpha: self.priors.alpha.map(Values::of),
            eta: self.priors.eta.map(Values::of),
            seconds_sampling: effort.seconds,
            tokens_per_second: effort.tokens_per_second,
            likelihood: Likelihood::new(self.objective, self.corpus.tokens()),
            digest: self.digest,
            top_words: self.tops.into_iter().map(named).collect(),
            topic_ids: (!is_plain(self.ids)).then(|| self.ids.to_vec()),
            priors: prior_words(self.priors),
            sizes: self.sizes,
            dropped_documents: Vec::new(),
            held_out: None,
            trend: None,
            intervals: None,
            method: self.kind.title(),
        }
    }
}

/// Whether topic ids are just 0, 1, 2, …
pub fn is_plain(ids: &[u32]) -> bool {
    ids.iter().enumerate().all(|(k, &id)| k as u32 == id)
}
