//! Dirichlet priors: what a user writes, checked once, becomes what the
//! engines read.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The smallest concentration that is accepted, for each component.
pub const SMALLEST: f64 = 1e-100;
/// The largest concentration that is accepted, for each component.
pub const LARGEST: f64 = 1e100;

/// A prior as a user writes it: `0.1` or `each:0.1` for every component,
/// `sum:5` shared among them, or a list `0.5,1,2`.
///
/// What was written is kept, because it says what a change of K means: `each`
/// keeps the value of a component, `sum` keeps the total.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum PriorSpec {
    /// The same value for every component.
    Each(f64),
    /// A total, shared equally.
    Sum(f64),
    /// One value for each component.
    List(Vec<f64>),
}

/// A checked Dirichlet prior: every component is finite and in
/// [[`SMALLEST`], [`LARGEST`]], and so the sum is finite too.
#[derive(Debug, Clone, PartialEq)]
pub struct Prior {
    values: Values,
    len: usize,
    sum: f64,
}

#[derive(Debug, Clone, PartialEq)]
enum Values {
    Symmetric(f64),
    List(Vec<f64>),
}

/// Why a prior was refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PriorError {
    /// A component is out of range.
    #[error(
        "{name} {} is out of range{}: every value must be a number from 1e-100 to 1e100, for example 0.1",
        plain(*.value), place(*.index)
    )]
    Range {
        /// `alpha` or `eta`.
        name: &'static str,
        /// What was given.
        value: f64,
        /// Which component of a list, from 0.
        index: Option<usize>,
    },
    /// A list has the wrong length.
    #[error("{name} has {given} values, but {needed} are needed: {what}")]
    Length {
        /// `alpha` or `eta`.
        name: &'static str,
        /// Length of the list.
        given: usize,
        /// Length needed.
        needed: usize,
        /// What the length must agree with.
        what: &'static str,
    },
    /// The text is not a prior.
    #[error(
        "'{text}' is not a prior: write a number (0.1), each:0.1, sum:5, or a list with commas (0.1,0.2)"
    )]
    Syntax {
        /// What was written.
        text: String,
    },
}

/// A number as people write it: extreme ones with an exponent.
fn plain(value: f64) -> String {
    match value.abs() {
        size if size == 0.0 || (1e-6..1e15).contains(&size) || !size.is_finite() => {
            value.to_string()
        }
        _ => format!("{value:e}"),
    }
}

fn place(index: Option<usize>) -> String {
    index.map_or(String::new(), |i| format!(" (value {i} of the list)"))
}

impl PriorSpec {
    /// Checks the prior against the number of components it must have.
    ///
    /// # Errors
    /// [`PriorError::Range`] and [`PriorError::Length`], with `name` in the text.
    pub fn resolve(&self, name: &'static str, len: usize) -> Result<Prior, PriorError> {
        let check = |value: f64, index| {
            if (SMALLEST..=LARGEST).contains(&value) {
                Ok(value)
            } else {
                Err(PriorError::Range { name, value, index })
            }
        };
        match self {
            Self::Each(value) => Ok(Prior::symmetric(check(*value, None)?, len)),
            Self::Sum(total) => {
                check(*total, None)?;
                let mut prior = Prior::symmetric(check(total / len as f64, None)?, len);
                prior.sum = *total;
                Ok(prior)
            }
            Self::List(values) => {
                if values.len() != len {
                    let what = if name == "alpha" {
                        "one for each topic"
                    } else {
                        "one for each word of the vocabulary"
                    };
                    let given = values.len();
                    return Err(PriorError::Length {
                        name,
                        given,
                        needed: len,
                        what,
                    });
                }
                for (i, value) in values.iter().enumerate() {
                    check(*value, Some(i))?;
                }
                Ok(Prior::list(values.clone()))
            }
        }
    }

    /// What the prior becomes when the number of components changes: `kept`
    /// lists the components that stay, and `len` is the new length. New
    /// components of a list get the mean of the list.
    pub fn resized(&self, kept: &[usize], len: usize) -> Self {
        match self {
            Self::List(values) => {
                let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
                let mut new: Vec<f64> = kept
                    .iter()
                    .filter_map(|&k| values.get(k))
                    .copied()
                    .collect();
                new.resize(len, mean);
                Self::List(new)
            }
            same => same.clone(),
        }
    }
}

