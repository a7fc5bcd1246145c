//! Exact answers for corpora that are small enough: log p(w | alpha, eta) and
//! posterior probabilities, by summing over every assignment of topics.
//!
//! The sum over all K^N assignments is taken over count cells ([`Cell`]), and
//! in two halves. Given the table of n_kv that a group of documents
//! contributes, the rest of the corpus cares for nothing else about it:
//!
//! ```text
//! p(w) = Σ_A Σ_B  p(A) p(B) p(w | A + B, eta)
//! ```
//!
//! where A runs over the tables of the first documents, B over those of the
//! last, and p(A) sums p(z | alpha) over what gives that table. The two parts of
//! the joint are those of Griffiths and Steyvers (2004), equations 2 and 3, as
//! in [`crate::model::joint`].

use super::cells::{Cell, Cells, Division, Walk, log2_divisions};
use crate::corpus::Corpus;
use crate::model::Prior;
use crate::model::special::ln_rising;
use rustc_hash::FxHashMap;

/// log2 of the most steps of one sum.
pub const MOST: f64 = 22.0;

/// A corpus has too many assignments to sum over.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error(
    "exact answers would take 2^{log2:.1} steps or more, above the 2^22 that are allowed: they \
     are for corpora of about forty tokens and two topics"
)]
pub struct TooLarge {
    /// log2 of the number of steps.
    pub log2: f64,
}

/// Exact answers about one corpus under one pair of priors.
#[derive(Debug, Clone)]
pub struct Exact {
    log_evidence: f64,
    topics: usize,
    of_token: Vec<usize>,
    cells: usize,
    /// Of two tokens of these cells (cells × cells).
    same: Vec<f64>,
    /// Of a token of a cell (cells × K).
    topic: Vec<f64>,
    smallest: Vec<f64>,
}

impl Exact {
    /// Sums over all assignments of K topics (as many as alpha has values); eta
    /// has V values.
    ///
    /// # Errors
    /// [`TooLarge`] when that would take more than 2^22 steps.
    pub fn solve(corpus: &Corpus, alpha: &Prior, eta: &Prior) -> Result<Self, TooLarge> {
        let cells = Cells::count(corpus);
        let split = best_split(&cells, alpha.len())?;
        let halves = cells.cells.split_at(split);
        // The second half is kept in more detail, so it is the smaller one.
        let swap = halves.0.len() < halves.1.len();
        let (a, b) = if swap { (halves.1, halves.0) } else { halves };
        let at = if swap { (split, 0) } else { (0, split) };
        let first = Half::new(a, at.0, cells.words.len(), alpha);
        let second = Half::new(b, at.1, cells.words.len(), alpha);
        Ok(Sum::new(&first, &second, &cells.words, eta).finish(&cells))
    }

    /// Whether K topics can be summed over, which is known at once.
    ///
    /// # Errors
    /// As [`Exact::solve`].
    pub fn fits(corpus: &Corpus, topics: usize) -> Result<(), TooLarge> {
        best_split(&Cells::count(corpus), topics).map(|_| ())
    }

    /// log p(w | alpha, eta), in nats.
    pub fn log_evidence(&self) -> f64 {
        self.log_evidence
    }

    /// p(z_i = z_j | w), tokens counted from 0 over the whole corpus; 1 for i = j.
    pub fn same_topic(&self, i: usize, j: usize) -> f64 {
        if i == j {
            1.0
        } else {
            self.same[self.of_token[i] * self.cells + self.of_token[j]]
        }
    }

    /// p(z_i = k | w).
    pub fn topic(&self, i: usize, k: usize) -> f64 {
        self.topic[self.of_token[i] * self.topics + k]
    }

    /// p(the smallest topic has s tokens | w), for s from 0 on.
    pub fn smallest_topic(&self) -> &[f64] {
        &self.smallest
    }

    /// The expected number of tokens of the smallest topic given w.
    pub fn mean_smallest_topic(&self) -> f64 {
        let sizes = self.smallest.iter().enumerate();
        sizes.map(|(s, p)| s as f64 * p).sum()
    }
}

/// Where to cut the documents in two, as a number of cells.
fn best_split(cells: &Cells, topics: usize) -> Result<usize, TooLarge> {
    let each = (topics as f64).log2();
    let divisions = |cells: &[Cell]| -> f64 {
        let ways = cells.iter().map(|c| log2_divisions(c.count, topics));
        ways.sum()
    };
    let all = &cells.cells;
    // The larger half has at least the root of all divisions; and the pairs of
    // cells are kept. This also bounds the work of what follows.
    let least = (divisions(all) / 2.0 + each).max(2.0 * (all.len().max(1) as f64).log2());
    if least > MOST {
        return Err(TooLarge { log2: least });
    }
    let tables = |cells: &[Cell]| -> f64 {
        let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
        for cell in cells {
            *counts.entry(cell.word).or_default() += cell.count;
        }
        let ways = counts.values().map(|&n| log2_divisions(n, topics));
        ways.sum::<f64>().min(divisions(cells))
    };
    let starts = (0..=all.len())
        .filter(|&c| c == 0 || c == all.len() || all[c - 1].document != all[c].document);
    let steps = |split: usize| {
        let (a, b) = all.split_at(split);
        let walks = divisions(a).max(divisions(b));
        each + walks.max(tables(a) + tables(b))
    };
    let best = starts
        .map(|split| (steps(split), split))
        .min_by(|a, b| a.0.total_cmp(&b.0));
    match best {
        Some((log2, split)) if log2 <= MOST => Ok(split),
        Some((log2, _)) => Err(TooLarge { log2 }),
        None => Ok(0),
    }
}

