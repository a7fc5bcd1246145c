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
use crate::eval::groups::cut::Bin;
use crate::eval::groups::rows::Weight;
use crate::eval::groups::{Share, by_share};
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::groups::{Grouped, Groups};
use crate::tui::layout::TOPIC_WORDS;
use crate::tui::panes::topic;
use crate::tui::text::{self, thousands};
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
    let right = format!(" {} ", setting(view));
    let right = text::fit(&right, columns / 2);
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

fn setting(view: &Groups) -> String {
    let voice = match view.wanted.weight {
        Weight::Tokens => "share of tokens",
        Weight::Documents => "mean of documents",
    };
    let Some(found) = view.found() else {
        return voice.to_owned();
    };
    let named = found.cut.labels.iter().filter(|l| l.name.is_some()).count();
    let thing = found.cut.bin.map_or("group", Bin::name);
    format!("{voice}, {}", text::count(named, thing))
}

fn draw_words(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let id = explorer.topic;
    let named = explorer
        .snapshot()
        .and_then(|s| s.topics.iter().find(|t| t.id == id));
    let names = named.map_or(String::new(), |t| topic::names(explorer, t, TOPIC_WORDS));
    let words = format!(" {}{id}  {names}", theme.marker(id));
    let words = text::fit(&words, area.width.into());
    frame.render_widget(Line::styled(words, theme.topic(id)), area);
}

/// Name and number of documents of a group, in columns of their own.
fn name(found: &Grouped, g: usize, width: usize) -> String {
    let label = found.cut.labels[g].name.as_deref();
    let label = label.map_or_else(|| "(no value)".to_owned(), text::clean);
    let documents = thousands(found.groups[g].documents);
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

/// The groups that are shown in so many rows.
fn window<'o>(explorer: &Explorer, order: &'o [usize], rows: usize) -> &'o [usize] {
    let most = order.len().saturating_sub(rows);
    let from = explorer.views.groups.above.min(most);
    &order[from..(from + rows).min(order.len())]
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
    let rows = usize::from(area.height.saturating_sub(1));
    for (y, &g) in window(explorer, &order, rows).iter().enumerate() {
        let share = found.groups[g].shares.as_ref().map(|shares| shares[k]);
        let value = share.map_or("–".to_owned(), |s| text::percent(s.value));
        let numbers = format!("{} {value:>7} {} ", name(found, g, width), band(share));
        let bar = share.map_or(String::new(), |share| bar(share.parts(), most, room));
        let line = Line::from(vec![
            Span::raw(numbers),
            Span::styled(bar, theme.topic(explorer.topic)),
        ]);
        frame.render_widget(line, row(area, y + 1));
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
    let title = text::fit("all topics, by number; the selected one is filled", room);
    let line = Line::styled(format!("{head}{title}"), theme.dim);
    frame.render_widget(line, row(area, 0));
    let order: Vec<usize> = (0..found.groups.len()).collect();
    let rows = usize::from(area.height.saturating_sub(1));
    for (y, &g) in window(explorer, &order, rows).iter().enumerate() {
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
        frame.render_widget(Line::from(spans), row(area, y + 1));
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
    let below = 1 + u16::from(none);
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
    let colour = |style: Style| style.fg.unwrap_or(Color::Reset);
    let (band, curve) = (colour(theme.dim), colour(theme.topic(explorer.topic)));
    let stroke = |(x1, y1): (usize, f64), (x2, y2): (usize, f64), color| Stroke {
        x1: x1 as f64,
        y1,
        x2: x2 as f64,
        y2,
        color,
    };
    let canvas = Canvas::default()
        .marker(Marker::Braille)
        .x_bounds([0.0, dated.saturating_sub(1).max(1) as f64])
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
                let next = (g + 1 < dated).then(|| share(g + 1)).flatten();
                let (to, value) = next.map_or((g, own.value), |next| (g + 1, next.value));
                context.draw(&stroke((g, own.value), (to, value), curve));
            }
        });
    frame.render_widget(canvas, picture);
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
    draw_ends(found, dated, frame, row(area, picture.height.into()), theme);
    if none {
        let g = dated;
        let value = share(g).map_or("–".to_owned(), |s| text::percent(s.value));
        let documents = text::count(found.groups[g].documents, "document");
        let line = format!(" without a date: {documents}, {value}");
        let line = text::fit(&line, area.width.into());
        frame.render_widget(
            Line::styled(line, theme.dim),
            row(area, usize::from(picture.height) + 1),
        );
    }
}

/// The first, the middle and the last period below the curve.
fn draw_ends(found: &Grouped, dated: usize, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    const LABELS: usize = 9;
    let label = |g: usize| found.cut.labels[g].name.clone().unwrap_or_default();
    let columns = usize::from(area.width).saturating_sub(LABELS + 1);
    let (first, last) = (label(0), label(dated - 1));
    let ends = text::width(&first) + text::width(&last);
    let between = columns.saturating_sub(ends);
    let middle = match dated {
        0..3 => String::new(),
        _ => label(dated / 2),
    };
    let middle = if text::width(&middle) + 4 <= between {
        middle
    } else {
        String::new()
    };
    let last = if dated > 1 { last } else { String::new() };
    let line = format!("{}{first}{middle:^between$}{last}", " ".repeat(LABELS));
    let line = text::fit(&line, area.width.into());
    frame.render_widget(Line::styled(line, theme.dim), area);
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
