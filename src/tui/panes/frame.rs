//! The frame around a pane.

use super::strip;
use crate::tui::app::App;
use crate::tui::explorer::Pane;
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Widget};

/// A framed box in the middle of an area, over what was there; gives the room in
/// it.
pub fn popup(
    frame: &mut Frame<'_>,
    area: Rect,
    (width, height): (u16, u16),
    (title, keys): (&str, &'static str),
    theme: &Theme,
) -> Rect {
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    frame.render_widget(Clear, place);
    frame.buffer_mut().set_style(place, theme.text);
    let block = Block::bordered()
        .border_style(theme.focus)
        .title(Line::styled(format!(" {title} "), theme.title))
        .title_bottom(Line::from(keys).right_aligned());
    let inner = block.inner(place);
    block.render(place, frame.buffer_mut());
    inner
}

/// A frame around all there is, over what was there; gives the room in it.
pub fn full(
    frame: &mut Frame<'_>,
    area: Rect,
    title: &str,
    remark: Line<'static>,
    theme: &Theme,
) -> Rect {
    frame.render_widget(Clear, area);
    frame.buffer_mut().set_style(area, theme.text);
    let title = Line::styled(format!(" {title} "), theme.title);
    let both = title.width() + remark.width() + 2 < usize::from(area.width);
    let mut block = Block::bordered().border_style(theme.focus).title(title);
    if both {
        block = block.title(remark.right_aligned());
    }
    let inner = block.inner(area);
    block.render(area, frame.buffer_mut());
    inner
}

/// A title on the left; a remark on the right, if there is
/// room for both; below, the keys of the pane's own while it has the focus.
pub fn pane(
    app: &App,
    pane: Option<Pane>,
    area: Rect,
    title: Span<'static>,
    remark: Line<'static>,
) -> Block<'static> {
    pane_above(app, pane, area, (title, remark), Line::default())
}

/// The same with a remark on the right of the lower line, which the keys leave room for.
pub fn pane_above(
    app: &App,
    pane: Option<Pane>,
    area: Rect,
    (title, remark): (Span<'static>, Line<'static>),
    foot: Line<'static>,
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
        let room = room.saturating_sub(foot.width());
        block = block.title_bottom(strip::own_hints(app, room));
    }
    if foot.width() > 0 {
        block = block.title_bottom(foot.right_aligned());
    }
    block
}
