//! How much of the truth a fit has found, where the truth is known: of a corpus that was
//! drawn from the model.
//!
//! Topics are paired with the true ones by [`align`]. For each number there is the value
//! that it would have were z known: what is unknown of z comes on top, so that a fit
//! that does worse than that need not be a bad one.

use super::align::{Alignment, align};
use crate::model::beta::{distribution, mean_deviation};
use crate::model::phi::Phi;

/// Intervals hold this share of the posterior, as much of the rest on either side.
pub const INTERVAL: f64 = 0.9;

/// What a corpus was drawn from.
#[derive(Debug, Clone, Copy)]
pub struct Truth<'a> {
    /// phi (K×V).
    pub phi: &'a Phi,
    /// theta (D×K, document after document).
    pub theta: &'a [f64],
}

/// What is known of a fit. Given z, or in the mean field, theta_d ~ Dir(α + n_d) and
/// phi_k ~ Dir(η + n_k); a Dirichlet is its mean times its sum.
pub struct Fit<'a> {
    /// The means of phi (K×V).
    pub phi: &'a Phi,
    /// n_k + Ση (length K); `None` where phi has no prior.
    pub topic_sums: Option<Vec<f64>>,
    /// The mean of theta of a document (length K).
    pub theta: &'a dyn Fn(usize) -> Vec<f64>,
    /// N_d + Σα (length D); `None` where theta has no prior.
    pub document_sums: Option<Vec<f64>>,
}

/// How near a fit is to the truth.
#[derive(Debug, Clone, PartialEq)]
pub struct Recovery {
    /// For each true topic its partner in the fit, and their cosine.
    pub topics: Alignment,
    /// About the cosine that each pair would have, were phi_k of the truth a draw from its
    /// Dirichlet: |m| / √E|φ|², m its mean. From 0 to 1.
    pub cosines_given_z: Option<Vec<f64>>,
    /// The mean over documents and topics of |θ_dk − its estimate|, from 0 to 1.
    pub theta_error: f64,
    /// The same were theta_d of the truth a draw from its Dirichlet: the mean absolute
    /// deviations of its beta marginals.
    pub theta_error_given_z: Option<f64>,
    /// P(θ_dk ≤ the true one) under the beta marginal of the fit (D×K by true topic).
    pub levels: Option<Vec<f64>>,
}

impl Recovery {
    /// The mean of the cosines.
    pub fn mean_cosine(&self) -> f64 {
        let cosines = &self.topics.cosines;
        cosines.iter().sum::<f64>() / cosines.len().max(1) as f64
    }

    /// The share of true θ_dk that lie in the central [`INTERVAL`] of this one draw's
    /// Dirichlet. One z knows nothing of how uncertain z is, so fewer than that share are to
    /// be expected.
    pub fn coverage(&self) -> Option<f64> {
        coverage(self.levels.as_deref()?, 1.0)
    }
}

/// The share of levels, each the sum over so many draws, within the central interval.
fn coverage(levels: &[f64], draws: f64) -> Option<f64> {
    let tail = (1.0 - INTERVAL) / 2.0;
    let inside = levels
        .iter()
        .filter(|&level| (tail..=1.0 - tail).contains(&(level / draws)));
    let inside = inside.count();
    (draws > 0.0 && !levels.is_empty()).then(|| inside as f64 / levels.len() as f64)
}

/// Draws of a chain together: their mixture is the posterior of θ_dk, and of the true values
/// [`INTERVAL`] lie in its intervals, were the chain long enough (Cook, Gelman and Rubin,
/// Validation of software for Bayesian models using posterior quantiles, 2006).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Kept {
    draws: u64,
    levels: Vec<f64>,
}

impl Kept {
    /// Adds a draw; one without levels, or of another size, is left out.
    pub fn add(&mut self, recovery: &Recovery) {
        let Some(levels) = &recovery.levels else {
            return;
        };
        if self.draws == 0 {
            self.levels = vec![0.0; levels.len()];
        }
        if self.levels.len() == levels.len() {
            self.draws += 1;
            self.levels
                .iter_mut()
                .zip(levels)
                .for_each(|(sum, level)| *sum += level);
        }
    }

    /// How many draws there are.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// The share of true θ_dk within the interval of all draws; `None` before the first.
    pub fn coverage(&self) -> Option<f64> {
        coverage(&self.levels, self.draws as f64)
    }
}

