//! Which topics of two fits are the same: the pairing, one to one, with the largest sum
//! of the cosines of phi, by the Hungarian method (H. W. Kuhn, The Hungarian method for
//! the assignment problem, Naval Research Logistics Quarterly 2, 1955).
//!
//! The cosine is 1 for equal topics and near 0 for topics without a common word. Unlike a
//! distance between logarithms it hangs on the probable words, not on the many that the
//! prior alone gives a probability.

use crate::model::phi::Phi;
use pathfinding::prelude::{Matrix, kuhn_munkres};

/// The most topics that are paired: the cost is K² V for the cosines and K³ for the
/// pairing.
pub const MOST_TOPICS: usize = 1000;

/// Steps from cosine 0 to 1 in the pairing, which wants whole numbers: a sum over
/// [`MOST_TOPICS`] topics stays far below what an `i64` holds.
const STEPS: f64 = (1_u64 << 40) as f64;

/// How the topics of another fit answer those of the first.
#[derive(Debug, Clone, PartialEq)]
pub struct Alignment {
    /// For each topic of the first, by place, its partner in the other (length K): a
    /// permutation of 0 to K−1.
    pub partners: Vec<usize>,
    /// The cosine of each pair (length K), from 0 to 1.
    pub cosines: Vec<f64>,
}

/// Pairs the topics of two fits to the same vocabulary; `None` where the numbers of
/// topics or words differ, there is nothing to pair, or there are more than
/// [`MOST_TOPICS`].
pub fn align(first: &Phi, other: &Phi) -> Option<Alignment> {
    let (topics, words) = (first.topics(), first.words());
    let same = (topics, words) == (other.topics(), other.words());
    if !same || topics == 0 || words == 0 || topics > MOST_TOPICS {
        return None;
    }
    let cosines = cosines(first, other);
    let steps = cosines.iter().map(|c| (c * STEPS) as i64).collect();
    let weights = Matrix::from_vec(topics, topics, steps).ok()?;
    let (_, partners) = kuhn_munkres(&weights);
    Some(Alignment {
        cosines: partners
            .iter()
            .enumerate()
            .map(|(k, &partner)| cosines[k * topics + partner])
            .collect(),
        partners,
    })
}

/// The cosine of every topic of the first with every one of the other: K×K, row after row.
fn cosines(first: &Phi, other: &Phi) -> Vec<f64> {
    let topics = first.topics();
    let (mut a, mut b) = (vec![0.0; topics], vec![0.0; topics]);
    let (mut squares_a, mut squares_b) = (vec![0.0; topics], vec![0.0; topics]);
    let mut products = vec![0.0; topics * topics];
    for word in 0..first.words() as u32 {
        first.fill(word, &mut a);
        other.fill(word, &mut b);
        for (square, p) in squares_a.iter_mut().zip(&a) {
            *square += p * p;
        }
        for (square, p) in squares_b.iter_mut().zip(&b) {
            *square += p * p;
        }
        for (row, p) in products.chunks_exact_mut(topics).zip(&a) {
            for (product, q) in row.iter_mut().zip(&b) {
                *product += p * q;
            }
        }
    }
    for (row, x) in products.chunks_exact_mut(topics).zip(&squares_a) {
        for (product, y) in row.iter_mut().zip(&squares_b) {
            let lengths = (x * y).sqrt();
            // Rounding may carry equal topics a little past 1.
            *product = if lengths > 0.0 {
                (*product / lengths).clamp(0.0, 1.0)
            } else {
                0.0
            };
        }
    }
    products
}

#[cfg(test)]
mod tests {
    use super::*;

    /// phi from rows, topic after topic.
    fn phi(topics: &[&[f64]]) -> Phi {
        let words = topics[0].len();
        let weights = (0..words).flat_map(|v| topics.iter().map(move |row| row[v]));
        Phi::of_weights(topics.len(), weights.collect())
    }

    #[test]
    fn a_permutation_is_found_again() {
        let (a, b, c) = ([8.0, 1.0, 1.0], [1.0, 8.0, 1.0], [1.0, 2.0, 7.0]);
        let found = align(&phi(&[&a, &b, &c]), &phi(&[&c, &a, &b])).unwrap();
        assert_eq!(found.partners, [1, 2, 0]);
        assert!(found.cosines.iter().all(|c| (c - 1.0).abs() < 1e-12));
    }

    /// The best partner of the first topic is given away: together that is better.
    #[test]
    fn the_sum_counts_and_not_the_first_choice() {
        let first = phi(&[&[1.0, 1.0, 0.0], &[1.0, 0.0, 0.0]]);
        let other = phi(&[&[1.0, 0.2, 0.0], &[0.0, 1.0, 0.0]]);
        let found = align(&first, &other).unwrap();
        assert_eq!(found.partners, [1, 0]);
        let cosine = 1.0 / 2.0_f64.sqrt();
        assert!((found.cosines[0] - cosine).abs() < 1e-12);
        assert!((found.cosines[1] - 1.0 / 1.04_f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn what_cannot_be_paired_is_not() {
        let two = phi(&[&[1.0, 0.0], &[0.0, 1.0]]);
        assert_eq!(align(&two, &phi(&[&[1.0, 0.0]])), None);
        assert_eq!(
            align(&two, &phi(&[&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0]])),
            None
        );
    }
}
