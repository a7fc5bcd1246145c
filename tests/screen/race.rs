//! A race on the screen, and the views without topics.

use super::terminal::{Terminal, start};
use super::{home, running};

/// Starts a race with the engines that are offered, and waits for its view.
fn race(terminal: &mut Terminal, more: &str) {
    running(terminal);
    terminal.press("r");
    terminal.wait_for("⏎ starts");
    terminal.press(more);
    terminal.press("<enter>");
    terminal.wait_for("race on ");
}

/// The line of a lane in the table.
fn lane<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines()
        .find(|line| line.starts_with(&format!("│{name} ")))
}

/// The lines from one title to another, or to the end.
fn part<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let rest = text.find(from).map_or("", |at| &text[at..]);
    rest.split(to).next().unwrap_or_default()
}

#[test]
fn the_toy_is_raced_against_its_exact_answers() {
    let home = home();
    let mut terminal = start(home.path(), (80, 24), &["toy", "--seed", "1"]);
    race(
        &mut terminal,
        "<end><right><right><right><right><right><right>",
    );
    // A look may fall between two halves of a picture, so waiting is part of it.
    let done = |text: &str, name: &str| lane(text, name).is_some_and(|l| l.contains("20,000"));
    terminal.wait("all sweeps of two lanes", |text| {
        text.contains("■ finished")
            && done(text, "a collapsed")
            && done(text, "b uncollapsed")
            && lane(text, "c variational").is_none()
            && text.contains("exact log p(w | α, η) -42.0025")
            && text.contains("-42.002 exact")
    });
    terminal.press("<tab>");
    terminal.wait("the bound alone", |text| {
        text.contains("bound of log p(w | α, η)")
            && done(text, "c variational")
            && lane(text, "a collapsed").is_none()
    });
    terminal.press("<tab>");
    terminal.wait("a falling distance", |text| {
        let cells = lane(text, "a collapsed").unwrap_or_default();
        let numbers = cells
            .split_whitespace()
            .filter_map(|cell| cell.parse().ok());
        let distances: Vec<f64> = numbers.filter(|x| *x < 1.0).collect();
        text.contains("total variation distance")
            && distances.len() == 4
            && distances[3] < distances[0].min(0.05)
    });
    terminal.press("u");
    terminal.wait_for("s, logarithmic");
    // The chain was paused for the race only.
    terminal.press("<esc>");
    running(&terminal);
}

#[test]
fn lanes_move_are_left_and_are_stopped() {
    let home = home();
    let mut terminal = start(home.path(), (80, 24), &["newsroom", "--seed", "1"]);
    let most = "<end><right><right><right><right><right><right>";
    race(&mut terminal, most);
    let sweeps = |text: &str| {
        let words: Vec<&str> = lane(text, "a collapsed")?.split_whitespace().collect();
        words.get(3)?.replace(',', "").parse::<u64>().ok()
    };
    let text = terminal.wait("the first sweeps", |text| {
        text.contains("the chain is paused") && sweeps(text).is_some_and(|n| n > 0)
    });
    let first = sweeps(&text);
    terminal.wait("more sweeps", |text| sweeps(text) > first);
    terminal.press("<esc>");
    let text = terminal.wait_for("the race goes on");
    assert!(text.contains("‖ paused, race "), "{text}");
    // Who runs the chain meanwhile is told what that does to seconds.
    terminal.press("<space>");
    terminal.wait_for("▶ running, race ");
    terminal.press("r");
    terminal.wait_for("takes processors away");
    terminal.press("x");
    terminal.wait("the end", |text| {
        text.contains("■ stopped at") && sweeps(text) > first
    });
    terminal.press("n");
    terminal.wait_for("⏎ starts");
    terminal.press("<esc>");
    terminal.wait("the race again", |text| !text.contains("⏎ starts"));
    // A race ends with its corpus.
    terminal.press("n");
    terminal.wait_for("⏎ starts");
    terminal.press(most);
    terminal.press("<enter>");
    terminal.wait_for("▶ ");
    terminal.press("<esc>");
    terminal.wait_for("the race goes on");
    terminal.press("O");
    terminal.wait_for("Open a corpus");
    terminal.press("q");
    let (output, code) = terminal.end_restored();
    assert_eq!(code, 0, "{output}");
}

#[test]
fn kinds_of_objective_have_pictures_of_their_own_and_perplexity_compares_them() {
    let args = ["newsroom", "--seed", "1", "--held-out", "0.2"];
    for (size, stacked) in [((80, 24), false), ((120, 40), true), ((200, 60), true)] {
        let home = home();
        let mut terminal = start(home.path(), size, &args);
        race(&mut terminal, "<end><left>");
        let (joint, bound) = ("log joint log p(w, z", "bound of log p(w");
        terminal.wait("log joints by themselves", |text| {
            let joint = part(text, joint, bound);
            text.contains("■ finished")
                && text.contains("100 sweeps")
                && text.contains(bound) == stacked
                && joint.contains("a collapsed")
                && joint.contains("b uncollapsed")
                && !joint.contains("variational")
                && joint.matches(" ± ").count() == 2
        });
        if !stacked {
            terminal.press("<tab>");
        }
        terminal.wait("the bound by itself", |text| {
            let bound = part(text, bound, joint);
            bound.contains("c variational")
                && !bound.contains("collapsed")
                && bound.matches(" ± ").count() == 1
        });
    }
}

#[test]
fn a_race_needs_an_engine() {
    let home = home();
    let mut terminal = start(home.path(), (80, 24), &["toy"]);
    running(&terminal);
    terminal.press("r");
    terminal.wait_for("3 lanes");
    terminal.press("<space><down><space><down><left>");
    terminal.wait_for("0 lanes");
    terminal.press("<enter>");
    terminal.wait_for("choose one engine at least");
    terminal.press("<end><up><right><right><home><space>");
    terminal.wait_for("3 lanes");
    terminal.press("<enter>");
    terminal.wait("three lanes of one engine", |text| {
        text.contains("■ finished") && lane(text, "c collapsed").is_some()
    });
}

#[test]
fn the_words_of_documents_and_of_components_are_shown_without_topics() {
    let home = home();
    let mut terminal = start(home.path(), (80, 24), &["newsroom", "--seed", "1"]);
    running(&terminal);
    terminal.press("v");
    terminal.wait("the weights", |text| {
        let heads = ["word ", " tf ", " df ", " idf ", " weight"];
        text.contains("TF-IDF of a document")
            && text.contains("document 1 of 171")
            && heads.iter().all(|head| text.contains(head))
            && text.contains("haircut ")
    });
    terminal.press("<right>");
    terminal.wait_for("document 2 of 171");
    terminal.press("<tab>");
    terminal.wait_for("+ words of component 1");
    terminal.press("<down>");
    terminal.wait("falling singular values", |text| {
        let lines = text.lines();
        let values = lines.filter_map(|line| line.split_whitespace().nth(2)?.parse().ok());
        let values: Vec<f64> = values.collect();
        text.contains("− words of component 2")
            && values.len() > 10
            && values.is_sorted_by(|a, b| a >= b)
    });
    // The document that was looked at is the one that is read.
    terminal.press("<esc>");
    terminal.wait_for("3 document 2 of 171");
}
