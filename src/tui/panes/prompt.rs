//! The line being typed, over the lower part of the screen.

use crate::tui::prompt::Prompt;
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::wrap;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

/// Draws the prompt with its help, or with the reason why it was refused.
pub fn draw(prompt: &Prompt, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let inside = usize::from(area.width.saturating_sub(4));
    let (words, style) = match &prompt.error {
        Some(error) => (error.as_str(), theme.error),
        None => (prompt.help, theme.dim),
    };
    let mut remark = wrap::plain(&text::clean(words), inside, style);
    remark.truncate(3);
    let height = 3 + remark.len() as u16;
    let place = Rect {
        x: area.x,
        y: area.bottom().saturating_sub(height + 1),
        width: area.width,
        height,
    };
    frame.render_widget(Clear, place);
    frame.buffer_mut().set_style(place, theme.text);
    let title = " ⏎ takes it · esc leaves it ";
    let block = Block::bordered().border_style(theme.focus).title(title);
    let inner = block.inner(place);
    block.render(place, frame.buffer_mut());
    let label = format!(" {} ", prompt.label);
    let (value, cursor) = prompt.line();
    let room = inside.saturating_sub(text::width(&label));
    // A line longer than the screen shows the part around the cursor.
    let (shown, skipped) = text::skip(value, (cursor + 1).saturating_sub(room));
    let mut lines = vec![Line::from(vec![
        Span::styled(label.clone(), theme.accent),
        Span::raw(text::fit(shown, room)),
    ])];
    lines.extend(remark.into_iter().map(|mut line| {
        line.spans.insert(0, Span::raw(" "));
        line
    }));
    frame.render_widget(Paragraph::new(lines), inner);
    let x = inner.x + (text::width(&label) + cursor - skipped) as u16;
    frame.set_cursor_position(Position::new(x.min(inner.right()), inner.y));
}
