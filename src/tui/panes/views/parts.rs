//! One chain: the two parts of its log joint, how many tokens move, and what its numbers
//! say.
//!
//! ```text
//!  document part  log p(z|α)           -2.1034 a token
//!  ⣀⠤⠤⠒⠲⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒
//!  word part      log p(w|z,η)         -5.5816 a token
//!  …
//!  flat so far · Geweke z +0.4 · autocorrelation time 12.3 sweeps · worth 94 draws
//!  top words: 97 % are those of sweep 212
//! ```

use super::row;
use crate::engine::Objective;
use crate::eval::trend::Verdict;
use crate::session::TracePoint;
use crate::tui::explorer::Explorer;
use crate::tui::plot::{self, Curve, Scale, thinned};
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::wrap;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Columns of the scale beside a picture.
const GUTTER: u16 = 9;

/// What is drawn of a trace.
struct Part {
    name: &'static str,
    value: fn(&TracePoint, f64) -> Option<f64>,
}

const PARTS: [Part; 3] = [
    Part {
        name: "document part log p(z | α), per token",
        value: |point, tokens| match point.objective {
            Objective::LogJoint(joint) => Some(joint.document / tokens),
            _ => None,
        },
    },
    Part {
        name: "word part log p(w | z, η), per token",
        value: |point, tokens| match point.objective {
            Objective::LogJoint(joint) => Some(joint.word / tokens),
            _ => None,
        },
    },
    Part {
        name: "share of the tokens that changed topic",
        value: |point, _| point.moved,
    },
];

/// Draws the view.
pub fn draw(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let columns = usize::from(area.width.saturating_sub(2));
    let said = said(explorer, columns < NARROW);
    let mut lines: Vec<Line<'static>> = Vec::new();
    for line in said {
        lines.extend(wrap::plain(&line, columns, theme.text));
    }
    let below = (lines.len() as u16).min(area.height / 2);
    let [pictures, text] =
        Layout::vertical([Constraint::Min(0), Constraint::Length(below)]).areas(area);
    // In a low window fewer of them, so that each can be seen.
    let many = usize::from(pictures.height / 2).clamp(1, PARTS.len());
    let parts = &PARTS[..many];
    let places = Layout::vertical(parts.iter().map(|_| Constraint::Fill(1))).split(pictures);
    for (i, (part, place)) in parts.iter().zip(places.iter()).enumerate() {
        draw_part(
            explorer,
            (part, theme.topic(i as u32)),
            frame,
            *place,
            theme,
        );
    }
    for (y, mut line) in lines.into_iter().enumerate().take(text.height.into()) {
        line.spans.insert(0, Span::raw(" "));
        frame.render_widget(line, row(text, y));
    }
}

/// One part since the last change.
fn draw_part(
    explorer: &Explorer,
    (part, style): (&Part, Style),
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    if area.height < 2 || area.width <= GUTTER + 4 {
        return;
    }
    let tokens = explorer.corpus.tokens().max(1) as f64;
    let history = explorer.history();
    let segment = history.last().map(|last| last.segment);
    let recent = history.recent().iter();
    let points: Vec<(f64, f64)> = recent
        .filter(|point| Some(point.segment) == segment)
        .filter_map(|point| Some((point.sweep as f64, (part.value)(point, tokens)?)))
        .collect();
    let now = points.last().map(|p| p.1);
    let head = Line::from(vec![
        Span::styled(format!(" {}", part.name), style),
        Span::raw(now.map_or(" –".to_owned(), |now| format!("  {now:.4}"))),
    ]);
    frame.render_widget(head, row(area, 0));
    // The first steps are so far away that nothing else could be seen.
    let late = points[points.len() / 10..].to_vec();
    let curves = [Curve {
        letter: ' ',
        style,
        points: thinned(late, 2 * usize::from(area.width)),
    }];
    let Some(mut scale) = Scale::of(&curves) else {
        let none = Line::styled("  this engine has no such part", theme.dim);
        return frame.render_widget(none, row(area, 1));
    };
    let first = curves[0].points.first().map_or(0.0, |p| p.0);
    scale.x.0 = first.min(scale.x.1 - 1.0);
    let picture = Rect {
        x: area.x + GUTTER,
        y: area.y + 1,
        width: area.width - GUTTER - 1,
        height: area.height - 1,
    };
    plot::draw(&curves, &scale, None, picture, frame.buffer_mut());
    for (value, y) in [(scale.y.1, 1), (scale.y.0, picture.height)] {
        let label = Line::styled(format!("{value:>8.4}"), theme.dim);
        frame.render_widget(label, row(area, y.into()));
    }
}

/// Below so many columns sentences are short.
const NARROW: usize = 60;

/// What the numbers of the chain say.
fn said(explorer: &Explorer, narrow: bool) -> Vec<String> {
    let mut lines = Vec::new();
    match explorer.trend() {
        Some(trend) => {
            let verdict = match trend.verdict() {
                Verdict::Rising => "flat? no, still rising",
                Verdict::Falling => "flat? no, still falling",
                Verdict::Slow => "flat? too early to say",
                Verdict::Flat => "flat so far",
            };
            let (size, values) = (trend.size.floor(), text::thousands(trend.values));
            lines.push(match narrow {
                true => format!("{verdict}: {size} of {values} draws"),
                false => format!(
                    "{verdict} · Geweke z {} · autocorrelation time {:.1} sweeps · worth {size} of the newest {values} draws",
                    text::signed(trend.z),
                    trend.time,
                ),
            });
        }
        None => lines.push("flat? too few sweeps since the last change, or no draws".to_owned()),
    }
    if let (Some(overlap), Some(sweep)) = (explorer.overlap(), explorer.past_sweep()) {
        let sweep = text::thousands(sweep as usize);
        let overlap = text::percent(overlap);
        lines.push(match narrow {
            true => format!("top words: {overlap} as at sweep {sweep}"),
            false => format!(
                "top words: {overlap} of the ten of each topic were among its ten at sweep {sweep}"
            ),
        });
    }
    lines
}
