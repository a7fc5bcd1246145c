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
use crate::tui::slots::Slots;
use crate::tui::text;
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

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
    let Some([x, y]) = explorer.views.topics.axes() else {
        return;
    };
    let missing = topics.len() - points.len();
    let left = match missing {
        0 => String::new(),
        n => format!(", {} without", text::count(n, "topic")),
    };
    let diversity = explorer.views.topics.diversity();
    let diversity = diversity.map_or(String::new(), |d| format!("diversity {d:.3} "));
    let head = format!(" ↑ exclusivity, up to {:.3}", y.high);
    let room = columns.saturating_sub(text::width(&diversity));
    let head = match text::longest(&[&format!("{head}{left}"), &head], room) {
        "" => text::fit(&head, columns),
        head => text::pad(head, room) + &diversity,
    };
    frame.render_widget(Line::styled(head, theme.dim), row(area, 0));
    // The selected one takes its place before others, then the larger ones.
    points.sort_by(|a, b| {
        let last = |p: &Point<'_>| p.scores.id != explorer.topic;
        let order = last(a).cmp(&last(b));
        let order = order.then(b.scores.share.total_cmp(&a.scores.share));
        order.then(a.scores.id.cmp(&b.scores.id))
    });
    let inside = Rect {
        y: area.y + 1,
        height: area.height - 2,
        ..area
    };
    let mut slots = Slots::new(inside);
    let mut without = 0;
    for point in points {
        let id = point.scores.id;
        let name = format!("{}{id}", theme.marker(id));
        let across = x.share(point.x) * f64::from(inside.width - 1);
        let down = (1.0 - y.share(point.y)) * f64::from(inside.height - 1);
        let mut style = theme.topic(id);
        if id == explorer.topic {
            style = style.patch(theme.selected);
        }
        let place = (across.round() as i32, down.round() as i32);
        // At the ends it stands inside.
        let half = text::width(&name) as i32 / 2;
        let most = i32::from(inside.width) - 1 - half;
        let place = (place.0.clamp(half.min(most), most.max(half)), place.1);
        without += usize::from(!slots.write(&name, place, style, frame.buffer_mut()));
    }
    let (low, high) = (text::number(x.low), text::number(x.high));
    let forms = [
        format!(" {:.3}; coherence {low} to {high} →", y.low),
        format!(" {:.3}; coher. {:.0} to {:.0} →", y.low, x.low, x.high),
    ];
    let ids = format!(" {} without room ", text::count(without, "id"));
    let ids = if without > 0 { ids } else { String::new() };
    let room = columns.saturating_sub(text::width(&ids));
    let foot = text::longest(&[&forms[0], &forms[1]], room);
    let foot = text::pad(foot, room) + &ids;
    let last = usize::from(area.height - 1);
    frame.render_widget(Line::styled(foot, theme.dim), row(area, last));
}
