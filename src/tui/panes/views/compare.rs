//! What became of a base: topics, the words of the selected one, documents.
//!
//! ```text
//!  8 topics matched, 0 lost, 4 new · documents moved 0.331 on average
//!  base: sweep 200, K 8, α 0.5 → now K 12, α 0.5
//!  topic  was    cosine diverg.  before   after  words
//!  ●11    new     0.318       –       –    4.3%  home lower face
//! ─ topic 4: φ before → after ─ nats ─┬─ 1 of 171 documents ───────────────
//!  + bus      0.0002 → 0.0031 0.0012   0.537  ●7 −24   ■11 +27   n108
//! ```

use super::{draw_rule, row};
use crate::plain::count;
use crate::session::{ChangedWord, LoneTopic, MovedDocument, Side, TopicShift};
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::View;
use crate::tui::explorer::views::compare::{Compared, Row};
use crate::tui::layout::Places;
use crate::tui::panes::{document_name, words};
use crate::tui::text::{self, number, percent, thousands};
use crate::tui::theme::Theme;
use crate::tui::wrap;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

/// From so many columns on words and documents stand side by side.
const WIDE: u16 = 70;
/// Below so many columns sentences are short.
const NARROW: u16 = 56;
/// Columns of the numbers of a topic, after its id.
const NUMBERS: usize = 39;
/// The least columns of its words.
const WORDS: usize = 12;
/// Columns of the numbers of a word.
const CHANGE: usize = 27;
/// Columns of the name of a word at most.
const NAME: usize = 24;
/// From so many columns on, the title over the words is a whole one.
const TITLE: usize = 50;
/// What stands for an undefined value.
const NONE: &str = "–";

/// Draws the view.
pub fn draw(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let view = &explorer.views.compare;
    let Some(shown) = view.shown() else {
        return;
    };
    let rows = view.rows();
    let said = said(explorer, shown, area.width.saturating_sub(2), theme);
    let head = (said.len() as u16).min(area.height / 3);
    let left = area.height.saturating_sub(head + 1);
    // Topics get what they need, up to three fifths.
    let table = (rows.len() as u16 + 1).min(left * 3 / 5 + 1);
    let [head, table, rule, below] = Layout::vertical([
        Constraint::Length(head),
        Constraint::Length(table),
        Constraint::Length(1),
        Constraint::Min(0),
    ])
    .areas(area);
    for (y, line) in said.into_iter().enumerate().take(head.height.into()) {
        frame.render_widget(line, row(head, y));
    }
    let at = view.row(explorer.topic, &rows);
    draw_topics(explorer, (&rows, at), frame, table, theme);
    let selected = rows.get(at).copied();
    let halves = Layout::horizontal([Constraint::Fill(1), Constraint::Fill(1)]);
    match area.width {
        wide if wide >= WIDE => {
            let [left_rule, right_rule] = halves.areas(rule);
            let [left, right] = halves.areas(below);
            draw_words(explorer, selected, frame, (left_rule, left), theme);
            draw_documents(explorer, shown, frame, (right_rule, right), theme);
        }
        _ if view.on_documents => draw_documents(explorer, shown, frame, (rule, below), theme),
        _ => draw_words(explorer, selected, frame, (rule, below), theme),
    }
}

