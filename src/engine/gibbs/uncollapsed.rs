//! The kernel that draws theta and phi as well (the full conditionals of the
//! smoothed model; for example Griffiths and Steyvers 2004 before integrating
//! out):
//!
//! ```text
//! theta_d | z    ~ Dir(α + n_d)         on coming to document d
//! p(z_i = k)     ∝ theta_dk phi_k,w_i   for each of its tokens
//! phi_k   | z, w ~ Dir(η + n_k)         once all tokens are drawn
//! ```
//!
//! theta and phi are independent given z, so drawing theta document by document
//! is the same chain as drawing it all at once after the tokens, and no D×K of it
//! is kept. Dirichlet variables are drawn as logarithms; a token's own topic has
//! n_dk ≥ 1 and n_kv ≥ 1, so the sum of its weights never vanishes.

use super::kernel::{Kernel, View};
use crate::model::State;
use crate::model::gamma::Draws;
use crate::model::random::{Purpose, Stream};
use std::ops::Range;

/// Draws z from theta and phi.
#[derive(Debug, Default)]
pub struct Uncollapsed {
    counts: Vec<u32>,
    /// ln theta and theta of the document being visited (length K).
    ln_theta: Vec<f64>,
    theta: Vec<f64>,
    /// phi, word after word (V×K).
    phi: Vec<f64>,
    /// ln phi of one topic (length V), while it is drawn.
    row: Vec<f64>,
    /// n_kv of that topic (length V).
    topic_counts: Vec<u32>,
    sums: Vec<f64>,
    /// The next topic whose phi is to be drawn.
    next_topic: usize,
    /// What every document adds to the density, whatever its theta.
    normaliser: f64,
    /// The density, as far as it is summed up, and after the last sweep.
    documents: f64,
    topics: f64,
    density: Option<f64>,
}

impl Uncollapsed {
    /// phi, word after word: entry v·K + k is phi_kv.
    #[cfg(test)]
    pub fn phi(&self) -> &[f64] {
        &self.phi
    }

    fn draw_phi(&mut self, view: &View<'_>, state: &State, topic: usize) {
        let topics = state.topics();
        for (word, count) in self.topic_counts.iter_mut().enumerate() {
            *count = state.count(word as u32, topic as u16);
        }
        let weights =
            (self.topic_counts.iter().zip(view.eta.values())).map(|(&n, eta)| f64::from(n) + eta);
        let stream = Stream::new(view.seed, Purpose::Phi, view.sweep).branch(topic as u64);
        Draws::new(stream).ln_dirichlet(weights, &mut self.row);
        let mut density = ln_normaliser(view.eta.values(), view.eta.sum());
        let counted = self.topic_counts.iter().zip(view.eta.values());
        for (word, ((n, eta), ln_phi)) in counted.zip(&self.row).enumerate() {
            density += (f64::from(*n) + eta - 1.0) * ln_phi;
            self.phi[word * topics + topic] = libm::exp(*ln_phi);
        }
        self.topics += density;
    }
}

/// ln of the constant before Π p_i^(a_i − 1) in the density of Dir(a).
fn ln_normaliser(values: impl Iterator<Item = f64>, sum: f64) -> f64 {
    libm::lgamma(sum) - values.map(libm::lgamma).sum::<f64>()
}

impl Kernel for Uncollapsed {
    fn enter(&mut self, view: &View<'_>, state: &State, d: usize) {
        state.document_counts(view.corpus, d, &mut self.counts);
        let weights =
            (self.counts.iter().zip(view.alpha.values())).map(|(&n, alpha)| f64::from(n) + alpha);
        let stream = Stream::new(view.seed, Purpose::Theta, view.sweep).branch(d as u64);
        Draws::new(stream).ln_dirichlet(weights, &mut self.ln_theta);
        self.theta.clear();
        self.theta
            .extend(self.ln_theta.iter().map(|x| libm::exp(*x)));
    }

    fn draw(&mut self, view: &View<'_>, state: &mut State, tokens: Range<usize>) -> usize {
        let topics = state.topics();
        let mut changed = 0;
        for i in tokens {
            let word = view.corpus.words()[i];
            let old = state.z()[i];
            let phi = &self.phi[word as usize * topics..][..topics];
            self.sums.clear();
            let mut sum = 0.0;
            self.sums.extend(self.theta.iter().zip(phi).map(|(t, p)| {
                sum += t * p;
                sum
            }));
            let target = view.stream.unit(i as u64) * sum;
            let new = self.sums.partition_point(|s| *s <= target).min(topics - 1) as u16;
            changed += usize::from(new != old);
            state.assign(i, word, new);
        }
        changed
    }

    fn leave(&mut self, view: &View<'_>, state: &State, d: usize) {
        state.document_counts(view.corpus, d, &mut self.counts);
        let counted = self.counts.iter().zip(view.alpha.values());
        self.documents += self.normaliser
            + counted
                .zip(&self.ln_theta)
                .map(|((&n, alpha), ln)| (f64::from(n) + alpha - 1.0) * ln)
                .sum::<f64>();
    }

    fn settle(&mut self, view: &View<'_>, state: &State, work: usize) -> bool {
        let (topics, words) = (state.topics(), state.words());
        self.phi.resize(topics * words, 0.0);
        self.topic_counts.resize(words, 0);
        let end = topics.min(self.next_topic + work.div_ceil(words.max(1)));
        for topic in self.next_topic..end {
            self.draw_phi(view, state, topic);
        }
        self.next_topic = end;
        if end < topics {
            return false;
        }
        self.next_topic = 0;
        self.normaliser = ln_normaliser(view.alpha.values(), view.alpha.sum());
        let documents = std::mem::take(&mut self.documents);
        let topics = std::mem::take(&mut self.topics);
        // Before the first sweep no theta has been drawn.
        self.density = (view.sweep > 0 && !self.ln_theta.is_empty()).then_some(documents + topics);
        true
    }

    fn density(&self) -> Option<f64> {
        self.density
    }
}
