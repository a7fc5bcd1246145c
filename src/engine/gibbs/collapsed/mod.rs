//! The collapsed conditional, 16 topics at a time.
//!
//! With token i of word v in document d taken out of the counts (the marks ⁻),
//! Griffiths and Steyvers 2004, equation 5, with priors that may differ between
//! topics and words, gives
//!
//! ```text
//! p(z_i = k | z_-i, w)  ∝  (n⁻_kv + η_v) (n⁻_dk + α_k) / (n⁻_k + Ση)
//! ```
//!
//! Taking the token out changes the counts of its own topic only. For every other
//! topic the weight is (n_kv + η_v) a_k, with a_k = (n_dk + α_k) / (n_k + Ση) kept
//! for the document at hand, and nothing need be decremented:
//!
//! ```text
//! rest = Σ_{k ≠ z_i} (n_kv + η_v) a_k
//!      = Σ_{k ≠ z_i} n_kv a_k   the row part: only topics in the word's row
//!      + η_v Σ_{k ≠ z_i} a_k    the smoothing part: one sum for all words
//! own  = (n_kv − 1 + η_v)(n_dk − 1 + α_k) / (n_k − 1 + Ση)   for k = z_i
//! ```
//!
//! A draw has two steps, which together are the one categorical draw:
//!
//! 1. **Stay first.** The token keeps its topic with probability own / (own + rest),
//!    that is unless rest > own · u / (1 − u) for a uniform u. Most tokens soon do,
//!    and a token that stays writes nothing.
//! 2. Otherwise another topic is drawn in proportion to its weight, with a second
//!    uniform number.
//!
//! Up to 32 topics ([`dense`]) a row has all counts and needs no split; above
//! ([`sparse`]) the cost of a token follows the topics its word uses.
//!
//! Weights are 32-bit numbers, formed from the exact counts; their relative error
//! is below 10⁻⁶, and both ends of a probability are resolved to 2⁻³². The own
//! topic is left out of a sum, never subtracted from it, so that rest keeps its
//! digits where own is nearly all. Priors and documents for which 32 bits are not enough
//! have a kernel of their own ([`super::WideRange`]).
//!
//! The arithmetic is defined on the 16 lanes of [`super::lanes`]: all instruction
//! sets give the same bits.

mod batch;
mod dense;
mod sparse;

use super::kernel::{Kernel, View, in_order};
use super::lanes::{Job, Lanes, Path, Table};
use crate::corpus::Corpus;
use crate::engine::one_token::Chance;
use crate::model::rows::{DENSE, LANES, Layout};
use crate::model::state::Parts;
use crate::model::{Prior, State};
use batch::{Batches, Turn};
use std::ops::Range;

/// A sampler of the collapsed conditional.
pub struct Collapsed {
    path: Path,
    document: Document,
    /// Running sums of a row that goes over several lines; empty until the tables of
    /// the topics are filled.
    sums: Vec<[f32; LANES]>,
    /// Those of n_dk that are not 0, once they were asked for, and after them anything.
    found: Vec<(u16, u32)>,
}

/// What the weights of a document's tokens are made of.
#[derive(Default)]
struct Document {
    /// n_dk.
    counts: Table,
    /// a_k.
    a: Table,
    /// Σ_k a_k.
    total: f64,
    /// 1 / (n_k + Ση), and what it becomes if the topic gets one more token.
    inverse: Table,
    with: Table,
    /// The priors, as the weights use them.
    alpha: Table,
    eta_sum: f32,
}

impl Collapsed {
    /// The smallest and largest component of a prior that this kernel takes.
    const RANGE: std::ops::RangeInclusive<f64> = 1e-6..=1e6;

    /// A document may be so long: up to here a 32-bit number counts exactly.
    const LONGEST: usize = 1 << 24;

