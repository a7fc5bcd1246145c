//! What is to be raced.

use super::frame::popup;
use crate::engine::Kind;
use crate::tui::explorer::RaceChoice;
use crate::tui::text::{self, thousands};
use crate::tui::theme::Theme;
use crate::tui::wrap;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

/// Draws the engines, the seeds and the sweeps.
pub fn draw(choice: &RaceChoice, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let width = area.width.min(64);
    let columns = usize::from(width.saturating_sub(2));
    let mut lines: Vec<Line<'static>> = Vec::new();
    let mut row = |text: String, at: usize| {
        let line = Line::raw(text::pad(&text, columns));
        lines.push(match at == choice.row {
            true => line.style(theme.selected),
            false => line,
        });
    };
    for (at, (kind, on)) in Kind::ALL.into_iter().zip(choice.engines).enumerate() {
        let mark = if on { "x" } else { " " };
        let name = text::pad(kind.name(), 15);
        row(format!(" [{mark}] {name} {}", kind.title()), at);
    }
    let last = choice.first_seed.wrapping_add(choice.seeds as u64 - 1);
    let seeds = match choice.seeds {
        1 => format!("{}", choice.first_seed),
        _ => format!("{} to {last}", choice.first_seed),
    };
    let line = format!(" ← {} → seeds of each engine: {seeds}", choice.seeds);
    row(line, RaceChoice::SEEDS);
    let line = format!(
        " ← {} → sweeps of each lane",
        thousands(choice.sweeps as usize)
    );
    row(line, RaceChoice::SWEEPS);
    let about = match &choice.error {
        Some(reason) => wrap::plain(reason, columns.saturating_sub(2), theme.error),
        None => wrap::plain(
            &format!(
                "{} lanes with the present K, α and η; lanes of one seed start from the same \
                 random topics.",
                choice.lanes().len()
            ),
            columns.saturating_sub(2),
            theme.dim,
        ),
    };
    for mut line in about {
        line.spans.insert(0, " ".into());
        lines.push(line);
    }
    let height = (lines.len() as u16 + 2).min(area.height);
    let keys = " ↑↓ space ←→ choose · ⏎ starts · esc leaves it ";
    let inner = popup(frame, area, (width, height), ("race", keys), theme);
    frame.render_widget(Paragraph::new(lines), inner);
}
