//! The engines that maximise against numbers worked out elsewhere, and against
//! their own definitions spelled out.

use super::documents::Documents;
use super::e_step::{EStep, Words};
use super::mixture::Mixture;
use super::plsi::Plsi;
use super::table::Table;
use super::variational::Variational;
use super::*;
use crate::corpus::examples;
use crate::model::special::digamma;
use crate::model::{Prior, PriorSpec};
use proptest::prelude::*;

/// Rows of a start, topic after topic.
const ROWS: [[f64; 5]; 2] = [[1.0, 1.2, 1.4, 0.6, 0.8], [0.7, 0.9, 1.1, 1.3, 1.5]];

fn corpus(documents: &[&[u32]], words: usize) -> Arc<Corpus> {
    Arc::new(examples::of_ids(documents, words))
}

fn toy() -> Arc<Corpus> {
    corpus(&examples::SIX, 5)
}

/// The start, word after word.
fn start() -> Vec<f64> {
    (0..5).flat_map(|v| [ROWS[0][v], ROWS[1][v]]).collect()
}

fn prior(value: f64, len: usize) -> Prior {
    PriorSpec::Each(value).resolve("prior", len).unwrap()
}

/// One E-step on all documents; the objective under the present parameters.
fn pass(algorithm: &mut impl Algorithm, bags: &Bags) -> f64 {
    algorithm.clear();
    let mut sum = 0.0;
    for d in 0..bags.documents() {
        sum += loop {
            if let Some(part) = algorithm.visit(bags, d) {
                break part;
            }
        };
    }
    algorithm.objective(sum).total()
}

fn maximise(algorithm: &mut impl Algorithm, words: usize) {
    algorithm.prepare();
    algorithm.update(0..words);
}

fn near(got: f64, want: f64, tolerance: f64) {
    assert!((got - want).abs() <= tolerance, "got {got}, want {want}");
}

/// E[ln p] under Dir(rows), row after row.
fn expected_logs(parameters: &[f64]) -> Vec<f64> {
    let total = digamma(parameters.iter().sum());
    parameters.iter().map(|p| digamma(*p) - total).collect()
}

/// −KL(Dir(q) ‖ Dir(p)).
fn minus_divergence(q: &[f64], p: f64) -> f64 {
    let logs = expected_logs(q);
    let sum: f64 = q.iter().sum();
    let own = libm::lgamma(sum) - q.iter().map(|x| libm::lgamma(*x)).sum::<f64>();
    let prior = libm::lgamma(p * q.len() as f64) - q.len() as f64 * libm::lgamma(p);
    let terms = q.iter().zip(&logs).map(|(x, ln)| (p - x) * ln);
    prior - own + terms.sum::<f64>()
}

/// The bound with q(z) written out: the best under λ and γ of `z`.
fn bound(bags: &Bags, p: f64, (lambda, gamma): (&[f64], &[f64]), z: (&[f64], &[f64])) -> f64 {
    let topics = 2;
    let rows = |lambda: &[f64]| -> Vec<Vec<f64>> {
        (0..topics)
            .map(|k| lambda.iter().skip(k).step_by(topics).copied().collect())
            .collect()
    };
    let (now, then) = (rows(lambda), rows(z.0));
    let logs: Vec<Vec<f64>> = now.iter().map(|r| expected_logs(r)).collect();
    let logs_then: Vec<Vec<f64>> = then.iter().map(|r| expected_logs(r)).collect();
    let mut bound: f64 = now.iter().map(|r| minus_divergence(r, p)).sum();
    for d in 0..bags.documents() {
        let own = &gamma[d * topics..][..topics];
        bound += minus_divergence(own, p);
        let (theta, theta_then) = (
            expected_logs(own),
            expected_logs(&z.1[d * topics..][..topics]),
        );
        for &(v, n) in bags.of(d) {
            let weights: Vec<f64> = (0..topics)
                .map(|k| (theta_then[k] + logs_then[k][v as usize]).exp())
                .collect();
            let total: f64 = weights.iter().sum();
            for k in 0..topics {
                let q = weights[k] / total;
                bound += f64::from(n) * q * (theta[k] + logs[k][v as usize] - q.ln());
            }
        }
    }
    bound
}