/// A sum of numbers given by their logarithms, without overflow.
#[derive(Debug, Clone, Copy)]
pub(super) struct LogSum {
    largest: f64,
    sum: f64,
}

impl LogSum {
    pub(super) const ZERO: Self = Self {
        largest: f64::NEG_INFINITY,
        sum: 0.0,
    };

    pub(super) fn add(&mut self, log: f64) {
        if log <= self.largest {
            self.sum += libm::exp(log - self.largest);
        } else {
            self.sum = self.sum * libm::exp(self.largest - log) + 1.0;
            self.largest = log;
        }
    }

    pub(super) fn log(self) -> f64 {
        self.largest + libm::log(self.sum)
    }
}

/// Some of the documents, and the tables they can contribute.
struct Half<'a> {
    cells: &'a [Cell],
    /// Place of the first cell among all.
    start: usize,
    alpha: &'a Prior,
    words: usize,
    places: FxHashMap<Vec<u32>, usize>,
    tables: Vec<Vec<u32>>,
    /// log p(A) of each table.
    weights: Vec<f64>,
}

impl<'a> Half<'a> {
    fn new(cells: &'a [Cell], start: usize, words: usize, alpha: &'a Prior) -> Self {
        let mut half = Self {
            cells,
            start,
            alpha,
            words,
            places: FxHashMap::default(),
            tables: Vec::new(),
            weights: Vec::new(),
        };
        let mut sums: Vec<LogSum> = Vec::new();
        Walk::new(cells, words, alpha).each(&mut |division: Division<'_>| {
            let place = match half.places.get(division.table) {
                Some(&place) => place,
                None => {
                    let place = sums.len();
                    half.places.insert(division.table.to_vec(), place);
                    half.tables.push(division.table.to_vec());
                    sums.push(LogSum::ZERO);
                    place
                }
            };
            sums[place].add(division.weight);
        });
        half.weights = sums.into_iter().map(LogSum::log).collect();
        half
    }

    /// Visits every division with the place of its table and its probability
    /// given that table.
    fn each(&self, visit: &mut impl FnMut(usize, f64, &[u32])) {
        let mut walk = Walk::new(self.cells, self.words, self.alpha);
        walk.each(&mut |division: Division<'_>| {
            if let Some(&place) = self.places.get(division.table) {
                let given = libm::exp(division.weight - self.weights[place]);
                visit(place, given, division.counts);
            }
        });
    }

    /// Expected counts given each table (tables × cells × K).
    fn means(&self) -> Vec<f64> {
        let width = self.cells.len() * self.alpha.len();
        let mut means = vec![0.0; self.tables.len() * width];
        self.each(&mut |place, given, counts| {
            let row = &mut means[place * width..][..width];
            for (mean, &n) in row.iter_mut().zip(counts) {
                *mean += given * f64::from(n);
            }
        });
        means
    }
}

/// The two halves brought together.
struct Sum<'a> {
    first: &'a Half<'a>,
    second: &'a Half<'a>,
    log_evidence: f64,
    /// Posterior probability of each table of the first half, and of the second.
    tables: (Vec<f64>, Vec<f64>),
    /// For each table of the first half: its posterior probability times the
    /// expected counts of the second half given it (tables × cells × K).
    partner: Vec<f64>,
    smallest: Vec<f64>,
}

impl<'a> Sum<'a> {
    fn new(first: &'a Half<'a>, second: &'a Half<'a>, words: &[u32], eta: &Prior) -> Self {
        let topics = first.alpha.len();
        let evidence = WordPart::new(first, second, words, eta);
        let mut total = LogSum::ZERO;
        let mut pairs = Vec::with_capacity(first.tables.len() * second.tables.len());
        for (a, weight) in first.tables.iter().zip(&first.weights) {
            for (b, other) in second.tables.iter().zip(&second.weights) {
                let (word_part, smallest) = evidence.weigh(a, b);
                let log = weight + other + word_part;
                total.add(log);
                pairs.push((log, smallest));
            }
        }
        let log_evidence = total.log();

        let means = second.means();
        let width = second.cells.len() * topics;
        let mut sum = Self {
            first,
            second,
            log_evidence,
            tables: (
                vec![0.0; first.tables.len()],
                vec![0.0; second.tables.len()],
            ),
            partner: vec![0.0; first.tables.len() * width],
            smallest: vec![0.0; evidence.tokens / topics + 1],
        };
        let mut pairs = pairs.into_iter();
        for i in 0..first.tables.len() {
            for (j, (log, smallest)) in (0..second.tables.len()).zip(pairs.by_ref()) {
                let p = libm::exp(log - log_evidence);
                sum.tables.0[i] += p;
                sum.tables.1[j] += p;
                let row = &mut sum.partner[i * width..][..width];
                for (partner, mean) in row.iter_mut().zip(&means[j * width..][..width]) {
                    *partner += p * mean;
                }
                sum.smallest[smallest] += p;
            }
        }
        sum
    }

