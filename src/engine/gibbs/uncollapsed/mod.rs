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
//! eight topics at a time and every sum has one order. Given theta and phi, tokens do not
//! depend on each other: sixteen of a document are drawn side by side, one in each of the
//! lanes of [`super::lanes`], from theta and phi rounded to 32 bits and in the two steps of
//! the collapsed kernel: stay first, then another topic. The weights' relative error is
//! below 10⁻⁵ for up to a hundred topics; a theta or phi below 10⁻¹⁸ counts as 0.

mod phi;
mod tokens;

use super::gammas::Gammas;
use super::kernel::{Kernel, View, in_order};
use super::lanes::{Job, Lanes, Line, Path};
use crate::engine::one_token::Chance;
use crate::model::State;
use crate::model::functions::{exp, ln};
use crate::model::random::{Purpose, Stream};
use crate::model::rows::{Block, LANES};
use phi::{Columns, Divide, Raise};
use std::ops::Range;
use tokens::Tokens;

/// Words whose phi is drawn at a time.
const WORDS: usize = 16;
/// Topics in a group.
const GROUP: usize = 8;

/// Draws z from theta and phi.
#[derive(Debug, Default)]
pub struct Uncollapsed {
    /// n_dk of the document entered or left, and those that are not 0.
    counts: Vec<u32>,
    found: Vec<(u16, u32)>,
    /// ln theta and theta of the document being visited.
    ln_theta: Vec<f64>,
    theta: Vec<f64>,
    /// phi, word after word; while it is drawn, gamma variables or their logarithms.
    phi: Vec<f64>,
    /// What those are drawn from, of one document or some words.
    shapes: Vec<f64>,
    streams: Vec<Stream>,
    gammas: Gammas,
    /// theta and phi as tokens are drawn from them, in whole lines.
    theta_lines: Vec<Line>,
    phi_lines: Vec<Block>,
    /// Of sixteen tokens, the sums of weights up to each line, and over all lines; and, a lane
    /// for each token, those of topics up to 0, 1, ... in the order of draws, after a line of
    /// zeros.
    sums: Vec<Line>,
    totals: [Block; LANES],
    ends: Vec<Line>,
    /// Tokens that change their topic: place, word and new topic.
    moved: Vec<(usize, u32, u16)>,
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

impl Uncollapsed {
    /// phi_kv.
    #[cfg(test)]
    pub fn phi(&self, word: usize, topic: usize) -> f64 {
        self.phi[word * self.theta.len() + topic]
    }
}

/// The least theta and phi that tokens are drawn from: products of smaller ones would be
/// denormal numbers, which take a processor many times as long.
const LEAST: f64 = 1e-18;

/// The same number in 32 bits.
#[inline(always)]
fn round(from: f64) -> f32 {
    if from < LEAST { 0.0 } else { from as f32 }
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
        let lines = kernel.theta_lines.iter_mut().flat_map(|line| &mut line.0);
        for (line, theta) in lines.zip(&kernel.theta) {
            *line = round(*theta);
        }
    }
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
        self.shapes.clear();
        self.shapes.resize(self.theta.len(), 0.5);
        for (shape, (&n, alpha)) in self.shapes.iter_mut().zip(weights) {
            *shape = f64::from(n) + alpha;
        }
        let stream = Stream::new(view.seed, Purpose::Theta, view.sweep).branch(d as u64);
        let sizes = (self.theta.len(), topics);
        let logs = &mut self.ln_theta;
        self.gammas.fill(&[stream], &self.shapes, logs, sizes);
        Path::chosen().run(Normalise(self, topics));
    }

    fn draw(&mut self, view: &View<'_>, state: &mut State, tokens: Range<usize>) -> usize {
        Path::chosen().run(Tokens(self, view, state, tokens))
    }

    fn counts(&mut self, _: &[u16]) -> Option<&[(u16, u32)]> {
        let counts = self.counts.iter().enumerate().filter(|(_, n)| **n > 0);
        self.found.clear();
        self.found.extend(counts.map(|(k, n)| (k as u16, *n)));
        Some(&self.found)
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
            let lines = topics.div_ceil(LANES);
            for list in [&mut self.theta, &mut self.ln_theta] {
                list.resize(width, 0.0);
            }
            self.theta_lines.resize(lines, Line([0.0; LANES]));
            self.ends.resize(LANES + 1, Line([0.0; LANES]));
            self.sums.resize(lines * LANES, Line([0.0; LANES]));
            self.phi_lines.resize(words * lines, Block::default());
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
                0 => {
                    for first in range.clone().step_by(WORDS) {
                        let words = first..range.end.min(first + WORDS);
                        self.draw_words(view, state, words);
                    }
                }
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

    fn chance(&self, view: &View<'_>, topics: usize, i: usize) -> Chance {
        Chance::of(view.stream.at(i as u64), Some(in_order(topics).collect()))
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
