//! The selected document: its topic bars and its text, every word in the colour of
//! its current topic.

use super::frame::pane;
use super::topic;
use crate::session::{DocumentView, Snapshot};
use crate::tui::app::App;
use crate::tui::explorer::{Atom, Explorer, OwnText, Pane, Shares, pattern};
use crate::tui::layout::BAR_WORDS;
use crate::tui::presenter;
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::wrap::Wrap;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Widget};
use std::sync::Arc;

/// Draws the pane.
pub fn draw(app: &App, explorer: &Explorer, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme();
    let corpus = &explorer.corpus;
    let d = explorer.reading.index;
    let (number, remark, name) = match &explorer.reading.own {
        Some(own) => ("3 your text".to_owned(), String::new(), known(own)),
        None => (
            format!(
                "3 document {} of {}",
                text::thousands(d + 1),
                text::thousands(corpus.documents())
            ),
            format!(" {} ", text::count(corpus.document(d).len(), "token")),
            corpus.title(d).unwrap_or_default().to_owned(),
        ),
    };
    let block = pane(
        app,
        Some(Pane::Document),
        area,
        Span::styled(number, theme.title),
        Line::styled(remark, theme.dim),
    );
    let inner = block.inner(area);
    block.render(area, frame.buffer_mut());
    let name = match name.as_str() {
        "" => text::clean(&format!("id {}", corpus.id(d))),
        name => text::clean(name),
    };
    let [head, shares, body] = areas(explorer, inner);
    let shown = shown(explorer);
    let (label, bars) = match shown {
        Some((snapshot, view)) => bars(explorer, snapshot, view),
        None => (String::new(), None),
    };
    let columns = usize::from(inner.width);
    let room = columns.saturating_sub(text::width(&label) + 1);
    let line = Line::from(vec![
        Span::styled(text::pad(&name, room), theme.title),
        Span::styled(format!(" {label}"), theme.dim),
    ]);
    frame.render_widget(line, head);
    if let (Some((snapshot, _)), Some(bars)) = (shown, &bars) {
        draw_shares(explorer, snapshot, bars, frame, shares, theme);
    } else if shown.is_some() {
        let line = text::fit("there is nothing to count yet", inner.width.into());
        frame.render_widget(Line::styled(line, theme.dim), shares);
    } else if explorer.is_frozen() {
        let line = "not in the frozen picture: f goes on";
        let line = text::fit(line, inner.width.into());
        frame.render_widget(Line::styled(line, theme.dim), shares);
    }
    draw_text(explorer, shown, frame, body, theme);
}

/// How much of a text the bars rest on, and what it is: where there is little room
/// the first matters more.
fn known(own: &OwnText) -> String {
    match own.words.len() {
        0 => format!("no word of it is known: {}", own.name),
        known => format!(
            "{} known, {} not, {}: {}",
            text::thousands(known),
            text::thousands(own.unknown),
            text::count(own.stop_words, "stop word"),
            own.name
        ),
    }
}

/// Title, bars and text.
fn areas(explorer: &Explorer, inner: Rect) -> [Rect; 3] {
    let most = if explorer.presenting { 24 } else { 8 };
    let bars = (inner.height.saturating_sub(2) / 3).clamp(2, most);
    Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(bars),
        Constraint::Min(1),
    ])
    .areas(inner)
}

/// The picture of the document that is read, if it is there yet.
pub(super) fn shown(explorer: &Explorer) -> Option<(&Arc<Snapshot>, &Arc<DocumentView>)> {
    let snapshot = explorer.snapshot()?;
    if let Some(own) = &explorer.reading.own {
        let folded = snapshot.folded.as_ref();
        let folded = folded.filter(|folded| Arc::ptr_eq(&folded.words, &own.words))?;
        return Some((snapshot, &folded.view));
    }
    let view = snapshot.document.as_ref();
    Some((
        snapshot,
        view.filter(|view| view.index == explorer.reading.index)?,
    ))
}

