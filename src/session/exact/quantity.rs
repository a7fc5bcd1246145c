//! Probabilities that are summed exactly on one side and counted on the other.

use crate::corpus::Corpus;
use crate::eval::exact::Exact;
use serde::Serialize;

/// Pairs of tokens are of so many words at most.
const WORDS: usize = 4;

/// How two tokens are related.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kin {
    /// The same word in the same document.
    Cell,
    /// The same word in two documents.
    Word,
    /// Two words of one document.
    Document,
    /// Two words of two documents.
    Apart,
}

/// A quantity of z given w; tokens are counted from 0 over the whole corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// p(z_i = k | w), k by place.
    Topic {
        /// The token.
        token: usize,
        /// The topic.
        topic: usize,
    },
    /// p(z_i = z_j | w), the same whatever the topics are called.
    Same {
        /// The first token.
        i: usize,
        /// The second one.
        j: usize,
    },
    /// The expected number of tokens of the smallest topic.
    Smallest,
    /// p(the smallest topic has so many tokens | w).
    SmallestIs(usize),
}

impl Quantity {
    /// Those that are shown of a corpus: the topic of its first token, pairs of tokens of the
    /// words with most tokens (of every kin in turn), the smallest topic.
    pub fn choose(corpus: &Corpus, topics: usize) -> Vec<Self> {
        Self::with_pairs(corpus, topics, &pairs(corpus))
    }

    /// The same with other pairs, of which no token is beyond the corpus.
    pub fn with_pairs(corpus: &Corpus, topics: usize, pairs: &[(usize, usize)]) -> Vec<Self> {
        let mut chosen = Vec::new();
        if corpus.tokens() > 0 {
            chosen.push(Self::Topic { token: 0, topic: 0 });
        }
        chosen.extend(pairs.iter().map(|&(i, j)| Self::Same { i, j }));
        chosen.push(Self::Smallest);
        let most = corpus.tokens() / topics.max(1);
        chosen.extend((0..=most).map(Self::SmallestIs));
        chosen
    }

    /// Its exact value.
    pub fn exact(self, exact: &Exact) -> f64 {
        match self {
            Self::Topic { token, topic } => exact.topic(token, topic),
            Self::Same { i, j } => exact.same_topic(i, j),
            Self::Smallest => exact.mean_smallest_topic(),
            Self::SmallestIs(size) => exact.smallest_topic().get(size).copied().unwrap_or(0.0),
        }
    }

    /// Its value in one sample, whose smallest topic has so many tokens.
    pub fn drawn(self, z: &[u16], smallest: usize) -> f64 {
        let one = |is: bool| f64::from(u8::from(is));
        match self {
            Self::Topic { token, topic } => one(usize::from(z[token]) == topic),
            Self::Same { i, j } => one(z[i] == z[j]),
            Self::Smallest => smallest as f64,
            Self::SmallestIs(size) => one(smallest == size),
        }
    }
}

impl Kin {
    /// Of two tokens.
    pub fn of(corpus: &Corpus, i: usize, j: usize) -> Self {
        let same_word = corpus.words()[i] == corpus.words()[j];
        let same_document = document(corpus, i) == document(corpus, j);
        match (same_word, same_document) {
            (true, true) => Self::Cell,
            (true, false) => Self::Word,
            (false, true) => Self::Document,
            (false, false) => Self::Apart,
        }
    }
}

/// The document of a token.
pub fn document(corpus: &Corpus, token: usize) -> usize {
    let documents = 0..corpus.documents();
    documents
        .into_iter()
        .find(|&d| corpus.range(d).contains(&token))
        .unwrap_or(0)
}

/// Pairs of the words with most tokens.
fn pairs(corpus: &Corpus) -> Vec<(usize, usize)> {
    let mut counts = vec![0_usize; corpus.vocabulary().len()];
    for &word in corpus.words() {
        counts[word as usize] += 1;
    }
    let mut words: Vec<usize> = (0..counts.len()).filter(|&v| counts[v] > 0).collect();
    words.sort_by_key(|&v| (std::cmp::Reverse(counts[v]), v));
    words.truncate(WORDS);
    // Two tokens of the first document that has a word, one of the next that has it.
    let mut tokens = Vec::new();
    for &word in &words {
        let of_word = |d: &usize| -> Vec<usize> {
            let all = corpus.range(*d);
            all.filter(|&i| corpus.words()[i] as usize == word)
                .collect()
        };
        let mut holders = (0..corpus.documents()).map(|d| of_word(&d));
        let mut holders = holders.by_ref().filter(|own| !own.is_empty()).take(2);
        tokens.extend(holders.next().unwrap_or_default().into_iter().take(2));
        tokens.extend(holders.next().unwrap_or_default().into_iter().take(1));
    }
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (at, &i) in tokens.iter().enumerate() {
        pairs.extend(tokens[at + 1..].iter().map(|&j| (i.min(j), i.max(j))));
    }
    // Tokens of a word in a document are alike: one pair stands for all of them.
    let cell = |i: usize| (document(corpus, i), corpus.words()[i]);
    let mut seen = std::collections::HashSet::new();
    pairs.retain(|&(i, j)| seen.insert((cell(i), cell(j))));
    // One of each kin in turn, so that the first lines show all.
    let mut turns = [0_usize; 4];
    let mut turned: Vec<_> = pairs
        .into_iter()
        .map(|(i, j)| {
            let kin = Kin::of(corpus, i, j) as usize;
            turns[kin] += 1;
            ((turns[kin], kin), (i, j))
        })
        .collect();
    turned.sort_unstable();
    turned.into_iter().map(|(_, pair)| pair).collect()
}
