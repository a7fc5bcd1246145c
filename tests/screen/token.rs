//! One token at a time: the numbers of a draw, the draw, and a question before it.

use super::terminal::start;
use super::views::is_framed;
use super::{SIZES, common, home, number_after, running};

#[test]
fn a_token_is_drawn_and_then_the_next() {
    for size in SIZES {
        let home = home();
        let args = [
            "river-bank",
            "--topics",
            "3",
            "--seed",
            "5",
            "--speed",
            "20",
        ];
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
        let next = terminal.wait("the next", |text| whole(text, ". draws the random number"));
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

/// The session of a chain that was stepped through is replayed to the same digest.
#[test]
fn a_walk_is_replayed() {
    let home = home();
    let args = ["river-bank", "--topics", "3", "--sweeps", "4"];
    let mut terminal = start(home.path(), SIZES[0], &args);
    terminal.wait_for("finished");
    terminal.press(".");
    terminal.wait_for(". draws the random number");
    terminal.press("]");
    terminal.wait_for("token 16 of 16");
    terminal.press(".");
    terminal.wait_for("document 2 · token 1 of");
    terminal.press(".");
    terminal.wait_for("is put in");
    terminal.press("q");
    let (output, code) = terminal.end();
    assert_eq!(code, 0);
    let path = output.split("gibbscope replay ").nth(1).unwrap();
    let path = path.split_whitespace().next().unwrap();
    // It fails where another digest comes out.
    let replayed = common::json(&["replay", path, "--json"]);
    assert_eq!(replayed["sweeps"], 4);
}

#[test]
fn a_document_of_variational_inference_is_written_out() {
    let home = home();
    let args = ["river-bank", "--topics", "2", "--engine", "variational"];
    let mut terminal = start(home.path(), SIZES[0], &args);
    running(&terminal);
    terminal.press(".");
    let whole = |text: &str, word: &str| is_framed(text, SIZES[0]) && text.contains(word);
    terminal.wait("the first word", |text| {
        whole(text, "word 1 of 3, in iteration 1 of") && text.contains("exp(E[ln θ_k])")
    });
    terminal.press("...");
    terminal.wait("the next iteration", |text| {
        whole(text, "word 1 of 3, in iteration 2 of")
    });
    terminal.press("<left>");
    terminal.wait("and back", |text| {
        whole(text, "word 3 of 3, in iteration 1 of")
    });
    terminal.press("]");
    terminal.wait("the next document", |text| whole(text, " document 2 "));
    terminal.press("i");
    terminal.wait_for("ψ(γ_k)");
}
