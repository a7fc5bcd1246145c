//! Count cells: how many of the tokens of one word in one document have each
//! topic.
//!
//! Tokens of a cell are exchangeable, so log p(w, z) depends on z through the
//! cells alone, and so many assignments are counted at once: n tokens can be
//! divided in n! / Π_k n_k! ways.

use crate::corpus::Corpus;
use crate::model::Prior;
use crate::model::special::ln_rising;

/// The tokens of one word in one document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// The document.
    pub document: usize,
    /// The word, by its place among the words that the corpus has tokens of.
    pub word: usize,
    /// How many tokens; at least 1.
    pub count: usize,
}

/// All cells of a corpus, document after document.
#[derive(Debug)]
pub struct Cells {
    /// The cells.
    pub cells: Vec<Cell>,
    /// Which cell each token is in (length N).
    pub of_token: Vec<usize>,
    /// Ids of the words that have tokens, ascending.
    pub words: Vec<u32>,
}

impl Cells {
    /// Counts the cells of a corpus.
    pub fn count(corpus: &Corpus) -> Self {
        let mut words = corpus.words().to_vec();
        words.sort_unstable();
        words.dedup();
        let mut cells: Vec<Cell> = Vec::new();
        let mut of_token = vec![0; corpus.tokens()];
        for document in 0..corpus.documents() {
            let mut tokens: Vec<usize> = corpus.range(document).collect();
            tokens.sort_by_key(|&i| corpus.words()[i]);
            for i in tokens {
                let word = words.partition_point(|&w| w < corpus.words()[i]);
                match cells.last_mut() {
                    Some(last) if (last.document, last.word) == (document, word) => last.count += 1,
                    _ => cells.push(Cell {
                        document,
                        word,
                        count: 1,
                    }),
                }
                of_token[i] = cells.len() - 1;
            }
        }
        Self {
            cells,
            of_token,
            words,
        }
    }
}

/// log2 of the number of ways to divide `count` equal things among `topics`.
pub fn log2_divisions(count: usize, topics: usize) -> f64 {
    let ways = ln_rising(topics as f64, count as u64) - ln_rising(1.0, count as u64);
    ways / std::f64::consts::LN_2
}

/// One way to divide all cells of some documents among the topics.
#[derive(Debug)]
pub struct Division<'a> {
    /// Tokens of each topic in each cell (cells × K).
    pub counts: &'a [u32],
    /// Tokens of each topic of each word (words × K).
    pub table: &'a [u32],
    /// log of p(z | alpha) of these documents, summed over the assignments that
    /// are divided so.
    pub weight: f64,
}

/// Walks over every division of some documents' cells.
#[derive(Debug)]
pub struct Walk<'a> {
    cells: &'a [Cell],
    topics: usize,
    /// ln Γ(α_k + n) − ln Γ(α_k) for every topic and n.
    rising: Vec<Vec<f64>>,
    factorial: Vec<f64>,
    /// What all divisions have in common.
    constant: f64,
    counts: Vec<u32>,
    table: Vec<u32>,
    document: Vec<usize>,
}

impl<'a> Walk<'a> {
    /// A walk over these cells, which are those of whole documents; `words` is
    /// the number of rows of a table.
    pub fn new(cells: &'a [Cell], words: usize, alpha: &Prior) -> Self {
        let topics = alpha.len();
        let mut constant = 0.0;
        let mut longest = 0;
        for document in cells.chunk_by(|a, b| a.document == b.document) {
            let length: usize = document.iter().map(|cell| cell.count).sum();
            longest = longest.max(length);
            constant -= ln_rising(alpha.sum(), length as u64);
            for cell in document {
                constant += ln_rising(1.0, cell.count as u64);
            }
        }
        let table =
            |base: f64| -> Vec<f64> { (0..=longest as u64).map(|n| ln_rising(base, n)).collect() };
        Self {
            cells,
            topics,
            rising: alpha.values().map(table).collect(),
            factorial: table(1.0),
            constant,
            counts: vec![0; cells.len() * topics],
            table: vec![0; words * topics],
            document: vec![0; topics],
        }
    }

    /// Visits every division once.
    pub fn each(&mut self, visit: &mut impl FnMut(Division<'_>)) {
        self.document.fill(0);
        self.cell(0, self.constant, visit);
    }

    fn cell(&mut self, c: usize, weight: f64, visit: &mut impl FnMut(Division<'_>)) {
        let Some(cell) = self.cells.get(c) else {
            visit(Division {
                counts: &self.counts,
                table: &self.table,
                weight,
            });
            return;
        };
        let starts = c == 0 || self.cells[c - 1].document != cell.document;
        if starts {
            // The document before has been weighed; its counts come back when
            // the walk returns to it.
            let before = std::mem::replace(&mut self.document, vec![0; self.topics]);
            self.topic(c, 0, cell.count, weight, visit);
            self.document = before;
        } else {
            self.topic(c, 0, cell.count, weight, visit);
        }
    }

    /// Gives topic `k` some of the `left` tokens of cell `c`, and goes on.
    fn topic(
        &mut self,
        c: usize,
        k: usize,
        left: usize,
        weight: f64,
        visit: &mut impl FnMut(Division<'_>),
    ) {
        let last = k + 1 == self.topics;
        let place = self.cells[c].word * self.topics + k;
        let (had, in_table) = (self.document[k], self.table[place]);
        let from = if last { left } else { 0 };
        for n in from..=left {
            self.counts[c * self.topics + k] = n as u32;
            self.table[place] = in_table + n as u32;
            self.document[k] = had + n;
            let rising = &self.rising[k];
            let weight = weight + rising[had + n] - rising[had] - self.factorial[n];
            if last {
                self.cell(c + 1, weight, visit);
            } else {
                self.topic(c, k + 1, left - n, weight, visit);
            }
        }
        (self.document[k], self.table[place]) = (had, in_table);
    }
}
