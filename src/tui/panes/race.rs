//! A race on all of the screen: for every kind of objective its curves, and a table
//! of the lanes.
//!
//! ```text
//! ┌ race on toy ───────────────────────────────────── ▶ running 48.0% ┐
//! │ 2 lanes, 10,000 sweeps each · K 2 · α 0.5 · η 0.5                 │
//! │ [log joint]  bound (α,η)  distance                                │
//! │-42.00 exact ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ │
//! │       ⢀⠤⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒a                                   │
//! │-61.31 ⠎                                                           │
//! │  engine         seed   sweep    latest  moved  autocorr.          │
//! │a collapsed         1   4,800   -43.058  12.1%        3.1          │
//! └───────────────────────────────────────────────────────────────────┘
//! ```
//!
//! Values of different kinds never stand on one scale: where there is no room for a
//! picture of each, there is one at a time.

use super::frame::full;
use super::race_table::{self, HEADER};
use crate::model::PriorSpec;
use crate::tui::app::App;
use crate::tui::explorer::{Explorer, Phase, RaceView, Scale};
use crate::tui::plot::{self, Curve, letters, thinned};
use crate::tui::text::{self, thousands};
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Rows of a picture that may stand beside others: title, curves and axis.
const PICTURE: u16 = 10;
/// From so many columns on the table stands beside the picture.
const WIDE: u16 = 150;

/// Draws the view.
pub fn draw(app: &App, explorer: &Explorer, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme();
    let Some(race) = &explorer.race else {
        return;
    };
    let (state, style) = state(race, theme);
    let title = format!("race on {}", explorer.name);
    let inner = full(
        frame,
        area,
        &title,
        Line::styled(format!(" {state} "), style),
        theme,
    );
    let notes = notes(explorer, race, theme);
    let [about, note, body] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(u16::from(notes.is_some())),
        Constraint::Min(0),
    ])
    .areas(inner);
    frame.render_widget(
        Line::styled(about_lanes(race, inner.width), theme.dim),
        about,
    );
    if let Some(line) = notes {
        frame.render_widget(line, note);
    }
    let scales = race.scales();
    if scales.len() > 1 && !all_fit(race, &scales, body) {
        let [tabs, rest] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(0)]).areas(body);
        draw_tabs(race, &scales, frame, tabs, theme);
        draw_scale(race, scales[race.shown()], frame, rest, theme);
        return;
    }
    let places = Layout::vertical(scales.iter().map(|_| Constraint::Fill(1))).split(body);
    for (scale, place) in scales.iter().zip(places.iter()) {
        draw_scale(race, *scale, frame, *place, theme);
    }
}

fn state(race: &RaceView, theme: &Theme) -> (String, Style) {
    let share = text::percent(race.progress());
    match race.phase {
        Phase::Preparing => ("… looking for exact answers".to_owned(), theme.dim),
        Phase::Running if race.progress() >= 1.0 => ("… scoring".to_owned(), theme.good),
        Phase::Running => {
            let bar = text::pad(&text::bar(race.progress(), 10), 10);
            (format!("▶ {bar} {share}"), theme.good)
        }
        Phase::Stopping => ("‖ stops at the end of the sweep".to_owned(), theme.warning),
        Phase::Over(false) => ("■ finished".to_owned(), theme.accent),
        Phase::Over(true) => (format!("■ stopped at {share}"), theme.warning),
    }
}

/// What all lanes have in common, as far as there is room for it.
fn about_lanes(race: &RaceView, columns: u16) -> String {
    let prior = |name: &str, spec: &PriorSpec| match spec {
        PriorSpec::Each(value) => format!(" · {name} {}", text::number(*value)),
        PriorSpec::Sum(total) => format!(" · Σ{name} {}", text::number(*total)),
        PriorSpec::List(values) => {
            format!(" · Σ{name} {}", text::number(values.iter().sum()))
        }
    };
    let count = match race.lanes.len() {
        1 => "1 lane".to_owned(),
        n => format!("{n} lanes"),
    };
    let mut line = format!(" {count}, {} sweeps each", thousands(race.sweeps as usize));
    let axis = if race.by_seconds {
        "each lane's seconds"
    } else {
        "sweeps"
    };
    for part in [
        format!(" · against {axis}"),
        format!(" · K {}", race.settings.topics),
        prior("α", &race.settings.alpha),
        prior("η", &race.settings.eta),
    ] {
        if text::width(&line) + text::width(&part) <= columns.into() {
            line.push_str(&part);
        }
    }
    line
}

/// What the user should know of the chain beside the race, and of lanes that failed.
fn notes(explorer: &Explorer, race: &RaceView, theme: &Theme) -> Option<Line<'static>> {
    if explorer.is_running() && !race.is_over() {
        let words = " the chain runs too and takes processors away: seconds are too long";
        return Some(Line::styled(words, theme.warning));
    }
    let pauses = !race.is_over() && race.resumes();
    let words = " the chain is paused until the race is over";
    pauses.then(|| Line::styled(words, theme.dim))
}

