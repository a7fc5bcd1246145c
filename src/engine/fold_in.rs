//! theta of new documents with phi fixed: by Gibbs sampling (Griffiths and Steyvers
//! 2004 with the topic–word counts frozen), or by the variational E-step (Blei, Ng
//! and Jordan 2003, figure 6). A model without a document prior has its own way:
//! the posterior of the one topic (mixture of unigrams), or EM with p(v | z) fixed
//! (pLSI; Hofmann 1999, section 3.3).

use super::passes::e_step::{EStep, Words};
use super::passes::table::Table;
use super::{Engine, Kind};
use crate::model::Prior;
use crate::model::gamma::ln_sum;
use crate::model::phi::Phi;
use crate::model::random::{Stream, pick};

/// How theta of a new document is found under a prior.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// The mean over samples.
    #[default]
    Gibbs,
    /// The variational E-step.
    Variational,
}

/// Sweeps before the first sample of a Gibbs fold-in, and samples after them.
const BURN_IN: usize = 50;
const SAMPLES: usize = 200;
/// Iterations of EM for pLSI, and the change at which they end.
const PASSES: usize = 500;
const STILL: f64 = 1e-9;

/// What a model says of a document before it has seen a word of it.
#[derive(Debug, Clone)]
enum Before {
    /// theta ~ Dir(alpha).
    Dirichlet(Prior),
    /// One topic for all of it, with these probabilities.
    OneTopic(Vec<f64>),
    /// Nothing.
    Free,
}

/// A fitted model, ready for new documents.
#[derive(Debug, Clone)]
pub struct FoldIn {
    phi: Phi,
    before: Before,
    method: Method,
}

/// A new document.
#[derive(Debug, Clone, PartialEq)]
pub struct Folded {
    /// theta (length K, sums to 1).
    pub theta: Vec<f64>,
    /// The most probable topic of each word, by place.
    pub topics: Vec<u16>,
}

impl FoldIn {
    /// From what an engine of this kind has fitted: its phi, its alpha, and p(k) of
    /// a document where that is no prior.
    pub fn new(
        kind: Kind,
        phi: Phi,
        alpha: Option<&Prior>,
        weights: Option<Vec<f64>>,
        method: Method,
    ) -> Self {
        let before = match (kind, alpha, weights) {
            (Kind::Unigram, ..) => Before::OneTopic(vec![1.0]),
            (_, Some(alpha), _) => Before::Dirichlet(alpha.clone()),
            (_, None, Some(weights)) => Before::OneTopic(weights),
            (_, None, None) => Before::Free,
        };
        Self {
            phi,
            before,
            method,
        }
    }

    /// From an engine as it stands.
    pub fn of(engine: &dyn Engine, method: Method) -> Self {
        Self::over(engine, engine.phi(), method)
    }

    /// From an engine as it stands, and its phi of all words or of some.
    pub fn over(engine: &dyn Engine, phi: Phi, method: Method) -> Self {
        let alpha = engine.priors().alpha;
        Self::new(engine.kind(), phi, alpha, engine.document_weights(), method)
    }

    /// The same, every phi_kv with a pseudo-count `pseudo` added to the `sizes`
    /// (length K) that its topics were counted from: no word is impossible then.
    /// For models whose phi is a plain maximum-likelihood estimate.
    pub fn smoothed(mut self, sizes: &[f64], pseudo: f64) -> Self {
        self.phi = self.phi.smoothed(sizes, pseudo);
        self
    }

    /// phi.
    pub fn phi(&self) -> &Phi {
        &self.phi
    }

    /// The document–topic prior, where there is one.
    pub fn alpha(&self) -> Option<&Prior> {
        match &self.before {
            Before::Dirichlet(alpha) => Some(alpha),
            _ => None,
        }
    }

    /// p(k) of a document that has one topic, where the model is of that kind.
    pub fn weights(&self) -> Option<&[f64]> {
        match &self.before {
            Before::OneTopic(weights) => Some(weights),
            _ => None,
        }
    }

