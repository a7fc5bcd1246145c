//! Short texts in a picture, none over another.

use super::text;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Rows that a text may stand above or below the place it is meant for.
const ROWS: i32 = 2;

/// The cells of a picture that hold no text yet.
#[derive(Debug)]
pub struct Slots {
    area: Rect,
    taken: Vec<bool>,
}

impl Slots {
    /// All cells of an area.
    pub fn new(area: Rect) -> Self {
        let cells = usize::from(area.width) * usize::from(area.height);
        Self {
            area,
            taken: vec![false; cells],
        }
    }

    /// Writes a text of one row with its middle at a column and a row of the area, or as near
    /// to it as there is room: beside, above or below other texts. The cells at both its ends
    /// are cleared, so that it can be read in any picture. `false` where there is no room.
    pub fn write(
        &mut self,
        label: &str,
        (column, row): (i32, i32),
        style: Style,
        buffer: &mut Buffer,
    ) -> bool {
        let wide = text::width(label);
        let start = column - (wide as i32 - 1) / 2;
        let aside = wide as i32 + 1;
        let rows = (0..=ROWS).flat_map(|by| [-by, by].into_iter().take(1 + usize::from(by > 0)));
        let mut offsets: Vec<(i32, i32)> = rows
            .flat_map(|down| [0, aside, -aside].map(|right| (right, down)))
            .collect();
        // The nearest first; a row is as high as two columns are wide.
        offsets.sort_by_key(|(right, down)| right.abs() + 2 * down.abs());
        let found = offsets.iter().find_map(|(right, down)| {
            let (x, y) = (start + right, row + down);
            self.is_free(x, y, wide).then_some((x as usize, y as usize))
        });
        let Some((x, y)) = found else {
            return false;
        };
        let columns = usize::from(self.area.width);
        let row = y * columns;
        self.taken[row + x..row + x + wide].fill(true);
        let place = |x: usize| (self.area.x + x as u16, self.area.y + y as u16);
        let ends = [x.checked_sub(1), Some(x + wide).filter(|x| *x < columns)];
        for end in ends.into_iter().flatten() {
            if let Some(cell) = buffer.cell_mut(place(end)) {
                cell.set_symbol(" ");
            }
        }
        let (left, top) = place(x);
        buffer.set_string(left, top, label, style);
        true
    }

    /// Whether a text fits there, with a free column between it and others.
    fn is_free(&self, x: i32, y: i32, wide: usize) -> bool {
        let (columns, rows) = (i32::from(self.area.width), i32::from(self.area.height));
        if x < 0 || y < 0 || y >= rows || x + wide as i32 > columns {
            return false;
        }
        let row = y as usize * columns as usize;
        let from = (x as usize).saturating_sub(1);
        let to = (x as usize + wide + 1).min(columns as usize);
        !self.taken[row + from..row + to].contains(&true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_in_one_place_stand_side_by_side() {
        let area = Rect::new(0, 0, 9, 3);
        let mut buffer = Buffer::filled(area, ratatui::buffer::Cell::new("⣿"));
        let mut slots = Slots::new(area);
        let mut write = |label| slots.write(label, (4, 1), Style::new(), &mut buffer);
        for label in ["ab", "cd", "ef", "gh", "ij"] {
            assert!(write(label), "{label}");
        }
        let line = |y| -> String { (0..9).map(|x| buffer[(x, y)].symbol()).collect() };
        assert_eq!([0, 1, 2].map(line), ["⣿⣿⣿ cd ⣿⣿", " ij ab gh", "⣿⣿⣿ ef ⣿⣿"]);
        let mut slots = Slots::new(Rect::new(0, 0, 1, 1));
        assert!(!slots.write("ab", (0, 0), Style::new(), &mut buffer));
    }
}
