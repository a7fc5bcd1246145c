//! The generative process: the topics, the document that is being written with the numbers
//! that its draws fell on, and its text.
//!
//! ```text
//!  K 3  V 12  D 20  N 20  [α 0.5]  η 0.2   seed 1        document 1 of 20
//!  z ~ θ: 0.613 falls on topic 1, which has 0.412 to 0.781
//!     w00  w01  w02  w03  …
//!  ●0 █42  ▁ 3   ·   ▅21
//!  θ  ●0██████████████●1████████████████████●2███████
//!                             ↑ 0.613
//!  φ1 w00▓▓▓▓w03██████████w07▓▓▓▓▓▓
//!                ↑ 0.281
//!  w03¹ w07¹ w00⁰ …
//! ```

mod recover;

use super::row;
use crate::model::generate::TokenRoll;
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::story::{Knob, Part, Roll, Story};
use crate::tui::text::{self, count, fit, number, pad, percent, superscript};
use crate::tui::theme::Theme;
use crate::tui::wrap::Wrap;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Columns of a word in the table of phi.
const CELL: usize = 5;
/// Columns before the bars.
const GUTTER: usize = 5;
/// Rows of everything but the topics and the text.
const REST: usize = 8;

/// Draws the view.
pub fn draw(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let story = &explorer.views.story;
    let lines = match story.part {
        Part::Tell => tell(story, explorer.accept_key(), area, theme),
        Part::Recover => recover::lines(explorer, area, theme),
    };
    for (y, line) in lines.into_iter().take(area.height.into()).enumerate() {
        frame.render_widget(line, row(area, y));
    }
}

fn tell(story: &Story, key: &str, area: Rect, theme: &Theme) -> Vec<Line<'static>> {
    let (columns, rows) = (usize::from(area.width), usize::from(area.height));
    let mut lines = vec![settings(story, columns, theme)];
    lines.push(Line::styled(fit(&said(story, key), columns), theme.accent));
    let room = rows.saturating_sub(REST + 3).clamp(1, story.design.topics);
    lines.extend(topics(story, room, columns, theme));
    lines.extend(document(story, columns, theme));
    let left = rows.saturating_sub(lines.len());
    let text = written(story, columns.saturating_sub(2), theme);
    // The end of a long text is what grows.
    let from = text.len().saturating_sub(left);
    lines.extend(text.into_iter().skip(from));
    lines
}

/// The settings, the picked one in brackets.
fn settings(story: &Story, columns: usize, theme: &Theme) -> Line<'static> {
    let mut line = Line::default();
    for knob in Knob::ALL {
        let text = format!("{} {}", knob.name(), number(knob.value(&story.design)));
        let (text, style) = match knob == story.knob {
            true => (format!("[{text}]"), theme.accent),
            false => (format!(" {text} "), theme.text),
        };
        line.push_span(Span::styled(text, style));
    }
    let seed = format!(" seed {}", story.design.seed);
    if line.width() + text::width(&seed) <= columns {
        line.push_span(Span::styled(seed, theme.dim));
    }
    line
}

/// What the last draw was, and what it fell on.
fn said(story: &Story, key: &str) -> String {
    let design = &story.design;
    // Counted from 1, as on every pane.
    let d = story.document() + 1;
    let written = story.written();
    let roll = |i: usize| written.and_then(|written| written.tokens.get(i));
    let part = |shares: &[f64], place: usize| {
        let low: f64 = shares[..place].iter().sum();
        format!("from {low:.3} to {:.3}", low + shares[place])
    };
    let text = match (story.last(), written) {
        (Roll::Topic(k), _) => {
            format!(
                "φ_{k} ~ Dir(η): topic {k} is a draw of shares of {}",
                count(design.words, "word")
            )
        }
        (Roll::Length, Some(written)) => format!(
            "N_{d} ~ Poisson({}): document {d} will have {}",
            number(design.length),
            count(written.tokens.len(), "word")
        ),
        (Roll::Shares, _) => {
            format!("θ_{d} ~ Dir(α): the shares of the topics in document {d}")
        }
        (Roll::TokenTopic(i), Some(written)) => roll(i).map_or_else(String::new, |t| {
            let share = part(&written.theta, t.topic.into());
            format!(
                "z ~ θ_{d}: {:.3} falls on topic {}, {share}",
                t.topic_unit, t.topic
            )
        }),
        (Roll::TokenWord(i), _) => {
            roll(i)
                .zip(story.process())
                .map_or_else(String::new, |(t, process)| {
                    let share = part(process.phi(t.topic.into()), t.word as usize);
                    let word = process.word(t.word as usize);
                    format!(
                        "w ~ φ_{}: {:.3} falls on {word}, {share}",
                        t.topic, t.word_unit
                    )
                })
        }
        _ => format!("{key} rolls the dice: first φ_k ~ Dir(η), a topic at a time"),
    };
    match story.is_over() {
        true => format!(" all is drawn: I hides it and infers it · {text}"),
        false => format!(" {text}"),
    }
}

