//! The topics with their diagnostics, and the words of the selected one.
//!
//! ```text
//!  topic  share▼ alpha  entropy  eff words  …   words
//!  ●4     14.1 %   0.1    2.310      41.20      bank interest market
//!  ── words of topic 4 by relevance, λ 0.60 ────────── value  probability ─
//!  bank     ███████████████                            -2.310       0.0236
//! ```

use super::{row, scatter};
use crate::eval::ranking::Order;
use crate::session::{DIAGNOSTICS, TopicScores};
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::topics::{FIRST, Topics};
use crate::tui::layout::{Places, TOPIC_WORDS};
use crate::tui::panes::{topic, words};
use crate::tui::text;
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

/// Columns that the words of a topic should have at least.
const WORDS: usize = 18;
/// Below so many columns the words stand without bars.
const BARS: usize = 60;

/// Draws the view.
pub fn draw(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let view = &explorer.views.topics;
    let sorted = view.sorted();
    let below = (area.height / 2).saturating_sub(1).max(3);
    if view.picture {
        let [picture, rule, words] = Layout::vertical([
            Constraint::Min(0),
            Constraint::Length(1),
            Constraint::Length(below.min(6)),
        ])
        .areas(area);
        scatter::draw(explorer, &sorted, frame, picture, theme);
        draw_rule(explorer, frame, rule, theme);
        return draw_words(explorer, frame, words, theme);
    }
    let table = (sorted.len() as u16 + 1).min(area.height.saturating_sub(below + 1));
    let [table, rule, words] = Layout::vertical([
        Constraint::Length(table),
        Constraint::Length(1),
        Constraint::Min(0),
    ])
    .areas(area);
    draw_table(explorer, &sorted, frame, table, theme);
    draw_rule(explorer, frame, rule, theme);
    draw_words(explorer, frame, words, theme);
}

/// The diagnostics that are shown in `room` columns: as many as fit, with the one that the
/// table is sorted by among them.
fn shown(view: &Topics, room: usize) -> std::ops::Range<usize> {
    let fit = |from: usize| {
        let mut left = room;
        let fits = DIAGNOSTICS[from..].iter().take_while(|d| {
            let there = left > d.width;
            left = left.saturating_sub(d.width + 1);
            there
        });
        from..from + fits.count()
    };
    let wanted = view.column.saturating_sub(FIRST);
    let from = (0..=wanted).find(|&from| fit(from).contains(&wanted));
    fit(from.unwrap_or(wanted))
}

fn draw_table(
    explorer: &Explorer,
    sorted: &[&TopicScores],
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let view = &explorer.views.topics;
    let columns = usize::from(area.width);
    let digits = sorted
        .iter()
        .map(|s| s.id)
        .max()
        .unwrap_or(0)
        .to_string()
        .len()
        .max(5);
    let first = digits + 3 + 8 + 8;
    let shown = shown(view, columns.saturating_sub(first + 1 + WORDS));
    let mark = |column: usize| match column == view.column {
        true if view.rising => "▲",
        true => "▼",
        false => "",
    };
    let style = |column: usize| match column == view.column {
        true => theme.accent,
        false => theme.dim,
    };
    let mut head = vec![
        Span::styled(
            text::pad(&format!(" topic{}", mark(0)), digits + 3),
            style(0),
        ),
        Span::styled(format!("{:>8}", format!("share{}", mark(1))), style(1)),
        Span::styled(format!("{:>8}", format!("alpha{}", mark(2))), style(2)),
    ];
    for n in shown.clone() {
        // One more for the mark of the column that is sorted by.
        let (name, width) = (DIAGNOSTICS[n].short, DIAGNOSTICS[n].width + 1);
        let name = format!("{name}{}", mark(n + FIRST));
        head.push(Span::styled(format!("{name:>width$}"), style(n + FIRST)));
    }
    head.push(Span::styled("  words", theme.dim));
    frame.render_widget(Line::from(head), row(area, 0));
    let rows = usize::from(area.height.saturating_sub(1));
    let at = sorted
        .iter()
        .position(|s| s.id == explorer.topic)
        .unwrap_or(0);
    let from = Places::first_row(at, rows, sorted.len());
    for (y, scores) in sorted.iter().skip(from).take(rows).enumerate() {
        let id = format!(
            " {}{:<width$}",
            theme.marker(scores.id),
            scores.id,
            width = digits + 1
        );
        let mut spans = vec![
            Span::styled(id, theme.topic(scores.id)),
            Span::raw(format!("{:>8}", text::percent(scores.share))),
            Span::raw(format!("{:>8}", value(scores.alpha))),
        ];
        let values = scores.diagnostics();
        for n in shown.clone() {
            let width = DIAGNOSTICS[n].width + 1;
            spans.push(Span::raw(format!("{:>width$}", value(values[n]))));
        }
        let mut line = Line::from(spans);
        let room = columns.saturating_sub(line.width() + 3);
        let names = (explorer.snapshot())
            .and_then(|s| s.topics.iter().find(|t| t.id == scores.id))
            .map(|t| topic::names(explorer, t, TOPIC_WORDS, room));
        line.push_span(Span::styled(
            format!("  {}", names.unwrap_or_default()),
            theme.topic(scores.id),
        ));
        if scores.id == explorer.topic {
            line = line.style(theme.selected);
        }
        frame.render_widget(line, row(area, y + 1));
    }
}

