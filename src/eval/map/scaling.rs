//! Classical multidimensional scaling: points in the plane whose distances come near to
//! given ones (Torgerson 1952; Gower 1966).
//!
//! With D² the squared distances and J = I − 11ᵀ/n, the points are the eigenvectors of
//! B = −½ J D² J with the two largest eigenvalues, each as long as the root of its
//! eigenvalue. The trace of B is the sum of the squared distances from the centre, and
//! the two eigenvalues are what the plane keeps of it.

use super::eigen::two_largest;
use nalgebra::DMatrix;

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
    let mut scaled = Scaled {
        points: vec![[0.0; 2]; n],
        axes: [0.0; 2],
        trace,
    };
    for (axis, (value, vector)) in two_largest(b).into_iter().enumerate() {
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
