//! The list of documents and the reader, while sweeps run.

use super::terminal::start;
use super::views::is_framed;
use super::{home, running};

const SIZE: (u16, u16) = (80, 24);

#[test]
fn the_list_has_bars_orders_a_filter_and_passages() {
    let home = home();
    let args = ["newsroom", "--seed", "4", "--speed", "20"];
    let mut terminal = start(home.path(), SIZE, &args);
    running(&terminal);
    terminal.press("4");
    terminal.wait("bars in every row", |text| {
        let rows = text.lines().skip(3).take(18);
        is_framed(text, SIZE)
            && rows
                .into_iter()
                .all(|row| row.contains('█') && row.contains('%'))
    });
    // File, share, length, entropy; the worst explained come two later.
    terminal.press("ooo");
    terminal.wait("values of all rows", |text| {
        let rows = text.lines().skip(3).take(18);
        let valued = |row: &str| row.split_whitespace().any(|word| word.starts_with("1."));
        text.contains("by entropy of θ") && rows.into_iter().all(valued)
    });
    terminal.press("o");
    terminal.wait_for("by change since sweep ");
    terminal.press("o");
    terminal.wait("fits", |text| {
        text.contains("by fit, the worst first") && text.contains(" -6.") && is_framed(text, SIZE)
    });
    terminal.press("F");
    terminal.wait_for("COLUMN:VALUE");
    terminal.press("court<enter>");
    terminal.wait("30 documents", |text| {
        text.contains("1 of 30 with 'court' (171 in all)") && is_framed(text, SIZE)
    });
    terminal.press("<esc>");
    terminal.wait("all documents", |text| {
        text.contains(" 1 of 171 ") && is_framed(text, SIZE)
    });
    terminal.press("B");
    terminal.wait("a passage", |text| {
        text.contains("by passage of topic")
            && text.contains("│ document ")
            && is_framed(text, SIZE)
    });
    terminal.press("<enter>");
    terminal.wait("the passage in its document", |text| {
        text.contains("▶") && text.contains("3 document") && is_framed(text, SIZE)
    });
}

#[test]
fn the_reader_has_three_kinds_of_shares_and_near_documents() {
    let home = home();
    let args = ["newsroom", "--seed", "4", "--speed", "20"];
    let mut terminal = start(home.path(), SIZE, &args);
    running(&terminal);
    terminal.press("3");
    terminal.wait_for("u bars · D nearest");
    terminal.press("u");
    terminal.wait_for("raw n/N");
    terminal.press("u");
    terminal.wait_for("θ, mean of ");
    terminal.press("i");
    terminal.wait_for("the numbers of this pane");
    terminal.press("<esc>");
    terminal.wait("the document again", |text| {
        !text.contains("the numbers of this pane") && text.contains("u bars · D nearest")
    });
    terminal.press("D");
    terminal.wait("itself first", |text| {
        text.contains("nearest to ") && text.contains(" 0.000  ") && is_framed(text, SIZE)
    });
    terminal.press("<down><enter>");
    terminal.wait("another document", |text| {
        text.contains("3 document ") && is_framed(text, SIZE)
    });
}

#[test]
fn words_that_moved_are_marked_without_colours_too() {
    let home = home();
    let args = ["newsroom", "--seed", "4", "--speed", "5", "--theme", "mono"];
    let mut terminal = start(home.path(), SIZE, &args);
    running(&terminal);
    terminal.press("3<enter>");
    terminal.wait("a word that moved", |text| {
        let body = text.lines().skip(3).take(18);
        is_framed(text, SIZE) && body.into_iter().any(|line| line.contains('*'))
    });
}

#[test]
fn a_ranking_goes_with_its_topic() {
    let home = home();
    let args = ["newsroom", "--seed", "1", "--sweeps", "50"];
    let mut terminal = start(home.path(), (80, 24), &args);
    // The chain rests, so the new topic stays the smallest.
    terminal.wait_for("finished");
    terminal.press("k<right>");
    terminal.wait_for("(no token)");
    terminal.press("<end>D");
    terminal.wait("a ranked list", |text| {
        text.contains("by share of topic 8") && text.contains("   share  topics")
    });
    terminal.press("<left>");
    terminal.wait("the file's order", |text| {
        text.contains("4 documents as in the file")
            && text.contains(" is gone")
            && !text.contains("   share  ")
    });
}
