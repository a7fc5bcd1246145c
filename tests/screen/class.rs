//! For the class: presenter mode, and recordings of the screen that can be played.

use super::terminal::{Terminal, start};
use super::{SIZES, home, number_after, running};
use std::num::NonZero;
use std::path::Path;
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// A recording as a player sees it.
struct Cast {
    header: serde_json::Value,
    /// Seconds, kind and data.
    events: Vec<(f64, String, String)>,
}

impl Cast {
    fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.ends_with('\n'));
        let (header, events) = text.split_once('\n').unwrap();
        let events = events.lines().map(|l| serde_json::from_str(l).unwrap());
        let cast = Self {
            header: serde_json::from_str(header).unwrap(),
            events: events.collect(),
        };
        assert_eq!(cast.header["version"], 2);
        assert!(cast.header["timestamp"].as_u64().unwrap() > 1_700_000_000);
        assert_eq!(cast.header["env"]["TERM"], "xterm-256color");
        assert!(cast.events.is_sorted_by(|a, b| a.0 <= b.0));
        cast
    }

    /// Every picture, as a terminal shows it that was fed nothing but the file.
    fn pictures(&self) -> Vec<String> {
        let cells = |n: u64| NonZero::new(u16::try_from(n).unwrap()).unwrap();
        let size = |name| cells(self.header[name].as_u64().unwrap());
        let mut parser = vt100::Parser::new(size("height"), size("width"), 0);
        let show = |(_, kind, data): &(f64, String, String)| {
            if kind == "r" {
                let (columns, rows) = data.split_once('x').unwrap();
                let [columns, rows] = [columns, rows].map(|n| cells(n.parse().unwrap()));
                parser.screen_mut().set_size(rows, columns);
            } else {
                assert_eq!(kind, "o");
                parser.process(data.as_bytes());
            }
            parser.screen().contents()
        };
        self.events.iter().map(show).collect()
    }
}

/// Rows of a screen that is drawn whole, without a cut frame.
fn is_whole(text: &str, (columns, rows): (u16, u16)) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let framed = lines
        .iter()
        .filter(|line| line.starts_with(['┌', '│', '└']));
    lines.len() <= usize::from(rows)
        && framed.clone().count() > 5
        && framed
            .clone()
            .all(|line| line.width() == usize::from(columns))
}

fn topics_and_tabs(text: &str) -> bool {
    [
        "2 topics by share",
        "1 trace",
        "3 document",
        "4 list",
        "K",
        "q quit",
    ]
    .iter()
    .all(|part| text.contains(part))
}

#[test]
fn the_presenter_shows_one_pane_and_the_keys() {
    for size in [(40, 12), SIZES[0], SIZES[2]] {
        let home = home();
        let args = ["newsroom", "--seed", "4", "--speed", "20", "--present"];
        let mut terminal = start(home.path(), size, &args);
        terminal.wait("one pane", |text| {
            topics_and_tabs(text) && is_whole(text, size) && !text.contains("1 log joint")
        });
        terminal.press("<space>");
        terminal.wait("a pause", |text| {
            text.contains("paused") && text.contains("pause the ch") && is_whole(text, size)
        });
        terminal.press("1");
        terminal.wait("the trace", |text| {
            text.contains("1 log joint") && text.contains("the trace") && is_whole(text, size)
        });
        // The map has no more rows than before.
        terminal.press("6");
        terminal.wait("the map", |text| {
            text.contains("[map]") && text.contains("how far") && is_whole(text, size)
        });
        terminal.press("&");
        terminal.wait("a key of no use", |text| text.contains("does nothing here"));
        if size.1 >= 24 {
            terminal.press("<right>");
            let text = terminal.wait("three keys", |text| text.contains("the topic to the right"));
            assert!(text.contains("& does nothing here") || text.contains("&  does nothing"));
        }
        terminal.press("W");
        terminal.wait("no keys", |text| {
            text.contains("presenter mode off") && !text.contains("does nothing here")
        });
    }
}

#[test]
fn a_recording_from_the_start_plays_to_the_last_screen() {
    let home = home();
    let args = [
        "newsroom", "--seed", "4", "--speed", "20", "--record", "a.cast",
    ];
    let mut terminal = start(home.path(), (80, 24), &args);
    let text = running(&terminal);
    assert!(text.contains("rec "), "{text}");
    terminal.resize(100, 30);
    terminal.wait("a wider screen", |text| {
        text.lines().any(|line| line.width() == 100)
    });
    terminal.press("<space>");
    terminal.wait_for("paused");
    terminal.press("i");
    let closes = |text: &str| text.contains("the numbers of this pane") && text.contains("closes");
    terminal.wait("what is to be the last screen", closes);
    // The last sweep may still come.
    let mut written = 0;
    while written < terminal.written() {
        written = terminal.written();
        std::thread::sleep(Duration::from_secs(1));
    }
    let seen = terminal.wait("the last screen", closes);
    terminal.press("q");
    let (said, code) = terminal.end_restored();
    assert_eq!(code, 0);
    assert!(said.contains("the screen was recorded to a.cast"), "{said}");

    let cast = Cast::read(&home.path().join("a.cast"));
    assert_eq!(
        (&cast.header["width"], &cast.header["height"]),
        (&80.into(), &24.into())
    );
    assert_eq!(cast.header["title"], "Gibbscope, newsroom");
    assert!(
        cast.events
            .iter()
            .any(|(_, kind, data)| kind == "r" && data == "100x30")
    );
    let pictures = cast.pictures();
    let (left, shown) = pictures.split_last().unwrap();
    assert_eq!(left.trim(), "", "the player's terminal is given back");
    assert_eq!(shown.last().unwrap(), &seen);
    assert!(shown.iter().any(|text| text.contains("running")));

    // It is not written over from the command line.
    let (said, code) = start(home.path(), (80, 24), &args).end();
    assert!(said.contains("a.cast: it is there already"), "{said}");
    assert_eq!(code, 1);
    assert_eq!(
        Cast::read(&home.path().join("a.cast")).events.len(),
        cast.events.len()
    );
}

