//! What a corpus was drawn from is found again.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use gibbscope::corpus::bars;
use gibbscope::engine::{Engine, Kind, Settings, start};
use gibbscope::eval::recovery::Kept;
use gibbscope::model::PriorSpec;
use gibbscope::model::generate::{Design, Generated};
use gibbscope::session::Fitted;
use std::sync::Arc;

fn chain(drawn: &Generated, (topics, alpha, eta): (usize, f64, f64), seed: u64) -> Box<dyn Engine> {
    let settings = Settings {
        topics,
        alpha: PriorSpec::Each(alpha),
        eta: PriorSpec::Each(eta),
        seed,
        em: Default::default(),
        parallel: Default::default(),
    };
    start(Kind::Collapsed, Arc::new(drawn.corpus.clone()), settings).unwrap()
}

fn advance(engine: &mut dyn Engine, sweeps: u64) {
    let to = engine.sweep() + sweeps;
    while engine.sweep() < to {
        engine.advance(usize::MAX);
    }
}

/// Ten topics of five pixels each, a fifth on every one: rows, then columns.
#[test]
fn two_thousand_documents_of_bars_give_the_bars_back() {
    let (corpus, theta) = bars(2_000, 2004);
    let mut phi = vec![0.0; 10 * 25];
    for (k, i) in (0..10).flat_map(|k| (0..5).map(move |i| (k, i))) {
        let pixel = if k < 5 { 5 * k + i } else { 5 * i + k - 5 };
        phi[25 * k + pixel] = 0.2;
    }
    let drawn = Generated {
        corpus,
        phi,
        theta,
        z: Vec::new(),
    };
    let mut engine = chain(&drawn, (10, 1.0, 1.0), 1);
    advance(engine.as_mut(), 100);
    let found = Fitted::of(engine.as_ref()).unwrap().recovery(&drawn);
    let found = found.unwrap();
    let least = found.topics.cosines.iter().copied().fold(1.0, f64::min);
    assert!(least >= 0.99, "{:?}", found.topics.cosines);
    assert!(found.theta_error < 0.05, "{}", found.theta_error);
    let ratio = found.theta_error / found.theta_error_given_z.unwrap();
    // Pixels lie on two bars each, so that z is far from known.
    assert!((1.0..2.5).contains(&ratio), "{ratio}");
}

/// A posterior that is right holds nine true shares out of ten in its 90 % intervals; one z
/// alone knows less than it says.
#[test]
fn intervals_cover_what_they_promise() {
    let design = Design {
        topics: 3,
        words: 60,
        documents: 400,
        length: 40.0,
        alpha: 0.5,
        eta: 0.2,
        seed: 5,
    };
    let drawn = design.draw().unwrap();
    let mut engine = chain(&drawn, (3, 0.5, 0.2), 1);
    advance(engine.as_mut(), 100);
    let mut kept = Kept::default();
    let mut alone = 0.0;
    for _ in 0..100 {
        advance(engine.as_mut(), 3);
        let found = Fitted::of(engine.as_ref()).unwrap().recovery(&drawn);
        let found = found.unwrap();
        alone += found.coverage().unwrap() / 100.0;
        kept.add(&found);
    }
    let together = kept.coverage().unwrap();
    assert!((0.87..0.93).contains(&together), "{together}");
    assert!(alone < together, "{alone} {together}");
    // Another number of topics has no pairs.
    let other = chain(&drawn, (4, 0.5, 0.2), 1);
    assert!(
        Fitted::of(other.as_ref())
            .unwrap()
            .recovery(&drawn)
            .is_none()
    );
}
