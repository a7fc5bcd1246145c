//! The diagnostics of a topic that MALLET prints (`TopicModelDiagnostics`, its
//! `--diagnostics-file`), from counts of words in topics and of topics in documents.
//!
//! With n_kv tokens of word v in topic k, n_k = Σ_v n_kv, p_v = n_kv / n_k, n_dk tokens of
//! topic k in document d, D_v documents where v has topic k, and D_uv those where both have:
//!
//! ```text
//! document entropy      −Σ_d (n_dk/n_k) ln(n_dk/n_k)                nats, 0 to ln D
//! effective words       1 / Σ_v p_v²                               1 to V
//! uniform distance      Σ_v p_v ln(p_v V)                           nats, 0 to ln V
//! corpus distance       Σ_v p_v ln(p_v N / n_v)                     nats, at least 0
//! rank-1 documents      documents where k is the largest topic / documents with k
//! allocation ratio      documents with θ_dk ≥ 50 % / documents with θ_dk ≥ 2 %
//! allocation count      documents with θ_dk ≥ 30 % / documents with k
//! token–document diff.  Jensen–Shannon divergence of token and document shares of the
//!                       top words                                   nats, 0 to ln 2
//! coherence             Σ_{i>j} ln( (D_ij + β) / (D_j + β) ) of the top words, at most 0
//! ```
//!
//! Exclusivity is [`super::ranking::exclusivity`]. As in MALLET the word side has no
//! smoothing, θ_dk = (n_dk + α_k) / (N_d + Σα), of documents with k only; of topics that are
//! equally large in a document the first is the largest; coherence (Mimno et al. 2011,
//! equation 1) looks at documents where the word has *this topic*, and adds the model's β,
//! not 1.
//!
//! Where MALLET differs: it prints NaN for a topic without a token, and counts words that a
//! short topic lacks as word 0. Here what is undefined is `None`, and lists are as long as
//! they are. Words with equal counts come by ascending id, in MALLET by descending id.
//!
//! An engine that draws no topics has expected counts: [`words`] takes them, [`expected`]
//! gives what documents can say without "documents with k", which then are all.

use super::distances::jensen_shannon;
use crate::model::Prior;
use rustc_hash::FxHashMap;

/// θ_dk of a document that counts as one of the topic's own in the allocation count.
const OWN: f64 = 0.3;
/// θ_dk in the numerator of the allocation ratio.
const MOST: f64 = 0.5;
/// θ_dk in its denominator.
const SOME: f64 = 0.02;

/// What the words of a topic say.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct WordScores {
    /// n_k.
    pub tokens: f64,
    /// 1 / Σ p²; all are `None` for a topic without a token.
    pub effective_words: Option<f64>,
    /// KL divergence from the uniform distribution over all V words, nats.
    pub uniform_distance: Option<f64>,
    /// KL divergence from the words of the corpus, nats.
    pub corpus_distance: Option<f64>,
}

/// What the documents of a topic say; every one is `None` where it is undefined.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DocumentScores {
    /// Entropy of the topic over documents, nats; `None` without a token.
    pub entropy: Option<f64>,
    /// Share of its documents where it is the largest; `None` without a document.
    pub rank_1: Option<f64>,
    /// `None` where no document has 2 % of it.
    pub allocation_ratio: Option<f64>,
    /// `None` without a document.
    pub allocation_count: Option<f64>,
    /// `None` without a top word.
    pub token_document_difference: Option<f64>,
    /// `None` with fewer than two top words.
    pub coherence: Option<f64>,
}

/// A share, where there is something to share.
fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

/// Logarithms of counts, which mostly are small whole numbers.
struct Logs {
    of_whole: Vec<f64>,
}

impl Logs {
    fn new() -> Self {
        Self {
            of_whole: (0..1 << 10).map(|n| f64::from(n).ln()).collect(),
        }
    }

    #[inline]
    fn ln(&self, count: f64) -> f64 {
        let whole = count as usize;
        match self.of_whole.get(whole) {
            Some(&ln) if whole as f64 == count => ln,
            _ => count.ln(),
        }
    }
}

