//! What `topics` prints for a person.

use super::{Setting, Topic};
use crate::plain::{clean, visible};
use crate::session::DIAGNOSTICS;
use crate::tui::text::{fit, width};
use ratatui::crossterm::terminal;
use std::fmt::Write;
use std::io::IsTerminal;

/// Columns from which all of a topic stands on one line.
const WIDE: usize = 130;
/// Columns where nothing says how many there are.
const USUAL: usize = 80;
/// What stands for an undefined value.
const NONE: &str = "–";

/// The columns of the terminal: of COLUMNS, or of standard output, else 80.
pub fn columns() -> usize {
    let given = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    let own = || {
        let there = std::io::stdout().is_terminal();
        there.then(terminal::size)?.ok().map(|size| size.0.into())
    };
    given.or_else(own).filter(|&c| c > 0).unwrap_or(USUAL)
}

/// Four digits or so.
pub fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 1e7 || (size < 1e-3 && size > 0.0) => format!("{value:.0e}"),
        size if size >= 1e3 => format!("{value:.0}"),
        size if size >= 1e2 => format!("{value:.1}"),
        size if size >= 10.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// The same; a dash where there is none.
pub fn optional(value: Option<f64>) -> String {
    value.map_or(NONE.to_owned(), short)
}

impl Topic<'_> {
    /// What the user calls it, with a space after it; nothing without a name.
    fn name(&self) -> String {
        let name = self.label.map(|name| format!("“{}” ", clean(name)));
        name.unwrap_or_default()
    }

    fn tokens(&self, drawn: bool) -> String {
        if drawn {
            format!("{:.0}", self.scores.tokens)
        } else {
            format!("{:.1}", self.scores.tokens)
        }
    }
}

/// A table of all topics, the largest first, in so many columns.
pub fn all(topics: &[Topic<'_>], setting: &Setting, columns: usize) -> String {
    let wide = columns >= WIDE;
    let names = DIAGNOSTICS.map(|d| d.short.to_owned());
    let head = ["topic", "tokens", "share", "alpha"].map(str::to_owned);
    let words = format!("words by {}", setting.order);
    let mut text = line(&head, &names, &words, (wide, columns));
    let mut order: Vec<&Topic<'_>> = topics.iter().collect();
    order.sort_by(|a, b| {
        b.scores
            .tokens
            .total_cmp(&a.scores.tokens)
            .then(a.scores.place.cmp(&b.scores.place))
    });
    for topic in order {
        let words: Vec<String> = topic.words.iter().map(|w| visible(w.word)).collect();
        let words = topic.name() + &words.join(" ");
        let head = [
            topic.scores.id.to_string(),
            topic.tokens(setting.kind.is_gibbs()),
            format!("{:.1}%", 100.0 * topic.scores.share),
            optional(topic.scores.alpha),
        ];
        let numbers = topic.scores.diagnostics().map(optional);
        text += &line(&head, &numbers, &words, (wide, columns));
    }
    text + &note(topics, setting)
}

/// The numbers and words of a topic, on one line or on two.
fn line(
    head: &[String; 4],
    numbers: &[String; 10],
    words: &str,
    (wide, columns): (bool, usize),
) -> String {
    let [id, tokens, share, alpha] = head;
    let mut text = format!("{id:>5} {tokens:>8} {share:>6} {alpha:>7}");
    let mut rest = String::new();
    for (number, column) in numbers.iter().zip(DIAGNOSTICS.map(|d| d.width)) {
        let _ = write!(rest, "{number:>column$}");
    }
    if wide {
        text += &rest;
    }
    let words = fit(words, columns.saturating_sub(width(&text) + 2));
    let _ = write!(text, "  {words}");
    let mut text = text.trim_end().to_owned() + "\n";
    if !wide {
        let _ = writeln!(text, "     {rest}");
    }
    text
}

/// One topic with every number explained.
pub fn one(topic: &Topic<'_>, setting: &Setting) -> String {
    let mut text = format!(
        "topic {}{}, one of {}: {} tokens, {:.1}% of all, alpha {}\n",
        topic.scores.id,
        format!(" {}", topic.name()).trim_end(),
        setting.topics,
        topic.tokens(setting.kind.is_gibbs()),
        100.0 * topic.scores.share,
        optional(topic.scores.alpha),
    );
    if let Some(note) = topic.note {
        let _ = writeln!(text, "note: {}", clean(note));
    }
    for (diagnostic, value) in DIAGNOSTICS.iter().zip(topic.scores.diagnostics()) {
        let (name, meaning) = (diagnostic.name, diagnostic.meaning);
        let _ = writeln!(text, "  {name:<17} {:>8}  {meaning}", optional(value));
    }
    let _ = writeln!(
        text,
        "\n {:>10}  probability  words by {}",
        "value", setting.order
    );
    for word in &topic.words {
        let (value, probability) = (short(word.value), short(word.probability));
        let _ = writeln!(
            text,
            " {value:>10} {probability:>12}  {}",
            visible(word.word)
        );
    }
    text + &note(std::slice::from_ref(topic), setting)
}

/// Why there are values that are undefined, where there are.
fn note(topics: &[Topic<'_>], setting: &Setting) -> String {
    let mut text = String::new();
    let title = setting.kind.title();
    if topics.iter().any(|t| t.scores.alpha.is_none()) {
        let _ = writeln!(text, "{NONE} alpha: {title} has no such prior");
    }
    if !setting.kind.is_gibbs() {
        let _ = writeln!(
            text,
            "{NONE} rank-1, tok-doc, count and coherence need a topic for each token, which\n  \
             {title} does not draw"
        );
    }
    // What is undefined beyond that is so for want of something to count.
    let empty = |t: &Topic<'_>| t.scores.document_entropy.is_none();
    let little = |t: &Topic<'_>| setting.kind.is_gibbs() && t.scores.diagnostics().contains(&None);
    if topics.iter().any(|t| empty(t) || little(t)) {
        let _ = writeln!(
            text,
            "{NONE} else: the topic has too few tokens, words or documents for the number"
        );
    }
    if topics
        .iter()
        .any(|t| t.scores.tokens > 0.0 && t.words.is_empty())
    {
        let _ = writeln!(
            text,
            "no words: no word points to this topic more than to others"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_at_every_size() {
        for (value, text) in [
            (0.0, "0.000"),
            (0.1234, "0.123"),
            (12.345, "12.35"),
            (-123.45, "-123.5"),
            (4321.6, "4322"),
            (0.000_04, "4e-5"),
            (1e100, "1e100"),
        ] {
            assert_eq!(short(value), text);
        }
    }

    #[test]
    fn a_line_keeps_to_its_columns() {
        let (head, numbers) = (["12", "1234567", "99.9%", "0.100"], ["-1234"; 10]);
        let (head, numbers) = (head.map(str::to_owned), numbers.map(str::to_owned));
        for columns in [80, 129, 130, 200] {
            let text = line(
                &head,
                &numbers,
                &"wörter ".repeat(40),
                (columns >= WIDE, columns),
            );
            assert_eq!(text.lines().count(), if columns < WIDE { 2 } else { 1 });
            assert!(text.lines().all(|l| width(l) <= columns), "{text}");
        }
    }
}
