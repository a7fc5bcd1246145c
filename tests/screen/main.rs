//! The explorer as a user has it: the real binary inside a pseudo-terminal.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod choose_k;
mod class;
#[path = "../common/mod.rs"]
mod common;
mod compare;
mod documents;
mod dots;
mod engines;
mod exact;
mod groups;
mod hints;
mod lesson;
mod map;
mod picture;
mod plates;
mod race;
mod simplex;
mod story;
mod terminal;
mod token;
mod views;
mod words;

use terminal::{Terminal, start, start_with};
use unicode_width::UnicodeWidthStr;

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];

fn home() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// The number behind a word of the screen, `sweep 1,234` say.
fn number_after(text: &str, word: &str) -> Option<u64> {
    let rest = &text[text.rfind(word)? + word.len()..];
    let digits: String = rest
        .trim_start()
        .chars()
        .take_while(|c| c.is_ascii_digit() || *c == ',')
        .collect();
    digits.replace(',', "").parse().ok()
}

fn running(terminal: &Terminal) -> String {
    terminal.wait("a running chain", |text| {
        text.contains("running") && number_after(text, "sweep ").is_some_and(|sweep| sweep > 3)
    })
}

/// A chain of 20 sweeps a second, and the view of a key over it.
fn view(home: &std::path::Path, size: (u16, u16), args: &[&str], key: &str) -> Terminal {
    let args = [args, &["--seed", "4", "--speed", "20"]].concat();
    let mut terminal = start(home, size, &args);
    running(&terminal);
    terminal.press(key);
    terminal
}

/// Waits for the picture of a later sweep than that of `before`.
fn newer(terminal: &Terminal, before: &str, size: (u16, u16)) -> String {
    let sweep = number_after(before, "sweep ");
    terminal.wait("a newer picture", |text| {
        number_after(text, "sweep ") > sweep && views::is_framed(text, size)
    })
}

#[test]
fn three_panes_are_live_and_whole_at_every_size() {
    for corpus in ["newsroom", "korean", "chinese", "toy", "river-bank", "bars"] {
        for (columns, rows) in SIZES {
            let home = home();
            let terminal = start(home.path(), (columns, rows), &[corpus, "--seed", "1"]);
            running(&terminal);
            // A look may fall between two halves of a picture, so waiting is part of it.
            let whole = |text: &str| {
                let parts = [
                    "1 log joint per token",
                    "2 topics by share",
                    "3 document ",
                    "tokens/s",
                ];
                let mut body = text.lines().skip(1).take(usize::from(rows) - 3);
                parts.iter().all(|part| text.contains(part))
                    && body.all(|line| {
                        line.width() == usize::from(columns) && line.ends_with(['│', '┐', '┘'])
                    })
            };
            let first = terminal.wait("whole picture", whole);
            let sweep = number_after(&first, "sweep ");
            terminal.wait("more sweeps", |text| number_after(text, "sweep ") > sweep);
        }
    }
}

