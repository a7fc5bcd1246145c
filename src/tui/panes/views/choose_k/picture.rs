//! Measures over K: means joined by lines, bars of one standard deviation over seeds up and
//! down.

use super::super::row;
use crate::session::choose_k::{MEASURES, Measure, Spread};
use crate::tui::explorer::views::choose_k::ChooseK;
use crate::tui::text;
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::symbols::Marker;
use ratatui::text::Line;
use ratatui::widgets::canvas::{self, Canvas};

/// Columns of the scale beside a picture.
const GUTTER: u16 = 9;
/// All measures are drawn where each has so many columns and rows.
const LEAST: (u16, u16) = (38, 7);

/// Rows of the lowest picture, with its name and the K below.
pub const LOWEST: usize = 4;

/// Draws the measure that is looked at, or all where there is room.
pub fn draw(view: &ChooseK, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let all = MEASURES.len() as u16;
    let size = |across: u16| (area.width / across, area.height / all.div_ceil(across));
    let fits = |across: &u16| {
        let (width, height) = size(*across);
        width >= LEAST.0 && height >= LEAST.1
    };
    // A row is about twice as high as a column is wide.
    let look = |across: &u16| {
        let (width, height) = size(*across);
        (width / 3).min(height)
    };
    let Some(across) = (1..=all).filter(fits).max_by_key(look) else {
        return panel(view, view.measure(), frame, area, theme);
    };
    let (width, height) = size(across);
    for (i, measure) in MEASURES.iter().enumerate() {
        let (x, y) = (i as u16 % across, i as u16 / across);
        let place = Rect {
            x: area.x + x * width,
            y: area.y + y * height,
            width,
            height,
        };
        panel(view, measure, frame, place, theme);
    }
}

/// From and to; never the same.
type Range = (f64, f64);

/// A place on a canvas, in its dots.
fn dot(value: f64, (low, high): Range, dots: u16) -> u16 {
    ((value - low) / (high - low) * f64::from(dots - 1)).round() as u16
}

fn range(values: impl Iterator<Item = f64>, least: f64) -> Option<Range> {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
        (low.min(x), high.max(x))
    });
    match high - low {
        apart if apart >= least => Some((low, high)),
        apart if apart >= 0.0 => Some((low - least / 2.0, high + least / 2.0)),
        _ => None,
    }
}

/// One measure: its name, the picture with the ends of its scale, and the K below.
fn panel(view: &ChooseK, measure: &Measure, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    if usize::from(area.height) < LOWEST || area.width <= GUTTER + 4 {
        return;
    }
    let style = match measure.name == view.measure().name {
        true => theme.accent,
        false => theme.title,
    };
    let columns = usize::from(area.width);
    let head = format!(" {} over K, ± over seeds", measure.title);
    frame.render_widget(Line::styled(text::fit(&head, columns), style), row(area, 0));
    let picture = Rect {
        x: area.x + GUTTER,
        y: area.y + 1,
        width: area.width - GUTTER - 2,
        height: area.height - 2,
    };
    let points: Vec<(usize, Spread)> = view
        .findings
        .summary
        .iter()
        .filter_map(|row| Some((row.topics, row.of(measure)?)))
        .collect();
    let Some(x) = range(view.topics().iter().map(|&k| k as f64), 1.0) else {
        return;
    };
    draw_axis(view, x, picture, frame, theme);
    let ends = points.iter().flat_map(|(_, spread)| {
        let sd = spread.sd.unwrap_or(0.0);
        [spread.mean - sd, spread.mean + sd]
    });
    let Some(y) = range(ends, f64::MIN_POSITIVE) else {
        let none = Line::styled("         no run has it yet", theme.dim);
        return frame.render_widget(none, row(area, 1));
    };
    // One value alone is in the middle.
    let y = if y.1 - y.0 < 1e-9 {
        (y.0 - 0.5, y.1 + 0.5)
    } else {
        y
    };
    let place = MEASURES.iter().position(|m| m.name == measure.name);
    let style = theme.topic(place.unwrap_or(0) as u32);
    draw_bars(&points, (x, y), picture, frame, (style, theme.dim));
    for &(k, spread) in &points {
        let column = dot(k as f64, x, 2 * picture.width) / 2;
        let below = dot(spread.mean, y, 4 * picture.height);
        let line = (4 * picture.height - 1 - below) / 4;
        let selected = view.selected_topics() == Some(k);
        let (mark, style) = match selected {
            true => ("◆", theme.accent),
            false => ("●", style),
        };
        frame
            .buffer_mut()
            .set_string(picture.x + column, picture.y + line, mark, style);
    }
    let labels = [(y.1, 1), (y.0, picture.height)];
    let labels = &labels[..usize::from(picture.height).min(2)];
    for (value, y) in labels {
        let label = text::fit(&format!("{:>8}", measure.number(*value)), 8);
        frame.render_widget(Line::styled(label, theme.dim), row(area, usize::from(*y)));
    }
}

/// Lines from mean to mean, and the bars.
fn draw_bars(
    points: &[(usize, Spread)],
    (x, y): (Range, Range),
    picture: Rect,
    frame: &mut Frame<'_>,
    (bars, lines): (Style, Style),
) {
    let colour = |style: Style| style.fg.unwrap_or(Color::Reset);
    // One dot to the left and to the right.
    let cap = (x.1 - x.0) / f64::from(2 * picture.width - 1);
    let canvas = Canvas::default()
        .marker(Marker::Braille)
        .x_bounds([x.0, x.1])
        .y_bounds([y.0, y.1])
        .paint(|context| {
            let mut line = |from: (f64, f64), to: (f64, f64), style| {
                context.draw(&canvas::Line {
                    x1: from.0,
                    y1: from.1,
                    x2: to.0,
                    y2: to.1,
                    color: colour(style),
                });
            };
            for step in points.windows(2) {
                let [(from, a), (to, b)] = [step[0], step[1]];
                line((from as f64, a.mean), (to as f64, b.mean), lines);
            }
            for (k, spread) in points {
                let (k, sd) = (*k as f64, spread.sd.unwrap_or(0.0));
                let (low, high) = (spread.mean - sd, spread.mean + sd);
                line((k, low), (k, high), bars);
                for end in [low, high].iter().filter(|_| sd > 0.0) {
                    let (left, right) = ((k - cap).max(x.0), (k + cap).min(x.1));
                    line((left, *end), (right, *end), bars);
                }
            }
        });
    frame.render_widget(canvas, picture);
}

/// The K below their places, as many as have room.
fn draw_axis(view: &ChooseK, x: Range, picture: Rect, frame: &mut Frame<'_>, theme: &Theme) {
    let line = picture.y + picture.height;
    let mut free = picture.x;
    for &k in view.topics() {
        let label = k.to_string();
        let width = text::width(&label) as u16;
        let middle = picture.x + dot(k as f64, x, 2 * picture.width) / 2;
        let last = picture.right() + 2 - width.min(picture.width);
        let from = middle.saturating_sub(width / 2).clamp(picture.x, last);
        if from < free {
            continue;
        }
        let style = match view.selected_topics() == Some(k) {
            true => theme.accent,
            false => theme.dim,
        };
        frame.buffer_mut().set_string(from, line, label, style);
        free = from + width + 1;
    }
}
