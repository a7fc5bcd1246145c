//! Which topics of two fits are the same: the pairing, one to one, with the largest sum
//! of the cosines of phi, by the Hungarian method (H. W. Kuhn, The Hungarian method for
//! the assignment problem, Naval Research Logistics Quarterly 2, 1955).
//!
//! The cosine is 1 for equal topics and near 0 for topics without a common word. Unlike a
//! distance between logarithms it hangs on the probable words, not on the many that the
//! prior alone gives a probability.

use crate::model::phi::Phi;
use pathfinding::prelude::{Matrix, kuhn_munkres};

/// The most topics that are paired: that costs K³, and the cosines at most K² V.
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
/// With weights a, b and floors f, g of the words, Σ_v (a_v + f_v)(b_v + g_v) falls into
/// four sums, of which only Σ a_v b_v is of pairs, and it has terms for the words alone that
/// both topics have: lengths and totals cancel out. A topic without any weight is like none.
fn cosines(first: &Phi, other: &Phi) -> Vec<f64> {
    let topics = first.topics();
    let mut products = vec![0.0; topics * topics];
    let (mut of_first, mut of_other) = (Sums::new(topics), Sums::new(topics));
    let mut floors = 0.0;
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for word in 0..first.words() as u32 {
        first.row(word, &mut a);
        other.row(word, &mut b);
        let (f, g) = (first.floor(word), other.floor(word));
        floors += f * g;
        of_first.add(&a, f, g);
        of_other.add(&b, g, f);
        for &(k, x) in &a {
            let row = &mut products[k * topics..][..topics];
            for &(j, y) in &b {
                row[j] += x * y;
            }
        }
    }
    let (of_first, of_other) = (of_first.done(), of_other.done());
    for (k, row) in products.chunks_exact_mut(topics).enumerate() {
        for (j, product) in row.iter_mut().enumerate() {
            let sum = *product + of_first.crossed[k] + of_other.crossed[j] + floors;
            let lengths = (of_first.squares[k] * of_other.squares[j]).sqrt();
            // Rounding may carry equal topics a little past 1.
            *product = if lengths > 0.0 {
                (sum / lengths).clamp(0.0, 1.0)
            } else {
                0.0
            };
        }
    }
    products
}

/// Of every topic of one fit.
struct Sums {
    /// Σ_v (a_v + f_v)².
    squares: Vec<f64>,
    /// Σ_v a_v g_v, with the floors of the other fit.
    crossed: Vec<f64>,
    /// Σ_v f_v² of the words before.
    floors: f64,
}

impl Sums {
    fn new(topics: usize) -> Self {
        Self {
            squares: vec![0.0; topics],
            crossed: vec![0.0; topics],
            floors: 0.0,
        }
    }

    fn add(&mut self, row: &[(usize, f64)], own: f64, others: f64) {
        self.floors += own * own;
        for &(k, weight) in row {
            self.squares[k] += weight * (weight + 2.0 * own);
            self.crossed[k] += weight * others;
        }
    }

    /// With the floors of all words, which every topic has.
    fn done(mut self) -> Self {
        for square in &mut self.squares {
            *square += self.floors;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::examples::{SIX, of_ids};
    use crate::model::{PriorSpec, State};

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

    /// Against the sums over all words of phi itself.
    #[test]
    fn cosines_of_counts_are_those_of_phi() {
        let corpus = of_ids(&SIX, 5);
        let eta = PriorSpec::List(vec![0.1, 0.2, 0.05, 0.7, 0.4]);
        let phi = |seed| {
            let state = State::random(&corpus, 3, seed).unwrap();
            Phi::of_counts(state, eta.resolve("eta", 5).unwrap())
        };
        let (first, other) = (phi(1), phi(2));
        let column = |phi: &Phi, k: usize| -> Vec<f64> {
            let mut row = [0.0; 3];
            let of_word = |v| {
                phi.fill(v, &mut row);
                row[k]
            };
            (0..5).map(of_word).collect()
        };
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
        for (at, cosine) in cosines(&first, &other).into_iter().enumerate() {
            let (a, b) = (column(&first, at / 3), column(&other, at % 3));
            let want = dot(&a, &b) / (dot(&a, &a) * dot(&b, &b)).sqrt();
            assert!((cosine - want).abs() < 1e-12, "{cosine} {want}");
        }
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
