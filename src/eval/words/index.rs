//! Words that hold a text, found among a million of them.

use crate::corpus::Vocabulary;
use regex::Regex;

/// All words in one text: one search through that is much faster than one in each.
#[derive(Debug, Clone)]
pub struct Index {
    text: String,
    /// Where each word starts, and the end of the last one's.
    starts: Vec<usize>,
}

impl Index {
    /// Puts the words together.
    pub fn of(vocabulary: &Vocabulary) -> Self {
        let words = vocabulary.words();
        let bytes = words.iter().map(|word| word.len() + 1).sum();
        let mut index = Self {
            text: String::with_capacity(bytes),
            starts: Vec::with_capacity(words.len() + 1),
        };
        for word in words {
            index.starts.push(index.text.len());
            index.text.push_str(word);
            // So that no word runs on into the next.
            index.text.push('\n');
        }
        index.starts.push(index.text.len());
        index
    }

    /// The words in which the pattern matches, by ascending id. Anchors see the text of
    /// all words, so it should have none.
    pub fn find(&self, pattern: &Regex) -> Vec<u32> {
        let mut found = Vec::new();
        let (mut at, mut word) = (0, 0);
        while let Some(hit) = pattern.find_at(&self.text, at) {
            // Mostly the next word or one far away.
            if self
                .starts
                .get(word + 1)
                .is_none_or(|&end| end <= hit.start())
            {
                word = self.starts.partition_point(|&start| start <= hit.start()) - 1;
            }
            let Some(&end) = self.starts.get(word + 1) else {
                break;
            };
            // What runs over the end of a word is in none.
            if hit.end() < end {
                found.push(word as u32);
            }
            at = end;
            word += 1;
        }
        found
    }
}
