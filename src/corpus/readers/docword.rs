//! UCI bags of words: lines D, W and NNZ, then `docID wordID count`, both ids
//! from 1.
//!
//! Rows may come in any order. A document without a row is an empty one and
//! keeps its place, so that D stays D. NNZ is often wrong in the wild: the rows
//! are believed and the difference is noted.

use super::Job;
use super::bags::Bags;
use super::numbers::{MAX_DOCUMENTS, MAX_WORDS, at_most, count, whole};
use super::words;
use crate::corpus::decode::Text;
use crate::corpus::{CorpusError, Sink};

/// Reads all rows.
pub(crate) fn read(
    text: &mut Text<'_>,
    job: &mut Job<'_>,
    sink: &mut dyn Sink,
) -> Result<(), CorpusError> {
    let file = text.name().to_owned();
    let mut words = words::beside(job)?;
    let mut line = String::new();
    let documents = header(text, &mut line, "the number of documents", MAX_DOCUMENTS)?.0;
    let (vocabulary, at) = header(text, &mut line, "the number of words", MAX_WORDS)?;
    words::check_length(words.as_mut(), vocabulary, &file, at)?;
    let declared = header(text, &mut line, "the number of rows", u64::MAX)?.0;
    let mut bags = Bags::default();
    let mut rows = 0_u64;
    while let Some(number) = text.next_line(&mut line)? {
        if line.trim().is_empty() {
            continue;
        }
        row(&line, documents, vocabulary, &mut bags)
            .map_err(|problem| CorpusError::line(&file, number, problem))?;
        rows += 1;
    }
    if rows != declared {
        sink.note(format!(
            "the header says {declared} rows and the file has {rows}; the rows are believed"
        ));
    }
    let number = |document: u32| (Some((u64::from(document) + 1).to_string()), None);
    let words = (words, vocabulary);
    bags.deliver(words, documents as u32, number, job, sink)
}

/// One number of the header, and its line.
fn header(
    text: &mut Text<'_>,
    line: &mut String,
    what: &str,
    limit: u64,
) -> Result<(u64, u64), CorpusError> {
    while let Some(number) = text.next_line(line)? {
        if !line.trim().is_empty() {
            let value = at_most(line.trim(), what, limit)
                .map_err(|problem| CorpusError::line(text.name(), number, problem))?;
            return Ok((value, number));
        }
    }
    Err(CorpusError::file(
        text.name(),
        format!("it ends before {what}; a docword file starts with three lines D, W and NNZ"),
    ))
}

fn row(line: &str, documents: u64, words: u64, bags: &mut Bags) -> Result<(), String> {
    let mut tokens = line.split_ascii_whitespace();
    let (Some(document), Some(word), Some(value), None) =
        (tokens.next(), tokens.next(), tokens.next(), tokens.next())
    else {
        return Err("a row is three numbers: docID wordID count".to_owned());
    };
    let document = index(document, "document id", documents, "D in line 1")?;
    let word = index(word, "word id", words, "W in line 2")?;
    bags.add(document, word, count(value)?)
}

/// An id from 1 to its limit, as one from 0.
fn index(token: &str, what: &str, limit: u64, declared: &str) -> Result<u32, String> {
    let id = whole(token, what)?;
    if id == 0 {
        return Err(format!("{what} 0, but the ids of this format start at 1"));
    }
    if id > limit {
        return Err(format!("{what} {id} is past {limit}, the {declared}"));
    }
    u32::try_from(id - 1).map_err(|_| format!("{what} {id} is too large"))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{read_as, read_files, refusal};
    use crate::corpus::Format;
    use crate::corpus::reading::ReadOptions;

    const VOCAB: (&str, &[u8]) = ("vocab.u.txt", b"a\nb\nc\n");

    #[test]
    fn rows_in_any_order_and_missing_documents() {
        let text = b"4\n3\n3\n3 1 2\n1 3 1\n1 2 1\n";
        let (report, sink) = read_files(&[("docword.u.txt", text), VOCAB], &ReadOptions::default());
        assert!(report.unwrap().vocabulary.unwrap().ends_with("vocab.u.txt"));
        assert_eq!(
            sink.counts(),
            [vec![(1, 1), (2, 1)], vec![], vec![(0, 2)], vec![]]
        );
        assert_eq!(sink.ids(), ["1", "2", "3", "4"]);
        assert!(sink.notes.is_empty());
    }

    #[test]
    fn a_wrong_total_is_noted() {
        let sink = read_as(Format::Docword, "1\n2\n9\n1 2 1\n").unwrap();
        assert!(sink.notes[1].contains("w0, w1"));
        assert!(sink.notes[0].contains("says 9 rows and the file has 1"));
        assert_eq!(sink.words.as_deref().unwrap(), ["w0", "w1"]);
    }

    #[test]
    fn what_is_wrong_is_located() {
        for (row, words) in [
            ("5 1 1", "document id 5 is past 4"),
            ("1 4 1", "word id 4 is past 3"),
            ("0 1 1", "start at 1"),
            ("1 1", "three numbers"),
            ("1 1 1 1", "three numbers"),
            ("1 1 1.5", "count `1.5`"),
            ("1 x 1", "word id `x`"),
        ] {
            let error = refusal(Format::Docword, &format!("4\n3\n1\n{row}\n"));
            assert!(
                error.starts_with("x: line 4: ") && error.contains(words),
                "{error}"
            );
        }
        assert!(refusal(Format::Docword, "1\n2\n").contains("three lines"));
        let error = refusal(Format::Docword, "1000000000000000\n3\n1\n1 1 1\n");
        assert!(
            error.contains("line 1: the number of documents 1000000000000000"),
            "{error}"
        );
        assert!(refusal(Format::Docword, "1\n1000000000000000\n1\n").contains("line 2"));
    }

    #[test]
    fn the_last_words_may_be_empty_lines() {
        let text = b"1\n3\n1\n1 3 1\n";
        for vocabulary in [&b"a\n\n\n"[..], b"a\n\n\n\n"] {
            let files: [(&str, &[u8]); 2] = [("docword.u.txt", text), ("vocab.u.txt", vocabulary)];
            let (report, sink) = read_files(&files, &ReadOptions::default());
            report.unwrap();
            assert_eq!(sink.words.unwrap(), ["a", "", ""]);
        }
        let files: [(&str, &[u8]); 2] = [("docword.u.txt", text), ("vocab.u.txt", b"a\n\n")];
        let error = read_files(&files, &ReadOptions::default()).0.unwrap_err();
        assert!(
            error.contains("declares 3 words") && error.contains("has 1"),
            "{error}"
        );
    }

    #[test]
    fn a_vocabulary_of_another_size_is_refused() {
        let files: [(&str, &[u8]); 2] = [("docword.u.txt", b"1\n4\n1\n1 1 1\n"), VOCAB];
        let error = read_files(&files, &ReadOptions::default()).0.unwrap_err();
        assert!(
            error.contains("declares 4 words") && error.contains("has 3"),
            "{error}"
        );
    }
}
