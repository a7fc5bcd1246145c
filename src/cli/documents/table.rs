//! What `documents` prints for a person, in 80 columns.

use super::Document;
use crate::plain::{clean, count};
use crate::tui::text::{fit, pad, width};
use crate::tui::wrap;
use ratatui::style::Style;
use std::fmt::Write;

const COLUMNS: usize = 80;
/// Columns of the topics.
const TOPICS: usize = 23;
/// Topics of a document that are printed have at least this share.
const LEAST: f64 = 0.05;

/// A table of documents; `all` is how many there would be without a limit.
pub fn all(documents: &[Document<'_>], distances: bool, all: usize) -> String {
    let distance = if distances { " distance" } else { "" };
    let mut text = format!(
        "number tokens entropy    fit{distance}  {}title or id\n",
        pad("topics", TOPICS + 2)
    );
    for document in documents {
        let distance = match document.distance {
            Some(distance) => format!(" {distance:>8.3}"),
            None => String::new(),
        };
        let mut line = format!(
            "{:>6} {:>6} {:>7.3} {:>6}{distance}  {}  ",
            document.number,
            document.tokens,
            document.entropy,
            document
                .fit
                .map_or("–".to_owned(), |fit| format!("{fit:.2}")),
            pad(&topics(document), TOPICS),
        );
        let room = COLUMNS.saturating_sub(width(&line));
        line += &fit(&name(document), room);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text + &rest(documents.len(), all, "document")
}

/// The topics that matter, the largest first.
fn topics(document: &Document<'_>) -> String {
    let large = document.topics.iter().filter(|part| part.share >= LEAST);
    let large: Vec<String> = large
        .take(3)
        .map(|part| format!("{} {:.0}%", part.topic, 100.0 * part.share))
        .collect();
    large.join(" · ")
}

fn name(document: &Document<'_>) -> String {
    let title = document.title.filter(|title| !title.is_empty());
    clean(title.unwrap_or(document.id))
}

/// Passages, one below the other.
pub fn passages(documents: &[Document<'_>], topic: u32, all: usize) -> String {
    let mut text = String::new();
    for document in documents {
        let Some(passage) = &document.passage else {
            continue;
        };
        let head = format!(
            "{}: {}, tokens {} to {} of {}, {} of topic {topic}",
            document.number,
            fit(&name(document), COLUMNS / 3),
            passage.first,
            passage.last,
            document.tokens,
            passage.of_topic
        );
        let _ = writeln!(text, "{}", fit(&head, COLUMNS));
        for line in wrap::plain(&passage.text, COLUMNS - 2, Style::new()) {
            let _ = writeln!(text, "  {line}");
        }
    }
    if all == 0 {
        let _ = writeln!(
            text,
            "no document has a token of topic {topic} and what --search asks for"
        );
        return text;
    }
    text + &rest(documents.len(), all, "passage")
}

/// How many are not printed.
fn rest(printed: usize, all: usize, thing: &str) -> String {
    match all - printed {
        0 if all == 0 => format!("no {thing} matches\n"),
        0 => String::new(),
        more => format!("… {} more\n", count(more, thing)),
    }
}
