//! What `map` prints for a person.

use super::Found;
use crate::cli::plot;
use crate::eval::map::association::{Association, CHANCE};
use crate::eval::map::terms::TermMatrix;
use crate::plain::{clean, visible};
use crate::tui::circles::{self, Circle};
use crate::tui::text::{fit, pad, percent, shade, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::fmt::Write;

/// Rows of the picture.
const ROWS: u16 = 18;
/// Columns of a picture at most: it is no wider than three times its height.
const MOST: usize = 110;
/// Columns of the words of the matrix.
const WORD: usize = 16;
/// What stands for an undefined value.
const NONE: &str = "–";
/// Pairs that are named, of each sign.
const PAIRS: usize = 5;

/// The picture, and a line for each topic.
pub fn map(found: &Found<'_>, columns: usize) -> String {
    let map = &found.map;
    let circle = |k: usize| Circle {
        label: map.ids[k].to_string(),
        at: map.points[k],
        share: found.share(k),
        style: Style::new(),
    };
    let circles: Vec<Circle> = (0..map.ids.len()).map(circle).collect();
    let area = Rect::new(0, 0, columns.min(MOST) as u16, ROWS);
    let mut buffer = Buffer::empty(area);
    let without = circles::draw(&circles, (None, None), area, &mut buffer);
    let mut text = plot::text(&buffer);
    let _ = writeln!(text, "\n{}", kept(found));
    if without > 0 {
        let _ = writeln!(text, "({without} ids had no room in the picture)");
    }
    let _ = writeln!(
        text,
        "\n{:>5} {:>6} {:>7} {:>7} {:>8} {:>9}  words",
        "topic", "share", "x", "y", "nearest", "distance"
    );
    let mut order: Vec<usize> = (0..map.ids.len()).collect();
    order.sort_by(|&a, &b| found.share(b).total_cmp(&found.share(a)).then(a.cmp(&b)));
    for k in order {
        let [x, y] = map.points[k].map(signed);
        let (nearest, distance) = map.nearest(k).map_or((NONE.into(), NONE.into()), |(n, d)| {
            (map.ids[n].to_string(), format!("{d:.3}"))
        });
        let mut line = format!(
            "{:>5} {:>6} {x:>7} {y:>7} {nearest:>8} {distance:>9}  ",
            map.ids[k],
            percent(found.share(k)),
        );
        let words = clean(&found.named(k));
        line += &fit(&words, columns.saturating_sub(width(&line)));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// Three decimals, and no minus before zero.
fn signed(value: f64) -> String {
    format!("{:.3}", if value.abs() < 5e-4 { 0.0 } else { value })
}

/// What the picture keeps, and what the distances look at.
fn kept(found: &Found<'_>) -> String {
    let looked = found.map.looked;
    let mut text = match found.map.explained {
        Some([first, both]) => format!(
            "the two axes keep {} of the squared distances ({} and {})",
            percent(both),
            percent(first),
            percent(both - first)
        ),
        None if found.map.ids.len() == 1 => "there is one topic: nothing to compare".into(),
        None => "all topics are the same: there is no distance to show".into(),
    };
    if looked.words < looked.of {
        let _ = write!(
            text,
            "\ndistances over {} of {} words, the others as one word: {} of the divergence",
            looked.words,
            looked.of,
            percent(looked.share)
        );
    }
    text
}

/// Words against topics, as many topics side by side as there is room for.
pub fn matrix(found: &Found<'_>, matrix: &TermMatrix, columns: usize) -> String {
    let ids: Vec<String> = matrix
        .topics
        .iter()
        .map(|&k| found.map.ids[k].to_string())
        .collect();
    let cell = 1 + ids.iter().map(String::len).max().unwrap_or(1).max(2);
    let part = (columns.saturating_sub(WORD) / cell).max(1);
    let mut text = String::new();
    for (ids, topics) in ids.chunks(part).zip(matrix.topics.chunks(part)) {
        let _ = write!(text, "{:WORD$}", "");
        ids.iter().for_each(|id| text += &format!("{id:>cell$}"));
        text.push('\n');
        for term in &matrix.terms {
            let mut line = pad(&visible(found.word(term.word)), WORD);
            for &k in topics {
                let shade = shade(term.shares[k]).repeat(cell - 1);
                let _ = write!(line, " {shade}");
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text.push('\n');
    }
    text + "of a word's tokens the share in a topic: █ 80%  ▓ 60%  ▒ 40%  ░ 20%  · 5%\n\
        the most salient words; like topics side by side\n"
}

/// The grid of log ratios, and the strongest pairs with their words.
pub fn association(found: &Found<'_>, of: &Association, present: f64, columns: usize) -> String {
    let ids: Vec<String> = found.map.ids.iter().map(u32::to_string).collect();
    let cell = 1 + ids.iter().map(String::len).max().unwrap_or(1).max(4);
    let part = (columns.saturating_sub(6) / cell).max(1);
    let all: Vec<usize> = (0..ids.len()).collect();
    let mut text = String::new();
    for topics in all.chunks(part) {
        let _ = write!(text, "{:6}", "topic");
        topics
            .iter()
            .for_each(|&k| text += &format!("{:>cell$}", ids[k]));
        text.push('\n');
        for (a, id) in ids.iter().enumerate() {
            let mut line = format!("{id:>5} ");
            for &b in topics {
                let value = if a == b {
                    String::new()
                } else {
                    log_ratio(of, a, b)
                };
                let _ = write!(line, "{value:>cell$}");
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text.push('\n');
    }
    let _ = writeln!(
        text,
        "log2 of documents with both / expected by chance: +1 twice as often, -1 half as\n\
         often; · where it may be chance (residual below {CHANCE} in size)\n\
         {} documents; a topic is in one with {} of its tokens or more",
        of.documents,
        percent(present)
    );
    text + &pairs(found, of, columns)
}

/// A cell of the grid.
fn log_ratio(of: &Association, a: usize, b: usize) -> String {
    match of.residual(a, b) {
        Some(residual) if residual.abs() >= CHANCE => format!("{:+.1}", of.log_ratio(a, b)),
        Some(_) => "·".into(),
        None => NONE.into(),
    }
}

fn pairs(found: &Found<'_>, of: &Association, columns: usize) -> String {
    let topics = found.map.ids.len();
    let all = (0..topics).flat_map(|a| (a + 1..topics).map(move |b| (a, b)));
    let sure = all.filter(|&(a, b)| of.residual(a, b).is_some_and(|r| r.abs() >= CHANCE));
    let mut sure: Vec<(usize, usize)> = sure.collect();
    let size = |&(a, b): &(usize, usize)| of.log_ratio(a, b);
    sure.sort_by(|p, q| size(q).total_cmp(&size(p)).then(p.cmp(q)));
    let less = sure.partition_point(|pair| size(pair) > 0.0);
    let mut text = String::new();
    let many = sure[..less].iter().take(PAIRS).collect::<Vec<_>>();
    let few = sure[less..].iter().rev().take(PAIRS).collect::<Vec<_>>();
    for (title, pairs) in [("together most often", many), ("apart most often", few)] {
        if pairs.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n{title}");
        for &(a, b) in pairs {
            let mut line = format!("{:+6.1}  ", of.log_ratio(a, b));
            let half = columns.saturating_sub(width(&line) + 3) / 2;
            let named = |k: usize| {
                let words = found.named(k);
                fit(&clean(&format!("{} {words}", found.map.ids[k])), half)
            };
            let _ = write!(line, "{} | {}", pad(&named(a), half), named(b));
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    text
}
