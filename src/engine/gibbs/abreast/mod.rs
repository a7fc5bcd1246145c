//! Sweeps of the collapsed sampler over sixteen documents at a time.
//!
//! A token's draw depends on the one before it in the same document, and a processor
//! that must wait for every draw is idle most of the time. Sixteen documents have no
//! such dependence but for n_k, so here each of sixteen lanes holds a document, and a
//! step draws the next token of each:
//!
//! * Lanes take the documents of the corpus one after the other, each the next when its
//!   last is finished.
//! * A lane whose word an earlier lane draws in the same step waits for the next step.
//!
//! **The draws are still made one after the other**, in the order of the lanes, each given
//! all others: that is what [`Abreast::conditional_draw`] says, in 64 bits. No two tokens of
//! a step share a document or a word; what an earlier lane changes is n_k of two topics,
//! by one. So a step weighs all lanes side by side with the n_k before it
//! ([`weigh`]), bounds what up to fifteen moves and the rounding of 32 bits could change,
//! and takes a draw only where it would be the same whatever they do. The few others are
//! made anew, one by one. Which order the tokens have follows from the corpus alone, and a
//! chain is the same for any processor, and whether it runs or goes on token by token.
//!
//! Which tokens, in which order, is what a [`Course`] says.

mod course;
mod step;
mod weigh;

use super::kernel::View;
use super::lanes::{FEW, Lanes, Path, Plain, Table};
use super::scan::Swept;
use crate::corpus::Corpus;
use crate::engine::one_token::Chance;
use crate::model::rows::{Block, LANES, Layout, dense_place};
use crate::model::state::Parts;
use crate::model::{JointTables, State};
pub use course::{Course, Part};
use step::Steps;

/// A sweep over sixteen documents at a time.
pub struct Abreast {
    path: Path,
    lanes: Documents,
    /// n_k, while draws are under way.
    sizes: Sizes,
    /// All numbers that a step works with: see [`line`].
    numbers: Table,
    /// K.
    topics: usize,
    layout: Layout,
    tables: JointTables,
    swept: Swept,
}

/// Up to so many topics are drawn abreast: with more of them, rows that list non-zero counts
/// only are quicker.
const MOST: usize = 128;
const _: () = assert!(MOST <= FEW, "topics are looked up as few");

/// Where in the table of numbers is what.
mod line {
    use super::{LANES, MOST};

    /// n_dk of each lane's document: a line for each topic.
    pub const COUNTS: usize = 0;
    /// Running sums of the weights: a line for each topic, after a line of zeros. Lines that
    /// are a multiple of 64 apart hold each other up where one is written and then the other
    /// read.
    pub const SUMS: usize = COUNTS + MOST + 32;
    /// The weight of all other topics, that of the own times u / (1 − u), and the place of the
    /// second random number in the first: a line each.
    pub const REST: usize = SUMS + MOST + 1;
    pub const OWN: usize = REST + 1;
    pub const PLACE: usize = OWN + 1;
    /// n_k: a number for each topic, as are those below.
    pub const SIZES: usize = PLACE + 1;
    /// 1 / (n_k + Ση).
    pub const INVERSE: usize = SIZES + MOST / LANES;
    /// s_k, the share of a weight that the moves of a step could change.
    pub const SLACK: usize = INVERSE + MOST / LANES;
    /// alpha.
    pub const ALPHA: usize = SLACK + MOST / LANES;
}

/// The documents that are being drawn.
struct Documents {
    /// Which.
    ids: [usize; LANES],
    /// The place on the course of the next token of each.
    at: Block,
    /// Tokens that are left of each, the next one among them.
    left: Block,
    /// The next token, from the first of z.
    tokens: Block,
    /// The first block of the row of its word, and the lanes where its counts are wide.
    rows: Block,
    wide: u16,
    /// Lanes that have a document.
    busy: u16,
    /// Lanes whose token of the present step is still to be drawn.
    pending: u16,
    /// The document that is taken next.
    next: usize,
}

