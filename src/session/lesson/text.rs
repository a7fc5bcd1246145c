//! Texts in several languages.

use crate::plain::is_unspaced;
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;

/// The language that every text has.
pub const ENGLISH: &str = "en";

/// A text in English and maybe in other languages. Line ends inside a paragraph are white
/// space, but not between Chinese characters; an empty line parts paragraphs.
#[derive(Debug, Clone, PartialEq)]
pub struct Text(BTreeMap<String, String>);

impl Text {
    /// In the language of this code (`ko`), in English where it is not there.
    pub fn get(&self, language: &str) -> &str {
        let own = self.0.get(language).or_else(|| self.0.get(ENGLISH));
        own.map_or("", String::as_str)
    }

    /// The codes of its languages.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// One space where there was white space, one line for each paragraph.
fn settled(text: &str) -> String {
    let paragraphs = text.split("\n\n").flat_map(|part| {
        // An empty line may hold spaces.
        let mut paragraphs = vec![String::new()];
        for line in part.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match (words.is_empty(), paragraphs.last_mut()) {
                (false, Some(last)) => {
                    let words = words.join(" ");
                    if !last.is_empty() && !joins(last, &words) {
                        last.push(' ');
                    }
                    last.push_str(&words);
                }
                _ => paragraphs.push(String::new()),
            }
        }
        paragraphs
    });
    let paragraphs: Vec<String> = paragraphs.filter(|text| !text.is_empty()).collect();
    paragraphs.join("\n")
}

/// Whether a line end between two lines is no space: where both are written without any.
fn joins(before: &str, after: &str) -> bool {
    before.chars().next_back().is_some_and(is_unspaced)
        && after.chars().next().is_some_and(is_unspaced)
}

struct Texts;

impl<'de> Visitor<'de> for Texts {
    type Value = Text;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, or texts by language such as {\"en\": \"…\", \"ko\": \"…\"}")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Text, E> {
        finish(BTreeMap::from([(ENGLISH.to_owned(), settled(text))]))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Text, A::Error> {
        let mut texts = BTreeMap::new();
        while let Some((language, text)) = map.next_entry::<String, String>()? {
            let letters = language.chars().all(|c| c.is_ascii_lowercase());
            if !letters || !(2..=3).contains(&language.len()) {
                return Err(Error::custom(format!(
                    "'{language}' is no code of a language: two or three small letters, as en, ko, zh"
                )));
            }
            if texts.insert(language.clone(), settled(&text)).is_some() {
                return Err(Error::custom(format!(
                    "the language {language} is there twice"
                )));
            }
        }
        finish(texts)
    }
}

fn finish<E: Error>(texts: BTreeMap<String, String>) -> Result<Text, E> {
    if !texts.contains_key(ENGLISH) {
        return Err(E::custom("a text is missing its English: add an \"en\""));
    }
    if let Some((language, _)) = texts.iter().find(|(_, text)| text.is_empty()) {
        return Err(E::custom(format!(
            "the text in {language} is empty: write one"
        )));
    }
    Ok(Text(texts))
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Texts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_that_is_missing_falls_back_to_english() {
        let text: Text =
            ron::from_str("{\"en\": \"one\\n  two\\n \\n three\", \"ko\": \"하나\"}").unwrap();
        assert_eq!(text.get("en"), "one two\nthree");
        assert_eq!(text.get("ko"), "하나");
        assert_eq!(text.get("zh"), "one two\nthree");
        let chinese: Text = ron::from_str(
            "{\"en\": \"one\", \"zh\": \"主题\n  是，\n 词\n0\n的\", \"ko\": \"토픽\n 하나\"}",
        )
        .unwrap();
        assert_eq!(chinese.get("zh"), "主题是，词 0 的");
        assert_eq!(chinese.get("ko"), "토픽 하나");
        let plain: Text = ron::from_str("\"one\"").unwrap();
        assert_eq!(plain.get("ko"), "one");
        for (bad, why) in [
            ("{\"ko\": \"하나\"}", "English"),
            ("{\"en\": \" \"}", "empty"),
            ("{\"en\": \"a\", \"Korean\": \"b\"}", "no code"),
        ] {
            let error = ron::from_str::<Text>(bad).unwrap_err().to_string();
            assert!(error.contains(why), "{bad}: {error}");
        }
    }
}
