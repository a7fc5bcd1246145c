//! The sampler against exact answers: every assignment of tiny corpora
//! enumerated, and published numbers worked out in exact fractions.

use super::*;
use crate::corpus::examples;
use crate::model::rows::Layout;
use crate::model::{PriorSpec, log_joint};

pub(super) struct Case {
    pub corpus: Arc<Corpus>,
    pub settings: Settings,
}

pub(super) fn case(documents: &[&[u32]], words: usize, alpha: &[f64], eta: &[f64]) -> Case {
    Case {
        corpus: Arc::new(examples::of_ids(documents, words)),
        settings: Settings {
            topics: alpha.len(),
            alpha: PriorSpec::List(alpha.to_vec()),
            eta: PriorSpec::List(eta.to_vec()),
            seed: 1,
            em: Default::default(),
            parallel: Default::default(),
        },
    }
}

fn case_a() -> Case {
    case(&[&[0, 1], &[0, 0]], 2, &[1.0, 1.0], &[1.0, 1.0])
}

pub(super) fn case_b() -> Case {
    case(&[&[0, 1], &[0, 0]], 2, &[0.5, 1.5], &[0.5, 2.0])
}

fn case_d() -> Case {
    case(&[&[0, 0, 1], &[1, 2, 2]], 3, &[0.1; 3], &[0.1; 3])
}

fn toy(prior: f64) -> Case {
    case(&examples::SIX, 5, &[prior; 2], &[prior; 5])
}

impl Case {
    pub fn state(&self, z: &[u16]) -> State {
        State::from_topics(&self.corpus, self.settings.topics, z.to_vec()).unwrap()
    }

    pub fn priors(&self) -> (Prior, Prior) {
        let v = self.corpus.vocabulary().len();
        (
            self.settings
                .alpha
                .resolve("alpha", self.settings.topics)
                .unwrap(),
            self.settings.eta.resolve("eta", v).unwrap(),
        )
    }

    fn l(&self, z: &[u16]) -> f64 {
        let (alpha, eta) = self.priors();
        log_joint(&self.corpus, &self.state(z), &alpha, &eta).total()
    }

    /// Every assignment, the first token slowest.
    pub fn all(&self) -> Vec<Vec<u16>> {
        let n = self.corpus.tokens();
        let k = self.settings.topics;
        (0..k.pow(n as u32))
            .map(|code| {
                (0..n)
                    .map(|i| (code / k.pow((n - 1 - i) as u32) % k) as u16)
                    .collect()
            })
            .collect()
    }

    pub fn posterior(&self) -> Vec<f64> {
        let joint: Vec<f64> = self.all().iter().map(|z| self.l(z).exp()).collect();
        let total: f64 = joint.iter().sum();
        joint.iter().map(|p| p / total).collect()
    }

    fn probability(&self, of: impl Fn(&[u16]) -> bool) -> f64 {
        let all = self.all();
        all.iter()
            .zip(self.posterior())
            .filter(|(z, _)| of(z))
            .map(|(_, p)| p)
            .sum()
    }
}

fn near(got: f64, want: f64, tolerance: f64) {
    assert!((got - want).abs() <= tolerance, "got {got}, want {want}");
}

#[test]
fn evidence_is_the_sum_over_all_assignments() {
    for (case, want) in [
        (case_a(), 31.0 / 540.0),
        (case_b(), 86.0 / 5775.0),
        (case_d(), 11_276_058_463_949.0 / 57_541_172_134_906_161.0),
    ] {
        let total: f64 = case.all().iter().map(|z| case.l(z).exp()).sum();
        near(total / want, 1.0, 1e-12);
    }
}

