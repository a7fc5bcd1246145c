//! Which document is in which group.
//!
//! Categories are groups as they are, the largest first; where they are lists, such as
//! `Game;Puzzle`, a document can be in a group for each entry. Numbers are too where there are
//! few, and else ten ranges with about as many documents each. Dates are cut into
//! decades, years, quarters, months, ISO weeks (ISO 8601: from Monday, the first one of a
//! year has its first Thursday) or days, those without a document between the first and
//! the last included, unless there are many in a row: one mistyped year must not make a
//! thousand decades. Documents without a value are a group of their own, the last.

mod dates;

use crate::corpus::metadata::{Column, ColumnKind, Precision, number};
use crate::plain::{plural, thousands};
use rustc_hash::FxHashMap;
use std::fmt;

/// Groups of numbers or dates where the program chooses.
pub const MANY: usize = 40;
/// Ranges of numbers, where there are more.
const RANGES: usize = 10;
/// So many periods without a document in a row are left out.
pub const LONG: usize = 10;

/// A length of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bin {
    /// From a year that ends with 0
    Decade,
    /// From 1 January
    Year,
    /// Three months
    Quarter,
    /// From the first of it
    Month,
    /// From Monday
    Week,
    /// A day
    Day,
}

/// How a column is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Way {
    /// As its values ask for.
    #[default]
    Usual,
    /// Dates into periods of this length.
    Period(Bin),
    /// Values are lists with this character between their entries.
    Split(char),
}

/// What a group is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// `None` for the documents without a value.
    pub name: Option<String>,
    /// The first day of a group of dates.
    pub start: Option<time::Date>,
}

/// Periods in a row that are left out because none of them has a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    /// The group that follows.
    pub before: usize,
    /// How many there are: [`LONG`] or more.
    pub periods: usize,
}

/// The groups of a column.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cut {
    /// The groups.
    pub labels: Vec<Label>,
    /// The documents of each, ascending.
    pub members: Vec<Vec<u32>>,
    /// The length of the groups, where they are of dates.
    pub bin: Option<Bin>,
    /// What is left out between groups of dates, ascending.
    pub gaps: Vec<Gap>,
}

/// What stands in a line of a list of groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Row {
    /// A group, by place.
    Group(usize),
    /// So many periods that are left out.
    Gap(usize),
}

impl Cut {
    /// Groups in this order as a list, with a line for what is left out before each.
    pub fn rows(&self, order: &[usize]) -> Vec<Row> {
        let row = |&g: &usize| {
            let gap = Some(self.left_out(g)).filter(|periods| *periods > 0);
            gap.map(Row::Gap).into_iter().chain([Row::Group(g)])
        };
        order.iter().flat_map(row).collect()
    }

    /// Periods that are left out just before group `g`; 0 where there are none.
    pub fn left_out(&self, g: usize) -> usize {
        let gap = self.gaps.iter().find(|gap| gap.before == g);
        gap.map_or(0, |gap| gap.periods)
    }

    /// All groups that have a value, with those that are left out.
    pub fn named(&self) -> usize {
        let named = self.labels.iter().filter(|l| l.name.is_some()).count();
        named + self.gaps.iter().map(|gap| gap.periods).sum::<usize>()
    }

    /// What stands for periods that are left out: `… 99 empty decades …`.
    pub fn gap_line(&self, periods: usize) -> String {
        let thing = self.bin.map_or("group", Bin::name);
        let thing = plural(periods, &format!("empty {thing}"));
        format!("… {} {thing} …", thousands(periods))
    }
}

/// Why a column cannot be cut like that.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CutError {
    /// A length of time for something else.
    #[error("`{0}` is no column of dates, so it has no {1}s; leave --bin out")]
    NotDates(String, Bin),
    /// Not known precisely enough.
    #[error("the dates of `{0}` name no {1}; take a longer --bin")]
    TooFine(String, Bin),
    /// Too many of them.
    #[error("the dates of `{0}` make {1} {2}s; take a longer --bin")]
    TooMany(String, usize, Bin),
}

impl Bin {
    /// All of them, the longest first.
    pub const ALL: [Self; 6] = [
        Self::Decade,
        Self::Year,
        Self::Quarter,
        Self::Month,
        Self::Week,
        Self::Day,
    ];

    /// What a date must name.
    fn needs(self) -> Precision {
        match self {
            Self::Decade | Self::Year => Precision::Year,
            Self::Quarter | Self::Month => Precision::Month,
            Self::Week | Self::Day => Precision::Day,
        }
    }

    /// The number of the one that a day is in; the next has the next number.
    fn number(self, day: time::Date) -> i32 {
        let (year, month, _) = day.to_calendar_date();
        let month = i32::from(u8::from(month)) - 1;
        match self {
            Self::Decade => year.div_euclid(10),
            Self::Year => year,
            Self::Quarter => 4 * year + month / 3,
            Self::Month => 12 * year + month,
            // Julian day 0 was a Monday.
            Self::Week => day.to_julian_day().div_euclid(7),
            Self::Day => day.to_julian_day(),
        }
    }

    /// The first day of a number.
    fn start(self, number: i32) -> Option<time::Date> {
        let month = |number: i32| {
            let month = time::Month::try_from(number.rem_euclid(12) as u8 + 1);
            time::Date::from_calendar_date(number.div_euclid(12), month.ok()?, 1).ok()
        };
        match self {
            Self::Decade => month(120 * number),
            Self::Year => month(12 * number),
            Self::Quarter => month(3 * number),
            Self::Month => month(number),
            Self::Week => time::Date::from_julian_day(7 * number).ok(),
            Self::Day => time::Date::from_julian_day(number).ok(),
        }
    }