    /// phi of these words, word after word.
    pub(crate) fn columns(&self, words: &[u32]) -> Vec<f64> {
        let topics = self.phi.topics();
        let mut columns = vec![0.0; words.len() * topics];
        for (column, &word) in columns.chunks_exact_mut(topics).zip(words) {
            self.phi.fill(word, column);
        }
        columns
    }

    /// theta of a document of these words (each below V). Without a word it is what
    /// the model says before: α/Σα, p(k), or even. `stream` is what the Gibbs
    /// sampler draws from.
    pub fn document(&self, words: &[u32], stream: Stream) -> Folded {
        let columns = self.columns(words);
        let (theta, q) = match (&self.before, self.method) {
            (Before::Dirichlet(alpha), Method::Gibbs) => gibbs(&columns, alpha, stream),
            (Before::Dirichlet(alpha), Method::Variational) => variational(&columns, alpha),
            (Before::OneTopic(weights), _) => one_topic(&columns, weights),
            (Before::Free, _) => free(&columns, self.phi.topics()),
        };
        let topics = q.chunks_exact(theta.len()).map(|q| {
            let best = (0..q.len()).max_by(|a, b| q[*a].total_cmp(&q[*b]).then(b.cmp(a)));
            best.unwrap_or(0) as u16
        });
        Folded {
            topics: topics.collect(),
            theta,
        }
    }
}

/// theta, and p(z) of every word.
type Fold = (Vec<f64>, Vec<f64>);

/// Scales `weights` to sum to 1; false when they are all 0.
fn normalise(weights: &mut [f64]) -> bool {
    let sum: f64 = weights.iter().sum();
    let possible = sum > 0.0;
    if possible {
        weights.iter_mut().for_each(|w| *w /= sum);
    }
    possible
}

/// Every token in turn from p(z_i = k) ∝ (n_k + α_k) phi_kv. What is averaged over
/// the samples are these probabilities, not the draws: E[n_k] then has less noise.
fn gibbs(columns: &[f64], alpha: &Prior, stream: Stream) -> Fold {
    let topics = alpha.len();
    let words = columns.len() / topics;
    let mut counts = vec![0.0; topics];
    let mut z: Vec<Option<usize>> = vec![None; words];
    let mut q = vec![0.0; columns.len()];
    let mut weights = vec![0.0; topics];
    for sweep in 0..BURN_IN + SAMPLES {
        for (i, column) in columns.chunks_exact(topics).enumerate() {
            if let Some(k) = z[i] {
                counts[k] -= 1.0;
            }
            for ((w, (n, a)), p) in weights
                .iter_mut()
                .zip(counts.iter().zip(alpha.values()))
                .zip(column)
            {
                *w = (n + a) * p;
            }
            // A word that no topic has says nothing.
            if !normalise(&mut weights) {
                z[i] = None;
                continue;
            }
            let k = pick(&weights, stream.branch(sweep as u64).unit(i as u64));
            z[i] = Some(k);
            counts[k] += 1.0;
            if sweep >= BURN_IN {
                let own = &mut q[i * topics..][..topics];
                own.iter_mut()
                    .zip(&weights)
                    .for_each(|(q, w)| *q += w / SAMPLES as f64);
            }
        }
    }
    let mut theta: Vec<f64> = alpha.values().collect();
    for own in q.chunks_exact(topics) {
        theta.iter_mut().zip(own).for_each(|(t, q)| *t += q);
    }
    normalise(&mut theta);
    (theta, q)
}

