//! The map of the topics, the words that tell them apart, and which of them meet in
//! documents: three parts of one view.

use super::{Explorer, moved};
use crate::eval::map::association::Association;
use crate::eval::map::terms::{Term, TermMatrix};
use crate::eval::map::{MOST_TOPICS, TopicMap};
use crate::session::Fitted;
use crate::tui::app::Outcome;
use crate::tui::bounds::{Bounds, followed};
use crate::tui::circles::Window;
use crate::tui::keymap::Action;

/// Words of the matrix.
const WORDS: usize = 60;
/// A document has a topic with this share of its tokens.
pub const PRESENT: f64 = 0.1;
/// Top words of a topic.
const TOP: usize = 30;

/// What of the view is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Part {
    /// Topics as circles.
    #[default]
    Map,
    /// Salient words against topics.
    Words,
    /// Which topics meet in documents.
    Meetings,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Map, Self::Words, Self::Meetings];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Words => "words × topics",
            Self::Meetings => "meetings in documents",
        }
    }
}

/// The view's numbers at one moment.
#[derive(Debug)]
pub struct Charted {
    /// Topics as points.
    pub map: TopicMap,
    /// The share of each topic, of all tokens, by place.
    pub shares: Vec<f64>,
    /// The top words of each topic with their phi, by place.
    pub tops: Vec<Vec<(u32, f64)>>,
    /// Salient words against topics.
    pub matrix: TermMatrix,
    /// Which topics meet.
    pub meetings: Association,
    /// The columns of the matrix as they would be by these numbers alone.
    columns: Vec<usize>,
    /// Whether matrix and grid are there; the first picture is of the map alone, so that
    /// nobody waits for what is not shown.
    pub whole: bool,
}

impl Charted {
    /// The place of a topic.
    pub fn place(&self, id: u32) -> Option<usize> {
        self.map.ids.iter().position(|&own| own == id)
    }

    /// The places of the topics, the largest first.
    fn by_share(&self) -> Vec<usize> {
        self.sorted(|a, b| self.shares[b].total_cmp(&self.shares[a]))
    }

    /// The places of the topics from left to right.
    fn by_x(&self) -> Vec<usize> {
        self.sorted(|a, b| self.map.points[a][0].total_cmp(&self.map.points[b][0]))
    }

    fn sorted(&self, compare: impl Fn(usize, usize) -> std::cmp::Ordering) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.shares.len()).collect();
        order.sort_by(|&a, &b| compare(a, b).then(a.cmp(&b)));
        order
    }
}

/// The state of the view.
#[derive(Debug, Default)]
pub struct MapView {
    /// What is shown.
    pub part: Part,
    /// The row of the matrix that is looked at.
    pub word: usize,
    /// The id of the topic that the selected one is held against; `None` before one is
    /// picked.
    pub other: Option<u32>,
    charted: Option<Charted>,
    window: Option<Window>,
}

/// Draws up the numbers of the view.
pub(super) fn chart(fitted: &Fitted, whole: bool) -> Result<Charted, String> {
    let topics = fitted.ids.len();
    if topics > MOST_TOPICS {
        return Err(format!(
            "a map has at most {MOST_TOPICS} topics, and there are {topics}: take a smaller K"
        ));
    }
    let (map, tops) = fitted
        .topic_map_with_words(TOP)
        .ok_or("there is no word to map topics by")?;
    let tokens = fitted.corpus.tokens().max(1) as f64;
    let (matrix, meetings) = match whole {
        true => (fitted.term_matrix(&map, WORDS), fitted.association(PRESENT)),
        false => {
            let none = TermMatrix {
                topics: (0..topics).collect(),
                terms: Vec::new(),
            };
            (Some(none), Association::new(topics, [[0_usize; 0]; 0]))
        }
    };
    let matrix = matrix.ok_or("the corpus has no token")?;
    Ok(Charted {
        columns: matrix.topics.clone(),
        matrix,
        map,
        shares: fitted.sizes.iter().map(|size| size / tokens).collect(),
        tops,
        meetings,
        whole,
    })
}

/// What holds all circles, near to what it was before.
fn window(charted: &Charted, before: Option<Window>) -> Option<Window> {
    let axis = |axis: usize| {
        let new = Bounds::of(charted.map.points.iter().map(|point| point[axis]));
        followed(before.map(|before| before.axes[axis]), new)
    };
    let from_zero = |high| Bounds { low: 0.0, high };
    let largest = charted.shares.iter().copied().reduce(f64::max);
    let largest = followed(before.map(|b| from_zero(b.largest)), largest.map(from_zero));
    Some(Window {
        axes: [axis(0)?, axis(1)?],
        largest: largest?.high,
    })
}

