//! The topics laid end to end, the random number as an arrow, and what comes of it.

use super::{counts, name, table};
use crate::engine::{Chance, TokenDraw};
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::token::Shown;
use crate::tui::text::{self, fit, pad, percent};
use crate::tui::theme::Theme;
use ratatui::text::{Line, Span};

/// A topic's piece of the line: its place, and its first column and the one past its last.
struct Piece {
    topic: usize,
    from: usize,
    to: usize,
}

/// The pieces that are wide enough to be seen.
fn pieces(draw: &TokenDraw, columns: usize) -> Vec<Piece> {
    let mut end = 0.0;
    let mut from = 0;
    let mut pieces = Vec::new();
    for topic in draw.bar() {
        end += draw.probabilities[topic];
        let to = ((end * columns as f64).round() as usize).min(columns);
        if to > from {
            pieces.push(Piece { topic, from, to });
            from = to;
        }
    }
    pieces
}

/// Everything below the table.
pub fn lines(
    explorer: &Explorer,
    shown: &Shown<'_>,
    (rows, columns): (usize, usize),
    theme: &Theme,
) -> Vec<Line<'static>> {
    let room = columns.saturating_sub(2);
    let mut lines = Vec::new();
    if shown.hidden {
        lines.push(question(explorer.accept_key(), columns, theme));
        return lines;
    }
    let pieces = pieces(shown.draw, room);
    if rows >= 15 {
        lines.push(labels(shown, &pieces, theme));
    }
    lines.push(solid(shown, &pieces, theme));
    lines.push(arrow(shown, &pieces, room, theme));
    if rows >= 10 {
        lines.push(numbers(shown, columns, theme));
    }
    lines.push(landing(explorer, shown, columns, theme));
    lines
}

fn question(key: &str, columns: usize, theme: &Theme) -> Line<'static> {
    let texts = [
        format!(" which topic is the likeliest? ↑↓ picks, {key} answers: multiply the two columns"),
        format!(" the likeliest topic? ↑↓ picks, {key} answers"),
        format!(" ↑↓ pick, {key} answer"),
    ];
    let found = texts.into_iter().find(|text| text::width(text) <= columns);
    Line::styled(found.unwrap_or_default(), theme.accent)
}

