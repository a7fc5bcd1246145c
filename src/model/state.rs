//! The topic of every token, and the counts that follow from it.

use super::random::{Purpose, Stream};
use super::rows::{Block, Layout, RowEntries, Rows};
use crate::corpus::Corpus;
use sha2::{Digest, Sha256};

/// The largest number of topics: a topic is stored in 16 bits.
pub const MAX_TOPICS: usize = 65_535;

/// The assignments z (length N) with the counts n_kv and n_k.
///
/// Invariants, whatever happens in between two method calls: every topic is
/// below K; n_kv and n_k are what a recount from z gives ([`State::check`]).
/// The counts n_dk of a document are recounted when they are wanted
/// ([`State::document_counts`]): D×K of them would not fit for large K.
///
/// A topic also has an id, which never changes and is never given again; K
/// counts the topics that exist now.
#[derive(Debug, Clone)]
pub struct State {
    z: Vec<u16>,
    sizes: Vec<u32>,
    rows: Rows,
    ids: Vec<u32>,
    next_id: u32,
}

/// The parts of a state, or those of some documents and some words.
pub(crate) struct Parts<'a> {
    /// The topics of the tokens from `first_token` on.
    pub z: &'a mut [u16],
    /// n_k (length K).
    pub sizes: &'a mut [u32],
    /// Where the row of every word begins (length V; see [`super::rows::row_at`]).
    pub starts: &'a [u32],
    /// Whether any of them have wide counts.
    pub mixed: bool,
    /// The blocks of rows from `first_block` on.
    pub blocks: &'a mut [Block],
    /// Where in all blocks groups of words begin and end.
    pub bounds: &'a [usize],
    /// The token that `z` begins with.
    pub first_token: usize,
    /// The block that `blocks` begin with.
    pub first_block: usize,
}

impl Parts<'_> {
    /// The same parts, for a while.
    pub fn reborrow(&mut self) -> Parts<'_> {
        Parts {
            z: self.z,
            sizes: self.sizes,
            starts: self.starts,
            mixed: self.mixed,
            blocks: self.blocks,
            bounds: self.bounds,
            first_token: self.first_token,
            first_block: self.first_block,
        }
    }
}

/// Why a state cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// K is not possible.
    #[error("topics {0} is out of range: K goes from 1 to 65535")]
    Topics(usize),
    /// There is nothing to infer from.
    #[error("the corpus has no token: there is nothing to infer topics from")]
    NoTokens,
    /// The list of topics does not fit the corpus.
    #[error("{given} topics were given for {needed} tokens")]
    Length {
        /// Number of assignments given.
        given: usize,
        /// Number of tokens, N.
        needed: usize,
    },
    /// An assignment is not below K.
    #[error("token {token} has topic {topic}, but there are only {topics} topics")]
    Topic {
        /// Which token, from 0.
        token: usize,
        /// Its topic.
        topic: u32,
        /// K.
        topics: usize,
    },
}

impl State {
    /// A start state: every token gets a topic uniformly at random.
    ///
    /// # Errors
    /// When K is not from 1 to [`MAX_TOPICS`], or the corpus has no token.
    pub fn random(corpus: &Corpus, topics: usize, seed: u64) -> Result<Self, StateError> {
        let stream = Stream::new(seed, Purpose::Start, 0);
        let z = (0..corpus.tokens() as u64).map(|i| stream.below(i, topics as u64) as u16);
        Self::from_topics(corpus, topics, z.collect())
    }

    /// A state from the topic of every token.
    ///
    /// # Errors
    /// As [`State::random`], and when `z` has not N entries below K.
    pub fn from_topics(corpus: &Corpus, topics: usize, z: Vec<u16>) -> Result<Self, StateError> {
        if topics == 0 || topics > MAX_TOPICS {
            return Err(StateError::Topics(topics));
        }
        if corpus.tokens() == 0 {
            return Err(StateError::NoTokens);
        }
        if z.len() != corpus.tokens() {
            return Err(StateError::Length {
                given: z.len(),
                needed: corpus.tokens(),
            });
        }
        if let Some(token) = z.iter().position(|&k| usize::from(k) >= topics) {
            return Err(StateError::Topic {
                token,
                topic: z[token].into(),
                topics,
            });
        }
        let (rows, sizes) = count(corpus, topics, &z);
        Ok(Self {
            z,
            sizes,
            rows,
            ids: (0..topics as u32).collect(),
            next_id: topics as u32,
        })
    }

