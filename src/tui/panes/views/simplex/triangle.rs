//! A triangle of cells: where a mixture of three is, and a density in shades.

use crate::eval::simplex::{Cells, Dirichlet};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::symbols::Marker;
use ratatui::widgets::Widget;
use ratatui::widgets::canvas::{Canvas, Line, Points};

/// The shares of the whole that the shades hold, and the shades.
pub const SHADES: [(f64, &str); 3] = [(0.5, "▓"), (0.8, "▒"), (0.95, "░")];
/// Of the density of a posterior, the outline holds this share.
pub const OUTLINE: f64 = 0.95;
/// Cells along a side of the grids on which levels are found: for shades, and outlines.
const GRID: usize = 60;
const FINE: usize = 120;

/// A triangle on the screen: the first corner on top, the second on the left.
#[derive(Debug, Clone, Copy)]
pub struct Triangle {
    area: Rect,
    /// Rows from the top corner to the base, and columns of the base.
    rows: f64,
    side: f64,
    /// The column of the left corner.
    left: f64,
}

/// Columns of the screen that are as long as a row.
const TALL: f64 = 2.0;

impl Triangle {
    /// The largest equilateral triangle in the area; `None` where that is nothing to see.
    pub fn within(area: Rect) -> Option<Self> {
        let long = TALL * 2.0 / 3.0_f64.sqrt();
        let (width, height) = (f64::from(area.width) - 1.0, f64::from(area.height) - 1.0);
        let rows = height.min((width / long).floor());
        let side = (rows * long).round().min(width);
        (rows >= 3.0).then_some(Self {
            area,
            rows,
            side,
            left: ((width - side) / 2.0).floor(),
        })
    }

    /// Column and row of a mixture, from the upper left of the area.
    fn point(&self, at: &[f64]) -> (f64, f64) {
        let right = at[2] + 0.5 * at[0];
        (self.left + right * self.side, (1.0 - at[0]) * self.rows)
    }

    /// The cell of a mixture.
    pub fn cell(&self, at: &[f64]) -> (u16, u16) {
        let (x, y) = self.point(at);
        (
            self.area.x + x.round() as u16,
            self.area.y + y.round() as u16,
        )
    }

    /// Its cells.
    pub fn area(&self) -> Rect {
        self.area
    }

    /// The row of the base.
    pub fn base(&self) -> u16 {
        self.area.y + self.rows as u16
    }

    /// The mixture at a place; `None` outside.
    fn mixture(&self, x: f64, y: f64, slack: f64) -> Option<[f64; 3]> {
        let top = 1.0 - y / self.rows;
        let right = (x - self.left) / self.side - 0.5 * top;
        let at = [top, 1.0 - top - right, right];
        at.iter().all(|part| *part >= -slack).then_some(at)
    }

    /// The sides, in Braille.
    pub fn draw_sides(&self, style: Style, buffer: &mut Buffer) {
        let corner = |i: usize| {
            let mut at = [0.0; 3];
            at[i] = 1.0;
            self.point(&at)
        };
        let color = style.fg.unwrap_or(Color::Reset);
        self.canvas(buffer, |context| {
            for (a, b) in [(0, 1), (1, 2), (2, 0)] {
                let ((x1, y1), (x2, y2)) = (corner(a), corner(b));
                context.draw(&Line {
                    x1,
                    y1: self.up(y1),
                    x2,
                    y2: self.up(y2),
                    color,
                });
            }
        });
    }

    /// The canvas counts rows from below.
    fn up(&self, y: f64) -> f64 {
        f64::from(self.area.height) - 1.0 - y
    }

