//! The topics with their diagnostics, sortable, and the words of the selected one in any
//! order.

use super::{Explorer, moved};
use crate::eval::ranking::{Order, Ranked, diversity, rank_one};
use crate::model::estimate::WordLists;
use crate::session::{DIAGNOSTICS, Fitted, TopicScores};
use crate::tui::app::Outcome;
use crate::tui::bounds::{Bounds, followed};
use crate::tui::keymap::Action;
use std::cmp::Ordering;
use std::sync::Arc;

/// Top words that exclusivity, coherence and token–document difference look at.
pub const TOP: usize = 10;
/// Words that are listed.
const LISTED: usize = 200;
/// Steps of λ from 0 to 1.
const STEPS: u32 = 20;
/// λ where the user has not moved it: 0.6 (Sievert and Shirley 2014).
const USUAL: u32 = 12;
/// Columns before the diagnostics: id, share, alpha.
pub const FIRST: usize = 3;

/// All topics of one moment.
#[derive(Debug)]
pub struct Scored {
    scores: Vec<TopicScores>,
    /// The most probable words of each topic with their phi, by place.
    words: WordLists,
    /// p(k).
    share: Vec<f64>,
    diversity: Option<f64>,
    fitted: Arc<Fitted>,
}

impl Scored {
    /// The words of a topic in an order; `None` where the topic is not there.
    fn list(&self, topic: u32, order: Order) -> Option<Vec<Ranked>> {
        let k = self.fitted.ids.iter().position(|&id| id == topic)?;
        if order != Order::Probability {
            return Some(rank_one(&self.fitted.phi, &self.share, order, k, LISTED));
        }
        // Known from the scores: no need to go over a million words again.
        let ranked = |&(word, probability): &(u32, f64)| Ranked {
            word,
            value: probability,
            probability,
        };
        Some(self.words[k].iter().map(ranked).collect())
    }
}

/// The state of the view.
#[derive(Debug)]
pub struct Topics {
    /// What the table is sorted by: id, share, alpha, then the diagnostics.
    pub column: usize,
    /// Whether the smallest comes first.
    pub rising: bool,
    /// Whether the arrows move λ (or the column).
    pub on_words: bool,
    /// Whether coherence and exclusivity are drawn in place of the table.
    pub picture: bool,
    by: usize,
    steps: u32,
    scored: Option<Scored>,
    words: Vec<Ranked>,
    /// The topic that they are of.
    listed: Option<u32>,
    /// The ends of coherence and exclusivity in the picture.
    axes: Option<[Bounds; 2]>,
}

impl Default for Topics {
    fn default() -> Self {
        Self {
            column: 1,
            rising: false,
            on_words: false,
            picture: false,
            by: 0,
            steps: USUAL,
            scored: None,
            words: Vec::new(),
            listed: None,
            axes: None,
        }
    }
}

/// Scores all topics.
pub(super) fn score(fitted: &Arc<Fitted>) -> Result<Scored, String> {
    let share = fitted.topic_share();
    let (scores, words) = fitted.scores_and_words(TOP, LISTED);
    let first = |list: &Vec<(u32, f64)>| list.iter().take(TOP).map(|entry| entry.0).collect();
    let tops: Vec<Vec<u32>> = words.iter().map(first).collect();
    Ok(Scored {
        diversity: diversity(&tops),
        scores,
        words,
        share: share.ok_or("the corpus has no token")?,
        fitted: Arc::clone(fitted),
    })
}

impl Topics {
    /// The order of the words.
    pub fn order(&self) -> Order {
        match self.by {
            0 => Order::Probability,
            1 => Order::Relevance(self.lambda()),
            2 => Order::Lift,
            3 => Order::Saliency,
            _ => Order::Frex,
        }
    }

    /// The weight of the probability in relevance, from 0 to 1.
    pub fn lambda(&self) -> f64 {
        f64::from(self.steps) / f64::from(STEPS)
    }

    /// The topics in their order; none before the first picture.
    pub fn sorted(&self) -> Vec<&TopicScores> {
        let scored = self.scored.iter().flat_map(|s| &s.scores);
        let mut sorted: Vec<&TopicScores> = scored.collect();
        sorted.sort_by(|a, b| self.compare(a, b).then(a.place.cmp(&b.place)));
        sorted
    }

