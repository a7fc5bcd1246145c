//! LDA-C: a document a line, `M term:count term:count …`, M the number of pairs.
//!
//! Term ids start at 0 (`--base 1` for the many files that start at 1). An
//! empty document is the line `0`; a blank line is an error, unless only blank
//! lines follow, since a document guessed into or out of the file would shift
//! all later ones. A repeated term is added up and noted; a wrong M is an error.

use super::Job;
use super::bags::{Bags, document_index};
use super::numbers::{MAX_WORDS, at_most, count, shown, whole};
use super::words::{self, Words};
use crate::corpus::decode::Text;
use crate::corpus::{CorpusError, Sink};

/// Reads all documents.
pub(crate) fn read(
    text: &mut Text<'_>,
    job: &mut Job<'_>,
    sink: &mut dyn Sink,
) -> Result<(), CorpusError> {
    let file = text.name().to_owned();
    let words = words::beside(job)?;
    let base = u64::from(job.options.base.unwrap_or(0));
    let mut ids = Ids::new(base, words.as_ref());
    let mut bags = Bags::default();
    let mut documents = 0;
    let mut blank = None;
    let mut line = String::new();
    while let Some(number) = text.next_line(&mut line)? {
        if line.trim().is_empty() {
            blank = blank.or(Some(number));
            continue;
        }
        let read = match blank {
            Some(blank) => Err((
                blank,
                "the line is blank; an empty document is written 0".to_owned(),
            )),
            None => document_index(documents)
                .and_then(|document| pairs(&line, number, document, &mut ids, &mut bags))
                .map_err(|problem| (number, problem)),
        };
        if let Err((number, problem)) = read {
            // A mistake further down must not hide an earlier one.
            return Err(match ids.past {
                Some((line, id)) => ids.refusal(&file, line, id, false),
                None => CorpusError::line(&file, number, problem),
            });
        }
        documents += 1;
    }
    if let Some((line, id)) = ids.past {
        return Err(ids.refusal(&file, line, id, true));
    }
    if words.is_none() && base == 0 && ids.smallest == Some(1) {
        sink.note("no term has id 0; if the ids start at 1, pass --base 1".to_owned());
    }
    let documents = document_index(documents).map_err(|p| CorpusError::file(&file, p))?;
    let words = (words, ids.needed());
    bags.deliver(words, documents, |_| (None, None), job, sink)
}

/// Reads one line.
fn pairs(
    line: &str,
    number: u64,
    document: u32,
    ids: &mut Ids,
    bags: &mut Bags,
) -> Result<(), String> {
    let mut tokens = line.split_ascii_whitespace();
    let declared = whole(tokens.next().unwrap_or_default(), "the number of terms")?;
    let mut found = 0;
    for token in tokens {
        let (id, value) = token
            .split_once(':')
            .ok_or_else(|| format!("{} is not a pair term:count", shown(token)))?;
        let id = ids.take(id, number)?;
        let value = count(value)?;
        found += 1;
        if let Some(word) = id {
            bags.add(document, word, value)?;
        }
    }
    if found != declared {
        return Err(format!(
            "the line says {declared} terms but has {found}; the first number must count the pairs"
        ));
    }
    Ok(())
}

/// Term ids: from the file's base to ours, and what was seen of them.
struct Ids {
    base: u64,
    /// Words of the vocabulary, where there is one, and its file.
    limit: Option<(u64, String)>,
    smallest: Option<u64>,
    largest: Option<u64>,
    /// Line and id of the first that lies past the vocabulary.
    past: Option<(u64, u64)>,
}

impl Ids {
    fn new(base: u64, words: Option<&Words>) -> Self {
        Self {
            base,
            limit: words.map(|w| (w.list.len() as u64, w.path.display().to_string())),
            smallest: None,
            largest: None,
            past: None,
        }
    }

    /// The word's id from 0; `None` when it lies past the vocabulary, which is
    /// told at the end: only then is it known whether another base would fit.
    fn take(&mut self, token: &str, line: u64) -> Result<Option<u32>, String> {
        let id = at_most(token, "term id", MAX_WORDS)?;
        let word = id
            .checked_sub(self.base)
            .ok_or_else(|| format!("term id {id} in a file read with --base {}", self.base))?;
        self.smallest = Some(self.smallest.map_or(id, |s| s.min(id)));
        self.largest = Some(self.largest.map_or(id, |l| l.max(id)));
        if self.limit.as_ref().is_some_and(|(limit, _)| word >= *limit) {
            self.past = self.past.or(Some((line, id)));
            return Ok(None);
        }
        Ok(u32::try_from(word).ok())
    }

    /// Words needed when no vocabulary says how many there are.
    fn needed(&self) -> u64 {
        self.largest.map_or(0, |id| id + 1 - self.base)
    }

