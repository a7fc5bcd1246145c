//! The topics: two columns of bars with the numbers of every fraction, the product and the
//! probability.

use crate::engine::Factors;
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::token::Shown;
use crate::tui::panes::topic;
use crate::tui::text::{self, bar, fit, number, pad, percent};
use crate::tui::theme::Theme;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

/// The shortest and the longest bar.
const BARS: (usize, usize) = (4, 40);
/// Words of a topic are shown from so many free columns on.
const WORDS: usize = 18;

/// One topic's numbers.
pub struct Cells {
    /// How much the document likes it.
    pub document: String,
    /// How much it likes the word.
    pub word: String,
    /// Their product.
    pub product: String,
    /// Its share of all products.
    pub probability: String,
    /// What else there is.
    pub more: String,
}

fn cells(shown: &Shown<'_>, k: usize, long: bool) -> Cells {
    let draw = shown.draw;
    let (likes, liked) = (draw.factors.of_document(k), draw.factors.of_word(k));
    let (document, word) = match &draw.factors {
        Factors::Counted(c) if long => (
            format!("{}+{}={}", c.document[k], number(c.alpha[k]), number(likes)),
            format!(
                "({}+{})/({}+{})={}",
                c.word[k],
                number(c.eta),
                c.sizes[k],
                number(c.eta_sum),
                number(liked)
            ),
        ),
        _ => (number(likes), number(liked)),
    };
    let (product, probability) = match shown.hidden {
        true => ("?".to_owned(), "?".to_owned()),
        false => (number(draw.weights[k]), percent(draw.probabilities[k])),
    };
    Cells {
        document,
        word,
        product,
        probability,
        more: String::new(),
    }
}

/// The topics that have a line, by place; all if there is room, else the likeliest, with
/// those that matter now.
fn chosen(explorer: &Explorer, shown: &Shown<'_>, room: usize) -> Vec<usize> {
    let all = shown.draw.topics();
    if all <= room {
        return (0..all).collect();
    }
    let picked = explorer
        .views
        .token
        .quiz
        .map(|quiz| quiz.picked.min(all - 1));
    let p = &shown.draw.probabilities;
    let mut likely: Vec<usize> = (0..all).collect();
    likely.sort_by(|&a, &b| p[b].total_cmp(&p[a]).then(a.cmp(&b)));
    let mut chosen = vec![shown.draw.topic];
    let needed = shown.landed.into_iter().chain(picked);
    for k in needed.chain(likely) {
        if chosen.len() + 1 < room.max(2) && !chosen.contains(&k) {
            chosen.push(k);
        }
    }
    chosen.sort_unstable();
    chosen
}

/// Heads and rows.
pub fn lines(
    explorer: &Explorer,
    shown: &Shown<'_>,
    (room, heads, columns): (usize, usize, usize),
    theme: &Theme,
) -> Vec<Line<'static>> {
    let (draw, factors) = (shown.draw, &shown.draw.factors);
    let chosen = chosen(explorer, shown, room);
    let quiz = explorer.views.token.quiz.filter(|_| shown.hidden);
    let last = draw.topics() - 1;
    let largest = |of: &dyn Fn(usize) -> f64| {
        let values = (0..draw.topics()).map(of);
        values.fold(f64::MIN_POSITIVE, f64::max)
    };
    let most = (
        largest(&|k| factors.of_document(k)),
        largest(&|k| factors.of_word(k)),
    );
    let row = |&k: &usize, long: bool| {
        let picked = quiz.is_some_and(|quiz| quiz.picked.min(last) == k);
        let mark = match (k == draw.topic, shown.landed == Some(k)) {
            _ if picked => "?",
            (true, true) => "±",
            (true, false) => "−",
            (false, true) => "+",
            (false, false) => " ",
        };
        Row {
            id: shown.ids[k],
            mark,
            picked,
            bars: [factors.of_document(k) / most.0, factors.of_word(k) / most.1],
            cells: cells(shown, k, long),
        }
    };
    let formulas = match factors {
        Factors::Counted(_) => [
            "n_dk + α_k",
            "(n_kv + η_v) / (n_k + Ση)",
            "product",
            "p",
            "",
        ],
        Factors::Drawn { .. } => ["θ_dk", "φ_kv", "product", "p", ""],
    };
    let all = |long| chosen.iter().map(|k| row(k, long)).collect();
    let mut lines = table(explorer, all, formulas, (heads, columns), theme);
    let others = draw.topics() - chosen.len();
    if others > 0 {
        let p: f64 = chosen.iter().map(|&k| draw.probabilities[k]).sum();
        let p = match shown.hidden {
            true => "?".to_owned(),
            false => percent((1.0 - p).max(0.0)),
        };
        let text = format!("  {} together {p}", text::count(others, "other"));
        lines.push(Line::styled(fit(&text, columns), theme.dim));
    }
    lines
}

/// One topic.
pub struct Row {
    /// Its id.
    pub id: u32,
    /// What happens to it.
    pub mark: &'static str,
    /// Whether the user picked it.
    pub picked: bool,
    /// How much the document likes it and how much it likes the word, from 0 to 1.
    pub bars: [f64; 2],
    /// The numbers.
    pub cells: Cells,
}

