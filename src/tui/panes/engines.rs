//! The engines that can be chosen, each with what becomes of the topics.

use super::frame::popup;
use crate::engine::Kind;
use crate::tui::explorer::{Picker, kept};
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::wrap;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

const NAME: usize = 16;

/// Draws the list, and below it what the selected engine is. Where a line has no room
/// for what becomes of the topics, that is said below.
pub fn draw(picker: &Picker, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let width = area.width.min(80);
    let columns = usize::from(width.saturating_sub(4));
    let room = columns.saturating_sub(NAME);
    let kept = |kind| kept(picker.from, kind);
    let wide = Kind::ALL
        .into_iter()
        .all(|kind| text::width(kept(kind)) <= room);
    let chosen = picker.chosen();
    let mut lines: Vec<Line<'static>> = Kind::ALL
        .into_iter()
        .map(|kind| {
            let after = text::pad(if wide { kept(kind) } else { "" }, room);
            let name = Span::styled(format!(" {}", text::pad(kind.name(), NAME)), theme.accent);
            let line = Line::from(vec![name, Span::raw(format!("{after} "))]);
            if kind == chosen {
                line.style(theme.selected)
            } else {
                line
            }
        })
        .collect();
    let about = if wide {
        format!("{}; trace: {}", chosen.title(), traced(chosen))
    } else {
        format!("{}: {}", chosen.title(), kept(chosen))
    };
    lines.push(Line::default());
    lines.extend(
        wrap::plain(&about, columns, theme.dim)
            .into_iter()
            .map(|mut line| {
                line.spans.insert(0, Span::raw(" "));
                line
            }),
    );
    // The list must not change its height under the cursor.
    let rows = Kind::ALL.len() as u16 + if wide { 4 } else { 5 };
    let keys = " ⏎ goes on with it · esc leaves it ";
    let size = (width, rows.min(area.height));
    let inner = popup(frame, area, size, ("engine", keys), theme);
    frame.render_widget(Paragraph::new(lines), inner);
}

fn traced(kind: Kind) -> &'static str {
    match kind {
        Kind::Collapsed => "log joint",
        Kind::Uncollapsed => "log joint, the log density apart",
        Kind::Variational => "bound of log p(w|α,η)",
        Kind::VariationalEm => "bound of log p(w|α,φ)",
        Kind::Unigram | Kind::Mixture | Kind::Plsi => "log likelihood",
    }
}