#[test]
fn smoothed_variational_bayes_on_the_six_documents() {
    let corpus = toy();
    let bags = Bags::new(&corpus);
    let gamma = vec![0.5 + 5.0 / 2.0; 12];
    let priors = (prior(0.5, 2), prior(0.5, 5));
    let documents = Documents::new(gamma, EStep::new(1e-15, 100_000, &priors.0));
    let mut engine = Variational::from_parameters(priors, start(), documents);
    let after_m = [-43.319_738_927_699, -43.038_368_765_895];
    let after_e = [-60.799_795_867_727, -43.196_350_151_878];
    for (e, m) in after_e.into_iter().zip(after_m) {
        near(pass(&mut engine, &bags), e, 1e-9);
        let (lambda, gamma) = (
            engine.phi_weights().to_vec(),
            engine.document_parameters().to_vec(),
        );
        let z = (&*lambda, &*gamma);
        near(bound(&bags, 0.5, z, z), e, 1e-9);
        maximise(&mut engine, 5);
        let new = (engine.phi_weights(), &*gamma);
        near(bound(&bags, 0.5, new, new), m, 1e-9);
        // Between the two, with q(z) still that of the E-step.
        let between = bound(&bags, 0.5, new, z);
        assert!(e < between && between < m);
    }
    for _ in 0..200 {
        pass(&mut engine, &bags);
        maximise(&mut engine, 5);
    }
    let last = pass(&mut engine, &bags);
    near(last, -43.038_172_462_633, 1e-9);
    near(-42.002_491_909_937 - last, 1.035_680_552_696, 1e-9);
}

#[test]
fn mixture_of_unigrams_on_the_six_documents() {
    let corpus = toy();
    let bags = Bags::new(&corpus);
    let mut engine = Mixture::from_parameters(6, vec![0.5; 2], start());
    for want in [
        -45.049_352_983_121,
        -30.966_627_990_742,
        -28.144_636_196_326,
    ] {
        near(pass(&mut engine, &bags), want, 1e-9);
        maximise(&mut engine, 5);
    }
    (0..100).for_each(|_| {
        pass(&mut engine, &bags);
        maximise(&mut engine, 5);
    });
    near(pass(&mut engine, &bags), -28.144_103_766_454, 1e-9);
}

#[test]
fn plsi_on_the_six_documents() {
    let corpus = toy();
    let bags = Bags::new(&corpus);
    let theta = [0.6, 0.4, 0.4, 0.6].repeat(3);
    let mut engine = Plsi::from_parameters(2, start(), theta, None);
    for want in [
        -47.345_644_040_335,
        -42.289_502_003_762,
        -37.496_066_700_288,
    ] {
        near(pass(&mut engine, &bags), want, 1e-9);
        maximise(&mut engine, 5);
    }
    (0..3_000).for_each(|_| {
        pass(&mut engine, &bags);
        maximise(&mut engine, 5);
    });
    near(pass(&mut engine, &bags), -23.985_220_683_095, 1e-6);
}

/// With phi fixed, γ and the bound of one document.
#[test]
fn the_e_step_of_one_document() {
    let phi = Table::of_rows(2, &[0.5, 0.1, 0.3, 0.2, 0.2, 0.7]);
    let alpha = PriorSpec::List(vec![0.5, 1.5]).resolve("alpha", 2).unwrap();
    for (bag, want, gamma) in [
        (
            &[(0, 1)][..],
            -1.860_386_228_063,
            [1.260_398_96, 1.739_601_04],
        ),
        (
            &[(0, 1), (2, 2)],
            -3.257_855_459_447,
            [1.083_633_06, 3.916_366_94],
        ),
    ] {
        let length: f64 = bag.iter().map(|(_, n)| f64::from(*n)).sum();
        let words = Words { bag, weights: &phi };
        let mut step = EStep::new(1e-14, 10_000, &alpha);
        step.set(&[0.5 + length / 2.0, 1.5 + length / 2.0]);
        while !step.iterate(words) {}
        near(step.bound(words), want, 1e-9);
        near(step.gamma()[0], gamma[0], 1e-8);
        near(step.gamma()[1], gamma[1], 1e-8);
    }
}

