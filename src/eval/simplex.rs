//! Dirichlet distributions as pictures need them: the density, its marginals, and the levels
//! that hold given shares of it.
//!
//! Two properties make pictures of three components out of any number (N. Balakrishnan and
//! V. B. Nevzorov, A Primer on Statistical Distributions, 2003, chapter 27):
//!
//! - *parts*: components divided by their sum, (x_i, x_j, x_k) / (x_i + x_j + x_k), are
//!   Dir(α_i, α_j, α_k), whatever the others are;
//! - *sums*: components added up are Dirichlet again, with the sums of their α. One
//!   component alone against the rest is Beta(α_i, Σα − α_i).

use std::f64::consts::LN_2;

/// How far a point may be off a sum of 1.
const OFF: f64 = 1e-9;

/// A Dirichlet distribution.
#[derive(Debug, Clone, PartialEq)]
pub struct Dirichlet {
    alpha: Vec<f64>,
    /// ln Γ(Σα) − Σ ln Γ(α_i).
    constant: f64,
}

impl Dirichlet {
    /// Dir(alpha), of any length from 1; `None` unless every value, and their sum, is above
    /// 0 and finite.
    pub fn new(alpha: Vec<f64>) -> Option<Self> {
        let sum: f64 = alpha.iter().sum();
        let fits = alpha.iter().all(|a| *a > 0.0) && sum.is_finite() && !alpha.is_empty();
        let ones = alpha.iter().map(|a| libm::lgamma(*a)).sum::<f64>();
        let constant = libm::lgamma(sum) - ones;
        (fits && constant.is_finite()).then_some(Self { alpha, constant })
    }

    /// Its parameters.
    pub fn alpha(&self) -> &[f64] {
        &self.alpha
    }

    /// Whether the density is the same everywhere.
    pub fn is_flat(&self) -> bool {
        self.alpha.iter().all(|a| *a == 1.0)
    }

    /// The natural logarithm of the density at a point of the simplex (one component for
    /// each of alpha, sum 1), with respect to all components but the last:
    /// ln Γ(Σα) − Σ ln Γ(α_i) + Σ (α_i − 1) ln x_i (Blei, Ng and Jordan 2003, equation 1).
    /// `None` for what is no such point, and at the rim where the density is 0 or infinite.
    pub fn ln_density(&self, at: &[f64]) -> Option<f64> {
        let on = at.len() == self.alpha.len()
            && at.iter().all(|x| *x >= 0.0)
            && (at.iter().sum::<f64>() - 1.0).abs() <= OFF;
        let term = |(a, x): (&f64, &f64)| match a - 1.0 {
            0.0 => 0.0,
            power => power * x.ln(),
        };
        let ln = self.constant + self.alpha.iter().zip(at).map(term).sum::<f64>();
        (on && ln.is_finite()).then_some(ln)
    }

    /// The mean, α_i / Σα (sums to 1).
    pub fn mean(&self) -> Vec<f64> {
        let sum: f64 = self.alpha.iter().sum();
        self.alpha.iter().map(|a| a / sum).collect()
    }

    /// The distribution of these components divided by their sum; `None` for a component
    /// that there is not.
    pub fn part(&self, components: &[usize]) -> Option<Self> {
        let alpha = components.iter().map(|&i| self.alpha.get(i).copied());
        Self::new(alpha.collect::<Option<_>>()?)
    }

    /// The distribution of one component and of the rest: Dir(α_i, Σα − α_i), which is
    /// Beta. `None` where there is no rest.
    pub fn alone(&self, component: usize) -> Option<Self> {
        let own = *self.alpha.get(component)?;
        let others = self.alpha.iter().enumerate();
        let others = others.filter(|(i, _)| *i != component).map(|(_, a)| a);
        Self::new(vec![own, others.sum()])
    }

    /// The mean density in each of the `side`² triangles of a [`Cells`]; `None` unless there
    /// are three components and `side` is at least 2.
    ///
    /// Inside it is the density in the middle. At the rim, where the density may be
    /// infinite and yet has a mean, powers of a component x that goes from 0 to h = 1/side
    /// are integrated: over a triangle with a side on the rim the mean of x^(a−1) is
    /// 2 h^(a−1) / (a (a + 1)), over one with a corner on it 2 h^(a−1) / (a + 1), and over
    /// one at a corner of the whole the mean of x^(a−1) y^(b−1) is
    /// 2 h^(a+b−2) Γ(a) Γ(b) / Γ(a + b + 1), by the Dirichlet integral, and that of x + y,
    /// so weighted, is h (a + b) / (a + b + 1), where the third component is taken.
    pub fn cells(&self, side: usize) -> Option<Cells> {
        if self.alpha.len() != 3 || side < 2 {
            return None;
        }
        let ln = (0..side).flat_map(|i| {
            let up = (0..side - i).map(move |j| self.mean_of([i, j, side - 1 - i - j], side, true));
            let down =
                (0..side - i - 1).map(move |j| self.mean_of([i, j, side - 2 - i - j], side, false));
            up.chain(down)
        });
        Some(Cells {
            side,
            ln: ln.collect(),
        })
    }

