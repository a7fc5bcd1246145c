//! Coherence and exclusivity of all topics: the good ones stand at the top on the right.
//!
//! ```text
//! exclusivity ↑ 0.88                     diversity 0.97
//!                                    ●6        ●2
//!           ●4    ●3           ●0
//! 0.82 coherence -53.2 →                        -21.3
//! ```

use super::row;
use crate::session::TopicScores;
use crate::tui::explorer::Explorer;
use crate::tui::text;
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// A topic with both numbers.
struct Point<'a> {
    scores: &'a TopicScores,
    x: f64,
    y: f64,
}

/// Draws the picture.
pub fn draw(
    explorer: &Explorer,
    topics: &[&TopicScores],
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let point = |scores: &&'_ TopicScores| Some((scores.coherence?, scores.exclusivity?));
    let mut points: Vec<Point<'_>> = topics
        .iter()
        .filter_map(|scores| {
            let (x, y) = point(scores)?;
            Some(Point { scores, x, y })
        })
        .collect();
    let columns = usize::from(area.width);
    if points.is_empty() || area.height < 3 {
        let line = "no topic has both numbers: they need topics that are drawn";
        let line = Line::styled(text::fit(line, columns), theme.dim);
        return frame.render_widget(line, area);
    }
    let ends = |of: fn(&Point<'_>) -> f64| {
        let low = points.iter().map(of).fold(f64::INFINITY, f64::min);
        let high = points.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        (low, if high > low { high } else { low + 1.0 })
    };
    let (x, y) = (ends(|p| p.x), ends(|p| p.y));
    let missing = topics.len() - points.len();
    let left = match missing {
        0 => String::new(),
        n => format!(", {} without", text::count(n, "topic")),
    };
    let diversity = explorer.views.topics.diversity();
    let diversity = diversity.map_or(String::new(), |d| format!("diversity {d:.3} "));
    let head = format!(" ↑ exclusivity, up to {:.3}{left}", y.1);
    let room = columns.saturating_sub(text::width(&diversity));
    let head = text::pad(&head, room) + &diversity;
    frame.render_widget(Line::styled(head, theme.dim), row(area, 0));
    let foot = format!(
        " {:.3}; coherence {} to {} →",
        y.0,
        text::number(x.0),
        text::number(x.1)
    );
    let foot = text::fit(&foot, columns);
    let last = usize::from(area.height - 1);
    frame.render_widget(Line::styled(foot, theme.dim), row(area, last));
    // The selected one is drawn last, over others at the same place.
    points.sort_by_key(|p| p.scores.id == explorer.topic);
    for point in points {
        let id = point.scores.id;
        let name = format!("{}{id}", theme.marker(id));
        let width = text::width(&name);
        let share = |value: f64, ends: (f64, f64)| (value - ends.0) / (ends.1 - ends.0);
        let across = share(point.x, x) * columns.saturating_sub(width + 1) as f64;
        let down = (1.0 - share(point.y, y)) * (last - 2) as f64;
        let mut style = theme.topic(id);
        if id == explorer.topic {
            style = style.patch(theme.selected);
        }
        let place = Rect {
            x: area.x + across.round() as u16,
            y: area.y + 1 + down.round() as u16,
            width: width as u16,
            height: 1,
        };
        frame.render_widget(Line::from(Span::styled(name, style)), place);
    }
}