/// Rows that the table of a scale asks for.
fn table_rows(race: &RaceView, scale: Scale) -> u16 {
    let lanes = race.on(scale).len().min(usize::from(u16::MAX / 2)) as u16;
    HEADER + lanes + u16::from(level(race, scale).is_some())
}

fn all_fit(race: &RaceView, scales: &[Scale], body: Rect) -> bool {
    let rows = |scale: &Scale| match body.width >= WIDE {
        true => PICTURE.max(1 + table_rows(race, *scale)),
        false => PICTURE + table_rows(race, *scale),
    };
    // All get the same height.
    let most = scales.iter().map(rows).max().unwrap_or(0);
    usize::from(most) * scales.len() <= usize::from(body.height)
}

fn tab(scale: Scale) -> &'static str {
    match scale {
        Scale::LogJoint => "log joint",
        Scale::Bound => "bound (α,η)",
        Scale::BoundOfPhi => "bound (α,φ)",
        Scale::LogLikelihood => "log likelihood",
        Scale::Distance => "distance",
    }
}

fn title(scale: Scale) -> &'static str {
    match scale {
        Scale::LogJoint => "log joint log p(w, z | α, η), in nats",
        Scale::Bound => "bound of log p(w | α, η), in nats",
        Scale::BoundOfPhi => "bound of log p(w | α, φ), in nats",
        Scale::LogLikelihood => "log likelihood log p(w | parameters), in nats",
        Scale::Distance => "total variation distance of pairs of tokens from the exact posterior",
    }
}

/// The exact value that no value of this kind exceeds. The bound of variational EM is
/// of another probability, and other models have another log likelihood.
fn level(race: &RaceView, scale: Scale) -> Option<f64> {
    match scale {
        Scale::LogJoint | Scale::Bound => race.exact,
        _ => None,
    }
}

fn draw_tabs(race: &RaceView, scales: &[Scale], frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let shown = race.shown();
    let all: usize = scales.iter().map(|s| text::width(tab(*s)) + 2).sum();
    if all > area.width.into() {
        let line = format!(
            " {} ({} of {}) ",
            tab(scales[shown]),
            shown + 1,
            scales.len()
        );
        frame.render_widget(Line::styled(line, theme.selected), area);
        return;
    }
    let spans = scales.iter().enumerate().map(|(i, scale)| {
        let style = if i == shown {
            theme.selected
        } else {
            theme.dim
        };
        Span::styled(format!(" {} ", tab(*scale)), style)
    });
    frame.render_widget(Line::from_iter(spans), area);
}

/// One kind of objective: its curves and its lanes.
fn draw_scale(race: &RaceView, scale: Scale, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let table = table_rows(race, scale);
    let (picture, table) = if area.width >= WIDE {
        let [picture, gap] = Layout::horizontal([
            Constraint::Min(0),
            Constraint::Length(race_table::COLUMNS + 2),
        ])
        .areas(area);
        let [_, table] = Layout::horizontal([Constraint::Length(2), Constraint::Min(0)]).areas(gap);
        (picture, table)
    } else {
        // The curves get what they need first, then the lanes, then the curves.
        let rows = table.min(area.height.saturating_sub(PICTURE).max(HEADER + 1));
        let [picture, table] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(rows)]).areas(area);
        (picture, table)
    };
    draw_picture(race, scale, frame, picture, theme);
    let exact = level(race, scale).map(|value| {
        let what = if scale == Scale::Bound {
            "bound"
        } else {
            "log joint"
        };
        format!("┄ exact log p(w | α, η) {value:.4}: no {what} exceeds it")
    });
    race_table::draw(race, scale, exact, frame, table, theme);
}

