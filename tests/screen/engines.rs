//! Every engine on the screen, and what changes while one runs.

use super::terminal::{Terminal, start};
use super::{home, number_after, running};
use std::path::Path;

const ENGINES: [(&str, &str); 7] = [
    ("collapsed", "log joint"),
    ("uncollapsed", "log joint"),
    ("variational", "bound"),
    ("variational-em", "bound"),
    ("unigram", "log likelihood"),
    ("mixture", "log likelihood"),
    ("plsi", "log likelihood"),
];

/// Pauses between two sweeps, where a change comes into force at once.
fn pause(terminal: &mut Terminal) {
    terminal.press("<space>");
    terminal.wait_for("paused");
    terminal.press("s");
    terminal.wait("a chain that rests", |text| text.contains("paused"));
}

/// Chooses the engine in line `line` of the list, from 0.
fn choose(terminal: &mut Terminal, line: usize) {
    terminal.press("E");
    terminal.wait_for("⏎ goes on with it");
    terminal.press("<home>");
    terminal.press(&"<down>".repeat(line));
    terminal.press("<enter>");
    terminal.wait("the list gone", |text| !text.contains("⏎ goes on with it"));
}

/// Writes results into a folder of home, and gives their digest.
fn digest(terminal: &mut Terminal, home: &Path, folder: &str) -> String {
    terminal.press("w");
    terminal.wait_for("⏎ takes it");
    terminal.press(&format!("<clear>{folder}<enter>"));
    terminal.wait_for(&format!("written to {folder}"));
    let summary = std::fs::read_to_string(home.join(folder).join("summary.json")).unwrap();
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    summary["digest"].as_str().unwrap().to_owned()
}

/// The right half of the screen: the topics with their bars, and their words.
fn bars(text: &str) -> String {
    let lines = text.lines().skip(1).take(21);
    let right = lines.map(|line| line.chars().skip(36).collect::<String>());
    right.filter(|line| !line.contains("since")).collect()
}

#[test]
fn every_engine_is_live() {
    for (engine, objective) in ENGINES {
        let home = home();
        let args = [
            "newsroom", "--seed", "1", "--speed", "4", "--engine", engine,
        ];
        let mut terminal = start(home.path(), (80, 24), &args);
        let first = terminal.wait("the first sweeps", |text| {
            let title = format!("1 {objective}");
            text.contains("running")
                && text.contains(engine)
                && text.contains(&title)
                && text.contains("words of topic")
                && number_after(text, "sweep ").is_some_and(|sweep| (1..5).contains(&sweep))
        });
        let moves = engine != "unigram";
        let sweep = number_after(&first, "sweep ");
        let value = |text: &str| text.lines().nth(1).map(str::to_owned);
        terminal.wait("the trace and the bars going on", |text| {
            let on = number_after(text, "sweep ") > sweep.map(|s| s + 3);
            on && (value(text) != value(&first)) == moves && (bars(text) != bars(&first)) == moves
        });
        let has_priors = objective != "log likelihood";
        terminal.wait("the parameters", |text| {
            let strip = text.lines().rev().nth(1).unwrap_or_default();
            strip.contains("α –") != has_priors
        });
        terminal.wait("the density of drawn parameters alone", |text| {
            text.contains("density") == (engine == "uncollapsed")
        });
        // A formula that holds for a sampler holds for no other engine.
        terminal.press("1i");
        let text = terminal.wait_for(" scroll · esc closes");
        let is_sampler = objective == "log joint";
        assert_eq!(
            text.contains("Griffiths and Steyvers"),
            is_sampler,
            "{text}"
        );
    }
}

#[test]
fn a_switch_between_the_samplers_keeps_every_topic() {
    let home = home();
    let mut terminal = start(home.path(), (80, 24), &["newsroom", "--seed", "1"]);
    running(&terminal);
    pause(&mut terminal);
    let before = digest(&mut terminal, home.path(), "before");
    choose(&mut terminal, 1);
    terminal.wait_for("keeps the topic of every token");
    assert_eq!(digest(&mut terminal, home.path(), "uncollapsed"), before);
    choose(&mut terminal, 0);
    terminal.wait_for(" collapsed since sweep");
    assert_eq!(digest(&mut terminal, home.path(), "collapsed"), before);
    terminal.press("<space>");
    running(&terminal);
    pause(&mut terminal);
    assert_ne!(digest(&mut terminal, home.path(), "later"), before);
}

