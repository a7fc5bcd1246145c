//! MatrixMarket coordinates: `%%MatrixMarket matrix coordinate real|integer
//! general`, comments, `rows columns entries`, then `i j value`, both from 1.
//!
//! Rows are documents (as gensim writes them) unless `--transpose` says that
//! they are words. Real values are read when they are whole. A wrong number of
//! entries is noted.

use super::Job;
use super::bags::Bags;
use super::numbers::{MAX_DOCUMENTS, MAX_WORDS, at_most, real_count, shown, whole};
use super::words;
use crate::corpus::decode::Text;
use crate::corpus::{CorpusError, Sink};

/// Reads all entries.
pub(crate) fn read(
    text: &mut Text<'_>,
    job: &mut Job<'_>,
    sink: &mut dyn Sink,
) -> Result<(), CorpusError> {
    let file = text.name().to_owned();
    let mut words = words::beside(job)?;
    let mut line = String::new();
    match text.next_line(&mut line)? {
        Some(number) => banner(&line).map_err(|p| CorpusError::line(&file, number, p))?,
        None => return Ok(()),
    }
    let transpose = job.options.transpose;
    let mut size: Option<Size> = None;
    let mut bags = Bags::default();
    let mut entries = 0_u64;
    while let Some(number) = text.next_line(&mut line)? {
        if line.trim().is_empty() || line.starts_with('%') {
            continue;
        }
        let fail = |problem| CorpusError::line(&file, number, problem);
        if let Some(size) = &size {
            entry(&line, size, transpose, &mut bags).map_err(fail)?;
            entries += 1;
        } else {
            let found = Size::parse(&line, transpose).map_err(fail)?;
            words::check_length(words.as_mut(), found.words(transpose), &file, number)?;
            size = Some(found);
        }
    }
    let Some(size) = size else {
        return Err(CorpusError::file(
            &file,
            "it ends before the line `rows columns entries`",
        ));
    };
    if entries != size.entries {
        sink.note(format!(
            "the file says {} entries and has {entries}; the entries are believed",
            size.entries
        ));
    }
    let words = (words, size.words(transpose));
    let documents = size.documents(transpose) as u32;
    bags.deliver(words, documents, |_| (None, None), job, sink)
}

/// Checks the first line.
fn banner(line: &str) -> Result<(), String> {
    let lower = line.to_ascii_lowercase();
    let tokens: Vec<&str> = lower.split_ascii_whitespace().collect();
    match tokens.as_slice() {
        ["%%matrixmarket", "matrix", "coordinate", kind, "general"]
            if matches!(*kind, "real" | "integer" | "unsigned-integer" | "double") =>
        {
            Ok(())
        }
        ["%%matrixmarket", ..] => Err(format!(
            "{} is not a kind of matrix that holds counts; `%%MatrixMarket matrix coordinate integer general` (or real) is",
            shown(line)
        )),
        _ => Err("the first line of a MatrixMarket file is `%%MatrixMarket matrix coordinate integer general` (or real)".to_owned()),
    }
}

/// What the size line says.
struct Size {
    rows: u64,
    columns: u64,
    entries: u64,
}

impl Size {
    fn parse(line: &str, transpose: bool) -> Result<Self, String> {
        let tokens: Vec<&str> = line.split_ascii_whitespace().collect();
        let [rows, columns, entries] = tokens.as_slice() else {
            return Err("the size of the matrix is three numbers: rows columns entries".to_owned());
        };
        let (row_limit, column_limit) = if transpose {
            (MAX_WORDS, MAX_DOCUMENTS)
        } else {
            (MAX_DOCUMENTS, MAX_WORDS)
        };
        Ok(Self {
            rows: at_most(rows, "the number of rows", row_limit)?,
            columns: at_most(columns, "the number of columns", column_limit)?,
            entries: whole(entries, "the number of entries")?,
        })
    }

    fn documents(&self, transpose: bool) -> u64 {
        if transpose { self.columns } else { self.rows }
    }

    fn words(&self, transpose: bool) -> u64 {
        if transpose { self.rows } else { self.columns }
    }
}

fn entry(line: &str, size: &Size, transpose: bool, bags: &mut Bags) -> Result<(), String> {
    let mut tokens = line.split_ascii_whitespace();
    let (Some(row), Some(column), Some(value), None) =
        (tokens.next(), tokens.next(), tokens.next(), tokens.next())
    else {
        return Err("an entry is three numbers: row column value".to_owned());
    };
    let row = index(row, "row", size.rows)?;
    let column = index(column, "column", size.columns)?;
    let (document, word) = if transpose {
        (column, row)
    } else {
        (row, column)
    };
    bags.add(document, word, real_count(value)?)
}

/// A place from 1 to its limit, as one from 0.
fn index(token: &str, what: &str, limit: u64) -> Result<u32, String> {
    let place = whole(token, what)?;
    if place == 0 || place > limit {
        return Err(format!(
            "{what} {place} is outside the matrix, whose {what}s are 1 to {limit}"
        ));
    }
    u32::try_from(place - 1).map_err(|_| format!("{what} {place} is too large"))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{read_as, read_files, read_with, refusal};
    use crate::corpus::Format;
    use crate::corpus::reading::ReadOptions;

    const HEAD: &str = "%%MatrixMarket matrix coordinate real general\n%comment\n";

    #[test]
    fn entries_become_counts() {
        let text = format!("{HEAD}2 3 3\n2 1 3.0\n2 3 1\n1 2 2\n");
        let sink = read_as(Format::MatrixMarket, &text).unwrap();
        assert_eq!(sink.counts(), [vec![(1, 2)], vec![(0, 3), (2, 1)]]);
        assert_eq!(sink.words.as_ref().unwrap().len(), 3);
        let options = ReadOptions {
            format: Some(Format::MatrixMarket),
            transpose: true,
            ..ReadOptions::default()
        };
        let (sink, _) = read_with(text.as_bytes(), &options).unwrap();
        assert_eq!(sink.counts(), [vec![(1, 3)], vec![(0, 2)], vec![(1, 1)]]);
    }

    #[test]
    fn the_vocabulary_must_fit() {
        let text = format!("{HEAD}1 3 1\n1 1 1\n");
        let files: [(&str, &[u8]); 2] = [("a.mm", text.as_bytes()), ("a.vocab", b"x\ny\n")];
        let error = read_files(&files, &ReadOptions::default()).0.unwrap_err();
        assert!(
            error.contains("line 3") && error.contains("has 2"),
            "{error}"
        );
    }

    #[test]
    fn what_is_wrong_is_located() {
        for (row, words) in [
            ("1 1 1.5", "count `1.5`"),
            ("1 1 -2", "count `-2`"),
            ("3 1 1", "row 3 is outside"),
            ("1 0 1", "column 0 is outside"),
            ("1 1", "three numbers"),
            ("1 1 nan", "count `nan`"),
        ] {
            let error = refusal(Format::MatrixMarket, &format!("{HEAD}2 2 1\n{row}\n"));
            assert!(
                error.starts_with("x: line 4: ") && error.contains(words),
                "{error}"
            );
        }
        for first in [
            "1 2 3\n",
            "%%MatrixMarket matrix array real general\n",
            "\n",
        ] {
            assert!(refusal(Format::MatrixMarket, first).contains("line 1"));
        }
        assert!(refusal(Format::MatrixMarket, HEAD).contains("rows columns entries"));
        let text = format!("{HEAD}1000000000000000 2 1\n");
        assert!(refusal(Format::MatrixMarket, &text).contains("number of rows"));
    }
}
