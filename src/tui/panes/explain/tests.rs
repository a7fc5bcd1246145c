//! Every number on every screen has an entry on the sheet of that screen.
//!
//! Real sessions are driven by keys, every pane, view and overlay is drawn into a buffer,
//! and each number in it must be claimed by a mark in `labels.ron`: words beside the number,
//! or the head of its column. A mark counts only where its entry is on the sheet. Views come
//! from [`View::ALL`], so a new one is covered from the day it is there.

mod stage;

use super::of;
use crate::engine::Kind;
use crate::session::Command;
use crate::tui::app::App;
use crate::tui::explorer::views::{Family, View};
use ratatui::crossterm::event::KeyCode;
use regex::Regex;
use serde::Deserialize;
use stage::Stage;
use std::time::Duration;

const NUMBER: &str = r"[-−+]?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?";

/// The marks of one entry.
#[derive(Debug, Deserialize)]
struct Label {
    /// How the name of the entry begins; empty for digits that are no figures.
    entry: String,
    /// The screens where they are looked for; on all where it is empty.
    #[serde(default)]
    on: Vec<String>,
    /// Regular expressions in which # is a number, and `(?<it>…)` what is claimed, if that is
    /// not the whole; after ↓, that of the head of a column, which ends where a line has no
    /// number in it.
    marks: Vec<Mark>,
}

/// What claims numbers.
#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
enum Mark {
    /// Where this matches.
    At(Regex),
    /// Below this, which is the head of a column.
    Below(Regex),
}

impl TryFrom<String> for Mark {
    type Error = regex::Error;

    fn try_from(mark: String) -> Result<Self, regex::Error> {
        match mark.strip_prefix('↓') {
            Some(head) => Regex::new(head).map(Self::Below),
            None => Regex::new(&mark.replace('#', NUMBER)).map(Self::At),
        }
    }
}

fn labels() -> Vec<Label> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/tui/panes/explain/labels.ron"
    );
    ron::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// A line of a screen, a character for each column.
type Row = Vec<char>;

/// Where a regular expression matches, in columns; only its group `it`, where it has one.
fn found(pattern: &Regex, row: &Row) -> Vec<(usize, usize)> {
    let text: String = row.iter().collect();
    let column = |byte: usize| text[..byte].chars().count();
    let spans = pattern.captures_iter(&text).filter_map(|all| {
        let own = all.name("it").or(all.get(0))?;
        Some((column(own.start()), column(own.end())))
    });
    spans.collect()
}

/// Whether a column goes on here: with a number, or with what stands for none.
fn is_cell(row: &Row, (from, to): (usize, usize)) -> bool {
    let cell = &row[from.min(row.len())..to.min(row.len())];
    cell.iter().any(|c| c.is_ascii_digit() || "–·".contains(*c))
}

/// The numbers that no mark claims, each with its line.
fn unclaimed(screen: &str, rows: &[Row], entries: &[&str], labels: &[Label]) -> Vec<String> {
    // (line, from, to) that are claimed.
    let mut claims: Vec<(usize, usize, usize)> = Vec::new();
    let here = |label: &&Label| {
        let shown = label.on.is_empty() || label.on.iter().any(|on| screen.contains(on.as_str()));
        shown && (label.entry.is_empty() || entries.iter().any(|e| e.starts_with(&label.entry)))
    };
    for mark in labels.iter().filter(here).flat_map(|label| &label.marks) {
        for (y, row) in rows.iter().enumerate() {
            match mark {
                Mark::At(pattern) => {
                    claims.extend(found(pattern, row).into_iter().map(|(a, b)| (y, a, b)));
                }
                Mark::Below(head) => {
                    for (from, to) in found(head, row) {
                        let span = (from.saturating_sub(1), to + 1);
                        let cells = (y + 1..rows.len()).take_while(|&y| is_cell(&rows[y], span));
                        claims.extend(cells.map(|y| (y, span.0, span.1)));
                    }
                }
            }
        }
    }
    let number = Regex::new(NUMBER).unwrap();
    let mut left = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (from, to) in found(&number, row) {
            // Digits in words, as in r0c1.
            let within = from > 0 && row[from - 1].is_alphanumeric();
            let is_claimed =
                |&(line, a, b): &(usize, usize, usize)| line == y && a < to && from < b;
            if !within && !claims.iter().any(is_claimed) {
                let number: String = row[from..to].iter().collect();
                let line: String = row.iter().collect();
                left.push(format!("{screen}: {number} in `{}`", line.trim_end()));
            }
        }
    }
    left
}

