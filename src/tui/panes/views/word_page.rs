//! The page of a word: its topics, the documents that have it most, and the lines in which
//! it stands, in the colour of its topic there.

use super::{draw_rule, row};
use crate::eval::words::Context;
use crate::session::Fitted;
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::words::{Page, Place};
use crate::tui::layout::{Places, TOPIC_WORDS};
use crate::tui::panes::{document_name, topic};
use crate::tui::text::{self, count, number, percent, thousands};
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// From so many columns on topics and documents stand side by side.
const WIDE: u16 = 130;
/// From so many rows on the topics have a line above them that names their numbers.
const NAMED: u16 = 16;
/// Columns of a topic's bar, at most.
const BAR: usize = 24;

/// Draws the page.
pub fn draw(explorer: &Explorer, page: &Page, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let Some(fitted) = explorer.views.words.fitted() else {
        return;
    };
    let mut head = head(explorer, page, area.width.into(), theme);
    // In a low window the lines are worth more than the last of the numbers.
    head.truncate(usize::from(area.height / 4).max(1));
    let [above, below] =
        Layout::vertical([Constraint::Length(head.len() as u16), Constraint::Min(0)]).areas(area);
    for (y, line) in head.into_iter().enumerate() {
        frame.render_widget(line, row(above, y));
    }
    let mut profile = Vec::new();
    fitted.profiles().fill(page.word, &mut profile);
    profile.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    // A share that rounds to nothing is none to look at.
    profile.retain(|(_, p)| *p >= 5e-4);
    let named = area.height >= NAMED;
    let [mut topics, rule, places] = if area.width >= WIDE {
        let [left, right] =
            Layout::horizontal([Constraint::Fill(2), Constraint::Fill(3)]).areas(below);
        let [rule, places] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(0)]).areas(right);
        [left, rule, places]
    } else {
        let most = (below.height / 3).max(2);
        let rows = (profile.len() as u16).clamp(1, most) + u16::from(named);
        Layout::vertical([
            Constraint::Length(rows),
            Constraint::Length(1),
            Constraint::Min(0),
        ])
        .areas(below)
    };
    if named {
        let right = match fitted.kind.is_gibbs() {
            true => "p(topic|word) and tokens, counted; words of the topic",
            false => "p(topic|word) and tokens, expected; words of the topic",
        };
        draw_rule(("its topics", theme.title), right, frame, topics, theme);
        topics.y += 1;
        topics.height = topics.height.saturating_sub(1);
    }
    draw_topics(explorer, fitted, (page, &profile), frame, topics, theme);
    let at = format!(
        "line {} of {}",
        thousands((page.at + 1).min(page.places.len())),
        thousands(page.places.len())
    );
    draw_rule(
        ("the documents that have it most", theme.title),
        &at,
        frame,
        rule,
        theme,
    );
    draw_places(explorer, fitted, page, frame, places, theme);
}

/// The word and its numbers, on as many lines as they take.
fn head(explorer: &Explorer, page: &Page, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let words = &explorer.views.words;
    let name = text::visible(explorer.corpus.vocabulary().word(page.word));
    let mut parts = Vec::new();
    if let (Some(counts), Some(fitted)) = (words.counts(), words.fitted()) {
        let (tokens, documents) = (counts.tokens(page.word), counts.documents(page.word));
        let (tokens, documents) = (tokens as usize, documents as usize);
        parts.push(count(tokens, "token"));
        let share = percent(documents as f64 / counts.all_documents as f64);
        parts.push(format!("{} ({share})", count(documents, "document")));
        if let Some(entry) = words.entry(page.word) {
            let spread = entry.spread;
            let topics = count(entry.topics as usize, "topic");
            let effective = number(spread.effective_topics());
            parts.push(format!("{topics}, effective {effective}"));
            if let Some(specificity) = spread.specificity(fitted.ids.len()) {
                parts.push(format!("specificity {specificity:.3}"));
            }
            parts.push(format!(
                "distinctiveness {:.3} nats",
                spread.distinctiveness
            ));
            let score = counts.stop_score(page.word, spread);
            parts.push(format!("stop score {score:.3}"));
        } else {
            parts.push("no token".to_owned());
        }
    }
    let own = text::fit(&format!(" {name} "), columns);
    let mut used = text::width(&own);
    let mut lines = vec![Line::from(Span::styled(own, theme.title))];
    for part in parts {
        let part = format!(" {part}  ");
        let wide = text::width(&part);
        if used + wide > columns {
            lines.push(Line::default());
            used = 0;
        }
        if let Some(line) = lines.last_mut() {
            line.push_span(Span::raw(text::fit(&part, columns)));
        }
        used += wide;
    }
    lines
}