/// Topics in lines; `rows` gives them with long numbers, or with short ones.
pub fn table(
    explorer: &Explorer,
    rows: impl Fn(bool) -> Vec<Row>,
    formulas: [&str; 5],
    (heads, columns): (usize, usize),
    theme: &Theme,
) -> Vec<Line<'static>> {
    let widest = |rows: &[Row], of: fn(&Cells) -> &str, least: usize| {
        let widths = rows.iter().map(|row| text::width(of(&row.cells)));
        widths.max().unwrap_or(0).max(least)
    };
    let widths = |rows: &[Row], long: bool| {
        [
            widest(rows, |c| &c.document, if long { 13 } else { 0 }),
            widest(rows, |c| &c.word, 0),
            widest(rows, |c| &c.product, if long { 7 } else { 0 }),
            widest(rows, |c| &c.probability, 5),
            widest(rows, |c| &c.more, text::width(formulas[4])),
        ]
    };
    let mut found = rows(true);
    let digits = found.iter().map(|row| row.id.to_string().len());
    let digits = digits.max().unwrap_or(1);
    // Mark, marker, id and a space; then spaces between the columns.
    let fixed = 3 + digits;
    let free = |w: &[usize; 5]| {
        let more = w[4] + usize::from(w[4] > 0) * 2;
        columns.checked_sub(fixed + w[..4].iter().sum::<usize>() + more + 7)
    };
    let mut w = widths(&found, true);
    if free(&w).is_none_or(|free| free < 2 * BARS.0) {
        found = rows(false);
        w = widths(&found, false);
    }
    let room = free(&w).unwrap_or(0);
    let names = match room > 4 * BARS.0 + WORDS + 20 {
        true => (room - 4 * BARS.0).min(room / 3).min(40),
        false => 0,
    };
    let bars = ((room - names) / 2).min(BARS.1);
    let bars = if bars < BARS.0 { 0 } else { bars };
    // Without bars there is nothing to keep apart from them.
    let gap = usize::from(bars > 0);
    let halves = [bars + gap + w[0], bars + gap + w[1]];
    let mut lines = head(formulas, (heads, fixed, columns), (halves, w), theme);
    for row in found {
        let style = theme.topic(row.id);
        let bar_of = |share: f64| pad(&bar(share, bars), bars + gap);
        let number = |text: &str, room: usize| Span::styled(pad(text, room), theme.text);
        let right = |text: &str, room: usize| format!("{text:>room$}");
        let Row {
            id, mark, cells, ..
        } = row;
        let mut line = Line::from(vec![
            Span::styled(mark, theme.accent),
            Span::styled(format!("{}{id:>digits$} ", theme.marker(id)), style),
            Span::styled(bar_of(row.bars[0]), style),
            number(&cells.document, w[0]),
            Span::raw("  "),
            Span::styled(bar_of(row.bars[1]), style),
            number(&cells.word, w[1]),
            Span::styled(format!("  {}", right(&cells.product, w[2])), theme.text),
            Span::styled(format!(" {}", right(&cells.probability, w[3])), theme.title),
        ]);
        if w[4] > 0 {
            line.push_span(Span::styled(
                format!("  {}", right(&cells.more, w[4])),
                theme.text,
            ));
        }
        if names > 0 {
            let left = columns.saturating_sub(line.width() + 2);
            let words = topic_words(explorer, id, left);
            line.push_span(Span::styled(format!("  {words}"), theme.dim));
        }
        if row.picked {
            line = line.patch_style(Modifier::REVERSED);
        }
        lines.push(line);
    }
    lines
}

/// The first words of a topic, as far as there is room.
pub fn topic_words(explorer: &Explorer, id: u32, room: usize) -> String {
    let snapshot = explorer.snapshot();
    let topic = snapshot.and_then(|s| s.topics.iter().find(|topic| topic.id == id));
    topic.map_or(String::new(), |topic| {
        topic::names(explorer, topic, 8, room)
    })
}

/// What the columns are: in words, and as formulas.
fn head(
    formulas: [&str; 5],
    (heads, fixed, columns): (usize, usize, usize),
    (halves, widths): ([usize; 2], [usize; 5]),
    theme: &Theme,
) -> Vec<Line<'static>> {
    let document = match halves[0] {
        0..20 => "doc. likes topic",
        _ => "document likes topic",
    };
    let words = [document, "topic likes word", "", "", ""];
    let right = |text: &str, room: usize| {
        let text = fit(text, room);
        pad("", room - text::width(&text)) + &text
    };
    let line = |texts: [&str; 5], style| {
        let text = format!(
            "{}{}  {}  {} {}  {}",
            pad("", fixed),
            pad(texts[0], halves[0]),
            pad(texts[1], halves[1]),
            right(texts[2], widths[2]),
            right(texts[3], widths[3]),
            right(texts[4], widths[4]),
        );
        Line::styled(fit(text.trim_end(), columns), style)
    };
    let mut lines = Vec::new();
    if heads > 1 {
        lines.push(line(words, theme.title));
    }
    if heads > 0 {
        lines.push(line(formulas, theme.dim));
    }
    lines
}
