//! Cells of a screen as SVG.
//!
//! Every cell is 10 by 20 units. What is behind the cells comes first, then lines, blocks
//! and braille as paths, then text in runs of one style; each run is told how long it must
//! be, so that whatever font is there, every character stands in its cell.

use super::cells;
use super::colours::Ground;
use super::shapes::{self, HEIGHT, Shape, WIDTH};
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::Modifier;
use std::collections::BTreeMap;
use svg::Document;
use svg::node::element::{Description, Group, Path, Rectangle, Text, Title};

const FONTS: &str = "ui-monospace, 'DejaVu Sans Mono', 'Noto Sans Mono', Menlo, Consolas, \
                     'Noto Sans Mono CJK SC', 'Noto Sans CJK SC', monospace";
/// Characters of most fonts are 0.6 as wide as the font is high.
const SIZE: f64 = WIDTH / 0.6;
/// Where text stands in a cell.
const BASE: f64 = 15.0;
/// How much of its colour dim text has.
const DIM: f64 = 0.65;

/// How text looks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Look {
    fill: String,
    dim: bool,
    bold: bool,
    italic: bool,
    underlined: bool,
    crossed: bool,
}

impl Look {
    fn of(cell: &Cell, ground: &Ground) -> Self {
        let has = |modifier| cell.modifier.contains(modifier);
        Self {
            fill: ground.cell(cell).0,
            dim: has(Modifier::DIM),
            bold: has(Modifier::BOLD),
            italic: has(Modifier::ITALIC),
            underlined: has(Modifier::UNDERLINED),
            crossed: has(Modifier::CROSSED_OUT),
        }
    }
}

/// Characters of one look, side by side.
struct Run {
    look: Look,
    text: String,
    column: u16,
    width: u16,
    /// Whether others may join it: all of its characters are as wide in any monospaced font.
    open: bool,
}

/// The whole picture. `text` is for who cannot see it.
pub fn document(buffer: &Buffer, ground: &Ground, title: &str, text: &str) -> String {
    let (columns, rows) = (buffer.area.width, buffer.area.height);
    let (width, height) = (f64::from(columns) * WIDTH, f64::from(rows) * HEIGHT);
    let mut behind: BTreeMap<String, String> = BTreeMap::new();
    let mut filled: BTreeMap<(String, bool), String> = BTreeMap::new();
    let mut lines: BTreeMap<(String, bool), String> = BTreeMap::new();
    let mut texts = Group::new();
    for row in 0..rows {
        let y = f64::from(row) * HEIGHT;
        for (column, back, wide) in backs(buffer, ground, row) {
            let (x, wide) = (f64::from(column) * WIDTH, f64::from(wide) * WIDTH);
            let path = behind.entry(back).or_default();
            path.push_str(&format!("M{x} {y}h{wide}v{HEIGHT}h-{wide}z"));
        }
        let mut runs: Vec<Run> = Vec::new();
        for (column, symbol, width) in cells(buffer, row) {
            let Some(cell) = buffer.cell((column, row)) else {
                continue;
            };
            if cell.modifier.contains(Modifier::HIDDEN) {
                continue;
            }
            let look = Look::of(cell, ground);
            match shapes::of(symbol, f64::from(column) * WIDTH, y) {
                Some(Shape::Fill(path)) => {
                    *filled.entry((look.fill, look.dim)).or_default() += &path;
                }
                Some(Shape::Line(path)) => {
                    *lines.entry((look.fill, look.dim)).or_default() += &path;
                }
                None => add(&mut runs, look, (column, symbol, width)),
            }
        }
        for run in runs {
            texts = texts.add(element(run, y));
        }
    }
    let mut document = Document::new()
        .set("viewBox", (0.0, 0.0, width, height))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .set("font-family", FONTS)
        .set("font-size", SIZE)
        .add(Title::new(title))
        .add(Description::new().add(svg::node::Text::new(text)));
    document = document.add(
        Rectangle::new()
            .set("width", width)
            .set("height", height)
            .set("fill", ground.back.as_str()),
    );
    for (colour, path) in behind
        .into_iter()
        .filter(|(colour, _)| *colour != ground.back)
    {
        document = document.add(Path::new().set("d", path).set("fill", colour));
    }
    for ((colour, dim), path) in filled.into_iter().filter(|(_, path)| !path.is_empty()) {
        let path = Path::new().set("d", path).set("fill", colour);
        document = document.add(faded(path, "fill-opacity", dim));
    }
    for ((colour, dim), path) in lines {
        let path = Path::new().set("d", path).set("stroke", colour);
        let path = path.set("stroke-width", 1.4).set("fill", "none");
        document = document.add(faded(path, "stroke-opacity", dim));
    }
    format!("{}\n", document.add(texts))
}

fn faded(path: Path, what: &str, dim: bool) -> Path {
    if dim { path.set(what, DIM) } else { path }
}

/// Columns of one colour behind the text of a row: the first, the colour, how many.
fn backs(buffer: &Buffer, ground: &Ground, row: u16) -> Vec<(u16, String, u16)> {
    let mut backs: Vec<(u16, String, u16)> = Vec::new();
    for (column, _, width) in cells(buffer, row) {
        let Some(cell) = buffer.cell((column, row)) else {
            continue;
        };
        let back = ground.cell(cell).1;
        match backs.last_mut() {
            Some(last) if last.1 == back => last.2 += width,
            _ => backs.push((column, back, width)),
        }
    }
    backs
}

