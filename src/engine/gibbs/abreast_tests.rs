//! Sixteen documents at a time: the draws are those that the conditional makes one by one,
//! whatever the processor, the pieces of a sweep, and how small the topics are.

use super::abreast::Abreast;
use super::exact_tests::{Case, Sampler, case};
use super::scan::Scan;
use super::*;
use crate::model::random::{Purpose, Stream};
use crate::model::rows::Layout;
use crate::model::{PriorSpec, log_joint};

/// The chain, drawn abreast although its corpus is small; words that occur more often than
/// `narrow` have wide counts.
pub(super) fn abreast(mut chain: Gibbs, path: Path, narrow: u32) -> Gibbs {
    let priors = (&chain.alpha, &chain.eta);
    let view = View::new(&chain.corpus, priors, (chain.settings.seed, chain.sweep));
    let layout = Layout {
        narrow,
        ..Layout::dense(chain.state.topics())
    };
    let mut scan = Abreast::new(path, &view, layout, &chain.tables);
    chain.state.lay_out(&chain.corpus, Some(layout), &[]);
    let course = Course::whole(&chain.corpus, layout.lines, chain.state.starts());
    scan.begin(&course, chain.state.z());
    chain.scan = Scan::Abreast(Box::new(scan));
    chain
}

/// Documents of very different lengths, some empty, over words of very different counts.
fn uneven(documents: u32, words: u32, topics: usize) -> Case {
    let word = |d: u32, i: u32| (i * i * (d % 5 + 1) + d * 7 + i / 3) % words;
    let documents: Vec<Vec<u32>> = (0..documents)
        .map(|d| {
            (0..d * d % 61)
                .map(|i| word(d, i).min(word(i, d)))
                .collect()
        })
        .collect();
    let documents: Vec<&[u32]> = documents.iter().map(Vec::as_slice).collect();
    let alpha: Vec<f64> = (0..topics).map(|k| 0.02 + 0.01 * (k % 7) as f64).collect();
    let eta: Vec<f64> = (0..words)
        .map(|v| 0.01 + 0.001 * f64::from(v % 5))
        .collect();
    case(&documents, words as usize, &alpha, &eta)
}

fn started(c: &Case) -> Gibbs {
    Gibbs::new(Kind::Collapsed, c.corpus.clone(), c.settings.clone()).unwrap()
}

#[test]
fn steps_are_the_draws_that_are_made_one_by_one() {
    let sizes = [
        (2, 40),
        (3, 7),
        (15, 200),
        (16, 90),
        (20, 300),
        (32, 500),
        (33, 90),
        (100, 400),
    ];
    for (topics, documents) in sizes {
        let c = uneven(documents, 90, topics);
        let mut results = Vec::new();
        let paths = Path::ALL.into_iter().filter(|path| path.available());
        // All counts narrow, all wide, and wide where a word occurs more than 30 times.
        let pieces = paths.flat_map(|path| {
            let whole = (path, usize::MAX / 2, u32::MAX);
            [whole, (path, 999, 0), (path, 998, 30)]
        });
        let apart = [
            (Path::Scalar, 1, u32::MAX),
            (Path::Scalar, 1, 30),
            (Path::chosen(), 23, u32::MAX),
        ];
        for (path, budget, narrow) in pieces.chain(apart) {
            let mut chain = abreast(started(&c), path, narrow);
            while chain.sweep() < 8 {
                let advance = chain.advance(budget);
                assert!(advance.tokens <= budget);
                if chain.between_sweeps() {
                    chain.state().check(&c.corpus).unwrap();
                }
            }
            let (alpha, eta) = c.priors();
            let scratch = log_joint(&c.corpus, chain.state(), &alpha, &eta).total();
            assert!((chain.objective().total() - scratch).abs() < 1e-9 * scratch.abs());
            results.push((chain.digest(), chain.moved()));
        }
        results.dedup();
        assert_eq!(results.len(), 1, "K = {topics}");
    }
}

/// What is said of the next draw is what is drawn, and every token has one draw a sweep.
#[test]
fn draws_follow_the_exact_conditional() {
    let c = uneven(120, 60, 40);
    let (alpha, eta) = c.priors();
    let mut chain = abreast(started(&c), Path::chosen(), u32::MAX);
    for sweep in 0..4 {
        let stream = Stream::new(c.settings.seed, Purpose::Sweep, sweep);
        let mut seen = vec![false; c.corpus.tokens()];
        let mut jumps = 0;
        let mut before = None;
        while chain.position() < c.corpus.tokens() {
            let draw = chain.token_draw().unwrap();
            let (d, i) = (draw.document, draw.token);
            assert!(c.corpus.range(d).contains(&i) && !std::mem::replace(&mut seen[i], true));
            let p = conditional(&c.corpus, chain.state(), (&alpha, &eta), d, i);
            let u = f64::from(!(stream.at(i as u64) as u32)) / 2f64.powi(32);
            let landing = draw.landing();
            jumps += usize::from(before.replace(d) != Some(d));
            chain.advance(1);
            let new = usize::from(chain.state().z()[i]);
            assert_eq!(Some(new), landing);
            assert_eq!(new == draw.topic, u < p[draw.topic]);
        }
        assert!(seen.into_iter().all(|seen| seen));
        assert!(
            jumps > c.corpus.tokens() / 2,
            "documents are drawn side by side"
        );
        chain.advance(usize::MAX);
    }
}

