//! What is known of documents beside their words: columns of values, such as the
//! section of a newspaper, an author or a date.
//!
//! A column is a list of its different values, each once, and for each document the
//! number of its value there, in as few bytes as the numbers need. Values are as the
//! file has them, without white space around; an empty one is no value.
//!
//! | file | what it holds |
//! |---|---|
//! | `date` | dates as ISO 8601 writes them |
//! | `gather` | columns while a corpus is read, and which of them are kept |
//! | `numbers` | value numbers in one, two or four bytes |

mod date;
mod gather;
mod numbers;

pub use date::{Date, Precision};
pub(super) use gather::Gather;

use super::CorpusError;
use numbers::Numbers;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Of the documents that have a value, the share whose value must be a number or a
/// date for a column to be one of numbers or dates: a few are always mistyped.
const MOSTLY: f64 = 0.95;

/// What the values of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnKind {
    /// Names without an order.
    Category,
    /// Numbers; what is none counts as no value.
    Number,
    /// Dates; what is none counts as no value.
    Date,
}

/// The columns of a corpus, in the order of its file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Metadata {
    columns: Vec<Column>,
}

/// A value for each document, or none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Saved", into = "Saved")]
pub struct Column {
    name: String,
    kind: ColumnKind,
    values: Vec<String>,
    numbers: Numbers,
}

/// A column as a file has it.
#[derive(Serialize, Deserialize)]
struct Saved {
    name: String,
    kind: ColumnKind,
    values: Vec<String>,
    documents: Vec<Option<u32>>,
}

impl From<Column> for Saved {
    fn from(column: Column) -> Self {
        Self {
            documents: column.numbers.iter().collect(),
            name: column.name,
            kind: column.kind,
            values: column.values,
        }
    }
}

impl TryFrom<Saved> for Column {
    type Error = String;

    fn try_from(saved: Saved) -> Result<Self, String> {
        let mut numbers = Numbers::default();
        for number in saved.documents {
            if number.is_some_and(|n| n as usize >= saved.values.len()) {
                return Err(format!("column `{}` lacks a value", saved.name));
            }
            numbers.push(number);
        }
        Ok(Self {
            name: saved.name,
            kind: saved.kind,
            values: saved.values,
            numbers,
        })
    }
}

impl Metadata {
    /// The columns.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The column of this name, in any case of letters where none is spelt like that.
    pub fn column(&self, name: &str) -> Option<&Column> {
        let same = |c: &&Column| c.name == name;
        let alike = |c: &&Column| c.name.to_lowercase() == name.to_lowercase();
        let columns = || self.columns.iter();
        columns().find(same).or_else(|| columns().find(alike))
    }

    /// Those of some documents, in this order.
    pub(super) fn select(&self, documents: &[usize]) -> Self {
        let select = |column: &Column| Column {
            name: column.name.clone(),
            kind: column.kind,
            values: column.values.clone(),
            numbers: documents.iter().map(|&d| column.number(d)).collect(),
        };
        Self {
            columns: self.columns.iter().map(select).collect(),
        }
    }

    /// Whether this can be the metadata of so many documents.
    pub(super) fn check(&self, documents: usize) -> Result<(), CorpusError> {
        let mut names = FxHashSet::default();
        for column in &self.columns {
            let name = &column.name;
            if column.numbers.len() != documents || !names.insert(name) {
                return Err(CorpusError::Invalid(format!(
                    "the metadata column `{name}` does not fit {documents} documents"
                )));
            }
        }
        Ok(())
    }
}

impl Column {
    fn new(name: String, values: Vec<String>, numbers: Numbers) -> Self {
        let mut column = Self {
            name,
            kind: ColumnKind::Category,
            values,
            numbers,
        };
        let counts = column.counts();
        let all: usize = counts.iter().sum();
        let mostly = |is: &dyn Fn(&str) -> bool| {
            let fitting = column.values.iter().zip(&counts);
            let fitting = fitting.filter(|(value, _)| is(value)).map(|(_, n)| n);
            all > 0 && fitting.sum::<usize>() as f64 >= MOSTLY * all as f64
        };
        // A year is a number too, and more is known of it as a date.
        if mostly(&|value| Date::parse(value).is_some()) {
            column.kind = ColumnKind::Date;
        } else if mostly(&|value| number(value).is_some()) {
            column.kind = ColumnKind::Number;
        }
        column
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What its values are.
    pub fn kind(&self) -> ColumnKind {
        self.kind
    }

    /// Its different values, each once. After [`super::Corpus::select`] some may
    /// belong to no document.
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// Which of [`Column::values`] document `d` has.
    pub fn number(&self, d: usize) -> Option<u32> {
        self.numbers.get(d)
    }

    /// The value of document `d`.
    pub fn value(&self, d: usize) -> Option<&str> {
        self.number(d).map(|n| self.values[n as usize].as_str())
    }

    /// How many documents have each of the values.
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.values.len()];
        for number in self.numbers.iter().flatten() {
            counts[number as usize] += 1;
        }
        counts
    }
}

