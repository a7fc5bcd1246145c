//! Curves of Braille dots with a letter where each ends, on one scale: what the
//! screen and the command line share.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::symbols::Marker;
use ratatui::widgets::Widget;
use ratatui::widgets::canvas::{Canvas, Line, Points};

/// A curve as it is drawn.
#[derive(Debug, Clone)]
pub struct Curve {
    /// What stands at its end.
    pub letter: char,
    /// Its look.
    pub style: Style,
    /// Places from left to right, all of them finite.
    pub points: Vec<(f64, f64)>,
}

/// The scale of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// From and to, from left to right; never the same.
    pub x: (f64, f64),
    /// From and to, upwards; never the same.
    pub y: (f64, f64),
}

impl Scale {
    /// From x = 0 to the last point; as high as all curves are. `None` without a
    /// point.
    pub fn of(curves: &[Curve]) -> Option<Self> {
        let all = curves.iter().flat_map(|curve| &curve.points);
        let (mut right, mut low, mut high) = (0.0_f64, f64::INFINITY, f64::NEG_INFINITY);
        for &(x, y) in all {
            right = right.max(x);
            (low, high) = (low.min(y), high.max(y));
        }
        if low > high {
            return None;
        }
        if low == high {
            (low, high) = (low - 0.5, high + 0.5);
        }
        let right = if right == 0.0 { 1.0 } else { right };
        Some(Self {
            x: (0.0, right),
            y: (low, high),
        })
    }

    /// The row of a value in a picture.
    pub fn row(&self, y: f64, picture: Rect) -> u16 {
        let (low, high) = self.y;
        let below = (high - y) / (high - low) * f64::from(picture.height - 1);
        picture.y + below.round() as u16
    }

    /// The value in the middle of a row, from 0 at the top.
    pub fn value(&self, row: u16, rows: u16) -> f64 {
        let (low, high) = self.y;
        high - (high - low) * f64::from(row) / f64::from(rows - 1)
    }
}

/// Draws curves into a picture of at least one row; their letters may stand one
/// column to the right of it. `level` is a dotted line across.
pub fn draw(
    curves: &[Curve],
    scale: &Scale,
    level: Option<(f64, Style)>,
    picture: Rect,
    buffer: &mut Buffer,
) {
    Canvas::default()
        .marker(Marker::Braille)
        .x_bounds([scale.x.0, scale.x.1])
        .y_bounds([scale.y.0, scale.y.1])
        .paint(|context| {
            if let Some((y, style)) = level {
                let dots = dotted(y, scale, picture.width);
                let color = colour(style);
                context.draw(&Points {
                    coords: &dots,
                    color,
                });
            }
            for curve in curves {
                for step in curve.points.windows(2) {
                    let [(x1, y1), (x2, y2)] = [step[0], step[1]];
                    let color = colour(curve.style);
                    context.draw(&Line {
                        x1,
                        y1,
                        x2,
                        y2,
                        color,
                    });
                }
            }
        })
        .render(picture, buffer);
    for curve in curves {
        if let Some(&(x, y)) = curve.points.last() {
            let share = (x - scale.x.0) / (scale.x.1 - scale.x.0);
            let across = share.clamp(0.0, 1.0) * f64::from(picture.width - 1);
            let column = picture.x + across.round() as u16 + 1;
            let row = scale.row(y.clamp(scale.y.0, scale.y.1), picture);
            letter(buffer, curve, (column, row), picture);
        }
    }
}

fn colour(style: Style) -> Color {
    style.fg.unwrap_or(Color::Reset)
}

/// Every second cell of a row.
fn dotted(y: f64, scale: &Scale, columns: u16) -> Vec<(f64, f64)> {
    let (from, to) = scale.x;
    let steps = (0..columns).step_by(2);
    let at = |step: u16| from + (to - from) * f64::from(step) / f64::from(columns.max(2) - 1);
    steps.map(|step| (at(step), y)).collect()
}

/// Sets a letter at a place, or in the same column as near as no other stands.
fn letter(buffer: &mut Buffer, curve: &Curve, (column, row): (u16, u16), picture: Rect) {
    let mut rows: Vec<u16> = (picture.top()..picture.bottom()).collect();
    rows.sort_by_key(|r| r.abs_diff(row));
    let free = |r: &u16| {
        let symbol = buffer[(column, *r)].symbol();
        !symbol.starts_with(|c: char| c.is_ascii_alphabetic())
    };
    if let Some(row) = rows.iter().copied().find(free) {
        buffer[(column, row)]
            .set_char(curve.letter)
            .set_style(curve.style);
    }
}

/// Names of curves; more of them than there are letters begin again.
pub fn letters() -> impl Iterator<Item = char> {
    ('a'..='z').chain('A'..='Z').cycle()
}

/// Of points for one column of dots, the first, the lowest, the highest and the last: a long
/// trace costs a picture what a short one costs. Points go from left to right.
pub fn thinned(points: Vec<(f64, f64)>, columns: usize) -> Vec<(f64, f64)> {
    const KEPT: usize = 4;
    if points.len() <= KEPT * columns {
        return points;
    }
    let each = points.len().div_ceil(columns);
    let mut kept = Vec::with_capacity(KEPT * columns);
    for chunk in points.chunks(each) {
        let order = |a: &usize, b: &usize| chunk[*a].1.total_cmp(&chunk[*b].1);
        let low = (0..chunk.len()).min_by(order).unwrap_or(0);
        let high = (0..chunk.len()).max_by(order).unwrap_or(0);
        let mut places = [0, low, high, chunk.len() - 1];
        places.sort_unstable();
        kept.extend(places.map(|i| chunk[i]));
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_the_ends_and_the_range_of_every_column() {
        let points: Vec<(f64, f64)> = (0..10_000)
            .map(|i| (f64::from(i), f64::from((i * 37) % 101)))
            .collect();
        let thin = thinned(points.clone(), 50);
        assert_eq!(thin.len(), 200);
        assert!(thin.is_sorted_by(|a, b| a.0 <= b.0));
        assert_eq!((thin[0], thin[199]), (points[0], points[9_999]));
        for column in thin.chunks(4) {
            let values = || column.iter().map(|p| p.1);
            assert_eq!(values().fold(f64::MAX, f64::min), 0.0);
            assert_eq!(values().fold(0.0, f64::max), 100.0);
        }
    }
}
