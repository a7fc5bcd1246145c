//! The screen as a picture that leaves the terminal: SVG, or plain text.
//!
//! | file | what it holds |
//! |---|---|
//! | [`svg`] | cells become backgrounds, runs of text, and shapes |
//! | [`shapes`] | lines, blocks and braille as paths, so that no font can part them |
//! | [`colours`] | the colours of a terminal |

mod colours;
mod shapes;
mod svg;

use super::app::{App, Screen};
use super::explorer::Pane;
use super::overlay::Overlay;
use colours::Ground;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use std::convert::Infallible;
use std::path::Path;
use unicode_width::UnicodeWidthStr;

/// What was on the screen at one moment.
#[derive(Debug, Clone)]
pub struct Picture {
    cells: Buffer,
    ground: Ground,
    /// What it shows, in a sentence.
    title: String,
    /// The name of a file for it.
    pub file: String,
}

impl Picture {
    /// The screen as it is now, overlays included.
    pub fn of(app: &App) -> Self {
        let Ok(cells) = drawn(app);
        let (file, title) = named(app);
        let ground = Ground::of(app.theme().text);
        Self {
            cells,
            ground,
            title,
            file,
        }
    }

    /// What is to be written into a file of this name: text for `.txt`, else SVG.
    pub fn contents(&self, file: &Path) -> String {
        let text = file
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("txt"));
        if text { self.text() } else { self.svg() }
    }

    /// The rows, without the spaces behind them.
    pub fn text(&self) -> String {
        let rows = 0..self.cells.area.height;
        let lines = rows.map(|row| {
            let line: String = cells(&self.cells, row)
                .map(|(_, symbol, _)| symbol)
                .collect();
            line.trim_end().to_owned() + "\n"
        });
        lines.collect()
    }

    /// The picture as SVG.
    pub fn svg(&self) -> String {
        svg::document(&self.cells, &self.ground, &self.title, &self.text())
    }
}

/// What stands for a corpus in the name of a file.
pub fn stem(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    name.chars().map(plain).take(60).collect()
}

fn drawn(app: &App) -> Result<Buffer, Infallible> {
    let (columns, rows) = app.size;
    let mut terminal = Terminal::new(TestBackend::new(columns, rows))?;
    let frame = terminal.draw(|frame| super::draw::draw(app, frame))?;
    Ok(frame.buffer.clone())
}

/// The cells of a row: column, what stands there, and how many columns that takes. What a
/// wide character covers is left out.
fn cells(buffer: &Buffer, row: u16) -> impl Iterator<Item = (u16, &str, u16)> {
    let mut next = 0;
    (0..buffer.area.width).filter_map(move |column| {
        let symbol = buffer.cell((column, row))?.symbol();
        let symbol = if symbol.is_empty() { " " } else { symbol };
        let width = symbol.width().clamp(1, 2) as u16;
        if column < next {
            return None;
        }
        next = column + width;
        Some((column, symbol, width))
    })
}

/// The name of a file for the picture, and a sentence for who cannot see it.
fn named(app: &App) -> (String, String) {
    let top = app.overlays.iter().rev().find_map(|overlay| match overlay {
        Overlay::Help { .. } => Some("help"),
        Overlay::Explain { .. } => Some("explained"),
        Overlay::Report { .. } => Some("corpus"),
        Overlay::Engines(_) => Some("engines"),
        Overlay::RaceChoice(_) | Overlay::Race => Some("race"),
        Overlay::Terms => Some("terms"),
        Overlay::Quiz(_) => Some("question"),
        Overlay::Lessons(_) => Some("lessons"),
        Overlay::LeaveLesson | Overlay::Prompt(_) => None,
    });
    let Some(explorer) = app.explorer() else {
        let what = match app.screen {
            Screen::Loading { .. } => "loading",
            _ => "start",
        };
        let what = top.unwrap_or(what);
        return (
            format!("gibbscope-{what}.svg"),
            format!("Gibbscope, {what}"),
        );
    };
    let pane = match explorer.focus {
        Pane::Trace => "trace",
        Pane::Topics => "topics",
        Pane::Document => "document",
        Pane::Documents => "documents",
    };
    // A view is called `5 topics`, by its key.
    let view = explorer.views.shown().map(|view| view.name());
    let view = view.map(|name| name.trim_start_matches(|c: char| !c.is_alphabetic()));
    let what = top.or(view).unwrap_or(pane);
    let sweep = explorer.snapshot().map_or(0, |snapshot| snapshot.sweep);
    let name = &explorer.name;
    let stem = stem(name);
    (
        format!("{stem}-{what}-{sweep}.svg"),
        format!("Gibbscope, {name}: {what} at sweep {sweep}"),
    )
}
