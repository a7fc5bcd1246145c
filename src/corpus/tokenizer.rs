//! Running text becomes words: which characters make a word, and its one
//! spelling. The corpus keeps its tokenizer, so that a document can be read
//! again with every word in its place.

use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::ascii;
use super::error::CorpusError;
use super::normal::normal;
use super::pattern::Pattern;
use super::pieces::pieces;
use super::segment::Segmenter;

/// How words are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TokenizerKind {
    /// Words in any script: UAX #29, and dictionaries where words are written
    /// without spaces. One-letter words and numbers are words.
    #[default]
    Unicode,
    /// What scikit-learn's `CountVectorizer` does by default.
    Sklearn,
    /// Whatever stands between white space.
    Whitespace,
}

impl FromStr for TokenizerKind {
    type Err = CorpusError;

    fn from_str(name: &str) -> Result<Self, CorpusError> {
        match name {
            "unicode" => Ok(Self::Unicode),
            "sklearn" => Ok(Self::Sklearn),
            "whitespace" => Ok(Self::Whitespace),
            _ => Err(CorpusError::Option {
                option: "--tokenizer",
                reason: format!("{name:?} is not one of unicode, sklearn, whitespace"),
            }),
        }
    }
}

/// Which tokenizer a corpus uses.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TokenizerOptions {
    /// The rule.
    pub kind: TokenizerKind,
    /// A regular expression (of the Rust regex crate) that replaces the rule. It
    /// is matched against the lower-cased text; with a group, the group is the
    /// token.
    pub pattern: Option<String>,
}

/// Finds the words of a text.
#[derive(Debug, Clone)]
pub struct Tokenizer {
    options: TokenizerOptions,
    rule: Rule,
}

#[derive(Debug, Clone)]
enum Rule {
    Words(Segmenter),
    Sklearn(Pattern),
    Pattern(Pattern),
    Whitespace,
}

impl Tokenizer {
    /// The tokenizer that the options describe.
    ///
    /// # Errors
    /// A usage error when the pattern is no regular expression, or has more than
    /// one group.
    pub fn new(options: TokenizerOptions) -> Result<Self, CorpusError> {
        let rule = match (&options.pattern, options.kind) {
            (Some(pattern), kind) => {
                Rule::Pattern(Pattern::new(pattern, kind != TokenizerKind::Sklearn)?)
            }
            (None, TokenizerKind::Sklearn) => Rule::Sklearn(Pattern::sklearn()?),
            (None, TokenizerKind::Unicode) => Rule::Words(Segmenter::new()),
            (None, TokenizerKind::Whitespace) => Rule::Whitespace,
        };
        Ok(Self { options, rule })
    }

    /// What it was made from.
    pub fn options(&self) -> &TokenizerOptions {
        &self.options
    }

    /// Calls `f` with each word of `text` in order: the byte range it covers in
    /// `text`, and its normal form.
    pub fn tokens(&self, text: &str, f: &mut dyn FnMut(Range<usize>, &str)) {
        let quick = match &self.rule {
            Rule::Words(_) => ascii::unicode_words,
            Rule::Sklearn(_) => ascii::sklearn_words,
            Rule::Whitespace => ascii::whitespace_words,
            // It may look at any character of the text.
            Rule::Pattern(pattern) => return pattern.tokens(text, f),
        };
        let mut lower = String::new();
        pieces(text, &mut |piece, is_ascii| {
            let base = piece.start;
            let mut found = |range: Range<usize>, word: &str| {
                f(base + range.start..base + range.end, word);
            };
            let piece = &text[piece];
            if is_ascii {
                lower.clear();
                lower.push_str(piece);
                lower.make_ascii_lowercase();
                quick(lower.as_bytes(), &mut |range| {
                    found(range.clone(), &lower[range]);
                });
            } else {
                self.any_tokens(piece, &mut found);
            }
        });
    }

