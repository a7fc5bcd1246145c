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

use super::collapsed::Collapsed;
use super::kernel::View;
use super::lanes::Path;
use super::scan::Swept;
use crate::corpus::Corpus;
use crate::model::rows::Layout;
use crate::model::state::{Parts, word_counts};
use crate::model::{JointTables, State};
use std::sync::Mutex;

/// The groups, and the order of the tokens that follows from them.
struct Plan {
    /// The first document of each group, and the end of the last (length P + 1).
    documents: Vec<usize>,
    /// The words of each group.
    words: Vec<Vec<u32>>,
    /// Tokens by document, and inside a document by the group of their word.
    tokens: Vec<u32>,
    /// Where in `tokens` the part of document d and word group w begins, at d·P + w
    /// (length D·P + 1).
    starts: Vec<u32>,
}

impl Plan {
    fn new(corpus: &Corpus, blocks: usize) -> Self {
        let counts = word_counts(corpus);
        let mut order: Vec<u32> = (0..counts.len() as u32).collect();
        order.sort_by_key(|&v| std::cmp::Reverse(counts[v as usize]));
        let mut words = vec![Vec::new(); blocks];
        let mut weights = vec![0u64; blocks];
        let mut group_of = vec![0; counts.len()];
        for v in order {
            let lightest = (0..blocks).min_by_key(|&w| weights[w]).unwrap_or(0);
            weights[lightest] += u64::from(counts[v as usize]);
            group_of[v as usize] = lightest;
            words[lightest].push(v);
        }
        let group = |i: &u32| group_of[corpus.words()[*i as usize] as usize];
        let mut starts = vec![0];
        let mut tokens: Vec<u32> = (0..corpus.tokens() as u32).collect();
        for d in 0..corpus.documents() {
            let range = corpus.range(d);
            let part = &mut tokens[range.clone()];
            // Inside a group the order of the corpus stays.
            part.sort_by_key(group);
            for w in 0..blocks {
                let end = range.start + part.partition_point(|i| group(i) <= w);
                starts.push(end as u32);
            }
        }
        Self {
            documents: cut(corpus, blocks),
            words,
            tokens,
            starts,
        }
    }