    fn refusal(&self, file: &str, line: u64, id: u64, whole_file: bool) -> CorpusError {
        let (limit, path) = self.limit.clone().unwrap_or_default();
        let fits = self.smallest.is_some_and(|s| s >= 1) && self.largest <= Some(limit);
        let hint = if whole_file && self.base == 0 && fits {
            "; every id would fit if they start at 1: pass --base 1"
        } else {
            ""
        };
        let last = (limit + self.base).saturating_sub(1);
        CorpusError::line(
            file,
            line,
            format!(
                "term id {id} is past the vocabulary {path}, whose {limit} words have the ids {} to {last}{hint}",
                self.base
            ),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{read_as, read_files, read_with, refusal};
    use crate::corpus::Format;
    use crate::corpus::reading::ReadOptions;

    const VOCAB: (&str, &[u8]) = ("c.vocab", b"\xef\xbb\xbfa\r\nb\r\nc\r\n");

    fn base(base: u8) -> ReadOptions {
        ReadOptions {
            base: Some(base),
            ..ReadOptions::default()
        }
    }

    #[test]
    fn documents_and_words() {
        let text = b"2 2:3 0:1\n0\n1 1:1\n\n";
        let (report, sink) = read_files(&[("c.ldac", text), VOCAB], &ReadOptions::default());
        assert!(report.unwrap().vocabulary.unwrap().ends_with("c.vocab"));
        assert_eq!(sink.words.as_deref().unwrap(), ["a", "b", "c"]);
        assert_eq!(sink.counts(), [vec![(0, 1), (2, 3)], vec![], vec![(1, 1)]]);
        assert!(sink.notes.is_empty());
    }

    #[test]
    fn vocabularies_are_tried_in_order() {
        let all: [(&str, &[u8]); 5] = [
            ("c.vocab", b"1\n"),
            ("c.tokens", b"2\n"),
            ("vocab.txt", b"3\n"),
            ("vocab.c.txt", b"4\n"),
            ("c.vocab.txt", b"5\n"),
        ];
        for (skip, (_, word)) in all.iter().enumerate() {
            let mut files: Vec<(&str, &[u8])> = vec![("c.ldac", b"1 0:1\n")];
            files.extend(&all[skip..]);
            let (report, sink) = read_files(&files, &ReadOptions::default());
            report.unwrap();
            assert_eq!(sink.words.unwrap()[0].as_bytes(), &word[..1]);
        }
    }

    #[test]
    fn ids_lie_beside() {
        let files: [(&str, &[u8]); 3] = [("c.ldac", b"1 0:1\n0\n"), VOCAB, ("c.ids", b"x y\nz\n")];
        let (report, sink) = read_files(&files, &ReadOptions::default());
        report.unwrap();
        assert_eq!(sink.ids(), ["x y", "z"]);
        let files: [(&str, &[u8]); 3] = [("c.ldac", b"1 0:1\n0\n"), VOCAB, ("c.ids", b"x\n")];
        let (_, sink) = read_files(&files, &ReadOptions::default());
        assert_eq!(sink.ids(), ["-", "-"]);
        assert!(sink.notes[0].contains("1 lines for 2 documents"));
    }

    #[test]
    fn words_stand_in_for_a_missing_vocabulary() {
        let sink = read_as(Format::LdaC, "1 1:1\n2 2:1 2:4\n").unwrap();
        assert_eq!(sink.words.as_deref().unwrap(), ["w0", "w1", "w2"]);
        assert_eq!(sink.counts()[1], [(2, 5)]);
        let notes = sink.notes.join("\n");
        assert!(notes.contains("--base 1") && notes.contains("w0, w1") && notes.contains("1 term"));
    }

    #[test]
    fn ids_past_the_vocabulary_are_located() {
        let (report, _) = read_files(
            &[("c.ldac", b"2 1:1 3:3\n"), VOCAB],
            &ReadOptions::default(),
        );
        let error = report.unwrap_err();
        assert!(error.contains("line 1: term id 3 is past"), "{error}");
        assert!(error.contains("pass --base 1"), "{error}");
        let (report, sink) = read_files(&[("c.ldac", b"2 1:1 3:3\n"), VOCAB], &base(1));
        report.unwrap();
        assert_eq!(sink.counts(), [[(0, 1), (2, 3)]]);
        let text = b"1 0:1\n1 3:1\nx\n";
        let (report, _) = read_files(&[("c.ldac", text), VOCAB], &ReadOptions::default());
        let error = report.unwrap_err();
        assert!(
            error.contains("line 2") && !error.contains("--base"),
            "{error}"
        );
        let (report, _) = read_files(&[("c.ldac", b"1 0:1\n"), VOCAB], &base(1));
        assert!(report.unwrap_err().contains("line 1: term id 0"));
    }

    #[test]
    fn what_is_wrong_is_located() {
        for (line, words) in [
            ("3 0:1 2:3", "says 3 terms but has 2"),
            ("1 0:-1", "count `-1`"),
            ("1 0:1.5", "count `1.5`"),
            ("1 0:4000000000", "count 4000000000 is more"),
            ("1 4000000000:1", "term id 4000000000 is more"),
            ("1 0", "not a pair"),
            ("words here", "number of terms `words`"),
            ("\n1 0:1", "blank"),
        ] {
            let error = refusal(Format::LdaC, &format!("1 0:1\n{line}\n"));
            assert!(
                error.starts_with("x: line 2: ") && error.contains(words),
                "{error}"
            );
        }
        let options = ReadOptions {
            format: Some(Format::LdaC),
            ..base(1)
        };
        assert!(read_with(b"1 0:1", &options).is_err());
    }
}
