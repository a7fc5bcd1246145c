//! The last line has the hints of what has the keys, while sweeps run.

use super::terminal::start;
use super::views::is_framed;
use super::{home, running};

const SIZE: (u16, u16) = (80, 24);

fn last(text: &str) -> &str {
    text.lines().nth(23).unwrap_or_default()
}

#[test]
fn sheets_and_the_page_of_a_word_have_their_own_hints() {
    let home = home();
    let args = ["newsroom", "--seed", "4", "--speed", "20"];
    let mut terminal = start(home.path(), SIZE, &args);
    running(&terminal);
    for (keys, title) in [
        ("?", "┌ keys "),
        ("i", "the numbers of this pane"),
        ("l", "what was loaded"),
    ] {
        terminal.press(keys);
        terminal.wait(title, |text| {
            text.contains(title)
                && last(text).starts_with(" esc close · ↑↓ scroll · ")
                && !text.contains("space pause")
        });
        terminal.press("<esc>");
        terminal.wait("the panes", |text| last(text).contains("space pause"));
    }
    terminal.press("7");
    terminal.wait("the table", |text| {
        is_framed(text, SIZE) && text.contains("⏎ open · / search") && text.contains("│ bank ")
    });
    terminal.press("<enter>");
    terminal.wait("the page", |text| {
        is_framed(text, SIZE)
            && text.contains("⏎ read · ] next word")
            && !text.contains("/ search")
            && text.contains("line 1 of ")
    });
    terminal.press("]");
    terminal.wait("the next word", |text| {
        is_framed(text, SIZE) && text.contains("│ season ")
    });
}

/// In small windows sentences are short, but whole.
#[test]
fn headings_are_whole_in_small_windows() {
    for size in [(40, 12), (50, 14)] {
        let home = home();
        let args = ["newsroom", "--seed", "4", "--speed", "20"];
        let mut terminal = start(home.path(), size, &args);
        terminal.wait("the panes", |text| text.contains("running"));
        for (key, parts) in [
            ("5", &["share▼", "by probability"][..]),
            ("6", &["[map]", "nearest"]),
            ("7", &["tokens▼", "counted in"]),
            ("9", &[" new · moved 0.", "cosine▲"]),
            ("0", &["R-hat", " a "]),
        ] {
            terminal.press(key);
            terminal.wait(key, |text| {
                is_framed(text, size) && parts.iter().all(|part| text.contains(part))
            });
        }
        terminal.press("<tab>");
        terminal.wait("the parts", |text| {
            is_framed(text, size) && text.contains("document part") && text.contains("flat")
        });
    }
}
