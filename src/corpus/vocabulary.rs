//! The words of a corpus and their ids.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// V different words; a word's id is its place in the list, from 0.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    words: Vec<String>,
    ids: HashTable<u32>,
}

impl Vocabulary {
    /// A vocabulary from its words in the order of their ids. A word that comes
    /// twice keeps both ids; looking it up gives the first.
    pub fn new(words: Vec<String>) -> Self {
        let mut ids: HashTable<u32> = HashTable::with_capacity(words.len());
        for (id, word) in words.iter().enumerate() {
            ids.entry(
                hash(word),
                |&known| words[known as usize] == *word,
                |&known| hash(&words[known as usize]),
            )
            .or_insert(id as u32);
        }
        Self { words, ids }
    }

    /// Number of words, V.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is no word at all.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The word with this id.
    pub fn word(&self, id: u32) -> &str {
        &self.words[id as usize]
    }

    /// All words, in the order of their ids.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The id of a word.
    pub fn id(&self, word: &str) -> Option<u32> {
        let is_word = |&id: &u32| self.word(id) == word;
        self.ids.find(hash(word), is_word).copied()
    }
}

fn hash(word: &str) -> u64 {
    FxBuildHasher.hash_one(word)
}
