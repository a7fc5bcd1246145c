//! More than 32 topics: only those in the word's row, and the smoothing part.

use super::{Collapsed, Draw, Numbers, look_ahead};
use crate::engine::gibbs::lanes::Lanes;
use crate::model::rows::{Block, LANES, Layout};

/// The row part of a token, its own topic left out.
struct RowPart<L: Lanes> {
    /// Sums of the entries in each lane.
    lanes: L::F,
    /// Where the row has the own topic, and how often.
    own: (usize, u32),
    /// Lines of 16 entries.
    lines: usize,
}

/// Topics and counts of line `line` of a row.
#[inline(always)]
fn line<L: Lanes, const WIDE: bool>(lanes: L, row: &[Block], line: usize) -> (L::U, L::U) {
    if WIDE {
        (lanes.block(&row[2 * line]), lanes.block(&row[2 * line + 1]))
    } else {
        let cells = lanes.block(&row[line]);
        (lanes.low(cells), lanes.high(cells))
    }
}

impl Collapsed {
    /// Adds up a row; the running sums are kept where it has several lines.
    #[inline(always)]
    fn row_part<L: Lanes, const WIDE: bool>(
        &mut self,
        lanes: L,
        row: &[Block],
        old: u16,
    ) -> RowPart<L> {
        let layout = Layout {
            sparse: true,
            wide: WIDE,
        };
        let mut part = RowPart {
            lanes: lanes.splat(0.0),
            own: (0, 0),
            lines: 0,
        };
        loop {
            let (topics, counts) = line::<L, WIDE>(lanes, row, part.lines);
            let own = lanes.equal(topics, old.into());
            let weights = lanes.mul(lanes.number(counts), lanes.look_up(&self.a, topics));
            part.lanes = lanes.add(part.lanes, lanes.clear(weights, own));
            if own != 0 && part.own.1 == 0 {
                let at = part.lines * LANES + own.trailing_zeros() as usize;
                part.own = (at, layout.entry(row, at).count);
            }
            let last = layout.entry(row, part.lines * LANES + LANES - 1);
            if part.lines > 0 || last.count > 0 {
                if self.sums.len() <= part.lines {
                    self.sums.resize(part.lines + 1, [0.0; LANES]);
                }
                lanes.store(part.lanes, &mut self.sums[part.lines]);
            }
            part.lines += 1;
            if last.count == 0 {
                return part;
            }
        }
    }

    /// The entry at place `x` of the row part.
    #[inline(always)]
    fn in_row<L: Lanes>(&self, lanes: L, part: &RowPart<L>, prefix: L::F, x: f32) -> usize {
        let lane = lanes.greater(prefix, x).trailing_zeros() as usize % LANES;
        if part.lines == 1 {
            return lane;
        }
        let mut before = [0.0; LANES];
        lanes.store(lanes.sub(prefix, part.lanes), &mut before);
        let place = (0..part.lines).find(|&line| before[lane] + self.sums[line][lane] > x);
        place.unwrap_or(part.lines - 1) * LANES + lane
    }

