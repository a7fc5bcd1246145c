//! Which words are stopped: a language's list, a file, a demo corpus's list.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::error::CorpusError;
use super::language::{LANGUAGES, Language};
use super::normal::stop_key;

/// What `--stop-words` says.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StopWordsChoice {
    /// The list of the text's language where it is recognised; none for counts.
    #[default]
    Auto,
    /// No list.
    None,
    /// A language's list, by its English name.
    Language(String),
    /// A file with an entry on each line.
    File(PathBuf),
    /// A demo corpus's own list beside that of its language.
    Demo(String),
}

impl FromStr for StopWordsChoice {
    type Err = CorpusError;

    fn from_str(text: &str) -> Result<Self, CorpusError> {
        if let Some(name) = text.strip_prefix("demo:") {
            return Ok(Self::Demo(name.to_owned()));
        }
        match text {
            "auto" => return Ok(Self::Auto),
            "none" => return Ok(Self::None),
            _ => {}
        }
        if let Some(language) = Language::parse(text) {
            return Ok(Self::Language(language.name.to_owned()));
        }
        if Path::new(text).is_file() {
            return Ok(Self::File(PathBuf::from(text)));
        }
        let names: Vec<_> = LANGUAGES.iter().map(|l| l.name).collect();
        Err(refuse(format!(
            "{text:?} is neither a file nor a language with a list; say auto, none, a file, \
             or a language by name or ISO code: {}",
            names.join(", ")
        )))
    }
}

impl fmt::Display for StopWordsChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::None => f.write_str("none"),
            Self::Language(name) => f.write_str(name),
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Demo(name) => write!(f, "demo:{name}"),
        }
    }
}

fn refuse(reason: String) -> CorpusError {
    CorpusError::Option {
        option: "--stop-words",
        reason,
    }
}

/// A stop list in force.
#[derive(Debug, Clone, Default)]
pub(super) struct StopList {
    /// What it is, for the report.
    pub(super) name: String,
    /// Entries as written, and whether one has matched a word of the corpus.
    entries: Vec<(String, bool)>,
    places: FxHashMap<String, usize>,
    /// Whether a person chose the entries, and wants to know which do nothing.
    pub(super) own: bool,
}

impl StopList {
    /// The list of a choice; `None` for "auto", which needs the text first, and
    /// for "none".
    pub(super) fn load(choice: &StopWordsChoice) -> Result<Option<Self>, CorpusError> {
        match choice {
            StopWordsChoice::Auto | StopWordsChoice::None => Ok(None),
            StopWordsChoice::Language(name) => Language::parse(name)
                .map(|language| Some(Self::of(language)))
                .ok_or_else(|| refuse(format!("there is no list for {name:?}"))),
            StopWordsChoice::File(path) => Self::read(path).map(Some),
            StopWordsChoice::Demo(name) => {
                let (language, text) = super::demo::stop_list(name)
                    .ok_or_else(|| refuse(format!("no demo corpus {name:?} has a list")))?;
                let mut list = language.map(Self::of).unwrap_or_default();
                list.name = format!("demo:{name}");
                list.extend(text.lines());
                Ok(Some(list))
            }
        }
    }

    /// A language's list.
    pub(super) fn of(language: Language) -> Self {
        let mut list = Self {
            name: language.name.to_owned(),
            ..Self::default()
        };
        list.extend(language.stop_words());
        list
    }

    fn read(path: &Path) -> Result<Self, CorpusError> {
        let bytes = std::fs::read(path).map_err(|source| CorpusError::Io {
            path: path.to_owned(),
            source,
        })?;
        let text = std::str::from_utf8(&bytes).map_err(|e| {
            let line = 1 + bytes[..e.valid_up_to()]
                .iter()
                .filter(|&&b| b == b'\n')
                .count();
            CorpusError::Invalid(format!(
                "{}: line {line} is not UTF-8; save the stop list in the encoding UTF-8",
                path.display()
            ))
        })?;
        let mut list = Self {
            name: path.display().to_string(),
            own: true,
            ..Self::default()
        };
        list.extend(text.trim_start_matches('\u{FEFF}').lines());
        Ok(list)
    }

    fn extend<'a>(&mut self, lines: impl Iterator<Item = &'a str>) {
        for entry in lines.map(str::trim).filter(|line| !line.is_empty()) {
            self.places.entry(stop_key(entry)).or_insert_with(|| {
                self.entries.push((entry.to_owned(), false));
                self.entries.len() - 1
            });
        }
    }

    /// Whether the list stops this word of the corpus. Remembers the entry.
    pub(super) fn stops(&mut self, word: &str) -> bool {
        match self.places.get(&stop_key(word)) {
            Some(&place) => {
                self.entries[place].1 = true;
                true
            }
            None => false,
        }
    }

    /// Different entries.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Entries that matched no word, as written.
    pub(super) fn unmatched(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter(|e| !e.1).map(|e| e.0.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_any_make_are_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("list.txt");
        std::fs::write(
            &path,
            "\u{FEFF}The\r\n\r\nCAFE\u{301}\r\nthe\r\n#x\r\ndon’t\r\n",
        )
        .unwrap();
        let choice: StopWordsChoice = path.to_str().unwrap().parse().unwrap();
        let mut list = StopList::load(&choice).unwrap().unwrap();
        assert_eq!(list.len(), 4);
        assert!(list.stops("the") && list.stops("café") && list.stops("don't"));
        assert!(!list.stops("then"));
        assert_eq!(list.unmatched().collect::<Vec<_>>(), ["#x"]);
    }

    #[test]
    fn choices_are_parsed_and_strangers_named() {
        let choice: StopWordsChoice = "EN".parse().unwrap();
        assert_eq!(choice, StopWordsChoice::Language("english".into()));
        let error = "nosuch.txt".parse::<StopWordsChoice>().unwrap_err();
        assert!(error.is_usage());
        assert!(error.to_string().contains("nosuch.txt") && error.to_string().contains("korean"));
    }

    #[test]
    fn lists_match_what_the_tokenizer_yields() {
        let mut english = StopList::of(Language::parse("english").unwrap());
        for word in ["the", "don’t", "don't", "would", "i", "you're"] {
            assert!(english.stops(word), "{word}");
        }
        for word in ["bank", "fire", "computer", "bill", "system"] {
            assert!(!english.stops(word), "{word}");
        }
    }

    #[test]
    fn a_latin_1_list_is_refused_by_line() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("list.txt");
        std::fs::write(&path, b"a\ncaf\xe9\n").unwrap();
        let error = StopList::load(&StopWordsChoice::File(path)).unwrap_err();
        assert!(error.to_string().contains("line 2"));
    }
}
