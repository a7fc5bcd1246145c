//! Reads a corpus from wherever it is: the one door to all readers.

use std::io::Read;
use std::path::Path;

use super::decode::Text;
use super::format::{Format, recognise};
use super::input::{Input, STANDARD_INPUT, Watch};
use super::readers::{
    Job, delimited, docword, folder, jsonl, ldac, lines, mallet, mallet_state, matrix_market,
    svmlight,
};
use super::reading::{ReadOptions, ReadReport};
use super::{CorpusError, Raw, Sink};

/// The ending of a model's file.
const MODEL: &str = "gibbscope";

/// Refuses what `fit --out` wrote, a file or a folder without texts: it is easily taken for
/// a corpus.
///
/// # Errors
/// Which commands take it.
pub fn refuse_model(source: &Path) -> Result<(), CorpusError> {
    let is_model = |path: &Path| path.is_file() && path.extension().is_some_and(|e| e == MODEL);
    let of_folder = || {
        let entries = std::fs::read_dir(source).ok()?;
        let mut paths = entries.flatten().map(|entry| entry.path());
        let text = |path: &Path| {
            path.extension()
                .is_none_or(|e| e == "txt" || e == "text" || e == "md")
        };
        let mut found = false;
        let texts = paths.any(|path| {
            found |= is_model(&path);
            text(&path)
        });
        Some(found && !texts)
    };
    if !is_model(source) && of_folder() != Some(true) {
        return Ok(());
    }
    let name = source.display();
    Err(CorpusError::file(
        &name.to_string(),
        format!(
            "it is a model, not a corpus; `gibbscope topics {name}` shows its topics, `report`, \
             `documents`, `words`, `map` and `infer` take it too, and `gibbscope replay {name}` \
             runs it again"
        ),
    ))
}

/// Reads the corpus `source` (a path, or `-` for standard input) into a sink.
///
/// Memory is that of one line or record for text; counts are collected first,
/// since their rows may come in any order.
///
/// # Errors
/// Whatever is wrong with the source, as one sentence that names the place and
/// the remedy; [`CorpusError::Cancelled`] when the watcher says stop.
pub fn read(
    source: &str,
    options: &ReadOptions,
    watch: &mut dyn Watch,
    sink: &mut dyn Sink,
) -> Result<ReadReport, CorpusError> {
    if source == "-" {
        let input = Input::standard_input(watch)?;
        let gzip = input.gzip;
        let report = read_bytes(STANDARD_INPUT, None, input.bytes, options, sink)?;
        return Ok(ReadReport { gzip, ..report });
    }
    let path = Path::new(source);
    let metadata = std::fs::metadata(path).map_err(|e| CorpusError::io(path, e))?;
    refuse_model(path)?;
    let name = source.to_owned();
    match (metadata.is_dir(), options.format) {
        (true, None | Some(Format::Folder)) => {
            let mut report = ReadReport {
                source: name,
                format: Some(Format::Folder),
                recognised: options.format.is_none(),
                ..ReadReport::default()
            };
            let mut counting = Counting { sink, documents: 0 };
            note_unused(Format::Folder, options, &mut counting);
            folder::read(path, options, watch, &mut counting, &mut report)?;
            report.documents = counting.documents;
            Ok(report)
        }
        (true, Some(format)) => Err(CorpusError::file(
            &name,
            format!("it is a folder, which --format {format} cannot read; name the file in it"),
        )),
        (false, _) => {
            let input = Input::file(path, 0, None, watch)?;
            let gzip = input.gzip;
            let report = read_bytes(&name, Some(path), input.bytes, options, sink)?;
            Ok(ReadReport { gzip, ..report })
        }
    }
}

/// Reads one open source, called `name` in messages.
pub(crate) fn read_bytes(
    name: &str,
    path: Option<&Path>,
    bytes: Box<dyn Read + '_>,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<ReadReport, CorpusError> {
    let mut text = Text::new(name.to_owned(), bytes, options.encoding.as_deref())?;
    let (head, complete) = text.head();
    let format = options
        .format
        .unwrap_or_else(|| recognise(path, head, complete));
    let mut report = ReadReport {
        source: name.to_owned(),
        format: Some(format),
        recognised: options.format.is_none(),
        encoding: text.encoding().to_owned(),
        ..ReadReport::default()
    };
    let mut sink = Counting { sink, documents: 0 };
    note_unused(format, options, &mut sink);
    let mut job = Job {
        path,
        options,
        report: &mut report,
    };
    match format {
        Format::Folder => {
            return Err(CorpusError::file(
                name,
                "it is not a folder; leave --format folder away",
            ));
        }
        Format::Lines => lines::read(&mut text, &mut sink)?,
        Format::Csv | Format::Tsv => delimited::read(&mut text, format, &mut job, &mut sink)?,
        Format::JsonLines => jsonl::read(&mut text, &mut job, &mut sink)?,
        Format::Mallet => mallet::read(&mut text, &mut sink)?,
        Format::LdaC => ldac::read(&mut text, &mut job, &mut sink)?,
        Format::Docword => docword::read(&mut text, &mut job, &mut sink)?,
        Format::MatrixMarket => matrix_market::read(&mut text, &mut job, &mut sink)?,
        Format::SvmLight => svmlight::read(&mut text, &mut job, &mut sink)?,
        Format::MalletState => mallet_state::read(&mut text, &mut sink)?,
    }
    let documents = sink.documents;
    if documents == 0 {
        return Err(CorpusError::file(name, "it holds no documents"));
    }
    report.documents = documents;
    Ok(report)
}