    /// Lays out the rows in this way, or as the corpus and K ask for, and those of each group
    /// of words side by side; no groups are one of all words.
    pub(crate) fn lay_out(&mut self, corpus: &Corpus, layout: Option<Layout>, groups: &[Vec<u32>]) {
        let layout = layout.unwrap_or(Layout::of(self.topics()));
        if layout == self.layout() && groups.is_empty() && !self.rows.are_grouped() {
            return;
        }
        let counts = word_counts(corpus);
        // The old rows go before the new ones come.
        self.rows = Rows::new(&[], 0, layout);
        self.rows = match groups {
            [] => Rows::new(&counts, self.topics(), layout),
            groups => {
                let groups = groups.iter().map(|group| group.iter().copied());
                Rows::grouped(&counts, self.topics(), layout, groups)
            }
        };
        fill(&mut self.rows, corpus, &self.z);
    }

    /// The same state, its topics named by `ids` (as many as there are topics).
    pub fn with_ids(mut self, ids: Vec<u32>, next_id: u32) -> Self {
        debug_assert_eq!(ids.len(), self.topics());
        (self.ids, self.next_id) = (ids, next_id);
        self
    }

    /// Number of topics, K.
    pub fn topics(&self) -> usize {
        self.sizes.len()
    }

    /// The topic of every token (length N).
    pub fn z(&self) -> &[u16] {
        &self.z
    }

    /// n_k: the number of tokens of every topic (length K).
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The id of every topic (length K): what a user sees, stable over changes of K.
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// The id that the next new topic will get.
    pub fn next_id(&self) -> u32 {
        self.next_id
    }

    /// The non-zero n_kv of word `v`, by ascending topic.
    #[inline]
    pub fn row(&self, word: u32) -> RowEntries<'_> {
        self.rows.row(word)
    }

    /// How the rows are laid out.
    pub fn layout(&self) -> Layout {
        self.rows.layout()
    }

    /// Where the row of every word begins (length V; see [`super::rows::row_at`]), and whether
    /// any has wide counts.
    pub(crate) fn starts(&self) -> (&[u32], bool) {
        self.rows.starts()
    }

    /// Everything that a draw changes, for a kernel that keeps the invariants itself.
    pub(crate) fn parts_mut(&mut self) -> Parts<'_> {
        let ((starts, mixed), blocks, bounds) = self.rows.parts_mut();
        Parts {
            z: &mut self.z,
            sizes: &mut self.sizes,
            starts,
            mixed,
            blocks,
            bounds,
            first_token: 0,
            first_block: 0,
        }
    }

    /// n_kv.
    pub fn count(&self, word: u32, topic: u16) -> u32 {
        self.rows.count(word, topic)
    }

    /// Number of words, V.
    pub fn words(&self) -> usize {
        self.rows.words()
    }

    /// Fills `counts` (length K) with n_dk of document `d`.
    pub fn document_counts(&self, corpus: &Corpus, d: usize, counts: &mut Vec<u32>) {
        counts.clear();
        counts.resize(self.topics(), 0);
        for &k in &self.z[corpus.range(d)] {
            counts[usize::from(k)] += 1;
        }
    }

    /// Gives token `i`, which is word `word`, another topic.
    pub fn assign(&mut self, i: usize, word: u32, topic: u16) {
        self.assign_all([(i, word, topic)]);
    }

    /// Gives tokens, each with its word, other topics.
    #[inline]
    pub fn assign_all(&mut self, tokens: impl IntoIterator<Item = (usize, u32, u16)>) {
        let mut counting = self.rows.counting();
        for (i, word, topic) in tokens {
            let old = std::mem::replace(&mut self.z[i], topic);
            if old != topic {
                counting.decrement(word, old);
                counting.increment(word, topic);
                self.sizes[usize::from(old)] -= 1;
                self.sizes[usize::from(topic)] += 1;
            }
        }
    }

    /// The same tokens under another set of topics: `z` and the ids of its topics;
    /// a missing id (`None`) is a new topic's.
    pub(super) fn rebuilt(&self, corpus: &Corpus, z: Vec<u16>, ids: Vec<Option<u32>>) -> Self {
        let mut next_id = self.next_id;
        let ids: Vec<u32> = ids
            .into_iter()
            .map(|id| {
                id.unwrap_or_else(|| {
                    next_id += 1;
                    next_id - 1
                })
            })
            .collect();
        let (rows, sizes) = count(corpus, ids.len(), &z);
        Self {
            z,
            sizes,
            rows,
            ids,
            next_id,
        }
    }

    /// Compares the counts with a recount from z.
    ///
    /// # Errors
    /// A sentence that names the first count that differs.
    pub fn check(&self, corpus: &Corpus) -> Result<(), String> {
        let (rows, sizes) = count(corpus, self.topics(), &self.z);
        if let Some(k) = (0..self.topics()).find(|&k| sizes[k] != self.sizes[k]) {
            return Err(format!(
                "topic {k} has {} tokens, counted {}",
                self.sizes[k], sizes[k]
            ));
        }
        match (0..self.words() as u32).find(|&v| !rows.row(v).eq(self.row(v))) {
            Some(v) => Err(format!(
                "word {v}: {:?}, counted {:?}",
                self.row(v).collect::<Vec<_>>(),
                rows.row(v).collect::<Vec<_>>()
            )),
            None => Ok(()),
        }
    }

    /// The first 128 bits of SHA-256 over z (16 bits a token, little-endian), in hex.
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        let mut bytes = Vec::new();
        for part in self.z.chunks(4_096) {
            bytes.clear();
            bytes.extend(part.iter().flat_map(|k| k.to_le_bytes()));
            hash.update(&bytes);
        }
        hash.finalize()
            .iter()
            .take(16)
            .map(|b| format!("{b:02x}"))
            .collect()
    }
}

