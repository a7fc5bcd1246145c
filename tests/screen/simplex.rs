//! Documents on the triangle of topics, topics on that of words, while sweeps run.

use super::terminal::start;
use super::views::is_framed;
use super::{SIZES, home, number_after, running};

/// The last line of the frame comes last.
const KEYS: &str = "tab topics/words";

#[test]
fn alpha_moves_the_density_from_corners_to_the_centre() {
    for size in SIZES {
        let home = home();
        let args = ["newsroom", "--topics", "3", "--seed", "4", "--speed", "20"];
        let mut terminal = start(home.path(), size, &args);
        running(&terminal);
        terminal.press("Y");
        let whole = |text: &str| is_framed(text, size) && text.contains(KEYS);
        let first = terminal.wait("documents and the prior", |text| {
            whole(text) && text.contains("[θ on topics]") && text.contains("document 1 of 171")
        });
        let sweep = number_after(&first, "sweep ");
        terminal.wait("a newer picture", |text| {
            whole(text) && number_after(text, "sweep ") > sweep
        });
        // Without documents the density is all there is; the lines of the picture are the
        // ones that have a shade.
        let columns = usize::from(size.0) / 2;
        let shades = |text: &str| {
            let picture = |line: &str| line.chars().take(columns).collect::<String>();
            text.lines().skip(3).map(picture).collect::<String>()
        };
        terminal.press("u=");
        terminal.wait_for("⏎ takes it");
        terminal.press("1<enter>");
        terminal.wait("a flat density", |text| {
            whole(text) && text.contains("is flat") && !shades(text).contains('▓')
        });
        terminal.press("=");
        terminal.wait_for("⏎ takes it");
        terminal.press("20<enter>");
        terminal.wait("a density in the centre", |text| {
            let shades = shades(text);
            let (full, pale) = (shades.matches('▓').count(), shades.matches('░').count());
            whole(text) && text.contains("documents are hidden") && full > 5 && pale > full / 2
        });
        terminal.press("u]");
        terminal.wait("the next document", |text| {
            whole(text) && text.contains("document 2 of 171")
        });
        terminal.press("i");
        terminal.wait_for("density of the prior");
        terminal.press("<esc>");
        terminal.wait("the simplex again", |text| {
            whole(text) && !text.contains("the numbers of this pane")
        });
        terminal.press("<esc>");
        terminal.wait_for("2 topics by share");
    }
}

#[test]
fn words_and_more_topics_have_triangles_too() {
    for size in SIZES {
        let home = home();
        let args = ["newsroom", "--seed", "4", "--speed", "20"];
        let mut terminal = start(home.path(), size, &args);
        running(&terminal);
        terminal.press("Y");
        let whole = |text: &str| is_framed(text, size) && text.contains(KEYS);
        terminal.wait("three of eight topics", |text| {
            whole(text) && text.contains("3 of 8 topics")
        });
        terminal.press("<down>n");
        terminal.wait("another topic", whole);
        terminal.press("<tab>");
        terminal.wait("topics on words", |text| {
            whole(text)
                && text.contains("[φ on words]")
                && text.contains("3 of 1,490 words")
                && text.contains("Dir(η)")
        });
        terminal.press("n");
        terminal.wait("another word", whole);
        terminal.press(&"[".repeat(8));
        terminal.wait("the first topic", |text| {
            whole(text) && text.contains("topic ●0")
        });
        terminal.press("]");
        terminal.wait("the next topic", |text| {
            whole(text) && text.contains("topic ●1")
        });
        terminal.press("i");
        terminal.wait_for("φ over three words");
    }
}

#[test]
fn two_topics_are_a_line() {
    for size in SIZES {
        let home = home();
        let args = ["river-bank", "--seed", "4", "--speed", "20"];
        let mut terminal = start(home.path(), size, &args);
        running(&terminal);
        terminal.press("Y");
        terminal.wait("curves and documents", |text| {
            is_framed(text, size)
                && text.contains(KEYS)
                && ["prior Dir(α)", "document 1: Dir(α + n_d)", "◉", "river"]
                    .iter()
                    .all(|part| text.contains(part))
        });
        terminal.press("k<left>");
        terminal.wait_for("There is one topic");
    }
}
