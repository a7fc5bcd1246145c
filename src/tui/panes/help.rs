//! Overlays of text: the keys, the numbers of a pane explained, the load report.

use super::explain;
use crate::tui::app::App;
use crate::tui::keymap::Context;
use crate::tui::text;
use crate::tui::wrap;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

/// Draws the keys that work here, by where they work.
pub fn draw_keys(app: &App, frame: &mut Frame<'_>, area: Rect, scroll: usize) {
    let theme = app.theme();
    let mut contexts = app.contexts();
    for other in [Context::Trace, Context::Topics, Context::Documents] {
        if app.explorer().is_some() && !contexts.contains(&other) {
            contexts.push(other);
        }
    }
    let mut lines = Vec::new();
    for context in contexts {
        let bindings = app.keymap.bindings().iter().filter(|b| b.when == context);
        let mut rows: Vec<Line<'static>> = bindings
            .map(|binding| {
                Line::from(vec![
                    Span::styled(text::pad(&binding.keys(), 14), theme.accent),
                    Span::raw(binding.help.clone()),
                ])
            })
            .collect();
        if !rows.is_empty() {
            lines.push(Line::styled(context.name(), theme.title));
            lines.append(&mut rows);
            lines.push(Line::default());
        }
    }
    show(app, frame, area, "keys", lines, scroll);
}

/// Draws the formulas of the focused pane with the present numbers in them.
pub fn draw_explain(app: &App, frame: &mut Frame<'_>, area: Rect, scroll: usize) {
    let columns = usize::from(area.width.saturating_sub(8)).min(100);
    let Some(explorer) = app.explorer() else {
        return;
    };
    let mut lines = Vec::new();
    for entry in explain::entries(explorer) {
        lines.push(Line::styled(entry.name, app.theme().accent));
        for (label, words) in [
            ("", entry.formula),
            ("= ", entry.filled.as_str()),
            ("unit: ", entry.unit),
            ("source: ", entry.source),
            ("mistake: ", entry.mistake),
        ] {
            if !words.is_empty() {
                lines.extend(wrap::plain(
                    &format!("{label}{words}"),
                    columns,
                    app.theme().text,
                ));
            }
        }
        lines.push(Line::default());
    }
    show(app, frame, area, "the numbers of this pane", lines, scroll);
}

/// Draws what was loaded, and how.
pub fn draw_report(app: &App, frame: &mut Frame<'_>, area: Rect, scroll: usize) {
    let columns = usize::from(area.width.saturating_sub(8)).min(100);
    let Some(explorer) = app.explorer() else {
        return;
    };
    let words = format!("{}\n{}", explorer.source.name, explorer.report);
    let lines = words
        .lines()
        .flat_map(|line| wrap::plain(&text::clean(line), columns, app.theme().text))
        .collect();
    show(app, frame, area, "what was loaded", lines, scroll);
}

fn show(
    app: &App,
    frame: &mut Frame<'_>,
    area: Rect,
    title: &str,
    lines: Vec<Line<'static>>,
    scroll: usize,
) {
    let theme = app.theme();
    let width = area.width.min(106).saturating_sub(2);
    let height = area.height.saturating_sub(2).min(lines.len() as u16 + 2);
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    frame.render_widget(Clear, place);
    frame.buffer_mut().set_style(place, theme.text);
    let rows = usize::from(height.saturating_sub(2));
    let scroll = scroll.min(lines.len().saturating_sub(rows));
    let more = if lines.len() > rows {
        " ↑↓ scroll · esc closes "
    } else {
        " esc closes "
    };
    let block = Block::bordered()
        .border_style(theme.focus)
        .title(Line::styled(format!(" {title} "), theme.title))
        .title_bottom(Line::from(more).right_aligned());
    let inner = block.inner(place);
    block.render(place, frame.buffer_mut());
    let inner = Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        ..inner
    };
    let shown: Vec<Line<'static>> = lines.into_iter().skip(scroll).take(rows).collect();
    frame.render_widget(Paragraph::new(shown), inner);
}
