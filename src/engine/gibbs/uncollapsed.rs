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

use super::gammas::Gammas;
use super::kernel::{Kernel, Line, View, uniforms};
use super::lanes::{Job, Lanes, Path};
use crate::engine::one_token::Chance;
use crate::model::State;
use crate::model::functions::{exp, ln};
use crate::model::random::{Purpose, Stream};
use crate::model::rows::{Block, LANES};
use std::hint::black_box;
use std::ops::Range;

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
    /// Running sums of the weights of sixteen tokens, topic after topic.
    sums: Vec<Line>,
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

    /// Draws ln G of some words for every topic.
    fn draw_words(&mut self, view: &View<'_>, state: &State, words: Range<usize>) {
        let (topics, width) = (state.topics(), self.theta.len());
        // What fills a row up is a shape that every function here can take.
        self.shapes.clear();
        self.shapes.resize(words.len() * width, 0.5);
        self.streams.clear();
        for (word, shapes) in words.clone().zip(self.shapes.chunks_exact_mut(width)) {
            shapes[..topics].fill(view.eta.value(word));
            for entry in state.row(word as u32) {
                shapes[usize::from(entry.topic)] += f64::from(entry.count);
            }
            let stream = Stream::new(view.seed, Purpose::Phi, view.sweep);
            self.streams.push(stream.branch(word as u64));
        }
        let rows = &mut self.phi[words.start * width..words.end * width];
        let sizes = (width, topics);
        self.gammas.fill(&self.streams, &self.shapes, rows, sizes);
        let columns = &mut self.columns;
        let rows = rows.chunks_exact(width);
        for (row, shapes) in rows.zip(self.shapes.chunks_exact(width)) {
            let sums = columns.logs.iter_mut().zip(&mut columns.exponents);
            let drawn = row.iter().zip(shapes).zip(&mut columns.tops);
            for (((ln, shape), top), (logs, exponents)) in drawn.zip(sums) {
                *top = if *ln > *top { *ln } else { *top };
                *logs += (shape - 1.0) * ln;
                *exponents += shape - 1.0;
            }
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
            for (line, row) in lines.iter_mut().zip(row.chunks(LANES)) {
                for (cell, phi) in line.0.iter_mut().zip(row) {
                    *cell = round(*phi).to_bits();
                }
            }
        }
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
        let lines = kernel.theta_lines.as_flattened_mut().iter_mut();
        for (line, theta) in lines.zip(&kernel.theta) {
            *line = round(*theta);
        }
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
        let (topics, lines) = (state.topics(), kernel.theta_lines.len());
        let (parts, words) = (state.parts_mut(), view.corpus.words());
        let mut moved = std::mem::take(&mut kernel.moved);
        moved.clear();
        for first in tokens.clone().step_by(LANES) {
            let some = first..tokens.end.min(first + LANES);
            // The next tokens' phi and rows are asked for before these are weighed.
            for word in words.iter().skip(some.end).take(LANES) {
                let word = *word as usize;
                for line in &kernel.phi_lines[word * lines..][..lines.min(4)] {
                    lanes.prefetch(line);
                }
                if let Some(row) = parts.blocks.get(parts.starts[word] as usize) {
                    lanes.prefetch(row);
                }
            }
            let (mut moves, to) = weigh(lanes, kernel, view, (topics, parts.z), some);
            while moves != 0 {
                let lane = moves.trailing_zeros() as usize % LANES;
                moves &= moves - 1;
                let new = to.0[lane].min(topics as u32 - 1) as u16;
                moved.push((first + lane, words[first + lane], new));
            }
        }
        state.assign_all(moved.iter().copied());
        kernel.moved = moved;
        kernel.moved.len()
    }
}

/// The weights of sixteen tokens, topic after topic.
struct Weights<'a, L: Lanes> {
    lanes: L,
    theta: &'a [Line],
    sums: &'a mut [Line],
    /// The weight of the own topics.
    own: L::F,
    rest: L::F,
}

