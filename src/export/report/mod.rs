//! The report of a fitted model: one HTML file that needs nothing else, no network either.
//!
//! The page (`assets/report/`: HTML, CSS and JavaScript of our own) holds all numbers as
//! one JSON object, [`Report`], and draws from it the trace, the topics, their map with a
//! slider for the λ of relevance (Sievert and Shirley 2014), and documents.
//!
//! | file | what it holds |
//! |---|---|
//! | [`documents`] | which documents are in it, and their texts with a topic for each word |
//! | [`page`] | the HTML around the numbers |

pub mod documents;
mod page;

pub use documents::{Document, Reading};
pub use page::write;

use super::likelihood::{Likelihood, prior_words};
use crate::eval::map::TopicMap;
use crate::eval::ranking::{Order, rank};
use crate::eval::relevance;
use crate::session::{Fitted, Label, Model, TopicScores, Trace};
use rustc_hash::FxHashMap;
use serde::Serialize;

/// λ of relevance at first (Sievert and Shirley 2014).
const LAMBDA: f64 = 0.6;
/// Steps of the slider from 0 to 1.
const STEPS: usize = 100;
/// Words of all topics together at most, where each topic still has [`FEWEST`]: more topics
/// have shorter lists, or the file would be of no use.
const WORDS: usize = 6_000;
/// Words of a topic that every file has.
const FEWEST: usize = 10;
/// Words that the scores of a topic look at, as `topics` does by itself.
const SCORED: usize = 10;

/// All that the page shows.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    title: &'a str,
    engine: &'static str,
    exact: bool,
    sweeps: u64,
    seed: u64,
    priors: String,
    /// The objective in words, with its parts.
    result: String,
    documents: usize,
    vocabulary: usize,
    tokens: usize,
    lambda: f64,
    steps: usize,
    /// Words of a topic in a list.
    shown: usize,
    trace: Option<Points>,
    topics: Vec<Topic<'a>>,
    map: Option<Map>,
    /// Words that stand in any list, by ascending id: word, tokens in the corpus, p(v).
    words: Vec<(&'a str, u64, f64)>,
    /// The most salient words, as places in `words`.
    salient: Vec<usize>,
    texts: bool,
    reading: Vec<Document<'a>>,
}

/// The trace.
#[derive(Debug, Serialize)]
struct Points {
    name: &'static str,
    /// Sweep, segment, total, share of the tokens that moved.
    points: Vec<(u64, u32, f64, Option<f64>)>,
}

/// A topic.
#[derive(Debug, Serialize)]
struct Topic<'a> {
    #[serde(flatten)]
    scores: TopicScores,
    /// What the user calls it, and says of it.
    label: Option<&'a str>,
    note: Option<&'a str>,
    /// The number whose colour it has.
    colour: u32,
    /// Words that relevance can bring into its list: place in `words`, phi, tokens.
    terms: Vec<(usize, f64, f64)>,
}

/// Where the topics are.
#[derive(Debug, Serialize)]
struct Map {
    points: Vec<[f64; 2]>,
    explained: Option<[f64; 2]>,
}

/// What the page is made of beside the model.
pub struct Setting<'a> {
    /// What it is called.
    pub title: &'a str,
    /// The trace that led to the model, if it was kept.
    pub trace: Option<&'a Trace>,
    /// Words of a topic in a list, at least 1.
    pub words: usize,
    /// Documents, at most.
    pub documents: usize,
}