/// Word by word over the counts: `row(v, out)` puts the topics of word `v`, below K and
/// each once, with n_kv ≥ 0 into `out`. One entry for each topic.
pub fn words(
    (words, topics): (usize, usize),
    mut row: impl FnMut(u32, &mut Vec<(usize, f64)>),
) -> Vec<WordScores> {
    #[derive(Clone, Default)]
    struct Sums {
        tokens: f64,
        squares: f64,
        /// Σ n_kv ln n_kv.
        own: f64,
        /// Σ n_kv ln n_v.
        all: f64,
    }
    let logs = Logs::new();
    let mut sums = vec![Sums::default(); topics];
    let (mut tokens, mut entries) = (0.0, Vec::new());
    for word in 0..words as u32 {
        row(word, &mut entries);
        let occurs: f64 = entries.iter().map(|entry| entry.1).sum();
        if occurs <= 0.0 {
            continue;
        }
        tokens += occurs;
        let ln_occurs = logs.ln(occurs);
        for &(k, count) in entries.iter().filter(|entry| entry.1 > 0.0) {
            let sums = &mut sums[k];
            sums.tokens += count;
            sums.squares += count * count;
            sums.own += count * logs.ln(count);
            sums.all += count * ln_occurs;
        }
    }
    let of_topic = |sums: Sums| {
        let n = sums.tokens;
        // A divergence of 0 may come to a rounding error below it.
        let distance = |value: f64| (n > 0.0).then(|| value.max(0.0));
        WordScores {
            tokens: n,
            effective_words: ratio(n * n, sums.squares),
            uniform_distance: distance(sums.own / n + (words as f64 / n).ln()),
            corpus_distance: distance((sums.own - sums.all) / n + (tokens / n).ln()),
        }
    };
    sums.into_iter().map(of_topic).collect()
}

/// Sums over the documents of one topic.
#[derive(Debug, Clone, Default)]
struct Documents {
    tokens: f64,
    /// Σ n_dk ln n_dk.
    logs: f64,
    any: u32,
    rank_1: u32,
    some: u32,
    own: u32,
    most: u32,
}

impl Documents {
    fn add(&mut self, count: f64, theta: f64, logs: &Logs) {
        if count > 0.0 {
            self.tokens += count;
            self.logs += count * logs.ln(count);
            self.any += 1;
        }
        self.some += u32::from(theta >= SOME);
        self.own += u32::from(theta >= OWN);
        self.most += u32::from(theta >= MOST);
    }

    fn entropy(&self) -> Option<f64> {
        let n = self.tokens;
        // One document alone may come to a rounding error below 0.
        (n > 0.0).then(|| (n.ln() - self.logs / n).max(0.0))
    }

    fn allocation_ratio(&self) -> Option<f64> {
        ratio(self.most.into(), self.some.into())
    }
}

/// The top words of one topic in its documents.
#[derive(Debug)]
struct Together {
    words: usize,
    /// Tokens of each word in the topic.
    tokens: Vec<f64>,
    /// D_ij for i ≥ j, row after row; the diagonal has D_i.
    documents: Vec<u32>,
}

impl Together {
    fn new(words: usize) -> Self {
        Self {
            words,
            tokens: vec![0.0; words],
            documents: vec![0; words * (words + 1) / 2],
        }
    }

    fn at(i: usize, j: usize) -> usize {
        i * (i + 1) / 2 + j
    }

    /// A document with these words, by ascending place.
    fn add(&mut self, places: &[usize]) {
        for (n, &i) in places.iter().enumerate() {
            for &j in &places[..=n] {
                self.documents[Self::at(i, j)] += 1;
            }
        }
    }

    fn coherence(&self, beta: f64) -> Option<f64> {
        let documents = |i, j| f64::from(self.documents[Self::at(i, j)]);
        let mut sum = 0.0;
        for i in 0..self.words {
            for j in 0..i {
                sum += ((documents(i, j) + beta) / (documents(j, j) + beta)).ln();
            }
        }
        (self.words > 1).then_some(sum)
    }

    fn difference(&self) -> Option<f64> {
        let documents = (0..self.words).map(|i| self.documents[Self::at(i, i)].into());
        let tokens = shares(self.tokens.iter().copied())?;
        Some(jensen_shannon(&tokens, &shares(documents)?))
    }
}

fn shares(counts: impl Iterator<Item = f64> + Clone) -> Option<Vec<f64>> {
    let sum: f64 = counts.clone().sum();
    (sum > 0.0).then(|| counts.map(|n| n / sum).collect())
}

