//! Classical multidimensional scaling: points in the plane whose distances come near to
//! given ones (Torgerson 1952; Gower 1966).
//!
//! With D² the squared distances and J = I − 11ᵀ/n, the points are the eigenvectors of
//! B = −½ J D² J with the two largest eigenvalues, each as long as the root of its
//! eigenvalue. The trace of B is the sum of the squared distances from the centre, and
//! the two eigenvalues are what the plane keeps of it.
//!
//! Up to [`DENSE`] points all eigenvectors are computed. For more, the two are found in
//! the space of v, Bv, B²v … of a few vectors (block Krylov: Golub and Underwood 1977;
//! Musco and Musco 2015), which takes products with B alone.

use crate::random::{GOLDEN, mix, unit};
use nalgebra::{DMatrix, DVector, SymmetricEigen};

/// Points up to which all eigenvectors are computed.
const DENSE: usize = 160;

/// Vectors that a round adds: an eigenvalue may be as often as this.
const BLOCK: usize = 4;

/// Directions at most, in which the vectors are sought.
const DIRECTIONS: usize = 240;

/// How exact a vector is: what is left of Bv − λv, for the largest λ 1.
const EXACT: f64 = 1e-10;

/// Eigenvalues below this share of the trace are rounding.
const SMALLEST: f64 = 1e-12;

/// Points in the plane.
#[derive(Debug, Clone, PartialEq)]
pub struct Scaled {
    /// The points (length n), their mean in the origin. Of each axis the coordinate that
    /// is largest in size, the first of several, is positive.
    pub points: Vec<[f64; 2]>,
    /// The eigenvalues of the two axes, the larger first, at least 0.
    pub axes: [f64; 2],
    /// The trace of B: the sum of all eigenvalues, at least 0.
    pub trace: f64,
}

/// The points of n things whose squared distances are `squared` (n×n, symmetric, row
/// after row). The distances are those of points in a space of any dimension, as square
/// roots of the Jensen–Shannon divergence are: then no eigenvalue is negative.
pub fn classical(squared: &[f64], n: usize) -> Scaled {
    let b = centred(squared, n);
    let trace = b.trace().max(0.0);
    let vectors = if n <= DENSE { all(b) } else { largest(&b) };
    let mut scaled = Scaled {
        points: vec![[0.0; 2]; n],
        axes: [0.0; 2],
        trace,
    };
    for (axis, (value, vector)) in vectors.into_iter().enumerate() {
        if value <= SMALLEST * trace {
            continue;
        }
        scaled.axes[axis] = value;
        let first = |best: f64, x: &f64| {
            if x.abs() > best.abs() + 1e-9 {
                *x
            } else {
                best
            }
        };
        let sign = vector.iter().fold(0.0, first).signum();
        for (point, x) in scaled.points.iter_mut().zip(&vector) {
            point[axis] = sign * value.sqrt() * x;
        }
    }
    scaled
}

/// −½ J D² J.
pub(super) fn centred(squared: &[f64], n: usize) -> DMatrix<f64> {
    let rows: Vec<f64> = squared
        .chunks_exact(n.max(1))
        .map(|row| row.iter().sum::<f64>() / n as f64)
        .collect();
    let mean = rows.iter().sum::<f64>() / n.max(1) as f64;
    DMatrix::from_fn(n, n, |i, j| {
        -0.5 * (squared[i * n + j] - rows[i] - rows[j] + mean)
    })
}

/// The two largest eigenvalues with their vectors, of all.
pub(super) fn all(b: DMatrix<f64>) -> Vec<(f64, Vec<f64>)> {
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
pub(super) fn largest(b: &DMatrix<f64>) -> Vec<(f64, Vec<f64>)> {
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
    fn best(&self) -> (Vec<(f64, Vec<f64>)>, f64) {
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
