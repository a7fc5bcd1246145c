//! Documents × words: a dot for every token, in the colour and with the number of its topic.

use super::super::row;
use super::{BESIDE, dot_name, draw_topics, mark};
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::dots::Dotted;
use crate::tui::layout::Places;
use crate::tui::text::{self, count, fit, pad};
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation;

/// A name stands upright where its column has fewer columns of the screen.
const ACROSS: usize = 6;
/// No column is wider.
const WIDEST: usize = 24;
/// Rows of names that stand upright, at most.
const UPRIGHT: usize = 9;

/// Draws the matrix, the topics beside it, and below it what is looked at.
pub fn draw(
    explorer: &Explorer,
    dotted: &Dotted,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    // One line below where that lets every document be seen.
    let rows = usize::from(area.height).saturating_sub(dotted.fitted.corpus.documents());
    let lines = if area.height < 10 || rows == 2 { 1 } else { 2 };
    let below = [Constraint::Min(0), Constraint::Length(lines)];
    let [body, foot] = Layout::vertical(below).areas(area);
    let picture = match area.width >= BESIDE {
        true => {
            let topics = (area.width / 4).clamp(22, 48);
            // The topics stand where the matrix ends.
            let room = Rect {
                width: area.width.saturating_sub(topics + 1),
                ..body
            };
            let wanted = Columns::of(explorer, dotted, room).width(dotted);
            let own = wanted.min(room.width.into()) as u16;
            let beside = [Constraint::Length(own), Constraint::Max(60)];
            let [picture, beside] = Layout::horizontal(beside).spacing(1).areas(body);
            draw_topics(explorer, dotted, frame, beside, theme);
            picture
        }
        false => body,
    };
    draw_dots(explorer, dotted, frame, picture, theme);
    draw_foot(explorer, dotted, frame, foot, theme);
}

/// How columns are laid out.
struct Columns {
    /// Columns of the screen before the first.
    label: usize,
    /// Columns of the screen for each word, a gap among them.
    cell: usize,
    /// Columns of the screen for each dot.
    dot: usize,
    /// Rows of the names; 1 where they lie across.
    head: usize,
}

impl Columns {
    fn of(explorer: &Explorer, dotted: &Dotted, area: Rect) -> Self {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let documents = dotted.fitted.corpus.documents();
        let label = documents.to_string().len() + 1;
        let words = dotted.totals.len().max(1);
        let names = explorer.corpus.vocabulary().words().iter();
        let longest = names.map(|name| text::width(&text::clean(name)));
        let longest = longest.max().unwrap_or(1);
        let room = width.saturating_sub(label) / words;
        let wanted = |dot: usize| (dot * dotted.widest).max(longest.min(12)) + 1;
        let dot = if wanted(2) <= room.min(WIDEST) { 2 } else { 1 };
        let cell = room.min(wanted(dot)).clamp(2, WIDEST);
        let head = match cell >= ACROSS.min(longest + 1) {
            true => 1,
            false => longest.min(UPRIGHT).min(height / 3).max(1),
        };
        Self {
            label,
            cell,
            dot,
            head,
        }
    }

    /// Columns of the screen that all words take.
    fn width(&self, dotted: &Dotted) -> usize {
        self.label + self.cell * dotted.totals.len()
    }
}

fn draw_dots(
    explorer: &Explorer,
    dotted: &Dotted,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let view = &explorer.views.dots;
    let columns = Columns::of(explorer, dotted, area);
    let room = usize::from(area.width).saturating_sub(columns.label);
    let shown = (room / columns.cell).clamp(1, view.words.len().max(1));
    let from = Places::first_row(view.column, shown, view.words.len());
    let to = (from + shown).min(view.words.len());
    let words = view.words.get(from..to).unwrap_or_default();
    draw_names(explorer, words, from, &columns, frame, area, theme);
    let rows = usize::from(area.height).saturating_sub(columns.head);
    let documents = dotted.fitted.corpus.documents();
    let first = Places::first_row(view.row, rows, documents);
    for y in 0..rows {
        let Some(d) = view.document(first + y) else {
            break;
        };
        let picked = first + y == view.row;
        let label = if picked { theme.selected } else { theme.dim };
        let number = format!("{:>width$}", d + 1, width = columns.label - 1);
        let mut line = Line::from(vec![Span::styled(number, label), Span::raw(" ")]);
        for cell in dotted.cells(d, words) {
            dots(explorer, dotted, &cell, &columns, &mut line, theme);
        }
        frame.render_widget(line, row(area, columns.head + y));
    }
}

