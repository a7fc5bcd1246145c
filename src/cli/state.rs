//! A MALLET state as a corpus, alone or on the corpus it was made from.

use crate::corpus::{Corpus, CorpusError, StateFile, Vocabulary};
use std::collections::BTreeMap;

/// The corpus that the state itself holds: V is its highest type index + 1.
pub fn alone(file: StateFile) -> Result<Corpus, CorpusError> {
    let ids = names(&file);
    Corpus::from_parts(Vocabulary::new(file.types), file.offsets, file.words, ids)
}

/// The same tokens with the vocabulary of the corpus; types are matched by word.
/// Fails with a sentence that names the first difference. A state does not show
/// documents without a token, so those at the end may be missing.
pub fn on_corpus(file: StateFile, corpus: &Corpus) -> Result<Corpus, String> {
    if file.sources.len() > corpus.documents() {
        return Err(format!(
            "the state has {} documents, the corpus {}",
            file.sources.len(),
            corpus.documents()
        ));
    }
    let words = corpus.vocabulary();
    let mut types = Vec::with_capacity(file.types.len());
    for (index, word) in file.types.iter().enumerate() {
        let same =
            (index < words.len() && words.word(index as u32) == word).then_some(index as u32);
        types.push(same.or_else(|| words.id(word)));
    }
    let mut tokens = Vec::with_capacity(file.words.len());
    for &word in &file.words {
        match types.get(word as usize).copied().flatten() {
            Some(id) => tokens.push(id),
            None => {
                let word = file.types.get(word as usize).map_or("", String::as_str);
                return Err(format!(
                    "the state has the word '{word}', which the corpus has not: is this the same \
                     corpus with the same stop words and limits?"
                ));
            }
        }
    }
    let mut offsets = file.offsets;
    offsets.resize(corpus.documents() + 1, tokens.len());
    for d in 0..corpus.documents() {
        compare(corpus, d, &tokens[offsets[d]..offsets[d + 1]])?;
    }
    let ids = (0..corpus.documents())
        .map(|d| corpus.id(d).to_owned())
        .collect();
    Corpus::from_parts(words.clone(), offsets, tokens, ids).map_err(|e| e.to_string())
}

/// A document is the same when it has each word as often, in whatever order.
fn compare(corpus: &Corpus, d: usize, state: &[u32]) -> Result<(), String> {
    if corpus.document(d) == state {
        return Ok(());
    }
    let mut counts: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for &word in state {
        counts.entry(word).or_default().0 += 1;
    }
    for &word in corpus.document(d) {
        counts.entry(word).or_default().1 += 1;
    }
    match counts.into_iter().find(|(_, (a, b))| a != b) {
        Some((word, (state, own))) => Err(format!(
            "document {d} ({}) has '{}' {state} times in the state and {own} times in the corpus",
            corpus.id(d),
            corpus.vocabulary().word(word)
        )),
        None => Ok(()),
    }
}

fn names(file: &StateFile) -> Vec<String> {
    file.sources
        .iter()
        .enumerate()
        .map(|(d, source)| source.clone().unwrap_or_else(|| d.to_string()))
        .collect()
}