/// Document by document over drawn topics: each document is its words and their topics,
/// below K and equally many. `tops` are the top words of each topic (K lists, no word
/// twice in one), `alpha` is the document–topic prior (length K), `beta` that of one word
/// in a topic, above 0. One entry for each topic.
///
/// Linear in tokens, and in the pairs of top words that a topic has in a document.
pub fn drawn<'a>(
    documents: impl IntoIterator<Item = (&'a [u32], &'a [u16])>,
    tops: &[Vec<u32>],
    alpha: &Prior,
    beta: f64,
) -> Vec<DocumentScores> {
    let topics = tops.len();
    let mut together: Vec<Together> = tops.iter().map(|top| Together::new(top.len())).collect();
    let mut places = FxHashMap::default();
    // Most tokens are of no top word, which is seen sooner than looked up.
    let mut is_top = Vec::new();
    for (k, top) in tops.iter().enumerate() {
        places.extend(top.iter().enumerate().map(|(i, &word)| ((k, word), i)));
        for &word in top {
            let word = word as usize;
            is_top.resize(is_top.len().max(word + 1), false);
            is_top[word] = true;
        }
    }
    let logs = Logs::new();
    let mut sums = vec![Documents::default(); topics];
    let mut counts = vec![0_u32; topics];
    // The topics of a document, and its top words as (topic, place).
    let (mut present, mut found) = (Vec::new(), Vec::new());
    for (words, z) in documents {
        for (&word, &k) in words.iter().zip(z) {
            let k = usize::from(k);
            if counts[k] == 0 {
                present.push(k);
            }
            counts[k] += 1;
            if is_top.get(word as usize) == Some(&true)
                && let Some(&place) = places.get(&(k, word))
            {
                together[k].tokens[place] += 1.0;
                found.push((k, place));
            }
        }
        let largest = present.iter().max_by_key(|&&k| (counts[k], usize::MAX - k));
        if let Some(&k) = largest {
            sums[k].rank_1 += 1;
        }
        let total = alpha.sum() + z.len() as f64;
        for k in present.drain(..) {
            let count = f64::from(std::mem::take(&mut counts[k]));
            sums[k].add(count, (alpha.value(k) + count) / total, &logs);
        }
        found.sort_unstable();
        found.dedup();
        for of_topic in found.chunk_by(|a, b| a.0 == b.0) {
            let places: Vec<usize> = of_topic.iter().map(|f| f.1).collect();
            together[of_topic[0].0].add(&places);
        }
        found.clear();
    }
    let scores = |(sums, together): (Documents, Together)| DocumentScores {
        entropy: sums.entropy(),
        rank_1: ratio(sums.rank_1.into(), sums.any.into()),
        allocation_ratio: sums.allocation_ratio(),
        allocation_count: ratio(sums.own.into(), sums.any.into()),
        token_document_difference: together.difference(),
        coherence: together.coherence(beta),
    };
    sums.into_iter().zip(together).map(scores).collect()
}

/// Document by document over expected topics: each document is its length in tokens and
/// theta (length K); `alpha` is the prior that theta is smoothed with, where there is one.
/// n_dk is then θ_dk (N_d + Σα) − α_k. Entropy and allocation ratio alone are defined.
pub fn expected<T: AsRef<[f64]>>(
    topics: usize,
    documents: impl IntoIterator<Item = (usize, T)>,
    alpha: Option<&Prior>,
) -> Vec<DocumentScores> {
    let (sum, logs) = (alpha.map_or(0.0, Prior::sum), Logs::new());
    let mut sums = vec![Documents::default(); topics];
    for (length, theta) in documents.into_iter().filter(|(length, _)| *length > 0) {
        for (k, (sums, &theta)) in sums.iter_mut().zip(theta.as_ref()).enumerate() {
            let own = alpha.map_or(0.0, |alpha| alpha.value(k));
            sums.add(theta * (length as f64 + sum) - own, theta, &logs);
        }
    }
    let scores = |sums: &Documents| DocumentScores {
        entropy: sums.entropy(),
        allocation_ratio: sums.allocation_ratio(),
        ..DocumentScores::default()
    };
    sums.iter().map(scores).collect()
}

#[cfg(test)]
#[path = "diagnostics_tests.rs"]
mod tests;