impl MapView {
    /// The last numbers; `None` before the first.
    pub fn charted(&self) -> Option<&Charted> {
        self.charted.as_ref()
    }

    /// Takes newer numbers: the map is turned to lie as the one before did, and columns
    /// stay where they are.
    pub(super) fn take(&mut self, mut charted: Charted) {
        if let Some(before) = self.charted.take() {
            charted.map = charted.map.aligned(&before.map);
            if before.whole && charted.map.ids == before.map.ids {
                charted.matrix = charted.matrix.with_columns(before.matrix.topics);
            }
            let looked_at = before.matrix.terms.get(self.word).map(|term| term.word);
            let still = |term: &Term| Some(term.word) == looked_at;
            if let Some(at) = charted.matrix.terms.iter().position(still) {
                self.word = at;
            }
        }
        self.word = self.word.min(charted.matrix.terms.len().saturating_sub(1));
        self.window = window(&charted, self.window);
        self.charted = Some(charted);
    }

    /// What the map reaches over; it changes as little as it can.
    pub fn window(&self) -> Option<Window> {
        self.window
    }

    /// Puts like topics side by side, as they are now.
    fn arrange(&mut self) {
        if let Some(mut charted) = self.charted.take() {
            charted.matrix = charted.matrix.with_columns(charted.columns.clone());
            self.window = window(&charted, None);
            self.charted = Some(charted);
        }
    }

    fn turn_to(&mut self, part: usize) {
        self.part = Part::ALL[part % Part::ALL.len()];
        self.arrange();
    }

    /// The place of the topic that the selected one is held against: the one that was
    /// picked, or else the one that it meets most, beyond chance, or avoids most.
    pub fn against(&self, selected: usize) -> Option<usize> {
        let charted = self.charted.as_ref()?;
        let picked = self.other.and_then(|id| charted.place(id));
        let others = (0..charted.shares.len()).filter(|&k| k != selected);
        let size = |k: usize| charted.meetings.residual(selected, k).map_or(0.0, f64::abs);
        picked
            .filter(|&k| k != selected)
            .or_else(|| others.max_by(|&a, &b| size(a).total_cmp(&size(b)).then(b.cmp(&a))))
    }
}

impl Explorer {
    /// `None` for keys that are not the view's.
    pub(super) fn act_on_map(&mut self, action: Action, page: usize) -> Option<Outcome> {
        let view = &mut self.views.map;
        let part = view.part as usize;
        match action {
            Action::NextPane => view.turn_to(part + 1),
            Action::PreviousPane => view.turn_to(part + Part::ALL.len() - 1),
            Action::Sort => view.arrange(),
            Action::Decrease => self.step_topic(false),
            Action::Increase => self.step_topic(true),
            _ => {
                let charted = view.charted.as_ref()?;
                if view.part == Part::Words {
                    view.word = moved(action, view.word, page, charted.matrix.terms.len())?;
                    return Some(Outcome::default());
                }
                let order = match view.part {
                    Part::Meetings => charted.matrix.topics.clone(),
                    _ => charted.by_share(),
                };
                let selected = charted.place(self.topic);
                let at = order.iter().position(|&k| Some(k) == selected).unwrap_or(0);
                let to = moved(action, at, page, order.len())?;
                (self.topic, self.picked) = (charted.map.ids[order[to]], true);
            }
        }
        Some(Outcome::default())
    }

    /// The next topic to the right or to the left, in the part that is shown.
    fn step_topic(&mut self, right: bool) {
        let view = &mut self.views.map;
        let Some(charted) = &view.charted else {
            return;
        };
        let selected = charted.place(self.topic);
        let meetings = view.part == Part::Meetings;
        let mut order = match view.part {
            Part::Map => charted.by_x(),
            _ => charted.matrix.topics.clone(),
        };
        let from = match meetings {
            // Where the selected topic is held against others.
            true => {
                order.retain(|&k| Some(k) != selected);
                selected.and_then(|k| view.against(k))
            }
            false => selected,
        };
        let at = order.iter().position(|&k| Some(k) == from).unwrap_or(0);
        let to = match right {
            true => (at + 1).min(order.len().saturating_sub(1)),
            false => at.saturating_sub(1),
        };
        let Some(&k) = order.get(to) else {
            return;
        };
        let id = charted.map.ids[k];
        if meetings {
            view.other = Some(id);
        } else {
            (self.topic, self.picked) = (id, true);
        }
    }
}
