//! The log-likelihood over sweeps.
//!
//! ```text
//! ┌ 1 log joint per token ───────────── sweep 212 ─┐
//! │-7.87│              ⢀⣀⣀⡠⠤⠤⠤⠒⠒⠒⠊⠉⠉⠉              │
//! │     │     ⢀⡠⠔⠊⠉⠉⠁      ┆ α 0.5                 │
//! │-9.41│  ⡜               ┆                       │
//! └────────────────────────────────────────────────┘
//! ```
//!
//! A change of alpha, eta, K or the engine is marked, and the line breaks there:
//! values before and after it cannot be compared. Where the objective itself is
//! another one, each part has its name and a scale of its own.

use super::curve::{Curve, Run};
use super::frame::pane;
use crate::eval::trend::Verdict;
use crate::session::{Bucket, Marker};
use crate::tui::app::App;
use crate::tui::explorer::{Explorer, Pane};
use crate::tui::text;
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style};
use ratatui::symbols;
use ratatui::text::{Line, Span};
use ratatui::widgets::canvas::{Canvas, Line as Stroke};
use ratatui::widgets::{Paragraph, Widget};

/// Draws the pane.
pub fn draw(app: &App, explorer: &Explorer, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme();
    let history = explorer.history();
    let scale = if explorer.total {
        1.0
    } else {
        explorer.corpus.tokens().max(1) as f64
    };
    let name = explorer
        .snapshot()
        .map_or("log joint", |s| s.objective.name());
    let tail = if explorer.tail { ", tail" } else { "" };
    let value = history.last().map(|point| {
        let value = label(point.objective.total() / scale, explorer.total);
        format!(" {value} ")
    });
    let value = value.unwrap_or_default();
    let units: &[&str] = match explorer.total {
        true => &[""],
        false => &[" per token", "/token"],
    };
    // The value has no place beside a long title, so the unit may be shortened.
    let room = usize::from(area.width).saturating_sub(5 + text::width(&value));
    let mut titles = units.iter().map(|unit| format!("1 {name}{unit}{tail}"));
    let long = titles.clone().find(|title| text::width(title) <= room);
    let title = long.or(titles.next_back()).unwrap_or_default();
    let title = Span::styled(title, theme.title);
    let remark = Line::styled(value, theme.accent);
    let block = pane(app, Some(Pane::Trace), area, title, remark);
    let inner = block.inner(area);
    block.render(area, frame.buffer_mut());
    if let Some(reason) = &explorer.failure {
        let text = format!(
            "The sampler failed: {reason}\n\nWhat you see is its last picture. O opens a corpus again, q leaves."
        );
        let failure = Paragraph::new(text)
            .style(theme.error)
            .wrap(Default::default());
        frame.render_widget(failure, inner);
        return;
    }
    match Curve::of(history, explorer.tail, scale) {
        Some(curve) => plot(explorer, &curve, frame, inner, theme),
        None => {
            let line = Line::styled("the trace begins with the first sweep", theme.dim);
            frame.render_widget(line, inner);
        }
    }
}

