//! The last two lines: parameters with rates, and keys.
//!
//! ```text
//!  K 20  [α 0.1 (Σ 2)]  η 0.01          sweep 212  -7.871/token  14.2 M tokens/s
//!  space pause · s step · ←→ α · tab pane · ⏎ zoom · / search · ? help · q quit
//! ```

use super::pressed;
use crate::engine::{Edit, Kind};
use crate::session::Snapshot;
use crate::tui::app::App;
use crate::tui::explorer::{Explorer, Parameter, short as short_edit};
use crate::tui::keymap::{Action, Binding, Context};
use crate::tui::overlay::Overlay;
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::wrap;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

/// Draws the parameters, the picked one in brackets, and the rates. Where there is
/// no room for both, first the names are shortened; only where that is not enough,
/// the rate goes, and then the log joint.
pub fn draw(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let Some(snapshot) = explorer.snapshot() else {
        return;
    };
    let rates = |short| rates(explorer, snapshot, short);
    let (long, short) = (rates(false), rates(true));
    let forms = [
        (false, long.join("  ")),
        (false, short.join("  ")),
        (true, short.join("  ")),
        (true, short.join(" ")),
        (true, short[..2].join(" ")),
        (true, short[0].clone()),
    ];
    let (left, right) = forms
        .map(|(short, right)| {
            let left = parameters(explorer, snapshot, short, theme);
            (left, format!("{right} "))
        })
        .into_iter()
        .find(|(left, right)| left.width() + text::width(right) <= usize::from(area.width))
        .unwrap_or_else(|| (parameters(explorer, snapshot, true, theme), String::new()));
    frame.render_widget(left, area);
    frame.render_widget(Line::styled(right, theme.dim).right_aligned(), area);
}

/// Sweep, log joint and speed.
fn rates(explorer: &Explorer, snapshot: &Snapshot, short: bool) -> [String; 3] {
    let sweep = text::thousands(snapshot.sweep as usize);
    let per_token = snapshot.objective.total() / explorer.corpus.tokens().max(1) as f64;
    let rate = text::rate(explorer.rate());
    if short {
        [
            format!("sw {sweep}"),
            format!("{per_token:.3}/tok"),
            rate.replace(" tokens", "").replace(' ', ""),
        ]
    } else {
        [
            format!("sweep {sweep}"),
            format!("{per_token:.3}/token"),
            rate,
        ]
    }
}

fn parameters(
    explorer: &Explorer,
    snapshot: &Snapshot,
    short: bool,
    theme: &Theme,
) -> Line<'static> {
    let fits = fits(explorer, snapshot);
    // What is fitted changes all the time: the strip must not change its shape with it.
    let number = |parameter| match fits.contains(&parameter) {
        true => text::steady as fn(f64) -> String,
        false => text::number,
    };
    let waits = |is: fn(&Edit) -> bool| snapshot.pending.iter().rev().find(|e| is(e));
    let parameters = [
        (
            Parameter::Topics,
            format!("K {}", snapshot.k),
            waits(|e| matches!(e, Edit::Topics { .. })),
        ),
        (
            Parameter::Alpha,
            alpha(snapshot, number(Parameter::Alpha)),
            waits(|e| matches!(e, Edit::Alpha(_))),
        ),
        (
            Parameter::Eta,
            eta(snapshot, explorer, number(Parameter::Eta)),
            waits(|e| matches!(e, Edit::Eta(_))),
        ),
    ];
    let mut spans = Vec::new();
    for (parameter, mut value, waiting) in parameters {
        let picked = parameter == explorer.tuning.picked;
        let (mut open, mut close) = if picked { ("[", "] ") } else { (" ", "  ") };
        if short {
            value = value
                .replacen(' ', "", 1)
                .replace("(Σ ", "Σ")
                .replace(')', "");
            (open, close) = if picked { ("[", "] ") } else { ("", " ") };
        }
        let style = if picked { theme.accent } else { theme.text };
        spans.push(Span::styled(format!("{open}{value}"), style));
        if fits.contains(&parameter) {
            spans.push(Span::styled(" fit", theme.warning));
        }
        if let Some(edit) = waiting {
            let to = short_edit(edit);
            let to = to.split_once(' ').map_or("", |(_, value)| value);
            let (arrow, room) = if short { ("→", 6) } else { (" → ", 8) };
            spans.push(Span::styled(
                format!("{arrow}{}", text::fit(to, room)),
                theme.warning,
            ));
        }
        spans.push(Span::styled(close, style));
    }
    Line::from(spans)
}