/// What is held against what, and how much of it is the same.
fn said(explorer: &Explorer, shown: &Compared, columns: u16, theme: &Theme) -> Vec<Line<'static>> {
    let view = &explorer.views.compare;
    let difference = &shown.difference;
    let (before, after) = (&difference.before, &difference.after);
    let sweep = format!("sweep {}", thousands(before.sweep as usize));
    let narrow = columns < NARROW;
    let base = match &shown.base.file {
        Some(file) => {
            let name = text::clean(&file.display().to_string());
            format!("{}, {sweep}", text::fit(&name, NAME))
        }
        None => sweep,
    };
    let engine = before.engine != after.engine;
    let now = if narrow { "" } else { "now " };
    let mut line = format!(
        "base: {base}, {} → {now}{}",
        model(before, engine),
        model(after, engine)
    );
    if shown.base.file.is_some() {
        line += &format!(
            "; {} shared, {} of the tokens",
            count(difference.shared_words, "word"),
            percent(after.shared_tokens)
        );
    }
    let mean = match difference.mean_distance {
        Some(_) if view.documents().is_empty() => "no document has moved".to_owned(),
        Some(mean) => format!("documents moved {mean:.3} on average"),
        None => "no document in common".to_owned(),
    };
    let counts = format!(
        "{} matched, {} lost, {} new · {mean}",
        count(difference.matched.len(), "topic"),
        difference.lost.len(),
        difference.new.len(),
    );
    let counts = match (narrow, difference.mean_distance) {
        (true, Some(mean)) => format!(
            "{} same, {} lost, {} new · moved {mean:.3}",
            difference.matched.len(),
            difference.lost.len(),
            difference.new.len(),
        ),
        _ => counts,
    };
    let style = match difference.lost.len() + difference.new.len() {
        0 => theme.good,
        _ => theme.warning,
    };
    let failure = view.failure.as_deref();
    let failure = failure.or(explorer.views.error(View::Compare));
    let failure = failure.map(|reason| (text::clean(reason), theme.error));
    let reading = view.reading().map(|path| {
        let name = text::clean(&path.display().to_string());
        (format!("reading {name} …"), theme.accent)
    });
    let said = failure.into_iter().chain(reading);
    let said = said.chain([(counts, style), (line, theme.dim)]);
    let mut lines: Vec<Line<'static>> = said
        .flat_map(|(text, style)| wrap::plain(&text, columns.into(), style))
        .collect();
    for line in &mut lines {
        line.spans.insert(0, Span::raw(" "));
    }
    lines
}

fn model(side: &Side, engine: bool) -> String {
    let alpha = match (side.alpha, side.alpha_sum) {
        (Some(alpha), _) => format!(", α {}", number(alpha)),
        (None, Some(sum)) => format!(", Σα {}", number(sum)),
        (None, None) => String::new(),
    };
    let engine = if engine { side.engine.name() } else { "" };
    let between = if engine.is_empty() { "" } else { ", " };
    format!("K {}{alpha}{between}{engine}", side.topics)
}