fn variational(columns: &[f64], alpha: &Prior) -> Fold {
    let topics = alpha.len();
    // A word that no topic has says nothing.
    let possible = |&(_, column): &(u32, &[f64])| column.iter().any(|p| *p > 0.0);
    let numbered = (0..).zip(columns.chunks_exact(topics)).filter(possible);
    let bag: Vec<(u32, u32)> = numbered.map(|(i, _)| (i, 1)).collect();
    let weights = Table::of_rows(topics, columns);
    let words = Words {
        bag: &bag,
        weights: &weights,
    };
    let share = bag.len() as f64 / topics as f64;
    let start: Vec<f64> = alpha.values().map(|a| a + share).collect();
    let mut step = EStep::new(1e-9, 1_000, alpha);
    step.set(&start);
    while !step.iterate(words) {}
    step.responsibilities(words);
    let mut q = vec![0.0; columns.len()];
    for &(i, _) in &bag {
        let own = i as usize * topics..(i as usize + 1) * topics;
        step.word(&columns[own.clone()], &mut q[own]);
    }
    let mut theta = step.gamma().to_vec();
    normalise(&mut theta);
    (theta, q)
}

/// ln Σ_k weights_k Π_i phi_k,w_i of words whose phi stands word after word: log p of
/// words that all have one topic.
pub(crate) fn ln_one_topic<'a>(weights: &[f64], columns: impl Iterator<Item = &'a [f64]>) -> f64 {
    let mut logs: Vec<f64> = weights.iter().map(|w| libm::log(*w)).collect();
    for column in columns {
        let terms = logs.iter_mut().zip(column);
        terms.for_each(|(l, p)| *l += libm::log(*p));
    }
    ln_sum(&logs)
}

fn one_topic(columns: &[f64], weights: &[f64]) -> Fold {
    let topics = weights.len();
    let mut logs: Vec<f64> = weights.iter().map(|w| libm::log(*w)).collect();
    for column in columns.chunks_exact(topics) {
        if column.iter().any(|p| *p > 0.0) {
            logs.iter_mut()
                .zip(column)
                .for_each(|(l, p)| *l += libm::log(*p));
        }
    }
    let total = ln_sum(&logs);
    let theta: Vec<f64> = if total == f64::NEG_INFINITY {
        weights.to_vec()
    } else {
        logs.iter().map(|l| libm::exp(l - total)).collect()
    };
    let q = theta.repeat(columns.len() / topics);
    (theta, q)
}

fn free(columns: &[f64], topics: usize) -> Fold {
    let mut theta = vec![1.0 / topics as f64; topics];
    let mut q = vec![0.0; columns.len()];
    for _ in 0..PASSES {
        let mut next = vec![0.0; topics];
        for (own, column) in q.chunks_exact_mut(topics).zip(columns.chunks_exact(topics)) {
            for ((q, t), p) in own.iter_mut().zip(&theta).zip(column) {
                *q = t * p;
            }
            if normalise(own) {
                next.iter_mut().zip(&*own).for_each(|(n, q)| *n += q);
            }
        }
        if !normalise(&mut next) {
            break;
        }
        let change = theta.iter().zip(&next).map(|(a, b)| (a - b).abs());
        let most = change.fold(0.0, f64::max);
        theta = next;
        if most < STILL {
            break;
        }
    }
    (theta, q)
}

