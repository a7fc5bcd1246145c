//! Which topics stand in the same documents more, or less, often than by chance: a grid of
//! log ratios, and the pair that is looked at.

use super::super::row;
use super::{longest, named, window};
use crate::eval::map::association::CHANCE;
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::map::{Charted, PRESENT};
use crate::tui::layout::Places;
use crate::tui::text::{self, fit, pad, percent, signed, thousands};
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

/// Columns of a value with the space before it.
const CELL: usize = 6;

/// Draws the grid, and below it the pair that is looked at.
pub fn draw(
    explorer: &Explorer,
    charted: &Charted,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let (ids, order) = (&charted.map.ids, &charted.matrix.topics);
    let (columns, rows) = (usize::from(area.width), usize::from(area.height));
    let selected = charted.place(explorer.topic);
    let other = selected.and_then(|k| explorer.views.map.against(k));
    let digits = ids.iter().max().map_or(1, |id| id.to_string().len());
    let label = digits + 3;
    let cell = CELL.max(digits + 2);
    let at = |wanted: Option<usize>| order.iter().position(|&k| Some(k) == wanted).unwrap_or(0);
    let shown = window(order, at(other), columns.saturating_sub(label), cell);
    let mut head = Line::raw(pad("", label));
    for &k in shown {
        let name = super::name(ids[k], theme);
        head.push_span(Span::raw(pad("", cell - name.width())));
        head.push_span(match Some(k) == other {
            true => name.patch_style(theme.selected),
            false => name,
        });
    }
    frame.render_widget(head, row(area, 0));
    let list = rows.saturating_sub(5);
    let from = Places::first_row(at(selected), list, order.len());
    for (y, &a) in order.iter().skip(from).take(list).enumerate() {
        let name = super::name(ids[a], theme);
        let space = pad("", (label - 1).saturating_sub(name.width()));
        let name = match Some(a) == selected {
            true => name.patch_style(theme.selected),
            false => name,
        };
        let mut line = Line::from(vec![Span::raw(" "), name, Span::raw(space)]);
        for &b in shown {
            let (value, mut style) = match a == b {
                true => (String::new(), theme.text),
                false => value(charted, a, b, theme),
            };
            if Some(a) == selected && Some(b) == other {
                style = style.add_modifier(Modifier::REVERSED);
            }
            line.push_span(Span::raw(pad("", cell.saturating_sub(text::width(&value)))));
            line.push_span(Span::styled(value, style));
        }
        frame.render_widget(line, row(area, 1 + y));
    }
    if rows > 5 {
        let lines = pair(explorer, charted, selected.zip(other), columns, theme);
        for (y, line) in lines.into_iter().enumerate() {
            frame.render_widget(line, row(area, rows - 4 + y));
        }
    }
}

/// A cell: the log ratio where it is more than chance.
fn value(charted: &Charted, a: usize, b: usize, theme: &Theme) -> (String, Style) {
    let ratio = charted.meetings.log_ratio(a, b);
    match charted.meetings.residual(a, b) {
        None => ("–".into(), theme.dim),
        Some(residual) if residual.abs() < CHANCE => ("·".into(), theme.dim),
        Some(_) if ratio > 0.0 => (signed(ratio), theme.good),
        Some(_) => (signed(ratio), theme.warning),
    }
}

/// The two topics, what is counted of them, and the legend.
fn pair(
    explorer: &Explorer,
    charted: &Charted,
    pair: Option<(usize, usize)>,
    columns: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let meetings = &charted.meetings;
    let mut lines = match pair {
        None => {
            let said = fit(" there is one topic: it meets no other", columns);
            vec![
                Line::styled(said, theme.dim),
                Line::default(),
                Line::default(),
            ]
        }
        Some((a, b)) => {
            let (both, chance) = (thousands(meetings.both(a, b)), meetings.expected(a, b));
            let (all, ratio) = (thousands(meetings.documents), meetings.log_ratio(a, b));
            let residual = match meetings.residual(a, b) {
                Some(residual) => format!(", residual {}", signed(residual)),
                None => String::new(),
            };
            let ratio = signed(ratio);
            let counted = [
                format!(
                    " both in {both} of {all} documents, {chance:.1} by chance: log₂ ratio \
                     {ratio}{residual}"
                ),
                format!(" {both} of {all}, {chance:.1} by chance: {ratio}"),
            ];
            let topic = |k| {
                let name = named(explorer, charted, k, columns.saturating_sub(1), theme);
                Line::from(vec![Span::raw(" "), name])
            };
            vec![topic(a), topic(b), Line::raw(longest(&counted, columns))]
        }
    };
    let present = percent(PRESENT);
    let legend = [
        format!(
            " +1 twice, −1 half as often as by chance   ·: may be chance   topics of {present} or more"
        ),
        " +1 twice, −1 half as often as by chance   ·: may be chance".to_owned(),
        " +1 twice as often   ·: may be chance".to_owned(),
    ];
    lines.push(Line::styled(longest(&legend, columns), theme.dim));
    lines
}
