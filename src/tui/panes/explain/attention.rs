//! Which number the user is at: the column that a table is sorted by, the part or the
//! measure that is shown. Its entry comes first.

use super::Entry;
use crate::tui::explorer::views::View;
use crate::tui::explorer::views::map::Part;
use crate::tui::explorer::{Explorer, Shares};

/// The entries with those under attention first, else in their order.
pub fn first(explorer: &Explorer, mut entries: Vec<Entry>) -> Vec<Entry> {
    if let Some(name) = name(explorer, &entries) {
        entries.sort_by_key(|entry| !entry.name.starts_with(name));
    }
    entries
}

/// How the name of the entry begins.
fn name(explorer: &Explorer, entries: &[Entry]) -> Option<&'static str> {
    let views = &explorer.views;
    match views.shown() {
        Some(View::Topics) if views.topics.on_words => Some("word orders"),
        Some(View::Topics) => match views.topics.column {
            0 => None,
            1 => Some("share"),
            2 => Some("α and Σα"),
            // The entries are in the order of the columns; that of the share is the first.
            column => entries.get(column - 2).map(|entry| entry.name),
        },
        Some(View::Map) => match views.map.part {
            Part::Map => None,
            Part::Words => Some("p(k|v)"),
            Part::Meetings => Some("log₂ ratio"),
        },
        Some(View::ChooseK) => match views.choose_k.measure().name {
            "harmonic_mean" => Some("harmonic mean"),
            measure => Some(measure),
        },
        None if explorer.shares == Shares::Raw => Some("raw share"),
        None if explorer.shares == Shares::Mean => Some("mean of θ"),
        _ => None,
    }
}