/// The finite number that a value is.
pub fn number(value: &str) -> Option<f64> {
    let starts = value.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    let number = value.parse().ok().filter(|n: &f64| n.is_finite());
    number.filter(|_| starts)
}

/// The name, and what its values are.
impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.counts();
        let used = || {
            let pairs = self.values.iter().zip(&counts);
            pairs.filter(|(_, n)| **n > 0).map(|(value, _)| value)
        };
        let range = match self.kind {
            ColumnKind::Category => None,
            ColumnKind::Number => {
                let ends = |value: &String| Some((number(value)?, value.clone()));
                let all = || used().filter_map(ends);
                let low = all().min_by(|a, b| a.0.total_cmp(&b.0));
                low.zip(all().max_by(|a, b| a.0.total_cmp(&b.0)))
                    .map(|(low, high)| ("numbers", low.1, high.1))
            }
            ColumnKind::Date => {
                let dates = || used().filter_map(|value| Date::parse(value));
                let ends = dates().min().zip(dates().max());
                ends.map(|(low, high)| ("dates", low.to_string(), high.to_string()))
            }
        };
        let name = &self.name;
        match range {
            Some((what, low, high)) => write!(f, "{name} ({what}, {low} to {high})"),
            None => write!(
                f,
                "{name} ({})",
                crate::plain::count(used().count(), "value")
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(values: &[&str]) -> Column {
        let mut gather = Gather::new(&[]);
        for value in values {
            gather.document(&[("c", value)]);
        }
        gather.finish(&mut Vec::new()).unwrap().columns.remove(0)
    }

    #[test]
    fn kinds_are_guessed_from_nearly_all_values() {
        for (values, kind, text) in [
            (
                &["b", "a", "b", ""][..],
                ColumnKind::Category,
                "c (2 values)",
            ),
            (
                &["3", "-1.5e0", "10"],
                ColumnKind::Number,
                "c (numbers, -1.5e0 to 10)",
            ),
            (
                &["1987", "1990", "1989"],
                ColumnKind::Date,
                "c (dates, 1987 to 1990)",
            ),
            (
                &["1987-02", "1987-02-26"],
                ColumnKind::Date,
                "c (dates, 1987-02 to 1987-02-26)",
            ),
            (
                &["1987-02-30", "nan", "inf"],
                ColumnKind::Category,
                "c (3 values)",
            ),
            (&["1", "2", "x"], ColumnKind::Category, "c (3 values)"),
        ] {
            let column = column(values);
            assert_eq!((column.kind(), &*column.to_string()), (kind, text));
        }
        let mut many = vec!["7"; 19];
        many.push("seven");
        assert_eq!(column(&many).kind(), ColumnKind::Number);
        many.push("eight");
        assert_eq!(column(&many).kind(), ColumnKind::Category);
    }

    #[test]
    fn a_column_is_saved_and_checked() {
        let column = column(&["x", "", "y", "x"]);
        assert_eq!((column.value(0), column.value(1)), (Some("x"), None));
        assert_eq!((column.value(2), column.counts()), (Some("y"), vec![2, 1]));
        let bytes = rmp_serde::to_vec_named(&column).unwrap();
        assert_eq!(rmp_serde::from_slice::<Column>(&bytes).unwrap(), column);
        let json = serde_json::to_string(&column).unwrap();
        assert!(serde_json::from_str::<Column>(&json).is_ok());
        let broken = json.replace("[0,null,1,0]", "[0,null,2,0]");
        assert!(broken != json && serde_json::from_str::<Column>(&broken).is_err());

        let twice = Metadata {
            columns: vec![column.clone(), column.clone()],
        };
        let one = Metadata {
            columns: vec![column],
        };
        assert!(one.check(4).is_ok() && one.check(3).is_err() && twice.check(4).is_err());
        let some = one.select(&[2, 1]);
        assert_eq!(some.column("C").unwrap().value(0), Some("y"));
        assert_eq!(some.columns()[0].to_string(), "c (1 value)");
    }
}
