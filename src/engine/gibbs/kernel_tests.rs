//! The fast kernels: the same bits for all instructions and layouts, and weights of 32
//! bits that decide as the exact conditional does.

use super::exact_tests::{Sampler, case, chain};
use super::*;
use crate::model::random::{Purpose, Stream};
use crate::model::rows::Layout;
use crate::model::{PriorSpec, log_joint};

/// A corpus of documents that repeat themselves, over words of very different counts.
fn uneven(words: u32) -> Vec<Vec<u32>> {
    let word = |d: u32, i: u32| (i * i * (d % 5 + 1) + d * 7 + i / 3) % words;
    (0..40)
        .map(|d| (0..60).map(|i| word(d, i).min(word(i, d))).collect())
        .collect()
}

#[test]
fn the_digest_does_not_depend_on_the_instructions() {
    let documents = uneven(90);
    let documents: Vec<&[u32]> = documents.iter().map(Vec::as_slice).collect();
    for topics in [2, 15, 20, 32, 33, 127, 128, 129, 500, 3_000] {
        let alpha: Vec<f64> = (0..topics).map(|k| 0.02 + 0.01 * (k % 7) as f64).collect();
        let eta: Vec<f64> = (0..90).map(|v| 0.01 + 0.001 * f64::from(v % 5)).collect();
        let c = case(&documents, 90, &alpha, &eta);
        let mut digests = Vec::new();
        // All counts narrow, all wide, and wide where a word occurs more than 20 times.
        let counts = [u32::MAX, 0, 20];
        for path in Path::ALL.into_iter().filter(|path| path.available()) {
            for narrow in counts {
                let mut chain = Sampler::Rows(Layout {
                    narrow,
                    ..Layout::of(topics)
                })
                .chain(&c);
                chain.kernel = Box::new(Collapsed::new(path));
                while chain.sweep() < 12 {
                    // Visits that end inside a document are part of the bargain.
                    chain.advance(if narrow == 0 { 1_000_000 } else { 7 });
                }
                chain.state().check(&c.corpus).unwrap();
                digests.push(chain.digest());
            }
        }
        digests.dedup();
        assert_eq!(digests.len(), 1, "K = {topics}");
    }
}

#[test]
fn words_may_come_more_often_than_16_bits_count() {
    let many: Vec<u32> = (0..280_000).map(|i| 2 + i % 4).collect();
    for (topics, blocks) in [(2, 1), (40, 1), (2, 3), (40, 3)] {
        let some = [0, 1, 1, 2, 6, 7, 7];
        let mut c = case(&[&many, &some, &some], 8, &vec![0.1; topics], &[0.01; 8]);
        c.settings.parallel.blocks = blocks;
        let mut chain = chain(Kind::Collapsed, &c);
        assert_eq!(chain.exact(), blocks == 1);
        assert!(chain.state.parts_mut().mixed);
        while chain.sweep() < 5 {
            chain.advance(usize::MAX / 2);
        }
        chain.state().check(&c.corpus).unwrap();
    }
}

/// A token stays where its random number says so, with the probability that the
/// integer counts give, to 10⁻⁶.
#[test]
fn weights_of_32_bits_decide_as_the_exact_conditional() {
    let documents = uneven(60);
    let documents: Vec<&[u32]> = documents.iter().map(Vec::as_slice).collect();
    for topics in [5, 50] {
        let c = case(&documents, 60, &vec![0.1; topics], &[0.01; 60]);
        let (alpha, eta) = c.priors();
        let mut chain = chain(Kind::Collapsed, &c);
        let mut close = 0;
        for sweep in 0..12 {
            let stream = Stream::new(c.settings.seed, Purpose::Sweep, sweep);
            for d in 0..c.corpus.documents() {
                for i in c.corpus.range(d) {
                    let old = chain.state().z()[i];
                    let p = conditional(&c.corpus, chain.state(), (&alpha, &eta), d, i);
                    let u = f64::from(stream.at(i as u64) as u32) / 2f64.powi(32);
                    chain.advance(1);
                    let stay = 1.0 - p[usize::from(old)];
                    if (u - stay).abs() < 1e-6 {
                        close += 1;
                    } else {
                        assert_eq!(
                            chain.state().z()[i] == old,
                            u > stay,
                            "K = {topics}, token {i}"
                        );
                    }
                }
            }
            while !chain.between_sweeps() {
                chain.advance(1);
            }
        }
        assert!(close < 10, "{close} draws were too close to tell");
    }
}

#[test]
fn after_a_million_draws_the_sums_are_those_from_scratch() {
    let corpus = Arc::new(crate::corpus::bars(500, 3).0);
    let settings = Settings {
        topics: 12,
        alpha: PriorSpec::List((1..=12).map(|k| 0.1 * f64::from(k)).collect()),
        eta: PriorSpec::Each(0.05),
        seed: 8,
        em: Default::default(),
        parallel: Default::default(),
    };
    let mut chain = Gibbs::new(Kind::Collapsed, Arc::clone(&corpus), settings).unwrap();
    while chain.sweep() < 20 {
        chain.advance(999);
    }
    chain.state().check(&corpus).unwrap();
    let scratch = log_joint(&corpus, chain.state(), &chain.alpha, &chain.eta);
    let Objective::LogJoint(sum) = chain.objective() else {
        unreachable!()
    };
    assert!((sum.document - scratch.document).abs() <= 1e-9 * scratch.document.abs());
    assert!((sum.word - scratch.word).abs() <= 1e-9 * scratch.word.abs());
}
