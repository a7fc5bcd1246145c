//! The Jensen–Shannon divergence of every two topics.
//!
//! With p and q two rows of phi and h(x) = x ln x, Lin 1991 (equation 4.1, equal
//! weights) comes to
//!
//! ```text
//! JS(p, q) = ln 2 + ½ ( Σ_v h(p_v) + Σ_v h(q_v) − Σ_v h(p_v + q_v) )
//! ```
//!
//! where only the last sum belongs to the pair. phi from counts is
//! (n_kv + η_v) / (n_k + Ση): most n_kv are 0, and the terms of the words that neither
//! topic has come to Σ η_v ln η_v and Σ η_v alone. A word that one of the two has is
//! looked at once for each different count, a word that both have once for the pair, or
//! with all words that have the same small counts there ([`kinds`]). So the cost is that
//! of the pairs of topics that meet in a word, and nothing is left out.
//!
//! Where even that takes more than `MOST` logarithms, the words that say the least for
//! their cost count as one word. That is a function of the word, so no distance grows
//! and none stops being the distance of two distributions; and what is lost of the
//! divergence of all topics from their mean, Σ_k KL(φ_k ‖ φ̄) / K, is known.

mod kinds;

use crate::model::estimate::{TopWords, WordLists};
use crate::model::functions::ln;
use crate::model::phi::Phi;
use kinds::{Classes, Kinds};
use rustc_hash::{FxHashMap, FxHashSet};

/// Logarithms that a matrix may take: about half a second.
const MOST: usize = 40_000_000;

/// A divergence below this is what rounding leaves of 0.
const NOTHING: f64 = 1e-12;

/// The divergences of all pairs of topics.
#[derive(Debug, Clone, PartialEq)]
pub struct Divergences {
    /// K×K, row after row, in nats, from 0 to ln 2; symmetric, 0 on the diagonal.
    pub values: Vec<f64>,
    /// Which words they look at.
    pub looked: Looked,
}

/// The words that are told apart.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Looked {
    /// Words that are told apart: all of them, or as many as there is time for.
    pub words: usize,
    /// Words that there are, V.
    pub of: usize,
    /// The share of the divergence of the topics from their mean that they hold, above 0
    /// and at most 1; 1 where all words are told apart.
    pub share: f64,
}

/// The divergences of the topics of phi. The time is bounded, whatever K and V are.
pub fn divergences(phi: &Phi) -> Divergences {
    of_cost(phi, MOST, |_, _| {})
}

/// The same, and the `n` most probable words of every topic, as [`Phi::top_words`] has them.
pub fn with_words(phi: &Phi, n: usize) -> (Divergences, WordLists) {
    let mut tops = TopWords::new(phi.totals(), n);
    let found = of_cost(phi, MOST, |word, row| {
        let floor = phi.floor(word);
        row.iter().for_each(|&(k, w)| tops.add(word, k, w + floor));
    });
    (found, tops.lists())
}

/// The divergences for so many logarithms; `visit` sees the [`Phi::row`] of every word.
pub(super) fn of_cost(
    phi: &Phi,
    most: usize,
    visit: impl FnMut(u32, &[(usize, f64)]),
) -> Divergences {
    let topics = Topics::new(phi);
    let (words, looked) = topics.choose(most, visit);
    let k = topics.totals.len();
    let sums = Pairs::new(&topics, &words).sums(&topics);
    let own = topics.own(&words);
    let mut values = vec![0.0; k * k];
    for a in 0..k {
        for b in a + 1..k {
            let js = std::f64::consts::LN_2 + 0.5 * (own[a] + own[b] - sums[a * k + b]);
            let js = if js < NOTHING { 0.0 } else { js };
            values[a * k + b] = js.min(std::f64::consts::LN_2);
            values[b * k + a] = values[a * k + b];
        }
    }
    Divergences { values, looked }
}

/// x ln x.
fn h(x: f64) -> f64 {
    if x > 0.0 { x * x.ln() } else { 0.0 }
}

/// phi as rows of the weights there are.
struct Topics<'a> {
    phi: &'a Phi,
    /// What weights are divided by.
    totals: Vec<f64>,
    /// Topics without any weight are even over the words.
    even: Vec<bool>,
    /// Whether there are any.
    some_even: bool,
}

