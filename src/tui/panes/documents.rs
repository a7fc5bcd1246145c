//! The list of all documents, tens of thousands of them: only the rows on the
//! screen are looked at.
//!
//! ```text
//!  number  tokens  entropy  topics            largest  title or beginning
//!      12      84    1.204  7███████0████3█·  ●7 45%   Rising opera star hides …
//! ```

use super::document_name;
use super::frame::pane;
use super::stacked;
use crate::session::Mixture;
use crate::tui::app::App;
use crate::tui::explorer::{Explorer, Order, Pane, passage_text};
use crate::tui::layout::Places;
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::wrap;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

/// Below so many columns there are no bars.
const BARS: usize = 60;

/// Below so many columns there is one number of a document beside its own.
const NARROW: usize = 50;

/// Draws the pane.
pub fn draw(app: &App, explorer: &Explorer, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme();
    let documents = &explorer.documents;
    let place = documents.place_of(documents.cursor());
    let (title, remark) = heading(explorer, place, usize::from(area.width));
    let block = pane(
        app,
        Some(Pane::Documents),
        area,
        Span::styled(title, theme.title),
        Line::styled(remark, theme.dim),
    );
    let inner = block.inner(area);
    block.render(area, frame.buffer_mut());
    let rows = Places::document_rows(explorer, area);
    let columns = Columns::of(explorer, inner.width.into());
    frame.render_widget(columns.header(theme), inner);
    let first = Places::first_row(place, rows, documents.count());
    for row in 0..rows {
        let Some(d) = documents.at(first + row) else {
            break;
        };
        frame.render_widget(columns.line(explorer, d, theme), at(inner, row + 1));
    }
    let below = Places::passage_rows(explorer, area);
    if below > 0 {
        let room = Rect {
            y: inner.bottom().saturating_sub(below),
            height: below,
            ..inner
        };
        draw_passage(explorer, frame, room, theme);
    }
}

/// The order, and what is in the list, in the longest words that there is room for: that
/// documents are left out must always be seen.
fn heading(explorer: &Explorer, place: usize, columns: usize) -> (String, String) {
    let documents = &explorer.documents;
    let (short, turned) = (by(explorer), documents.is_reversed());
    let long = if turned { ", turned round" } else { "" };
    let mark = if turned { " ▲" } else { "" };
    let titles = [
        format!("4 documents {short}{long}"),
        format!("4 documents {short}{mark}"),
        format!("4 {short}{mark}"),
    ];
    let (place, count) = (place + 1, documents.count());
    let [place, count, all] = [place, count, documents.whole()].map(text::thousands);
    let remarks: Vec<String> = match documents.filter().map(text::clean) {
        None => vec![format!("{place} of {count}"), count],
        Some(query) => {
            let query = |columns| text::fit(&query, columns);
            vec![
                format!("{place} of {count} with '{}' ({all} in all)", query(20)),
                format!("{place} of {count} with '{}'", query(20)),
                format!("{count} with '{}'", query(12)),
                format!("'{}'", query(12)),
            ]
        }
    };
    // The frame and the spaces around both.
    let room = columns.saturating_sub(7);
    let fits = |title: &String, remark: &String| text::width(title) + text::width(remark) < room;
    let pairs = remarks
        .iter()
        .flat_map(|r| titles.iter().map(move |t| (t, r)));
    let found = pairs.clone().find(|(title, remark)| fits(title, remark));
    let (title, remark) = match found.or(pairs.last()) {
        Some((title, remark)) => (title.clone(), remark.clone()),
        None => (short, String::new()),
    };
    let title = text::fit(&title, room.saturating_sub(text::width(&remark) + 1));
    (title, format!(" {remark} "))
}

/// Row `y` of an area.
fn at(area: Rect, y: usize) -> Rect {
    Rect {
        y: area.y + y as u16,
        height: 1,
        ..area
    }
}

/// The order in words.
fn by(explorer: &Explorer) -> String {
    let documents = &explorer.documents;
    match documents.order {
        Order::File => "as in the file".to_owned(),
        Order::Topic(id) => format!("by share of topic {id}"),
        Order::Length => "by length".to_owned(),
        Order::Entropy => "by entropy of θ".to_owned(),
        Order::Change => match documents.since {
            Some(sweep) => {
                format!("by change since sweep {}", text::thousands(sweep as usize))
            }
            None => "by change: after the next sweep".to_owned(),
        },
        Order::Fit => "by fit, the worst first".to_owned(),
        Order::Nearest(d) => format!("nearest to {}", text::thousands(d + 1)),
        Order::Passage(id) => format!("by passage of topic {id}"),
    }
}

/// The columns of the table.
struct Columns {
    /// What the order goes by, where it has a column of its own.
    value: Option<&'static str>,
    /// Whether there is room for the length of a document beside it.
    tokens: bool,
    digits: usize,
    bar: usize,
    all: usize,
}

impl Columns {
    fn of(explorer: &Explorer, all: usize) -> Self {
        let digits = explorer.snapshot().map_or(1, |s| super::topic::digits(s));
        let order = explorer.documents.order;
        Self {
            value: match order {
                Order::File | Order::Length => None,
                Order::Topic(_) => Some("share"),
                Order::Entropy => Some("entropy"),
                Order::Change => Some("change"),
                Order::Fit => Some("fit"),
                Order::Nearest(_) => Some("distance"),
                Order::Passage(_) => Some("of topic"),
            },
            tokens: all >= NARROW || matches!(order, Order::File | Order::Length),
            digits,
            bar: if all < BARS { 0 } else { (all / 5).min(40) },
            all,
        }
    }