#[test]
fn log_joint_of_single_assignments() {
    near(case_a().l(&[0, 0, 0, 0]), -5.192956850890, 1e-12);
    near(case_a().l(&[0, 1, 0, 1]), (1.0_f64 / 648.0).ln(), 1e-12);
    near(case_b().l(&[0, 0, 0, 0]), -8.215006432762, 1e-12);
    near(case_b().l(&[0, 1, 0, 1]), (3.0_f64 / 19600.0).ln(), 1e-12);
    near(case_d().l(&[0; 6]), -13.546645937450, 1e-11);
    let split: Vec<u16> = (0..30).map(|i| u16::from(i >= 15)).collect();
    near(toy(1.0).l(&split), -46.932768335835, 1e-11);
    near(toy(1.0).l(&[0; 30]), -60.011881333982, 1e-11);
    near(toy(0.5).l(&split), -43.058182056961, 1e-11);
    near(toy(0.5).l(&[0; 30]), -59.001820549153, 1e-11);
}

#[test]
fn exact_pair_probabilities() {
    let same = |case: &Case, a: usize, b: usize| case.probability(|z| z[a] == z[b]);
    let (a, b, d) = (case_a(), case_b(), case_d());
    near(same(&a, 0, 1), 53.0 / 93.0, 1e-12);
    near(same(&a, 1, 2), 38.0 / 93.0, 1e-12);
    near(same(&a, 2, 3), 68.0 / 93.0, 1e-12);
    near(b.probability(|z| z[0] == 0), 8.0 / 43.0, 1e-12);
    near(same(&b, 0, 1), 202.0 / 301.0, 1e-12);
    near(same(&b, 0, 2), 235.0 / 301.0, 1e-12);
    near(same(&b, 1, 2), 709.0 / 1204.0, 1e-12);
    near(same(&b, 2, 3), 1039.0 / 1204.0, 1e-12);
    near(b.probability(|z| z == [1, 1, 1, 1]), 0.454215, 1e-6);
    near(same(&d, 0, 1), 0.948707, 1e-6);
    near(same(&d, 0, 4), 0.046701, 1e-6);
    near(same(&d, 2, 3), 0.399091, 1e-6);
}

#[test]
fn every_conditional_is_a_ratio_of_joints() {
    for case in [case_a(), case_b(), case_d()] {
        let (alpha, eta) = case.priors();
        for z in case.all() {
            for d in 0..case.corpus.documents() {
                for i in case.corpus.range(d) {
                    let joint: Vec<f64> = (0..case.settings.topics as u16)
                        .map(|k| {
                            let mut z = z.clone();
                            z[i] = k;
                            case.l(&z).exp()
                        })
                        .collect();
                    let total: f64 = joint.iter().sum();
                    let got = conditional(&case.corpus, &case.state(&z), (&alpha, &eta), d, i);
                    for (p, want) in got.iter().zip(&joint) {
                        near(*p, want / total, 1e-12);
                    }
                }
            }
        }
    }
}

/// π P = π for the transition matrix of one systematic sweep.
#[test]
fn a_sweep_leaves_the_posterior_unchanged() {
    for case in [case_a(), case_b()] {
        let (alpha, eta) = case.priors();
        let all = case.all();
        let pi = case.posterior();
        let mut after = pi.clone();
        for d in 0..case.corpus.documents() {
            for i in case.corpus.range(d) {
                let mut next = vec![0.0; all.len()];
                for (z, mass) in all.iter().zip(&after) {
                    let p = conditional(&case.corpus, &case.state(z), (&alpha, &eta), d, i);
                    for (k, p) in p.iter().enumerate() {
                        let mut to = z.clone();
                        to[i] = k as u16;
                        next[all.iter().position(|z| *z == to).unwrap()] += mass * p;
                    }
                }
                after = next;
            }
        }
        for (got, want) in after.iter().zip(&pi) {
            near(*got, *want, 1e-12);
        }
    }
}

pub(super) fn chain(kind: Kind, case: &Case) -> Gibbs {
    Gibbs::new(kind, Arc::clone(&case.corpus), case.settings.clone()).unwrap()
}