/// A word, or several that count as one.
#[derive(Clone, Copy)]
struct Row<'r> {
    floor: f64,
    /// Topics, ascending, with their weights, all above 0.
    weights: &'r [(usize, f64)],
}

/// Rows: there may be a million of them.
struct Rows {
    /// Those that are counted.
    kinds: Kinds,
    /// All others, the weights in one list.
    floors: Vec<f64>,
    /// Where the weights of each end.
    ends: Vec<usize>,
    weights: Vec<(usize, f64)>,
    /// Topic, weight and floor of what is of no class.
    met: FxHashSet<(usize, u64, u64)>,
    topics: usize,
    /// The logarithms that all take together: those of their pairs, and those of their
    /// different weights, of which each is counted once.
    logs: usize,
}

impl Rows {
    fn new(topics: usize, floor: f64) -> Self {
        Self {
            kinds: Kinds::new(Classes::new(topics, floor)),
            floors: Vec::new(),
            ends: Vec::new(),
            weights: Vec::new(),
            met: FxHashSet::default(),
            topics,
            logs: 0,
        }
    }

    /// Adds a row, and says how many logarithms all so far take.
    fn push(&mut self, row: Row<'_>) -> usize {
        let new = match self.kinds.count(row) {
            Some(new) => new,
            None => self.list(row),
        };
        let each = if row.floor > 0.0 { self.topics } else { 1 };
        self.logs += row.weights.len() * row.weights.len() / 2 + new * each;
        self.logs
    }

    /// Adds a row that is not counted, and says how many of its weights are new.
    fn list(&mut self, row: Row<'_>) -> usize {
        self.weights.extend_from_slice(row.weights);
        self.floors.push(row.floor);
        self.ends.push(self.weights.len());
        let (floor, met) = (row.floor, &mut self.met);
        let is_new = |&&(k, w): &&(usize, f64)| {
            let new = self.kinds.meet((k, w), floor);
            new.unwrap_or_else(|| met.insert((k, w.to_bits(), floor.to_bits())))
        };
        row.weights.iter().filter(is_new).count()
    }

    fn get(&self, at: usize) -> Row<'_> {
        let from = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        Row {
            floor: self.floors[at],
            weights: &self.weights[from..self.ends[at]],
        }
    }

    /// Those that are not counted.
    fn others(&self) -> impl Iterator<Item = Row<'_>> {
        (0..self.floors.len()).map(|at| self.get(at))
    }

    /// Σ η and Σ η ln η.
    fn floors(&self) -> (f64, f64) {
        let (floor, words) = self.kinds.floor();
        let counted = (words * floor, words * h(floor));
        let others = self.floors.iter();
        others.fold(counted, |sums, &floor| (sums.0 + floor, sums.1 + h(floor)))
    }
}

impl<'a> Topics<'a> {
    fn new(phi: &'a Phi) -> Self {
        let mut totals = phi.totals();
        let even: Vec<bool> = totals.iter().map(|&total| total <= 0.0).collect();
        for (total, _) in totals.iter_mut().zip(&even).filter(|(_, even)| **even) {
            *total = phi.words() as f64;
        }
        Self {
            phi,
            totals,
            some_even: even.contains(&true),
            even,
        }
    }

    /// No rows yet; the floor of the first word mostly is that of all.
    fn none(&self) -> Rows {
        let floor = match self.phi.words() {
            0 => 0.0,
            _ => self.phi.floor(0),
        };
        Rows::new(self.totals.len(), floor)
    }

