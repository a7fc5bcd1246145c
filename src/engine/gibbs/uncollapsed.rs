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
//!
//! Lists by topic are filled up to groups of eight with zeros, so that a compiler does
//! eight topics at a time and every sum has one order.

use super::gammas::ln_gammas;
use super::kernel::{Kernel, View};
use super::lanes::{Job, Lanes, Path};
use crate::engine::one_token::Chance;
use crate::model::State;
use crate::model::functions::{exp, ln};
use crate::model::random::{Purpose, Stream};
use std::ops::Range;

/// Topics in a group.
const GROUP: usize = 8;

/// Draws z from theta and phi.
#[derive(Debug, Default)]
pub struct Uncollapsed {
    counts: Vec<u32>,
    /// ln theta and theta of the document being visited.
    ln_theta: Vec<f64>,
    theta: Vec<f64>,
    /// phi, word after word; while it is drawn, gamma variables or their logarithms.
    phi: Vec<f64>,
    /// What those are drawn from, of one document or word.
    shapes: Vec<f64>,
    /// Weights of a token's topics, and their sum up to and with each group.
    weights: Vec<f64>,
    ends: Vec<f64>,
    columns: Columns,
    /// How many words have passed through the three steps in which phi is drawn, and
    /// whether no theta had been drawn before.
    place: usize,
    first: bool,
    /// What every document adds to the density, whatever its theta.
    normaliser: f64,
    /// The density, as far as it is summed up, and after the last sweep.
    documents: f64,
    density: Option<f64>,
}

/// Sums over the words while phi is drawn, by topic; the gamma variable of word v is G_v.
#[derive(Debug, Default)]
struct Columns {
    /// The largest ln G_v, and Σ G_v over the largest G_v.
    tops: Vec<f64>,
    sums: Vec<f64>,
    /// Σ (η_v + n_v − 1) ln G_v, and Σ (η_v + n_v − 1).
    logs: Vec<f64>,
    exponents: Vec<f64>,
}

impl Columns {
    fn clear(&mut self, width: usize) {
        for (list, value) in [
            (&mut self.tops, f64::NEG_INFINITY),
            (&mut self.sums, 0.0),
            (&mut self.logs, 0.0),
            (&mut self.exponents, 0.0),
        ] {
            list.clear();
            list.resize(width, value);
        }
    }
}

impl Uncollapsed {
    /// phi_kv.
    #[cfg(test)]
    pub fn phi(&self, word: usize, topic: usize) -> f64 {
        self.phi[word * self.theta.len() + topic]
    }

    /// Draws ln G of a word for every topic.
    fn draw_word(&mut self, view: &View<'_>, state: &State, word: usize) {
        let (topics, width) = (state.topics(), self.theta.len());
        self.shapes[..topics].fill(view.eta.value(word));
        for entry in state.row(word as u32) {
            self.shapes[usize::from(entry.topic)] += f64::from(entry.count);
        }
        let stream = Stream::new(view.seed, Purpose::Phi, view.sweep).branch(word as u64);
        let row = &mut self.phi[word * width..][..width];
        ln_gammas(stream, &self.shapes, row, topics);
        let columns = &mut self.columns;
        let sums = columns.logs.iter_mut().zip(&mut columns.exponents);
        let drawn = row.iter().zip(&self.shapes).zip(&mut columns.tops);
        for (((ln, shape), top), (logs, exponents)) in drawn.zip(sums) {
            *top = if *ln > *top { *ln } else { *top };
            *logs += (shape - 1.0) * ln;
            *exponents += shape - 1.0;
        }
    }

    /// The density of phi, all words being drawn.
    fn topics_density(&self, view: &View<'_>, topics: usize) -> f64 {
        let normaliser = ln_normaliser(view.eta.values(), view.eta.sum());
        let columns = &self.columns;
        let densities = (0..topics).map(|k| {
            let total = columns.tops[k] + libm::log(columns.sums[k]);
            normaliser + columns.logs[k] - columns.exponents[k] * total
        });
        densities.sum()
    }
}