/// Four digits or so; what is undefined is a dash.
fn value(value: Option<f64>) -> String {
    match value {
        None => "–".to_owned(),
        Some(v) if v.abs() >= 1e3 => format!("{v:.0}"),
        Some(v) if v.abs() >= 1e2 => format!("{v:.1}"),
        Some(v) if v.abs() >= 10.0 => format!("{v:.2}"),
        Some(v) if v.abs() < 0.01 && v != 0.0 => format!("{v:.4}"),
        Some(v) => format!("{v:.3}"),
    }
}

/// What the words are ordered by.
fn order(view: &Topics) -> String {
    match view.order() {
        Order::Probability => "probability".to_owned(),
        Order::Relevance(lambda) => format!("relevance, λ {lambda:.2}"),
        Order::Lift => "lift".to_owned(),
        Order::Saliency => "saliency".to_owned(),
        Order::Frex => "FREX".to_owned(),
    }
}

fn draw_rule(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let view = &explorer.views.topics;
    let words = words::of(explorer, explorer.topic);
    let note = explorer.note(explorer.topic);
    let note = note.map_or(String::new(), |note| format!("· {} ", text::clean(note)));
    let left = format!(" {words} by {} {note}", order(view));
    let right = match view.order() {
        Order::Probability => " probability ",
        _ => " value  probability ",
    };
    let columns = usize::from(area.width);
    // Whose words they are is said before what their numbers are.
    let label = explorer.label(explorer.topic).map(text::clean);
    let label = label.map_or(String::new(), |label| format!("“{label}” "));
    let short = format!(" topic {} {label}by {} ", explorer.topic, order(view));
    let right = match text::width(&short) + text::width(right) <= columns {
        true => right,
        false => "",
    };
    let room = columns.saturating_sub(text::width(right));
    let plain = format!(" {words} by {} ", order(view));
    let left = match text::longest(&[&left, &plain], room) {
        "" => text::fit(&short, room),
        left => left.to_owned(),
    };
    let rule = "─".repeat(columns.saturating_sub(text::width(&left) + text::width(right)));
    let style = if view.on_words {
        theme.accent
    } else {
        theme.topic(explorer.topic)
    };
    let line = Line::from(vec![
        Span::styled(left, style),
        Span::styled(rule, theme.border),
        Span::styled(right, theme.dim),
    ]);
    frame.render_widget(line, area);
}

fn draw_words(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let view = &explorer.views.topics;
    let words = view.words();
    if words.is_empty() {
        let line = "no word points to this topic more than to others";
        let line = text::fit(line, area.width.into());
        return frame.render_widget(Line::styled(line, theme.dim), area);
    }
    let by_probability = view.order() == Order::Probability;
    let numbers = if by_probability { 9 } else { 20 };
    let columns = usize::from(area.width);
    let name_room = (columns / 4).clamp(8, 24);
    let bar_room = match columns {
        narrow if narrow < BARS => 0,
        _ => columns.saturating_sub(name_room + numbers + 3),
    };
    let largest = words.iter().map(|w| w.probability).fold(0.0, f64::max);
    for (y, word) in words.iter().take(area.height.into()).enumerate() {
        let name = text::visible(explorer.corpus.vocabulary().word(word.word));
        let value = match by_probability {
            true => String::new(),
            false => format!("{:>10} ", self::value(Some(word.value))),
        };
        let line = Line::from(vec![
            Span::raw(format!(" {} ", text::pad(&name, name_room))),
            Span::styled(
                text::pad(&text::bar(word.probability / largest, bar_room), bar_room),
                theme.topic(explorer.topic),
            ),
            Span::raw(format!("{value}{:>9.4}", word.probability)),
        ]);
        frame.render_widget(line, row(area, y));
    }
}
