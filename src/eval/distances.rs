//! How far two distributions are apart, and how much of a corpus a topic has.
//!
//! ```text
//! Jensen–Shannon  ½ KL(p ‖ m) + ½ KL(q ‖ m),  m = ½ (p + q)     nats, 0 to ln 2
//! Hellinger       √( ½ Σ (√p − √q)² )                            0 to 1
//! topic share     p(k) = Σ_d N_d θ_dk / Σ_d N_d                  sums to 1 over topics
//! ```
//!
//! (Lin 1991, equation 4.1 with equal weights; Hellinger 1909. The topic share is what
//! Sievert and Shirley 2014 draw as the area of a topic.)

use crate::model::Prior;

/// The Jensen–Shannon divergence of two distributions over the same things, in nats,
/// from 0 (equal) to ln 2 (nothing in common). Its square root is a metric. A thing
/// with probability 0 adds nothing.
pub fn jensen_shannon(p: &[f64], q: &[f64]) -> f64 {
    let part = |x: f64, middle: f64| if x > 0.0 { x * (x / middle).ln() } else { 0.0 };
    let terms = p.iter().zip(q).map(|(&p, &q)| {
        let middle = 0.5 * (p + q);
        0.5 * (part(p, middle) + part(q, middle))
    });
    // Equal distributions may sum to a rounding error below 0.
    terms.sum::<f64>().max(0.0)
}

/// The Hellinger distance of two distributions over the same things: a metric from 0
/// (equal) to 1 (nothing in common).
pub fn hellinger(p: &[f64], q: &[f64]) -> f64 {
    let terms = p.iter().zip(q).map(|(p, q)| (p.sqrt() - q.sqrt()).powi(2));
    (0.5 * terms.sum::<f64>()).sqrt()
}

/// The share of every topic (length K, sums to 1): theta of the documents (K values
/// each) weighted with their lengths in tokens. `None` where there is no token.
pub fn topic_share<T: AsRef<[f64]>>(
    topics: usize,
    documents: impl IntoIterator<Item = (usize, T)>,
) -> Option<Vec<f64>> {
    let (mut share, mut tokens) = (vec![0.0; topics], 0);
    for (length, theta) in documents {
        tokens += length;
        for (sum, theta) in share.iter_mut().zip(theta.as_ref()) {
            *sum += length as f64 * theta;
        }
    }
    share.iter_mut().for_each(|sum| *sum /= tokens as f64);
    (tokens > 0).then_some(share)
}

/// The same from the topics of the tokens of each document and the prior alpha (length K),
/// theta being (n_dk + α_k) / (N_d + Σα): in a step for each token, whatever K is.
pub fn drawn_topic_share<'a>(
    alpha: &Prior,
    documents: impl IntoIterator<Item = &'a [u16]>,
) -> Option<Vec<f64>> {
    let (mut share, mut tokens, mut base) = (vec![0.0; alpha.len()], 0, 0.0);
    for z in documents {
        tokens += z.len();
        let weight = z.len() as f64 / (z.len() as f64 + alpha.sum());
        base += weight;
        z.iter().for_each(|&k| share[usize::from(k)] += weight);
    }
    for (sum, alpha) in share.iter_mut().zip(alpha.values()) {
        *sum = (*sum + base * alpha) / tokens as f64;
    }
    (tokens > 0).then_some(share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PriorSpec;
    use proptest::prelude::*;

    const PHI: [[f64; 3]; 2] = [[0.5, 0.3, 0.2], [0.1, 0.2, 0.7]];

    #[test]
    fn the_textbook_numbers() {
        assert!((jensen_shannon(&PHI[0], &PHI[1]) - 0.151_358_111_6).abs() < 1e-10);
        assert!((hellinger(&PHI[0], &PHI[1]) - 0.396_583_521_2).abs() < 1e-10);
        let share = topic_share(2, [(10, [0.8, 0.2]), (20, [0.3, 0.7])]).unwrap();
        assert!((share[0] - 14.0 / 30.0).abs() < 1e-12 && (share[1] - 16.0 / 30.0).abs() < 1e-12);
        assert_eq!(topic_share::<[f64; 2]>(2, []), None);
    }

    #[test]
    fn the_share_of_drawn_topics_is_that_of_their_theta() {
        let alpha = PriorSpec::List(vec![0.5, 1.5]).resolve("alpha", 2).unwrap();
        let z: [&[u16]; 3] = [&[0, 1, 1], &[], &[0, 0]];
        // theta: (1.5, 3.5) / 5 of 3 tokens, (2.5, 1.5) / 4 of 2.
        let expected = [
            (3.0 * 0.3 + 2.0 * 0.625) / 5.0,
            (3.0 * 0.7 + 2.0 * 0.375) / 5.0,
        ];
        let share = drawn_topic_share(&alpha, z).unwrap();
        for (share, expected) in share.iter().zip(expected) {
            assert!((share - expected).abs() < 1e-15);
        }
        assert_eq!(drawn_topic_share(&alpha, [&[][..]]), None);
    }

    fn distribution() -> impl Strategy<Value = Vec<f64>> {
        let weights = prop::collection::vec(prop_oneof![Just(0.0), 0.0..1.0_f64], 6);
        weights.prop_filter_map("all 0", |weights| {
            let sum: f64 = weights.iter().sum();
            (sum > 1e-3).then(|| weights.iter().map(|w| w / sum).collect())
        })
    }

    proptest! {
        #[test]
        fn distances_are_symmetric_and_bounded(p in distribution(), q in distribution()) {
            for (distance, most) in [
                (jensen_shannon as fn(&[f64], &[f64]) -> f64, std::f64::consts::LN_2),
                (hellinger, 1.0),
            ] {
                let there = distance(&p, &q);
                prop_assert!((0.0..=most + 1e-12).contains(&there));
                prop_assert!((there - distance(&q, &p)).abs() < 1e-12);
                prop_assert!(distance(&p, &p) < 1e-15);
            }
        }
    }
}