/// From ln G to G over the largest G of the topic.
struct Raise<'a>(&'a mut Uncollapsed, Range<usize>);

impl Job for Raise<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Self(kernel, words) = self;
        let width = kernel.theta.len();
        let columns = &mut kernel.columns;
        for row in kernel.phi[words.start * width..words.end * width].chunks_exact_mut(width) {
            let sums = columns.sums.iter_mut().zip(&columns.tops);
            for (phi, (sum, top)) in row.iter_mut().zip(sums) {
                *phi = exp(*phi - top);
                *sum += *phi;
            }
        }
    }
}

/// From G to phi.
struct Divide<'a>(&'a mut Uncollapsed, Range<usize>, usize);

impl Job for Divide<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Self(kernel, words, topics) = self;
        let width = kernel.theta.len();
        for row in kernel.phi[words.start * width..words.end * width].chunks_exact_mut(width) {
            let sums = row.iter_mut().zip(&kernel.columns.sums);
            sums.for_each(|(phi, sum)| *phi /= sum);
            row[topics..].fill(0.0);
        }
    }
}

/// theta from its gamma variables' logarithms.
struct Normalise<'a>(&'a mut Uncollapsed, usize);

impl Job for Normalise<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Self(kernel, topics) = self;
        let logs = kernel.ln_theta[..topics].iter().copied();
        let top = logs.fold(f64::NEG_INFINITY, f64::max);
        for (theta, log) in kernel.theta.iter_mut().zip(&kernel.ln_theta) {
            *theta = exp(*log - top);
        }
        kernel.theta[topics..].fill(0.0);
        kernel.ln_theta[topics..].fill(0.0);
        let mut parts = [0.0; GROUP];
        for group in kernel.theta.as_chunks::<GROUP>().0 {
            for i in 0..GROUP {
                parts[i] += group[i];
            }
        }
        let sum = total(parts);
        let below = top + ln(sum);
        kernel.ln_theta.iter_mut().for_each(|log| *log -= below);
        kernel.theta.iter_mut().for_each(|theta| *theta /= sum);
    }
}

/// The topics of some tokens of one document.
struct Tokens<'a>(
    &'a mut Uncollapsed,
    &'a View<'a>,
    &'a mut State,
    Range<usize>,
);

impl Job for Tokens<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> usize {
        let Self(kernel, view, state, tokens) = self;
        let width = kernel.theta.len();
        let theta = kernel.theta.as_chunks::<GROUP>().0;
        let weights = kernel.weights.as_chunks_mut::<GROUP>().0;
        let mut changed = 0;
        for i in tokens {
            let word = view.corpus.words()[i];
            let phi = kernel.phi[word as usize * width..][..width]
                .as_chunks::<GROUP>()
                .0;
            let mut sum = 0.0;
            let groups = weights.iter_mut().zip(&mut kernel.ends);
            for (((weights, end), theta), phi) in groups.zip(theta).zip(phi) {
                let mut own = [0.0; GROUP];
                for k in 0..GROUP {
                    own[k] = theta[k] * phi[k];
                }
                *weights = own;
                sum += total(own);
                *end = sum;
            }
            let new = pick(weights, &kernel.ends, view.stream.unit(i as u64) * sum) as u16;
            changed += usize::from(new != state.z()[i]);
            state.assign(i, word, new);
        }
        changed
    }
}

/// The topic in whose part of the weights, laid end to end, `target` lies; where rounding
/// puts it past the end of its group, the last topic that has a weight.
#[inline(always)]
fn pick(weights: &[[f64; GROUP]], ends: &[f64], target: f64) -> usize {
    let group = ends.iter().position(|end| target < *end);
    let group = group.unwrap_or(ends.len() - 1);
    let before = if group == 0 { 0.0 } else { ends[group - 1] };
    let own = &weights[group];
    let mut rest = target - before;
    let found = own.iter().position(|w| {
        rest -= w;
        rest < 0.0
    });
    let last = || weights.as_flattened().iter().rposition(|w| *w > 0.0);
    let found = found.map(|k| group * GROUP + k);
    found.or_else(last).unwrap_or(0)
}