    /// Columns of the value.
    fn width(&self) -> usize {
        self.value.map_or(0, |name| text::width(name).max(8))
    }

    /// Marker, number and share of the largest topic.
    fn largest(&self) -> usize {
        (self.digits + 6).max(7)
    }

    fn header(&self, theme: &Theme) -> Line<'static> {
        let mut header = format!("{:>7} ", "number");
        if self.tokens {
            header += "tokens ";
        }
        if let Some(name) = self.value {
            header += &format!("{name:>0$} ", self.width());
        }
        header.push(' ');
        if self.bar > 0 {
            header += &text::pad("topics", self.bar + 1);
        }
        header += &text::pad("largest", self.largest() + 1);
        let room = self.all.saturating_sub(text::width(&header));
        header += text::longest(&["title or beginning", "title"], room);
        Line::styled(header, theme.dim)
    }

    fn line(&self, explorer: &Explorer, d: usize, theme: &Theme) -> Line<'static> {
        let mut head = format!("{:>7} ", d + 1);
        if self.tokens {
            head += &format!("{:>6} ", explorer.corpus.document(d).len());
        }
        if self.value.is_some() {
            let value = explorer.documents.value(d);
            head += &format!("{:>1$} ", written(explorer, value), self.width());
        }
        head.push(' ');
        let mut spans = vec![Span::styled(head, theme.dim)];
        spans.extend(self.mixture(explorer, d, theme));
        let mut line = Line::from(spans);
        let room = self.all.saturating_sub(line.width());
        line.push_span(Span::raw(text::pad(&beginning(explorer, d), room)));
        if d == explorer.documents.cursor() {
            line = line.style(theme.selected);
        }
        line
    }

    /// The bar, and the largest topic; blank until they arrive.
    fn mixture(&self, explorer: &Explorer, d: usize, theme: &Theme) -> Vec<Span<'static>> {
        let snapshot = explorer.snapshot();
        let there = snapshot.and_then(|s| {
            let mixture = s.listed.iter().find(|m| m.index == d);
            let mixture = mixture.or(explorer.documents.mixture(d))?;
            Some((s, mixture)).filter(|(s, m)| s.topics.len() == m.theta.len())
        });
        let room = self.bar + usize::from(self.bar > 0);
        let Some((snapshot, Mixture { theta, .. })) = there else {
            return vec![Span::raw(" ".repeat(room + self.largest() + 1))];
        };
        let mut spans = Vec::new();
        if self.bar > 0 {
            spans = stacked::bar(theta, &snapshot.topics, self.bar, theme);
            spans.push(Span::raw(" "));
        }
        let largest = (0..theta.len())
            .rev()
            .max_by(|&a, &b| theta[a].total_cmp(&theta[b]));
        if let Some(k) = largest {
            let id = snapshot.topics[k].id;
            let share = format!("{:.0}%", 100.0 * theta[k]);
            let name = format!("{1}{id:<0$} {share:>4}", self.digits, theme.marker(id));
            spans.push(Span::styled(
                text::pad(&name, self.largest() + 1),
                theme.topic(id),
            ));
        }
        spans
    }
}

/// What the order goes by, as its kind is written.
fn written(explorer: &Explorer, value: Option<f64>) -> String {
    match (explorer.documents.order, value) {
        (_, None) => "–".to_owned(),
        (Order::Topic(_), Some(share)) => text::percent(share),
        (Order::Passage(_), Some(tokens)) => format!("{tokens:.0}"),
        (_, Some(value)) => format!("{value:.3}"),
    }
}

/// The passage of the document on the bar.
fn draw_passage(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let d = explorer.documents.cursor();
    let columns = usize::from(area.width);
    let rule = "─".repeat(columns);
    frame.render_widget(Line::styled(rule, theme.border), at(area, 0));
    let Some(passage) = explorer.documents.passage(d) else {
        return;
    };
    let style = match explorer.documents.order {
        Order::Passage(id) => theme.topic(id),
        _ => theme.text,
    };
    let (first, last) = (passage.tokens.start + 1, passage.tokens.end);
    let place = format!(
        " document {}, tokens {first} to {last} of {}: ",
        text::thousands(d + 1),
        text::thousands(explorer.corpus.document(d).len())
    );
    frame.render_widget(
        Line::styled(text::fit(&place, columns), theme.dim),
        at(area, 0),
    );
    let lines = wrap::plain(
        &passage_text(&explorer.corpus, d, &passage.tokens, false),
        columns,
        style,
    );
    let room = Rect {
        y: area.y + 1,
        height: area.height - 1,
        ..area
    };
    let rows = usize::from(room.height);
    let more = lines.len() > rows;
    let mut lines = lines;
    lines.truncate(rows);
    if let Some(last) = lines.last_mut().filter(|_| more) {
        let cut = text::fit(&last.to_string(), columns.saturating_sub(2));
        *last = Line::styled(format!("{} …", cut.trim_end_matches('…')), style);
    }
    frame.render_widget(Paragraph::new(lines), room);
}

/// The title; else the id with the first words of the text.
fn beginning(explorer: &Explorer, d: usize) -> String {
    const SHOWN: usize = 160;
    let corpus = &explorer.corpus;
    let name = document_name::title(corpus, d);
    if corpus.title(d).is_some() {
        return name;
    }
    let words = match corpus.text(d) {
        Some(text) => text.chars().take(SHOWN).collect(),
        None => frequent(explorer, d),
    };
    format!("{name}: {}", text::clean(&words))
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