impl Documents {
    /// A lane's next token is that at this place.
    fn go_to(&mut self, course: &Course<'_>, lane: usize, place: usize) {
        self.at.0[lane] = place as u32;
        self.tokens.0[lane] = course.token(place) as u32;
        let (row, wide) = course.row(place);
        self.rows.0[lane] = row as u32;
        self.wide = self.wide & !(1 << lane) | u16::from(wide) << lane;
    }
}

/// A count for each topic.
#[derive(Default)]
struct Sizes([Block; MOST / LANES]);

impl Sizes {
    #[inline(always)]
    fn of(&self, topic: usize) -> u32 {
        self.0[topic % MOST / LANES].0[topic % LANES]
    }

    #[inline(always)]
    fn of_mut(&mut self, topic: usize) -> &mut u32 {
        &mut self.0[topic % MOST / LANES].0[topic % LANES]
    }
}

/// The first lane of a mask that has one.
fn first(mask: u16) -> usize {
    mask.trailing_zeros() as usize % LANES
}

/// A number below 2^32 over 2^32 − it, in 64 bits.
fn odds(low: u32) -> f64 {
    f64::from(low) / (f64::from(!low) + 1.0)
}

impl Abreast {
    /// A smaller corpus is swept document by document, which is easier to follow.
    const TOKENS: usize = 1 << 16;

    /// Tokens that there must be for each topic: where n_k is smaller, many draws of a step
    /// have to be made anew.
    const EACH: usize = 1 << 10;

    /// No document is longer than one such part of the corpus: while the last one is drawn,
    /// the other lanes are idle.
    const PART: usize = 64;

    /// Blocks of rows whose cells 31 bits can number.
    const BLOCKS: usize = (1 << 27) - 1;

    /// Tokens that there must be for each block of rows, which sparse rows would not need,
    /// above 32 topics.
    const SPACE: usize = 4;

    /// How rows are laid out where sweeps of such a chain, over so many groups of documents,
    /// go over documents side by side; `None` where they do not.
    pub fn layout(corpus: &Corpus, state: &State, groups: usize) -> Option<Layout> {
        let layout = Layout::dense(state.topics());
        let blocks = state.words().saturating_mul(layout.lines);
        let longest = corpus.tokens() / (Self::PART * groups);
        let mut documents = 0..corpus.documents();
        let takes = (2..=MOST).contains(&state.topics())
            && blocks << u32::from(state.starts().1) <= Self::BLOCKS
            && (Self::TOKENS..i32::MAX as usize).contains(&corpus.tokens())
            && corpus.tokens() / Self::EACH >= state.topics()
            && (layout.lines == 1 || blocks <= corpus.tokens() / Self::SPACE)
            && documents.all(|d| corpus.range(d).len() <= longest);
        takes.then_some(layout)
    }

    /// Sweeps of chains with these priors, over rows that are laid out so.
    pub fn new(path: Path, view: &View<'_>, layout: Layout, tables: &JointTables) -> Self {
        let mut numbers = Table::default();
        for (k, value) in view.alpha.values().enumerate() {
            numbers[line::ALPHA * LANES + k] = value as f32;
        }
        Self {
            path,
            lanes: Documents {
                ids: [0; LANES],
                at: Block::default(),
                left: Block::default(),
                tokens: Block::default(),
                rows: Block::default(),
                wide: 0,
                busy: 0,
                pending: 0,
                next: 0,
            },
            sizes: Sizes::default(),
            numbers,
            topics: view.alpha.len(),
            layout,
            tables: tables.clone(),
            swept: Swept::default(),
        }
    }

    /// The token that is drawn next; `None` once all of a sweep are drawn.
    pub fn next(&self) -> Option<usize> {
        let pending = self.lanes.pending;
        (pending > 0).then(|| self.lanes.tokens.0[first(pending)] as usize)
    }

    /// How [`Abreast::conditional_draw`] turns the random numbers of token `i` into a topic.
    pub fn chance(&self, view: &View<'_>, i: usize) -> Chance {
        Chance::of(
            view.stream.at(i as u64),
            Some((0..view.alpha.len()).collect()),
        )
    }

