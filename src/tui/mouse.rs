//! The mouse: a click gives the focus and selects, the wheel scrolls.

use super::app::{App, Effect, Outcome};
use super::explorer::{Explorer, Pane};
use super::keymap::Action;
use super::layout::Places;
use super::presenter::stride;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

const WHEEL: isize = 3;

/// In the explorer.
pub fn explorer(explorer: &mut Explorer, event: MouseEvent, size: (u16, u16)) -> Outcome {
    let places = Places::of(explorer, size);
    if places.view.is_some() {
        return wheel(explorer, event);
    }
    let at = Position::new(event.column, event.row);
    let under = [
        (Pane::Trace, places.trace),
        (Pane::Topics, places.topics),
        (Pane::Document, places.document),
        (Pane::Documents, places.documents),
    ]
    .into_iter()
    .find_map(|(pane, area)| Some((pane, area.filter(|a| a.contains(at))?)));
    let Some((pane, area)) = under else {
        return Outcome::default();
    };
    match event.kind {
        MouseEventKind::ScrollDown | MouseEventKind::ScrollUp => {
            let before = explorer.focus;
            explorer.focus = pane;
            let by = if event.kind == MouseEventKind::ScrollDown {
                WHEEL
            } else {
                -WHEEL
            };
            let outcome = explorer.scroll(by);
            explorer.focus = before;
            outcome
        }
        MouseEventKind::Down(MouseButton::Left) => {
            explorer.focus = pane;
            match row(area, at) {
                Some(row) => select(explorer, pane, area, row, size),
                None => Outcome::default(),
            }
        }
        _ => Outcome::default(),
    }
}

/// In a view, which moves as by keys.
fn wheel(explorer: &mut Explorer, event: MouseEvent) -> Outcome {
    let action = match event.kind {
        MouseEventKind::ScrollDown => Action::Down,
        MouseEventKind::ScrollUp => Action::Up,
        _ => return Outcome::default(),
    };
    // Moving a selection asks for nothing else.
    (0..WHEEL).for_each(|_| drop(explorer.act(action, 1)));
    Outcome::default()
}

/// The row inside the border.
fn row(area: Rect, at: Position) -> Option<usize> {
    let inside = at.y > area.y && at.y + 1 < area.bottom();
    inside.then(|| usize::from(at.y - area.y - 1))
}

fn select(
    explorer: &mut Explorer,
    pane: Pane,
    area: Rect,
    row: usize,
    size: (u16, u16),
) -> Outcome {
    let rows = match pane {
        Pane::Topics => Places::topic_rows(explorer, area, size),
        _ => Places::rows(area),
    };
    match pane {
        Pane::Topics => {
            let order = explorer.topic_order();
            if let Some(snapshot) = explorer.snapshot() {
                let at = order
                    .iter()
                    .position(|&k| snapshot.topics[k].id == explorer.topic)
                    .unwrap_or(0);
                let first = Places::first_row(at, rows, order.len());
                let row = row / stride(explorer, Places::rows(area), order.len());
                if let Some(&k) = order.get(first + row).filter(|_| row < rows) {
                    explorer.topic = snapshot.topics[k].id;
                    explorer.picked = true;
                }
            }
            Outcome::default()
        }
        Pane::Documents => {
            let rows = Places::document_rows(explorer, area);
            let documents = &mut explorer.documents;
            let at = documents.place_of(documents.cursor());
            let first = Places::first_row(at, rows, documents.count());
            if let Some(row) = row.checked_sub(1).filter(|&row| row < rows) {
                documents.point(first + row);
            }
            Outcome::default()
        }
        Pane::Trace | Pane::Document => Outcome::default(),
    }
}

/// On the start screen.
pub fn start(app: &mut App, event: MouseEvent) -> Vec<Effect> {
    match event.kind {
        MouseEventKind::ScrollDown => app.start.act(Action::Down, 1),
        MouseEventKind::ScrollUp => app.start.act(Action::Up, 1),
        MouseEventKind::Down(MouseButton::Left) => {
            let place = super::panes::start::place(app, event.row);
            if let Some(place) = place {
                let again = app.start.selected == place;
                app.start.selected = place;
                if let (true, Some(name)) = (again, app.start.chosen()) {
                    return app.open(name);
                }
            }
        }
        _ => {}
    }
    Vec::new()
}
