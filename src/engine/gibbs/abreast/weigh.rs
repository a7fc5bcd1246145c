//! The weights of a step: sixteen tokens side by side, one topic after the other.

use super::{Abreast, MOST, line};
use crate::engine::gibbs::kernel::{View, uniforms};
use crate::engine::gibbs::lanes::{Lanes, Line, TABLE};
use crate::model::rows::{Block, DENSE, LANES};
use crate::model::state::Parts;
use std::array::from_fn;
use std::hint::black_box;

/// More than the relative errors of a sum of up to 128 weights and of a place in it: each
/// weight comes of nine roundings to 24 bits, and a running sum of up to 128 more.
pub const ROUNDING: f32 = 2e-5;

/// l / 16 in lane l.
const SHARE: [f32; LANES] = {
    let mut share = [0.0; LANES];
    let mut l = 0;
    while l < LANES {
        share[l] = l as f32 / LANES as f32;
        l += 1;
    }
    share
};

/// What the draws of a step come to. The numbers that they were found from are in the table
/// of numbers (see [`line`]).
pub struct Drawn {
    /// Lanes that are certain to leave their topic, if they are certain at all.
    pub moves: u16,
    /// Lanes of which nothing is certain.
    pub open: u16,
    /// Where the others go if they go.
    pub to: Block,
}

/// Fills the tables of n_k.
#[inline(always)]
fn prepare<L: Lanes>(lanes: L, abreast: &mut Abreast, eta_sum: f32, topics: usize) {
    let (one, sum) = (lanes.splat(1.0), lanes.splat(eta_sum));
    let most = lanes.splat(LANES as f32 / eta_sum);
    let numbers = abreast.numbers.lines_mut();
    for n in 0..topics.div_ceil(LANES) {
        let size = lanes.number(lanes.block(&abreast.sizes.0[n]));
        lanes.store(size, &mut numbers[line::SIZES + n].0);
        let all = lanes.add(size, sum);
        let inverse = lanes.div(one, all);
        lanes.store(inverse, &mut numbers[line::INVERSE + n].0);
        // 16 / (all − 17) is at most 16 / all · (1 + 34 / all) where all is 34 or more.
        let more = lanes.add(one, lanes.mul(inverse, lanes.splat(34.0)));
        let slack = lanes.mul(lanes.mul(inverse, more), lanes.splat(16.0));
        let few = lanes.greater(lanes.splat(34.0), all);
        lanes.store(
            lanes.blend(slack, most, few),
            &mut numbers[line::SLACK + n].0,
        );
    }
}

type Lines = [Line; TABLE / LANES];

/// The weights of all topics but the own, as far as they are added up.
struct Weights<'a, L: Lanes> {
    lanes: L,
    eta: L::F,
    /// Lanes whose counts are wide.
    wide: u16,
    numbers: &'a mut Lines,
    rest: L::F,
    /// The most w_k s_k.
    most: L::F,
}

