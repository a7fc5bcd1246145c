//! Groups of documents on the screen, while sweeps run.

use super::terminal::start;
use super::views::is_framed;
use super::{SIZES, home, newer, running, view};
use std::fmt::Write;

/// A table with a section and a date for each document.
fn table(home: &std::path::Path) -> String {
    let mut text = String::from("id,section,day,text\n");
    for d in 0..60 {
        let (section, words) = match d % 3 {
            0 => ("sport", "goal match league keeper goal"),
            1 => ("law", "court judge trial jury court"),
            _ => ("music", "song choir concert album song"),
        };
        let (month, day) = (d / 5 % 12 + 1, d % 28 + 1);
        let _ = writeln!(
            text,
            "{d},{section},2021-{month:02}-{day:02},{}",
            [words; 4].join(" ")
        );
    }
    let path = home.join("table.csv");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn groups_have_bands_and_dates_a_curve() {
    for size in SIZES {
        let home = home();
        let table = table(home.path());
        let mut terminal = view(home.path(), size, &[&table, "--topics", "3"], "8");
        let first = terminal.wait("three groups with bands", |text| {
            is_framed(text, size)
                && [
                    "section  day",
                    "share of tokens, 3 groups",
                    "sport",
                    "95 % band",
                    " – ",
                ]
                .iter()
                .all(|part| text.contains(part))
        });
        newer(&terminal, &first, size);
        terminal.press("<tab>");
        terminal.wait("all topics", |text| {
            is_framed(text, size)
                && text.contains("the selected one is filled")
                && text.contains("▒")
        });
        terminal.press("u");
        terminal.wait_for("mean of documents, 3 groups");
        terminal.press("<tab><right>");
        terminal.wait("a curve over time", |text| {
            is_framed(text, size) && text.contains("12 months") && text.contains("2021-12")
        });
        terminal.press("o");
        terminal.wait("shorter periods", |text| {
            is_framed(text, size) && text.contains("2020-W53") && text.contains("weeks")
        });
        terminal.press("i");
        terminal.wait_for("Efron and Tibshirani");
        terminal.press("<esc>");
        terminal.wait("the view again", |text| {
            is_framed(text, size)
                && text.contains("2020-W53")
                && !text.contains("the numbers of this pane")
        });
        terminal.press("<esc>");
        terminal.wait_for("2 topics by share");
    }
}

#[test]
fn a_corpus_without_metadata_says_so() {
    let home = home();
    let mut terminal = start(home.path(), (80, 24), &["toy", "--seed", "1"]);
    running(&terminal);
    terminal.press("8");
    terminal.wait("why there are no groups", |text| {
        is_framed(text, (80, 24)) && text.contains("are no groups") && text.contains("JSON Lines")
    });
    terminal.press("<right><tab>o");
    terminal.press("5");
    terminal.wait_for("share▼");
}
