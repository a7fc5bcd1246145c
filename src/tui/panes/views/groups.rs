//! Groups of documents: a topic in each of them with its band, all topics side by side,
//! or a topic over time.
//!
//! ```text
//!  by  type  categories                              of tokens, bands of 1,000 samples
//!  ●4  client network server support linux
//!  group                    docs   share   95 % band
//!  addon                      42  26.0 %   16.1 – 37.6   ████████▒▒▒▒●▒▒▒▒▒
//! ```

use super::{row, say};
use crate::corpus::metadata::ColumnKind;
use crate::eval::groups::cut::{Bin, Row};
use crate::eval::groups::rows::Weight;
use crate::eval::groups::{Share, by_share};
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::groups::{Grouped, Groups};
use crate::tui::layout::TOPIC_WORDS;
use crate::tui::panes::topic;
use crate::tui::text;
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style};
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::canvas::{Canvas, Line as Stroke};

/// Columns of a group's name at most.
const NAME: usize = 26;
/// What the view says where there is nothing to group by.
pub const NOTHING: &str = "Of the documents of this corpus nothing is known but their words, so there \
    are no groups. Columns of CSV and TSV files and keys of JSON Lines beside text, id and title, \
    the labels of MALLET and SVMlight lines, and the folders in a folder of texts make groups; \
    dates such as 1987-02-26 are drawn as time.";

/// Draws the view.
pub fn draw(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let view = &explorer.views.groups;
    let [head, words, body] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Min(0),
    ])
    .areas(area);
    draw_head(explorer, frame, head, theme);
    draw_words(explorer, frame, words, theme);
    let Some(found) = view.found() else {
        return say("computing …", frame, body, theme.dim);
    };
    let place = found.ids.iter().position(|&id| id == explorer.topic);
    let Some(k) = place else {
        return say(
            "the topic is newer than this picture",
            frame,
            body,
            theme.dim,
        );
    };
    let dates = explorer
        .grouping()
        .is_some_and(|c| c.kind() == ColumnKind::Date);
    match (view.all_topics, dates) {
        (true, _) => draw_all(explorer, found, frame, body, theme),
        (false, true) => draw_time(explorer, (found, k), frame, body, theme),
        (false, false) => draw_one(explorer, (found, k), frame, body, theme),
    }
}

/// The columns, and what counts as one voice.
fn draw_head(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let view = &explorer.views.groups;
    let columns = usize::from(area.width);
    let right = setting(view, (columns / 2).saturating_sub(2));
    let right = format!(" {right} ");
    let room = columns.saturating_sub(text::width(&right) + 4);
    let names = explorer.corpus.metadata().columns().iter();
    let names: Vec<String> = names.map(|c| text::clean(c.name())).collect();
    let chosen = view.wanted.column;
    // The chosen one is always there, with as many after it as fit.
    let before: usize = names
        .iter()
        .take(chosen + 1)
        .map(|n| text::width(n) + 2)
        .sum();
    let first = if before <= room { 0 } else { chosen };
    let mut spans = vec![Span::styled(" by ", theme.dim)];
    let mut left = room;
    for (place, name) in names.iter().enumerate().skip(first) {
        let name = format!(" {} ", text::fit(name, room.saturating_sub(2)));
        if text::width(&name) > left {
            break;
        }
        left -= text::width(&name);
        let style = if place == chosen {
            theme.selected
        } else {
            theme.dim
        };
        spans.push(Span::styled(name, style));
    }
    spans.push(Span::raw(" ".repeat(left)));
    spans.push(Span::styled(right, theme.dim));
    frame.render_widget(Line::from(spans), area);
}

/// What counts as one voice, and how many groups there are, as far as there is room.
fn setting(view: &Groups, columns: usize) -> String {
    let (voice, short) = match view.wanted.weight {
        Weight::Tokens => ("share of tokens", "of tokens"),
        Weight::Documents => ("mean of documents", "of documents"),
    };
    let Some(found) = view.found() else {
        return text::longest(&[voice, short], columns).to_owned();
    };
    let named = found.cut.named();
    let thing = found.cut.bin.map_or("group", Bin::name);
    let long = format!("{voice}, {}", text::count(named, thing));
    text::longest(&[&long, voice, short], columns).to_owned()
}

