//! Against the numbers of the toy corpus, and against batch means by hand.

use super::*;
use crate::corpus::{Corpus, bars, examples};
use crate::engine::{Edit, Engine, Kind, Objective, Settings, start};
use crate::model::{Prior, PriorSpec};
use std::sync::Arc;

fn toy() -> (Arc<Corpus>, Prior, Prior) {
    let corpus = Arc::new(examples::of_ids(&examples::SIX, 5));
    let prior = |n| PriorSpec::Each(0.5).resolve("a prior", n).unwrap();
    (corpus, prior(2), prior(5))
}

fn engine(corpus: &Arc<Corpus>, kind: Kind) -> Box<dyn Engine> {
    let settings = Settings {
        alpha: PriorSpec::Each(0.5),
        eta: PriorSpec::Each(0.5),
        topics: 2,
        seed: 5,
        em: Default::default(),
        parallel: Default::default(),
    };
    start(kind, Arc::clone(corpus), settings).unwrap()
}

fn gathered(corpus: &Arc<Corpus>, kind: Kind, sweeps: usize) -> Gathered {
    let mut engine = engine(corpus, kind);
    let quantities = Quantity::choose(corpus, 2);
    let mut gathered = Gathered::new(engine.as_ref(), quantities).unwrap();
    for _ in 0..sweeps {
        while !engine.advance(usize::MAX).sweep_done {}
        gathered.push(engine.as_ref());
    }
    gathered
}

#[test]
fn the_chain_lands_on_the_exact_answers() {
    let (corpus, alpha, eta) = toy();
    let solved = Solved::new(&corpus, &alpha, &eta).unwrap();
    for kind in [Kind::Collapsed, Kind::Uncollapsed] {
        let gathered = gathered(&corpus, kind, 20_000);
        let both = (&alpha, &eta);
        let answers = Answers::new(&solved, Some(&gathered), &corpus, both, (1, 0));
        assert!((answers.log_evidence + 42.002_491_909_937).abs() < 1e-9);
        let pair = |i, j| {
            let mut rows = answers.shares();
            rows.find(|row| row.quantity == Quantity::Same { i, j })
                .unwrap()
        };
        assert!((pair(0, 1).exact - 0.971_272_181_763).abs() < 1e-9);
        assert!((pair(0, 15).exact - 0.024_448_357_938).abs() < 1e-9);
        let smallest = answers.smallest().unwrap();
        assert!((smallest.exact - 14.598_661_381).abs() < 1e-6);
        // The table by which the reference was made has three more pairs of these words. A
        // chain that keeps the names of its topics does not land on p(z_i = k) = 1/K.
        let named = |row: &&Row| !matches!(row.quantity, Quantity::Topic { .. });
        for row in answers.rows.iter().filter(named) {
            let drawn = row.drawn.unwrap();
            if let Some(apart) = drawn.errors_apart {
                assert!(apart.abs() < 4.5, "{kind:?}: {row:?}");
            }
        }
        let variational = answers.variational.unwrap();
        assert!((variational.bound + 43.038_172_462_633).abs() < 1e-6);
        assert!((variational.gap - 1.035_680_552_696).abs() < 1e-6);
        let estimate = answers.left_to_right.unwrap();
        let apart = estimate.log - answers.log_evidence;
        assert!(apart.abs() < 4.0 * estimate.error.unwrap(), "{estimate:?}");
    }
}

/// What is kept of a long run is the same as all of it.
#[test]
fn spans_lose_no_sweep() {
    let (corpus, ..) = toy();
    let gathered = gathered(&corpus, Kind::Collapsed, 1_500);
    let mut engine = engine(&corpus, Kind::Collapsed);
    let (mut together, mut parts) = (Vec::new(), Vec::new());
    for _ in 0..1_500 {
        while !engine.advance(usize::MAX).sweep_done {}
        if let Objective::LogJoint(joint) = engine.objective() {
            parts.push(joint.word);
        }
        let z = engine.token_topics(0);
        together.push(f64::from(u8::from(z[0] == z[1])));
    }
    let of_pair = |q: &Quantity| *q == Quantity::Same { i: 0, j: 1 };
    let place = gathered.quantities().iter().position(of_pair).unwrap();
    let mean = together.iter().sum::<f64>() / 1_500.0;
    assert!((gathered.mean(place).unwrap() - mean).abs() < 1e-12);
    // 1/p(w | z) of one sweep after another.
    let inverse: f64 = parts.iter().map(|part| (-part).exp()).sum();
    let harmonic = (1_500.0 / inverse).ln();
    assert!((gathered.harmonic_mean().unwrap() - harmonic).abs() < 1e-9);
    // 1500 sweeps are 375 spans of four.
    let spans: Vec<f64> = together
        .chunks_exact(4)
        .map(|s| s.iter().sum::<f64>() / 4.0)
        .collect();
    assert_eq!(spans.len(), 375);
    let own = spans.iter().sum::<f64>() / 375.0;
    let variance = spans.iter().map(|x| (x - own).powi(2)).sum::<f64>() / 374.0;
    let size = crate::eval::chain::effective_size(&spans).unwrap();
    let want = (variance / size).sqrt();
    assert!((gathered.error(place).unwrap() - want).abs() < 1e-12);
}

#[test]
fn pairs_are_of_every_kin_and_no_two_are_alike() {
    let (corpus, ..) = toy();
    let chosen = Quantity::choose(&corpus, 2);
    let kin: Vec<Kin> = (chosen.iter())
        .filter_map(|q| match *q {
            Quantity::Same { i, j } => Some(Kin::of(&corpus, i, j)),
            _ => None,
        })
        .collect();
    let four = [Kin::Cell, Kin::Word, Kin::Document, Kin::Apart];
    assert_eq!((&kin[..4], &kin[4..8]), (&four[..], &four[..]));
    assert_eq!(chosen.last(), Some(&Quantity::SmallestIs(15)));
}

#[test]
fn what_is_too_large_is_told_with_what_to_do() {
    let corpus = Arc::new(bars(20, 9).0);
    let prior = |n| PriorSpec::Each(0.5).resolve("a prior", n).unwrap();
    let error = Solved::new(&corpus, &prior(10), &prior(25)).unwrap_err();
    for part in ["10^2000", "2^22", "gibbscope toy", "2000 tokens"] {
        assert!(error.contains(part), "{error}");
    }
    let (toy, ..) = toy();
    let error = Solved::new(&toy, &prior(6), &prior(5)).unwrap_err();
    assert!(error.contains("would do"), "{error}");
}

#[test]
fn engines_that_draw_nothing_gather_nothing() {
    let (corpus, alpha, eta) = toy();
    let mut engine = engine(&corpus, Kind::Variational);
    assert!(Gathered::new(engine.as_ref(), Quantity::choose(&corpus, 2)).is_none());
    let solved = Solved::new(&corpus, &alpha, &eta).unwrap();
    assert!(solved.is_of(&alpha, &eta));
    let other = Edit::Alpha(PriorSpec::Each(1.0));
    engine.apply(&other).unwrap();
    assert!(!solved.is_of(engine.priors().alpha.unwrap(), &eta));
    let answers = Answers::new(&solved, None, &corpus, (&alpha, &eta), (1, 0));
    assert!(answers.rows.iter().all(|row| row.drawn.is_none()));
    assert_eq!((answers.sweeps, answers.harmonic_mean), (0, None));
}
