//! `--eta`: a prior as for alpha, or a file with a value for each word.

use crate::corpus::Vocabulary;
use crate::model::{PriorError, PriorSpec};
use anyhow::{Context, bail};
use rustc_hash::FxHashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The line that gives the value of all words without a line of their own.
const OTHERS: &str = "*";

/// The topic–word prior as it was given.
#[derive(Debug, Clone, PartialEq)]
pub enum Eta {
    /// A value, a sum or a list.
    Spec(PriorSpec),
    /// A file of lines `word<TAB>value`.
    File(PathBuf),
}

impl FromStr for Eta {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(spec) => Ok(Self::Spec(spec)),
            Err(_) if Path::new(text).is_file() => Ok(Self::File(text.into())),
            Err(_) => Err(
                "it is neither a prior (0.01, each:0.01, sum:50 or a list with commas) nor a \
                 file of lines word<TAB>value"
                    .to_owned(),
            ),
        }
    }
}

/// A few words, however many values there are.
impl fmt::Display for Eta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spec(PriorSpec::List(_)) => f.write_str("as listed"),
            Self::Spec(spec) => write!(f, "{spec}"),
            Self::File(path) => write!(f, "of {}", path.display()),
        }
    }
}

impl Eta {
    /// Finds what is wrong with the values before there is a vocabulary.
    ///
    /// # Errors
    /// When a value is out of range, or the file is not one of words and values.
    pub fn check(&self) -> anyhow::Result<()> {
        match self {
            Self::Spec(spec) => {
                let len = match spec {
                    PriorSpec::List(values) => values.len(),
                    _ => 1,
                };
                spec.resolve("eta", len)?;
            }
            Self::File(path) => {
                read(path)?;
            }
        }
        Ok(())
    }

    /// The prior for this vocabulary.
    ///
    /// # Errors
    /// When the file names a word that the vocabulary lacks, or leaves one out.
    pub fn spec(&self, vocabulary: &Vocabulary) -> anyhow::Result<PriorSpec> {
        let path = match self {
            Self::Spec(spec) => return Ok(spec.clone()),
            Self::File(path) => path,
        };
        let name = path.display();
        let lines = read(path)?;
        let others = lines.iter().find(|l| l.word == OTHERS).map(|l| l.value);
        let mut values: Vec<Option<f64>> = vec![None; vocabulary.len()];
        for line in lines.iter().filter(|l| l.word != OTHERS) {
            let (word, number) = (&line.word, line.number);
            let Some(place) = vocabulary
                .id(word)
                .and_then(|id| values.get_mut(id as usize))
            else {
                bail!(
                    "{name}: line {number}: the vocabulary has no word '{word}' (it may have \
                     been pruned)"
                );
            };
            *place = Some(line.value);
        }
        let missing = vocabulary
            .words()
            .iter()
            .zip(&values)
            .find(|(_, value)| value.is_none());
        match (others, missing) {
            (None, Some((word, _))) => bail!(
                "{name}: '{word}' has no value; a line *<TAB>value gives one to all words that \
                 are not listed"
            ),
            (others, _) => Ok(PriorSpec::List(
                values
                    .into_iter()
                    .filter_map(|value| value.or(others))
                    .collect(),
            )),
        }
    }
}

struct Line {
    number: usize,
    word: String,
    value: f64,
}

fn read(path: &Path) -> anyhow::Result<Vec<Line>> {
    let name = path.display();
    let bytes = std::fs::read(path).map_err(|e| anyhow::anyhow!("cannot read {name}: {e}"))?;
    let text = String::from_utf8(bytes).ok().with_context(|| {
        format!("{name} is not UTF-8 text: a file of eta has lines word<TAB>value")
    })?;
    let mut lines = Vec::new();
    let mut seen = FxHashMap::default();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let number = index + 1;
        let (word, value) = line
            .rsplit_once('\t')
            .and_then(|(word, value)| Some((word, value.trim().parse().ok()?)))
            .with_context(|| format!("{name}: line {number} is not word<TAB>value"))?;
        PriorSpec::Each(value)
            .resolve("eta", 1)
            .map_err(|e: PriorError| anyhow::anyhow!("{name}: line {number}: {e}"))?;
        if let Some(first) = seen.insert(word, number) {
            bail!(
                "{name}: line {number}: '{word}' has a value already, in line {first}; leave one of the two lines out"
            );
        }
        lines.push(Line {
            number,
            word: word.to_owned(),
            value,
        });
    }
    Ok(lines)
}