/// A sampler to be put to the test.
#[derive(Clone, Copy)]
pub(super) enum Sampler {
    Of(Kind),
    /// The collapsed sampler with rows as they are for large K, or for large counts.
    Rows(Layout),
    /// The collapsed sampler for priors that need 64-bit weights.
    WideRange,
    /// The collapsed sampler as it draws large corpora; words that occur more often than this
    /// have wide counts.
    Abreast {
        narrow: u32,
    },
}

impl Sampler {
    pub fn chain(self, case: &Case) -> Gibbs {
        let mut chain = match self {
            Self::Of(kind) => return chain(kind, case),
            _ => chain(Kind::Collapsed, case),
        };
        match self {
            Self::Abreast { narrow } => {
                return abreast_tests::abreast(chain, Path::chosen(), narrow);
            }
            Self::Rows(layout) => chain.state.lay_out(&case.corpus, Some(layout), &[]),
            _ => chain.kernel = Box::new(WideRange::default()),
        }
        chain
    }
}

/// Long-run frequency of an event, and its standard error from batch means.
fn frequency(
    sampler: Sampler,
    case: &Case,
    sweeps: usize,
    event: impl Fn(&[u16]) -> f64,
) -> (f64, f64) {
    const BATCHES: usize = 50;
    let mut chain = sampler.chain(case);
    let batch = |chain: &mut Gibbs| {
        let n = sweeps / BATCHES;
        let sum: f64 = (0..n)
            .map(|_| {
                chain.advance(usize::MAX);
                event(chain.state().z())
            })
            .sum();
        sum / n as f64
    };
    batch(&mut chain);
    let means: Vec<f64> = (0..BATCHES).map(|_| batch(&mut chain)).collect();
    let mean = means.iter().sum::<f64>() / BATCHES as f64;
    let variance = means.iter().map(|m| (m - mean).powi(2)).sum::<f64>() / (BATCHES - 1) as f64;
    (mean, (variance / BATCHES as f64).sqrt())
}

fn reaches(
    (sampler, sweeps): (Sampler, usize),
    case: &Case,
    want: f64,
    event: impl Fn(&[u16]) -> f64,
) {
    let (mean, error) = frequency(sampler, case, sweeps, event);
    assert!(
        (mean - want).abs() < 4.0 * error,
        "{mean} ± {error}, want {want}"
    );
    assert!(
        error < 0.02 * want.max(0.1),
        "too few sweeps to tell: {mean} ± {error}"
    );
}

fn same(a: usize, b: usize) -> impl Fn(&[u16]) -> f64 {
    move |z| f64::from(u8::from(z[a] == z[b]))
}

fn tiny_corpora(sampler: Sampler) {
    let run = (sampler, 100_000);
    reaches(run, &case_a(), 53.0 / 93.0, same(0, 1));
    reaches(run, &case_a(), 38.0 / 93.0, same(1, 2));
    reaches(run, &case_b(), 8.0 / 43.0, |z| {
        f64::from(u8::from(z[0] == 0))
    });
    reaches(run, &case_b(), 709.0 / 1204.0, same(1, 2));
    reaches(run, &case_b(), 1039.0 / 1204.0, same(2, 3));
    reaches((sampler, 400_000), &case_d(), 0.948707, same(0, 1));
    reaches((sampler, 400_000), &case_d(), 0.399091, same(2, 3));
}

#[test]
fn long_runs_of_the_collapsed_sampler_reach_the_exact_frequencies() {
    tiny_corpora(Sampler::Of(Kind::Collapsed));
}

#[test]
fn long_runs_of_the_uncollapsed_sampler_reach_the_exact_frequencies() {
    tiny_corpora(Sampler::Of(Kind::Uncollapsed));
}

#[test]
fn long_runs_with_sparse_rows_reach_the_exact_frequencies() {
    tiny_corpora(Sampler::Rows(Layout::of(40)));
}

#[test]
fn long_runs_with_64_bit_weights_reach_the_exact_frequencies() {
    tiny_corpora(Sampler::WideRange);
}