fn plot(explorer: &Explorer, curve: &Curve, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let y = curve.newest.y;
    let labels = [label(y.1, explorer.total), label(y.0, explorer.total)];
    let gutter = labels.iter().map(|l| text::width(l)).max().unwrap_or(0) as u16 + 1;
    let [axis, picture] =
        Layout::horizontal([Constraint::Length(gutter), Constraint::Min(1)]).areas(area);
    let below: Vec<String> = [density(explorer), held_out(explorer), trend(explorer)]
        .into_iter()
        .flatten()
        .filter_map(|lines| fitting(lines, area.width))
        .collect();
    let apart = (below.len() as u16).min(picture.height.saturating_sub(4));
    let [picture, scale, apart] = Layout::vertical([
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(apart),
    ])
    .areas(picture);
    if picture.height == 0 || picture.width < 4 {
        return;
    }
    for (text, y) in [
        (&labels[0], axis.y),
        (&labels[1], picture.bottom().saturating_sub(1)),
    ] {
        let place = Rect {
            y,
            height: 1,
            ..axis
        };
        frame.render_widget(Line::styled(text.clone(), theme.dim), place);
    }
    sweeps(explorer, curve, frame, scale, theme);
    for (row, line) in below.into_iter().enumerate().take(apart.height.into()) {
        let place = Rect {
            x: area.x,
            y: apart.y + row as u16,
            width: area.width,
            height: 1,
        };
        frame.render_widget(Line::styled(line, theme.dim), place);
    }
    let older: Vec<(&Run, Label)> = curve
        .older
        .iter()
        .filter_map(|run| Some((run, run_label(run, curve, picture, explorer.total)?)))
        .collect();
    let line = theme.accent.fg.unwrap_or(Color::Reset);
    let faint = theme.dim.fg.unwrap_or(Color::Reset);
    let markers: Vec<&Marker> = explorer
        .history()
        .markers()
        .filter(|m| (curve.x.0..=curve.x.1).contains(&(m.sweep as f64)))
        .collect();
    let canvas = |marks: usize| {
        let (rows, older, newest) = (picture.height, &older, &curve.newest);
        let markers = &markers[..marks];
        Canvas::default()
            .marker(symbols::Marker::Braille)
            .x_bounds([curve.x.0, curve.x.1])
            .y_bounds([y.0, y.1])
            .paint(move |context| {
                let mut stroke = |x1: f64, y1: f64, x2: f64, y2: f64, color: Color| {
                    context.draw(&Stroke {
                        x1,
                        y1,
                        x2,
                        y2,
                        color,
                    });
                };
                for marker in markers {
                    let x = marker.sweep as f64;
                    if marker.fitted {
                        // A fit makes many steps: a line for each would hide the curve.
                        stroke(x, y.0, x, y.0, faint);
                    } else {
                        dotted(&mut stroke, x, y, rows, faint);
                    }
                }
                for (run, _) in older {
                    draw_run(&mut stroke, run, y, faint);
                }
                draw_run(&mut stroke, newest, y, line);
            })
    };
    let mut free = Free {
        curves: Buffer::empty(picture),
        taken: Vec::new(),
    };
    canvas(0).render(picture, &mut free.curves);
    frame.render_widget(canvas(markers.len()), picture);
    for (_, label) in &older {
        label.draw(frame, theme.dim);
        free.taken.push(label.place);
    }
    if !curve.older.is_empty()
        && let Some(label) = newest_label(curve, picture, &older)
    {
        label.draw(frame, theme.accent);
        free.taken.push(label.place);
    }
    marker_labels(&markers, curve, free, frame, theme);
}

/// Where a label covers neither a curve nor another label.
struct Free {
    /// The picture without its marks.
    curves: Buffer,
    taken: Vec<Rect>,
}

impl Free {
    fn is(&self, place: Rect) -> bool {
        let blank = |x| matches!(self.curves[(x, place.y)].symbol(), " " | "\u{2800}");
        let apart = |other: &Rect| {
            place.bottom() <= other.y
                || other.bottom() <= place.y
                || place.right() < other.x
                || other.right() < place.x
        };
        (place.x..place.right()).all(blank) && self.taken.iter().all(apart)
    }
}

