//! The views over the whole screen, while sweeps run.

use super::common;
use super::terminal::start;
use super::{SIZES, home, number_after, running};
use unicode_width::UnicodeWidthStr;

/// Whether every line between the first and the parameters stands in a whole frame.
pub fn is_framed(text: &str, (columns, rows): (u16, u16)) -> bool {
    let mut body = text.lines().skip(1).take(usize::from(rows) - 3);
    body.all(|line| line.width() == usize::from(columns) && line.ends_with(['│', '┐', '┘']))
}

#[test]
fn topics_are_sorted_and_their_words_follow_lambda() {
    for size in SIZES {
        let home = home();
        let args = ["newsroom", "--seed", "4", "--speed", "20"];
        let mut terminal = start(home.path(), size, &args);
        running(&terminal);
        terminal.press("5");
        let first = terminal.wait("a whole table", |text| {
            is_framed(text, size) && text.contains("share▼") && text.contains("by probability")
        });
        let sweep = number_after(&first, "sweep ");
        terminal.wait("a newer picture", |text| {
            number_after(text, "sweep ") > sweep && is_framed(text, size)
        });
        terminal.press("<right><right>");
        terminal.wait_for("entropy▼");
        terminal.press("u");
        terminal.wait_for("entropy▲");
        terminal.press("<tab><left>");
        terminal.wait_for("by relevance, λ 0.55");
        // The chain can be held and tuned from here.
        terminal.press("<space>");
        terminal.wait_for("paused");
        terminal.press("i");
        terminal.wait_for("the numbers of this pane");
        terminal.press("<esc>");
        terminal.wait("the view again", |text| {
            !text.contains("the numbers of this pane") && is_framed(text, size)
        });
        terminal.press("<esc>");
        terminal.wait_for("2 topics by share");
    }
}

#[test]
fn chains_run_beside_one_another_and_say_whether_they_agree() {
    for size in SIZES {
        let home = home();
        let args = [
            "river-bank",
            "--seed",
            "1",
            "--chains",
            "2",
            "--speed",
            "200",
        ];
        let mut terminal = start(home.path(), size, &args);
        running(&terminal);
        terminal.press("0");
        let listed =
            |text: &str, letter: char, seed: u64| text.contains(&format!(" {letter} {seed:>12} "));
        terminal.wait("two chains and a verdict", |text| {
            is_framed(text, size)
                && text.contains("log joint: R-hat 1.")
                && text.contains("worth ")
                && ["flat: ", "mixing: ", "chains disagree: "]
                    .iter()
                    .any(|v| text.contains(v))
                && listed(text, 'a', 1)
                && listed(text, 'b', 2)
        });
        // A change is one for all chains.
        terminal.press("=0.7<enter>");
        terminal.wait_for("α 0.7 since sweep");
        terminal.press("c<clear>3<enter>");
        terminal.wait("three chains", |text| listed(text, 'c', 3));
        terminal.press("<tab>");
        terminal.wait("the parts of one chain", |text| {
            text.contains("document part log p(z | α)")
                && text.contains("word part")
                && text.contains("top words: ")
                && is_framed(text, size)
        });
        terminal.press("<tab>");
        terminal.wait("all chains again", |text| listed(text, 'c', 3));
        terminal.press("i");
        terminal.wait_for("Vehtari");
        terminal.press("q");
    }
}

#[test]
fn a_fit_keeps_the_verdict_waiting_and_says_how_to_get_one() {
    let home = home();
    let args = ["newsroom", "--seed", "4", "--speed", "50"];
    let mut terminal = start(home.path(), (80, 24), &args);
    running(&terminal);
    terminal.press("A0");
    terminal.wait("why there is none", |text| {
        is_framed(text, (80, 24))
            && text.contains("the verdict waits: α is being fitted")
            && text.contains("A stops the fit")
    });
    terminal.press("A");
    terminal.wait("a verdict", |text| {
        is_framed(text, (80, 24)) && text.contains("mixing: ") && !text.contains("waits")
    });
}

#[test]
fn names_and_notes_of_topics_are_kept_and_exported() {
    let (home, out) = (home(), home());
    let folder = out.path().join("model");
    let mut terminal = start(home.path(), (80, 24), &["newsroom", "--seed", "4"]);
    running(&terminal);
    terminal.press("<space>");
    terminal.wait_for("paused");
    terminal.press("<down>L");
    terminal.wait_for("name of topic");
    terminal.press("court<enter>");
    terminal.wait("the name before the words", |text| {
        text.lines()
            .any(|line| line.contains("“court” ") && line.contains('%'))
    });
    terminal.press("T");
    terminal.wait_for("note of topic");
    terminal.press("trials, not law<enter>");
    terminal.press("C5");
    terminal.wait_for("“court” by probability · trials, not law");
    terminal.press("w");
    terminal.wait_for("where the files are written");
    terminal.press(&format!("<clear>{}<enter>", folder.display()));
    terminal.wait_for("written to");
    terminal.press("q");
    let topics = common::run(&["topics", folder.to_str().unwrap(), "--json"]);
    let named = |line: &&str| line.contains("\"label\":\"court\",\"note\":\"trials, not law\"");
    assert_eq!(
        topics.out.lines().filter(named).count(),
        1,
        "{}",
        topics.out
    );
    // A replay makes the same results, names and all.
    let (again, whole) = (out.path().join("again"), folder.to_str().unwrap());
    let replayed = ["replay", whole, "--out", again.to_str().unwrap()];
    assert_eq!(common::run(&replayed).code, 0);
    let csv = out.path().join("csv");
    let export = [
        "export",
        again.to_str().unwrap(),
        "--to",
        "csv",
        "--out",
        csv.to_str().unwrap(),
    ];
    let exported = common::run(&export);
    assert_eq!(exported.code, 0, "{}", exported.err);
    let table = std::fs::read_to_string(csv.join("topics.csv")).unwrap();
    assert!(table.contains(",court,\"trials, not law\""), "{table}");
}

#[test]
fn bars_say_how_sure_they_are_once_the_trace_is_flat() {
    let home = home();
    let args = ["newsroom", "--seed", "4", "--speed", "500"];
    let mut terminal = start(home.path(), (80, 24), &args);
    terminal.wait("intervals", |text| {
        text.contains("flat so far") && text.contains("φ, ░ 90% of ") && text.contains("█░")
    });
    terminal.press("3");
    terminal.wait("intervals of theta", |text| {
        let bars = text
            .lines()
            .filter(|l| l.starts_with("│●") && l.contains('%'));
        bars.take(2).all(|l| l.contains('░')) && text.contains("3 document")
    });
    terminal.press("i");
    terminal.wait_for("░ the middle 90% of θ");
    terminal.press("<esc>");
    terminal.wait("the panes", |text| !text.contains("the middle 90%"));
    terminal.press("2i");
    terminal.wait_for("░ the middle 90%");
    terminal.press("<esc>");
    terminal.wait("the panes", |text| !text.contains("the middle 90%"));
    // Another prior has another posterior.
    terminal.press("<right>");
    terminal.wait("no intervals", |text| !text.contains("░ 90%"));
}
