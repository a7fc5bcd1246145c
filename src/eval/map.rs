//! A map of the topics: points in the plane, near to each other where topics use the
//! same words.
//!
//! The distance of two topics is the square root of their Jensen–Shannon divergence in
//! nats: 0 for equal ones, √(ln 2) ≈ 0.83 for topics without a common word. The root, and
//! not the divergence that pyLDAvis scales, because the root is a metric (Endres and
//! Schindelin 2003) and the distance of points in a space of many dimensions (Fuglede and
//! Topsøe 2004): so the share of it that two axes keep is a true share of a sum.
//!
//! | file | what it holds |
//! |---|---|
//! | [`divergence`] | the distances |
//! | [`scaling`], [`eigen`] | points from distances |
//! | [`procrustes`] | a map turned to look like another |
//! | [`seriation`] | an order of topics in which like ones are neighbours |
//! | [`terms`] | the words that tell topics apart, and where they are |
//! | [`association`] | which topics stand in the same documents |

pub mod association;
pub mod divergence;
pub mod eigen;
pub mod procrustes;
pub mod scaling;
pub mod seriation;
pub mod terms;

use crate::model::estimate::WordLists;
use crate::model::phi::Phi;
use divergence::Looked;

/// The most topics that a map has: the cost of a map grows with K².
pub const MOST_TOPICS: usize = 2000;

/// Topics as points.
#[derive(Debug, Clone, PartialEq)]
pub struct TopicMap {
    /// Stable ids (length K).
    pub ids: Vec<u32>,
    /// Coordinates (length K), their mean in the origin, in units of the distances: no
    /// two are further apart than the topics are.
    pub points: Vec<[f64; 2]>,
    /// √JS of every two topics (K×K, row after row), from 0 to √(ln 2).
    pub distances: Vec<f64>,
    /// What the first axis and both together keep of the squared distances, from 0 to 1;
    /// `None` where all topics are the same, so that there is nothing to keep.
    pub explained: Option<[f64; 2]>,
    /// Which words the distances look at.
    pub looked: Looked,
}

impl TopicMap {
    /// The map of the topics of phi, whose ids (length K) are `ids`; `None` where there
    /// is no topic or word, or there are more topics than [`MOST_TOPICS`].
    pub fn new(phi: &Phi, ids: &[u32]) -> Option<Self> {
        Self::with_words(phi, ids, 0).map(|(map, _)| map)
    }

    /// The same, and the `n` most probable words of every topic, as [`Phi::top_words`] has
    /// them: they are found on the way.
    pub fn with_words(phi: &Phi, ids: &[u32], n: usize) -> Option<(Self, WordLists)> {
        let topics = phi.topics();
        if topics == 0 || topics > MOST_TOPICS || phi.words() == 0 || ids.len() != topics {
            return None;
        }
        let (found, words) = divergence::with_words(phi, n);
        let scaled = scaling::classical(&found.values, topics);
        let [first, second] = scaled.axes;
        let share = |sum: f64| (sum / scaled.trace).min(1.0);
        let some = scaled.trace > 0.0;
        let map = Self {
            ids: ids.to_vec(),
            points: scaled.points,
            distances: found.values.iter().map(|js| js.sqrt()).collect(),
            explained: some.then(|| [share(first), share(first + second)]),
            looked: found.looked,
        };
        Some((map, words))
    }

    /// The same map, turned or mirrored to lie as near as it can to an earlier one, whose
    /// topics are known by their ids: so that a picture does not spin between frames.
    pub fn aligned(mut self, earlier: &Self) -> Self {
        let places: std::collections::HashMap<u32, usize> = earlier
            .ids
            .iter()
            .enumerate()
            .map(|(k, &id)| (id, k))
            .collect();
        let both = self.ids.iter().zip(&self.points);
        let (points, onto): (Vec<[f64; 2]>, Vec<[f64; 2]>) = both
            .filter_map(|(id, &point)| Some((point, earlier.points[*places.get(id)?])))
            .unzip();
        let turn = procrustes::turn(&points, &onto);
        for point in &mut self.points {
            *point = procrustes::turned(*point, &turn);
        }
        self
    }

    /// The distance of two topics, by place.
    pub fn distance(&self, a: usize, b: usize) -> f64 {
        self.distances[a * self.ids.len() + b]
    }

    /// The topic nearest to another, by place, and their distance; of several the first.
    pub fn nearest(&self, topic: usize) -> Option<(usize, f64)> {
        let others = (0..self.ids.len()).filter(|&k| k != topic);
        let with = others.map(|k| (k, self.distance(topic, k)));
        with.min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

#[cfg(test)]
#[path = "map/tests.rs"]
mod tests;
