//! How much of each topic the documents of a group have: by section, by author, over
//! time.
//!
//! ```text
//! of tokens      P_gk = Σ_{d∈g} n_dk / Σ_{d∈g} N_d      n_dk: tokens of d in topic k
//! of documents   P_gk = Σ_{d∈g} θ_dk / D_g              D_g: documents with a token
//! spread         √( Σ_g w_g (P_gk − P_k)² )             w_g: the part of g in the whole
//! ```
//!
//! The first lets a long document say more than a short one, and is the share that the
//! rest of the program shows: over all documents P_k is n_k / N. The second (the mean of
//! theta, what Roberts et al. 2014 call expected topic proportions) lets every document
//! say as much. Where an engine draws no topics, n_dk is N_d θ_dk. Documents without a
//! token have nothing to say and are left out of both.
//!
//! | file | what it holds |
//! |---|---|
//! | [`bootstrap`] | bands by drawing documents again (Efron and Tibshirani 1993) |
//! | [`cut`] | which document is in which group: values, ranges of numbers, time |
//! | [`rows`] | what each document adds to the sums above |

pub mod bootstrap;
pub mod cut;
pub mod rows;
#[cfg(test)]
mod tests;

use bootstrap::{Band, Bootstrap};
use cut::Cut;
use rows::Rows;

/// The share of a topic, and how far it may be off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// P_gk, from 0 to 1, or the difference of two of them, from −1 to 1.
    pub value: f64,
    /// `None` where there are fewer than two documents, or no bands were asked for.
    pub band: Option<Band>,
}

impl Share {
    /// The value, and the ends of its band; without a band it is its own.
    pub fn parts(self) -> [f64; 3] {
        let ends = self
            .band
            .map_or([self.value; 2], |band| [band.low, band.high]);
        [ends[0], self.value, ends[1]]
    }
}

/// A group of documents.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Its documents, those without a token included.
    pub documents: usize,
    /// Those without a token.
    pub empty: usize,
    /// Its tokens.
    pub tokens: usize,
    /// The share of each topic (length K); `None` where the group has no token.
    pub shares: Option<Vec<Share>>,
}

/// The groups of a cut, in its order.
pub fn prevalence(rows: &Rows, cut: &Cut, bootstrap: Bootstrap) -> Vec<Group> {
    let members = members(rows, cut);
    let groups = members.iter().enumerate().map(|(g, members)| {
        let said = rows.shares(members.with_tokens.iter().map(|&d| (d, 1)));
        let bands = bootstrap.replicates(rows, &members.with_tokens, g as u64);
        let shares = said.map(|values| {
            let share = |(k, value): (usize, f64)| Share {
                value,
                band: bands.as_ref().map(|b| b.band(k, |_, replicate| replicate)),
            };
            values.into_iter().enumerate().map(share).collect()
        });
        Group {
            documents: members.with_tokens.len() + members.empty,
            empty: members.empty,
            tokens: members.tokens,
            shares,
        }
    });
    groups.collect()
}

/// By how much the share of each topic (length K) is larger in group `a` than in `b`.
/// The documents of both are drawn again, each for itself. `None` where one of them has
/// no token.
pub fn difference(
    rows: &Rows,
    cut: &Cut,
    (a, b): (usize, usize),
    bootstrap: Bootstrap,
) -> Option<Vec<Share>> {
    let members = members(rows, cut);
    let of = |g: usize| {
        let own = &members[g].with_tokens;
        let values = rows.shares(own.iter().map(|&d| (d, 1)))?;
        Some((values, bootstrap.replicates(rows, own, g as u64)))
    };
    let ((first, drawn_first), (second, drawn_second)) = (of(a)?, of(b)?);
    let both = drawn_first.zip(drawn_second);
    let share = |(k, (x, y)): (usize, (f64, f64))| Share {
        value: x - y,
        band: both
            .as_ref()
            .map(|(first, second)| first.band(k, |at, replicate| replicate - second.value(at, k))),
    };
    let values = first.into_iter().zip(second).enumerate();
    Some(values.map(share).collect())
}

/// How much each topic (length K) differs between the groups that have a value: the
/// standard deviation of its share, groups counting by their part in the whole.
pub fn spread(rows: &Rows, cut: &Cut, groups: &[Group]) -> Vec<f64> {
    let named = || {
        groups
            .iter()
            .zip(&cut.labels)
            .filter(|(_, l)| l.name.is_some())
    };
    let part = |group: &Group| match rows.weight() {
        rows::Weight::Tokens => group.tokens as f64,
        rows::Weight::Documents => (group.documents - group.empty) as f64,
    };
    let total: f64 = named().map(|(group, _)| part(group)).sum();
    let one = |k: usize| {
        let shares = || {
            let pairs = named().filter_map(|(g, _)| Some((part(g) / total, g.shares.as_ref()?)));
            pairs.map(|(part, shares)| (part, shares[k].value))
        };
        let mean: f64 = shares().map(|(part, value)| part * value).sum();
        let variance: f64 = shares().map(|(p, value)| p * (value - mean).powi(2)).sum();
        variance.sqrt()
    };
    (0..rows.topics()).map(one).collect()
}

/// The topics by a value of each, the largest first, those of equal value by place.
pub fn ranked(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    order
}

/// The groups by their share of topic `k`, the largest first, those of equal share as in
/// the cut; those without a share, and then the documents without a value, come last.
pub fn by_share(cut: &Cut, groups: &[Group], k: usize) -> Vec<usize> {
    let named = |g: usize| cut.labels[g].name.is_some();
    let value = |g: usize| groups[g].shares.as_ref().map_or(-1.0, |s| s[k].value);
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order.sort_by(|&a, &b| named(b).cmp(&named(a)).then(value(b).total_cmp(&value(a))));
    order
}

/// The documents of a group.
#[derive(Debug, Default)]
struct Members {
    with_tokens: Vec<usize>,
    empty: usize,
    tokens: usize,
}

fn members(rows: &Rows, cut: &Cut) -> Vec<Members> {
    let group = |documents: &Vec<u32>| {
        let mut group = Members::default();
        for &d in documents {
            let d = d as usize;
            group.tokens += rows.tokens(d);
            match rows.tokens(d) {
                0 => group.empty += 1,
                _ => group.with_tokens.push(d),
            }
        }
        group
    };
    cut.members.iter().map(group).collect()
}
