//! What `groups` prints for a person.

use super::Shown;
use crate::corpus::metadata::ColumnKind;
use crate::eval::groups::cut::Row;
use crate::eval::groups::{Share, by_share, ranked};
use crate::plain::{clean, count, plural};
use crate::tui::text::{fit, fit_range, pad, places, whole, width};
use std::fmt::Write;

/// Words of a topic that are at hand.
pub const WORDS: usize = 10;
/// Categories in a table; `--json` has all.
const MOST: usize = 40;
/// Columns of a group's name at most.
const NAME: usize = 26;
/// What stands for an undefined value.
const NONE: &str = "–";

/// A table of groups and the topics in this order, as many as there is room for.
pub fn all(shown: &Shown<'_>, order: &[usize], columns: usize) -> String {
    let rows = shown.rows();
    let name = shown.name_width(&rows);
    let room = columns.saturating_sub(name + HEAD) / 7;
    let topics = &order[..room.min(order.len())];
    let mut text = fit(&format!("{}, in %", shown.title("shares")), columns) + "\n\n";
    let ids = topics.iter().map(|&k| shown.ids[k].to_string());
    text += &line("group", ["docs", "tokens"].map(str::to_owned), ids, name);
    for row in shown.cut.rows(&rows) {
        let Row::Group(g) = row else {
            text += &shown.gap(row);
            continue;
        };
        let shares = shown.groups[g].shares.as_ref();
        let values = topics.iter().map(|&k| percent(shares.map(|s| s[k].value)));
        text += &line(&shown.name(g, name), shown.counts(g), values, name);
    }
    let whole = |k: &usize| percent(shown.whole.as_ref().map(|whole| whole[*k]));
    text += &line("all", sizes(shown.size), topics.iter().map(whole), name);
    text += &shown.rest(&rows);
    let more = order.len() - topics.len();
    let _ = writeln!(
        text,
        "\ntopic  words{}",
        match more {
            0 => String::new(),
            _ => format!(
                "; the {} that {} most between groups, of {}",
                count(topics.len(), "topic"),
                if topics.len() == 1 {
                    "differs"
                } else {
                    "differ"
                },
                order.len()
            ),
        }
    );
    for &k in topics {
        text += &shown.words(k, columns);
    }
    text
}

/// Documents and tokens as they fit into their columns.
fn sizes([documents, tokens]: [usize; 2]) -> [String; 2] {
    [whole(documents, 8), whole(tokens, 10)]
}

/// Columns of documents and tokens.
const HEAD: usize = 20;

fn line(
    name: &str,
    [documents, tokens]: [String; 2],
    values: impl Iterator<Item = String>,
    column: usize,
) -> String {
    let mut text = format!("{} {documents:>8} {tokens:>10}", pad(name, column));
    for value in values {
        let _ = write!(text, "{value:>7}");
    }
    text.trim_end().to_owned() + "\n"
}

fn percent(share: Option<f64>) -> String {
    share.map_or(NONE.to_owned(), |share| format!("{:.1}", 100.0 * share))
}

/// One topic in every group, with its bands drawn.
pub fn one(shown: &Shown<'_>, k: usize, columns: usize) -> String {
    let share = |g: usize| shown.groups[g].shares.as_ref().map(|shares| shares[k]);
    let rows = match shown.column.kind() {
        ColumnKind::Category => shown.first(by_share(shown.cut, shown.groups, k)),
        _ => shown.rows(),
    };
    let name = shown.name_width(&rows);
    let all = shown
        .groups
        .iter()
        .filter_map(|g| Some(g.shares.as_ref()?[k]));
    let most = all.map(|share| share.parts()[2]).fold(0.0, f64::max);
    let title = shown.title(&format!("shares of topic {}", shown.ids[k]));
    let mut text = fit(&title, columns) + "\n" + &shown.words(k, columns) + "\n";
    let head = format!(
        "{} {:>8} {:>6}  {:<15}",
        pad("group", name),
        "docs",
        "share",
        "95 % band"
    );
    let room = columns.saturating_sub(width(&head) + 1).clamp(10, 60);
    let scale = format!("{:.1}%", 100.0 * most);
    let _ = writeln!(text, "{head} 0{scale:>space$}", space = room - 1);
    for row in shown.cut.rows(&rows) {
        let Row::Group(g) = row else {
            text += &shown.gap(row);
            continue;
        };
        let (share, [documents, _]) = (share(g), shown.counts(g));
        let band = share.and_then(|s| s.band).map_or(NONE.to_owned(), |band| {
            format!("{:.1} – {:.1}%", 100.0 * band.low, 100.0 * band.high)
        });
        let value = share.map_or(NONE.to_owned(), |s| format!("{:.1}%", 100.0 * s.value));
        let label = pad(&shown.name(g, name), name);
        let drawn = share.map_or(String::new(), |share| whisker(share.parts(), most, room));
        let line = format!("{label} {documents:>8} {value:>6}  {band:<15} {drawn}");
        text += line.trim_end();
        text.push('\n');
    }
    text + &shown.rest(&rows)
}

