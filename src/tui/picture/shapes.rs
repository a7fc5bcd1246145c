//! Lines, blocks and braille as paths: in a terminal they meet from cell to cell, which
//! glyphs of a font that is there by chance would not.

use std::fmt::Write;

/// The size of a cell.
pub const WIDTH: f64 = 10.0;
/// See [`WIDTH`].
pub const HEIGHT: f64 = 20.0;
const DOT: f64 = 1.5;

/// What a cell adds to the paths of its colour.
#[derive(Debug, PartialEq)]
pub enum Shape {
    /// To be filled.
    Fill(String),
    /// To be drawn as a line.
    Line(String),
}

/// The shape of a character whose cell begins at (x, y); `None` for what a font writes.
pub fn of(symbol: &str, x: f64, y: f64) -> Option<Shape> {
    let mut chars = symbol.chars();
    let c = chars.next().filter(|_| chars.as_str().is_empty())?;
    match c {
        '\u{2800}'..='\u{28ff}' => Some(Shape::Fill(braille(c as u32 - 0x2800, x, y))),
        '\u{2580}'..='\u{259f}' => Some(Shape::Fill(block(c)?.iter().fold(
            String::new(),
            |mut path, [left, top, width, height]| {
                let (x, y) = (x + left * WIDTH, y + top * HEIGHT);
                let _ = write!(
                    path,
                    "M{x} {y}h{}v{}h-{}z",
                    width * WIDTH,
                    height * HEIGHT,
                    width * WIDTH
                );
                path
            },
        ))),
        _ => line(c, x, y).map(Shape::Line),
    }
}

/// Dots 1 to 3 and 7 stand left, 4 to 6 and 8 right, from the top.
fn braille(bits: u32, x: f64, y: f64) -> String {
    const PLACES: [(f64, f64); 8] = [
        (0.0, 0.0),
        (0.0, 1.0),
        (0.0, 2.0),
        (1.0, 0.0),
        (1.0, 1.0),
        (1.0, 2.0),
        (0.0, 3.0),
        (1.0, 3.0),
    ];
    let mut path = String::new();
    for (bit, (column, row)) in PLACES.iter().enumerate() {
        if bits >> bit & 1 == 1 {
            let x = x + (0.25 + 0.5 * column) * WIDTH - DOT;
            let y = y + (0.125 + 0.25 * row) * HEIGHT;
            let across = 2.0 * DOT;
            let _ = write!(
                path,
                "M{x} {y}a{DOT} {DOT} 0 1 0 {across} 0a{DOT} {DOT} 0 1 0 -{across} 0z"
            );
        }
    }
    path
}

/// Left, top, width and height of the parts, in cells.
fn block(c: char) -> Option<Vec<[f64; 4]>> {
    let n = f64::from(c as u32 - 0x2580);
    let quadrants = |which: [bool; 4]| {
        let places = [[0.0, 0.0], [0.5, 0.0], [0.0, 0.5], [0.5, 0.5]];
        let chosen = places.iter().zip(which).filter(|(_, on)| *on);
        chosen.map(|([x, y], _)| [*x, *y, 0.5, 0.5]).collect()
    };
    Some(match c {
        '▀' => vec![[0.0, 0.0, 1.0, 0.5]],
        // From one eighth below to the whole, then from seven eighths left to one.
        '▁'..='█' => vec![[0.0, 1.0 - n / 8.0, 1.0, n / 8.0]],
        '▉'..='▏' => vec![[0.0, 0.0, (16.0 - n) / 8.0, 1.0]],
        '▐' => vec![[0.5, 0.0, 0.5, 1.0]],
        '▔' => vec![[0.0, 0.0, 1.0, 0.125]],
        '▕' => vec![[0.875, 0.0, 0.125, 1.0]],
        '▖' => quadrants([false, false, true, false]),
        '▗' => quadrants([false, false, false, true]),
        '▘' => quadrants([true, false, false, false]),
        '▙' => quadrants([true, false, true, true]),
        '▚' => quadrants([true, false, false, true]),
        '▛' => quadrants([true, true, true, false]),
        '▜' => quadrants([true, true, false, true]),
        '▝' => quadrants([false, true, false, false]),
        '▞' => quadrants([false, true, true, false]),
        '▟' => quadrants([false, true, true, true]),
        // Shades are left to the font.
        _ => return None,
    })
}

