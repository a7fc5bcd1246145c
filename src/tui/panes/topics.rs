//! The topics with their share and top words.
//!
//! ```text
//! ┌ 2 topics by share ─────────── since sweep 202 ┐
//! │● 4 ██████▏  9.1% mother teresa heart calcu… ▲1│
//! │●11 █████▎   7.8% pope vatican paul john surg… │
//! ├ words of topic 4 ──────────────── probability ┤
//! │mother     ███████████████████▍  0.0421        │
//! ```

use super::words;
use crate::session::{Snapshot, TopicView};
use crate::tui::app::App;
use crate::tui::draw::pane;
use crate::tui::explorer::{Explorer, Pane};
use crate::tui::layout::Places;
use crate::tui::text;
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

/// Draws the pane; `with_words` puts the words of the selected topic below.
pub fn draw(app: &App, explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, with_words: bool) {
    let theme = app.theme();
    let order = explorer.topic_order();
    let by = if explorer.by_share {
        "by share"
    } else {
        "by number"
    };
    let title = Span::styled(format!("2 topics {by}"), theme.title);
    let remark = explorer.past_sweep().map_or(Line::default(), |sweep| {
        Line::styled(format!(" ▲▼ since {sweep} "), theme.dim)
    });
    let block = pane(app, Some(Pane::Topics), area, title, remark);
    let inner = block.inner(area);
    block.render(area, frame.buffer_mut());
    let Some(snapshot) = explorer.snapshot() else {
        return;
    };
    let list = if with_words {
        below(explorer, order.len(), frame, inner, theme)
    } else {
        inner
    };
    let rows = usize::from(list.height);
    let at = order
        .iter()
        .position(|&k| snapshot.topics[k].id == explorer.topic)
        .unwrap_or(0);
    let first = Places::first_row(at, rows, order.len());
    let largest = snapshot.topics.iter().map(|t| t.share).fold(0.0, f64::max);
    for (row, &k) in order.iter().skip(first).take(rows).enumerate() {
        let place = Rect {
            y: list.y + row as u16,
            height: 1,
            ..list
        };
        let topic = &snapshot.topics[k];
        let line = topic_line(
            explorer,
            snapshot,
            topic,
            first + row,
            largest,
            place.width,
            theme,
        );
        frame.render_widget(line, place);
    }
}

/// Draws the words of the selected topic at the bottom, where there is room, and
/// returns what is left for the list.
fn below(
    explorer: &Explorer,
    topics: usize,
    frame: &mut Frame<'_>,
    inner: Rect,
    theme: &Theme,
) -> Rect {
    let height = Places::word_rows(inner.height, topics);
    if height == 0 {
        return inner;
    }
    let [list, rule, below] = Layout::vertical([
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(height - 1),
    ])
    .areas(inner);
    words::draw_rule(explorer, frame, rule, theme);
    words::draw_rows(explorer, frame, below, theme);
    list
}

fn topic_line(
    explorer: &Explorer,
    snapshot: &Snapshot,
    topic: &TopicView,
    place: usize,
    largest: f64,
    columns: u16,
    theme: &Theme,
) -> Line<'static> {
    const CHANGE: usize = 3;
    let bar_room = if columns < 60 { 4 } else { 8 };
    let colour = theme.topic(topic.id);
    let digits = snapshot
        .topics
        .iter()
        .map(|t| t.id)
        .max()
        .unwrap_or(0)
        .to_string()
        .len();
    let share = if largest > 0.0 {
        topic.share / largest
    } else {
        0.0
    };
    let head = format!("{}{:>digits$} ", theme.marker(topic.id), topic.id);
    let bar = text::pad(&text::bar(share, bar_room), bar_room);
    let percent = format!("{:>6} ", text::percent(topic.share));
    let used = text::width(&head) + bar_room + text::width(&percent) + CHANGE;
    let names: Vec<String> = topic
        .words
        .iter()
        .take(24)
        .map(|(w, _)| text::clean(explorer.corpus.vocabulary().word(*w)))
        .collect();
    let names = if names.is_empty() {
        "(no token)".to_owned()
    } else {
        names.join(" ")
    };
    let room = usize::from(columns).saturating_sub(used);
    let change = explorer
        .by_share
        .then(|| explorer.rank_change(topic.id, place))
        .flatten();
    let (change, style) = change_mark(change, theme);
    let mut line = Line::from(vec![
        Span::styled(head, colour),
        Span::styled(bar, colour),
        Span::raw(percent),
        Span::raw(text::pad(&names, room)),
        Span::styled(format!("{change:>CHANGE$}"), style),
    ]);
    if topic.id == explorer.topic {
        line = line.style(theme.selected);
    }
    line
}

/// ▲2 for two places up; nothing for none.
pub fn change_mark(change: Option<i64>, theme: &Theme) -> (String, ratatui::style::Style) {
    match change {
        Some(up) if up > 0 => (format!("▲{}", up.min(99)), theme.good),
        Some(down) if down < 0 => (format!("▼{}", (-down).min(99)), theme.warning),
        _ => (String::new(), theme.dim),
    }
}