impl<'a> Report<'a> {
    /// The report of a model, which is `fitted`. `reading` gives the text of a document of
    /// the model (by its index), with a span for each of its tokens, where there is one.
    ///
    /// `None` where the model has no token.
    pub fn new(
        (model, fitted): (&'a Model, &'a Fitted),
        setting: &Setting<'a>,
        reading: &dyn Fn(usize) -> Option<Reading<'a>>,
    ) -> Option<Self> {
        let (corpus, phi) = (&*fitted.corpus, &fitted.phi);
        let share = fitted.topic_share()?;
        let topics = fitted.ids.len();
        let shown = setting.words.min((WORDS / topics).max(FEWEST));
        let terms = relevance::terms(phi, &share, shown, STEPS);
        let salient = most_salient(fitted, &share, shown);

        let mut counts = vec![0_u64; corpus.vocabulary().len()];
        for &word in corpus.words() {
            counts[word as usize] += 1;
        }
        let mut marginals: Vec<(u32, f64)> = salient.clone();
        marginals.extend(terms.iter().flatten().map(|t| (t.word, t.marginal)));
        marginals.sort_unstable_by_key(|entry| entry.0);
        marginals.dedup_by_key(|entry| entry.0);
        let places = marginals.iter().enumerate();
        let place: FxHashMap<u32, usize> = places.map(|(i, entry)| (entry.0, i)).collect();

        let of = |id| fitted.labels.get(&id);
        let said = |id, part: fn(&Label) -> &String| {
            of(id).map(|l| part(l).as_str()).filter(|t| !t.is_empty())
        };
        let colour = |id| of(id).and_then(|label| label.colour).unwrap_or(id);
        let scores = fitted.scores(SCORED).into_iter().zip(terms).enumerate();
        let topic = |(k, (scores, terms)): (usize, (TopicScores, Vec<_>))| Topic {
            label: said(scores.id, |label| &label.name),
            note: said(scores.id, |label| &label.note),
            colour: colour(scores.id),
            scores,
            terms: (terms.into_iter())
                .map(|t: crate::eval::ranking::Term| {
                    let tokens = fitted.count(t.word, k, t.probability);
                    (place[&t.word], t.probability, tokens)
                })
                .collect(),
        };
        let map = TopicMap::new(phi, &fitted.ids);
        let reading = documents::choose(fitted, setting.documents, reading);
        Some(Self {
            title: setting.title,
            engine: fitted.kind.title(),
            exact: model.exact,
            sweeps: fitted.sweep,
            seed: model.settings.seed,
            priors: prior_words(fitted.priors()),
            result: Likelihood::new(model.objective, corpus.tokens()).line(),
            documents: corpus.documents(),
            vocabulary: corpus.vocabulary().len(),
            tokens: corpus.tokens(),
            lambda: LAMBDA,
            steps: STEPS,
            shown,
            trace: setting.trace.and_then(points),
            topics: scores.map(topic).collect(),
            map: map.map(|map| Map {
                points: map.points,
                explained: map.explained,
            }),
            words: marginals
                .iter()
                .map(|&(v, p)| (corpus.vocabulary().word(v), counts[v as usize], p))
                .collect(),
            salient: salient.iter().map(|(word, _)| place[word]).collect(),
            texts: reading.iter().any(Document::has_text),
            reading,
        })
    }
}

/// The most salient words of all topics, with p(v); ties by word.
fn most_salient(fitted: &Fitted, share: &[f64], n: usize) -> Vec<(u32, f64)> {
    let tops = rank(&fitted.phi, share, Order::Saliency, n);
    let mut all: Vec<(u32, f64)> = tops.iter().flatten().map(|r| (r.word, r.value)).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    all.truncate(n);
    let mut row = vec![0.0; fitted.ids.len()];
    let marginal = |(word, _): (u32, f64)| {
        fitted.phi.fill(word, &mut row);
        let p: f64 = row.iter().zip(share).map(|(phi, share)| phi * share).sum();
        (word, p)
    };
    all.into_iter().map(marginal).collect()
}

fn points(trace: &Trace) -> Option<Points> {
    let last = trace.points().last()?;
    let point = |p: &crate::session::TracePoint| (p.sweep, p.segment, p.objective.total(), p.moved);
    // Another engine's objective is another thing.
    let own = trace.points().iter().rev();
    let mut points: Vec<_> = own
        .take_while(|p| p.measure().shares_scale_with(last.measure()))
        .map(point)
        .collect();
    points.reverse();
    Some(Points {
        name: last.objective.name(),
        points,
    })
}
