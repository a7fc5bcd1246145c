//! One token: its sentence, what is taken out, how much the document likes every topic and
//! every topic the word, and where the random number falls.
//!
//! ```text
//!  … they walked to the [bank¹] of the river¹ …
//!  taken out of ●1: n_dk 5→4   n_kv 3→2   n_k 40→39
//!    this document likes topic k        topic k likes this word
//!  −●1 ██████ 4+0.1=4.1     ███ (2+0.01)/(39+0.05)=0.0515   0.2110  77.0%
//! ```

mod ascent;
mod line;
mod table;

use super::{row, say};
use crate::engine::Factors;
use crate::tui::explorer::views::token::{OneToken, Shown};
use crate::tui::explorer::{Atom, Explorer};
use crate::tui::text::{self, count, fit, thousands};
use crate::tui::theme::Theme;
use crate::tui::wrap::Wrap;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

/// Pieces of the text after the token that are looked at: more than lines have room for.
const AFTER: usize = 400;

/// Draws the view.
pub fn draw(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    if let Some(steps) = explorer.shown_steps() {
        return ascent::draw(explorer, steps, frame, area, theme);
    }
    let shown = match explorer.shown_token() {
        None => return say("waiting for the chain …", frame, area, theme.dim),
        Some(Err(reason)) => return say(reason, frame, area, theme.text),
        Some(Ok(shown)) => shown,
    };
    let (rows, columns) = (usize::from(area.height), usize::from(area.width));
    let state = &explorer.views.token;
    let text = match rows {
        0..16 => 1,
        16..30 => 2,
        _ => 4,
    };
    let mut lines = sentence(explorer, &shown, columns, text, theme);
    if rows >= 9 {
        lines.push(taken_out(explorer, &shown, columns, theme));
    }
    let tail = line::lines(explorer, &shown, (rows, columns), theme);
    // What the columns are in words, where every topic has a row all the same.
    let spare = rows.saturating_sub(lines.len() + tail.len() + shown.ids.len());
    let heads = match rows {
        0..10 => 0,
        10..18 if spare < 2 => 1,
        _ => 2,
    };
    let room = rows.saturating_sub(lines.len() + tail.len() + heads).max(1);
    let table = table::lines(explorer, &shown, (room, heads, columns), theme);
    let used = lines.len() + table.len() + tail.len();
    let quiz = score(state).map(|quiz| Line::styled(fit(&quiz, columns), theme.accent));
    // Air between the parts where there is room for it.
    let mut air = rows.saturating_sub(used + usize::from(quiz.is_some()));
    let mut part = |part: Vec<Line<'static>>| {
        if air > 0 {
            air -= 1;
            lines.push(Line::default());
        }
        lines.extend(part);
    };
    part(table);
    part(tail);
    lines.extend(quiz);
    for (at, line) in lines.into_iter().take(rows).enumerate() {
        frame.render_widget(line, row(area, at));
    }
}

/// How the questions went.
fn score(state: &OneToken) -> Option<String> {
    let quiz = state.quiz.filter(|quiz| quiz.asked > 0)?;
    Some(format!(
        " {} of {} right",
        quiz.right,
        count(quiz.asked, "question")
    ))
}

/// Where the chain stands, for the frame.
pub fn place(explorer: &Explorer) -> String {
    if let Some(steps) = explorer.shown_steps() {
        return format!(" document {} ", thousands(steps.document + 1));
    }
    let Some(Ok(shown)) = explorer.shown_token() else {
        return String::new();
    };
    let draw = shown.draw;
    // The line below the panes has the sweep too.
    let before = match draw.abreast {
        true => "side by side:".to_owned(),
        false => format!("sweep {} ·", thousands(draw.sweep as usize + 1)),
    };
    format!(
        " {before} document {} · token {} of {} ",
        thousands(draw.document + 1),
        thousands(draw.place + 1),
        thousands(explorer.corpus.document(draw.document).len()),
    )
}

