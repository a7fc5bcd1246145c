//! The words of the selected topic with their probability.

use super::frame::pane;
use super::topic::{change_mark, draw_taller};
use crate::session::{TopWord, TopicView};
use crate::tui::app::App;
use crate::tui::explorer::Explorer;
use crate::tui::presenter;
use crate::tui::text;
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

fn selected(explorer: &Explorer) -> Option<&TopicView> {
    explorer
        .snapshot()?
        .topics
        .iter()
        .find(|t| t.id == explorer.topic)
}

fn title(explorer: &Explorer, topic: &TopicView) -> String {
    format!(
        "{} · {}",
        of(explorer, topic.id),
        text::count(topic.tokens as usize, "token")
    )
}

/// Whose words they are, by number and by the user's own name.
pub(super) fn of(explorer: &Explorer, topic: u32) -> String {
    match explorer.label(topic) {
        Some(label) => format!("words of topic {topic} “{}”", text::clean(label)),
        None => format!("words of topic {topic}"),
    }
}

/// What the bars are: once there are samples, their pale ends say how sure they are.
fn head(explorer: &Explorer, columns: usize) -> String {
    match (explorer.posterior().samples(), explorer.fitted_prior()) {
        (0, Some((prior, key))) if columns >= WAITS => {
            format!(" probability; ░ waits: {key} ends the fit of {prior} ")
        }
        (0, _) => " probability ".to_owned(),
        (samples, _) => format!(" φ, ░ 90% of {samples} draws "),
    }
}

/// From so many columns on it is said what intervals wait for.
const WAITS: usize = 70;

/// Draws the words in a pane of their own.
pub fn draw(app: &App, explorer: &Explorer, frame: &mut Frame<'_>, area: Rect) {
    let Some(topic) = selected(explorer) else {
        return;
    };
    let theme = app.theme();
    let long = title(explorer, topic);
    let head = head(explorer, area.width.into());
    let room = usize::from(area.width).saturating_sub(text::width(&head) + 5);
    let name = match text::width(&long) <= room {
        true => long,
        false => of(explorer, topic.id),
    };
    let name = Span::styled(name, theme.topic(topic.id).patch(theme.title));
    let block = pane(app, None, area, name, Line::styled(head, theme.dim));
    let inner = block.inner(area);
    block.render(area, frame.buffer_mut());
    draw_rows(explorer, frame, inner, theme);
}

/// The line between the topics and the words below them.
pub fn draw_rule(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let Some(topic) = selected(explorer) else {
        return;
    };
    let right = head(explorer, area.width.into());
    let room = usize::from(area.width).saturating_sub(text::width(&right) + 2);
    let name = text::fit(&of(explorer, topic.id), room.saturating_sub(1));
    let rule = "─".repeat(
        usize::from(area.width).saturating_sub(text::width(&name) + 2 + text::width(&right)),
    );
    let line = Line::from(vec![
        Span::styled(format!(" {name} "), theme.topic(topic.id)),
        Span::styled(rule, theme.border),
        Span::styled(right, theme.dim),
    ]);
    frame.render_widget(line, area);
}

/// Draws as many words as there are rows.
pub fn draw_rows(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let Some(topic) = selected(explorer) else {
        return;
    };
    if topic.words.is_empty() {
        let line = Line::styled("no word has a token in this topic", theme.dim);
        return frame.render_widget(line, area);
    }
    let posterior = explorer.posterior();
    let interval = |top: &TopWord| posterior.interval(topic.id, (top.word, top.eta));
    let intervals: Vec<_> = topic.words.iter().map(interval).collect();
    let ends = intervals.iter().filter_map(|ends| Some((*ends)?.1));
    let largest = topic.words.first().map_or(1.0, |top| top.phi);
    let largest = ends.fold(largest, f64::max);
    let columns = usize::from(area.width);
    let name_room = (columns / 3).clamp(6, 18);
    let bar_room = columns.saturating_sub(name_room + 13);
    let rows = usize::from(area.height);
    let most = presenter::lines(explorer, topic.words.len());
    let stride = presenter::stride(explorer, rows, most);
    let rows = most.min(rows / stride);
    let listed = topic.words.iter().zip(&intervals).take(rows);
    for (row, (top, interval)) in listed.enumerate() {
        let name = text::visible(explorer.corpus.vocabulary().word(top.word));
        let (change, style) = change_mark(explorer.word_change(topic.id, top.word, row), theme);
        let steady = posterior.is_steady(topic.id, top.word, topic.words.len());
        let look = match steady {
            Some(false) => theme.dim,
            _ => theme.text,
        };
        let bar = match *interval {
            Some((low, high)) => text::interval((low / largest, high / largest), bar_room),
            None => text::bar(top.phi / largest, bar_room),
        };
        let line = Line::from(vec![
            Span::styled(text::pad(&name, name_room), look),
            Span::raw(" "),
            Span::styled(text::pad(&bar, bar_room), theme.topic(topic.id)),
            Span::raw(format!(" {:.4} ", top.phi)),
            Span::styled(format!("{change:>4}"), style),
        ]);
        let place = Rect {
            y: area.y + (row * stride) as u16,
            height: 1,
            ..area
        };
        frame.render_widget(line, place);
        let bar = " ".repeat(name_room + 1) + &bar;
        draw_taller(&bar, theme.topic(topic.id), stride, frame, place);
    }
}
