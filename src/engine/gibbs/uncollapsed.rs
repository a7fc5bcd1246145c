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
//! eight topics at a time and every sum has one order. Tokens are drawn from theta and phi
//! rounded to 32 bits, on the lanes of [`super::lanes`] and in the two steps of the
//! collapsed kernel: stay first, then another topic. The weights' relative error is below
//! 10⁻⁶; a theta or phi below 10⁻¹⁸ counts as 0.

use super::gammas::ln_gammas;
use super::kernel::{Kernel, View, uniforms};
use super::lanes::{Job, Lanes, Path};
use crate::engine::one_token::Chance;
use crate::model::State;
use crate::model::functions::{exp, ln};
use crate::model::random::{Purpose, Stream};
use crate::model::rows::LANES;
use std::ops::Range;

/// Topics in a group.
const GROUP: usize = 8;

/// Topics that are drawn from at once.
type Line = [f32; LANES];

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
    /// theta and phi as tokens are drawn from them, in whole lines.
    theta_lines: Vec<Line>,
    phi_lines: Vec<Line>,
    /// Running sums of a token's weights within each line, and over the lines before it
    /// and with it.
    sums: Vec<Line>,
    ends: Vec<Line>,
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
        let (width, lines) = (kernel.theta.len(), kernel.theta_lines.len());
        let drawn = kernel.phi[words.start * width..words.end * width].chunks_exact_mut(width);
        let rounded =
            kernel.phi_lines[words.start * lines..words.end * lines].chunks_exact_mut(lines);
        for (row, lines) in drawn.zip(rounded) {
            let sums = row.iter_mut().zip(&kernel.columns.sums);
            sums.for_each(|(phi, sum)| *phi /= sum);
            row[topics..].fill(0.0);
            round(row, lines);
        }
    }
}

/// The least theta and phi that tokens are drawn from: products of smaller ones would be
/// denormal numbers, which take a processor many times as long.
const LEAST: f64 = 1e-18;

/// The same numbers in 32 bits; places past their end stay as they are.
#[inline(always)]
fn round(from: &[f64], to: &mut [Line]) {
    let to = to.as_flattened_mut().iter_mut();
    to.zip(from).for_each(|(to, from)| {
        *to = if *from < LEAST { 0.0 } else { *from as f32 };
    });
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
        round(&kernel.theta, &mut kernel.theta_lines);
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
    fn run<L: Lanes>(self, lanes: L) -> usize {
        let Self(kernel, view, state, tokens) = self;
        let count = kernel.theta_lines.len();
        let mut changed = 0;
        for i in tokens {
            let word = view.corpus.words()[i];
            let own = usize::from(state.z()[i]);
            let (own_line, own_bit) = (own / LANES, 1 << (own % LANES));
            let phi = &kernel.phi_lines[word as usize * count..][..count];
            let (mut rest, mut place) = (0.0, 0);
            let both = kernel.theta_lines.iter().zip(phi);
            for ((theta, phi), sums) in both.zip(&mut kernel.sums) {
                let weights = lanes.mul(lanes.load(theta), lanes.load(phi));
                let others = if place == own_line { own_bit } else { 0 };
                let prefix = lanes.prefix(lanes.clear(weights, others));
                lanes.store(prefix, sums);
                rest += lanes.last(prefix);
                kernel.ends[place / LANES][place % LANES] = rest;
                place += 1;
            }
            let (odds, uniform) = uniforms(view.stream, i);
            let own_weight = kernel.theta_lines[own_line][own % LANES] * phi[own_line][own % LANES];
            if rest <= own_weight * odds {
                continue;
            }
            let theta = kernel.theta_lines.as_flattened();
            let weighs = |k: &usize| *k != own && theta[*k] * phi.as_flattened()[*k] > 0.0;
            // Rounding can point at a topic without weight, or past the last one; as the
            // others weigh something together, there is one that does.
            let new = pick(lanes, &kernel.sums, &kernel.ends, uniform * rest).filter(weighs);
            let new = new.or_else(|| (0..theta.len()).rev().find(weighs));
            changed += 1;
            state.assign(i, word, new.unwrap_or(own) as u16);
        }
        changed
    }
}

/// The topic in whose part of the weights, laid end to end, `target` lies; `None` where
/// rounding puts it past the end.
#[inline(always)]
fn pick<L: Lanes>(lanes: L, sums: &[Line], ends: &[Line], target: f32) -> Option<usize> {
    let above = |line: &Line, x: f32| {
        let above = lanes.greater(lanes.load(line), lanes.splat(x));
        (above != 0).then(|| above.trailing_zeros() as usize)
    };
    let (n, lane) =
        (ends.iter().enumerate()).find_map(|(n, ends)| Some((n, above(ends, target)?)))?;
    let line = n * LANES + lane;
    let before = match line {
        0 => 0.0,
        _ => ends[(line - 1) / LANES][(line - 1) % LANES],
    };
    Some(line * LANES + above(sums.get(line)?, target - before)?)
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
            let lines = topics.div_ceil(LANES);
            for list in [&mut self.theta, &mut self.ln_theta] {
                list.resize(width, 0.0);
            }
            for list in [&mut self.theta_lines, &mut self.sums] {
                list.resize(lines, [0.0; LANES]);
            }
            self.phi_lines.resize(words * lines, [0.0; LANES]);
            // No target lies beyond the last line.
            self.ends.resize(lines.div_ceil(LANES), [0.0; LANES]);
            // A shape that every function here can take.
            self.shapes.resize(width, 0.5);
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

    fn chance(&self, view: &View<'_>, topics: usize, i: usize) -> Chance {
        Chance::of(view.stream.at(i as u64), Some((0..topics).collect()))
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
