//! The explorer: what it knows of the chain, and how the user looks at it.
//! No terminal type is in here; drawing reads this state and changes nothing.

mod act;
mod documents;
mod engine;
mod filter;
mod guided;
mod labels;
mod listing;
mod news;
mod pieces;
mod race;
mod reading;
mod search;
mod terms;
mod tuning;
mod typing;
pub mod views;

pub use documents::{Documents, Order};
pub use engine::{Picker, kept};
pub use filter::Filter;
pub use listing::BACK;
use listing::Earlier;
pub use news::short;
pub use pieces::{Atom, passage_text};
pub use race::{Phase, RaceChoice, RaceView, Scale};
pub use reading::{OwnText, Reading, Shares, own_text};
use search::Search;
pub use search::pattern;
pub use terms::{Computed, Ends, Job, Lsi, Terms, Weight};
pub use tuning::{Parameter, Tuning};

use crate::corpus::{Corpus, LoadReport, ReadReport, Source};
use crate::eval::held_out::Score;
use crate::eval::trend::{Trend, words_kept};
use crate::session::{History, Labels, Posterior, RunState, Snapshot, TopicView, Watched};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use views::Views;

/// The panes that can have the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pane {
    /// The log-likelihood over sweeps.
    Trace,
    /// The topics and their top words.
    Topics,
    /// The selected document.
    Document,
    /// The list of documents; always on the full screen.
    Documents,
}

/// A picture held while the chain goes on.
#[derive(Debug)]
pub struct Frozen {
    snapshot: Arc<Snapshot>,
    history: History,
    trend: Option<Trend>,
    posterior: Posterior,
}

/// Where the topics stood some sweeps ago, to tell what moves.
#[derive(Debug, Clone)]
pub struct Past {
    /// The sweep.
    pub sweep: u64,
    snapshot: Arc<Snapshot>,
    /// Where each topic stood, by id.
    stood: HashMap<u32, Stood>,
}

#[derive(Debug, Clone, Copy)]
struct Stood {
    /// Its place in the snapshot.
    place: usize,
    /// Its place by share.
    rank: usize,
}

impl Past {
    fn new(snapshot: &Arc<Snapshot>) -> Self {
        let stood = by_share(snapshot).into_iter().enumerate();
        Self {
            sweep: snapshot.sweep,
            snapshot: Arc::clone(snapshot),
            stood: stood
                .map(|(rank, place)| (snapshot.topics[place].id, Stood { place, rank }))
                .collect(),
        }
    }
}

/// The state of the explorer.
#[derive(Debug)]
pub struct Explorer {
    /// The corpus.
    pub corpus: Arc<Corpus>,
    /// Where it came from.
    pub source: Source,
    /// Its short name.
    pub name: String,
    /// How it was read.
    pub read: ReadReport,
    /// What became of its words.
    pub report: LoadReport,
    /// What to look for in a bundled corpus.
    pub look_for: Option<String>,
    latest: Option<Arc<Snapshot>>,
    history: History,
    trend: Watched,
    frozen: Option<Frozen>,
    past: Option<Past>,
    next_past: Option<Past>,
    /// The last score of the documents held out, and the sweep it belongs to.
    pub held_out: Option<(u64, Score)>,
    /// Why the worker ended, if it did.
    pub failure: Option<String>,
    /// The pane with the focus.
    pub focus: Pane,
    /// Whether it fills the screen.
    pub zoom: bool,
    /// Whether panes are to be read from afar.
    pub presenting: bool,
    /// Whether a lesson is on, which takes ⏎ and esc.
    pub learning: bool,
    /// The id of the selected topic.
    pub topic: u32,
    /// Whether the user picked it; before, it is the largest.
    pub picked: bool,
    /// Whether the document was opened from the list, so that back leads there.
    pub from_list: bool,
    /// Whether topics stand in the order of their share (or of their id).
    pub by_share: bool,
    /// Whether the trace shows its tail only.
    pub tail: bool,
    /// Whether the trace shows totals (or values per token).
    pub total: bool,
    /// Whether each word's topic is written behind it.
    pub marks: bool,
    /// What is being tuned.
    pub tuning: Tuning,
    /// The list of documents, and the selected one.
    pub documents: Documents,
    /// The text of the selected document.
    pub reading: Reading,
    /// Words that were searched for last.
    pub query: String,
    search: Option<Search>,
    /// A filter of the list under way.
    filter: Option<Filter>,
    /// Where changes of documents are counted from.
    earlier: Earlier,
    /// Which shares of the document are shown.
    pub shares: Shares,
    /// Options that the engine does not know.
    pub notes: Vec<String>,
    /// Whether the user knows that a fitted prior is weakly identified.
    told_weak: bool,
    /// The folder that is offered when results are saved.
    pub out: Option<PathBuf>,
    /// The race, from its start until the next.
    pub race: Option<RaceView>,
    /// TF-IDF and LSI, as far as they were asked for.
    pub terms: Terms,
    posterior: Posterior,
    /// What the user calls topics.
    pub labels: Labels,
    /// The views over the whole screen.
    pub views: Views,
    /// Rises when the chain has moved.
    moment: u64,
}

