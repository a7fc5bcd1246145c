//! Exact Gibbs sampling with systematic scan. Two samplers share everything but
//! the arithmetic of a draw, which is a [`Kernel`]'s work:
//!
//! * collapsed (Griffiths and Steyvers 2004, equation 5, with priors that may
//!   differ between topics and words): token after token, in an order that follows
//!   from the corpus and K ([`scan`]),
//!
//!   ```text
//!   p(z_i = k | z_-i, w)  ∝  (n_dk + α_k) (n_kv + η_v) / (n_k + Σ_v η_v)
//!   ```
//!
//!   where the counts leave token i out;
//! * [`uncollapsed`], which draws theta and phi too.
//!
//! This file keeps the place in the sweep, the priors and the seed. The objective
//! of both is the log joint of the counts, theta and phi integrated out.

mod abreast;
mod blocked;
mod collapsed;
mod conditional;
mod gammas;
mod kernel;
pub mod lanes;
mod scan;
mod uncollapsed;
mod wide_range;

#[cfg(test)]
mod abreast_tests;
#[cfg(test)]
mod blocked_tests;
#[cfg(test)]
mod density_tests;
#[cfg(test)]
mod exact_tests;
#[cfg(test)]
mod geweke_tests;
#[cfg(test)]
mod kernel_tests;
#[cfg(test)]
mod one_token_tests;

pub use collapsed::Collapsed;
pub use conditional::{conditional, factors};
pub use kernel::{Kernel, View};
pub use uncollapsed::Uncollapsed;
pub use wide_range::WideRange;

use super::{
    Advance, Edit, Engine, EngineError, Factors, Kind, Objective, Parallel, Priors, Settings,
    TokenDraw, Which,
};
use crate::corpus::Corpus;
use crate::model::dirichlet::{self, Counts, Fit, Gamma, Shape};
use crate::model::phi::Phi;
use crate::model::{JointTables, LogJoint, Prior, State, estimate, resize};
use abreast::Course;
use lanes::Path;
use scan::Scan;
use std::sync::Arc;

const ZERO: LogJoint = LogJoint {
    document: 0.0,
    word: 0.0,
};

/// A Gibbs sampler, collapsed or not.
pub struct Gibbs {
    kind: Kind,
    corpus: Arc<Corpus>,
    settings: Settings,
    alpha: Prior,
    eta: Prior,
    tables: JointTables,
    state: State,
    kernel: Box<dyn Kernel>,
    /// May draw in place of the kernel.
    scan: Scan,
    sweep: u64,
    /// The next token of the sweep under way.
    next: usize,
    /// The document of that token.
    document: usize,
    /// The next word whose row the objective wants, once all tokens are drawn.
    next_row: u32,
    /// The objective of the sweep under way, as far as it is summed up.
    sum: LogJoint,
    objective: LogJoint,
    changed: usize,
    changed_last: Option<usize>,
}

impl Gibbs {
    /// A chain at its random start.
    ///
    /// # Errors
    /// When the settings are out of range or the corpus has no token.
    pub fn new(kind: Kind, corpus: Arc<Corpus>, settings: Settings) -> Result<Self, EngineError> {
        let state = State::random(&corpus, settings.topics, settings.seed)?;
        Self::from_state(kind, corpus, settings, state, 0)
    }

    /// A chain that goes on from a state after `sweep` sweeps.
    ///
    /// # Errors
    /// When a prior is out of range.
    pub fn from_state(
        kind: Kind,
        corpus: Arc<Corpus>,
        mut settings: Settings,
        state: State,
        sweep: u64,
    ) -> Result<Self, EngineError> {
        settings.topics = state.topics();
        let alpha = settings.alpha.resolve("alpha", state.topics())?;
        let eta = settings.eta.resolve("eta", corpus.vocabulary().len())?;
        let mut tables = JointTables::new(&alpha, &eta);
        let mut chain = Self {
            kind,
            kernel: kernel(kind, &corpus, (&alpha, &eta)),
            scan: Scan::Documents,
            objective: tables.log_joint(&corpus, &state, &eta),
            tables,
            corpus,
            settings,
            alpha,
            eta,
            state,
            sweep,
            next: 0,
            document: 0,
            next_row: 0,
            sum: ZERO,
            changed: 0,
            changed_last: None,
        };
        chain.settle(usize::MAX);
        chain.order();
        Ok(chain)
    }