/// What the bars are, in words, and how long they are, by place; `None` where that is
/// undefined.
pub(super) fn bars(
    explorer: &Explorer,
    snapshot: &Snapshot,
    view: &DocumentView,
) -> (String, Option<Vec<f64>>) {
    match explorer.shares {
        Shares::Mean if snapshot.kind.is_gibbs() && explorer.reading.own.is_none() => {
            let mean = view.mean.as_ref();
            let sweeps = mean.map_or(0, |mean| mean.sweeps as usize);
            let label = format!("θ, mean of {}", text::count(sweeps, "sweep"));
            (label, mean.map(|mean| mean.theta.clone()))
        }
        Shares::Raw => {
            let mut counts = vec![0.0; view.theta.len()];
            for &topic in &view.topics {
                counts[usize::from(topic)] += 1.0;
            }
            let tokens = view.topics.len() as f64;
            counts.iter_mut().for_each(|count| *count /= tokens);
            ("raw n/N".to_owned(), (tokens > 0.0).then_some(counts))
        }
        Shares::Smoothed | Shares::Mean => ("θ".to_owned(), Some(view.theta.clone())),
    }
}

/// The line of the text that a piece stands in, in a pane of this area.
pub fn line_of(explorer: &Explorer, atom: usize, area: Rect, theme: &Theme) -> usize {
    let [_, _, body] = areas(explorer, Block::bordered().inner(area));
    let before = lines(
        explorer,
        shown(explorer),
        body.width.into(),
        theme,
        atom + 1,
    );
    before.len().saturating_sub(1)
}

/// The first line of the text when the last one shows, in a pane of this area.
pub fn last(explorer: &Explorer, area: Rect, theme: &Theme) -> usize {
    let [_, _, body] = areas(explorer, Block::bordered().inner(area));
    let lines = lines(
        explorer,
        shown(explorer),
        body.width.into(),
        theme,
        usize::MAX,
    );
    lines.len().saturating_sub(body.height.into())
}

fn draw_shares(
    explorer: &Explorer,
    snapshot: &Snapshot,
    theta: &[f64],
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    // The topics of a snapshot and its document may be of different sweeps, but
    // never of different K.
    let mut order: Vec<usize> = (0..theta.len().min(snapshot.topics.len())).collect();
    order.sort_by(|&a, &b| theta[b].total_cmp(&theta[a]).then(a.cmp(&b)));
    let digits = topic::digits(snapshot);
    let columns = usize::from(area.width);
    let stride = presenter::stride(explorer, area.height.into(), order.len());
    let rows = usize::from(area.height) / stride;
    let bar_room = (columns / 3).max(6);
    let sampled = explorer.reading.own.is_none() && explorer.shares != Shares::Raw;
    let document = Some(explorer.reading.index).filter(|_| sampled);
    let intervals = |k| explorer.posterior().theta(document?, k);
    for (row, &k) in order.iter().take(rows).enumerate() {
        let topic = &snapshot.topics[k];
        let share = theta[k];
        let bar = match intervals(k) {
            Some(ends) => text::interval(ends, bar_room),
            None => text::bar(share, bar_room),
        };
        let head = topic::head_with(topic, digits, (&bar, bar_room), theme);
        let percent = format!(" {:>6} ", text::percent(share));
        // The last line says how many topics have no line.
        let more = match order.len() - row - 1 {
            hidden if hidden > 0 && row + 1 == rows => format!(" +{hidden} more"),
            _ => String::new(),
        };
        let used = head.width() + text::width(&percent) + text::width(&more);
        let room = columns.saturating_sub(used);
        let n = presenter::words(explorer, BAR_WORDS);
        let names = topic::names(explorer, topic, n, room);
        let line = Line::from(vec![
            head,
            Span::raw(percent),
            Span::styled(text::pad(&names, room), theme.dim),
            Span::styled(more, theme.accent),
        ]);
        let place = Rect {
            y: area.y + (row * stride) as u16,
            height: 1,
            ..area
        };
        frame.render_widget(line, place);
        let before = topic::head(topic, digits, (0.0, 0), theme).width();
        let bar = " ".repeat(before) + &bar;
        topic::draw_taller(&bar, theme.topic(topic.id), stride, frame, place);
    }
}

