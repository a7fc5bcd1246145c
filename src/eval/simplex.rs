//! Dirichlet distributions as pictures need them: the density, its marginals, and the levels
//! that hold given shares of it.
//!
//! Two properties make pictures of three components out of any number (N. Balakrishnan and
//! V. B. Nevzorov, A Primer on Statistical Distributions, 2003, chapter 27; J. Aitchison, The
//! Statistical Analysis of Compositional Data, 1986, section 3.3):
//!
//! - *parts*: components divided by their sum, (x_i, x_j, x_k) / (x_i + x_j + x_k), are
//!   Dir(α_i, α_j, α_k), whatever the others are;
//! - *sums*: components added up are Dirichlet again, with the sums of their α. One
//!   component alone against the rest is Beta(α_i, Σα − α_i).

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

    /// [`levels`] on [`grid`] or [`line`], for two or three components; `None` for others.
    pub fn levels(&self, cells: usize, contents: &[f64]) -> Option<Vec<f64>> {
        let ln = |at: &[f64]| self.ln_density(at);
        let values: Option<Vec<f64>> = match self.alpha.len() {
            2 => line(cells).map(|at| ln(&at)).collect(),
            3 => grid(cells).map(|at| ln(&at)).collect(),
            _ => None,
        };
        Some(levels(&values?, contents))
    }
}

/// The middles of `cells` equal parts of the line from (0, 1) to (1, 0).
pub fn line(cells: usize) -> impl Iterator<Item = [f64; 2]> {
    let x = move |i: usize| (i as f64 + 0.5) / cells as f64;
    (0..cells).map(move |i| [x(i), 1.0 - x(i)])
}

/// The middles of the `cells`² equal triangles into which lines parallel to the sides, at
/// `cells` steps, cut a triangle. The least component is 1/(3 cells): never at the rim.
pub fn grid(cells: usize) -> impl Iterator<Item = [f64; 3]> {
    let at = move |i: usize, j: usize, third: f64| {
        let [x, y] = [i, j].map(|step| (step as f64 + third / 3.0) / cells as f64);
        [x, y, 1.0 - x - y]
    };
    (0..cells).flat_map(move |i| {
        let up = (0..cells - i).map(move |j| at(i, j, 1.0));
        let down = (0..cells - i - 1).map(move |j| at(i, j, 2.0));
        up.chain(down)
    })
}

/// Highest-density levels: for each of `contents` (0 to 1) the ln density such that the cells
/// with at least that density hold at least that share of the whole, and no fewer would
/// (R. J. Hyndman, Computing and graphing highest density regions, The American Statistician
/// 50, 1996). `ln_densities` are finite and of cells of equal size: a density with poles is
/// one that is finite in every cell, and what it has beyond the resolution of the grid
/// belongs to none. Empty where there is no cell.
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
        cells: usize,
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
            let got = dirichlet(&case.alpha).levels(case.cells, &case.contents);
            for (got, want) in got.unwrap().into_iter().zip(case.levels) {
                assert!(near(got, want), "{:?}: {got} {want}", case.alpha);
            }
        }
    }

    /// Dir(2, 1, 1) is 6 x, and x is Beta(2, 2): above c it has 1 − c² (3 − 2c). And on the
    /// line Beta(2, 1) is 2 x, above c it has 1 − c².
    #[test]
    fn levels_come_near_to_closed_forms() {
        let contents = [0.5, 0.8, 0.95];
        let got = dirichlet(&[2.0, 1.0, 1.0]).levels(500, &contents).unwrap();
        for (level, content) in got.into_iter().zip(contents) {
            let c = level.exp() / 6.0;
            let above = 1.0 - c * c * (3.0 - 2.0 * c);
            assert!((above - content).abs() < 0.005, "{above} {content}");
        }
        let got = dirichlet(&[2.0, 1.0]).levels(100_000, &contents).unwrap();
        for (level, content) in got.into_iter().zip(contents) {
            let want = (2.0 * (1.0_f64 - content).sqrt()).ln();
            assert!((level - want).abs() < 1e-4, "{level} {want}");
        }
    }

    #[test]
    fn a_flat_density_has_one_level_and_a_pole_no_infinity() {
        let flat = dirichlet(&[1.0; 3]).levels(20, &[0.1, 0.9]).unwrap();
        assert!(
            flat.iter()
                .all(|level| near(*level, std::f64::consts::LN_2))
        );
        for small in [0.5, 1e-3, 1e-100] {
            let levels = dirichlet(&[small, small, 0.2]).levels(40, &[0.5, 0.95]);
            let levels = levels.unwrap();
            assert!(levels.iter().all(|level| level.is_finite()), "{levels:?}");
            assert!(levels[0] >= levels[1]);
        }
        assert_eq!(levels(&[], &[0.5]), Vec::<f64>::new());
    }

    #[test]
    fn the_grid_is_the_triangle_and_the_density_sums_to_one_over_it() {
        let points: Vec<[f64; 3]> = grid(300).collect();
        assert_eq!(points.len(), 90_000);
        assert!(points.iter().flatten().all(|x| *x > 1.0 / 901.0));
        // The triangle has area ½ over the first two components.
        let whole = dirichlet(&[2.0, 3.0, 1.5]);
        let sum: f64 = points
            .iter()
            .map(|at| whole.ln_density(at).unwrap().exp())
            .sum();
        assert!((sum * 0.5 / 90_000.0 - 1.0).abs() < 1e-3, "{sum}");
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
        assert_eq!(dirichlet(&[1.0]).levels(9, &[0.5]), None);
        assert_eq!(half.mean(), [1.0 / 7.0, 2.0 / 7.0, 4.0 / 7.0]);
    }
}
