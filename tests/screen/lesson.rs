//! Lessons, followed with the keys that the screen names.

use super::home;
use super::terminal::{Terminal, start};
use gibbscope::session::lesson::{Lesson, Question, Step, bundled};

const SIZE: (u16, u16) = (80, 24);
/// Rows of the screen above the panel.
const ABOVE: usize = 16;

/// What stands in the panel, its frame left out, as one line.
fn panel(text: &str) -> String {
    let lines = text.lines().skip(ABOVE + 1).take(6);
    let inside = lines.map(|line| line.trim_matches(['│', ' ']).to_owned());
    inside
        .collect::<Vec<_>>()
        .join(" ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the frame of the panel is whole, with this step in its title.
fn is_step(text: &str, number: usize, of: usize) -> bool {
    let title = text.lines().nth(ABOVE).unwrap_or_default();
    title.starts_with('┌') && title.ends_with(&format!("{number}/{of} ┐"))
}

fn last_line(text: &str) -> String {
    text.lines().nth(23).unwrap_or_default().to_owned()
}

/// Waits until the step shows all of its text, and what ⏎ does.
fn settled(terminal: &Terminal, (number, of): (usize, usize), says: &str) -> String {
    let says = joined(says);
    terminal.wait(&format!("step {number} with '{says}'"), |text| {
        let ready = ["⏎ question", "⏎ next", "⏎ ends the lesson"];
        let bottom = last_line(text);
        is_step(text, number, of)
            && bottom.ends_with("┘")
            && ready.iter().any(|ready| bottom.contains(ready))
            && panel(text).starts_with(&says)
    })
}

/// Answers rightly, or with the first wrong answer of a choice.
fn answer(terminal: &mut Terminal, question: &Question, wrong: bool) {
    terminal.press("<enter>");
    let asked = joined(question.ask().get("en"));
    terminal.wait(&format!("the question '{asked}'"), |text| {
        let body: Vec<&str> = text
            .lines()
            .map(|line| line.trim_matches(['│', ' ']))
            .collect();
        last_line(text).contains("esc looks again") && joined(&body.join(" ")).contains(&asked)
    });
    match question {
        Question::Number { right, .. } if wrong => {
            terminal.press(&format!("{}<enter>", right + 77.0))
        }
        Question::Number { right, .. } => terminal.press(&format!("<clear>{right}<enter>")),
        Question::Choice { right, answers, .. } | Question::Predict { right, answers, .. } => {
            let first_wrong = (1..=answers.len()).find(|place| place != right).unwrap();
            let place = if wrong { first_wrong } else { *right };
            terminal.press(&"<up>".repeat(answers.len()));
            terminal.press(&"<down>".repeat(place - 1));
            terminal.press("<enter>");
        }
    }
}

/// What is said once the right answer was given.
fn because(step: &Step) -> String {
    let question = &step.ask.as_ref().unwrap().part;
    let head = if question.is_prediction() {
        "You were right."
    } else {
        "Right."
    };
    let because = question.because().map_or("", |text| text.get("en"));
    format!("{head} {because}").trim().to_owned()
}

fn follow(lesson: &Lesson) {
    let home = home();
    let args = [
        "lesson",
        &lesson.name,
        "--language",
        "en",
        "--answers",
        "answers.csv",
    ];
    let mut terminal = start(home.path(), SIZE, &args);
    let of = lesson.steps.len();
    for (number, step) in (1..).zip(&lesson.steps) {
        settled(&terminal, (number, of), step.say.get("en"));
        if let Some(ask) = &step.ask {
            answer(&mut terminal, &ask.part, false);
            let seen = settled(&terminal, (number, of), &because(step));
            assert!(
                !panel(&seen).contains('✗'),
                "step {number}: {}",
                panel(&seen)
            );
        }
        terminal.press("<enter>");
    }
    let end = format!("the end of '{}'", lesson.title.get("en"));
    terminal.wait_for(&end);
    terminal.press("q");
    terminal.end();
    let answers = std::fs::read_to_string(home.path().join("answers.csv")).unwrap();
    let asked = lesson
        .steps
        .iter()
        .filter(|step| step.ask.is_some())
        .count();
    assert_eq!(answers.lines().count(), asked + 1, "{answers}");
    assert_eq!(answers.matches(",true,").count(), asked, "{answers}");
}

#[test]
fn every_lesson_can_be_followed_to_its_end() {
    // A lesson mostly waits for sweeps that are slow enough to be watched.
    let lessons = bundled::all().unwrap();
    std::thread::scope(|scope| {
        for some in lessons.chunks(3) {
            scope.spawn(|| some.iter().for_each(follow));
        }
    });
}

/// Korean and Chinese are whole in the panel; white space comes and goes where lines end.
#[test]
fn a_lesson_is_followed_in_other_languages() {
    let bare = |text: &str| text.replace(char::is_whitespace, "");
    let lesson = bundled::find("what-a-topic-is").unwrap().unwrap();
    for language in ["ko", "zh"] {
        let home = home();
        let args = ["lesson", &lesson.name, "--language", language];
        let mut terminal = start(home.path(), SIZE, &args);
        for (number, step) in (1..=3).zip(&lesson.steps) {
            let says = bare(step.say.get(language));
            terminal.wait(&format!("step {number} in {language}"), |text| {
                let bottom = last_line(text);
                is_step(text, number, lesson.steps.len())
                    && (bottom.contains("⏎ next") || bottom.contains("⏎ question"))
                    && bottom.ends_with('┘')
                    && bare(&panel(text)).starts_with(&says)
            });
            if let Some(ask) = &step.ask {
                terminal.press("<enter>");
                let asked = bare(ask.part.ask().get(language));
                let said = bare(ask.part.answers()[1].say.get(language));
                terminal.wait(&format!("the question in {language}"), |text| {
                    bare(text).contains(&asked) && bare(text).contains(&format!("│{said}"))
                });
                terminal.press("<down><enter>");
                let because = bare(ask.part.because().unwrap().get(language));
                terminal.wait(&format!("why, in {language}"), |text| {
                    bare(&panel(text)).contains(&because) && last_line(text).contains("⏎ next")
                });
            }
            terminal.press("<enter>");
        }
        terminal.press("q");
        terminal.end();
    }
}

#[test]
fn a_wrong_answer_is_told_why_and_back_does_a_step_again() {
    let home = home();
    let lesson = bundled::find("one-gibbs-step").unwrap().unwrap();
    let mut terminal = start(
        home.path(),
        SIZE,
        &["lesson", &lesson.name, "--language", "en"],
    );
    let of = lesson.steps.len();
    settled(&terminal, (1, of), lesson.steps[0].say.get("en"));
    terminal.press("<enter>");
    let second = &lesson.steps[1];
    settled(&terminal, (2, of), second.say.get("en"));
    let question = &second.ask.as_ref().unwrap().part;
    answer(&mut terminal, question, true);
    terminal.wait_for("✗ There were 4, and our token was one of them.");
    // The third wrong number is told.
    terminal.press("<enter><enter>");
    terminal.wait_for("✗ It is 3.");
    terminal.press("<esc>");
    settled(&terminal, (2, of), second.say.get("en"));
    answer(&mut terminal, question, false);
    settled(&terminal, (2, of), &because(second));
    // The chain can be played with, and going back mends it.
    terminal.press("s");
    terminal.wait("a sweep", |text| text.contains("sweep 1 "));
    terminal.press("\x7f");
    settled(&terminal, (1, of), lesson.steps[0].say.get("en"));
    terminal.wait("the start again", |text| {
        text.contains("sweep 0 ") && !panel(text).contains('✗')
    });
    terminal.press("<esc>");
    terminal.wait_for("leave the lesson?");
    terminal.press("<enter>");
    terminal.wait("the explorer alone", |text| {
        text.contains("the lesson is left") && !text.contains("One Gibbs step")
    });
    terminal.press("q");
    terminal.end();
}

#[test]
fn the_start_screen_leads_to_the_lessons() {
    let home = home();
    let mut terminal = start(home.path(), SIZE, &[]);
    terminal.wait_for("h lessons");
    terminal.press("h");
    let lessons = bundled::all().unwrap();
    terminal.wait("the list", |text| {
        text.contains("⏎ starts it")
            && lessons
                .iter()
                .take(4)
                .all(|l| text.contains(l.title.get("en")))
    });
    terminal.press("<enter>");
    settled(
        &terminal,
        (1, lessons[0].steps.len()),
        lessons[0].steps[0].say.get("en"),
    );
    terminal.press("q");
    terminal.end();
}

/// On a wide screen the text stands at the right of the panes.
#[test]
fn a_wide_screen_has_the_text_at_the_right() {
    for size in [(120, 40), (200, 60), (40, 12), (40, 20)] {
        let home = home();
        let mut terminal = start(
            home.path(),
            size,
            &["lesson", "watching-convergence", "--language", "en"],
        );
        terminal.wait(&format!("both at {size:?}"), |text| {
            let lines: Vec<&str> = text.lines().collect();
            let framed = lines.iter().any(|line| line.contains("1/9 ┐"))
                && lines.last().is_some_and(|line| line.ends_with('┘'));
            framed && text.contains("news") && text.contains("⏎ next")
        });
        terminal.press("q");
        terminal.end();
    }
}

/// Everything a lesson can do and wait for, from a file.
const EVERYTHING: &str = r#"(
    name: "everything", title: "Everything", minutes: 5, summary: "All that a lesson can do.",
    steps: [
        (say: "One.", do: [Load(corpus: "own.txt", topics: 3), Document(2), Focus("document")],
            check: [(value: Documents, is: Equal(3), say: "documents"), (value: Topics, is: Equal(3), say: "K")]),
        (say: "Two.", do: [Alpha(0.7), Eta(0.2), Topics(2), Seed(4), Sweeps(3), Keep("a", Sweep)],
            check: [(value: Sum(Alpha, Eta), is: About(0.9, 0.0001), say: "priors"), (value: Kept("a"), is: Equal(3), say: "kept")]),
        (say: "Three.", do: [Open("map"), RunTo(9)], check: [(value: Sweep, is: Equal(9), say: "sweeps")]),
        (say: "Four.", do: [Focus("trace"), Run], wait: Until(Sweep, Above(20)), check: [(value: Sweep, is: Above(20), say: "run")]),
        (say: "Five.", wait: Paused),
        (say: "Six.", wait: Running),
        (say: "Seven.", do: [Pause], wait: View("words")),
        (say: "Eight.", do: [Engine("variational"), Word("b"), Sweeps(2)], check: [(value: Bound, is: Below(0), say: "bound")]),
    ],
)"#;

#[test]
fn everything_that_a_lesson_can_do_is_done_on_the_screen_as_without_one() {
    let home = home();
    std::fs::write(home.path().join("everything.ron"), EVERYTHING).unwrap();
    std::fs::write(home.path().join("own.txt"), "a b a b\nb c b c\nc d d a\n").unwrap();
    let mut terminal = start(home.path(), SIZE, &["lesson", "everything.ron"]);
    let good = |terminal: &Terminal, number: usize, says: &str| {
        let seen = settled(terminal, (number, 8), says);
        assert!(!panel(&seen).contains('✗'), "{seen}");
        seen
    };
    assert!(good(&terminal, 1, "One.").contains("document 2 of 3"));
    for (number, says) in [
        (2, "Two. ✓ priors: 0.9000 ✓ kept: 3"),
        (3, "Three. ✓ sweeps: 9"),
    ] {
        terminal.press("<enter>");
        good(&terminal, number, says);
    }
    terminal.wait_for("6 map");
    terminal.press("<enter>");
    good(&terminal, 4, "Four. ✓ run:");
    for (says, waits, key) in [
        ("Five.", "space holds the chain", " "),
        ("Six.", "space lets the chain run", " "),
        ("Seven.", "open the view 'words'", "7"),
    ] {
        terminal.press("<enter>");
        terminal.wait(says, |text| {
            panel(text).starts_with(says) && last_line(text).contains(waits)
        });
        // Not before it has come.
        terminal.press("<enter>");
        terminal.wait_for("not yet");
        terminal.press(key);
        terminal.wait(waits, |text| last_line(text).contains("⏎ next"));
    }
    terminal.press("<enter>");
    terminal.wait("the end", |text| {
        last_line(text).contains("⏎ ends") && panel(text).contains("✓ bound: -")
    });
    terminal.press("\x7f");
    terminal.wait("a step back", |text| is_step(text, 7, 8));
    terminal.press("q");
    terminal.end();
}