    /// Different words among the top words of all topics, as a share of all of them.
    pub fn diversity(&self) -> Option<f64> {
        self.scored.as_ref()?.diversity
    }

    /// The ends of coherence and exclusivity in the picture, which change as little as they
    /// can; `None` where no topic has both.
    pub fn axes(&self) -> Option<[Bounds; 2]> {
        self.axes
    }

    /// Takes the ends anew, near to what they were.
    fn follow_axes(&mut self) {
        let scores = self.scored.iter().flat_map(|s| &s.scores);
        let both = scores.filter_map(|s| Some([s.coherence?, s.exclusivity?]));
        let both: Vec<[f64; 2]> = both.collect();
        let axis = |axis: usize| {
            let new = Bounds::of(both.iter().map(|values| values[axis]));
            followed(self.axes.map(|axes| axes[axis]), new)
        };
        self.axes = axis(0).zip(axis(1)).map(|(x, y)| [x, y]);
    }

    /// The words of the selected topic, with what they are ordered by.
    pub fn words(&self) -> &[Ranked] {
        &self.words
    }

    /// What is undefined comes last, whichever way the table is sorted.
    fn compare(&self, a: &TopicScores, b: &TopicScores) -> Ordering {
        match (self.value(a), self.value(b)) {
            (Some(a), Some(b)) if self.rising => a.total_cmp(&b),
            (Some(a), Some(b)) => b.total_cmp(&a),
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
    }

    fn value(&self, scores: &TopicScores) -> Option<f64> {
        match self.column {
            0 => Some(f64::from(scores.id)),
            1 => Some(scores.share),
            2 => scores.alpha,
            n => scores.diagnostics()[n - FIRST],
        }
    }

    /// Keeps the words those of this topic.
    pub fn follow(&mut self, topic: u32) {
        if self.listed != Some(topic) {
            self.list(topic);
        }
    }

    fn list(&mut self, topic: u32) {
        self.listed = self.scored.as_ref().map(|_| topic);
        let words = (self.scored.as_ref()).and_then(|scored| scored.list(topic, self.order()));
        self.words = words.unwrap_or_default();
    }
}

impl Explorer {
    pub(super) fn take_scores(&mut self, scored: Scored) {
        self.views.topics.scored = Some(scored);
        self.views.topics.follow_axes();
        self.views.topics.list(self.topic);
    }

    /// The first of another order is what it is for.
    fn first_topic(&mut self) {
        if let Some(first) = self.views.topics.sorted().first() {
            (self.topic, self.picked) = (first.id, true);
        }
    }

    /// `None` for keys that are not the view's.
    pub(super) fn act_on_topics(&mut self, action: Action, page: usize) -> Option<Outcome> {
        let view = &mut self.views.topics;
        let sorted = view.sorted();
        let at = sorted.iter().position(|s| s.id == self.topic).unwrap_or(0);
        if let Some(to) = moved(action, at, page, sorted.len()) {
            if let Some(scores) = sorted.get(to) {
                (self.topic, self.picked) = (scores.id, true);
                view.list(self.topic);
            }
            return Some(Outcome::default());
        }
        let columns = FIRST + DIAGNOSTICS.len();
        match action {
            Action::NextPane | Action::PreviousPane => view.on_words = !view.on_words,
            Action::Decrease | Action::Increase if view.on_words => {
                // λ is what relevance depends on.
                view.by = 1;
                view.steps = match action {
                    Action::Increase => (view.steps + 1).min(STEPS),
                    _ => view.steps.saturating_sub(1),
                };
                view.list(self.topic);
            }
            Action::Decrease | Action::Increase => {
                let by = match action {
                    Action::Increase => 1,
                    _ => columns - 1,
                };
                view.column = (view.column + by) % columns;
                self.first_topic();
            }
            Action::Accept => {
                view.picture = !view.picture;
                view.axes = None;
                view.follow_axes();
            }
            Action::Reverse => {
                view.rising = !view.rising;
                self.first_topic();
            }
            Action::Sort => {
                view.by = (view.by + 1) % 5;
                view.list(self.topic);
            }
            _ => return None,
        }
        Some(Outcome::default())
    }
}