    /// Whether 32 bits are enough for this corpus and these priors.
    pub fn takes(corpus: &Corpus, (alpha, eta): (&Prior, &Prior)) -> bool {
        let fits = |prior: &Prior| match prior.symmetric_value() {
            Some(value) => Self::RANGE.contains(&value),
            None => prior.values().all(|value| Self::RANGE.contains(&value)),
        };
        let mut documents = 0..corpus.documents();
        let short = documents.all(|d| corpus.range(d).len() <= Self::LONGEST);
        short && fits(alpha) && fits(eta)
    }

    /// A kernel that uses these instructions.
    pub fn new(path: Path) -> Self {
        Self {
            path,
            document: Document::default(),
            sums: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Fills the tables of the topics from n_k.
    pub(super) fn prepare(&mut self, view: &View<'_>, sizes: &[u32]) {
        let document = &mut self.document;
        document.eta_sum = view.eta.sum() as f32;
        for (k, alpha) in view.alpha.values().enumerate() {
            document.alpha[k] = alpha as f32;
        }
        for (k, &size) in sizes.iter().enumerate() {
            document.inverse[k] = document.reciprocal(size);
            document.with[k] = document.reciprocal(size + 1);
        }
        // A row has at most K entries and an empty one.
        let lines = sizes.len() / LANES + 2;
        self.sums.resize(lines, [0.0; LANES]);
    }

    /// Comes to a document whose tokens have these topics.
    pub(super) fn visit(&mut self, topics: usize, z: &[u16]) {
        self.document.count(topics, z);
        let document = &mut self.document;
        self.path.run(Enter { document, topics });
    }

    /// Those of n_dk of the document visited that are not 0; `z` are the topics of all its
    /// tokens. The visit is over.
    pub(super) fn counts_of(&mut self, z: &[u16]) -> &[(u16, u32)] {
        let counts = &mut self.document.counts;
        self.found.resize(z.len(), (0, 0));
        let mut n = 0;
        for &k in z {
            // A topic that was there before has none left.
            let count = std::mem::take(&mut counts[k.into()]) as u32;
            self.found[n] = (k, count);
            n += usize::from(count > 0);
        }
        &self.found[..n]
    }

    /// Draws these tokens of the document visited; gives how many changed.
    pub(super) fn draw_of(
        &mut self,
        view: &View<'_>,
        (topics, layout): (usize, Layout),
        state: Parts<'_>,
        tokens: impl Tokens,
    ) -> usize {
        if topics == 1 {
            return 0;
        }
        self.path.run(Draw {
            sums: &mut self.sums,
            document: &mut self.document,
            view,
            topics,
            layout,
            state,
            tokens,
        })
    }
}

impl Kernel for Collapsed {
    fn chance(&self, view: &View<'_>, topics: usize, i: usize) -> Chance {
        let order = (topics <= DENSE).then(|| in_order(topics).collect());
        Chance::of(view.stream.at(i as u64), order)
    }

    fn enter(&mut self, view: &View<'_>, state: &State, d: usize) {
        if self.sums.is_empty() {
            self.prepare(view, state.sizes());
        }
        self.visit(state.topics(), &state.z()[view.corpus.range(d)]);
    }

    fn counts(&mut self, z: &[u16]) -> Option<&[(u16, u32)]> {
        Some(self.counts_of(z))
    }

    fn draw(&mut self, view: &View<'_>, state: &mut State, tokens: Range<usize>) -> usize {
        let (topics, layout) = (state.topics(), state.layout());
        self.draw_of(
            view,
            (topics, layout),
            state.parts_mut(),
            (tokens.start, tokens.end),
        )
    }
}

impl Document {
    /// Tokens of up to so many topics are counted in two lists.
    const TWO_LISTS: usize = 128;

    /// Counts the topics of its tokens.
    fn count(&mut self, topics: usize, z: &[u16]) {
        let lines = topics.div_ceil(LANES);
        (0..lines).for_each(|n| *self.counts.line_mut(n) = [0.0; LANES]);
        if topics > Self::TWO_LISTS {
            z.iter().for_each(|k| self.counts[usize::from(*k)] += 1.0);
            return;
        }
        // Tokens of a topic often follow one another, and would wait for one another.
        let mut counts = [[0_u32; Self::TWO_LISTS]; 2];
        let (pairs, rest) = z.as_chunks::<2>();
        for [first, second] in pairs {
            counts[0][usize::from(*first) % Self::TWO_LISTS] += 1;
            counts[1][usize::from(*second) % Self::TWO_LISTS] += 1;
        }
        for k in rest {
            counts[0][usize::from(*k) % Self::TWO_LISTS] += 1;
        }
        for (k, (first, second)) in counts[0].iter().zip(&counts[1]).enumerate().take(topics) {
            self.counts[k] = (first + second) as f32;
        }
    }

    /// 1 / (n + Ση).
    #[inline(always)]
    fn reciprocal(&self, n: u32) -> f32 {
        1.0 / (n as f32 + self.eta_sum)
    }

    /// a_k, were the document to get one more token of topic k.
    #[inline(always)]
    fn factor_with(&self, k: usize) -> f32 {
        (self.counts[k] + 1.0 + self.alpha[k]) * self.with[k]
    }

    /// The weight of a token's own topic, the token taken out, over n_kv − 1 + η_v.
    #[inline(always)]
    fn factor_without(&self, k: usize, without: f32) -> f32 {
        (self.counts[k] - 1.0 + self.alpha[k]) * without
    }

    /// A token of the document goes from one topic, whose reciprocal then is
    /// `without`, to another.
    #[inline(always)]
    fn shift(&mut self, (old, new): (usize, usize), without: f32, sizes: &mut [u32]) {
        sizes[old] -= 1;
        self.counts[old] -= 1.0;
        self.with[old] = self.inverse[old];
        self.inverse[old] = without;
        sizes[new] += 1;
        self.counts[new] += 1.0;
        self.inverse[new] = self.with[new];
        self.with[new] = self.reciprocal(sizes[new] + 1);
    }
}

/// Fills a_k and its sum.
struct Enter<'a> {
    document: &'a mut Document,
    topics: usize,
}

impl Job for Enter<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { document, topics } = self;
        let mut sums = lanes.zeros();
        // Lanes past the last topic stay 0, as their counts and priors are.
        for n in 0..topics.div_ceil(LANES) {
            let counts = lanes.load(document.counts.line(n));
            let numerator = lanes.add(counts, lanes.load(document.alpha.line(n)));
            let product = lanes.mul(numerator, lanes.load(document.inverse.line(n)));
            lanes.store(product, document.a.line_mut(n));
            sums = lanes.add_to(sums, product);
        }
        let mut sums = lanes.parts(sums);
        for half in [8, 4, 2, 1] {
            for l in 0..half {
                sums[l] += sums[l + half];
            }
        }
        document.total = sums[0];
    }
}

