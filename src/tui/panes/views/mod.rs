//! The views over the whole screen, one file each: a row of tabs in the frame, the keys of
//! the view below, the picture between them.

mod chains;
mod choose_k;
mod compare;
mod dots;
mod exact;
mod groups;
mod map;
mod parts;
mod plates;
mod scatter;
mod simplex;
mod story;
mod token;
mod topics;
mod word_page;
mod words;

use super::strip;
use crate::tui::app::App;
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::View;
use crate::tui::text::{self, thousands};
use crate::tui::theme::Theme;
use crate::tui::wrap;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Widget};

/// Draws the view.
pub fn draw(app: &App, explorer: &Explorer, view: View, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme();
    let inner = frame_of(app, explorer, view, frame, area);
    if view == View::Groups && explorer.grouping().is_none() {
        return say(groups::NOTHING, frame, inner, theme.text);
    }
    // These have something to show before an answer comes.
    let at_once = matches!(
        view,
        View::ChooseK | View::Token | View::Story | View::Plates
    );
    if !at_once && explorer.views.sweep(view).is_none() {
        let (words, style) = match explorer.views.error(view) {
            Some(reason) => (text::clean(reason), theme.error),
            None => ("computing …".to_owned(), theme.dim),
        };
        return say(&words, frame, inner, style);
    }
    match view {
        View::Topics => topics::draw(explorer, frame, inner, theme),
        View::Groups => groups::draw(explorer, frame, inner, theme),
        View::Map => map::draw(explorer, frame, inner, theme),
        View::Chains if explorer.views.chains.alone => parts::draw(explorer, frame, inner, theme),
        View::Words => words::draw(explorer, frame, inner, theme),
        View::Compare => compare::draw(explorer, frame, inner, theme),
        View::Chains => chains::draw(explorer, frame, inner, theme),
        View::ChooseK => choose_k::draw(explorer, frame, inner, theme),
        View::Token => token::draw(explorer, frame, inner, theme),
        View::Dots => dots::draw(explorer, frame, inner, theme),
        View::Simplex => simplex::draw(explorer, frame, inner, theme),
        View::Story => story::draw(explorer, frame, inner, theme),
        View::Plates => plates::draw(explorer, frame, inner, theme),
        View::Exact => exact::draw(explorer, frame, inner, theme),
    }
}

/// The frame with tabs and keys; gives the room in it.
fn frame_of(app: &App, explorer: &Explorer, view: View, frame: &mut Frame<'_>, area: Rect) -> Rect {
    let theme = app.theme();
    let room = usize::from(area.width.saturating_sub(2));
    let mut block = Block::bordered().border_style(theme.focus);
    let sweep = explorer.views.sweep(view);
    let sweep = sweep.map_or(String::new(), |s| {
        format!(" sweep {} ", thousands(s as usize))
    });
    let sweep = match view {
        View::Token => token::place(explorer),
        _ => sweep,
    };
    let mut tabs = tabs(view, theme, true);
    if tabs.width() + text::width(&sweep) > room {
        tabs = self::tabs(view, theme, false);
    }
    if tabs.width() + text::width(&sweep) <= room {
        block = block.title(Line::styled(sweep, theme.dim).right_aligned());
    }
    block = block.title(tabs);
    block = block.title_bottom(strip::own_hints(app, room));
    let inner = block.inner(area);
    block.render(area, frame.buffer_mut());
    inner
}

/// Key and name of every view of a family; of the others the key alone where there is
/// little room.
fn tabs(shown: View, theme: &Theme, long: bool) -> Line<'static> {
    let tab = |view: View| {
        let (name, style) = match view == shown {
            true => (view.name(), theme.selected),
            false if long => (view.name(), theme.dim),
            false => (view.name().split(' ').next().unwrap_or_default(), theme.dim),
        };
        Span::styled(format!(" {name} "), style)
    };
    let family = View::ALL.into_iter();
    let family = family.filter(|view| view.family() == shown.family());
    family.map(tab).collect()
}

/// A remark in place of the picture.
fn say(words: &str, frame: &mut Frame<'_>, area: Rect, style: Style) {
    let columns = usize::from(area.width.saturating_sub(2));
    let lines = wrap::plain(words, columns, style);
    let area = Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(2),
        ..area
    };
    frame.render_widget(Paragraph::new(lines), area);
}

/// A line with a title at its start and another, which may be empty, at its end.
fn draw_rule(
    (left, style): (&str, Style),
    right: &str,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let right = match right {
        "" => String::new(),
        right => format!(" {right} "),
    };
    let room = usize::from(area.width).saturating_sub(text::width(&right));
    let left = text::fit(&format!(" {left} "), room);
    let rule = "─".repeat(room.saturating_sub(text::width(&left)));
    let line = Line::from(vec![
        Span::styled(left, style),
        Span::styled(rule, theme.border),
        Span::styled(right, theme.dim),
    ]);
    frame.render_widget(line, row(area, 0));
}

/// Row `y` of an area.
fn row(area: Rect, y: usize) -> Rect {
    Rect {
        y: area.y + y as u16,
        height: 1,
        ..area
    }
}
