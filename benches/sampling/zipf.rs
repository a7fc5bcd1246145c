//! A corpus as uneven as text: few words are everywhere, most are rare and belong
//! to a theme.

use gibbscope::corpus::{Corpus, CorpusError, Vocabulary};
use gibbscope::model::random::{Purpose, Stream};

const WORDS: u32 = 8_000;
/// The most frequent words belong to no theme.
const COMMON: u32 = 40;
const THEMES: u64 = 100;
/// Themes of a document.
const MIXED: u64 = 3;

/// So many documents with so many tokens each, always the same ones.
pub fn corpus(documents: u64, length: u64) -> Result<Corpus, CorpusError> {
    let stream = Stream::new(1, Purpose::Start, 0);
    let document = |d| document(stream.branch(d), length);
    let documents: Vec<Vec<u32>> = (0..documents).map(document).collect();
    let words = (0..WORDS).map(|v| format!("w{v}")).collect();
    Corpus::from_documents(Vocabulary::new(words), &documents)
}

fn document(stream: Stream, length: u64) -> Vec<u32> {
    let themes: Vec<u64> = (0..MIXED).map(|m| stream.below(m, THEMES)).collect();
    let word = |i: u64| {
        // 1 / rank is the density of an exponential of a uniform variable.
        let rank = f64::from(WORDS).powf(stream.unit(MIXED + 2 * i)) as u32 - 1;
        let theme = themes[stream.below(MIXED + 2 * i + 1, MIXED) as usize];
        if rank < COMMON {
            return rank;
        }
        // Each theme ranks the other words from a place of its own on.
        let (others, first) = (WORDS - COMMON, theme as u32 * (WORDS / THEMES as u32));
        COMMON + (rank - COMMON + first) % others
    };
    (0..length).map(word).collect()
}
