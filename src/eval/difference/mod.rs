//! What became of the topics, the words and the documents of one model in another. The two
//! may differ in K, in their vocabulary, in their documents and in their engine.
//!
//! ```text
//! cosine        Σ_v φ_kv φ'_jv / √(Σ_v φ_kv² Σ_v φ'_jv²)                    0 to 1
//! change of v   ½ φ_kv ln(φ_kv/m_v) + ½ φ'_jv ln(φ'_jv/m_v),  m = ½(φ + φ')  nats, from 0
//! moved         √( ½ Σ_i (√θ_di − √θ'_di)² )                                  0 to 1
//! ```
//!
//! - Words are the same when they are spelled the same, and only those that both have are
//!   looked at: φ and φ' are taken over these alone, where they sum to 1 again.
//! - Topics are paired one to one by the Hungarian method (Kuhn 1955), so that the sum of the
//!   cosines of those pairs is the largest that reach a threshold. The others are lost (in
//!   the first model) or new (in the other).
//! - The changes of all words sum up to the Jensen–Shannon divergence of the two topics (Lin
//!   1991, equation 4.1 with equal weights); none is below 0, so each has a part in it. The
//!   sign that is put before them says whether the word rose or fell (the word shift of
//!   Gallagher et al. 2021, Generalized word shift graphs, EPJ Data Science 10:4).
//! - A document has moved by the Hellinger distance of its theta in both models, where i runs
//!   over the pairs, and over the lost and the new topics with 0 on the other side: what
//!   went into a topic without a partner has moved.

mod documents;
mod topics;
mod words;

#[cfg(test)]
mod tests;

pub use documents::{DocumentChange, Moved, Shift, moved};
pub use topics::{Lone, Match, Pairing, pair};
pub use words::{Changes, WordChange};

use crate::corpus::Corpus;
use std::collections::HashMap;

/// What two corpora have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Common {
    /// Words spelled the same: their ids in the first and in the other, by the first.
    pub words: Vec<(u32, u32)>,
    /// Documents of the same id, by the first; those without a token in one are left out.
    pub documents: Vec<(u32, u32)>,
}

impl Common {
    /// Finds it. Of several documents with one id, the first answer one another, the
    /// second, and so on.
    pub fn of(first: &Corpus, other: &Corpus) -> Self {
        let names = first.vocabulary().words().iter().enumerate();
        let words = names.filter_map(|(v, name)| Some((v as u32, other.vocabulary().id(name)?)));
        let theirs: HashMap<(&str, usize), usize> = numbered(other).collect();
        let documents =
            numbered(first).filter_map(|(id, d)| Some((d as u32, *theirs.get(&id)? as u32)));
        Self {
            words: words.collect(),
            documents: documents
                .filter(|&(d, e)| {
                    let empty = |corpus: &Corpus, d| corpus.document(d as usize).is_empty();
                    !empty(first, d) && !empty(other, e)
                })
                .collect(),
        }
    }

    /// Of two moments of one chain: all words, and all documents with a token, by index.
    pub fn all(corpus: &Corpus) -> Self {
        let same = |i| (i as u32, i as u32);
        let there = |d: &usize| !corpus.document(*d).is_empty();
        Self {
            words: (0..corpus.vocabulary().len()).map(same).collect(),
            documents: (0..corpus.documents()).filter(there).map(same).collect(),
        }
    }
}

/// Every document, with its id and how many of that id came before.
fn numbered(corpus: &Corpus) -> impl Iterator<Item = ((&str, usize), usize)> {
    let mut before: HashMap<&str, usize> = HashMap::new();
    (0..corpus.documents()).map(move |d| {
        let id = corpus.id(d);
        let count = before.entry(id).or_default();
        *count += 1;
        ((id, *count - 1), d)
    })
}
