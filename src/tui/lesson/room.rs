//! Where the text of a lesson stands, and what it leaves to the explorer.

use super::super::layout::SMALLEST;
use ratatui::layout::Rect;

/// From so many columns on the panel stands at the right.
const WIDE: u16 = 120;
/// Its columns there.
pub const PANEL_COLUMNS: u16 = 42;
/// Its rows at the bottom, with the frame.
const PANEL_ROWS: u16 = 8;
/// And where there is less room.
const FEWEST_ROWS: u16 = 5;

/// The panel of a lesson, and the size that the explorer has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Columns and rows of the explorer, which begins at the top on the left.
    pub explorer: (u16, u16),
    /// The panel.
    pub panel: Rect,
}

impl Room {
    /// In a terminal of this size. Where a terminal has too few rows for both, the panel
    /// lies over the last rows of the explorer.
    pub fn of((columns, rows): (u16, u16)) -> Self {
        if columns >= WIDE {
            let left = columns - PANEL_COLUMNS;
            return Self {
                explorer: (left, rows),
                panel: Rect::new(left, 0, PANEL_COLUMNS, rows),
            };
        }
        let height = rows
            .saturating_sub(SMALLEST.1)
            .clamp(FEWEST_ROWS, PANEL_ROWS)
            .min(rows);
        let above = rows - height;
        Self {
            explorer: (columns, above.max(SMALLEST.1).min(rows)),
            panel: Rect::new(0, above, columns, height),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_on_the_screen_and_the_explorer_never_gets_too_small() {
        for columns in 40..=240 {
            for rows in 12..=70 {
                let room = Room::of((columns, rows));
                assert!(room.explorer.0 >= SMALLEST.0 && room.explorer.1 >= SMALLEST.1);
                assert!(room.explorer.0 <= columns && room.explorer.1 <= rows);
                assert!(room.panel.right() <= columns && room.panel.bottom() <= rows);
                assert!(room.panel.height >= FEWEST_ROWS);
            }
        }
        assert_eq!(Room::of((80, 24)).explorer, (80, 16));
        assert_eq!(Room::of((80, 24)).panel, Rect::new(0, 16, 80, 8));
        assert_eq!(Room::of((200, 60)).explorer, (158, 60));
    }
}
