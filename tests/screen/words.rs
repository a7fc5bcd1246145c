//! The view of the words, while sweeps run.

use super::terminal::start;
use super::views::is_framed;
use super::{SIZES, home, newer, running, view};

#[test]
fn words_are_sorted_searched_and_read_where_they_stand() {
    for size in SIZES {
        let home = home();
        let mut terminal = view(home.path(), size, &["newsroom"], "7");
        let first = terminal.wait("a whole table", |text| {
            // The most frequent word of the corpus, whatever the chain does.
            let row = text.lines().nth(4).unwrap_or_default();
            is_framed(text, size)
                && text.contains("tokens▼")
                && text.contains("1,490 words")
                && row.starts_with("│ bank")
                && row.contains(" 36 ")
        });
        newer(&terminal, &first, size);
        terminal.press("<end>");
        terminal.wait("the end of the table", |text| {
            is_framed(text, size) && !text.contains("judge")
        });
        terminal.press("<left>");
        terminal.wait("words from a to z", |text| {
            let row = text.lines().nth(4).unwrap_or_default();
            text.contains("word▼") && row.starts_with("│ abandoned")
        });
        terminal.press("<left>");
        terminal.wait_for("spec.▼");
        terminal.press("u");
        terminal.wait_for("spec.▲");
        terminal.press("<tab>");
        terminal.wait("candidates", |text| {
            is_framed(text, size) && text.contains("score▼") && text.contains("evenness")
        });
        terminal.press("<tab>");
        terminal.wait_for("spec.▼");
        terminal.press("/");
        terminal.wait_for("⏎ takes it");
        terminal.press("star<enter>");
        terminal.wait("what holds it", |text| {
            text.contains("words with 'star'") && is_framed(text, size)
        });
        terminal.press("<right><right>");
        terminal.wait_for("tokens▼");
        terminal.press("<enter>");
        terminal.wait("the page of a word", |text| {
            is_framed(text, size)
                && text.contains("17 tokens")
                && text.contains("the documents that have it most")
                && text.contains("Two Galaxies Caught")
        });
        terminal.press("i");
        terminal.wait_for("n_kv / n_v where topics are drawn");
        terminal.press("<esc>");
        terminal.wait("the page again", |text| {
            is_framed(text, size)
                && text.contains("line 1 of ")
                && !text.contains("the numbers of this pane")
        });
        terminal.press("<down><enter>");
        terminal.wait("its document", |text| {
            text.contains("3 document 139 of 171") && text.contains("2 topics by share")
        });
    }
}

#[test]
fn counts_show_other_words_and_small_screens_show_lines() {
    let home = home();
    std::fs::write(home.path().join("a.ldac"), "3 0:2 1:3 2:1\n2 0:1 2:1\n").unwrap();
    std::fs::write(home.path().join("a.vocab"), "river\nbank\nwater\n").unwrap();
    let (counts, size) = (["a.ldac", "--topics", "2", "--seed", "1"], (80, 24));
    let mut terminal = start(home.path(), size, &counts);
    running(&terminal);
    terminal.press("7");
    terminal.wait("a table", |text| {
        is_framed(text, size) && text.contains("tokens▼")
    });
    terminal.press("<enter>");
    terminal.wait("other words", |text| {
        text.contains("0, 2 of 6 tokens") && text.contains("with bank×3 water×1")
    });
    let size = (40, 12);
    let mut terminal = start(
        home.path(),
        size,
        &["newsroom", "--seed", "4", "--speed", "20"],
    );
    terminal.wait("a chain", |text| {
        text.contains("running") && text.contains("/tok")
    });
    terminal.press("7");
    terminal.wait("a table", |text| {
        is_framed(text, size) && text.contains("tokens▼")
    });
    terminal.press("<enter>");
    terminal.wait("a page", |text| {
        is_framed(text, size) && text.contains("36 tokens") && text.contains("bank")
    });
}
