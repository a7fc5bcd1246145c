//! CSV and TSV: fields in quotes where needed, a header line, a row a document.
//!
//! Columns other than text, id and title are metadata.
//!
//! RFC 4180 as the `csv` crate reads it, with three things added: quotes that
//! do not close are errors, so are rows with more or fewer fields than the
//! header, and a `.csv` whose header has semicolons and no comma (as
//! spreadsheets write it in much of Europe) is split at semicolons.

use csv::{Reader, ReaderBuilder, StringRecord};

use super::Job;
use super::columns::{self, Columns, SAMPLE};
use super::quotes::Quotes;
use crate::corpus::decode::Text;
use crate::corpus::{Content, CorpusError, Format, Raw, Sink};
use crate::plain::clean_name;

/// Reads all rows.
pub(crate) fn read(
    text: &mut Text<'_>,
    format: Format,
    job: &mut Job<'_>,
    sink: &mut dyn Sink,
) -> Result<(), CorpusError> {
    let file = text.name().to_owned();
    let delimiter = delimiter(format, text.head().0);
    if delimiter == b';' {
        sink.note("the columns are separated by semicolons".to_owned());
    }
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(Quotes::new(text, &file, delimiter));
    let mut header = StringRecord::new();
    let Some(header_line) = next(&mut reader, &mut header, &file)? else {
        return Err(CorpusError::file(
            &file,
            "it is empty; a header line that names the columns is needed",
        ));
    };
    let names: Vec<String> = header.iter().map(str::to_owned).collect();
    let mut sample = Vec::new();
    let mut record = StringRecord::new();
    while sample.len() < SAMPLE
        && let Some(line) = next(&mut reader, &mut record, &file)?
    {
        check(&record, names.len(), &file, line)?;
        sample.push(record.clone());
    }
    let mut lengths = vec![0; names.len()];
    for row in &sample {
        for (sum, value) in lengths.iter_mut().zip(row) {
            *sum += value.chars().count();
        }
    }
    let place = (file.as_str(), header_line);
    let columns = columns::choose(&names, &lengths, job.options, place, job.report, sink)?;
    let others = others(&names, columns);
    for row in &sample {
        give(row, columns, &others, sink)?;
    }
    while let Some(line) = next(&mut reader, &mut record, &file)? {
        check(&record, names.len(), &file, line)?;
        give(&record, columns, &others, sink)?;
    }
    Ok(())
}

fn delimiter(format: Format, head: &str) -> u8 {
    let header = head.lines().next().unwrap_or_default();
    match format {
        Format::Tsv => b'\t',
        _ if header.contains(';') && !header.contains(',') => b';',
        _ => b',',
    }
}

/// The next record and the line it starts on; `None` at the end.
fn next<R: std::io::Read>(
    reader: &mut Reader<Quotes<R>>,
    record: &mut StringRecord,
    file: &str,
) -> Result<Option<u64>, CorpusError> {
    match reader.read_record(record) {
        Ok(true) => Ok(Some(reader.get_mut().next_start())),
        Ok(false) => Ok(None),
        Err(e) => Err(match e.into_kind() {
            csv::ErrorKind::Io(e) => CorpusError::from_stream(file, e),
            other => CorpusError::file(file, format!("it cannot be read as a table: {other:?}")),
        }),
    }
}

/// Checks that a row has as many fields as the header.
fn check(record: &StringRecord, columns: usize, file: &str, line: u64) -> Result<(), CorpusError> {
    let fields = record.len();
    if fields == columns {
        return Ok(());
    }
    let remedy = if fields < columns {
        "complete the row, or put text that spans lines in quotes"
    } else {
        "put fields that hold the separator in quotes"
    };
    Err(CorpusError::line(
        file,
        line,
        format!("the row has {fields} fields where the header has {columns}; {remedy}"),
    ))
}

/// The columns that are metadata, with their names.
fn others(names: &[String], columns: Columns) -> Vec<(usize, String)> {
    let taken = [Some(columns.text), columns.id, columns.title];
    let others = (0..names.len()).filter(|place| !taken.contains(&Some(*place)));
    let named = |place: usize| match clean_name(&names[place]) {
        none if none.is_empty() => (place, format!("column {}", place + 1)),
        name => (place, name),
    };
    others.map(named).collect()
}