#[test]
fn each_part_of_the_trace_has_its_name() {
    let home = home();
    let mut terminal = start(home.path(), (120, 40), &["newsroom", "--seed", "1"]);
    running(&terminal);
    choose(&mut terminal, 2);
    terminal.wait("two named parts", |text| {
        let body: String = text.lines().skip(2).collect();
        text.contains("1 bound per token")
            && body.contains("log joint")
            && body.contains("bound")
            && body.contains("variational")
    });
    // Leaving the unigram model gives K back.
    choose(&mut terminal, 4);
    terminal.wait_for(" K 1  [α –]  η –");
    choose(&mut terminal, 6);
    terminal.wait_for(" K 8  [α –]  η –");
    terminal.press("<right>");
    terminal.wait_for("plsi has no α");
}

#[test]
fn a_session_with_fitted_priors_and_switches_is_replayed() {
    let home = home();
    let args = [
        "newsroom",
        "--seed",
        "1",
        "--optimize-eta",
        "--optimize-burn-in",
        "5",
        "--optimize-interval",
        "3",
    ];
    let mut terminal = start(home.path(), (80, 24), &args);
    terminal.wait("a fitted η", |text| {
        text.contains(" fit") && !text.contains("η 0.3")
    });
    terminal.press("A");
    terminal.wait_for("α, each α_k by itself, is fitted every 3 sweeps");
    terminal.wait("an α_k for each topic", |text| {
        let strip = text.lines().rev().nth(1).unwrap_or_default();
        strip.matches("fit").count() == 2 && strip.contains('–') && strip.contains('Σ')
    });
    choose(&mut terminal, 1);
    terminal.wait_for("keeps the topic of every token");
    choose(&mut terminal, 2);
    terminal.wait_for("starts from the counts of the topics");
    choose(&mut terminal, 0);
    terminal.wait_for("its most probable topic");
    // Variational EM fits α by itself, until it is told to keep it.
    choose(&mut terminal, 3);
    terminal.wait_for("starts from the counts of the topics");
    terminal.press("A");
    terminal.wait_for("α kept since sweep");
    terminal.press("A");
    terminal.wait_for("α fitted since sweep");
    choose(&mut terminal, 0);
    terminal.wait_for("its most probable topic");
    // A value that is set by hand is not fitted away.
    terminal.press("=");
    terminal.wait_for("⏎ takes it");
    terminal.press("0.25<enter>");
    terminal.wait("α by hand, η fitted", |text| {
        let strip = text.lines().rev().nth(1).unwrap_or_default();
        strip.contains("0.25") && strip.matches("fit").count() == 1
    });
    terminal.press("q");
    let (output, code) = terminal.end_restored();
    assert_eq!(code, 0, "{output}");
    let path = output.split("gibbscope replay ").nth(1).unwrap();
    let path = path.split_whitespace().next().unwrap();
    let session = std::fs::read_to_string(path).unwrap();
    assert!(session.matches("Engine(").count() >= 5, "{session}");
    assert!(session.contains("FitAlpha(false)") && session.contains("FitAlpha(true)"));
    let digest = session.split("digest: Some(\"").nth(1).unwrap();
    let digest = digest.split('"').next().unwrap();
    assert_cmd::Command::cargo_bin("gibbscope")
        .unwrap()
        .args(["replay", path])
        .assert()
        .success()
        .stdout(predicates::str::contains(digest));
}

#[test]
fn options_that_an_engine_ignores_are_named() {
    let home = home();
    let args = ["newsroom", "--engine", "plsi", "--alpha", "0.2"];
    let mut terminal = start(home.path(), (80, 24), &args);
    terminal.wait_for("note: the plsi engine ignores --alpha");
    terminal.press("l<end>");
    terminal.wait_for("note: the plsi engine ignores --alpha");
}

#[test]
fn a_prior_that_the_corpus_says_little_about_is_called_weak() {
    let home = home();
    std::fs::write(home.path().join("same.txt"), "cat dog\n".repeat(3)).unwrap();
    let args = ["same.txt", "--optimize-alpha", "--optimize-burn-in", "1"];
    let mut terminal = start(home.path(), (80, 24), &args);
    terminal.wait_for("weakly identified: the corpus says little about the size of α");
    // It is said once, though every step finds it again.
    terminal.press("1");
    terminal.wait("the keys", |text| text.contains("space pause"));
    let text = terminal.wait("more steps", |text| {
        number_after(text, "sweep ").is_some_and(|sweep| sweep > 100)
    });
    assert!(!text.contains("weakly identified"), "{text}");
    terminal.press("1A");
    terminal.wait_for("α is not fitted any more");
}

