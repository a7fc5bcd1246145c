//! What memory alone allows: the reads and writes of a sweep without its arithmetic.

use gibbscope::model::State;
use gibbscope::model::rows::{Block, LANES};

/// The arrays that a sweep goes over, as some state left them.
pub struct Touch {
    z: Vec<u16>,
    /// The first line of the row of every word (length V + 1).
    starts: Vec<usize>,
    /// The lines of all rows, as many as hold a count.
    lines: Vec<Block>,
}

impl Touch {
    /// The arrays of this state.
    pub fn new(state: &State) -> Self {
        let layout = state.layout();
        let mut starts = vec![0];
        let mut lines = 0;
        for word in 0..state.words() as u32 {
            let (entries, count) = (state.row(word)).fold((0, 0), |(entries, count), entry| {
                (entries + 1, count + entry.count)
            });
            let row = match layout.sparse {
                true => usize::div_ceil(entries, LANES),
                false => entries.min(1) * layout.lines,
            };
            lines += row << usize::from(count > layout.narrow);
            starts.push(lines);
        }
        Self {
            z: state.z().to_vec(),
            starts,
            lines: vec![Block::default(); lines],
        }
    }

    /// For every token: reads its word, one lane of every line of its row (memory
    /// moves whole lines) and its topic, and writes the topic and one lane.
    pub fn sweep(&mut self, words: &[u32]) -> u32 {
        let mut seen = 0;
        let mut before = 0;
        for (topic, &word) in self.z.iter_mut().zip(words) {
            let at = word as usize;
            let row = &mut self.lines[self.starts[at]..self.starts[at + 1]];
            for line in row.iter() {
                seen ^= line.0[0];
            }
            // A value written back where it was read would be no write at all to the
            // compiler: a topic moves on by a token, and the lane gets the word.
            let own = std::mem::replace(topic, before);
            row[0].0[usize::from(own) % LANES] = word;
            before = own;
        }
        seen
    }
}
