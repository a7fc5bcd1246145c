//! Sweeps of the collapsed sampler over blocks that several threads draw at once.
//!
//! Documents are cut into P groups of about equal tokens, one after the other, and
//! words into P groups of about equal tokens. A sweep has P rounds; in round r the
//! tokens of document group g whose word is in group (g + r) mod P are drawn, for
//! all g side by side. No two of these blocks share a document or a word, so n_dk
//! and n_kv are always those of the moment. Only n_k is not: each block starts the
//! round from the same n_k and keeps its own until the round ends, when all
//! differences are added up. **That makes the sampler an approximation**, whose
//! size falls with the number of tokens in a topic.
//!
//! P is part of what a chain follows from; the number of threads is not, and cannot
//! change a draw.

mod draw;
mod plan;

use super::abreast::Abreast;
use super::kernel::View;
use super::scan::Swept;
use crate::model::state::Parts;
use crate::model::{JointTables, Prior, State};
use draw::{Block, Drawer};
use plan::Plan;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// What belongs to one group of documents.
struct Group {
    drawer: Drawer,
    /// n_k as this group sees it in this round.
    sizes: Vec<u32>,
    progress: Progress,
    tables: JointTables,
    /// The word part of the objective of the words with its number.
    rows: f64,
}

/// How far a group is.
#[derive(Default)]
struct Progress {
    /// Whether the round has begun, and whether it is over.
    begun: bool,
    ended: bool,
    /// What has become final in this sweep.
    swept: Swept,
    /// Tokens drawn of late.
    drawn: usize,
}

impl Progress {
    fn draw(&mut self, drawer: &mut Drawer, block: Block<'_>) {
        self.drawn = 0;
        if self.ended {
            return;
        }
        let begins = !std::mem::replace(&mut self.begun, true);
        let (drawn, swept) = drawer.draw(block, begins);
        (self.drawn, self.ended) = (drawn, swept.is_some());
        let Swept { joint, changed } = swept.unwrap_or_default();
        self.swept.joint += joint;
        self.swept.changed += changed;
    }
}

/// A sweep over blocks.
pub struct Blocked {
    plan: Plan,
    /// Where in its group the row of the word of each of the plan's tokens begins, where
    /// documents are drawn side by side; else empty.
    rows: Vec<u32>,
    /// The threads that draw, if they are more than one.
    pool: Option<ThreadPool>,
    round: usize,
    groups: Vec<Group>,
}

impl Blocked {
    /// Sweeps over `blocks` × `blocks` blocks on so many threads; lays out the rows of
    /// `state` for it.
    pub fn new(
        view: &View<'_>,
        state: &mut State,
        tables: &JointTables,
        (blocks, threads): (usize, usize),
    ) -> Self {
        let plan = Plan::new(view.corpus, blocks);
        let layout = Abreast::layout(view.corpus, state, blocks);
        state.lay_out(view.corpus, layout, &plan.words);
        let group = |_| Group {
            drawer: Drawer::new(view, layout, tables),
            sizes: Vec::new(),
            progress: Progress::default(),
            tables: tables.clone(),
            rows: 0.0,
        };
        Self {
            rows: layout.map_or(Vec::new(), |_| {
                let parts = state.parts_mut();
                plan.rows(view.corpus, parts.starts, parts.bounds)
            }),
            plan,
            pool: pool(threads.min(blocks)),
            round: 0,
            groups: (0..blocks).map(group).collect(),
        }
    }

    /// Draws about `tokens` tokens, at least one; gives how many, and the sums of the
    /// sweep where these were its last.
    pub fn advance(
        &mut self,
        view: &View<'_>,
        state: &mut State,
        tokens: usize,
    ) -> (usize, Option<Swept>) {
        let blocks = self.groups.len();
        loop {
            let drawn = self.go_on(view, state, tokens / blocks + 1);
            if self.groups.iter().all(|group| group.progress.ended) {
                self.end_round(state);
            }
            if self.round == blocks {
                return (drawn, Some(self.end_sweep()));
            }
            if drawn > 0 {
                return (drawn, None);
            }
        }
    }