/// Draws a run with its own values at the height of the scale.
fn draw_run(
    stroke: &mut impl FnMut(f64, f64, f64, f64, Color),
    run: &Run,
    scale: (f64, f64),
    color: Color,
) {
    let place = |value: f64| {
        let share = (value - run.y.0) / (run.y.1 - run.y.0);
        scale.0 + share * (scale.1 - scale.0)
    };
    for bucket in &run.buckets {
        let x = bucket.sweeps.0 as f64;
        if bucket.range.0 < bucket.range.1 {
            stroke(x, place(bucket.range.0), x, place(bucket.range.1), color);
        }
    }
    for pair in run.buckets.windows(2) {
        if pair[0].segment == pair[1].segment {
            let middle = |b: &Bucket| place((b.range.0 + b.range.1) / 2.0);
            let (from, to) = (pair[0].sweeps.0 as f64, pair[1].sweeps.0 as f64);
            stroke(from, middle(&pair[0]), to, middle(&pair[1]), color);
        }
    }
}

/// What a part of the trace is, written at its start.
struct Label {
    lines: Vec<String>,
    place: Rect,
}

impl Label {
    fn draw(&self, frame: &mut Frame<'_>, style: Style) {
        let lines = self.lines.iter().map(|l| Line::styled(l.clone(), style));
        let text: Vec<Line<'static>> = lines.collect();
        frame.render_widget(Paragraph::new(text), self.place);
    }
}

/// Name and range of an older run. Its scale is not that of the axis, so where
/// they have no room the run is not drawn. Half-way up they are clear of a curve
/// that has risen.
fn run_label(run: &Run, curve: &Curve, area: Rect, total: bool) -> Option<Label> {
    let (from, to) = (curve.column(run.from(), area), curve.column(run.to(), area));
    let (low, high) = (label(run.y.0, total), label(run.y.1, total));
    let range = if low == high {
        low
    } else {
        format!("{low}…{high}")
    };
    let lines = vec![run.name().to_owned(), range];
    let wide = lines.iter().map(|l| text::width(l)).max().unwrap_or(0) as u16;
    let place = Rect::new(
        from + 2,
        area.y + (area.height / 2).saturating_sub(1),
        wide,
        2,
    );
    (place.right() < to && area.height > 3).then_some(Label { lines, place })
}

/// The name of the newest run, where it covers no other.
fn newest_label(curve: &Curve, area: Rect, older: &[(&Run, Label)]) -> Option<Label> {
    let name = curve.newest.name();
    let wide = text::width(name) as u16;
    let from = (curve.column(curve.newest.from(), area) + 2).min(area.right().checked_sub(wide)?);
    let free = older.iter().map(|(_, label)| label.place.right()).max();
    (from >= area.x && free.is_none_or(|free| free < from)).then(|| Label {
        lines: vec![name.to_owned()],
        place: Rect::new(from, area.y + area.height / 2, wide, 1),
    })
}

/// The longest of some ways to say the same that fits.
fn fitting(lines: Vec<String>, columns: u16) -> Option<String> {
    lines
        .into_iter()
        .find(|line| text::width(line) <= columns.into())
}

/// The density of the last sweep: no part of the line, and no probability.
fn density(explorer: &Explorer) -> Option<Vec<String>> {
    let density = explorer.snapshot()?.density?;
    let value = if explorer.total {
        format!("{density:.0}")
    } else {
        let tokens = explorer.corpus.tokens().max(1) as f64;
        format!("{:.3}/token", density / tokens)
    };
    Some(vec![
        format!("log density {value} (a density: it may exceed 0)"),
        format!("log density {value} (may exceed 0)"),
        format!("density {value}, may exceed 0"),
        format!("density {value}"),
    ])
}

/// The last score of the documents held out.
fn held_out(explorer: &Explorer) -> Option<Vec<String>> {
    let (sweep, score) = explorer.held_out?;
    let sweep = text::thousands(sweep as usize);
    let value = format!(
        "{:.0} ± {:.0}",
        score.perplexity, score.perplexity_standard_error
    );
    Some(vec![
        format!("held-out perplexity {value} after sweep {sweep}"),
        format!("held-out perplexity {value}"),
        format!("perplexity {value} held out"),
        format!("perplexity {value}"),
    ])
}

