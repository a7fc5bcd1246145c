//! Words get their numbers. This is looked into once for every token, so a look
//! should wait for memory once: most words are short enough to stand in the table.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Different words, numbered from 0 in the order of their first use.
#[derive(Debug, Default)]
pub(super) struct Interner {
    /// The words end to end, and where each ends.
    letters: String,
    ends: Vec<usize>,
    places: HashTable<Place>,
}

/// A word in the table.
#[derive(Debug, Clone, Copy)]
struct Place {
    key: Key,
    id: u32,
}

/// The first and the last eight bytes of a word and its length: up to sixteen
/// bytes they are the word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    head: u64,
    tail: u64,
    length: u32,
}

impl Key {
    fn of(word: &[u8]) -> Self {
        let (head, tail) = if let (Some(head), Some(tail)) = (word.first_chunk(), word.last_chunk())
        {
            (u64::from_le_bytes(*head), u64::from_le_bytes(*tail))
        } else if let (Some(head), Some(tail)) = (word.first_chunk(), word.last_chunk()) {
            let four = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
            (four(head), four(tail))
        } else {
            let byte = |at: usize| word.get(at).map_or(0, |&b| u64::from(b));
            (byte(0), byte(1) | byte(2) << 8)
        };
        // Longer ones that are equal modulo 2³² are told apart by their letters.
        let length = word.len() as u32;
        Self { head, tail, length }
    }

    fn is_word(self) -> bool {
        self.length <= 16
    }

    fn hash(self, word: &str) -> u64 {
        if self.is_word() {
            FxBuildHasher.hash_one(self)
        } else {
            FxBuildHasher.hash_one(word)
        }
    }
}

impl Interner {
    /// The number of a word, which is a new one where the word is new.
    ///
    /// There may be 2³² words: a corpus has fewer tokens than that.
    pub(super) fn id(&mut self, word: &str) -> u32 {
        let key = Key::of(word.as_bytes());
        let hash = key.hash(word);
        let (letters, ends) = (&self.letters, &self.ends);
        let same = |place: &Place| {
            place.key == key && (key.is_word() || text(letters, ends, place.id) == word)
        };
        if let Some(place) = self.places.find(hash, same) {
            return place.id;
        }
        let id = ends.len() as u32;
        self.places.insert_unique(hash, Place { key, id }, |place| {
            place.key.hash(text(letters, ends, place.id))
        });
        self.letters.push_str(word);
        self.ends.push(self.letters.len());
        id
    }

    /// How many words there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// All words, in the order of their numbers.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len() as u32).map(|id| text(&self.letters, &self.ends, id))
    }

    /// Forgets all words and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.letters.clear();
        self.ends.clear();
        self.places.clear();
    }
}

fn text<'t>(letters: &'t str, ends: &[usize], id: u32) -> &'t str {
    let id = id as usize;
    let start = if id == 0 { 0 } else { ends[id - 1] };
    &letters[start..ends[id]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_of_any_length_keep_their_numbers() {
        let mut interner = Interner::default();
        // Of each length some that differ in one place only.
        let mut words = vec![String::new()];
        for length in 1..40 {
            words.push("a".repeat(length));
            words.extend((0..length).map(|at| {
                let (before, after) = ("a".repeat(at), "a".repeat(length - at - 1));
                format!("{before}b{after}")
            }));
        }
        for _ in 0..2 {
            for (id, word) in words.iter().enumerate() {
                assert_eq!(interner.id(word), id as u32, "{word}");
            }
        }
        assert!(interner.words().eq(&words));
        interner.clear();
        assert_eq!((interner.words().count(), interner.id("new")), (0, 0));
    }

    proptest! {
        #[test]
        fn equal_words_have_equal_numbers(words in prop::collection::vec("[ab\0é]{0,4}|[ab]{15,18}", 0..200)) {
            let mut interner = Interner::default();
            let mut seen: Vec<&str> = Vec::new();
            for word in &words {
                let place = seen.iter().position(|s| s == word).unwrap_or_else(|| {
                    seen.push(word);
                    seen.len() - 1
                });
                prop_assert_eq!(interner.id(word), place as u32);
            }
        }
    }
}