    /// Looks for the first tokens of a course.
    pub fn begin(&mut self, course: &Course<'_>, z: &[u16]) {
        // An idle lane weighs some token, to no end.
        (self.lanes.rows, self.lanes.wide) = (Block::default(), 0);
        self.lanes.tokens = Block::default();
        self.lanes.at = Block::default();
        self.lanes.next = course.documents.start;
        for lane in 0..LANES {
            self.take(course, z, lane);
        }
        self.find_pending();
    }

    /// Gives a lane the next document that has tokens to draw.
    fn take(&mut self, course: &Course<'_>, z: &[u16], lane: usize) {
        self.lanes.busy &= !(1 << lane);
        while self.lanes.next < course.documents.end {
            let d = self.lanes.next;
            self.lanes.next += 1;
            let (places, z) = (course.places(d), &z[course.range(d)]);
            if places.is_empty() {
                if course.is_last() {
                    self.swept.joint += self.tables.document(self.topics, z);
                }
                continue;
            }
            let lanes = &mut self.lanes;
            lanes.busy |= 1 << lane;
            lanes.ids[lane] = d;
            lanes.left.0[lane] = places.len() as u32;
            lanes.go_to(course, lane, places.start);
            self.count(lane, z);
            return;
        }
    }

    /// Counts the topics of a lane's document.
    fn count(&mut self, lane: usize, z: &[u16]) {
        // Tokens of a topic often follow one another, and would wait for one another.
        let mut counts = [[0_u32; MOST]; 4];
        let (fours, rest) = z.as_chunks::<4>();
        for four in fours {
            for (counts, topic) in counts.iter_mut().zip(four) {
                counts[usize::from(*topic) % MOST] += 1;
            }
        }
        for topic in rest {
            counts[0][usize::from(*topic) % MOST] += 1;
        }
        let [a, b, c, d] = &counts;
        for (k, counts) in self.numbers.lines_mut()[line::COUNTS..][..self.topics]
            .iter_mut()
            .enumerate()
        {
            counts.0[lane] = (a[k] + b[k] + c[k] + d[k]) as f32;
        }
    }

    /// The lanes of the next step: all but those that wait for an earlier one.
    fn find_pending(&mut self) {
        self.lanes.pending = Plain.firsts(self.lanes.rows.0, self.lanes.busy);
    }

    /// A lane's document is drawn: adds up its part of the objective and takes the next.
    fn finish(&mut self, course: &Course<'_>, z: &[u16], lane: usize) {
        if course.is_last() {
            self.swept.joint += self.joint(course, lane);
        }
        self.take(course, z, lane);
    }

    /// log p(z | alpha) of a lane's document.
    fn joint(&mut self, course: &Course<'_>, lane: usize) -> f64 {
        let tokens = course.range(self.lanes.ids[lane]).len();
        let mut found = [(0, 0); MOST];
        let mut n = 0;
        let counts = &self.numbers.lines()[line::COUNTS..][..self.topics];
        for (k, counts) in (0..).zip(counts) {
            let count = counts.0[lane] as u32;
            found[n % MOST] = (k, count);
            n += usize::from(count > 0);
        }
        self.tables.document_of(tokens, &found[..n])
    }

