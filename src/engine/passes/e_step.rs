//! The variational E-step of one document (Blei, Ng and Jordan 2003, figure 6):
//!
//! ```text
//! q(z = k | word v)  ∝  exp(ψ(γ_k) − ψ(Σγ)) · w_vk
//! γ_k  =  α_k + Σ_v n_v q(z = k | v)
//! ```
//!
//! where w_vk is exp(E[ln phi_kv]), or phi_kv where phi is a point estimate.

use crate::model::Prior;
use crate::model::dirichlet::Logs;
use crate::model::special::digamma;

/// Below this a sum of weights has lost digits and is taken in logarithms.
const SMALL: f64 = 1e-250;

/// The fixed point of one document, and room for it.
#[derive(Debug, Clone)]
pub struct EStep {
    /// Done when γ changes less than this, on average over the topics.
    pub tolerance: f64,
    /// Iterations at most.
    pub limit: usize,
    /// γ (length K).
    pub gamma: Vec<f64>,
    /// E[ln theta] under γ (length K).
    pub ln_theta: Vec<f64>,
    theta: Vec<f64>,
    /// The largest E[ln theta]; `theta` is relative to it.
    top: f64,
    next: Vec<f64>,
    q: Vec<f64>,
    iterations: usize,
}

impl Default for EStep {
    /// As exact as a pass needs: what is left is mended by the next pass.
    fn default() -> Self {
        Self::new(1e-4, 100)
    }
}

impl EStep {
    /// With a tolerance and a limit of iterations.
    pub fn new(tolerance: f64, limit: usize) -> Self {
        Self {
            tolerance,
            limit,
            gamma: Vec::new(),
            ln_theta: Vec::new(),
            theta: Vec::new(),
            top: 0.0,
            next: Vec::new(),
            q: Vec::new(),
            iterations: 0,
        }
    }

    /// Sets γ.
    pub fn set(&mut self, gamma: &[f64]) {
        self.gamma.clear();
        self.gamma.extend_from_slice(gamma);
        self.iterations = 0;
        self.expect();
    }

    fn expect(&mut self) {
        let total = digamma(self.gamma.iter().sum());
        self.ln_theta.clear();
        self.ln_theta
            .extend(self.gamma.iter().map(|g| digamma(*g) - total));
        self.top = self
            .ln_theta
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        self.theta.clear();
        let top = self.top;
        self.theta
            .extend(self.ln_theta.iter().map(|x| libm::exp(x - top)));
    }

    /// Fills `q` with q(z | word) for a word with these weights and gives
    /// ln Σ_k exp(E[ln theta_k]) w_k.
    fn word(&mut self, weights: &[f64]) -> f64 {
        self.q.clear();
        self.q
            .extend(self.theta.iter().zip(weights).map(|(t, w)| t * w));
        let sum: f64 = self.q.iter().sum();
        if sum > SMALL {
            let inverse = 1.0 / sum;
            self.q.iter_mut().for_each(|q| *q *= inverse);
            return libm::log(sum) + self.top;
        }
        for (q, (ln, w)) in self.q.iter_mut().zip(self.ln_theta.iter().zip(weights)) {
            *q = ln + libm::log(*w);
        }
        let total = crate::model::gamma::ln_sum(&self.q);
        self.q.iter_mut().for_each(|q| *q = libm::exp(*q - total));
        total
    }

    /// One iteration; true when γ stands still or the limit is reached. `pairs`
    /// are the counts of the document's words and their weights.
    pub fn iterate<'a>(
        &mut self,
        pairs: impl Iterator<Item = (f64, &'a [f64])>,
        alpha: &Prior,
    ) -> bool {
        let mut next = std::mem::take(&mut self.next);
        next.clear();
        next.extend(alpha.values());
        for (count, weights) in pairs {
            let sum: f64 = self.theta.iter().zip(weights).map(|(t, w)| t * w).sum();
            if sum > SMALL {
                let factor = count / sum;
                for ((g, t), w) in next.iter_mut().zip(&self.theta).zip(weights) {
                    *g += factor * t * w;
                }
            } else {
                self.word(weights);
                next.iter_mut()
                    .zip(&self.q)
                    .for_each(|(g, q)| *g += count * q);
            }
        }
        let moved = next.iter().zip(&self.gamma).map(|(a, b)| (a - b).abs());
        let change = moved.sum::<f64>() / next.len() as f64;
        self.next = std::mem::replace(&mut self.gamma, next);
        self.expect();
        self.iterations += 1;
        change < self.tolerance || self.iterations >= self.limit
    }