    fn go_on(&mut self, view: &View<'_>, state: &mut State, budget: usize) -> usize {
        let layout = state.layout();
        let blocks = self.groups.len();
        let parts = state.parts_mut();
        let mut rows = Vec::new();
        let mut rest = parts.blocks;
        for bounds in parts.bounds.windows(2) {
            let (here, after) = rest.split_at_mut(bounds[1] - bounds[0]);
            rows.push(Some((here, bounds[0])));
            rest = after;
        }
        let mut work = Vec::new();
        let mut z = parts.z;
        for (g, group) in self.groups.iter_mut().enumerate() {
            let documents = self.plan.documents(g);
            let first_token = view.corpus.offsets()[documents.start];
            let tokens = view.corpus.offsets()[documents.end] - first_token;
            let (here, after) = z.split_at_mut(tokens);
            z = after;
            let Group {
                drawer,
                sizes,
                progress,
                ..
            } = group;
            if !progress.begun {
                sizes.clear();
                sizes.extend_from_slice(parts.sizes);
            }
            let words = (g + self.round) % blocks;
            if let Some((blocks, first_block)) = rows[words].take() {
                let block = Block {
                    view,
                    plan: &self.plan,
                    rows: &self.rows,
                    documents,
                    words,
                    last: self.round + 1 == self.plan.words.len(),
                    layout,
                    state: Parts {
                        z: here,
                        sizes,
                        starts: parts.starts,
                        mixed: parts.mixed,
                        blocks,
                        bounds: parts.bounds,
                        first_token,
                        first_block,
                    },
                    budget,
                };
                work.push((progress, drawer, block));
            }
        }
        share(self.pool.as_ref(), work, |(progress, drawer, block)| {
            progress.draw(drawer, block);
        });
        self.groups.iter().map(|group| group.progress.drawn).sum()
    }

    /// The word part of the objective, n_k left out, added up in groups of words.
    pub fn sum_rows(&mut self, state: &State, eta: &Prior) -> f64 {
        let groups = self.groups.iter_mut().zip(&self.plan.words);
        share(self.pool.as_ref(), groups.collect(), |(group, words)| {
            let row = |&word| group.tables.row(state, eta, word);
            group.rows = words.iter().map(row).sum();
        });
        self.groups.iter().map(|group| group.rows).sum()
    }

    /// Adds up what the blocks of a round did to n_k.
    fn end_round(&mut self, state: &mut State) {
        let sizes = state.parts_mut().sizes;
        let before = sizes.to_vec();
        for group in &mut self.groups {
            let seen = group.sizes.iter().zip(&before);
            for (size, (after, before)) in sizes.iter_mut().zip(seen) {
                *size = size.wrapping_add(after.wrapping_sub(*before));
            }
            (group.progress.begun, group.progress.ended) = (false, false);
        }
        self.round += 1;
    }

    fn end_sweep(&mut self) -> Swept {
        self.round = 0;
        let mut swept = Swept::default();
        for group in &mut self.groups {
            let Swept { joint, changed } = std::mem::take(&mut group.progress.swept);
            swept.joint += joint;
            swept.changed += changed;
        }
        swept
    }
}

/// So many threads, where they can be had and are more than this one.
fn pool(threads: usize) -> Option<ThreadPool> {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    (threads > 1).then(|| builder.build().ok()).flatten()
}

/// Does work on the threads of the pool, or on this one.
fn share<T: Send>(pool: Option<&ThreadPool>, work: Vec<T>, each: impl Fn(T) + Send + Sync) {
    match pool {
        Some(pool) => pool.install(|| work.into_par_iter().with_max_len(1).for_each(each)),
        None => work.into_iter().for_each(each),
    }
}