    /// The row of a word, whose weights are put into `out`.
    fn row<'r>(&self, word: u32, out: &'r mut Vec<(usize, f64)>) -> Row<'r> {
        self.phi.row(word, out);
        self.filled(word, out)
    }

    /// The row of a word from its weights in phi.
    fn filled<'r>(&self, word: u32, out: &'r mut Vec<(usize, f64)>) -> Row<'r> {
        if self.some_even {
            let even = self.even.iter().enumerate().filter(|(_, even)| **even);
            out.extend(even.map(|(k, _)| (k, 1.0)));
            out.sort_unstable_by_key(|w| w.0);
        }
        Row {
            floor: self.phi.floor(word),
            weights: out,
        }
    }

    /// The rows whose pairs cost no more than `most` logarithms, the words that are left
    /// over as one row behind them.
    fn choose(&self, most: usize, visit: impl FnMut(u32, &[(usize, f64)])) -> (Rows, Looked) {
        let of = self.phi.words();
        let rows = self.all(most, visit).map(|rows| (rows, of, 1.0));
        let (rows, words, share) = rows.unwrap_or_else(|| self.best(most));
        (rows, Looked { words, of, share })
    }

    /// The rows of all words, in their order; `None` where they cost too much.
    fn all(&self, most: usize, mut visit: impl FnMut(u32, &[(usize, f64)])) -> Option<Rows> {
        let mut rows = self.none();
        let (mut weights, mut fits) = (Vec::new(), true);
        for word in 0..self.phi.words() as u32 {
            self.phi.row(word, &mut weights);
            visit(word, &weights);
            if fits {
                fits = rows.push(self.filled(word, &mut weights)) <= most;
            }
        }
        fits.then_some(rows)
    }

    /// The rows of the words that say most for their cost, how many they are, and which
    /// share of the divergence they hold with all others as one row.
    fn best(&self, most: usize) -> (Rows, usize, f64) {
        let n = self.phi.words();
        let (spread, mut weights) = (Spread::new(self), Vec::new());
        let (mut all, mut order) = (0.0, Vec::with_capacity(n));
        for word in 0..n as u32 {
            let row = self.row(word, &mut weights);
            let (value, pairs) = (spread.of(row), row.weights.len() * (row.weights.len() + 1));
            all += value;
            order.push((word, value / (pairs.max(1) as f64)));
        }
        order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut tried = self.none();
        let fits = |&&(word, _): &&(u32, f64)| tried.push(self.row(word, &mut weights)) <= most;
        let words = order.iter().take_while(fits).count();
        let mut chosen: Vec<u32> = order[..words].iter().map(|&(word, _)| word).collect();
        chosen.sort_unstable();
        let (mut rows, mut kept) = (self.none(), 0.0);
        let mut weights = Vec::new();
        for word in chosen {
            let row = self.row(word, &mut weights);
            kept += spread.of(row);
            rows.push(row);
        }
        if words == n {
            return (rows, words, 1.0);
        }
        let (floor, rest) = self.merged(order[words..].iter().map(|&(word, _)| word));
        let rest = Row {
            floor,
            weights: &rest,
        };
        kept += spread.of(rest);
        rows.push(rest);
        let share = if all > NOTHING {
            (kept / all).clamp(0.0, 1.0)
        } else {
            1.0
        };
        (rows, words, share)
    }

    /// Floor and weights of several words as one.
    fn merged(&self, words: impl Iterator<Item = u32>) -> (f64, Vec<(usize, f64)>) {
        let (mut floor, mut sums) = (0.0, vec![0.0; self.totals.len()]);
        let mut weights = Vec::new();
        for word in words {
            let row = self.row(word, &mut weights);
            floor += row.floor;
            row.weights.iter().for_each(|&(k, w)| sums[k] += w);
        }
        let weights = sums.into_iter().enumerate().filter(|s| s.1 > 0.0);
        (floor, weights.collect())
    }

    /// Σ_v h(p_v) of every topic.
    fn own(&self, rows: &Rows) -> Vec<f64> {
        let (floors, logs) = rows.floors();
        let even = self
            .totals
            .iter()
            .map(|t| (logs + floors * (1.0 / t).ln()) / t);
        let mut own: Vec<f64> = even.collect();
        rows.kinds.add_own(&self.totals, &mut own);
        for row in rows.others() {
            for &(k, w) in row.weights {
                own[k] += h((w + row.floor) / self.totals[k]) - h(row.floor / self.totals[k]);
            }
        }
        own
    }
}

/// What a word adds to Σ_k KL(φ_k ‖ φ̄): Σ_k h(φ_kv) − h(Σ_k φ_kv) + ln K Σ_k φ_kv.
struct Spread<'a> {
    totals: &'a [f64],
    /// Σ_k 1 / total_k.
    inverse: f64,
    /// Σ_k h(1 / total_k).
    logs: f64,
}

impl<'a> Spread<'a> {
    fn new(topics: &'a Topics<'_>) -> Self {
        let totals = &topics.totals;
        Self {
            totals,
            inverse: totals.iter().map(|t| 1.0 / t).sum(),
            logs: totals.iter().map(|t| h(1.0 / t)).sum(),
        }
    }

