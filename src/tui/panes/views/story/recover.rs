//! What a chain that is not told the truth has found of it: each true topic over the one
//! that it is paired with, how near theta is, and how many true shares lie in the intervals.

use super::{bars, heads};
use crate::eval::recovery::INTERVAL;
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::View;
use crate::tui::explorer::views::story::{BURN_IN, Recovered};
use crate::tui::text::{self, clean, count, fit, pad, percent};
use crate::tui::theme::Theme;
use crate::tui::wrap;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Columns of the bars of shares.
const BAR: usize = 20;

/// The lines of the part.
pub fn lines(explorer: &Explorer, area: Rect, theme: &Theme) -> Vec<Line<'static>> {
    let columns = usize::from(area.width);
    let story = &explorer.views.story;
    let say = |words: &str, style: Style| {
        let lines = wrap::plain(words, columns.saturating_sub(2), style);
        let indented = lines.into_iter().map(|mut line| {
            line.spans.insert(0, Span::raw(" "));
            line
        });
        indented.collect::<Vec<_>>()
    };
    let Some(truth) = story.truth() else {
        return say(
            "nothing is hidden yet: I draws the corpus of these settings to its end, hides φ, θ and \
             z, and starts a chain that sees the words alone. Here you then see how much of the \
             truth it finds.",
            theme.text,
        );
    };
    if let Some(reason) = explorer.views.error(View::Story) {
        return say(&clean(reason), theme.error);
    }
    let Some(found) = story.recovered() else {
        return say("computing …", theme.dim);
    };
    let words = truth.corpus.vocabulary().len();
    let summary = summary(explorer, found, columns, theme);
    let room = usize::from(area.height).saturating_sub(summary.len() + 1);
    let names = (0..words).map(|v| truth.corpus.vocabulary().word(v as u32).to_owned());
    let mut lines = summary;
    lines.push(heads(names, columns, theme));
    // A row each where there is no room for three.
    let topics = found.ids.len();
    let rows = if 3 * topics <= room { 3 } else { 1 };
    for (k, (&partner, cosine)) in (found.recovery.topics.partners.iter())
        .zip(&found.recovery.topics.cosines)
        .enumerate()
        .take(room / rows)
    {
        let id = found.ids[partner];
        let style = theme.topic(id);
        let expected = found.recovery.cosines_given_z.as_ref();
        let expected = expected.map_or("–".to_owned(), |all| format!("{:.4}", all[k]));
        let said = format!(
            " true {k} is topic {}{id}: cosine {cosine:.4}; were z known {expected}",
            theme.marker(id)
        );
        lines.push(Line::styled(fit(&said, columns), style));
        if rows == 3 {
            let true_row = &truth.phi[k * words..][..words];
            for (name, shares, style) in [
                (" true".to_owned(), true_row, theme.text),
                (
                    format!(" {}{id}", theme.marker(id)),
                    &found.phi[partner][..],
                    style,
                ),
            ] {
                let mut line = Line::styled(pad(&name, super::GUTTER), style);
                line.push_span(bars(shares, columns, style));
                lines.push(line);
            }
        }
    }
    lines
}

/// The mean cosine, theta and the intervals, each against what is expected.
fn summary(
    explorer: &Explorer,
    found: &Recovered,
    columns: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let (recovery, kept) = (&found.recovery, &explorer.views.story.kept);
    let line = |name: &str, share: f64, said: String| {
        let bar = text::bar(share, BAR);
        let text = format!(" {} {} {said}", pad(name, 12), pad(&bar, BAR));
        // Where there is little room the bar goes.
        let text = match text::width(&text) <= columns {
            true => text,
            false => format!(" {} {said}", pad(name, 12)),
        };
        Line::styled(fit(&text, columns), theme.text)
    };
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len().max(1) as f64;
    let expected = recovery.cosines_given_z.as_deref().map(mean);
    let or = |value: Option<f64>, digits: usize| {
        value.map_or("–".to_owned(), |x| format!("{x:.digits$}"))
    };
    let cosine = recovery.mean_cosine();
    let mut lines = vec![
        line(
            "mean cosine",
            cosine,
            format!("{cosine:.4}; were z known about {}", or(expected, 4)),
        ),
        line(
            "θ error",
            recovery.theta_error,
            format!(
                "{:.4}; were z known {}",
                recovery.theta_error,
                or(recovery.theta_error_given_z, 4)
            ),
        ),
    ];
    let promise = percent(INTERVAL);
    match recovery.coverage() {
        Some(share) => {
            let said = format!("{} of true θ in {promise} of Dir(α + n_d)", percent(share));
            lines.push(line("this draw", share, said));
        }
        None => lines.push(line("this draw", 0.0, "– : no Dirichlet".to_owned())),
    }
    lines.push(match kept.coverage() {
        Some(share) => {
            let draws = count(kept.draws() as usize, "draw");
            let said = format!("{} over {draws}, expected {promise}", percent(share));
            line("kept draws", share, said)
        }
        None => line(
            "kept draws",
            0.0,
            format!("– : kept from sweep {BURN_IN} on"),
        ),
    });
    lines
}
