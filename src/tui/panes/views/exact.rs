//! Exact answers beside what the chain drew: two tokens of one topic, the smallest topic,
//! log p(w) and three ways to guess it.
//!
//! ```text
//!  30 tokens, K 2: all 2^30 assignments summed             4,096 sweeps counted
//!  word/document         exact              chain so far         ±       errors
//!  apple/1   apple/1     █████████▋ 0.9713  █████████▋ 0.9710  0.0012     −0.3
//!  …
//!  smallest topic  14.5987 tokens expected  chain 14.6012 ± 0.0041  +0.6 errors
//!  log p(w)                nats  minus exact
//!  exact sum           −42.0025
//!  variational bound   −43.0382      −1.0357  gap = KL(q ‖ p), best of 8 runs
//! ```

use super::row;
use crate::session::exact::{Answers, Drawn, Quantity, Row};
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::exact::Shown;
use crate::tui::layout::Places;
use crate::tui::text::{self, bar, count, fit, pad};
use crate::tui::theme::Theme;
use crate::tui::wrap;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// From so many rows on the table and the evidence have room together.
const BOTH: u16 = 16;
/// Lines of the evidence, and of the smallest topic.
const EVIDENCE: u16 = 5;
const SMALLEST: u16 = 4;
/// From so many columns on there are bars, and remarks.
const WIDE: usize = 70;

/// Draws the view.
pub fn draw(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let view = &explorer.views.exact;
    match view.shown() {
        Some(Shown::Answers(answers)) => {
            let constraints = match (area.height >= BOTH, view.evidence) {
                (true, _) => [
                    Constraint::Min(0),
                    Constraint::Length(SMALLEST),
                    Constraint::Length(EVIDENCE),
                ],
                (false, false) => [
                    Constraint::Min(0),
                    Constraint::Length(0),
                    Constraint::Length(0),
                ],
                (false, true) => [
                    Constraint::Length(0),
                    Constraint::Fill(1),
                    Constraint::Length(EVIDENCE.min(area.height)),
                ],
            };
            let [table, smallest, evidence] = Layout::vertical(constraints).areas(area);
            draw_table(explorer, answers, frame, table, theme);
            draw_lines(smallest_topic(answers, smallest, theme), frame, smallest);
            draw_lines(log_evidence(answers, evidence, theme), frame, evidence);
        }
        Some(Shown::Nothing(reason)) => {
            let columns = usize::from(area.width.saturating_sub(2));
            let lines = wrap::plain(&text::clean(reason), columns, theme.text);
            let spaced = lines.into_iter().map(|mut line| {
                line.spans.insert(0, Span::raw(" "));
                line
            });
            draw_lines(spaced.collect(), frame, area);
        }
        None => {}
    }
}

fn draw_lines(lines: Vec<Line<'static>>, frame: &mut Frame<'_>, area: Rect) {
    for (y, line) in lines.into_iter().take(area.height.into()).enumerate() {
        frame.render_widget(line, row(area, y));
    }
}

/// Where the columns of the table are.
struct Columns {
    label: usize,
    /// Of each bar; 0 for none.
    bar: usize,
    error: bool,
}

impl Columns {
    fn of(columns: usize) -> Self {
        if columns < WIDE {
            return Self {
                label: columns.saturating_sub(23),
                bar: 0,
                error: false,
            };
        }
        // What is left of the numbers is shared out.
        let room = columns.saturating_sub(38);
        let label = (room / 2).clamp(20, 40);
        Self {
            label,
            bar: (room.saturating_sub(label) / 2).min(40),
            error: true,
        }
    }
}

fn draw_table(
    explorer: &Explorer,
    answers: &Answers,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    if area.height == 0 {
        return;
    }
    let columns = usize::from(area.width);
    let at = Columns::of(columns);
    let shares: Vec<&Row> = answers.shares().collect();
    let rows = usize::from(area.height.saturating_sub(2));
    let first = Places::first_row(explorer.views.exact.row, rows, shares.len());
    let mut lines = vec![head(explorer, answers, columns, theme)];
    let side = |name: &str| match at.bar {
        0 => format!("{name:>6}"),
        bar => format!(" {}", pad(name, bar + 7)),
    };
    let error = if at.error { "       ±" } else { "" };
    let names = format!(
        " {} {} {}{error} {:>7}",
        pad("word/document", at.label),
        side("exact"),
        side("chain"),
        "errors"
    );
    lines.push(Line::styled(fit(&names, columns), theme.dim));
    for (place, share) in shares.iter().enumerate().skip(first).take(rows) {
        let mut line = share_line(explorer, share, &at, theme);
        if place == explorer.views.exact.row {
            line = line.patch_style(theme.selected);
        }
        lines.push(line);
    }
    draw_lines(lines, frame, area);
}

