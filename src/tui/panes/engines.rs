//! The engines that can be chosen, each with what becomes of the topics.

use super::frame::popup;
use crate::engine::Kind;
use crate::tui::explorer::{Picker, kept};
use crate::tui::text;
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

const NAME: usize = 16;

/// Draws the list, and below it what the selected engine is.
pub fn draw(picker: &Picker, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let width = area.width.min(80);
    let height = (Kind::ALL.len() as u16 + 4).min(area.height);
    let keys = " ⏎ goes on with it · esc leaves it ";
    let inner = popup(frame, (width, height), "engine", keys, theme);
    let columns = usize::from(inner.width);
    let mut lines: Vec<Line<'static>> = Kind::ALL
        .into_iter()
        .map(|kind| {
            let kept = kept(picker.from, kind);
            let room = columns.saturating_sub(NAME + 1);
            let line = Line::from(vec![
                Span::styled(format!(" {}", text::pad(kind.name(), NAME)), theme.accent),
                Span::raw(text::pad(kept, room)),
            ]);
            if kind == picker.chosen() {
                line.style(theme.selected)
            } else {
                line
            }
        })
        .collect();
    let about = format!(
        " {}; its trace shows the {}",
        picker.chosen().title(),
        traced(picker.chosen())
    );
    lines.push(Line::default());
    lines.push(Line::styled(text::fit(&about, columns), theme.dim));
    frame.render_widget(Paragraph::new(lines), inner);
}

fn traced(kind: Kind) -> &'static str {
    match kind {
        Kind::Collapsed => "log joint",
        Kind::Uncollapsed => "log joint, and the log density apart",
        Kind::Variational => "bound of log p(w|α,η)",
        Kind::VariationalEm => "bound of log p(w|α,φ)",
        Kind::Unigram | Kind::Mixture | Kind::Plsi => "log likelihood",
    }
}
