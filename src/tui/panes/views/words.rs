//! The vocabulary as a table, and candidates for stopping.
//!
//! ```text
//!   all words   stop candidates                              1,490 words
//!  word         tokens▼ documents        topics effective  spec.  most in
//!  bank              36        28  16.4%      2     1.332  0.862  ●5  91.7%
//! ```

use super::{row, say, word_page};
use crate::eval::words::{Entry, Sort};
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::words::Words;
use crate::tui::layout::Places;
use crate::tui::text::{self, percent, thousands};
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Columns of a word, from and to.
const NAME: [usize; 2] = [12, 32];
/// From so many columns on a strip shows all topics of a word.
const STRIP: usize = 16;

/// A column of the table.
struct Column {
    name: &'static str,
    width: usize,
    /// What it is sorted by, where it can be.
    sort: Option<Sort>,
    /// Those with the largest numbers go first where there is little room.
    goes: u8,
    value: fn(&Words, u32, &Entry) -> String,
}

const fn column(
    name: &'static str,
    width: usize,
    (sort, goes): (Option<Sort>, u8),
    value: fn(&Words, u32, &Entry) -> String,
) -> Column {
    Column {
        name,
        width,
        sort,
        goes,
        value,
    }
}

const ALL: [Column; 6] = [
    column("tokens", 10, (Some(Sort::Tokens), 0), |words, word, _| {
        count(words, word).map_or_else(String::new, |(tokens, _)| thousands(tokens))
    }),
    column(
        "documents",
        11,
        (Some(Sort::Documents), 2),
        |words, word, _| {
            count(words, word).map_or_else(String::new, |(_, documents)| thousands(documents))
        },
    ),
    column("of all", 7, (None, 4), document_share),
    column("topics", 8, (Some(Sort::Topics), 3), |_, _, entry| {
        entry.topics.to_string()
    }),
    column("effective", 10, (None, 5), effective),
    column(
        "spec.",
        7,
        (Some(Sort::Specificity), 1),
        |words, _, entry| {
            let topics = words.fitted().map(|fitted| fitted.ids.len());
            value(topics.and_then(|topics| entry.spread.specificity(topics)))
        },
    ),
];

const STOPS: [Column; 6] = [
    column("score", 8, (Some(Sort::Stop), 0), |words, word, entry| {
        let counts = words.counts();
        value(counts.map(|counts| counts.stop_score(word, entry.spread)))
    }),
    column("documents", 11, (None, 1), document_share),
    column("evenness", 9, (None, 2), |_, _, entry| {
        value(Some(entry.spread.evenness()))
    }),
    column("effective", 10, (None, 5), effective),
    column("tokens", 8, (None, 3), |words, word, _| {
        let own = count(words, word).zip(words.counts());
        small(own.map(|((tokens, _), all)| tokens as f64 / all.all_tokens as f64))
    }),
    column("information", 12, (None, 4), |words, word, _| {
        small(words.information_share(word))
    }),
];

fn count(words: &Words, word: u32) -> Option<(usize, usize)> {
    let counts = words.counts()?;
    Some((
        counts.tokens(word) as usize,
        counts.documents(word) as usize,
    ))
}

fn document_share(words: &Words, word: u32, _: &Entry) -> String {
    let own = count(words, word).zip(words.counts());
    own.map_or_else(String::new, |((_, documents), all)| {
        percent(documents as f64 / all.all_documents as f64)
    })
}

fn effective(_: &Words, _: u32, entry: &Entry) -> String {
    value(Some(entry.spread.effective_topics()))
}

/// Four digits or so; what is undefined is a dash.
fn value(value: Option<f64>) -> String {
    match value {
        None => "–".to_owned(),
        Some(v) if v >= 10.0 => format!("{v:.2}"),
        Some(v) => format!("{v:.3}"),
    }
}

/// A share that is mostly small.
fn small(share: Option<f64>) -> String {
    share.map_or_else(|| value(None), |share| format!("{:.3}%", 100.0 * share))
}

/// Draws the view.
pub fn draw(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let words = &explorer.views.words;
    if let Some(page) = &words.page {
        return word_page::draw(explorer, page, frame, area, theme);
    }
    draw_tabs(words, frame, row(area, 0), theme);
    let table = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(1),
        ..area
    };
    if words.is_empty() {
        let query = text::clean(&words.query);
        let why = format!("no word holds '{query}'; / looks for another text, esc shows all");
        return say(&why, frame, table, theme.dim);
    }
    draw_table(explorer, frame, table, theme);
}

fn draw_tabs(words: &Words, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let style = |on: bool| if on { theme.selected } else { theme.dim };
    let tabs = Line::from(vec![
        Span::raw(" "),
        Span::styled(" all words ", style(!words.stops)),
        Span::styled(" stop candidates ", style(words.stops)),
    ]);
    let room = usize::from(area.width).saturating_sub(tabs.width() + 1);
    let (long, short) = (text::count(words.len(), "word"), thousands(words.len()));
    let query = text::clean(&words.query);
    let forms = match words.query.is_empty() {
        true => [long, short],
        false => [
            format!("{long} with '{query}'"),
            format!("'{query}' {short}"),
        ],
    };
    let fits = forms.iter().find(|form| text::width(form) < room);
    let right = format!("{} ", fits.unwrap_or(&forms[1]));
    let right = Line::styled(text::fit(&right, room), theme.accent);
    frame.render_widget(tabs, area);
    frame.render_widget(right.right_aligned(), area);
}

