//! More than 32 topics: only those in the word's row, and the smoothing part.

use super::{Batches, Document, Draw, Tokens, Turn};
use crate::engine::gibbs::lanes::Lanes;
use crate::model::rows::{Block, LANES, RowLayout};

/// A row, and how it is laid out.
type Row<'a> = (&'a [Block], RowLayout);

/// Topics and counts of line `line` of a row.
#[inline(always)]
fn line<L: Lanes>(lanes: L, (row, layout): Row<'_>, line: usize) -> (L::U, L::U) {
    if layout.wide {
        (lanes.block(&row[2 * line]), lanes.block(&row[2 * line + 1]))
    } else {
        let cells = lanes.block(&row[line]);
        (lanes.low(cells), lanes.high(cells))
    }
}

/// Whether a line has no empty entry, so that the row goes on.
#[inline(always)]
fn is_full((row, layout): Row<'_>, line: usize) -> bool {
    layout.entry(row, line * LANES + LANES - 1).count > 0
}

/// The row part of a token, its own topic left out.
struct RowPart<L: Lanes> {
    /// Sums of the entries in each lane.
    lanes: L::F,
    /// Where the row has the own topic.
    own: usize,
    /// How many lines were added up; of more than one, the sums up to each are kept.
    lines: usize,
}

