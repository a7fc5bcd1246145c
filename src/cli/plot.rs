//! Traces as text: dots of Braille, and a letter where each lane ends.

use crate::tui::plot::{self, Scale};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
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
    let curves: Vec<plot::Curve> = curves.iter().map(finite).collect();
    let Some(scale) = Scale::of(&curves) else {
        return String::from("(nothing to draw)\n");
    };
    // The last column is for letters of lanes that go on to the right end.
    let picture = Rect::new(LABELS, 0, WIDTH - LABELS - 1, HEIGHT);
    let mut buffer = Buffer::empty(Rect::new(0, 0, WIDTH, HEIGHT + 1));
    plot::draw(&curves, &scale, None, picture, &mut buffer);
    for at in [0, HEIGHT / 2, HEIGHT - 1] {
        let value = scale.value(at, HEIGHT);
        let width = usize::from(LABELS) - 1;
        buffer.set_string(0, at, format!("{value:>width$.3}"), Style::new());
    }
    let inside = usize::from(picture.width) - 1;
    let axis = format!("0{end:>inside$}");
    buffer.set_string(picture.x, HEIGHT, axis, Style::new());
    text(&buffer)
}

fn finite(curve: &Curve) -> plot::Curve {
    let points = curve.points.iter().copied();
    plot::Curve {
        letter: curve.letter,
        style: Style::new(),
        points: points
            .filter(|(x, y)| x.is_finite() && y.is_finite())
            .collect(),
    }
}

/// A picture as lines with a line break, without space at their ends.
pub fn text(buffer: &Buffer) -> String {
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
