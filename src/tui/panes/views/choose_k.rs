//! Runs of several K: a picture of each measure over K with its spread over seeds, the table
//! of all, and what is best.
//!
//! ```text
//!  5 of 12 runs, 3 seeds of each K; in the making: K 16 seed 2
//!  perplexity over K
//!   512.3 ⡇
//!         ●⠤⠤⡀  ⡏
//!   478.9     ⠈●⠤⠤●⠤⠤●
//!         4    8  12 16
//!      K    perplexity        c_npmi …
//!      4  512.3 ± 4.2   0.121 ± 0.01~
//!  ▸   8  480.1 ± 2.0*  0.132 ± 0.02*
//!  ⏎ opens K 8 from seed 2, the lowest perplexity of its 3
//! ```

mod picture;

use super::{row, say};
use crate::engine::Kind;
use crate::eval::harmonic::WARNING;
use crate::model::PriorSpec;
use crate::session::choose_k::{MEASURES, Measure};
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::choose_k::ChooseK;
use crate::tui::text::{self, count};
use crate::tui::theme::Theme;
use crate::tui::wrap;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Columns before the first measure of the table, and of each measure.
const FIRST: usize = 8;
const CELL: usize = 14;
/// From so many columns on ± has space around it.
const ROOMY: usize = 14;
/// From so many columns on the table has what is best beside it, not below.
const WIDE: u16 = 120;
/// From so many rows on there is room for more than the measure that is looked at.
const HIGH: u16 = 26;

/// Draws the view.
pub fn draw(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let view = &explorer.views.choose_k;
    if view.setup().is_none() {
        let (words, style) = match view.failures.get(&None) {
            Some(reason) => (text::clean(reason), theme.error),
            None => (
                "c asks for the numbers of topics to be tried, each from several seeds".to_owned(),
                theme.dim,
            ),
        };
        return say(&words, frame, area, style);
    }
    let columns = usize::from(area.width.saturating_sub(2));
    let mut head = said(view, columns, theme);
    shorten(&mut head, usize::from(area.height / 4).max(1), columns);
    let wide = area.width >= WIDE;
    let beside = if wide { columns * 2 / 5 } else { columns };
    let mut foot = judged(
        (view, explorer.accept_key()),
        beside,
        area.height >= HIGH,
        theme,
    );
    if !wide {
        shorten(&mut foot, usize::from(area.height / 3).max(1), columns);
    }
    let left = usize::from(area.height).saturating_sub(head.len());
    let lines = view.topics().len() + 1;
    let below = match wide {
        true => lines.max(foot.len()).min(left / 2),
        false => lines.min(left.saturating_sub(foot.len()) * 2 / 5).max(2) + foot.len(),
    };
    // The table takes what is too low for a picture.
    let below = match left.saturating_sub(below) {
        0..picture::LOWEST => left,
        _ => below,
    };
    let [top, pictures, below] = Layout::vertical([
        Constraint::Length(head.len() as u16),
        Constraint::Min(0),
        Constraint::Length(below as u16),
    ])
    .areas(area);
    let parts = match wide {
        true => Layout::horizontal([Constraint::Fill(3), Constraint::Fill(2)]),
        false => Layout::vertical([Constraint::Min(0), Constraint::Length(foot.len() as u16)]),
    };
    let [table, judged] = parts.areas(below);
    draw_lines(head, frame, top);
    picture::draw(view, frame, pictures, theme);
    draw_table(view, frame, table, theme);
    draw_lines(foot, frame, judged);
}

/// The first of these lines; where some are left out, an … at the end says so.
fn shorten(lines: &mut Vec<Line<'static>>, rows: usize, columns: usize) {
    if lines.len() <= rows {
        return;
    }
    lines.truncate(rows);
    if let Some(last) = lines.last_mut() {
        let style = last.spans.first().map_or(last.style, |span| span.style);
        let cut = text::fit(&last.to_string(), columns.saturating_sub(2));
        *last = Line::styled(format!("{} …", cut.trim_end_matches('…')), style);
    }
}

fn draw_lines(lines: Vec<Line<'static>>, frame: &mut Frame<'_>, area: Rect) {
    for (y, mut line) in lines.into_iter().enumerate().take(area.height.into()) {
        line.spans.insert(0, Span::raw(" "));
        frame.render_widget(line, row(area, y));
    }
}

/// How far the runs are, and what each of them is.
fn said(view: &ChooseK, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let (done, of) = view.progress();
    let failed = view.failures.iter().next();
    let failures = view.failures.len();
    let making: Vec<String> = (view.making.iter())
        .map(|(k, seed)| format!("K {k} seed {seed}"))
        .collect();
    let state = match view.stopped {
        true => "stopped: x goes on".to_owned(),
        false if done == of => "all finished".to_owned(),
        false if making.is_empty() && failures > 0 => format!("{failures} failed"),
        false => format!("in the making: {}", making.join(", ")),
    };
    let seeds = count(view.seeds() as usize, "seed");
    let runs = format!("{done} of {}", count(of, "run"));
    let forms = [
        format!("{runs} · {seeds} of each K · {state}"),
        format!("{runs} · {state}"),
        match making.first() {
            Some(first) if !view.stopped => format!("{runs} · now {first}"),
            _ => runs,
        },
    ];
    let line = text::longest(&[&forms[0], &forms[1], &forms[2]], columns);
    let style = if view.stopped {
        theme.warning
    } else {
        theme.text
    };
    let mut lines = vec![Line::styled(line.to_owned(), style)];
    if let Some((job, reason)) = failed {
        let of = job.map_or(String::new(), |(k, seed)| format!("K {k} seed {seed}: "));
        let line = format!("failed: {of}{}", text::clean(reason));
        lines.extend(wrap::plain(&line, columns, theme.error));
    }
    lines.extend(wrap::plain(&settings(view), columns, theme.dim));
    lines
}

