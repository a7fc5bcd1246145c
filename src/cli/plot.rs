//! Traces as text: dots of Braille, and a letter where each lane ends.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::symbols::Marker;
use ratatui::widgets::Widget;
use ratatui::widgets::canvas::{Canvas, Line};
use std::fmt::Write;

/// Columns of a plot.
pub const WIDTH: u16 = 76;
const HEIGHT: u16 = 14;
/// Columns of the values at the left, the space after them included.
const LABELS: u16 = 14;

/// A lane as it is drawn.
#[derive(Debug, Clone)]
pub struct Curve {
    /// What stands at its end.
    pub letter: char,
    /// Places from left to right; what is not finite is left out.
    pub points: Vec<(f64, f64)>,
}

/// Draws curves over a range that holds all of them; `end` says what stands at
/// the right end of the axis below. Lines end with a line break and have no
/// space at their end.
pub fn plot(curves: &[Curve], end: &str) -> String {
    let curves: Vec<Curve> = curves.iter().map(finite).collect();
    let all = curves.iter().flat_map(|curve| &curve.points);
    let (mut right, mut low, mut high) = (0.0_f64, f64::INFINITY, f64::NEG_INFINITY);
    for &(x, y) in all {
        right = right.max(x);
        (low, high) = (low.min(y), high.max(y));
    }
    if low > high {
        return String::from("(nothing to draw)\n");
    }
    if low == high {
        (low, high) = (low - 0.5, high + 0.5);
    }
    if right == 0.0 {
        right = 1.0;
    }

    // The last column is for letters of lanes that go on to the right end.
    let picture = Rect::new(LABELS, 0, WIDTH - LABELS - 1, HEIGHT);
    let mut buffer = Buffer::empty(Rect::new(0, 0, WIDTH, HEIGHT + 1));
    Canvas::default()
        .marker(Marker::Braille)
        .x_bounds([0.0, right])
        .y_bounds([low, high])
        .paint(|context| {
            for step in curves.iter().flat_map(|curve| curve.points.windows(2)) {
                let [(x1, y1), (x2, y2)] = [step[0], step[1]];
                context.draw(&Line {
                    x1,
                    y1,
                    x2,
                    y2,
                    color: Color::Reset,
                });
            }
        })
        .render(picture, &mut buffer);

    let row = |y: f64| ((high - y) / (high - low) * f64::from(HEIGHT - 1)).round() as u16;
    for curve in &curves {
        if let Some(&(x, y)) = curve.points.last() {
            let across = x / right * f64::from(picture.width - 1);
            let column = picture.x + across.round() as u16 + 1;
            letter(&mut buffer, curve.letter, (column, row(y)));
        }
    }
    for at in [0, HEIGHT / 2, HEIGHT - 1] {
        let value = high - (high - low) * f64::from(at) / f64::from(HEIGHT - 1);
        let width = usize::from(LABELS) - 1;
        buffer.set_string(0, at, format!("{value:>width$.3}"), Style::new());
    }
    let inside = usize::from(picture.width) - 1;
    let axis = format!("0{end:>inside$}");
    buffer.set_string(picture.x, HEIGHT, axis, Style::new());
    text(&buffer)
}

fn finite(curve: &Curve) -> Curve {
    let points = curve.points.iter().copied();
    Curve {
        letter: curve.letter,
        points: points
            .filter(|(x, y)| x.is_finite() && y.is_finite())
            .collect(),
    }
}

/// Sets a letter at a place, or in the same column as near as no other stands.
fn letter(buffer: &mut Buffer, letter: char, (column, row): (u16, u16)) {
    let mut rows: Vec<u16> = (0..HEIGHT).collect();
    rows.sort_by_key(|r| r.abs_diff(row));
    let free = |r: &u16| {
        let symbol = buffer[(column, *r)].symbol();
        !symbol.starts_with(|c: char| c.is_ascii_alphabetic())
    };
    if let Some(row) = rows.iter().copied().find(free) {
        buffer[(column, row)].set_char(letter);
    }
}

fn text(buffer: &Buffer) -> String {
    let area = buffer.area;
    let mut text = String::new();
    for y in 0..area.height {
        let line: String = (0..area.width).map(|x| buffer[(x, y)].symbol()).collect();
        // A cell of Braille without a dot is no space to a terminal that is read.
        let line = line.replace('\u{2800}', " ");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(letter: char, to: f64) -> Curve {
        Curve {
            letter,
            points: (0..=10)
                .map(|x| (f64::from(x), to * f64::from(x)))
                .collect(),
        }
    }

    #[test]
    fn ends_are_lettered_and_ranges_named() {
        let plot = plot(&[line('a', 1.0), line('b', -2.0)], "10 sweeps");
        let lines: Vec<&str> = plot.lines().collect();
        assert_eq!(lines.len(), usize::from(HEIGHT) + 1);
        assert!(
            lines
                .iter()
                .all(|l| l.chars().count() <= usize::from(WIDTH))
        );
        assert!(lines[0].trim_start().starts_with("10.000 ") && lines[0].ends_with('a'));
        assert!(lines[13].trim_start().starts_with("-20.000 ") && lines[13].ends_with('b'));
        assert!(lines[14].trim_start().starts_with("0 ") && lines[14].ends_with("10 sweeps"));
    }

    #[test]
    fn letters_that_would_meet_stand_below_each_other() {
        let same = ['a', 'b', 'c'].map(|letter| line(letter, 1.0));
        let plot = plot(&same, "10");
        let ends: String = plot.lines().filter_map(|l| l.chars().nth(75)).collect();
        assert_eq!(ends, "abc");
    }

    #[test]
    fn a_flat_line_and_no_line_are_drawn_too() {
        assert!(plot(&[line('a', 0.0)], "10").contains("0.500"));
        let broken = Curve {
            letter: 'a',
            points: vec![(0.0, f64::NAN)],
        };
        assert_eq!(plot(&[broken], "10"), "(nothing to draw)\n");
    }
}
