//! Salient words against topics: shaded cells, like topics side by side.

use super::super::row;
use super::{longest, window};
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::map::Charted;
use crate::tui::layout::Places;
use crate::tui::text::{self, SHADES, pad, percent, shade};
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Draws the matrix, and below it the word that is looked at.
pub fn draw(
    explorer: &Explorer,
    charted: &Charted,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let (matrix, ids) = (&charted.matrix, &charted.map.ids);
    let (columns, rows) = (usize::from(area.width), usize::from(area.height));
    let digits = ids.iter().max().map_or(1, |id| id.to_string().len());
    // Marker and id, and a space before them.
    let cell = digits + 2;
    let label = (columns / 4).clamp(6, 20);
    let selected = charted.place(explorer.topic);
    let at = matrix
        .topics
        .iter()
        .position(|&k| Some(k) == selected)
        .unwrap_or(0);
    let shown = window(&matrix.topics, at, columns.saturating_sub(label + 1), cell);
    let mut head = Line::raw(pad("", label + 1));
    for &k in shown {
        let mut style = theme.topic(ids[k]);
        if Some(k) == selected {
            style = style.patch(theme.selected);
        }
        let name = format!("{}{}", theme.marker(ids[k]), ids[k]);
        head.push_span(Span::raw(pad("", cell - text::width(&name))));
        head.push_span(Span::styled(name, style));
    }
    frame.render_widget(head, row(area, 0));
    let list = rows.saturating_sub(3);
    let from = Places::first_row(explorer.views.map.word, list, matrix.terms.len());
    for (y, term) in matrix.terms.iter().enumerate().skip(from).take(list) {
        let word = text::visible(explorer.corpus.vocabulary().word(term.word));
        let picked = y == explorer.views.map.word;
        let style = if picked { theme.selected } else { theme.text };
        let mut line = Line::from(Span::styled(format!(" {}", pad(&word, label)), style));
        for &k in shown {
            let shade = shade(term.shares[k]).repeat(cell - 1);
            line.push_span(Span::raw(" "));
            line.push_span(Span::styled(shade, theme.topic(ids[k])));
        }
        frame.render_widget(line, row(area, 1 + y - from));
    }
    if rows > 3 {
        draw_word(explorer, charted, shown.len(), frame, area, theme);
    }
}

/// The word that is looked at, with its largest topics; and the legend.
fn draw_word(
    explorer: &Explorer,
    charted: &Charted,
    shown: usize,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let columns = usize::from(area.width);
    let ids = &charted.map.ids;
    if let Some(term) = charted.matrix.terms.get(explorer.views.map.word) {
        let word = text::visible(explorer.corpus.vocabulary().word(term.word));
        let mut line = Line::from(text::fit(&format!(" {word}:"), columns / 3));
        let mut order: Vec<usize> = (0..ids.len()).collect();
        order.sort_by(|&a, &b| term.shares[b].total_cmp(&term.shares[a]).then(a.cmp(&b)));
        for k in order.into_iter().filter(|&k| term.shares[k] >= 0.005) {
            let spans = [
                Span::raw(" "),
                super::name(ids[k], theme),
                Span::raw(format!(" {}", percent(term.shares[k]))),
            ];
            if line.width() + spans.iter().map(Span::width).sum::<usize>() > columns {
                break;
            }
            line.spans.extend(spans);
        }
        frame.render_widget(line, row(area, usize::from(area.height) - 2));
    }
    let shades = SHADES.map(|(from, shade)| format!("{shade} {:.0}%", 100.0 * from));
    let part = match shown < ids.len() {
        true => format!("   {shown} of {} topics, ← →", ids.len()),
        false => String::new(),
    };
    let legend = longest(
        &[
            format!(" smoothed p(topic|word): {}{part}", shades.join("  ")),
            format!(" smoothed p(topic|word): {}", shades.join("  ")),
            format!(" smoothed: {}", shades.join(" ")),
            format!(" {}", shades.join("  ")),
        ],
        columns,
    );
    frame.render_widget(
        Line::styled(legend, theme.dim),
        row(area, usize::from(area.height) - 1),
    );
}
