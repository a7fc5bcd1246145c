//! Columns while a corpus is read. Memory must stay small with ten million documents,
//! so a column goes as soon as it is seen to be of no use: with long texts, or with a
//! value of its own for nearly every document.

use super::{Column, ColumnKind, Date, Metadata, Numbers};
use crate::corpus::CorpusError;
use crate::corpus::interner::Interner;
use crate::plain::clean_name;

/// Columns at most; objects may have keys without end.
const MOST_COLUMNS: usize = 100;
/// Bytes of a value at most.
const LONGEST: usize = 300;
/// Different values of a column at most.
const MOST_VALUES: usize = 100_000;
/// A column of categories may have so many values in any corpus …
const FEW: usize = 50;
/// … and else one for so many documents.
const DOCUMENTS_A_VALUE: usize = 2;

/// Takes the metadata of documents one after the other.
#[derive(Debug, Default)]
pub(in crate::corpus) struct Gather {
    /// Names of columns that are kept whatever is in them.
    asked: Vec<String>,
    columns: Vec<Growing>,
    documents: usize,
    /// Whether there were more than [`MOST_COLUMNS`].
    more: bool,
}

#[derive(Debug)]
struct Growing {
    name: String,
    asked: bool,
    values: Interner,
    /// Of the documents up to the last that has one.
    numbers: Numbers,
    gone: Option<Gone>,
}

/// Why a column is not kept.
#[derive(Debug)]
enum Gone {
    Long,
    Many,
}

impl Gather {
    /// No document yet; the columns named here are kept whatever is in them.
    pub(in crate::corpus) fn new(asked: &[String]) -> Self {
        Self {
            asked: asked.to_vec(),
            columns: Vec::new(),
            documents: 0,
            more: false,
        }
    }

    /// Takes the next document: names and values. Of a name that comes twice the
    /// first one holds.
    pub(in crate::corpus) fn document(&mut self, fields: &[(&str, &str)]) {
        for (at, &(name, value)) in fields.iter().enumerate() {
            let value = value.trim();
            if value.is_empty() {
                continue;
            }
            let Some(place) = self.place(at, name) else {
                self.more = true;
                continue;
            };
            let column = &mut self.columns[place];
            if column.gone.is_none() && column.numbers.len() <= self.documents {
                column.take(self.documents, value);
            }
        }
        self.documents += 1;
    }

    /// The place of a column, most likely `at`.
    fn place(&mut self, at: usize, name: &str) -> Option<usize> {
        let is = |column: &Growing| column.name == name;
        if self.columns.get(at).is_some_and(is) {
            return Some(at);
        }
        let found = self.columns.iter().position(is);
        if found.is_none() && self.columns.len() < MOST_COLUMNS {
            self.columns.push(Growing {
                name: name.to_owned(),
                asked: self.asked.iter().any(|asked| asked == name),
                values: Interner::default(),
                numbers: Numbers::default(),
                gone: None,
            });
            return Some(self.columns.len() - 1);
        }
        found
    }

    /// Ends reading, with remarks about columns that are not kept.
    ///
    /// # Errors
    /// When a column that was asked for has no value in any document.
    pub(in crate::corpus) fn finish(
        self,
        notes: &mut Vec<String>,
    ) -> Result<Metadata, CorpusError> {
        if let Some(asked) = self.asked.iter().find(|asked| {
            let is = |column: &Growing| column.name == **asked;
            !self.columns.iter().any(is)
        }) {
            let names: Vec<String> = self
                .columns
                .iter()
                .map(|c| format!("`{}`", c.name))
                .collect();
            return Err(CorpusError::Invalid(format!(
                "--keep-column {asked}: the documents have no such metadata; {}",
                match &names[..] {
                    [] => "they have none at all".to_owned(),
                    names => format!("there is {}", names.join(", ")),
                }
            )));
        }
        let mut columns = Vec::new();
        for column in self.columns {
            let name = column.name.clone();
            match column.finish(self.documents) {
                Ok(column) => columns.push(column),
                Err((gone, values)) => notes.push(format!(
                    "column `{}` is not kept as metadata: {}; --keep-column keeps it",
                    clean_name(&name),
                    match gone {
                        Gone::Long => "its values are long texts".to_owned(),
                        Gone::Many => format!("it has {values} different values"),
                    }
                )),
            }
        }
        if self.more {
            notes.push(format!(
                "only the first {MOST_COLUMNS} columns are kept as metadata"
            ));
        }
        Ok(Metadata { columns })
    }
}

impl Growing {
    fn take(&mut self, document: usize, value: &str) {
        if value.len() > LONGEST && !self.asked {
            self.leave(Gone::Long);
            return;
        }
        while self.numbers.len() < document {
            self.numbers.push(None);
        }
        let before = self.values.len();
        let number = self.values.id(value);
        self.numbers.push(Some(number));
        if before == MOST_VALUES && self.values.len() > before && !self.asked {
            self.shorten();
        }
    }

