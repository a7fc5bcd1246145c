//! The two largest eigenvalues of a symmetric matrix, with their vectors.
//!
//! Up to 160 rows all eigenvectors are computed. For more, the two are found in the
//! space of v, Bv, B²v … of a few vectors (block Krylov: Golub and Underwood 1977; Musco
//! and Musco 2015), which takes products with B alone.

use crate::random::{GOLDEN, mix, unit};
use nalgebra::{DMatrix, DVector, SymmetricEigen};

/// Rows up to which all eigenvectors are computed.
const DENSE: usize = 160;

/// Vectors that a round adds: an eigenvalue may be as often as this.
const BLOCK: usize = 4;

/// Directions at most, in which the vectors are sought.
const DIRECTIONS: usize = 240;

/// How exact a vector is: what is left of Bv − λv, for the largest λ 1.
const EXACT: f64 = 1e-10;

/// An eigenvalue and its vector, of Euclidean length 1; its sign is arbitrary, but the
/// same for the same matrix.
pub type Pair = (f64, Vec<f64>);

/// The two largest, the larger first; fewer where there are fewer rows.
pub fn two_largest(b: DMatrix<f64>) -> Vec<Pair> {
    if b.nrows() <= DENSE {
        of_all(b)
    } else {
        of_space(&b)
    }
}

/// The two largest eigenvalues with their vectors, of all.
pub(super) fn of_all(b: DMatrix<f64>) -> Vec<Pair> {
    if b.is_empty() {
        return Vec::new();
    }
    let eigen = SymmetricEigen::new(b);
    let two = order(&eigen.eigenvalues).into_iter().take(2);
    let vector = |i| eigen.eigenvectors.column(i).iter().copied().collect();
    two.map(|i| (eigen.eigenvalues[i], vector(i))).collect()
}

/// The places of values, the largest first.
fn order(values: &DVector<f64>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[j].total_cmp(&values[i]).then(i.cmp(&j)));
    order
}

/// The two largest, by the Krylov space of [`BLOCK`] vectors.
pub(super) fn of_space(b: &DMatrix<f64>) -> Vec<Pair> {
    let n = b.nrows();
    let mut space = Space {
        basis: DMatrix::zeros(n, 0),
        images: DMatrix::zeros(n, 0),
    };
    let (mut drawn, mut look) = (0, 10 * BLOCK);
    let most = DIRECTIONS.min(n);
    let mut new = DMatrix::zeros(n, 0);
    loop {
        if new.ncols() == 0 {
            // At the start, and where the space is closed under B.
            new = DMatrix::from_fn(n, BLOCK, |i, j| {
                let at = ((drawn + j) * n + i) as u64 + 1;
                unit(mix(at.wrapping_mul(GOLDEN))) - 0.5
            });
            drawn += BLOCK;
        }
        new = space.add(b, &new);
        let directions = space.basis.ncols();
        if directions >= look || directions >= most {
            let (pairs, left) = space.best();
            if left <= EXACT || directions >= most {
                return pairs;
            }
            look += look / 2;
        }
    }
}

/// Orthonormal directions and what B makes of them.
struct Space {
    basis: DMatrix<f64>,
    images: DMatrix<f64>,
}

impl Space {
    /// Adds what is new in the columns, and answers with their images.
    fn add(&mut self, b: &DMatrix<f64>, columns: &DMatrix<f64>) -> DMatrix<f64> {
        let (n, before) = (b.nrows(), self.basis.ncols());
        for column in columns.column_iter() {
            let mut vector = column.clone_owned();
            let length = vector.norm();
            // Twice is enough (Giraud and others 2005).
            for _ in 0..2 {
                let parts = self.basis.tr_mul(&vector);
                vector -= &self.basis * parts;
            }
            let rest = vector.norm();
            let at = self.basis.ncols();
            if rest > 1e-9 * length && at < n {
                let basis = std::mem::replace(&mut self.basis, DMatrix::zeros(0, 0));
                self.basis = basis.insert_column(at, 0.0);
                self.basis.set_column(at, &(vector / rest));
            }
        }
        let added = self.basis.columns(before, self.basis.ncols() - before);
        let images = b * added;
        let mut all = std::mem::replace(&mut self.images, DMatrix::zeros(0, 0));
        all = all.insert_columns(before, images.ncols(), 0.0);
        all.columns_mut(before, images.ncols()).copy_from(&images);
        self.images = all;
        images
    }

    /// The two largest eigenvalues and vectors of B in the space (Rayleigh and Ritz), and
    /// what is left of Bv − λv at most.
    fn best(&self) -> (Vec<Pair>, f64) {
        let inside = self.basis.tr_mul(&self.images);
        let inside = 0.5 * (&inside + inside.transpose());
        let eigen = SymmetricEigen::new(inside);
        let (mut pairs, mut left, mut scale) = (Vec::new(), 0.0_f64, f64::MIN_POSITIVE);
        for i in order(&eigen.eigenvalues).into_iter().take(2) {
            let (value, weights) = (eigen.eigenvalues[i], eigen.eigenvectors.column(i));
            let vector = &self.basis * weights;
            let rest = &self.images * weights - &vector * value;
            scale = scale.max(value.abs());
            left = left.max(rest.norm());
            pairs.push((value, vector.iter().copied().collect()));
        }
        (pairs, left / scale)
    }
}
