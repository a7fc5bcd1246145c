//! The text of a lesson beside the panes, its questions, and the list of lessons.

use super::frame::popup;
use crate::plain::clean_lines;
use crate::session::lesson::shown;
use crate::tui::app::App;
use crate::tui::lesson::{Lessons, Phase, Playing, Quiz, Room};
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::wrap;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

/// Below so many columns keys are named without what they do.
const NARROW: usize = 60;
/// Columns beside a text: the frame, and a space on each side.
const BESIDE: u16 = 4;

/// The last line that the text can be scrolled to.
pub fn last(app: &App) -> usize {
    let Some(playing) = &app.lesson else {
        return 0;
    };
    let panel = Room::of(app.size).panel;
    let lines = lines(
        app,
        playing,
        usize::from(panel.width.saturating_sub(BESIDE)),
    );
    lines
        .len()
        .saturating_sub(usize::from(panel.height.saturating_sub(2)))
}

/// What stands in the panel, line by line.
fn lines(app: &App, playing: &Playing, columns: usize) -> Vec<Line<'static>> {
    let theme = app.theme();
    let language = playing.course.language.as_str();
    let plain = |words: &str, style| wrap::plain(&clean_lines(words), columns, style);
    let mut lines = Vec::new();
    match &playing.answered {
        None => lines.extend(plain(playing.step().say.get(language), theme.text)),
        Some(answered) => {
            let (word, style) = match (
                answered.right,
                playing.question().is_some_and(|q| q.is_prediction()),
            ) {
                (true, false) => ("Right.", theme.good),
                (true, true) => ("You were right.", theme.good),
                (false, _) => ("It came otherwise.", theme.warning),
            };
            let because = playing.question().and_then(|question| question.because());
            let said = [
                answered.remark.as_deref(),
                because.map(|text| text.get(language)),
            ];
            let said: Vec<&str> = said.into_iter().flatten().collect();
            lines.extend(plain(&format!("{word} {}", said.join(" ")), style));
            if let Some(then) = &playing.step().then {
                lines.extend(plain(then.get(language), theme.text));
            }
        }
    }
    if playing.phase == Phase::There {
        for (check, (claim, got)) in playing.checked() {
            let name = check.say.as_ref().map_or_else(
                || claim.value.to_string(),
                |say| say.get(language).to_owned(),
            );
            let (mark, style, end) = match got {
                Ok(value) if claim.is.holds(*value) => ("✓", theme.good, shown(*value)),
                Ok(value) => (
                    "✗",
                    theme.warning,
                    format!("{} (should be {})", shown(*value), claim.is),
                ),
                Err(why) => ("✗", theme.warning, why.clone()),
            };
            lines.extend(plain(&format!("{mark} {name}: {end}"), style));
        }
        if playing
            .findings
            .iter()
            .any(|(claim, got)| !got.as_ref().is_ok_and(|&x| claim.is.holds(x) == claim.so))
        {
            lines.extend(plain(
                "The chain was changed on the way: ⌫ and ⏎ do the step again.",
                theme.dim,
            ));
        }
    }
    lines
}

/// What can be done next.
fn next(app: &App, playing: &Playing) -> String {
    if playing.asks() {
        return "⏎ question".into();
    }
    match playing.waits_for(app.explorer()) {
        Some(what) => what,
        None if playing.is_over() => "⏎ ends the lesson".into(),
        None => "⏎ next".into(),
    }
}

/// Draws the panel.
pub fn draw(app: &App, playing: &Playing, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme();
    frame.render_widget(Clear, area);
    frame.buffer_mut().set_style(area, theme.text);
    let width = usize::from(area.width);
    let lesson = &playing.course.lesson;
    let at = format!(" {}/{} ", playing.step + 1, lesson.steps.len());
    let room = width.saturating_sub(text::width(&at) + 4);
    let title = format!(
        " {} ",
        text::fit(
            &text::clean(lesson.title.get(&playing.course.language)),
            room.saturating_sub(2)
        )
    );
    let columns = usize::from(area.width.saturating_sub(BESIDE));
    let lines = lines(app, playing, columns);
    let rows = usize::from(area.height.saturating_sub(2));
    let scroll = playing.scroll.min(lines.len().saturating_sub(rows));
    let more = lines.len() > rows;
    let keys = match (width < NARROW, more) {
        (false, false) => " ⌫ back · esc leave ",
        (false, true) => " ⌫ back · esc leave · ^n ^p text ",
        (true, false) => " ⌫ · esc ",
        (true, true) => " ⌫ · esc · ^n ^p ",
    };
    let next = format!(
        " {} ",
        text::fit(
            &text::clean(&next(app, playing)),
            width.saturating_sub(text::width(keys) + 6)
        )
    );
    let block = Block::bordered()
        .border_style(theme.focus)
        .title(Line::styled(title, theme.title))
        .title(Line::styled(at, theme.dim).right_aligned())
        .title_bottom(Line::styled(next, theme.accent))
        .title_bottom(Line::styled(keys, theme.dim).right_aligned());
    let inner = block.inner(area);
    block.render(area, frame.buffer_mut());
    let inner = Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        ..inner
    };
    let shown: Vec<Line<'static>> = lines.into_iter().skip(scroll).take(rows).collect();
    frame.render_widget(Paragraph::new(shown), inner);
}

