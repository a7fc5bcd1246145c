//! The list of all documents, tens of thousands of them: only the rows on the
//! screen are looked at.

use super::frame::pane;
use crate::tui::app::App;
use crate::tui::explorer::{Explorer, Order, Pane};
use crate::tui::layout::Places;
use crate::tui::text;
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

/// Draws the pane.
pub fn draw(app: &App, explorer: &Explorer, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme();
    let documents = &explorer.documents;
    let by = match documents.order {
        Order::File => "as in the file".to_owned(),
        Order::Topic(id) => format!("by share of topic {id}"),
        Order::Length => "by length".to_owned(),
    };
    let place = documents.place_of(documents.cursor());
    let remark = format!(
        " {} of {} ",
        text::thousands(place + 1),
        text::thousands(documents.count())
    );
    let block = pane(
        app,
        Some(Pane::Documents),
        area,
        Span::styled(format!("4 documents {by}"), theme.title),
        Line::styled(remark, theme.dim),
    );
    let inner = block.inner(area);
    block.render(area, frame.buffer_mut());
    let rows = usize::from(inner.height.saturating_sub(1));
    let columns = usize::from(inner.width);
    let header = format!(
        "{:>7} {:>7} {:>8}  title or beginning",
        "number", "tokens", "share"
    );
    frame.render_widget(Line::styled(text::fit(&header, columns), theme.dim), inner);
    let first = Places::first_row(place, rows, documents.count());
    for row in 0..rows {
        let Some(d) = documents.at(first + row) else {
            break;
        };
        let line = line(explorer, d, first + row, columns, theme);
        frame.render_widget(
            line,
            Rect {
                y: inner.y + 1 + row as u16,
                height: 1,
                ..inner
            },
        );
    }
}

fn line(
    explorer: &Explorer,
    d: usize,
    place: usize,
    columns: usize,
    theme: &Theme,
) -> Line<'static> {
    let corpus = &explorer.corpus;
    let share = explorer
        .documents
        .share(place)
        .map_or(String::new(), text::percent);
    let tokens = corpus.document(d).len();
    let head = format!("{:>7} {:>7} {share:>8}  ", d + 1, tokens);
    let name = beginning(explorer, d);
    let mut line = Line::from(vec![
        Span::styled(head.clone(), theme.dim),
        Span::raw(text::pad(&name, columns.saturating_sub(text::width(&head)))),
    ]);
    if d == explorer.documents.cursor() {
        line = line.style(theme.selected);
    }
    line
}

/// The title; else the id with the first words of the text.
fn beginning(explorer: &Explorer, d: usize) -> String {
    const SHOWN: usize = 160;
    let corpus = &explorer.corpus;
    if let Some(title) = corpus.title(d) {
        return text::clean(title);
    }
    let words = match corpus.text(d) {
        Some(text) => text.chars().take(SHOWN).collect(),
        None => frequent(explorer, d),
    };
    text::clean(&format!("{}: {words}", corpus.id(d)))
}

/// The most frequent words among the first of a document, for a corpus without
/// texts: every row is made anew for every picture.
fn frequent(explorer: &Explorer, d: usize) -> String {
    const LOOKED_AT: usize = 4_096;
    let tokens = explorer.corpus.document(d);
    let mut words = tokens[..tokens.len().min(LOOKED_AT)].to_vec();
    words.sort_unstable();
    let mut counts: Vec<(usize, u32)> = words
        .chunk_by(|a, b| a == b)
        .map(|run| (run.len(), run[0]))
        .collect();
    counts.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let shown: Vec<String> = counts
        .iter()
        .take(12)
        .map(|&(count, word)| match count {
            1 => explorer.corpus.vocabulary().word(word).to_owned(),
            _ => format!("{}×{count}", explorer.corpus.vocabulary().word(word)),
        })
        .collect();
    shown.join(" ")
}
