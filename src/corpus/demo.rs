//! The corpora inside the program: an index of what they are, what a class may
//! look for in them, and their files as they would be on disk.

use serde::{Deserialize, Serialize};

use super::error::CorpusError;
use super::language::Language;
use super::prune::DfLimit;
use super::stop_choice::StopWordsChoice;

const INDEX: &str = include_str!("../../demo_corpora/index.ron");

/// Documents of `bars`: enough that chains do not often get stuck.
pub const BARS_DOCUMENTS: usize = 2000;
/// The seed of `bars`, so that it is the same corpus for everybody.
pub const BARS_SEED: u64 = 2004;

/// One bundled corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Demo {
    /// What it is called on the command line (`demo:NAME`).
    pub name: String,
    /// One line for a list.
    pub title: String,
    /// English name of the language, lower case; `None` where there is none.
    #[serde(default)]
    pub language: Option<String>,
    /// Name of its file; `None` for a corpus that is generated (`bars`).
    #[serde(default)]
    pub file: Option<String>,
    /// Name of its own stop list.
    #[serde(default)]
    pub stop_list: Option<String>,
    /// What to look for, in two or three sentences for a class.
    pub look_for: String,
    /// Settings under which that can be seen.
    pub settings: Settings,
}

/// Suggested settings of a demo corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Topics, K.
    pub topics: usize,
    /// Alpha of each topic.
    pub alpha: f64,
    /// Eta of each word.
    pub eta: f64,
    /// Sweeps after which the picture has settled.
    pub sweeps: u64,
    /// Words to leave out.
    pub stop_words: StopWordsChoice,
    /// Least documents of a word.
    #[serde(default = "one_document")]
    pub min_df: DfLimit,
    /// Most documents of a word.
    #[serde(default = "all_documents")]
    pub max_df: DfLimit,
}

fn one_document() -> DfLimit {
    DfLimit::Documents(1)
}

fn all_documents() -> DfLimit {
    DfLimit::Share(1.0)
}

impl Demo {
    /// Its file; `None` for a corpus that is generated.
    pub fn bytes(&self) -> Option<&'static [u8]> {
        embedded(self.file.as_deref()?)
    }
}

/// All bundled corpora.
///
/// # Errors
/// When the index inside the program is damaged.
pub fn index() -> Result<Vec<Demo>, CorpusError> {
    ron::from_str(INDEX)
        .map_err(|e| CorpusError::Invalid(format!("the index of bundled corpora: {e}")))
}

/// The bundled corpus of this name.
pub fn find(name: &str) -> Option<Demo> {
    index().ok()?.into_iter().find(|demo| demo.name == name)
}

/// The content of a file in `demo_corpora/`.
pub fn embedded(file: &str) -> Option<&'static [u8]> {
    Some(match file {
        "newsroom-stop.txt" => include_bytes!("../../demo_corpora/newsroom-stop.txt"),
        "newsroom.csv" => include_bytes!("../../demo_corpora/newsroom.csv"),
        "toy.txt" => include_bytes!("../../demo_corpora/toy.txt"),
        "river-bank.txt" => include_bytes!("../../demo_corpora/river-bank.txt"),
        "korean.csv" => include_bytes!("../../demo_corpora/korean.csv"),
        "korean-stop.txt" => include_bytes!("../../demo_corpora/korean-stop.txt"),
        "chinese.csv" => include_bytes!("../../demo_corpora/chinese.csv"),
        "chinese-stop.txt" => include_bytes!("../../demo_corpora/chinese-stop.txt"),
        _ => return None,
    })
}

/// The own stop list of a bundled corpus, and its language.
pub(super) fn stop_list(name: &str) -> Option<(Option<Language>, &'static str)> {
    let demo = find(name)?;
    let text = std::str::from_utf8(embedded(demo.stop_list.as_deref()?)?).ok()?;
    Some((demo.language.as_deref().and_then(Language::parse), text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_has_its_files_and_a_list_that_loads() {
        let demos = index().unwrap();
        assert_eq!(
            demos.iter().map(|d| d.name.as_str()).collect::<Vec<_>>(),
            ["newsroom", "toy", "river-bank", "bars", "korean", "chinese"]
        );
        for demo in demos {
            assert_eq!(demo.bytes().is_some(), demo.name != "bars", "{}", demo.name);
            if let Some(language) = &demo.language {
                assert!(Language::parse(language).is_some());
            }
            assert_eq!(stop_list(&demo.name).is_some(), demo.stop_list.is_some());
            assert!(
                (2..=3).contains(&demo.look_for.split(". ").count()),
                "{}",
                demo.name
            );
        }
    }
}