/// The priors that are being fitted; variational EM fits α itself.
fn fits(explorer: &Explorer, snapshot: &Snapshot) -> Vec<Parameter> {
    let asked = explorer.tuning.optimize();
    let alpha = match snapshot.kind {
        Kind::VariationalEm => !snapshot.settings.em.fix_alpha,
        _ => asked.alpha.is_some() && snapshot.sums.0.is_some(),
    };
    let eta = asked.eta.is_some() && snapshot.sums.1.is_some();
    [(alpha, Parameter::Alpha), (eta, Parameter::Eta)]
        .into_iter()
        .filter_map(|(is, parameter)| is.then_some(parameter))
        .collect()
}

fn alpha(snapshot: &Snapshot, number: fn(f64) -> String) -> String {
    let Some(sum) = snapshot.sums.0.map(number) else {
        return "α –".to_owned();
    };
    match snapshot.alpha.first() {
        Some(first) if snapshot.alpha.iter().all(|a| a == first) => {
            format!("α {} (Σ {sum})", number(*first))
        }
        _ => {
            let low = snapshot.alpha.iter().copied().fold(f64::INFINITY, f64::min);
            let high = snapshot.alpha.iter().copied().fold(0.0, f64::max);
            format!("α {}–{} (Σ {sum})", number(low), number(high))
        }
    }
}

fn eta(snapshot: &Snapshot, explorer: &Explorer, number: fn(f64) -> String) -> String {
    let Some(sum) = snapshot.sums.1 else {
        return "η –".to_owned();
    };
    let mean = sum / explorer.corpus.vocabulary().len().max(1) as f64;
    match snapshot.settings.eta {
        crate::model::PriorSpec::List(_) => format!("η mean {}", number(mean)),
        _ => format!("η {}", number(mean)),
    }
}

/// Draws what the user should know now, or the keys that work here.
pub fn draw_hints(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme();
    if matches!(
        app.overlays.last(),
        Some(Overlay::Prompt(_) | Overlay::Quiz(_))
    ) {
        // The keys of the screen type text now; the prompt names its own.
        return;
    }
    if let Some(notice) = &app.notice {
        // What to do stands at the end of a long one, so it takes lines from above;
        // the parameters move up.
        let columns = usize::from(area.width).saturating_sub(2);
        let mut lines = wrap::plain(&text::clean(notice), columns, theme.warning);
        lines.truncate(4);
        let height = (lines.len() as u16).clamp(1, area.bottom());
        let place = Rect {
            y: area.bottom() - height,
            height,
            ..area
        };
        frame.render_widget(Clear, place);
        frame.buffer_mut().set_style(place, theme.text);
        for line in &mut lines {
            line.spans.insert(0, Span::raw(" "));
        }
        frame.render_widget(Paragraph::new(lines), place);
        if let Some(explorer) = app.explorer().filter(|_| height > 1 && place.y > 0) {
            let above = Rect {
                y: place.y - 1,
                height: 1,
                ..area
            };
            frame.render_widget(Clear, above);
            frame.buffer_mut().set_style(above, theme.text);
            draw(explorer, frame, above, theme);
        }
        return;
    }
    let columns = usize::from(area.width);
    // Where no row is set apart for it, the last key of the presenter stands behind the hints.
    let latest = app.presenter.pressed.first();
    let latest = latest.filter(|_| app.presenter.on && app.canvas() == app.size);
    let Some(latest) = latest else {
        return frame.render_widget(hints(app, columns), area);
    };
    let last = [Action::Help, Action::Quit].map(|action| app.keymap.hint_of(action));
    let least = join(theme, last.into_iter().flatten()).width();
    let latest = pressed::line(latest, columns.saturating_sub(least + 1), theme);
    let room = columns.saturating_sub(latest.width() + 1);
    frame.render_widget(hints(app, room), area);
    frame.render_widget(latest.right_aligned(), area);
}