/// Holds a fit against the truth; `None` where the numbers of topics or words differ, or
/// theta is not that of as many documents as `documents`.
pub fn recovery(truth: Truth<'_>, fit: &Fit<'_>, documents: usize) -> Option<Recovery> {
    let topics = align(truth.phi, fit.phi)?;
    let k = truth.phi.topics();
    if documents == 0 || truth.theta.len() != documents * k {
        return None;
    }
    let (mut error, mut expected) = (0.0, 0.0);
    let mut levels = Vec::new();
    for (d, own) in truth.theta.chunks_exact(k).enumerate() {
        let found = (fit.theta)(d);
        for (&share, &partner) in own.iter().zip(&topics.partners) {
            let mean = found[partner];
            error += (share - mean).abs();
            if let Some(sums) = &fit.document_sums {
                let (a, b) = (mean * sums[d], (1.0 - mean) * sums[d]);
                // One topic has all of the document, and a point no width.
                if a > 0.0 && b > 0.0 {
                    expected += mean_deviation(a, b);
                    levels.push(distribution(share.clamp(0.0, 1.0), a, b));
                }
            }
        }
    }
    let cells = truth.theta.len() as f64;
    let whole = levels.len() == truth.theta.len();
    Some(Recovery {
        cosines_given_z: cosines_given_z(fit, &topics),
        topics,
        theta_error: error / cells,
        theta_error_given_z: whole.then_some(expected / cells),
        levels: whole.then_some(levels),
    })
}

/// With m the mean and s the sum of a Dirichlet, E φ_v² = m_v (s m_v + 1) / (s + 1).
fn cosines_given_z(fit: &Fit<'_>, topics: &Alignment) -> Option<Vec<f64>> {
    let sums = fit.topic_sums.as_ref()?;
    let mut squares = vec![0.0; fit.phi.topics()];
    let mut row = vec![0.0; squares.len()];
    for word in 0..fit.phi.words() as u32 {
        fit.phi.fill(word, &mut row);
        for (square, m) in squares.iter_mut().zip(&row) {
            *square += m * m;
        }
    }
    let of = |&k: &usize| {
        let whole = (sums[k] * squares[k] + 1.0) / (sums[k] + 1.0);
        (squares[k] / whole).sqrt()
    };
    Some(topics.partners.iter().map(of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phi(rows: &[&[f64]]) -> Phi {
        let words = rows[0].len();
        let weights = (0..words).flat_map(|v| rows.iter().map(move |row| row[v]));
        Phi::of_weights(rows.len(), weights.collect())
    }

    /// Two topics in the other order. Beta(1, 1) has mean deviation 1/4 and is even, so that
    /// levels are the shares themselves; Beta(2, 1) has P(X ≤ x) = x² and mean deviation
    /// 16/81.
    #[test]
    fn numbers_worked_by_hand() {
        let (truth, found) = (
            phi(&[&[3.0, 1.0], &[0.0, 1.0]]),
            phi(&[&[0.0, 1.0], &[3.0, 1.0]]),
        );
        let theta = [0.98, 0.02, 0.25, 0.75];
        let means = [[0.5, 0.5], [1.0 / 3.0, 2.0 / 3.0]];
        let fit = Fit {
            phi: &found,
            topic_sums: Some(vec![4.0, 4.0]),
            theta: &|d| means[d].to_vec(),
            document_sums: Some(vec![2.0, 3.0]),
        };
        let truth = Truth {
            phi: &truth,
            theta: &theta,
        };
        let got = recovery(truth, &fit, 2).unwrap();
        assert_eq!(got.topics.partners, [1, 0]);
        assert!((got.mean_cosine() - 1.0).abs() < 1e-12);
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        // |0.98 − 1/2| twice, then |1/4 − 2/3| twice.
        near(got.theta_error, (0.48 + 5.0 / 12.0) / 2.0);
        near(got.theta_error_given_z.unwrap(), (0.25 + 16.0 / 81.0) / 2.0);
        // The second document: θ_0 ~ Beta(2, 1), θ_1 ~ Beta(1, 2).
        let levels = got.levels.clone().unwrap();
        for (level, want) in levels.iter().zip([0.98, 0.02, 0.0625, 1.0 - 0.0625]) {
            near(*level, want);
        }
        assert_eq!(got.coverage(), Some(0.5));
        // m = (3/4, 1/4): |m|² = 5/8, E|φ|² = (4·5/8 + 1)/5 = 7/10.
        near(
            got.cosines_given_z.as_ref().unwrap()[0],
            (0.625_f64 / 0.7).sqrt(),
        );
        let mut kept = Kept::default();
        assert_eq!(kept.coverage(), None);
        kept.add(&got);
        // A second draw that lies elsewhere brings the mixture's level to the middle.
        kept.add(&Recovery {
            levels: Some(vec![0.5, 0.5, 0.0, 0.0]),
            ..got.clone()
        });
        assert_eq!((kept.draws(), kept.coverage()), (2, Some(0.75)));
        assert_eq!(recovery(truth, &fit, 3), None);
    }
}