impl FromStr for PriorSpec {
    type Err = PriorError;

    fn from_str(text: &str) -> Result<Self, PriorError> {
        let number = |t: &str| {
            t.trim().parse::<f64>().map_err(|_| PriorError::Syntax {
                text: text.to_owned(),
            })
        };
        if let Some(value) = text.strip_prefix("each:") {
            Ok(Self::Each(number(value)?))
        } else if let Some(value) = text.strip_prefix("sum:") {
            Ok(Self::Sum(number(value)?))
        } else if text.contains(',') {
            text.split(',')
                .map(number)
                .collect::<Result<_, _>>()
                .map(Self::List)
        } else {
            Ok(Self::Each(number(text)?))
        }
    }
}

impl fmt::Display for PriorSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Each(value) => f.write_str(&plain(*value)),
            Self::Sum(total) => write!(f, "sum:{}", plain(*total)),
            Self::List(values) => {
                let text: Vec<String> = values.iter().map(|v| plain(*v)).collect();
                f.write_str(&text.join(","))
            }
        }
    }
}

impl Prior {
    fn symmetric(value: f64, len: usize) -> Self {
        Self {
            values: Values::Symmetric(value),
            len,
            sum: value * len as f64,
        }
    }

    pub(crate) fn list(values: Vec<f64>) -> Self {
        let (len, sum) = (values.len(), values.iter().sum());
        match values.first() {
            Some(first) if values.iter().all(|v| v == first) => Self::symmetric(*first, len),
            _ => Self {
                values: Values::List(values),
                len,
                sum,
            },
        }
    }

    /// Number of components.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no component.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The value of component `i`.
    pub fn value(&self, i: usize) -> f64 {
        match &self.values {
            Values::Symmetric(value) => *value,
            Values::List(values) => values[i],
        }
    }

    /// The sum of all components.
    pub fn sum(&self) -> f64 {
        self.sum
    }

    /// The common value of a symmetric prior.
    pub fn symmetric_value(&self) -> Option<f64> {
        match self.values {
            Values::Symmetric(value) => Some(value),
            Values::List(_) => None,
        }
    }

    /// All components, in order.
    pub fn values(&self) -> impl Iterator<Item = f64> + '_ {
        (0..self.len).map(|i| self.value(i))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        text.parse::<PriorSpec>()
            .and_then(|spec| spec.resolve("alpha", 3))
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn a_prior_is_read_as_written() {
        for text in ["0.1", "sum:5", "0.1,0.2,0.3"] {
            assert_eq!(text.parse::<PriorSpec>().unwrap().to_string(), text);
        }
        assert_eq!(
            "each:0.1".parse::<PriorSpec>().unwrap(),
            PriorSpec::Each(0.1)
        );
        let prior = PriorSpec::Sum(6.0).resolve("alpha", 3).unwrap();
        assert_eq!(
            (prior.value(2), prior.sum(), prior.symmetric_value()),
            (2.0, 6.0, Some(2.0))
        );
    }

    #[test]
    fn a_bad_prior_is_refused_by_name_value_and_range() {
        for (text, value) in [
            ("0", "0"),
            ("-1", "-1"),
            ("NaN", "NaN"),
            ("inf", "inf"),
            ("1,0,1", "0"),
        ] {
            let message = refused(text);
            assert!(
                message.starts_with(&format!("alpha {value} is out of range")),
                "{message}"
            );
            assert!(message.contains("1e-100 to 1e100"), "{message}");
        }
        assert!(refused("1,2").contains("alpha has 2 values, but 3 are needed"));
        assert!(refused("much").contains("'much' is not a prior"));
    }

    #[test]
    fn a_list_keeps_its_components_when_k_changes() {
        let spec = PriorSpec::List(vec![1.0, 2.0, 3.0]);
        assert_eq!(spec.resized(&[0, 2], 2), PriorSpec::List(vec![1.0, 3.0]));
        assert_eq!(
            spec.resized(&[0, 1, 2], 4),
            PriorSpec::List(vec![1.0, 2.0, 3.0, 2.0])
        );
        assert_eq!(PriorSpec::Sum(5.0).resized(&[0], 9), PriorSpec::Sum(5.0));
    }
}