/// Draws a question over the lower part of the screen, where the text stood.
pub fn draw_quiz(quiz: &Quiz, language: &str, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let panel = Room::of((area.width, area.height)).panel;
    let width = panel.width;
    let columns = usize::from(width.saturating_sub(BESIDE));
    let plain = |words: &str, style| wrap::plain(&clean_lines(words), columns, style);
    let mut lines = plain(quiz.question.ask().get(language), theme.text);
    for (place, answer) in quiz.question.answers().iter().enumerate() {
        let chosen = place == quiz.cursor;
        let style = if chosen { theme.selected } else { theme.text };
        let own = wrap::plain(
            &text::clean(answer.say.get(language)),
            columns.saturating_sub(2),
            style,
        );
        for (row, mut line) in own.into_iter().enumerate() {
            let mark = if row == 0 && chosen { "▸ " } else { "  " };
            line.spans.insert(0, Span::styled(mark, style));
            lines.push(line);
        }
    }
    let mut cursor = None;
    if let Some(input) = &quiz.input {
        let (value, column) = input.line();
        let (shown, skipped) = text::skip(value, (column + 9).saturating_sub(columns));
        cursor = Some((lines.len() as u16, (8 + column - skipped) as u16));
        lines.push(Line::from(vec![
            Span::styled("answer: ", theme.accent),
            Span::raw(text::fit(shown, columns.saturating_sub(8))),
        ]));
        match &input.error {
            Some(error) => lines.extend(plain(error, theme.error)),
            None => lines.extend(plain(input.help, theme.dim)),
        }
    }
    if let Some(remark) = &quiz.remark {
        lines.extend(plain(&format!("✗ {remark}"), theme.warning));
    }
    let height = (lines.len() as u16 + 2)
        .max(panel.height.min(area.height))
        .min(area.height);
    let place = Rect {
        x: area.right() - width,
        y: area.bottom() - height,
        width,
        height,
    };
    frame.render_widget(Clear, place);
    frame.buffer_mut().set_style(place, theme.text);
    let keys = if quiz.input.is_some() {
        " ⏎ answers · esc looks again "
    } else {
        " ↑↓ ⏎ answers · esc looks again "
    };
    let block = Block::bordered()
        .border_style(theme.focus)
        .title(Line::styled(" question ", theme.title))
        .title_bottom(Line::from(keys).right_aligned());
    let inner = block.inner(place);
    block.render(place, frame.buffer_mut());
    let inner = Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        ..inner
    };
    frame.render_widget(Paragraph::new(lines), inner);
    if let Some((row, column)) = cursor {
        let x = (inner.x + column).min(inner.right().saturating_sub(1));
        frame.set_cursor_position(Position::new(
            x,
            (inner.y + row).min(inner.bottom().saturating_sub(1)),
        ));
    }
}

