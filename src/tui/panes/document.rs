//! The selected document: its topic bars and its text, every word in the colour of
//! its current topic.

use crate::session::{DocumentView, Snapshot};
use crate::tui::app::App;
use crate::tui::draw::pane;
use crate::tui::explorer::{Atom, Explorer, Pane, pattern};
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::wrap::Wrap;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use std::sync::Arc;

/// Draws the pane.
pub fn draw(app: &App, explorer: &Explorer, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme();
    let corpus = &explorer.corpus;
    let d = explorer.reading.index;
    let number = format!(
        "3 document {} of {}",
        text::thousands(d + 1),
        text::thousands(corpus.documents())
    );
    let remark = format!(" {} tokens ", text::thousands(corpus.document(d).len()));
    let block = pane(
        app,
        Some(Pane::Document),
        area,
        Span::styled(number, theme.title),
        Line::styled(remark, theme.dim),
    );
    let inner = block.inner(area);
    block.render(area, frame.buffer_mut());
    let name = match corpus.title(d) {
        Some(title) => text::clean(title),
        None => text::clean(&format!("id {}", corpus.id(d))),
    };
    let bars = (inner.height.saturating_sub(2) / 3).clamp(2, 8);
    let [head, shares, body] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(bars),
        Constraint::Min(1),
    ])
    .areas(inner);
    frame.render_widget(
        Line::styled(text::fit(&name, inner.width.into()), theme.title),
        head,
    );
    let shown = explorer
        .snapshot()
        .and_then(|s| Some((s, s.document.as_ref().filter(|view| view.index == d)?)));
    if let Some((snapshot, view)) = shown {
        draw_shares(explorer, snapshot, view, frame, shares, theme);
    }
    draw_text(explorer, shown, frame, body, theme);
}

fn draw_shares(
    explorer: &Explorer,
    snapshot: &Snapshot,
    view: &DocumentView,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    // The topics of a snapshot and its document may be of different sweeps, but
    // never of different K.
    let mut order: Vec<usize> = (0..view.theta.len().min(snapshot.topics.len())).collect();
    order.sort_by(|&a, &b| view.theta[b].total_cmp(&view.theta[a]).then(a.cmp(&b)));
    let digits = snapshot
        .topics
        .iter()
        .map(|t| t.id)
        .max()
        .unwrap_or(0)
        .to_string()
        .len();
    let columns = usize::from(area.width);
    let bar_room = (columns / 3).max(6);
    for (row, &k) in order.iter().take(area.height.into()).enumerate() {
        let topic = &snapshot.topics[k];
        let share = view.theta[k];
        let colour = theme.topic(topic.id);
        let head = format!("{}{:>digits$} ", theme.marker(topic.id), topic.id);
        let names: Vec<String> = topic
            .words
            .iter()
            .take(8)
            .map(|(w, _)| text::clean(explorer.corpus.vocabulary().word(*w)))
            .collect();
        let used = text::width(&head) + bar_room + 8;
        let line = Line::from(vec![
            Span::styled(head, colour),
            Span::styled(text::pad(&text::bar(share, bar_room), bar_room), colour),
            Span::raw(format!(" {:>6} ", text::percent(share))),
            Span::styled(
                text::fit(&names.join(" "), columns.saturating_sub(used)),
                theme.dim,
            ),
        ]);
        frame.render_widget(
            line,
            Rect {
                y: area.y + row as u16,
                height: 1,
                ..area
            },
        );
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
    let lines = lines(explorer, shown, usize::from(area.width), theme);
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

/// The text in lines of at most `columns` columns.
fn lines(
    explorer: &Explorer,
    shown: Option<(&Arc<Snapshot>, &Arc<DocumentView>)>,
    columns: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    // More topics than colours: colour alone would not tell them apart.
    let many = shown.is_some_and(|(snapshot, _)| snapshot.topics.len() > theme.colours());
    let marks = explorer.marks || many;
    let search = pattern(&explorer.query);
    let mut wrap = Wrap::new(columns);
    let counts = explorer.corpus.text(explorer.reading.index).is_none();
    let topic_of = |token: usize| {
        let (snapshot, view) = shown?;
        snapshot.topics.get(usize::from(*view.topics.get(token)?))
    };
    let mut repeated = 0;
    for (i, atom) in explorer.reading.atoms.iter().enumerate() {
        match atom {
            Atom::Space => wrap.space(),
            Atom::Break => wrap.end_line(),
            Atom::Other(text) => wrap.put(text, theme.text),
            Atom::Dropped(text) => wrap.put(text, theme.dim),
            Atom::Token(text, token) => {
                let topic = topic_of(*token);
                // In a corpus of counts the same word comes several times in a row.
                repeated += 1;
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
                let mark = topic.filter(|_| marks).map(|t| text::superscript(t.id));
                wrap.put(&format!("{text}{times}{}", mark.unwrap_or_default()), style);
                repeated = 0;
            }
        }
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
