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

/// One topic's texts.
struct Cells {
    document: String,
    word: String,
    product: String,
    probability: String,
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
    }
}

/// The topics that have a line, by place; all if there is room, else the likeliest, with
/// those that matter now.
fn chosen(explorer: &Explorer, shown: &Shown<'_>, room: usize) -> Vec<usize> {
    let all = shown.draw.topics();
    if all <= room {
        return (0..all).collect();
    }
    let picked = explorer.views.token.quiz.map(|quiz| quiz.picked.min(all - 1));
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
    let chosen = chosen(explorer, shown, room);
    let digits = shown.ids.iter().max().map_or(1, |id| id.to_string().len());
    let all = |long| -> Vec<Cells> { chosen.iter().map(|&k| cells(shown, k, long)).collect() };
    let widest = |rows: &[Cells], of: fn(&Cells) -> &str| {
        let widths = rows.iter().map(|row| text::width(of(row)));
        widths.max().unwrap_or(0)
    };
    let widths = |rows: &[Cells], long: bool| {
        [
            widest(rows, |c| &c.document).max(if long { 13 } else { 0 }),
            widest(rows, |c| &c.word),
            widest(rows, |c| &c.product).max(7),
            widest(rows, |c| &c.probability).max(6),
        ]
    };
    // Mark, id, and a space or two after every column.
    let fixed = 2 + digits + 1;
    let free = |w: &[usize; 4]| columns.checked_sub(fixed + w.iter().sum::<usize>() + 7);
    let mut rows = all(true);
    let mut w = widths(&rows, true);
    if free(&w).is_none_or(|free| free < 2 * BARS.0) {
        rows = all(false);
        w = widths(&rows, false);
    }
    let room = free(&w).unwrap_or(0);
    let names = match room > 4 * BARS.0 + WORDS + 20 {
        true => (room - 4 * BARS.0).min(room / 3).min(40),
        false => 0,
    };
    let bars = ((room - names) / 2).min(BARS.1);
    let bars = if bars < BARS.0 { 0 } else { bars };
    let largest = |of: &dyn Fn(usize) -> f64| {
        let values = (0..shown.draw.topics()).map(of);
        values.fold(f64::MIN_POSITIVE, f64::max)
    };
    let factors = &shown.draw.factors;
    let most = (
        largest(&|k| factors.of_document(k)),
        largest(&|k| factors.of_word(k)),
    );
    let (first, second) = (bars + 1 + w[0], bars + 1 + w[1]);
    let mut lines = head(shown, (heads, fixed, columns), [first, second, w[2], w[3]], theme);
    let quiz = explorer.views.token.quiz.filter(|_| shown.hidden);
    let last = shown.draw.topics() - 1;
    for (&k, cells) in chosen.iter().zip(&rows) {
        let id = shown.ids[k];
        let style = theme.topic(id);
        let picked = quiz.is_some_and(|quiz| quiz.picked.min(last) == k);
        let mark = match (k == shown.draw.topic, shown.landed == Some(k)) {
            _ if picked => "?",
            (true, true) => "±",
            (true, false) => "−",
            (false, true) => "+",
            (false, false) => " ",
        };
        let bar_of = |value: f64, most: f64| pad(&bar(value / most, bars), bars);
        let number = |text: &str, room: usize| Span::styled(pad(text, room), theme.text);
        let right = |text: &str, room: usize| format!("{text:>room$}");
        let mut line = Line::from(vec![
            Span::styled(mark, theme.accent),
            Span::styled(format!("{}{id:>digits$} ", theme.marker(id)), style),
            Span::styled(bar_of(factors.of_document(k), most.0), style),
            Span::raw(" "),
            number(&cells.document, w[0]),
            Span::raw("  "),
            Span::styled(bar_of(factors.of_word(k), most.1), style),
            Span::raw(" "),
            number(&cells.word, w[1]),
            Span::styled(format!("  {}", right(&cells.product, w[2])), theme.text),
            Span::styled(format!(" {}", right(&cells.probability, w[3])), theme.title),
        ]);
        if names > 0 {
            let left = columns.saturating_sub(line.width() + 2);
            let words = topic_words(explorer, id, left);
            line.push_span(Span::styled(format!("  {words}"), theme.dim));
        }
        if picked {
            line = line.patch_style(Modifier::REVERSED);
        }
        lines.push(line);
    }
    let others = shown.draw.topics() - chosen.len();
    if others > 0 {
        let p: f64 = chosen.iter().map(|&k| shown.draw.probabilities[k]).sum();
        let p = match shown.hidden {
            true => "?".to_owned(),
            false => percent((1.0 - p).max(0.0)),
        };
        let text = format!("  {} together {p}", text::count(others, "other"));
        lines.push(Line::styled(fit(&text, columns), theme.dim));
    }
    lines
}

/// The first words of a topic, as far as there is room.
pub fn topic_words(explorer: &Explorer, id: u32, room: usize) -> String {
    let snapshot = explorer.snapshot();
    let topic = snapshot.and_then(|s| s.topics.iter().find(|topic| topic.id == id));
    let names = topic.map_or(String::new(), |topic| topic::names(explorer, topic, 8));
    fit(&names, room)
}

/// What the columns are: in words, and as formulas.
fn head(
    shown: &Shown<'_>,
    (heads, fixed, columns): (usize, usize, usize),
    widths: [usize; 4],
    theme: &Theme,
) -> Vec<Line<'static>> {
    let formulas = match &shown.draw.factors {
        Factors::Counted(_) => ["n_dk + α_k", "(n_kv + η_v) / (n_k + Ση)"],
        Factors::Drawn { .. } => ["θ_dk", "φ_kv"],
    };
    let words = ["document likes topic", "topic likes word"];
    let line = |texts: [&str; 2], rest: [&str; 2], style| {
        let first = pad(texts[0], widths[0]);
        let second = pad(texts[1], widths[1]);
        let [product, p] = [2, 3].map(|at| (rest[at - 2], widths[at]));
        let text = format!(
            "{}{first}  {second}  {:>pw$} {:>qw$}",
            pad("", fixed),
            fit(product.0, product.1),
            fit(p.0, p.1),
            pw = product.1,
            qw = p.1
        );
        Line::styled(fit(&text, columns), style)
    };
    let mut lines = Vec::new();
    if heads > 1 {
        lines.push(line(words, ["", ""], theme.title));
    }
    if heads > 0 {
        lines.push(line(formulas, ["product", "p"], theme.dim));
    }
    lines
}
