//! Documents on the triangle of three topics, and topics on the triangle of three words. Of
//! more than three, the three shares are divided by their sum; what is Dirichlet before is
//! Dirichlet after ([`crate::eval::simplex`]).

use super::Explorer;
use crate::eval::ranking::{Order, rank};
use crate::eval::simplex::Dirichlet;
use crate::session::Fitted;
use crate::tui::app::Outcome;
use crate::tui::keymap::Action;
use std::sync::Arc;

/// Corners of the triangle.
const CORNERS: usize = 3;
/// So many documents are drawn at most.
pub const MOST_DOCUMENTS: usize = 20_000;
/// Top words of a topic at a corner.
const TOP: usize = 5;
/// Words that can be at a corner.
const WORDS: usize = 100;

/// What of the view is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Part {
    /// Documents on topics.
    #[default]
    Topics,
    /// Topics on words.
    Words,
}

impl Part {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Topics, Self::Words];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Topics => "θ on topics",
            Self::Words => "φ on words",
        }
    }
}

/// What the corners should be.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Wanted {
    /// Ids of topics; those that are missing are filled up with the largest.
    topics: Vec<u32>,
    /// Words, likewise with salient ones.
    words: Vec<u32>,
}

/// Where documents and topics are, at one moment.
#[derive(Debug)]
pub struct Placed {
    /// The copy of the chain.
    pub fitted: Arc<Fitted>,
    /// The topics at the corners by place: three, or all where there are fewer.
    pub topics: Vec<usize>,
    /// Their top words.
    pub tops: Vec<Vec<u32>>,
    /// theta of the documents over those topics, each sums to 1.
    pub documents: Vec<Vec<f64>>,
    /// Every so many documents, one was placed.
    pub every: usize,
    /// The words at the corners: three, or none where there are fewer.
    pub words: Vec<u32>,
    /// phi of every topic by place over those words, each sums to 1.
    pub phis: Vec<Vec<f64>>,
    /// phi of the three words together, of every topic by place.
    pub covered: Vec<f64>,
    /// The words that can be at a corner.
    listed: Vec<u32>,
    /// The same as [`Wanted`], without what the user has picked.
    usual: Wanted,
}

impl Wanted {
    /// Places documents and topics.
    pub(super) fn place(&self, fitted: &Arc<Fitted>) -> Placed {
        let topics: Vec<usize> = (0..fitted.ids.len()).collect();
        let mut by_size = topics.clone();
        by_size.sort_by(|&a, &b| fitted.sizes[b].total_cmp(&fitted.sizes[a]).then(a.cmp(&b)));
        let place = |id: &u32| fitted.ids.iter().position(|own| own == id);
        let wanted: Vec<usize> = self.topics.iter().filter_map(place).collect();
        let listed = salient(fitted);
        let usual = |order: &[usize]| {
            let mut first: Vec<usize> = order.iter().copied().take(CORNERS).collect();
            first.sort_unstable();
            first
        };
        let corners = match wanted.is_empty() {
            true => usual(&by_size),
            false => filled(&wanted, &by_size),
        };
        let words = match filled(&self.words, &listed) {
            three if three.len() == CORNERS => three,
            _ => Vec::new(),
        };
        let every = fitted.corpus.documents().div_ceil(MOST_DOCUMENTS).max(1);
        let documents = (0..fitted.corpus.documents()).step_by(every);
        let theta = |d| over(&fitted.theta(d), &corners);
        let (phis, covered) = on_words(fitted, &words);
        let tops = fitted.phi.top_words(TOP);
        let top = |&k: &usize| tops[k].iter().map(|(word, _)| *word).collect();
        Placed {
            tops: corners.iter().map(top).collect(),
            documents: documents.map(theta).collect(),
            every,
            phis,
            covered,
            usual: Wanted {
                topics: usual(&by_size).iter().map(|&k| fitted.ids[k]).collect(),
                words: listed.iter().copied().take(CORNERS).collect(),
            },
            topics: corners,
            words,
            listed,
            fitted: Arc::clone(fitted),
        }
    }
}

/// Up to three: those that are wanted, each once, then the first of the others.
fn filled<T: Copy + PartialEq>(wanted: &[T], others: &[T]) -> Vec<T> {
    let mut out: Vec<T> = Vec::with_capacity(CORNERS);
    for &one in wanted.iter().chain(others) {
        if out.len() < CORNERS && !out.contains(&one) {
            out.push(one);
        }
    }
    out
}

