//! The numbers beside the simplex, and what its marks are.

use super::super::map::{longest, name};
use super::triangle::{OUTLINE, SHADES};
use super::{Drawn, corner, look, put};
use crate::eval::simplex::Dirichlet;
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::simplex::Part;
use crate::tui::text::{self, fit, number, pad, percent, thousands};
use crate::tui::theme::Theme;
use crate::tui::wrap;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Columns of a number in the table.
const CELL: usize = 6;

/// Draws the numbers.
pub fn draw(
    explorer: &Explorer,
    drawn: &Drawn<'_>,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let columns = usize::from(area.width);
    let part = explorer.views.simplex.part;
    let mut lines = table(explorer, drawn, columns, theme);
    let mut say = |said: String, style: Style| {
        lines.extend(wrap::plain(&said, columns, style));
    };
    say(which(explorer, drawn), theme.text);
    let flat = drawn.prior.is_some_and(Dirichlet::is_flat);
    let symbol = if part == Part::Topics { "α" } else { "η" };
    let shades = SHADES.map(|(content, shade)| format!("{shade} {:.0}%", 100.0 * content));
    match drawn.prior {
        None => say(
            format!("this engine has no {symbol}: no density"),
            theme.dim,
        ),
        Some(_) if flat => say(format!("░ Dir({symbol}) is flat: all are alike"), theme.dim),
        Some(_) if drawn.placed.topics.len() == 2 && part == Part::Topics => {}
        Some(_) => say(
            format!(
                "densest parts of Dir({symbol}) with {} of it",
                shades.join("  ")
            ),
            theme.dim,
        ),
    }
    let raw = drawn.selected.is_some_and(|one| one.raw.is_some());
    let marks = [
        (drawn.prior.is_some(), "+ mean of the prior"),
        (raw && part == Part::Topics, "○ raw share → ◉ θ"),
        (!raw && part == Part::Topics, "◉ θ"),
        (raw && part == Part::Words, "○ raw share of the topic"),
    ];
    let marks = marks
        .into_iter()
        .filter_map(|(there, mark)| there.then_some(mark));
    let marks: Vec<&str> = marks.collect();
    let one_line = marks.join(" · ");
    let marks = match text::width(&one_line) <= columns {
        true => vec![one_line],
        false => marks.into_iter().map(str::to_owned).collect(),
    };
    marks.into_iter().for_each(|mark| say(mark, theme.accent));
    if drawn
        .selected
        .is_some_and(|selected| selected.after.is_some())
    {
        let what = match part {
            Part::Topics => "θ given the present z, Dir(α + n_d)",
            Part::Words => "φ given the present z, Dir(η + n_k)",
        };
        let line = drawn.placed.topics.len() == 2 && part == Part::Topics;
        match line {
            true => say(format!("second curve: {what}"), theme.accent),
            false => say(
                format!("outline: {:.0}% of {what}", 100.0 * OUTLINE),
                theme.accent,
            ),
        }
    }
    if part == Part::Topics {
        let dots = match explorer.views.simplex.bare {
            true => "documents are hidden (u)".to_owned(),
            false => "• a document, 2–9 so many, # more".to_owned(),
        };
        say(dots, theme.dim);
        if drawn.placed.every > 1 {
            let all = thousands(drawn.placed.fitted.corpus.documents());
            say(
                format!("one of {} of {all} documents", drawn.placed.every),
                theme.dim,
            );
        }
    }
    put(lines, frame, area);
}

/// A row for each corner: prior, counts, raw and smoothed shares.
fn table(
    explorer: &Explorer,
    drawn: &Drawn<'_>,
    columns: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let placed = drawn.placed;
    let part = explorer.views.simplex.part;
    let corners = match part {
        Part::Topics => placed.topics.len(),
        Part::Words => placed.words.len(),
    };
    let (symbol, count, smooth) = match part {
        Part::Topics => ("α", "n_dk", "θ"),
        Part::Words => ("η", "n_kv", "φ"),
    };
    let room = columns.saturating_sub(4 * CELL).max(4);
    let right = |text: &str| format!("{text:>CELL$}");
    let mut head = pad("", room);
    head.extend([symbol, count, "○ raw", smooth].map(right));
    let mut lines = vec![Line::styled(fit(&head, columns), theme.dim)];
    for at in 0..corners {
        let (marker, style) = look(explorer, placed, at, theme);
        let own = corner(
            explorer,
            placed,
            at,
            room.saturating_sub(text::width(marker) + 1),
        );
        let name = format!("{marker}{own}");
        let of = |values: Option<&[f64]>| match values {
            Some(values) => format!("{:.3}", values[at]),
            None => "–".to_owned(),
        };
        let selected = drawn.selected;
        let prior = drawn.prior.map(|prior| number(prior.alpha()[at]));
        let counts = selected.and_then(|s| s.counts.as_ref());
        let cells = [
            fit(&prior.unwrap_or_else(|| "–".to_owned()), CELL - 1),
            counts.map_or("–".to_owned(), |counts| counts[at].to_string()),
            of(selected.and_then(|s| s.raw.as_deref())),
            of(selected.map(|s| &s.smooth[..])),
        ];
        let cells: String = cells.iter().map(|cell| right(cell)).collect();
        lines.push(Line::from(vec![
            Span::styled(pad(&name, room), style),
            Span::styled(cells, theme.text),
        ]));
    }
    if part == Part::Words {
        lines.extend(topic_line(explorer, drawn, columns, theme));
    }
    lines
}

/// The selected topic, and how much of it the three words are.
fn topic_line(
    explorer: &Explorer,
    drawn: &Drawn<'_>,
    columns: usize,
    theme: &Theme,
) -> Option<Line<'static>> {
    let ids = &drawn.placed.fitted.ids;
    let k = ids.iter().position(|&id| id == explorer.topic)?;
    let covered = percent(drawn.placed.covered[k]);
    let said = [
        format!(": the three words are {covered} of it"),
        format!(": {covered} is these words"),
    ];
    let name = name(ids[k], theme);
    let room = columns.saturating_sub(name.width() + 6);
    let line = vec![Span::raw("topic "), name, Span::raw(longest(&said, room))];
    Some(Line::from(line))
}

/// Which document, and what of K topics, or V words, is shown.
fn which(explorer: &Explorer, drawn: &Drawn<'_>) -> String {
    let placed = drawn.placed;
    if explorer.views.simplex.part == Part::Words {
        let words = explorer.corpus.vocabulary().len();
        return match words {
            3 => "all three words".to_owned(),
            _ => format!(
                "3 of {} words, their φ divided by their sum",
                thousands(words)
            ),
        };
    }
    let d = explorer.reading.index;
    let of = format!(
        "document {} of {}",
        d + 1,
        thousands(placed.fitted.corpus.documents())
    );
    let (shown, all) = (placed.topics.len(), placed.fitted.ids.len());
    match placed.theta(d) {
        Some((_, covered)) if shown < all => format!(
            "{of}. {shown} of {all} topics, with {} of its θ; shares are divided by their sum",
            percent(covered)
        ),
        _ => of,
    }
}
