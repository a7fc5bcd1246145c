//! The map of the topics: circles where topics of like words are near to each other, with
//! the selected one's words beside them; and the two parts that stand beside the map.
//!
//! ```text
//!  [map]  words × topics  meetings in documents       axes keep 30.9% of distances²
//!        ⢀⡴⠚⠉⠉⠓⢦⡀                                   ●0  14.2%  x −0.15  y 0.21
//!        ⡞  ●0  ⢹   ⢀⡴⠒⠒⠒⢦⡀                         nearest  ●1 0.526  ●6 0.527
//!        ⠘⠦⣀⡀⢀⣀⡴⠃  ⠸⡄  ●1  ⣸                        climate   ██████████  0.034
//! ```

mod meetings;
mod words;

use super::{row, say};
use crate::session::labels;
use crate::tui::circles::{self, Circle};
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::map::{Charted, Part};
use crate::tui::text::{self, bar, count, fit, pad, percent};
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

/// From so many columns on the words stand beside the map, else below it.
const BESIDE: u16 = 64;

/// Draws the view.
pub fn draw(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let view = &explorer.views.map;
    let Some(charted) = view.charted() else {
        return;
    };
    let [head, body] = Layout::vertical([Constraint::Length(1), Constraint::Min(0)]).areas(area);
    draw_parts(view.part, charted, frame, head, theme);
    match view.part {
        Part::Words | Part::Meetings if !charted.whole => {
            say("computing …", frame, body, theme.dim);
        }
        Part::Map => draw_map(explorer, charted, frame, body, theme),
        Part::Words => words::draw(explorer, charted, frame, body, theme),
        Part::Meetings => meetings::draw(explorer, charted, frame, body, theme),
    }
}

/// The parts by name, and how true the map is.
fn draw_parts(part: Part, charted: &Charted, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let mut line = Line::default();
    for other in Part::ALL {
        let style = if other == part {
            theme.accent
        } else {
            theme.dim
        };
        let name = match other == part {
            true => format!(" [{}]", other.name()),
            false => format!("  {} ", other.name()),
        };
        line.push_span(Span::styled(name, style));
    }
    let columns = usize::from(area.width);
    if line.width() > columns {
        line = Line::styled(format!(" [{}]", part.name()), theme.accent);
    }
    if part == Part::Map {
        let kept = match charted.map.explained {
            Some([_, both]) => [
                format!(
                    "the two axes keep {} of the squared distances ",
                    percent(both)
                ),
                format!("axes keep {} of distances² ", percent(both)),
                format!("keeps {} ", percent(both)),
            ],
            None if charted.shares.len() == 1 => ["one topic ", "", ""].map(str::to_owned),
            None => ["all topics are the same ", "all the same ", ""].map(str::to_owned),
        };
        let room = columns.saturating_sub(line.width() + 1);
        let kept = longest(&kept, room);
        line.push_span(Span::raw(pad("", room + 1 - text::width(&kept))));
        line.push_span(Span::styled(kept, theme.text));
    }
    frame.render_widget(line, area);
}

fn draw_map(
    explorer: &Explorer,
    charted: &Charted,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let split = match area.width >= BESIDE {
        true => {
            // A picture is no wider than it can use: two columns are as long as a row.
            let own = (area.width * 3 / 5).min(area.height * 3);
            Layout::horizontal([Constraint::Length(own), Constraint::Min(0)]).spacing(1)
        }
        false => Layout::vertical([Constraint::Fill(3), Constraint::Fill(2)]),
    };
    let [picture, beside] = split.areas(area);
    let selected = charted.place(explorer.topic);
    let map = &charted.map;
    let circle = |k: usize| Circle {
        label: format!("{}{}", theme.marker(map.ids[k]), map.ids[k]),
        at: map.points[k],
        share: charted.shares[k],
        style: theme.topic(map.ids[k]),
    };
    let circles: Vec<Circle> = (0..map.ids.len()).map(circle).collect();
    let what = (selected, explorer.views.map.window());
    let without = circles::draw(&circles, what, picture, frame.buffer_mut());
    if let Some(k) = selected {
        draw_topic(explorer, charted, (k, without), frame, beside, theme);
    }
}

