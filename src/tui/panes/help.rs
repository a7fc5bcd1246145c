//! Overlays of text: the keys, the numbers of a pane explained, the load report.

use super::explain;
use super::frame::popup;
use crate::tui::app::App;
use crate::tui::explorer::Explorer;
use crate::tui::keymap::Context;
use crate::tui::overlay::Overlay;
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::wrap;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

/// What an overlay shows.
pub struct Sheet<'a> {
    title: &'static str,
    lines: Vec<Line<'static>>,
    /// A line for each of these at the end; there may be very many, so only those
    /// on the screen are made.
    list: &'a [String],
}

impl<'a> Sheet<'a> {
    /// The sheet of an overlay; `None` for a prompt, and where there is nothing
    /// to tell about.
    pub fn of(app: &'a App, overlay: &Overlay) -> Option<Self> {
        let theme = app.theme();
        let columns = usize::from(app.size.0.saturating_sub(8)).min(100);
        let sheet = |title, lines| Self {
            title,
            lines,
            list: &[],
        };
        Some(match overlay {
            Overlay::Help { .. } => sheet("keys", keys(app, columns)),
            Overlay::Explain { .. } => {
                let lines = numbers(app, columns, theme);
                sheet("the numbers of this pane", lines)
            }
            Overlay::Report { .. } => {
                let explorer = app.explorer()?;
                Self {
                    title: "what was loaded",
                    lines: report(explorer, columns, theme),
                    list: &explorer.report.dropped,
                }
            }
            _ => return None,
        })
    }

    fn len(&self) -> usize {
        self.lines.len() + self.list.len()
    }

    /// Rows of text on a screen of this height.
    fn rows(&self, height: u16) -> usize {
        usize::from(height.saturating_sub(4)).min(self.len())
    }

    /// The first line when the last one shows.
    pub fn last(&self, height: u16) -> usize {
        self.len() - self.rows(height)
    }

    /// Draws it from line `scroll` on.
    pub fn draw(&self, frame: &mut Frame<'_>, area: Rect, scroll: usize, theme: &Theme) {
        let rows = self.rows(area.height);
        let (width, height) = (area.width.min(106).saturating_sub(2), rows as u16 + 2);
        let keys = if self.len() > rows {
            " ↑↓ scroll · esc closes "
        } else {
            " esc closes "
        };
        let inner = popup(frame, area, (width, height), (self.title, keys), theme);
        let inner = Rect {
            x: inner.x + 1,
            width: inner.width.saturating_sub(2),
            ..inner
        };
        let from = scroll.min(self.last(area.height));
        let list = self.list.iter().map(|text| Line::from(text::clean(text)));
        let before = from.saturating_sub(self.lines.len());
        let shown: Vec<Line<'static>> = self
            .lines
            .iter()
            .skip(from)
            .cloned()
            .chain(list.skip(before))
            .take(rows)
            .collect();
        frame.render_widget(Paragraph::new(shown), inner);
    }
}

/// The keys that work here, by where they work.
fn keys(app: &App, columns: usize) -> Vec<Line<'static>> {
    const KEYS: usize = 14;
    let theme = app.theme();
    let mut contexts = app.contexts();
    for other in [Context::Trace, Context::Topics, Context::Documents] {
        if contexts.contains(&Context::Explorer) && !contexts.contains(&other) {
            contexts.push(other);
        }
    }
    let mut lines = Vec::new();
    for context in contexts {
        let bindings = app.keymap.bindings().iter().filter(|b| b.when == context);
        let mut rows: Vec<Line<'static>> = bindings
            .flat_map(|binding| {
                let help = wrap::plain(&binding.help, columns.saturating_sub(KEYS), theme.text);
                let names = std::iter::once(binding.keys()).chain(std::iter::repeat(String::new()));
                names.zip(help).map(|(name, mut line)| {
                    let name = Span::styled(text::pad(&name, KEYS), theme.accent);
                    line.spans.insert(0, name);
                    line
                })
            })
            .collect();
        if !rows.is_empty() {
            lines.push(Line::styled(context.name(), theme.title));
            lines.append(&mut rows);
            lines.push(Line::default());
        }
    }
    lines
}

/// The formulas of what is shown with the present numbers in them.
fn numbers(app: &App, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for entry in explain::of(app) {
        lines.push(Line::styled(entry.name, theme.accent));
        for (label, words) in [
            ("", entry.formula),
            ("= ", entry.filled.as_str()),
            ("unit: ", entry.unit),
            ("source: ", entry.source),
            ("mistake: ", entry.mistake),
        ] {
            if !words.is_empty() {
                let text = format!("{label}{words}");
                lines.extend(wrap::plain(&text, columns, theme.text));
            }
        }
        lines.push(Line::default());
    }
    lines
}

/// What was loaded, and how; the ids of dropped documents follow one by one.
fn report(explorer: &Explorer, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut words = format!("{}\n{}", explorer.read, explorer.report);
    if let Some(look_for) = &explorer.look_for {
        words.push_str("\n \nWhat to look for: ");
        words.push_str(look_for);
    }
    for note in &explorer.notes {
        words.push_str("\n \n");
        words.push_str(note);
    }
    if !explorer.report.dropped.is_empty() {
        words.push_str("\n \nAll dropped documents by id:");
    }
    words
        .lines()
        .flat_map(|line| wrap::plain(&text::clean(line), columns, theme.text))
        .collect()
}