/// What was summed, and how much was counted.
fn head(explorer: &Explorer, answers: &Answers, columns: usize, theme: &Theme) -> Line<'static> {
    let topics = explorer.snapshot().map_or(0, |snapshot| snapshot.k);
    let tokens = explorer.corpus.tokens();
    let counted = count(answers.sweeps as usize, "sweep");
    let long = format!(
        " {}, K {topics}: all {topics}^{tokens} assignments summed",
        count(tokens, "token")
    );
    let right = format!("{counted} counted ");
    let short = format!(" all {topics}^{tokens} summed");
    let left = match text::width(&long) + text::width(&right) <= columns {
        true => long,
        false => short,
    };
    let room = columns.saturating_sub(text::width(&right));
    Line::from(vec![
        Span::styled(pad(&left, room), theme.title),
        Span::styled(right, theme.dim),
    ])
}

/// What a line of the table is of.
fn label(explorer: &Explorer, quantity: Quantity, columns: usize) -> String {
    let token = |i: usize, room: usize| {
        let corpus = &explorer.corpus;
        let word = text::clean(corpus.vocabulary().word(corpus.words()[i]));
        let place = format!("/{}", crate::session::exact::document(corpus, i) + 1);
        fit(&word, room.saturating_sub(place.len())) + &place
    };
    match quantity {
        Quantity::Topic { token: i, topic } => {
            let ids = explorer.snapshot().map_or(Vec::new(), |snapshot| {
                snapshot.topics.iter().map(|topic| topic.id).collect()
            });
            let id = ids.get(topic).copied().unwrap_or(topic as u32);
            let says = format!(" in topic {id}");
            token(i, columns.saturating_sub(says.len())) + &says
        }
        Quantity::Same { i, j } => {
            let room = columns.saturating_sub(1) / 2;
            format!("{} {}", pad(&token(i, room), room), token(j, room))
        }
        Quantity::Smallest | Quantity::SmallestIs(_) => String::new(),
    }
}

fn share_line(explorer: &Explorer, share: &Row, at: &Columns, theme: &Theme) -> Line<'static> {
    let name = pad(&label(explorer, share.quantity, at.label), at.label);
    let mut spans = vec![Span::styled(format!(" {name} "), theme.text)];
    let drawn = share.drawn.as_ref();
    for (value, style) in [
        (Some(share.exact), theme.accent),
        (drawn.map(|drawn| drawn.mean), theme.good),
    ] {
        if at.bar > 0 {
            let drawn = bar(value.unwrap_or(0.0), at.bar);
            spans.push(Span::styled(format!(" {}", pad(&drawn, at.bar)), style));
            spans.push(Span::raw(" "));
        }
        let value = value.map_or("–".to_owned(), |value| format!("{value:.4}"));
        spans.push(Span::styled(format!("{value:>6}"), theme.text));
        spans.push(Span::raw(" "));
    }
    if at.error {
        let error = drawn.and_then(|drawn| drawn.error);
        let error = error.map_or("–".to_owned(), |error| format!("{error:.4}"));
        spans.push(Span::styled(format!("{error:>7} "), theme.dim));
    }
    spans.push(match share.quantity {
        // Its chain seldom changes names, which is no fault: see the explanation.
        Quantity::Topic { .. } => apart(drawn, theme).style(theme.dim),
        _ => apart(drawn, theme),
    });
    Line::from(spans)
}

/// How many standard errors the chain is away, loud where that should be rare.
fn apart(drawn: Option<&Drawn>, theme: &Theme) -> Span<'static> {
    let apart = drawn.and_then(|drawn| drawn.errors_apart);
    let style = match apart {
        Some(apart) if apart.abs() >= 4.0 => theme.error,
        Some(apart) if apart.abs() >= 2.0 => theme.warning,
        _ => theme.text,
    };
    let said = apart.map_or("–".to_owned(), text::signed);
    Span::styled(format!("{said:>7}"), style)
}

