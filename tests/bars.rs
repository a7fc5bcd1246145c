//! The bars of Griffiths and Steyvers (2004): ten topics that are known are found again.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use gibbscope::corpus::bars;
use gibbscope::engine::{Engine, Kind, Settings, start};
use gibbscope::model::PriorSpec;
use std::sync::Arc;

const SIDE: usize = 5;

/// phi of every topic (10×25), from its top words.
fn phi(engine: &dyn Engine) -> Vec<Vec<f64>> {
    let rows = engine.top_words(SIDE * SIDE);
    rows.iter()
        .map(|words| {
            let mut phi = vec![0.0; SIDE * SIDE];
            words.iter().for_each(|&(word, p)| phi[word as usize] = p);
            phi
        })
        .collect()
}

/// The cosine between a topic and the bar that is 1/5 on five pixels.
fn cosine(phi: &[f64], bar: &[usize]) -> f64 {
    let dot: f64 = bar.iter().map(|&pixel| phi[pixel]).sum();
    let norm: f64 = phi.iter().map(|p| p * p).sum::<f64>().sqrt();
    dot / (norm * (SIDE as f64).sqrt())
}

#[test]
fn every_bar_is_found_in_a_hundred_sweeps() {
    let rows = (0..SIDE).map(|r| (0..SIDE).map(|c| SIDE * r + c).collect());
    let columns = (0..SIDE).map(|c| (0..SIDE).map(|r| SIDE * r + c).collect());
    let truth: Vec<Vec<usize>> = rows.chain(columns).collect();
    let corpus = Arc::new(bars(2_000, 2004).0);
    for seed in 1..=2 {
        let settings = Settings {
            topics: 2 * SIDE,
            alpha: PriorSpec::Each(1.0),
            eta: PriorSpec::Each(1.0),
            seed,
            em: Default::default(),
            parallel: Default::default(),
        };
        let mut engine = start(Kind::Collapsed, Arc::clone(&corpus), settings).unwrap();
        while engine.sweep() < 100 {
            engine.advance(usize::MAX);
        }
        let phi = phi(engine.as_ref());
        let mut found: Vec<usize> = Vec::new();
        for bar in &truth {
            let (topic, best) = phi
                .iter()
                .map(|topic| cosine(topic, bar))
                .enumerate()
                .max_by(|a, b| a.1.total_cmp(&b.1))
                .unwrap();
            assert!(best >= 0.99, "seed {seed}, bar {bar:?}: cosine {best}");
            found.push(topic);
        }
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), truth.len(), "each bar has a topic of its own");
    }
}