#[test]
fn documents_abreast_reach_the_exact_posterior() {
    for narrow in [0, 2, u32::MAX] {
        tiny_corpora(Sampler::Abreast { narrow });
    }
    six_documents((Sampler::Abreast { narrow: u32::MAX }, 100_000));
}

fn six_documents(run: (Sampler, usize)) {
    let split = |z: &[u16]| {
        f64::from(u8::from(
            z[..15].iter().all(|k| *k == z[0]) && z[15..].iter().all(|k| *k != z[0]),
        ))
    };
    let smaller = |z: &[u16]| {
        let ones = z.iter().filter(|k| **k == 1).count();
        ones.min(30 - ones) as f64
    };
    for (prior, together, mixed, perfect, size) in [
        (
            1.0,
            0.889983016626,
            0.110610537546,
            0.261589173723,
            13.728726782,
        ),
        (
            0.5,
            0.971272181763,
            0.024448357938,
            0.695904412484,
            14.598661381,
        ),
    ] {
        reaches(run, &toy(prior), together, same(0, 1));
        reaches(run, &toy(prior), mixed, same(0, 15));
        reaches(run, &toy(prior), perfect, split);
        reaches(run, &toy(prior), size, smaller);
    }
}

#[test]
fn long_runs_of_the_collapsed_sampler_on_the_six_documents() {
    six_documents((Sampler::Of(Kind::Collapsed), 100_000));
    six_documents((Sampler::Rows(Layout::of(40)), 100_000));
}

#[test]
fn long_runs_of_the_uncollapsed_sampler_on_the_six_documents() {
    six_documents((Sampler::Of(Kind::Uncollapsed), 200_000));
}

/// Identities that hold on any corpus.
#[test]
fn identities_of_the_log_joint() {
    let one_topic = |alpha: f64| case(&[&[0, 1, 1], &[2]], 3, &[alpha], &[0.3; 3]).l(&[0; 4]);
    near(one_topic(0.1), one_topic(70.0), 1e-12);
    let single = case(&[&[1], &[0], &[]], 2, &[0.2, 0.6], &[1.0, 2.0]);
    let (alpha, eta) = single.priors();
    let parts = log_joint(&single.corpus, &single.state(&[1, 0]), &alpha, &eta);
    near(parts.document, (0.75_f64).ln() + (0.25_f64).ln(), 1e-12);
    let one_word = case(&[&[0, 0], &[0]], 1, &[0.5, 0.5], &[0.7]);
    let (alpha, eta) = one_word.priors();
    near(
        log_joint(&one_word.corpus, &one_word.state(&[0, 1, 1]), &alpha, &eta).word,
        0.0,
        1e-12,
    );
    // Token order, document order, and (for symmetric alpha) topic labels do not matter.
    let plain = case(&[&[0, 1, 1, 2], &[2, 0]], 3, &[0.4, 0.4], &[0.1, 0.2, 0.3]);
    let moved = case(&[&[0, 2], &[1, 2, 0, 1]], 3, &[0.4, 0.4], &[0.1, 0.2, 0.3]);
    near(
        plain.l(&[0, 1, 0, 1, 0, 1]),
        moved.l(&[1, 0, 1, 1, 0, 0].map(|k| 1 - k)),
        1e-12,
    );
}

#[test]
fn one_topic_one_word_and_more_topics_than_tokens_all_run() {
    for (documents, words, topics) in [
        (&[&[0u32, 1][..], &[]][..], 2, 1),
        (&[&[0], &[0, 0]], 1, 3),
        (&[&[0, 1, 2]], 3, 65_535),
    ] {
        let c = case(documents, words, &vec![0.1; topics], &vec![0.01; words]);
        for kind in [Kind::Collapsed, Kind::Uncollapsed] {
            let mut chain = chain(kind, &c);
            for _ in 0..20 {
                assert!(chain.advance(usize::MAX).sweep_done);
            }
            chain.state().check(&c.corpus).unwrap();
            assert!(chain.objective().total().is_finite());
        }
    }
}

