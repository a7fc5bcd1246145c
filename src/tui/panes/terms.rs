//! The corpus without a topic model, on all of the screen: TF-IDF of the selected
//! document, and LSI.

use super::document_name;
use super::frame::full;
use crate::eval::tfidf::Row;
use crate::tui::app::App;
use crate::tui::explorer::{Explorer, Lsi, Weight};
use crate::tui::layout::Places;
use crate::tui::text::{self, thousands};
use crate::tui::theme::Theme;
use crate::tui::wrap;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

/// Below so many columns LSI shows its words without their weights.
const NARROW: u16 = 60;

/// Draws the view.
pub fn draw(app: &App, explorer: &Explorer, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme();
    let title = format!("words of {}, without topics", explorer.name);
    let inner = full(frame, area, &title, Line::default(), theme);
    let [tabs, body] = Layout::vertical([Constraint::Length(1), Constraint::Min(0)]).areas(inner);
    let lsi_shown = explorer.terms.lsi_shown;
    let look = |on: bool| if on { theme.selected } else { theme.dim };
    let line = Line::from(vec![
        Span::styled(" TF-IDF of a document ", look(!lsi_shown)),
        Span::styled(" LSI ", look(lsi_shown)),
    ]);
    frame.render_widget(line, tabs);
    if lsi_shown {
        match explorer.terms.lsi() {
            None => say(
                "computing the singular value decomposition …",
                frame,
                body,
                theme.dim,
            ),
            Some(Err(reason)) => say(reason, frame, body, theme.error),
            Some(Ok(lsi)) => draw_lsi(explorer, lsi, frame, body, theme),
        }
    } else {
        match explorer.terms.row() {
            None => say(
                "counting the documents of each word …",
                frame,
                body,
                theme.dim,
            ),
            Some(Err(reason)) => say(reason, frame, body, theme.error),
            Some(Ok(row)) => draw_document(explorer, row, frame, body, theme),
        }
    }
}

fn say(words: &str, frame: &mut Frame<'_>, area: Rect, style: Style) {
    let columns = usize::from(area.width.saturating_sub(2));
    let lines = wrap::plain(&format!("\n{}", text::clean(words)), columns, style);
    let area = Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(2),
        ..area
    };
    frame.render_widget(Paragraph::new(lines), area);
}

/// A row of an area.
fn row(area: Rect, y: usize) -> Rect {
    Rect {
        y: area.y + y as u16,
        height: 1,
        ..area
    }
}

fn name(explorer: &Explorer, word: u32) -> String {
    text::visible(explorer.corpus.vocabulary().word(word))
}

fn draw_document(
    explorer: &Explorer,
    weights: &[Weight],
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let corpus = &explorer.corpus;
    let columns = usize::from(area.width);
    let d = explorer.documents.selected();
    let sizes = format!(
        " document {} of {}, {} tokens, {} words: ",
        thousands(d + 1),
        thousands(corpus.documents()),
        thousands(corpus.document(d).len()),
        thousands(weights.len())
    );
    let title = text::fit(
        &document_name::title(corpus, d),
        columns.saturating_sub(text::width(&sizes)),
    );
    let [about, formula, header, list] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Min(0),
    ])
    .areas(area);
    let line = Line::from(vec![
        Span::styled(text::fit(&sizes, columns), theme.dim),
        Span::styled(title, theme.title),
    ]);
    frame.render_widget(line, about);
    let words = " weight = tf · idf / √Σ(tf · idf)²; idf = ln((1+D)/(1+df)) + 1";
    frame.render_widget(Line::styled(text::fit(words, columns), theme.dim), formula);
    if weights.is_empty() {
        return say("this document has no word", frame, list, theme.dim);
    }
    // Long words are cut; the bar gets what the numbers leave.
    const NUMBERS: usize = 30;
    let wide = columns.saturating_sub(NUMBERS + 2).min(28);
    let bar = columns.saturating_sub(NUMBERS + wide + 3).min(60);
    let head = format!(
        " {}{:>6}{:>8}{:>7}{:>9}",
        text::pad("word", wide),
        "tf",
        "df",
        "idf",
        "weight"
    );
    frame.render_widget(Line::styled(head, theme.dim), header);
    let rows = usize::from(list.height);
    let from = explorer
        .terms
        .scroll
        .min(weights.len().saturating_sub(rows));
    let largest = weights[0].weight;
    for (y, w) in weights.iter().skip(from).take(rows).enumerate() {
        let word = text::pad(&name(explorer, w.word), wide);
        let (tf, df) = (thousands(w.tf as usize), thousands(w.df as usize));
        let numbers = format!("{tf:>6}{df:>8}{:>7.3}{:>9.4} ", w.idf, w.weight);
        let line = Line::from(vec![
            Span::raw(format!(" {word}{numbers}")),
            Span::styled(text::bar(w.weight / largest, bar), theme.accent),
        ]);
        frame.render_widget(line, row(list, y));
    }
}