    /// The document's part of the bound under γ, q(z) being the best for it:
    /// Σ n ln Σ_k exp(E[ln theta_k]) w_k − KL(q(theta) ‖ p(theta)). `each` gets the
    /// place of every pair, its count and q(z | word).
    pub fn bound<'a>(
        &mut self,
        pairs: impl Iterator<Item = (f64, &'a [f64])>,
        alpha: &Prior,
        mut each: impl FnMut(usize, f64, &[f64]),
    ) -> f64 {
        let mut bound = 0.0;
        for (place, (count, weights)) in pairs.enumerate() {
            bound += count * self.word(weights);
            each(place, count, &self.q);
        }
        bound - self.divergence(alpha)
    }

    /// KL(Dir(γ) ‖ Dir(α)).
    fn divergence(&self, alpha: &Prior) -> f64 {
        let sum: f64 = self.gamma.iter().sum();
        let parts = self.gamma.iter().zip(alpha.values()).zip(&self.ln_theta);
        libm::lgamma(sum) - libm::lgamma(alpha.sum())
            + parts
                .map(|((g, a), ln)| libm::lgamma(a) - libm::lgamma(*g) + (g - a) * ln)
                .sum::<f64>()
    }
}

/// q(theta) of all documents.
#[derive(Debug)]
pub struct Documents {
    topics: usize,
    /// γ (D×K, document after document).
    gamma: Vec<f64>,
    /// The document being worked on.
    pub step: EStep,
}

impl Documents {
    /// From γ (D×K).
    pub fn new(topics: usize, gamma: Vec<f64>, step: EStep) -> Self {
        Self {
            topics,
            gamma,
            step,
        }
    }

    /// From expected counts (D×K).
    pub fn from_counts(mut counts: Vec<f64>, alpha: &Prior) -> Self {
        for row in counts.chunks_exact_mut(alpha.len()) {
            row.iter_mut()
                .zip(alpha.values())
                .for_each(|(g, a)| *g += a);
        }
        Self::new(alpha.len(), counts, EStep::default())
    }

    /// γ of all documents.
    pub fn gamma(&self) -> &[f64] {
        &self.gamma
    }

    fn of(&self, d: usize) -> &[f64] {
        &self.gamma[d * self.topics..][..self.topics]
    }

    /// Makes γ of document `d` the one that the next [`EStep::bound`] is for.
    pub fn load(&mut self, d: usize) {
        let own = &self.gamma[d * self.topics..][..self.topics];
        self.step.set(own);
    }

    /// One iteration on document `d`; true when it is done and kept.
    pub fn work<'a>(
        &mut self,
        d: usize,
        pairs: impl Iterator<Item = (f64, &'a [f64])>,
        alpha: &Prior,
    ) -> bool {
        if self.step.iterations == 0 {
            self.load(d);
        }
        let done = self.step.iterate(pairs, alpha);
        if done {
            self.gamma[d * self.topics..][..self.topics].copy_from_slice(&self.step.gamma);
            self.step.iterations = 0;
        }
        done
    }

    /// Σ_d E[ln theta_d].
    pub fn expected_logs(&self) -> Logs {
        let mut sums = vec![0.0; self.topics];
        let documents = self.gamma.chunks_exact(self.topics);
        let rows = documents.len() as f64;
        for gamma in documents {
            let total = digamma(gamma.iter().sum());
            let logs = gamma.iter().map(|g| digamma(*g) - total);
            sums.iter_mut().zip(logs).for_each(|(sum, ln)| *sum += ln);
        }
        Logs { rows, sums }
    }

    /// E[theta_d] = γ / Σγ.
    pub fn theta(&self, d: usize, out: &mut [f64]) {
        let gamma = self.of(d);
        let total: f64 = gamma.iter().sum();
        out.iter_mut().zip(gamma).for_each(|(o, g)| *o = g / total);
    }

    /// ln q(z = k | d, v), but for a constant, for a word with these weights.
    pub fn ln_q(&self, d: usize, weights: &[f64], out: &mut [f64]) {
        for ((o, g), w) in out.iter_mut().zip(self.of(d)).zip(weights) {
            *o = digamma(*g) + libm::log(*w);
        }
    }
}
