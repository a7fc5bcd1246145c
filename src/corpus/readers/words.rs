//! The vocabulary of a file of counts, and the ids of its documents: one a line,
//! in files beside it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::Job;
use super::numbers::MAX_WORDS;
use crate::corpus::decode::Text;
use crate::corpus::input::{Input, Unwatched};
use crate::corpus::{CorpusError, Sink};

/// A vocabulary that was found.
pub(crate) struct Words {
    /// The words; a word's place is its id.
    pub list: Vec<String>,
    /// Their file.
    pub path: PathBuf,
    /// Blank lines at its end: empty words where the corpus counts them, else none.
    blank: usize,
}

/// Where a vocabulary may lie. For `x.ldac` or `x.ldac.gz`, in this order:
/// `x.vocab`, `x.tokens`, `vocab.txt`, `vocab.x.txt`, `x.vocab.txt`; for
/// `docword.x.txt` only its partner, `vocab.x.txt`.
fn candidates(path: &Path) -> Vec<PathBuf> {
    let Some(name) = path.file_name().and_then(OsStr::to_str) else {
        return Vec::new();
    };
    let name = name.strip_suffix(".gz").unwrap_or(name);
    if let Some(rest) = name.strip_prefix("docword") {
        let rest = rest.strip_suffix(".txt").unwrap_or(rest);
        return vec![path.with_file_name(format!("vocab{rest}.txt"))];
    }
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    [
        format!("{stem}.vocab"),
        format!("{stem}.tokens"),
        "vocab.txt".to_owned(),
        format!("vocab.{stem}.txt"),
        format!("{stem}.vocab.txt"),
    ]
    .into_iter()
    .map(|name| path.with_file_name(name))
    // A corpus that is itself called vocab.txt is not its own vocabulary.
    .filter(|candidate| candidate != path)
    .collect()
}

/// Looks for a vocabulary beside the corpus.
pub(crate) fn beside(job: &Job<'_>) -> Result<Option<Words>, CorpusError> {
    let encoding = job.options.encoding.as_deref();
    job.path
        .map(candidates)
        .unwrap_or_default()
        .into_iter()
        .find(|path| path.is_file())
        .map(|path| {
            let (list, blank) = read(&path, encoding)?;
            Ok(Words { list, path, blank })
        })
        .transpose()
}

/// The ids of the documents, where `x.ids` lies beside `x.ldac` (or
/// `docword.x.txt`) with a line for each of the `documents`; else none.
pub(crate) fn ids(
    documents: u64,
    job: &Job<'_>,
    sink: &mut dyn Sink,
) -> Result<Vec<String>, CorpusError> {
    let Some(path) = job.path.and_then(ids_path).filter(|path| path.is_file()) else {
        return Ok(Vec::new());
    };
    let ids = read(&path, job.options.encoding.as_deref())?.0;
    if ids.len() as u64 == documents {
        return Ok(ids);
    }
    sink.note(format!(
        "{} has {} lines for {documents} documents, so its ids are not used",
        path.display(),
        ids.len()
    ));
    Ok(Vec::new())
}

fn ids_path(path: &Path) -> Option<PathBuf> {
    let name = path.file_name().and_then(OsStr::to_str)?;
    let name = name.strip_suffix(".gz").unwrap_or(name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let stem = stem.strip_prefix("docword.").unwrap_or(stem);
    Some(path.with_file_name(format!("{stem}.ids"))).filter(|ids| ids != path)
}

/// Reads a vocabulary: a word a line, LF or CRLF, with or without a byte order
/// mark; an empty line inside is an empty word, those at the end are only counted.
fn read(path: &Path, encoding: Option<&str>) -> Result<(Vec<String>, usize), CorpusError> {
    let name = path.display().to_string();
    let mut watch = Unwatched;
    let input = Input::file(path, 0, None, &mut watch)?;
    let mut text = Text::new(name.clone(), input.bytes, encoding)?;
    let (mut line, mut list) = (String::new(), Vec::new());
    while text.next_line(&mut line)?.is_some() {
        if list.len() as u64 >= MAX_WORDS {
            return Err(CorpusError::file(
                &name,
                format!("it has more than {MAX_WORDS} lines"),
            ));
        }
        list.push(line.trim().to_owned());
    }
    let filled = list.iter().rposition(|word| !word.is_empty());
    let blank = list.len() - filled.map_or(0, |last| last + 1);
    list.truncate(list.len() - blank);
    Ok((list, blank))
}

/// Hands the vocabulary to the sink; where none was found, words `w0`, `w1`, …
/// stand in, `needed` of them, and a note says so.
pub(crate) fn give(
    words: Option<Words>,
    needed: u64,
    job: &mut Job<'_>,
    sink: &mut dyn Sink,
) -> Result<(), CorpusError> {
    match words {
        Some(words) => {
            job.report.vocabulary = Some(words.path);
            sink.vocabulary(words.list)
        }
        None => {
            let wanted = job.path.map(candidates).unwrap_or_default();
            let remedy = wanted
                .first()
                .and_then(|path| path.file_name())
                .map(|name| {
                    let name = name.to_string_lossy();
                    format!("; a file {name} beside it, one word a line, gives them names")
                })
                .unwrap_or_default();
            sink.note(format!(
                "there is no vocabulary, so the {needed} words are called w0, w1, …{remedy}"
            ));
            sink.vocabulary((0..needed).map(|w| format!("w{w}")).collect())
        }
    }
}

/// Checks a vocabulary against the number of words that the file declares; blank
/// lines at its end are words where it takes them to reach that number.
pub(crate) fn check_length(
    words: Option<&mut Words>,
    declared: u64,
    name: &str,
    line: u64,
) -> Result<(), CorpusError> {
    let Some(words) = words else {
        return Ok(());
    };
    let missing = declared.saturating_sub(words.list.len() as u64) as usize;
    if missing <= words.blank {
        words.blank -= missing;
        words.list.resize(words.list.len() + missing, String::new());
    }
    if words.list.len() as u64 == declared {
        return Ok(());
    }
    Err(CorpusError::line(
        name,
        line,
        format!(
            "the file declares {declared} words, but the vocabulary {} has {}; one of the two is not the other's",
            words.path.display(),
            words.list.len()
        ),
    ))
}