fn draw_lsi(explorer: &Explorer, lsi: &Lsi, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let at = explorer.terms.component;
    let Some(shown) = lsi.components.get(at) else {
        return say("no document has a word", frame, area, theme.dim);
    };
    let columns = usize::from(area.width);
    let [about, body] = Layout::vertical([Constraint::Length(1), Constraint::Min(0)]).areas(area);
    let words = " singular values of the TF-IDF matrix, with their share of the sum of squares";
    frame.render_widget(Line::styled(text::fit(words, columns), theme.dim), about);
    // A small screen has room for the words, or for all of the numbers.
    let narrow = area.width < NARROW;
    let value = |text: String| if narrow { String::new() } else { text };
    let [list, ends] = Layout::horizontal([
        Constraint::Length(if narrow { 13 } else { 24 }),
        Constraint::Min(0),
    ])
    .areas(body);
    let head = format!(
        "{:>4}{}{:>8}",
        "no",
        value(format!("{:>10}", "value")),
        "share"
    );
    frame.render_widget(Line::styled(head, theme.dim), row(list, 0));
    let rows = usize::from(list.height.saturating_sub(1));
    let from = Places::first_row(at, rows, lsi.components.len());
    for (y, (i, component)) in (lsi.components.iter().enumerate().skip(from))
        .take(rows)
        .enumerate()
    {
        let share = text::percent(component.value * component.value / lsi.squares);
        let value = value(format!("{:>10.4}", component.value));
        let mut line = Line::raw(format!("{:>4}{value}{share:>8}", i + 1));
        if i == at {
            line = line.style(theme.selected);
        }
        frame.render_widget(line, row(list, y + 1));
    }
    let [positive, negative] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Fill(1)]).areas(ends);
    for (place, sign, end, style) in [
        (positive, '+', &shown.positive, theme.good),
        (negative, '−', &shown.negative, theme.warning),
    ] {
        draw_end(explorer, (sign, end), frame, place, (style, theme));
    }
}

/// The words of one sign.
fn draw_end(
    explorer: &Explorer,
    (sign, end): (char, &Row),
    frame: &mut Frame<'_>,
    area: Rect,
    (style, theme): (Style, &Theme),
) {
    let room = usize::from(area.width.saturating_sub(1));
    let narrow = room < 20;
    let digits = if narrow { 0 } else { 8 };
    let number = explorer.terms.component + 1;
    let head = match end.is_empty() {
        true => format!("no {sign} words"),
        false if narrow => format!("{sign} words"),
        false => format!("{sign} words of component {number}"),
    };
    let head = text::fit(&head, room);
    frame.render_widget(Line::styled(head, theme.dim), row(area, 0));
    let rows = usize::from(area.height.saturating_sub(1));
    let wide = room.saturating_sub(digits).min(30);
    for (y, &(word, weight)) in end.iter().take(rows).enumerate() {
        let name = text::pad(&name(explorer, word), wide);
        let mut line = Line::raw(name);
        if !narrow {
            let size = format!("{sign}{:.3}", weight.abs());
            line.push_span(Span::styled(format!("{size:>digits$}"), style));
        }
        frame.render_widget(line, row(area, y + 1));
    }
}
