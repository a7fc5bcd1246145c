//! Groups of documents by a column of their metadata: how much of each topic they have.

use super::{Explorer, Job};
use crate::corpus::metadata::{Column, ColumnKind};
use crate::eval::groups::bootstrap::{Bootstrap, FEWEST, REPLICATES};
use crate::eval::groups::cut::{Bin, Cut, Way, cut};
use crate::eval::groups::rows::Weight;
use crate::eval::groups::{Group, prevalence};
use crate::session::Fitted;
use crate::tui::app::Outcome;
use crate::tui::keymap::Action;

/// What stands between the entries of a list.
const BETWEEN: char = ';';
/// Steps of a bootstrap at most: a view must not keep a processor busy for long.
const STEPS: usize = 1_000_000_000;

/// What the groups are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// Place of the column.
    pub column: usize,
    /// How it is cut.
    pub way: Way,
    /// What counts as one voice.
    pub weight: Weight,
}

/// The groups of one moment.
#[derive(Debug)]
pub struct Grouped {
    /// What they are made of.
    pub wanted: Wanted,
    /// Samples of each band; 0 where there is none.
    pub replicates: usize,
    /// Which document is in which.
    pub cut: Cut,
    /// The groups themselves.
    pub groups: Vec<Group>,
    /// The ids of the topics (length K).
    pub ids: Vec<u32>,
}

impl Grouped {
    /// Lines of a list of the groups.
    fn lines(&self) -> usize {
        self.groups.len() + self.cut.gaps.len()
    }
}

/// The state of the view.
#[derive(Debug)]
pub struct Groups {
    /// What the groups are made of.
    pub wanted: Wanted,
    /// Whether every topic is drawn, or the selected one with its bands.
    pub all_topics: bool,
    /// Groups above the first that is shown.
    pub above: usize,
    found: Option<Grouped>,
}

impl Default for Groups {
    fn default() -> Self {
        Self {
            wanted: Wanted {
                column: 0,
                way: Way::Usual,
                weight: Weight::Tokens,
            },
            all_topics: false,
            above: 0,
            found: None,
        }
    }
}

impl Groups {
    /// The groups that are wanted, once they are there.
    pub fn found(&self) -> Option<&Grouped> {
        self.found.as_ref().filter(|f| f.wanted == self.wanted)
    }
}

/// Makes the groups, with bands or, at once, without.
pub(super) fn group(fitted: &Fitted, wanted: Wanted, bands: bool) -> Result<Grouped, String> {
    let column = fitted.corpus.metadata().columns().get(wanted.column);
    let column = column.ok_or("there is no such column")?;
    let cut = cut(column, fitted.corpus.documents(), wanted.way).map_err(|e| e.to_string())?;
    let rows = fitted.rows(wanted.weight);
    let replicates = match STEPS / rows.len().max(1) {
        few if !bands || few < FEWEST => 0,
        many => many.min(REPLICATES),
    };
    let bootstrap = Bootstrap {
        replicates,
        seed: 0,
    };
    Ok(Grouped {
        wanted,
        replicates,
        groups: prevalence(&rows, &cut, bootstrap),
        cut,
        ids: fitted.ids.clone(),
    })
}

impl Explorer {
    /// The column that makes the groups; `None` where there is no metadata.
    pub fn grouping(&self) -> Option<&Column> {
        let columns = self.corpus.metadata().columns();
        columns.get(self.views.groups.wanted.column)
    }

    pub(super) fn groups_job(&self) -> Option<Job> {
        self.grouping()?;
        let view = &self.views.groups;
        Some(Job::Groups(view.wanted, view.found().is_some()))
    }

    pub(super) fn take_groups(&mut self, grouped: Grouped) {
        self.views.groups.found = Some(grouped);
        // A curve that is being read must not become that of another topic.
        self.picked = true;
    }

    /// `None` for keys that are not the view's.
    pub(super) fn act_on_groups(&mut self, action: Action, page: usize) -> Option<Outcome> {
        let columns = self.corpus.metadata().columns();
        let view = &mut self.views.groups;
        let many = columns.len().max(1);
        let groups = view.found().map_or(0, Grouped::lines);
        match action {
            Action::Up | Action::Down => {
                let ids = view.found.as_ref().map_or(&[][..], |found| &found.ids);
                let at = ids.iter().position(|&id| id == self.topic).unwrap_or(0);
                let to = super::moved(action, at, page, ids.len()).unwrap_or(at);
                if let Some(&id) = ids.get(to) {
                    (self.topic, self.picked) = (id, true);
                }
            }
            Action::PageUp | Action::PageDown | Action::First | Action::Last => {
                let step = page.saturating_sub(2).max(1);
                let to = super::moved(action, view.above, step, groups);
                view.above = to.unwrap_or(view.above);
            }
            Action::Decrease | Action::Increase => {
                let step = if action == Action::Increase {
                    1
                } else {
                    many - 1
                };
                view.wanted.column = (view.wanted.column + step) % many;
                (view.wanted.way, view.above) = (Way::Usual, 0);
            }
            Action::NextPane | Action::PreviousPane => view.all_topics = !view.all_topics,
            Action::Unit => {
                view.wanted.weight = match view.wanted.weight {
                    Weight::Tokens => Weight::Documents,
                    Weight::Documents => Weight::Tokens,
                };
            }
            Action::Sort => {
                let column = columns.get(view.wanted.column);
                let now = (
                    view.wanted.way,
                    view.found().and_then(|found| found.cut.bin),
                );
                if let Some(way) = column.and_then(|column| next(column, now)) {
                    (view.wanted.way, view.above) = (way, 0);
                }
            }
            _ => return None,
        }
        Some(Outcome::default())
    }
}

/// Another way to cut a column: dates into the next shorter periods that they allow, after
/// the shortest the longest again; categories that are lists at their semicolons, or not.
fn next(column: &Column, (way, bin): (Way, Option<Bin>)) -> Option<Way> {
    match column.kind() {
        ColumnKind::Date => {
            let allowed = Bin::ALL.map(Way::Period).into_iter();
            let allowed: Vec<Way> = allowed.filter(|way| cut(column, 0, *way).is_ok()).collect();
            let at = allowed
                .iter()
                .position(|way| bin.map(Way::Period) == Some(*way));
            let next = at.and_then(|at| allowed.get(at + 1));
            next.or(allowed.first()).copied()
        }
        _ if way != Way::Usual => Some(Way::Usual),
        _ => {
            let lists = column.values().iter().any(|value| value.contains(BETWEEN));
            lists.then_some(Way::Split(BETWEEN))
        }
    }
}
