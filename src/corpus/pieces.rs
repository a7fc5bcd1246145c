//! Most text is ASCII, or nearly so, and ASCII is quick to tokenise. This cuts a
//! text into stretches that are ASCII and stretches that are not, at places where
//! no tokenizer's rule looks across.

use std::ops::Range;

use encoding_rs::Encoding;

/// Calls `f` with each stretch of `text`, in order and without a gap, and whether
/// it is ASCII.
///
/// An ASCII stretch ends before white space and begins with white space or after
/// it. UAX #29 breaks before white space that follows an ASCII character, and
/// after white space unless a mark comes next, which belongs to the other kind of
/// stretch together with all white space before it. White space ends what the
/// final sigma of lower-casing looks at, too.
pub(super) fn pieces(text: &str, f: &mut dyn FnMut(Range<usize>, bool)) {
    let bytes = text.as_bytes();
    let mut start = 0;
    while start < bytes.len() {
        let foreign = start + Encoding::ascii_valid_up_to(&bytes[start..]);
        let end = if foreign == bytes.len() {
            foreign
        } else {
            before_word(bytes, start, foreign)
        };
        if end > start {
            f(start..end, true);
        }
        start = end;
        if foreign < bytes.len() {
            let end = after_words(bytes, foreign);
            f(start..end, false);
            start = end;
        }
    }
}

/// Where the white space starts before the word that `at` is in; not before `start`.
fn before_word(bytes: &[u8], start: usize, at: usize) -> usize {
    let is_space = |b: &u8| b.is_ascii_whitespace();
    let last = |end: usize, wanted: &dyn Fn(&u8) -> bool| {
        let found = bytes[start..end].iter().rposition(wanted);
        found.map_or(start, |found| start + found + 1)
    };
    let word = last(at, &is_space);
    last(word, &|b| !is_space(b))
}

/// The end of the word that `at` is in, or of the last of the words after it that
/// are not ASCII either.
fn after_words(bytes: &[u8], at: usize) -> usize {
    let next = |from: usize, space: bool| {
        let mut rest = bytes[from..].iter();
        rest.position(|b| b.is_ascii_whitespace() == space)
            .map_or(bytes.len(), |found| from + found)
    };
    let mut end = next(at, true);
    loop {
        let word = next(end, false);
        let word_end = next(word, true);
        if bytes[word..word_end].is_ascii() {
            return end;
        }
        end = word_end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cut(text: &str) -> Vec<(&str, bool)> {
        let mut found = Vec::new();
        pieces(text, &mut |range, ascii| found.push((&text[range], ascii)));
        found
    }

    #[test]
    fn words_that_are_not_ascii_keep_the_space_before_them() {
        assert_eq!(cut("plain text"), [("plain text", true)]);
        assert_eq!(
            cut("un café  au lait\t\n élevé là!"),
            [
                ("un", true),
                (" café", false),
                ("  au lait", true),
                ("\t\n élevé là!", false)
            ]
        );
        assert_eq!(cut("é a "), [("é", false), (" a ", true)]);
        assert_eq!(cut(" é"), [(" é", false)]);
        assert!(cut("").is_empty());
    }

    proptest! {
        #[test]
        fn pieces_are_the_text(text in "([ab.\n ]|[é\u{301}中\u{3000}]){0,40}") {
            let found = cut(&text);
            prop_assert_eq!(found.iter().map(|p| p.0).collect::<String>(), &*text);
            for (piece, ascii) in found {
                prop_assert!(!piece.is_empty() && piece.is_ascii() == ascii);
            }
        }
    }
}
