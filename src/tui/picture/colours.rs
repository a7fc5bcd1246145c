//! The colours of a terminal, for where there is none.

use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier, Style};

/// Of text and of what is behind it where the theme, too, leaves both to the terminal.
const TEXT: &str = "#d5dae2";
/// See [`TEXT`].
const BACK: &str = "#16191f";

/// The first 16 colours, which a terminal chooses: these suit a dark ground.
const NAMED: [&str; 16] = [
    "#3b4252", "#e06c75", "#98c379", "#d7ba7d", "#61afef", "#c678dd", "#56b6c2", "#c8ccd4",
    "#7f848e", "#ff7b86", "#b5e890", "#ffe08a", "#85c7ff", "#e19df5", "#7fdbe6", "#ffffff",
];

/// The colours of cells that have none of their own.
#[derive(Debug, Clone)]
pub struct Ground {
    text: String,
    /// What is behind.
    pub back: String,
}

impl Ground {
    /// As the plain text of a theme has it.
    pub fn of(plain: Style) -> Self {
        Self {
            text: hex(plain.fg.unwrap_or_default(), TEXT),
            back: hex(plain.bg.unwrap_or_default(), BACK),
        }
    }

    /// Text and back of a cell, reversal carried out.
    pub fn cell(&self, cell: &Cell) -> (String, String) {
        let (text, back) = (hex(cell.fg, &self.text), hex(cell.bg, &self.back));
        match cell.modifier.contains(Modifier::REVERSED) {
            true => (back, text),
            false => (text, back),
        }
    }
}

fn hex(colour: Color, own: &str) -> String {
    let named = |i: usize| NAMED[i].to_owned();
    match colour {
        Color::Reset => own.to_owned(),
        Color::Black => named(0),
        Color::Red => named(1),
        Color::Green => named(2),
        Color::Yellow => named(3),
        Color::Blue => named(4),
        Color::Magenta => named(5),
        Color::Cyan => named(6),
        Color::Gray => named(7),
        Color::DarkGray => named(8),
        Color::LightRed => named(9),
        Color::LightGreen => named(10),
        Color::LightYellow => named(11),
        Color::LightBlue => named(12),
        Color::LightMagenta => named(13),
        Color::LightCyan => named(14),
        Color::White => named(15),
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Indexed(i) => indexed(i),
    }
}

/// The 256 colours of xterm: 16 named ones, a cube of six levels, and 24 greys.
fn indexed(i: u8) -> String {
    let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
    match i {
        0..16 => NAMED[usize::from(i)].to_owned(),
        16..232 => {
            let n = i - 16;
            let [red, green, blue] = [n / 36, n / 6 % 6, n % 6].map(level);
            format!("#{red:02x}{green:02x}{blue:02x}")
        }
        232.. => {
            let grey = 8 + 10 * (i - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cube_and_the_greys_are_those_of_xterm() {
        // From the table of xterm's 256 colours.
        for (i, hex) in [
            (16, "#000000"),
            (67, "#5f87af"),
            (196, "#ff0000"),
            (231, "#ffffff"),
        ] {
            assert_eq!(indexed(i), hex);
        }
        assert_eq!(
            (indexed(232), indexed(255)),
            ("#080808".into(), "#eeeeee".into())
        );
    }
}
