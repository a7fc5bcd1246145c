//! One spelling for each word: what makes `Café`, `CAFÉ` and `café` (letter
//! and accent apart) the same word.

use std::borrow::Cow;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// The normal form of a word: composed (NFC) and lower case.
pub(super) fn normal(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return if word.bytes().any(|b| b.is_ascii_uppercase()) {
            Cow::Owned(word.to_ascii_lowercase())
        } else {
            Cow::Borrowed(word)
        };
    }
    let lower = match composed(word) {
        Cow::Borrowed(w) => w.to_lowercase(),
        Cow::Owned(w) => w.to_lowercase(),
    };
    // Lower-casing can take a composed letter apart ('İ').
    match composed(&lower) {
        Cow::Borrowed(_) => Cow::Owned(lower),
        Cow::Owned(again) => Cow::Owned(again),
    }
}

/// NFC, without a copy where the word has that form already.
pub(super) fn composed(word: &str) -> Cow<'_, str> {
    if word.is_ascii() || is_nfc_quick(word.chars()) == IsNormalized::Yes {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(word.nfc().collect())
    }
}

/// What a stop list compares: the normal form with the plain apostrophe, so
/// that the list's `don't` also stops a typeset `don’t`.
pub(super) fn stop_key(word: &str) -> String {
    normal(word)
        .chars()
        .map(|c| match c {
            '\u{2019}' | '\u{2018}' | '\u{02BC}' | '\u{FF07}' => '\'',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_and_case_fall_together() {
        assert_eq!(normal("CAFE\u{301}"), "café");
        assert_eq!(normal("\u{1112}\u{1161}\u{11ab}"), "한");
        assert_eq!(normal("ΣΟΦΟΣ"), "σοφος");
        assert_eq!(normal("plain"), "plain");
    }

    #[test]
    fn typeset_apostrophes_compare_equal() {
        assert_eq!(stop_key("Don’t"), stop_key("don't"));
    }
}
