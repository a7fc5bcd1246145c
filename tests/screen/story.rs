//! The generative process roll by roll, and a chain that finds what was drawn.

use super::terminal::start;
use super::views::is_framed;
use super::{SIZES, home, running};

#[test]
fn a_corpus_is_drawn_hidden_and_found() {
    for size in SIZES {
        let home = home();
        let args = ["toy", "--seed", "1", "--speed", "20"];
        let mut terminal = start(home.path(), size, &args);
        running(&terminal);
        terminal.press("G");
        let whole = |text: &str, word: &str| is_framed(text, size) && text.contains(word);
        terminal.wait("no roll", |text| {
            whole(text, "⏎ rolls the dice") && text.contains("not drawn yet")
        });
        for roll in [
            "φ_0 ~ Dir(η)",
            "φ_1 ~ Dir(η)",
            "φ_2 ~ Dir(η)",
            "N_1 ~ Poisson(20)",
        ] {
            terminal.press("<enter>");
            terminal.wait(roll, |text| whole(text, roll));
        }
        terminal.press("<enter><enter>");
        terminal.wait("a topic", |text| {
            whole(text, "z ~ θ_1: 0.331 falls on topic 1") && text.contains("↑ 0.331 → z = 1")
        });
        terminal.press("<enter>");
        terminal.wait("a word", |text| {
            whole(text, "w ~ φ_1: ") && text.contains("¹")
        });
        // Another α is another corpus.
        terminal.press("<right>");
        terminal.wait("another α", |text| {
            whole(text, "[α 1]") && text.contains("not drawn yet")
        });
        terminal.press("<left>");
        terminal.wait("the α before", |text| whole(text, "[α 0.5]"));
        terminal.press("]");
        terminal.wait("the document", |text| whole(text, "N 25   words 25"));
        terminal.press("I");
        terminal.wait("what is found", |text| {
            whole(text, "mean cosine")
                && text.contains("drawn, seed 1")
                && text.contains("true 2 is topic")
                && text.contains("kept from sweep 100 on")
        });
        terminal.wait("kept draws", |text| {
            whole(text, "expected 90.0%") && text.contains("draws")
        });
        terminal.press("i");
        terminal.wait_for("the numbers of this pane");
    }
}