fn draw_text(
    explorer: &Explorer,
    shown: Option<(&Arc<Snapshot>, &Arc<DocumentView>)>,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let rows = usize::from(area.height);
    let lines = lines(explorer, shown, usize::from(area.width), theme, usize::MAX);
    let scroll = explorer
        .reading
        .scroll
        .min(lines.len().saturating_sub(rows));
    for (row, line) in lines.iter().skip(scroll).take(rows).enumerate() {
        frame.render_widget(
            line,
            Rect {
                y: area.y + row as u16,
                height: 1,
                ..area
            },
        );
    }
    if lines.is_empty() {
        frame.render_widget(Line::styled("this document is empty", theme.dim), area);
    }
}

/// The first `pieces` pieces of the text in lines of at most `columns` columns.
fn lines(
    explorer: &Explorer,
    shown: Option<(&Arc<Snapshot>, &Arc<DocumentView>)>,
    columns: usize,
    theme: &Theme,
    pieces: usize,
) -> Vec<Line<'static>> {
    // More topics than colours: colour alone would not tell them apart.
    let many = shown.is_some_and(|(snapshot, _)| snapshot.topics.len() > theme.colours());
    let marks = explorer.marks || many;
    let search = pattern(&explorer.query);
    let mut wrap = Wrap::new(columns);
    let counts =
        explorer.reading.own.is_none() && explorer.corpus.text(explorer.reading.index).is_none();
    let topic_of = |token: usize| {
        let (snapshot, view) = shown?;
        snapshot.topics.get(usize::from(*view.topics.get(token)?))
    };
    let moved = |token: usize| shown.is_some_and(|(_, view)| view.moved.get(token) == Some(&true));
    let passage = explorer.reading.passage.clone().unwrap_or_default();
    let (mut repeated, mut any_moved) = (0, false);
    for (i, atom) in explorer.reading.atoms.iter().enumerate().take(pieces) {
        if i == passage.start && !passage.is_empty() {
            wrap.put("▶", theme.accent);
        }
        if i == passage.end && !passage.is_empty() {
            wrap.put("◀", theme.accent);
        }
        match atom {
            Atom::Space => wrap.space(),
            Atom::Break => wrap.end_line(),
            Atom::Other(text) => wrap.put(text, theme.text),
            Atom::Dropped(text) => wrap.put(text, theme.dim),
            Atom::Token(text, token) => {
                let topic = topic_of(*token);
                // In a corpus of counts the same word comes several times in a row.
                repeated += 1;
                any_moved |= moved(*token);
                if counts
                    && let Some(Atom::Token(next, after)) = explorer.reading.atoms.get(i + 2)
                    && next == text
                    && topic_of(*after).map(|t| t.id) == topic.map(|t| t.id)
                {
                    continue;
                }
                let mut style = topic.map_or(theme.text, |t| theme.topic(t.id));
                if search.as_ref().is_some_and(|p| p.is_match(text)) {
                    style = style.add_modifier(Modifier::REVERSED);
                }
                let times = if repeated > 1 {
                    format!("×{repeated}")
                } else {
                    String::new()
                };
                if any_moved {
                    style = style.add_modifier(Modifier::UNDERLINED);
                }
                // A theme without colours is for terminals that may not have lines either.
                let moved = if any_moved && !theme.is_coloured() {
                    "*"
                } else {
                    ""
                };
                let mark = topic.filter(|_| marks).map(|t| text::superscript(t.id));
                wrap.put(
                    &format!("{text}{times}{}{moved}", mark.unwrap_or_default()),
                    style,
                );
                (repeated, any_moved) = (0, false);
            }
        }
    }
    if passage.end == explorer.reading.atoms.len() && !passage.is_empty() {
        wrap.put("◀", theme.accent);
    }
    let mut lines = wrap.finish();
    if explorer.reading.hidden > 0 {
        let hidden = text::thousands(explorer.reading.hidden);
        lines.push(Line::styled(
            format!("… {hidden} more bytes are not shown"),
            theme.dim,
        ));
    }
    lines
}