/// The rows inside the frame with this title.
fn inside(rows: &[Row], title: &str) -> Vec<Row> {
    let frame = Regex::new(&format!("┌ {title}[^┐]*┐")).unwrap();
    let frame =
        (rows.iter().enumerate()).find_map(|(y, row)| Some((y, *found(&frame, row).first()?)));
    let (top, (from, to)) = frame.unwrap();
    let cut = rows[top..].iter().map(|row| row[from..to].to_vec());
    cut.take_while(|row| row[0] != '└').collect()
}

/// Every pane, every view with its parts, every overlay with figures.
fn everything(corpus: &str) -> Vec<String> {
    let labels = labels();
    let mut left = Vec::new();
    let mut stage = Stage::new(corpus);
    stage.press(KeyCode::Enter);
    for (key, pane) in [('1', "trace"), ('2', "topics"), ('3', "document")] {
        stage.type_in(key);
        stage.look(pane, &labels, &mut left);
    }
    stage.type_in('u');
    stage.look("document, raw", &labels, &mut left);
    stage.type_in('4');
    for _ in 0..6 {
        stage.look("list", &labels, &mut left);
        stage.type_in('o');
    }
    for view in View::ALL {
        visit(&mut stage, view, &labels, &mut left);
    }
    stage.type_in('l');
    stage.look_into("report", "what was loaded", &labels, &mut left);
    stage.press(KeyCode::Esc);
    stage.type_in('v');
    stage.look("terms", &labels, &mut left);
    stage.press(KeyCode::Tab);
    stage.look("terms, LSI", &labels, &mut left);
    stage.press(KeyCode::Esc);
    stage.type_in('h');
    stage.look_into("lessons", "lessons", &labels, &mut left);
    stage.press(KeyCode::Esc);
    // For a projector.
    stage.type_in('W');
    for (key, screen) in [
        ('1', "trace, large"),
        ('2', "topics, large"),
        ('3', "document, raw, large"),
        ('4', "list, large"),
        ('.', ". token, large"),
    ] {
        stage.type_in(key);
        stage.look(screen, &labels, &mut left);
    }
    stage.press(KeyCode::Esc);
    stage.type_in('W');
    stage.type_in('r');
    stage.press(KeyCode::Enter);
    stage.wait("race", |app| {
        let race = app.explorer().unwrap().race.as_ref();
        race.is_some_and(|race| race.is_over() || race.progress() > 0.02)
    });
    stage.look("race", &labels, &mut left);
    left
}

/// Opens a view, looks at its parts and at what its own keys bring, and leaves it.
fn visit(stage: &mut Stage, view: View, labels: &[Label], left: &mut Vec<String>) {
    stage.type_in(view.name().chars().next().unwrap());
    if view == View::ChooseK {
        stage.press(KeyCode::Enter);
        let runs = |app: &App| {
            let explorer = app.explorer().unwrap();
            explorer.views.choose_k.progress().0 >= 1
        };
        stage.wait("runs", runs);
    }
    if view == View::Exact {
        // What is counted is counted while sweeps run.
        stage.session.send(Command::Steps(20));
        stage.listen(Duration::from_millis(200));
    }
    for part in 0..3 {
        let screen = format!("{} ({part})", view.name());
        stage.look(&screen, labels, left);
        stage.press(KeyCode::Tab);
    }
    let draws = stage.app.explorer().unwrap().shown_steps().is_none();
    let keys: &[KeyCode] = match view {
        // Draws, to the next change, to the next document; a question, which is answered.
        View::Token if draws => &[
            KeyCode::Char('.'),
            KeyCode::Char('N'),
            KeyCode::Char('.'),
            KeyCode::Char(']'),
            KeyCode::Char('p'),
            KeyCode::Enter,
            KeyCode::Char('.'),
            KeyCode::Char('p'),
        ],
        // The next word, iteration and document.
        View::Token => &[KeyCode::Char('.'), KeyCode::Char('N'), KeyCode::Char(']')],
        View::Dots => &[KeyCode::Char(']'), KeyCode::Char('u')],
        View::Simplex => &[KeyCode::Char('u'), KeyCode::Char('n')],
        // Topics, then N, θ, z and w of a document, then all.
        View::Story => &[KeyCode::Enter; 8],
        View::Plates => &[KeyCode::Down, KeyCode::Char('j'), KeyCode::Char('J')],
        _ => &[],
    };
    if view == View::Story {
        // From the part that three turns have led to.
        stage.press(KeyCode::Tab);
    }
    for (step, &key) in keys.iter().enumerate() {
        stage.press(key);
        let screen = format!("{} (key {step})", view.name());
        stage.look(&screen, labels, left);
    }
    if view == View::Story {
        stage.press(KeyCode::End);
        stage.look("G story (end)", labels, left);
    }
    stage.press(KeyCode::Esc);
    // What runs beside ends.
    stage.runs = None;
}

