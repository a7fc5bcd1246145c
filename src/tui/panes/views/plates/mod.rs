//! The model as a picture: variables as circles in their plates, the step that acts lit up,
//! and what the order of words and documents is worth.
//!
//! ```text
//!               ┌ 171 documents ────────────────────────┐
//!               │            ┌ N_1 = 23 ─────────────┐  │ ┌ 8 topics ──┐
//!               │   ╭╌╌╌╮    │   ┏━━━┓        ╭───╮  │  │ │   ╭╌╌╌╮    │
//!      α ──────────▶╎ θ ╎───────▶┃ z ┃───────▶│░w░│◀──────────╎ φ ╎◀──────  η
//!               │   ╰╌╌╌╯    │   ┗━━━┛        ╰───╯  │  │ │   ╰╌╌╌╯    │
//! ```

pub mod model;

use super::row;
use crate::session::Exchanged;
use crate::tui::explorer::Explorer;
use crate::tui::text::{self, count, fit, thousands};
use crate::tui::theme::Theme;
use crate::tui::wrap;
use model::{Known, Model, Node, Plate};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Rows of a picture with two lines of values; from so few rows on it is one line.
const LOWEST: u16 = 10;
const FLAT: u16 = 16;
/// It grows no higher: values are few.
const HIGHEST: u16 = 18;
/// Rows down to the circles: two frames and a blank.
const ABOVE: u16 = 2;
/// Columns of a circle.
const CIRCLE: u16 = 5;
/// Rows of what is said of the step.
const CAPTION: u16 = 3;
/// Rows of what is said of the order.
const EXCHANGE: u16 = 5;

/// Draws the view.
pub fn draw(explorer: &Explorer, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
    let Some(snapshot) = explorer.snapshot() else {
        return;
    };
    let model = model::of(explorer, snapshot, theme);
    let plates = &explorer.views.plates;
    let (step, _) = plates.step(model.steps.len(), explorer.moment());
    let lit = model.steps.get(step).map(|step| step.node);
    let columns = usize::from(area.width);
    let high = match area.height {
        low if low < FLAT => 1,
        height => (height - 1 - CAPTION - EXCHANGE).clamp(LOWEST, HIGHEST),
    };
    let mut lines = said(&model, step, columns, theme);
    let [title, picture, caption, order] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(high),
        // A picture of its own height whichever step is lit, and a blank where there is room.
        Constraint::Length(CAPTION + u16::from(area.height > high + 1 + CAPTION + EXCHANGE)),
        Constraint::Min(0),
    ])
    .areas(area);
    let line = Line::styled(fit(&format!(" {}", model.title), columns), theme.title);
    frame.render_widget(line, title);
    match high {
        1 => frame.render_widget(flat(&model, lit, theme), picture),
        _ => draw_picture(&model, lit, frame.buffer_mut(), picture, theme),
    }
    lines.truncate(caption.height.into());
    for (y, line) in lines.into_iter().enumerate() {
        frame.render_widget(line, row(caption, y));
    }
    for (y, line) in exchange(explorer, columns, theme)
        .into_iter()
        .take(order.height.into())
        .enumerate()
    {
        frame.render_widget(line, row(order, y));
    }
}

/// The nodes in one line.
fn flat(model: &Model, lit: Option<usize>, theme: &Theme) -> Line<'static> {
    let mut line = Line::raw(" ");
    for (at, node) in model.nodes.iter().enumerate() {
        let style = if lit == Some(at) {
            theme.selected
        } else {
            theme.text
        };
        line.push_span(Span::styled(format!(" {} ", node.symbol), style));
        if let Some(arrow) = model.arrows.get(at) {
            let arrow = match arrow {
                Some(true) => "→",
                Some(false) => "←",
                None => " ",
            };
            line.push_span(Span::styled(arrow, theme.dim));
        }
    }
    line
}

/// The step that is lit, in a sentence, with its formula.
fn said(model: &Model, step: usize, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let Some(own) = model.steps.get(step) else {
        return Vec::new();
    };
    let head = match model.steps.len() {
        1 => String::new(),
        steps => format!("step {} of {steps}: ", step + 1),
    };
    let mut lines = indented(own.formula, columns, theme.accent);
    lines.extend(indented(&(head + own.says), columns, theme.text));
    lines
}

fn indented(words: &str, columns: usize, style: Style) -> Vec<Line<'static>> {
    let lines = wrap::plain(words, columns.saturating_sub(2), style);
    let indented = lines.into_iter().map(|mut line| {
        line.spans.insert(0, Span::raw(" "));
        line
    });
    indented.collect()
}

/// What the order of words and documents is worth.
fn exchange(explorer: &Explorer, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let plates = &explorer.views.plates;
    let order = plates.order;
    let line = |text: String, style: Style| Line::styled(fit(&text, columns), style);
    let head = match (order.words, order.documents) {
        (0, 0) => {
            " exchangeable: j shuffles words, J documents – the posterior does not care".into()
        }
        (words, documents) => format!(
            " words shuffled {words}×, documents {documents}×; z carried along with its tokens"
        ),
    };
    let mut lines = vec![line(head, theme.title)];
    match plates.exchanged() {
        None => lines.push(line(" computing …".into(), theme.dim)),
        Some(None) => lines.push(line(
            " shown for samplers, which draw z (E): no engine here reads the order".into(),
            theme.dim,
        )),
        Some(Some(found)) => lines.extend(
            orders(explorer, found, columns)
                .map(|(text, good)| line(text, if good { theme.good } else { theme.text })),
        ),
    }
    lines
}