    /// The same for text in any script.
    fn any_tokens(&self, text: &str, f: &mut dyn FnMut(Range<usize>, &str)) {
        match &self.rule {
            Rule::Words(segmenter) => {
                segmenter.words(text, &mut |range| f(range.clone(), &normal(&text[range])));
            }
            Rule::Sklearn(pattern) | Rule::Pattern(pattern) => pattern.tokens(text, f),
            Rule::Whitespace => {
                for word in text.split_whitespace() {
                    let start = word.as_ptr() as usize - text.as_ptr() as usize;
                    f(start..start + word.len(), &normal(word));
                }
            }
        }
    }
}

impl Default for Tokenizer {
    /// The Unicode tokenizer.
    fn default() -> Self {
        Self {
            options: TokenizerOptions::default(),
            rule: Rule::Words(Segmenter::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tokenizer(kind: TokenizerKind, pattern: Option<&str>) -> Tokenizer {
        Tokenizer::new(TokenizerOptions {
            kind,
            pattern: pattern.map(str::to_owned),
        })
        .unwrap()
    }

    fn words(kind: TokenizerKind, text: &str) -> Vec<String> {
        let mut found = Vec::new();
        tokenizer(kind, None).tokens(text, &mut |_, w| found.push(w.to_owned()));
        found
    }

    #[test]
    fn crosses_threads() {
        fn sound<T: Send + Sync + Clone>() {}
        sound::<Tokenizer>();
    }

    #[test]
    fn whitespace_keeps_all_but_space_and_case() {
        assert_eq!(
            words(TokenizerKind::Whitespace, " A,b\u{3000}C-d\n\u{a0}E "),
            ["a,b", "c-d", "e"]
        );
    }

    #[test]
    fn the_same_tokens_as_scikit_learn() {
        let cases: Vec<(String, Vec<String>)> =
            serde_json::from_str(include_str!("../../tests/fixtures/sklearn_tokens.json")).unwrap();
        assert!(cases.len() > 15);
        for (text, want) in cases {
            assert_eq!(words(TokenizerKind::Sklearn, &text), want, "{text:?}");
        }
    }

    /// Text where the rules have something to decide, ASCII and not.
    fn difficult() -> impl Strategy<Value = String> {
        let ascii = "[ \\t\n\r\u{b}\u{c}\u{1f}aBz09_.,:;'\"-]{1,8}";
        let other = "[\u{93f}\u{301}\u{200d}\u{ad}\u{3000}\u{a0}\u{85}\u{2000}éİΣσסſ\u{212A}中ไカ’️²½א]{1,2}";
        let any = "\\PC{1,2}";
        prop::collection::vec(prop_oneof![5 => ascii, 1 => other, 1 => any], 0..10)
            .prop_map(|parts| parts.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn the_quick_rules_find_what_the_general_ones_find(text in difficult()) {
            for kind in [
                TokenizerKind::Unicode,
                TokenizerKind::Sklearn,
                TokenizerKind::Whitespace,
            ] {
                let tokenizer = tokenizer(kind, None);
                let (mut quick, mut general) = (Vec::new(), Vec::new());
                tokenizer.tokens(&text, &mut |range, word| quick.push((range, word.to_owned())));
                tokenizer.any_tokens(&text, &mut |range, word| general.push((range, word.to_owned())));
                prop_assert_eq!(&quick, &general, "{:?}", kind);
            }
        }
    }

    proptest! {
        #[test]
        fn ranges_are_ascending_character_boundaries(
            text in "(\\PC|[ aİK\u{301}中ไк'’.\n]){0,60}",
            rule in 0..4,
        ) {
            let tokenizer = match rule {
                0 => tokenizer(TokenizerKind::Unicode, None),
                1 => tokenizer(TokenizerKind::Sklearn, None),
                2 => tokenizer(TokenizerKind::Whitespace, None),
                _ => tokenizer(TokenizerKind::Unicode, Some(".")),
            };
            let mut last = 0;
            tokenizer.tokens(&text, &mut |range, word| {
                assert!(range.start >= last && range.end >= range.start);
                assert!(text.is_char_boundary(range.start) && text.is_char_boundary(range.end));
                assert!(!word.is_empty());
                last = range.end;
            });
        }
    }
}
