//! TF-IDF: how much a word says about a document among others.
//!
//! The weights of scikit-learn's `TfidfTransformer` with its defaults: the count
//! of the word in the document times the smooth inverse document frequency
//!
//! ```text
//! idf_v = ln( (1 + D) / (1 + df_v) ) + 1
//! ```
//!
//! with df_v the number of documents that have word v; then every document is
//! divided by its Euclidean length (Salton and Buckley 1988 for the idea).

use crate::corpus::Corpus;

/// The weights of a document's words: word ids ascending, weights above 0.
pub type Row = Vec<(u32, f64)>;

/// How often each word comes in a document.
pub fn count(document: &[u32]) -> Row {
    let mut words = document.to_vec();
    words.sort_unstable();
    let equal = words.chunk_by(|a, b| a == b);
    equal.map(|run| (run[0], run.len() as f64)).collect()
}

/// How often each word comes in each document (D rows).
pub fn counts(corpus: &Corpus) -> Vec<Row> {
    let documents = 0..corpus.documents();
    documents.map(|d| count(corpus.document(d))).collect()
}

/// In how many documents each word comes, which is all that a weight needs beside
/// its document.
#[derive(Debug, Clone)]
pub struct Frequencies {
    documents: usize,
    of_word: Vec<u32>,
}

impl Frequencies {
    /// Those of a corpus.
    pub fn of(corpus: &Corpus) -> Self {
        let mut frequencies = Self::none(corpus);
        for d in 0..corpus.documents() {
            frequencies.add(&count(corpus.document(d)));
        }
        frequencies
    }

    fn none(corpus: &Corpus) -> Self {
        Self {
            documents: corpus.documents(),
            of_word: vec![0; corpus.vocabulary().len()],
        }
    }

    fn add(&mut self, row: &[(u32, f64)]) {
        for &(word, _) in row {
            self.of_word[word as usize] += 1;
        }
    }

    /// df_v.
    pub fn documents_with(&self, word: u32) -> u32 {
        self.of_word[word as usize]
    }

    /// idf_v.
    pub fn idf(&self, word: u32) -> f64 {
        let (all, with) = (self.documents as f64, f64::from(self.documents_with(word)));
        libm::log((1.0 + all) / (1.0 + with)) + 1.0
    }

    /// Turns the counts of a document into weights.
    pub fn weigh(&self, row: &mut Row) {
        for (word, weight) in row.iter_mut() {
            *weight *= self.idf(*word);
        }
        let squares: f64 = row.iter().map(|(_, weight)| weight * weight).sum();
        let length = squares.sqrt();
        for (_, weight) in row.iter_mut() {
            *weight /= length;
        }
    }
}

/// The TF-IDF weights of a corpus (D rows); a document without a word has none,
/// any other a Euclidean length of 1.
pub fn weights(corpus: &Corpus) -> Vec<Row> {
    let mut rows = counts(corpus);
    let mut frequencies = Frequencies::none(corpus);
    for row in &rows {
        frequencies.add(row);
    }
    for row in &mut rows {
        frequencies.weigh(row);
    }
    rows
}

/// The `n` heaviest words of a row, the heaviest first, equal ones by their ids.
pub fn top(row: &[(u32, f64)], n: usize) -> Row {
    let mut row = row.to_vec();
    row.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    row.truncate(n);
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Vocabulary;
    use serde_json::Value;

    /// What scikit-learn says about a small corpus; `sklearn_tfidf.py` beside it
    /// made it.
    const FIXTURE: &str = include_str!("../../tests/fixtures/sklearn_tfidf.json");

    #[test]
    fn the_weights_are_those_of_scikit_learn() {
        let fixture: Value = serde_json::from_str(FIXTURE).unwrap();
        for case in fixture.as_array().unwrap() {
            let documents: Vec<Vec<u32>> =
                serde_json::from_value(case["documents"].clone()).unwrap();
            let wanted: Vec<Vec<f64>> = serde_json::from_value(case["tfidf"].clone()).unwrap();
            let names = (0..wanted[0].len()).map(|v| format!("w{v}")).collect();
            let corpus = Corpus::from_documents(Vocabulary::new(names), &documents).unwrap();
            for (row, wanted) in weights(&corpus).iter().zip(&wanted) {
                let mut dense = vec![0.0; wanted.len()];
                for &(word, weight) in row {
                    dense[word as usize] = weight;
                }
                for (got, want) in dense.iter().zip(wanted) {
                    assert!((got - want).abs() < 1e-14, "{dense:?} {wanted:?}");
                }
            }
        }
    }

    #[test]
    fn equal_weights_come_by_their_ids() {
        let row = [(1, 0.5), (3, 0.7), (4, 0.5)];
        assert_eq!(top(&row, 2), [(3, 0.7), (1, 0.5)]);
    }
}
