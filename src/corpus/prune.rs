//! Document-frequency limits with the meaning of scikit-learn's
//! `CountVectorizer`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::CorpusError;

/// A limit on the number of documents that hold a word.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DfLimit {
    /// A number of documents, written without a point: `1` is one document.
    Documents(u64),
    /// A share of all documents, written with a point: `1.0` is all of them.
    Share(f64),
}

impl DfLimit {
    /// The limit in documents, of `documents` in all. A share is not rounded.
    pub fn of(self, documents: usize) -> f64 {
        match self {
            Self::Documents(count) => count as f64,
            Self::Share(share) => share * documents as f64,
        }
    }

    /// The same limit, when its share is possible.
    fn checked(self, option: &'static str) -> Result<Self, CorpusError> {
        match self {
            Self::Share(share) if !(0.0..=1.0).contains(&share) => Err(CorpusError::Option {
                option,
                reason: format!("{self} is not a share of the documents from 0.0 to 1.0"),
            }),
            limit => Ok(limit),
        }
    }
}

impl FromStr for DfLimit {
    type Err = CorpusError;

    fn from_str(text: &str) -> Result<Self, CorpusError> {
        let limit = if let Ok(count) = text.parse() {
            Some(Self::Documents(count))
        } else if text.contains(['.', 'e', 'E']) {
            text.parse().ok().map(Self::Share)
        } else {
            None
        };
        limit
            .and_then(|limit| limit.checked("document frequency").ok())
            .ok_or_else(|| CorpusError::Option {
                option: "document frequency",
                reason: format!(
                    "{text:?} is neither a number of documents (3) nor a share of them (0.5, 1.0 = all)"
                ),
            })
    }
}

impl fmt::Display for DfLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Documents(count) => write!(f, "{count}"),
            // With its point, so that 1.0 stays a share.
            Self::Share(share) => write!(f, "{share:?}"),
        }
    }
}

/// The limits in force.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Limits {
    pub(super) min_df: DfLimit,
    pub(super) max_df: DfLimit,
    pub(super) max_features: Option<usize>,
}

impl Limits {
    /// Refuses limits that no corpus can satisfy.
    pub(super) fn check(&self) -> Result<(), CorpusError> {
        self.min_df.checked("--min-df")?;
        self.max_df.checked("--max-df")?;
        let crossed = match (self.min_df, self.max_df) {
            (DfLimit::Documents(min), DfLimit::Documents(max)) => max < min,
            (DfLimit::Share(min), DfLimit::Share(max)) => max < min,
            _ => false,
        };
        if crossed {
            return Err(CorpusError::Option {
                option: "--max-df",
                reason: format!(
                    "{} is below --min-df {}: no word can satisfy both",
                    self.max_df, self.min_df
                ),
            });
        }
        if self.max_features == Some(0) {
            return Err(CorpusError::Option {
                option: "--max-features",
                reason: "0 words make no corpus; give at least 1".to_owned(),
            });
        }
        Ok(())
    }

    /// Whether they can remove anything from a vocabulary of `words` words.
    pub(super) fn prune(&self, words: usize) -> bool {
        self.min_df != DfLimit::Documents(1)
            && self.min_df != DfLimit::Documents(0)
            && self.min_df != DfLimit::Share(0.0)
            || self.max_df != DfLimit::Share(1.0)
            || self.max_features.is_some_and(|most| most < words)
    }

    /// The settings that can have pruned, as they are typed.
    pub(super) fn in_words(&self) -> Vec<String> {
        let mut words = vec![format!("--min-df {}", self.min_df)];
        if self.max_df != DfLimit::Share(1.0) {
            words.push(format!("--max-df {}", self.max_df));
        }
        if let Some(most) = self.max_features {
            words.push(format!("--max-features {most}"));
        }
        words
    }

    /// Clears `keep` where a word falls to the limits. `words` settles ties of
    /// `--max-features` by alphabet.
    pub(super) fn apply(
        &self,
        keep: &mut [bool],
        usage: &Usage,
        words: &[String],
        documents: usize,
    ) {
        let (min, max) = (self.min_df.of(documents), self.max_df.of(documents));
        for (keep, &df) in keep.iter_mut().zip(&usage.documents) {
            *keep &= f64::from(df) >= min && f64::from(df) <= max;
        }
        let Some(most) = self.max_features else {
            return;
        };
        let mut kept: Vec<usize> = (0..keep.len()).filter(|&v| keep[v]).collect();
        if kept.len() > most {
            kept.sort_by(|&a, &b| {
                usage.tokens[b]
                    .cmp(&usage.tokens[a])
                    .then_with(|| words[a].cmp(&words[b]))
            });
            for &v in &kept[most..] {
                keep[v] = false;
            }
        }
    }
}

/// How often each word is used.
#[derive(Debug)]
pub(super) struct Usage {
    /// Documents that hold the word.
    pub(super) documents: Vec<u32>,
    /// Its tokens.
    pub(super) tokens: Vec<u64>,
}

impl Usage {
    /// Counts over documents stored end to end.
    pub(super) fn count(words: usize, tokens: &[u32], offsets: &[usize]) -> Self {
        // What a token changes lies together: the words come in no order.
        let mut counts = vec![(0, 0, usize::MAX); words];
        for (d, bounds) in offsets.windows(2).enumerate() {
            for &word in &tokens[bounds[0]..bounds[1]] {
                let (documents, tokens, last) = &mut counts[word as usize];
                *tokens += 1;
                if *last != d {
                    *last = d;
                    *documents += 1;
                }
            }
        }
        Self {
            documents: counts.iter().map(|c| c.0).collect(),
            tokens: counts.iter().map(|c| c.1).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_makes_a_share() {
        assert_eq!("1".parse::<DfLimit>().unwrap(), DfLimit::Documents(1));
        assert_eq!("1.0".parse::<DfLimit>().unwrap(), DfLimit::Share(1.0));
        assert_eq!("5e-1".parse::<DfLimit>().unwrap(), DfLimit::Share(0.5));
        for bad in ["-1", "-0.5", "NaN", "nan", "1.5", "inf", "", "half", "1e3"] {
            assert!(bad.parse::<DfLimit>().unwrap_err().is_usage(), "{bad}");
        }
        for limit in [DfLimit::Documents(1), DfLimit::Share(1.0)] {
            assert_eq!(limit.to_string().parse::<DfLimit>().unwrap(), limit);
            let ron = ron::to_string(&limit).unwrap();
            assert_eq!(ron::from_str::<DfLimit>(&ron).unwrap(), limit);
        }
    }

    #[test]
    fn crossed_limits_are_a_mistake_of_usage() {
        let limits = |min_df, max_df| Limits {
            min_df,
            max_df,
            max_features: None,
        };
        assert!(
            limits(DfLimit::Documents(3), DfLimit::Documents(2))
                .check()
                .is_err()
        );
        assert!(
            limits(DfLimit::Share(0.5), DfLimit::Share(0.4))
                .check()
                .is_err()
        );
        assert!(
            limits(DfLimit::Documents(50), DfLimit::Share(1.0))
                .check()
                .is_ok()
        );
    }
}