/// The most salient words: first the one of each topic, the larger topics first, then the
/// others, so that the first three are of three topics.
fn salient(fitted: &Fitted) -> Vec<u32> {
    let Some(share) = fitted.topic_share() else {
        return Vec::new();
    };
    let ranked = rank(&fitted.phi, &share, Order::Saliency, WORDS);
    let mut topics: Vec<usize> = (0..ranked.len()).collect();
    topics.sort_by(|&a, &b| fitted.sizes[b].total_cmp(&fitted.sizes[a]).then(a.cmp(&b)));
    let mut out: Vec<u32> = Vec::new();
    let firsts = topics.iter().filter_map(|&k| ranked[k].first());
    let mut rest: Vec<_> = ranked.iter().flatten().collect();
    rest.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.word.cmp(&b.word)));
    for word in firsts.chain(rest).map(|one| one.word) {
        if out.len() < WORDS && !out.contains(&word) {
            out.push(word);
        }
    }
    out
}

/// These components divided by their sum; even where all are 0.
fn over(shares: &[f64], components: &[usize]) -> Vec<f64> {
    let sum: f64 = components.iter().map(|&k| shares[k]).sum();
    let share = |&k: &usize| match sum > 0.0 {
        true => shares[k] / sum,
        false => 1.0 / components.len() as f64,
    };
    components.iter().map(share).collect()
}

/// phi of every topic over these words, and what the words have of it together.
fn on_words(fitted: &Fitted, words: &[u32]) -> (Vec<Vec<f64>>, Vec<f64>) {
    let topics = fitted.ids.len();
    let mut rows = vec![vec![0.0; topics]; words.len()];
    for (row, &word) in rows.iter_mut().zip(words) {
        fitted.phi.fill(word, row);
    }
    let all: Vec<usize> = (0..words.len()).collect();
    let of = |k: usize| -> Vec<f64> { rows.iter().map(|row| row[k]).collect() };
    (0..topics)
        .map(|k| (over(&of(k), &all), of(k).iter().sum::<f64>()))
        .unzip()
}

impl Placed {
    /// Ids of the topics at the corners.
    pub fn ids(&self) -> Vec<u32> {
        self.topics.iter().map(|&k| self.fitted.ids[k]).collect()
    }

    /// Dir(α) over the topics at the corners, where there is an α. `now` is the α in force,
    /// by place, which may be newer than the copy.
    pub fn prior(&self, now: &[f64]) -> Option<Dirichlet> {
        let own = self.fitted.alpha.as_ref()?;
        let value = |&k: &usize| match now.len() == self.fitted.ids.len() {
            true => now[k],
            false => own.value(k),
        };
        Dirichlet::new(self.topics.iter().map(value).collect())
    }

    /// n_dk of a document over the topics at the corners; `None` where topics are not drawn,
    /// or there is no such document.
    pub fn counts(&self, d: usize) -> Option<Vec<u32>> {
        let there = self.fitted.kind.is_gibbs() && d < self.fitted.corpus.documents();
        let mut all = Vec::new();
        there.then(|| {
            self.fitted
                .state
                .document_counts(&self.fitted.corpus, d, &mut all);
            self.topics.iter().map(|&k| all[k]).collect()
        })
    }

    /// theta of a document over the topics at the corners, and their sum before.
    pub fn theta(&self, d: usize) -> Option<(Vec<f64>, f64)> {
        let there = d < self.fitted.corpus.documents();
        let theta = there.then(|| self.fitted.theta(d))?;
        let sum = self.topics.iter().map(|&k| theta[k]).sum();
        Some((over(&theta, &self.topics), sum))
    }

    /// Dir(η) over the words at the corners, where there is an η and three words.
    pub fn word_prior(&self) -> Option<Dirichlet> {
        let eta = self.fitted.eta.as_ref()?;
        let value = |&word: &u32| eta.value(word as usize);
        Dirichlet::new(self.words.iter().map(value).collect())
    }

    /// n_kv of a topic by place over the words at the corners, where topics are drawn.
    pub fn word_counts(&self, k: usize) -> Option<Vec<u32>> {
        let count = |&word: &u32| self.fitted.state.count(word, k as u16);
        let drawn = self.fitted.kind.is_gibbs();
        drawn.then(|| self.words.iter().map(count).collect())
    }
}

/// The posterior of shares given counts: Dir(prior + counts), as the prior is conjugate.
pub fn posterior(prior: &Dirichlet, counts: &[u32]) -> Option<Dirichlet> {
    let alpha = prior.alpha().iter().zip(counts);
    Dirichlet::new(alpha.map(|(a, n)| a + f64::from(*n)).collect())
}