fn draw_topics(
    explorer: &Explorer,
    fitted: &Fitted,
    (page, profile): (&Page, &[(usize, f64)]),
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let digits = fitted.ids.iter().max().map_or(1, |id| id.to_string().len());
    let columns = usize::from(area.width);
    let bar = (columns / 4).min(BAR);
    let all = explorer.views.words.counts();
    let all = all.map_or(0, |counts| counts.tokens(page.word));
    let rows = usize::from(area.height);
    for (y, &(k, share)) in profile.iter().take(rows).enumerate() {
        if y + 1 == rows && profile.len() > rows {
            let more = format!("  … {} more topics with less", profile.len() - y);
            let line = Line::styled(text::fit(&more, columns), theme.dim);
            return frame.render_widget(line, row(area, y));
        }
        let id = fitted.ids[k];
        let tokens = match fitted.kind.is_gibbs() {
            true => thousands(fitted.state.count(page.word, k as u16) as usize),
            false => format!("{:.1}", share * f64::from(all)),
        };
        let mut line = Line::from(vec![
            Span::styled(
                format!(
                    " {}{id:>digits$} {} ",
                    theme.marker(id),
                    text::pad(&text::bar(share, bar), bar)
                ),
                theme.topic(id),
            ),
            Span::raw(format!("{:>6}{tokens:>9}  ", percent(share))),
        ]);
        let own = (explorer.snapshot()).and_then(|s| s.topics.iter().find(|t| t.id == id));
        if let Some(own) = own {
            let room = columns.saturating_sub(line.width() + 1);
            let names = topic::names(explorer, own, TOPIC_WORDS, room);
            line.push_span(Span::styled(names, theme.topic(id)));
        }
        frame.render_widget(line, row(area, y));
    }
}

fn draw_places(
    explorer: &Explorer,
    fitted: &Fitted,
    page: &Page,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let (rows, columns) = (usize::from(area.height), usize::from(area.width));
    let from = Places::first_row(page.at, rows, page.places.len());
    for (y, place) in page.places.iter().skip(from).take(rows).enumerate() {
        let selected = from + y == page.at;
        let mut line = match place {
            Place::Document(holder) => {
                let (d, corpus) = (holder.document, &explorer.corpus);
                let counted = format!(
                    ", {} of {}",
                    holder.count,
                    count(corpus.document(d).len(), "token"),
                );
                let room = columns.saturating_sub(text::width(&counted) + 1);
                let name = text::fit(&document_name::numbered(corpus, d), room);
                let style = if selected { Style::new() } else { theme.accent };
                Line::styled(format!(" {name}{counted}"), style)
            }
            Place::Line(d, context) => {
                let token = fitted.corpus.range(*d).start + context.token;
                let topic = fitted.state.z().get(token).map_or(0, |&k| usize::from(k));
                keyword(context, fitted.ids[topic], columns, theme)
            }
            Place::Others(_, others) => {
                let vocabulary = explorer.corpus.vocabulary();
                let other = |&(word, n): &(u32, u32)| format!("{}×{n}", vocabulary.word(word));
                let others: Vec<String> = others.iter().map(other).collect();
                let text = text::clean(&format!("    with {}", others.join(" ")));
                Line::raw(text::fit(&text, columns))
            }
        };
        if selected {
            // The rest of the row too.
            let fill = " ".repeat(columns.saturating_sub(line.width()));
            line.push_span(Span::raw(fill));
            line = line.style(theme.selected);
        }
        frame.render_widget(line, row(area, y));
    }
}

/// The word in the middle, with its topic there.
fn keyword(context: &Context, id: u32, columns: usize, theme: &Theme) -> Line<'static> {
    let word = format!("{}{}", text::clean(&context.word), text::superscript(id));
    let head = format!("  {}", theme.marker(id));
    let used = text::width(&head) + text::width(&word) + 2;
    let room = columns.saturating_sub(used);
    let before = text::fit_end(&text::clean(&context.before), room / 2);
    let fill = (room / 2).saturating_sub(text::width(&before));
    let after = text::fit(&text::clean(&context.after), room - room / 2);
    Line::from(vec![
        Span::styled(format!("{head} "), theme.topic(id)),
        Span::raw(format!("{}{before}", " ".repeat(fill))),
        Span::styled(word, theme.topic(id)),
        Span::raw(after),
    ])
}
