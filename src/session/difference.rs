//! What became of one model in another, or of a chain since a moment of it, with names.

use super::Fitted;
use super::chains::SAME;
use super::fitted::top_words;
use crate::engine::Kind;
use crate::eval::align::MOST_TOPICS;
use crate::eval::difference::{
    Changes, Common, DocumentChange, Lone, Match, Pairing, Shift, moved, pair,
};
use serde::{Serialize, Serializer};

/// Words of a topic that say which it is.
const TOP: usize = 10;

/// One of the two models.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Side {
    /// Which engine made it.
    #[serde(serialize_with = "name")]
    pub engine: Kind,
    /// Its seed.
    pub seed: u64,
    /// Sweeps that were complete.
    pub sweep: u64,
    /// K.
    pub topics: usize,
    /// alpha_k where all are equal; `None` where they are not, or there is none.
    pub alpha: Option<f64>,
    /// Σα, where there is an alpha.
    pub alpha_sum: Option<f64>,
    /// Documents, D.
    pub documents: usize,
    /// Words, V.
    pub words: usize,
    /// Tokens, N.
    pub tokens: usize,
    /// The share of its tokens whose word the other model has too, 0 to 1.
    pub shared_tokens: f64,
}

fn name<S: Serializer>(kind: &Kind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

impl Side {
    fn of(fitted: &Fitted, shared: impl Iterator<Item = u32>) -> Self {
        let corpus = &fitted.corpus;
        let mut there = vec![false; corpus.vocabulary().len()];
        shared.for_each(|word| there[word as usize] = true);
        let tokens = corpus.words().iter();
        let tokens = tokens.filter(|&&word| there[word as usize]).count();
        let alpha = fitted.alpha.as_ref();
        Self {
            engine: fitted.kind,
            seed: fitted.seed,
            sweep: fitted.sweep,
            topics: fitted.ids.len(),
            alpha: alpha.and_then(|alpha| alpha.symmetric_value()),
            alpha_sum: alpha.map(|alpha| alpha.sum()),
            documents: corpus.documents(),
            words: corpus.vocabulary().len(),
            tokens: corpus.tokens(),
            shared_tokens: tokens as f64 / corpus.tokens().max(1) as f64,
        }
    }
}

/// A topic that both have.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatchedTopic {
    /// Its id before.
    pub before: u32,
    /// Its id after.
    pub after: u32,
    /// What the user calls it after, or else before.
    pub label: Option<String>,
    /// The cosine of phi before and after.
    pub cosine: f64,
    /// Their Jensen–Shannon divergence, nats, 0 to ln 2.
    pub divergence: f64,
    /// Its tokens before; expected ones where the engine draws none.
    pub tokens_before: f64,
    /// After.
    pub tokens_after: f64,
    /// Of all tokens, 0 to 1, before.
    pub share_before: f64,
    /// After.
    pub share_after: f64,
    /// Its most probable words after.
    pub top_words: Vec<String>,
    /// The words that changed most, with the largest part in the divergence first.
    pub changed_words: Vec<ChangedWord>,
}

/// A word of a topic that both have.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChangedWord {
    /// The word.
    pub word: String,
    /// phi before, over the words of both models.
    pub before: f64,
    /// After.
    pub after: f64,
    /// Its part in the divergence, nats; below 0 for a word that fell.
    pub change: f64,
}

/// A topic that only one of the two has.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LoneTopic {
    /// Its id.
    pub topic: u32,
    /// What the user calls it.
    pub label: Option<String>,
    /// Its tokens; expected ones where the engine draws none.
    pub tokens: f64,
    /// Of all tokens, 0 to 1.
    pub share: f64,
    /// Its most probable words.
    pub top_words: Vec<String>,
    /// The topics of the other model that are nearest, at most two, the nearest first.
    pub nearest: Vec<Neighbour>,
    /// The cosine with both of them as one topic; `None` where there are not two.
    pub nearest_together: Option<f64>,
}

