//! One file per pane. A pane sees snapshots and the user's choices, never the
//! worker; it draws them and changes nothing.

pub mod curve;
pub mod document;
mod document_name;
pub mod documents;
pub mod engines;
pub mod explain;
pub mod frame;
pub mod help;
pub mod lesson;
pub mod pressed;
pub mod prompt;
pub mod race;
pub mod race_choice;
pub mod race_table;
pub mod stacked;
pub mod start;
pub mod status;
pub mod strip;
pub mod terms;
pub mod topic;
pub mod topics;
pub mod trace;
pub mod views;
pub mod words;