fn draw_topics(
    explorer: &Explorer,
    (rows, at): (&[Row<'_>], usize),
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let view = &explorer.views.compare;
    let columns = usize::from(area.width);
    let largest = rows.iter().map(Row::id).max().unwrap_or(0);
    let digits = largest.to_string().len().max(5);
    // Where there is little room, what moved is worth more than how large it is.
    let whole = columns >= digits + 3 + NUMBERS + WORDS;
    let order = if view.by_size { "" } else { "▲" };
    let sizes = match (whole, view.by_size) {
        (true, true) => "  before  after▼",
        (true, false) => "  before   after",
        (false, _) => "",
    };
    let head = format!(
        " {} {:<7}{:>8} diverg.{sizes}  words",
        text::pad("topic", digits + 1),
        "was",
        format!("cosine{order}"),
    );
    let style = if view.on_documents {
        theme.dim
    } else {
        theme.accent
    };
    frame.render_widget(Line::styled(text::fit(&head, columns), style), row(area, 0));
    let room = usize::from(area.height.saturating_sub(1));
    let from = Places::first_row(at, room, rows.len());
    for (place, topic) in rows.iter().enumerate().skip(from).take(room) {
        let mut line = Line::from(topic_line(explorer, topic, (digits, whole, columns), theme));
        if place == at {
            line = line.style(theme.selected);
        }
        frame.render_widget(line, row(area, place - from + 1));
    }
}

fn topic_line(
    explorer: &Explorer,
    topic: &Row<'_>,
    (digits, whole, columns): (usize, bool, usize),
    theme: &Theme,
) -> Vec<Span<'static>> {
    let id = topic.id();
    let share = |share: Option<f64>| share.map_or(NONE.to_owned(), percent);
    let near = |lone: &LoneTopic| lone.nearest.first().map(|near| near.cosine);
    let (was, cosine, divergence, shares, words) = match topic {
        Row::Lost(lone) => (
            "lost".to_owned(),
            near(lone),
            None,
            (Some(lone.share), None),
            lone_words(lone),
        ),
        Row::New(lone) => (
            "new".to_owned(),
            near(lone),
            None,
            (None, Some(lone.share)),
            lone_words(lone),
        ),
        Row::Matched(pair) => {
            let was = match pair.before == pair.after {
                true => String::new(),
                false => pair.before.to_string(),
            };
            let shares = (Some(pair.share_before), Some(pair.share_after));
            let words = pair.top_words.join(" ");
            (was, Some(pair.cosine), Some(pair.divergence), shares, words)
        }
    };
    let style = match topic {
        Row::Matched(_) => theme.text,
        _ => theme.warning,
    };
    let mut numbers = format!(
        "{:>8}{:>8}",
        cosine.map_or(NONE.to_owned(), |c| format!("{c:.3}")),
        divergence.map_or(NONE.to_owned(), |d| format!("{d:.4}")),
    );
    if whole {
        numbers += &format!("{:>8}{:>8}", share(shares.0), share(shares.1));
    }
    let label = label(explorer, topic).map_or(String::new(), |label| format!("“{label}” "));
    let mut spans = vec![
        Span::styled(
            format!(" {}{id:<width$} ", theme.marker(id), width = digits),
            theme.topic(id),
        ),
        Span::styled(text::pad(&was, 7), style),
        Span::raw(numbers),
    ];
    let used: usize = spans.iter().map(Span::width).sum();
    let words = text::clean(&format!("{label}{words}"));
    let words = text::fit(&words, columns.saturating_sub(used + 3));
    spans.push(Span::styled(format!("  {words}"), theme.topic(id)));
    spans
}

/// What the user calls a topic; those of the chain itself keep their names when lost.
fn label<'a>(explorer: &'a Explorer, topic: &Row<'a>) -> Option<&'a str> {
    let shown = explorer.views.compare.shown();
    let foreign = shown.is_some_and(|shown| shown.base.file.is_some());
    let own = (!foreign || !matches!(topic, Row::Lost(_))).then(|| explorer.label(topic.id()));
    own.flatten().or(topic.label())
}

/// What a topic without a partner is nearest to, and its words.
fn lone_words(lone: &LoneTopic) -> String {
    let near: Vec<String> = lone.nearest.iter().map(|n| n.topic.to_string()).collect();
    let near = match (lone.is_both(), lone.nearest_together) {
        (true, Some(both)) => format!("= {} ({both:.2})", near.join(" + ")),
        _ => format!("near {}", near.first().map_or(NONE, String::as_str)),
    };
    format!("{near} · {}", lone.top_words.join(" "))
}

fn draw_words(
    explorer: &Explorer,
    selected: Option<Row<'_>>,
    frame: &mut Frame<'_>,
    (rule, area): (Rect, Rect),
    theme: &Theme,
) {
    let Some(selected) = selected else {
        return;
    };
    let id = selected.id();
    let style = theme.topic(id);
    let columns = usize::from(area.width);
    match selected {
        Row::Lost(lone) | Row::New(lone) => {
            let lost = matches!(selected, Row::Lost(_));
            let what = match (lost, label(explorer, &selected)) {
                (false, _) => words::of(explorer, id),
                (true, Some(label)) => format!("words of lost topic {id} “{}”", text::clean(label)),
                (true, None) => format!("words of lost topic {id}"),
            };
            draw_rule((&what, style), "", frame, rule, theme);
            for (y, word) in lone.top_words.iter().take(area.height.into()).enumerate() {
                let word = text::fit(&text::clean(word), columns.saturating_sub(2));
                frame.render_widget(Line::raw(format!("  {word}")), row(area, y));
            }
        }
        Row::Matched(pair) => {
            let right = "φ before → after   nats";
            let what = match columns < TITLE {
                true => format!("topic {id}"),
                false => words::of(explorer, id),
            };
            draw_rule((&what, style), right, frame, rule, theme);
            if pair.changed_words.is_empty() {
                let line = text::fit(" no word has changed", columns);
                return frame.render_widget(Line::styled(line, theme.dim), row(area, 0));
            }
            let largest = pair.changed_words[0].change.abs();
            let words = pair.changed_words.iter().take(area.height.into());
            for (y, word) in words.enumerate() {
                let line = word_line(word, (columns, largest), theme);
                frame.render_widget(line, row(area, y));
            }
        }
    }
}

fn word_line(word: &ChangedWord, (columns, largest): (usize, f64), theme: &Theme) -> Line<'static> {
    let (sign, style) = match word.change < 0.0 {
        true => ("−", theme.warning),
        false => ("+", theme.good),
    };
    let room = columns.saturating_sub(CHANGE);
    let name = text::pad(&text::clean(&word.word), room.min(NAME));
    // Where there is room, its part as a bar.
    let room = room.saturating_sub(NAME + 2);
    let bar = text::pad(&text::bar(word.change.abs() / largest, room), room);
    Line::from(vec![
        Span::styled(format!(" {sign} "), style),
        Span::raw(name),
        Span::styled(bar, style),
        Span::raw(format!(" {:.4} → {:.4}", word.before, word.after)),
        Span::styled(format!(" {:.5}", word.change.abs()), theme.dim),
    ])
}