impl LoneTopic {
    /// Whether it was split into the two topics that are nearest to it, or made of them:
    /// neither is the same, and both as one are.
    pub fn is_both(&self) -> bool {
        let single = self.nearest.iter().any(|near| near.cosine >= SAME);
        !single && self.nearest_together.is_some_and(|both| both >= SAME)
    }
}

/// A topic of the other model.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Neighbour {
    /// Its id there.
    pub topic: u32,
    /// The cosine of phi.
    pub cosine: f64,
}

/// A document that moved.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MovedDocument {
    /// Its id.
    pub id: String,
    /// Its index in the second model.
    pub index: usize,
    /// The Hellinger distance of theta before and after, 0 to 1.
    pub distance: f64,
    /// The topic that lost most of it.
    pub fell: TopicShift,
    /// The topic that gained most.
    pub rose: TopicShift,
}

/// The share of one topic in a document.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicShift {
    /// Its id before; `None` for a new topic.
    pub before: Option<u32>,
    /// Its id after; `None` for a lost topic.
    pub after: Option<u32>,
    /// theta before.
    pub share_before: f64,
    /// theta after.
    pub share_after: f64,
}

/// What became of one model in another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// The first.
    pub before: Side,
    /// The second.
    pub after: Side,
    /// Words that both have.
    pub shared_words: usize,
    /// Documents that both have, with tokens.
    pub shared_documents: usize,
    /// Below this cosine two topics are not the same.
    pub cosine_threshold: f64,
    /// Topics that both have, the least alike first.
    pub matched: Vec<MatchedTopic>,
    /// Topics that only the first has, the largest first.
    pub lost: Vec<LoneTopic>,
    /// Topics that only the second has, the largest first.
    pub new: Vec<LoneTopic>,
    /// How far the documents moved on average, 0 to 1; `None` of none.
    pub mean_distance: Option<f64>,
    /// Those that moved farthest.
    pub documents: Vec<MovedDocument>,
}

impl Difference {
    /// Of two models, with at most so many changed words of each topic and so many
    /// documents.
    ///
    /// # Errors
    /// A sentence when they have no word in common, or too many topics.
    pub fn of(
        before: &Fitted,
        after: &Fitted,
        common: &Common,
        (words, documents): (usize, usize),
    ) -> Result<Self, String> {
        if common.words.is_empty() {
            return Err("the two models have no word in common: nothing can be compared".into());
        }
        let pairing = pair(
            (&before.phi, &before.sizes),
            (&after.phi, &after.sizes),
            common,
            SAME,
        );
        let pairing = pairing.ok_or_else(|| {
            format!("the topics cannot be paired: a model has more than {MOST_TOPICS}")
        })?;
        let theta = |d| before.theta(d);
        let moved = moved(&pairing, common, theta, |d| after.theta(d), documents);
        let ours = common.words.iter().map(|&(word, _)| word);
        let theirs = common.words.iter().map(|&(_, word)| word);
        let ids = (&before.ids[..], &after.ids[..]);
        Ok(Self {
            matched: matched(&pairing, before, after, common, words),
            lost: lone(&pairing.lost, before, &after.ids),
            new: lone(&pairing.new, after, &before.ids),
            before: Side::of(before, ours),
            after: Side::of(after, theirs),
            shared_words: common.words.len(),
            shared_documents: common.documents.len(),
            cosine_threshold: SAME,
            mean_distance: moved.mean,
            documents: moved
                .most
                .into_iter()
                .map(|document| named(&document, after, ids))
                .collect(),
        })
    }
}

