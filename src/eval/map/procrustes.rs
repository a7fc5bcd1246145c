//! The rotation or reflection that carries points nearest to others (Schönemann 1966).
//!
//! With M = Σ_i x_iᵀ y_i, both sets about their means, the orthogonal R that makes
//! Σ_i |x_i R − y_i|² smallest makes tr(RᵀM) largest. In the plane that is a closed form:
//! the best rotation has its angle in the direction of (M₁₁ + M₂₂, M₁₂ − M₂₁), the best
//! reflection in that of (M₁₁ − M₂₂, M₁₂ + M₂₁), and the longer of the two vectors wins.

/// An orthogonal matrix of the plane; a point is a row and stands before it.
pub type Turn = [[f64; 2]; 2];

/// The turn that carries the points nearest to those of `onto`, pair by pair; sizes and
/// places of the two sets do not matter, and where every turn is as good nothing turns.
pub fn turn(points: &[[f64; 2]], onto: &[[f64; 2]]) -> Turn {
    let (x, y) = (mean(points), mean(onto));
    let mut m = [[0.0; 2]; 2];
    for (p, q) in points.iter().zip(onto) {
        for (i, row) in m.iter_mut().enumerate() {
            for (j, sum) in row.iter_mut().enumerate() {
                *sum += (p[i] - x[i]) * (q[j] - y[j]);
            }
        }
    }
    let rotation = [m[0][0] + m[1][1], m[0][1] - m[1][0]];
    let reflection = [m[0][0] - m[1][1], m[0][1] + m[1][0]];
    let length = |v: [f64; 2]| v[0].hypot(v[1]);
    let most = length(rotation).max(length(reflection));
    if most <= f64::MIN_POSITIVE {
        [[1.0, 0.0], [0.0, 1.0]]
    } else if length(rotation) >= length(reflection) {
        let [c, s] = rotation.map(|v| v / most);
        [[c, s], [-s, c]]
    } else {
        let [c, s] = reflection.map(|v| v / most);
        [[c, s], [s, -c]]
    }
}

/// The point after the turn.
pub fn turned([x, y]: [f64; 2], turn: &Turn) -> [f64; 2] {
    [
        x * turn[0][0] + y * turn[1][0],
        x * turn[0][1] + y * turn[1][1],
    ]
}

fn mean(points: &[[f64; 2]]) -> [f64; 2] {
    let n = points.len().max(1) as f64;
    [0, 1].map(|axis| points.iter().map(|p| p[axis]).sum::<f64>() / n)
}
