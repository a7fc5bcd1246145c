//! Topic coherence: whether the top words of a topic stand together in texts.
//!
//! With p(w) the share of windows that have word w, p(w, w′) that of windows which
//! have both, and ε = 10⁻¹² (Röder, Both and Hinneburg 2015; each is what gensim 4
//! calls by the same name):
//!
//! ```text
//! u_mass  mean over i > j of ln( (p(w_i, w_j) + ε) / p(w_j) )           a window is a document
//! c_uci   mean over pairs of PMI  = ln( (p(w, w′) + ε) / (p(w) p(w′)) )   window of 10 tokens
//! c_npmi  mean over pairs of NPMI = PMI / −ln( p(w, w′) + ε )             window of 10 tokens
//! c_v     mean over words of cos( n(w), Σ_w′ n(w′) ),                     window of 110 tokens
//!         n(w) the vector of NPMI(w, w′) over the topic's words w′
//! ```
//!
//! (u_mass: Mimno et al. 2011, equation 1, with another smoothing; c_uci: Newman et
//! al. 2010.) A window moves on token by token; a document shorter than it is one
//! window. A word is in a window or is not, however often. A pair is undefined where
//! a word does not come in the texts, and NPMI also where both are in every window;
//! undefined pairs are counted and left out of the mean.

use crate::corpus::Corpus;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// What is added to a share of windows.
const EPSILON: f64 = 1e-12;

/// A measure of coherence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Conditional log probabilities over documents; at most about 0.
    UMass,
    /// Pointwise mutual information.
    CUci,
    /// The same divided by its largest value: between −1 and 1.
    CNpmi,
    /// Cosines of context vectors: mostly between 0 and 1.
    CV,
}

impl Measure {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::UMass, Self::CUci, Self::CNpmi, Self::CV];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::UMass => "u_mass",
            Self::CUci => "c_uci",
            Self::CNpmi => "c_npmi",
            Self::CV => "c_v",
        }
    }

    /// Tokens of a window; `None`: the whole document.
    pub fn window(self) -> Option<usize> {
        match self {
            Self::UMass => None,
            Self::CUci | Self::CNpmi => Some(10),
            Self::CV => Some(110),
        }
    }
}

/// The coherence of one topic.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Coherence {
    /// The mean, `None` where no pair is defined.
    pub value: Option<f64>,
    /// Pairs of words (c_v: words) that the mean is over.
    pub defined: usize,
    /// Those that are undefined.
    pub undefined: usize,
}

/// In how many windows the words of topics are, alone and in pairs.
#[derive(Debug)]
pub struct Windows {
    total: u64,
    /// For each topic n×n counts; the diagonal has those of single words.
    counts: Vec<Vec<u64>>,
    lengths: Vec<usize>,
}

impl Windows {
    /// Slides a window of so many tokens (`None`: whole documents) over the texts.
    /// The words of a topic are ids of `texts`; `None` is a word that it lacks.
    pub fn count(texts: &Corpus, topics: &[Vec<Option<u32>>], window: Option<usize>) -> Self {
        let lengths: Vec<usize> = topics.iter().map(Vec::len).collect();
        let mut counts: Vec<Vec<u64>> = lengths.iter().map(|n| vec![0; n * n]).collect();
        // Where each word is wanted: topic and place.
        let mut wanted: FxHashMap<u32, Vec<(usize, usize)>> = FxHashMap::default();
        for (t, topic) in topics.iter().enumerate() {
            for (place, word) in topic.iter().enumerate() {
                if let Some(word) = word {
                    wanted.entry(*word).or_default().push((t, place));
                }
            }
        }
        let mut total = 0;
        for d in 0..texts.documents() {
            let tokens = texts.document(d);
            let width = window.unwrap_or(tokens.len()).max(1);
            let windows = (tokens.len() + 1).saturating_sub(width).max(1);
            total += windows as u64;
            let found = found(tokens, &wanted, width, windows);
            let mut here: FxHashMap<usize, Vec<(usize, &Runs)>> = FxHashMap::default();
            for (word, runs) in &found {
                for &(t, place) in &wanted[word] {
                    here.entry(t).or_default().push((place, runs));
                }
            }
            for (t, words) in here {
                for (i, &(a, x)) in words.iter().enumerate() {
                    for &(b, y) in &words[..=i] {
                        let both = common(x, y);
                        counts[t][a * lengths[t] + b] += both;
                        if a != b {
                            counts[t][b * lengths[t] + a] += both;
                        }
                    }
                }
            }
        }
        Self {
            total,
            counts,
            lengths,
        }
    }

