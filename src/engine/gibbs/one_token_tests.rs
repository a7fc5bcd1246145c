//! The draw to come, written out: against the log joint, and against what is then drawn.

use super::exact_tests::case;
use super::*;
use crate::model::log_joint;

/// Documents in which words and topics of very different counts come up.
fn chain(kind: Kind, topics: usize, priors: (f64, f64)) -> Gibbs {
    let word = |d: u32, i: u32| (i * i * (d % 5 + 1) + d * 7 + i / 3) % 40;
    let documents: Vec<Vec<u32>> = (0..25)
        .map(|d| (0..d * 3).map(|i| word(d, i).min(word(i, d))).collect())
        .collect();
    let documents: Vec<&[u32]> = documents.iter().map(Vec::as_slice).collect();
    let alpha: Vec<f64> = (0..topics).map(|k| priors.0 * (1 + k % 7) as f64).collect();
    let eta: Vec<f64> = (0..40).map(|v| priors.1 * f64::from(1 + v % 5)).collect();
    let c = case(&documents, 40, &alpha, &eta);
    Gibbs::new(kind, c.corpus, c.settings).unwrap()
}

fn finish(chain: &mut Gibbs) {
    while !chain.between_sweeps() {
        chain.advance(1);
    }
}

/// p(z_i = k | rest) = exp(L_k) / Σ_j exp(L_j), L_k the log joint with z_i = k.
#[test]
fn probabilities_are_differences_of_the_log_joint() {
    for topics in [2, 3, 20, 40] {
        let mut chain = chain(Kind::Collapsed, topics, (0.03, 0.02));
        chain.advance(usize::MAX);
        for _ in 0..60 {
            for _ in 0..7 {
                chain.advance(1);
            }
            let draw = chain.token_draw().unwrap();
            let mut state = chain.state.clone();
            let joints: Vec<f64> = (0..topics)
                .map(|k| {
                    state.assign(draw.token, draw.word, k as u16);
                    log_joint(&chain.corpus, &state, &chain.alpha, &chain.eta).total()
                })
                .collect();
            let top = joints.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = joints.iter().map(|l| (l - top).exp()).sum();
            for (k, joint) in joints.iter().enumerate() {
                let want = (joint - top).exp() / sum;
                assert!(
                    (draw.probabilities[k] - want).abs() < 1e-12,
                    "K = {topics}, token {}, topic {k}: {} and {want}",
                    draw.token,
                    draw.probabilities[k]
                );
            }
        }
    }
}

#[test]
fn a_token_goes_where_the_draw_to_come_says() {
    let kinds = [
        (Kind::Collapsed, (0.03, 0.02)),
        // Outside the range of the fast kernel.
        (Kind::Collapsed, (1e-8, 0.02)),
        (Kind::Uncollapsed, (0.03, 0.02)),
    ];
    for (kind, priors) in kinds {
        for topics in [1, 2, 3, 20, 32, 33, 50] {
            let mut chain = chain(kind, topics, priors);
            let (mut told, mut moved) = (0, 0);
            for _ in 0..4 {
                for _ in 0..chain.corpus.tokens() {
                    let draw = chain.token_draw().unwrap();
                    assert_eq!(draw.token, chain.next);
                    assert!(chain.corpus.range(draw.document).contains(&draw.token));
                    chain.advance(1);
                    let went = usize::from(chain.state.z()[draw.token]);
                    let message = format!("{kind:?}, K = {topics}, token {}", draw.token);
                    moved += usize::from(went != draw.topic);
                    assert_eq!(draw.stays(), went == draw.topic, "{message}");
                    if let Some(landing) = draw.landing() {
                        told += 1;
                        assert_eq!(landing, went, "{message}");
                        let (start, end) = draw.piece(landing);
                        let arrow = draw.arrow().unwrap();
                        assert!(start <= arrow && arrow <= end + 1e-12, "{message}");
                    }
                }
                finish(&mut chain);
            }
            let all = 4 * chain.corpus.tokens();
            let split = kind == Kind::Collapsed && (topics > 32 || priors.0 < 1e-6);
            assert!(topics == 1 || moved > all / 20, "{moved} of {all} moved");
            assert_eq!(told == all, !split || topics == 1, "{kind:?}, K = {topics}");
        }
    }
}

#[test]
fn looking_and_stepping_give_the_digest_of_a_run() {
    for kind in [Kind::Collapsed, Kind::Uncollapsed] {
        for topics in [2, 3, 20, 33, 130] {
            let (mut run, mut steps) = (
                chain(kind, topics, (0.1, 0.05)),
                chain(kind, topics, (0.1, 0.05)),
            );
            for _ in 0..3 {
                while !run.advance(usize::MAX).sweep_done {}
                for _ in 0..steps.corpus.tokens() {
                    steps.token_draw().unwrap();
                    steps.advance(1);
                }
                finish(&mut steps);
                assert_eq!(run.digest(), steps.digest(), "{kind:?}, K = {topics}");
                assert_eq!(run.objective(), steps.objective());
                assert_eq!(run.density(), steps.density());
            }
        }
    }
}

/// Worked by hand: two documents, "0 1" and "0 0", all tokens of topic 0 but the last.
#[test]
fn the_numbers_of_a_draw_are_those_of_the_formula() {
    let c = case(&[&[], &[0, 1], &[0, 0]], 2, &[0.5, 1.5], &[0.5, 2.0]);
    let state = State::from_topics(&c.corpus, 2, vec![0, 0, 0, 1]).unwrap();
    let chain = Gibbs::from_state(Kind::Collapsed, c.corpus, c.settings, state, 0).unwrap();
    let draw = chain.token_draw().unwrap();
    assert_eq!(
        (draw.document, draw.place, draw.word, draw.topic),
        (1, 0, 0, 0)
    );
    let Factors::Counted(counts) = &draw.factors else {
        unreachable!()
    };
    assert_eq!(counts.document, [1, 0]);
    assert_eq!((&counts.word[..], counts.eta), (&[1, 1][..], 0.5));
    assert_eq!((&counts.sizes[..], counts.eta_sum), (&[2, 1][..], 2.5));
    // 1.5 · 1.5/4.5 = 0.5 and 1.5 · 1.5/3.5 = 0.642857.
    assert!((draw.weights[0] - 0.5).abs() < 1e-12);
    assert!((draw.weights[1] - 2.25 / 3.5).abs() < 1e-12);
    assert!((draw.probabilities[0] - 0.4375).abs() < 1e-12);
    assert_eq!(draw.stays(), draw.chance.first <= 0.4375);
}

#[test]
fn blocks_cannot_be_slowed_down() {
    let mut chain = chain(Kind::Collapsed, 4, (0.1, 0.1));
    chain.settings.parallel = Parallel {
        blocks: 2,
        threads: 1,
    };
    chain.order();
    assert!(chain.token_draw().unwrap_err().contains("--blocks 1"));
}