    fn finish(self, all: &Cells) -> Exact {
        let topics = self.first.alpha.len();
        let cells = all.cells.len();
        let mut exact = Exact {
            log_evidence: self.log_evidence,
            topics,
            of_token: all.of_token.clone(),
            cells,
            same: vec![0.0; cells * cells],
            topic: vec![0.0; cells * topics],
            smallest: self.smallest,
        };
        let across = self.second.cells.len();
        let width = across * topics;
        self.first.each(&mut |place, given, counts| {
            exact.within(self.first.start, given * self.tables.0[place], counts);
            let partner = &self.partner[place * width..][..width];
            for (c, row) in counts.chunks(topics).enumerate() {
                for (e, means) in partner.chunks(topics).enumerate() {
                    let both: f64 = row.iter().zip(means).map(|(&n, m)| f64::from(n) * m).sum();
                    let (c, e) = (self.first.start + c, self.second.start + e);
                    exact.same[c.min(e) * cells + c.max(e)] += given * both;
                }
            }
        });
        self.second.each(&mut |place, given, counts| {
            exact.within(self.second.start, given * self.tables.1[place], counts);
        });
        exact.normalise(&all.cells);
        exact
    }
}

impl Exact {
    /// Adds a division of probability `p` to the expected counts and to their
    /// expected products, those of a cell with itself and with later ones.
    fn within(&mut self, start: usize, p: f64, counts: &[u32]) {
        for (c, row) in counts.chunks(self.topics).enumerate() {
            for (k, &n) in row.iter().enumerate() {
                self.topic[(start + c) * self.topics + k] += p * f64::from(n);
            }
            let diagonal = (start + c) * (self.cells + 1);
            let others = counts[c * self.topics..].chunks(self.topics);
            for (same, other) in self.same[diagonal..].iter_mut().zip(others) {
                let products = row.iter().zip(other);
                let both: u64 = products.map(|(&n, &m)| u64::from(n) * u64::from(m)).sum();
                *same += p * both as f64;
            }
        }
    }

    /// Expected counts and products become probabilities of one token and of two.
    fn normalise(&mut self, cells: &[Cell]) {
        for (c, cell) in cells.iter().enumerate() {
            let n = cell.count as f64;
            for k in 0..self.topics {
                self.topic[c * self.topics + k] /= n;
            }
            for (e, other) in cells.iter().enumerate().skip(c) {
                let product = self.same[c * self.cells + e];
                let same = if c != e {
                    product / (n * other.count as f64)
                } else if cell.count > 1 {
                    // A token always goes with itself.
                    (product - n) / (n * (n - 1.0))
                } else {
                    1.0
                };
                self.same[c * self.cells + e] = same;
                self.same[e * self.cells + c] = same;
            }
        }
    }
}

/// log p(w | z, eta) from a table.
struct WordPart {
    topics: usize,
    tokens: usize,
    /// ln Γ(η_v + n) − ln Γ(η_v) for every word and n.
    rising: Vec<Vec<f64>>,
    /// The same of Ση.
    sizes: Vec<f64>,
}

impl WordPart {
    fn new(first: &Half<'_>, second: &Half<'_>, words: &[u32], eta: &Prior) -> Self {
        let mut counts = vec![0; words.len()];
        for cell in first.cells.iter().chain(second.cells) {
            counts[cell.word] += cell.count;
        }
        let table = |base: f64, most: usize| -> Vec<f64> {
            (0..=most as u64).map(|n| ln_rising(base, n)).collect()
        };
        let tokens = counts.iter().sum();
        let each = words.iter().zip(&counts);
        Self {
            topics: first.alpha.len(),
            tokens,
            rising: each
                .map(|(&word, &most)| table(eta.value(word as usize), most))
                .collect(),
            sizes: table(eta.sum(), tokens),
        }
    }

    /// The word part of two tables together, and the tokens of the smallest topic.
    fn weigh(&self, a: &[u32], b: &[u32]) -> (f64, usize) {
        let (mut log, mut smallest) = (0.0, self.tokens);
        for k in 0..self.topics {
            let mut size = 0;
            for (v, rising) in self.rising.iter().enumerate() {
                let place = v * self.topics + k;
                let n = (a[place] + b[place]) as usize;
                size += n;
                log += rising[n];
            }
            log -= self.sizes[size];
            smallest = smallest.min(size);
        }
        (log, smallest)
    }
}

#[cfg(test)]
#[path = "exact_tests.rs"]
mod tests;