/// A share as a dot on its band, where the right end is `most`.
fn whisker(parts: [f64; 3], most: f64, columns: usize) -> String {
    let [low, middle, high] = places(parts, most, columns);
    let cell = |at: usize| match at {
        _ if at == middle => '●',
        _ if at == low => '├',
        _ if at == high => '┤',
        _ if at > low => '─',
        _ => ' ',
    };
    (0..=high).map(cell).collect()
}

/// The topics by how much more of one group they are than of another.
pub fn difference(
    shown: &Shown<'_>,
    (a, b): (usize, usize),
    shares: &[Share],
    columns: usize,
) -> String {
    let name = |g: usize| shown.name(g, NAME);
    let title = format!("{} minus {}", name(a), name(b));
    let mut text = fit(&shown.title(&title), columns) + "\n\n";
    let band = "95 % band";
    let _ = writeln!(text, "topic   first  second  difference  {band:<16}  words");
    let sizes: Vec<f64> = shares.iter().map(|share| share.value.abs()).collect();
    for k in ranked(&sizes) {
        let of = |g: usize| percent(shown.groups[g].shares.as_ref().map(|s| s[k].value));
        let band = shares[k].band.map_or(NONE.to_owned(), |band| {
            format!("{:+.1} to {:+.1}", 100.0 * band.low, 100.0 * band.high)
        });
        let numbers = format!(
            "{:>5} {:>7} {:>7} {:>+11.1}  {band:<16}  ",
            shown.ids[k],
            of(a),
            of(b),
            100.0 * shares[k].value,
        );
        let words = fit(&shown.words[k], columns.saturating_sub(width(&numbers)));
        text += (numbers + &words).trim_end();
        text.push('\n');
    }
    text + "shares in %, differences in percentage points\n"
}

impl Shown<'_> {
    /// What is shown of what.
    fn title(&self, what: &str) -> String {
        let groups = self.cut.named();
        let groups = match self.cut.bin {
            Some(bin) => count(groups, bin.name()),
            None => count(groups, "group"),
        };
        format!(
            "{what} by {} ({groups}), of {}",
            clean(self.column.name()),
            self.weight()
        )
    }

    /// The groups that there is room for.
    fn rows(&self) -> Vec<usize> {
        self.first((0..self.groups.len()).collect())
    }

    /// The first of these groups, and the documents without a value.
    fn first(&self, order: Vec<usize>) -> Vec<usize> {
        let most = match self.column.kind() {
            ColumnKind::Category => MOST,
            _ => usize::MAX,
        };
        let named = |g: &usize| self.cut.labels[*g].name.is_some();
        let few = order.iter().copied().filter(named).take(most);
        few.chain(order.iter().copied().filter(|g| !named(g)))
            .collect()
    }

    /// How many groups have no room.
    fn rest(&self, rows: &[usize]) -> String {
        match self.groups.len() - rows.len() {
            0 => String::new(),
            more => format!("… {more} more {}; --json has all\n", plural(more, "group")),
        }
    }

    fn label(&self, g: usize) -> String {
        let name = self.cut.labels[g].name.as_deref();
        name.map_or_else(|| "(no value)".to_owned(), clean)
    }

    /// The name of a group in at most so many columns.
    fn name(&self, g: usize, columns: usize) -> String {
        fit_range(&self.label(g), columns)
    }

    /// A line for periods that are left out; nothing for a group.
    fn gap(&self, row: Row) -> String {
        match row {
            Row::Gap(periods) => self.cut.gap_line(periods) + "\n",
            Row::Group(_) => String::new(),
        }
    }

    fn name_width(&self, rows: &[usize]) -> usize {
        let widest = rows.iter().map(|&g| width(&self.label(g))).max();
        widest.unwrap_or(0).clamp(5, NAME)
    }

    fn counts(&self, g: usize) -> [String; 2] {
        let group = &self.groups[g];
        sizes([group.documents, group.tokens])
    }

    fn words(&self, k: usize, columns: usize) -> String {
        let line = format!("{:>5}  {}", self.ids[k], self.words[k]);
        fit(&line, columns) + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dot_on_its_band() {
        for (parts, drawn) in [
            ([0.3, 0.5, 0.9], "   ├─●───┤"),
            ([0.0; 3], "●"),
            ([1.0; 3], "          ●"),
        ] {
            assert_eq!(whisker(parts, 1.0, 11), drawn);
        }
        assert_eq!(whisker([0.0; 3], 0.0, 11), "●");
    }
}
