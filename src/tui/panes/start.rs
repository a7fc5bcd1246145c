//! The start screen, and the screen while a corpus is read.

use crate::tui::app::App;
use crate::tui::start::Choice;
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::wrap;
use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Widget};

/// Rows above the list.
const HEAD: u16 = 4;

/// Which choice stands in a row of the screen.
pub fn place(app: &App, row: u16) -> Option<usize> {
    let rows = list_rows(app.canvas().1);
    let first = first(app, rows);
    let place = first + usize::from(row.checked_sub(HEAD)?);
    (place < app.start.choices.len() && place < first + rows).then_some(place)
}

/// The text about the selected corpus takes this many rows at the bottom.
const ABOUT: u16 = 7;

fn list_rows(height: u16) -> usize {
    usize::from(height.saturating_sub(HEAD + ABOUT + 1)).max(1)
}

fn first(app: &App, rows: usize) -> usize {
    crate::tui::layout::Places::first_row(app.start.selected, rows, app.start.choices.len())
}

/// Draws the start screen.
pub fn draw(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme();
    let [head, list, about, hints] = Layout::vertical([
        Constraint::Length(HEAD),
        Constraint::Min(1),
        Constraint::Length(ABOUT),
        Constraint::Length(1),
    ])
    .areas(area);
    let columns = usize::from(area.width);
    let title = vec![
        Line::default(),
        Line::from(vec![
            Span::styled(" gibbscope", theme.accent),
            Span::styled(
                text::fit("   see a topic model think", columns.saturating_sub(11)),
                theme.dim,
            ),
        ]),
        Line::default(),
        Line::from(vec![
            Span::styled(" Open a corpus:", theme.title),
            Span::styled(
                text::fit(
                    "   h lessons: learn how it works",
                    columns.saturating_sub(15),
                ),
                theme.dim,
            ),
        ]),
    ];
    frame.render_widget(Paragraph::new(title), head);
    let rows = usize::from(list.height);
    let first = first(app, rows);
    for (row, choice) in app.start.choices.iter().enumerate().skip(first).take(rows) {
        let line = choice_line(choice, columns.saturating_sub(2), theme);
        let line = if row == app.start.selected {
            line.style(theme.selected)
        } else {
            line
        };
        let place = Rect {
            x: list.x + 1,
            y: list.y + (row - first) as u16,
            height: 1,
            width: list.width - 2,
        };
        frame.render_widget(line, place);
    }
    draw_about(app, frame, about);
    if let Some(notice) = &app.notice {
        frame.render_widget(Line::styled(format!(" {notice}"), theme.warning), hints);
    } else {
        frame.render_widget(super::strip::hints(app, columns), hints);
    }
}

fn choice_line(choice: &Choice, columns: usize, theme: &Theme) -> Line<'static> {
    match choice {
        Choice::Demo(demo) => Line::from(vec![
            Span::styled(text::pad(&demo.name, 12), theme.accent),
            Span::raw(text::pad(&demo.title, columns.saturating_sub(12))),
        ]),
        Choice::Recent(path) => Line::from(vec![
            Span::styled(text::pad("recent", 12), theme.dim),
            Span::raw(text::pad(&text::clean(path), columns.saturating_sub(12))),
        ]),
    }
}

fn draw_about(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme();
    let block = Block::bordered().border_style(theme.border);
    let inner = block.inner(area);
    block.render(area, frame.buffer_mut());
    let (words, style) = match (&app.start.error, app.start.choices.get(app.start.selected)) {
        (Some(error), _) => (text::clean(error), theme.error),
        (None, Some(Choice::Demo(demo))) => (demo.look_for.clone(), theme.text),
        _ => (
            "A corpus that was open lately. Its options are found out anew.".into(),
            theme.text,
        ),
    };
    let lines = wrap::plain(&words, usize::from(inner.width), style);
    frame.render_widget(Paragraph::new(lines), inner);
}

/// Draws what is known while a corpus is read.
pub fn draw_loading(
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
    name: &str,
    read: u64,
    total: Option<u64>,
) {
    let columns = usize::from(area.width);
    let megabytes = |bytes: u64| format!("{:.1} MB", bytes as f64 / 1e6);
    let room = columns.saturating_sub(20).min(50);
    let done = match total {
        Some(total) if total > 0 => {
            let share = read as f64 / total as f64;
            let bar = text::pad(&text::bar(share, room), room);
            format!("{bar} {} of {}", megabytes(read), megabytes(total))
        }
        _ => megabytes(read),
    };
    let lines = vec![
        Line::from(vec![
            Span::raw("reading "),
            Span::styled(text::clean(name), theme.title),
        ]),
        Line::default(),
        Line::styled(done, theme.accent),
        Line::default(),
        Line::styled("esc stops", theme.dim),
    ];
    let [_, middle, _] = Layout::vertical([
        Constraint::Fill(1),
        Constraint::Length(5),
        Constraint::Fill(1),
    ])
    .areas(area);
    frame.render_widget(Paragraph::new(lines).alignment(Alignment::Center), middle);
}