    /// The topic other than `old` at place `y` of Σ a_k, given the sums of the
    /// lanes of each group of eight blocks.
    #[inline(always)]
    fn in_smoothing<L: Lanes>(&mut self, lanes: L, topics: usize, old: usize, share: f32) -> usize {
        const GROUP: usize = 8;
        let blocks = topics.div_ceil(LANES);
        let own = std::mem::replace(&mut self.a[old], 0.0);
        let (a, _) = self.a.as_chunks::<LANES>();
        if self.sums.len() <= blocks.div_ceil(GROUP) {
            self.sums.resize(blocks.div_ceil(GROUP) + 1, [0.0; LANES]);
        }
        let mut all = lanes.splat(0.0);
        for (group, blocks) in a[..blocks].chunks(GROUP).enumerate() {
            for block in blocks {
                all = lanes.add(all, lanes.load(block));
            }
            lanes.store(all, &mut self.sums[group]);
        }
        let prefix = lanes.prefix(all);
        let y = share * lanes.last(prefix);
        let lane = lanes.greater(prefix, y).trailing_zeros() as usize % LANES;
        let mut before = [0.0; LANES];
        lanes.store(lanes.sub(prefix, all), &mut before);
        let groups = blocks.div_ceil(GROUP);
        let within = |group: usize| before[lane] + self.sums[group][lane];
        let group = (0..groups).find(|&g| within(g) > y).unwrap_or(groups - 1);
        let mut sum = if group == 0 {
            before[lane]
        } else {
            within(group - 1)
        };
        let mut block = group * GROUP;
        let end = blocks.min(block + GROUP);
        loop {
            sum += a[block][lane];
            if sum > y || block + 1 == end {
                break;
            }
            block += 1;
        }
        self.a[old] = own;
        block * LANES + lane
    }
}

/// Draws the tokens; gives how many changed.
#[inline(always)]
pub fn draw<L: Lanes, const WIDE: bool>(lanes: L, work: Draw<'_>) -> usize {
    let Draw {
        kernel,
        view,
        state,
        tokens,
    } = work;
    let layout = Layout {
        sparse: true,
        wide: WIDE,
    };
    let topics = state.topics();
    let parts = state.parts_mut();
    let mut numbers = Numbers::new(view.stream, tokens.start);
    let one_eta = view.eta.symmetric_value();
    let mut changed = 0;
    let words = view.corpus.words();
    for i in tokens {
        look_ahead(lanes, words, i, parts.starts, parts.blocks);
        let word = words[i] as usize;
        let eta = one_eta.unwrap_or_else(|| view.eta.value(word));
        let (start, end) = (parts.starts[word], parts.starts[word + 1]);
        let row = &mut parts.blocks[start as usize..end as usize];
        let old = parts.z[i];
        let own = usize::from(old);
        let (odds, uniform) = numbers.at(i);

        let part = kernel.row_part::<L, WIDE>(lanes, row, old);
        let prefix = lanes.prefix(part.lanes);
        let in_row = lanes.last(prefix);
        let others = kernel.total - f64::from(kernel.a[own]);
        let rest = in_row + (eta * others) as f32;
        let own_weight = (part.own.1 as f32 - 1.0 + eta as f32) * kernel.factor_without(own);
        if rest <= own_weight * odds {
            continue;
        }

        let x = uniform * rest;
        let mut place = None;
        if x < in_row {
            let at = kernel.in_row(lanes, &part, prefix, x);
            let entry = layout.entry(row, at);
            // Rounding can point at an entry without weight.
            place = (entry.count > 0 && entry.topic != old).then_some((at, entry.topic));
        }
        let (mut at, new) = place.unwrap_or_else(|| {
            let share = ((x - in_row) / (rest - in_row)).max(0.0);
            let k = kernel.in_smoothing(lanes, topics, own, share);
            let k = if k >= topics || k == own {
                (own + 1) % topics
            } else {
                k
            };
            (usize::MAX, k as u16)
        });
        changed += 1;
        parts.z[i] = new;
        if layout.lower(row, part.own.0) && at != usize::MAX && at > part.own.0 {
            at -= 1;
        }
        if at != usize::MAX {
            layout.raise(row, at);
        } else {
            match layout.find(row, new) {
                Ok(at) => layout.raise(row, at),
                Err(at) => layout.insert(row, at, new),
            }
        }
        let new = usize::from(new);
        let before = f64::from(kernel.a[own]) + f64::from(kernel.a[new]);
        kernel.shift((own, new), parts.sizes);
        for k in [own, new] {
            kernel.a[k] = kernel.factor(k);
        }
        let after = f64::from(kernel.a[own]) + f64::from(kernel.a[new]);
        kernel.total += after - before;
    }
    changed
}