    /// Takes the order of tokens that fits.
    fn order(&mut self) {
        let priors = (&self.alpha, &self.eta);
        let view = View::new(&self.corpus, priors, (self.settings.seed, self.sweep));
        let parallel = self.settings.parallel;
        self.scan = Scan::of(self.kind, &view, &mut self.state, &self.tables, parallel);
    }

    /// The assignments and counts.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Draws tokens up to `stop`. A document's part of the objective is final
    /// once its last token is drawn.
    fn draw_to(&mut self, stop: usize) {
        let priors = (&self.alpha, &self.eta);
        let view = View::new(&self.corpus, priors, (self.settings.seed, self.sweep));
        while self.next < stop {
            let range = self.corpus.range(self.document);
            if range.is_empty() {
                self.document += 1;
                continue;
            }
            if range.start == self.next {
                self.kernel.enter(&view, &self.state, self.document);
            }
            let end = range.end.min(stop);
            self.changed += self.kernel.draw(&view, &mut self.state, self.next..end);
            self.next = end;
            if end == range.end {
                self.kernel.leave(&view, &self.state, self.document);
                let z = &self.state.z()[range];
                self.sum.document += match self.kernel.counts(z) {
                    Some(counts) => self.tables.document_of(z.len(), counts),
                    None => self.tables.document(self.state.topics(), z),
                };
                self.document += 1;
            }
        }
    }

    /// Sums up the word part of up to `rows` rows, of blocks of all; true when that was the last.
    fn sum_rows(&mut self, rows: usize) -> bool {
        if let Scan::Blocks(blocked) = &mut self.scan {
            self.sum.word = blocked.sum_rows(&self.state, &self.eta);
            return true;
        }
        let end = self
            .state
            .words()
            .min((self.next_row as usize).saturating_add(rows)) as u32;
        for word in self.next_row..end {
            self.sum.word += self.tables.row(&self.state, &self.eta, word);
        }
        self.next_row = end;
        end as usize == self.state.words()
    }

    /// Lets the kernel prepare the next sweep; true when that is done.
    fn settle(&mut self, work: usize) -> bool {
        let done = self.sweep + u64::from(self.next > 0);
        let priors = (&self.alpha, &self.eta);
        let view = View::new(&self.corpus, priors, (self.settings.seed, done));
        self.kernel.settle(&view, &self.state, work)
    }

    /// The draw of the next token, of which there is one.
    fn next_draw(&self) -> TokenDraw {
        let i = match &self.scan {
            Scan::Abreast(abreast) => abreast.next().unwrap_or_default(),
            _ => self.next,
        };
        let offsets = self.corpus.offsets();
        // Empty documents begin where the next one does.
        let document = offsets.partition_point(|start| *start <= i) - 1;
        let word = self.corpus.words()[i];
        let priors = (&self.alpha, &self.eta);
        let view = View::new(&self.corpus, priors, (self.settings.seed, self.sweep));
        let place = i - offsets[document];
        let drawn = (self.kernel).drawn(&view, &self.state, (document, place > 0), word);
        let factors = match drawn {
            Some((theta, phi)) => Factors::Drawn { theta, phi },
            None => factors(&self.corpus, &self.state, priors, document, i),
        };
        let (weights, probabilities) = factors.weights();
        TokenDraw {
            sweep: self.sweep,
            token: i,
            document,
            abreast: matches!(self.scan, Scan::Abreast(_)),
            place,
            word,
            topic: self.state.z()[i].into(),
            factors,
            weights,
            probabilities,
            chance: match &self.scan {
                Scan::Abreast(abreast) => abreast.chance(&view, i),
                _ => self.kernel.chance(&view, self.state.topics(), i),
            },
        }
    }

