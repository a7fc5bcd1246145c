//! The tokenizers' rules for ASCII text, by a table of bytes. What they find is
//! what the general rules find, which the tests hold them to.

use std::ops::Range;

const LETTER: u8 = 1;
const DIGIT: u8 = 2;
const UNDERSCORE: u8 = 4;
/// What words are made of.
const WORD: u8 = LETTER | DIGIT | UNDERSCORE;
/// Moves `LETTER` and `DIGIT` to what may stand between two of them.
const BETWEEN: u8 = 3;
const SPACE: u8 = 64;

const CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        let b = byte as u8;
        classes[byte] = match b {
            b'a'..=b'z' | b'A'..=b'Z' => LETTER,
            b'0'..=b'9' => DIGIT,
            b'_' => UNDERSCORE,
            b'.' | b'\'' => (LETTER | DIGIT) << BETWEEN,
            b':' => LETTER << BETWEEN,
            b',' | b';' => DIGIT << BETWEEN,
            b' ' | b'\t'..=b'\r' => SPACE,
            _ => 0,
        };
        byte += 1;
    }
    classes
}

fn class(text: &[u8], at: usize) -> u8 {
    text.get(at).map_or(0, |&b| CLASSES[usize::from(b)])
}

/// From `at`, where the first byte stands that has (or has not) one of the classes.
fn find(text: &[u8], at: usize, classes: u8, has: bool) -> usize {
    let mut rest = text[at..].iter();
    rest.position(|&b| (CLASSES[usize::from(b)] & classes != 0) == has)
        .map_or(text.len(), |found| at + found)
}

/// Words by UAX #29 that have a letter or a digit: letters, digits and underscores,
/// and what may stand between two letters (`don't`) or two digits (`4.50`).
pub(super) fn unicode_words(text: &[u8], f: &mut dyn FnMut(Range<usize>)) {
    let mut at = 0;
    loop {
        let start = find(text, at, WORD, true);
        if start == text.len() {
            return;
        }
        at = start;
        let mut seen = 0;
        loop {
            let mut last = 0;
            while class(text, at) & WORD != 0 {
                last = class(text, at);
                seen |= last;
                at += 1;
            }
            let joined = class(text, at) >> BETWEEN & last & class(text, at + 1) != 0;
            if !joined {
                break;
            }
            at += 1;
        }
        if seen & (LETTER | DIGIT) != 0 {
            f(start..at);
        }
    }
}

/// Runs of two or more letters, digits and underscores.
pub(super) fn sklearn_words(text: &[u8], f: &mut dyn FnMut(Range<usize>)) {
    runs(text, WORD, true, &mut |range| {
        if range.len() > 1 {
            f(range);
        }
    });
}

/// Whatever stands between white space.
pub(super) fn whitespace_words(text: &[u8], f: &mut dyn FnMut(Range<usize>)) {
    runs(text, SPACE, false, f);
}

/// Runs of bytes that have (or have not) one of the classes.
fn runs(text: &[u8], classes: u8, has: bool, f: &mut dyn FnMut(Range<usize>)) {
    let mut start = find(text, 0, classes, has);
    while start < text.len() {
        let end = find(text, start, classes, !has);
        f(start..end);
        start = find(text, end, classes, has);
    }
}
