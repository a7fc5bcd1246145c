//! Every path against the plain lanes, bit for bit.

use super::*;
use proptest::prelude::*;

fn bits(x: [f32; LANES]) -> [u32; LANES] {
    x.map(f32::to_bits)
}

/// Everything that lanes can do with these arguments, as bits.
struct Everything<'a> {
    x: &'a [f32; LANES],
    y: &'a [f32; LANES],
    cells: &'a Block,
    mask: u16,
    table: &'a Table,
}

impl Job for Everything<'_> {
    type Output = Vec<[u32; LANES]>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let out = |v: L::F| {
            let mut to = [0.0; LANES];
            lanes.store(v, &mut to);
            bits(to)
        };
        let (x, y) = (lanes.load(self.x), lanes.load(self.y));
        let cells = lanes.block(self.cells);
        let (low, high) = (lanes.low(cells), lanes.high(cells));
        let own = self.cells.0[3] & 0xffff;
        let single = [
            lanes.last(x).to_bits(),
            lanes.greater(x, y).into(),
            lanes.less(low, own).into(),
            lanes.equal(low, own).into(),
            lanes.equal(cells, self.cells.0[3]).into(),
            lanes.halve(cells).1.into(),
        ];
        let mut tail = [0; LANES];
        tail[..6].copy_from_slice(&single);
        let sums = lanes.add_to(lanes.add_to(lanes.zeros(), x), y);
        let sums = lanes.parts(sums).map(f64::to_bits);
        let kept = |v: L::U| {
            let mut to = Block::default();
            lanes.keep(v, &mut to);
            to.0
        };
        let list: Vec<u32> = (0..self.cells.0[1] % 50 + 1).map(|i| i * i).collect();
        let topics: Vec<u16> = list.iter().map(|i| *i as u16).collect();
        let rows: Vec<Block> = (1..9)
            .map(|i| Block(self.cells.0.map(|c| c.rotate_left(i))))
            .collect();
        // A topic is in one of eight blocks from the first of its row on.
        let long: Vec<Block> = (0..15)
            .map(|i| Block(self.cells.0.map(|c| c.rotate_right(i))))
            .collect();
        let near = lanes.block(&Block(self.cells.0.map(|cell| cell % 9)));
        let inside = lanes.block(&Block(self.cells.0.map(|cell| cell % 7)));
        let (first, second) = (self.table.line(3), self.table.line(5));
        let few = lanes.block(&Block(self.cells.0.map(|cell| cell % 32)));
        let below_few = lanes.block(&Block(self.cells.0.map(|cell| cell % FEW as u32)));
        let by = lanes.block(&Block([self.cells.0[5]; LANES]));
        let mut table = Table::default();
        let everywhere = Block(std::array::from_fn(|l| 4 * LANES as u32 + 15 - l as u32));
        lanes.put_each(&mut table, lanes.block(&everywhere), x);
        let put = *table.line(4);
        let columns = lanes.columns(&rows, near);
        let mut firsts = [0; LANES];
        firsts[0] = lanes.firsts(near, self.mask).into();
        let mut more = vec![
            kept(lanes.add_in(cells, own, self.mask)),
            kept(lanes.times(cells, own)),
            kept(lanes.rank(cells, by, x, y)),
            kept(lanes.rank(cells, by, y, x)),
            kept(lanes.numbers(&list, near)),
            kept(lanes.numbers(&list, cells)),
            kept(lanes.topics(&topics, near)),
            kept(lanes.topics(&topics, cells)),
            kept(lanes.in_lines(low)),
            kept(lanes.counts(&long, inside, self.mask, below_few)),
            kept(lanes.counts(&long, inside, !self.mask, below_few)),
            kept(lanes.halve(cells).0),
            kept(lanes.sum(cells, near)),
            bits(put),
            out(lanes.look_up_two(first, second, few)),
            out(lanes.max(x, y)),
            out(lanes.max(y, x)),
            firsts,
        ];
        more.extend((0..LANES).map(|n| kept(columns[n])));
        let mut all = vec![
            out(lanes.number(low)),
            sums.map(|sum| sum as u32),
            sums.map(|sum| (sum >> 32) as u32),
            out(lanes.splat(self.x[0])),
            out(lanes.add(x, y)),
            out(lanes.sub(x, y)),
            out(lanes.mul(x, y)),
            out(lanes.div(x, y)),
            out(lanes.without(x, low, own)),
            out(lanes.clear(x, self.mask)),
            out(lanes.blend(x, y, self.mask)),
            out(lanes.prefix(x)),
            out(lanes.spread_last(x)),
            out(lanes.float(lanes.block(&Block(bits(*self.x))))),
            out(lanes.number(high)),
            out(lanes.number(cells)),
            out(lanes.look_up(self.table, cells)),
            out(lanes.look_up_block(self.table, self.cells)),
            out(lanes.look_up_few(self.table, 0, below_few)),
            out(lanes.look_up_few(self.table, 7, below_few)),
            tail,
        ];
        all.append(&mut more);
        all
    }
}