#[test]
fn the_unigram_model_is_the_entropy_of_the_words() {
    let settings = settings(3, 1.0, 1.0, 1);
    let corpus = corpus(&[&[0, 0, 1], &[], &[2]], 3);
    let engine = crate::engine::start(Kind::Unigram, corpus, settings).unwrap();
    let want = 2.0 * 0.5_f64.ln() + 2.0 * 0.25_f64.ln();
    near(engine.objective().total(), want, 1e-12);
}

fn settings(topics: usize, alpha: f64, eta: f64, seed: u64) -> Settings {
    Settings {
        topics,
        alpha: PriorSpec::Each(alpha),
        eta: PriorSpec::Each(eta),
        seed,
        em: EmOptions::default(),
        parallel: Default::default(),
    }
}

use crate::engine::EmOptions;

const KINDS: [Kind; 5] = [
    Kind::Variational,
    Kind::VariationalEm,
    Kind::Unigram,
    Kind::Mixture,
    Kind::Plsi,
];

#[test]
fn where_a_pass_is_interrupted_does_not_matter() {
    let corpus = Arc::new(crate::corpus::bars(40, 1).0);
    for kind in KINDS {
        let run = |budget: usize| {
            let settings = settings(10, 0.5, 0.1, 3);
            let mut engine = crate::engine::start(kind, Arc::clone(&corpus), settings).unwrap();
            while engine.sweep() < 4 {
                engine.advance(budget);
                assert!(engine.position() < 25 + corpus.tokens());
            }
            (engine.digest(), engine.objective())
        };
        let whole = run(usize::MAX);
        for budget in [1, 30, 333] {
            assert_eq!(run(budget), whole, "{kind:?}");
        }
    }
}

#[test]
fn a_pass_never_lowers_its_objective() {
    let corpus = Arc::new(crate::corpus::bars(60, 2).0);
    for kind in KINDS {
        let settings = settings(10, 0.5, 0.1, 3);
        let mut engine = crate::engine::start(kind, Arc::clone(&corpus), settings).unwrap();
        let mut last = engine.objective().total();
        for _ in 0..60 {
            while !engine.advance(usize::MAX).sweep_done {}
            let now = engine.objective().total();
            assert!(now >= last - 1e-9 * last.abs(), "{kind:?}: {last} {now}");
            last = now;
        }
    }
}

/// With smoothing it is the bound plus Σ η ln phi that never falls.
#[test]
fn smoothed_variational_em_never_lowers_its_penalised_bound() {
    let corpus = Arc::new(crate::corpus::bars(60, 2).0);
    let mut settings = settings(10, 0.5, 0.1, 3);
    settings.em = EmOptions {
        smooth: true,
        fix_alpha: true,
        ..EmOptions::default()
    };
    let mut engine =
        crate::engine::start(Kind::VariationalEm, Arc::clone(&corpus), settings).unwrap();
    let mut row = vec![0.0; 10];
    let mut last = f64::NEG_INFINITY;
    for _ in 0..60 {
        while !engine.advance(usize::MAX).sweep_done {}
        let phi = engine.phi();
        let penalty: f64 = (0..25)
            .map(|v| {
                phi.fill(v, &mut row);
                row.iter().map(|p| 0.1 * p.ln()).sum::<f64>()
            })
            .sum();
        let now = engine.objective().total() + penalty;
        assert!(now >= last - 1e-9 * last.abs(), "{last} {now}");
        last = now;
    }
}

