//! Topics as images, each above the bar that it is paired with, where bars are the truth.

use super::super::map::longest;
use super::super::row;
use super::style;
use crate::corpus::BARS;
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::dots::{Dotted, Image, Images};
use crate::tui::layout::Places;
use crate::tui::text::{self, SHADES, fit, number, shade};
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

/// Columns and rows of a pixel, the largest first.
const PIXELS: [(usize, usize); 4] = [(6, 3), (4, 2), (2, 1), (1, 1)];

/// How images are laid out.
struct Grid {
    pixel: (usize, usize),
    /// Columns and rows of an image with its name, its bar and a gap.
    cell: (usize, usize),
    across: usize,
}

impl Grid {
    /// The largest pixels with which all images are on the screen, or else the smallest.
    fn of(images: &Images, columns: usize, rows: usize) -> Self {
        let grid = |pixel: (usize, usize)| {
            let (width, height) = (images.side * pixel.0, images.side * pixel.1);
            let pictures = if images.truth.is_some() { 2 } else { 1 };
            // A name above, and the cosine between topic and bar.
            let cell = ((width + 2).max(7), pictures * (height + 1));
            let across = ((columns + 2) / cell.0).max(1);
            Self {
                pixel,
                cell,
                across,
            }
        };
        let fits = |grid: &Self| {
            let lines = images.all.len().div_ceil(grid.across);
            lines * grid.cell.1 <= rows && grid.cell.0 <= columns + 2
        };
        let grids = || PIXELS.into_iter().map(grid);
        grids().find(fits).unwrap_or_else(|| grid((1, 1)))
    }
}

/// Draws the images, and below them what their shades mean.
pub fn draw(
    explorer: &Explorer,
    dotted: &Dotted,
    images: &Images,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let (columns, rows) = (usize::from(area.width), usize::from(area.height));
    let room = rows.saturating_sub(1);
    let grid = Grid::of(images, columns.saturating_sub(1), room);
    let lines = images.all.len().div_ceil(grid.across);
    let shown = (room / grid.cell.1).max(1);
    let selected = dotted
        .fitted
        .ids
        .iter()
        .position(|&id| id == explorer.topic);
    let from = Places::first_row(selected.unwrap_or(0) / grid.across, shown, lines);
    let all = images.all.iter().enumerate().skip(from * grid.across);
    for (at, image) in all.take(shown * grid.across) {
        let (down, right) = (at / grid.across - from, at % grid.across);
        let x = 1 + right * grid.cell.0;
        let y = down * grid.cell.1;
        let width = (grid.cell.0 - 1).min(columns.saturating_sub(x));
        let place = Rect {
            x: area.x + x as u16,
            y: area.y + y as u16,
            width: width as u16,
            height: grid.cell.1.min(room - y.min(room)) as u16,
        };
        draw_pair(explorer, dotted, images, image, &grid, frame, place, theme);
    }
    let missing = match lines > shown {
        true => format!("   rows {} to {} of {lines}, ↑ ↓", from + 1, from + shown),
        false => String::new(),
    };
    let legend = SHADES.map(|(from, shade)| format!("{shade} {}", number(from * images.most)));
    let legend = legend.join("  ");
    let bars = match images.truth {
        Some(_) => "   below: its bar, and the cosine",
        None => "",
    };
    let said = [
        format!(" probability φ from {legend}{bars}{missing}"),
        format!(" φ from {legend}{bars}{missing}"),
        format!(" φ {legend}{missing}"),
        format!("{missing} φ {legend}"),
    ];
    let said = match longest(&said, columns) {
        none if none.is_empty() => fit(&said[3], columns),
        said => said,
    };
    let line = Line::styled(said, theme.dim);
    frame.render_widget(line, row(area, rows.saturating_sub(1)));
}

/// A topic with its name, and its bar below it with the cosine between them.
#[allow(clippy::too_many_arguments, reason = "what a picture is drawn from")]
fn draw_pair(
    explorer: &Explorer,
    dotted: &Dotted,
    images: &Images,
    image: &Image,
    grid: &Grid,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let height = images.side * grid.pixel.1;
    let width = usize::from(area.width);
    let mut put = |text: &str, look: Style, y: usize| {
        if y < usize::from(area.height) {
            frame.render_widget(Line::styled(fit(text, width), look), row(area, y));
        }
    };
    let mut paint = |values: &mut dyn Iterator<Item = f64>, look: Style, top: usize| {
        let values: Vec<f64> = values.collect();
        for (i, pixels) in values.chunks(images.side).enumerate() {
            let cell = |phi: &f64| shade(phi / images.most).repeat(grid.pixel.0);
            let line: String = pixels.iter().map(cell).collect();
            for y in 0..grid.pixel.1 {
                put(&line, look, top + i * grid.pixel.1 + y);
            }
        }
    };
    if let Some(k) = image.topic {
        let id = dotted.fitted.ids[k];
        paint(&mut image.phi.iter().copied(), theme.topic(id), 1);
    }
    if let (Some((bar, _)), Some(truth)) = (image.bar, &images.truth) {
        let values = truth.iter().skip(bar).step_by(BARS).copied();
        paint(&mut { values }, theme.text, height + 2);
    }
    match image.topic {
        Some(k) => {
            let id = dotted.fitted.ids[k];
            let name = format!("{}{id}", theme.marker(id));
            put(&name, style(explorer, id, theme), 0);
        }
        None => put("–", theme.dim, 0),
    }
    match image.bar {
        Some((_, Some(cosine))) => {
            let cosine = format!("{cosine:.3}");
            let wide = format!("cos {cosine}");
            let cosine = if text::width(&wide) <= width {
                wide
            } else {
                cosine
            };
            put(&cosine, theme.text, height + 1);
        }
        Some((_, None)) => put("none", theme.dim, height + 1),
        None if images.truth.is_some() => put("no bar", theme.dim, height + 1),
        None => {}
    }
}