    fn canvas(
        &self,
        buffer: &mut Buffer,
        paint: impl Fn(&mut ratatui::widgets::canvas::Context<'_>),
    ) {
        let ends = |length: u16| [-0.5, f64::from(length) - 0.5];
        Canvas::default()
            .marker(Marker::Braille)
            .x_bounds(ends(self.area.width))
            .y_bounds(ends(self.area.height))
            .paint(paint)
            .render(self.area, buffer);
    }

    /// The density in shades: the cells of each shade and of fuller ones hold its share of
    /// the whole. A flat density has one shade.
    pub fn shade(&self, density: &Dirichlet, style: Style, buffer: &mut Buffer) {
        let contents = SHADES.map(|(content, _)| content);
        let Some(cells) = density.cells(GRID) else {
            return;
        };
        let levels = cells.levels(&contents);
        for y in 0..=self.rows as u16 {
            for x in 0..self.area.width {
                let Some(ln) = self.fullest(&cells, x, y) else {
                    continue;
                };
                // Rounding must not lift a cell off the level that it is on.
                let found = match density.is_flat() {
                    true => Some(SHADES.len() - 1),
                    false => levels.iter().position(|level| ln >= level - 1e-9),
                };
                if let Some(found) = found {
                    buffer.set_string(self.area.x + x, self.area.y + y, SHADES[found].1, style);
                }
            }
        }
    }

    /// The densest of what a cell of the screen covers, so that no shade depends on where
    /// the triangles of the grid and the cells happen to lie.
    fn fullest(&self, cells: &Cells, x: u16, y: u16) -> Option<f64> {
        const PLACES: [f64; 5] = [-0.4, -0.2, 0.0, 0.2, 0.4];
        let places = PLACES.iter().flat_map(|dx| PLACES.map(|dy| (*dx, dy)));
        let at = places.filter_map(|(dx, dy)| {
            cells.at(self.mixture(f64::from(x) + dx, f64::from(y) + dy, 1e-9)?)
        });
        at.max_by(f64::total_cmp)
    }

    /// The outline of the least region with [`OUTLINE`] of the density, in Braille.
    pub fn outline(&self, density: &Dirichlet, style: Style, buffer: &mut Buffer) {
        let Some(cells) = density.cells(FINE) else {
            return;
        };
        let level = cells.levels(&[OUTLINE])[0];
        let (columns, rows) = (
            2 * usize::from(self.area.width),
            4 * usize::from(self.area.height),
        );
        let place = |i: usize, each: f64| (i as f64 + 0.5) / each - 0.5;
        let within = |x: usize, y: usize| {
            let at = self.mixture(place(x, 2.0), place(y, 4.0), 1e-9);
            let ln = at.and_then(|at| cells.at(at));
            ln.is_some_and(|ln| ln >= level)
        };
        let all: Vec<bool> = (0..rows * columns)
            .map(|i| within(i % columns, i / columns))
            .collect();
        let holds = |x: usize, y: usize| all.get(y * columns + x).copied().unwrap_or(false);
        let rim = |x: usize, y: usize| {
            let inner = x > 0 && y > 0 && x + 1 < columns;
            let beside =
                || holds(x - 1, y) && holds(x + 1, y) && holds(x, y - 1) && holds(x, y + 1);
            holds(x, y) && !(inner && beside())
        };
        let dots: Vec<(f64, f64)> = (0..rows * columns)
            .map(|i| (i % columns, i / columns))
            .filter(|&(x, y)| rim(x, y))
            .map(|(x, y)| (place(x, 2.0), self.up(place(y, 4.0))))
            .collect();
        let color = style.fg.unwrap_or(Color::Reset);
        self.canvas(buffer, |context| {
            context.draw(&Points {
                coords: &dots,
                color,
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Rect = Rect::new(3, 1, 60, 20);

    /// A mixture is where it is, and corners are corners.
    #[test]
    fn places_and_mixtures_are_the_same() {
        let triangle = Triangle::within(AREA).unwrap();
        for at in [[1.0, 0.0, 0.0], [0.2, 0.3, 0.5], [0.0, 0.0, 1.0]] {
            let (x, y) = triangle.point(&at);
            let again = triangle.mixture(x, y, 1e-9).unwrap();
            assert!(again.iter().zip(at).all(|(a, b)| (a - b).abs() < 1e-9));
        }
        let (left, right) = (
            triangle.cell(&[0.0, 1.0, 0.0]),
            triangle.cell(&[0.0, 0.0, 1.0]),
        );
        let top = triangle.cell(&[1.0, 0.0, 0.0]);
        assert_eq!((top.1, left.1, right.1), (1, 20, 20));
        assert_eq!(
            right.0 - left.0,
            44,
            "19 rows are 44 columns: 19 · 2 · 2 / √3 = 43.9"
        );
        assert!(Triangle::within(Rect::new(0, 0, 30, 3)).is_none());
    }

    fn shades(alpha: [f64; 3]) -> Vec<String> {
        let area = Rect::new(0, 0, 40, 16);
        let mut buffer = Buffer::empty(area);
        let density = Dirichlet::new(alpha.to_vec()).unwrap();
        Triangle::within(area)
            .unwrap()
            .shade(&density, Style::new(), &mut buffer);
        (0..16)
            .map(|y| (0..40).map(|x| buffer[(x, y)].symbol()).collect())
            .collect()
    }

    /// Large α fills the middle, small α the corners, α = 1 all of it evenly.
    #[test]
    fn shades_follow_alpha_from_corners_to_the_centre() {
        let corners = shades([0.1; 3]);
        assert!(corners[0].contains('▓') && corners[15].matches('▓').count() >= 2);
        assert!(!corners[10].trim().contains("▓"), "{corners:#?}");
        let centre = shades([20.0; 3]);
        assert!(centre[10].contains('▓'));
        assert_eq!((centre[0].trim(), centre[15].trim()), ("", ""));
        let flat = shades([1.0; 3]);
        assert!(flat[0].matches('░').count() <= 2 && flat[15].matches('░').count() > 30);
        assert!(!flat.concat().contains(['▓', '▒']));
        let aside = shades([0.2, 8.0, 8.0]);
        assert!(
            aside[15].contains('▓') && aside[0].trim().is_empty(),
            "{aside:#?}"
        );
    }

    #[test]
    fn an_outline_has_a_hole() {
        let mut buffer = Buffer::empty(AREA);
        let density = Dirichlet::new(vec![8.0, 8.0, 8.0]).unwrap();
        let triangle = Triangle::within(AREA).unwrap();
        triangle.outline(&density, Style::new(), &mut buffer);
        let (x, y) = triangle.cell(&[1.0 / 3.0; 3]);
        let blank = |symbol: &str| symbol == " " || symbol == "⠀";
        assert!(blank(buffer[(x, y)].symbol()));
        assert!((AREA.x..AREA.right()).any(|x| !blank(buffer[(x, y)].symbol())));
    }
}