#[test]
fn variational_em_fits_alpha_and_recovers_bars() {
    let corpus = Arc::new(crate::corpus::bars(400, 4).0);
    // From far below 1 it would stay at another local optimum.
    let mut settings = settings(10, 0.7, 0.1, 5);
    settings.em.smooth = true;
    let mut engine =
        crate::engine::start(Kind::VariationalEm, Arc::clone(&corpus), settings).unwrap();
    for _ in 0..150 {
        while !engine.advance(usize::MAX).sweep_done {}
    }
    // The bars are drawn with alpha 1.
    let alpha = engine.priors().alpha.unwrap().value(0);
    assert!((0.7..2.0).contains(&alpha), "{alpha}");
    let tops = engine.top_words(5);
    let whole = tops.iter().filter(|top| {
        let mut words: Vec<u32> = top.iter().map(|(v, _)| *v).collect();
        words.sort_unstable();
        let step = words[1] - words[0];
        (step == 1 || step == 5) && words.windows(2).all(|w| w[1] - w[0] == step)
    });
    assert!(whole.count() >= 8, "{tops:?}");
}

#[test]
fn topic_sizes_are_those_of_the_tokens_after_a_change_of_eta() {
    for kind in [Kind::Variational, Kind::VariationalEm] {
        let mut engine = crate::engine::start(kind, toy(), settings(2, 0.5, 0.5, 1)).unwrap();
        for eta in [0.01, 2.0] {
            while !engine.advance(usize::MAX).sweep_done {}
            engine.apply(&Edit::Eta(PriorSpec::Each(eta))).unwrap();
            near(engine.topic_sizes().iter().sum(), 30.0, 1e-9);
        }
    }
}

/// A value that was fitted, or set, for another engine does not bind this one.
#[test]
fn only_an_alpha_set_for_variational_em_stops_its_fit() {
    let start = settings(2, 0.5, 0.5, 1);
    let mut engine = crate::engine::start(Kind::Variational, toy(), start).unwrap();
    for edit in [
        Edit::Alpha(PriorSpec::Each(0.7)),
        Edit::Eta(PriorSpec::Each(0.7)),
        Edit::Engine(Kind::VariationalEm),
    ] {
        crate::engine::apply(&mut engine, &edit).unwrap();
    }
    let em = engine.settings().em;
    assert!(!em.fix_alpha && !em.smooth);
    engine.apply(&Edit::Alpha(PriorSpec::Each(0.9))).unwrap();
    (0..3).for_each(|_| while !engine.advance(usize::MAX).sweep_done {});
    assert!(engine.settings().em.fix_alpha);
    near(engine.priors().alpha.unwrap().value(0), 0.9, 0.0);
    engine.apply(&Edit::FitAlpha(true)).unwrap();
    (0..30).for_each(|_| while !engine.advance(usize::MAX).sweep_done {});
    let fitted = engine.priors().alpha.unwrap().value(0);
    assert!((fitted - 0.9).abs() > 1e-3, "{fitted}");
    engine.apply(&Edit::FitAlpha(false)).unwrap();
    (0..3).for_each(|_| while !engine.advance(usize::MAX).sweep_done {});
    near(engine.priors().alpha.unwrap().value(0), fitted, 0.0);
}

#[test]
fn tempering_is_checked_and_changes_the_fit() {
    let corpus = toy();
    let run = |temper: Option<f64>| {
        let mut settings = settings(2, 0.5, 0.5, 1);
        settings.em.temper = temper;
        let mut engine = crate::engine::start(Kind::Plsi, Arc::clone(&corpus), settings)?;
        (0..20).for_each(|_| while !engine.advance(usize::MAX).sweep_done {});
        Ok(engine.objective().total())
    };
    for bad in [0.0, -1.0, 1.5, f64::NAN] {
        assert!(matches!(run(Some(bad)), Err(EngineError::Temper(_))));
    }
    near(run(Some(1.0)).unwrap(), run(None).unwrap(), 1e-9);
    assert!(run(Some(0.5)).unwrap() < run(None).unwrap());
}

#[test]
fn baselines_have_no_priors_to_change() {
    for kind in [Kind::Unigram, Kind::Mixture, Kind::Plsi] {
        let mut engine = crate::engine::start(kind, toy(), settings(2, 0.5, 0.5, 1)).unwrap();
        assert!(engine.priors().alpha.is_none());
        for edit in [
            Edit::Alpha(PriorSpec::Each(1.0)),
            Edit::Eta(PriorSpec::Each(1.0)),
        ] {
            let error = engine.apply(&edit).unwrap_err().to_string();
            assert!(error.contains(kind.name()), "{error}");
        }
    }
}