/// Which piece is whose, where there is room.
fn labels(shown: &Shown<'_>, pieces: &[Piece], theme: &Theme) -> Line<'static> {
    let mut line = Line::from(" ");
    for piece in pieces {
        let wide = piece.to - piece.from;
        let id = shown.ids[piece.topic];
        let short = format!("{}{id}", theme.marker(id));
        let stays = piece.topic == shown.draw.topic;
        let long = match stays {
            true => format!("{short} stays"),
            false => short.clone(),
        };
        let label = [long, short, String::new()]
            .into_iter()
            .find(|label| text::width(label) < wide.max(1))
            .unwrap_or_default();
        line.push_span(Span::styled(pad(&label, wide), theme.topic(id)));
    }
    line
}

/// The pieces themselves; neighbours differ in more than colour.
fn solid(shown: &Shown<'_>, pieces: &[Piece], theme: &Theme) -> Line<'static> {
    let mut line = Line::from(" ");
    for (at, piece) in pieces.iter().enumerate() {
        let fill = if at % 2 == 0 { "█" } else { "▒" };
        let style = theme.topic(shown.ids[piece.topic]);
        line.push_span(Span::styled(fill.repeat(piece.to - piece.from), style));
    }
    line
}

/// Where the random number falls.
fn arrow(shown: &Shown<'_>, pieces: &[Piece], room: usize, theme: &Theme) -> Line<'static> {
    let Some(landed) = shown.landed else {
        let text = " ↑ where? . draws the random number";
        return Line::styled(fit(text, room + 1), theme.accent);
    };
    let (start, end) = shown.draw.piece(landed);
    let at = shown.draw.arrow().unwrap_or((start + end) / 2.0);
    let column = (at * room as f64) as usize;
    let own = pieces.iter().find(|piece| piece.topic == landed);
    let column = match own {
        Some(piece) => column.clamp(piece.from, piece.to - 1),
        None => column.min(room.saturating_sub(1)),
    };
    let value = match shown.draw.arrow() {
        Some(at) => format!("{at:.4}"),
        None => "the topic drawn".to_owned(),
    };
    let text = match column + 2 + text::width(&value) <= room {
        true => format!(" {}▲ {value}", pad("", column)),
        false => {
            let before = column.saturating_sub(text::width(&value) + 1);
            format!(" {}{value} ▲", pad("", before))
        }
    };
    Line::styled(text, theme.accent)
}

/// How the random numbers were read.
fn numbers(shown: &Shown<'_>, columns: usize, theme: &Theme) -> Line<'static> {
    let draw = shown.draw;
    let own = draw.probabilities[draw.topic];
    let Chance {
        first,
        second,
        order,
    } = &draw.chance;
    let texts = match shown.landed {
        None => [
            "one random number says whether it stays, another where else it goes".to_owned(),
            "does it stay, and if not, where to?".to_owned(),
        ],
        Some(_) if draw.stays() => [
            format!("u₁ = {first:.4} is not above p(stay) = {own:.4}: it stays"),
            format!("u₁ {first:.4} ≤ {own:.4}: stays"),
        ],
        Some(_) => {
            let left = format!("u₁ {first:.3} > p(stay) {own:.3}: leaves; u₂ {second:.3}");
            let at = own + second * (1.0 - own);
            [
                match order {
                    Some(_) => {
                        format!("{left} → {own:.3} + {second:.3}·{:.3} = {at:.4}", 1.0 - own)
                    }
                    None => format!("{left} (read in another order)"),
                },
                format!("u₁ {first:.3} > {own:.3}; u₂ {second:.3}"),
            ]
        }
    };
    let found = texts.iter().find(|text| text::width(text) < columns);
    let text = found
        .cloned()
        .unwrap_or_else(|| fit(&texts[1], columns - 1));
    Line::styled(format!(" {text}"), theme.dim)
}

/// The topic that the token comes to, and its counts; before that, how an answer was.
fn landing(explorer: &Explorer, shown: &Shown<'_>, columns: usize, theme: &Theme) -> Line<'static> {
    let Some(k) = shown.landed else {
        return answered(shown, columns, theme);
    };
    let id = shown.ids[k];
    let verb = match k == shown.draw.topic {
        true => " stays in ",
        false => " lands in ",
    };
    let mut line = Line::from(vec![Span::styled(verb, theme.title), name(id, theme)]);
    let room = |line: &Line<'_>| columns.saturating_sub(line.width());
    let counts = counts(shown, k, false);
    let text = match counts {
        Some(counts) => format!(" and is put in: {counts}"),
        None => String::new(),
    };
    line.push_span(Span::raw(fit(&text, room(&line))));
    let words = table::topic_words(explorer, id, room(&line).saturating_sub(2).min(60));
    if text::width(&words) > 8 {
        line.push_span(Span::styled(format!("  {words}"), theme.dim));
    }
    line
}

fn answered(shown: &Shown<'_>, columns: usize, theme: &Theme) -> Line<'static> {
    let Some(answer) = shown.answer else {
        return Line::default();
    };
    let (best, p) = (shown.likeliest(), &shown.draw.probabilities);
    let named = |k: usize| format!("{}{}", theme.marker(shown.ids[k]), shown.ids[k]);
    let (text, style) = match p[answer] >= p[best] {
        true => (
            format!(
                " right: {} is the likeliest, {}",
                named(answer),
                percent(p[answer])
            ),
            theme.good,
        ),
        false => (
            format!(
                " no: {} has {}, the likeliest is {} with {}",
                named(answer),
                percent(p[answer]),
                named(best),
                percent(p[best])
            ),
            theme.warning,
        ),
    };
    Line::styled(fit(&text, columns), style)
}
