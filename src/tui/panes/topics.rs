//! The topics with their share and top words.
//!
//! ```text
//! ┌ 2 topics by share ─────────── since sweep 202 ┐
//! │● 4 ██████▏  9.1% mother teresa heart calcu… ▲1│
//! │●11 █████▎   7.8% pope vatican paul john surg… │
//! ├ words of topic 4 ──────────────── probability ┤
//! │mother     ███████████████████▍  0.0421        │
//! ```

use super::frame::pane_above;
use super::{topic, words};
use crate::session::TopicView;
use crate::tui::app::App;
use crate::tui::explorer::{Explorer, Pane};
use crate::tui::layout::{Places, TOPIC_WORDS};
use crate::tui::presenter;
use crate::tui::text;
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Widget};

/// What the lines of all topics have in common.
#[derive(Clone, Copy)]
struct Scale {
    /// The share that fills a bar.
    largest: f64,
    digits: usize,
}

impl Scale {
    /// How much of its room the bar of a topic fills.
    fn of(self, topic: &TopicView) -> f64 {
        if self.largest > 0.0 {
            topic.share / self.largest
        } else {
            0.0
        }
    }
}

/// Columns of a bar in a pane of so many.
fn bar_room(explorer: &Explorer, columns: usize) -> usize {
    match columns {
        _ if explorer.presenting => columns / 4,
        ..60 => 4,
        _ => 8,
    }
}

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
    let inner = Block::bordered().inner(area);
    let below = match with_words {
        true => Places::word_rows(inner.height, order.len()),
        false => 0,
    };
    let stride = presenter::stride(explorer, (inner.height - below).into(), order.len());
    let rows = usize::from(inner.height - below) / stride;
    let snapshot = explorer.snapshot();
    let at = order
        .iter()
        .position(|&k| snapshot.is_some_and(|s| s.topics[k].id == explorer.topic))
        .unwrap_or(0);
    let first = Places::first_row(at, rows, order.len());
    let part = match rows < order.len() {
        true => format!(" {}–{} of {} ", first + 1, first + rows, order.len()),
        false => String::new(),
    };
    let part = Line::styled(part, theme.dim);
    let block = pane_above(app, Some(Pane::Topics), area, (title, remark), part);
    block.render(area, frame.buffer_mut());
    let Some(snapshot) = snapshot else {
        return;
    };
    if snapshot.topics.is_empty() && explorer.is_frozen() {
        let line = "not in the frozen picture: f goes on";
        return frame.render_widget(Line::styled(line, theme.dim), inner);
    }
    if below > 0 {
        draw_below(explorer, below, frame, inner, theme);
    }
    let scale = Scale {
        largest: snapshot.topics.iter().map(|t| t.share).fold(0.0, f64::max),
        digits: topic::digits(snapshot),
    };
    for (row, &k) in order.iter().skip(first).take(rows).enumerate() {
        let place = Rect {
            y: inner.y + (row * stride) as u16,
            height: 1,
            ..inner
        };
        let topic = &snapshot.topics[k];
        let columns = usize::from(place.width);
        let line = topic_line(explorer, topic, first + row, scale, columns, theme);
        frame.render_widget(line, place);
        if stride > 2 {
            let before = topic::head(topic, scale.digits, (0.0, 0), theme).width();
            let bar = text::bar(scale.of(topic), bar_room(explorer, columns));
            let bar = " ".repeat(before) + &bar;
            topic::draw_taller(&bar, theme.topic(topic.id), stride, frame, place);
        }
    }
}

/// Draws the words of the selected topic in the last `height` rows.
fn draw_below(explorer: &Explorer, height: u16, frame: &mut Frame<'_>, inner: Rect, theme: &Theme) {
    let [_, rule, below] = Layout::vertical([
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(height - 1),
    ])
    .areas(inner);
    words::draw_rule(explorer, frame, rule, theme);
    words::draw_rows(explorer, frame, below, theme);
}

fn topic_line(
    explorer: &Explorer,
    topic: &TopicView,
    place: usize,
    scale: Scale,
    columns: usize,
    theme: &Theme,
) -> Line<'static> {
    const CHANGE: usize = 3;
    let bar = (scale.of(topic), bar_room(explorer, columns));
    let head = topic::head(topic, scale.digits, bar, theme);
    // One topic alone would touch its bar.
    let percent = text::percent(topic.share).replace("100.0%", "100%");
    let percent = format!("{percent:>6} ");
    let used = head.width() + text::width(&percent) + CHANGE;
    let room = columns.saturating_sub(used);
    let n = presenter::words(explorer, TOPIC_WORDS);
    let names = match topic::names(explorer, topic, n, room) {
        none if none.is_empty() => "(no token)".to_owned(),
        names => names,
    };
    let change = explorer
        .by_share
        .then(|| explorer.rank_change(topic.id, place))
        .flatten();
    let (change, style) = topic::change_mark(change, theme);
    let mut line = Line::from(vec![
        head,
        Span::raw(percent),
        Span::raw(text::pad(&names, room)),
        Span::styled(format!("{change:>CHANGE$}"), style),
    ]);
    if topic.id == explorer.topic {
        line = line.style(theme.selected);
    }
    line
}