    /// What the one that begins on a day is called.
    fn label(self, start: time::Date) -> String {
        let (year, month) = (start.year(), u8::from(start.month()));
        match self {
            Self::Decade => format!("{year:04}s"),
            Self::Year => format!("{year:04}"),
            Self::Quarter => format!("{year:04}-Q{}", month / 3 + 1),
            Self::Month => format!("{year:04}-{month:02}"),
            Self::Week => {
                let (year, week, _) = start.to_iso_week_date();
                format!("{year:04}-W{week:02}")
            }
            Self::Day => format!("{year:04}-{month:02}-{:02}", start.day()),
        }
    }
}

impl Bin {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Decade => "decade",
            Self::Year => "year",
            Self::Quarter => "quarter",
            Self::Month => "month",
            Self::Week => "week",
            Self::Day => "day",
        }
    }
}

impl fmt::Display for Bin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The groups of a column of D documents. Where nothing is said of dates, the shortest
/// length that makes at most [`MANY`] groups is taken.
///
/// # Errors
/// When there is a length of time and the column has no such dates, or too many.
pub fn cut(column: &Column, documents: usize, way: Way) -> Result<Cut, CutError> {
    let counts = column.counts();
    match (column.kind(), way) {
        (_, Way::Split(between)) => Ok(categories(column, documents, Some(between))),
        (ColumnKind::Date, Way::Period(bin)) => dates::cut(column, &counts, documents, Some(bin)),
        (_, Way::Period(bin)) => Err(CutError::NotDates(column.name().to_owned(), bin)),
        (ColumnKind::Date, Way::Usual) => dates::cut(column, &counts, documents, None),
        (ColumnKind::Number, Way::Usual) => Ok(numbers(column, &counts, documents)),
        (ColumnKind::Category, Way::Usual) => Ok(categories(column, documents, None)),
    }
}

/// Values, or the entries of values that are lists.
fn categories(column: &Column, documents: usize, between: Option<char>) -> Cut {
    let mut names: Vec<&str> = Vec::new();
    let mut places: FxHashMap<&str, u32> = FxHashMap::default();
    let mut entries: Vec<Vec<u32>> = Vec::with_capacity(column.values().len());
    let mut counts: Vec<usize> = Vec::new();
    for (value, documents) in column.values().iter().zip(column.counts()) {
        let parts: Vec<&str> = match between {
            Some(between) => value.split(between).map(str::trim).collect(),
            None => vec![value],
        };
        let mut own: Vec<u32> = Vec::with_capacity(parts.len());
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            let place = *places.entry(part).or_insert(names.len() as u32);
            if place as usize == names.len() {
                names.push(part);
                counts.push(0);
            }
            if !own.contains(&place) {
                own.push(place);
                counts[place as usize] += documents;
            }
        }
        entries.push(own);
    }
    let mut order: Vec<usize> = (0..names.len()).filter(|&n| counts[n] > 0).collect();
    order.sort_by(|&a, &b| counts[b].cmp(&counts[a]).then(names[a].cmp(names[b])));
    let mut group = vec![0; names.len()];
    for (place, &name) in order.iter().enumerate() {
        group[name] = place as u32;
    }
    for entry in entries.iter_mut().flatten() {
        *entry = group[*entry as usize];
    }
    let names = order.into_iter().map(|n| (names[n].to_owned(), None));
    finish(column, documents, &entries, names.collect(), None)
}

fn numbers(column: &Column, counts: &[usize], documents: usize) -> Cut {
    // Values that are the same number are the same group.
    let mut all: Vec<(f64, usize)> = column
        .values()
        .iter()
        .enumerate()
        .filter(|(v, _)| counts[*v] > 0)
        .filter_map(|(v, value)| Some((number(value)?, v)))
        .collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let runs: Vec<&[(f64, usize)]> = all.chunk_by(|a, b| a.0 == b.0).collect();
    let size = |run: &[(f64, usize)]| run.iter().map(|(_, v)| counts[*v]).sum::<usize>();
    let total: usize = runs.iter().map(|run| size(run)).sum();
    let few = runs.len() <= MANY;
    let mut group = vec![Vec::new(); column.values().len()];
    let mut names: Vec<(String, Option<time::Date>)> = Vec::new();
    let (mut before, mut last, mut first) = (0, None, "");
    for (place, run) in runs.into_iter().enumerate() {
        let range = if few { place } else { before * RANGES / total };
        before += size(run);
        let value = run.first().map_or("", |(_, v)| &column.values()[*v]);
        if last == Some(range) {
            if let Some(name) = names.last_mut() {
                name.0 = format!("{first}–{value}");
            }
        } else {
            names.push((value.to_owned(), None));
            first = value;
        }
        last = Some(range);
        for (_, v) in run {
            group[*v] = vec![names.len() as u32 - 1];
        }
    }
    finish(column, documents, &group, names, None)
}

/// Documents get the groups of their value; those that have none come last.
fn finish(
    column: &Column,
    documents: usize,
    group: &[Vec<u32>],
    names: Vec<(String, Option<time::Date>)>,
    bin: Option<Bin>,
) -> Cut {
    let mut members = vec![Vec::new(); names.len()];
    let mut none = Vec::new();
    for d in 0..documents {
        let own = column.number(d).map_or(&[][..], |v| &group[v as usize]);
        for &g in own {
            members[g as usize].push(d as u32);
        }
        if own.is_empty() {
            none.push(d as u32);
        }
    }
    let named = |(name, start)| Label {
        name: Some(name),
        start,
    };
    let mut labels: Vec<Label> = names.into_iter().map(named).collect();
    if !none.is_empty() {
        labels.push(Label {
            name: None,
            start: None,
        });
        members.push(none);
    }
    Cut {
        labels,
        members,
        bin,
        gaps: Vec::new(),
    }
}
