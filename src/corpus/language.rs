//! Languages: their names, their stop lists, and which one a text is in.
//!
//! The lists are NLTK's where it has one, because they hold function words only;
//! for other languages those of Stopwords ISO (whose English list would also
//! stop *computer*, *fire* and *system*). Both come with the crate `stop-words`.

use std::collections::HashSet;

/// Fewer letters than this say nothing certain about the language.
const FEWEST_LETTERS: usize = 200;
/// Fewer different words than this are a toy, not a language.
const FEWEST_WORDS: usize = 30;

/// A language that has a stop list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language {
    /// ISO 639-1 code.
    pub code: &'static str,
    /// ISO 639-3 code.
    pub code3: &'static str,
    /// English name, lower case.
    pub name: &'static str,
}

macro_rules! languages {
    ($($code:literal $code3:literal $name:literal),* $(,)?) => {
        /// All languages with a stop list, by code.
        pub const LANGUAGES: &[Language] =
            &[$(Language { code: $code, code3: $code3, name: $name }),*];
    };
}

languages! {
    "af" "afr" "afrikaans", "ar" "ara" "arabic", "az" "aze" "azerbaijani",
    "be" "bel" "belarusian", "bg" "bul" "bulgarian", "bn" "ben" "bengali",
    "br" "bre" "breton", "ca" "cat" "catalan", "cs" "ces" "czech",
    "da" "dan" "danish", "de" "deu" "german", "el" "ell" "greek",
    "en" "eng" "english", "eo" "epo" "esperanto", "es" "spa" "spanish",
    "et" "est" "estonian", "eu" "eus" "basque", "fa" "pes" "persian",
    "fi" "fin" "finnish", "fr" "fra" "french", "ga" "gle" "irish",
    "gl" "glg" "galician", "gu" "guj" "gujarati", "ha" "hau" "hausa",
    "he" "heb" "hebrew", "hi" "hin" "hindi", "hr" "hrv" "croatian",
    "hu" "hun" "hungarian", "hy" "hye" "armenian", "id" "ind" "indonesian",
    "it" "ita" "italian", "ja" "jpn" "japanese", "kk" "kaz" "kazakh",
    "ko" "kor" "korean", "ku" "kur" "kurdish", "la" "lat" "latin",
    "lt" "lit" "lithuanian", "lv" "lav" "latvian", "mr" "mar" "marathi",
    "ms" "msa" "malay", "ne" "nep" "nepali", "nl" "nld" "dutch",
    "no" "nob" "norwegian", "pl" "pol" "polish", "pt" "por" "portuguese",
    "ro" "ron" "romanian", "ru" "rus" "russian", "sk" "slk" "slovak",
    "sl" "slv" "slovenian", "so" "som" "somali", "sq" "sqi" "albanian",
    "st" "sot" "sotho", "sv" "swe" "swedish", "sw" "swa" "swahili",
    "ta" "tam" "tamil", "tg" "tgk" "tajik", "th" "tha" "thai",
    "tl" "tgl" "tagalog", "tr" "tur" "turkish", "uk" "ukr" "ukrainian",
    "ur" "urd" "urdu", "uz" "uzb" "uzbek", "vi" "vie" "vietnamese",
    "yo" "yor" "yoruba", "zh" "cmn" "chinese", "zu" "zul" "zulu",
}

/// Words that English stop lists of function words leave out although they
/// carry no topic either.
const ENGLISH_TOO: &str = include_str!("../../assets/stop_words/english.txt");

impl Language {
    /// The language of an English name (`korean`) or an ISO code (`ko`, `kor`),
    /// in any case.
    pub fn parse(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        LANGUAGES
            .iter()
            .find(|l| name == l.name || name == l.code || name == l.code3)
            .copied()
    }

    /// The stop list's entries, as written.
    pub fn stop_words(&self) -> impl Iterator<Item = &'static str> {
        let more = if self.code == "en" { ENGLISH_TOO } else { "" };
        let listed = stop_words::lookup(self.code).unwrap_or_default();
        listed.iter().copied().chain(more.split_whitespace())
    }
}

/// The English name (lower case) of the language of `sample`; `None` where the
/// sample is too small or the answer would not be reliable.
///
/// The name is one of [`LANGUAGES`] where that list has the language.
pub fn recognise(sample: &str) -> Option<String> {
    let letters = sample
        .chars()
        .filter(|c| c.is_alphabetic())
        .take(FEWEST_LETTERS)
        .count();
    if letters < FEWEST_LETTERS {
        return None;
    }
    let mut words = HashSet::new();
    super::tokenizer::Tokenizer::default().tokens(sample, &mut |_, word| {
        if words.len() < FEWEST_WORDS {
            words.insert(word.to_owned());
        }
    });
    if words.len() < FEWEST_WORDS {
        return None;
    }
    let info = whatlang::detect(sample).filter(whatlang::Info::is_reliable)?;
    let code = info.lang().code();
    let known = LANGUAGES.iter().find(|l| l.code3 == code);
    Some(known.map_or_else(
        || info.lang().eng_name().to_lowercase(),
        |l| l.name.to_owned(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes() {
        for name in ["korean", "Korean", "ko", "KOR"] {
            assert_eq!(Language::parse(name).unwrap().code, "ko");
        }
        assert!(Language::parse("klingon").is_none());
    }

    #[test]
    fn every_language_has_a_list_and_every_list_a_language() {
        for language in LANGUAGES {
            assert!(language.stop_words().count() > 20, "{}", language.name);
        }
        for code in stop_words::available_languages() {
            assert!(
                *code == "hinglish" || Language::parse(code).is_some(),
                "{code}"
            );
        }
    }

    #[test]
    fn texts_are_recognised() {
        let demo =
            |file| std::str::from_utf8(crate::corpus::demo::embedded(file).unwrap()).unwrap();
        assert_eq!(recognise(demo("newsroom.csv")).unwrap(), "english");
        assert_eq!(recognise(demo("korean.csv")).unwrap(), "korean");
        assert_eq!(recognise(demo("chinese.csv")).unwrap(), "chinese");
    }

    #[test]
    fn little_text_and_few_words_are_not_judged() {
        assert_eq!(recognise("The cat sat on the mat."), None);
        assert_eq!(recognise(&"money loan bank river stream ".repeat(50)), None);
        assert_eq!(recognise(&"1234 ".repeat(500)), None);
    }
}
