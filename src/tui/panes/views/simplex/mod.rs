//! The simplex: documents on three topics over the density of their prior, and topics on
//! three words.
//!
//! ```text
//!  [θ on topics]  φ on words
//!                 ●1 money bank loan            corner   α_k  mean  document 5
//!                    ▓▓                         ●1       1.00 0.333  raw 0.62 → θ 0.58
//!                   ▓• ▓                        ●0       1.00 0.333  raw 0.38 → θ 0.37
//!                  ░   ░•                       …
//! ```

mod line;
mod panel;
mod triangle;

use super::dots::tabs;
use super::map::longest;
use super::row;
use crate::eval::simplex::Dirichlet;
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::simplex::{Part, Placed, posterior};
use crate::tui::text::{self, fit};
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use triangle::Triangle;

/// From so many columns on the numbers stand beside the picture, else below it.
const BESIDE: u16 = 60;

/// What is drawn of a document, or of a topic on words: where it is by its counts alone,
/// where the prior pulls it, and what its posterior is.
struct Selected {
    counts: Option<Vec<u32>>,
    raw: Option<Vec<f64>>,
    smooth: Vec<f64>,
    after: Option<Dirichlet>,
}

impl Selected {
    fn new(counts: Option<Vec<u32>>, smooth: Vec<f64>, prior: Option<&Dirichlet>) -> Self {
        let after = counts.as_ref().zip(prior);
        Self {
            after: after.and_then(|(counts, prior)| posterior(prior, counts)),
            raw: counts.as_deref().and_then(raw),
            counts,
            smooth,
        }
    }
}

/// Counts divided by their sum; `None` where all are 0.
fn raw(counts: &[u32]) -> Option<Vec<f64>> {
    let sum: u32 = counts.iter().sum();
    let share = |n: &u32| f64::from(*n) / f64::from(sum);
    (sum > 0).then(|| counts.iter().map(share).collect())
}

/// Draws the view.
pub fn draw(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let view = &explorer.views.simplex;
    let Some(placed) = view.placed() else {
        return;
    };
    let [head, body] = Layout::vertical([Constraint::Length(1), Constraint::Min(0)]).areas(area);
    let mut tabs = tabs(view.part, &Part::ALL, Part::name, theme);
    let room = usize::from(head.width).saturating_sub(tabs.width() + 2);
    let said = match view.part {
        Part::Topics => [
            "a document nearer to a corner has more of that topic",
            "near a corner: more of that topic",
            "near = more",
        ],
        Part::Words => [
            "a topic nearer to a corner prefers that word to the other two",
            "near a corner: more of that word",
            "near = more",
        ],
    };
    let said = longest(&said.map(str::to_owned), room);
    tabs.push_span(Span::styled(format!("  {said}"), theme.text));
    frame.render_widget(tabs, head);
    // A small screen has room for the picture alone.
    let below = if body.height < 12 {
        0
    } else {
        body.height * 2 / 5
    };
    let split = match body.width >= BESIDE {
        true => {
            // What the height can use: see `Triangle`.
            let own = (body.height * 7 / 3)
                .max(30)
                .min(body.width.saturating_sub(30));
            Layout::horizontal([Constraint::Length(own), Constraint::Min(0)]).spacing(1)
        }
        false => Layout::vertical([Constraint::Min(0), Constraint::Length(below)]),
    };
    let [picture, beside] = split.areas(body);
    match (view.part, placed.topics.len(), placed.words.len()) {
        (Part::Topics, 0 | 1, _) => {
            let said = "There is one topic: every document is all of it. Choose more with k →.";
            super::say(said, frame, body, theme.text);
        }
        (Part::Words, _, 0..=2) => {
            let said = "The triangle of words needs three words, and the vocabulary has fewer.";
            super::say(said, frame, body, theme.text);
        }
        (Part::Topics, count, _) => {
            let alpha = explorer.snapshot().map(|snapshot| &snapshot.alpha[..]);
            let prior = placed.prior(alpha.unwrap_or_default());
            let d = explorer.reading.index;
            let selected = placed
                .theta(d)
                .map(|(theta, _)| Selected::new(placed.counts(d), theta, prior.as_ref()));
            let drawn = Drawn {
                placed,
                prior: prior.as_ref(),
                selected: selected.as_ref(),
            };
            match count {
                2 => line::draw(explorer, &drawn, frame, picture, theme),
                _ => draw_triangle(explorer, &drawn, frame, picture, theme),
            }
            panel::draw(explorer, &drawn, frame, beside, theme);
        }
        (Part::Words, _, _) => {
            let prior = placed.word_prior();
            let ids = &placed.fitted.ids;
            let k = ids.iter().position(|&id| id == explorer.topic);
            let selected = k.map(|k| {
                Selected::new(
                    placed.word_counts(k),
                    placed.phis[k].clone(),
                    prior.as_ref(),
                )
            });
            let drawn = Drawn {
                placed,
                prior: prior.as_ref(),
                selected: selected.as_ref(),
            };
            draw_triangle(explorer, &drawn, frame, picture, theme);
            panel::draw(explorer, &drawn, frame, beside, theme);
        }
    }
}