fn draw_picture(race: &RaceView, scale: Scale, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    if area.height < 3 {
        return;
    }
    // Where there is next to no room the tab names the kind.
    let [head, middle, axis] = Layout::vertical([
        Constraint::Length(u16::from(area.height > 4)),
        Constraint::Min(1),
        Constraint::Length(1),
    ])
    .areas(area);
    // Distances are drawn over the logarithm of the sweeps, and whole.
    let half = if race.tail && scale != Scale::Distance {
        ", second half of each lane"
    } else {
        ""
    };
    let words = text::fit(&format!(" {}{half}", title(scale)), head.width.into());
    frame.render_widget(Line::styled(words, theme.title), head);

    let columns = usize::from(area.width);
    let curves: Vec<Curve> = race
        .on(scale)
        .into_iter()
        .map(|place| curve(race, place, scale, columns, theme))
        .collect();
    let level = level(race, scale);
    let Some(bounds) = bounds(race, scale, &curves, level) else {
        let words = " the curves begin with the first sweep";
        frame.render_widget(Line::styled(words, theme.dim), middle);
        return;
    };
    let decimals = if scale == Scale::Distance { 4 } else { 3 };
    let label = |row: u16| format!("{:.decimals$}", bounds.value(row, middle.height.max(2)));
    let last = middle.height - 1;
    let mut labels = vec![
        (0, label(0)),
        (last / 2, label(last / 2)),
        (last, label(last)),
    ];
    let exact = level.map(|value| (bounds.row(value, Rect { y: 0, ..middle }), value));
    if let Some((row, value)) = exact {
        labels.retain(|(at, _)| *at != row);
        labels.push((row, format!("{value:.decimals$}")));
    }
    let gutter = labels.iter().map(|(_, l)| text::width(l)).max();
    let gutter = (gutter.unwrap_or(0) as u16 + 1).min(area.width / 2);
    for (row, label) in labels {
        let place = Rect {
            y: middle.y + row,
            width: gutter - 1,
            height: 1,
            ..middle
        };
        frame.render_widget(Line::styled(label, theme.dim).right_aligned(), place);
    }
    // The last column is for letters of lanes that go on to the right end.
    let picture = Rect {
        x: middle.x + gutter,
        width: middle.width - gutter - 1,
        ..middle
    };
    let dotted = level.map(|value| (value, theme.dim));
    plot::draw(&curves, &bounds, dotted, picture, frame.buffer_mut());
    if let Some((row, _)) = exact {
        let place = Rect {
            y: picture.y + row,
            height: 1,
            width: 6.min(picture.width),
            ..picture
        };
        frame.render_widget(Line::styled("exact ", theme.dim), place);
    }
    let axis = Rect {
        x: picture.x,
        width: picture.width,
        ..axis
    };
    let (from, to) = ends(race, scale, &bounds);
    frame.render_widget(Line::styled(from, theme.dim), axis);
    frame.render_widget(Line::styled(to, theme.dim).right_aligned(), axis);
}

/// The look of a lane: its colour is that of a topic, its letter its own.
pub fn look(place: usize, theme: &Theme) -> (char, Style) {
    let letter = letters().nth(place).unwrap_or('a');
    (letter, theme.topic(place as u32))
}

/// The points of a lane, few enough to be drawn at once.
fn curve(race: &RaceView, place: usize, scale: Scale, columns: usize, theme: &Theme) -> Curve {
    let (letter, style) = look(place, theme);
    let lane = &race.lanes[place];
    let points: Vec<(f64, f64)> = if scale == Scale::Distance {
        let seconds = |sweep: u64| lane.trace.get(sweep as usize).map(|p| p.seconds);
        let measured = lane.distances.iter().filter_map(|at| {
            let x = match race.by_seconds {
                true => seconds(at.sweep)?,
                false => at.sweep as f64,
            };
            Some((x.log10(), at.distance))
        });
        measured.collect()
    } else {
        let from = if race.tail { lane.trace.len() / 2 } else { 0 };
        let shown = lane.trace[from..].iter().map(|point| {
            let x = match race.by_seconds {
                true => point.seconds,
                false => point.sweep as f64,
            };
            (x, point.value)
        });
        shown.collect()
    };
    let finite = |(x, y): &(f64, f64)| x.is_finite() && y.is_finite();
    Curve {
        letter,
        style,
        points: thinned(points.into_iter().filter(finite).collect(), 2 * columns),
    }
}

/// The scale of a picture: with room for the exact value and, while lanes run, for
/// all of their sweeps.
fn bounds(
    race: &RaceView,
    scale: Scale,
    curves: &[Curve],
    level: Option<f64>,
) -> Option<plot::Scale> {
    let mut bounds = plot::Scale::of(curves)?;
    let firsts = curves.iter().filter_map(|c| c.points.first());
    let from = firsts.map(|p| p.0).fold(f64::INFINITY, f64::min);
    if race.tail || scale == Scale::Distance {
        bounds.x.0 = from;
    }
    let whole = !race.by_seconds && !race.is_over();
    bounds.x.1 = match scale {
        Scale::Distance if whole => (race.sweeps as f64).log10(),
        // Logarithms below 0 count too.
        Scale::Distance => {
            let all = curves.iter().flat_map(|curve| &curve.points);
            all.map(|p| p.0).fold(f64::NEG_INFINITY, f64::max)
        }
        _ if whole => race.sweeps as f64,
        _ => bounds.x.1,
    };
    if bounds.x.1 <= bounds.x.0 {
        bounds.x.1 = bounds.x.0 + 1.0;
    }
    if scale == Scale::Distance {
        bounds.y.0 = 0.0;
    }
    if let Some(value) = level {
        bounds.y = (bounds.y.0.min(value), bounds.y.1.max(value));
    }
    Some(bounds)
}

/// What stands at the ends of the axis.
fn ends(race: &RaceView, scale: Scale, bounds: &plot::Scale) -> (String, String) {
    let unlog = |x: f64| match scale {
        Scale::Distance => 10_f64.powf(x),
        _ => x,
    };
    let (from, to) = (unlog(bounds.x.0), unlog(bounds.x.1));
    let log = match scale {
        Scale::Distance => ", logarithmic",
        _ => "",
    };
    if race.by_seconds {
        let from = text::number(from);
        (from, format!("{} s{log}", text::number(to)))
    } else {
        let whole = |x: f64| thousands(x.round() as usize);
        (whole(from), format!("{} sweeps{log}", whole(to)))
    }
}
