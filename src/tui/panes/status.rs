//! The first line: corpus, engine and state.
//!
//! ```text
//!  reuters  395 docs  4,258 words  84,010 tokens      collapsed  seed 1    ▶ running
//! ```

use crate::session::RunState;
use crate::tui::app::App;
use crate::tui::explorer::{Explorer, Pane};
use crate::tui::text;
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Draws the line.
pub fn draw(app: &App, explorer: &Explorer, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme();
    let recording = app.recording.as_ref().map_or("", |_| "rec  ");
    let (state, style) = state(explorer, theme);
    let right = match explorer.snapshot() {
        // Only a sampler over blocks is a Gibbs sampler that is not exact.
        Some(s) if s.kind.is_gibbs() && !s.exact => format!(
            "{}, {} blocks: not exact  seed {}  ",
            s.kind.name(),
            s.settings.parallel.blocks,
            s.settings.seed
        ),
        Some(s) => format!("{}  seed {}  ", s.kind.name(), s.settings.seed),
        None => String::new(),
    };
    let taken = text::width(&right) + text::width(recording) + text::width(&state) + 2;
    let room = usize::from(area.width).saturating_sub(taken);
    let corpus = &explorer.corpus;
    let sizes = [
        format!("  {}", text::count(corpus.documents(), "doc")),
        format!("  {}", text::count(corpus.vocabulary().len(), "word")),
        format!("  {}", text::count(corpus.tokens(), "token")),
    ];
    // Of the sizes, those that fit are shown.
    let name = text::fit(&explorer.name, room.saturating_sub(1).min(24));
    let room = room.saturating_sub(text::width(&name) + 1);
    let shown = (0..=sizes.len())
        .rev()
        .map(|n| sizes[..n].concat())
        .find(|sizes| text::width(sizes) <= room);
    let left = Line::from(vec![
        Span::raw(" "),
        Span::styled(name, theme.title),
        Span::styled(shown.unwrap_or_default(), theme.dim),
    ]);
    frame.render_widget(left, area);
    let right = Line::from(vec![
        Span::styled(right, theme.dim),
        Span::styled(recording, theme.error),
        Span::styled(state, style),
        Span::raw(" "),
    ]);
    frame.render_widget(right.right_aligned(), area);
}

fn state(explorer: &Explorer, theme: &Theme) -> (String, Style) {
    if explorer.failure.is_some() {
        return ("✖ failed".into(), theme.error);
    }
    let (mut text, mut style) = match explorer.latest().map(|s| s.state) {
        Some(RunState::Running) => ("▶ running".to_owned(), theme.good),
        Some(RunState::Paused) => ("‖ paused".to_owned(), theme.warning),
        Some(RunState::Finished) => ("■ finished".to_owned(), theme.accent),
        None => ("… starting".to_owned(), theme.dim),
    };
    if let Some(speed) = explorer.latest().and_then(|s| s.speed) {
        text = format!("{text} ≤{}/s", text::number(speed));
    }
    if let Some(race) = explorer.race.as_ref().filter(|race| !race.is_over()) {
        text = format!("{text}, race {}", text::percent(race.progress()));
    }
    if explorer.is_frozen() {
        text = format!("❄ frozen, {text}");
        style = theme.accent;
    }
    (text, style)
}

/// The names of the panes, where only one fits on the screen.
pub fn draw_tabs(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let tabs = [
        (Pane::Trace, "1 trace"),
        (Pane::Topics, "2 topics"),
        (Pane::Document, "3 document"),
        (Pane::Documents, "4 list"),
    ];
    let mut spans = Vec::new();
    for (pane, name) in tabs {
        let style = if pane == explorer.focus {
            theme.selected
        } else {
            theme.dim
        };
        spans.push(Span::styled(format!(" {name} "), style));
    }
    frame.render_widget(Line::from(spans), area);
}