    fn part(&self, d: usize, w: usize) -> &[u32] {
        let at = d * self.words.len() + w;
        &self.tokens[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// The first document of each group of about equal tokens, and the end.
fn cut(corpus: &Corpus, blocks: usize) -> Vec<usize> {
    let mut bounds = vec![0];
    for d in 0..corpus.documents() {
        let group = bounds.len();
        if group < blocks && corpus.range(d).start * blocks >= group * corpus.tokens() && d > 0 {
            bounds.push(d);
        }
    }
    bounds.resize(blocks + 1, corpus.documents());
    bounds
}

/// What draws the tokens of one group of documents.
struct Group {
    kernel: Collapsed,
    tables: JointTables,
    /// n_k as this group sees it in this round.
    sizes: Vec<u32>,
    /// The next document.
    document: usize,
    /// log p(z | alpha) of the documents that are final in this sweep.
    joint: f64,
    changed: usize,
    drawn: usize,
}

/// A sweep over blocks.
pub struct Blocked {
    plan: Plan,
    threads: usize,
    round: usize,
    groups: Vec<Group>,
}

/// One block of a round.
struct Block<'a> {
    view: &'a View<'a>,
    plan: &'a Plan,
    group: &'a mut Group,
    /// The end of its documents.
    end: usize,
    /// Its words.
    words: usize,
    /// Whether documents are final when they are left.
    last: bool,
    topics: usize,
    layout: Layout,
    state: Parts<'a>,
    budget: usize,
}

impl Block<'_> {
    fn draw(self) {
        let (corpus, budget) = (self.view.corpus, self.budget);
        self.group.drawn = 0;
        while self.group.document < self.end && self.group.drawn < budget {
            let d = self.group.document;
            self.group.document += 1;
            let part = self.plan.part(d, self.words);
            let range = corpus.range(d);
            let (start, end) = (
                range.start - self.state.first_token,
                range.end - self.state.first_token,
            );
            if !part.is_empty() {
                self.group
                    .kernel
                    .visit(self.topics, &self.state.z[start..end]);
                let state = Parts {
                    z: self.state.z,
                    sizes: &mut self.group.sizes,
                    starts: self.state.starts,
                    blocks: self.state.blocks,
                    bounds: self.state.bounds,
                    first_token: self.state.first_token,
                    first_block: self.state.first_block,
                };
                let shape = (self.topics, self.layout);
                self.group.changed += self.group.kernel.draw_of(self.view, shape, state, part);
                self.group.drawn += part.len();
            }
            if self.last {
                let Group { kernel, tables, .. } = &mut *self.group;
                // The kernel knows the counts of a document that it came to.
                let joint = match part.is_empty() {
                    true => tables.document(self.topics, &self.state.z[start..end]),
                    false => tables.document_of(range.len(), kernel.counts_of(self.topics)),
                };
                self.group.joint += joint;
            }
        }
    }
}

impl Blocked {
    /// Sweeps over `blocks` × `blocks` blocks on so many threads; lays out the rows of
    /// `state` for it.
    pub fn new(
        corpus: &Corpus,
        state: &mut State,
        tables: &JointTables,
        (blocks, threads): (usize, usize),
    ) -> Self {
        let plan = Plan::new(corpus, blocks);
        state.group_words(corpus, &plan.words);
        let group = |&document: &usize| Group {
            kernel: Collapsed::new(Path::chosen()),
            tables: tables.clone(),
            sizes: Vec::new(),
            document,
            joint: 0.0,
            changed: 0,
            drawn: 0,
        };
        Self {
            threads: threads.clamp(1, blocks),
            round: 0,
            groups: plan.documents[..blocks].iter().map(group).collect(),
            plan,
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
            let ends = &self.plan.documents[1..];
            if self
                .groups
                .iter()
                .zip(ends)
                .all(|(group, &end)| group.document == end)
            {
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
        let (topics, layout) = (state.topics(), state.layout());
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
        let mut first_token = 0;
        for (g, group) in self.groups.iter_mut().enumerate() {
            let (begin, end) = (self.plan.documents[g], self.plan.documents[g + 1]);
            let until = if end > begin {
                view.corpus.range(end - 1).end
            } else {
                first_token
            };
            let (here, after) = z.split_at_mut(until - first_token);
            z = after;
            if group.document == begin {
                group.sizes.clear();
                group.sizes.extend_from_slice(parts.sizes);
                group.kernel.prepare(view, &group.sizes);
            }
            let words = (g + self.round) % blocks;
            if let Some((blocks, first_block)) = rows[words].take() {
                work.push(Block {
                    view,
                    plan: &self.plan,
                    group,
                    end,
                    words,
                    last: self.round + 1 == self.plan.words.len(),
                    topics,
                    layout,
                    state: Parts {
                        z: here,
                        sizes: &mut [],
                        starts: parts.starts,
                        blocks,
                        bounds: parts.bounds,
                        first_token,
                        first_block,
                    },
                    budget,
                });
            }
            first_token = until;
        }
        if self.threads == 1 {
            work.into_iter().for_each(Block::draw);
        } else {
            let queue = Mutex::new(work.into_iter());
            let take = || queue.lock().unwrap_or_else(|e| e.into_inner()).next();
            std::thread::scope(|scope| {
                for _ in 1..self.threads {
                    scope.spawn(|| {
                        while let Some(block) = take() {
                            block.draw()
                        }
                    });
                }
                while let Some(block) = take() {
                    block.draw();
                }
            });
        }
        self.groups.iter().map(|group| group.drawn).sum()
    }

    /// Adds up what the blocks of a round did to n_k.
    fn end_round(&mut self, state: &mut State) {
        let sizes = state.parts_mut().sizes;
        let before = sizes.to_vec();
        for (g, group) in self.groups.iter_mut().enumerate() {
            let seen = group.sizes.iter().zip(&before);
            for (size, (after, before)) in sizes.iter_mut().zip(seen) {
                *size = size.wrapping_add(after.wrapping_sub(*before));
            }
            group.document = self.plan.documents[g];
        }
        self.round += 1;
    }

    fn end_sweep(&mut self) -> Swept {
        self.round = 0;
        let mut swept = Swept::default();
        for group in &mut self.groups {
            swept.joint += std::mem::take(&mut group.joint);
            swept.changed += std::mem::take(&mut group.changed);
        }
        swept
    }
}
