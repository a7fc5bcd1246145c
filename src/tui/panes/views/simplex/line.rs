//! Two topics: a line instead of a triangle, with the density as a curve above it.

use super::super::row;
use super::{Drawn, corner, look, many};
use crate::eval::simplex::{Dirichlet, line};
use crate::tui::explorer::Explorer;
use crate::tui::text::{self, fit, pad};
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Heights of a column, in eighths.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Draws the prior, below it the posterior of the document, and documents on the line.
pub fn draw(
    explorer: &Explorer,
    drawn: &Drawn<'_>,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let rows = [
        Constraint::Fill(1),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ];
    let [prior, after, dots, axis, names] = Layout::vertical(rows).areas(area);
    if let Some(density) = drawn.prior {
        curve("prior Dir(α)", density, theme.dim, frame, prior, theme);
    }
    let posterior = drawn.selected.and_then(|selected| selected.after.as_ref());
    if let Some(density) = posterior {
        let of = format!("document {}: Dir(α + n_d)", explorer.reading.index + 1);
        curve(&of, density, theme.accent, frame, after, theme);
    }
    let columns = usize::from(area.width);
    let place = |share: f64| (share * columns.saturating_sub(1) as f64).round() as u16;
    let mut cells = vec![0_usize; columns];
    for at in &drawn.placed.documents {
        if let Some(cell) = cells.get_mut(usize::from(place(at[1]))) {
            *cell += 1;
        }
    }
    let buffer = frame.buffer_mut();
    for (x, &n) in cells.iter().enumerate() {
        if n > 0 && !explorer.views.simplex.bare && dots.height > 0 {
            let side = usize::from(2 * x >= columns);
            let style = look(explorer, drawn.placed, side, theme).1;
            buffer.set_string(dots.x + x as u16, dots.y, many(n), style);
        }
    }
    let line = format!("├{}┤", "─".repeat(columns.saturating_sub(2)));
    buffer.set_string(axis.x, axis.y, fit(&line, columns), theme.border);
    if let Some(prior) = drawn.prior {
        buffer.set_string(axis.x + place(prior.mean()[1]), axis.y, "+", theme.good);
    }
    if let Some(selected) = drawn.selected {
        if let Some(raw) = &selected.raw {
            buffer.set_string(axis.x + place(raw[1]), axis.y, "○", theme.accent);
        }
        buffer.set_string(
            axis.x + place(selected.smooth[1]),
            axis.y,
            "◉",
            theme.accent,
        );
    }
    let name = |at: usize| {
        let (marker, style) = look(explorer, drawn.placed, at, theme);
        let name = corner(explorer, drawn.placed, at, columns / 2);
        Span::styled(format!("{marker}{name}"), style)
    };
    let (left, right) = (name(0), name(1));
    let gap = columns.saturating_sub(left.width() + right.width());
    let names_line = Line::from(vec![left, Span::raw(pad("", gap)), right]);
    frame.render_widget(names_line, names);
}

/// A density from one end to the other, as high as there is room: the largest of the columns
/// is the highest.
fn curve(
    name: &str,
    density: &Dirichlet,
    style: Style,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let columns = usize::from(area.width);
    let Some(high) = usize::from(area.height)
        .checked_sub(1)
        .filter(|rows| *rows > 0)
    else {
        return;
    };
    let lns: Vec<f64> = line(columns)
        .map(|[right, left]| density.ln_density(&[left, right]).unwrap_or(f64::MIN))
        .collect();
    let most = lns.iter().copied().fold(f64::MIN, f64::max);
    let eighths: Vec<usize> = lns
        .iter()
        .map(|ln| ((ln - most).exp() * 8.0 * high as f64).round() as usize)
        .collect();
    frame.render_widget(
        Line::styled(fit(&format!(" {name}"), columns), theme.text),
        row(area, 0),
    );
    for y in 0..high {
        let below = 8 * (high - 1 - y);
        let cell = |n: &usize| EIGHTHS[n.saturating_sub(below).min(8)];
        let text: String = eighths.iter().map(cell).collect();
        debug_assert_eq!(text::width(&text), columns);
        frame.render_widget(Line::styled(text, style), row(area, 1 + y));
    }
}