fn settings(view: &ChooseK) -> String {
    let Some(setup) = view.setup() else {
        return String::new();
    };
    let mut line = format!(
        "each {} of {}",
        count(setup.sweeps as usize, "sweep"),
        setup.kind.name()
    );
    if setup.kind.is_lda() {
        let prior = |spec: &PriorSpec| match spec {
            PriorSpec::List(_) => "a list".to_owned(),
            spec => spec.to_string(),
        };
        line += &format!(", α {}", prior(&setup.settings.alpha));
        if setup.kind != Kind::VariationalEm || setup.settings.em.smooth {
            line += &format!(", η {}", prior(&setup.settings.eta));
        }
    }
    if let Some((train, held_out)) = view.split {
        let train = count(train, "document");
        line += &format!("; {train}, {} held out", text::thousands(held_out));
    }
    line + "; this chain and they share the processors"
}

/// What ⏎ opens, and where the measures are best.
fn judged(
    (view, key): (&ChooseK, &str),
    columns: usize,
    high: bool,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if let Some(topics) = view.selected_topics() {
        let line = match view.findings.best_run(topics) {
            Some(run) => {
                let seeds = view.findings.row(topics).map_or(0, |row| row.seeds);
                let own = run
                    .perplexity
                    .map_or("–".to_owned(), |p| MEASURES[0].number(p));
                let of = match seeds {
                    1 => "its only run".to_owned(),
                    n => format!("the best of its {n}"),
                };
                format!(
                    "{key} opens K {topics} from seed {}, {of}: perplexity {own}",
                    run.seed
                )
            }
            None => format!("K {topics} has no finished run yet"),
        };
        lines.push(Line::styled(text::fit(&line, columns), theme.accent));
    }
    let own = view.measure();
    for measure in MEASURES.iter().filter(|m| high || m.name == own.name) {
        let line = view.findings.best_line(measure);
        let line = line.unwrap_or_else(|| format!("{}: no run has it yet", measure.title));
        let style = match measure.name == own.name {
            true => theme.text,
            false => theme.dim,
        };
        lines.extend(wrap::plain(&line, columns, style));
    }
    let warning = match high || own.is_harmonic_mean() {
        true => format!("warning: {WARNING}"),
        false => "the harmonic mean is for teaching: it must not be used to choose K".to_owned(),
    };
    lines.extend(wrap::plain(&warning, columns, theme.warning));
    if high {
        let legend = "means ± standard deviations over seeds; * best, ~ no further from it than \
                      both deviations together, … in the making, – not there";
        lines.extend(wrap::plain(legend, columns, theme.dim));
    }
    lines
}

fn draw_table(view: &ChooseK, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let columns = usize::from(area.width);
    let fit = (columns.saturating_sub(FIRST) / CELL).clamp(1, MEASURES.len());
    let own = view.measure();
    let at = MEASURES.iter().position(|m| m.name == own.name);
    let from = (at.unwrap_or(0) + 1).saturating_sub(fit);
    let shown = &MEASURES[from..from + fit];
    let width = (columns.saturating_sub(FIRST) / fit).clamp(1, CELL + 4);
    let mut head = vec![Span::styled(format!("{:>7} ", "K"), theme.dim)];
    for measure in shown {
        let style = match measure.name == own.name {
            true => theme.accent,
            false => theme.dim,
        };
        head.push(Span::styled(aligned(measure.title, ' ', width), style));
    }
    frame.render_widget(Line::from(head), row(area, 0));
    let rows = usize::from(area.height.saturating_sub(1));
    let from = (view.selected() + 1).saturating_sub(rows);
    let topics = view.topics().iter().enumerate().skip(from).take(rows);
    for (y, (place, &k)) in topics.enumerate() {
        let is_selected = place == view.selected();
        let marker = if is_selected { "▸" } else { " " };
        let making = view.making.iter().any(|job| job.0 == k);
        let making = if making { '…' } else { ' ' };
        let mut line = format!("{marker}{k:>6}{making}");
        for measure in shown {
            let (value, mark) = cell(view, k, measure, width.saturating_sub(2));
            line += &aligned(&value, mark, width);
        }
        let style = match is_selected {
            true => theme.selected,
            false => Style::new(),
        };
        let line = text::fit(&text::pad(&line, columns), columns);
        frame.render_widget(Line::styled(line, style), row(area, y + 1));
    }
}

/// At the right end of `width` columns, with a mark behind it.
fn aligned(value: &str, mark: char, width: usize) -> String {
    let room = width.saturating_sub(1);
    let value = text::fit(value, room);
    let before = room.saturating_sub(text::width(&value));
    format!("{}{value}{mark}", " ".repeat(before))
}

/// A measure of one K in so many columns, with a mark where it is best, or not worse as far
/// as the runs can tell.
fn cell(view: &ChooseK, topics: usize, measure: &Measure, columns: usize) -> (String, char) {
    let spread = view.findings.row(topics).and_then(|row| row.of(measure));
    let mut value = measure.cell(spread);
    if columns < ROOMY {
        value = value.replace(" ± ", "±");
    }
    if let Some(spread) = spread.filter(|_| text::width(&value) > columns) {
        // Half a deviation would be read as a whole one.
        value = measure.number(spread.mean);
    }
    let mark = match view.findings.best(measure) {
        Some(best) if best.topics == topics => '*',
        Some(best) if best.within_spread.contains(&topics) => '~',
        _ => ' ',
    };
    (value, mark)
}
