//! Finding the model that an argument names.

use super::progress::say;
use crate::export::summary::is_plain;
use crate::session::MODEL_FILE;
use crate::session::Model;
use std::path::{Path, PathBuf};

/// The file of a model: the argument, or the model in that folder.
pub fn file(path: &Path) -> PathBuf {
    if path.is_dir() {
        path.join(MODEL_FILE)
    } else {
        path.to_owned()
    }
}

/// Reads the model that an argument names.
pub fn read(path: &Path) -> anyhow::Result<Model> {
    Ok(Model::read(&file(path))?)
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
