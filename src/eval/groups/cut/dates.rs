//! Dates as periods of one length, without the long stretches in which nothing is.

use super::{Bin, Cut, CutError, Gap, LONG, MANY, finish};
use crate::corpus::metadata::{Column, Date};
use std::collections::BTreeMap;

/// Groups of dates at most.
const MOST: usize = 10_000;
/// The part of the dates that must be precise enough for a length that is chosen, and in
/// the middle of them.
const MOSTLY: f64 = 0.95;

/// The periods of a column of dates.
pub(super) fn cut(
    column: &Column,
    counts: &[usize],
    documents: usize,
    bin: Option<Bin>,
) -> Result<Cut, CutError> {
    let name = || column.name().to_owned();
    let dates: Vec<Option<Date>> = column.values().iter().map(|v| Date::parse(v)).collect();
    let used = || {
        let pairs = dates.iter().zip(counts).filter(|(_, n)| **n > 0);
        pairs.filter_map(|(date, n)| Some(((*date)?, *n)))
    };
    let all: usize = used().map(|(_, n)| n).sum();
    // The numbers with a document, of dates that are precise enough.
    let numbers = |bin: Bin| -> BTreeMap<i32, usize> {
        let mut numbers = BTreeMap::new();
        for (date, n) in used().filter(|(date, _)| date.precision >= bin.needs()) {
            *numbers.entry(bin.number(date.day)).or_default() += n;
        }
        numbers
    };
    let bin = bin.unwrap_or_else(|| {
        let fits = |bin: &Bin| {
            let numbers: Vec<(i32, usize)> = numbers(*bin).into_iter().collect();
            let precise: usize = numbers.iter().map(|(_, n)| n).sum();
            precise as f64 >= MOSTLY * all as f64
                && middle(&numbers).is_some_and(|(first, last)| last - first < MANY as i32)
        };
        Bin::ALL.into_iter().rev().find(fits).unwrap_or(Bin::Decade)
    });
    let mut shown: Vec<i32> = Vec::new();
    let mut gaps = Vec::new();
    for number in numbers(bin).into_keys() {
        let last = *shown.last().unwrap_or(&(number - 1));
        let periods = (number - last - 1) as usize;
        if periods >= LONG {
            let before = shown.len();
            gaps.push(Gap { before, periods });
        } else {
            shown.extend(last + 1..number);
        }
        shown.push(number);
    }
    if shown.is_empty() {
        return Err(CutError::TooFine(name(), bin));
    }
    if shown.len() > MOST {
        return Err(CutError::TooMany(name(), shown.len(), bin));
    }
    let group = |date: &Option<Date>| {
        let date = date.filter(|date| date.precision >= bin.needs())?;
        let place = shown.binary_search(&bin.number(date.day)).ok()?;
        u32::try_from(place).ok()
    };
    let group: Vec<Vec<u32>> = dates
        .iter()
        .map(|d| group(d).into_iter().collect())
        .collect();
    let starts = shown.iter().filter_map(|number| bin.start(*number));
    let names = starts
        .map(|start| (bin.label(start), Some(start)))
        .collect();
    let cut = finish(column, documents, &group, names, Some(bin));
    Ok(Cut { gaps, ..cut })
}

/// The ends of the periods (ascending, with their documents) without those that stand far
/// off, such as a mistyped year: from the middle 95 % of the documents outwards as far as
/// no step is longer than what is already between the ends. Of fewer than 40 documents all
/// are in the middle. `None` where there is no period.
fn middle(periods: &[(i32, usize)]) -> Option<(i32, i32)> {
    let total: usize = periods.iter().map(|(_, n)| n).sum();
    let aside = (0.5 * (1.0 - MOSTLY) * total as f64 + 1e-9) as usize;
    let mut before = 0;
    let inner = |&(_, n): &(i32, usize)| {
        before += n;
        before > aside
    };
    let mut low = periods.iter().position(inner)?;
    let mut after = 0;
    let inner = |&(_, n): &(i32, usize)| {
        after += n;
        after > aside
    };
    let mut high = periods.iter().rposition(inner)?;
    loop {
        let between = (periods[high].0 - periods[low].0).max(LONG as i32);
        if low > 0 && periods[low].0 - periods[low - 1].0 <= between {
            low -= 1;
        } else if high + 1 < periods.len() && periods[high + 1].0 - periods[high].0 <= between {
            high += 1;
        } else {
            return Some((periods[low].0, periods[high].0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_far_off_is_not_in_the_middle() {
        for (periods, ends) in [
            (vec![(1024, 1), (2020, 30), (2024, 30)], Some((2020, 2024))),
            (vec![(1024, 1), (2020, 60), (2999, 1)], Some((2020, 2020))),
            // Of few documents each counts.
            (vec![(1024, 1), (2020, 5)], Some((1024, 2020))),
            // Thin ends are no mistakes.
            (
                vec![(1900, 1), (1930, 1), (1950, 50), (1980, 50)],
                Some((1900, 1980)),
            ),
            (vec![(1990, 1), (1996, 100), (2002, 1)], Some((1990, 2002))),
            (Vec::new(), None),
        ] {
            assert_eq!(middle(&periods), ends, "{periods:?}");
        }
    }
}
