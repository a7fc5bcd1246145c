//! Which column (or JSON key) holds the text, the id and the title.

use crate::corpus::reading::{ReadOptions, ReadReport};
use crate::corpus::{CorpusError, Sink};
use crate::plain::clean_name;

/// Rows looked at before the columns are settled.
pub(crate) const SAMPLE: usize = 20;

const TEXT: &[&str] = &[
    "text",
    "body",
    "content",
    "contents",
    "fulltext",
    "full_text",
    "description",
    "abstract",
    "message",
    "document",
    "article",
    "review",
    "comment",
    "tweet",
    "post",
    "transcript",
    "summary",
];
const ID: &[&str] = &[
    "id",
    "doc_id",
    "docid",
    "document_id",
    "_id",
    "uuid",
    "guid",
    "key",
    "name",
    "filename",
    "file",
    "path",
    "url",
];
const TITLE: &[&str] = &["title", "headline", "name", "subject"];

/// Columns by their place among the names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Columns {
    /// The text.
    pub text: usize,
    /// The id, if there is one.
    pub id: Option<usize>,
    /// The title, if there is one.
    pub title: Option<usize>,
}

/// Whether a name says that its column holds text.
pub(crate) fn is_text_name(name: &str) -> bool {
    TEXT.iter().any(|t| t.eq_ignore_ascii_case(name))
}

/// Where the first of the wanted names stands.
fn find(names: &[String], wanted: &[&str], taken: &[Option<usize>]) -> Option<usize> {
    wanted.iter().find_map(|wanted| {
        names
            .iter()
            .position(|name| name.trim().eq_ignore_ascii_case(wanted))
            .filter(|place| !taken.contains(&Some(*place)))
    })
}

/// Settles the columns: what the options name, else what the names say, else
/// (for the text) the column with the longest values; `lengths` holds one sum
/// per column. A guess is noted. `line` is the line that gave the names.
pub(crate) fn choose(
    names: &[String],
    lengths: &[usize],
    options: &ReadOptions,
    (file, line): (&str, u64),
    report: &mut ReadReport,
    sink: &mut dyn Sink,
) -> Result<Columns, CorpusError> {
    let named = |wanted: &str| {
        names
            .iter()
            .position(|name| name == wanted)
            .or_else(|| find(names, &[wanted.trim()], &[]))
            .ok_or_else(|| missing(file, line, wanted, names))
    };
    let id = options.id_column.as_deref().map(named).transpose()?;
    let text = match options.text_column.as_deref() {
        Some(wanted) => named(wanted)?,
        None => guess_text(names, lengths, id)
            .ok_or_else(|| CorpusError::line(file, line, "there are no columns to read"))?,
    };
    let id = id.or_else(|| find(names, ID, &[Some(text)]));
    let title = find(names, TITLE, &[Some(text), id]);
    let name = |place: usize| clean_name(names.get(place).map_or("", String::as_str));
    if options.text_column.is_none() {
        sink.note(format!(
            "the text was taken from column `{}`; --text-column takes another",
            name(text)
        ));
    }
    report.text_column = Some(name(text));
    report.id_column = id.map(name);
    report.title_column = title.map(name);
    Ok(Columns { text, id, title })
}

fn guess_text(names: &[String], lengths: &[usize], id: Option<usize>) -> Option<usize> {
    find(names, TEXT, &[id]).or_else(|| {
        (0..names.len())
            .filter(|place| Some(*place) != id || names.len() == 1)
            // The first of equals: `max_by_key` would give the last.
            .rev()
            .max_by_key(|place| lengths.get(*place).copied().unwrap_or(0))
    })
}

/// The error of a column that is not there.
pub(crate) fn missing(file: &str, line: u64, wanted: &str, names: &[String]) -> CorpusError {
    const SHOWN: usize = 30;
    let mut columns: Vec<String> = names
        .iter()
        .take(SHOWN)
        .map(|name| match name.trim() {
            "" => "(empty)".to_owned(),
            _ => super::numbers::shown(name),
        })
        .collect();
    if names.len() > SHOWN {
        columns.push(format!("{} more", names.len() - SHOWN));
    }
    CorpusError::Column {
        file: file.to_owned(),
        line,
        wanted: wanted.to_owned(),
        columns: columns.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Collected;
    use super::*;

    fn pick(names: &[&str], lengths: &[usize], options: &ReadOptions) -> Result<Columns, String> {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let mut sink = Collected::default();
        let mut report = ReadReport::default();
        choose(
            &names,
            lengths,
            options,
            ("x.csv", 1),
            &mut report,
            &mut sink,
        )
        .map_err(|e| e.to_string())
    }

    #[test]
    fn names_then_lengths() {
        let options = ReadOptions::default();
        let got = pick(&["name", "Text", "title"], &[1, 1, 1], &options).unwrap();
        assert_eq!((got.text, got.id, got.title), (1, Some(0), Some(2)));
        let got = pick(&["id", "name", "remark", "n"], &[3, 5, 90, 90], &options).unwrap();
        assert_eq!((got.text, got.id, got.title), (2, Some(0), Some(1)));
        let got = pick(&["only"], &[0], &options).unwrap();
        assert_eq!((got.text, got.id), (0, None));
        assert!(pick(&[], &[], &options).is_err());
    }

    #[test]
    fn a_wish_is_a_must() {
        let options = ReadOptions {
            text_column: Some("nope".into()),
            ..ReadOptions::default()
        };
        let error = pick(&["id", "text"], &[1, 1], &options).unwrap_err();
        assert_eq!(
            error,
            "x.csv: line 1: there is no column `nope`; the columns are `id`, `text`"
        );
    }
}