/// A share in the cell of a word: a bar and percents; `·` for what is below half a percent.
fn cell(share: f64, largest: f64) -> String {
    const BARS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
    if share < 0.005 {
        return "   · ".to_owned();
    }
    let level = (share / largest * 8.0).ceil().clamp(1.0, 8.0) as usize - 1;
    format!(" {}{:<3.0}", BARS[level], 100.0 * share)
}

/// The names of the words over their cells, as many as there is room for.
fn heads(names: impl Iterator<Item = String>, columns: usize, theme: &Theme) -> Line<'static> {
    let mut head = " ".repeat(GUTTER);
    for name in names.take(cells(columns)) {
        head += &pad(&format!(" {name}"), CELL);
    }
    Line::styled(head, theme.dim)
}

/// Words that have room.
fn cells(columns: usize) -> usize {
    columns.saturating_sub(GUTTER) / CELL
}

/// The cells of a topic.
fn bars(shares: &[f64], columns: usize, style: Style) -> Span<'static> {
    let largest = shares.iter().copied().fold(0.0, f64::max);
    let shown = shares.iter().take(cells(columns));
    let shown: String = shown.map(|&share| cell(share, largest)).collect();
    Span::styled(shown, style)
}

/// The topics that are drawn, the newest and those of the last word among them.
fn topics(story: &Story, room: usize, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let design = &story.design;
    let Some(process) = story.process() else {
        return Vec::new();
    };
    let names = (0..design.words).map(|v| process.word(v));
    let mut lines = vec![heads(names, columns, theme)];
    let at = match story.last() {
        Roll::TokenTopic(i) | Roll::TokenWord(i) => story
            .written()
            .and_then(|written| written.tokens.get(i))
            .map_or(0, |token| usize::from(token.topic)),
        _ => story.topics().saturating_sub(1),
    };
    let from = crate::tui::layout::Places::first_row(at, room, design.topics);
    for k in from..(from + room).min(design.topics) {
        let style = theme.topic(k as u32);
        let name = format!(" {}{k}", theme.marker(k as u32));
        let mut line = Line::styled(pad(&name, GUTTER), style);
        if k < story.topics() {
            line.push_span(bars(process.phi(k), columns, style));
        } else {
            line.push_span(Span::styled("  not drawn yet", theme.dim));
        }
        lines.push(line);
    }
    lines
}