/// Whether the line still goes anywhere; never that it has arrived.
fn trend(explorer: &Explorer) -> Option<Vec<String>> {
    let trend = explorer.trend()?;
    let z = text::signed(trend.z);
    let moving = |how| {
        vec![
            format!("flat? no, still {how} (z {z} between its parts)"),
            format!("flat? no, {how} (z {z})"),
            format!("flat? no: {how}"),
        ]
    };
    let draws = trend.size.floor();
    Some(match trend.verdict() {
        Verdict::Rising => moving("rising"),
        Verdict::Falling => moving("falling"),
        Verdict::Slow => vec![
            format!("flat? too early: worth {draws} independent draws"),
            format!("flat? too early (ESS {draws})"),
            "flat? too early".to_owned(),
        ],
        Verdict::Flat => vec![
            format!("flat so far (z {z}), worth {draws} independent draws"),
            format!("flat so far (z {z}, ESS {draws})"),
            "flat so far".to_owned(),
        ],
    })
}

/// A dotted upright line, so that a mark is not taken for the curve.
fn dotted(
    stroke: &mut impl FnMut(f64, f64, f64, f64, Color),
    x: f64,
    y: (f64, f64),
    rows: u16,
    color: Color,
) {
    let steps = f64::from(rows) * 2.0;
    let height = (y.1 - y.0) / steps;
    for i in 0..rows * 2 {
        let at = y.0 + (f64::from(i) + 0.25) * height;
        stroke(x, at, x, at, color);
    }
}

/// Labels of the marks in the lower half, as low as they cover no curve, the latest
/// first, and of the steps of a fit those of the last sweep; one without such a place
/// is left out.
fn marker_labels(
    markers: &[&Marker],
    curve: &Curve,
    mut free: Free,
    frame: &mut Frame<'_>,
    theme: &Theme,
) {
    let area = free.curves.area;
    let fit = markers.iter().rev().find(|m| m.fitted).map(|m| m.sweep);
    let by_hand = markers.iter().rev().filter(|m| !m.fitted);
    let fitted = markers.iter().rev().filter(|m| m.fitted);
    for marker in by_hand.chain(fitted.take_while(|m| Some(m.sweep) == fit)) {
        let name = text::fit(&marker.label, 14);
        let wide = text::width(&name) as u16;
        let mark = curve.column(marker.sweep as f64, area);
        // Past the right edge the label goes to the left of its mark.
        let beside = [Some(mark + 1), mark.checked_sub(wide + 1)];
        let inside = |x: &u16| *x >= area.x && x + wide <= area.right();
        let beside: Vec<u16> = beside.into_iter().flatten().filter(inside).collect();
        let rows = (area.y + area.height / 2..area.bottom()).rev();
        let mut places = rows.flat_map(|y| beside.iter().map(move |&x| Rect::new(x, y, wide, 1)));
        if let Some(place) = places.find(|place| free.is(*place)) {
            frame.render_widget(Line::styled(name, theme.warning), place);
            free.taken.push(place);
        }
    }
}

fn sweeps(explorer: &Explorer, curve: &Curve, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let from = text::thousands(curve.x.0 as usize);
    let to = format!("sweep {}", text::thousands(curve.x.1 as usize));
    let moved = explorer
        .snapshot()
        .and_then(|s| s.moved)
        .map_or("moved –".to_owned(), |m| {
            format!("moved {}", text::percent(m))
        });
    let width = |t: &str| text::width(t);
    let room = usize::from(area.width);
    frame.render_widget(Line::styled(from.clone(), theme.dim), area);
    frame.render_widget(Line::styled(to.clone(), theme.dim).right_aligned(), area);
    if 2 * width(&from).max(width(&to)) + width(&moved) + 2 <= room {
        frame.render_widget(Line::styled(moved, theme.dim).centered(), area);
    }
}

fn label(value: f64, total: bool) -> String {
    if total {
        format!("{value:.0}")
    } else {
        format!("{value:.3}")
    }
}
