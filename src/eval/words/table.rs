//! Counts and scores of all words, a column each: a million words are no trouble.

use super::{Profiles, Spread};
use crate::corpus::{Corpus, Vocabulary};

/// What does not change while a chain runs.
#[derive(Debug, Clone)]
pub struct Counts {
    /// Of each word (length V).
    words: Vec<Count>,
    /// D, empty documents included.
    pub all_documents: usize,
    /// N.
    pub all_tokens: usize,
}

/// Side by side, since a token of one of a million words finds all of it far away.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    tokens: u32,
    documents: u32,
    /// The document after the last one that had the word.
    seen: u32,
}

impl Counts {
    /// Those of a corpus, in one pass over its tokens.
    pub fn of(corpus: &Corpus) -> Self {
        let mut words = vec![Count::default(); corpus.vocabulary().len()];
        for d in 0..corpus.documents() {
            let next = d as u32 + 1;
            for &word in corpus.document(d) {
                let count = &mut words[word as usize];
                count.tokens += 1;
                count.documents += u32::from(count.seen != next);
                count.seen = next;
            }
        }
        Self {
            words,
            all_documents: corpus.documents(),
            all_tokens: corpus.tokens(),
        }
    }

    /// Number of words, V.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// n_v.
    pub fn tokens(&self, word: u32) -> u32 {
        self.words[word as usize].tokens
    }

    /// df_v.
    pub fn documents(&self, word: u32) -> u32 {
        self.words[word as usize].documents
    }

    /// df_v / D · evenness, from 0 to 1, of a word that is spread like this.
    pub fn stop_score(&self, word: u32, spread: Spread) -> f64 {
        f64::from(self.documents(word)) / self.all_documents as f64 * spread.evenness()
    }
}

/// The place of each word in the alphabet: by code points, equal words by id. It takes the
/// longest of all, and only once.
pub fn alphabet(vocabulary: &Vocabulary) -> Vec<u32> {
    // Most words differ in what fits a number, which is compared without looking them up.
    let key = |(id, word): (usize, &String)| {
        let mut start = [0; 12];
        let length = word.len().min(12);
        start[..length].copy_from_slice(&word.as_bytes()[..length]);
        let start = start.iter().fold(0, |n, byte| n << 8 | u128::from(*byte));
        start << 32 | id as u128
    };
    let words = vocabulary.words();
    let mut keys: Vec<u128> = words.iter().enumerate().map(key).collect();
    keys.sort_unstable_by(|a, b| {
        let whole = |key: &u128| &words[*key as u32 as usize];
        let starts = (a >> 32).cmp(&(b >> 32));
        starts.then_with(|| whole(a).cmp(whole(b)).then(a.cmp(b)))
    });
    let mut places = vec![0; words.len()];
    for (place, key) in keys.into_iter().enumerate() {
        places[key as u32 as usize] = place as u32;
    }
    places
}

/// What the words are ordered by; each from the top down, words from a to z.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// n_v.
    Tokens,
    /// df_v.
    Documents,
    /// 1 − H_v / ln K.
    Specificity,
    /// Number of topics.
    Topics,
    /// The alphabet.
    Word,
    /// The stop score.
    Stop,
}

/// Where all words live at one moment; nowhere, before anybody looked ([`Table::default`]).
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// K.
    topics: usize,
    /// The topics of each word (length V).
    of_word: Vec<u32>,
    /// The largest p(k|v) with its topic (length V), 0 for a word without tokens.
    main: Vec<(u16, f64)>,
    /// H_v and distinctiveness (length V), 0 for a word without tokens.
    spread: Vec<Spread>,
    /// Σ_v n_v · distinctiveness.
    information: f64,
}

impl Profiles<'_> {
    /// A word with so many tokens; `None` without one. What [`Profiles::fill`] has of it is
    /// put into `row`.
    pub fn entry(&self, word: u32, tokens: u32, row: &mut Vec<(usize, f64)>) -> Option<Entry> {
        row.clear();
        if tokens == 0 {
            return None;
        }
        self.fill(word, row);
        let spread = self.spread(row)?;
        let there = row.iter().filter(|(_, p)| f64::from(tokens) * p >= 0.5);
        let most =
            |most: (usize, f64), &(k, p): &(usize, f64)| if p > most.1 { (k, p) } else { most };
        let (main, main_share) = row.iter().fold((0, 0.0), most);
        Some(Entry {
            topics: there.count() as u32,
            main,
            main_share,
            spread,
        })
    }
}

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry {
    /// Topics in which it has a token; where the engine draws none, those with an
    /// expected half or more.
    pub topics: u32,
    /// The topic, by place, with the largest p(k|v); the first of equals.
    pub main: usize,
    /// p(k|v) of that topic.
    pub main_share: f64,
    /// H_v and distinctiveness.
    pub spread: Spread,
}