impl<L: Lanes> Weights<'_, L> {
    /// Adds four topics of line `n`, of which `columns` have phi; `old` counts from the first
    /// topic of the line.
    #[inline(always)]
    fn add_four<const FIRST: usize>(&mut self, n: usize, columns: &[L::U; LANES], old: L::U) {
        let lanes = self.lanes;
        for i in 0..4 {
            let lane = FIRST + i;
            let theta = lanes.splat(self.theta[n][lane]);
            let weight = lanes.mul(theta, lanes.float(columns[lane]));
            self.own = lanes.add(self.own, lanes.only(weight, old, lane as u32));
            let others = lanes.without(weight, old, lane as u32);
            self.rest = lanes.add(self.rest, others);
            lanes.store(self.rest, &mut self.sums[n * LANES + lane]);
        }
    }
}

/// Which of up to sixteen tokens change their topic, and to which.
#[inline(always)]
fn weigh<L: Lanes>(
    lanes: L,
    kernel: &mut Uncollapsed,
    view: &View<'_>,
    (topics, z): (usize, &[u16]),
    tokens: Range<usize>,
) -> (u16, Block) {
    let lines = kernel.theta_lines.len();
    let (mut rows, mut own) = (Block::default(), Block::default());
    let (words, z) = (&view.corpus.words()[tokens.clone()], &z[tokens.clone()]);
    let mut places = [0; LANES];
    for (lane, place) in places.iter_mut().enumerate() {
        *place = tokens.start + lane;
    }
    for (lane, (&word, &topic)) in words.iter().zip(z).take(LANES).enumerate() {
        rows.0[lane] = word * lines as u32;
        own.0[lane] = topic.into();
    }
    let (odds, uniform) = uniforms(view.stream, &places);
    let (rows, own) = (lanes.block(&rows), lanes.block(&own));
    let mut weights = Weights {
        lanes,
        theta: &kernel.theta_lines,
        sums: &mut kernel.sums,
        own: lanes.splat(0.0),
        rest: lanes.splat(0.0),
    };
    for n in 0..lines {
        let columns = lanes.columns(&kernel.phi_lines, lanes.add_in(rows, n as u32, u16::MAX));
        let first = n * LANES;
        let old = lanes.add_in(own, (first as u32).wrapping_neg(), u16::MAX);
        // Topics past the last weigh nothing.
        weights.add_four::<0>(n, &columns, old);
        if topics > first + 4 {
            weights.add_four::<4>(n, &columns, old);
        }
        if topics > first + 8 {
            weights.add_four::<8>(n, &columns, old);
        }
        if topics > first + 12 {
            weights.add_four::<12>(n, &columns, old);
        }
    }
    let Weights { own, rest, .. } = weights;
    let moves = lanes.greater(rest, lanes.mul(own, lanes.load(&odds)));
    let x = lanes.mul(rest, lanes.load(&uniform));
    // A one that the compiler does not know is added to some lanes in one instruction.
    let (zero, one) = (Block::default(), Block([1; LANES]));
    let (mut found, by) = (lanes.block(&zero), lanes.block(black_box(&one)));
    for sum in &kernel.sums[..topics] {
        found = lanes.rank(found, by, lanes.load(sum), x);
    }
    let mut to = Block::default();
    lanes.keep(found, &mut to);
    let moves = moves & (u32::from(u16::MAX) >> (LANES - tokens.len())) as u16;
    // Rounding can put a place at the end of all weights: it belongs to the last topic that
    // weighs something.
    let mut past = moves & !lanes.less(found, topics as u32);
    while past != 0 {
        let lane = past.trailing_zeros() as usize % LANES;
        past &= past - 1;
        let sum = |k: usize| kernel.sums[k][lane];
        let weighs = |k: &usize| *k == 0 || sum(*k) > sum(*k - 1);
        to.0[lane] = (0..topics).rev().find(weighs).unwrap_or(0) as u32;
    }
    (moves, to)
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
            self.theta_lines.resize(lines, [0.0; LANES]);
            self.sums.resize(lines * LANES, [0.0; LANES]);
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