/// The log joint in both orders, the counts, and the path.
fn orders(explorer: &Explorer, found: &Exchanged, columns: usize) -> [(String, bool); 4] {
    let tokens = explorer.corpus.tokens();
    let (before, after) = (found.before.total(), found.after.total());
    let equal = found.before == found.after;
    let sizes = match found.same_sizes {
        true => "every topic has as many tokens",
        false => "topics have other numbers of tokens",
    };
    let (file, this) = match columns {
        narrow if narrow < 60 => ("file  ", "now   "),
        _ => (
            "log p(w,z|α,η), order of the file  ",
            "log p(w,z|α,η), this order         ",
        ),
    };
    let verdict = if equal { "equal" } else { "differs" };
    [
        (format!(" {file}{before:.12}"), false),
        (format!(" {this}{after:.12} {verdict}"), equal),
        (
            format!(
                " {sizes}; {} of {} stand elsewhere",
                thousands(found.moved),
                count(tokens, "token")
            ),
            found.same_sizes,
        ),
        (
            format!(
                " the path of one chain differs: a sweep later {} have other topics",
                count(found.apart, "token")
            ),
            false,
        ),
    ]
}

/// Where the nodes stand.
struct Places {
    area: Rect,
    /// Columns of a node.
    slot: u16,
}

impl Places {
    fn centre(&self, node: usize) -> u16 {
        self.area.x + node as u16 * self.slot + self.slot / 2
    }

    /// The row of the symbols.
    fn middle(&self) -> u16 {
        self.area.y + ABOVE + 1
    }
}

fn draw_picture(model: &Model, lit: Option<usize>, buffer: &mut Buffer, area: Rect, theme: &Theme) {
    let places = Places {
        slot: (area.width / model.nodes.len().max(1) as u16).clamp(1, 32),
        area,
    };
    for plate in &model.plates {
        draw_plate(plate, &places, buffer, theme);
    }
    for (at, arrow) in model.arrows.iter().enumerate() {
        let (from, to) = (
            places.centre(at) + CIRCLE / 2 + 1,
            places.centre(at + 1) - CIRCLE / 2,
        );
        let Some(right) = arrow else {
            continue;
        };
        for x in from..to {
            let symbol = match (right, x) {
                (true, x) if x + 1 == to => "▶",
                (false, x) if x == from => "◀",
                _ => "─",
            };
            buffer.set_string(x, places.middle(), symbol, theme.text);
        }
    }
    for (at, node) in model.nodes.iter().enumerate() {
        draw_node(node, at, lit == Some(at), &places, buffer, theme);
    }
}

/// A frame around its nodes; its label stands in its upper edge.
fn draw_plate(plate: &Plate, places: &Places, buffer: &mut Buffer, theme: &Theme) {
    let (first, last) = plate.nodes;
    let (slot, area, depth) = (places.slot, places.area, plate.depth);
    let left = area.x + first as u16 * slot + depth;
    let right = (area.x + (last as u16 + 1) * slot).saturating_sub(2 + depth);
    let (top, bottom) = (area.y + depth, area.bottom().saturating_sub(1 + depth));
    if right <= left + 1 || bottom <= top {
        return;
    }
    let inner = usize::from(right - left - 1);
    let label = fit(&format!(" {} ", plate.label), inner);
    let rest = "─".repeat(inner - text::width(&label));
    buffer.set_string(left, top, format!("┌{label}{rest}┐"), theme.border);
    buffer.set_string(left + 1, top, &label, theme.dim);
    for y in top + 1..bottom {
        buffer.set_string(left, y, "│", theme.border);
        buffer.set_string(right, y, "│", theme.border);
    }
    let edge = "─".repeat(inner);
    buffer.set_string(left, bottom, format!("└{edge}┘"), theme.border);
}

fn draw_node(
    node: &Node,
    at: usize,
    lit: bool,
    places: &Places,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let (x, y) = (places.centre(at) - CIRCLE / 2, places.middle());
    let symbol = node.symbol;
    let lines = match (lit, node.known) {
        (true, _) => [
            "┏━━━┓".to_owned(),
            format!("┃ {symbol} ┃"),
            "┗━━━┛".to_owned(),
        ],
        (false, Known::Given) => [String::new(), format!("  {symbol}  "), String::new()],
        (false, Known::Hidden) => ["╭───╮".into(), format!("│ {symbol} │"), "╰───╯".into()],
        (false, Known::Out) => ["╭╌╌╌╮".into(), format!("╎ {symbol} ╎"), "╰╌╌╌╯".into()],
        (false, Known::Seen) => ["╭───╮".into(), format!("│░{symbol}░│"), "╰───╯".into()],
    };
    let style = match (lit, node.known) {
        (true, _) => theme.accent,
        (false, Known::Out) => theme.dim,
        _ => theme.text,
    };
    for (line, y) in lines.iter().zip(y - 1..) {
        buffer.set_string(x, y, line, style);
    }
    // Values stay within the frames of their node.
    let room = usize::from(places.slot).saturating_sub(4);
    let rows = places.area.bottom().saturating_sub(y + 2 + 2);
    let values = node.values.iter().take(rows.into());
    let widest = values.clone().map(|(value, _)| text::width(value)).max();
    let widest = widest.unwrap_or(0).min(room) as u16;
    let x = places.centre(at).saturating_sub(widest / 2);
    for ((value, topic), y) in values.zip(y + 2..) {
        let value = fit(value, room);
        let style = topic.map_or(theme.dim, |id| theme.topic(id));
        buffer.set_string(x, y, &value, style);
    }
}