/// Adds a character to the last run, or begins another.
fn add(runs: &mut Vec<Run>, look: Look, (column, symbol, width): (u16, &str, u16)) {
    let marked = look.underlined || look.crossed;
    let open = width == 1
        && symbol
            .chars()
            .all(|c| matches!(c, ' '..='~' | '\u{a1}'..='\u{24f}'));
    if let Some(last) = runs.last_mut()
        && last.open
        && open
        && last.look == look
        && last.column + last.width == column
    {
        last.text.push_str(symbol);
        last.width += 1;
        return;
    }
    if symbol == " " && !marked {
        return;
    }
    let text = symbol.chars().filter(|c| !c.is_control()).collect();
    runs.push(Run {
        look,
        text,
        column,
        width,
        open,
    });
}

fn element(run: Run, y: f64) -> Text {
    let Run { look, mut text, .. } = run;
    let mut width = run.width;
    if !look.underlined && !look.crossed {
        // Spaces behind it are not to be seen.
        let shown = text.trim_end_matches(' ').len();
        width -= (text.len() - shown) as u16;
        text.truncate(shown);
    }
    // White space would be folded otherwise.
    let text = text.replace(' ', "\u{a0}");
    let mut element = Text::new(text)
        .set("x", f64::from(run.column) * WIDTH)
        .set("y", y + BASE)
        .set("textLength", f64::from(width) * WIDTH)
        .set("lengthAdjust", "spacingAndGlyphs")
        .set("fill", look.fill);
    if look.dim {
        element = element.set("fill-opacity", DIM);
    }
    if look.bold {
        element = element.set("font-weight", "bold");
    }
    if look.italic {
        element = element.set("font-style", "italic");
    }
    let decoration = match (look.underlined, look.crossed) {
        (true, true) => Some("underline line-through"),
        (true, false) => Some("underline"),
        (false, true) => Some("line-through"),
        (false, false) => None,
    };
    match decoration {
        Some(decoration) => element.set("text-decoration", decoration),
        None => element,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::{Color, Style};
    use svg::parser::Event;

    fn buffer() -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 16, 3));
        let plain = Style::new().fg(Color::Rgb(1, 2, 3));
        buffer.set_string(0, 0, "a  b<&>  会議 c", plain);
        let bold = Style::new().fg(Color::Red).add_modifier(Modifier::BOLD);
        buffer.set_string(0, 1, "●5 ", Style::new().fg(Color::Green));
        buffer.set_string(3, 1, "word", bold);
        let picked = Style::new().add_modifier(Modifier::REVERSED);
        buffer.set_string(8, 1, "row", picked);
        buffer.set_string(0, 2, "┌─⣿█", plain);
        buffer
    }

    fn ground() -> Ground {
        Ground::of(
            Style::new()
                .fg(Color::Rgb(255, 255, 255))
                .bg(Color::Rgb(0, 0, 0)),
        )
    }

    /// The attributes of every text, and what stands in it.
    fn texts(picture: &str) -> Vec<(svg::node::Attributes, String)> {
        let mut texts = Vec::new();
        let mut open = None;
        for event in svg::read(picture).unwrap() {
            match event {
                Event::Error(error) => panic!("{error}"),
                Event::Tag("text", svg::node::element::tag::Type::Start, attributes) => {
                    open = Some(attributes);
                }
                Event::Text(text) => {
                    texts.extend(open.take().map(|attributes| (attributes, text.to_owned())));
                }
                _ => {}
            }
        }
        texts
    }

    #[test]
    fn every_character_stands_in_its_cell() {
        let picture = document(&buffer(), &ground(), "a title", "a & b");
        let texts = texts(&picture);
        let at = |text: &str| {
            let found = texts.iter().find(|entry| entry.1 == text);
            let attributes = &found.unwrap_or_else(|| panic!("{text} in {texts:?}")).0;
            ["x", "y", "textLength", "fill"].map(|name| attributes[name].to_string())
        };
        let row = "15";
        assert_eq!(
            at("a\u{a0}\u{a0}b&lt;&amp;&gt;"),
            ["0", row, "70", "#010203"]
        );
        assert_eq!(at("会"), ["90", row, "20", "#010203"]);
        assert_eq!(at("議"), ["110", row, "20", "#010203"]);
        assert_eq!(at("c"), ["140", row, "10", "#010203"]);
        // A marker may come from another font: it has a cell of its own.
        assert_eq!(at("●")[..3], ["0", "35", "10"]);
        assert_eq!(at("word")[..3], ["30", "35", "40"]);
        assert_eq!(at("row"), ["80", "35", "30", "#000000"]);
        let bold = texts.iter().find(|t| t.0.contains_key("font-weight"));
        assert_eq!(bold.map(|t| t.1.as_str()), Some("word"));
        assert!(
            picture.contains("M80 20h30v20h-30z"),
            "what is behind the row"
        );
        assert!(!texts.iter().any(|t| t.1.contains(['┌', '⣿', '█'])));
        assert!(picture.contains(r#"viewBox="0 0 160 60""#) && picture.contains("a &amp; b"));
        assert_eq!(
            picture,
            document(&buffer(), &ground(), "a title", "a & b"),
            "the same again"
        );
    }

    #[test]
    fn the_ground_of_the_theme_is_behind_all() {
        let picture = document(&buffer(), &ground(), "", "");
        assert!(picture.contains(r##"<rect fill="#000000" height="60" width="160"/>"##));
        let bare = document(&buffer(), &Ground::of(Style::new()), "", "");
        assert!(!bare.contains("#000000"));
    }
}