/// So many lines of the document around the token, which is marked.
fn sentence(
    explorer: &Explorer,
    shown: &Shown<'_>,
    columns: usize,
    rows: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let reading = &explorer.views.token.reading;
    let is_token =
        |atom: &Atom| matches!(atom, Atom::Token(_, place) if *place == shown.draw.place);
    let at = match reading.index == shown.draw.document {
        true => reading.atoms.iter().position(is_token),
        false => None,
    };
    let Some(at) = at else {
        // Far behind the beginning of a very long document, or a token that shares its
        // piece of the text with another.
        let word = text::clean(explorer.corpus.vocabulary().word(shown.draw.word));
        let mut lines = vec![Line::styled(
            fit(&format!(" [{word}]"), columns),
            theme.title,
        )];
        lines.resize(rows, Line::default());
        return lines;
    };
    let wrapped = |pieces: usize| {
        let mut wrap = Wrap::new(columns.saturating_sub(1));
        for (i, atom) in reading.atoms.iter().enumerate().take(pieces) {
            match atom {
                Atom::Space | Atom::Break => wrap.space(),
                Atom::Other(text) => wrap.put(text, theme.text),
                Atom::Dropped(text) => wrap.put(text, theme.dim),
                Atom::Token(text, place) => {
                    let topic = shown.topics.get(*place);
                    let id = topic.and_then(|k| shown.ids.get(usize::from(*k)));
                    let style = id.map_or(theme.text, |id| theme.topic(*id));
                    if i != at {
                        let mark = id.map(|id| text::superscript(*id)).unwrap_or_default();
                        wrap.put(&format!("{text}{mark}"), style);
                        continue;
                    }
                    let mark = match shown.landed {
                        Some(k) => text::superscript(shown.ids[k]),
                        None => "⁻".to_owned(),
                    };
                    let style = theme.title.add_modifier(Modifier::REVERSED);
                    wrap.put(&format!("[{text}{mark}]"), style);
                }
            }
        }
        wrap.finish()
    };
    let line = wrapped(at + 1).len().saturating_sub(1);
    around(wrapped(at + AFTER), line, rows)
}

/// So many lines with this one in their middle, a space before each.
fn around(all: Vec<Line<'static>>, line: usize, rows: usize) -> Vec<Line<'static>> {
    let first = line
        .saturating_sub(rows / 2)
        .min(all.len().saturating_sub(rows));
    let mut lines: Vec<Line<'static>> = all.into_iter().skip(first).take(rows).collect();
    lines.resize(rows, Line::default());
    for line in &mut lines {
        line.spans.insert(0, Span::raw(" "));
    }
    lines
}

/// A topic as marker and id.
fn name(id: u32, theme: &Theme) -> Span<'static> {
    Span::styled(format!("{}{id}", theme.marker(id)), theme.topic(id))
}

/// The three counts of topic `k`, before and after one token comes or goes; `None` where
/// theta and phi are drawn.
fn counts(shown: &Shown<'_>, k: usize, taken: bool) -> Option<String> {
    let Factors::Counted(counted) = &shown.draw.factors else {
        return None;
    };
    let step = |n: u32| match taken {
        true => format!("{}→{n}", n + 1),
        false => format!("{n}→{}", n + 1),
    };
    Some(format!(
        "n_dk {}  n_kv {}  n_k {}",
        step(counted.document[k]),
        step(counted.word[k]),
        step(counted.sizes[k])
    ))
}

/// What becomes of the counts when the token is taken out.
fn taken_out(
    explorer: &Explorer,
    shown: &Shown<'_>,
    columns: usize,
    theme: &Theme,
) -> Line<'static> {
    let own = shown.draw.topic;
    let word = text::clean(explorer.corpus.vocabulary().word(shown.draw.word));
    let counts = counts(shown, own, true);
    let (before, after) = match counts {
        Some(counts) => (
            match columns < 70 {
                true => " out of ".to_owned(),
                false => format!(" “{}” is taken out of ", fit(&word, 20)),
            },
            format!(": {counts}"),
        ),
        None => (
            format!(" “{}” is in ", fit(&word, 20)),
            ": θ and φ are held, so no count is needed".to_owned(),
        ),
    };
    let name = name(shown.ids[own], theme);
    let room = columns.saturating_sub(text::width(&before) + name.width());
    Line::from(vec![
        Span::raw(before),
        name,
        Span::styled(fit(&after, room), theme.text),
    ])
}