    /// ln of the mean density of the triangle where component i goes from `from`[i] to
    /// `from`[i] + 1 steps of 1/side; one like the whole, or one upside down.
    fn mean_of(&self, from: [usize; 3], side: usize, up: bool) -> f64 {
        let h = (side as f64).recip();
        let (rim, inner): (Vec<usize>, Vec<usize>) = (0..3).partition(|&i| from[i] == 0);
        let power = |i: usize| self.alpha[i] - 1.0;
        if let (true, &[i, j], &[k]) = (up, &rim[..], &inner[..]) {
            let (a, b) = (self.alpha[i], self.alpha[j]);
            let gammas = libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b + 1.0);
            let third = 1.0 - h * (a + b) / (a + b + 1.0);
            let powers = (a + b - 2.0) * h.ln() + power(k) * third.ln();
            return self.constant + LN_2 + powers + gammas;
        }
        let at_rim = |&i: &usize| {
            let a = self.alpha[i];
            let on_side = if up { a.ln() } else { 0.0 };
            LN_2 + power(i) * h.ln() - (a + 1.0).ln() - on_side
        };
        let third = if up { 1.0 } else { 2.0 } / 3.0;
        let within = |&i: &usize| power(i) * ((from[i] as f64 + third) * h).ln();
        let within = inner.iter().map(within).sum::<f64>();
        self.constant + rim.iter().map(at_rim).sum::<f64>() + within
    }
}

/// Mean densities in the equal triangles into which lines parallel to the sides, at `side`
/// steps, cut the triangle of three components: a density with poles at its rim, at a
/// resolution where it has none.
#[derive(Debug, Clone, PartialEq)]
pub struct Cells {
    side: usize,
    /// Row after row of the first component, in each those like the whole, then those
    /// upside down.
    ln: Vec<f64>,
}

impl Cells {
    /// ln of the mean densities (side²), of triangles of equal size.
    pub fn ln(&self) -> &[f64] {
        &self.ln
    }

    /// ln of the mean density of the triangle that a point of the simplex is in.
    pub fn at(&self, [x, y, _]: [f64; 3]) -> Option<f64> {
        let side = self.side;
        let steps = [x, y].map(|part| (part.clamp(0.0, 1.0) * side as f64).max(0.0));
        let i = (steps[0] as usize).min(side - 1);
        let j = (steps[1] as usize).min(side - 1 - i);
        let up = steps[0] - i as f64 + steps[1] - j as f64 <= 1.0 || i + j + 1 == side;
        let row = 2 * side * i - i * i;
        let at = if up { row + j } else { row + side - i + j };
        self.ln.get(at).copied()
    }

    /// [`levels`] of these densities.
    pub fn levels(&self, contents: &[f64]) -> Vec<f64> {
        levels(&self.ln, contents)
    }
}

/// The middles of `cells` equal parts of the line from (0, 1) to (1, 0).
pub fn line(cells: usize) -> impl Iterator<Item = [f64; 2]> {
    let x = move |i: usize| (i as f64 + 0.5) / cells as f64;
    (0..cells).map(move |i| [x(i), 1.0 - x(i)])
}