    fn finish_sweep(&mut self) {
        self.sum.word += self.tables.sizes(&self.state);
        self.objective = std::mem::replace(&mut self.sum, ZERO);
        self.sweep += 1;
        (self.next, self.document, self.next_row) = (0, 0, 0);
        self.changed_last = Some(std::mem::take(&mut self.changed));
        if let Scan::Abreast(abreast) = &mut self.scan {
            let lines = self.state.layout().lines;
            let course = Course::whole(&self.corpus, lines, self.state.starts());
            abreast.begin(&course, self.state.z());
        }
    }

    fn set_priors(&mut self, settings: Settings) -> Result<(), EngineError> {
        let alpha = settings.alpha.resolve("alpha", self.state.topics())?;
        let eta = settings
            .eta
            .resolve("eta", self.corpus.vocabulary().len())?;
        self.kernel = kernel(self.kind, &self.corpus, (&alpha, &eta));
        self.tables = JointTables::new(&alpha, &eta);
        (self.settings, self.alpha, self.eta) = (settings, alpha, eta);
        self.objective = self.tables.log_joint(&self.corpus, &self.state, &self.eta);
        self.settle(usize::MAX);
        self.order();
        Ok(())
    }

    /// Draws about `tokens` tokens; true when these were the last.
    fn draw(&mut self, tokens: usize) -> bool {
        let priors = (&self.alpha, &self.eta);
        let view = View::new(&self.corpus, priors, (self.settings.seed, self.sweep));
        let (drawn, swept) = match &mut self.scan {
            Scan::Documents => {
                let total = self.corpus.tokens();
                self.draw_to(total.min(self.next.saturating_add(tokens)));
                return self.next == total;
            }
            Scan::Abreast(abreast) => {
                let lines = self.state.layout().lines;
                let parts = self.state.parts_mut();
                let course = Course::whole(&self.corpus, lines, (parts.starts, parts.mixed));
                abreast.advance(&view, &course, parts, tokens)
            }
            Scan::Blocks(blocked) => blocked.advance(&view, &mut self.state, tokens),
        };
        self.next += drawn;
        if let Some(swept) = &swept {
            self.sum.document = swept.joint;
            self.changed = swept.changed;
        }
        swept.is_some()
    }
}

/// A kernel for an engine on this corpus under these priors.
fn kernel(kind: Kind, corpus: &Corpus, priors: (&Prior, &Prior)) -> Box<dyn Kernel> {
    match kind {
        Kind::Uncollapsed => Box::new(Uncollapsed::default()),
        _ if Collapsed::takes(corpus, priors) => Box::new(Collapsed::new(Path::chosen())),
        _ => Box::new(WideRange::default()),
    }
}

impl Engine for Gibbs {
    fn kind(&self) -> Kind {
        self.kind
    }

    fn exact(&self) -> bool {
        self.scan.exact()
    }

    fn corpus(&self) -> &Arc<Corpus> {
        &self.corpus
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn priors(&self) -> Priors<'_> {
        Priors {
            alpha: Some(&self.alpha),
            eta: Some(&self.eta),
        }
    }

    fn sweep(&self) -> u64 {
        self.sweep
    }

    fn position(&self) -> usize {
        self.next
    }

    fn between_sweeps(&self) -> bool {
        self.next == 0
    }

    fn advance(&mut self, tokens: usize) -> Advance {
        let total = self.corpus.tokens();
        let (start, work) = (self.next, tokens.max(1));
        let drawn = start == total || self.draw(work);
        let tokens = self.next - start;
        let sweep_done = drawn && self.sum_rows(work) && self.settle(work);
        if sweep_done {
            self.finish_sweep();
        }
        Advance { tokens, sweep_done }
    }

    fn moved(&self) -> Option<f64> {
        self.changed_last
            .map(|n| n as f64 / self.corpus.tokens() as f64)
    }

    fn objective(&self) -> Objective {
        Objective::LogJoint(self.objective)
    }

