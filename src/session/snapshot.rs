//! What the worker shows of the chain: plain values, shared and never changed.

use super::TokenView;
use super::watch::Watch;
use crate::engine::fold_in::Method;
use crate::engine::{Edit, Engine, Kind, Objective, Optimize, Settings};
use crate::eval::held_out;
use crate::model::random::{Purpose, Stream};
use std::sync::Arc;

/// Whether the chain moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunState {
    /// Sweeps are running.
    Running,
    /// Held by the user.
    Paused,
    /// The limit of sweeps is reached.
    Finished,
}

/// The chain at one moment.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// Which engine runs.
    pub kind: Kind,
    /// Whether every draw is exact.
    pub exact: bool,
    /// Priors as written, K and seed.
    pub settings: Settings,
    /// Running, paused or finished.
    pub state: RunState,
    /// Completed sweeps.
    pub sweep: u64,
    /// Tokens visited of the sweep under way.
    pub position: usize,
    /// The limit of sweeps.
    pub limit: Option<u64>,
    /// The speed limit, in sweeps a second.
    pub speed: Option<f64>,
    /// Tokens a second while sampling, lately.
    pub rate: f64,
    /// Share of the tokens that changed topic in the last sweep, where tokens have
    /// topics.
    pub moved: Option<f64>,
    /// The objective after the last sweep or edit.
    pub objective: Objective,
    /// log p(w, z, theta, phi) where theta and phi are drawn: a density.
    pub density: Option<f64>,
    /// K: the number of topics that there are.
    pub k: usize,
    /// alpha_k by place (length K); empty where the model has no alpha.
    pub alpha: Arc<[f64]>,
    /// Σα and Ση, where the model has them.
    pub sums: (Option<f64>, Option<f64>),
    /// How priors are fitted.
    pub optimize: Optimize,
    /// The topics by place (length K); empty when no pane asked for topics.
    pub topics: Arc<[TopicView]>,
    /// The document that was asked for.
    pub document: Option<Arc<DocumentView>>,
    /// The text of the user's own that was asked for.
    pub folded: Option<Arc<FoldedView>>,
    /// The ranking that was asked for.
    pub ranking: Option<Arc<Ranking>>,
    /// The mixtures that were asked for.
    pub listed: Arc<[Mixture]>,
    /// The draw to come and the last that was made, where asked for.
    pub token: Option<Arc<TokenView>>,
    /// Changes that wait for the end of the sweep.
    pub pending: Vec<Edit>,
}

/// One topic.
#[derive(Debug, Clone, PartialEq)]
pub struct TopicView {
    /// Its stable id.
    pub id: u32,
    /// Number of tokens.
    pub tokens: f64,
    /// Share of all tokens, from 0 to 1.
    pub share: f64,
    /// Top words, the most probable first.
    pub words: Vec<TopWord>,
}

/// One of a topic's top words, with what its phi is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TopWord {
    /// Which word.
    pub word: u32,
    /// phi_kv.
    pub phi: f64,
    /// n_kv, its tokens in the topic.
    pub count: f64,
    /// eta_v.
    pub eta: f64,
}

/// One document.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentView {
    /// Which document.
    pub index: usize,
    /// theta by place (length K).
    pub theta: Vec<f64>,
    /// The topic of each of its tokens, by place.
    pub topics: Vec<u16>,
    /// Whether each of them changed topic in the last complete sweep; empty where that is
    /// not known, or the engine draws no topics.
    pub moved: Vec<bool>,
    /// The mean of theta over the ends of sweeps since the document is looked at.
    pub mean: Option<PosteriorMean>,
}

/// The mean over sweeps of theta given z (the Rao–Blackwell estimate of E[theta | w]).
#[derive(Debug, Clone, PartialEq)]
pub struct PosteriorMean {
    /// By place (length K).
    pub theta: Vec<f64>,
    /// How many sweeps, from 1.
    pub sweeps: u64,
}

/// theta of one document.
#[derive(Debug, Clone, PartialEq)]
pub struct Mixture {
    /// Which document.
    pub index: usize,
    /// theta by place (length K).
    pub theta: Vec<f64>,
}

/// A text of the user's own under the model of this moment.
#[derive(Debug, Clone, PartialEq)]
pub struct FoldedView {
    /// Its words, as they were asked for.
    pub words: Arc<[u32]>,
    /// theta and the topics of its words; it is no document of the corpus.
    pub view: Arc<DocumentView>,
}