/// The selected topic: where it is, what is near, its words.
fn draw_topic(
    explorer: &Explorer,
    charted: &Charted,
    (k, without): (usize, usize),
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let map = &charted.map;
    let columns = usize::from(area.width);
    let [x, y] = map.points[k].map(|c| if c.abs() < 5e-3 { 0.0 } else { c });
    let id = map.ids[k];
    let mut lines = vec![Line::from(vec![
        name(id, theme),
        Span::raw(format!("  {}", percent(charted.shares[k]))),
        Span::styled(format!("  x {x:.2}  y {y:.2}"), theme.dim),
    ])];
    if let Some(label) = explorer.label(id) {
        let label = fit(&format!("“{}”", text::clean(label)), columns);
        lines.push(Line::styled(label, theme.topic(id)));
    }
    lines.push(near(charted, k, columns, theme));
    if map.looked.words < map.looked.of {
        let said = [
            format!(
                "{} told apart: {} of the divergence",
                count(map.looked.words, "word"),
                percent(map.looked.share)
            ),
            format!("over {}", count(map.looked.words, "word")),
        ];
        lines.push(Line::styled(longest(&said, columns), theme.dim));
    }
    if without > 0 {
        let said = format!("{} without room", count(without, "id"));
        lines.push(Line::styled(fit(&said, columns), theme.dim));
    }
    let top = &charted.tops[k];
    let name_room = (columns / 2).clamp(6, 20);
    let bar_room = columns.saturating_sub(name_room + 8).min(40);
    let largest = top.first().map_or(1.0, |first| first.1);
    for &(word, phi) in top {
        let word = text::visible(explorer.corpus.vocabulary().word(word));
        lines.push(Line::from(vec![
            Span::raw(pad(&word, name_room) + " "),
            Span::styled(
                pad(&bar(phi / largest, bar_room), bar_room),
                theme.topic(map.ids[k]),
            ),
            Span::raw(format!("{phi:>7.4}")),
        ]));
    }
    for (at, line) in lines.into_iter().take(area.height.into()).enumerate() {
        frame.render_widget(line, row(area, at));
    }
}

/// The nearest topics with their distances, as many as there is room for.
fn near(charted: &Charted, k: usize, columns: usize, theme: &Theme) -> Line<'static> {
    let map = &charted.map;
    let mut others: Vec<usize> = (0..map.ids.len()).filter(|&other| other != k).collect();
    others.sort_by(|&a, &b| {
        map.distance(k, a)
            .total_cmp(&map.distance(k, b))
            .then(a.cmp(&b))
    });
    if others.is_empty() {
        return Line::styled(fit("the only topic", columns), theme.dim);
    }
    let mut line = Line::styled("nearest", theme.dim);
    for other in others {
        let spans = [
            Span::raw(" "),
            name(map.ids[other], theme),
            Span::raw(format!(" {:.2}", map.distance(k, other))),
        ];
        let more: usize = spans.iter().map(Span::width).sum();
        if line.width() + more > columns {
            break;
        }
        line.spans.extend(spans);
    }
    line
}

/// The first of the texts that has room, or none.
pub(super) fn longest(texts: &[String], columns: usize) -> String {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    text::longest(&texts, columns).to_owned()
}

/// Marker and id of a topic in its colour.
pub(super) fn name(id: u32, theme: &Theme) -> Span<'static> {
    Span::styled(format!("{}{id}", theme.marker(id)), theme.topic(id))
}

/// Marker, id and first words of a topic, in so many columns.
fn named(
    explorer: &Explorer,
    charted: &Charted,
    k: usize,
    columns: usize,
    theme: &Theme,
) -> Span<'static> {
    let id = charted.map.ids[k];
    let word = |&(word, _): &(u32, f64)| text::visible(explorer.corpus.vocabulary().word(word));
    let words: Vec<String> = charted.tops[k].iter().take(10).map(word).collect();
    let words = labels::named(&explorer.labels, id, &words.join(" "));
    let text = format!("{}{id} {}", theme.marker(id), text::clean(&words));
    Span::styled(fit(&text, columns), theme.topic(id))
}

/// The places in `order` that are shown in `room` cells of `cell` columns, the one at `at`
/// among them.
fn window(order: &[usize], at: usize, room: usize, cell: usize) -> &[usize] {
    let shown = (room / cell.max(1)).clamp(1, order.len().max(1));
    let from = crate::tui::layout::Places::first_row(at, shown, order.len());
    order
        .get(from..(from + shown).min(order.len()))
        .unwrap_or_default()
}
