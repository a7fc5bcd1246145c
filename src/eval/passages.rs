//! The passage of each document that shows a topic best: the stretch of [`TOKENS`] tokens
//! with most tokens of the topic, cut to the first and the last of them. Of several such
//! stretches the one whose tokens of the topic are most typical, by the sum of their
//! φ_kw, and of those that are still equal the first. The rule is our own.

use crate::corpus::Corpus;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// Tokens of a passage, at most.
pub const TOKENS: usize = 40;
/// A passage grows by so many tokens at most, at each end, to whole sentences.
const GROWS: usize = 20;

/// A stretch of a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    /// The document.
    pub document: u32,
    /// Its tokens, as places among those of the document; not empty.
    pub tokens: Range<usize>,
    /// How many of them have the topic, from 1 to [`TOKENS`].
    pub of_topic: usize,
    /// Σ φ_kw of those.
    pub weight: f64,
}

/// The best passage of each document that has a token of the topic, the best first; `z` is
/// the topic of every token of the corpus, `phi` that of the topic (length V).
pub fn passages(corpus: &Corpus, z: &[u16], topic: u16, phi: &[f64]) -> Vec<Passage> {
    let one = |d: usize| {
        let (words, z) = (corpus.document(d), &z[corpus.range(d)]);
        let weight = |i: usize| (z[i] == topic).then(|| phi[words[i] as usize]);
        let (tokens, of_topic, weight) = best(words.len(), weight)?;
        Some(Passage {
            document: d as u32,
            tokens,
            of_topic,
            weight,
        })
    };
    let mut all: Vec<Passage> = (0..corpus.documents()).filter_map(one).collect();
    all.sort_by(|a, b| {
        let by_weight = || b.weight.total_cmp(&a.weight);
        b.of_topic.cmp(&a.of_topic).then_with(by_weight)
    });
    all
}

/// Among `len` tokens, of which those of the topic have a weight.
fn best(len: usize, weight: impl Fn(usize) -> Option<f64>) -> Option<(Range<usize>, usize, f64)> {
    let mut found: Option<(Range<usize>, usize, f64)> = None;
    let own: Vec<usize> = (0..len).filter(|&i| weight(i).is_some()).collect();
    let mut last = 0;
    // A stretch that starts at a token of the topic is as good as any that holds it.
    for (first, &start) in own.iter().enumerate() {
        while last < own.len() && own[last] < start + TOKENS {
            last += 1;
        }
        let count = last - first;
        if found.as_ref().is_some_and(|(_, most, _)| count < *most) {
            continue;
        }
        let sum: f64 = own[first..last].iter().filter_map(|&i| weight(i)).sum();
        let better =
            |(_, most, weight): &(Range<usize>, usize, f64)| count > *most || sum > *weight;
        if found.as_ref().is_none_or(better) {
            found = Some((start..own[last - 1] + 1, count, sum));
        }
    }
    found
}

/// The bytes of a text where a passage stands: its `tokens`, whose places in the text are
/// `places`, and the sentences that they begin and end in (Unicode Standard Annex 29) as far
/// as that adds few tokens.
pub fn sentences(text: &str, places: &[Range<usize>], tokens: &Range<usize>) -> Range<usize> {
    let at = |token: usize| places.get(token).cloned().unwrap_or(text.len()..text.len());
    let (own, end) = (at(tokens.start).start, at(tokens.end.saturating_sub(1)).end);
    let mut whole = own..end.max(own);
    for (from, sentence) in text.split_sentence_bound_indices() {
        let to = from + sentence.trim_end().len();
        let from = from + (sentence.len() - sentence.trim_start().len());
        if from >= end {
            break;
        }
        let few = |range: Range<usize>| {
            let inside = places.iter().filter(|p| range.contains(&p.start));
            inside.count() <= GROWS
        };
        if from < own && own < to && few(from..own) {
            whole.start = from;
        }
        if from < end && end < to && few(end..to) {
            whole.end = to;
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Vocabulary;

    #[test]
    fn the_stretch_with_most_tokens_of_the_topic_wins() {
        let words = ["a", "b", "c"].map(str::to_owned).to_vec();
        // Topic 1 stands at 0, 50, 60 and 89: 50…89 is 40 tokens with three of them.
        let mut z = vec![0; 100];
        for i in [0, 50, 60, 89] {
            z[i] = 1;
        }
        // In the second document once, by a typical word; in the third nowhere.
        z.extend([0, 1, 0, 0]);
        let documents = [vec![0; 100], vec![1, 2], vec![0, 1]];
        let corpus = Corpus::from_documents(Vocabulary::new(words), &documents).unwrap();
        let found = passages(&corpus, &z, 1, &[0.1, 0.2, 0.7]);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].document, found[0].tokens.clone()), (0, 50..90));
        assert_eq!(found[0].of_topic, 3);
        assert!((found[0].weight - 0.3).abs() < 1e-12);
        assert_eq!((found[1].document, found[1].tokens.clone()), (1, 1..2));
        assert!((found[1].weight - 0.7).abs() < 1e-12);
    }

    #[test]
    fn of_equal_counts_the_more_typical_and_then_the_first_is_taken() {
        let weights = |i: usize| match i {
            0 | 100 => Some(0.5),
            200 => Some(0.75),
            300 => Some(0.75),
            _ => None,
        };
        assert_eq!(best(400, weights), Some((200..201, 1, 0.75)));
        assert_eq!(best(150, weights), Some((0..1, 1, 0.5)));
        assert_eq!(best(90, |_| None), None);
    }

    #[test]
    fn a_passage_grows_to_whole_sentences() {
        let text = "The judge spoke. Then the court rose at noon. Nobody left.";
        let words = ["judge", "spoke", "court", "rose", "noon", "nobody", "left"];
        let lower = text.to_lowercase();
        let places = words.map(|word| {
            let at = lower.find(word).unwrap();
            at..at + word.len()
        });
        let cut = |tokens| &text[sentences(text, &places, &tokens)];
        assert_eq!(cut(2..4), "Then the court rose at noon.");
        assert_eq!(cut(1..3), "The judge spoke. Then the court rose at noon.");
        assert_eq!(cut(6..7), "Nobody left.");
    }
}