/// Tokens to draw, by their place in the corpus.
pub trait Tokens: Copy {
    /// How many.
    fn len(self) -> usize;
    /// The place of number `n` of them; of one past the end, any or none.
    fn get(self, n: usize) -> Option<usize>;
}

impl Tokens for (usize, usize) {
    #[inline(always)]
    fn len(self) -> usize {
        self.1 - self.0
    }

    #[inline(always)]
    fn get(self, n: usize) -> Option<usize> {
        Some(self.0 + n)
    }
}

impl Tokens for &[u32] {
    #[inline(always)]
    fn len(self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn get(self, n: usize) -> Option<usize> {
        <[u32]>::get(self, n).map(|&i| i as usize)
    }
}

/// Draws tokens of one document.
struct Draw<'a, T> {
    document: &'a mut Document,
    sums: &'a mut [[f32; LANES]],
    view: &'a View<'a>,
    topics: usize,
    layout: Layout,
    state: Parts<'a>,
    tokens: T,
}

impl<T: Tokens> Job for Draw<'_, T> {
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> usize {
        match (self.layout.sparse, self.state.mixed) {
            (false, false) => dense::draw::<L, false, T>(lanes, self),
            (false, true) => dense::draw::<L, true, T>(lanes, self),
            (true, false) => sparse::draw::<L, false, T>(lanes, self),
            (true, true) => sparse::draw::<L, true, T>(lanes, self),
        }
    }
}
