//! An order of very many words that costs little before it is looked at.
//!
//! Of a million words a screen shows thirty. What is asked for is put in place by
//! quickselect, and the places where the list is parted are kept, so that every further
//! look parts a smaller piece (incremental quicksort: Paredes and Navarro 2006).

use super::table::{Sort, Table, View};
use std::collections::BTreeSet;
use std::ops::Range;

/// Words in an order.
#[derive(Debug, Clone, Default)]
pub struct Order {
    /// [`Table::key`] of each; all different.
    keys: Vec<u128>,
    /// Where everything before is lower than everything behind.
    cuts: BTreeSet<usize>,
}

impl Order {
    /// All words, or those of a list, in the order of a table; `by` is what and whether
    /// the other way round.
    pub fn new(table: &Table, view: View<'_>, by: (Sort, bool), among: Option<&[u32]>) -> Self {
        let key = |word: u32| table.key(word, by, &view);
        Self {
            keys: match among {
                Some(words) => words.iter().map(|&word| key(word)).collect(),
                None => (0..view.counts.words() as u32).map(key).collect(),
            },
            cuts: BTreeSet::new(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The words in these places, as far as there are any.
    pub fn window(&mut self, places: Range<usize>) -> impl Iterator<Item = u32> {
        let end = places.end.min(self.keys.len());
        let start = places.start.min(end);
        self.cut(start);
        self.cut(end);
        let window = &mut self.keys[start..end];
        window.sort_unstable();
        window.iter().map(|&key| key as u32)
    }

    /// The place of a word; `None` for one that is not among them.
    pub fn place(&self, word: u32) -> Option<usize> {
        let own = self.keys.iter().find(|&&key| key as u32 == word)?;
        Some(self.keys.iter().filter(|key| *key < own).count())
    }

    fn cut(&mut self, at: usize) {
        let before = self.cuts.range(..=at).next_back().copied().unwrap_or(0);
        let behind = self.cuts.range(at..).next().copied();
        let behind = behind.unwrap_or(self.keys.len());
        if before < at && at < behind {
            self.keys[before..behind].select_nth_unstable(at - before);
            self.cuts.insert(at);
        }
    }
}
