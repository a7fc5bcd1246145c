//! What variational inference does with a document, where no topic is drawn: every word's
//! responsibilities, and γ from their sums, iteration by iteration.
//!
//! ```text
//!  money×3 [bank×2] loan×1
//!  “bank” ×2, word 2 of 3, in iteration 1 of 7
//!   ●0 ████ 0.3867   ██████ 0.1245   0.04815  53.3%   3.000→3.330
//! ```

use super::super::row;
use super::table::{Cells, Row, table};
use crate::engine::Kind;
use crate::engine::passes::DocumentSteps;
use crate::tui::explorer::Explorer;
use crate::tui::text::{self, count, fit, number, percent, steady};
use crate::tui::theme::Theme;
use crate::tui::wrap::Wrap;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Line;

/// Draws the picture.
pub fn draw(
    explorer: &Explorer,
    steps: &DocumentSteps,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let (rows, columns) = (usize::from(area.height), usize::from(area.width));
    let Some((i, iteration, w, word)) = explorer.views.token.at(steps) else {
        return super::say(
            "this document has no token: γ is α",
            frame,
            area,
            theme.text,
        );
    };
    let text = match rows {
        0..16 => 1,
        16..30 => 2,
        _ => 4,
    };
    let mut lines = words(explorer, steps, (w, columns, text), theme);
    let name = text::clean(explorer.corpus.vocabulary().word(word.word));
    let place = format!(
        " “{}” ×{}, word {} of {}, in iteration {} of {}{}",
        fit(&name, 20),
        word.count,
        w + 1,
        steps.words.len(),
        i + 1,
        steps.iterations.len(),
        if steps.settled { "" } else { " (and more)" }
    );
    lines.push(Line::styled(fit(&place, columns), theme.title));
    let heads = match rows {
        0..10 => 0,
        10..18 => 1,
        _ => 2,
    };
    let tail = tail(steps, (i, w), columns, theme);
    let room = rows.saturating_sub(lines.len() + heads + tail.len()).max(1);
    let topics = steps.alpha.len();
    let mut chosen: Vec<usize> = (0..topics).collect();
    if topics > room {
        let gamma = &iteration.next;
        chosen.sort_by(|&a, &b| gamma[b].total_cmp(&gamma[a]).then(a.cmp(&b)));
        chosen.truncate(room.saturating_sub(1).max(1));
        chosen.sort_unstable();
    }
    let most = |list: &[f64]| list.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let (likes, liked) = (most(&iteration.theta), most(&word.weights));
    let ids = explorer.snapshot().and_then(|s| s.token.as_ref());
    let ids = ids.map_or(&[][..], |view| &view.ids);
    let q = &iteration.q[w];
    let row_of = |&k: &usize| Row {
        id: ids.get(k).copied().unwrap_or(k as u32),
        mark: " ",
        picked: false,
        bars: [iteration.theta[k] / likes, word.weights[k] / liked],
        cells: Cells {
            document: number(iteration.theta[k]),
            word: number(word.weights[k]),
            product: number(iteration.theta[k] * word.weights[k]),
            probability: percent(q[k]),
            more: format!(
                "{}→{}",
                steady(iteration.gamma[k]),
                steady(iteration.next[k])
            ),
        },
    };
    let phi = match explorer.snapshot().map(|s| s.kind) {
        Some(Kind::VariationalEm) => "φ_kv",
        _ => "exp(E[ln φ_kv])",
    };
    let formulas = ["exp(E[ln θ_k])", phi, "product", "q(k)", "γ_k"];
    let all = |_| chosen.iter().map(row_of).collect();
    lines.extend(table(explorer, all, formulas, (heads, columns), theme));
    if chosen.len() < topics {
        let sum: f64 = chosen.iter().map(|&k| q[k]).sum();
        let text = format!(
            "  {} together {}",
            count(topics - chosen.len(), "other"),
            percent((1.0 - sum).max(0.0))
        );
        lines.push(Line::styled(fit(&text, columns), theme.dim));
    }
    if lines.len() + tail.len() < rows {
        lines.push(Line::default());
    }
    lines.extend(tail);
    for (at, line) in lines.into_iter().take(rows).enumerate() {
        frame.render_widget(line, row(area, at));
    }
}

/// The words of the document with their counts, around the one that is shown.
fn words(
    explorer: &Explorer,
    steps: &DocumentSteps,
    (shown, columns, rows): (usize, usize, usize),
    theme: &Theme,
) -> Vec<Line<'static>> {
    let wrapped = |many: usize| {
        let mut wrap = Wrap::new(columns.saturating_sub(1));
        for (at, step) in steps.words.iter().enumerate().take(many) {
            let word = text::clean(explorer.corpus.vocabulary().word(step.word));
            let text = format!("{word}×{}", step.count);
            match at == shown {
                true => wrap.put(
                    &format!("[{text}]"),
                    theme.title.add_modifier(Modifier::REVERSED),
                ),
                false => wrap.put(&text, theme.text),
            }
            wrap.space();
        }
        wrap.finish()
    };
    let line = wrapped(shown + 1).len().saturating_sub(1);
    super::around(wrapped(usize::MAX), line, rows)
}

/// The update of γ, with the numbers of the topic that gets most.
fn tail(
    steps: &DocumentSteps,
    (i, w): (usize, usize),
    columns: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let iteration = &steps.iterations[i];
    let next = &iteration.next;
    let best = (0..next.len()).fold(0, |best, k| if next[k] > next[best] { k } else { best });
    let word = &steps.words[w];
    let part = f64::from(word.count) * iteration.q[w][best];
    let texts = [
        " γ_k = α_k + Σ_v n_v q_v(k), over all words of the document:".to_owned(),
        format!(
            " largest: {} = {} + {}, of which this word gives {}·{} = {}",
            number(next[best]),
            number(steps.alpha[best]),
            number(next[best] - steps.alpha[best]),
            word.count,
            number(iteration.q[w][best]),
            number(part)
        ),
    ];
    let style = [theme.dim, theme.text];
    let lines = texts.iter().zip(style);
    lines
        .map(|(text, style)| Line::styled(fit(text, columns), style))
        .collect()
}