/// A fold-in with phi given topic after topic and alpha as a list.
#[cfg(test)]
pub(crate) fn with_phi(
    phi: &[Vec<f64>],
    alpha: &[f64],
    method: Method,
) -> Result<FoldIn, crate::model::PriorError> {
    let words = phi.first().map_or(0, Vec::len);
    let weights = (0..words).flat_map(|v| phi.iter().map(move |row| row[v]));
    let alpha = crate::model::PriorSpec::List(alpha.to_vec()).resolve("alpha", phi.len())?;
    let phi = Phi::of_weights(phi.len(), weights.collect());
    Ok(FoldIn::new(
        Kind::Variational,
        phi,
        Some(&alpha),
        None,
        method,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PriorSpec;
    use crate::model::random::Purpose;

    fn example(method: Method) -> FoldIn {
        let phi = [vec![0.5, 0.3, 0.2], vec![0.1, 0.2, 0.7]];
        with_phi(&phi, &[0.5, 1.5], method).unwrap()
    }

    fn phi() -> Phi {
        Phi::of_weights(2, vec![0.5, 0.1, 0.5, 0.9])
    }

    fn mixture() -> FoldIn {
        let weights = Some(vec![0.3, 0.7]);
        FoldIn::new(Kind::Mixture, phi(), None, weights, Method::Gibbs)
    }

    fn plsi() -> FoldIn {
        FoldIn::new(Kind::Plsi, phi(), None, None, Method::Gibbs)
    }

    fn stream(n: u64) -> Stream {
        Stream::new(1, Purpose::FoldIn, n)
    }

    #[test]
    fn gibbs_fold_in_reaches_the_exact_posterior_mean() {
        let fold = example(Method::Gibbs);
        for (words, want) in [(&[0][..], 0.375), (&[0, 2, 2], 0.240_033_22)] {
            let runs: Vec<f64> = (0..400)
                .map(|n| fold.document(words, stream(n)).theta[0])
                .collect();
            let mean = runs.iter().sum::<f64>() / runs.len() as f64;
            let variance = runs.iter().map(|r| (r - mean).powi(2)).sum::<f64>();
            let error = variance.sqrt() / runs.len() as f64;
            assert!(
                (mean - want).abs() <= 4.0 * error + 1e-12,
                "{mean} ± {error}"
            );
            assert!(error < 1e-3, "{error}");
        }
    }

    #[test]
    fn variational_fold_in_is_the_e_step() {
        let fold = example(Method::Variational);
        for (words, gamma) in [
            (&[0][..], [1.260_398_96, 1.739_601_04]),
            (&[0, 2, 2], [1.083_633_06, 3.916_366_94]),
        ] {
            let theta = fold.document(words, stream(0)).theta;
            let want = gamma[0] / (gamma[0] + gamma[1]);
            assert!((theta[0] - want).abs() < 1e-8, "{theta:?}");
        }
    }

    #[test]
    fn without_a_word_theta_is_what_the_model_says_before() {
        for method in [Method::Gibbs, Method::Variational] {
            let theta = example(method).document(&[], stream(0)).theta;
            assert_eq!(theta, [0.25, 0.75]);
        }
        let mixture = mixture();
        let theta = mixture.document(&[], stream(0)).theta;
        assert!((theta[0] - 0.3).abs() < 1e-12 && (theta[1] - 0.7).abs() < 1e-12);
        let plsi = plsi();
        assert_eq!(plsi.document(&[], stream(0)).theta, [0.5, 0.5]);
    }

    #[test]
    fn a_mixture_weighs_its_one_topic_and_plsi_finds_the_likeliest() {
        let mixture = mixture();
        let folded = mixture.document(&[0, 1], stream(0));
        let (a, b) = (0.3 * 0.25, 0.7 * 0.09);
        assert!((folded.theta[0] - a / (a + b)).abs() < 1e-12);
        assert_eq!(folded.topics, [0, 0]);
        // Maximise 0.5 ln(0.5 t + 0.1 (1 − t)) + 0.5 ln(0.5 t + 0.9 (1 − t)): t = 1.
        let plsi = plsi();
        let theta = plsi.document(&[0, 1], stream(0)).theta;
        assert!(theta[0] > 0.99, "{theta:?}");
        // A word that no topic has changes nothing.
        let holes = Phi::of_weights(2, vec![0.5, 0.1, 0.0, 0.0, 0.5, 0.9]);
        for (kind, alpha) in [(Kind::Plsi, None), (Kind::Variational, Some(0.5))] {
            let alpha = alpha.map(|a| PriorSpec::Each(a).resolve("alpha", 2).unwrap());
            for method in [Method::Gibbs, Method::Variational] {
                let fold = FoldIn::new(kind, holes.clone(), alpha.as_ref(), None, method);
                let with = fold.document(&[0, 1], stream(0)).theta;
                let without = fold.document(&[0], stream(0)).theta;
                assert!((with[0] - without[0]).abs() < 0.02, "{with:?} {without:?}");
            }
        }
    }
}