#[test]
fn switching_keeps_topics_where_they_have_a_meaning() {
    let corpus = Arc::new(crate::corpus::bars(50, 1).0);
    let start = settings(6, 0.5, 0.1, 3);
    let mut engine = crate::engine::start(Kind::Collapsed, corpus, start).unwrap();
    (0..5).for_each(|_| while !engine.advance(usize::MAX).sweep_done {});
    let grow = Edit::Topics {
        topics: 7,
        growth: Growth::Split,
    };
    crate::engine::apply(
        &mut engine,
        &Edit::Topics {
            topics: 5,
            growth: Growth::Empty,
        },
    )
    .unwrap();
    crate::engine::apply(&mut engine, &grow).unwrap();
    let (digest, ids) = (engine.digest(), engine.topic_ids().to_vec());
    let joint = engine.objective();
    crate::engine::apply(&mut engine, &Edit::Engine(Kind::Uncollapsed)).unwrap();
    assert_eq!(
        (engine.digest(), engine.objective()),
        (digest.clone(), joint)
    );
    crate::engine::apply(&mut engine, &Edit::Engine(Kind::Collapsed)).unwrap();
    assert_eq!(engine.digest(), digest);
    let sizes = engine.topic_sizes();
    for kind in KINDS {
        crate::engine::apply(&mut engine, &Edit::Engine(kind)).unwrap();
        assert_eq!((engine.kind(), engine.sweep()), (kind, 5));
        if kind == Kind::Variational {
            // From the counts: the expected counts are the counts.
            for (got, want) in engine.topic_sizes().iter().zip(&sizes) {
                near(*got, *want, 1e-6);
            }
        }
        if kind == Kind::Unigram {
            assert_eq!(engine.topic_ids(), [0]);
        }
        assert!(engine.objective().total().is_finite());
    }
    crate::engine::apply(&mut engine, &Edit::Engine(Kind::Variational)).unwrap();
    assert_eq!(engine.settings().topics, ids.len());
}

proptest! {
    #[test]
    fn numbers_hold_on_any_corpus(
        documents in prop::collection::vec(prop::collection::vec(0u32..5, 0..8), 1..6),
        kind in prop::sample::select(KINDS.to_vec()),
        (alpha, eta) in (-6.0..3.0_f64, -6.0..3.0_f64),
        (topics, to) in (1usize..5, 1usize..5),
        seed in 0u64..1000,
        smooth in any::<bool>(),
    ) {
        let documents: Vec<&[u32]> = documents.iter().map(Vec::as_slice).collect();
        let corpus = corpus(&documents, 5);
        prop_assume!(corpus.tokens() > 0);
        let mut settings = settings(topics, 10f64.powf(alpha), 10f64.powf(eta), seed);
        settings.em.smooth = smooth;
        let tokens = corpus.tokens() as f64;
        let mut engine = crate::engine::start(kind, corpus, settings).unwrap();
        for round in 0..6 {
            while !engine.advance(usize::MAX).sweep_done {}
            if round == 3 && kind != Kind::Unigram {
                let edit = Edit::Topics { topics: to, growth: Growth::Empty };
                engine.apply(&edit).unwrap();
            }
        }
        prop_assert!(engine.objective().total().is_finite());
        let size: f64 = engine.topic_sizes().iter().sum();
        prop_assert!((size - tokens).abs() < 1e-6 * tokens, "{} {}", size, tokens);
        for d in 0..engine.corpus().documents() {
            let theta = engine.theta(d);
            prop_assert!((theta.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{:?}", theta);
            prop_assert!(theta.iter().all(|t| *t >= 0.0));
        }
        let phi = engine.phi();
        let mut sums = vec![0.0; phi.topics()];
        let mut row = vec![0.0; phi.topics()];
        for v in 0..5 {
            phi.fill(v, &mut row);
            sums.iter_mut().zip(&row).for_each(|(s, p)| *s += p);
        }
        prop_assert!(sums.iter().all(|s| (s - 1.0).abs() < 1e-12), "{:?}", sums);
    }
}