fn draw_words(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let id = explorer.topic;
    let named = explorer
        .snapshot()
        .and_then(|s| s.topics.iter().find(|t| t.id == id));
    let names = named.map_or(String::new(), |t| {
        topic::names(explorer, t, TOPIC_WORDS, area.width.into())
    });
    let words = format!(" {}{id}  {names}", theme.marker(id));
    let words = text::fit(&words, area.width.into());
    frame.render_widget(Line::styled(words, theme.topic(id)), area);
}

/// Name and number of documents of a group, in columns of their own.
fn name(found: &Grouped, g: usize, width: usize) -> String {
    let label = found.cut.labels[g].name.as_deref();
    let label = label.map_or_else(|| "(no value)".to_owned(), text::clean);
    let documents = text::whole(found.groups[g].documents, 8);
    let label = text::fit_range(&label, width);
    format!(" {} {documents:>8}", text::pad(&label, width))
}

fn name_width(found: &Grouped, columns: usize) -> usize {
    let names = found.cut.labels.iter().map(|label| &label.name);
    let widths = names.map(|name| name.as_deref().map_or(10, |n| text::width(&text::clean(n))));
    widths
        .max()
        .unwrap_or(0)
        .clamp(5, NAME.min(columns / 3).max(5))
}

/// The groups in this order that have room below the first row, with their rows; what is left
/// out between them is drawn.
fn window(
    explorer: &Explorer,
    (found, order): (&Grouped, &[usize]),
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) -> Vec<(usize, usize)> {
    let rows = usize::from(area.height.saturating_sub(1));
    let all = found.cut.rows(order);
    let most = all.len().saturating_sub(rows);
    let from = explorer.views.groups.above.min(most);
    let mut groups = Vec::new();
    for (y, place) in (1..=rows).zip(all.into_iter().skip(from)) {
        match place {
            Row::Group(g) => groups.push((y, g)),
            Row::Gap(periods) => {
                let line = format!(" {}", found.cut.gap_line(periods));
                frame.render_widget(Line::styled(line, theme.dim), row(area, y));
            }
        }
    }
    groups
}

/// The selected topic in every group, the largest share first where groups have no order.
fn draw_one(
    explorer: &Explorer,
    (found, k): (&Grouped, usize),
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let categories = explorer
        .grouping()
        .is_some_and(|c| c.kind() == ColumnKind::Category);
    let order = match categories {
        true => by_share(&found.cut, &found.groups, k),
        false => (0..found.groups.len()).collect(),
    };
    let columns = usize::from(area.width);
    let width = name_width(found, columns);
    let wide = columns >= 60;
    let band = |share: Option<Share>| match share.and_then(|s| s.band) {
        _ if !wide => String::new(),
        Some(band) => format!("{:>6.1} – {:<6.1}", 100.0 * band.low, 100.0 * band.high),
        None => format!("{:^15}", "–"),
    };
    let heading = if wide {
        format!("{:^15}", "95 % band")
    } else {
        String::new()
    };
    let head = format!(
        " {} {:>8} {:>7} {heading} ",
        text::pad("group", width),
        "docs",
        "share"
    );
    let room = columns.saturating_sub(text::width(&head) + 1);
    let most = most(found, k);
    let scale = format!("{:>room$}", text::percent(most));
    frame.render_widget(Line::styled(head + &scale, theme.dim), row(area, 0));
    for (y, g) in window(explorer, (found, &order), frame, area, theme) {
        let share = found.groups[g].shares.as_ref().map(|shares| shares[k]);
        let value = share.map_or("–".to_owned(), |s| text::percent(s.value));
        let numbers = format!("{} {value:>7} {} ", name(found, g, width), band(share));
        let bar = share.map_or(String::new(), |share| bar(share.parts(), most, room));
        let line = Line::from(vec![
            Span::raw(numbers),
            Span::styled(bar, theme.topic(explorer.topic)),
        ]);
        frame.render_widget(line, row(area, y));
    }
}

/// The largest share, or end of a band, of a topic in any group.
fn most(found: &Grouped, k: usize) -> f64 {
    let shares = found
        .groups
        .iter()
        .filter_map(|g| Some(g.shares.as_ref()?[k]));
    shares.map(|share| share.parts()[2]).fold(0.0, f64::max)
}

/// A bar with the share as a dot, grey where its band is.
fn bar(parts: [f64; 3], most: f64, columns: usize) -> String {
    let [low, middle, high] = text::places(parts, most, columns);
    let cell = |at: usize| match at {
        _ if at == middle => '●',
        _ if at < low => '█',
        _ => '▒',
    };
    (0..(high + 1).min(columns)).map(cell).collect()
}