/// Highest-density levels: for each of `contents` (0 to 1) the ln density such that the cells
/// with at least that density hold at least that share of the whole, and no fewer would
/// (R. J. Hyndman, Computing and graphing highest density regions, The American Statistician
/// 50, 1996). `ln_densities` are finite and of cells of equal size. Empty where there is no
/// cell.
pub fn levels(ln_densities: &[f64], contents: &[f64]) -> Vec<f64> {
    let mut sorted = ln_densities.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let Some((&most, &least)) = sorted.first().zip(sorted.last()) else {
        return Vec::new();
    };
    let mut sum = 0.0;
    let mut up_to = |ln: &f64| {
        sum += (ln - most).exp();
        sum
    };
    let sums: Vec<f64> = sorted.iter().map(&mut up_to).collect();
    let level = |content: &f64| {
        // Rounding must not ask for one more cell.
        let wanted = content * sum * (1.0 - 1e-12);
        let reached = sums.partition_point(|sum| *sum < wanted);
        sorted.get(reached).copied().unwrap_or(least)
    };
    contents.iter().map(level).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::gamma::Draws;
    use crate::model::random::{Purpose, Stream};
    use crate::model::{PriorSpec, generate};
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Fixture {
        densities: Vec<Density>,
        parts: Vec<Part>,
        levels: Vec<Levels>,
    }

    #[derive(Deserialize)]
    struct Density {
        alpha: Vec<f64>,
        at: Vec<f64>,
        ln: f64,
    }

    #[derive(Deserialize)]
    struct Part {
        alpha: Vec<f64>,
        component: usize,
        x: f64,
        alone: f64,
        among: [usize; 2],
        part: f64,
    }

    #[derive(Deserialize)]
    struct Levels {
        alpha: Vec<f64>,
        side: usize,
        contents: Vec<f64>,
        levels: Vec<f64>,
    }

    fn fixture() -> Fixture {
        let text = include_str!("../../tests/fixtures/dirichlet.json");
        serde_json::from_str(text).unwrap()
    }

    fn dirichlet(alpha: &[f64]) -> Dirichlet {
        Dirichlet::new(alpha.to_vec()).unwrap()
    }

    fn near(got: f64, want: f64) -> bool {
        (got - want).abs() <= 1e-9 * want.abs().max(1.0)
    }

    #[test]
    fn densities_are_those_of_scipy() {
        for Density { alpha, at, ln } in fixture().densities {
            let got = dirichlet(&alpha).ln_density(&at).unwrap();
            assert!(near(got, ln), "{alpha:?} at {at:?}: {got} {ln}");
        }
    }

    /// One component alone, and two divided by their sum, have scipy's beta densities.
    #[test]
    fn marginals_and_parts_are_beta() {
        for case in fixture().parts {
            let (whole, at) = (dirichlet(&case.alpha), [case.x, 1.0 - case.x]);
            let alone = whole.alone(case.component).unwrap();
            assert!(near(alone.ln_density(&at).unwrap(), case.alone));
            let part = whole.part(&case.among).unwrap();
            assert!(near(part.ln_density(&at).unwrap(), case.part));
        }
    }

    #[test]
    fn levels_are_those_of_numpy_on_the_same_grid() {
        for case in fixture().levels {
            let cells = dirichlet(&case.alpha).cells(case.side).unwrap();
            assert_eq!(cells.ln().len(), case.side * case.side);
            for (got, want) in cells.levels(&case.contents).into_iter().zip(case.levels) {
                assert!(near(got, want), "{:?}: {got} {want}", case.alpha);
            }
        }
    }

    /// Dir(2, 1, 1) is 6 x, and x is Beta(2, 2): above c it has 1 − c² (3 − 2c). And on the
    /// line Beta(2, 1) is 2 x, above c it has 1 − c².
    #[test]
    fn levels_come_near_to_closed_forms() {
        let contents = [0.5, 0.8, 0.95];
        let cells = dirichlet(&[2.0, 1.0, 1.0]).cells(500).unwrap();
        for (level, content) in cells.levels(&contents).into_iter().zip(contents) {
            let c = level.exp() / 6.0;
            let above = 1.0 - c * c * (3.0 - 2.0 * c);
            assert!((above - content).abs() < 0.005, "{above} {content}");
        }
        let beta = dirichlet(&[2.0, 1.0]);
        let lns: Vec<f64> = line(100_000)
            .map(|at| beta.ln_density(&at).unwrap())
            .collect();
        for (level, content) in levels(&lns, &contents).into_iter().zip(contents) {
            let want = (2.0 * (1.0_f64 - content).sqrt()).ln();
            assert!((level - want).abs() < 1e-4, "{level} {want}");
        }
    }

    /// Whatever the poles are, the cells hold it all: for α near 0 a third of it at each
    /// corner.
    #[test]
    fn cells_hold_the_whole_density() {
        for alpha in [
            [1e-6; 3],
            [0.05, 0.2, 0.5],
            [0.5; 3],
            [1.0; 3],
            [2.0, 0.9, 4.0],
        ] {
            let cells = dirichlet(&alpha).cells(90).unwrap();
            // The triangle has area ½ over the first two components.
            let sum: f64 = cells.ln().iter().map(|ln| ln.exp()).sum();
            let sum = sum * 0.5 / 8100.0;
            assert!((sum - 1.0).abs() < 0.02, "{alpha:?}: {sum}");
        }
        let cells = dirichlet(&[1e-6; 3]).cells(90).unwrap();
        for corner in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
            let share = cells.at(corner).unwrap().exp() * 0.5 / 8100.0;
            assert!((share - 1.0 / 3.0).abs() < 1e-3, "{share}");
        }
    }

    /// Draws of the distribution are in the regions as often as these claim to hold it.
    #[test]
    fn regions_hold_their_share_of_draws() {
        const DRAWS: usize = 20_000;
        let contents = [0.5, 0.8, 0.95];
        for alpha in [[0.2, 0.2, 0.2], [0.6, 0.3, 1.5], [3.0, 5.0, 2.0]] {
            let cells = dirichlet(&alpha).cells(60).unwrap();
            let prior = PriorSpec::List(alpha.to_vec()).resolve("alpha", 3).unwrap();
            let mut draws = Draws::new(Stream::new(1, Purpose::FoldIn, 0));
            let drawn: Vec<f64> = (0..DRAWS)
                .map(|_| generate::dirichlet(&prior, &mut draws))
                .map(|at| cells.at([at[0], at[1], at[2]]).unwrap())
                .collect();
            for (level, content) in cells.levels(&contents).into_iter().zip(contents) {
                let inside = drawn.iter().filter(|ln| **ln >= level).count();
                let share = inside as f64 / DRAWS as f64;
                // Whole cells: the last one, at a corner, may be much of it.
                assert!(share > content - 0.02, "{alpha:?}: {share} {content}");
                assert!(share < content + 0.12, "{alpha:?}: {share} {content}");
            }
        }
    }

    #[test]
    fn points_are_found_in_their_cells() {
        // The density 24 x y rises with both: each cell has its own value, but for mirrors.
        let cells = dirichlet(&[2.0, 2.0, 1.0]).cells(7).unwrap();
        let whole = dirichlet(&[2.0, 2.0, 1.0]);
        for (x, y) in [(2.0, 3.0), (1.0, 1.0), (4.0, 1.0)] {
            for third in [1.0, 2.0] {
                let [x, y] = [x, y].map(|step: f64| (step + third / 3.0) / 7.0);
                let at = [x, y, 1.0 - x - y];
                let want = whole.ln_density(&at).unwrap();
                assert!(near(cells.at(at).unwrap(), want), "{at:?}");
            }
        }
    }

    #[test]
    fn a_flat_density_has_one_level_and_a_pole_no_infinity() {
        assert!(dirichlet(&[1.0; 3]).is_flat() && !dirichlet(&[1.0, 2.0]).is_flat());
        let flat = dirichlet(&[1.0; 3]).cells(20).unwrap();
        assert!(flat.ln().iter().all(|ln| near(*ln, LN_2)));
        for small in [0.5, 1e-3, 1e-100] {
            let cells = dirichlet(&[small, small, 0.2]).cells(40).unwrap();
            let levels = cells.levels(&[0.5, 0.95]);
            assert!(cells.ln().iter().all(|ln| ln.is_finite()), "{levels:?}");
            assert!(levels[0] >= levels[1]);
        }
        assert_eq!(levels(&[], &[0.5]), Vec::<f64>::new());
    }

    #[test]
    fn what_has_no_density_is_none() {
        let half = dirichlet(&[0.5, 1.0, 2.0]);
        for at in [
            [0.0, 0.5, 0.5],
            [0.5, 0.5, 0.0],
            [0.2, 0.2, 0.2],
            [-0.1, 0.6, 0.5],
            [f64::NAN, 0.5, 0.5],
        ] {
            assert_eq!(half.ln_density(&at), None, "{at:?}");
        }
        assert!(
            half.ln_density(&[0.5, 0.0, 0.5]).is_some(),
            "α 1 has no pole"
        );
        assert_eq!(half.ln_density(&[0.5, 0.5]), None);
        for alpha in [vec![], vec![0.0, 1.0], vec![1.0, f64::NAN], vec![1e308; 3]] {
            assert_eq!(Dirichlet::new(alpha), None);
        }
        assert_eq!(half.part(&[0, 3]), None);
        assert_eq!(dirichlet(&[1.0]).alone(0), None);
        assert_eq!(dirichlet(&[1.0]).cells(9), None);
        assert_eq!(half.cells(1), None);
        assert_eq!(half.mean(), [1.0 / 7.0, 2.0 / 7.0, 4.0 / 7.0]);
    }
}
