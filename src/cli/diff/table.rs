//! What `diff` prints for a person.

use crate::plain::{clean, count};
use crate::session::{ChangedWord, Difference, LoneTopic, MatchedTopic, Side, TopicShift};
use crate::tui::text::{fit, number, pad, percent};
use std::fmt::Write;

/// Columns of a line.
const COLUMNS: usize = 80;
/// Columns of the id of a document.
const DOCUMENT: usize = 20;
/// Columns of the name of a model at most.
const NAME: usize = 24;
/// Below this share of the tokens the pairing rests on little.
const LITTLE: f64 = 0.5;
/// What stands for an undefined value.
const NONE: &str = "–";

/// All of it; the models have these names.
pub fn text(difference: &Difference, names: (&str, &str)) -> String {
    let mut text = line(format!("before: {}", side(&difference.before, names.0)));
    text += &line(format!("after:  {}", side(&difference.after, names.1)));
    let _ = writeln!(
        text,
        "both:   {} ({} and {} of the tokens), {}",
        count(difference.shared_words, "word"),
        percent(difference.before.shared_tokens),
        percent(difference.after.shared_tokens),
        count(difference.shared_documents, "document"),
    );
    let (ours, theirs) = (&difference.before, &difference.after);
    if ours.shared_tokens.min(theirs.shared_tokens) < LITTLE {
        text += "note:   most of one model is in words that the other does not have\n";
    }
    let _ = writeln!(
        text,
        "\n{} matched (cosine from {}), {} lost, {} new",
        count(difference.matched.len(), "topic"),
        difference.cosine_threshold,
        difference.lost.len(),
        difference.new.len(),
    );
    if !difference.matched.is_empty() {
        text += "\nbefore after  cosine  diverg.   share             words\n";
    }
    for topic in &difference.matched {
        text += &matched(topic);
    }
    for (title, topics, other) in [
        ("lost", &difference.lost, "after"),
        ("new", &difference.new, "before"),
    ] {
        if !topics.is_empty() {
            let nearest = format!("nearest {other}");
            let _ = writeln!(text, "\n{title:>6}  share  {nearest:<22} words");
        }
        for topic in topics {
            text += &lone(topic, title == "lost");
        }
    }
    text + &documents(difference)
}

/// A line that is cut where it is too long.
fn line(text: String) -> String {
    fit(&clean(&text), COLUMNS).trim_end().to_owned() + "\n"
}

fn side(side: &Side, name: &str) -> String {
    let alpha = match (side.alpha, side.alpha_sum) {
        (Some(alpha), _) => format!(", alpha {}", number(alpha)),
        (None, Some(sum)) => format!(", alpha sum {}", number(sum)),
        (None, None) => String::new(),
    };
    format!(
        "{}, {}{alpha}, {}, {}, seed {}",
        fit(name, NAME),
        count(side.topics, "topic"),
        count(side.sweep as usize, "sweep"),
        side.engine.name(),
        side.seed,
    )
}

/// A pair, and below it what changed.
fn matched(topic: &MatchedTopic) -> String {
    let shares = format!(
        "{} → {}",
        percent(topic.share_before),
        percent(topic.share_after)
    );
    let head = format!(
        "{:>6} {:>5}  {:>6.3}  {:>7.4}   {shares:<15}   {}",
        topic.before,
        topic.after,
        topic.cosine,
        topic.divergence,
        words(topic.label.as_ref(), &topic.top_words),
    );
    let changed = topic.changed_words.iter().map(changed);
    let changed: Vec<String> = changed.collect();
    line(head) + &line(format!("{:14}{}", "", changed.join(" ")))
}

/// The words of a topic after the name that the user gave it.
fn words(label: Option<&String>, words: &[String]) -> String {
    let label = label.map_or(String::new(), |label| format!("“{label}” "));
    label + &words.join(" ")
}

fn changed(word: &ChangedWord) -> String {
    let sign = if word.change < 0.0 { '−' } else { '+' };
    format!("{sign}{}", word.word)
}

fn lone(topic: &LoneTopic, lost: bool) -> String {
    let near = topic.nearest.iter();
    let near = near.map(|near| format!("{} ({:.3})", near.topic, near.cosine));
    let near: Vec<String> = near.collect();
    let mut text = line(format!(
        "{:>6} {:>6}  {:<22} {}",
        topic.topic,
        percent(topic.share),
        near.join(", "),
        words(topic.label.as_ref(), &topic.top_words),
    ));
    if let (true, Some(both)) = (topic.is_both(), topic.nearest_together) {
        let became = if lost {
            "it was split"
        } else {
            "it is made of them"
        };
        text += &line(format!("{:15}both as one: {both:.3}; {became}", ""));
    }
    text
}

/// Less than this is 0 in three decimals.
const MOVED: f64 = 5e-4;

fn documents(difference: &Difference) -> String {
    let Some(mean) = difference.mean_distance else {
        return "\nno document with a word has the same id in both: none is compared\n".to_owned();
    };
    if difference.documents.is_empty() {
        return match mean < MOVED {
            true => "\nno document has moved\n".to_owned(),
            false => format!("\ndocuments moved {mean:.3} on average\n"),
        };
    }
    let mut text = format!(
        "\n moved  {}  {:<21}  gained most (before/after)\n",
        pad("document", DOCUMENT),
        "lost most",
    );
    for document in &difference.documents {
        text += &line(format!(
            "{:>6.3}  {}  {:<21}  {}",
            document.distance,
            pad(&clean(&document.id), DOCUMENT),
            shift(&document.fell),
            shift(&document.rose),
        ));
    }
    text + &format!("{mean:>6.3}  on average\n")
}

/// A topic with its share before and after.
fn shift(shift: &TopicShift) -> String {
    let id = |id: Option<u32>| id.map_or(NONE.to_owned(), |id| id.to_string());
    let topic = match (shift.before, shift.after) {
        (before, after) if before == after => id(after),
        (before, after) => format!("{}/{}", id(before), id(after)),
    };
    let (before, after) = (percent(shift.share_before), percent(shift.share_after));
    format!("{topic}: {before} → {after}")
}