/// As many hints as fit; help and quit always do.
pub fn hints(app: &App, columns: usize) -> Line<'static> {
    if app.overlays.last().is_some_and(Overlay::is_sheet) {
        return sheet_hints(app, columns);
    }
    let general = [
        Context::Engines,
        Context::RaceChoice,
        Context::Race,
        Context::Terms,
        Context::Lesson,
        Context::Views,
        Context::Explorer,
        Context::Start,
        Context::Anywhere,
    ];
    let here: Vec<Context> = general
        .into_iter()
        .filter(|context| app.contexts().contains(context))
        .collect();
    let viewed =
        app.overlays.is_empty() && app.explorer().is_some_and(|e| e.views.shown().is_some());
    let mut all: Vec<(Action, String)> = app
        .keymap
        .hints(&here)
        .filter(|b| match b.action {
            // What has another meaning in a view.
            Action::Decrease | Action::NextPane | Action::Zoom | Action::Search
                if viewed && b.when == Context::Explorer =>
            {
                false
            }
            Action::Decrease => app.explorer().is_some_and(|e| e.lacks().is_none()),
            // From the panes there is nothing to go back to, and popups say it themselves.
            Action::Back => {
                viewed || matches!(app.overlays.last(), Some(Overlay::Race | Overlay::Terms))
            }
            _ => true,
        })
        .filter_map(|b| Some((b.action, hint(app, b)?)))
        .collect();
    let width =
        |list: &[(Action, String)]| list.iter().map(|(_, h)| text::width(h) + 3).sum::<usize>();
    while width(&all) > columns + 1 {
        let last = |action: &Action| matches!(action, Action::Help | Action::Quit);
        match all.iter().rposition(|(action, _)| !last(action)) {
            Some(at) => drop(all.remove(at)),
            None => break,
        }
    }
    join(app.theme(), all.into_iter().map(|(_, hint)| hint))
}

/// The keys of a sheet of text.
fn sheet_hints(app: &App, columns: usize) -> Line<'static> {
    let key = |action: Action| {
        let all = app.keymap.bindings().iter();
        let mut own = all.filter(|b| b.when == Context::Anywhere && b.action == action);
        own.next().map_or("", Binding::key)
    };
    let (up, down) = (key(Action::Up), key(Action::Down));
    let mut hints = vec![
        format!("{} close", key(Action::Back)),
        format!("{up}{down} scroll"),
        format!("{} a page", key(Action::PageDown)),
        format!("{} the end", key(Action::Last)),
        format!("{} quit", key(Action::Quit)),
    ];
    let width = |hints: &[String]| hints.iter().map(|h| text::width(h) + 3).sum::<usize>();
    while hints.len() > 2 && width(&hints) > columns + 1 {
        hints.remove(hints.len() - 2);
    }
    join(app.theme(), hints.into_iter())
}

/// The hints of the focused pane's own keys, as many as fit; none while something lies over it
/// and has the keys.
pub fn own_hints(app: &App, columns: usize) -> Line<'static> {
    if !app.overlays.is_empty() {
        return Line::default();
    }
    let own = app.explorer().map(|explorer| explorer.contexts()[0]);
    let own: Vec<Context> = own.into_iter().collect();
    let hints = app.keymap.hints(&own).filter_map(|b| hint(app, b));
    let hints: Vec<String> = hints.collect();
    let lines = (1..=hints.len()).rev().map(|n| {
        let mut line = join(app.theme(), hints[..n].iter().cloned());
        line.push_span(" ");
        line
    });
    lines
        .into_iter()
        .find(|line| line.width() <= columns)
        .unwrap_or_default()
}

/// A key and what it does; `None` where a lesson has taken the key.
fn hint(app: &App, binding: &Binding) -> Option<String> {
    let text = binding.hint.as_deref().unwrap_or_default();
    let learning = app.lesson.is_some() && app.overlays.is_empty();
    let key = match app.keymap.key_in_lesson(binding) {
        // esc leaves the lesson, and the numbers of the panes the view.
        None if learning && binding.action == Action::Back => return Some("1–4 panes".into()),
        None if learning => return None,
        Some(key) if learning => key,
        _ => binding.key(),
    };
    Some(match (binding.action, app.explorer()) {
        (Action::TogglePause, Some(explorer)) if !explorer.is_running() => format!("{key} run"),
        (Action::Decrease, _) if binding.when != Context::Explorer => format!("←→ {text}"),
        (Action::Decrease, Some(explorer)) => {
            let name = match explorer.tuning.picked {
                Parameter::Alpha => "α",
                Parameter::Eta => "η",
                Parameter::Topics => "K",
            };
            format!("←→ {name}")
        }
        _ => format!("{key} {text}"),
    })
}

fn join(theme: &Theme, hints: impl Iterator<Item = String>) -> Line<'static> {
    let mut spans = Vec::new();
    for (i, hint) in hints.enumerate() {
        let (key, word) = hint.split_once(' ').unwrap_or((&hint, ""));
        spans.push(Span::styled(if i == 0 { " " } else { " · " }, theme.dim));
        spans.push(Span::styled(key.to_owned(), theme.accent));
        spans.push(Span::styled(format!(" {word}"), theme.text));
    }
    Line::from(spans)
}
