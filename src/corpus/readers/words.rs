//! The vocabulary of a file of counts: one word a line, in a file beside it.

use std::path::{Path, PathBuf};

use super::Job;
use super::numbers::MAX_WORDS;
use crate::corpus::decode::{Text, clean};
use crate::corpus::input::{Input, Unwatched};
use crate::corpus::{CorpusError, Sink};

/// A vocabulary that was found.
pub(crate) struct Words {
    /// The words; a word's place is its id.
    pub list: Vec<String>,
    /// Their file.
    pub path: PathBuf,
}

/// Looks for a vocabulary beside the corpus. For `x.ldac` or `x.ldac.gz`, in
/// this order: `x.vocab`, `x.tokens`, `vocab.txt`, `vocab.x.txt`, `x.vocab.txt`.
pub(crate) fn beside(job: &Job<'_>) -> Result<Option<Words>, CorpusError> {
    let Some((folder, name)) = job.path.and_then(split) else {
        return Ok(None);
    };
    let stem = name
        .rsplit_once('.')
        .map_or(name.as_str(), |(stem, _)| stem);
    first_of(
        &folder,
        &[
            format!("{stem}.vocab"),
            format!("{stem}.tokens"),
            "vocab.txt".to_owned(),
            format!("vocab.{stem}.txt"),
            format!("{stem}.vocab.txt"),
        ],
        job,
    )
}

/// Looks for `vocab.NAME.txt` beside `docword.NAME.txt`, the UCI pair of names.
pub(crate) fn beside_docword(job: &Job<'_>) -> Result<Option<Words>, CorpusError> {
    let Some((folder, name)) = job.path.and_then(split) else {
        return Ok(None);
    };
    match name.strip_prefix("docword") {
        Some(rest) => {
            let rest = rest.strip_suffix(".txt").unwrap_or(rest);
            first_of(&folder, &[format!("vocab{rest}.txt")], job)
        }
        None => beside(job),
    }
}

/// Folder and file name without `.gz`.
fn split(path: &Path) -> Option<(PathBuf, String)> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_suffix(".gz").unwrap_or(name);
    Some((path.parent()?.to_owned(), name.to_owned()))
}

fn first_of(folder: &Path, names: &[String], job: &Job<'_>) -> Result<Option<Words>, CorpusError> {
    let own = job.path;
    names
        .iter()
        .map(|name| folder.join(name))
        .find(|path| path.is_file() && Some(path.as_path()) != own)
        .map(|path| {
            let encoding = job.options.encoding.as_deref();
            read(&path, encoding).map(|list| Words { list, path })
        })
        .transpose()
}

/// Reads a vocabulary: a word a line, LF or CRLF, with or without a byte order
/// mark; the last line's end adds no word, an empty line inside is an empty word.
fn read(path: &Path, encoding: Option<&str>) -> Result<Vec<String>, CorpusError> {
    let name = path.display().to_string();
    let mut watch = Unwatched;
    let input = Input::file(path, 0, None, &mut watch)?;
    let mut text = Text::new(name.clone(), input.bytes, encoding)?;
    let (mut line, mut list) = (String::new(), Vec::new());
    while text.next_line(&mut line)?.is_some() {
        if list.len() as u64 >= MAX_WORDS {
            return Err(CorpusError::file(
                &name,
                format!("the vocabulary has more than {MAX_WORDS} words"),
            ));
        }
        list.push(clean(&line));
    }
    Ok(list)
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
            sink.note(format!(
                "no vocabulary was found beside the file, so its {needed} words are called w0, w1, …; put them in a .vocab file of the same name, one a line"
            ));
            sink.vocabulary((0..needed).map(|w| format!("w{w}")).collect())
        }
    }
}

/// Checks a vocabulary against the number of words that the file declares.
pub(crate) fn check_length(
    words: Option<&Words>,
    declared: u64,
    name: &str,
    line: u64,
) -> Result<(), CorpusError> {
    match words {
        Some(words) if words.list.len() as u64 != declared => Err(CorpusError::line(
            name,
            line,
            format!(
                "the file declares {declared} words, but the vocabulary {} has {}; one of the two is not the other's",
                words.path.display(),
                words.list.len()
            ),
        )),
        _ => Ok(()),
    }
}