/// The sum of eight numbers.
#[inline(always)]
fn total(x: [f64; GROUP]) -> f64 {
    ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]))
}

/// ln of the constant before Π p_i^(a_i − 1) in the density of Dir(a).
fn ln_normaliser(values: impl Iterator<Item = f64>, sum: f64) -> f64 {
    libm::lgamma(sum) - values.map(libm::lgamma).sum::<f64>()
}

impl Kernel for Uncollapsed {
    fn enter(&mut self, view: &View<'_>, state: &State, d: usize) {
        let topics = state.topics();
        state.document_counts(view.corpus, d, &mut self.counts);
        let weights = self.counts.iter().zip(view.alpha.values());
        for (shape, (&n, alpha)) in self.shapes.iter_mut().zip(weights) {
            *shape = f64::from(n) + alpha;
        }
        let stream = Stream::new(view.seed, Purpose::Theta, view.sweep).branch(d as u64);
        ln_gammas(stream, &self.shapes, &mut self.ln_theta, topics);
        Path::chosen().run(Normalise(self, topics));
    }

    fn draw(&mut self, view: &View<'_>, state: &mut State, tokens: Range<usize>) -> usize {
        Path::chosen().run(Tokens(self, view, state, tokens))
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
        let width = topics.next_multiple_of(GROUP);
        let first = self.theta.len() != width;
        if first {
            for list in [&mut self.theta, &mut self.ln_theta, &mut self.weights] {
                list.resize(width, 0.0);
            }
            // A shape that every function here can take.
            self.shapes.resize(width, 0.5);
            self.ends.resize(width / GROUP, 0.0);
            self.phi.resize(words * width, 0.0);
        }
        if self.place == 0 {
            self.columns.clear(width);
            self.first = first;
        }
        let mut left = work.div_ceil(topics).max(1);
        while self.place < 3 * words && left > 0 {
            let (step, from) = (self.place / words, self.place % words);
            let range = from..words.min(from.saturating_add(left));
            left -= range.len();
            self.place += range.len();
            match step {
                0 => range.for_each(|word| self.draw_word(view, state, word)),
                1 => Path::chosen().run(Raise(self, range)),
                _ => Path::chosen().run(Divide(self, range, topics)),
            }
        }
        if self.place < 3 * words {
            return false;
        }
        self.place = 0;
        self.normaliser = ln_normaliser(view.alpha.values(), view.alpha.sum());
        let documents = std::mem::take(&mut self.documents);
        let all = documents + self.topics_density(view, topics);
        self.density = (view.sweep > 0 && !self.first).then_some(all);
        true
    }

    fn density(&self) -> Option<f64> {
        self.density
    }

    fn chance(&self, view: &View<'_>, _: usize, i: usize) -> Chance {
        Chance::Once(view.stream.unit(i as u64))
    }

    fn drawn(
        &self,
        view: &View<'_>,
        state: &State,
        (d, entered): (usize, bool),
        word: u32,
    ) -> Option<(Vec<f64>, Vec<f64>)> {
        let (topics, width) = (state.topics(), self.theta.len());
        let mut theta = self.theta.clone();
        if !entered {
            // theta is a pure function of seed, sweep and counts: the same is drawn again
            // when the document is entered.
            let mut other = Self {
                ln_theta: self.ln_theta.clone(),
                theta,
                shapes: self.shapes.clone(),
                ..Self::default()
            };
            other.enter(view, state, d);
            theta = other.theta;
        }
        theta.truncate(topics);
        let phi = self.phi.get(word as usize * width..)?.get(..topics)?;
        Some((theta, phi.to_vec()))
    }
}
