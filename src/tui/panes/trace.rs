//! The log-likelihood over sweeps.
//!
//! ```text
//! ┌ 1 log joint per token ───────────── sweep 212 ─┐
//! │-7.87│              ⢀⣀⣀⡠⠤⠤⠤⠒⠒⠒⠊⠉⠉⠉              │
//! │     │     ⢀⡠⠔⠊⠉⠉⠁      ┆ α 0.5                 │
//! │-9.41│  ⡜               ┆                       │
//! └────────────────────────────────────────────────┘
//! ```
//!
//! A change of alpha, eta or K is marked, and the line breaks there: values before
//! and after it cannot be compared.

use super::frame::pane;
use crate::session::{Bucket, History};
use crate::tui::app::App;
use crate::tui::explorer::{Explorer, Pane};
use crate::tui::text;
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Color;
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::canvas::{Canvas, Line as Stroke};
use ratatui::widgets::{Paragraph, Widget};

/// What is drawn: points or ranges of one segment after the other.
struct Curve {
    buckets: Vec<Bucket>,
    /// Sweeps from and to, never the same.
    x: (f64, f64),
    /// Values from and to, never the same.
    y: (f64, f64),
}

/// Draws the pane.
pub fn draw(app: &App, explorer: &Explorer, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme();
    let history = explorer.history();
    let scale = if explorer.total {
        1.0
    } else {
        explorer.corpus.tokens().max(1) as f64
    };
    let unit = if explorer.total { "" } else { " per token" };
    let name = explorer
        .snapshot()
        .map_or("log joint", |s| s.objective.name());
    let tail = if explorer.tail { ", tail" } else { "" };
    let title = Span::styled(format!("1 {name}{unit}{tail}"), theme.title);
    let remark = match history.last() {
        Some(point) => {
            let value = label(point.objective.total() / scale, explorer.total);
            Line::styled(format!(" {value} "), theme.accent)
        }
        None => Line::default(),
    };
    let block = pane(app, Some(Pane::Trace), area, title, remark);
    let inner = block.inner(area);
    block.render(area, frame.buffer_mut());
    if let Some(reason) = &explorer.failure {
        let text = format!(
            "The sampler failed: {reason}\n\nWhat you see is its last picture. O opens a corpus again, q leaves."
        );
        let failure = Paragraph::new(text)
            .style(theme.error)
            .wrap(Default::default());
        frame.render_widget(failure, inner);
        return;
    }
    match curve(history, explorer.tail, scale) {
        Some(curve) => plot(explorer, &curve, frame, inner, theme),
        None => {
            let line = Line::styled("the trace begins with the first sweep", theme.dim);
            frame.render_widget(line, inner);
        }
    }
}

/// `None` before there is anything to draw.
fn curve(history: &History, tail: bool, scale: f64) -> Option<Curve> {
    let mut buckets: Vec<Bucket> = if tail {
        let recent = history.recent();
        let shown = (recent.len() / 2).max(20).min(recent.len());
        let points = recent.iter().skip(recent.len() - shown);
        points
            .map(|p| {
                let total = p.objective.total();
                Bucket {
                    sweeps: (p.sweep, p.sweep),
                    segment: p.segment,
                    range: (total, total),
                }
            })
            .collect()
    } else {
        history.buckets().to_vec()
    };
    for bucket in &mut buckets {
        bucket.range = (bucket.range.0 / scale, bucket.range.1 / scale);
    }
    buckets.retain(|b| b.range.0.is_finite() && b.range.1.is_finite());
    let (first, last) = (buckets.first()?, buckets.last()?);
    let x = (
        first.sweeps.0 as f64,
        (last.sweeps.1 as f64).max(first.sweeps.0 as f64 + 1.0),
    );
    let low = buckets
        .iter()
        .map(|b| b.range.0)
        .fold(f64::INFINITY, f64::min);
    let high = buckets
        .iter()
        .map(|b| b.range.1)
        .fold(f64::NEG_INFINITY, f64::max);
    // A flat line still needs a height to be drawn in.
    let margin = ((high - low) * 0.03).max(high.abs().max(1.0) * 1e-6);
    Some(Curve {
        buckets,
        x,
        y: (low - margin, high + margin),
    })
}