#[test]
fn tuning_by_keys_and_by_typing_is_replayed_bit_for_bit() {
    let home = home();
    let mut terminal = start(home.path(), (80, 24), &["newsroom", "--seed", "7"]);
    running(&terminal);
    terminal.press("<right>");
    terminal.wait_for("α 0.7 (Σ 5.6)");
    terminal.press("=");
    terminal.wait_for("⏎ takes it");
    terminal.press("sum:4<enter>");
    terminal.wait_for("α 0.5 (Σ 4)");
    terminal.press("e<left>");
    terminal.wait_for("[η 0.2]");
    terminal.press("=");
    terminal.wait_for("⏎ takes it");
    terminal.press("0.02<enter>");
    terminal.wait_for("[η 0.02]");
    terminal.press("k<right>");
    terminal.wait_for("[K 9]");
    terminal.press("g=");
    terminal.wait_for("⏎ takes it");
    terminal.press("12<enter>");
    terminal.wait_for("[K 12]");
    terminal.press("<left><left>");
    terminal.wait_for("[K 10]");
    terminal.press("q");
    let (output, code) = terminal.end_restored();
    assert_eq!(code, 0, "{output}");
    let path = output
        .split("gibbscope replay ")
        .nth(1)
        .unwrap()
        .split_whitespace()
        .next()
        .unwrap();
    let session = std::fs::read_to_string(path).unwrap();
    assert!(session.matches("sweep:").count() >= 7, "{session}");
    let digest = session
        .split("digest: Some(\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    assert_cmd::Command::cargo_bin("gibbscope")
        .unwrap()
        .args(["replay", path])
        .assert()
        .success()
        .stdout(predicates::str::contains(digest));
}

#[test]
fn a_value_that_cannot_be_is_refused_where_it_is_typed() {
    let home = home();
    let mut terminal = start(home.path(), (80, 24), &["newsroom"]);
    running(&terminal);
    terminal.press("=");
    terminal.wait_for("⏎ takes it");
    terminal.press("-1<enter>");
    terminal.wait_for("alpha -1 is out of range");
    terminal.press("<esc>");
    terminal.wait("the prompt gone", |text| !text.contains("⏎ takes it"));
    terminal.press("k=");
    terminal.wait_for("⏎ takes it");
    terminal.press("0<enter>");
    terminal.wait_for("K goes from 1");
}

#[test]
fn pause_step_and_quit_work_inside_a_sweep_of_minutes() {
    let home = home();
    let args = ["bars", "--topics", "60000", "--seed", "1"];
    let mut terminal = start(home.path(), (80, 24), &args);
    terminal.wait_for("running");
    terminal.press("<space>");
    terminal.wait_for("paused");
    terminal.press("<right>");
    terminal.wait_for("α 1 (Σ 60000) → 1.5");
    terminal.press("q");
    terminal.end_restored();
}

#[test]
fn stepping_runs_one_sweep_at_a_time() {
    let home = home();
    let mut terminal = start(
        home.path(),
        (80, 24),
        &["toy", "--seed", "1", "--sweeps", "20"],
    );
    terminal.wait_for("finished");
    terminal.wait_for("sweep 20  ");
    terminal.press("<space><space>");
    terminal.wait_for("paused");
    let text = terminal.wait("a number of sweeps", |t| {
        number_after(t, "sweep ").is_some()
    });
    let sweep = number_after(&text, "sweep ").unwrap();
    terminal.press("s");
    terminal.wait("one more sweep", |t| {
        number_after(t, "sweep ") == Some(sweep + 1)
    });
    terminal.wait_for("paused");
}

#[test]
fn an_idle_screen_writes_nothing() {
    let home = home();
    let mut terminal = start(home.path(), (80, 24), &["newsroom"]);
    running(&terminal);
    terminal.press("<space>");
    terminal.wait_for("paused");
    // What was on its way arrives; after that there is nothing to wait for.
    std::thread::sleep(std::time::Duration::from_millis(500));
    let before = terminal.written();
    std::thread::sleep(std::time::Duration::from_millis(1_500));
    assert_eq!(terminal.written(), before);
}

#[test]
fn freezing_holds_the_picture_and_not_the_chain() {
    let home = home();
    let mut terminal = start(home.path(), (80, 24), &["newsroom"]);
    running(&terminal);
    terminal.press("f");
    let frozen = terminal.wait_for("frozen, ▶ running");
    let sweep = number_after(&frozen, "sweep ").unwrap();
    terminal.press("]");
    terminal.wait_for("not in the frozen picture");
    terminal.press("1");
    terminal.press("f");
    terminal.wait("a later picture", |text| {
        !text.contains("frozen") && number_after(text, "sweep ").is_some_and(|s| s > sweep + 5)
    });
}

#[test]
fn panes_zoom_and_documents_are_found() {
    let home = home();
    let mut terminal = start(home.path(), (80, 24), &["newsroom", "--seed", "1"]);
    running(&terminal);
    terminal.press("3<enter>");
    terminal.wait("the document alone", |text| {
        text.contains("3 document 1 of 171") && !text.contains("2 topics")
    });
    terminal.press("/");
    terminal.wait_for("⏎ takes it");
    terminal.press("opera star<enter>");
    terminal.wait_for("Rising opera star");
    terminal.press("<enter>2");
    terminal.wait_for("words of topic");
    terminal.press("<space>D");
    terminal.wait_for("by share of topic");
    // The shares come with the ranking.
    terminal.wait("a ranked list", |text| {
        text.contains(" 1 of 171 ") && text.matches("% ").count() > 10
    });
    terminal.press("<end>");
    terminal.wait_for("171 of 171");
    terminal.press("<enter>");
    terminal.wait_for("3 document ");
}

#[test]
fn the_start_screen_opens_a_corpus_by_key_by_path_and_by_paste() {
    let home = home();
    std::fs::write(home.path().join("tiny.txt"), "cat dog cat\ndog bird dog\n").unwrap();
    let mut terminal = start(home.path(), (80, 24), &[]);
    terminal.wait_for("see a topic model think");
    terminal.press("<down><enter>");
    terminal.wait_for("toy");
    running(&terminal);
    terminal.press("O");
    terminal.wait_for("Open a corpus");
    terminal.press("onowhere.txt<enter>");
    terminal.wait_for("nowhere.txt");
    terminal.paste("tiny.txt");
    terminal.wait_for("path tiny.txt");
    terminal.press("<enter>");
    terminal.wait_for("2 docs");
    running(&terminal);
    // In the explorer pasted text is not taken for keys, but for a text.
    terminal.paste("qqq");
    terminal.wait_for("text qqq");
    terminal.press("<esc>");
    terminal.wait("no prompt", |text| !text.contains("text qqq"));
    terminal.press("q");
    terminal.end_restored();
    let terminal = start(home.path(), (80, 24), &[]);
    terminal.wait_for("tiny.txt");
}

#[test]
fn the_mouse_gives_the_focus_and_can_be_switched_off() {
    let home = home();
    let mut terminal = start(home.path(), (80, 24), &["newsroom", "--seed", "1"]);
    running(&terminal);
    terminal.click(5, 3);
    terminal.wait_for("z tail · u unit");
    terminal.press("M");
    terminal.wait_for("mouse off");
    terminal.press("M");
    terminal.wait_for("mouse on");
}

#[test]
fn small_terminals_get_tabs_and_tiny_ones_a_message() {
    let home = home();
    let mut terminal = start(home.path(), (60, 16), &["newsroom"]);
    terminal.wait_for("1 trace  2 topics  3 document");
    terminal.press("1");
    terminal.wait_for("log joint per token");
    terminal.resize(30, 8);
    terminal.wait_for("needed: 40×12");
    terminal.resize(120, 40);
    terminal.wait("all panes", |text| {
        text.contains("1 log joint") && text.contains("2 topics") && text.contains("3 document")
    });
    for (columns, rows) in [(1, 1), (2, 1), (1, 2), (2, 2), (5, 40), (200, 3)] {
        terminal.resize(columns, rows);
    }
    terminal.resize(80, 24);
    terminal.wait_for("1 log joint per token");
}

#[test]
fn without_colour_topics_are_still_told_apart() {
    let home = home();
    let environment = [("NO_COLOR", "1")];
    let mut terminal = start_with(
        home.path(),
        (80, 24),
        &["newsroom", "--seed", "1"],
        &environment,
    );
    running(&terminal);
    terminal.press("3<enter>");
    terminal.wait("marked words", |text| {
        text.contains(['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷'])
    });
    terminal.press("q");
    let (output, _) = terminal.end_restored();
    for colour in ["\x1b[3", "\x1b[9", "\x1b[4"] {
        let mut rest = output.as_str();
        while let Some(at) = rest.find(colour) {
            rest = &rest[at + colour.len()..];
            let code: String = rest.chars().take_while(char::is_ascii_digit).collect();
            let end = rest.chars().nth(code.len());
            let is_colour = end == Some('m') && code.len() == 1 && !"9".contains(&code)
                || end == Some(';') && code == "8";
            assert!(!is_colour, "colour {colour}{code}");
        }
    }
}

#[test]
fn help_and_explanations_open_and_close() {
    let home = home();
    let mut terminal = start(home.path(), (80, 24), &["newsroom"]);
    running(&terminal);
    terminal.press("?");
    terminal.wait_for("run one sweep, then pause");
    terminal.press("?");
    terminal.wait("no help", |text| {
        !text.contains("run one sweep, then pause")
    });
    terminal.press("1i");
    terminal.wait_for("Griffiths and Steyvers 2004");
    terminal.press("i");
    terminal.wait("no explanation", |text| !text.contains("Griffiths"));
    terminal.press("l");
    terminal.wait_for("stop words: demo:newsroom");
    terminal.wait_for("csv (recognised), UTF-8, text from 'text'");
    terminal.wait_for("What to look for: Eight themes");
    terminal.press("<esc>");
    terminal.wait("the overview", |text| !text.contains("what was loaded"));
}

#[test]
fn the_report_scrolls_to_every_dropped_document_and_back() {
    let home = home();
    let mut csv = "id,text\nkept,cat dog cat dog\n".to_owned();
    for i in 10..60 {
        csv.push_str(&format!("gone-{i},\n"));
    }
    std::fs::write(home.path().join("gaps.csv"), csv).unwrap();
    let mut terminal = start(home.path(), (80, 24), &["gaps.csv", "--drop-empty"]);
    running(&terminal);
    terminal.press("l");
    terminal.wait("the first ids", |text| {
        text.contains("All dropped documents") && !text.contains("gone-59")
    });
    terminal.press("<end>");
    terminal.wait_for("gone-59");
    terminal.press("<up>");
    terminal.wait("the line before", |text| {
        text.contains("gone-58") && !text.contains("gone-59")
    });
}

#[test]
fn the_last_lines_name_every_value_in_80_columns() {
    let home = home();
    let args = [
        "newsroom", "--topics", "120", "--alpha", "0.01234", "--eta", "0.001234",
    ];
    let mut terminal = start(home.path(), (80, 24), &args);
    for (key, state) in [("", "running"), ("<space>", "paused")] {
        terminal.press(key);
        terminal.wait("all values", |text| {
            let strip = text.lines().rev().nth(1).unwrap_or_default();
            let values = ["120", "0.01234", "1.481", "0.001234", "sw", "/tok", "/s"];
            text.contains(state)
                && text.contains("newsroom")
                && values.iter().all(|value| strip.contains(value))
                && strip.contains('–') == (state == "paused")
        });
    }
}

#[test]
fn a_terminal_is_no_corpus() {
    let home = home();
    let terminal = start(home.path(), (80, 24), &["-"]);
    let (output, code) = terminal.end();
    assert_eq!(code, 2, "{output}");
    assert!(output.contains("pipe a corpus in"), "{output}");
}

#[test]
fn a_signal_gives_the_terminal_back_and_keeps_the_session() {
    let home = home();
    let terminal = start(home.path(), (80, 24), &["newsroom"]);
    running(&terminal);
    let pid = terminal.process().to_string();
    assert!(
        std::process::Command::new("kill")
            .arg(&pid)
            .status()
            .unwrap()
            .success()
    );
    let (output, _) = terminal.end_restored();
    assert!(output.contains("gibbscope replay"), "{output}");
}

#[test]
fn files_are_written_while_the_chain_runs() {
    let home = home();
    let mut terminal = start(home.path(), (80, 24), &["toy"]);
    running(&terminal);
    terminal.press("w");
    terminal.wait_for("⏎ takes it");
    terminal.press("<clear>kept<enter>");
    terminal.wait_for("written to kept");
    let summary = home.path().join("kept/summary.json");
    std::fs::write(&summary, "of another model").unwrap();
    // What is there is replaced when that is agreed to, and not before.
    terminal.press("w");
    terminal.wait_for("⏎ takes it");
    terminal.press("<clear>kept<enter>");
    terminal.wait_for("⏎ overwrites them");
    assert_eq!(
        std::fs::read_to_string(&summary).unwrap(),
        "of another model"
    );
    terminal.press("<enter>");
    terminal.wait_for("written to kept");
    terminal.press("q");
    terminal.end();
    let summary = std::fs::read_to_string(&summary).unwrap();
    let session = std::fs::read_to_string(home.path().join("kept/session.ron")).unwrap();
    let digest = session.split("digest: Some(\"").nth(1).unwrap();
    let digest = digest.split('"').next().unwrap();
    assert!(summary.contains(digest), "{summary}");
    assert_cmd::Command::cargo_bin("gibbscope")
        .unwrap()
        .current_dir(home.path())
        .args(["evaluate", "kept", "--json"])
        .assert()
        .success()
        .stdout(predicates::str::contains("log_joint_document"));
}
