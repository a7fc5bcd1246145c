//! The coordinate ascent of one document, written out: the numbers of the engine's own
//! E-step (Blei, Ng and Jordan 2003, figure 6), iteration by iteration.

use super::e_step::{EStep, Words};
use crate::model::Prior;

/// At most so many iterations, and so many words of a document, are written out.
const ITERATIONS: usize = 30;
const WORDS: usize = 200;
/// Done when γ changes less than this, on average over the topics.
const TOLERANCE: f64 = 1e-4;

/// The coordinate ascent of one document (lists of length K).
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentSteps {
    /// Which document.
    pub document: usize,
    /// α_k.
    pub alpha: Vec<f64>,
    /// Its different words, the first 200.
    pub words: Vec<WordStep>,
    /// The iterations, from γ_k = α_k + N_d / K on.
    pub iterations: Vec<Iteration>,
    /// Whether γ stands still after the last of them.
    pub settled: bool,
}

/// A word of the document.
#[derive(Debug, Clone, PartialEq)]
pub struct WordStep {
    /// Which word.
    pub word: u32,
    /// n_dv.
    pub count: u32,
    /// exp(E[ln φ_kv]), or φ_kv where φ is a point estimate.
    pub weights: Vec<f64>,
}

/// One iteration.
#[derive(Debug, Clone, PartialEq)]
pub struct Iteration {
    /// γ_k before it.
    pub gamma: Vec<f64>,
    /// exp(E[ln θ_k]) = exp(ψ(γ_k) − ψ(Σγ)).
    pub theta: Vec<f64>,
    /// q(z = k) of each word written out, in the order of [`DocumentSteps::words`].
    pub q: Vec<Vec<f64>>,
    /// γ_k = α_k + Σ_v n_dv q_v(k) after it.
    pub next: Vec<f64>,
}

/// Writes out a document; `shift` is the logarithm of what the weights of a word are
/// divided by.
pub fn write_out(
    alpha: &Prior,
    (document, words): (usize, Words<'_>),
    shift: impl Fn(u32) -> f64,
) -> DocumentSteps {
    let topics = alpha.len();
    let shown = &words.bag[..words.bag.len().min(WORDS)];
    let tokens: f64 = words.bag.iter().map(|(_, n)| f64::from(*n)).sum();
    let mut step = EStep::new(TOLERANCE, usize::MAX, alpha);
    let start: Vec<f64> = alpha.values().map(|a| a + tokens / topics as f64).collect();
    step.set(&start);
    let mut iterations = Vec::new();
    let mut settled = false;
    while !settled && iterations.len() < ITERATIONS {
        let gamma = step.gamma().to_vec();
        let theta = step.ln_theta().map(libm::exp).collect();
        settled = step.iterate(words);
        let of = |&(v, _): &(u32, u32)| {
            let mut q = vec![0.0; topics];
            step.word(&words.weights.row(v as usize)[..topics], &mut q);
            q
        };
        iterations.push(Iteration {
            gamma,
            theta,
            q: shown.iter().map(of).collect(),
            next: step.gamma().to_vec(),
        });
    }
    let word = |&(word, count): &(u32, u32)| {
        let row = &words.weights.row(word as usize)[..topics];
        let factor = libm::exp(shift(word));
        WordStep {
            word,
            count,
            weights: row.iter().map(|w| w * factor).collect(),
        }
    };
    DocumentSteps {
        document,
        alpha: alpha.values().collect(),
        words: shown.iter().map(word).collect(),
        iterations,
        settled,
    }
}

#[cfg(test)]
mod tests {
    use crate::corpus::examples;
    use crate::engine::passes::Bags;
    use crate::engine::passes::algorithm::Algorithm;
    use crate::engine::passes::documents::Documents;
    use crate::engine::passes::e_step::EStep;
    use crate::engine::passes::variational::Variational;
    use crate::engine::{Kind, Settings, start};
    use crate::model::PriorSpec;
    use std::sync::Arc;

    fn near(got: &[f64], want: &[f64]) {
        for (got, want) in got.iter().zip(want) {
            assert!((got - want).abs() < 1e-12, "{got}, want {want}");
        }
    }

    /// The same written in numpy with scipy's digamma.
    #[test]
    fn a_document_is_written_out_as_elsewhere() {
        let corpus = examples::of_ids(&examples::SIX, 5);
        let bags = Bags::new(&corpus);
        let alpha = PriorSpec::List(vec![0.5, 1.5]).resolve("alpha", 2).unwrap();
        let eta = PriorSpec::Each(0.5).resolve("eta", 5).unwrap();
        let rows = [[1.0, 1.2, 1.4, 0.6, 0.8], [0.7, 0.9, 1.1, 1.3, 1.5]];
        let lambda = (0..5).flat_map(|v| [rows[0][v], rows[1][v]]).collect();
        let documents = Documents::new(vec![1.0; 12], EStep::new(1e-3, 4, &alpha));
        let engine = Variational::from_parameters((alpha, eta), lambda, documents);
        let steps = engine.document_steps(&bags, 0).unwrap();
        assert_eq!(steps.alpha, [0.5, 1.5]);
        let words: Vec<_> = steps.words.iter().map(|w| (w.word, w.count)).collect();
        assert_eq!(words, [(0, 2), (1, 1), (2, 2)]);
        near(&steps.words[0].weights, &WEIGHTS);
        let first = &steps.iterations[0];
        near(&first.gamma, &[3.0, 4.0]);
        near(&first.theta, &THETA);
        near(&first.q[2], &Q);
        near(&first.next, &NEXT);
        near(&steps.iterations[1].gamma, &first.next);
        near(&steps.iterations[2].next, &THIRD);
    }

    const WEIGHTS: [f64; 2] = [0.124_514_471_444_123, 0.058_946_990_662_754];
    const THETA: [f64; 2] = [0.386_741_023_454_501, 0.539_740_577_623_613];
    const Q: [f64; 2] = [0.533_453_084_303_800, 0.466_546_915_696_200];
    const NEXT: [f64; 2] = [3.330_319_703_289_661, 3.669_680_296_710_339];
    const THIRD: [f64; 2] = [3.797_478_390_200_633, 3.202_521_609_799_367];

    /// The γ of every iteration is that of the formula.
    #[test]
    fn gamma_is_the_sum_of_the_responsibilities() {
        let corpus = Arc::new(crate::corpus::bars(20, 3).0);
        for kind in [Kind::Variational, Kind::VariationalEm] {
            let settings = Settings {
                alpha: PriorSpec::Each(0.3),
                eta: PriorSpec::Each(0.1),
                topics: 6,
                seed: 2,
                em: Default::default(),
                parallel: Default::default(),
            };
            let mut engine = start(kind, Arc::clone(&corpus), settings).unwrap();
            while engine.sweep() < 4 {
                engine.advance(1_000);
            }
            let steps = engine.document_steps(7).unwrap();
            for at in &steps.iterations {
                for (word, q) in steps.words.iter().zip(&at.q) {
                    let products: Vec<f64> = at
                        .theta
                        .iter()
                        .zip(&word.weights)
                        .map(|(t, w)| t * w)
                        .collect();
                    let total: f64 = products.iter().sum();
                    let want: Vec<f64> = products.iter().map(|p| p / total).collect();
                    near(q, &want);
                }
                for k in 0..6 {
                    let counts = steps.words.iter().zip(&at.q);
                    let sum: f64 = counts.map(|(w, q)| f64::from(w.count) * q[k]).sum();
                    near(&[at.next[k]], &[steps.alpha[k] + sum]);
                }
            }
            assert_eq!(engine.document_steps(20), None);
        }
    }
}
