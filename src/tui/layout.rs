//! Where the panes are: computed from the size alone, for drawing and for the mouse.

use super::explorer::views::View;
use super::explorer::{Explorer, Order, Pane};
use super::presenter::stride;
use crate::session::Interest;
use ratatui::layout::{Constraint, Layout, Rect};

/// Below this size nothing can be shown.
pub const SMALLEST: (u16, u16) = (40, 12);
/// From this size on all panes stand side by side.
pub const OVERVIEW: (u16, u16) = (80, 20);
/// From this size on the words of the selected topic have a column of their own.
pub const WIDE: (u16, u16) = (140, 40);

/// Words in a line of the list of topics, where there is room for so many.
pub const TOPIC_WORDS: usize = 24;
/// Words behind a topic bar of a document.
pub const BAR_WORDS: usize = 8;

/// The places of everything in the explorer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Places {
    /// Corpus and state.
    pub status: Rect,
    /// Names of the panes, where only one is shown.
    pub tabs: Option<Rect>,
    /// The trace.
    pub trace: Option<Rect>,
    /// The topics.
    pub topics: Option<Rect>,
    /// The words of the selected topic.
    pub words: Option<Rect>,
    /// The document.
    pub document: Option<Rect>,
    /// The list of documents.
    pub documents: Option<Rect>,
    /// A view, which takes the place of all panes.
    pub view: Option<Rect>,
    /// Parameters and rates.
    pub strip: Rect,
    /// Keys.
    pub hints: Rect,
}

impl Places {
    /// The places in a terminal of this size.
    pub fn of(explorer: &Explorer, size: (u16, u16)) -> Self {
        let area = Rect::new(0, 0, size.0, size.1);
        let [status, body, strip, hints] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(1),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(area);
        let mut places = Self {
            status,
            strip,
            hints,
            ..Self::default()
        };
        if explorer.views.shown().is_some() {
            places.view = Some(body);
            return places;
        }
        let narrow = size.0 < OVERVIEW.0 || size.1 < OVERVIEW.1;
        let single = explorer.zoom || explorer.focus == Pane::Documents;
        if single || narrow || explorer.presenting {
            places.single(explorer, body, narrow);
        } else {
            places.overview(body, size.0 >= WIDE.0 && size.1 >= WIDE.1);
        }
        places
    }

    fn single(&mut self, explorer: &Explorer, mut body: Rect, narrow: bool) {
        if narrow || explorer.presenting {
            let [tabs, rest] =
                Layout::vertical([Constraint::Length(1), Constraint::Min(1)]).areas(body);
            self.tabs = Some(tabs);
            body = rest;
        }
        match explorer.focus {
            Pane::Trace => self.trace = Some(body),
            Pane::Topics if body.width < OVERVIEW.0 => self.topics = Some(body),
            Pane::Topics => {
                let [topics, words] =
                    Layout::horizontal([Constraint::Fill(3), Constraint::Fill(2)]).areas(body);
                (self.topics, self.words) = (Some(topics), Some(words));
            }
            Pane::Document => self.document = Some(body),
            Pane::Documents => self.documents = Some(body),
        }
    }

    fn overview(&mut self, body: Rect, wide: bool) {
        let [left, right] =
            Layout::horizontal([Constraint::Fill(9), Constraint::Fill(11)]).areas(body);
        let [trace, document] =
            Layout::vertical([Constraint::Fill(9), Constraint::Fill(11)]).areas(left);
        (self.trace, self.document) = (Some(trace), Some(document));
        if wide {
            let [topics, words] =
                Layout::horizontal([Constraint::Fill(3), Constraint::Fill(2)]).areas(right);
            (self.topics, self.words) = (Some(topics), Some(words));
        } else {
            self.topics = Some(right);
        }
    }

    /// What the panes on a screen of this size want the worker to compute.
    pub fn interest(explorer: &Explorer, size: (u16, u16)) -> Interest {
        let places = Self::of(explorer, size);
        let words = [
            places.topics.map(|_| TOPIC_WORDS),
            places.words.map(Self::rows),
            places.document.map(|_| BAR_WORDS),
            places.view.map(|_| TOPIC_WORDS),
            // The list asks which topics there are.
            places.documents.map(|_| 1),
        ];
        // The picture of the model has the document's numbers.
        let pictured = explorer.views.shown() == Some(View::Plates);
        let pictured = places.view.filter(|_| pictured);
        let reads = places.document.or(places.documents).or(pictured);
        Interest {
            words: words.into_iter().flatten().max().unwrap_or(0),
            document: reads.map(|_| explorer.documents.selected()),
            listed: places.documents.map_or(Vec::new(), |area| {
                let rows = Self::document_rows(explorer, area);
                let documents = &explorer.documents;
                let place = documents.place_of(documents.cursor());
                let first = Self::first_row(place, rows, documents.count());
                (first..first + rows)
                    .map_while(|place| documents.at(place))
                    .collect()
            }),
            text: reads.and(explorer.reading.words()),
            ranking: match explorer.documents.order {
                Order::Topic(id) if places.documents.is_some() => Some(id),
                _ => None,
            },
            token: (explorer.views.shown() == Some(View::Token))
                .then(|| explorer.documents.selected()),
            exact: explorer.counts_exact(),
        }
    }

    /// All between the first line and the last.
    pub fn between_lines(area: Rect) -> Rect {
        Rect {
            y: area.y + 1,
            height: area.height.saturating_sub(2),
            ..area
        }
    }

    /// Rows inside a pane's border.
    pub fn rows(area: Rect) -> usize {
        usize::from(area.height.saturating_sub(2))
    }

    /// Rows of the list of documents in its pane, without the header.
    pub fn document_rows(explorer: &Explorer, area: Rect) -> usize {
        let rows = Self::rows(area).saturating_sub(1);
        rows - usize::from(Self::passage_rows(explorer, area))
    }

    /// Rows below the list of documents for the passage of the one on the bar.
    pub fn passage_rows(explorer: &Explorer, area: Rect) -> u16 {
        const FEWEST: u16 = 3;
        let rows = area.height.saturating_sub(3);
        match explorer.documents.order {
            Order::Passage(_) if rows >= 3 * FEWEST => (rows / 3).clamp(FEWEST, 10),
            _ => 0,
        }
    }

    /// Rows for the words of the selected topic below a list of `topics` in this
    /// many rows: 0 where there is no room.
    pub fn word_rows(rows: u16, topics: usize) -> u16 {
        const FEWEST: u16 = 6;
        if rows < 2 * FEWEST {
            return 0;
        }
        let topics = topics.min(usize::from(u16::MAX)) as u16;
        rows.saturating_sub(topics)
            .clamp(FEWEST, 12)
            .min(rows - FEWEST)
    }

    /// Topics that the list of them shows in its pane.
    pub fn topic_rows(explorer: &Explorer, area: Rect, size: (u16, u16)) -> usize {
        let rows = area.height.saturating_sub(2);
        let below = match Self::of(explorer, size).words {
            Some(_) => 0,
            None => Self::word_rows(rows, explorer.topic_count()),
        };
        usize::from(rows - below)
            / stride(explorer, usize::from(rows - below), explorer.topic_count())
    }

    /// The first row of a list of `len` rows that keeps `selected` on the screen,
    /// in the middle where there is room.
    pub fn first_row(selected: usize, rows: usize, len: usize) -> usize {
        selected
            .saturating_sub(rows / 2)
            .min(len.saturating_sub(rows))
    }
}