/// Every topic in every group: parts of a bar, each as long as its share.
fn draw_all(
    explorer: &Explorer,
    found: &Grouped,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let columns = usize::from(area.width);
    let width = name_width(found, columns);
    let head = format!(" {} {:>8}  ", text::pad("group", width), "docs");
    let room = columns.saturating_sub(text::width(&head) + 1);
    let titles = [
        "all topics, by number; the selected one is filled",
        "all topics; the selected one is filled",
        "all topics by number",
        "all topics",
    ];
    let title = text::longest(&titles, room);
    let line = Line::styled(format!("{head}{title}"), theme.dim);
    frame.render_widget(line, row(area, 0));
    let order: Vec<usize> = (0..found.groups.len()).collect();
    for (y, g) in window(explorer, (found, &order), frame, area, theme) {
        let mut spans = vec![Span::raw(format!("{}  ", name(found, g, width)))];
        match &found.groups[g].shares {
            None => spans.push(Span::styled("–", theme.dim)),
            Some(shares) => {
                let mut sum = 0.0;
                for (&id, share) in found.ids.iter().zip(shares) {
                    let from = (sum * room as f64).round() as usize;
                    sum += share.value;
                    let to = ((sum * room as f64).round() as usize).min(room);
                    let fill = if id == explorer.topic { "█" } else { "▒" };
                    let cells = segment(id, to.saturating_sub(from), fill, theme);
                    spans.push(Span::styled(cells, theme.topic(id)));
                }
            }
        }
        frame.render_widget(Line::from(spans), row(area, y));
    }
}

/// So many columns of a topic: its number and a filling, or its mark where there is no
/// room for the number.
fn segment(id: u32, columns: usize, fill: &str, theme: &Theme) -> String {
    let number = id.to_string();
    match columns.checked_sub(number.len()) {
        Some(more) => number + &fill.repeat(more),
        None => theme.marker(id).repeat(columns),
    }
}

/// The selected topic over time, with its band at each point.
fn draw_time(
    explorer: &Explorer,
    (found, k): (&Grouped, usize),
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    const LABELS: u16 = 9;
    let dated = found.cut.labels.iter().filter(|l| l.name.is_some()).count();
    let none = found.cut.labels.len() > dated;
    let gaps = &found.cut.gaps;
    let below = 1 + u16::from(none || !gaps.is_empty());
    let picture = Rect {
        x: area.x + LABELS,
        width: area.width.saturating_sub(LABELS + 1),
        height: area.height.saturating_sub(below),
        ..area
    };
    if picture.height < 2 || picture.width < 8 {
        return say("there is no room for the curve", frame, area, theme.dim);
    }
    let share = |g: usize| found.groups[g].shares.as_ref().map(|shares| shares[k]);
    let most = (0..dated).filter_map(share).fold(0.0, |most, share| {
        share.band.map_or(share.value, |band| band.high).max(most)
    });
    let most = if most > 0.0 { most } else { 1.0 };
    let (at, last) = places(found, dated);
    let colour = |style: Style| style.fg.unwrap_or(Color::Reset);
    let (band, curve) = (colour(theme.dim), colour(theme.topic(explorer.topic)));
    let stroke = |(g1, y1): (usize, f64), (g2, y2): (usize, f64), color| Stroke {
        x1: at[g1],
        y1,
        x2: at[g2],
        y2,
        color,
    };
    let canvas = Canvas::default()
        .marker(Marker::Braille)
        .x_bounds([0.0, last])
        .y_bounds([0.0, most])
        .paint(|context| {
            for g in 0..dated {
                if let Some(ends) = share(g).and_then(|s| s.band) {
                    context.draw(&stroke((g, ends.low), (g, ends.high), band));
                }
            }
            context.layer();
            for g in 0..dated {
                let Some(own) = share(g) else { continue };
                // A period without documents is a gap.
                let follows = g + 1 < dated && found.cut.left_out(g + 1) == 0;
                let next = follows.then(|| share(g + 1)).flatten();
                let (to, value) = next.map_or((g, own.value), |next| (g + 1, next.value));
                context.draw(&stroke((g, own.value), (to, value), curve));
            }
        });
    frame.render_widget(canvas, picture);
    for gap in gaps {
        // Half-way between the periods on both sides.
        let x = (at[gap.before] - 0.5 * BREAK) / last * f64::from(picture.width - 1);
        for y in picture.y..picture.bottom() {
            let place = (picture.x + x.round() as u16, y);
            if let Some(cell) = frame.buffer_mut().cell_mut(place) {
                cell.set_symbol("┊").set_style(theme.dim);
            }
        }
    }
    for (y, value) in [
        (0, most),
        (
            picture.height / 2,
            most * (1.0 - f64::from(picture.height / 2) / f64::from(picture.height - 1)),
        ),
        (picture.height - 1, 0.0),
    ] {
        let label = format!("{:>8}", text::percent(value));
        frame.render_widget(Line::styled(label, theme.dim), row(area, y.into()));
    }
    let ends = row(area, picture.height.into());
    draw_ends(found, (&at, last), frame, ends, theme);
    let mut below = Vec::new();
    if none {
        let g = dated;
        let value = share(g).map_or("–".to_owned(), |s| text::percent(s.value));
        let documents = text::count(found.groups[g].documents, "document");
        below.push(format!("without a date: {documents}, {value}"));
    }
    if let Some(bin) = found.cut.bin.filter(|_| !gaps.is_empty()) {
        let empty: usize = gaps.iter().map(|gap| gap.periods).sum();
        let empty = text::count(empty, &format!("empty {bin}"));
        below.push(format!("┊ {empty} left out"));
    }
    if !below.is_empty() {
        let line = text::fit(&format!(" {}", below.join(" · ")), area.width.into());
        let place = row(area, usize::from(picture.height) + 1);
        frame.render_widget(Line::styled(line, theme.dim), place);
    }
}