/// Everything that a picture is of.
struct Drawn<'a> {
    placed: &'a Placed,
    prior: Option<&'a Dirichlet>,
    selected: Option<&'a Selected>,
}

/// The name of a corner in so many columns: a topic with its first words, or a word.
fn corner(explorer: &Explorer, placed: &Placed, at: usize, columns: usize) -> String {
    let name = |&word: &u32| text::clean(explorer.corpus.vocabulary().word(word));
    let own = match explorer.views.simplex.part {
        Part::Words => name(&placed.words[at]),
        Part::Topics => {
            let words: Vec<String> = placed.tops[at].iter().map(name).collect();
            let id = placed.fitted.ids[placed.topics[at]];
            format!("{id} {}", words.join(" "))
        }
    };
    fit(&own, columns)
}

/// The look of a corner, and the marker before its name.
fn look(explorer: &Explorer, placed: &Placed, at: usize, theme: &Theme) -> (&'static str, Style) {
    let (marker, mut style) = match explorer.views.simplex.part {
        Part::Topics => {
            let id = placed.fitted.ids[placed.topics[at]];
            (theme.marker(id), theme.topic(id))
        }
        Part::Words => ("", theme.title),
    };
    if at == explorer.views.simplex.corner {
        style = style.patch(theme.selected);
    }
    (marker, style)
}

fn draw_triangle(
    explorer: &Explorer,
    drawn: &Drawn<'_>,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    // A row above for the name of the upper corner, one below for the others.
    let inner = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(2),
        ..area
    };
    let Some(triangle) = Triangle::within(inner) else {
        let said = "The triangle needs a larger window.";
        return super::say(said, frame, area, theme.dim);
    };
    let buffer = frame.buffer_mut();
    triangle.draw_sides(theme.border, buffer);
    if let Some(prior) = drawn.prior {
        triangle.shade(prior, theme.dim, buffer);
    }
    if let Some(after) = drawn.selected.and_then(|selected| selected.after.as_ref()) {
        triangle.outline(after, theme.accent, buffer);
    }
    if let Some(prior) = drawn.prior {
        let (x, y) = triangle.cell(&prior.mean());
        buffer.set_string(x, y, "+", theme.good);
    }
    if explorer.views.simplex.part == Part::Words {
        draw_selected(explorer, drawn, &triangle, buffer, theme);
        draw_topics(explorer, drawn.placed, &triangle, buffer, theme);
    } else {
        if !explorer.views.simplex.bare {
            draw_documents(drawn.placed, &triangle, buffer, theme);
        }
        draw_selected(explorer, drawn, &triangle, buffer, theme);
    }
    draw_corners(explorer, drawn.placed, &triangle, area, buffer, theme);
}

/// How many there are in a cell, as a character.
fn many(n: usize) -> String {
    match n {
        0 | 1 => "•".to_owned(),
        2..=9 => n.to_string(),
        _ => "#".to_owned(),
    }
}

