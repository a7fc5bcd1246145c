//! How sure phi and theta are, by samples of one chain.

use super::movement::Movement;
use crate::engine::{Engine, Kind};
use crate::eval::trend::{Trend, Verdict};
use crate::plain::{count, visible};
use crate::session::{FEWEST, LEVEL, Posterior, Witness};
use serde::Serialize;
use std::fmt::Write;

/// Words listed of each topic.
const TOP: usize = 10;

/// The middle nine tenths of phi and theta over samples of a chain.
#[derive(Debug, Serialize)]
pub struct Intervals {
    /// The share of the samples that an interval holds.
    level: f64,
    /// Whether the chain still goes anywhere.
    trend: Option<Movement>,
    /// The sweeps of the samples of topics, by rising sweep.
    sweeps: Vec<u64>,
    /// By place (length K); empty where there are too few samples.
    topics: Vec<Topic>,
    /// The document that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<Document>,
    #[serde(skip)]
    why_none: Option<String>,
}

/// The words of a topic.
#[derive(Debug, Serialize)]
struct Topic {
    topic: u32,
    words: Vec<Word>,
}

/// One of the most probable words of a topic.
#[derive(Debug, Serialize)]
struct Word {
    word: String,
    /// phi at the end of the run.
    phi: f64,
    low: f64,
    high: f64,
    /// The share of the samples in which it is among as many words of the topic.
    listed: f64,
    /// Whether that is nearly all of them.
    steady: bool,
}

/// The topics of a document, by place (length K); none where there are too few samples.
#[derive(Debug, Serialize)]
struct Document {
    id: String,
    /// The sweeps of the samples of its theta.
    sweeps: Vec<u64>,
    topics: Vec<Share>,
}

/// A topic of a document.
#[derive(Debug, Serialize)]
struct Share {
    topic: u32,
    /// theta at the end of the run.
    theta: f64,
    low: f64,
    high: f64,
}

impl Intervals {
    /// Those of a chain after its run; `None` where no samples were wanted.
    pub fn new(engine: &dyn Engine, seen: &Witness, trend: Option<Movement>) -> Option<Self> {
        let (posterior, document) = seen.samples()?;
        let topics = engine.topic_ids().iter().zip(engine.top_words(TOP));
        let document = document.map(|d| Document {
            id: engine.corpus().id(d).to_owned(),
            sweeps: posterior.sweeps_of_document(),
            topics: shares(engine, posterior, d),
        });
        Some(Self {
            level: LEVEL,
            trend,
            sweeps: posterior.sweeps(),
            topics: topics
                .filter_map(|(&id, words)| topic(engine, posterior, id, &words))
                .collect(),
            document,
            why_none: why_none(engine.kind(), seen.trend(), posterior),
        })
    }

    /// Why there are none; `None` where there are some.
    pub fn missing(&self) -> Option<&str> {
        self.why_none.as_deref()
    }

    /// A text for a person.
    pub fn text(&self, cut: &dyn Fn(&str) -> String) -> String {
        let mut text = String::new();
        let (Some(first), Some(last), None) =
            (self.sweeps.first(), self.sweeps.last(), &self.why_none)
        else {
            return text;
        };
        let _ = writeln!(
            text,
            "\nphi, the middle 90% of {} of sweeps {first} to {last}; ~ not steady: listed in \
             fewer than 9 of 10",
            count(self.sweeps.len(), "sample"),
        );
        for topic in &self.topics {
            let mut line = format!("{:>5} ", topic.topic);
            for word in &topic.words {
                let mark = if word.steady { "" } else { "~" };
                let (name, low, high) = (visible(&word.word), word.low, word.high);
                let _ = write!(line, " {mark}{name} {low:.4}–{high:.4}");
            }
            let _ = writeln!(text, "{}", cut(&line));
        }
        if let Some(document) = &self.document {
            document.write(&mut text);
        }
        text
    }
}

impl Document {
    fn write(&self, text: &mut String) {
        let _ = writeln!(
            text,
            "\ntheta of {}, the middle 90% of {}",
            visible(&self.id),
            count(self.sweeps.len(), "sample"),
        );
        let mut order: Vec<&Share> = self.topics.iter().collect();
        order.sort_by(|a, b| b.theta.total_cmp(&a.theta));
        for share in order {
            let (id, theta, low, high) = (share.topic, share.theta, share.low, share.high);
            let _ = writeln!(text, "{id:>5} {theta:.4}  {low:.4}–{high:.4}");
        }
    }
}

fn topic(
    engine: &dyn Engine,
    posterior: &Posterior,
    id: u32,
    words: &[(u32, f64)],
) -> Option<Topic> {
    let eta = engine.priors().eta?;
    let word = |&(word, phi): &(u32, f64)| {
        let (low, high) = posterior.interval(id, (word, eta.value(word as usize)))?;
        Some(Word {
            word: engine.corpus().vocabulary().word(word).to_owned(),
            phi,
            low,
            high,
            listed: posterior.listed(id, word, words.len())?,
            steady: posterior.is_steady(id, word, words.len())?,
        })
    };
    let words: Option<Vec<Word>> = words.iter().map(word).collect();
    Some(Topic {
        topic: id,
        words: words?,
    })
}

fn shares(engine: &dyn Engine, posterior: &Posterior, document: usize) -> Vec<Share> {
    let theta = engine.theta(document).into_iter().enumerate();
    let ids = engine.topic_ids().iter();
    ids.zip(theta)
        .filter_map(|(&topic, (place, theta))| {
            let (low, high) = posterior.theta(document, place)?;
            Some(Share {
                topic,
                theta,
                low,
                high,
            })
        })
        .collect()
}

/// What keeps intervals from being there, and what helps.
fn why_none(kind: Kind, trend: Option<Trend>, posterior: &Posterior) -> Option<String> {
    if !kind.is_gibbs() {
        return Some(format!("{} draws no samples", kind.title()));
    }
    let why = match trend.map(|trend| trend.verdict()) {
        None => "the model was the same for too few sweeps".to_owned(),
        Some(Verdict::Rising) => "the log joint still rises".to_owned(),
        Some(Verdict::Falling) => "the log joint still falls".to_owned(),
        Some(Verdict::Slow) => "the log joint moves too slowly for so few sweeps".to_owned(),
        Some(Verdict::Flat) => match posterior.sweeps().len() {
            enough if enough >= FEWEST => return None,
            few => format!("{} of the {FEWEST} that it takes", count(few, "sample")),
        },
    };
    Some(format!(
        "{why}; more --sweeps help, and priors that are not fitted"
    ))
}
