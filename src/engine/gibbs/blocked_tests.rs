//! The sampler over blocks: what never depends on threads, and what is lost.

use super::exact_tests::case;
use super::*;
use crate::model::{PriorSpec, log_joint};

fn bars(topics: usize, seed: u64, parallel: Parallel) -> Gibbs {
    bars_of(400, topics, seed, parallel)
}

fn bars_of(documents: usize, topics: usize, seed: u64, parallel: Parallel) -> Gibbs {
    let corpus = Arc::new(crate::corpus::bars(documents, 5).0);
    let settings = Settings {
        topics,
        alpha: PriorSpec::Each(1.0),
        eta: PriorSpec::Each(1.0),
        seed,
        em: Default::default(),
        parallel,
    };
    Gibbs::new(Kind::Collapsed, corpus, settings).unwrap()
}

fn run(chain: &mut Gibbs, sweeps: u64, budget: usize) {
    while chain.sweep() < sweeps {
        chain.advance(budget);
    }
}

/// Of 700 documents sixteen are drawn at a time.
#[test]
fn threads_and_interruptions_never_change_a_draw() {
    let few = [(1, usize::MAX), (2, 999), (3, 7), (8, usize::MAX / 2)];
    let many = [(1, usize::MAX), (2, 999), (3, 40), (8, usize::MAX / 2)];
    let cases = [
        (400, 6, 10, few),
        (400, 6, 40, few),
        (700, 3, 10, many),
        (700, 3, 40, many),
    ];
    for (documents, sweeps, topics, ways) in cases {
        let mut digests = Vec::new();
        for (threads, budget) in ways {
            let mut chain = bars_of(documents, topics, 4, Parallel { blocks: 3, threads });
            assert!(!chain.exact());
            assert_eq!(
                chain.state().layout().sparse,
                (documents, topics) == (400, 40)
            );
            run(&mut chain, sweeps, budget);
            chain.state().check(&chain.corpus).unwrap();
            let (alpha, eta) = (&chain.alpha, &chain.eta);
            let scratch = log_joint(&chain.corpus, chain.state(), alpha, eta).total();
            assert!((chain.objective().total() - scratch).abs() < 1e-9 * scratch.abs());
            digests.push((chain.digest(), chain.moved()));
        }
        digests.dedup();
        assert_eq!(digests.len(), 1);
    }
}

#[test]
fn one_block_is_the_exact_sampler() {
    let one = |threads| {
        let mut chain = bars(10, 4, Parallel { blocks: 1, threads });
        assert!(chain.exact());
        run(&mut chain, 3, usize::MAX);
        chain.digest()
    };
    assert_eq!(one(1), one(4));
}

#[test]
fn there_may_be_more_blocks_than_documents_and_words() {
    let mut c = case(&[&[0, 1, 1], &[], &[2]], 3, &[0.1; 3], &[0.1; 3]);
    c.settings.parallel = Parallel {
        blocks: 16,
        threads: 4,
    };
    let mut chain = Gibbs::new(Kind::Collapsed, c.corpus.clone(), c.settings.clone()).unwrap();
    for _ in 0..200 {
        chain.advance(1);
        assert_eq!(chain.between_sweeps(), chain.position() == 0);
    }
    assert!(chain.sweep() > 20);
    let sweep = chain.sweep() + 1;
    run(&mut chain, sweep, usize::MAX);
    // These priors need the exact sampler, which then takes over.
    chain.apply(&Edit::Alpha(PriorSpec::Each(1e-30))).unwrap();
    assert!(chain.exact());
    run(&mut chain, sweep + 5, usize::MAX);
    chain.state().check(&c.corpus).unwrap();
}

/// What is approximate is n_k inside a round: the level that the log joint comes to
/// is that of the exact sampler, as far as the spread of seeds lets one see.
#[test]
fn blocks_come_to_the_level_of_the_exact_sampler() {
    const SEEDS: u64 = 4;
    let level = |blocks| {
        let mut sum = 0.0;
        for seed in 1..=SEEDS {
            let mut chain = bars(10, seed, Parallel { blocks, threads: 2 });
            run(&mut chain, 60, usize::MAX);
            for sweep in 61..=120 {
                run(&mut chain, sweep, usize::MAX);
                sum += chain.objective().total();
            }
        }
        sum / (60 * SEEDS) as f64 / bars(10, 1, Parallel::default()).corpus.tokens() as f64
    };
    let (exact, blocks) = (level(1), level(4));
    // Levels of single seeds are about 0.01 apart, the start 0.3 below.
    assert!((exact - blocks).abs() < 0.03, "{exact} {blocks}");
}
