//! Leaving out documents: by a text, and by what is known of them.
//!
//! ```text
//! court                    the text, the title or the id holds it, in any case
//! year:2010 court          and the column "year" has this value
//! section:"real estate"    a value with spaces
//! ```

use super::search::{Found, SLICE, Search};
use crate::corpus::Corpus;
use crate::corpus::metadata::ColumnKind;

/// A value that a column must have.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Term {
    column: usize,
    /// In small letters.
    value: String,
}

/// A filter under way.
#[derive(Debug)]
pub struct Filter {
    /// As it was typed.
    pub query: String,
    /// `None` where only metadata is asked for.
    search: Option<Search>,
    kept: Vec<u32>,
}

impl Filter {
    /// A filter of all documents of a corpus; what begins like a term but names no column
    /// is text.
    pub fn new(query: &str, corpus: &Corpus) -> Self {
        let (terms, text) = terms(query, corpus);
        let all = 0..corpus.documents() as u32;
        let kept: Vec<u32> = all.filter(|&d| has(corpus, d, &terms)).collect();
        let (search, kept) = match Search::new(text, kept.clone()) {
            Some(search) => (Some(search), Vec::new()),
            None => (None, kept),
        };
        Self {
            query: query.to_owned(),
            search,
            kept,
        }
    }

    /// The share of the documents that is done.
    pub fn progress(&self) -> f64 {
        self.search.as_ref().map_or(1.0, Search::progress)
    }

    /// Looks at the next slice; the documents that are kept, ascending, when all is done.
    pub fn go_on(&mut self, corpus: &Corpus) -> Option<Vec<u32>> {
        let mut left = SLICE;
        while let Some(search) = &mut self.search {
            match search.go_on_for(corpus, &mut left) {
                Found::At(d) => {
                    self.kept.push(d as u32);
                    search.pass();
                }
                Found::Later => return None,
                Found::Nowhere => break,
            }
        }
        Some(std::mem::take(&mut self.kept))
    }

    /// The documents that are kept, ascending, however long that takes.
    pub fn all(mut self, corpus: &Corpus) -> Vec<u32> {
        loop {
            if let Some(kept) = self.go_on(corpus) {
                return kept;
            }
        }
    }
}

/// The terms at the beginning of a query, and the text after them.
fn terms<'a>(query: &'a str, corpus: &Corpus) -> (Vec<Term>, &'a str) {
    let (mut terms, mut rest) = (Vec::new(), query.trim());
    while let Some((name, after)) = rest.split_once(':') {
        let Some(column) = corpus.metadata().column(name) else {
            break;
        };
        let columns = corpus.metadata().columns();
        let same = columns.iter().position(|c| std::ptr::eq(c, column));
        let (value, next) = match after.strip_prefix('"').and_then(|a| a.split_once('"')) {
            Some(quoted) => quoted,
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        terms.extend(same.map(|column| Term {
            column,
            value: value.to_lowercase(),
        }));
        rest = next.trim_start();
    }
    (terms, rest)
}

/// Whether a document has all of the values: of a date its beginning is enough.
fn has(corpus: &Corpus, d: u32, terms: &[Term]) -> bool {
    terms.iter().all(|term| {
        let column = corpus.metadata().columns().get(term.column);
        column.is_some_and(|column| {
            let value = column.value(d as usize).map(str::to_lowercase);
            value.is_some_and(|value| match column.kind() {
                ColumnKind::Date => value.starts_with(&term.value),
                _ => value == term.value,
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{BuildOptions, ReadOptions, Source, Unwatched};

    fn corpus() -> Corpus {
        let mut file = tempfile::Builder::new().suffix(".csv").tempfile().unwrap();
        let rows = "id,text,section,day\n\
                    a,The court rose,real estate,2010-05-01\n\
                    b,A quiet court,sport,2010-06-30\n\
                    c,Nothing here,sport,2011-01-02\n";
        std::io::Write::write_all(&mut file, rows.as_bytes()).unwrap();
        let source = Source {
            name: file.path().display().to_string(),
            read: ReadOptions::default(),
            build: BuildOptions::default(),
            held_out: None,
        };
        source.open(&mut Unwatched).unwrap().corpus
    }

    #[test]
    fn text_and_metadata_leave_documents_out() {
        let corpus = corpus();
        for (query, kept) in [
            ("COURT", &[0, 1][..]),
            ("section:sport", &[1, 2]),
            ("Section:Sport court", &[1]),
            ("section:\"real estate\"", &[0]),
            ("day:2010", &[0, 1]),
            ("day:2010-06 section:sport", &[1]),
            ("nothing:here", &[]),
            ("nowhere", &[]),
        ] {
            assert_eq!(Filter::new(query, &corpus).all(&corpus), kept, "{query}");
        }
    }
}
