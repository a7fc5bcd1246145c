//! One topic in a line: what the panes that list topics, or their words, share.

use crate::session::{Snapshot, TopicView};
use crate::tui::explorer::Explorer;
use crate::tui::text;
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Columns of the longest topic number.
pub fn digits(snapshot: &Snapshot) -> usize {
    let largest = snapshot.topics.iter().map(|t| t.id).max();
    largest.unwrap_or(0).to_string().len()
}

/// The mark and the number of a topic, and a bar for `share` in `room` columns.
pub fn head(
    topic: &TopicView,
    digits: usize,
    (share, room): (f64, usize),
    theme: &Theme,
) -> Span<'static> {
    head_with(topic, digits, (&text::bar(share, room), room), theme)
}

/// The same with any bar.
pub fn head_with(
    topic: &TopicView,
    digits: usize,
    (bar, room): (&str, usize),
    theme: &Theme,
) -> Span<'static> {
    let id = topic.id;
    let bar = text::pad(bar, room);
    Span::styled(
        format!("{}{id:>digits$} {bar}", theme.marker(id)),
        theme.topic(id),
    )
}

/// Makes the bar of the line in `place` taller: all rows of the line but the last, which stays
/// empty, have it.
pub fn draw_taller(bar: &str, style: Style, stride: usize, frame: &mut Frame<'_>, place: Rect) {
    for row in 1..stride.saturating_sub(1) {
        let place = Rect {
            y: place.y + row as u16,
            ..place
        };
        frame.render_widget(Line::styled(bar.to_owned(), style), place);
    }
}

/// Its first `n` words, after the name that the user gave it, as far as columns reach.
pub fn names(explorer: &Explorer, topic: &TopicView, n: usize, columns: usize) -> String {
    let mut names = explorer
        .label(topic.id)
        .map_or(String::new(), |label| format!("“{}”", text::clean(label)));
    let mut used = text::width(&names);
    for top in topic.words.iter().take(n) {
        // Words lie anywhere in the memory: those that would be cut off are not fetched.
        if used > columns {
            break;
        }
        let start = names.len();
        if start > 0 {
            names.push(' ');
        }
        text::push_visible(&mut names, explorer.corpus.vocabulary().word(top.word));
        used += text::width(&names[start..]);
    }
    text::fit(&names, columns)
}

/// ▲2 for two places up; nothing for none.
pub fn change_mark(change: Option<i64>, theme: &Theme) -> (String, Style) {
    match change {
        Some(up) if up > 0 => (format!("▲{}", up.min(99)), theme.good),
        Some(down) if down < 0 => (format!("▼{}", (-down).min(99)), theme.warning),
        _ => (String::new(), theme.dim),
    }
}
