//! The last two lines: parameters with rates, and keys.
//!
//! ```text
//!  K 20    α 0.10 (Σ 2.00)    η 0.010     14.2 M tokens/s    moved 18.3 %
//!  space pause · s step · ←→ α · tab pane · ⏎ zoom · / search · ? help · q quit
//! ```

use crate::engine::Edit;
use crate::session::Snapshot;
use crate::tui::app::App;
use crate::tui::explorer::{Explorer, Parameter};
use crate::tui::keymap::Action;
use crate::tui::text;
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Draws the parameters; the picked one stands in brackets.
pub fn draw(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let Some(snapshot) = explorer.snapshot() else {
        return;
    };
    let waits = |is: fn(&Edit) -> bool| snapshot.pending.iter().rev().find(|e| is(e));
    let parameters = [
        (
            Parameter::Topics,
            format!("K {}", snapshot.alpha.len()),
            waits(|e| matches!(e, Edit::Topics { .. })),
        ),
        (
            Parameter::Alpha,
            alpha(snapshot),
            waits(|e| matches!(e, Edit::Alpha(_))),
        ),
        (
            Parameter::Eta,
            eta(snapshot, explorer),
            waits(|e| matches!(e, Edit::Eta(_))),
        ),
    ];
    let mut spans = Vec::new();
    for (parameter, value, waiting) in parameters {
        let picked = parameter == explorer.tuning.picked;
        let (open, close) = if picked { ("[", "]") } else { (" ", " ") };
        let style = if picked { theme.accent } else { theme.text };
        spans.push(Span::styled(format!("{open}{value}"), style));
        if let Some(edit) = waiting {
            let to = edit.to_string();
            let to = to.split_once(' ').map_or("", |(_, value)| value);
            spans.push(Span::styled(
                format!(" → {}", text::fit(to, 8)),
                theme.warning,
            ));
        }
        spans.push(Span::styled(format!("{close} "), style));
    }
    frame.render_widget(Line::from(spans), area);
    let moved = snapshot
        .moved
        .map_or(String::new(), |m| format!("  moved {}", text::percent(m)));
    let right = format!("{}{moved} ", text::rate(snapshot.rate));
    frame.render_widget(Line::styled(right, theme.dim).right_aligned(), area);
}

fn alpha(snapshot: &Snapshot) -> String {
    let sum = text::number(snapshot.sums.0);
    match snapshot.alpha.first() {
        Some(first) if snapshot.alpha.iter().all(|a| a == first) => {
            format!("α {} (Σ {sum})", text::number(*first))
        }
        _ => {
            let low = snapshot.alpha.iter().copied().fold(f64::INFINITY, f64::min);
            let high = snapshot.alpha.iter().copied().fold(0.0, f64::max);
            format!("α {}–{} (Σ {sum})", text::number(low), text::number(high))
        }
    }
}

fn eta(snapshot: &Snapshot, explorer: &Explorer) -> String {
    let mean = snapshot.sums.1 / explorer.corpus.vocabulary().len().max(1) as f64;
    match snapshot.settings.eta {
        crate::model::PriorSpec::List(_) => format!("η mean {}", text::number(mean)),
        _ => format!("η {}", text::number(mean)),
    }
}

/// Draws what the user should know now, or the keys that work here.
pub fn draw_hints(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme();
    if let Some(notice) = &app.notice {
        let line = text::fit(&format!(" {}", text::clean(notice)), area.width.into());
        frame.render_widget(Line::styled(line, theme.warning), area);
        return;
    }
    frame.render_widget(hints(app, area.width.into()), area);
}

/// As many hints as fit; help and quit always do.
pub fn hints(app: &App, columns: usize) -> Line<'static> {
    let theme = app.theme();
    let contexts = app.contexts();
    let running = app.explorer().is_some_and(Explorer::is_running);
    let mut all: Vec<(String, String, bool)> = app
        .keymap
        .hints(&contexts)
        .map(|binding| {
            let hint = match (binding.action, &binding.hint) {
                (Action::TogglePause, _) if !running => "run",
                (_, Some(hint)) => hint,
                (_, None) => "",
            };
            let last = matches!(binding.action, Action::Help | Action::Quit);
            (binding.key().to_owned(), hint.to_owned(), last)
        })
        .collect();
    let width = |list: &[(String, String, bool)]| {
        list.iter()
            .map(|(k, h, _)| text::width(k) + text::width(h) + 4)
            .sum::<usize>()
    };
    while width(&all) > columns {
        match all.iter().rposition(|(_, _, last)| !last) {
            Some(at) => drop(all.remove(at)),
            None => break,
        }
    }
    let mut spans = Vec::new();
    for (i, (key, hint, _)) in all.into_iter().enumerate() {
        spans.push(Span::styled(if i == 0 { " " } else { " · " }, theme.dim));
        spans.push(Span::styled(key, theme.accent));
        spans.push(Span::raw(format!(" {hint}")));
    }
    Line::from(spans)
}