/// The document with its cumulative bars and the numbers that fell on them.
fn document(story: &Story, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let (has_length, has_shares) = story.has();
    let (Some(written), Some(process)) = (story.written(), story.process()) else {
        return Vec::new();
    };
    let mut head = format!(
        " document {} of {}",
        text::thousands(story.document() + 1),
        text::thousands(story.design.documents)
    );
    if has_length {
        head += &format!("   N {}   words {}", written.tokens.len(), story.words());
    }
    if has_shares {
        head += "   θ";
        for share in &written.theta {
            head += &format!(" {}", percent(*share));
        }
    }
    let mut lines = vec![Line::styled(fit(&head, columns), theme.title)];
    let room = columns.saturating_sub(GUTTER + 2);
    let blank = Line::default;
    if !has_shares {
        lines.extend([blank(), blank(), blank(), blank()]);
        return lines;
    }
    let token = match story.last() {
        Roll::TokenTopic(i) => written.tokens.get(i).map(|t| (t, false)),
        Roll::TokenWord(i) => written.tokens.get(i).map(|t| (t, true)),
        _ => None,
    };
    let parts = written.theta.iter().enumerate().map(|(k, &share)| {
        let k = k as u32;
        (share, format!("{}{k}", theme.marker(k)), theme.topic(k))
    });
    lines.push(stacked(" θ", parts.collect(), room, theme));
    let Some((token, has_word)) = token else {
        lines.extend([blank(), blank(), blank()]);
        return lines;
    };
    let TokenRoll { topic, .. } = *token;
    let style = theme.topic(topic.into());
    lines.push(arrow(
        token.topic_unit,
        &format!("z = {topic}"),
        room,
        style,
    ));
    let phi = process.phi(topic.into()).iter().enumerate();
    let parts = phi.map(|(v, &share)| (share, process.word(v), style));
    lines.push(stacked(&format!(" φ{topic}"), parts.collect(), room, theme));
    lines.push(match has_word {
        true => {
            let word = process.word(token.word as usize);
            arrow(token.word_unit, &format!("w = {word}"), room, style)
        }
        false => Line::styled(
            format!(
                "{}the next roll falls on a word of topic {topic}",
                " ".repeat(GUTTER)
            ),
            theme.dim,
        ),
    });
    lines
}

/// A bar of shares that sum to 1, each with its name where that has room; neighbours differ
/// in shade, so that the parts are seen without colour.
fn stacked(
    name: &str,
    parts: Vec<(f64, String, Style)>,
    room: usize,
    theme: &Theme,
) -> Line<'static> {
    let mut line = Line::styled(pad(name, GUTTER), theme.dim);
    let (mut sum, mut used) = (0.0, 0);
    for (at, (share, name, style)) in parts.into_iter().enumerate() {
        sum += share;
        let to = ((sum * room as f64).round() as usize).min(room);
        let width = to.saturating_sub(used);
        used = used.max(to);
        let shade = if at % 2 == 0 { "█" } else { "▒" };
        let own = text::width(&name);
        if own < width {
            line.push_span(Span::styled(name, style));
            line.push_span(Span::styled(shade.repeat(width - own), style));
        } else {
            line.push_span(Span::styled(shade.repeat(width), style));
        }
    }
    line
}

/// An arrow under the place of a number in (0, 1), with the number and what it means on the
/// side that has room.
fn arrow(unit: f64, meaning: &str, room: usize, style: Style) -> Line<'static> {
    let at = ((unit * room as f64) as usize).min(room.saturating_sub(1));
    let said = format!("{unit:.3} → {meaning}");
    let left = at > room / 2;
    let text = match left {
        true => {
            let before = at.saturating_sub(text::width(&said) + 1);
            format!("{}{said} ↑", " ".repeat(before))
        }
        false => format!("{}↑ {said}", " ".repeat(at)),
    };
    Line::styled(" ".repeat(GUTTER) + &text, style)
}

/// The words so far, each in the colour of its topic with its id.
fn written(story: &Story, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let (Some(written), Some(process)) = (story.written(), story.process()) else {
        return Vec::new();
    };
    let mut wrap = Wrap::new(columns);
    for token in &written.tokens[..story.words().min(written.tokens.len())] {
        let id = u32::from(token.topic);
        let word = process.word(token.word as usize) + &superscript(id);
        wrap.put(&word, theme.topic(id));
        wrap.space();
    }
    let indented = wrap.finish().into_iter().map(|mut line| {
        line.spans.insert(0, Span::raw(" "));
        line
    });
    indented.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_stands_under_its_number_on_either_side() {
        let text = |unit| -> String {
            let line = arrow(unit, "z = 1", 40, Style::new());
            line.spans.iter().map(|s| s.content.as_ref()).collect()
        };
        let column = |text: &str| text.chars().position(|c| c == '↑');
        assert_eq!(column(&text(0.25)), Some(GUTTER + 10));
        assert_eq!(column(&text(0.999)), Some(GUTTER + 39));
        assert!(text(0.999).contains("0.999 → z = 1 ↑"));
    }

    #[test]
    fn cells_are_as_wide_as_their_column() {
        for share in [0.0, 0.004, 0.005, 0.3, 1.0] {
            assert_eq!(text::width(&cell(share, 1.0)), CELL, "{share}");
        }
        assert_eq!(cell(0.5, 0.5), " █50 ");
    }
}