/// A session with names, steps and other changes is run again, and a replay of nothing says
/// which session that would be.
#[test]
fn what_a_class_did_is_run_again() {
    let home = home();
    let replay = |args: &[&str]| {
        let mut command = crate::common::gibbscope();
        command.env("HOME", home.path());
        command.env("XDG_STATE_HOME", home.path().join("state"));
        crate::common::run_with(command.arg("replay").args(args))
    };
    let nothing = replay(&[]);
    assert_eq!(nothing.code, 2);
    assert!(nothing.err.contains("name a session"), "{}", nothing.err);
    let args = ["toy", "--seed", "4", "--speed", "20", "--present"];
    let mut terminal = start(home.path(), (80, 24), &args);
    terminal.wait("one pane", topics_and_tabs);
    terminal.press("<space>");
    terminal.wait_for("paused");
    terminal.press("sss<right>");
    terminal.wait_for("more of α");
    terminal.press("s");
    terminal.wait("the change", |text| text.contains("α 0.7 (Σ"));
    terminal.press("L");
    terminal.wait_for("⏎ takes it");
    terminal.press("garden<enter>");
    terminal.wait_for("“garden”");
    terminal.press("q");
    let (said, code) = terminal.end_restored();
    assert_eq!(code, 0);
    let kept = said.split("gibbscope replay ").nth(1).unwrap().trim();
    let nothing = replay(&[]);
    assert!(nothing.err.contains(kept), "{}\n{kept}", nothing.err);
    let ran = replay(&[
        kept,
        "--out",
        &home.path().join("again").display().to_string(),
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("the same digest"), "{}", ran.out);
    let again = std::fs::read_to_string(home.path().join("again/session.ron")).unwrap();
    assert!(again.contains("garden"), "{again}");
}

/// Answers the question for a file of a recording.
fn record(terminal: &mut Terminal, answer: &str) {
    terminal.press("<ctrl-r>");
    terminal.wait("a question", |text| {
        text.contains("for asciinema play") && text.contains("⏎ takes it")
    });
    terminal.press(answer);
}

#[test]
fn a_recording_begins_and_ends_with_a_key() {
    let home = home();
    let args = ["newsroom", "--seed", "4", "--speed", "20"];
    let mut terminal = start(home.path(), (80, 24), &args);
    running(&terminal);
    std::fs::write(home.path().join("b.cast"), "of another day").unwrap();
    record(&mut terminal, "<clear>b.cast<enter>");
    terminal.wait_for("⏎ replaces it");
    assert_eq!(
        std::fs::read(home.path().join("b.cast")).unwrap(),
        b"of another day"
    );
    terminal.press("<enter>");
    let first = terminal.wait("a recording", |text| {
        let sweep = number_after(text, "sweep ");
        text.contains("rec  ▶ running") && !text.contains("replaces it") && sweep.is_some()
    });
    terminal.wait("more sweeps", |text| {
        number_after(text, "sweep ") > number_after(&first, "sweep ").map(|sweep| sweep + 5)
    });
    terminal.press("<ctrl-r>");
    terminal.wait("the end of it", |text| {
        text.contains("recorded to b.cast") && !text.contains("rec  ▶")
    });
    terminal.press("q");
    assert_eq!(terminal.end_restored().1, 0);
    let pictures = Cast::read(&home.path().join("b.cast")).pictures();
    // The first picture is whole, though the screen had been drawn before.
    assert!(is_whole(&pictures[1], (80, 24)), "{}", pictures[1]);
    assert!(pictures[1].contains("3 document") && pictures[1].contains("2 topics by share"));
    // The empty screen, the picture above, a later one, and the end.
    assert!(pictures.len() >= 4);

    // What cannot be written is told, and the screen goes on.
    let mut terminal = start(home.path(), (80, 24), &args);
    running(&terminal);
    record(&mut terminal, "<clear>no/such.cast<enter>");
    terminal.wait_for("cannot record to no/such.cast");
    record(&mut terminal, "<clear>/dev/null<enter>");
    terminal.wait_for("cannot record to /dev/null");
}

/// Whatever ends the program, the lines that are there can be played.
#[cfg(unix)]
#[test]
fn a_recording_survives_a_crash() {
    let home = home();
    let args = ["newsroom", "--seed", "4", "--record", "c.cast"];
    let terminal = start(home.path(), (80, 24), &args);
    running(&terminal);
    drop(terminal);
    let pictures = Cast::read(&home.path().join("c.cast")).pictures();
    assert!(pictures.iter().any(|text| text.contains("running")));
}
