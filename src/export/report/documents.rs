//! Which documents are in a report, and how they are read there.

use crate::session::Fitted;
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::Range;

/// Characters of a text that are shown.
const LONGEST: usize = 10_000;
/// Topics of a document that are told one by one.
const TOPICS: usize = 12;
/// The smallest share that is told.
const SMALLEST: f64 = 0.005;

/// The text of a document.
#[derive(Debug, Clone)]
pub struct Reading<'a> {
    /// Its title, if it has one.
    pub title: Option<&'a str>,
    /// The text.
    pub text: &'a str,
    /// Where each token of the document stands in it, in order.
    pub tokens: Vec<Range<usize>>,
}

/// A document of the page.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    /// Its place in the corpus, from 0.
    index: usize,
    id: &'a str,
    title: Option<&'a str>,
    tokens: usize,
    /// Topic by place and theta, the largest first.
    theta: Vec<(usize, f64)>,
    /// The text in pieces, or the words where there is none.
    pieces: Vec<Piece<'a>>,
    /// Whether the text goes on.
    cut: bool,
    #[serde(skip)]
    has_text: bool,
}

/// A piece of a text.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Piece<'a> {
    /// What is no token of the model.
    Plain(&'a str),
    /// A token and its topic, by place.
    Token(&'a str, u16),
    /// So many equal tokens in a row, where there is no text.
    Tokens(&'a str, u16, usize),
}

impl Document<'_> {
    /// Whether it is read as it was written.
    pub fn has_text(&self) -> bool {
        self.has_text
    }
}

/// At most `most` documents of the model, by ascending place: all, or in turn of every
/// topic, the largest first, the documents with most of it.
pub fn choose<'a>(
    fitted: &'a Fitted,
    most: usize,
    reading: &dyn Fn(usize) -> Option<Reading<'a>>,
) -> Vec<Document<'a>> {
    let all = fitted.corpus.documents();
    let chosen: BTreeSet<usize> = if all <= most {
        (0..all).collect()
    } else {
        representatives(fitted, most)
    };
    let document = |d| document(fitted, d, reading(d));
    chosen.into_iter().map(document).collect()
}

fn representatives(fitted: &Fitted, most: usize) -> BTreeSet<usize> {
    let topics = fitted.ids.len();
    // Documents that lead in several topics are chosen once: some more of each will do.
    let each = (4 * most / topics).max(4).min(most);
    let mut tops: Vec<Vec<(f64, usize)>> = vec![Vec::with_capacity(each + 1); topics];
    for d in 0..fitted.corpus.documents() {
        if fitted.corpus.document(d).is_empty() {
            continue;
        }
        for (top, theta) in tops.iter_mut().zip(fitted.theta(d)) {
            let at = top.partition_point(|old| old.0 >= theta);
            if at < each {
                top.insert(at, (theta, d));
                top.truncate(each);
            }
        }
    }
    let mut order: Vec<usize> = (0..topics).collect();
    order.sort_by(|&a, &b| fitted.sizes[b].total_cmp(&fitted.sizes[a]).then(a.cmp(&b)));
    let mut chosen = BTreeSet::new();
    for rank in 0..each {
        for &k in &order {
            if chosen.len() < most
                && let Some((_, d)) = tops[k].get(rank)
            {
                chosen.insert(*d);
            }
        }
    }
    chosen
}

fn document<'a>(fitted: &'a Fitted, d: usize, reading: Option<Reading<'a>>) -> Document<'a> {
    let theta = fitted.theta(d);
    let mut largest: Vec<(usize, f64)> = theta.into_iter().enumerate().collect();
    largest.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    largest.truncate(TOPICS);
    largest.retain(|entry| entry.1 >= SMALLEST);
    let z = &fitted.state.z()[fitted.corpus.range(d)];
    let has_text = reading.is_some();
    let title = reading.as_ref().and_then(|r| r.title);
    let (pieces, cut) = match reading {
        Some(reading) => text(&reading, z),
        None => words(fitted, d, z),
    };
    Document {
        index: d,
        id: fitted.corpus.id(d),
        title,
        tokens: z.len(),
        theta: largest,
        pieces,
        cut,
        has_text,
    }
}

/// The text in pieces, and whether it goes on.
fn text<'a>(reading: &Reading<'a>, z: &[u16]) -> (Vec<Piece<'a>>, bool) {
    let text = reading.text;
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |c| c.0);
    let (mut pieces, mut at) = (Vec::new(), 0);
    for (range, &topic) in reading.tokens.iter().zip(z) {
        if range.end > end {
            break;
        }
        if range.start > at {
            pieces.push(Piece::Plain(&text[at..range.start]));
        }
        pieces.push(Piece::Token(&text[range.clone()], topic));
        at = range.end;
    }
    if end > at {
        pieces.push(Piece::Plain(&text[at..end]));
    }
    (pieces, end < text.len())
}

/// The words in the order of the model, and whether there are more.
fn words<'a>(fitted: &'a Fitted, d: usize, z: &[u16]) -> (Vec<Piece<'a>>, bool) {
    let tokens: Vec<(u32, u16)> = (fitted.corpus.document(d).iter().copied())
        .zip(z.iter().copied())
        .collect();
    let (mut pieces, mut length) = (Vec::new(), 0);
    for run in tokens.chunk_by(|a, b| a == b) {
        let (word, topic) = run[0];
        let word = fitted.corpus.vocabulary().word(word);
        length += word.chars().count() + 1;
        if length > LONGEST {
            return (pieces, true);
        }
        pieces.push(Piece::Tokens(word, topic, run.len()));
    }
    (pieces, false)
}
