//! Small corpora that tests of several floors use.

use super::{Builder, Content, Corpus, Raw, Sink, Vocabulary};

/// A corpus of these word ids over `words` words named w0, w1, …
pub(crate) fn of_ids(documents: &[&[u32]], words: usize) -> Corpus {
    let names = (0..words).map(|v| format!("w{v}")).collect();
    let documents: Vec<Vec<u32>> = documents.iter().map(|d| d.to_vec()).collect();
    Corpus::from_documents(Vocabulary::new(names), &documents).unwrap()
}

/// A corpus of these texts.
pub(crate) fn of_texts(texts: &[&str]) -> Corpus {
    let mut builder = Builder::new(Default::default()).unwrap();
    for text in texts {
        let raw = Raw {
            id: None,
            title: None,
            metadata: &[],
            content: Content::Text(text),
        };
        builder.document(raw).unwrap();
    }
    builder.finish().unwrap().0
}

/// The six documents over five words whose posterior is known exactly.
pub(crate) const SIX: [&[u32]; 6] = [
    &[0, 0, 1, 2, 2],
    &[0, 0, 1, 1, 1],
    &[0, 1, 2, 2, 2],
    &[4, 4, 4, 4, 4],
    &[3, 3, 4, 4, 4],
    &[3, 4, 4, 4, 4],
];
