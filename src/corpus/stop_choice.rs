//! Which stop list is wanted: what `--stop-words` says, apart from the lists.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::CorpusError;
use super::language::{LANGUAGES, Language};

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

/// The error of a choice that means no list.
pub(super) fn refuse(reason: String) -> CorpusError {
    CorpusError::Option {
        option: "--stop-words",
        reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_parsed_and_strangers_named() {
        let choice: StopWordsChoice = "EN".parse().unwrap();
        assert_eq!(choice, StopWordsChoice::Language("english".into()));
        let error = "nosuch.txt".parse::<StopWordsChoice>().unwrap_err();
        assert!(error.is_usage());
        assert!(error.to_string().contains("nosuch.txt") && error.to_string().contains("korean"));
    }
}
