//! Finding the model that an argument names.

use super::failure::Usage;
use super::progress::say;
use crate::corpus::Corpus;
use crate::export::summary::is_plain;
use crate::session::Model;
use anyhow::bail;
use std::path::Path;

/// Reads the model that an argument names.
pub fn read(path: &Path) -> anyhow::Result<Model> {
    Ok(Model::read(&Model::file(path))?)
}

/// Refuses a corpus that a model was not fitted to.
pub fn check_corpus(path: &Path, own: &Corpus, named: &Corpus) -> anyhow::Result<()> {
    let (named, own) = (named.content_hash(), own.content_hash());
    if named != own {
        bail!(
            "{} was not fitted to this corpus with this preprocessing: its content hash is \
             {own}, that of the corpus {named}",
            path.display()
        );
    }
    Ok(())
}

/// The place of the topic with this id; else a part of a sentence that says which there are.
pub fn place(ids: &[u32], id: u32) -> Result<usize, String> {
    ids.iter().position(|&own| own == id).ok_or_else(|| {
        let some: Vec<String> = ids.iter().take(20).map(u32::to_string).collect();
        let more = if ids.len() > 20 { ", …" } else { "" };
        format!("its topics are {}{more}", some.join(", "))
    })
}

/// The number of the document with this id, which an option asks for.
pub fn document(corpus: &Corpus, option: &str, id: &str) -> Result<usize, Usage> {
    let mut documents = 0..corpus.documents();
    documents.find(|&d| corpus.id(d) == id).ok_or_else(|| {
        let first = match corpus.documents() {
            0 => "",
            _ => corpus.id(0),
        };
        Usage(format!(
            "{option} {id}: there is no document with this id; the first is {first}"
        ))
    })
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
