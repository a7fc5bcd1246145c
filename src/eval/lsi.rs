//! Latent semantic indexing (Deerwester, Dumais, Furnas, Landauer and Harshman
//! 1990): the largest singular values of the document–word matrix X ≈ T S Wᵀ
//! with their directions among documents (T) and words (W).
//!
//! The eigenvalues of the smaller of X Xᵀ and Xᵀ X are the squares of the
//! singular values; a dense decomposition of it is exact for every multiplicity,
//! and repeats to the bit. Its cost grows with the cube of that side, which is
//! why [`MOST`] limits it; squaring loses what is below 10⁻⁷ of the largest
//! value, and such components are taken for zero.

use super::tfidf::{Row, top};
use nalgebra::{DMatrix, SymmetricEigen};

/// The largest number of documents or of words, whichever is smaller.
pub const MOST: usize = 2_000;

/// Singular values below this share of the largest are rounding.
const SMALLEST: f64 = 1e-7;

/// Entries of a direction below this size are rounding.
const NOTHING: f64 = 1e-9;

/// Both sides of the matrix are too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a decomposition of {documents} documents by {words} words is too large: one of the two may be \
     at most {MOST} (--max-features {MOST}, or a larger --min-df, leaves fewer words)"
)]
pub struct TooLarge {
    /// D.
    pub documents: usize,
    /// Words that some document has.
    pub words: usize,
}

/// A direction in which documents differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Component {
    /// The singular value, above 0.
    pub value: f64,
    /// The direction among the words (length V, Euclidean length 1); the entry
    /// that is largest in size, the first of several, is positive.
    pub words: Vec<f64>,
}

impl Component {
    /// The `n` words with the largest weights of one sign, 1 or -1, the largest in
    /// size first.
    pub fn end(&self, sign: f64, n: usize) -> Row {
        let weights = self.words.iter().map(|w| w * sign).enumerate();
        let row: Row = weights
            .filter(|(_, weight)| *weight > NOTHING)
            .map(|(word, weight)| (word as u32, weight))
            .collect();
        let mut end = top(&row, n);
        for (_, weight) in &mut end {
            *weight *= sign;
        }
        end
    }
}

/// The `n` components with the largest singular values, the largest first; fewer
/// where the matrix has a smaller rank. `rows` are documents, their word ids
/// below `words` (V).
///
/// # Errors
/// [`TooLarge`] when both sides are longer than [`MOST`].
pub fn components(rows: &[Row], words: usize, n: usize) -> Result<Vec<Component>, TooLarge> {
    // Empty rows and columns have no part in any component.
    let filled: Vec<&Row> = rows.iter().filter(|row| !row.is_empty()).collect();
    let mut used: Vec<u32> = rows.iter().flatten().map(|&(word, _)| word).collect();
    used.sort_unstable();
    used.dedup();
    if filled.len().min(used.len()) > MOST {
        return Err(TooLarge {
            documents: filled.len(),
            words: used.len(),
        });
    }
    if filled.is_empty() {
        return Ok(Vec::new());
    }
    let by_documents = filled.len() <= used.len();
    let gram = if by_documents {
        of_documents(&filled, words)
    } else {
        of_words(&filled, &used)
    };
    let eigen = SymmetricEigen::new(gram);
    let mut order: Vec<usize> = (0..eigen.eigenvalues.len()).collect();
    order.sort_by(|&i, &j| {
        eigen.eigenvalues[j]
            .total_cmp(&eigen.eigenvalues[i])
            .then(i.cmp(&j))
    });
    let largest = eigen.eigenvalues[order[0]].max(0.0).sqrt();
    let mut components = Vec::new();
    for i in order.into_iter().take(n) {
        let value = eigen.eigenvalues[i].max(0.0).sqrt();
        if value <= SMALLEST * largest {
            break;
        }
        let vector = eigen.eigenvectors.column(i);
        let mut direction = vec![0.0; words];
        if by_documents {
            for (row, t) in filled.iter().zip(vector.iter()) {
                for &(word, weight) in row.iter() {
                    direction[word as usize] += weight * t / value;
                }
            }
        } else {
            for (&word, w) in used.iter().zip(vector.iter()) {
                direction[word as usize] = *w;
            }
        }
        orient(&mut direction);
        components.push(Component {
            value,
            words: direction,
        });
    }
    Ok(components)
}