#[test]
fn only_large_corpora_of_short_documents_are_drawn_abreast() {
    let takes = |documents: usize, length: usize, topics: usize| {
        let document: Vec<u32> = (0..length as u32).map(|i| i % 50).collect();
        let documents = vec![document.as_slice(); documents];
        let mut c = case(&documents, 50, &vec![0.1; topics], &[0.01; 50]);
        c.settings.alpha = PriorSpec::Each(0.1);
        matches!(started(&c).scan, Scan::Abreast(_))
    };
    assert!(takes(700, 100, 20) && takes(700, 100, 2) && takes(1_400, 100, 128));
    assert!(!takes(1_400, 100, 129) && !takes(700, 100, 1));
    assert!(!takes(700, 100, 70), "fewer than 1,024 tokens for a topic");
    assert!(!takes(600, 100, 20), "fewer than 65,536 tokens");
    assert!(!takes(63, 1_100, 20), "a document is more than a 64th");
}

/// Changes between sweeps start the documents anew.
#[test]
fn priors_and_topics_may_change() {
    let document: Vec<u32> = (0..100).map(|i| i * i % 50).collect();
    let c = case(&vec![document.as_slice(); 700], 50, &[0.1; 5], &[0.01; 50]);
    let mut chain = started(&c);
    chain.advance(usize::MAX);
    let topics = |topics| Edit::Topics {
        topics,
        growth: Default::default(),
    };
    let edits = [
        Edit::Alpha(PriorSpec::Each(1.0)),
        topics(9),
        topics(40),
        topics(140),
        topics(6),
        Edit::Eta(PriorSpec::Each(1e-9)),
        Edit::Eta(PriorSpec::Each(0.1)),
        Edit::Reset { seed: 4 },
    ];
    for edit in edits {
        chain.apply(&edit).unwrap();
        while !chain.advance(usize::MAX).sweep_done {}
        chain.state().check(&c.corpus).unwrap();
    }
    assert!(matches!(chain.scan, Scan::Abreast(_)));
    assert_eq!(Sampler::Abreast { narrow: 0 }.chain(&c).state().topics(), 5);
}

/// A state may have been laid out for another order of the tokens.
#[test]
fn states_go_from_one_order_to_another() {
    let document: Vec<u32> = (0..100).map(|i| i * i % 50).collect();
    for topics in [20, 50] {
        let documents = vec![document.as_slice(); 700];
        let mut c = case(&documents, 50, &vec![0.1; topics], &[0.01; 50]);
        let mut state = started(&c).state.clone();
        let mut digests = Vec::new();
        for blocks in [1, 3, 1, 3] {
            c.settings.parallel.blocks = blocks;
            let (corpus, settings) = (c.corpus.clone(), c.settings.clone());
            let mut chain =
                Gibbs::from_state(Kind::Collapsed, corpus, settings, state.clone(), 5).unwrap();
            assert_eq!(matches!(chain.scan, Scan::Abreast(_)), blocks == 1);
            state = chain.state.clone();
            while !chain.advance(usize::MAX).sweep_done {}
            chain.state().check(&c.corpus).unwrap();
            digests.push(chain.digest());
        }
        assert_eq!((&digests[0], &digests[1]), (&digests[2], &digests[3]));
    }
}

/// Words that 16 bits cannot count are drawn abreast too, on one thread and in blocks, beside
/// others, and only they have wide counts.
#[test]
fn very_common_words_are_drawn_abreast() {
    for topics in [20, 40] {
        very_common_words(topics);
    }
}

fn very_common_words(topics: usize) {
    let common = [3, 7, 11, 20];
    let document: Vec<u32> = (0..80)
        .map(|i| {
            if i % 5 > 0 {
                common[i % 5 - 1]
            } else {
                i as u32 / 5 + 21
            }
        })
        .collect();
    let mut c = case(
        &vec![document.as_slice(); 4_200],
        50,
        &vec![0.1; topics],
        &[0.01; 50],
    );
    for (blocks, threads) in [(1, [1, 1]), (3, [1, 3])] {
        let digests = threads.map(|threads| {
            c.settings.parallel = Parallel { blocks, threads };
            let mut chain = started(&c);
            assert_eq!(chain.state.layout(), Layout::dense(topics));
            let blocks_of_rows = topics.div_ceil(32) * (50 + common.len());
            assert_eq!(chain.state.parts_mut().blocks.len(), blocks_of_rows);
            assert!(chain.state.parts_mut().mixed);
            assert_eq!(matches!(chain.scan, Scan::Abreast(_)), blocks == 1);
            while !chain.advance(9_999).sweep_done {}
            chain.state().check(&c.corpus).unwrap();
            chain.digest()
        });
        assert_eq!(digests[0], digests[1]);
    }
}
