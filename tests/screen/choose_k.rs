//! The view that chooses K, while the chain and its runs go on.

use super::common;
use super::terminal::start;
use super::views::is_framed;
use super::{SIZES, home, number_after};

/// The number before ` of 9 runs`.
fn done(text: &str, of: usize) -> Option<usize> {
    let before = text.split(&format!(" of {of} runs")).next()?;
    before.rsplit(' ').next()?.parse().ok()
}

#[test]
fn runs_fill_in_stop_go_on_and_are_opened() {
    // What the command says of the same runs.
    let args = [
        "choose-k", "newsroom", "--topics", "3,5", "--sweeps", "20", "--json",
    ];
    let report = common::json(&args);
    let best = |k: usize| {
        let runs = report["runs"].as_array().unwrap().iter();
        let own = runs.filter(|run| run["topics"] == k);
        let value = |run: &serde_json::Value| run["perplexity"].as_f64().unwrap();
        let best = own.min_by(|a, b| value(a).total_cmp(&value(b))).unwrap();
        (best["seed"].as_u64().unwrap(), value(best))
    };
    for size in [SIZES[0], SIZES[2]] {
        let home = home();
        let args = ["newsroom", "--seed", "4", "--sweeps", "20"];
        let mut terminal = start(home.path(), size, &args);
        terminal.wait_for("finished");
        terminal.press("K");
        terminal.wait("a question for the numbers of topics", |text| {
            text.contains("numbers of topics 4..16:4") && text.contains("⏎ takes it")
        });
        terminal.press("<clear>9..3<enter>");
        terminal.wait_for("9..3 is empty: 9 is above 3");
        // More than anybody waits for.
        terminal.press("<clear>2..100<enter>");
        terminal.wait("the first runs", |text| {
            is_framed(text, size)
                && done(text, 297).is_some_and(|done| done >= 1)
                && text.contains("in the making: K ")
                && text.contains("137 documents, 34 held out")
        });
        terminal.press("x");
        let stopped = terminal.wait("stopped runs", |text| {
            text.contains("stopped: x goes on") && is_framed(text, size)
        });
        let before = done(&stopped, 297);
        terminal.press("<right>");
        terminal.wait("a seed more", |text| {
            text.contains("4 seeds of each K") && text.contains(" of 396 runs")
        });
        terminal.press("<left>");
        terminal.wait("nothing more", |text| done(text, 297) == before);
        terminal.press("x");
        terminal.wait("more runs", |text| done(text, 297) > before);
        terminal.press("c");
        terminal.wait_for("⏎ takes it");
        terminal.press("<clear>3,5<enter>");
        let (seed, perplexity) = best(3);
        let decimals = usize::from(perplexity < 1000.0);
        let opens = format!(
            "opens K 3 from seed {seed}, the best of its 3: perplexity {perplexity:.decimals$}"
        );
        terminal.wait("all runs of few K", |text| {
            text.contains("6 of 6 runs · 3 seeds of each K · all finished")
                && is_framed(text, size)
                && text.contains(&opens)
                && text.matches('±').count() > 8
                && text.contains("lowest perplexity: K ")
                && text.contains("must not be used to")
        });
        terminal.press("<tab>");
        terminal.wait("coherence", |text| {
            text.contains("c_npmi over K") && text.contains("highest c_npmi: K ")
        });
        terminal.press("i");
        terminal.wait_for("the numbers of this pane");
        terminal.press("<esc>");
        terminal.wait("the view again", |text| {
            is_framed(text, size)
                && text.contains("opens K 3 ")
                && !text.contains("the numbers of this pane")
        });
        let seed = best(5).0;
        terminal.press("<down>");
        terminal.wait_for(&format!("opens K 5 from seed {seed}, "));
        terminal.press("<enter>");
        terminal.wait("the chain of that run", |text| {
            // Lines may break anywhere.
            let words: Vec<&str> = text.split_whitespace().collect();
            let text = words.join(" ");
            text.contains(&format!("K 5 from seed {seed}, on all 171 documents"))
                && text.contains("without the 34 held out")
                && text.contains("2 topics by share")
                && number_after(&text, "sweep ") == Some(20)
        });
        terminal.press("q");
        let (output, code) = terminal.end_restored();
        assert_eq!(code, 0, "{output}");
        let path = output.split("gibbscope replay ").nth(1).unwrap();
        let path = path.split_whitespace().next().unwrap();
        let replayed = common::json(&["replay", path, "--json"]);
        // A fresh chain from that K and seed is the same.
        let (k, seed) = ("5".to_owned(), seed.to_string());
        let fresh = [
            "fit", "newsroom", "--sweeps", "20", "--topics", &k, "--seed", &seed, "--json",
        ];
        assert_eq!(replayed["digest"], common::json(&fresh)["digest"]);
    }
}