/// The columns that fit beside the words, and what is left for these.
fn shown(columns: &'static [Column], sort: Sort, room: usize) -> (Vec<&'static Column>, usize) {
    let mut shown: Vec<&Column> = columns.iter().collect();
    loop {
        let taken: usize = shown.iter().map(|c| c.width).sum();
        let left = room.saturating_sub(taken);
        if left >= NAME[0] {
            return (shown, left);
        }
        // The column that is sorted by stays.
        let others = shown.iter().filter(|c| c.sort != Some(sort));
        match others.map(|c| c.goes).max() {
            Some(goes) => shown.retain(|c| c.goes != goes || c.sort == Some(sort)),
            None => return (shown, left),
        }
    }
}

fn draw_table(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let words = &explorer.views.words;
    let Some((fitted, counts)) = words.fitted().zip(words.counts()) else {
        return;
    };
    let digits = fitted.ids.iter().max().map_or(1, |id| id.to_string().len());
    let main = digits + 10;
    let (all, sort) = match words.stops {
        true => (&STOPS, Sort::Stop),
        false => (&ALL, words.sort),
    };
    let columns = usize::from(area.width).saturating_sub(main + 2);
    let (columns, left) = shown(all, sort, columns);
    let name = left.min(NAME[1]);
    let strip = match left - name {
        room if room > STRIP => room - 2,
        _ => 0,
    };
    let mark = |own: Option<Sort>| match (own == Some(sort), words.reverse) {
        (false, _) => "",
        (true, false) => "▼",
        (true, true) => "▲",
    };
    let style = |own: Option<Sort>| match own == Some(sort) {
        true => theme.accent,
        false => theme.dim,
    };
    let by_word = Some(Sort::Word);
    let mut head = vec![Span::styled(
        text::pad(&format!(" word{}", mark(by_word)), name + 1),
        style(by_word),
    )];
    for column in &columns {
        let (title, width) = (
            format!("{}{}", column.name, mark(column.sort)),
            column.width,
        );
        head.push(Span::styled(format!("{title:>width$}"), style(column.sort)));
    }
    let most = match fitted.kind.is_gibbs() {
        true => "counted in",
        false => "expected",
    };
    head.push(Span::styled(format!("{most:>main$}"), theme.dim));
    if strip > 0 {
        head.push(Span::styled("  topics of the word", theme.dim));
    }
    frame.render_widget(Line::from(head), row(area, 0));
    let rows = usize::from(area.height.saturating_sub(1));
    let from = Places::first_row(words.at(), rows, words.len());
    let profiles = fitted.profiles();
    let mut profile = Vec::new();
    for (y, word) in words.window(from..from + rows).into_iter().enumerate() {
        let own = text::visible(explorer.corpus.vocabulary().word(word));
        let mut spans = vec![Span::raw(format!(" {}", text::pad(&own, name)))];
        match profiles.entry(word, counts.tokens(word), &mut profile) {
            Some(entry) => {
                for column in &columns {
                    let width = column.width;
                    let value = (column.value)(words, word, &entry);
                    spans.push(Span::raw(format!("{value:>width$}")));
                }
                let id = fitted.ids[entry.main];
                let share = percent(entry.main_share);
                let text = format!("{}{id:>digits$} {share:>6}", theme.marker(id));
                spans.push(Span::styled(format!("{text:>main$}"), theme.topic(id)));
                if strip > 0 {
                    spans.push(Span::raw("  "));
                    spans.extend(parts(&profile, &fitted.ids, strip, theme));
                }
            }
            None => spans.push(Span::styled("  no token", theme.dim)),
        }
        let mut line = Line::from(spans);
        if from + y == words.at() {
            line = line.style(theme.selected);
        }
        frame.render_widget(line, row(area, y + 1));
    }
}

/// All topics of a word beside each other, the largest first, each with its number where
/// there is room for it.
fn parts(
    profile: &[(usize, f64)],
    ids: &[u32],
    columns: usize,
    theme: &Theme,
) -> Vec<Span<'static>> {
    let mut sorted = profile.to_vec();
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let (mut spans, mut sum, mut used) = (Vec::new(), 0.0, 0);
    for (k, p) in sorted {
        sum += p;
        let end = ((sum * columns as f64).round() as usize).min(columns);
        if end == used {
            continue;
        }
        let id = ids[k];
        let label = format!("{}{id}", theme.marker(id));
        let part = match text::width(&label) < end - used {
            true => label,
            false => theme.marker(id).to_owned(),
        };
        let fill = "━".repeat((end - used).saturating_sub(text::width(&part)));
        spans.push(Span::styled(format!("{part}{fill}"), theme.topic(id)));
        used = end;
    }
    spans
}
