//! Which topics stand in the same documents more, or less, often than by chance.
//!
//! With D documents, n_a of them with topic a, n_ab with both, and e = n_a n_b / D:
//!
//! ```text
//! log ratio  log₂( (n_ab + ½) / (e + ½) )                   bits, at most log₂(2D + 1) in size
//! residual   (n_ab − e) / √( e (1 − n_a/D) (1 − n_b/D) )    about N(0, 1) by chance
//! ```
//!
//! The log ratio is the pointwise mutual information of the two (Church and Hanks 1990)
//! with half a document added to both counts, as Haldane (1956) does with tables: it is
//! never infinite, and near 0 where there is little to count. The residual is the
//! adjusted one of Haberman (1973), whose square is χ² of the table; below 2 in size the
//! log ratio may be chance.
//!
//! The shares of a document sum to 1, so a document full of one topic has less room for
//! others: pairs of large topics lean below 0 for that alone.

/// A residual below this in size may be chance: it comes by chance to one pair in 22.
pub const CHANCE: f64 = 2.0;

/// Counts of documents by topics.
#[derive(Debug, Clone, PartialEq)]
pub struct Association {
    /// D: documents that were counted.
    pub documents: usize,
    /// n_k (length K).
    pub with: Vec<usize>,
    /// n_ab (K×K, row after row), symmetric; n_k on the diagonal.
    pub together: Vec<usize>,
}

impl Association {
    /// Counts documents, each given by the places of its topics, in ascending order.
    pub fn new<T: AsRef<[usize]>>(topics: usize, documents: impl IntoIterator<Item = T>) -> Self {
        let (mut count, mut together) = (0, vec![0; topics * topics]);
        for document in documents {
            let present = document.as_ref();
            count += 1;
            for (i, &a) in present.iter().enumerate() {
                present[i..]
                    .iter()
                    .for_each(|&b| together[a * topics + b] += 1);
            }
        }
        for a in 0..topics {
            for b in 0..a {
                together[a * topics + b] = together[b * topics + a];
            }
        }
        Self {
            documents: count,
            with: (0..topics).map(|k| together[k * topics + k]).collect(),
            together,
        }
    }

    /// n_ab.
    pub fn both(&self, a: usize, b: usize) -> usize {
        self.together[a * self.with.len() + b]
    }

    /// e: documents with both by chance; 0 where there is no document.
    pub fn expected(&self, a: usize, b: usize) -> f64 {
        self.with[a] as f64 * self.with[b] as f64 / self.documents.max(1) as f64
    }

    /// The log ratio in bits: 1 where the two meet twice as often as by chance.
    pub fn log_ratio(&self, a: usize, b: usize) -> f64 {
        ((self.both(a, b) as f64 + 0.5) / (self.expected(a, b) + 0.5)).log2()
    }

    /// The residual; `None` where a topic is in no document or in all.
    pub fn residual(&self, a: usize, b: usize) -> Option<f64> {
        let expected = self.expected(a, b);
        let without = |k: usize| 1.0 - self.with[k] as f64 / self.documents.max(1) as f64;
        let variance = expected * without(a) * without(b);
        (variance > 0.0).then(|| (self.both(a, b) as f64 - expected) / variance.sqrt())
    }
}
