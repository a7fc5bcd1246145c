//! Several chains: their traces in one picture, what they say together, and the topics
//! that they disagree about.
//!
//! ```text
//!  chains disagree: 2 of 8 topics are not the same in all chains (cosine below 0.8)
//! -7.38 ⣀⠤⠤⠒⠲⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒a
//! -9.68 ⠇
//!        seed    sweep  log joint/token   R-hat
//!  a        4      280           -7.685   1.012
//!  topic 3 season match league
//!   0.61 seed 5, topic 2 season coach player
//! ```

use super::row;
use crate::session::chains::{Agreement, Verdict};
use crate::session::labels::named;
use crate::session::{History, Measure};
use crate::tui::explorer::Explorer;
use crate::tui::plot::{self, Curve, Scale, letters, thinned};
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::wrap;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Below so many columns the table is narrow.
const NARROW: usize = 60;
/// Columns of the scale beside the picture.
const GUTTER: u16 = 9;
/// From so many columns on picture and table stand side by side.
const WIDE: u16 = 120;

/// Draws the view.
pub fn draw(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let chains = &explorer.views.chains;
    let Some(agreement) = &chains.agreement else {
        return;
    };
    let columns = usize::from(area.width.saturating_sub(1));
    let mut said = said(explorer, agreement, columns, theme);
    // What has no room above the picture stands below it, and scrolls.
    let most = usize::from(area.height / 3).max(2);
    let mut below = said.split_off(said.len().min(most));
    let [head, body] =
        Layout::vertical([Constraint::Length(said.len() as u16), Constraint::Min(0)]).areas(area);
    for (y, line) in said.into_iter().enumerate() {
        frame.render_widget(line, row(head, y));
    }
    below.extend(self::table(explorer, agreement, columns, theme));
    let table = below;
    let apart = apart(explorer, agreement, columns, theme);
    let (picture, rest) = match area.width {
        wide if wide >= WIDE => {
            let halves = Layout::horizontal([Constraint::Fill(3), Constraint::Fill(2)]);
            let [picture, rest] = halves.areas(body);
            (picture, rest)
        }
        _ => {
            let below = (table.len() + apart.len().min(4)) as u16;
            let below = below.min(body.height * 3 / 5);
            let parts = Layout::vertical([Constraint::Min(3), Constraint::Length(below)]);
            let [picture, rest] = parts.areas(body);
            (picture, rest)
        }
    };
    draw_traces(explorer, frame, picture, theme);
    let rows = usize::from(rest.height);
    let lines: Vec<Line<'static>> = table.into_iter().chain(apart).collect();
    let from = chains.scroll.min(lines.len().saturating_sub(rows));
    for (y, line) in lines.into_iter().skip(from).take(rows).enumerate() {
        frame.render_widget(line, row(rest, y));
    }
}

/// The verdict, with what it rests on.
fn said(
    explorer: &Explorer,
    agreement: &Agreement,
    columns: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let style = match agreement.verdict {
        Verdict::Flat => theme.good,
        Verdict::Mixing => theme.warning,
        Verdict::Disagree => theme.error,
    };
    let verdict = format!(
        "{}: {}",
        agreement.verdict.name(),
        agreement.evidence.join("; ")
    );
    let mut lines = match explorer.fitted_prior() {
        Some((prior, key)) => {
            let waits = format!(
                "the verdict waits: {prior} is being fitted, each step of that makes another \
                 model, and the draws begin anew. {key} stops the fit; then they add up"
            );
            wrap::plain(&waits, columns, theme.warning)
        }
        None => wrap::plain(&verdict, columns, style),
    };
    if let Some(reason) = &explorer.views.chains.failure {
        let failed = format!("chains stand still: {}", text::clean(reason));
        lines.extend(wrap::plain(&failed, columns, theme.error));
    } else if explorer.views.chains.sisters.is_empty() {
        let hint = "one chain cannot see that it is stuck: c starts others from other seeds";
        lines.extend(wrap::plain(hint, columns, theme.dim));
    }
    for line in &mut lines {
        line.spans.insert(0, Span::raw(" "));
    }
    lines
}

/// Every chain: the one on the screen first.
fn histories(explorer: &Explorer) -> Vec<(u64, &History)> {
    let own = explorer.snapshot().map_or(0, |s| s.settings.seed);
    let mut all = vec![(own, explorer.history())];
    let sisters = explorer.views.chains.sisters.iter();
    all.extend(sisters.map(|sister| (sister.seed, &sister.history)));
    all
}

/// A style for a chain: colours are those of topics, the letters tell them apart.
fn style(chain: usize, theme: &Theme) -> Style {
    theme.topic(chain as u32)
}