/// X Xᵀ.
fn of_documents(rows: &[&Row], words: usize) -> DMatrix<f64> {
    let mut gram = DMatrix::zeros(rows.len(), rows.len());
    let mut dense = vec![0.0; words];
    for (i, row) in rows.iter().enumerate() {
        for &(word, weight) in row.iter() {
            dense[word as usize] = weight;
        }
        for (j, other) in rows.iter().enumerate().take(i + 1) {
            let product: f64 = other
                .iter()
                .map(|&(word, w)| w * dense[word as usize])
                .sum();
            gram[(i, j)] = product;
            gram[(j, i)] = product;
        }
        for &(word, _) in row.iter() {
            dense[word as usize] = 0.0;
        }
    }
    gram
}

/// Xᵀ X over the words that are used.
fn of_words(rows: &[&Row], used: &[u32]) -> DMatrix<f64> {
    let mut gram = DMatrix::zeros(used.len(), used.len());
    for row in rows {
        let places: Vec<(usize, f64)> = row
            .iter()
            .map(|&(word, weight)| (used.partition_point(|&u| u < word), weight))
            .collect();
        for &(i, a) in &places {
            for &(j, b) in &places {
                gram[(i, j)] += a * b;
            }
        }
    }
    gram
}

/// Chooses the sign: an eigenvector has none of its own. Entries within rounding
/// of the largest count as equal to it, so that the first decides.
fn orient(direction: &mut [f64]) {
    let largest = direction.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    let leads = direction.iter().find(|x| x.abs() >= largest * (1.0 - 1e-9));
    if leads.is_some_and(|x| *x < 0.0) {
        for x in direction {
            *x = -*x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Corpus, Vocabulary};
    use crate::eval::tfidf;
    use serde_json::Value;

    /// Singular values by `numpy.linalg.svd`; `sklearn_tfidf.py` made it.
    const FIXTURE: &str = include_str!("../../tests/fixtures/sklearn_tfidf.json");

    fn check(rows: &[Row], words: usize, wanted: &Value, directions: &Value) {
        let values: Vec<f64> = serde_json::from_value(wanted.clone()).unwrap();
        let directions: Vec<Vec<f64>> = serde_json::from_value(directions.clone()).unwrap();
        let found = components(rows, words, usize::MAX).unwrap();
        let rank = values.iter().filter(|v| **v > 1e-7).count();
        assert_eq!(found.len(), rank);
        for ((component, want), direction) in found.iter().zip(&values).zip(&directions) {
            assert!((component.value - want).abs() < 1e-12, "{want}");
            for (got, want) in component.words.iter().zip(direction) {
                assert!((got - want).abs() < 1e-9, "{got} {want}");
            }
        }
        assert_eq!(components(rows, words, 2).unwrap(), found[..2]);
    }

    #[test]
    fn values_and_directions_are_those_of_numpy() {
        let fixture: Value = serde_json::from_str(FIXTURE).unwrap();
        for case in fixture.as_array().unwrap() {
            let documents: Vec<Vec<u32>> =
                serde_json::from_value(case["documents"].clone()).unwrap();
            let words = case["tfidf"][0].as_array().unwrap().len();
            let names = (0..words).map(|v| format!("w{v}")).collect();
            let corpus = Corpus::from_documents(Vocabulary::new(names), &documents).unwrap();
            let (weights, counts) = (tfidf::weights(&corpus), tfidf::counts(&corpus));
            check(&weights, words, &case["svd_tfidf"], &case["words_tfidf"]);
            check(&counts, words, &case["svd_counts"], &case["words_counts"]);
        }
    }

    #[test]
    fn equal_singular_values_both_come() {
        let rows = vec![vec![(0, 3.0)], vec![(1, 3.0)], vec![]];
        let found = components(&rows, 3, 5).unwrap();
        let values: Vec<f64> = found.iter().map(|c| c.value).collect();
        assert_eq!(values, [3.0, 3.0]);
        assert_eq!(components(&[], 3, 5), Ok(vec![]));
    }

    #[test]
    fn what_is_too_large_is_refused_with_a_way_out() {
        let rows: Vec<Row> = (0..=MOST as u32).map(|i| vec![(i, 1.0)]).collect();
        let error = components(&rows, MOST + 1, 2).unwrap_err();
        assert!(error.to_string().contains("--max-features 2000"), "{error}");
    }
}