/// The state of the view.
#[derive(Debug, Default)]
pub struct Simplex {
    /// What is shown.
    pub part: Part,
    /// The corner that is picked, from 0.
    pub corner: usize,
    /// Whether documents are hidden.
    pub bare: bool,
    wanted: Wanted,
    placed: Option<Placed>,
}

impl Simplex {
    /// The last numbers; `None` before the first.
    pub fn placed(&self) -> Option<&Placed> {
        self.placed.as_ref()
    }

    /// What the corners should be.
    pub fn wanted(&self) -> Wanted {
        self.wanted.clone()
    }

    /// Takes newer numbers. The corners stay what they are, unless K has changed.
    pub(super) fn take(&mut self, placed: Placed) {
        self.wanted = Wanted {
            topics: placed.ids(),
            words: placed.words.clone(),
        };
        let corners = match self.part {
            Part::Topics => placed.topics.len(),
            Part::Words => placed.words.len(),
        };
        self.corner = self.corner.min(corners.saturating_sub(1));
        self.placed = Some(placed);
    }

    /// Another topic or word at the corner that is picked.
    fn turn(&mut self, forward: bool) {
        let Some(placed) = &self.placed else {
            return;
        };
        match self.part {
            Part::Topics => turn(
                &mut self.wanted.topics,
                self.corner,
                &placed.fitted.ids,
                forward,
            ),
            Part::Words => turn(&mut self.wanted.words, self.corner, &placed.listed, forward),
        }
    }
}

/// Puts at a place the next (or previous) of all things that is at no other place.
fn turn<T: Copy + PartialEq>(places: &mut [T], at: usize, all: &[T], forward: bool) {
    let Some(now) = places.get(at).copied() else {
        return;
    };
    let from = all.iter().position(|one| *one == now).unwrap_or(0);
    let step = |by: usize| match forward {
        true => (from + by) % all.len(),
        false => (from + all.len() - by) % all.len(),
    };
    let others = (1..all.len()).map(|by| all[step(by)]);
    if let Some(other) = others.into_iter().find(|one| !places.contains(one)) {
        places[at] = other;
    }
}

impl Explorer {
    /// `None` for keys that are not the view's.
    pub(super) fn act_on_simplex(&mut self, action: Action) -> Option<Outcome> {
        let view = &mut self.views.simplex;
        let corners = match (&view.placed, view.part) {
            (None, _) => 1,
            (Some(placed), Part::Topics) => placed.topics.len().max(1),
            (Some(placed), Part::Words) => placed.words.len().max(1),
        };
        match action {
            Action::NextPane | Action::PreviousPane => {
                view.part = Part::ALL[(view.part as usize + 1) % Part::ALL.len()];
                view.corner = 0;
            }
            Action::Up => view.corner = (view.corner + corners - 1) % corners,
            Action::Down => view.corner = (view.corner + 1) % corners,
            Action::NextMatch => view.turn(true),
            Action::PreviousMatch => view.turn(false),
            Action::NextDocument if view.part == Part::Words => self.step_on_words(true),
            Action::PreviousDocument if view.part == Part::Words => self.step_on_words(false),
            Action::Unit => view.bare = !view.bare,
            Action::Sort => {
                let usual = view.placed.as_ref()?.usual.clone();
                match view.part {
                    Part::Topics => view.wanted.topics = usual.topics,
                    Part::Words => view.wanted.words = usual.words,
                }
            }
            _ => return None,
        }
        if self.views.simplex.part == Part::Words {
            return Some(Outcome::default());
        }
        // The topic at the corner is the selected one everywhere.
        let view = &self.views.simplex;
        if let Some(&id) = view.wanted.topics.get(view.corner)
            && matches!(action, Action::Up | Action::Down)
        {
            (self.topic, self.picked) = (id, true);
        }
        Some(Outcome::default())
    }