/// The views of the workings, which differ from engine to engine.
fn workings(corpus: &str, kind: Kind, views: &[View]) -> Vec<String> {
    let labels = labels();
    let mut left = Vec::new();
    let mut stage = Stage::after(corpus, kind, 2);
    for &view in views {
        visit(&mut stage, view, &labels, &mut left);
    }
    left
}

/// What is found again of a corpus that was drawn on the screen.
fn recovered() -> Vec<String> {
    let mut left = Vec::new();
    // Draws are kept from sweep 100 on.
    let stage = Stage::drawn(130);
    stage.look("G story, found", &labels(), &mut left);
    left
}

#[test]
fn every_number_on_every_screen_is_explained() {
    use View::{Dots, Plates, Simplex, Token};
    let views = View::ALL.into_iter();
    let own: Vec<View> = views
        .filter(|view| view.family() == Family::Workings && *view != View::Story)
        .collect();
    let tours: [&(dyn Fn() -> Vec<String> + Sync); 2] = [&|| everything("newsroom"), &|| {
        let mut left = everything("toy");
        left.extend(workings("toy", Kind::Uncollapsed, &own));
        left.extend(workings("toy", Kind::Variational, &own));
        left.extend(workings("toy", Kind::VariationalEm, &[Token, Plates]));
        left.extend(workings("bars", Kind::Collapsed, &[Dots, Simplex]));
        left.extend(recovered());
        left
    }];
    let mut left: Vec<String> = std::thread::scope(|scope| {
        let tours = tours.map(|tour| scope.spawn(tour));
        let found = tours.map(|tour| tour.join().unwrap());
        found.concat()
    });
    left.sort();
    left.dedup();
    assert!(
        left.is_empty(),
        "{} numbers without an entry (or without a mark of it in labels.ron):\n{}",
        left.len(),
        left.join("\n")
    );
}

#[test]
fn a_number_that_nobody_explains_is_found() {
    let labels = labels();
    let stage = Stage::new("toy");
    let mut rows = stage.rows();
    let entries = of(&stage.app);
    let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
    let before = unclaimed("topics", &rows, &names, &labels);
    // A figure of a new kind, and one whose entry has gone.
    rows.push(" surprise 4711 ".chars().collect());
    let found = unclaimed("topics", &rows, &names, &labels);
    assert_eq!(found.len(), before.len() + 1);
    assert!(found.last().unwrap().contains("4711"));
    rows.pop();
    let fewer: Vec<&str> = names.into_iter().filter(|name| *name != "seed").collect();
    let found = unclaimed("topics", &rows, &fewer, &labels);
    assert!(found.len() > before.len(), "the seed is on the first line");
}

#[test]
fn the_number_under_attention_comes_first() {
    let mut stage = Stage::new("newsroom");
    let first = |stage: &Stage| of(&stage.app)[0].name;
    stage.type_in('5');
    assert_eq!(first(&stage), "share");
    stage.press(KeyCode::Right);
    stage.press(KeyCode::Right);
    assert_eq!(first(&stage), "entropy");
    stage.type_in('6');
    stage.press(KeyCode::Tab);
    assert_eq!(first(&stage), "p(k|v), smoothed");
    stage.press(KeyCode::Tab);
    assert_eq!(first(&stage), "log₂ ratio");
    stage.press(KeyCode::Esc);
    stage.type_in('v');
    stage.type_in('i');
    assert_eq!(first(&stage), "weight");
    let lies: Vec<&str> = of(&stage.app).iter().map(|entry| entry.name).collect();
    assert!(lies.contains(&"df, idf") && lies.contains(&"seed"));
}
