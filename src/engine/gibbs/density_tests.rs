//! The density of the uncollapsed sampler.

use super::exact_tests::{case, case_b, chain};
use crate::engine::{Engine, Kind};

/// E[log p(w, z, theta, phi)] under the posterior, by a sum over every z: given z,
/// theta and phi are Dirichlet, with known expected logarithms.
#[test]
fn the_density_has_its_exact_mean() {
    use crate::model::special::digamma;
    let c = case_b();
    let (alpha, eta) = c.priors();
    let ln_dirichlet =
        |a: &[f64]| libm::lgamma(a.iter().sum()) - a.iter().map(|x| libm::lgamma(*x)).sum::<f64>();
    // Σ (posterior − 1) E[ln p], p ~ Dir(posterior), with the prior's constant.
    let part = |prior: &[f64], counts: &[f64]| {
        let posterior: Vec<f64> = prior.iter().zip(counts).map(|(a, n)| a + n).collect();
        let total = digamma(posterior.iter().sum());
        let logs = posterior.iter().map(|p| (p - 1.0) * (digamma(*p) - total));
        ln_dirichlet(prior) + logs.sum::<f64>()
    };
    let (a, e): (Vec<f64>, Vec<f64>) = (alpha.values().collect(), eta.values().collect());
    let density = |z: &[u16]| {
        let state = c.state(z);
        let documents: f64 = (0..2)
            .map(|d| {
                let mut counts = Vec::new();
                state.document_counts(&c.corpus, d, &mut counts);
                part(&a, &[f64::from(counts[0]), f64::from(counts[1])])
            })
            .sum();
        let topics: f64 = (0..2)
            .map(|k| part(&e, &[0, 1].map(|v| f64::from(state.count(v, k)))))
            .sum();
        documents + topics
    };
    let want: f64 = c
        .all()
        .iter()
        .zip(c.posterior())
        .map(|(z, p)| p * density(z))
        .sum();
    const BATCHES: usize = 50;
    let mut chain = chain(Kind::Uncollapsed, &c);
    let means: Vec<f64> = (0..BATCHES)
        .map(|_| {
            let batch = (0..4_000).map(|_| {
                chain.advance(usize::MAX);
                chain.density().unwrap()
            });
            batch.sum::<f64>() / 4_000.0
        })
        .collect();
    let mean = means.iter().sum::<f64>() / BATCHES as f64;
    let variance = means.iter().map(|m| (m - mean).powi(2)).sum::<f64>() / (BATCHES - 1) as f64;
    let error = (variance / BATCHES as f64).sqrt();
    assert!(
        (mean - want).abs() < 4.0 * error,
        "{mean} ± {error}, want {want}"
    );
    assert!(error < 0.05, "{error}");
}

/// A prior so small that theta and phi fit no floating-point number.
#[test]
fn fifteen_thousand_words_under_a_small_eta_have_no_logarithm_of_zero() {
    let words: Vec<u32> = (0..15_000).collect();
    let documents: Vec<&[u32]> = words.chunks(100).collect();
    let c = case(&documents, 15_000, &[0.1; 4], &[0.01; 15_000]);
    let mut chain = chain(Kind::Uncollapsed, &c);
    for _ in 0..3 {
        chain.advance(usize::MAX);
        assert!(chain.density().unwrap().is_finite());
        assert!(chain.objective().total().is_finite());
    }
}
