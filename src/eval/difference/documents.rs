//! The documents that moved most.

use super::super::distances::hellinger;
use super::{Common, Pairing};
use crate::model::estimate::insert;

/// A document has not moved where its theta differs by no more than sums of f64 may.
const ROUNDING: f64 = 1e-7;

/// One topic in a document: its share in both models.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shift {
    /// Its place in the first model; `None` for a new topic.
    pub first: Option<usize>,
    /// In the other; `None` for a lost topic.
    pub other: Option<usize>,
    /// theta in the first, 0 for a new topic.
    pub before: f64,
    /// In the other, 0 for a lost topic.
    pub after: f64,
}

/// A document that moved.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentChange {
    /// Its index in the first model.
    pub first: usize,
    /// In the other.
    pub other: usize,
    /// How far, 0 to 1.
    pub distance: f64,
    /// The topic that lost most of it.
    pub fell: Shift,
    /// The one that gained most.
    pub rose: Shift,
}

/// How the documents moved.
#[derive(Debug, Clone, PartialEq)]
pub struct Moved {
    /// Over all documents of both; `None` of none.
    pub mean: Option<f64>,
    /// Those that moved, the farthest first, ties by index in the first model.
    pub most: Vec<DocumentChange>,
}

/// How far the documents of both moved, given theta of a document in each model, and at
/// most `n` of those that moved farthest.
pub fn moved(
    pairing: &Pairing,
    common: &Common,
    theta: impl Fn(usize) -> Vec<f64>,
    their_theta: impl Fn(usize) -> Vec<f64>,
    n: usize,
) -> Moved {
    let axis = axis(pairing);
    let (mut before, mut after) = (Vec::new(), Vec::new());
    let mut distance = |(d, e): (u32, u32)| {
        let (ours, theirs) = (theta(d as usize), their_theta(e as usize));
        before.clear();
        after.clear();
        before.extend(axis.iter().map(|(first, _)| share(&ours, *first)));
        after.extend(axis.iter().map(|(_, other)| share(&theirs, *other)));
        hellinger(&before, &after)
    };
    let mut top = Vec::new();
    let mut sum = 0.0;
    for (at, &pair) in common.documents.iter().enumerate() {
        let distance = distance(pair);
        sum += distance;
        if distance > ROUNDING {
            insert(&mut top, n, (at as u32, distance), |entry| entry.1);
        }
    }
    let named = |(at, distance): (u32, f64)| {
        let (first, other) = common.documents[at as usize];
        let (first, other) = (first as usize, other as usize);
        let (ours, theirs) = (theta(first), their_theta(other));
        let shifts = axis.iter().map(|&(k, j)| Shift {
            first: k,
            other: j,
            before: share(&ours, k),
            after: share(&theirs, j),
        });
        // Of equal ones the first.
        let less = |a: &Shift, b: &Shift| (a.after - a.before).total_cmp(&(b.after - b.before));
        Some(DocumentChange {
            first,
            other,
            distance,
            fell: shifts.clone().min_by(less)?,
            rose: shifts.rev().max_by(less)?,
        })
    };
    let documents = common.documents.len();
    Moved {
        mean: (documents > 0).then(|| sum / documents as f64),
        most: top.into_iter().filter_map(named).collect(),
    }
}

fn share(theta: &[f64], topic: Option<usize>) -> f64 {
    topic.map_or(0.0, |k| theta[k])
}

/// The topics of both models, those of a pair as one.
fn axis(pairing: &Pairing) -> Vec<(Option<usize>, Option<usize>)> {
    let matched = pairing
        .matched
        .iter()
        .map(|m| (Some(m.first), Some(m.other)));
    let lost = pairing.lost.iter().map(|lone| (Some(lone.topic), None));
    let new = pairing.new.iter().map(|lone| (None, Some(lone.topic)));
    matched.chain(lost).chain(new).collect()
}