    /// The next or the previous topic is the selected one.
    fn step_on_words(&mut self, forward: bool) {
        let Some(placed) = &self.views.simplex.placed else {
            return;
        };
        let ids = &placed.fitted.ids;
        let at = ids.iter().position(|&id| id == self.topic).unwrap_or(0);
        let to = match forward {
            true => (at + 1).min(ids.len().saturating_sub(1)),
            false => at.saturating_sub(1),
        };
        if let Some(&id) = ids.get(to) {
            (self.topic, self.picked) = (id, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Corpus, Vocabulary};
    use crate::engine::{Kind, Settings, start};
    use crate::model::PriorSpec;

    fn fitted(topics: usize) -> Arc<Fitted> {
        let names = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
        let documents = [vec![0, 0, 1, 2, 3, 3], vec![], vec![1, 0, 2, 2]];
        let corpus = Corpus::from_documents(Vocabulary::new(names), &documents).unwrap();
        let settings = Settings {
            alpha: PriorSpec::List((1..=topics).map(|k| 0.5 * k as f64).collect()),
            eta: PriorSpec::List(vec![0.1, 0.2, 0.3, 0.4]),
            topics,
            seed: 5,
            em: Default::default(),
            parallel: Default::default(),
        };
        let engine = start(Kind::Collapsed, Arc::new(corpus), settings).unwrap();
        Arc::new(Fitted::of(engine.as_ref()).unwrap())
    }

    /// theta and phi over three are those of the counts of these three, by hand.
    #[test]
    fn shares_over_three_come_from_their_counts_alone() {
        let fitted = fitted(5);
        let wanted = Wanted {
            topics: vec![fitted.ids[4], fitted.ids[1], fitted.ids[2]],
            words: vec![3, 0, 2],
        };
        let placed = wanted.place(&fitted);
        assert_eq!(
            (&placed.topics[..], &placed.words[..]),
            (&[4, 1, 2][..], &[3, 0, 2][..])
        );
        for d in 0..3 {
            let counts = placed.counts(d).unwrap();
            let z = &fitted.state.z()[fitted.corpus.range(d)];
            let weight = |k: usize| {
                z.iter().filter(|&&t| usize::from(t) == k).count() as f64 + 0.5 * (k + 1) as f64
            };
            let sum: f64 = placed.topics.iter().map(|&k| weight(k)).sum();
            let (theta, before) = placed.theta(d).unwrap();
            for (i, &k) in placed.topics.iter().enumerate() {
                assert!((theta[i] - weight(k) / sum).abs() < 1e-12);
                assert!((placed.documents[d][i] - theta[i]).abs() < 1e-12);
            }
            assert!((before - sum / (z.len() as f64 + 7.5)).abs() < 1e-12);
            let after = posterior(&placed.prior(&[]).unwrap(), &counts).unwrap();
            assert_eq!(after.mean().len(), 3);
            assert!(
                (after.mean()[0] - theta[0]).abs() < 1e-12,
                "the mean of the posterior"
            );
        }
        for k in 0..5 {
            let counts = placed.word_counts(k).unwrap();
            let after = posterior(&placed.word_prior().unwrap(), &counts).unwrap();
            for (phi, mean) in placed.phis[k].iter().zip(after.mean()) {
                assert!((phi - mean).abs() < 1e-12);
            }
        }
        assert_eq!(placed.prior(&[]).unwrap().alpha(), [2.5, 1.0, 1.5]);
        assert_eq!(placed.prior(&[9.0; 5]).unwrap().alpha(), [9.0; 3]);
        assert_eq!(placed.prior(&[9.0; 4]).unwrap().alpha(), [2.5, 1.0, 1.5]);
        assert_eq!(placed.word_prior().unwrap().alpha(), [0.4, 0.1, 0.3]);
    }

    #[test]
    fn corners_are_the_largest_topics_and_stay_until_they_are_gone() {
        let fitted = fitted(5);
        let placed = Wanted::default().place(&fitted);
        let least = placed
            .topics
            .iter()
            .map(|&k| fitted.sizes[k])
            .fold(f64::MAX, f64::min);
        let others = (0..5).filter(|k| !placed.topics.contains(k));
        assert!(others.into_iter().all(|k| fitted.sizes[k] <= least));
        let mut view = Simplex::default();
        view.take(placed);
        let before = view.wanted();
        view.turn(true);
        let after = view.wanted();
        assert_eq!(before.topics[1..], after.topics[1..]);
        assert!(!before.topics.contains(&after.topics[0]));
        view.turn(false);
        assert_eq!(view.wanted(), before);
        let gone = Wanted {
            topics: vec![77, fitted.ids[0]],
            words: vec![],
        };
        let placed = gone.place(&fitted);
        assert_eq!((placed.topics[0], placed.topics.len()), (0, 3));
    }

    #[test]
    fn two_topics_are_a_line_and_few_words_no_triangle() {
        let placed = Wanted::default().place(&fitted(2));
        assert_eq!(placed.topics, [0, 1]);
        assert_eq!(placed.words.len(), 3);
        assert_eq!(Wanted::default().place(&fitted(1)).topics, [0]);
        assert_eq!(over(&[0.0, 0.0, 1.0], &[0, 1]), [0.5, 0.5]);
    }
}
