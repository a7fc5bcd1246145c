//! The words that are stopped: a language's list, a file, a demo corpus's list.

use std::path::Path;

use rustc_hash::FxHashMap;

use super::decode::Text;
use super::error::CorpusError;
use super::input::{Input, Unwatched};
use super::language::Language;
use super::normal::stop_key;
use super::stop_choice::{StopWordsChoice, refuse};

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

    /// Reads a file as a corpus is read: UTF-8 or UTF-16, plain or gzip.
    fn read(path: &Path) -> Result<Self, CorpusError> {
        let mut list = Self {
            name: path.display().to_string(),
            own: true,
            ..Self::default()
        };
        let mut watch = Unwatched;
        let input = Input::file(path, 0, None, &mut watch)?;
        let mut text = Text::new(list.name.clone(), input.bytes, None).map_err(as_utf8)?;
        let mut line = String::new();
        while text.next_line(&mut line).map_err(as_utf8)?.is_some() {
            list.extend(std::iter::once(line.as_str()));
        }
        Ok(list)
    }

    pub(super) fn extend<'a>(&mut self, lines: impl Iterator<Item = &'a str>) {
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

    /// Whether the list has this word.
    pub(super) fn has(&self, word: &str) -> bool {
        self.places.contains_key(&stop_key(word))
    }

    /// The entries as written.
    pub(super) fn entries(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|e| e.0.as_str())
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

/// `--encoding` is that of the corpus, and would not help here.
fn as_utf8(mut error: CorpusError) -> CorpusError {
    if let CorpusError::Encoding { remedy, .. } = &mut error {
        *remedy = "save the stop list as UTF-8".to_owned();
    }
    error
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
        let error = error.to_string();
        let place = "list.txt: line 2, byte 4 (byte 6 of the file, 0xe9) is not UTF-8; ";
        assert!(error.contains(place) && error.ends_with("save the stop list as UTF-8"));
    }

    #[test]
    fn a_utf_16_list_is_read_by_its_mark() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("list.txt");
        let text = "\u{feff}the\r\ncafé\r\n".encode_utf16();
        let bytes: Vec<u8> = text.flat_map(u16::to_le_bytes).collect();
        std::fs::write(&path, bytes).unwrap();
        let mut list = StopList::load(&StopWordsChoice::File(path))
            .unwrap()
            .unwrap();
        assert_eq!(list.len(), 2);
        assert!(list.stops("the") && list.stops("café"));
    }
}
