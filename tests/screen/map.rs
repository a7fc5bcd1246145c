//! The map of the topics with its parts, while sweeps run.

use super::terminal::start;
use super::views::is_framed;
use super::{SIZES, home, number_after, running};

#[test]
fn the_map_and_its_parts() {
    for size in SIZES {
        let home = home();
        let args = ["newsroom", "--seed", "4", "--speed", "20"];
        let mut terminal = start(home.path(), size, &args);
        running(&terminal);
        terminal.press("6");
        let whole = |text: &str, word: &str| is_framed(text, size) && text.contains(word);
        let first = terminal.wait("a whole map", |text| {
            whole(text, "of distances²") || whole(text, "of the squared distances")
        });
        for id in 0..8 {
            assert!(
                first.contains(&format!("●{id}")) || first.contains(&format!("■{id}")),
                "{first}"
            );
        }
        let sweep = number_after(&first, "sweep ");
        terminal.wait("a newer map", |text| {
            whole(text, "nearest") && number_after(text, "sweep ") > sweep
        });
        terminal.press("<tab>");
        terminal.wait("the words", |text| {
            whole(text, "[words × topics]") && text.contains("share of the word's tokens")
        });
        terminal.press("<tab>");
        terminal.wait("the meetings", |text| {
            whole(text, "[meetings in documents]") && text.contains("of 171 documents")
        });
        terminal.press("i");
        terminal.wait_for("the numbers of this pane");
        terminal.press("<esc>");
        terminal.wait("the meetings again", |text| {
            whole(text, "[meetings in documents]")
        });
        terminal.press("<esc>");
        terminal.wait_for("2 topics by share");
    }
}