    /// The draw of a lane's token: the collapsed conditional, in 64 bits. It stays in its
    /// topic first (see [`super::collapsed`]); the others come in their order.
    fn conditional_draw(&self, view: &View<'_>, parts: &Parts<'_>, lane: usize) -> usize {
        let token = self.lanes.tokens.0[lane] as usize;
        let (row, wide) = self.row(lane);
        let row = &parts.blocks[row..];
        let place = token + parts.first_token;
        let eta = view.eta.value(view.corpus.words()[place] as usize);
        let eta_sum = view.eta.sum();
        let old = usize::from(parts.z[token]) % MOST;
        let topics = self.topics.min(MOST);
        let mut counts = [0; MOST];
        self.layout.row(wide).dense_counts(row, &mut counts);
        let weight = |k: usize, out: f64| {
            let in_document = f64::from(self.numbers.line(line::COUNTS + k)[lane]);
            (f64::from(counts[k]) - out + eta) * (in_document - out + view.alpha.value(k))
                / (f64::from(self.sizes.of(k)) - out + eta_sum)
        };
        // All in one loop without a branch, so that they are divided side by side.
        let mut others = [0.0; MOST];
        for (k, other) in others.iter_mut().enumerate().take(topics) {
            *other = weight(k, 0.0);
        }
        others[old] = 0.0;
        let others = &others[..topics];
        let rest: f64 = others.iter().sum();
        let bits = view.stream.at(place as u64);
        if rest <= weight(old, 1.0) * odds(bits as u32) {
            return old;
        }
        let share = (bits >> 32) as f64 / 4_294_967_296.0;
        crate::model::random::pick(others, share * rest)
    }

    /// The first block of the row of a lane's token, and whether its counts are wide.
    #[inline(always)]
    fn row(&self, lane: usize) -> (usize, bool) {
        (
            self.lanes.rows.0[lane] as usize,
            self.lanes.wide >> lane & 1 == 1,
        )
    }

    /// Gives a lane's token a topic; whether that is another.
    #[inline(always)]
    fn assign(&mut self, parts: &mut Parts<'_>, lane: usize, new: usize) -> bool {
        let (row, wide) = self.row(lane);
        let z = &mut parts.z[self.lanes.tokens.0[lane] as usize];
        let old = usize::from(*z);
        if old == new {
            return false;
        }
        *z = new as u16;
        let (block, cell, shift) = dense_place(wide, old as u16);
        parts.blocks[row + block].0[cell] -= 1 << shift;
        let (block, cell, shift) = dense_place(wide, new as u16);
        parts.blocks[row + block].0[cell] += 1 << shift;
        *self.sizes.of_mut(old) -= 1;
        *self.sizes.of_mut(new) += 1;
        let numbers = &mut self.numbers;
        numbers.line_mut(line::COUNTS + old)[lane] -= 1.0;
        numbers.line_mut(line::COUNTS + new)[lane] += 1.0;
        self.swept.changed += 1;
        true
    }

    /// Draws the next token by itself.
    fn draw_one(&mut self, view: &View<'_>, course: &Course<'_>, parts: &mut Parts<'_>) {
        let lane = first(self.lanes.pending);
        let new = self.conditional_draw(view, parts, lane);
        self.assign(parts, lane, new);
        self.lanes.pending &= !(1 << lane);
        self.lanes.left.0[lane] -= 1;
        if self.lanes.left.0[lane] == 0 {
            self.finish(course, parts.z, lane);
        } else {
            let next = self.lanes.at.0[lane] as usize + 1;
            self.lanes.go_to(course, lane, next);
        }
        if self.lanes.pending == 0 {
            self.find_pending();
        }
    }

    /// Draws about `tokens` tokens, at least one; gives how many, and the sums of the
    /// course where these were its last.
    pub fn advance(
        &mut self,
        view: &View<'_>,
        course: &Course<'_>,
        mut parts: Parts<'_>,
        tokens: usize,
    ) -> (usize, Option<Swept>) {
        for (k, &size) in parts.sizes.iter().enumerate() {
            *self.sizes.of_mut(k) = size;
        }
        let path = self.path;
        let mut drawn = path.run(Steps {
            abreast: self,
            view,
            course,
            parts: &mut parts,
            tokens,
        });
        // A whole step would have been too much.
        if drawn == 0 {
            while drawn < tokens.max(1) && self.lanes.pending > 0 {
                self.draw_one(view, course, &mut parts);
                drawn += 1;
            }
        }
        for (k, size) in parts.sizes.iter_mut().enumerate() {
            *size = self.sizes.of(k);
        }
        let over = self.lanes.pending == 0;
        (drawn, over.then(|| std::mem::take(&mut self.swept)))
    }
}
