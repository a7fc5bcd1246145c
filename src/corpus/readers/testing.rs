//! A sink that keeps what it gets, and readers run over bytes.

use crate::corpus::load;
use crate::corpus::reading::{ReadOptions, ReadReport};
use crate::corpus::{Content, CorpusError, Format, Raw, Sink};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kept {
    Text(String),
    Counts(Vec<(u32, u32)>),
    Tokens(Vec<u32>),
}

#[derive(Debug, Default)]
pub(crate) struct Collected {
    pub words: Option<Vec<String>>,
    pub documents: Vec<Kept>,
    pub ids: Vec<Option<String>>,
    pub titles: Vec<Option<String>>,
    pub metadata: Vec<Vec<(String, String)>>,
    pub notes: Vec<String>,
}

impl Collected {
    pub fn counts(&self) -> Vec<Vec<(u32, u32)>> {
        let counts = |kept: &Kept| match kept {
            Kept::Counts(counts) => counts.clone(),
            other => unreachable!("{other:?}"),
        };
        self.documents.iter().map(counts).collect()
    }

    pub fn texts(&self) -> Vec<&str> {
        fn text(kept: &Kept) -> &str {
            match kept {
                Kept::Text(text) => text.as_str(),
                other => unreachable!("{other:?}"),
            }
        }
        self.documents.iter().map(text).collect()
    }

    pub fn ids(&self) -> Vec<&str> {
        self.ids
            .iter()
            .map(|id| id.as_deref().unwrap_or("-"))
            .collect()
    }

    /// The metadata of each document, as `name=value name=value`.
    pub fn metadata(&self) -> Vec<String> {
        let one = |fields: &Vec<(String, String)>| {
            let fields = fields.iter().map(|(name, value)| format!("{name}={value}"));
            fields.collect::<Vec<_>>().join(" ")
        };
        self.metadata.iter().map(one).collect()
    }

    pub fn titles(&self) -> Vec<&str> {
        self.titles
            .iter()
            .map(|t| t.as_deref().unwrap_or("-"))
            .collect()
    }
}

impl Sink for Collected {
    fn vocabulary(&mut self, words: Vec<String>) -> Result<(), CorpusError> {
        assert!(self.words.is_none() && self.documents.is_empty());
        self.words = Some(words);
        Ok(())
    }

    fn document(&mut self, document: Raw<'_>) -> Result<(), CorpusError> {
        let metadata = document.metadata.iter();
        let owned = metadata.map(|(name, value)| (name.to_string(), value.to_string()));
        self.metadata.push(owned.collect());
        self.ids.push(document.id.map(str::to_owned));
        self.titles.push(document.title.map(str::to_owned));
        self.documents.push(match document.content {
            Content::Text(text) => Kept::Text(text.to_owned()),
            Content::Counts(counts) => {
                assert!(counts.is_sorted_by(|a, b| a.0 < b.0));
                Kept::Counts(counts.to_vec())
            }
            Content::Tokens(tokens) => Kept::Tokens(tokens.to_vec()),
        });
        Ok(())
    }

    fn note(&mut self, note: String) {
        self.notes.push(note);
    }
}

/// Reads bytes as a file called `x`, without a place on the disk.
pub(crate) fn read_with(
    bytes: &[u8],
    options: &ReadOptions,
) -> Result<(Collected, ReadReport), CorpusError> {
    let mut sink = Collected::default();
    let report = load::read_bytes("x", None, Box::new(bytes), options, &mut sink)?;
    Ok((sink, report))
}

/// Reads bytes in a format, with no other option.
pub(crate) fn read_as(format: Format, text: &str) -> Result<Collected, String> {
    let options = ReadOptions {
        format: Some(format),
        ..ReadOptions::default()
    };
    read_with(text.as_bytes(), &options)
        .map(|(sink, _)| sink)
        .map_err(|e| e.to_string())
}

/// The message that bytes are refused with.
pub(crate) fn refusal(format: Format, text: &str) -> String {
    match read_as(format, text) {
        Ok(sink) => unreachable!("accepted {text:?} as {sink:?}"),
        Err(message) => message,
    }
}

/// Writes files into a new folder and reads the first of them.
pub(crate) fn read_files(
    files: &[(&str, &[u8])],
    options: &ReadOptions,
) -> (Result<ReadReport, String>, Collected) {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let path = folder.path().join(files[0].0);
    let mut sink = Collected::default();
    let report = load::read(
        &path.to_string_lossy(),
        options,
        &mut crate::corpus::input::Unwatched,
        &mut sink,
    );
    (report.map_err(|e| e.to_string()), sink)
}
