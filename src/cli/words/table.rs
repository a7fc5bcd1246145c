//! The tables of `words` for a person.

use super::Row;
use crate::cli::topics::{optional, short};
use crate::plain::visible;
use crate::tui::text::{pad, percent};
use std::fmt::Write;

/// Columns of a word, from and to.
const NAME: [usize; 2] = [16, 40];

/// A word in so many columns that the rest of the line, of `rest` columns, has room.
fn name(word: &str, rest: usize, columns: usize) -> String {
    let room = columns.saturating_sub(rest).clamp(NAME[0], NAME[1]);
    pad(&visible(word), room)
}

/// The vocabulary.
pub fn all(rows: &[Row<'_>], columns: usize) -> String {
    let mut text = String::new();
    let mut line = |word: &str, cells: [String; 8]| {
        let [
            tokens,
            documents,
            share,
            topics,
            effective,
            specific,
            main,
            part,
        ] = cells;
        let line = format!(
            "{} {tokens:>9}{documents:>10}{share:>7}{topics:>7}{effective:>10}{specific:>7}\
             {main:>6}{part:>7}",
            name(word, 64, columns)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    };
    let head = [
        "tokens",
        "documents",
        "",
        "topics",
        "effective",
        "spec.",
        "topic",
        "",
    ];
    line("word", head.map(str::to_owned));
    for row in rows {
        let cells = [
            row.tokens.to_string(),
            row.documents.to_string(),
            percent(row.document_share),
            whole(row.topics),
            optional(row.effective_topics),
            optional(row.specificity),
            whole(row.main_topic),
            row.main_share.map_or_else(String::new, percent),
        ];
        line(row.word, cells);
    }
    text
}

/// Words that could be left out, with what speaks for it.
pub fn candidates(rows: &[Row<'_>], columns: usize) -> String {
    let mut text = String::new();
    let mut line = |word: &str, cells: [String; 6]| {
        let [score, documents, evenness, effective, tokens, information] = cells;
        let _ = writeln!(
            text,
            "{} {score:>7}{documents:>11}{evenness:>10}{effective:>11}{tokens:>8}{information:>13}",
            name(word, 61, columns)
        );
    };
    let head = [
        "score",
        "documents",
        "evenness",
        "effective",
        "tokens",
        "information",
    ];
    line("word", head.map(str::to_owned));
    for row in rows {
        let fine = |share: Option<f64>| share.map_or_else(|| optional(None), fine);
        let cells = [
            optional(row.stop_score),
            percent(row.document_share),
            optional(row.evenness),
            optional(row.effective_topics),
            fine(Some(row.token_share)),
            fine(row.information_share),
        ];
        line(row.word, cells);
    }
    text + "score: share of documents that have the word × evenness, which is 1 where its\n\
            topics are those of all tokens; information: its part in what words tell about\n\
            topics\n"
}

/// A small share.
fn fine(share: f64) -> String {
    format!("{}%", short(100.0 * share))
}

fn whole(value: Option<u32>) -> String {
    value.map_or_else(|| optional(None), |n| n.to_string())
}
