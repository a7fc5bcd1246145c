//! Numbers of topics as they are written: `5..50:5`, `5,10,20`, or both.

use std::str::FromStr;

/// The largest K there is.
pub const MOST_TOPICS: usize = 65535;

/// Different numbers of topics from 1 to 65535, in their order; at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topics(pub Vec<usize>);

impl FromStr for Topics {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = Vec::new();
        for part in text.split(',') {
            match part.split_once("..") {
                None => all.push(number(part)?),
                Some((from, rest)) => {
                    let (to, step) = rest.split_once(':').unwrap_or((rest, "1"));
                    let (from, to, step) = (number(from)?, number(to)?, number(step)?);
                    if from > to {
                        return Err(format!("{part} is empty: {from} is above {to}"));
                    }
                    all.extend((from..=to).step_by(step));
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        Ok(Self(all))
    }
}

fn number(text: &str) -> Result<usize, String> {
    let number = text.trim().parse().ok();
    number
        .filter(|n| (1..=MOST_TOPICS).contains(n))
        .ok_or_else(|| {
            format!(
                "it takes a range with its step (5..50:5, both ends included) or a list (5,10,20) \
             of whole numbers from 1 to {MOST_TOPICS}"
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_lists_and_both() {
        let read = |text: &str| text.parse().map(|Topics(all)| all);
        assert_eq!(read("5..20:5"), Ok(vec![5, 10, 15, 20]));
        assert_eq!(read("5..19:5"), Ok(vec![5, 10, 15]));
        assert_eq!(read("2..4"), Ok(vec![2, 3, 4]));
        assert_eq!(read("20,5,10,5"), Ok(vec![5, 10, 20]));
        assert_eq!(read("2, 5..10:5"), Ok(vec![2, 5, 10]));
        assert_eq!(read("7..7:3"), Ok(vec![7]));
        let bad = [
            "",
            "5..",
            "..5",
            "5..50:0",
            "0..5",
            "5,",
            "a",
            "1..65536",
            "-2",
            "5..50:5:5",
        ];
        for bad in bad {
            assert!(read(bad).unwrap_err().starts_with("it takes"), "{bad}");
        }
        assert_eq!(read("9..3:2"), Err("9..3:2 is empty: 9 is above 3".into()));
    }
}
