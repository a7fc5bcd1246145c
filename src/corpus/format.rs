//! The file formats and how they are recognised: by name first, by content
//! where the name says nothing.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::CorpusError;
use super::readers::columns;

/// A format that a corpus can be read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// A folder of text files, one document a file.
    Folder,
    /// One document a line.
    Lines,
    /// Comma-separated values with a header line.
    Csv,
    /// Tab-separated values with a header line.
    Tsv,
    /// One JSON object a line.
    JsonLines,
    /// MALLET import lines: id, label, text.
    Mallet,
    /// LDA-C: `M term:count …`, a document a line.
    LdaC,
    /// UCI bag of words: `docID wordID count`.
    Docword,
    /// MatrixMarket coordinates, documents as rows.
    MatrixMarket,
    /// SVMlight: `label feature:count …`, a document a line.
    SvmLight,
    /// A MALLET Gibbs sampling state: a line a token.
    MalletState,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 11] = [
        Self::Folder,
        Self::Lines,
        Self::Csv,
        Self::Tsv,
        Self::JsonLines,
        Self::Mallet,
        Self::LdaC,
        Self::Docword,
        Self::MatrixMarket,
        Self::SvmLight,
        Self::MalletState,
    ];

    /// The name that `--format` takes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Lines => "lines",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::JsonLines => "jsonl",
            Self::Mallet => "mallet",
            Self::LdaC => "ldac",
            Self::Docword => "uci",
            Self::MatrixMarket => "mm",
            Self::SvmLight => "svmlight",
            Self::MalletState => "state",
        }
    }

    /// Other names people know the format by.
    fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::Folder => &["directory", "dir"],
            Self::Lines => &["txt", "text"],
            Self::Csv | Self::Mallet => &[],
            Self::Tsv => &["tab"],
            Self::JsonLines => &["json", "jsonlines", "ndjson", "json-lines"],
            Self::LdaC => &["lda-c"],
            Self::Docword => &["docword"],
            Self::MatrixMarket => &["matrixmarket", "matrix-market", "mtx"],
            Self::SvmLight => &["libsvm", "svm"],
            Self::MalletState => &["mallet-state", "malletstate"],
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = CorpusError;

    fn from_str(name: &str) -> Result<Self, CorpusError> {
        let wanted = name.to_ascii_lowercase();
        Self::ALL
            .into_iter()
            .find(|f| f.name() == wanted || f.aliases().contains(&wanted.as_str()))
            .ok_or_else(|| {
                let names: Vec<&str> = Self::ALL.iter().map(|f| f.name()).collect();
                CorpusError::Invalid(format!(
                    "unknown format `{name}`: the formats are {}",
                    names.join(", ")
                ))
            })
    }
}

/// Recognises the format of a file from its name and from the start of its
/// text (`complete`: this is all of it).
///
/// A `.txt` is one document a line unless it can be nothing but numbers; a
/// `.dat`, an unknown or a missing extension leaves it to the content alone.
pub(crate) fn recognise(path: Option<&Path>, head: &str, complete: bool) -> Format {
    let name = path
        .and_then(Path::file_name)
        .map(|n| n.to_string_lossy().to_ascii_lowercase())
        .unwrap_or_default();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let lines = sample(head, complete);
    if name.starts_with("docword") {
        return Format::Docword;
    }
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("csv") => Format::Csv,
        Some("tsv" | "tab") => Format::Tsv,
        Some("jsonl" | "ndjson" | "json") => Format::JsonLines,
        Some("mallet") => Format::Mallet,
        Some("ldac" | "lda-c") => Format::LdaC,
        Some("mm" | "mtx") => Format::MatrixMarket,
        Some("svmlight" | "libsvm" | "svm") => Format::SvmLight,
        Some("txt" | "text" | "md") => numbers(&lines).unwrap_or(Format::Lines),
        _ => numbers(&lines)
            .or_else(|| records(&lines))
            .unwrap_or(Format::Lines),
    }
}

/// The first lines that are whole, blank ones left out.
fn sample(head: &str, complete: bool) -> Vec<&str> {
    let whole = match head.rfind('\n') {
        Some(last) if !complete => head.get(..last).unwrap_or(head),
        _ => head,
    };
    whole
        .lines()
        .filter(|line| !line.trim().is_empty())
        .take(50)
        .collect()
}

/// Formats of counts and ids, which no prose looks like.
fn numbers(lines: &[&str]) -> Option<Format> {
    let first = lines.first()?;
    if first.starts_with("#doc source pos") || lines.iter().all(|line| is_state_row(line)) {
        return Some(Format::MalletState);
    }
    if first.to_ascii_lowercase().starts_with("%%matrixmarket") {
        return Some(Format::MatrixMarket);
    }
    let is_numbers = |line: &str, n: usize| {
        line.split_ascii_whitespace().count() == n
            && line
                .split_ascii_whitespace()
                .all(|t| t.parse::<u64>().is_ok())
    };
    if let [a, b, c, row, ..] = lines
        && [a, b, c].iter().all(|line| is_numbers(line, 1))
        && is_numbers(row, 3)
    {
        return Some(Format::Docword);
    }
    pairs(lines)
}