    /// How many windows there are.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The share of windows that have both words of a topic; of a word and itself,
    /// those that have the word.
    fn share(&self, topic: usize, (a, b): (usize, usize)) -> f64 {
        self.counts[topic][a * self.lengths[topic] + b] as f64 / self.total as f64
    }

    /// The coherence of each topic.
    pub fn coherence(&self, measure: Measure) -> Vec<Coherence> {
        let topics = 0..self.lengths.len();
        topics
            .map(|t| match measure {
                Measure::UMass => self.mean(t, |i, j| (i > j).then(|| self.u_mass(t, i, j))),
                Measure::CUci => self.mean(t, |i, j| (i != j).then(|| self.pmi(t, i, j))),
                Measure::CNpmi => self.mean(t, |i, j| (i != j).then(|| self.npmi(t, i, j))),
                Measure::CV => self.c_v(t),
            })
            .collect()
    }

    /// The mean over the pairs for which `value` is something.
    fn mean(&self, t: usize, value: impl Fn(usize, usize) -> Option<Option<f64>>) -> Coherence {
        let n = self.lengths[t];
        let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        mean(pairs.filter_map(|(i, j)| value(i, j)))
    }

    fn u_mass(&self, t: usize, i: usize, j: usize) -> Option<f64> {
        let (given, other) = (self.share(t, (j, j)), self.share(t, (i, i)));
        let there = given > 0.0 && other > 0.0;
        there.then(|| ((self.share(t, (i, j)) + EPSILON) / given).ln())
    }

    fn pmi(&self, t: usize, i: usize, j: usize) -> Option<f64> {
        let independent = self.share(t, (i, i)) * self.share(t, (j, j));
        (independent > 0.0).then(|| ((self.share(t, (i, j)) + EPSILON) / independent).ln())
    }

    fn npmi(&self, t: usize, i: usize, j: usize) -> Option<f64> {
        let both = self.share(t, (i, j));
        let pmi = self.pmi(t, i, j)?;
        (both < 1.0).then(|| pmi / -(both + EPSILON).ln())
    }

    fn c_v(&self, t: usize) -> Coherence {
        let n = self.lengths[t];
        // A word without a vector is no part of the others' either.
        let words: Vec<usize> = (0..n).filter(|&i| self.npmi(t, i, i).is_some()).collect();
        let vectors: Vec<Vec<f64>> = words
            .iter()
            .map(|&i| {
                let row = words.iter().map(|&j| self.npmi(t, i, j).unwrap_or(0.0));
                row.collect()
            })
            .collect();
        let sum: Vec<f64> = (0..words.len())
            .map(|j| vectors.iter().map(|v| v[j]).sum())
            .collect();
        let length = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
        let cosine = |v: &Vec<f64>| {
            let product: f64 = v.iter().zip(&sum).map(|(x, y)| x * y).sum();
            let lengths = length(v) * length(&sum);
            (lengths > 0.0).then(|| product / lengths)
        };
        let mut coherence = mean(vectors.iter().map(cosine));
        coherence.undefined += n - words.len();
        coherence
    }
}

/// The mean of those that are defined.
pub fn mean(values: impl Iterator<Item = Option<f64>>) -> Coherence {
    let (mut sum, mut coherence) = (0.0, Coherence::default());
    for value in values {
        match value {
            Some(value) => {
                sum += value;
                coherence.defined += 1;
            }
            None => coherence.undefined += 1,
        }
    }
    coherence.value = (coherence.defined > 0).then(|| sum / coherence.defined as f64);
    coherence
}

/// Windows next to one another, as ranges of their first tokens.
type Runs = Vec<Range<usize>>;

/// The windows of a document that have each wanted word.
fn found(
    tokens: &[u32],
    wanted: &FxHashMap<u32, Vec<(usize, usize)>>,
    width: usize,
    windows: usize,
) -> FxHashMap<u32, Runs> {
    let mut found: FxHashMap<u32, Runs> = FxHashMap::default();
    for (at, word) in tokens.iter().enumerate() {
        if !wanted.contains_key(word) {
            continue;
        }
        let (first, end) = ((at + 1).saturating_sub(width), windows.min(at + 1));
        let runs = found.entry(*word).or_default();
        match runs.last_mut() {
            Some(last) if last.end >= first => last.end = end,
            _ => runs.push(first..end),
        }
    }
    found
}

