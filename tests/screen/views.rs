//! The views over the whole screen, while sweeps run.

use super::terminal::start;
use super::{SIZES, home, number_after, running};
use unicode_width::UnicodeWidthStr;

/// Whether every line between the first and the parameters stands in a whole frame.
pub fn is_framed(text: &str, (columns, rows): (u16, u16)) -> bool {
    let mut body = text.lines().skip(1).take(usize::from(rows) - 3);
    body.all(|line| line.width() == usize::from(columns) && line.ends_with(['│', '┐', '┘']))
}

#[test]
fn topics_are_sorted_and_their_words_follow_lambda() {
    for size in SIZES {
        let home = home();
        let args = ["newsroom", "--seed", "4", "--speed", "20"];
        let mut terminal = start(home.path(), size, &args);
        running(&terminal);
        terminal.press("5");
        let first = terminal.wait("a whole table", |text| {
            is_framed(text, size) && text.contains("share▼") && text.contains("by probability")
        });
        let sweep = number_after(&first, "sweep ");
        terminal.wait("a newer picture", |text| {
            number_after(text, "sweep ") > sweep && is_framed(text, size)
        });
        terminal.press("<right><right>");
        terminal.wait_for("entropy▼");
        terminal.press("u");
        terminal.wait_for("entropy▲");
        terminal.press("<tab><left>");
        terminal.wait_for("by relevance, λ 0.55");
        // The chain can be held and tuned from here.
        terminal.press("<space>");
        terminal.wait_for("paused");
        terminal.press("i");
        terminal.wait_for("the numbers of this pane");
        terminal.press("<esc>");
        terminal.wait("the view again", |text| {
            !text.contains("the numbers of this pane") && is_framed(text, size)
        });
        terminal.press("<esc>");
        terminal.wait_for("2 topics by share");
    }
}