    fn of(&self, row: Row<'_>) -> f64 {
        let floor = row.floor;
        let mut sum = floor * self.inverse;
        let mut each = floor * self.logs + h(floor) * self.inverse;
        for &(k, w) in row.weights {
            let total = self.totals[k];
            sum += w / total;
            each += h((w + floor) / total) - h(floor / total);
        }
        let even = sum * (self.totals.len() as f64).ln();
        (each - h(sum) + even).max(0.0)
    }
}

/// The rows that are not counted from the side of the topics.
struct Pairs<'a> {
    rows: &'a Rows,
    /// Of each topic its different (weight, floor), and how many words have them.
    classes: Vec<Vec<(f64, f64, f64)>>,
    /// Of each topic its words: row and class.
    words: Vec<Vec<(usize, usize)>>,
}

impl<'a> Pairs<'a> {
    fn new(topics: &Topics<'_>, rows: &'a Rows) -> Self {
        let k = topics.totals.len();
        let mut new = Self {
            rows,
            classes: vec![Vec::new(); k],
            words: vec![Vec::new(); k],
        };
        let mut places = FxHashMap::default();
        for (at, row) in rows.others().enumerate() {
            for &(k, w) in row.weights {
                let classes = &mut new.classes[k];
                let key = (k, w.to_bits(), row.floor.to_bits());
                let class = *places.entry(key).or_insert_with(|| {
                    classes.push((w, row.floor, 0.0));
                    classes.len() - 1
                });
                classes[class].2 += 1.0;
                new.words[k].push((at, class));
            }
        }
        new
    }

    /// Σ_v h(p_v + q_v) of every pair: K×K, of which the part above the diagonal counts.
    fn sums(&self, topics: &Topics<'_>) -> Vec<f64> {
        let inverse: Vec<f64> = topics.totals.iter().map(|t| 1.0 / t).collect();
        let k = inverse.len();
        let (floors, logs) = self.rows.floors();
        let mut sums = vec![0.0; k * k];
        let mut line = vec![0.0; k];
        let (mut alone, mut met) = (Vec::new(), Vec::new());
        for (a, &own) in inverse.iter().enumerate() {
            // As though no topic had a word.
            let both: Vec<f64> = inverse.iter().map(|other| own + other).collect();
            let ln_both: Vec<f64> = both.iter().map(|s| s.ln()).collect();
            for b in 0..k {
                line[b] = if b > a {
                    both[b] * (logs + floors * ln_both[b])
                } else {
                    0.0
                };
            }
            // As though no other topic had its words.
            alone.clear();
            for &(w, floor, words) in &self.classes[a] {
                let p = (w + floor) * own;
                if floor > 0.0 {
                    let ln_floor = floor.ln();
                    alone.extend(inverse.iter().zip(both.iter().zip(&ln_both)).map(
                        |(other, (both, ln_both))| {
                            let x = p + floor * other;
                            x * ln(x) - floor * both * (ln_floor + ln_both)
                        },
                    ));
                } else {
                    alone.extend(std::iter::repeat_n(h(p), k));
                }
                let own = &alone[alone.len() - k..];
                line.iter_mut()
                    .zip(own)
                    .for_each(|(sum, u)| *sum += words * u);
            }
            // The words that both have.
            for &(at, class) in &self.words[a] {
                let (row, own_part) = (self.rows.get(at), &alone[class * k..][..k]);
                let (floor, ln_floor) = (row.floor, row.floor.ln());
                let p = (self.classes[a][class].0 + floor) * own;
                row.weights
                    .iter()
                    .for_each(|&(b, _)| line[b] -= own_part[b]);
                let from = row.weights.partition_point(|entry| entry.0 <= a);
                let later = &row.weights[from..];
                met.clear();
                met.extend(later.iter().map(|&(b, w)| p + (w + floor) * inverse[b]));
                met.iter_mut().for_each(|x| *x *= ln(*x));
                for (&(b, _), h) in later.iter().zip(&met) {
                    line[b] += h;
                    if floor > 0.0 {
                        line[b] -= floor * both[b] * (ln_floor + ln_both[b]);
                    }
                }
            }
            for (b, sum) in line.iter().enumerate() {
                sums[a.min(b) * k + a.max(b)] += sum;
            }
        }
        self.rows.kinds.add_pairs(&inverse, &mut sums);
        sums
    }
}
