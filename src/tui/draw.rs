//! The picture of a state: nothing here changes anything.

use super::app::{App, Screen};
use super::explorer::Explorer;
use super::layout::{Places, SMALLEST};
use super::lesson::Room;
use super::overlay::Overlay;
use super::panes::help::Sheet;
use super::panes::{
    document, documents, engines, lesson, pressed, prompt, race, race_choice, start, status, strip,
    terms, topics, trace, views, words,
};
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::Text;
use ratatui::widgets::Paragraph;

/// Draws everything.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let theme = app.theme();
    frame.buffer_mut().set_style(area, theme.text);
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        return too_small(frame, area);
    }
    let keys = app.presenter.rows(area.height);
    if keys > 0 {
        let place = Rect {
            y: area.bottom() - keys,
            height: keys,
            ..area
        };
        pressed::draw(app, frame, place);
    }
    let area = app.presenter.stage(area);
    match &app.screen {
        Screen::Start => start::draw(app, frame, area),
        Screen::Loading { name, read, total } => {
            start::draw_loading(frame, area, theme, name, *read, *total);
        }
        Screen::Explorer(explorer) => draw_explorer(app, explorer, frame),
    }
    for overlay in &app.overlays {
        draw_overlay(app, overlay, frame, area);
    }
}

fn draw_overlay(app: &App, overlay: &Overlay, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme();
    match overlay {
        Overlay::Help { scroll } | Overlay::Explain { scroll } | Overlay::Report { scroll } => {
            if let Some(sheet) = Sheet::of(app, overlay) {
                sheet.draw(frame, area, *scroll, theme);
            }
        }
        Overlay::Engines(picker) => engines::draw(picker, frame, area, theme),
        Overlay::RaceChoice(choice) => race_choice::draw(choice, frame, area, theme),
        Overlay::Race => {
            if let Some(explorer) = app.explorer() {
                race::draw(app, explorer, frame, Places::between_lines(area));
            }
        }
        Overlay::Terms => {
            if let Some(explorer) = app.explorer() {
                terms::draw(app, explorer, frame, Places::between_lines(area));
            }
        }
        Overlay::Quiz(quiz) => lesson::draw_quiz(quiz, app.language(), frame, area, theme),
        Overlay::Lessons(lessons) => {
            lesson::draw_list(lessons, app.language(), frame, area, theme);
        }
        Overlay::LeaveLesson => lesson::draw_leave(frame, area, theme),
        Overlay::Prompt(line) => prompt::draw(line, frame, area, theme),
    }
}

/// Fits into any size, even one cell.
fn too_small(frame: &mut Frame<'_>, area: Rect) {
    let text = format!(
        "too small: {}×{}\nneeded: {}×{}",
        area.width, area.height, SMALLEST.0, SMALLEST.1
    );
    frame.render_widget(
        Paragraph::new(Text::from(text)).alignment(Alignment::Center),
        area,
    );
}

fn draw_explorer(app: &App, explorer: &Explorer, frame: &mut Frame<'_>) {
    let theme = app.theme();
    let places = Places::of(explorer, app.stage());
    status::draw(app, explorer, frame, places.status);
    if let Some(area) = places.tabs {
        status::draw_tabs(explorer, frame, area, theme);
    }
    if let Some(area) = places.trace {
        trace::draw(app, explorer, frame, area);
    }
    if let Some(area) = places.topics {
        topics::draw(app, explorer, frame, area, places.words.is_none());
    }
    if let Some(area) = places.words {
        words::draw(app, explorer, frame, area);
    }
    if let Some(area) = places.document {
        document::draw(app, explorer, frame, area);
    }
    if let Some(area) = places.documents {
        documents::draw(app, explorer, frame, area);
    }
    if let (Some(area), Some(view)) = (places.view, explorer.views.shown()) {
        views::draw(app, explorer, view, frame, area);
    }
    strip::draw(explorer, frame, places.strip, theme);
    strip::draw_hints(app, frame, places.hints);
    if let Some(playing) = &app.lesson {
        lesson::draw(app, playing, frame, Room::of(app.canvas()).panel);
    }
}
