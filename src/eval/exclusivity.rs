//! Exclusivity: how far the top words of a topic are its own.
//!
//! ```text
//! exclusivity = mean over topics k of the mean over its top words v of phi_kv / Σ_j phi_jv
//! ```
//!
//! From about 1/K, where all topics share their words, to 1, where none does. The ratio is
//! the one inside FREX (Bischof and Airoldi, Summarizing topical content with word
//! frequency and exclusivity, ICML 2012, section 3.1), with one weight for all topics.

use crate::model::phi::Phi;

/// The mean over topics, from 0 to 1, of `tops`, the top words of each topic by id (K
/// lists); a topic without a word is left out. `None` when no topic has one.
///
/// The cost is K for every word listed.
pub fn exclusivity(phi: &Phi, tops: &[Vec<u32>]) -> Option<f64> {
    let mut column = vec![0.0; phi.topics()];
    let (mut sum, mut topics) = (0.0, 0_usize);
    for (k, words) in tops.iter().enumerate().filter(|(_, w)| !w.is_empty()) {
        let mut own = 0.0;
        for &word in words {
            phi.fill(word, &mut column);
            let all: f64 = column.iter().sum();
            // A word that no topic has belongs to none.
            own += if all > 0.0 { column[k] / all } else { 0.0 };
        }
        sum += own / words.len() as f64;
        topics += 1;
    }
    (topics > 0).then(|| sum / topics as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_those_worked_out_by_hand() {
        // Word after word: topic 0 has phi (3/4, 1/4, 0), topic 1 (1/4, 1/4, 1/2).
        let phi = Phi::of_weights(2, vec![3.0, 1.0, 1.0, 1.0, 0.0, 2.0]);
        let got = exclusivity(&phi, &[vec![0, 1], vec![2]]).unwrap();
        let first = (0.75 / 1.0 + 0.25 / 0.5) / 2.0;
        assert!((got - (first + 1.0) / 2.0).abs() < 1e-15);
        // The topic without words is left out.
        let got = exclusivity(&phi, &[vec![0], vec![]]).unwrap();
        assert!((got - 0.75).abs() < 1e-15);
        assert_eq!(exclusivity(&phi, &[vec![], vec![]]), None);
    }
}
