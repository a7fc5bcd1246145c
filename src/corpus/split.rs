//! Documents held out of the training, so that a model can be tried on text it has
//! not seen.

use serde::{Deserialize, Serialize};

use super::{Corpus, CorpusError};
use crate::random::{GOLDEN, mix};

/// Which documents are held out.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct HeldOut {
    /// How many, as a share of all, above 0 and below 1.
    pub share: f64,
    /// Which: the same for the same seed.
    pub seed: u64,
}

impl HeldOut {
    /// The documents to train on and those held out, each in their order.
    ///
    /// # Errors
    /// When the share leaves no document on one side.
    pub fn split(self, corpus: &Corpus) -> Result<(Corpus, Corpus), CorpusError> {
        let documents = corpus.documents();
        let count = (self.share * documents as f64).round() as usize;
        let possible = self.share > 0.0 && self.share < 1.0 && (1..documents).contains(&count);
        if !possible {
            return Err(CorpusError::Option {
                option: "--held-out",
                reason: match documents {
                    0 | 1 => format!("it takes two documents at least, and there is {documents}"),
                    _ => format!(
                        "a share of {} holds out none of {documents} documents, or all of them: \
                         0.5 is half",
                        self.share
                    ),
                },
            });
        }
        let key = |d: usize| mix(mix(self.seed).wrapping_add(GOLDEN.wrapping_mul(d as u64)));
        let mut order: Vec<usize> = (0..documents).collect();
        order.sort_unstable_by_key(|d| (key(*d), *d));
        let (held, kept) = order.split_at_mut(count);
        held.sort_unstable();
        kept.sort_unstable();
        Ok((corpus.select(kept), corpus.select(held)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::bars;

    #[test]
    fn every_document_is_on_one_side() {
        let corpus = bars(40, 1).0;
        let held_out = HeldOut {
            share: 0.25,
            seed: 0,
        };
        let (train, held) = held_out.split(&corpus).unwrap();
        assert_eq!((train.documents(), held.documents()), (30, 10));
        assert_eq!(train.tokens() + held.tokens(), corpus.tokens());
        let mut ids: Vec<usize> = (0..30)
            .map(|d| train.id(d))
            .chain((0..10).map(|d| held.id(d)))
            .map(|id| id.parse().unwrap())
            .collect();
        ids.sort_unstable();
        assert!(ids.into_iter().eq(0..40));
        for d in 0..10 {
            let id: usize = held.id(d).parse().unwrap();
            assert_eq!(held.document(d), corpus.document(id));
        }
        let other = HeldOut {
            share: 0.25,
            seed: 1,
        };
        assert_ne!(other.split(&corpus).unwrap().1.id(0), held.id(0));
    }

    #[test]
    fn a_share_that_leaves_nothing_is_refused() {
        let corpus = bars(4, 1).0;
        for share in [0.0, 1.0, -0.5, 0.01, 0.99, f64::NAN] {
            let error = HeldOut { share, seed: 1 }.split(&corpus).unwrap_err();
            assert!(error.to_string().contains("--held-out"), "{error}");
        }
    }
}