impl<L: Lanes> Weights<'_, L> {
    /// Adds the topics of a line of the rows: n_kv of topics 0 to 15 from the first are in the
    /// first of `columns` in lanes where counts are wide, and of 16 to 31 in the second; in
    /// the others in the low and high halves of the first.
    #[inline(always)]
    fn add_line<const MIXED: bool>(
        &mut self,
        line: usize,
        columns: &[[L::U; LANES]; 2],
        topics: usize,
    ) {
        // Topics past the last weigh nothing.
        self.add_four::<0, MIXED>(line, columns);
        if topics > 4 {
            self.add_four::<4, MIXED>(line, columns);
        }
        if topics > 8 {
            self.add_four::<8, MIXED>(line, columns);
        }
        if topics > 12 {
            self.add_four::<12, MIXED>(line, columns);
        }
        if topics > 16 {
            self.add_four::<16, MIXED>(line, columns);
        }
        if topics > 20 {
            self.add_four::<20, MIXED>(line, columns);
        }
        if topics > 24 {
            self.add_four::<24, MIXED>(line, columns);
        }
        if topics > 28 {
            self.add_four::<28, MIXED>(line, columns);
        }
    }

    /// Adds four of them.
    #[inline(always)]
    fn add_four<const FIRST: usize, const MIXED: bool>(
        &mut self,
        line: usize,
        columns: &[[L::U; LANES]; 2],
    ) {
        let lanes = self.lanes;
        // The place of a topic in a line of the tables of topics, and its own line elsewhere.
        let (half, of_topic) = (2 * line + FIRST / LANES, line * DENSE);
        for k in FIRST..FIRST + 4 {
            let lane = k % LANES;
            let alpha = lanes.splat(self.numbers[line::ALPHA + half].0[lane]);
            let inverse = lanes.splat(self.numbers[line::INVERSE + half].0[lane]);
            let slack = lanes.splat(self.numbers[line::SLACK + half].0[lane]);
            let narrow = match k < LANES {
                true => lanes.low(columns[0][lane]),
                false => lanes.high(columns[0][lane]),
            };
            let mut count = lanes.number(narrow);
            if MIXED {
                let wide = lanes.number(columns[k / LANES][lane]);
                count = lanes.blend(count, wide, self.wide);
            }
            let counts = lanes.load(&self.numbers[line::COUNTS + of_topic + k].0);
            let in_document = lanes.add(counts, alpha);
            let factor = lanes.mul(in_document, inverse);
            let weight = lanes.mul(lanes.add(count, self.eta), factor);
            self.rest = lanes.add(self.rest, weight);
            self.most = lanes.max(self.most, lanes.mul(weight, slack));
            lanes.store(
                self.rest,
                &mut self.numbers[line::SUMS + 1 + of_topic + k].0,
            );
        }
    }
}

/// The numbers of these topics, from a table that begins at this line.
#[inline(always)]
fn of_topics<L: Lanes>(
    lanes: L,
    abreast: &Abreast,
    line: usize,
    topics: L::U,
    one_line: bool,
) -> L::F {
    if one_line {
        let lines = &abreast.numbers.lines()[line..];
        lanes.look_up_two(&lines[0].0, &lines[1].0, topics)
    } else {
        lanes.look_up_few(&abreast.numbers, line, topics)
    }
}