/// How many windows are in both.
fn common(x: &[Range<usize>], y: &[Range<usize>]) -> u64 {
    let (mut i, mut j, mut both) = (0, 0, 0);
    while let (Some(a), Some(b)) = (x.get(i), y.get(j)) {
        both += a.end.min(b.end).saturating_sub(a.start.max(b.start)) as u64;
        if a.end < b.end {
            i += 1;
        } else {
            j += 1;
        }
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Vocabulary;
    use serde::Deserialize;

    fn corpus(texts: &[&str]) -> Corpus {
        let names = ('a'..='z').map(String::from).collect();
        let documents: Vec<Vec<u32>> = texts
            .iter()
            .map(|t| t.bytes().map(|b| u32::from(b - b'a')).collect())
            .collect();
        Corpus::from_documents(Vocabulary::new(names), &documents).unwrap()
    }

    fn topic(words: &str) -> Vec<Option<u32>> {
        words.bytes().map(|b| Some(u32::from(b - b'a'))).collect()
    }

    fn coherence(texts: &Corpus, topics: &[Vec<Option<u32>>], measure: Measure) -> Vec<Coherence> {
        Windows::count(texts, topics, measure.window()).coherence(measure)
    }

    #[derive(Deserialize)]
    struct Case {
        texts: Vec<String>,
        topics: Vec<String>,
        /// For each measure, in the order of [`Measure::ALL`], each topic.
        coherence: Vec<Vec<f64>>,
    }

    #[test]
    fn every_measure_equals_gensims() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../tests/fixtures/gensim_coherence.json"))
                .unwrap();
        assert!(cases.len() > 3);
        for case in cases {
            let texts = corpus(&case.texts.iter().map(String::as_str).collect::<Vec<_>>());
            let topics: Vec<_> = case.topics.iter().map(|t| topic(t)).collect();
            for (measure, want) in Measure::ALL.into_iter().zip(case.coherence) {
                let got = coherence(&texts, &topics, measure);
                for (got, want) in got.iter().zip(want) {
                    let got = got.value.unwrap();
                    assert!((got - want).abs() < 1e-9, "{measure:?}: {got} {want}");
                }
            }
        }
    }

    /// Windows one by one, as the definition says.
    #[test]
    fn words_that_come_again_are_in_a_window_once() {
        let texts = corpus(&["abacabadabacaba", "bbbb", "", "cab"]);
        for width in [1, 2, 3, 7, 40] {
            let windows = Windows::count(&texts, &[topic("abcz")], Some(width));
            let (mut total, mut pairs) = (0, [[0; 4]; 4]);
            for d in 0..texts.documents() {
                let tokens = texts.document(d);
                let last = tokens.len().saturating_sub(width);
                for first in 0..=last {
                    let window = &tokens[first..tokens.len().min(first + width)];
                    total += 1;
                    for (i, a) in [0, 1, 2, 25].iter().enumerate() {
                        for (j, b) in [0, 1, 2, 25].iter().enumerate() {
                            let both = window.contains(a) && window.contains(b);
                            pairs[i][j] += u64::from(both);
                        }
                    }
                }
            }
            assert_eq!(
                (windows.total(), &windows.counts[0]),
                (total, &pairs.concat())
            );
        }
    }

    #[test]
    fn what_is_undefined_is_counted_and_never_a_nan() {
        let texts = corpus(&["ab", "ab", "ba"]);
        for measure in Measure::ALL {
            let mut words = topic("abz");
            words.push(None);
            let none = coherence(&texts, &[vec![None; 3], words], measure);
            assert_eq!(none[0].value, None);
            assert!(none[0].undefined >= 3);
            assert!(none[1].undefined > 0);
            assert!(none[1].value.is_none_or(f64::is_finite));
        }
        // Both are in every window: PMI is 0 and NPMI 0 / 0.
        let npmi = coherence(&texts, &[topic("ab")], Measure::CNpmi)[0];
        assert_eq!((npmi.value, npmi.undefined), (None, 2));
        assert_eq!(
            coherence(&texts, &[topic("a")], Measure::CUci)[0].value,
            None
        );
    }
}
