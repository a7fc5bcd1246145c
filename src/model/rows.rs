//! Word–topic counts n_kv, stored by word, non-zero entries only.
//!
//! A word soon uses few topics, so its row is short, and memory grows with the
//! non-zero counts, never with K×V. A row is kept in topic order: the rows then
//! follow from the topics of the tokens alone, and a chain that is resumed,
//! edited or replayed sums in the same order as one that was not.

/// How many tokens of one word have one topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Entry {
    /// The topic, below K.
    pub topic: u16,
    /// n_kv, at least 1 in a row.
    pub count: u32,
}

/// The counts of all words.
#[derive(Debug, Clone)]
pub struct Rows {
    /// Where the row of each word starts (length V + 1); the space of a row is
    /// as long as it can ever become, min(count of the word, K).
    starts: Vec<usize>,
    lengths: Vec<u32>,
    entries: Vec<Entry>,
}

impl Rows {
    /// Empty rows for words that occur `counts[v]` times, under `topics` topics.
    pub fn new(counts: &[u32], topics: usize) -> Self {
        let mut starts = Vec::with_capacity(counts.len() + 1);
        let mut end = 0;
        starts.push(end);
        for &count in counts {
            end += (count as usize).min(topics);
            starts.push(end);
        }
        Self {
            starts,
            lengths: vec![0; counts.len()],
            entries: vec![Entry::default(); end],
        }
    }

    /// Number of words, V.
    pub fn words(&self) -> usize {
        self.lengths.len()
    }

    /// The non-zero counts of a word, by ascending topic.
    #[inline]
    pub fn row(&self, word: u32) -> &[Entry] {
        let start = self.starts[word as usize];
        &self.entries[start..start + self.lengths[word as usize] as usize]
    }

    /// n_kv.
    pub fn count(&self, word: u32, topic: u16) -> u32 {
        let row = self.row(word);
        match row.binary_search_by_key(&topic, |e| e.topic) {
            Ok(at) => row[at].count,
            Err(_) => 0,
        }
    }

    /// One more token of this word in this topic.
    #[inline]
    pub fn increment(&mut self, word: u32, topic: u16) {
        let (start, length) = self.place(word);
        let at = start + self.entries[start..start + length].partition_point(|e| e.topic < topic);
        if at < start + length && self.entries[at].topic == topic {
            self.entries[at].count += 1;
        } else {
            self.entries.copy_within(at..start + length, at + 1);
            self.entries[at] = Entry { topic, count: 1 };
            self.lengths[word as usize] += 1;
        }
    }

    /// One token less of this word in this topic, which must have one.
    #[inline]
    pub fn decrement(&mut self, word: u32, topic: u16) {
        let (start, length) = self.place(word);
        let at = start + self.entries[start..start + length].partition_point(|e| e.topic < topic);
        debug_assert_eq!(
            self.entries[at].topic, topic,
            "the word has no token in the topic"
        );
        if self.entries[at].count > 1 {
            self.entries[at].count -= 1;
        } else {
            self.entries.copy_within(at + 1..start + length, at);
            self.lengths[word as usize] -= 1;
        }
    }

    fn place(&self, word: u32) -> (usize, usize) {
        (
            self.starts[word as usize],
            self.lengths[word as usize] as usize,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stay_in_topic_order_and_drop_zeros() {
        let mut rows = Rows::new(&[3, 0, 9], 2);
        for topic in [1, 0, 1] {
            rows.increment(2, topic);
        }
        let entry = |topic, count| Entry { topic, count };
        assert_eq!(rows.row(2), [entry(0, 1), entry(1, 2)]);
        assert_eq!((rows.count(2, 1), rows.count(0, 1)), (2, 0));
        rows.decrement(2, 0);
        assert_eq!(rows.row(2), [entry(1, 2)]);
        rows.increment(2, 0);
        rows.decrement(2, 1);
        assert_eq!(rows.row(2), [entry(0, 1), entry(1, 1)]);
    }
}
