//! Topics as circles of Braille dots with their ids: what the screen and the command line
//! share. A step to the right is as long as a step up, and a circle's area is in
//! proportion to its share.

use super::bounds::Bounds;
use super::slots::Slots;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::Marker;
use ratatui::widgets::Widget;
use ratatui::widgets::canvas::{self, Canvas};

/// What all circles cover of the picture.
const COVER: f64 = 0.12;

/// A topic as it is drawn.
#[derive(Debug, Clone)]
pub struct Circle {
    /// What stands in it: the id of a topic, with its marker.
    pub label: String,
    /// Where it is; finite.
    pub at: [f64; 2],
    /// What its area stands for, from 0 to 1.
    pub share: f64,
    /// Its look.
    pub style: Style,
}

/// What a picture of circles reaches over, so that they stay in place while they change a
/// little.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    /// The ends of both axes; all centres are within.
    pub axes: [Bounds; 2],
    /// The share of the largest circle that is to have room, from 0 to 1; none is larger.
    pub largest: f64,
}

/// Draws the circles, in a window where one is kept; the selected one, by place, last and
/// with its id reversed. Returns how many ids found no room: the smallest topics go without.
pub fn draw(
    circles: &[Circle],
    (selected, window): (Option<usize>, Option<Window>),
    area: Rect,
    buffer: &mut Buffer,
) -> usize {
    if area.is_empty() {
        return circles.len();
    }
    let (width, height) = (f64::from(area.width) * 2.0, f64::from(area.height) * 4.0);
    let placed = place(circles, window, (width - 1.0, height - 1.0));
    // The selected one last, so that its colour is on top.
    let mut order: Vec<usize> = (0..circles.len()).collect();
    order.sort_by_key(|&i| Some(i) == selected);
    Canvas::default()
        .marker(Marker::Braille)
        .x_bounds([0.0, width - 1.0])
        .y_bounds([0.0, height - 1.0])
        .paint(|context| {
            for &i in &order {
                let (x, y, radius) = placed[i];
                let color = circles[i].style.fg.unwrap_or(Color::Reset);
                // Two points for each dot of the line.
                let points = (4.0 * std::f64::consts::PI * radius).clamp(8.0, 720.0) as usize;
                let point = |n: usize| {
                    let angle = std::f64::consts::TAU * n as f64 / points as f64;
                    (x + radius * angle.cos(), y + radius * angle.sin())
                };
                let coords: Vec<(f64, f64)> = (0..points).map(point).collect();
                let coords = &coords;
                context.draw(&canvas::Points { coords, color });
            }
        })
        .render(area, buffer);
    label(circles, selected, &placed, area, buffer)
}

/// Centre and radius in dots, every circle inside.
fn place(
    circles: &[Circle],
    window: Option<Window>,
    (width, height): (f64, f64),
) -> Vec<(f64, f64, f64)> {
    let most = circles.iter().map(|c| c.share).fold(0.0, f64::max);
    let most = window.map_or(most, |window| window.largest).sqrt();
    let unit = (COVER * width * height / std::f64::consts::PI).sqrt();
    let unit = if most > 0.0 {
        unit.min(0.22 * width.min(height) / most)
    } else {
        0.0
    };
    let radius = |c: &Circle| unit * c.share.max(0.0).sqrt();
    // The least and the most of an axis at so many dots for a unit of distance.
    let ends = |axis: usize, scale: f64| {
        if let Some(window) = window {
            let (ends, r) = (window.axes[axis], unit * most);
            return (ends.low * scale - r, ends.high * scale + r);
        }
        let each = circles.iter().map(|c| (c.at[axis] * scale, radius(c)));
        each.fold((f64::MAX, f64::MIN), |(least, most), (x, r)| {
            (least.min(x - r), most.max(x + r))
        })
    };
    let fits = |scale: f64| {
        [(0, width), (1, height)].into_iter().all(|(axis, room)| {
            let (least, most) = ends(axis, scale);
            most - least <= room
        })
    };
    let (mut low, mut high) = (0.0, 1e6);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if fits(middle) {
            low = middle
        } else {
            high = middle
        }
    }
    let middle = [(0, width), (1, height)].map(|(axis, room)| {
        let (least, most) = ends(axis, low);
        0.5 * (room - least - most)
    });
    let at = |c: &Circle| {
        (
            c.at[0] * low + middle[0],
            c.at[1] * low + middle[1],
            radius(c),
        )
    };
    circles.iter().map(at).collect()
}