/// The weights of line `number` of a row, the own topic left out, and the lanes that
/// look like it.
#[inline(always)]
fn weights<L: Lanes>(
    lanes: L,
    document: &Document,
    (row, number): (Row<'_>, usize),
    old: u16,
) -> (L::F, u16) {
    let (topics, counts) = line(lanes, row, number);
    let own = lanes.equal(topics, old.into());
    let factors = lanes.look_up_block(&document.a, &row.0[number << usize::from(row.1.wide)]);
    let weights = lanes.mul(lanes.number(counts), factors);
    (lanes.clear(weights, own), own)
}

/// Adds up a row.
#[inline(always)]
fn row_part<L: Lanes>(
    lanes: L,
    document: &Document,
    row: Row<'_>,
    old: u16,
    sums: &mut [[f32; LANES]],
) -> RowPart<L> {
    let (first, own) = weights(lanes, document, (row, 0), old);
    let mut part = RowPart {
        lanes: first,
        own: own.trailing_zeros() as usize,
        lines: 1,
    };
    if !is_full(row, 0) {
        return part;
    }
    // Empty entries look like topic 0, which can only be the first of a row.
    let mut found = own != 0;
    lanes.store(part.lanes, &mut sums[0]);
    loop {
        let (more, own) = weights(lanes, document, (row, part.lines), old);
        part.lanes = lanes.add(part.lanes, more);
        lanes.store(part.lanes, &mut sums[part.lines]);
        if own != 0 && !found {
            found = true;
            part.own = part.lines * LANES + own.trailing_zeros() as usize;
        }
        let goes_on = is_full(row, part.lines);
        part.lines += 1;
        if !goes_on {
            return part;
        }
    }
}

/// The entry at place `x` of the row part.
#[inline(always)]
fn in_row<L: Lanes>(
    lanes: L,
    part: &RowPart<L>,
    (prefix, x): (L::F, f32),
    sums: &[[f32; LANES]],
) -> usize {
    let lane = lanes.greater(prefix, lanes.splat(x)).trailing_zeros() as usize % LANES;
    if part.lines == 1 {
        return lane;
    }
    let mut before = [0.0; LANES];
    lanes.store(lanes.sub(prefix, part.lanes), &mut before);
    // Without branches: where sums come to x cannot be foreseen.
    let mut line = 0;
    for sums in &sums[..part.lines - 1] {
        line += usize::from(before[lane] + sums[lane] <= x);
    }
    line * LANES + lane
}

/// The topic other than `old` at this share of Σ a_k.
#[inline(always)]
fn in_smoothing<L: Lanes>(
    lanes: L,
    document: &mut Document,
    (topics, old): (usize, usize),
    share: f32,
    sums: &mut [[f32; LANES]],
) -> usize {
    // Running sums of every so many lines are kept, to find the line in two steps.
    const GROUP: usize = 8;
    let own = document.a[old];
    document.a[old] = 0.0;
    let lines = topics.div_ceil(LANES);
    let groups = lines.div_ceil(GROUP);
    let mut all = lanes.splat(0.0);
    for (group, sums) in sums.iter_mut().enumerate().take(groups) {
        let mut sum = lanes.splat(0.0);
        for line in group * GROUP..lines.min((group + 1) * GROUP) {
            sum = lanes.add(sum, lanes.load(document.a.line(line)));
        }
        all = lanes.add(all, sum);
        lanes.store(all, sums);
    }
    let prefix = lanes.prefix(all);
    let y = share * lanes.last(prefix);
    let lane = lanes.greater(prefix, lanes.splat(y)).trailing_zeros() as usize % LANES;
    let mut before = [0.0; LANES];
    lanes.store(lanes.sub(prefix, all), &mut before);
    let end = |group: usize| before[lane] + sums[group][lane];
    // Without branches: where sums come to y cannot be foreseen.
    let mut group = 0;
    for g in 0..groups - 1 {
        group += usize::from(end(g) <= y);
    }
    let mut sum = if group == 0 {
        before[lane]
    } else {
        end(group - 1)
    };
    let first = group * GROUP;
    let mut line = first;
    for n in first..lines.min(first + GROUP) - 1 {
        sum += document.a.line(n)[lane];
        line += usize::from(sum <= y);
    }
    document.a[old] = own;
    line * LANES + lane
}

/// Where a row has a topic, or would have to have it.
#[inline(always)]
fn find<L: Lanes>(lanes: L, row: Row<'_>, topic: u16) -> Result<usize, usize> {
    let mut at = 0;
    for number in 0.. {
        let (topics, counts) = line(lanes, row, number);
        let live = !lanes.equal(counts, 0);
        let here = live & lanes.equal(topics, topic.into());
        if here != 0 {
            return Ok(number * LANES + here.trailing_zeros() as usize);
        }
        let before = live & lanes.less(topics, topic.into());
        at += before.count_ones() as usize;
        if before != u16::MAX {
            break;
        }
    }
    Err(at)
}

/// Draws the tokens; gives how many changed.
#[inline(always)]
pub fn draw<L: Lanes, const MIXED: bool, T: Tokens>(lanes: L, work: Draw<'_, T>) -> usize {
    let Draw {
        document,
        sums,
        view,
        topics,
        layout,
        state,
        tokens,
    } = work;
    let one_eta = view.eta.symmetric_value();
    let words = view.corpus.words();
    let mut total = document.total;
    let mut batches = Batches::new(lanes, (tokens, words), view.stream, &state);
    let (mut n, mut changed) = (0, 0);
    while let Some(turn) = batches.turn(lanes, n, &state) {
        n += 1;
        let Turn { odds, uniform, .. } = turn;
        let topic = turn.token - state.first_token;
        let eta = one_eta.unwrap_or_else(|| view.eta.value(words[turn.token] as usize));
        let (row, layout) = (turn.row.0, layout.row(MIXED && turn.row.1));
        let row = &mut state.blocks[row..];
        let old = state.z[topic];
        let own = usize::from(old);

        let part = row_part(lanes, document, (row, layout), old, sums);
        let prefix = lanes.prefix(part.lanes);
        let in_rows = lanes.last(prefix);
        let others = total - f64::from(document.a[own]);
        let rest = in_rows + (eta * others) as f32;
        let own_count = layout.entry(row, part.own).count as f32;
        let without = document.reciprocal(state.sizes[own] - 1);
        let left = document.factor_without(own, without);
        let own_weight = (own_count - 1.0 + eta as f32) * left;
        if rest <= own_weight * odds {
            continue;
        }

        let x = uniform * rest;
        let mut place = None;
        if x < in_rows {
            let at = in_row(lanes, &part, (prefix, x), sums);
            let entry = layout.entry(row, at);
            // Rounding can point at an entry without weight.
            place = (entry.count > 0 && entry.topic != old).then_some((at, entry.topic));
        }
        let new = match place {
            Some((_, new)) => new,
            None => {
                let share = ((x - in_rows) / (rest - in_rows)).max(0.0);
                let mut new = in_smoothing(lanes, document, (topics, own), share, sums);
                if new >= topics || new == own {
                    new = (own + 1) % topics;
                }
                new as u16
            }
        };
        let short = !layout.wide && part.lines == 1;
        if !(short && lanes.move_one(&mut row[0], old, new)) {
            // An entry that goes moves up those behind it.
            let gone = layout.lower(row, part.own);
            let at = match place {
                Some((at, _)) => Ok(at - usize::from(gone && at > part.own)),
                None => find(lanes, (row, layout), new),
            };
            match at {
                Ok(at) => layout.raise(row, at),
                Err(at) => layout.insert(row, at, new),
            }
        }
        changed += 1;
        state.z[topic] = new;
        let new = usize::from(new);
        let before = f64::from(document.a[own]) + f64::from(document.a[new]);
        let come = document.factor_with(new);
        document.shift((own, new), without, state.sizes);
        document.a[own] = left;
        document.a[new] = come;
        total += f64::from(left) + f64::from(come) - before;
    }
    document.total = total;
    changed
}
