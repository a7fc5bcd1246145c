//! phi, word after word, in three steps: ln G of the gamma variables G, then G over the largest
//! of a topic, then phi, once the sums over all words are known.

use super::{Uncollapsed, ln_normaliser, round};
use crate::engine::gibbs::kernel::View;
use crate::engine::gibbs::lanes::{Job, Lanes, Path};
use crate::model::State;
use crate::model::functions::exp;
use crate::model::random::{Purpose, Stream};
use crate::model::rows::LANES;
use std::ops::Range;

/// Sums over the words while phi is drawn, by topic; the gamma variable of word v is G_v.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// The largest ln G_v, and Σ G_v over the largest G_v.
    tops: Vec<f64>,
    sums: Vec<f64>,
    /// Σ (η_v + n_v − 1) ln G_v, and Σ (η_v + n_v − 1).
    logs: Vec<f64>,
    exponents: Vec<f64>,
}

impl Columns {
    pub(super) fn clear(&mut self, width: usize) {
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
    /// Draws ln G of some words for every topic.
    pub(super) fn draw_words(&mut self, view: &View<'_>, state: &State, words: Range<usize>) {
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
        Path::chosen().run(Sum {
            columns: &mut self.columns,
            rows,
            shapes: &self.shapes,
        });
    }

    /// The density of phi, all words being drawn.
    pub(super) fn topics_density(&self, view: &View<'_>, topics: usize) -> f64 {
        let normaliser = ln_normaliser(view.eta.values(), view.eta.sum());
        let columns = &self.columns;
        let densities = (0..topics).map(|k| {
            let total = columns.tops[k] + libm::log(columns.sums[k]);
            normaliser + columns.logs[k] - columns.exponents[k] * total
        });
        densities.sum()
    }
}

/// Adds rows of ln G to the sums over the words.
struct Sum<'a> {
    columns: &'a mut Columns,
    rows: &'a [f64],
    shapes: &'a [f64],
}

impl Job for Sum<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Columns {
            tops,
            logs,
            exponents,
            ..
        } = self.columns;
        let rows = self.rows.chunks_exact(tops.len());
        for (row, shapes) in rows.zip(self.shapes.chunks_exact(tops.len())) {
            let sums = logs.iter_mut().zip(exponents.iter_mut());
            let drawn = row.iter().zip(shapes).zip(tops.iter_mut());
            for (((ln, shape), top), (logs, exponents)) in drawn.zip(sums) {
                *top = if *ln > *top { *ln } else { *top };
                *logs += (shape - 1.0) * ln;
                *exponents += shape - 1.0;
            }
        }
    }
}

/// From ln G to G over the largest G of the topic.
pub(super) struct Raise<'a>(pub &'a mut Uncollapsed, pub Range<usize>);

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
pub(super) struct Divide<'a>(pub &'a mut Uncollapsed, pub Range<usize>, pub usize);

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
