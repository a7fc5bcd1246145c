//! The keys that were pressed, for those who watch.
//!
//! ```text
//!   →        more of α
//!    1 the trace  ·  space pause the chain, or let it run
//! ```

use crate::tui::app::App;
use crate::tui::presenter::Pressed;
use crate::tui::text;
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Draws the keys into the rows at the bottom of the screen that are set apart for them: the
/// latest, and those before in what is left.
pub fn draw(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme();
    let columns = usize::from(area.width);
    let pressed = &app.presenter.pressed;
    let Some((latest, before)) = pressed.split_first() else {
        return;
    };
    let row = |at: u16| Rect {
        y: area.y + at,
        height: 1,
        ..area
    };
    frame.render_widget(line(latest, columns, theme), row(0));
    if area.height > 2 {
        for (at, pressed) in (1..area.height).zip(before) {
            let text = format!("  {}  {}", pressed.key, pressed.did);
            frame.render_widget(Line::styled(text::fit(&text, columns), theme.dim), row(at));
        }
        return;
    }
    let before: Vec<String> = before
        .iter()
        .map(|pressed| format!("{} {}", pressed.key, pressed.did))
        .collect();
    let text = text::fit(&format!("  {}", before.join("  ·  ")), columns);
    frame.render_widget(Line::styled(text, theme.dim), row(1));
}

/// A key as on a keyboard, and what it did.
pub fn line(pressed: &Pressed, columns: usize, theme: &Theme) -> Line<'static> {
    let key = format!(" {} ", pressed.key);
    let room = columns.saturating_sub(text::width(&key) + 3);
    let did = text::fit(&pressed.did, room);
    Line::from(vec![
        Span::raw(" "),
        Span::styled(key, theme.selected),
        Span::raw("  "),
        Span::styled(did, theme.title),
    ])
}