    fn density(&self) -> Option<f64> {
        self.kernel.density()
    }

    fn token_draw(&self) -> Result<TokenDraw, &'static str> {
        if !self.exact() {
            return Err(
                "blocks are drawn side by side: only the exact sampler (--blocks 1) can be slowed down to one token",
            );
        }
        if self.next >= self.corpus.tokens() {
            return Err("all tokens of this sweep are drawn");
        }
        Ok(self.next_draw())
    }

    fn apply(&mut self, edit: &Edit) -> Result<(), EngineError> {
        if !self.between_sweeps() {
            return Err(EngineError::InsideSweep);
        }
        let mut settings = self.settings.clone();
        match edit {
            Edit::Alpha(alpha) => {
                settings.alpha = alpha.clone();
                self.set_priors(settings)
            }
            Edit::Eta(eta) => {
                settings.eta = eta.clone();
                self.set_priors(settings)
            }
            Edit::Topics { topics, growth } => {
                super::check_size(self.kind, *topics, self.corpus.vocabulary().len())?;
                let (state, alpha) = resize::resize(
                    &self.corpus,
                    &self.state,
                    *topics,
                    *growth,
                    (&settings.alpha, &self.eta),
                    (settings.seed, self.sweep),
                )?;
                settings.alpha = alpha;
                settings.topics = *topics;
                self.state = state;
                self.set_priors(settings)
            }
            Edit::FitAlpha(_) => Err(EngineError::FitsNoAlpha(self.kind.name())),
            Edit::Engine(_) => Ok(()),
            Edit::Reset { seed } => {
                settings.seed = *seed;
                *self = Self::new(self.kind, Arc::clone(&self.corpus), settings)?;
                Ok(())
            }
        }
    }

    fn topic_ids(&self) -> &[u32] {
        self.state.ids()
    }

    fn next_topic_id(&self) -> u32 {
        self.state.next_id()
    }

    fn topic_sizes(&self) -> Vec<f64> {
        self.state.sizes().iter().map(|&n| f64::from(n)).collect()
    }

    fn top_words(&self, n: usize) -> Vec<Vec<(u32, f64)>> {
        estimate::top_words(&self.state, &self.eta, n)
    }

    fn theta(&self, d: usize) -> Vec<f64> {
        estimate::theta(&self.corpus, &self.state, &self.alpha, d)
    }

    fn topic_share(&self, topic: usize) -> Vec<f64> {
        estimate::topic_share(&self.corpus, &self.state, &self.alpha, topic)
    }

    fn fit_prior(&self, which: Which, shape: Shape) -> Option<Fit> {
        let (prior, counts) = match which {
            Which::Alpha => {
                let mut counts = Vec::new();
                let rows = (0..self.corpus.documents()).map(|d| {
                    self.state.document_counts(&self.corpus, d, &mut counts);
                    let there = counts.iter().copied().enumerate().filter(|(_, n)| *n > 0);
                    there.collect::<Vec<_>>()
                });
                (&self.alpha, Counts::new(self.state.topics(), rows))
            }
            Which::Eta => {
                let mut rows = vec![Vec::new(); self.state.topics()];
                for word in 0..self.state.words() {
                    for entry in self.state.row(word as u32) {
                        rows[usize::from(entry.topic)].push((word, entry.count));
                    }
                }
                (&self.eta, Counts::new(self.state.words(), rows))
            }
        };
        let start: Vec<f64> = prior.values().collect();
        Some(dirichlet::newton(&counts, shape, Gamma::WEAK, &start))
    }

    fn phi(&self) -> Phi {
        Phi::of_counts(self.state.clone(), self.eta.clone())
    }

    fn phi_of(&self, words: &[u32]) -> Phi {
        Phi::of_counted_rows(&self.state, &self.eta, words)
    }

    fn token_topics(&self, d: usize) -> Vec<u16> {
        self.state.z()[self.corpus.range(d)].to_vec()
    }

    fn digest(&self) -> String {
        self.state.digest()
    }
}