/// Draws the list of lessons, and below it what the selected one teaches.
pub fn draw_list(
    lessons: &Lessons,
    language: &str,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    const ABOUT: u16 = 4;
    let width = area.width.min(80);
    let columns = usize::from(width.saturating_sub(BESIDE));
    let all = lessons.all.len();
    let height = (all as u16 + ABOUT + 2).min(area.height);
    let rows = usize::from(height.saturating_sub(ABOUT + 2)).max(1);
    let first = crate::tui::layout::Places::first_row(lessons.cursor, rows, all);
    let line = |(place, lesson): (usize, &crate::session::lesson::Lesson)| {
        let end = format!("{} steps, {} min", lesson.steps.len(), lesson.minutes);
        let name = format!(
            "{:>2} {}",
            place + 1,
            text::clean(lesson.title.get(language))
        );
        let line = Line::from(format!(
            " {} {end} ",
            text::pad(
                &text::fit(&name, columns.saturating_sub(text::width(&end) + 1)),
                columns.saturating_sub(text::width(&end) + 1)
            )
        ));
        if place == lessons.cursor {
            line.style(theme.selected)
        } else {
            line
        }
    };
    let mut lines: Vec<Line<'static>> = lessons
        .all
        .iter()
        .enumerate()
        .skip(first)
        .take(rows)
        .map(line)
        .collect();
    lines.push(Line::default());
    if let Some(lesson) = lessons.all.get(lessons.cursor) {
        let about = wrap::plain(
            &text::clean(lesson.summary.get(language)),
            columns,
            theme.dim,
        );
        lines.extend(
            about
                .into_iter()
                .take(usize::from(ABOUT) - 1)
                .map(|mut line| {
                    line.spans.insert(0, Span::raw(" "));
                    line
                }),
        );
    }
    let inner = popup(
        frame,
        area,
        (width, height),
        ("lessons", " ⏎ starts it · esc leaves "),
        theme,
    );
    frame.render_widget(Paragraph::new(lines), inner);
}

/// Asks whether the lesson is to be left.
pub fn draw_leave(frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let width = area.width.min(40);
    let inner = popup(
        frame,
        area,
        (width, 3),
        ("leave the lesson?", " ⏎ leaves it · esc goes on "),
        theme,
    );
    frame.render_widget(Line::styled(" The chain stays as it is.", theme.dim), inner);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::lesson::{Question, bundled};
    use ratatui::style::Style;

    /// Inside the panel at 80×24.
    const COLUMNS: usize = 76;
    const ROWS: usize = 6;

    fn rows(words: &str) -> usize {
        wrap::plain(words, COLUMNS, Style::new()).len()
    }

    /// Every text of every language fits into the panel at 80×24 with the checks under it,
    /// and a question leaves the panes in sight.
    #[test]
    fn no_text_of_a_bundled_lesson_has_to_be_scrolled() {
        for lesson in bundled::all().unwrap() {
            for language in ["en", "ko", "zh"] {
                for (number, step) in (1..).zip(&lesson.steps) {
                    let at = format!("{} {language} step {number}", lesson.name);
                    let checks: usize = step
                        .check
                        .iter()
                        .map(|check| {
                            let value = check.part.value.to_string();
                            let said = check.part.say.as_ref().map(|say| say.get(language));
                            rows(&format!("✓ {}: 00000.0000", said.unwrap_or(&value)))
                        })
                        .sum();
                    let question = step.ask.as_ref().map(|ask| &ask.part);
                    // What a prediction is about is measured after the answer.
                    let all = match question.is_some_and(Question::is_prediction) {
                        true => rows(step.say.get(language)),
                        false => rows(step.say.get(language)) + checks,
                    };
                    assert!(all <= ROWS, "{at}: {all} rows of text and checks");
                    let Some(question) = question else {
                        continue;
                    };
                    let because = question.because().map_or("", |text| text.get(language));
                    let then = step
                        .then
                        .as_ref()
                        .map_or(0, |text| rows(text.get(language)));
                    // After a wrong prediction its remark stands before the reason.
                    let wrong: Vec<&str> = match question.is_prediction() {
                        true => question
                            .answers()
                            .iter()
                            .filter_map(|a| a.remark.as_ref())
                            .map(|text| text.get(language))
                            .collect(),
                        false => vec![""],
                    };
                    let said = wrong
                        .into_iter()
                        .map(|remark| rows(&format!("It came otherwise. {remark} {because}")));
                    let all = said.max().unwrap_or(0) + then + checks;
                    assert!(all <= ROWS, "{at}: {all} rows after the answer");
                    let mut remarks: Vec<&str> = vec![];
                    let mut all = rows(question.ask().get(language));
                    for answer in question.answers() {
                        all += rows(answer.say.get(language));
                        remarks.extend(answer.remark.as_ref().map(|text| text.get(language)));
                    }
                    if let Question::Number { remark, .. } = question {
                        all += 2;
                        remarks.extend(remark.as_ref().map(|text| text.get(language)));
                    }
                    all += remarks
                        .into_iter()
                        .map(|text| rows(&format!("✗ {text}")))
                        .max()
                        .unwrap_or(0);
                    assert!(
                        all <= 2 * ROWS,
                        "{at}: {all} rows of question, answers and remark"
                    );
                }
            }
        }
    }
}
