//! Tokens by regular expression over the lower-cased text, as scikit-learn's
//! `CountVectorizer` finds them, with ranges in the original text.

use std::borrow::Cow;
use std::ops::Range;

use regex::{Regex, RegexBuilder};

use super::error::CorpusError;
use super::normal::composed;

/// `CountVectorizer`'s `(?u)\b\w\w+\b` in the words of the regex crate. Python's
/// `\w` is letters, numbers and the underscore; Rust's also has combining marks.
/// A greedy run of two or more says the same as the two `\b`.
const SKLEARN: &str = r"[\p{L}\p{N}_]{2,}";

/// A compiled token pattern.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    regex: Regex,
    /// Whether tokens are composed (NFC); Python leaves them as they are.
    compose: bool,
}

impl Pattern {
    /// `CountVectorizer`'s default.
    pub(super) fn sklearn() -> Result<Self, CorpusError> {
        Self::new(SKLEARN, false)
    }

    /// A user's pattern. With one group, the group is the token.
    pub(super) fn new(pattern: &str, compose: bool) -> Result<Self, CorpusError> {
        let refuse = |reason: String| CorpusError::Option {
            option: "--token-pattern",
            reason,
        };
        let regex = RegexBuilder::new(pattern).build().map_err(|e| {
            // The last line says what is wrong, the ones before draw where.
            let text = e.to_string();
            let reason = text.lines().last().unwrap_or_default();
            let reason = reason.trim_start_matches("error: ");
            refuse(format!("{pattern:?} is no regular expression: {reason}"))
        })?;
        if regex.captures_len() > 2 {
            return Err(refuse(format!(
                "{pattern:?} has {} groups; use one for the token and (?:…) for the others",
                regex.captures_len() - 1
            )));
        }
        Ok(Self { regex, compose })
    }

    /// Calls `f` with each token's range in `text` and its lower-case form.
    pub(super) fn tokens(&self, text: &str, f: &mut dyn FnMut(Range<usize>, &str)) {
        let lower = lowered(text);
        let mut places = Places::new(text);
        let mut emit = |found: regex::Match<'_>| {
            if !found.is_empty() {
                let range = places.original(found.range());
                let word = found.as_str();
                if self.compose {
                    f(range, &composed(word));
                } else {
                    f(range, word);
                }
            }
        };
        if self.regex.captures_len() == 2 {
            for captures in self.regex.captures_iter(&lower) {
                if let Some(group) = captures.get(1) {
                    emit(group);
                }
            }
        } else {
            self.regex.find_iter(&lower).for_each(emit);
        }
    }
}

fn lowered(text: &str) -> Cow<'_, str> {
    if !text.is_ascii() {
        Cow::Owned(text.to_lowercase())
    } else if text.bytes().any(|b| b.is_ascii_uppercase()) {
        Cow::Owned(text.to_ascii_lowercase())
    } else {
        Cow::Borrowed(text)
    }
}

/// Maps ranges of the lower-cased text back to the original, where a letter may
/// have had another length ('İ' becomes two characters, 'K' (kelvin) one byte).
/// Asked in ascending order, it walks the text once.
struct Places<'t> {
    text: &'t str,
    /// Nothing to map: lower-casing ASCII moves nothing.
    ascii: bool,
    /// Start of the current character in the original and in the lower-cased text.
    original: usize,
    lower: usize,
    /// Where the last range ended: a letter that became two tokens counts once.
    taken: usize,
}

impl<'t> Places<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            ascii: text.is_ascii(),
            original: 0,
            lower: 0,
            taken: 0,
        }
    }

    fn original(&mut self, lower: Range<usize>) -> Range<usize> {
        if self.ascii {
            return lower;
        }
        let start = self.character(lower.start).start.max(self.taken);
        let end = self.character(lower.end - 1).end;
        self.taken = end;
        start..end
    }

    /// The original character that the lower-cased byte `at` came from.
    fn character(&mut self, at: usize) -> Range<usize> {
        for c in self.text[self.original..].chars() {
            // The one rule that looks at neighbours, final sigma, keeps the length.
            let length = if c.is_ascii() {
                1
            } else {
                c.to_lowercase().map(char::len_utf8).sum()
            };
            if at < self.lower + length {
                return self.original..self.original + c.len_utf8();
            }
            self.lower += length;
            self.original += c.len_utf8();
        }
        self.original..self.original
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(pattern: &Pattern, text: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        pattern.tokens(text, &mut |r, w| found.push((text[r].into(), w.into())));
        found
    }

    #[test]
    fn ranges_follow_letters_that_change_length() {
        let found = tokens(
            &Pattern::sklearn().unwrap(),
            "aİ İab \u{212A}elvin ΟΔΟΣ end",
        );
        let want = [
            ("aİ", "ai"),
            ("ab", "ab"),
            ("\u{212A}elvin", "kelvin"),
            ("ΟΔΟΣ", "οδος"),
            ("end", "end"),
        ];
        assert_eq!(found, want.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }

    #[test]
    fn one_group_is_the_token_two_are_refused() {
        let pattern = Pattern::new(r"#(\w+)", true).unwrap();
        assert_eq!(tokens(&pattern, "#One two #three").len(), 2);
        assert_eq!(tokens(&pattern, "#One")[0].1, "one");
        assert!(Pattern::new(r"(a)(b)", true).unwrap_err().is_usage());
        let error = Pattern::new(r"(a", true).unwrap_err();
        assert!(error.is_usage() && error.to_string().contains("unclosed group"));
    }

    #[test]
    fn a_letter_taken_apart_is_covered_once() {
        let found = tokens(&Pattern::new(".", true).unwrap(), "İx");
        assert_eq!(found[0].0, "İ");
        assert_eq!(found[1].0, "");
        assert_eq!(found[2].0, "x");
    }
}
