//! Exact answers beside a running chain.

use super::terminal::start;
use super::views::is_framed;
use super::{SIZES, home, number_after, running};

#[test]
fn exact_answers_beside_the_chain() {
    for size in SIZES {
        let home = home();
        let args = ["toy", "--seed", "4", "--speed", "50"];
        let mut terminal = start(home.path(), size, &args);
        running(&terminal);
        terminal.press("X");
        let whole = |text: &str| {
            let parts = [
                "X exact",
                "all 2^30 assignments summed",
                "exact 14.5987",
                "−42.0025",
                "−43.0382",
                "KL(q ‖ p)",
                "1.0357",
                "0.9713",
            ];
            is_framed(text, size) && parts.iter().all(|part| text.contains(part))
        };
        let counted = |text: &str| {
            let at = text.find(" counted")?;
            let before = text[..at].trim_end_matches("sweeps").trim_end();
            let digits = before.rsplit(' ').next()?.replace(',', "");
            digits.parse::<u64>().ok()
        };
        let first = terminal.wait("both sides", |text| {
            whole(text) && counted(text).is_some_and(|sweeps| sweeps > 8)
        });
        let sweeps = counted(&first);
        terminal.wait("more sweeps", |text| whole(text) && counted(text) > sweeps);
        // A change of the chain starts the count anew, with other exact answers.
        terminal.press("=1<enter>");
        terminal.wait("the answers of another prior", |text| {
            is_framed(text, size) && !text.contains("−42.0025") && text.contains("harmonic mean")
        });
        terminal.press("<down>i");
        terminal.wait_for("p(z_i = z_j | w)");
        terminal.press("<esc>");
        terminal.wait("the view again", |text| {
            is_framed(text, size) && !text.contains("numbers of this pane")
        });
        terminal.press("<esc>");
        terminal.wait_for("2 topics by share");
    }
}

#[test]
fn a_small_screen_has_one_part_and_a_large_corpus_a_sentence() {
    let home = home();
    let mut terminal = start(home.path(), (40, 12), &["toy", "--seed", "4"]);
    terminal.wait("a running chain", |text| {
        number_after(text, "sw ") > Some(3)
    });
    terminal.press("X");
    terminal.wait_for("all 2^30 summed");
    terminal.press("<tab>");
    terminal.wait_for("variational bound");
    drop(terminal);
    let mut terminal = start(home.path(), (80, 24), &["newsroom", "--seed", "4"]);
    running(&terminal);
    terminal.press("X");
    terminal.wait_for("limit is 2^22");
}
