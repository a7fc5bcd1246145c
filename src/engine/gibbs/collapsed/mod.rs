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

mod dense;
mod numbers;
mod sparse;

use super::kernel::{Kernel, View};
use super::lanes::{HELD, Job, Lanes, Path, TABLE, Table};
use crate::corpus::Corpus;
use crate::model::rows::{LANES, Layout};
use crate::model::state::Parts;
use crate::model::{Prior, State};
use numbers::Numbers;
use std::ops::Range;

/// A sampler of the collapsed conditional.
pub struct Collapsed {
    path: Path,
    /// n_dk of the document being visited.
    counts: Box<Table>,
    /// a_k of that document.
    a: Box<Table>,
    /// Σ_k a_k.
    total: f64,
    /// 1 / (n_k − 1 + Ση), 1 / (n_k + Ση) and 1 / (n_k + 1 + Ση).
    without: Box<Table>,
    inverse: Box<Table>,
    with: Box<Table>,
    /// The priors, as the weights use them.
    alpha: Box<Table>,
    eta_sum: f32,
    /// Running sums of a row that goes over several lines; empty until the tables of
    /// the topics are filled.
    sums: Vec<[f32; LANES]>,
}

/// A table of zeros.
fn table() -> Box<Table> {
    match vec![0.0; TABLE].try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("the length is the table's"),
    }
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
            counts: table(),
            a: table(),
            total: 0.0,
            without: table(),
            inverse: table(),
            with: table(),
            alpha: table(),
            eta_sum: 0.0,
            sums: Vec::new(),
        }
    }

    /// Fills the tables of the topics from n_k.
    pub(super) fn prepare(&mut self, view: &View<'_>, sizes: &[u32]) {
        self.eta_sum = view.eta.sum() as f32;
        for (k, alpha) in view.alpha.values().enumerate() {
            self.alpha[k] = alpha as f32;
        }
        let reciprocal = |size: f32| 1.0 / (size + self.eta_sum);
        for (k, &size) in sizes.iter().enumerate() {
            self.without[k] = reciprocal(size as f32 - 1.0);
            self.inverse[k] = reciprocal(size as f32);
            self.with[k] = reciprocal(size as f32 + 1.0);
        }
        // A row has at most K entries and an empty one.
        let lines = sizes.len() / LANES + 2;
        self.sums.resize(lines, [0.0; LANES]);
    }

    /// Comes to a document whose tokens have these topics.
    pub(super) fn visit(&mut self, topics: usize, z: &[u16]) {
        self.counts[..topics].fill(0.0);
        for &k in z {
            self.counts[usize::from(k)] += 1.0;
        }
        let kernel = &mut *self;
        kernel.path.run(Enter { kernel, topics });
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
            document: Document {
                counts: &mut self.counts,
                a: &mut self.a,
                total: &mut self.total,
                without: &mut self.without,
                inverse: &mut self.inverse,
                with: &mut self.with,
                alpha: &self.alpha,
                eta_sum: self.eta_sum,
            },
            view,
            topics,
            layout,
            state,
            tokens,
        })
    }
}

impl Kernel for Collapsed {
    fn enter(&mut self, view: &View<'_>, state: &State, d: usize) {
        if self.sums.is_empty() {
            self.prepare(view, state.sizes());
        }
        self.visit(state.topics(), &state.z()[view.corpus.range(d)]);
    }

    fn counts(&self) -> Option<&[f32]> {
        Some(self.counts.as_slice())
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

/// The tables of a kernel while tokens of one document are drawn.
struct Document<'a> {
    counts: &'a mut Table,
    a: &'a mut Table,
    total: &'a mut f64,
    without: &'a mut Table,
    inverse: &'a mut Table,
    with: &'a mut Table,
    alpha: &'a Table,
    eta_sum: f32,
}

impl Document<'_> {
    /// a_k from the counts as they are.
    #[inline(always)]
    fn factor(&self, k: usize) -> f32 {
        (self.counts[k] + self.alpha[k]) * self.inverse[k]
    }

    /// The weight of a token's own topic, the token taken out, over n_kv − 1 + η_v.
    #[inline(always)]
    fn factor_without(&self, k: usize) -> f32 {
        (self.counts[k] - 1.0 + self.alpha[k]) * self.without[k]
    }

    /// a_k, were the document to get one more token of topic k.
    #[inline(always)]
    fn factor_with(&self, k: usize) -> f32 {
        (self.counts[k] + 1.0 + self.alpha[k]) * self.with[k]
    }

    /// A token of the document goes from one topic to another. Only one division for
    /// each is new.
    #[inline(always)]
    fn shift(&mut self, (old, new): (usize, usize), sizes: &mut [u32]) {
        sizes[old] -= 1;
        self.counts[old] -= 1.0;
        self.with[old] = self.inverse[old];
        self.inverse[old] = self.without[old];
        self.without[old] = 1.0 / (sizes[old] as f32 - 1.0 + self.eta_sum);
        sizes[new] += 1;
        self.counts[new] += 1.0;
        self.without[new] = self.inverse[new];
        self.inverse[new] = self.with[new];
        self.with[new] = 1.0 / (sizes[new] as f32 + 1.0 + self.eta_sum);
    }
}

/// Fills a_k and its sum.
struct Enter<'a> {
    kernel: &'a mut Collapsed,
    topics: usize,
}

impl Job for Enter<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { kernel, topics } = self;
        // Lanes past the last topic stay 0, as their counts and priors are.
        let blocks = ..topics.div_ceil(LANES);
        let a = &mut kernel.a.as_chunks_mut::<LANES>().0[blocks];
        let counts = &kernel.counts.as_chunks::<LANES>().0[blocks];
        let alpha = &kernel.alpha.as_chunks::<LANES>().0[blocks];
        let inverse = &kernel.inverse.as_chunks::<LANES>().0[blocks];
        let mut sums = lanes.zeros();
        for (((a, counts), alpha), inverse) in a.iter_mut().zip(counts).zip(alpha).zip(inverse) {
            let numerator = lanes.add(lanes.load(counts), lanes.load(alpha));
            let product = lanes.mul(numerator, lanes.load(inverse));
            lanes.store(product, a);
            sums = lanes.add_to(sums, product);
        }
        let mut sums = lanes.parts(sums);
        for half in [8, 4, 2, 1] {
            for l in 0..half {
                sums[l] += sums[l + half];
            }
        }
        kernel.total = sums[0];
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
    document: Document<'a>,
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
        let few = self.topics <= HELD;
        match (self.layout.sparse, self.layout.wide, few) {
            (false, false, _) => dense::draw::<L, false, T>(lanes, self),
            (false, true, _) => dense::draw::<L, true, T>(lanes, self),
            (true, false, false) => sparse::draw::<L, false, false, T>(lanes, self),
            (true, false, true) => sparse::draw::<L, false, true, T>(lanes, self),
            (true, true, _) => sparse::draw::<L, true, false, T>(lanes, self),
        }
    }
}

/// How far ahead a row is asked for, in tokens.
const AHEAD: usize = 12;

/// Asks for the row of token number `n` of those to come.
#[inline(always)]
fn look_ahead<L: Lanes>(lanes: L, words: &[u32], tokens: impl Tokens, n: usize, state: &Parts<'_>) {
    if let Some(i) = tokens.get(n + AHEAD)
        && let Some(&word) = words.get(i)
        && let Some(place) = (state.starts[word as usize] as usize).checked_sub(state.first_block)
        && let Some(block) = state.blocks.get(place)
    {
        lanes.prefetch(block);
    }
}
