//! log p(w) of a new document with phi and alpha fixed, by the left-to-right
//! algorithm (Wallach, Murray, Salakhutdinov and Mimno 2009, algorithm 3): word
//! after word, each of some particles draws the topics of the words before it anew
//! and says how probable the word is. The average of these probabilities estimates
//! p(w_n | w_<n); their product is an unbiased estimate of p(w).

use super::held_out::Score;
use crate::corpus::Corpus;
use crate::engine::fold_in::FoldIn;
use crate::model::Prior;
use crate::model::random::{Purpose, Stream, pick};

/// log p(w) of a document of these words, in nats; costs particles × N² × K. `None`
/// for a model without alpha.
pub fn log_probability(
    model: &FoldIn,
    words: &[u32],
    particles: usize,
    stream: Stream,
) -> Option<f64> {
    let alpha = model.alpha()?;
    let topics = alpha.len();
    let columns = model.columns(words);
    let mut averages = vec![0.0; words.len()];
    for r in 0..particles {
        let mut particle = Particle {
            alpha,
            columns: &columns,
            stream: stream.branch(r as u64),
            draws: 0,
            counts: vec![0.0; topics],
            z: Vec::with_capacity(words.len()),
            weights: vec![0.0; topics],
        };
        for (n, average) in averages.iter_mut().enumerate() {
            for before in 0..n {
                particle.redraw(before);
            }
            *average += particle.probability(n) / particles as f64;
            particle.append(n);
        }
    }
    Some(averages.iter().map(|p| libm::log(*p)).sum())
}

/// One sequence of topics for the words so far.
struct Particle<'a> {
    alpha: &'a Prior,
    /// phi of the words (N×K).
    columns: &'a [f64],
    stream: Stream,
    draws: u64,
    counts: Vec<f64>,
    z: Vec<usize>,
    weights: Vec<f64>,
}

impl Particle<'_> {
    /// Fills `weights` with (n_k + α_k) phi_kv for word `n`; gives their sum.
    fn weigh(&mut self, n: usize) -> f64 {
        let column = &self.columns[n * self.counts.len()..];
        let prior = self.counts.iter().zip(self.alpha.values());
        let mut sum = 0.0;
        for ((w, (count, a)), p) in self.weights.iter_mut().zip(prior).zip(column) {
            *w = (count + a) * p;
            sum += *w;
        }
        sum
    }

    fn draw(&mut self, sum: f64) -> usize {
        self.draws += 1;
        pick(&self.weights, self.stream.unit(self.draws - 1) * sum)
    }

    fn redraw(&mut self, n: usize) {
        self.counts[self.z[n]] -= 1.0;
        let sum = self.weigh(n);
        let k = self.draw(sum);
        self.z[n] = k;
        self.counts[k] += 1.0;
    }

    /// p(w_n | z_<n).
    fn probability(&mut self, n: usize) -> f64 {
        self.weigh(n) / (n as f64 + self.alpha.sum())
    }

    /// Draws z_n; the weights are those of [`Particle::probability`].
    fn append(&mut self, n: usize) {
        let sum = self.weigh(n);
        let k = self.draw(sum);
        self.z.push(k);
        self.counts[k] += 1.0;
    }
}

/// The score of whole documents; `None` for a model without alpha, or when no
/// document has a token.
pub fn score(model: &FoldIn, documents: &Corpus, particles: usize, seed: u64) -> Option<Score> {
    let parts: Option<Vec<(f64, usize)>> = (0..documents.documents())
        .map(|d| {
            let words = documents.document(d);
            let stream = Stream::new(seed, Purpose::FoldIn, d as u64);
            Some((
                log_probability(model, words, particles, stream)?,
                words.len(),
            ))
        })
        .collect();
    Score::new(&parts?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::fold_in::{Method, with_phi};

    /// log p(w) by a sum over all K^N topics, theta integrated out.
    fn enumerated(model: &FoldIn, words: &[u32]) -> f64 {
        let alpha: Vec<f64> = model.alpha().unwrap().values().collect();
        let topics = alpha.len();
        let columns = model.columns(words);
        let total: f64 = (0..topics.pow(words.len() as u32))
            .map(|mut code| {
                let mut counts = vec![0.0; topics];
                let mut p = 1.0;
                for (n, column) in columns.chunks_exact(topics).enumerate() {
                    let k = code % topics;
                    code /= topics;
                    let sum: f64 = alpha.iter().sum();
                    p *= column[k] * (counts[k] + alpha[k]) / (n as f64 + sum);
                    counts[k] += 1.0;
                }
                p
            })
            .sum();
        total.ln()
    }

    /// The mean of many estimates of p(w), not of log p(w): that is what is unbiased.
    fn agrees(model: &FoldIn, words: &[u32], want: f64) {
        const RUNS: u64 = 400;
        let values: Vec<f64> = (0..RUNS)
            .map(|run| {
                let stream = Stream::new(7, Purpose::FoldIn, run);
                log_probability(model, words, 5, stream).unwrap().exp()
            })
            .collect();
        let mean = values.iter().sum::<f64>() / RUNS as f64;
        let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>();
        let error = variance.sqrt() / RUNS as f64;
        let want = want.exp();
        assert!(
            (mean - want).abs() <= 4.0 * error + 1e-12,
            "{mean} ± {error}, want {want}"
        );
        assert!(error < 0.02 * want);
    }

    #[test]
    fn it_lands_on_the_exact_log_probability() {
        let phi = [vec![0.5, 0.3, 0.2], vec![0.1, 0.2, 0.7]];
        let model = with_phi(&phi, &[0.5, 1.5], Method::Gibbs).unwrap();
        for (words, want) in [
            (&[0][..], -1.609_437_912_434),
            (&[0, 2, 2], -2.874_621_447_805),
        ] {
            assert!((enumerated(&model, words) - want).abs() < 1e-11);
            agrees(&model, words, want);
        }
        let longer = [0, 1, 2, 2, 0, 1, 1];
        agrees(&model, &longer, enumerated(&model, &longer));
    }

    #[test]
    fn an_empty_document_is_certain() {
        let model = with_phi(&[vec![1.0]], &[1.0], Method::Gibbs).unwrap();
        let stream = Stream::new(1, Purpose::FoldIn, 0);
        assert_eq!(log_probability(&model, &[], 3, stream), Some(0.0));
    }
}