impl Explorer {
    /// An explorer of a corpus whose chain is about to start.
    pub fn new(
        corpus: Arc<Corpus>,
        source: Source,
        (read, report): (ReadReport, LoadReport),
        tuning: Tuning,
    ) -> Self {
        let name = std::path::Path::new(source.name.trim_start_matches("demo:"))
            .file_stem()
            .map_or_else(
                || source.name.clone(),
                |stem| stem.to_string_lossy().into_owned(),
            );
        let first = (0..corpus.documents())
            .find(|&d| !corpus.document(d).is_empty())
            .unwrap_or(0);
        Self {
            name: super::text::clean(name.trim_end_matches(".ldac")),
            reading: Reading::of(&corpus, first),
            documents: Documents::new(corpus.documents(), first),
            corpus,
            look_for: Source::demo(&source.name).map(|demo| demo.look_for),
            source,
            read,
            report,
            latest: None,
            history: History::default(),
            trend: Watched::default(),
            frozen: None,
            past: None,
            next_past: None,
            failure: None,
            held_out: None,
            focus: Pane::Topics,
            zoom: false,
            presenting: false,
            learning: false,
            topic: 0,
            picked: false,
            from_list: false,
            by_share: true,
            tail: false,
            total: false,
            marks: true,
            tuning,
            query: String::new(),
            search: None,
            filter: None,
            earlier: Earlier::default(),
            shares: Shares::default(),
            notes: Vec::new(),
            told_weak: false,
            out: None,
            race: None,
            terms: Terms::default(),
            posterior: Posterior::default(),
            labels: Labels::new(),
            views: Views::default(),
            moment: 0,
        }
    }

    /// What should be known before anything happens.
    pub fn first_notice(&self) -> Option<String> {
        (!self.notes.is_empty()).then(|| self.notes.join("; "))
    }

    /// The snapshot on the screen.
    pub fn snapshot(&self) -> Option<&Arc<Snapshot>> {
        self.frozen
            .as_ref()
            .map(|f| &f.snapshot)
            .or(self.latest.as_ref())
    }

    /// The newest snapshot, frozen or not.
    pub fn latest(&self) -> Option<&Arc<Snapshot>> {
        self.latest.as_ref()
    }

    /// The trace on the screen.
    pub fn history(&self) -> &History {
        self.frozen.as_ref().map_or(&self.history, |f| &f.history)
    }

    /// What the trace on the screen looks like.
    pub fn trend(&self) -> Option<Trend> {
        match &self.frozen {
            Some(frozen) => frozen.trend,
            None => self.trend.trend(),
        }
    }

    /// How sure the picture on the screen is.
    pub fn posterior(&self) -> &Posterior {
        let frozen = self.frozen.as_ref();
        frozen.map_or(&self.posterior, |frozen| &frozen.posterior)
    }

    /// Whether the picture is held.
    pub fn is_frozen(&self) -> bool {
        self.frozen.is_some()
    }