/// Sets the ids, of large topics first, each in the middle of its circle or beside it.
fn label(
    circles: &[Circle],
    selected: Option<usize>,
    placed: &[(f64, f64, f64)],
    area: Rect,
    buffer: &mut Buffer,
) -> usize {
    let mut order: Vec<usize> = (0..circles.len()).collect();
    order.sort_by(|&i, &j| {
        let last = (Some(i) != selected).cmp(&(Some(j) != selected));
        last.then(circles[j].share.total_cmp(&circles[i].share))
            .then(i.cmp(&j))
    });
    let mut slots = Slots::new(area);
    let mut without = 0;
    for i in order {
        let (x, y, _) = placed[i];
        let row = i32::from(area.height) - 1 - (y / 4.0) as i32;
        let mut style = circles[i].style;
        if Some(i) == selected {
            style = style.add_modifier(Modifier::REVERSED | Modifier::BOLD);
        }
        let place = ((x / 2.0) as i32, row);
        without += usize::from(!slots.write(&circles[i].label, place, style, buffer));
    }
    without
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circle(id: u32, at: [f64; 2], share: f64) -> Circle {
        Circle {
            label: id.to_string(),
            at,
            share,
            style: Style::new(),
        }
    }

    fn drawn(circles: &[Circle], columns: u16, rows: u16) -> (usize, Vec<String>) {
        let area = Rect::new(0, 0, columns, rows);
        let mut buffer = Buffer::empty(area);
        let without = draw(circles, (Some(0), None), area, &mut buffer);
        let line = |y| (0..columns).map(|x| buffer[(x, y)].symbol()).collect();
        (without, (0..rows).map(line).collect())
    }

    #[test]
    fn every_circle_is_inside_and_as_large_as_its_share() {
        let circles = [
            circle(0, [-0.3, 0.1], 0.6),
            circle(1, [0.4, -0.2], 0.3),
            circle(22, [0.1, 0.3], 0.1),
        ];
        for (width, height) in [(79.0, 79.0), (159.0, 31.0), (19.0, 200.0)] {
            let placed = place(&circles, None, (width, height));
            for &(x, y, r) in &placed {
                assert!(x - r >= -1e-6 && x + r <= width + 1e-6);
                assert!(y - r >= -1e-6 && y + r <= height + 1e-6);
            }
            let area = |i: usize| placed[i].2 * placed[i].2;
            assert!((area(0) / area(1) - 2.0).abs() < 1e-9);
            // One length for both axes.
            let apart = |a: usize, b: usize| {
                let (p, q) = (placed[a], placed[b]);
                (p.0 - q.0).hypot(p.1 - q.1)
            };
            let ratio = apart(0, 1) / apart(0, 2);
            assert!((ratio - 0.7_f64.hypot(0.3) / 0.4_f64.hypot(0.2)).abs() < 1e-6);
        }
    }

    #[test]
    fn in_a_window_circles_stay_where_they_are() {
        let ends = |low, high| Bounds { low, high };
        let window = Window {
            axes: [ends(-1.0, 1.0), ends(-0.5, 0.5)],
            largest: 0.5,
        };
        let before = [circle(0, [-0.5, 0.2], 0.5), circle(1, [0.9, -0.4], 0.1)];
        let after = [circle(0, [-0.5, 0.2], 0.4), circle(1, [0.2, 0.1], 0.1)];
        let at = |circles: &[Circle]| place(circles, Some(window), (159.0, 79.0));
        let (before, after) = (at(&before), at(&after));
        assert_eq!((before[0].0, before[0].1), (after[0].0, after[0].1));
        assert_eq!(before[1].2, after[1].2);
        for (x, y, r) in before {
            assert!(x - r >= -1e-6 && x + r <= 159.0 + 1e-6);
            assert!(y - r >= -1e-6 && y + r <= 79.0 + 1e-6);
        }
    }

    #[test]
    fn a_picture_of_few_and_of_many() {
        let (without, lines) = drawn(&[circle(7, [0.0; 2], 1.0)], 20, 8);
        assert_eq!(without, 0);
        assert!(
            lines.iter().any(|l| l.contains('7') && l.contains('⢸')),
            "{lines:?}"
        );
        // Topics in one place: as many ids as there is room for.
        let same: Vec<Circle> = (10..30).map(|id| circle(id, [0.0; 2], 0.05)).collect();
        let (without, lines) = drawn(&same, 20, 8);
        let text = lines.concat();
        let seen = (10..30).filter(|id| text.contains(&id.to_string())).count();
        assert!(
            seen >= 5 && seen + without == 20 && text.contains("10"),
            "{lines:?}"
        );
        assert_eq!(drawn(&[], 20, 8).0, 0);
        for (columns, rows) in [(0, 0), (1, 1), (2, 1)] {
            drawn(&same, columns, rows);
        }
    }
}