proptest! {
    #[test]
    fn all_paths_agree_with_the_plain_lanes(
        x in prop::array::uniform16(0f32..1e6),
        y in prop::array::uniform16(1e-9f32..1.0),
        cells in prop::array::uniform16(any::<u32>()),
        mask: u16,
    ) {
        let mut table = Table::default();
        for topic in 0..TABLE {
            table[topic] = (topic as f32).sqrt();
        }
        let cells = Block(cells);
        let all = Path::ALL.into_iter().filter(|path| path.available());
        let mut results = all.map(|path| {
            let (x, y, cells, table) = (&x, &y, &cells, &table);
            path.run(Everything { x, y, cells, mask, table })
        });
        let plain = results.next().unwrap();
        for other in results {
            prop_assert_eq!(&plain, &other);
        }
        prop_assert_eq!(plain[0], bits(cells.0.map(|c| (c & 0xffff) as f32)));
    }
}

#[test]
fn prefix_sums_are_sums() {
    let x = std::array::from_fn(|l| (1 << l) as f32);
    let want = std::array::from_fn(|l| ((2 << l) - 1) as f32);
    assert_eq!(bits(Plain.prefix(x)), bits(want));
}

#[test]
fn a_path_that_is_not_there_is_refused() {
    let error = Path::force("sse9").unwrap_err();
    assert!(
        error.contains("'sse9'") && error.contains("scalar"),
        "{error}"
    );
}

struct MoveOne<'a>(&'a mut Block, u16, u16);

impl Job for MoveOne<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        lanes.move_one(self.0, self.1, self.2)
    }
}

proptest! {
    /// The row is that of the counts that are left, whatever lanes it has.
    #[test]
    fn tokens_move_in_rows_of_one_block(
        mut counts in prop::collection::btree_map(any::<u16>(), 1u32..4, 1..15),
        from in any::<prop::sample::Index>(),
        to in any::<u16>(),
        known in any::<bool>(),
    ) {
        let row = |counts: &std::collections::BTreeMap<u16, u32>| {
            let mut row = Block::default();
            for (cell, (topic, count)) in row.0.iter_mut().zip(counts) {
                *cell = count << 16 | u32::from(*topic);
            }
            row
        };
        let topics: Vec<u16> = counts.keys().copied().collect();
        let old = *from.get(&topics);
        let new = if known { topics[usize::from(to) % topics.len()] } else { to };
        prop_assume!(old != new);
        let before = row(&counts);
        *counts.get_mut(&old).unwrap() -= 1;
        counts.retain(|_, count| *count > 0);
        *counts.entry(new).or_default() += 1;
        for path in Path::ALL.into_iter().filter(|path| path.available()) {
            let mut after = before;
            if path.run(MoveOne(&mut after, old, new)) {
                prop_assert_eq!(after, row(&counts), "{:?}", path);
            } else {
                prop_assert_eq!(after, before, "{:?}", path);
            }
        }
    }
}