fn give(
    row: &StringRecord,
    columns: Columns,
    others: &[(usize, String)],
    sink: &mut dyn Sink,
) -> Result<(), CorpusError> {
    let named = |place: Option<usize>| {
        place
            .and_then(|p| row.get(p))
            .map(clean_name)
            .filter(|name| !name.is_empty())
    };
    let metadata = others.iter();
    let metadata: Vec<(&str, &str)> = metadata
        .map(|(place, name)| (name.as_str(), row.get(*place).unwrap_or_default()))
        .collect();
    sink.document(Raw {
        id: named(columns.id).as_deref(),
        title: named(columns.title).as_deref(),
        metadata: &metadata,
        content: Content::Text(row.get(columns.text).unwrap_or_default()),
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{read_as, read_with, refusal};
    use super::*;
    use crate::corpus::reading::ReadOptions;

    #[test]
    fn rows_become_documents() {
        let sink = read_as(
            Format::Csv,
            "\u{feff}id,Title,text\r\n7,\"A\tb\",\"one, two\nand \"\"three\"\"\"\r\n8,,\r\n",
        )
        .unwrap();
        assert_eq!(sink.texts(), ["one, two\nand \"three\"", ""]);
        assert_eq!(sink.ids(), ["7", "8"]);
        assert_eq!(sink.titles(), ["A b", "-"]);
        assert!(sink.notes[0].contains("`text`"));
    }

    #[test]
    fn other_columns_are_metadata() {
        let sink = read_as(Format::Csv, "id,by,text,,by\n1,Ann,a,x,\n2,,b,y,z\n").unwrap();
        assert_eq!(
            sink.metadata(),
            ["by=Ann column 4=x by=", "by= column 4=y by=z"]
        );
    }

    #[test]
    fn tabs_semicolons_and_the_longest_column() {
        let sink = read_as(Format::Tsv, "n\tsays\n1\ta longer, text\n").unwrap();
        assert_eq!(sink.texts(), ["a longer, text"]);
        let sink = read_as(Format::Csv, "id;body\n1;a, b\n").unwrap();
        assert_eq!(sink.texts(), ["a, b"]);
    }

    #[test]
    fn options_name_the_columns() {
        let options = ReadOptions {
            format: Some(Format::Csv),
            text_column: Some("b".into()),
            id_column: Some("a".into()),
            ..ReadOptions::default()
        };
        let (sink, report) = read_with(b"text,a,b\nx,y,z\n", &options).unwrap();
        assert_eq!((sink.texts(), sink.ids()), (vec!["z"], vec!["y"]));
        assert!(sink.notes.is_empty());
        assert_eq!(report.id_column.as_deref(), Some("a"));
        let error = read_with(b"\n\nc,d\nx,y\n", &options)
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "x: line 3: there is no column `a`; the columns are `c`, `d`"
        );
    }

    #[test]
    fn quotes_that_do_not_close_are_located() {
        let error = refusal(Format::Csv, "id,text\n1,\"never closed\n2,next\n");
        assert!(error.starts_with("x: line 2: the quote"), "{error}");
        let error = refusal(Format::Csv, "id,text\n1,fine\n2,\"open\n3,\"next\"\n");
        assert!(
            error.starts_with("x: line 3:") && error.contains("on line 4"),
            "{error}"
        );
        assert!(read_as(Format::Csv, "id,text\n1,5\" disk\n2,\"closed\"").is_ok());
        assert!(refusal(Format::Csv, "\"").contains("line 1"));
    }

    #[test]
    fn rows_of_another_length_are_located() {
        let error = refusal(Format::Csv, "id,text\n1,\"a\nb\"\n2\n");
        assert!(
            error.starts_with("x: line 4: the row has 1 fields where the header has 2"),
            "{error}"
        );
        let error = refusal(Format::Csv, "id,text\n1,a,b\n");
        assert!(
            error.contains("line 2") && error.contains("quotes"),
            "{error}"
        );
        for end in ["\n", "\r\n"] {
            let mut text = ["id,text", "", "1,\"a", "b\"", "", ""].join(end);
            text += &["2,b"; 3000].join(end);
            let error = refusal(Format::Csv, &(text + end + "4"));
            assert!(error.starts_with("x: line 3006: the row has"), "{error}");
        }
    }

    #[test]
    fn a_table_without_rows_is_refused() {
        assert!(refusal(Format::Csv, "").contains("header line"));
        assert!(refusal(Format::Csv, "id,text\n").contains("no documents"));
    }
}