impl Difference {
    /// Of a model and itself: nothing is looked for, since nothing has changed.
    pub fn none(fitted: &Fitted, common: &Common) -> Self {
        let side = Side::of(fitted, common.words.iter().map(|&(word, _)| word));
        let tops = tops(fitted).into_iter().enumerate();
        let same = |(k, top_words): (usize, Vec<String>)| MatchedTopic {
            before: fitted.ids[k],
            after: fitted.ids[k],
            label: label(fitted, k),
            cosine: 1.0,
            divergence: 0.0,
            tokens_before: fitted.sizes[k],
            tokens_after: fitted.sizes[k],
            share_before: share(fitted, k),
            share_after: share(fitted, k),
            top_words,
            changed_words: Vec::new(),
        };
        Self {
            matched: tops.map(same).collect(),
            lost: Vec::new(),
            new: Vec::new(),
            before: side.clone(),
            after: side,
            shared_words: common.words.len(),
            shared_documents: common.documents.len(),
            cosine_threshold: SAME,
            mean_distance: (!common.documents.is_empty()).then_some(0.0),
            documents: Vec::new(),
        }
    }
}

/// The most probable words of every topic.
fn tops(fitted: &Fitted) -> Vec<Vec<String>> {
    top_words(&fitted.phi, fitted.corpus.vocabulary(), TOP)
}

fn label(fitted: &Fitted, topic: usize) -> Option<String> {
    let label = fitted.labels.get(&fitted.ids[topic])?;
    Some(label.name.clone()).filter(|name| !name.is_empty())
}

fn share(fitted: &Fitted, topic: usize) -> f64 {
    fitted.sizes[topic] / fitted.corpus.tokens().max(1) as f64
}

fn matched(
    pairing: &Pairing,
    before: &Fitted,
    after: &Fitted,
    common: &Common,
    words: usize,
) -> Vec<MatchedTopic> {
    let changes = pairing.changes(&before.phi, &after.phi, common, words);
    let tops = tops(after);
    let names = after.corpus.vocabulary();
    let of_pair = |(pair, changes): (&Match, Changes)| MatchedTopic {
        before: before.ids[pair.first],
        after: after.ids[pair.other],
        label: label(after, pair.other).or_else(|| label(before, pair.first)),
        cosine: pair.cosine,
        divergence: changes.divergence,
        tokens_before: before.sizes[pair.first],
        tokens_after: after.sizes[pair.other],
        share_before: share(before, pair.first),
        share_after: share(after, pair.other),
        top_words: tops[pair.other].clone(),
        changed_words: changes
            .words
            .into_iter()
            .map(|change| ChangedWord {
                word: names.word(change.other).to_owned(),
                before: change.before,
                after: change.after,
                change: change.change,
            })
            .collect(),
    };
    let mut all: Vec<MatchedTopic> = pairing.matched.iter().zip(changes).map(of_pair).collect();
    all.sort_by(|a, b| a.cosine.total_cmp(&b.cosine));
    all
}

fn lone(topics: &[Lone], fitted: &Fitted, others: &[u32]) -> Vec<LoneTopic> {
    let tops = tops(fitted);
    let of_topic = |lone: &Lone| LoneTopic {
        topic: fitted.ids[lone.topic],
        label: label(fitted, lone.topic),
        tokens: fitted.sizes[lone.topic],
        share: share(fitted, lone.topic),
        top_words: tops[lone.topic].clone(),
        nearest: lone
            .nearest
            .iter()
            .map(|&(place, cosine)| Neighbour {
                topic: others[place],
                cosine,
            })
            .collect(),
        nearest_together: lone.together,
    };
    let mut all: Vec<LoneTopic> = topics.iter().map(of_topic).collect();
    all.sort_by(|a, b| b.tokens.total_cmp(&a.tokens));
    all
}

fn named(document: &DocumentChange, after: &Fitted, ids: (&[u32], &[u32])) -> MovedDocument {
    let shift = |shift: Shift| TopicShift {
        before: shift.first.map(|k| ids.0[k]),
        after: shift.other.map(|k| ids.1[k]),
        share_before: shift.before,
        share_after: shift.after,
    };
    MovedDocument {
        id: after.corpus.id(document.other).to_owned(),
        index: document.other,
        distance: document.distance,
        fell: shift(document.fell),
        rose: shift(document.rose),
    }
}