fn plot(explorer: &Explorer, curve: &Curve, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let labels = [
        label(curve.y.1, explorer.total),
        label(curve.y.0, explorer.total),
    ];
    let gutter = labels.iter().map(|l| text::width(l)).max().unwrap_or(0) as u16 + 1;
    let [axis, picture] =
        Layout::horizontal([Constraint::Length(gutter), Constraint::Min(1)]).areas(area);
    let [picture, below] =
        Layout::vertical([Constraint::Min(1), Constraint::Length(1)]).areas(picture);
    if picture.height == 0 || picture.width < 4 {
        return;
    }
    for (text, y) in [
        (&labels[0], axis.y),
        (&labels[1], picture.bottom().saturating_sub(1)),
    ] {
        let place = Rect {
            y,
            height: 1,
            ..axis
        };
        frame.render_widget(Line::styled(text.clone(), theme.dim), place);
    }
    sweeps(explorer, curve, frame, below, theme);
    let line = theme.accent.fg.unwrap_or(Color::Reset);
    let faint = theme.dim.fg.unwrap_or(Color::Reset);
    let markers: Vec<(f64, &str)> = explorer
        .history()
        .markers()
        .map(|m| (m.sweep as f64, m.label.as_str()))
        .filter(|(sweep, _)| (curve.x.0..=curve.x.1).contains(sweep))
        .collect();
    let canvas = Canvas::default()
        .marker(Marker::Braille)
        .x_bounds([curve.x.0, curve.x.1])
        .y_bounds([curve.y.0, curve.y.1])
        .paint(|context| {
            let mut stroke = |x1: f64, y1: f64, x2: f64, y2: f64, color: Color| {
                context.draw(&Stroke {
                    x1,
                    y1,
                    x2,
                    y2,
                    color,
                });
            };
            for (x, _) in &markers {
                dotted(&mut stroke, *x, curve.y, picture.height, faint);
            }
            for bucket in &curve.buckets {
                let x = bucket.sweeps.0 as f64;
                if bucket.range.0 < bucket.range.1 {
                    stroke(x, bucket.range.0, x, bucket.range.1, line);
                }
            }
            for pair in curve.buckets.windows(2) {
                if pair[0].segment == pair[1].segment {
                    let middle = |b: &Bucket| (b.range.0 + b.range.1) / 2.0;
                    let (from, to) = (pair[0].sweeps.0 as f64, pair[1].sweeps.0 as f64);
                    stroke(from, middle(&pair[0]), to, middle(&pair[1]), line);
                }
            }
        });
    frame.render_widget(canvas, picture);
    marker_labels(&markers, curve, frame, picture, theme);
}

/// A dotted upright line, so that a mark is not taken for the curve.
fn dotted(
    stroke: &mut impl FnMut(f64, f64, f64, f64, Color),
    x: f64,
    y: (f64, f64),
    rows: u16,
    color: Color,
) {
    let steps = f64::from(rows) * 2.0;
    let height = (y.1 - y.0) / steps;
    for i in 0..rows * 2 {
        let at = y.0 + (f64::from(i) + 0.25) * height;
        stroke(x, at, x, at, color);
    }
}

/// Labels of the marks on the lower rows, the latest first; one that would cover
/// another is left out.
fn marker_labels(
    markers: &[(f64, &str)],
    curve: &Curve,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let columns = f64::from(area.width.saturating_sub(1));
    let mut free_to = area.right();
    for (sweep, name) in markers.iter().rev() {
        let share = (sweep - curve.x.0) / (curve.x.1 - curve.x.0);
        let at = area.x + (share * columns) as u16 + 1;
        let name = text::fit(name, 12);
        let wide = text::width(&name) as u16;
        // Past the right edge the label goes to the left of its mark.
        let at = if at + wide > area.right() {
            at.saturating_sub(wide + 2)
        } else {
            at
        };
        if at < area.x || at + wide > free_to {
            continue;
        }
        let place = Rect::new(at, area.bottom() - 1, wide, 1);
        frame.render_widget(Line::styled(name, theme.warning), place);
        free_to = at.saturating_sub(1);
    }
}

fn sweeps(explorer: &Explorer, curve: &Curve, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let from = text::thousands(curve.x.0 as usize);
    let to = format!("sweep {}", text::thousands(curve.x.1 as usize));
    let moved = explorer
        .snapshot()
        .and_then(|s| s.moved)
        .map_or(String::new(), |m| format!("moved {}", text::percent(m)));
    let width = |t: &str| text::width(t);
    let room = usize::from(area.width);
    frame.render_widget(Line::styled(from.clone(), theme.dim), area);
    frame.render_widget(Line::styled(to.clone(), theme.dim).right_aligned(), area);
    if 2 * width(&from).max(width(&to)) + width(&moved) + 2 <= room {
        frame.render_widget(Line::styled(moved, theme.dim).centered(), area);
    }
}

fn label(value: f64, total: bool) -> String {
    if total {
        format!("{value:.0}")
    } else {
        format!("{value:.3}")
    }
}
