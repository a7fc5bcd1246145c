//! Pictures of the screen, taken while sweeps run.

use super::terminal::start;
use super::{home, number_after, running};
use std::fs::read_to_string;
use unicode_width::UnicodeWidthStr;

#[test]
fn the_screen_is_written_as_text_and_as_svg() {
    let home = home();
    let mut terminal = start(home.path(), (80, 24), &["newsroom", "--seed", "4"]);
    running(&terminal);
    terminal.press("P");
    terminal.wait_for("picture newsroom-topics-");
    terminal.press("<clear>shot.txt<enter>");
    let later = terminal.wait_for("picture written to shot.txt");
    let text = read_to_string(home.path().join("shot.txt")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 24);
    assert!(
        lines[1].width() == 80 && lines[1].contains("2 topics by share"),
        "{text}"
    );
    // The screen before the question, whatever has happened since.
    assert!(!text.contains("⏎ takes it"), "{text}");
    assert!(number_after(&text, "sweep ") <= number_after(&later, "sweep "));

    // What lies over the screen is in it; a file that is there is replaced when that is
    // agreed to, and not before.
    terminal.press("?");
    terminal.wait_for("esc closes");
    for answer in ["<esc>", "<enter>"] {
        std::fs::write(home.path().join("help.svg"), "of another day").unwrap();
        terminal.press("P");
        terminal.wait_for("a file for the picture");
        terminal.press("<clear>help.svg<enter>");
        terminal.wait_for("⏎ replaces it");
        let now = read_to_string(home.path().join("help.svg")).unwrap();
        assert_eq!(now, "of another day");
        terminal.press(answer);
        terminal.wait("no question", |text| !text.contains("⏎ replaces it"));
    }
    terminal.wait_for("picture written to help.svg");
    let picture = read_to_string(home.path().join("help.svg")).unwrap();
    assert!(picture.contains("<title>") && picture.contains("newsroom: help at sweep"));
    assert!(picture.contains("write\u{a0}a\u{a0}picture") || picture.contains("pause\u{a0}the"));
    assert!(picture.contains(r#"viewBox="0 0 800 480""#));

    // Where it cannot be written, that is said.
    terminal.press("P");
    terminal.wait_for("a file for the picture");
    terminal.press("<clear>no/such/folder.svg<enter>");
    terminal.wait_for("cannot write no/such/folder.svg");
}
