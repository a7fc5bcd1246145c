//! The picture of a state: nothing here changes anything.

use super::app::{App, Overlay, Screen};
use super::explorer::{Explorer, Pane};
use super::layout::{Places, SMALLEST};
use super::panes::{document, documents, help, prompt, start, status, strip, topics, trace, words};
use super::theme::Theme;
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Paragraph};

/// Draws everything.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let theme = app.theme();
    frame.buffer_mut().set_style(area, theme.text);
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        return too_small(frame, area);
    }
    match &app.screen {
        Screen::Start => start::draw(app, frame, area),
        Screen::Loading { name, read, total } => {
            start::draw_loading(frame, area, theme, name, *read, *total);
        }
        Screen::Explorer(explorer) => draw_explorer(app, explorer, frame),
    }
    match app.overlays.last() {
        Some(Overlay::Help { scroll }) => help::draw_keys(app, frame, area, *scroll),
        Some(Overlay::Explain { scroll }) => help::draw_explain(app, frame, area, *scroll),
        Some(Overlay::Report { scroll }) => help::draw_report(app, frame, area, *scroll),
        Some(Overlay::Prompt(line)) => prompt::draw(line, frame, area, theme),
        None => {}
    }
}

/// Fits into any size, even one cell.
fn too_small(frame: &mut Frame<'_>, area: Rect) {
    let text = format!(
        "too small: {}×{}\nneeded: {}×{}",
        area.width, area.height, SMALLEST.0, SMALLEST.1
    );
    frame.render_widget(
        Paragraph::new(Text::from(text)).alignment(Alignment::Center),
        area,
    );
}

fn draw_explorer(app: &App, explorer: &Explorer, frame: &mut Frame<'_>) {
    let theme = app.theme();
    let places = Places::of(explorer, (frame.area().width, frame.area().height));
    status::draw(explorer, frame, places.status, theme);
    if let Some(area) = places.tabs {
        status::draw_tabs(explorer, frame, area, theme);
    }
    if let Some(area) = places.trace {
        trace::draw(explorer, frame, area, theme);
    }
    if let Some(area) = places.topics {
        topics::draw(explorer, frame, area, theme, places.words.is_none());
    }
    if let Some(area) = places.words {
        words::draw(explorer, frame, area, theme);
    }
    if let Some(area) = places.document {
        document::draw(explorer, frame, area, theme);
    }
    if let Some(area) = places.documents {
        documents::draw(explorer, frame, area, theme);
    }
    strip::draw(explorer, frame, places.strip, theme);
    strip::draw_hints(app, frame, places.hints);
}

/// The frame of a pane: its title on the left, a remark on the right.
pub fn pane<'a>(
    theme: &Theme,
    focused: bool,
    title: Vec<Span<'a>>,
    remark: Option<Line<'a>>,
) -> Block<'a> {
    let style = if focused { theme.focus } else { theme.border };
    let mut spans = vec![Span::raw(" ")];
    spans.extend(title);
    spans.push(Span::raw(" "));
    let block = Block::bordered()
        .border_style(style)
        .title(Line::from(spans));
    match remark {
        Some(remark) => block.title(remark.right_aligned()),
        None => block,
    }
}

/// Whether a pane has the focus.
pub fn focused(explorer: &Explorer, pane: Pane) -> bool {
    explorer.focus == pane
}