/// The dots of one cell, or the most frequent topic and how many there are of all.
fn dots(
    explorer: &Explorer,
    dotted: &Dotted,
    cell: &[(usize, usize)],
    columns: &Columns,
    line: &mut Line<'static>,
    theme: &Theme,
) {
    let dot = |k: usize, times: usize| {
        let id = dotted.fitted.ids[k];
        let dot = pad(mark(id, explorer.marks, theme), columns.dot);
        Span::styled(dot.repeat(times), theme.topic(id))
    };
    let before = line.width();
    let all: usize = cell.iter().map(|(_, n)| n).sum();
    if all * columns.dot < columns.cell {
        line.spans.extend(cell.iter().map(|&(k, n)| dot(k, n)));
    } else if let Some(&(k, _)) = cell.iter().max_by_key(|&&(k, n)| (n, std::cmp::Reverse(k))) {
        // In narrow columns the number takes the gap.
        let room = (columns.cell - 1).max(2) - 1;
        let number = all.to_string();
        let number = if number.len() > room {
            "+".into()
        } else {
            number
        };
        line.spans
            .extend([dot(k, 1), Span::styled(number, theme.text)]);
    }
    let used = line.width() - before;
    line.push_span(Span::raw(pad("", columns.cell.saturating_sub(used))));
}

/// The names of the columns, across or upright, that of the column that is looked at marked.
fn draw_names(
    explorer: &Explorer,
    words: &[u32],
    from: usize,
    columns: &Columns,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let look = |at: usize| match from + at == explorer.views.dots.column {
        true => theme.selected,
        false => theme.text,
    };
    for (at, &word) in words.iter().enumerate() {
        let name = text::clean(explorer.corpus.vocabulary().word(word));
        let x = area.x + (columns.label + at * columns.cell) as u16;
        let place = |y: usize, width: usize| Rect {
            x,
            width: width as u16,
            ..row(area, y)
        };
        if columns.head == 1 {
            let name = match columns.cell {
                2 => upright(&name, 1).concat(),
                cell => fit(&name, cell - 1),
            };
            let width = text::width(&name);
            frame.render_widget(Line::styled(name, look(at)), place(0, width));
            continue;
        }
        for (y, letter) in upright(&name, columns.head).into_iter().enumerate() {
            let width = text::width(&letter);
            frame.render_widget(Line::styled(letter, look(at)), place(y, width));
        }
    }
}

/// The letters of a name from the top, at the foot of so many rows.
fn upright(name: &str, rows: usize) -> Vec<String> {
    let mut letters: Vec<String> = name.graphemes(true).map(str::to_owned).collect();
    if letters.len() > rows && rows > 1 {
        letters.truncate(rows - 1);
        letters.push("⋮".to_owned());
    }
    letters.truncate(rows);
    let mut out = vec![" ".to_owned(); rows - letters.len()];
    out.extend(letters);
    out
}

/// The word and the document that are looked at.
fn draw_foot(
    explorer: &Explorer,
    dotted: &Dotted,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let view = &explorer.views.dots;
    let (Some(&word), Some(d)) = (view.words.get(view.column), view.document(view.row)) else {
        return;
    };
    let fitted = &dotted.fitted;
    let state = &fitted.state;
    let name = text::clean(explorer.corpus.vocabulary().word(word));
    let tokens = count(dotted.totals[word as usize] as usize, "token");
    let of = format!(
        " word {name} ({} of {}), {tokens}:",
        view.column + 1,
        view.words.len()
    );
    let of_word = state
        .row(word)
        .map(|entry| (usize::from(entry.topic), entry.count));
    let of_word = (of, of_word.collect());
    let tokens = count(fitted.corpus.document(d).len(), "token");
    let title = fitted.corpus.title(d).map(text::clean).unwrap_or_default();
    let documents = fitted.corpus.documents();
    let of = format!(" document {} of {documents} {title}", d + 1);
    let of = fit(of.trim_end(), usize::from(area.width) / 2);
    let mut counts = Vec::new();
    state.document_counts(&fitted.corpus, d, &mut counts);
    let topics = counts.into_iter().enumerate().filter(|(_, n)| *n > 0);
    let of_document = (format!("{of}, {tokens}:"), topics.collect());
    let halves = match (area.height, area.width >= BESIDE) {
        (1, true) => Layout::horizontal([Constraint::Fill(1); 2]).split(area),
        _ => Layout::vertical([Constraint::Length(1); 2]).split(area),
    };
    for ((of, topics), &area) in [of_word, of_document].into_iter().zip(halves.iter()) {
        let line = counted(explorer, dotted, (&of, theme.text), topics, area, theme);
        frame.render_widget(line, area);
    }
}

/// A text, and after it how many tokens each topic has, the most first.
fn counted(
    explorer: &Explorer,
    dotted: &Dotted,
    (of, look): (&str, Style),
    mut topics: Vec<(usize, u32)>,
    area: Rect,
    theme: &Theme,
) -> Line<'static> {
    let columns = usize::from(area.width);
    topics.sort_by_key(|&(k, n)| (std::cmp::Reverse(n), k));
    let mut line = Line::styled(fit(of, columns), look);
    for (k, n) in topics {
        let id = dotted.fitted.ids[k];
        let name = dot_name(id, explorer.marks, theme);
        let span = Span::styled(format!(" {name} × {n} "), theme.topic(id));
        if line.width() + span.width() > columns {
            break;
        }
        line.push_span(span);
    }
    line
}