/// The arms of a line: up, right, down, left.
fn line(c: char, x: f64, y: f64) -> Option<String> {
    let dashes = |count: u32| {
        let step = HEIGHT / f64::from(count);
        (0..count).fold(String::new(), |mut path, i| {
            let y = y + (f64::from(i) + 0.2) * step;
            let _ = write!(path, "M{} {y}v{}", x + WIDTH / 2.0, 0.6 * step);
            path
        })
    };
    let across = |count: u32| {
        let step = WIDTH / f64::from(count);
        (0..count).fold(String::new(), |mut path, i| {
            let x = x + (f64::from(i) + 0.2) * step;
            let _ = write!(path, "M{x} {}h{}", y + HEIGHT / 2.0, 0.6 * step);
            path
        })
    };
    let arms = match c {
        '─' => "rl",
        '│' => "ud",
        '┌' | '╭' => "rd",
        '┐' | '╮' => "ld",
        '└' | '╰' => "ru",
        '┘' | '╯' => "lu",
        '├' => "udr",
        '┤' => "udl",
        '┬' => "rld",
        '┴' => "rlu",
        '┼' => "udrl",
        '╴' => "l",
        '╵' => "u",
        '╶' => "r",
        '╷' => "d",
        '╌' => return Some(across(2)),
        '┄' => return Some(across(3)),
        '┈' => return Some(across(4)),
        '╎' => return Some(dashes(2)),
        '┆' => return Some(dashes(3)),
        '┊' => return Some(dashes(4)),
        _ => return None,
    };
    let (x, y) = (x + WIDTH / 2.0, y + HEIGHT / 2.0);
    let mut path = String::new();
    for arm in arms.chars() {
        let _ = match arm {
            'u' => write!(path, "M{x} {y}v-{}", HEIGHT / 2.0),
            'd' => write!(path, "M{x} {y}v{}", HEIGHT / 2.0),
            'l' => write!(path, "M{x} {y}h-{}", WIDTH / 2.0),
            _ => write!(path, "M{x} {y}h{}", WIDTH / 2.0),
        };
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(symbol: &str) -> String {
        match of(symbol, 0.0, 0.0) {
            Some(Shape::Fill(path)) => path,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn blocks_fill_the_part_of_the_cell_that_their_name_says() {
        assert_eq!(fill("█"), "M0 0h10v20h-10z");
        assert_eq!(fill("▁"), "M0 17.5h10v2.5h-10z");
        assert_eq!(fill("▏"), "M0 0h1.25v20h-1.25z");
        assert_eq!(fill("▉"), "M0 0h8.75v20h-8.75z");
        assert_eq!(fill("▐"), "M5 0h5v20h-5z");
        assert_eq!(fill("▚"), "M0 0h5v10h-5zM5 10h5v10h-5z");
    }

    #[test]
    fn braille_has_a_dot_for_each_bit_in_its_place() {
        assert_eq!(fill("⠀"), "");
        // Dots 1 and 8: above left, below right.
        let both = fill("\u{2881}");
        assert_eq!(both.matches('M').count(), 2);
        assert!(
            both.starts_with("M1 2.5a") && both.contains("zM6 17.5a"),
            "{both}"
        );
        assert_eq!(fill("⣿").matches('M').count(), 8);
    }

    #[test]
    fn lines_reach_the_edges_of_their_cells() {
        assert_eq!(
            of("─", 10.0, 20.0),
            Some(Shape::Line("M15 30h5M15 30h-5".into()))
        );
        assert_eq!(
            of("┌", 0.0, 0.0),
            Some(Shape::Line("M5 10h5M5 10v10".into()))
        );
        assert_eq!(of("a", 0.0, 0.0), None);
        assert_eq!(of("▒", 0.0, 0.0), None);
        assert_eq!(of("e\u{301}", 0.0, 0.0), None);
    }
}
