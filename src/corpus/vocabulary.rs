//! The words of a corpus and their ids.

use rustc_hash::FxHashMap;

/// V different words; a word's id is its place in the list, from 0.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    words: Vec<String>,
    ids: FxHashMap<String, u32>,
}

impl Vocabulary {
    /// A vocabulary from its words in the order of their ids. A word that comes
    /// twice keeps both ids; looking it up gives the first.
    pub fn new(words: Vec<String>) -> Self {
        let mut ids = FxHashMap::default();
        for (id, word) in words.iter().enumerate() {
            ids.entry(word.clone()).or_insert(id as u32);
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
        self.ids.get(word).copied()
    }
}
