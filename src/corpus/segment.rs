//! Words of running text in any script.
//!
//! Scripts that part words by spaces follow UAX #29: a Hindi word keeps its
//! vowel signs, `don't` and `4.5` stay whole. Scripts that write words without
//! spaces (Han, kana, Thai, Lao, Khmer, Myanmar) are cut out of the text as runs
//! and go through a dictionary. Both rules break between the two kinds of
//! script, so cutting there changes nothing for their neighbours.

use std::ops::Range;

use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};
use unicode_segmentation::UnicodeSegmentation;

/// A run longer than this is segmented in pieces. Real runs end at the next
/// comma; this keeps memory small for a file without any.
const LONGEST_RUN: usize = 1 << 16;

/// Finds words by UAX #29 and dictionaries.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segmenter {
    unspaced: WordSegmenterBorrowed<'static>,
}

impl Segmenter {
    pub(super) fn new() -> Self {
        Self {
            unspaced: WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()),
        }
    }

    /// Calls `f` with the byte range of each word, in order. A word has at least
    /// one letter or digit.
    pub(super) fn words(&self, text: &str, f: &mut dyn FnMut(Range<usize>)) {
        if text.is_ascii() {
            return spaced(text, 0, f);
        }
        let mut start = 0;
        while start < text.len() {
            let rest = &text[start..];
            let unspaced = rest.chars().next().is_some_and(is_unspaced);
            let length = run_length(rest, unspaced);
            let run = &rest[..length];
            if unspaced {
                self.unspaced(run, start, f);
            } else {
                spaced(run, start, f);
            }
            start += length;
        }
    }

    fn unspaced(&self, run: &str, base: usize, f: &mut dyn FnMut(Range<usize>)) {
        let mut start = 0;
        for end in self.unspaced.segment_str(run) {
            if run[start..end].chars().any(char::is_alphanumeric) {
                f(base + start..base + end);
            }
            start = end;
        }
    }
}

fn spaced(run: &str, base: usize, f: &mut dyn FnMut(Range<usize>)) {
    for (start, word) in run.unicode_word_indices() {
        f(base + start..base + start + word.len());
    }
}

/// Bytes of the run of one kind at the start of `text`.
fn run_length(text: &str, unspaced: bool) -> usize {
    for (at, c) in text.char_indices() {
        let same = is_unspaced(c) == unspaced || (unspaced && is_variation_selector(c));
        if !same || (unspaced && at >= LONGEST_RUN) {
            return at;
        }
    }
    text.len()
}

/// Whether the character belongs to a script that writes words without spaces.
fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{0E00}'..='\u{0EFF}'     // Thai, Lao
        | '\u{1000}'..='\u{109F}' | '\u{A9E0}'..='\u{A9FF}' | '\u{AA60}'..='\u{AA7F}' // Myanmar
        | '\u{1780}'..='\u{17FF}'   // Khmer
        | '\u{3005}' | '\u{3007}' | '\u{3021}'..='\u{3029}' | '\u{2E80}'..='\u{2FDF}' // Han marks, radicals
        | '\u{3041}'..='\u{309F}'   // Hiragana
        | '\u{30A1}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' // Katakana
        | '\u{FF66}'..='\u{FF9F}'   // half-width Katakana
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFD}' // Han
    )
}

/// Marks that choose a glyph for the ideograph before them.
fn is_variation_selector(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        Segmenter::new().words(text, &mut |range| found.push(range));
        found.into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn words_with_vowel_signs_and_diacritics_stay_whole() {
        assert_eq!(words("हिन्दी में"), ["हिन्दी", "में"]);
        assert_eq!(words("తెలుగు భాష"), ["తెలుగు", "భాష"]);
        assert_eq!(words("한국어는 쉽다."), ["한국어는", "쉽다"]);
        assert_eq!(words("اللُّغَةُ العَرَبِيَّة"), ["اللُّغَةُ", "العَرَبِيَّة"]);
        assert_eq!(words("cafe\u{301} noir"), ["cafe\u{301}", "noir"]);
    }

    #[test]
    fn english_words_numbers_and_no_punctuation() {
        assert_eq!(
            words("I don't — can’t! pay $4.50, 7 x 1,000… _"),
            ["I", "don't", "can’t", "pay", "4.50", "7", "x", "1,000"]
        );
    }

    #[test]
    fn scripts_without_spaces_are_cut_by_dictionary() {
        assert_eq!(
            words("老师说，卫星进入轨道。"),
            ["老师", "说", "卫星", "进入", "轨道"]
        );
        assert_eq!(words("私は学生です"), ["私", "は", "学生", "です"]);
        assert_eq!(words("ภาษาไทยง่าย"), ["ภาษา", "ไทย", "ง่าย"]);
        assert_eq!(words("iPhone用の3月"), ["iPhone", "用", "の", "3", "月"]);
    }

    #[test]
    fn a_long_line_takes_linear_time() {
        for unit in ["a", "中文", "ไทย", "a.1'", "か\u{FE00}", "\u{200d}"] {
            let text = unit.repeat(400_000 / unit.len());
            let mut last = 0;
            Segmenter::new().words(&text, &mut |range| {
                assert!(range.start >= last);
                last = range.end;
            });
        }
    }
}