/// Says which of the given options the format has no use for.
fn note_unused(format: Format, options: &ReadOptions, sink: &mut dyn Sink) {
    let columns = matches!(format, Format::Csv | Format::Tsv | Format::JsonLines);
    let based = matches!(format, Format::LdaC | Format::SvmLight);
    for (given, used, option) in [
        (options.base.is_some(), based, "--base"),
        (
            options.transpose,
            format == Format::MatrixMarket,
            "--transpose",
        ),
        (options.text_column.is_some(), columns, "--text-column"),
        (options.id_column.is_some(), columns, "--id-column"),
    ] {
        if given && !used {
            sink.note(format!("{option} means nothing for the format {format}"));
        }
    }
}

/// Counts documents on their way to the sink.
struct Counting<'s> {
    sink: &'s mut dyn Sink,
    documents: u64,
}

impl Sink for Counting<'_> {
    fn vocabulary(&mut self, words: Vec<String>) -> Result<(), CorpusError> {
        self.sink.vocabulary(words)
    }

    fn document(&mut self, document: Raw<'_>) -> Result<(), CorpusError> {
        self.documents += 1;
        self.sink.document(document)
    }

    fn note(&mut self, note: String) {
        self.sink.note(note);
    }
}

#[cfg(test)]
mod tests {
    use super::super::readers::testing::{Collected, read_files, read_with};
    use super::*;
    use proptest::prelude::*;
    use std::ops::ControlFlow;

    #[test]
    fn a_missing_file_is_named() {
        let error = read(
            "no/such.txt",
            &ReadOptions::default(),
            &mut super::super::input::Unwatched,
            &mut Collected::default(),
        )
        .unwrap_err();
        assert!(matches!(error, CorpusError::NotFound { .. }));
        assert!(error.to_string().contains("no/such.txt"), "{error}");
    }

    #[test]
    fn the_report_says_how_it_was_read() {
        let (report, sink) = read_files(&[("a.csv", b"id,text\n1,x\n")], &ReadOptions::default());
        let report = report.unwrap();
        assert_eq!(report.format, Some(Format::Csv));
        assert!(report.recognised && report.source.ends_with("a.csv"));
        assert_eq!((report.encoding.as_str(), report.documents), ("UTF-8", 1));
        assert_eq!(report.text_column.as_deref(), Some("text"));
        assert_eq!(sink.ids(), ["1"]);
    }

    #[test]
    fn empty_and_ill_fitting_sources_are_refused() {
        let (report, _) = read_files(&[("a.txt", b"")], &ReadOptions::default());
        assert!(report.unwrap_err().ends_with("it holds no documents"));
        let options = ReadOptions {
            format: Some(Format::Folder),
            ..ReadOptions::default()
        };
        let (report, _) = read_files(&[("a.txt", b"a")], &options);
        assert!(report.unwrap_err().contains("not a folder"));
    }

    #[test]
    fn options_without_a_use_are_noted() {
        let options = ReadOptions {
            base: Some(1),
            transpose: true,
            ..ReadOptions::default()
        };
        let (sink, _) = read_with(b"a\n", &options).unwrap();
        assert_eq!(sink.notes.len(), 2);
    }

    #[test]
    fn a_watcher_stops_a_long_file() {
        let bytes = b"some words in a line\n".repeat(20_000);
        let mut stop = |read: u64, _| {
            if read > 100_000 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let input = Input::new(Box::new(&bytes[..]), 0, None, &mut stop).unwrap();
        let mut sink = Collected::default();
        let error = read_bytes("x", None, input.bytes, &ReadOptions::default(), &mut sink);
        assert!(matches!(error, Err(CorpusError::Cancelled)));
    }

    /// Bytes that get past the first checks more often than noise does.
    fn nearly() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop::sample::select(vec![
            "\n",
            "\r\n",
            " ",
            "\t",
            ",",
            ";",
            "\"",
            ":",
            "0",
            "1",
            "2",
            "-1",
            "1.5",
            "3.0",
            "99999999999999999999",
            "4000000000",
            "#",
            "%",
            "%%MatrixMarket matrix coordinate real general\n",
            "#doc source pos typeindex type topic\n",
            "#alpha : 0,1 ",
            "#beta : ",
            "NA",
            "{",
            "}",
            "{\"text\":\"a\"}",
            "text",
            "id",
            "word",
            "é",
            "\u{1b}",
            "\u{feff}",
            "0:1",
            "1:2",
            "qid:1",
            "\n1 1 1\n",
            "0 NA 0 0 w 1\n",
        ]);
        prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat().into_bytes())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn no_bytes_panic(
            bytes in prop_oneof![prop::collection::vec(any::<u8>(), 0..200), nearly()],
            base in prop::option::of(0_u8..3),
            transpose: bool,
            encoding in prop::sample::select(vec![None, Some("utf-16le"), Some("shift_jis")]),
        ) {
            for format in Format::ALL.into_iter().map(Some).chain([None]) {
                let options = ReadOptions {
                    format,
                    base,
                    transpose,
                    encoding: encoding.map(str::to_owned),
                    ..ReadOptions::default()
                };
                let _ = read_with(&bytes, &options);
            }
        }
    }
}