/// All documents by their share of one topic, largest first.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// The topic's id.
    pub topic: u32,
    /// Document and theta of the topic.
    pub documents: Vec<(u32, f64)>,
}

/// The topics of an engine, with the `words` top words of each.
pub(super) fn topics(engine: &dyn Engine, words: usize) -> Arc<[TopicView]> {
    let total = engine.corpus().tokens().max(1) as f64;
    let sizes = engine.topic_sizes();
    let tops = engine.top_words(words);
    let ids = engine.topic_ids();
    let eta = engine.priors().eta;
    ids.iter()
        .zip(sizes)
        .zip(tops)
        .map(|((&id, tokens), words)| TopicView {
            id,
            tokens,
            share: tokens / total,
            words: words
                .into_iter()
                .map(|(word, phi)| {
                    let (own, sum) =
                        eta.map_or((0.0, 0.0), |eta| (eta.value(word as usize), eta.sum()));
                    let count = (phi * (tokens + sum) - own).max(0.0);
                    TopWord {
                        word,
                        phi,
                        count,
                        eta: own,
                    }
                })
                .collect(),
        })
        .collect()
}

pub(super) fn document(engine: &dyn Engine, index: usize, watch: &Watch) -> Arc<DocumentView> {
    let watch = Some(watch).filter(|watch| watch.document() == Some(index));
    Arc::new(DocumentView {
        index,
        theta: engine.theta(index),
        topics: engine.token_topics(index),
        moved: watch.map_or(Vec::new(), |watch| watch.moved().to_vec()),
        mean: watch.and_then(Watch::mean),
    })
}

/// The mixtures of those documents that there are.
pub(super) fn listed(engine: &dyn Engine, documents: &[usize]) -> Arc<[Mixture]> {
    let there = (documents.iter()).filter(|&&d| d < engine.corpus().documents());
    let mixture = |&index: &usize| Mixture {
        index,
        theta: engine.theta(index),
    };
    there.map(mixture).collect()
}

/// The same random numbers every time, so that the bars move with the model only.
pub(super) fn folded(engine: &dyn Engine, words: &Arc<[u32]>) -> Arc<FoldedView> {
    let stream = Stream::new(engine.settings().seed, Purpose::FoldIn, 0);
    let places: Vec<u32> = (0..).take(words.len()).collect();
    let folded = held_out::predictor_of(engine, Method::Gibbs, words).document(&places, stream);
    Arc::new(FoldedView {
        words: Arc::clone(words),
        view: Arc::new(DocumentView {
            index: usize::MAX,
            theta: folded.theta,
            topics: folded.topics,
            moved: Vec::new(),
            mean: None,
        }),
    })
}

/// `None` when there is no topic with this id any more.
pub(super) fn ranking(engine: &dyn Engine, topic: u32) -> Option<Arc<Ranking>> {
    let place = engine.topic_ids().iter().position(|&id| id == topic)?;
    let shares = engine.topic_share(place);
    let mut documents: Vec<(u32, f64)> = (0..).zip(shares).collect();
    documents.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    Some(Arc::new(Ranking { topic, documents }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Corpus, Vocabulary};
    use crate::model::PriorSpec;

    #[test]
    fn a_top_word_has_the_tokens_and_the_eta_that_make_its_phi() {
        let words = ["a", "b", "c"].map(str::to_owned).to_vec();
        let documents = [vec![0, 0, 1, 2], vec![0, 1, 1, 1]];
        let corpus = Corpus::from_documents(Vocabulary::new(words), &documents).unwrap();
        let settings = Settings {
            alpha: PriorSpec::Each(0.1),
            eta: PriorSpec::List(vec![0.1, 2.0, 0.5]),
            topics: 2,
            seed: 1,
            em: Default::default(),
            parallel: Default::default(),
        };
        let corpus = Arc::new(corpus);
        let engine = crate::engine::start(Kind::Collapsed, Arc::clone(&corpus), settings).unwrap();
        let z = [0, 1].map(|d| engine.token_topics(d)).concat();
        for (k, topic) in topics(engine.as_ref(), 9).iter().enumerate() {
            for top in &topic.words {
                let tokens = corpus.words().iter().zip(&z);
                let count = tokens.filter(|&(&w, &t)| (w, usize::from(t)) == (top.word, k));
                assert!((top.count - count.count() as f64).abs() < 1e-9, "{top:?}");
                assert_eq!(top.eta, [0.1, 2.0, 0.5][top.word as usize]);
            }
        }
    }
}
