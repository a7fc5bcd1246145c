//! The lanes of a race in a table: the letter and the colour of each curve, and what
//! is known of its lane.

use super::race::look;
use crate::session::race::{Lane, LaneState};
use crate::tui::explorer::{RaceView, Scale};
use crate::tui::text::{self, thousands};
use crate::tui::theme::Theme;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Rows above the lanes.
pub const HEADER: u16 = 1;
/// Columns of the whole table.
pub const COLUMNS: u16 = 78;

/// Columns of letter and engine.
const NAME: usize = 16;

struct Column {
    name: &'static str,
    width: usize,
    /// Columns of the largest number go first where there is no room for all.
    spare: u8,
    cell: fn(&Lane) -> String,
}

const SEED: Column = Column {
    name: "seed",
    width: 7,
    spare: 1,
    cell: |lane| lane.seed.to_string(),
};
const SWEEP: Column = Column {
    name: "sweep",
    width: 7,
    spare: 0,
    cell: |lane| match lane.state {
        LaneState::Waiting => "waits".to_owned(),
        _ => thousands(lane.sweeps() as usize),
    },
};
const SECONDS: Column = Column {
    name: "secs",
    width: 7,
    spare: 3,
    cell: |lane| {
        let last = lane.trace.last();
        last.map_or_else(String::new, |point| match point.seconds {
            long if long >= 100.0 => format!("{long:.0}"),
            short => format!("{short:.2}"),
        })
    },
};
const LATEST: Column = Column {
    name: "latest",
    width: 11,
    spare: 0,
    cell: |lane| {
        let last = lane.trace.last();
        // Of a large corpus the hundredths would touch the seconds.
        last.map_or_else(String::new, |point| match format!("{:.2}", point.value) {
            long if long.len() >= LATEST.width => format!("{:.0}", point.value),
            short => short,
        })
    },
};
const MOVED: Column = Column {
    name: "moved",
    width: 7,
    spare: 4,
    cell: |lane| {
        let moved = lane.trace.last().and_then(|point| point.moved);
        moved.map_or_else(|| "–".to_owned(), text::percent)
    },
};
const AUTOCORRELATION: Column = Column {
    name: "autocorr.",
    width: 10,
    spare: 5,
    cell: |lane| {
        lane.autocorrelation_time
            .map_or_else(|| "–".to_owned(), |time| format!("{time:.1}"))
    },
};
const HELD_OUT: Column = Column {
    name: "held-out",
    width: 13,
    spare: 2,
    cell: |lane| match (&lane.held_out, &lane.state) {
        (Some(score), _) => format!(
            "{:.0} ± {:.0}",
            score.perplexity, score.perplexity_standard_error
        ),
        (None, LaneState::Scoring) => "scoring…".to_owned(),
        (None, _) => "–".to_owned(),
    },
};

fn distance_at(lane: &Lane, sweep: u64) -> String {
    let at = lane.distances.iter().find(|at| at.sweep == sweep);
    at.map_or_else(|| "–".to_owned(), |at| format!("{:.4}", at.distance))
}

const DISTANCES: [Column; 4] = [
    Column {
        name: "after 10",
        width: 10,
        spare: 4,
        cell: |lane| distance_at(lane, 10),
    },
    Column {
        name: "100",
        width: 9,
        spare: 3,
        cell: |lane| distance_at(lane, 100),
    },
    Column {
        name: "1,000",
        width: 9,
        spare: 2,
        cell: |lane| distance_at(lane, 1_000),
    },
    Column {
        name: "latest",
        width: 9,
        spare: 0,
        cell: |lane| {
            let last = lane.distances.last();
            last.map_or_else(|| "–".to_owned(), |at| format!("{:.4}", at.distance))
        },
    },
];

/// The columns of a scale that have room.
fn columns(race: &RaceView, scale: Scale, room: usize) -> Vec<Column> {
    let longest = race
        .lanes
        .iter()
        .map(|lane| lane.seed.to_string().len() + 1);
    let seed = Column {
        width: longest.fold(SEED.width, usize::max),
        ..SEED
    };
    let mut columns = vec![seed, SWEEP];
    if scale == Scale::Distance {
        columns.extend(DISTANCES);
    } else {
        columns.extend([SECONDS, LATEST]);
        if scale == Scale::LogJoint {
            columns.extend([MOVED, AUTOCORRELATION]);
        }
        if race.scored {
            columns.push(HELD_OUT);
        }
    }
    while NAME + columns.iter().map(|c| c.width).sum::<usize>() > room {
        let spare = (0..columns.len()).max_by_key(|&i| columns[i].spare);
        match spare.filter(|&i| columns[i].spare > 0) {
            Some(i) => drop(columns.remove(i)),
            None => break,
        }
    }
    columns
}

/// Draws the lanes of a scale from the first that is to be shown, and below them the
/// exact value.
pub fn draw(
    race: &RaceView,
    scale: Scale,
    exact: Option<String>,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: &Theme,
) {
    let room = usize::from(area.width);
    let columns = columns(race, scale, room);
    let lanes = race.on(scale);
    let rows = area.height.saturating_sub(HEADER);
    let below = u16::from(exact.is_some() && rows > 1);
    let rows = usize::from(rows - below);
    let from = race.scroll.min(lanes.len().saturating_sub(rows));
    let hidden = lanes.len() > rows;
    let mut name = "  engine".to_owned();
    if hidden {
        let last = (from + rows).min(lanes.len());
        name = format!("↑↓ {}–{last} of {}", from + 1, lanes.len());
    }
    let mut header = text::pad(&name, NAME);
    for column in &columns {
        header.push_str(&format!("{:>1$}", column.name, column.width));
    }
    let row = |y: usize| Rect {
        y: area.y + y as u16,
        height: 1,
        ..area
    };
    if area.height == 0 {
        return;
    }
    frame.render_widget(Line::styled(header, theme.dim), row(0));
    let shown = lanes.iter().skip(from).take(rows);
    for (y, &place) in shown.enumerate() {
        let line = lane_line(race, place, &columns, room, theme);
        frame.render_widget(line, row(y + 1));
    }
    if let Some(exact) = exact.filter(|_| below > 0) {
        let y = rows.min(lanes.len()) + 1;
        frame.render_widget(Line::styled(text::fit(&exact, room), theme.dim), row(y));
    }
}

fn lane_line(
    race: &RaceView,
    place: usize,
    columns: &[Column],
    room: usize,
    theme: &Theme,
) -> Line<'static> {
    let lane = &race.lanes[place];
    let (letter, style) = look(place, theme);
    let name = text::pad(&format!("{letter} {}", lane.kind.name()), NAME);
    let mut line = Line::from(Span::styled(name, style));
    if let LaneState::Failed(reason) = &lane.state {
        let reason = text::fit(&text::clean(reason), room.saturating_sub(NAME + 1));
        line.push_span(Span::styled(format!(" {reason}"), theme.error));
        return line;
    }
    let style = if lane.is_over() {
        theme.text
    } else {
        theme.good
    };
    for column in columns {
        let cell = format!("{:>1$}", (column.cell)(lane), column.width);
        line.push_span(Span::styled(cell, style));
    }
    line
}
