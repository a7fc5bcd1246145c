//! Fits against published numbers, finite differences and a dense solve.

use super::*;

fn minka() -> Counts {
    let rows = [
        [6, 1, 0],
        [1, 7, 1],
        [0, 2, 9],
        [5, 0, 1],
        [0, 8, 1],
        [1, 0, 7],
    ];
    Counts::new(3, rows.map(|row| row.into_iter().enumerate()))
}

fn blei() -> Logs {
    let gamma = [
        [2.1, 0.4, 0.9],
        [0.3, 3.2, 0.7],
        [1.0, 1.0, 4.5],
        [0.6, 2.4, 0.2],
    ];
    let mut sums = vec![0.0; 3];
    for row in gamma {
        let total = digamma(row.iter().sum());
        for (sum, g) in sums.iter_mut().zip(row) {
            *sum += digamma(g) - total;
        }
    }
    Logs { rows: 4.0, sums }
}

fn near(got: &[f64], want: &[f64], tolerance: f64) {
    for (g, w) in got.iter().zip(want) {
        assert!((g - w).abs() < tolerance, "{got:?} {want:?}");
    }
}

#[test]
fn minka_maximum_likelihood_of_counts() {
    let want = [0.370_595_33, 0.419_279_17, 0.488_151_29];
    let by_newton = newton(&minka(), Shape::Asymmetric, Gamma::FLAT, &[1.0; 3]);
    near(&by_newton.values, &want, 1e-8);
    assert!((by_newton.log_likelihood + 37.922_013_221_040).abs() < 1e-10);
    let by_fixed_point = fixed_point(&minka(), Shape::Asymmetric, Gamma::FLAT, &[1.0; 3]);
    near(&by_fixed_point.values, &by_newton.values, 1e-8);
    // Far starts find the same place.
    for start in [1e-3, 50.0] {
        let fit = newton(&minka(), Shape::Asymmetric, Gamma::FLAT, &[start; 3]);
        near(&fit.values, &want, 1e-8);
    }
    let symmetric = newton(&minka(), Shape::Symmetric, Gamma::FLAT, &[1.0; 3]);
    let other = fixed_point(&minka(), Shape::Symmetric, Gamma::FLAT, &[1.0; 3]);
    near(&symmetric.values, &other.values, 1e-8);
    assert!(symmetric.log_likelihood < by_newton.log_likelihood);
}

#[test]
fn blei_newton_of_expected_logarithms() {
    let fit = newton(&blei(), Shape::Asymmetric, Gamma::FLAT, &[1.0; 3]);
    near(
        &fit.values,
        &[0.363_342_26, 0.504_836_70, 0.343_004_72],
        1e-8,
    );
    assert!((fit.log_likelihood - 7.107_184_873_229).abs() < 1e-10);
}

fn check_gradient(evidence: &dyn Evidence) {
    let a = [0.7, 0.2, 1.9];
    let problem = Problem {
        evidence,
        gamma: Gamma::WEAK,
    };
    let gradient = problem.gradient(&a);
    for k in 0..3 {
        let at = |h: f64| {
            let mut moved = a;
            moved[k] += h;
            problem.value(&moved)
        };
        let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
        assert!((slope - gradient[k]).abs() < 1e-7, "{slope} {gradient:?}");
    }
}

#[test]
fn the_gradient_is_that_of_finite_differences() {
    check_gradient(&minka());
    check_gradient(&blei());
}

/// The linear-time step against the 3×3 system solved by Cramer's rule.
#[test]
fn the_linear_time_step_solves_the_dense_system() {
    let a = [0.7, 0.2, 1.9];
    let logs = blei();
    let problem = Problem {
        evidence: &logs,
        gamma: Gamma::FLAT,
    };
    let z = logs.total(a.iter().sum())[2];
    let mut h = [[z; 3]; 3];
    for k in 0..3 {
        h[k][k] += logs.component(k, a[k])[2];
    }
    let det = |m: [[f64; 3]; 3]| {
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
            - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    };
    let gradient = problem.gradient(&a);
    let dense: Vec<f64> = (0..3)
        .map(|k| {
            let mut swapped = h;
            (0..3).for_each(|row| swapped[row][k] = -gradient[row]);
            det(swapped) / det(h)
        })
        .collect();
    near(&problem.newton_step(&a), &dense, 1e-12);
}

/// Three identical two-word documents: nothing bounds alpha but its prior.
#[test]
fn a_fit_without_evidence_stays_bounded_and_says_so() {
    let rows = [[(0, 1), (1, 1)]; 3];
    let counts = Counts::new(5, rows);
    for shape in [Shape::Symmetric, Shape::Asymmetric] {
        for fit in [
            newton(&counts, shape, Gamma::WEAK, &[0.1; 5]),
            fixed_point(&counts, shape, Gamma::WEAK, &[0.1; 5]),
        ] {
            assert!(fit.weak);
            assert!(
                fit.values.iter().all(|a| (1e-6..5.0).contains(a)),
                "{fit:?}"
            );
        }
    }
    assert!(!newton(&minka(), Shape::Symmetric, Gamma::WEAK, &[1.0; 3]).weak);
}

#[test]
fn no_counts_at_all_give_a_number() {
    let empty = Counts::new(4, Vec::<Vec<(usize, u32)>>::new());
    let fit = newton(&empty, Shape::Asymmetric, Gamma::WEAK, &[0.1; 4]);
    assert!(fit.values.iter().all(|a| a.is_finite() && *a > 0.0) && fit.weak);
}