/// Documents, each in the colour of its largest topic.
fn draw_documents(placed: &Placed, triangle: &Triangle, buffer: &mut Buffer, theme: &Theme) {
    let mut cells = std::collections::BTreeMap::new();
    for at in &placed.documents {
        let most = (0..at.len()).fold(0, |best, i| if at[i] > at[best] { i } else { best });
        let cell = cells.entry(triangle.cell(at)).or_insert((0_usize, most));
        cell.0 += 1;
    }
    for ((x, y), (n, most)) in cells {
        let id = placed.fitted.ids[placed.topics[most]];
        buffer.set_string(x, y, many(n), theme.topic(id));
    }
}

/// Topics by marker and id, the selected one last.
fn draw_topics(
    explorer: &Explorer,
    placed: &Placed,
    triangle: &Triangle,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let ids = &placed.fitted.ids;
    let mut order: Vec<usize> = (0..ids.len()).collect();
    order.sort_by_key(|&k| ids[k] == explorer.topic);
    for k in order {
        let name = format!("{}{}", theme.marker(ids[k]), ids[k]);
        let mut style = theme.topic(ids[k]);
        if ids[k] == explorer.topic {
            style = style.patch(theme.selected);
        }
        let (x, y) = triangle.cell(&placed.phis[k]);
        let last = triangle
            .area()
            .right()
            .saturating_sub(text::width(&name) as u16);
        buffer.set_string(x.min(last), y, name, style);
    }
}

/// Raw shares, and the way from them to the smoothed ones.
fn draw_selected(
    explorer: &Explorer,
    drawn: &Drawn<'_>,
    triangle: &Triangle,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    /// Places on the way.
    const STEPS: usize = 200;
    let Some(selected) = drawn.selected else {
        return;
    };
    let end = triangle.cell(&selected.smooth);
    if let Some(raw) = &selected.raw {
        let start = triangle.cell(raw);
        for step in 1..STEPS {
            let share = step as f64 / STEPS as f64;
            let between = |(a, b): (&f64, &f64)| a + share * (b - a);
            let at: Vec<f64> = raw.iter().zip(&selected.smooth).map(between).collect();
            let cell = triangle.cell(&at);
            if cell != start && cell != end {
                buffer.set_string(cell.0, cell.1, "∙", theme.accent);
            }
        }
        buffer.set_string(start.0, start.1, "○", theme.accent);
    }
    if explorer.views.simplex.part == Part::Topics {
        buffer.set_string(end.0, end.1, "◉", theme.accent);
    }
}

fn draw_corners(
    explorer: &Explorer,
    placed: &Placed,
    triangle: &Triangle,
    area: Rect,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let half = usize::from(area.width / 2).saturating_sub(2);
    let (middle, _) = triangle.cell(&[1.0, 0.0, 0.0]);
    for at in 0..3 {
        let (marker, style) = look(explorer, placed, at, theme);
        let name = format!("{marker}{}", corner(explorer, placed, at, half));
        let mut place = [0.0; 3];
        place[at] = 1.0;
        let (x, y) = triangle.cell(&place);
        let width = text::width(&name) as u16;
        let y = if at == 0 {
            y.saturating_sub(1)
        } else {
            triangle.base() + 1
        };
        let first = x.saturating_sub(width / 2);
        // The lower two stay on their sides.
        let first = match at {
            1 => first.min(middle.saturating_sub(width + 1)),
            2 => first.max(middle + 1),
            _ => first,
        };
        let last = area.right().saturating_sub(width);
        let first = first.max(area.x).min(last);
        buffer.set_string(first, y, name, style);
    }
}

/// Sets lines one below the other, as many as there is room for.
fn put(lines: Vec<Line<'static>>, frame: &mut Frame<'_>, area: Rect) {
    for (at, line) in lines.into_iter().take(area.height.into()).enumerate() {
        frame.render_widget(line, row(area, at));
    }
}
