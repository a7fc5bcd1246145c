//! The map of the topics with its parts, while sweeps run.

use super::views::is_framed;
use super::{SIZES, home, newer, view};

#[test]
fn the_map_and_its_parts() {
    for size in SIZES {
        let home = home();
        let mut terminal = view(home.path(), size, &["newsroom"], "6");
        // The last line of the frame comes last.
        let whole = |text: &str, word: &str| {
            is_framed(text, size) && text.contains(word) && text.contains("map/words/meetings")
        };
        let first = terminal.wait("a whole map with every topic", |text| {
            let kept = ["of distances²", "of the squared distances"];
            kept.iter().any(|kept| whole(text, kept))
                && (0..8).all(|id| text.contains(&format!("●{id}")))
        });
        newer(&terminal, &first, size);
        terminal.press("<tab>");
        terminal.wait("the words", |text| {
            whole(text, "[words × topics]") && text.contains("smoothed p(topic|word)")
        });
        terminal.press("<tab>");
        terminal.wait("the meetings", |text| {
            whole(text, "[meetings in documents]") && text.contains("of 171 documents")
        });
        terminal.press("i");
        terminal.wait_for("the numbers of this pane");
        terminal.press("<esc>");
        terminal.wait("the meetings again", |text| {
            whole(text, "[meetings in documents]") && !text.contains("numbers of this pane")
        });
        // The names that the user gives stand before words.
        terminal.press("L");
        terminal.wait_for("name of topic");
        terminal.press("shed<enter>");
        terminal.wait("a name in the meetings", |text| {
            whole(text, "[meetings in documents]") && text.contains("“shed” ")
        });
        terminal.press("<tab>");
        terminal.wait("a name beside the map", |text| {
            whole(text, "[map]") && text.contains("“shed”")
        });
        terminal.press("<esc>");
        terminal.wait_for("2 topics by share");
    }
}