/// Weighs the tokens of all lanes.
#[inline(always)]
pub fn weigh<L: Lanes, const MIXED: bool>(
    lanes: L,
    abreast: &mut Abreast,
    view: &View<'_>,
    parts: &Parts<'_>,
) -> Drawn {
    let topics = parts.sizes.len().min(MOST);
    let lines = topics.div_ceil(DENSE);
    let eta_sum = view.eta.sum() as f32;
    prepare(lanes, abreast, eta_sum, topics);
    let mut places = [0; LANES];
    for (place, at) in places.iter_mut().zip(abreast.lanes.tokens.0) {
        *place = parts.first_token + at as usize;
    }
    let (odds, uniform) = uniforms(view.stream, &places);
    let eta = match view.eta.symmetric_value() {
        Some(eta) => lanes.splat(eta as f32),
        None => {
            let (tokens, words) = (&abreast.lanes.tokens.0, view.corpus.words());
            // An idle lane may be past the last token.
            let word = |l: usize| words.get(parts.first_token + tokens[l] as usize);
            lanes.load(&from_fn(|l| {
                view.eta.value(word(l).map_or(0, |&v| v as usize)) as f32
            }))
        }
    };
    let old = lanes.topics(parts.z, lanes.block(&abreast.lanes.tokens));
    let rows = lanes.block(&abreast.lanes.rows);
    let wide = if MIXED { abreast.lanes.wide } else { 0 };
    let one_line = lines == 1;
    let alpha = of_topics(lanes, abreast, line::ALPHA, old, one_line);
    let own_count = lanes.number(lanes.counts(parts.blocks, rows, wide, old));
    let own_place = lanes.add_in(lanes.in_lines(old), (line::COUNTS * LANES) as u32, u16::MAX);
    let own_in_document = lanes.look_up(&abreast.numbers, own_place);
    // With n_dk = −α the own topic weighs exactly nothing among the others.
    let less = lanes.sub(lanes.splat(0.0), alpha);
    lanes.put_each(&mut abreast.numbers, own_place, less);
    let mut weights = Weights {
        lanes,
        eta,
        wide,
        numbers: abreast.numbers.lines_mut(),
        rest: lanes.splat(0.0),
        most: lanes.splat(0.0),
    };
    for line in 0..lines {
        // In lanes with wide counts a line is two blocks.
        let rows = lanes.add_in(rows, line as u32, u16::MAX);
        let rows = lanes.add_in(rows, line as u32, wide);
        let first = lanes.columns(parts.blocks, rows);
        let second = match MIXED {
            true => lanes.columns(parts.blocks, lanes.add_in(rows, 1, wide)),
            false => first,
        };
        weights.add_line::<MIXED>(line, &[first, second], topics - line * DENSE);
    }
    let Weights { rest, most, .. } = weights;
    lanes.put_each(&mut abreast.numbers, own_place, own_in_document);

    let one = lanes.splat(1.0);
    let in_document = lanes.add(lanes.sub(own_in_document, one), alpha);
    let size = of_topics(lanes, abreast, line::SIZES, old, one_line);
    let all = lanes.add(size, lanes.splat(eta_sum));
    let in_word = lanes.add(lanes.sub(own_count, one), eta);
    let own = lanes.div(lanes.mul(in_word, in_document), lanes.sub(all, one));
    let own = lanes.mul(own, lanes.load(&odds));

    let rounding = lanes.splat(ROUNDING);
    let rounding_rest = lanes.mul(rest, rounding);
    let slack = of_topics(lanes, abreast, line::SLACK, old, one_line);
    let own_rounding = lanes.mul(own, rounding);
    let all_rounding = lanes.add(rounding_rest, own_rounding);
    let both = lanes.add(most, lanes.mul(own, slack));
    // What all lanes before could change; then what those could that may move.
    let share = lanes.load(&SHARE);
    let apart = lanes.add(lanes.mul(both, share), all_rounding);
    let stay = lanes.greater(lanes.sub(own, rest), apart);
    let one_each = lanes.clear(lanes.splat(SHARE[1]), stay | !abreast.lanes.pending);
    let share = lanes.sub(lanes.prefix(one_each), one_each);
    let apart = lanes.add(lanes.mul(both, share), all_rounding);
    let stays = lanes.greater(lanes.sub(own, rest), apart);
    let moves = lanes.greater(lanes.sub(rest, own), apart);

    let x = lanes.mul(rest, lanes.load(&uniform));
    // A one that the compiler does not know is added to some lanes in one instruction; every
    // other sum to the second list, so that fewer wait for one another.
    let (zero, one) = (lanes.block(&Block::default()), Block([1; LANES]));
    let by = lanes.block(black_box(&one));
    let (mut to, mut too) = (zero, zero);
    let (pairs, last) = abreast.numbers.lines()[line::SUMS + 1..][..topics].as_chunks::<2>();
    for [first, second] in pairs {
        to = lanes.rank(to, by, lanes.load(&first.0), x);
        too = lanes.rank(too, by, lanes.load(&second.0), x);
    }
    for sum in last {
        to = lanes.rank(to, by, lanes.load(&sum.0), x);
    }
    let to = lanes.sum(to, too);
    let place = lanes.in_lines(to);
    let low = lanes.add_in(place, (line::SUMS * LANES) as u32, u16::MAX);
    let high = lanes.add_in(low, LANES as u32, u16::MAX);
    let low = lanes.look_up(&abreast.numbers, low);
    let high = lanes.look_up(&abreast.numbers, high);
    let apart = lanes.add(lanes.mul(most, share), rounding_rest);
    let below = lanes.greater(lanes.sub(x, low), apart) | lanes.equal(to, 0);
    let inside = below & lanes.greater(lanes.sub(high, x), apart);
    let mut drawn = Drawn {
        moves,
        open: !stays & !(moves & inside),
        to: Block::default(),
    };
    lanes.keep(to, &mut drawn.to);
    for (place, number) in [(line::REST, rest), (line::OWN, own), (line::PLACE, x)] {
        lanes.store(number, abreast.numbers.line_mut(place));
    }
    drawn
}