/// LDA-C or SVMlight: both are `number id:value id:value …`; in LDA-C the number
/// counts the pairs. Half of the lines are enough, so that a file with a wrong
/// count is still read as what it is and the error names that line.
fn pairs(lines: &[&str]) -> Option<Format> {
    let (mut counted, mut with_pairs) = (0, 0);
    for line in lines {
        let line = line.split_once('#').map_or(*line, |(before, _)| before);
        let mut tokens = line.split_ascii_whitespace();
        let Some(label) = tokens.next() else { continue };
        if label.contains(':') {
            return None;
        }
        let mut n = 0_u64;
        for token in tokens.filter(|t| !t.starts_with("qid:")) {
            let (id, value) = token.split_once(':')?;
            id.parse::<u64>().ok()?;
            value.parse::<f64>().ok()?;
            n += 1;
        }
        with_pairs += usize::from(n > 0);
        counted += usize::from(label.parse() == Ok(n));
    }
    match (with_pairs, counted * 2 >= lines.len()) {
        (0, _) => None,
        (_, true) => Some(Format::LdaC),
        (_, false) => Some(Format::SvmLight),
    }
}

/// Whether a line is `doc source pos typeindex type topic`.
fn is_state_row(line: &str) -> bool {
    let mut right = line.rsplitn(5, ' ');
    let is_number = |token: Option<&str>| token.is_some_and(|t| t.parse::<u32>().is_ok());
    let (topic, word) = (right.next(), right.next());
    let (index, position) = (right.next(), right.next());
    let document = right.next().and_then(|rest| rest.split_once(' '));
    word.is_some()
        && [topic, index, position].into_iter().all(is_number)
        && is_number(document.map(|(d, _)| d))
}

/// Formats of text in fields.
fn records(lines: &[&str]) -> Option<Format> {
    let first = lines.first()?.trim_start();
    let json = serde_json::from_str::<serde_json::Map<_, _>>(first).is_ok();
    // A first line longer than the sample cannot be parsed, only guessed at.
    if json || (first.starts_with("{\"") && lines.len() == 1) {
        return Some(Format::JsonLines);
    }
    for (separator, format) in [('\t', Format::Tsv), (',', Format::Csv), (';', Format::Csv)] {
        let mut cells = first.split(separator).map(|c| c.trim().trim_matches('"'));
        if first.contains(separator) && cells.any(columns::is_text_name) {
            return Some(format);
        }
    }
    let is_mallet = |line: &&str| {
        let mut fields = line.splitn(3, '\t');
        let mut name = || {
            fields
                .next()
                .is_some_and(|f| !f.is_empty() && !f.contains(' '))
        };
        name() && name() && fields.next().is_some()
    };
    lines.iter().all(is_mallet).then_some(Format::Mallet)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, head: &str) -> Format {
        recognise(Some(Path::new(name)), head, true)
    }

    #[test]
    fn names_round_trip() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse::<Format>().unwrap(), format);
            for alias in format.aliases() {
                assert_eq!(alias.parse::<Format>().unwrap(), format);
            }
        }
        let error = "doc".parse::<Format>().unwrap_err().to_string();
        assert!(error.contains("folder, lines, csv"), "{error}");
    }

    #[test]
    fn the_name_decides() {
        for (name, format) in [
            ("a.csv", Format::Csv),
            ("A.CSV.GZ", Format::Csv),
            ("a.tsv", Format::Tsv),
            ("a.ndjson", Format::JsonLines),
            ("a.mallet.gz", Format::Mallet),
            ("a.ldac", Format::LdaC),
            ("docword.kos.txt.gz", Format::Docword),
            ("a.mm", Format::MatrixMarket),
            ("a.libsvm", Format::SvmLight),
            ("a.txt", Format::Lines),
        ] {
            assert_eq!(of(name, "some words\nmore words\n"), format, "{name}");
        }
    }

    #[test]
    fn the_content_decides() {
        for (head, format) in [
            (
                "#doc source pos typeindex type topic\n",
                Format::MalletState,
            ),
            (
                "0 a b.txt 0 0 dies 2\n0 a b.txt 1 1 sein 0\n",
                Format::MalletState,
            ),
            (
                "%%MatrixMarket matrix coordinate real general\n",
                Format::MatrixMarket,
            ),
            ("2\n3\n1\n1 2 3\n", Format::Docword),
            ("2 0:1 2:3\n0\n1 1:1\n", Format::LdaC),
            ("1 0:1\n3 0:1 2:3\n", Format::LdaC),
            ("+1 1:1 2:1\n-1 qid:3 2:1 # x\n", Format::SvmLight),
            ("{\"text\": \"a\"}\n", Format::JsonLines),
            ("id,text\n1,hello\n", Format::Csv),
            ("id\tText\n1\thello\n", Format::Tsv),
            ("d1\ten\tsome text\nd2\ten\tmore\n", Format::Mallet),
            ("just words, text and no more\n", Format::Lines),
            ("at 10:30 we met\n", Format::Lines),
            ("", Format::Lines),
        ] {
            assert_eq!(of("noname", head), format, "{head}");
            assert_eq!(recognise(None, head, true), format, "{head}");
        }
        assert_eq!(
            of("state.txt", "#doc source pos typeindex type topic\n"),
            Format::MalletState
        );
        assert_eq!(of("a.txt", "id,text\n1,hello\n"), Format::Lines);
    }
}