    /// Keeps a snapshot of about ten sweeps ago.
    fn remember(&mut self, snapshot: &Arc<Snapshot>) {
        const BACK: u64 = 10;
        match &self.next_past {
            Some(next) if snapshot.sweep < next.sweep + BACK => {}
            _ if snapshot.topics.is_empty() || self.frozen.is_some() => {}
            _ => self.past = self.next_past.replace(Past::new(snapshot)),
        }
    }

    /// How many places topic `id` has gone up (or down) by share, and since when.
    pub fn rank_change(&self, id: u32, place: usize) -> Option<i64> {
        let old = self.past.as_ref()?.stood.get(&id)?;
        Some(old.rank as i64 - place as i64)
    }

    /// How many places a word has gone up (or down) in a topic; `None` when it
    /// was not among the topic's words.
    pub fn word_change(&self, id: u32, word: u32, place: usize) -> Option<i64> {
        let past = self.past.as_ref()?;
        let topic = &past.snapshot.topics[past.stood.get(&id)?.place];
        let old = topic.words.iter().position(|top| top.word == word)?;
        Some(old as i64 - place as i64)
    }

    /// The sweep that changes are counted from.
    pub fn past_sweep(&self) -> Option<u64> {
        self.past.as_ref().map(|past| past.sweep)
    }

    /// The mean share of the ten top words of a topic that were among its ten at
    /// [`Self::past_sweep`], from 0 to 1; of topics that were there then.
    pub fn overlap(&self) -> Option<f64> {
        const TEN: usize = 10;
        let past = self.past.as_ref()?;
        let ten = |topic: &TopicView| topic.words.iter().take(TEN).map(|top| top.word).collect();
        let topics = self.snapshot()?.topics.iter();
        let pairs: Vec<(Vec<u32>, Vec<u32>)> = topics
            .filter_map(|topic| {
                let stood = past.stood.get(&topic.id)?;
                Some((ten(topic), ten(&past.snapshot.topics[stood.place])))
            })
            .collect();
        words_kept(pairs.iter().map(|(now, then)| (&now[..], &then[..])))
    }

    /// How many topics are shown.
    pub fn topic_count(&self) -> usize {
        self.snapshot().map_or(0, |snapshot| snapshot.topics.len())
    }

    /// Places of the topics in the order in which they are shown.
    pub fn topic_order(&self) -> Vec<usize> {
        match self.snapshot() {
            Some(snapshot) if self.by_share => by_share(snapshot),
            Some(snapshot) => (0..snapshot.topics.len()).collect(),
            None => Vec::new(),
        }
    }

    /// Tokens a second as they come now; `None` while none come.
    pub fn rate(&self) -> Option<f64> {
        let snapshot = self.snapshot()?;
        let limit = snapshot
            .speed
            .map_or(f64::INFINITY, |sweeps| sweeps * self.corpus.tokens() as f64);
        (snapshot.state == RunState::Running).then(|| snapshot.rate.min(limit))
    }

    /// Tokens a second over the whole run; 0 before the first sweep.
    pub fn mean_rate(&self) -> f64 {
        match self.history.last() {
            Some(point) if point.seconds > 0.0 => {
                point.sweep as f64 * self.corpus.tokens() as f64 / point.seconds
            }
            _ => 0.0,
        }
    }

    /// Whether a search or a filter is under way.
    pub fn is_searching(&self) -> bool {
        self.search.is_some() || self.filter.is_some()
    }

    /// Whether the chain moves now.
    pub fn is_running(&self) -> bool {
        self.latest
            .as_ref()
            .is_some_and(|s| s.state == RunState::Running)
    }
}

fn by_share(snapshot: &Snapshot) -> Vec<usize> {
    let mut order: Vec<usize> = (0..snapshot.topics.len()).collect();
    order.sort_by(|&a, &b| before(snapshot, a, b));
    order
}

/// The place of the first of them.
fn largest(snapshot: &Snapshot) -> Option<usize> {
    (0..snapshot.topics.len()).min_by(|&a, &b| before(snapshot, a, b))
}

fn before(snapshot: &Snapshot, a: usize, b: usize) -> Ordering {
    let tokens = |place: usize| snapshot.topics[place].tokens;
    tokens(b).total_cmp(&tokens(a)).then(a.cmp(&b))
}
