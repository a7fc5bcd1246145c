//! One file per format: text in, calls of [`Sink`](super::Sink) out.

use std::path::Path;

use super::reading::{ReadOptions, ReadReport};

pub(crate) mod bags;
pub(crate) mod columns;
pub(crate) mod delimited;
pub(crate) mod docword;
pub(crate) mod folder;
pub(crate) mod jsonl;
pub(crate) mod ldac;
pub(crate) mod lines;
pub(crate) mod mallet;
pub(crate) mod mallet_state;
pub(crate) mod matrix_market;
pub(crate) mod numbers;
mod quotes;
pub(crate) mod svmlight;
pub(crate) mod words;

#[cfg(test)]
pub(crate) mod testing;

/// The metadata column of formats with a label for each document.
const LABEL: &str = "label";

/// What a reader knows beside its text.
pub(crate) struct Job<'a> {
    /// The file, where there is one: its vocabulary may lie beside it.
    pub path: Option<&'a Path>,
    /// What the user asked for.
    pub options: &'a ReadOptions,
    /// What the user will be told.
    pub report: &'a mut ReadReport,
}
