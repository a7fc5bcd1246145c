//! Dates as ISO 8601 writes them: `1987`, `1987-02`, `1987-02-26`, and the last with a
//! time after `T` or a space, which is left out. A date is the one that stands there,
//! whatever the time zone.

use serde::{Deserialize, Serialize};
use std::fmt;
use time::Month;

/// What is taken for the year where nothing else stands: other numbers of four digits
/// are hardly ever years.
const YEARS: std::ops::RangeInclusive<i32> = 1000..=2999;

/// How much of a date is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Precision {
    /// The year.
    Year,
    /// The month.
    Month,
    /// The day.
    Day,
}

/// A day, or a month or year that begins on it. Ordered by that day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// The first day of it, in the Gregorian calendar.
    pub day: time::Date,
    /// How much of it was given.
    pub precision: Precision,
}

impl Date {
    /// The date that a value is; `None` where it is none.
    pub fn parse(value: &str) -> Option<Self> {
        let year = digits(value.get(..4)?)?;
        let (month, day, precision) = match value.len() {
            4 if YEARS.contains(&(year as i32)) => (1, 1, Precision::Year),
            4..7 => return None,
            7 => (part(value, 4)?, 1, Precision::Month),
            _ => (part(value, 4)?, part(value, 7)?, Precision::Day),
        };
        if value.len() > 10 && !is_time(value.get(10..)?) {
            return None;
        }
        let month = Month::try_from(month).ok()?;
        let day = time::Date::from_calendar_date(year as i32, month, day).ok()?;
        Some(Self { day, precision })
    }
}

/// The two digits after the hyphen at `at`.
fn part(value: &str, at: usize) -> Option<u8> {
    let part = value.get(at..at + 3)?.strip_prefix('-')?;
    digits(part).map(|n| n as u8)
}

fn digits(text: &str) -> Option<u32> {
    let only = text.bytes().all(|b| b.is_ascii_digit());
    only.then(|| text.parse().ok())?
}

/// Whether this can be a time after a date: `T12:30`, ` 12:30:05.25+02:00`, `T1230Z`.
fn is_time(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(['T', 't', ' ']) else {
        return false;
    };
    rest.starts_with(|c: char| c.is_ascii_digit())
        && rest
            .bytes()
            .all(|b| b.is_ascii_digit() || b":.,+-Zz ".contains(&b))
}

/// As much of it as was given.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.day.to_calendar_date();
        write!(f, "{year:04}")?;
        if self.precision > Precision::Year {
            write!(f, "-{:02}", u8::from(month))?;
        }
        if self.precision > Precision::Month {
            write!(f, "-{day:02}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_far_as_they_go() {
        for (value, text) in [
            ("1987", "1987"),
            ("1987-02", "1987-02"),
            ("2024-02-29", "2024-02-29"),
            ("0099-12-31", "0099-12-31"),
            ("1987-02-26T15:01:01.79Z", "1987-02-26"),
            ("1987-02-26 15:01", "1987-02-26"),
            ("1987-02-26T23:00:00+02:00", "1987-02-26"),
        ] {
            assert_eq!(Date::parse(value).unwrap().to_string(), text);
        }
        for value in [
            "",
            "87",
            "0987",
            "3000",
            "198",
            "1987-",
            "1987-2",
            "1987-13",
            "1987-00",
            "1987-02-29",
            "1987-02-2",
            "1987-02-26T",
            "1987-02-26x",
            "1987-02-26 to 27",
            "1987/02/26",
            "+987",
            "19870226",
            "1987-02-26 noon",
            "１９８７",
            "198é-01",
        ] {
            assert_eq!(Date::parse(value), None, "{value}");
        }
    }
}
