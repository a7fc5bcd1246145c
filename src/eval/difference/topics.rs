//! Which topics were matched, lost and new.

use super::super::align::{Cosines, MOST_TOPICS, Sums, assign, cosines};
use super::Common;
use crate::model::phi::Phi;

/// Topics that a topic without a partner is nearest to.
const NEAREST: usize = 2;

/// A topic of the first model and the same in the other, by place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Match {
    /// In the first.
    pub first: usize,
    /// In the other.
    pub other: usize,
    /// Of phi over the words of both.
    pub cosine: f64,
}

/// A topic without a partner.
#[derive(Debug, Clone, PartialEq)]
pub struct Lone {
    /// Its place in its model.
    pub topic: usize,
    /// The two topics of the other model that are nearest to it, with their cosines, the
    /// nearest first; fewer where there are fewer.
    pub nearest: Vec<(usize, f64)>,
    /// Its cosine with both of them taken as one, each weighted with its size: near 1 it
    /// was split into them, or made of them. `None` where there are not two.
    pub together: Option<f64>,
}

/// The topics of two models.
#[derive(Debug, Clone, PartialEq)]
pub struct Pairing {
    /// Those that both have, by place in the first.
    pub matched: Vec<Match>,
    /// Those that only the first has.
    pub lost: Vec<Lone>,
    /// Those that only the other has.
    pub new: Vec<Lone>,
    /// Σ_v of the weights of phi over the words of both, in the first and the other.
    pub(super) totals: [Vec<f64>; 2],
}

/// Pairs the topics of two models, whose sizes in tokens (lengths K and K') are given, with
/// cosines of at least `threshold`; `None` where either has no topic or more than
/// [`MOST_TOPICS`], or they have no word in common.
pub fn pair(
    (first, sizes): (&Phi, &[f64]),
    (other, their_sizes): (&Phi, &[f64]),
    common: &Common,
    threshold: f64,
) -> Option<Pairing> {
    let (rows, columns) = (first.topics(), other.topics());
    let fits = |topics| (1..=MOST_TOPICS).contains(&topics);
    if !fits(rows) || !fits(columns) || common.words.is_empty() {
        return None;
    }
    let across = cosines(first, other, common.words.iter().copied());
    // A pair below the threshold must not cost another one its partner.
    let counted = |cosine: f64| if cosine >= threshold { cosine } else { 0.0 };
    let partners = if rows <= columns {
        let values: Vec<f64> = across.values.iter().map(|&c| counted(c)).collect();
        assign(rows, columns, &values)?
    } else {
        let turned = transposed(&across.values, columns);
        let values: Vec<f64> = turned.into_iter().map(counted).collect();
        let partners = assign(columns, rows, &values)?;
        let mut of_rows = vec![usize::MAX; rows];
        for (column, row) in partners.into_iter().enumerate() {
            of_rows[row] = column;
        }
        of_rows
    };
    let matched: Vec<Match> = partners
        .into_iter()
        .enumerate()
        .filter(|&(_, other)| other < columns)
        .map(|(first, other)| Match {
            first,
            other,
            cosine: across.values[first * columns + other],
        })
        .filter(|pair| pair.cosine >= threshold && pair.cosine > 0.0)
        .collect();
    let left = |topics: usize, of: fn(&Match) -> usize| -> Vec<usize> {
        let mut there = vec![true; topics];
        matched.iter().for_each(|pair| there[of(pair)] = false);
        (0..topics).filter(|&k| there[k]).collect()
    };
    let (lost, new) = (left(rows, |m| m.first), left(columns, |m| m.other));
    let Cosines {
        values,
        first: of_first,
        other: of_other,
    } = across;
    let turned = transposed(&values, columns);
    let (ours, theirs) = common.words.iter().copied().unzip();
    Some(Pairing {
        lost: lone(&lost, &values, (other, their_sizes, &of_other), theirs),
        new: lone(&new, &turned, (first, sizes, &of_first), ours),
        matched,
        totals: [of_first.totals, of_other.totals],
    })
}

/// What these topics, left without a partner, are nearest to among the topics of the other
/// model; `values` are their cosines with them, row after row.
fn lone(
    topics: &[usize],
    values: &[f64],
    (others, sizes, sums): (&Phi, &[f64], &Sums),
    words: Vec<u32>,
) -> Vec<Lone> {
    let columns = others.topics();
    // Among themselves, which takes as long as the cosines before: only where asked for.
    let within = (!topics.is_empty() && columns > 1)
        .then(|| cosines(others, others, words.into_iter().map(|word| (word, word))));
    // How long the part of a topic is in a mixture of several.
    let long = |k: usize| match sums.totals[k] {
        total if total > 0.0 => sizes[k] * sums.squares[k].sqrt() / total,
        _ => 0.0,
    };
    let of_topic = |&topic: &usize| {
        let row = &values[topic * columns..][..columns];
        let mut order: Vec<usize> = (0..columns).collect();
        order.sort_by(|&a, &b| row[b].total_cmp(&row[a]).then(a.cmp(&b)));
        let nearest = order.into_iter().take(NEAREST).map(|k| (k, row[k]));
        let nearest: Vec<(usize, f64)> = nearest.collect();
        let together = match (&nearest[..], &within) {
            ([(i, near), (j, next)], Some(within)) => {
                let (a, b) = (long(*i), long(*j));
                let both = a * a + b * b + 2.0 * a * b * within.values[i * columns + j];
                (both > 0.0).then(|| ((a * near + b * next) / both.sqrt()).clamp(0.0, 1.0))
            }
            _ => None,
        };
        Lone {
            topic,
            nearest,
            together,
        }
    };
    topics.iter().map(of_topic).collect()
}

/// Columns become rows.
fn transposed(values: &[f64], columns: usize) -> Vec<f64> {
    let column = |j: usize| values.iter().skip(j).step_by(columns.max(1)).copied();
    (0..columns).flat_map(column).collect()
}
