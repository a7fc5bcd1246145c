//! The variational E-step of one document (Blei, Ng and Jordan 2003, figure 6):
//!
//! ```text
//! q(z = k | word v)  ∝  exp(ψ(γ_k) − ψ(Σγ)) · w_vk
//! γ_k  =  α_k + c_k,   c_k = Σ_v n_v q(z = k | v)
//! ```
//!
//! where w_vk is exp(E[ln phi_kv]), or phi_kv where phi is a point estimate. What ψ(Σγ)
//! multiplies all topics by falls out of q and is left away.

use super::statistics::Statistics;
use super::table::{GROUP, Table, groups, groups_mut, total, width};
use crate::engine::gibbs::lanes::{Job, Lanes, Path};
use crate::model::Prior;
use crate::model::functions::{both, digamma, exp, ln};
use crate::model::gamma::ln_sum;

/// Below this a sum of weights has lost digits and is taken in logarithms.
const SMALL: f64 = 1e-250;

/// The different words of a document with their counts, and the weights w of all words.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    /// Row and count of each word.
    pub bag: &'a [(u32, u32)],
    /// w_vk, word after word.
    pub weights: &'a Table,
}

impl<'a> Words<'a> {
    #[inline(always)]
    fn rows(self) -> impl Iterator<Item = (f64, &'a [f64])> {
        self.bag
            .iter()
            .map(move |&(v, n)| (f64::from(n), self.weights.row(v as usize)))
    }
}

/// The fixed point of one document, and room for it. Lists by topic are filled up to
/// whole groups.
#[derive(Debug)]
pub struct EStep {
    tolerance: f64,
    limit: usize,
    /// K.
    topics: usize,
    alpha: Vec<f64>,
    /// ln Γ(Σα) − Σ ln Γ(α_k).
    ln_normaliser: f64,
    gamma: Vec<f64>,
    /// ψ(γ) of the γ that q follows from, and exp of it, less the largest.
    psi: Vec<f64>,
    theta: Vec<f64>,
    top: f64,
    /// Σ_v n_v q(z = k | v), and the sum over k of theta w for every word.
    counts: Vec<f64>,
    sums: Vec<f64>,
    /// What each topic adds to the bound.
    terms: Vec<f64>,
    iterations: usize,
}

impl EStep {
    /// Done when γ changes less than `tolerance`, on average over the topics, or after
    /// `limit` iterations.
    pub fn new(tolerance: f64, limit: usize, alpha: &Prior) -> Self {
        let list = vec![0.0; width(alpha.len())];
        let mut new = Self {
            tolerance,
            limit,
            topics: alpha.len(),
            alpha: list.clone(),
            ln_normaliser: 0.0,
            gamma: list.clone(),
            psi: list.clone(),
            theta: list.clone(),
            top: 0.0,
            counts: list.clone(),
            terms: list,
            sums: Vec::new(),
            iterations: 0,
        };
        new.set_alpha(alpha);
        new
    }

    /// Takes another prior.
    pub fn set_alpha(&mut self, alpha: &Prior) {
        fill(&mut self.alpha, alpha.values());
        let each = alpha.values().map(libm::lgamma);
        self.ln_normaliser = libm::lgamma(alpha.sum()) - each.sum::<f64>();
    }

    /// Sets γ (length K).
    pub fn set(&mut self, gamma: &[f64]) {
        fill(&mut self.gamma, gamma.iter().copied());
        self.iterations = 0;
    }

    /// γ (length K).
    pub fn gamma(&self) -> &[f64] {
        &self.gamma[..self.topics]
    }

    /// E[ln theta] under γ.
    pub fn ln_theta(&self) -> impl Iterator<Item = f64> {
        let below = digamma(self.gamma().iter().sum());
        self.gamma().iter().map(move |g| digamma(*g) - below)
    }

    /// One iteration; true when γ stands still or the limit is reached.
    pub fn iterate(&mut self, words: Words<'_>) -> bool {
        self.responsibilities(words);
        let counts = self.counts.iter().zip(&self.alpha);
        let mut change = 0.0;
        for (gamma, (count, alpha)) in self.gamma.iter_mut().zip(counts) {
            let next = alpha + count;
            change += (next - *gamma).abs();
            *gamma = next;
        }
        self.iterations += 1;
        change < self.tolerance * self.topics as f64 || self.iterations >= self.limit
    }

    /// q(z) of all words that is the best under γ, as what it follows from.
    pub fn responsibilities(&mut self, words: Words<'_>) {
        Path::chosen().run(Responsibilities(self, words));
    }

