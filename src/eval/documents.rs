//! Numbers that documents are put in order by.
//!
//! ```text
//! entropy   H(θ_d) = −Σ_k θ_dk ln θ_dk                     nats, 0 (one topic) to ln K (all alike)
//! fit       (1/N_d) Σ_n ln Σ_k θ_dk φ_k,w_dn               nats a token, at most 0
//! distance  √( ½ Σ_k (√θ_ak − √θ_bk)² )                    0 (the same mixture) to 1
//! ```
//!
//! The fit is the log of the document's part of p(w | θ, φ) (Blei, Ng and Jordan 2003,
//! equation 3, for given θ), a token: θ_d was found from the same words, so that it says
//! how well the model explains the document, and nothing of new ones. The distance is
//! Hellinger's, as Blei and Lafferty (2009, section 4) take it for finding similar documents;
//! they leave out the root and the half, which gives the same order.

use super::distances::hellinger;
use crate::model::phi::Phi;

/// The entropy of a distribution in nats, from 0 to ln of its length. What has
/// probability 0 adds nothing.
pub fn entropy(theta: &[f64]) -> f64 {
    let there = theta.iter().filter(|p| **p > 0.0);
    // One topic alone may come to a rounding error below 0.
    there.map(|p| -p * p.ln()).sum::<f64>().max(0.0)
}

/// How well phi explains documents.
#[derive(Debug)]
pub struct Explained<'a> {
    phi: &'a Phi,
    totals: Vec<f64>,
    /// theta_k over the total of topic k, of the present document.
    scaled: Vec<f64>,
    row: Vec<(usize, f64)>,
}

impl<'a> Explained<'a> {
    /// Looks words up in phi.
    pub fn new(phi: &'a Phi) -> Self {
        let totals = phi.totals();
        Self {
            phi,
            scaled: vec![0.0; totals.len()],
            totals,
            row: Vec::new(),
        }
    }

    /// The fit of a document: log likelihood a token given its theta (length K), in nats,
    /// at most 0. `None` without a token, or where one has probability 0.
    pub fn per_token(&mut self, words: &[u32], theta: &[f64]) -> Option<f64> {
        // A topic without any weight is even over the words.
        let (mut all, mut even) = (0.0, 0.0);
        for ((scaled, total), theta) in self.scaled.iter_mut().zip(&self.totals).zip(theta) {
            let filled = *total > 0.0;
            *scaled = if filled { theta / total } else { 0.0 };
            even += if filled { 0.0 } else { *theta };
            all += *scaled;
        }
        even /= self.phi.words().max(1) as f64;
        let mut sum = 0.0;
        for &word in words {
            self.phi.row(word, &mut self.row);
            let own: f64 = self.row.iter().map(|&(k, w)| w * self.scaled[k]).sum();
            sum += (own + all * self.phi.floor(word) + even).ln();
        }
        let mean = sum / words.len() as f64;
        mean.is_finite().then_some(mean)
    }
}

/// Which value comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum First {
    /// The smallest.
    Smallest,
    /// The largest.
    Largest,
}

/// Document 0, 1 … with their values in the order of those; equal ones by number, what is
/// undefined at the end.
pub fn ordered(
    values: impl IntoIterator<Item = Option<f64>>,
    first: First,
) -> Vec<(u32, Option<f64>)> {
    let mut all: Vec<(u32, Option<f64>)> = (0..).zip(values).collect();
    all.sort_by(|(_, a), (_, b)| match (a, b) {
        (Some(a), Some(b)) if first == First::Smallest => a.total_cmp(b),
        (Some(a), Some(b)) => b.total_cmp(a),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
    all
}

/// How far apart the topics of two documents are, from 0 to 1, where topics are told by
/// their ids: one that only one of the mixtures has is missing in the other.
pub fn moved((ids, theta): (&[u32], &[f64]), (old_ids, old_theta): (&[u32], &[f64])) -> f64 {
    if ids == old_ids {
        return hellinger(theta, old_theta);
    }
    let old = |id: &u32| {
        let place = old_ids.iter().position(|old| old == id);
        place.map_or(0.0, |place| old_theta[place])
    };
    let mut before: Vec<f64> = ids.iter().map(old).collect();
    let mut now = theta.to_vec();
    // All that is gone, each of it missing now.
    for (id, theta) in old_ids.iter().zip(old_theta) {
        if !ids.contains(id) {
            before.push(*theta);
            now.push(0.0);
        }
    }
    hellinger(&now, &before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entropy_is_that_of_the_textbook() {
        assert!((entropy(&[0.5, 0.25, 0.25, 0.0]) - 1.5 * 2f64.ln()).abs() < 1e-12);
        assert_eq!(entropy(&[1.0, 0.0]), 0.0);
        assert!((entropy(&[0.2; 5]) - 5f64.ln()).abs() < 1e-12);
    }

    /// theta = (¾, ¼). Of word 0 topic 0 has 3 of 4, topic 1 has 0 of 2; of word 1 1 and 2.
    /// p(0) = ¾·¾ = 9/16, p(1) = ¾·¼ + ¼·1 = 7/16.
    #[test]
    fn the_fit_is_the_mean_log_probability_of_the_tokens() {
        let phi = Phi::of_weights(2, vec![3.0, 0.0, 1.0, 2.0]);
        let mut explained = Explained::new(&phi);
        let fit = explained.per_token(&[0, 1, 1], &[0.75, 0.25]).unwrap();
        let expected = ((9.0_f64 / 16.0).ln() + 2.0 * (7.0_f64 / 16.0).ln()) / 3.0;
        assert!((fit - expected).abs() < 1e-12, "{fit}");
        assert_eq!(explained.per_token(&[], &[0.75, 0.25]), None);
        assert_eq!(
            explained.per_token(&[0], &[0.0, 1.0]),
            None,
            "probability 0"
        );
        // A topic without weights is even: ½·3/4 + ½·½.
        let phi = Phi::of_weights(2, vec![3.0, 0.0, 1.0, 0.0]);
        let fit = Explained::new(&phi).per_token(&[0], &[0.5, 0.5]).unwrap();
        assert!((fit - 0.625_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn undefined_values_come_last_whichever_is_first() {
        let values = [Some(2.0), None, Some(1.0), Some(2.0)];
        let order = |first| ordered(values, first).into_iter().map(|(d, _)| d);
        assert!(order(First::Smallest).eq([2, 0, 3, 1]));
        assert!(order(First::Largest).eq([0, 3, 2, 1]));
    }

    /// (√½ − 0)² + (√½ − √½)² + (0 − √½)² = 1; half of it has the root √½.
    #[test]
    fn a_topic_that_is_gone_counts_as_missing() {
        let distance = moved((&[1, 5], &[0.5, 0.5]), (&[3, 1], &[0.5, 0.5]));
        assert!((distance - 0.5_f64.sqrt()).abs() < 1e-12);
        assert_eq!(moved((&[1, 3], &[0.5, 0.5]), (&[3, 1], &[0.5, 0.5])), 0.0);
    }
}