/// How often each word occurs (length V).
pub(crate) fn word_counts(corpus: &Corpus) -> Vec<u32> {
    let mut counts = vec![0u32; corpus.vocabulary().len()];
    for &word in corpus.words() {
        counts[word as usize] += 1;
    }
    counts
}

fn count(corpus: &Corpus, topics: usize, z: &[u16]) -> (Rows, Vec<u32>) {
    let counts = word_counts(corpus);
    let mut rows = Rows::new(&counts, topics, Layout::of(topics));
    fill(&mut rows, corpus, z);
    let mut sizes = vec![0; topics];
    z.iter().for_each(|&k| sizes[usize::from(k)] += 1);
    (rows, sizes)
}

/// Counts all tokens in empty rows.
fn fill(rows: &mut Rows, corpus: &Corpus, z: &[u16]) {
    let mut counting = rows.counting();
    for (&word, &k) in corpus.words().iter().zip(z) {
        counting.increment(word, k);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Vocabulary;
    use proptest::prelude::*;

    fn corpus(documents: &[Vec<u32>], words: usize) -> Corpus {
        let names = (0..words).map(|v| format!("w{v}")).collect();
        Corpus::from_documents(Vocabulary::new(names), documents).unwrap()
    }

    #[test]
    fn impossible_states_are_refused() {
        let c = corpus(&[vec![0, 1]], 2);
        let error = |topics, z: &[u16]| State::from_topics(&c, topics, z.to_vec()).unwrap_err();
        assert_eq!(error(0, &[0, 0]), StateError::Topics(0));
        assert_eq!(error(65_536, &[0, 0]), StateError::Topics(65_536));
        assert_eq!(
            error(2, &[0]),
            StateError::Length {
                given: 1,
                needed: 2
            }
        );
        assert_eq!(
            error(2, &[0, 2]),
            StateError::Topic {
                token: 1,
                topic: 2,
                topics: 2
            }
        );
        let empty = corpus(&[vec![], vec![]], 2);
        assert_eq!(
            State::random(&empty, 2, 1).unwrap_err(),
            StateError::NoTokens
        );
    }

    #[test]
    fn the_largest_k_fits() {
        let c = corpus(&[vec![0, 1]], 2);
        let mut state = State::random(&c, MAX_TOPICS, 3).unwrap();
        state.assign(0, 0, 65_534);
        assert_eq!(state.check(&c), Ok(()));
    }

    proptest! {
        #[test]
        fn counts_always_equal_a_recount(
            documents in prop::collection::vec(prop::collection::vec(0u32..6, 0..12), 1..6),
            topics in 1usize..7,
            moves in prop::collection::vec((any::<prop::sample::Index>(), any::<u16>()), 0..60),
        ) {
            let c = corpus(&documents, 6);
            prop_assume!(c.tokens() > 0);
            let mut state = State::random(&c, topics, 1).unwrap();
            for (token, topic) in moves {
                let i = token.index(c.tokens());
                state.assign(i, c.words()[i], topic % topics as u16);
                prop_assert_eq!(state.check(&c), Ok(()));
            }
        }
    }
}