#[test]
fn results_of_every_engine_are_written_from_the_screen() {
    for (engine, _) in ENGINES {
        let home = home();
        let args = ["toy", "--seed", "1", "--engine", engine, "--sweeps", "20"];
        let mut terminal = start(home.path(), (80, 24), &args);
        terminal.wait_for("finished");
        let digest = digest(&mut terminal, home.path(), "kept");
        assert_cmd::Command::cargo_bin("gibbscope")
            .unwrap()
            .current_dir(home.path())
            .args(["replay", "kept"])
            .assert()
            .success()
            .stdout(predicates::str::contains(digest));
    }
}

#[test]
fn a_text_of_ones_own_is_coloured_at_once() {
    let home = home();
    let file = home.path().join("note.txt");
    std::fs::write(
        &file,
        "A telescope on the moon saw the planet and its orbit.",
    )
    .unwrap();
    let args = ["newsroom", "--seed", "1"];
    let mut terminal = start(home.path(), (120, 40), &args);
    terminal.wait_for("running");
    // What is pasted is a text, whatever keys it is made of.
    terminal.paste("q the judge told the court that the lawyer had no zzyzx evidence");
    terminal.wait_for("⏎ takes it");
    terminal.press("<enter>");
    terminal.wait("bars and marks of the text", |text| {
        let known = "4 known, 2 not, 7 stop words";
        text.contains("3 your text") && text.contains(known) && text.contains("judge court")
    });
    // What is explained are its bars, not those of the document that lies behind.
    terminal.press("i");
    terminal.wait("its own numbers", |text| {
        let whole = text.contains("esc closes");
        whole && text.contains("topic bar of your text") && text.contains("/ (4 + 4)")
    });
    terminal.press("<esc>");
    terminal.wait("no overlay", |text| !text.contains("esc closes"));
    terminal.press("p");
    terminal.wait_for("⏎ takes it");
    terminal.press(&format!("{}x<enter>", file.display()));
    terminal.wait_for("there is no file");
    terminal.press(&format!("<clear>{}<enter>", home.path().display()));
    terminal.wait_for("is a folder");
    terminal.press(&format!("<clear>{}<enter>", file.display()));
    terminal.wait("the text of the file", |text| {
        text.contains("A telescope") && text.contains("orbit planet")
    });
    terminal.press("<esc>");
    terminal.wait_for("3 document 1 of 171");
    terminal.press("q");
    terminal.end();
}

#[test]
fn documents_held_out_are_scored_while_the_chain_runs() {
    let home = home();
    let args = ["newsroom", "--seed", "1", "--held-out", "0.2"];
    let mut terminal = start(home.path(), (80, 24), &args);
    terminal.wait_for("137 docs");
    terminal.wait_for("│held-out perplexity ");
    terminal.press("1i");
    terminal.wait("the number explained", |text| {
        text.contains("esc closes") && text.contains("│ held-out perplexity")
    });
    terminal.press("<esc>");
    terminal.wait("no overlay", |text| !text.contains("esc closes"));
    terminal.press("q");
    terminal.end();
}

#[test]
fn help_and_engines_are_whole_on_narrow_screens() {
    let home = home();
    let mut terminal = start(home.path(), (80, 24), &["newsroom", "--seed", "1"]);
    running(&terminal);
    terminal.press("?<pagedown>");
    terminal.wait("a help of two lines", |text| {
        text.contains("typed, pasted or") && text.contains("from a file")
    });
    let home = super::home();
    let mut terminal = start(home.path(), (40, 12), &["newsroom", "--seed", "1"]);
    terminal.wait_for("running");
    terminal.press("E");
    terminal.wait_for("Gibbs sampling: it runs");
    terminal.press("<down>");
    terminal.wait("what becomes of the topics", |text| {
        text.contains("uncollapsed Gibbs sampling: keeps")
            && text.contains("the topic of every token")
    });
}

#[test]
fn what_a_baseline_has_not_is_refused_with_a_word() {
    let home = home();
    let args = ["newsroom", "--seed", "1", "--engine", "unigram"];
    let mut terminal = start(home.path(), (80, 24), &args);
    let text = running(&terminal);
    assert!(!text.contains("←→"), "{text}");
    terminal.press("k<right>");
    terminal.wait_for("unigram has but one topic");
    choose(&mut terminal, 6);
    terminal.wait_for("[K 8]");
    terminal.press("<right>");
    terminal.wait_for("[K 9]");
    terminal.press("<esc>");
    terminal.wait_for("←→ K");
}
