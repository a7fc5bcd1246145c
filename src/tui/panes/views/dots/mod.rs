//! Every token as a dot, and topics as images.
//!
//! ```text
//!  [dots]  images    dot = token, numbered by its topic · row = document · column = word
//!      bank      money     loan      river     stream      ❶1  51.2%  ████████
//!    1 ❶❶❶❶      ❶❶❶❶❶❶    ❶❶❶❶❶❶                          money bank loan
//!    2 ❶❶❶❷❶     ❶❶❶❶❶     ❶❶❶❶                          ❷2  48.8%  ███████▋
//!    3 ❷❷❷❷❷❷❷                       ❷❷❷❷❷     ❷❷❷❷        bank stream river
//! ```

mod images;
mod matrix;

use super::map::longest;
use super::row;
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::dots::{Dotted, Part};
use crate::tui::text::{self, bar, fit, pad, percent};
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// From so many columns on the topics stand beside the picture.
const BESIDE: u16 = 60;
/// Dots with the numbers of topics in them.
const NUMBERED: [&str; 21] = [
    "⓿", "❶", "❷", "❸", "❹", "❺", "❻", "❼", "❽", "❾", "❿", "⓫", "⓬", "⓭", "⓮", "⓯", "⓰", "⓱", "⓲",
    "⓳", "⓴",
];

/// Draws the view.
pub fn draw(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let view = &explorer.views.dots;
    let Some(dotted) = view.dotted() else {
        return;
    };
    let [head, body] = Layout::vertical([Constraint::Length(1), Constraint::Min(0)]).areas(area);
    draw_head(explorer, dotted, frame, head, theme);
    match (view.part, &dotted.images) {
        (Part::Matrix, _) => matrix::draw(explorer, dotted, frame, body, theme),
        (Part::Images, Some(images)) => {
            images::draw(explorer, dotted, images, frame, body, theme);
        }
        (Part::Images, None) => {
            let words = dotted.totals.len();
            let said = format!(
                "Topics are images where words are pixels: where their number is a square, 4 to 400, as in the bundled corpus `bars`. Here are {}.",
                text::count(words, "word")
            );
            super::say(&said, frame, body, theme.text);
        }
    }
}

/// The parts by name, and what is to be seen.
fn draw_head(
    explorer: &Explorer,
    dotted: &Dotted,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let part = explorer.views.dots.part;
    let mut line = tabs(part, &Part::ALL, Part::name, theme);
    let columns = usize::from(area.width);
    let dot = match (dotted.fitted.kind.is_gibbs(), explorer.marks) {
        (true, true) => "a dot is a token, with the number of its topic",
        (true, false) => "a dot is a token, in the colour of its topic",
        (false, _) => "a dot is a token, with its most probable topic",
    };
    let said = match part {
        Part::Matrix => [
            format!("{dot}; a row is a document, a column a word"),
            "dot: token and topic · row: document · column: word".to_owned(),
            "row: document".to_owned(),
        ],
        Part::Images => [
            "an image is a topic, a pixel a word: the fuller, the more probable it is there"
                .to_owned(),
            "image: topic · pixel: word · full: probable".to_owned(),
            "full: probable".to_owned(),
        ],
    };
    let room = columns.saturating_sub(line.width() + 2);
    line.push_span(Span::styled(
        format!("  {}", longest(&said, room)),
        theme.text,
    ));
    frame.render_widget(line, area);
}

/// Names of parts, the one that is shown in brackets.
pub(super) fn tabs<P: Copy + PartialEq>(
    shown: P,
    all: &[P],
    name: impl Fn(P) -> &'static str,
    theme: &Theme,
) -> Line<'static> {
    let tab = |&part: &P| match part == shown {
        true => Span::styled(format!(" [{}]", name(part)), theme.accent),
        false => Span::styled(format!("  {} ", name(part)), theme.dim),
    };
    all.iter().map(tab).collect()
}

/// The dot of a topic: its number in a disc, or its marker where numbers are not wanted or
/// there is none.
fn mark(id: u32, numbered: bool, theme: &Theme) -> &'static str {
    match NUMBERED.get(id as usize) {
        Some(disc) if numbered => disc,
        _ => theme.marker(id),
    }
}

/// The dot of a topic, with its number where that is not in the dot.
fn dot_name(id: u32, numbered: bool, theme: &Theme) -> String {
    match NUMBERED.get(id as usize) {
        Some(disc) if numbered => (*disc).to_owned(),
        _ => format!("{}{id}", theme.marker(id)),
    }
}

/// The look of a topic, the selected one among the others.
fn style(explorer: &Explorer, id: u32, theme: &Theme) -> Style {
    match id == explorer.topic {
        true => theme.topic(id).patch(theme.selected),
        false => theme.topic(id),
    }
}

/// The topics with their shares and top words, as many lines for each as there is room for.
fn draw_topics(
    explorer: &Explorer,
    dotted: &Dotted,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let ids = &dotted.fitted.ids;
    let (columns, rows) = (usize::from(area.width), usize::from(area.height));
    let each = (rows / ids.len().max(1)).clamp(1, 5);
    let tokens = dotted.fitted.corpus.tokens().max(1) as f64;
    let digits = ids.iter().max().map_or(1, |id| id.to_string().len());
    let at = ids.iter().position(|&id| id == explorer.topic);
    let shown = (rows / each).max(1);
    let from = crate::tui::layout::Places::first_row(at.unwrap_or(0), shown, ids.len());
    for (place, (k, &id)) in ids.iter().enumerate().skip(from).take(shown).enumerate() {
        let top = place * each;
        let share = dotted.fitted.sizes[k] / tokens;
        let name = format!(
            "{} {}",
            mark(id, explorer.marks, theme),
            pad(&id.to_string(), digits)
        );
        let mut line = Line::from(vec![
            Span::styled(name, style(explorer, id, theme)),
            Span::raw(format!(" {:>6} ", percent(share))),
        ]);
        let room = columns.saturating_sub(line.width());
        let words: Vec<String> = dotted.tops[k]
            .iter()
            .map(|&(word, _)| text::clean(explorer.corpus.vocabulary().word(word)))
            .collect();
        line.push_span(match each {
            1 => Span::styled(fit(&words.join(" "), room), theme.topic(id)),
            _ => Span::styled(bar(share, room), theme.topic(id)),
        });
        frame.render_widget(line, row(area, top));
        let lines = words_in_lines(&words, columns.saturating_sub(2), each - 1);
        for (y, words) in lines.into_iter().enumerate() {
            let line = Line::styled(format!("  {words}"), theme.topic(id));
            frame.render_widget(line, row(area, top + 1 + y));
        }
    }
}

/// Whole words in so many lines of so many columns.
fn words_in_lines(words: &[String], columns: usize, lines: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in words {
        let fits = |line: &String| text::width(line) + 1 + text::width(word) <= columns;
        match out.pop() {
            Some(line) if fits(&line) => out.push(format!("{line} {word}")),
            last => {
                out.extend(last);
                if out.len() == lines {
                    break;
                }
                out.push(fit(word, columns));
            }
        }
    }
    out
}