    /// Sums of some words, and what those add to the counts but for theta; true where a sum
    /// is too small for that. Several words at a time, so that the counts are fetched and put
    /// back once for all of them.
    #[inline(always)]
    fn weigh<const N: usize>(&mut self, bag: &[(u32, u32); N], weights: &Table) -> bool {
        let theta = groups(&self.theta);
        let mut rows: [&[f64]; N] = [&[]; N];
        for (row, &(v, _)) in rows.iter_mut().zip(bag) {
            *row = weights.row(v as usize);
        }
        let mut parts = [[0.0; GROUP]; N];
        for (parts, row) in parts.iter_mut().zip(&rows) {
            for (theta, w) in theta.iter().zip(groups(row)) {
                for i in 0..GROUP {
                    parts[i] += theta[i] * w[i];
                }
            }
        }
        let (mut factors, mut small) = ([0.0; N], false);
        for ((factor, parts), &(_, n)) in factors.iter_mut().zip(parts).zip(bag) {
            let sum = total(parts);
            self.sums.push(sum);
            if sum > SMALL {
                *factor = f64::from(n) / sum;
            } else {
                small = true;
            }
        }
        add(&mut self.counts, factors, rows);
        small
    }

    /// Adds q(z) of the words to the statistics.
    pub fn add_to(&mut self, statistics: &mut Statistics, words: Words<'_>) {
        statistics.add_counts(&self.counts[..self.topics]);
        Path::chosen().run(Adding(self, statistics, words));
    }

    /// q(z | word), a word's weights being `row`, into `out` (length K); gives the
    /// logarithm of Σ exp(ψ(γ_k)) w_k.
    pub fn word(&self, row: &[f64], out: &mut [f64]) -> f64 {
        for ((q, psi), w) in out.iter_mut().zip(&self.psi).zip(row) {
            *q = psi + libm::log(*w);
        }
        let total = ln_sum(out);
        out.iter_mut().for_each(|q| *q = libm::exp(*q - total));
        total
    }

    /// The document's part of the bound under γ and the present q(z), whose weights had
    /// an earlier γ′:
    ///
    /// ```text
    /// Σ n ln Σ_k exp(ψ(γ′_k)) w_k − Σ_k c_k ψ(γ′_k)
    ///   + Σ_k (c_k + α_k − γ_k) E[ln theta_k]
    ///   + Σ_k (ln Γ(γ_k) − ln Γ(α_k)) − ln Γ(Σγ) + ln Γ(Σα)
    /// ```
    pub fn bound(&mut self, words: Words<'_>) -> f64 {
        Path::chosen().run(Bound(self, words))
    }

    /// Σ n ln Σ_k exp(ψ(γ′_k)) w_k.
    #[inline(always)]
    fn ln_sums(&mut self, words: Words<'_>) -> f64 {
        let mut sums = std::mem::take(&mut self.sums);
        let usual = sums.iter().all(|sum| *sum > SMALL);
        if usual {
            sums.iter_mut().for_each(|sum| *sum = ln(*sum) + self.top);
        } else {
            self.ln_small_sums(words, &mut sums);
        }
        let counts = words.bag.iter().map(|(_, n)| f64::from(*n));
        let sum = counts.zip(&sums).map(|(n, sum)| n * sum).sum();
        self.sums = sums;
        sum
    }

    #[cold]
    fn ln_small_sums(&self, words: Words<'_>, sums: &mut [f64]) {
        let mut q = vec![0.0; self.topics];
        for (sum, (_, row)) in sums.iter_mut().zip(words.rows()) {
            *sum = if *sum > SMALL {
                ln(*sum) + self.top
            } else {
                self.word(row, &mut q)
            };
        }
    }
}

struct Responsibilities<'a>(&'a mut EStep, Words<'a>);

impl Job for Responsibilities<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Self(step, words) = self;
        for (psi, gamma) in step.psi.iter_mut().zip(&step.gamma) {
            *psi = digamma(*gamma);
        }
        let psi = &step.psi[..step.topics];
        let top = psi.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        step.top = top;
        for (theta, psi) in step.theta.iter_mut().zip(&step.psi) {
            *theta = exp(*psi - top);
        }
        step.theta[step.topics..].fill(0.0);
        step.counts.fill(0.0);
        step.sums.clear();
        let (fours, rest) = words.bag.as_chunks::<4>();
        let mut small = false;
        for bag in fours {
            small |= step.weigh(bag, words.weights);
        }
        for word in rest {
            small |= step.weigh(&[*word], words.weights);
        }
        for (count, theta) in step.counts.iter_mut().zip(&step.theta) {
            *count *= theta;
        }
        if small {
            let mut q = vec![0.0; step.topics];
            let sums = std::mem::take(&mut step.sums);
            for (_, (n, row)) in sums.iter().zip(words.rows()).filter(|(s, _)| **s <= SMALL) {
                step.word(row, &mut q);
                let counts = step.counts.iter_mut();
                counts.zip(&q).for_each(|(c, q)| *c += n * q);
            }
            step.sums = sums;
        }
    }
}

