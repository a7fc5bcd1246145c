//! Exchangeability: LDA knows documents as bags of words, and the corpus as a bag of
//! documents (Blei, Ng and Jordan 2003, section 3.1; de Finetti's theorem). Whatever the
//! order, the same topics of the same tokens are as probable.

use crate::corpus::{Corpus, CorpusError};
use crate::model::random::{Purpose, Stream};
use crate::model::special::RisingTable;
use crate::model::{LogJoint, Prior, State};
use std::sync::Arc;

/// How often words and documents were shuffled: each number is an order of its own, 0 is the
/// order of the file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Order {
    /// The words of every document.
    pub words: u64,
    /// The documents.
    pub documents: u64,
}

/// A corpus in another order.
#[derive(Debug)]
pub struct Shuffled {
    /// The same documents of the same words.
    pub corpus: Arc<Corpus>,
    /// The place that each token had before (length N).
    pub from: Vec<usize>,
}

/// Puts the items in an order that follows from the stream (Fisher and Yates 1938, in the form
/// of Durstenfeld 1964).
fn permute(items: &mut [usize], stream: Stream) {
    for last in (1..items.len()).rev() {
        let other = stream.below(last as u64, last as u64 + 1) as usize;
        items.swap(last, other);
    }
}

/// The corpus in this order.
///
/// # Errors
/// When the corpus cannot be built.
pub fn shuffle(corpus: &Corpus, order: Order) -> Result<Shuffled, CorpusError> {
    let mut documents: Vec<usize> = (0..corpus.documents()).collect();
    if order.documents > 0 {
        permute(
            &mut documents,
            Stream::new(order.documents, Purpose::Shuffle, 0),
        );
    }
    let mut from = Vec::with_capacity(corpus.tokens());
    let mut offsets = vec![0];
    let of_words = Stream::new(order.words, Purpose::Shuffle, 1);
    for &d in &documents {
        let start = from.len();
        from.extend(corpus.range(d));
        if order.words > 0 {
            permute(&mut from[start..], of_words.branch(d as u64));
        }
        offsets.push(from.len());
    }
    let words = from.iter().map(|&i| corpus.words()[i]).collect();
    let ids = documents.iter().map(|&d| corpus.id(d).to_owned());
    let corpus = Corpus::from_parts(corpus.vocabulary().clone(), offsets, words, ids.collect())?;
    let corpus = Arc::new(corpus);
    Ok(Shuffled { corpus, from })
}

impl Shuffled {
    /// What the tokens had before, where they are now.
    pub fn carry<T: Copy>(&self, values: &[T]) -> Vec<T> {
        self.from.iter().map(|&i| values[i]).collect()
    }
}

/// The log joint, its terms added from the smallest on: terms that come in another order have
/// the same sum to the last bit. The formula is that of [`crate::model::log_joint`].
pub fn log_joint(corpus: &Corpus, state: &State, alpha: &Prior, eta: &Prior) -> LogJoint {
    let sum = |mut terms: Vec<f64>| -> f64 {
        terms.sort_by(f64::total_cmp);
        terms.iter().sum()
    };
    let mut tables = crate::model::JointTables::new(alpha, eta);
    let documents = (0..corpus.documents())
        .map(|d| tables.document(state.topics(), &state.z()[corpus.range(d)]));
    let document = sum(documents.collect());
    let mut cells = Vec::new();
    let mut table = RisingTable::new(eta.value(0));
    for word in 0..state.words() as u32 {
        let own = eta.value(word as usize);
        if own != table.base() {
            table = RisingTable::new(own);
        }
        cells.extend(state.row(word).map(|entry| table.get(entry.count.into())));
    }
    cells.push(tables.sizes(state));
    LogJoint {
        document,
        word: sum(cells),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::examples::{SIX, of_ids};
    use crate::model::{PriorSpec, log_joint as in_order};

    #[test]
    fn the_posterior_does_not_know_the_order() {
        let corpus = of_ids(&SIX, 5);
        for eta in [
            PriorSpec::Each(0.3),
            PriorSpec::List(vec![0.1, 0.2, 0.05, 0.7, 0.4]),
        ] {
            let eta = eta.resolve("eta", 5).unwrap();
            let alpha = PriorSpec::List(vec![0.1, 0.7, 1.3])
                .resolve("alpha", 3)
                .unwrap();
            let state = State::random(&corpus, 3, 8).unwrap();
            let first = log_joint(&corpus, &state, &alpha, &eta);
            let known = in_order(&corpus, &state, &alpha, &eta);
            assert!((first.total() - known.total()).abs() < 1e-10);
            let mut moved = 0;
            for (words, documents) in [(0, 0), (1, 0), (0, 1), (2, 3), (9, 9)] {
                let order = Order { words, documents };
                let shuffled = shuffle(&corpus, order).unwrap();
                let z = shuffled.carry(state.z());
                let own = State::from_topics(&shuffled.corpus, 3, z).unwrap();
                assert_eq!(log_joint(&shuffled.corpus, &own, &alpha, &eta), first);
                assert_eq!(own.sizes(), state.sizes());
                let mut places = shuffled.from.clone();
                moved += places.iter().enumerate().filter(|(i, at)| i != *at).count();
                places.sort_unstable();
                assert!(places.iter().enumerate().all(|(i, &at)| i == at));
                // Documents stay whole.
                for d in 0..corpus.documents() {
                    let id = shuffled.corpus.id(d).parse::<usize>().unwrap();
                    let sorted = |corpus: &Corpus, d| {
                        let mut words = corpus.document(d).to_vec();
                        words.sort_unstable();
                        words
                    };
                    assert_eq!(sorted(&shuffled.corpus, d), sorted(&corpus, id));
                }
            }
            assert!(moved > 0);
        }
    }
}