/// The expected size of the smallest topic, and its distribution.
fn smallest_topic(answers: &Answers, area: Rect, theme: &Theme) -> Vec<Line<'static>> {
    const NAME: usize = 7;
    let columns = usize::from(area.width);
    let Some(smallest) = answers.smallest().filter(|_| area.height > 0) else {
        return Vec::new();
    };
    let drawn = smallest.drawn.as_ref();
    let chain = drawn.map_or("–".to_owned(), |drawn| {
        let error = drawn.error.map_or(String::new(), |e| format!(" ± {e:.4}"));
        format!("{:.4}{error}", drawn.mean)
    });
    let mut said = Line::from(vec![
        Span::styled(" smallest topic", theme.title),
        Span::raw(format!("  exact {:.4}  chain {chain}", smallest.exact)),
    ]);
    if columns >= WIDE {
        said.push_span(apart(drawn, theme));
        said.push_span(Span::styled(" errors", theme.dim));
    } else {
        said = Line::raw(format!(" smallest {:.4}, chain {chain}", smallest.exact));
    }
    let sizes: Vec<&Row> = answers.sizes().collect();
    let cell = (columns.saturating_sub(NAME + 1) / sizes.len().max(1)).clamp(1, 6);
    let every = (4 / cell).max(1);
    let ticks = (0..sizes.len()).map(|size| match size % every {
        0 => pad(&size.to_string(), cell * every),
        _ => String::new(),
    });
    let ticks: String = ticks.collect();
    let most = sizes.iter().map(|row| row.exact).fold(0.0, f64::max);
    let blocks = |value: &dyn Fn(&Row) -> Option<f64>| -> String {
        let block = |row: &&Row| pad(column(value(row).unwrap_or(0.0), most), cell);
        sizes.iter().map(block).collect()
    };
    let named = |name: &str, cells: &str, style: Style| {
        Line::from(vec![
            Span::styled(format!(" {}", pad(name, NAME)), theme.dim),
            Span::styled(
                fit(cells.trim_end(), columns.saturating_sub(NAME + 1)),
                style,
            ),
        ])
    };
    vec![
        said,
        named("exact", &blocks(&|row| Some(row.exact)), theme.accent),
        named("chain", &blocks(&|row| Some(row.drawn?.mean)), theme.good),
        named("tokens", &ticks, theme.dim),
    ]
}

/// A column for a share of the largest.
fn column(value: f64, most: f64) -> &'static str {
    const COLUMNS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
    let [place] = text::places([value.min(most)], most, COLUMNS.len());
    // What is there is seen.
    let place = place.max(usize::from(value > 0.0));
    COLUMNS.get(place).copied().unwrap_or(" ")
}

/// log p(w), and what is made of it without summing.
fn log_evidence(answers: &Answers, area: Rect, theme: &Theme) -> Vec<Line<'static>> {
    let columns = usize::from(area.width);
    let exact = answers.log_evidence;
    let mut lines = vec![Line::styled(
        format!(" {:<18}{:>10}{:>9}", "log p(w), nats", "", "− exact"),
        theme.dim,
    )];
    let harmonic = "variance is huge: never use it";
    let estimate = answers.left_to_right;
    let error = estimate.and_then(|estimate| estimate.error);
    let particles = estimate.map_or(0, |estimate| estimate.particles);
    let left = match error {
        Some(error) => format!("± {error:.3}, {particles} particles, drawn anew"),
        None => format!("{particles} particles, drawn anew"),
    };
    let bound = match answers.variational {
        Some(v) => format!("gap {:.4} = KL(q ‖ p), best of {} runs", v.gap, v.starts),
        None => "the engine refuses these priors".to_owned(),
    };
    for (name, value, remark) in [
        ("exact sum", Some(exact), String::new()),
        ("harmonic mean", answers.harmonic_mean, harmonic.to_owned()),
        ("left to right", estimate.map(|e| e.log), left),
        (
            "variational bound",
            answers.variational.map(|v| v.bound),
            bound,
        ),
    ] {
        let said = value.map_or("–".to_owned(), minus);
        let mut spans = vec![
            Span::styled(format!(" {name:<18}"), theme.text),
            Span::styled(format!("{said:>10}"), theme.accent),
        ];
        if name != "exact sum" {
            let apart = value.map_or("–".to_owned(), |value| signed(value - exact));
            spans.push(Span::styled(format!("{apart:>9}"), theme.text));
        }
        if columns >= WIDE {
            let taken: usize = spans.iter().map(Span::width).sum();
            let room = columns.saturating_sub(taken + 2);
            spans.push(Span::styled(format!("  {}", fit(&remark, room)), theme.dim));
        }
        lines.push(Line::from(spans));
    }
    lines
}

fn minus(value: f64) -> String {
    format!("{value:.4}").replace('-', "−")
}

fn signed(value: f64) -> String {
    format!("{value:+.4}").replace('-', "−")
}
