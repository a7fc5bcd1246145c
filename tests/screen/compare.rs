//! The comparison over the whole screen, while sweeps run.

use super::terminal::{Terminal, start};
use super::views::is_framed;
use super::{SIZES, home, number_after};

/// Waits for a whole picture that has all of these.
fn whole(terminal: &Terminal, size: (u16, u16), parts: &[&str]) -> String {
    terminal.wait(&parts.join(", "), |text| {
        is_framed(text, size) && parts.iter().all(|part| text.contains(part))
    })
}

#[test]
fn a_change_of_k_shows_what_was_lost_and_what_is_new() {
    for size in SIZES {
        let home = home();
        let model = home.path().join("model");
        let model = model.to_str().unwrap();
        let args = ["newsroom", "--seed", "4", "--speed", "100", "--out", model];
        let mut terminal = start(home.path(), size, &args);
        // The first sweeps are far from what comes later.
        terminal.wait("a chain that has settled", |text| {
            number_after(text, "sweep ").is_some_and(|sweep| sweep > 200)
        });
        terminal.press("9");
        let first = whole(
            &terminal,
            size,
            &["8 topics matched, 0 lost, 0 new", "base: sweep ", "cosine▲"],
        );
        let sweep = number_after(&first, "base: sweep ");
        terminal.press("k=12<enter>");
        let grown = whole(&terminal, size, &["now K 12", " 4 new ", "near "]);
        assert_eq!(number_after(&grown, "base: sweep "), sweep);
        // The moment on the screen is the base from now on.
        terminal.press("b");
        whole(&terminal, size, &["K 12, α 0.5 → now K 12"]);
        terminal.press("k=5<enter>");
        // What is said of it takes two lines.
        terminal.wait("fewer topics", |text| {
            text.contains("now K 5") && text.contains(" lost ") && text.contains(" (0.9")
        });
        terminal.press("o");
        whole(&terminal, size, &["after▼"]);
        // A model that is not there leaves the base as it is; one that is takes its place.
        terminal.press("B");
        terminal.wait_for("⏎ takes it");
        terminal.press("nowhere<enter>");
        whole(&terminal, size, &["there is no model file", "base: sweep "]);
        terminal.press("w");
        terminal.wait_for("⏎ takes it");
        terminal.press("<enter>");
        terminal.wait_for("written to ");
        terminal.press("B");
        terminal.wait_for("⏎ takes it");
        terminal.press(&format!("{model}<enter>"));
        whole(&terminal, size, &["→ now K 5", "words shared,"]);
        terminal.press("i");
        terminal.wait_for("Kuhn 1955");
        terminal.press("<esc>");
        terminal.wait("the view again", |text| {
            !text.contains("Kuhn 1955") && is_framed(text, size)
        });
        // A document is read from the list.
        terminal.press("<tab><down><enter>");
        terminal.wait_for("3 document ");
        terminal.press("q");
    }
}