/// Periods that a gap is as wide as.
const BREAK: f64 = 3.0;

/// Where each of the dated groups stands from left to right, and where the last one does, 1
/// at least: a period is 1 wide, and so many left out ones together [`BREAK`].
fn places(found: &Grouped, dated: usize) -> (Vec<f64>, f64) {
    let mut at = Vec::with_capacity(dated);
    for g in 0..dated {
        let step = if found.cut.left_out(g) > 0 {
            BREAK
        } else {
            1.0
        };
        at.push(at.last().map_or(0.0, |before| before + step));
    }
    let last = at.last().copied().unwrap_or(0.0).max(1.0);
    (at, last)
}

/// The first and the last period below the curve, what follows a gap and the middle one
/// where there is room for them.
fn draw_ends(
    found: &Grouped,
    (at, last): (&[f64], f64),
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    const LABELS: usize = 9;
    let columns = usize::from(area.width).saturating_sub(LABELS + 1);
    let middle = at.iter().position(|x| *x >= 0.5 * last);
    let after = found.cut.gaps.iter().map(|gap| gap.before);
    let ends = [0, at.len().saturating_sub(1)].into_iter();
    let mut taken: Vec<(usize, usize)> = Vec::new();
    for g in ends.chain(after).chain(middle) {
        let label = found.cut.labels.get(g).and_then(|l| l.name.clone());
        let label = label.unwrap_or_default();
        let wide = text::width(&label);
        let x = at.get(g).copied().unwrap_or(0.0) / last * columns.saturating_sub(1) as f64;
        let from = (x.round() as usize).saturating_sub(wide / 2);
        let from = from.min(columns.saturating_sub(wide));
        // What follows a gap stands beside what is before it.
        let before = taken.iter().filter(|t| t.0 <= from && from < t.1 + 2);
        let from = before.map(|t| t.1 + 2).max().unwrap_or(from);
        let to = from + wide;
        if to <= columns && taken.iter().all(|t| to + 2 <= t.0 || t.1 + 2 <= from) {
            let place = Rect {
                x: area.x + (LABELS + from) as u16,
                width: wide as u16,
                ..area
            };
            frame.render_widget(Line::styled(label, theme.dim), place);
            taken.push((from, to));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_grey_where_its_band_is() {
        assert_eq!(bar([0.3, 0.5, 0.9], 1.0, 11), "███▒▒●▒▒▒▒");
        assert_eq!(bar([0.5; 3], 1.0, 11), "█████●");
        assert_eq!(bar([0.0; 3], 0.0, 11), "●");
        assert_eq!(bar([1.0; 3], 1.0, 0), "");
    }
}
