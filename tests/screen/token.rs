//! One token at a time: the numbers of a draw, the draw, and a question before it.

use super::terminal::start;
use super::views::is_framed;
use super::{SIZES, home, number_after, running};

#[test]
fn a_token_is_drawn_and_then_the_next() {
    for size in SIZES {
        let home = home();
        let args = ["river-bank", "--topics", "3", "--seed", "5", "--speed", "20"];
        let mut terminal = start(home.path(), size, &args);
        running(&terminal);
        terminal.press(".");
        // The last line of the frame comes last.
        let whole = |text: &str, word: &str| {
            is_framed(text, size) && text.contains(word) && text.contains("draw/next")
        };
        terminal.wait("the draws of a run", |text| whole(text, "is taken out of"));
        terminal.press("<space>");
        let first = terminal.wait("a draw to come", |text| {
            whole(text, ". draws the random number") && text.contains("paused")
        });
        let token = number_after(&first, "· token ");
        terminal.press(".");
        let drawn = terminal.wait("a draw", |text| {
            whole(text, "is put in") && text.contains("▲ ") && text.contains("u₁")
        });
        assert_eq!(number_after(&drawn, "· token "), token);
        for line in ["product", "(n_kv + η_v) / (n_k + Ση)", "n_dk + α_k"] {
            assert!(drawn.contains(line), "{line}");
        }
        terminal.press(".");
        let next = terminal.wait("the next", |text| {
            whole(text, ". draws the random number")
        });
        assert_ne!(next, first);
        assert_eq!(
            number_after(&next, "· token "),
            token.map(|token| token % 16 + 1)
        );
        // What changes lands elsewhere.
        terminal.press("N");
        terminal.wait("a change", |text| whole(text, "lands in"));
        terminal.press("]");
        terminal.wait("the end of the document", |text| {
            whole(text, "is put in") && text.contains("token 16 of 16")
        });
        terminal.press("p.");
        terminal.wait("a question", |text| whole(text, "? ↑↓ picks, ⏎ answers"));
        terminal.press("<down><enter>");
        terminal.wait("the answer", |text| {
            whole(text, "1 question") && text.contains("the likeliest")
        });
        terminal.press("i");
        terminal.wait_for("the numbers of this pane");
        terminal.wait_for("taken out");
        terminal.press("<esc>");
        terminal.wait("the view again", |text| {
            whole(text, "1 question") && !text.contains("numbers of this pane")
        });
        terminal.press("<esc>");
        terminal.wait_for("2 topics by share");
    }
}
