//! Finding the model that an argument names.

use super::progress::say;
use crate::export::summary::is_plain;
use crate::session::Model;
use std::path::Path;

/// Reads the model that an argument names.
pub fn read(path: &Path) -> anyhow::Result<Model> {
    Ok(Model::read(&Model::file(path))?)
}

/// Where a format can number topics only by place, says which place is which id.
pub fn note_places(model: &Model) {
    if is_plain(&model.topic_ids) {
        return;
    }
    let places: Vec<String> = model
        .topic_ids
        .iter()
        .enumerate()
        .map(|(place, id)| format!("{place} = topic {id}"))
        .collect();
    say(&format!(
        "note: this format numbers the topics by place: {}",
        places.join(", ")
    ));
}