fn table(
    explorer: &Explorer,
    agreement: &Agreement,
    columns: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let tokens = explorer.corpus.tokens().max(1) as f64;
    // Of seed, sweep, and the value of a token.
    let [first, second, third] = match columns < NARROW {
        true => [7, 8, 10],
        false => [12, 9, 16],
    };
    let head = format!(
        "   {:>first$} {:>second$} {:>third$}  {:>6}",
        "seed", "sweep", "per token", "R-hat"
    );
    let mut lines = vec![Line::styled(head, theme.dim)];
    for (i, ((seed, history), letter)) in histories(explorer).into_iter().zip(letters()).enumerate()
    {
        let last = history.last();
        let sweep = last.map_or("–".to_owned(), |p| text::thousands(p.sweep as usize));
        let value = last.map_or("–".to_owned(), |p| {
            format!("{:.4}", p.objective.total() / tokens)
        });
        let own = agreement.own.get(i).copied().flatten();
        let own = own.map_or("–".to_owned(), |r| format!("{r:.3}"));
        lines.push(Line::from(vec![
            Span::styled(format!(" {letter} "), style(i, theme)),
            Span::raw(format!(
                "{:>first$} {sweep:>second$} {value:>third$}  {own:>6}",
                text::fit_end(&seed.to_string(), first)
            )),
        ]));
    }
    let number = |x: Option<f64>| x.map_or("–".to_owned(), |x| format!("{x:.3}"));
    let draws = agreement.draws * agreement.own.len();
    let size = agreement.effective_size;
    let size = size.map_or("–".to_owned(), |n| format!("{n:.0}"));
    let numbers = format!(
        "R-hat {}, worth {size} of {} draws",
        number(agreement.r_hat),
        text::thousands(draws)
    );
    let long = format!(" {}: {numbers}", agreement.objective);
    let short = format!(" {numbers}");
    lines.push(Line::raw(
        text::longest(&[&long, &short], columns).to_owned(),
    ));
    lines
}

/// The topics that are not the same everywhere; where all are, the least alike.
fn apart(
    explorer: &Explorer,
    agreement: &Agreement,
    columns: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let cut = |line: String| text::fit(&line, columns);
    let Some(topics) = &agreement.topics else {
        let line = " topics are not paired: there are too many, or chains differ in K for now";
        return vec![Line::styled(cut(line.to_owned()), theme.dim)];
    };
    let mut lines = Vec::new();
    let mut last = None;
    for d in &agreement.disagreements {
        if last.replace(d.topic) != Some(d.topic) {
            let words = named(&explorer.labels, d.topic, &d.words.join(" "));
            let words = text::clean(&words);
            let head = cut(format!(" {}{} {words}", theme.marker(d.topic), d.topic));
            lines.push(Line::styled(head, theme.topic(d.topic)));
        }
        let words = text::clean(&d.partner_words.join(" "));
        let line = format!(
            "   {:.2} with seed {}, {}: {words}",
            d.cosine, d.seed, d.partner
        );
        lines.push(Line::styled(cut(line), theme.warning));
    }
    if lines.is_empty() && agreement.own.len() > 1 {
        let mut sorted: Vec<_> = topics.iter().collect();
        sorted.sort_by(|a, b| a.lowest_cosine.total_cmp(&b.lowest_cosine));
        let list: Vec<String> = (sorted.iter())
            .map(|t| format!("{} {:.2}", t.topic, t.lowest_cosine))
            .collect();
        let line = cut(format!(" lowest cosines of topics: {}", list.join(" · ")));
        lines.push(Line::styled(line, theme.dim));
    }
    lines
}

/// The traces since the last change, on one scale.
fn draw_traces(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let tokens = explorer.corpus.tokens().max(1) as f64;
    let all = histories(explorer);
    let of_trace = |(i, ((_, history), letter)): (usize, ((u64, &History), char))| {
        let last = history.last()?;
        let measure: Measure = last.measure();
        let buckets = history.buckets().iter();
        let buckets = buckets.filter(|b| b.segment == last.segment && b.measure == measure);
        let points = buckets.flat_map(|b| {
            let middle = (b.sweeps.0 + b.sweeps.1) as f64 / 2.0;
            [(middle, b.range.0 / tokens), (middle, b.range.1 / tokens)]
        });
        Some(Curve {
            letter,
            style: style(i, theme),
            points: thinned(points.collect(), 2 * usize::from(area.width)),
        })
    };
    let curves = all.into_iter().zip(letters()).enumerate();
    let mut curves: Vec<Curve> = curves.filter_map(of_trace).collect();
    let Some(mut scale) = Scale::of(&curves) else {
        return;
    };
    let starts = curves.iter().filter_map(|c| c.points.first());
    scale.x.0 = starts
        .map(|p| p.0)
        .fold(scale.x.1, f64::min)
        .min(scale.x.1 - 1.0);
    // The first steps are so far below that nothing else could be seen.
    let late = curves
        .iter()
        .flat_map(|c| c.points.iter().skip(c.points.len() / 10));
    let low = late.map(|p| p.1).fold(f64::INFINITY, f64::min);
    if low < scale.y.1 {
        scale.y.0 = low;
    }
    for curve in &mut curves {
        curve.points.retain(|p| p.1 >= scale.y.0);
    }
    if area.height < 2 || area.width <= GUTTER + 4 {
        return;
    }
    let picture = Rect {
        x: area.x + GUTTER,
        width: area.width - GUTTER - 2,
        height: area.height - 1,
        ..area
    };
    plot::draw(&curves, &scale, None, picture, frame.buffer_mut());
    for (value, y) in [(scale.y.1, 0), (scale.y.0, picture.height - 1)] {
        let label = Line::styled(format!("{value:>8.4}"), theme.dim);
        frame.render_widget(label, row(area, y.into()));
    }
    let name = explorer.snapshot().map_or("", |s| s.objective.name());
    let sweeps = format!("sweeps {:.0} to {:.0}", scale.x.0, scale.x.1);
    let long = format!(" {name} per token, {sweeps}");
    let short = format!(" {sweeps}");
    let axis = text::longest(&[&long, &short], area.width.into()).to_owned();
    frame.render_widget(
        Line::styled(axis, theme.dim),
        row(area, (area.height - 1).into()),
    );
}
