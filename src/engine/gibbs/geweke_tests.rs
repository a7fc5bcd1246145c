//! The joint-distribution test (Geweke 2004): a sweep of z given w and a redraw
//! of w given z, in turn, must sample from p(w, z), whose moments are known
//! exactly. Three injected faults prove that the test can fail.

use super::exact_tests::case;
use super::*;
use crate::corpus::Vocabulary;
use crate::model::log_joint;
use crate::model::random::{Purpose, Stream};

const LENGTHS: [usize; 3] = [3, 2, 3];
const ALPHA: [f64; 2] = [0.5, 1.0];
const ETA: [f64; 3] = [0.5, 0.5, 1.0];

/// The conditional spelled out, with a switch that forgets to take the token out.
struct Plain {
    forgets: bool,
}

impl Kernel for Plain {
    fn enter(&mut self, _: &View<'_>, _: &State, _: usize) {}

    fn draw(&mut self, view: &View<'_>, state: &mut State, tokens: Range<usize>) -> usize {
        let d =
            (0..view.corpus.documents()).find(|&d| view.corpus.range(d).contains(&tokens.start));
        let mut counts = Vec::new();
        for i in tokens {
            let word = view.corpus.words()[i];
            let own = usize::from(state.z()[i]);
            state.document_counts(view.corpus, d.unwrap(), &mut counts);
            let weights: Vec<f64> = (0..state.topics())
                .map(|k| {
                    let out = u32::from(k == own && !self.forgets);
                    (f64::from(counts[k] - out) + view.alpha.value(k))
                        * (f64::from(state.count(word, k as u16) - out)
                            + view.eta.value(word as usize))
                        / (f64::from(state.sizes()[k] - out) + view.eta.sum())
                })
                .collect();
            let mut x = view.stream.unit(i as u64) * weights.iter().sum::<f64>();
            let k = weights.iter().position(|w| {
                x -= w;
                x < 0.0
            });
            state.assign(i, word, k.unwrap_or(own) as u16);
        }
        0
    }
}

use std::ops::Range;

/// w given z, theta and phi integrated out: a Pólya urn for each topic.
fn redraw(z: &[u16], stream: Stream) -> Vec<u32> {
    let mut urns = [ETA, ETA];
    z.iter()
        .enumerate()
        .map(|(i, &k)| {
            let urn = &mut urns[usize::from(k)];
            let mut x = stream.unit(i as u64) * urn.iter().sum::<f64>();
            let word = urn.iter().position(|w| {
                x -= w;
                x < 0.0
            });
            let word = word.unwrap_or(2);
            urn[word] += 1.0;
            word as u32
        })
        .collect()
}

/// w given z and phi.
fn from_phi(kernel: &Uncollapsed, z: &[u16], stream: Stream) -> Vec<u32> {
    z.iter()
        .enumerate()
        .map(|(i, &k)| {
            let mut x = stream.unit(i as u64);
            let word = (0..3).find(|v| {
                x -= kernel.phi(*v, usize::from(k));
                x < 0.0
            });
            word.unwrap_or(2) as u32
        })
        .collect()
}

fn corpus(words: &[u32]) -> Arc<Corpus> {
    let mut rest = words;
    let documents: Vec<Vec<u32>> = LENGTHS
        .iter()
        .map(|&n| {
            let (document, after) = rest.split_at(n);
            rest = after;
            document.to_vec()
        })
        .collect();
    let names = (0..3).map(|v| format!("w{v}")).collect();
    Arc::new(Corpus::from_documents(Vocabulary::new(names), &documents).unwrap())
}

/// The largest |z| of ten statistics against their exact expectations, for a
/// sampler that believes in `alpha` and `eta` and draws with `kernel`.
fn worst<K: Kernel>(
    alpha: &[f64],
    eta: &[f64],
    mut kernel: K,
    redraw: impl Fn(&K, &[u16], Stream) -> Vec<u32>,
) -> f64 {
    const ROUNDS: u64 = 1_000_000;
    const BATCHES: usize = 50;
    let (believed, truth) = (case(&[], 3, alpha, eta), case(&[], 3, &ALPHA, &ETA));
    let priors = |settings: &Settings| {
        let alpha = settings.alpha.resolve("alpha", 2).unwrap();
        (alpha, settings.eta.resolve("eta", 3).unwrap())
    };
    let (believed, truth) = (priors(&believed.settings), priors(&truth.settings));
    let mut words = vec![0, 1, 2, 0, 1, 2, 0, 1];
    let mut z = vec![0u16, 1, 0, 1, 0, 1, 0, 1];
    let mut sums = vec![[0.0; 10]; BATCHES];
    for round in 0..ROUNDS {
        let corpus = corpus(&words);
        let mut state = State::from_topics(&corpus, 2, z).unwrap();
        let view = |sweep| View::new(&corpus, (&believed.0, &believed.1), (1, sweep));
        if round == 0 {
            kernel.settle(&view(0), &state, usize::MAX);
        }
        for d in 0..corpus.documents() {
            kernel.enter(&view(round), &state, d);
            kernel.draw(&view(round), &mut state, corpus.range(d));
        }
        kernel.settle(&view(round + 1), &state, usize::MAX);
        z = state.z().to_vec();
        let l = log_joint(&corpus, &state, &truth.0, &truth.1).total();
        let zeros = words.iter().filter(|w| **w == 0).count() as f64;
        let squares: f64 = state.sizes().iter().map(|&n| f64::from(n * n)).sum();
        let pairs: f64 = (0..3)
            .flat_map(|v| state.row(v))
            .map(|entry| f64::from(entry.count).powi(2))
            .sum();
        let in_topic = |d: usize| z[corpus.range(d)].iter().filter(|k| **k == 0).count() as f64;
        let alone = f64::from(u8::from(z[0] == z[1]));
        let across = f64::from(u8::from(z[0] == z[3]));
        let statistics = [
            l,
            l * l,
            squares,
            zeros * zeros,
            pairs,
            in_topic(0),
            in_topic(1),
            in_topic(2),
            alone,
            across,
        ];
        let batch = &mut sums[(round as usize * BATCHES) / ROUNDS as usize];
        for (sum, value) in batch.iter_mut().zip(statistics) {
            *sum += value * BATCHES as f64 / ROUNDS as f64;
        }
        words = redraw(&kernel, &z, Stream::new(9, Purpose::Start, round));
    }
    // E[L], its second moment from the published sd, E[Σ n_k²], E[(count of word
    // 0)²] and E[n_dk] = N_d α_k/Σα are published. E[Σ n_kv²] = 8 + 33.6 · 7/12, as
    // two tokens of a topic share their word with odds Σ η_v (η_v + 1) / (Ση (Ση
    // + 1)) = 7/12 and 33.6 = 41.6 − 8 counts the pairs that share a topic. The
    // last two are E[Σ_k θ_k²] and Σ_k (α_k/Σα)² for theta ~ Dir(alpha).
    let (mean, sd) = (-11.921822938660_f64, 2.532233128654_f64);
    let exact = [
        mean,
        mean * mean + sd * sd,
        41.6,
        7.6,
        27.6,
        1.0,
        2.0 / 3.0,
        1.0,
        (0.5 * 1.5 + 1.0 * 2.0) / (1.5 * 2.5),
        1.0 / 9.0 + 4.0 / 9.0,
    ];
    (0..10)
        .map(|s| {
            let mean = sums.iter().map(|b| b[s]).sum::<f64>() / BATCHES as f64;
            let variance =
                sums.iter().map(|b| (b[s] - mean).powi(2)).sum::<f64>() / (BATCHES - 1) as f64;
            ((mean - exact[s]) / (variance / BATCHES as f64).sqrt()).abs()
        })
        .fold(0.0, f64::max)
}

/// theta from the counts of another document.
#[derive(Default)]
struct Astray(Uncollapsed);

impl Kernel for Astray {
    fn enter(&mut self, view: &View<'_>, state: &State, d: usize) {
        self.0.enter(view, state, (d + 1) % LENGTHS.len());
    }
    fn draw(&mut self, view: &View<'_>, state: &mut State, tokens: Range<usize>) -> usize {
        self.0.draw(view, state, tokens)
    }
    fn settle(&mut self, view: &View<'_>, state: &State, work: usize) -> bool {
        self.0.settle(view, state, work)
    }
}

fn urn<K>(_: &K, z: &[u16], stream: Stream) -> Vec<u32> {
    redraw(z, stream)
}

#[test]
fn the_collapsed_sampler_passes() {
    let z = worst(&ALPHA, &ETA, Collapsed::new(Path::Scalar), urn);
    assert!(z < 4.0, "|z| = {z}");
    let z = worst(&ALPHA, &ETA, Plain { forgets: false }, urn);
    assert!(z < 4.0, "the plain kernel of this test: |z| = {z}");
}

#[test]
fn the_uncollapsed_sampler_passes() {
    let z = worst(&ALPHA, &ETA, Uncollapsed::default(), from_phi);
    assert!(z < 4.0, "|z| = {z}");
}

#[test]
fn eta_off_by_five_per_cent_is_found() {
    let eta = ETA.map(|eta| 1.05 * eta);
    let z = worst(&ALPHA, &eta, Collapsed::new(Path::Scalar), urn);
    assert!(z > 4.0, "|z| = {z}");
    let z = worst(&ALPHA, &eta, Uncollapsed::default(), from_phi);
    assert!(z > 4.0, "uncollapsed: |z| = {z}");
}

#[test]
fn a_missing_decrement_is_found() {
    let z = worst(&ALPHA, &ETA, Plain { forgets: true }, urn);
    assert!(z > 4.0, "|z| = {z}");
}

#[test]
fn theta_of_another_document_is_found() {
    let z = worst(&ALPHA, &ETA, Astray::default(), |kernel, z, stream| {
        from_phi(&kernel.0, z, stream)
    });
    assert!(z > 4.0, "|z| = {z}");
}

#[test]
fn a_reversed_alpha_is_found() {
    let alpha = [ALPHA[1], ALPHA[0]];
    let z = worst(&alpha, &ETA, Collapsed::new(Path::Scalar), urn);
    assert!(z > 4.0, "|z| = {z}");
    let z = worst(&alpha, &ETA, Uncollapsed::default(), from_phi);
    assert!(z > 4.0, "uncollapsed: |z| = {z}");
}