struct Adding<'a>(&'a EStep, &'a mut Statistics, Words<'a>);

impl Job for Adding<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Self(step, statistics, words) = self;
        for (&(v, n), &sum) in words.bag.iter().zip(&step.sums) {
            if sum > SMALL {
                add(statistics.row_mut(v), [f64::from(n) / sum], [&step.theta]);
            } else {
                let mut q = vec![0.0; step.topics];
                step.word(words.weights.row(v as usize), &mut q);
                statistics.add_apart(v, f64::from(n), &q);
            }
        }
    }
}

struct Bound<'a>(&'a mut EStep, Words<'a>);

impl Job for Bound<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> f64 {
        let Self(step, words) = self;
        let words = step.ln_sums(words);
        let (ln_gamma, below) = both(step.gamma().iter().sum());
        let own = step.gamma.iter().zip(&step.alpha);
        let q = step.counts.iter().zip(&step.psi);
        for ((term, (gamma, alpha)), (count, psi)) in step.terms.iter_mut().zip(own).zip(q) {
            let (ln_gamma, now) = both(*gamma);
            *term = (count + alpha - gamma) * (now - below) - count * psi + ln_gamma;
        }
        step.terms[step.topics..].fill(0.0);
        let mut parts = [0.0; GROUP];
        for group in groups(&step.terms) {
            for i in 0..GROUP {
                parts[i] += group[i];
            }
        }
        words + total(parts) + step.ln_normaliser - ln_gamma
    }
}

/// Numbers by topic; what fills them up is 1, for which every function here is harmless.
fn fill(list: &mut [f64], values: impl Iterator<Item = f64>) {
    list.fill(1.0);
    list.iter_mut().zip(values).for_each(|(to, x)| *to = x);
}

/// Numbers from which on [`add`] goes over them one by one.
const MANY: usize = 4 * GROUP;

/// `to` with each of the rows added, times its factor, one after the other.
///
/// Written twice, because of what compilers make of it: registers are filled from groups only
/// while those are too few to be gathered across, and from single numbers only once there are
/// many.
#[inline(always)]
fn add<const N: usize>(to: &mut [f64], factors: [f64; N], mut rows: [&[f64]; N]) {
    for row in &mut rows {
        *row = &row[..to.len()];
    }
    if to.len() < MANY {
        for (g, to) in groups_mut(to).iter_mut().enumerate() {
            let mut sums = *to;
            for j in 0..N {
                let row = &groups(rows[j])[g];
                for i in 0..GROUP {
                    sums[i] += factors[j] * row[i];
                }
            }
            *to = sums;
        }
        return;
    }
    for (k, to) in to.iter_mut().enumerate() {
        let mut sum = *to;
        for j in 0..N {
            sum += factors[j] * rows[j][k];
        }
        *to = sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PriorSpec;
    use crate::model::special;

    /// The formulas at the head of this file, topic by topic: with rows of less than four
    /// groups and of more, and words that are four, four and one, and fewer than four.
    #[test]
    fn responsibilities_are_those_of_the_formulas() {
        for topics in [3, 24, 25, 41] {
            let alpha = PriorSpec::Each(0.3).resolve("alpha", topics).unwrap();
            let w = |v: usize, k: usize| 1.0 / (1 + (7 * v + 3 * k) % 11) as f64;
            let rows = (0..9).flat_map(|v| (0..topics).map(move |k| w(v, k)));
            let weights = Table::of_rows(topics, &rows.collect::<Vec<f64>>());
            let gamma: Vec<f64> = (0..topics).map(|k| 0.3 + (k * k % 5) as f64).collect();
            for words in [3, 4, 9] {
                let bag: Vec<(u32, u32)> = (0..words).map(|v| (v, 1 + v % 3)).collect();
                let mut step = EStep::new(0.0, 1, &alpha);
                step.set(&gamma);
                step.iterate(Words {
                    bag: &bag,
                    weights: &weights,
                });
                let mut want = vec![0.3; topics];
                for &(v, n) in &bag {
                    let q = |k: usize| special::digamma(gamma[k]).exp() * w(v as usize, k);
                    let sum: f64 = (0..topics).map(q).sum();
                    let each = want.iter_mut().enumerate();
                    each.for_each(|(k, want)| *want += f64::from(n) * q(k) / sum);
                }
                for (got, want) in step.gamma().iter().zip(&want) {
                    assert!((got - want).abs() < 1e-12 * want, "{topics} {words}");
                }
            }
        }
    }
}