impl Table {
    /// Looks at every word.
    pub fn of(counts: &Counts, profiles: &Profiles<'_>) -> Self {
        let words = counts.words();
        let none = Spread {
            entropy: 0.0,
            distinctiveness: 0.0,
        };
        let mut table = Self {
            topics: profiles.topics(),
            of_word: vec![0; words],
            main: vec![(0, 0.0); words],
            spread: vec![none; words],
            information: 0.0,
        };
        let mut row = Vec::new();
        for word in 0..words {
            let tokens = counts.tokens(word as u32);
            let Some(entry) = profiles.entry(word as u32, tokens, &mut row) else {
                continue;
            };
            table.spread[word] = entry.spread;
            table.information += f64::from(tokens) * entry.spread.distinctiveness;
            table.of_word[word] = entry.topics;
            table.main[word] = (entry.main as u16, entry.main_share);
        }
        table
    }

    /// A word; `None` where the corpus has no token of it.
    pub fn entry(&self, word: u32) -> Option<Entry> {
        let word = word as usize;
        let (main, main_share) = self.main.get(word).copied()?;
        (main_share > 0.0).then_some(Entry {
            topics: self.of_word[word],
            main: main.into(),
            main_share,
            spread: self.spread[word],
        })
    }

    /// Specificity, from 0 to 1; `None` where K is 1 or there is no token.
    pub fn specificity(&self, word: u32) -> Option<f64> {
        self.entry(word)?.spread.specificity(self.topics)
    }

    /// df_v / D · evenness, from 0 to 1; `None` where there is no token.
    pub fn stop_score(&self, word: u32, counts: &Counts) -> Option<f64> {
        Some(counts.stop_score(word, self.entry(word)?.spread))
    }

    /// The word's part in the mutual information of topic and word, from 0 to 1; `None`
    /// where that is 0 or there is no token.
    pub fn information_share(&self, word: u32, counts: &Counts) -> Option<f64> {
        let tokens = f64::from(counts.tokens(word));
        let own = tokens * self.entry(word)?.spread.distinctiveness;
        (self.information > 0.0).then(|| own / self.information)
    }

    /// What puts words in this order, the lowest first: the value, then more tokens, then
    /// the id, which are the last 32 bits. Words without a value are the last ones,
    /// whichever way round; all are, where the value is of a table that nobody made yet.
    pub(super) fn key(&self, word: u32, by: (Sort, bool), view: &View<'_>) -> u128 {
        let at = word as usize;
        let (sort, reverse) = by;
        // The bits of numbers from 0 are in the order of the numbers.
        let defined = self.main.get(at).is_some_and(|main| main.1 > 0.0);
        let (rising, defined) = match sort {
            Sort::Tokens => (!u64::from(view.counts.tokens(word)), true),
            Sort::Documents => (!u64::from(view.counts.documents(word)), true),
            Sort::Topics => (!self.of_word.get(at).map_or(0, |&n| n.into()), true),
            Sort::Word => (view.alphabet.get(at).map_or(0, |&p| p.into()), true),
            Sort::Specificity => {
                let spread = self.spread.get(at);
                (spread.map_or(0, |spread| spread.entropy.to_bits()), defined)
            }
            Sort::Stop => {
                let score = self.stop_score(word, view.counts);
                (!score.unwrap_or_default().to_bits(), defined)
            }
        };
        let value = match (defined, reverse) {
            (false, _) => u64::MAX,
            (true, false) => rising,
            (true, true) => !rising,
        };
        let tokens = !view.counts.tokens(word);
        u128::from(value) << 64 | u128::from(tokens) << 32 | u128::from(word)
    }
}

/// What an order needs beside the table.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// Counts of the words.
    pub counts: &'a Counts,
    /// [`alphabet`] of the words, for [`Sort::Word`]; else it may be empty.
    pub alphabet: &'a [u32],
}
