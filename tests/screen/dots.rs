//! Every token as a dot, and topics as images, while sweeps run.

use super::terminal::start;
use super::views::is_framed;
use super::{SIZES, home, number_after, running};

/// The last line of the frame comes last.
const KEYS: &str = "tab dots/images";

#[test]
fn the_river_bank_is_dots_that_can_be_read_about() {
    for size in SIZES {
        let home = home();
        let args = ["river-bank", "--seed", "1", "--speed", "20"];
        let mut terminal = start(home.path(), size, &args);
        running(&terminal);
        terminal.press("Z");
        let whole = |text: &str| is_framed(text, size) && text.contains(KEYS);
        let first = terminal.wait("all words, documents and topics", |text| {
            let words = ["money", "bank", "loan", "river", "stream"];
            whole(text)
                && words.iter().all(|word| text.contains(word))
                && text.contains("[dots]")
                && text.contains("│16 ")
                && text.contains("(1 of 5)")
                && ["⓿ 0", "❶ 1"].iter().all(|topic| text.contains(topic))
        });
        let sweep = number_after(&first, "sweep ");
        terminal.wait("a newer picture", |text| {
            whole(text) && number_after(text, "sweep ") > sweep
        });
        terminal.press("]<down>");
        terminal.wait("the next word and document", |text| {
            whole(text) && text.contains("(2 of 5)") && text.contains("document 2 of 16")
        });
        // Without numbers.
        terminal.press("m");
        terminal.wait("plain dots", |text| {
            whole(text) && text.contains("● 0") && !text.contains("⓿")
        });
        terminal.press("i");
        terminal.wait_for("dots of a cell");
        terminal.press("<esc>");
        terminal.wait("the dots again", |text| {
            whole(text) && !text.contains("the numbers of this pane")
        });
        terminal.press("<tab>");
        terminal.wait("no images", |text| {
            whole(text) && text.contains("[images]") && text.contains("Here are 5 words")
        });
        terminal.press("<tab>");
        terminal.wait("dots", |text| whole(text) && text.contains("[dots]"));
        terminal.press("<enter>");
        terminal.wait_for("3 document 2 of 16");
        terminal.press("<esc>");
        terminal.wait("the dots once more", whole);
        terminal.press("<esc>");
        terminal.wait_for("2 topics by share");
    }
}

#[test]
fn a_long_vocabulary_is_scrolled_in_both_directions() {
    for size in SIZES {
        let home = home();
        let args = ["newsroom", "--seed", "4", "--speed", "20"];
        let mut terminal = start(home.path(), size, &args);
        running(&terminal);
        terminal.press("Z");
        let whole = |text: &str| is_framed(text, size) && text.contains(KEYS);
        terminal.wait("dots", |text| whole(text) && text.contains("(1 of 1490)"));
        terminal.press(">]]<end>");
        terminal.wait("another corner", |text| {
            whole(text) && text.contains("(23 of 1490)") && text.contains("document 171 of 171")
        });
        terminal.press("uo");
        terminal.wait("another order", whole);
    }
}

#[test]
fn bars_are_seen_beside_the_truth() {
    for size in SIZES {
        let home = home();
        let args = ["bars", "--seed", "1", "--alpha", "1"];
        let mut terminal = start(home.path(), size, &args);
        running(&terminal);
        terminal.press("Z<tab>");
        let whole = |text: &str| is_framed(text, size) && text.contains(KEYS);
        terminal.wait("every topic, full rows, and cosines", |text| {
            whole(text)
                && text.contains("[images]")
                && (0..10).all(|id| text.contains(&format!("●{id}")))
                && text.contains("█████")
                && text.matches("0.9").count() >= 5
        });
        terminal.press("i");
        terminal.wait_for("φ, and cos");
    }
}