fn draw_documents(
    explorer: &Explorer,
    shown: &Compared,
    frame: &mut Frame<'_>,
    (rule, area): (Rect, Rect),
    theme: &Theme,
) {
    let view = &explorer.views.compare;
    let documents = view.documents();
    let style = if view.on_documents {
        theme.accent
    } else {
        theme.dim
    };
    let of = format!("of {}", thousands(shown.difference.shared_documents));
    draw_rule(
        ("documents that moved most", style),
        &of,
        frame,
        rule,
        theme,
    );
    if documents.is_empty() {
        let line = match shown.difference.shared_documents {
            0 => "  no document has the same id in both",
            _ => "  nothing has moved",
        };
        let line = text::fit(line, area.width.into());
        return frame.render_widget(Line::styled(line, theme.dim), row(area, 0));
    }
    let rows = usize::from(area.height);
    let at = view.document();
    let from = Places::first_row(at, rows, documents.len());
    for (place, document) in documents.iter().enumerate().skip(from).take(rows) {
        let mut line = document_line(explorer, document, area.width.into(), theme);
        if view.on_documents && place == at {
            line = line.style(theme.selected);
        }
        frame.render_widget(line, row(area, place - from));
    }
}

fn document_line(
    explorer: &Explorer,
    document: &MovedDocument,
    columns: usize,
    theme: &Theme,
) -> Line<'static> {
    let name = document_name::numbered(&explorer.corpus, document.index);
    let mut spans = vec![Span::raw(format!(" {:.3}", document.distance))];
    spans.push(shift(&document.fell, theme));
    spans.push(shift(&document.rose, theme));
    let used: usize = spans.iter().map(Span::width).sum();
    let room = columns.saturating_sub(used + 2);
    spans.push(Span::raw(format!("  {}", text::fit(&name, room))));
    Line::from(spans)
}

/// By how many points the share of a topic changed; in brackets one that is lost.
fn shift(shift: &TopicShift, theme: &Theme) -> Span<'static> {
    let id = shift.after.or(shift.before).unwrap_or(0);
    let points = 100.0 * (shift.share_after - shift.share_before);
    let mut name = format!("{}{id}", theme.marker(id));
    if shift.after.is_none() {
        name = format!("({name})");
    }
    let points = format!("{points:+.0}").replace('-', "−");
    let name = text::pad(&format!("{name} {points}"), 9);
    Span::styled(format!("  {name}"), theme.topic(id))
}
