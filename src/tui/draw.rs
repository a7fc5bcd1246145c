//! The picture of a state: nothing here changes anything.

use super::app::{App, Overlay, Screen};
use super::explorer::{Explorer, Pane};
use super::layout::{Places, SMALLEST};
use super::panes::{document, documents, help, prompt, start, status, strip, topics, trace, words};
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
        trace::draw(app, explorer, frame, area);
    }
    if let Some(area) = places.topics {
        topics::draw(app, explorer, frame, area, places.words.is_none());
    }
    if let Some(area) = places.words {
        words::draw(app, explorer, frame, area);
    }
    if let Some(area) = places.document {
        document::draw(app, explorer, frame, area);
    }
    if let Some(area) = places.documents {
        documents::draw(app, explorer, frame, area);
    }
    strip::draw(explorer, frame, places.strip, theme);
    strip::draw_hints(app, frame, places.hints);
}

/// The frame of a pane: its title on the left; a remark on the right, if there is
/// room for both; below, the keys of the pane's own while it has the focus.
pub fn pane(
    app: &App,
    pane: Option<Pane>,
    area: Rect,
    title: Span<'static>,
    remark: Line<'static>,
) -> Block<'static> {
    let theme = app.theme();
    let focused = pane.is_some() && app.explorer().map(|e| e.focus) == pane;
    let style = if focused { theme.focus } else { theme.border };
    let room = usize::from(area.width.saturating_sub(2));
    let title = Line::from(vec![Span::raw(" "), title, Span::raw(" ")]);
    let both = title.width() + remark.width() < room;
    let mut block = Block::bordered().border_style(style).title(title);
    if both {
        block = block.title(remark.right_aligned());
    }
    if focused {
        let keys = strip::own_hints(app);
        if keys.width() <= room {
            block = block.title_bottom(keys);
        }
    }
    block
}
