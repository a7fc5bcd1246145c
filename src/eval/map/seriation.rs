//! An order of things in which those that are alike stand side by side.
//!
//! Spectral ordering (Atkins, Boman and Hendrickson 1998, with the scaling of Ding and He
//! 2004): with similarities S and D the diagonal matrix of their row sums, the things are
//! sorted by the entries of D^−½ v, where v is the eigenvector of D^−½ S D^−½ with the
//! largest eigenvalue after the trivial D^½ 1. Where an order that puts like things
//! together exists without a contradiction, this finds it.

use super::eigen::two_largest;
use nalgebra::DMatrix;

/// Steps into which an entry of the vector is rounded: what differs by less is equal.
const STEPS: f64 = 1e9;

/// The places of n things in their order. `similarity` (n×n, symmetric, row after row)
/// is at least 0, above 0 on the diagonal. Equal ones stand by place, and the whole so
/// that place 0 is in the first half.
pub fn order(similarity: &[f64], n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    if n < 3 {
        return order;
    }
    let sums: Vec<f64> = similarity
        .chunks_exact(n)
        .map(|row| row.iter().sum())
        .collect();
    let all: f64 = sums.iter().sum();
    // The trivial vector, whose eigenvalue is 1, gets −1, which is the least there is.
    let scaled = DMatrix::from_fn(n, n, |i, j| {
        let root = (sums[i] * sums[j]).sqrt();
        similarity[i * n + j] / root - 2.0 * root / all
    });
    let Some((_, vector)) = two_largest(scaled).into_iter().next() else {
        return order;
    };
    let entry = |(x, sum): (&f64, &f64)| (x / sum.sqrt() * STEPS).round();
    let entries: Vec<f64> = vector.iter().zip(&sums).map(entry).collect();
    order.sort_by(|&i, &j| entries[i].total_cmp(&entries[j]).then(i.cmp(&j)));
    if order.iter().position(|&i| i == 0) > Some((n - 1) / 2) {
        order.reverse();
    }
    order
}