#[test]
fn tiny_priors_do_not_drown_in_rounding() {
    // One-word documents, alpha so small that differences of sums would lose it:
    // the draw is still even between two topics that are alike.
    let documents: Vec<&[u32]> = vec![&[0]; 2];
    let c = case(&documents, 2, &[1e-30; 2], &[1e-30; 2]);
    reaches((Sampler::Of(Kind::Collapsed), 40_000), &c, 0.5, |z| {
        f64::from(z[0])
    });
}

#[test]
fn where_the_work_is_interrupted_does_not_matter() {
    let documents: Vec<Vec<u32>> = (0..12)
        .map(|d| (0..30).map(|i| (i * d + d) % 17).collect())
        .collect();
    let documents: Vec<&[u32]> = documents.iter().map(Vec::as_slice).collect();
    let c = case(&documents, 17, &[0.1; 4], &[0.05; 17]);
    let run = |kind: Kind, budget: usize| {
        let mut chain = chain(kind, &c);
        while chain.sweep() < 25 {
            chain.advance(budget);
        }
        chain.state().check(&c.corpus).unwrap();
        let (alpha, eta) = c.priors();
        let joint = log_joint(&c.corpus, chain.state(), &alpha, &eta).total();
        near(chain.objective().total(), joint, 1e-9);
        (chain.digest(), chain.moved(), chain.density())
    };
    for kind in [Kind::Collapsed, Kind::Uncollapsed] {
        let whole = run(kind, usize::MAX);
        for budget in [1, 7, 30, 64] {
            assert_eq!(run(kind, budget), whole);
        }
    }
}

proptest::proptest! {
    /// Any small corpus under any priors: nothing is lost, everything is finite.
    #[test]
    fn counts_and_numbers_hold_on_any_corpus(
        documents in proptest::collection::vec(proptest::collection::vec(0u32..5, 0..8), 1..6),
        alpha in proptest::collection::vec(-100.0..100.0_f64, 1..5),
        eta in -100.0..100.0_f64,
        seed in 0u64..1000,
        collapsed in proptest::bool::ANY,
    ) {
        let documents: Vec<&[u32]> = documents.iter().map(Vec::as_slice).collect();
        let alpha: Vec<f64> = alpha.iter().map(|exponent| 10f64.powf(*exponent)).collect();
        let mut c = case(&documents, 5, &alpha, &[10f64.powf(eta); 5]);
        c.settings.seed = seed;
        proptest::prop_assume!(c.corpus.tokens() > 0);
        let kind = if collapsed { Kind::Collapsed } else { Kind::Uncollapsed };
        let mut chain = chain(kind, &c);
        for _ in 0..5 {
            chain.advance(usize::MAX);
        }
        proptest::prop_assert_eq!(chain.state().check(&c.corpus), Ok(()));
        proptest::prop_assert!(chain.objective().total().is_finite());
        proptest::prop_assert!(chain.density().is_none_or(f64::is_finite));
        let moved = chain.moved().unwrap();
        proptest::prop_assert!((0.0..=1.0).contains(&moved));
        for d in 0..c.corpus.documents() {
            let sum: f64 = chain.theta(d).iter().sum();
            proptest::prop_assert!((sum - 1.0).abs() < 1e-12, "{}", sum);
        }
    }
}

#[test]
fn an_edit_inside_a_sweep_is_refused() {
    let c = case_d();
    let mut chain = chain(Kind::Collapsed, &c);
    chain.advance(2);
    let edit = Edit::Alpha(PriorSpec::Each(1.0));
    assert_eq!(chain.apply(&edit), Err(EngineError::InsideSweep));
    chain.advance(usize::MAX);
    assert_eq!(chain.apply(&edit), Ok(()));
    assert!(chain.apply(&Edit::Eta(PriorSpec::Each(-1.0))).is_err());
    assert_eq!(
        chain.settings().eta,
        c.settings.eta,
        "a refused edit leaves the chain as it was"
    );
}