    fn leave(&mut self, gone: Gone) {
        self.values = Interner::default();
        self.numbers = Numbers::default();
        self.gone = Some(gone);
    }

    /// Too many values: times of day are left out, which makes them fewer by far.
    fn shorten(&mut self) {
        let mut days = Interner::default();
        let shorter: Vec<u32> = self
            .values
            .words()
            .map(|value| match Date::parse(value) {
                Some(date) => days.id(&date.to_string()),
                None => days.id(value),
            })
            .collect();
        if days.len() > MOST_VALUES / 2 {
            self.leave(Gone::Many);
            return;
        }
        let days_of = |number: Option<u32>| number.map(|n| shorter[n as usize]);
        self.numbers = self.numbers.iter().map(days_of).collect();
        self.values = days;
    }

    /// The column, or why it is not kept and how many values it has.
    fn finish(mut self, documents: usize) -> Result<Column, (Gone, String)> {
        if let Some(gone) = self.gone {
            return Err((gone, format!("more than {MOST_VALUES}")));
        }
        while self.numbers.len() < documents {
            self.numbers.push(None);
        }
        let values: Vec<String> = self.values.words().map(str::to_owned).collect();
        let with = self.numbers.iter().flatten().count();
        let many = values.len() > FEW.max(with / DOCUMENTS_A_VALUE);
        let column = Column::new(self.name, values, self.numbers);
        if many && column.kind == ColumnKind::Category && !self.asked {
            return Err((Gone::Many, column.values.len().to_string()));
        }
        Ok(column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(gather: Gather) -> (Vec<String>, Vec<String>) {
        let mut notes = Vec::new();
        let metadata = gather.finish(&mut notes).unwrap();
        let names = metadata.columns().iter().map(ToString::to_string);
        (names.collect(), notes)
    }

    #[test]
    fn columns_may_come_late_and_go_early() {
        let mut gather = Gather::new(&[]);
        gather.document(&[("a", "x"), ("b", " y ")]);
        gather.document(&[("b", "y"), ("c", "1"), ("c", "2")]);
        gather.document(&[]);
        let metadata = gather.finish(&mut Vec::new()).unwrap();
        let values = |name: &str| {
            let column = metadata.column(name).unwrap();
            [0, 1, 2].map(|d| column.value(d).unwrap_or("-").to_owned())
        };
        assert_eq!(values("a"), ["x", "-", "-"]);
        assert_eq!(values("b"), ["y", "y", "-"]);
        assert_eq!(values("c"), ["-", "1", "-"]);
    }

    #[test]
    fn what_groups_nothing_is_not_kept() {
        let fill = |asked: &[&str]| {
            let asked: Vec<String> = asked.iter().map(ToString::to_string).collect();
            let mut gather = Gather::new(&asked);
            for d in 0..200 {
                let (url, half, score) =
                    (format!("u{d}"), format!("h{}", d / 2), format!("0.{d:03}"));
                let (when, long) = (format!("1987-02-26T00:{d:03}"), "long ".repeat(100));
                gather.document(&[
                    ("url", &url),
                    ("half", &half),
                    ("score", &score),
                    ("when", &when),
                    ("long", if d == 199 { &long } else { "short" }),
                ]);
            }
            names(gather)
        };
        let (kept, notes) = fill(&[]);
        assert_eq!(
            kept,
            [
                "half (100 values)",
                "score (numbers, 0.000 to 0.199)",
                "when (dates, 1987-02-26 to 1987-02-26)"
            ]
        );
        assert_eq!(
            notes,
            [
                "column `url` is not kept as metadata: it has 200 different values; --keep-column keeps it",
                "column `long` is not kept as metadata: its values are long texts; --keep-column keeps it",
            ]
        );
        let (kept, notes) = fill(&["url", "long"]);
        assert_eq!((kept.len(), notes.len()), (5, 0));
        let error = Gather::new(&["nosuch".into()]).finish(&mut Vec::new());
        assert!(
            error
                .unwrap_err()
                .to_string()
                .contains("--keep-column nosuch")
        );
    }

    #[test]
    fn memory_is_bounded() {
        let mut gather = Gather::new(&[]);
        for d in 0..2 * MOST_VALUES + 10 {
            let time = format!("{}-02-26T{d:06}", 1900 + d % 50);
            let name = format!("n{d}");
            gather.document(&[("when", &time), ("name", &name)]);
            assert!(
                gather
                    .columns
                    .iter()
                    .all(|c| c.values.len() <= MOST_VALUES + 1)
            );
        }
        let (kept, notes) = names(gather);
        assert_eq!(kept, ["when (dates, 1900-02-26 to 1949-02-26)"]);
        assert!(
            notes[0].contains("more than 100000 different values"),
            "{notes:?}"
        );

        let mut gather = Gather::new(&[]);
        for d in 0..MOST_COLUMNS + 5 {
            gather.document(&[(&format!("c{d}"), "x")]);
        }
        let (kept, notes) = names(gather);
        assert_eq!((kept.len(), notes.len()), (MOST_COLUMNS, 1));
    }
}
