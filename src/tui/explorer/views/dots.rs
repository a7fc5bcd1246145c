//! Every token as a dot, documents × words (the picture of M. Steyvers and T. Griffiths,
//! Probabilistic topic models, 2007, figure 7); and topics as images, where words are pixels
//! (T. Griffiths and M. Steyvers, Finding scientific topics, 2004, figure 1).

use super::{Explorer, moved};
use crate::corpus::{BARS, are_pixels, bars_truth};
use crate::eval::difference::{Common, pair};
use crate::model::phi::Phi;
use crate::session::Fitted;
use crate::tui::app::Outcome;
use crate::tui::keymap::Action;
use std::sync::Arc;

/// A larger corpus is no picture any more.
const MOST_TOKENS: usize = 1_000_000;
/// Images have so many pixels at most.
const MOST_PIXELS: usize = 400;
/// Top words of a topic.
const TOP: usize = 30;

/// What of the view is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Part {
    /// Documents × words.
    #[default]
    Matrix,
    /// Topics as images.
    Images,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Matrix, Self::Images];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Matrix => "dots",
            Self::Images => "images",
        }
    }
}

/// One topic as an image, or one bar of the truth.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// The topic by place; `None` for a bar that no topic is paired with.
    pub topic: Option<usize>,
    /// phi of the topic (length V); empty where there is none.
    pub phi: Vec<f64>,
    /// The bar that it is paired with, and the cosine of the two where there is a topic.
    pub bar: Option<(usize, Option<f64>)>,
}

/// Topics as images.
#[derive(Debug, Clone, PartialEq)]
pub struct Images {
    /// Pixels of a side: √V.
    pub side: usize,
    /// The topics by place, then bars that are left over.
    pub all: Vec<Image>,
    /// The largest probability of all, which is drawn the darkest.
    pub most: f64,
    /// phi of the bars, word after word (V×10), where the words are theirs.
    pub truth: Option<Vec<f64>>,
}

/// The view's numbers at one moment.
#[derive(Debug)]
pub struct Dotted {
    /// The copy of the chain.
    pub fitted: Arc<Fitted>,
    /// The top words of each topic with their phi, by place.
    pub tops: Vec<Vec<(u32, f64)>>,
    /// Tokens of each word.
    pub totals: Vec<u32>,
    /// The most tokens that a word has in one document.
    pub widest: usize,
    /// `None` where the words are no square.
    pub images: Option<Images>,
    /// Words by their largest topic, then the most frequent first.
    words: Vec<u32>,
    /// Documents by their largest topic.
    documents: Vec<u32>,
}

impl Dotted {
    /// The tokens of document `d` of each of these words: topics by place, with how many.
    pub fn cells(&self, d: usize, words: &[u32]) -> Vec<Vec<(usize, usize)>> {
        let corpus = &self.fitted.corpus;
        let mut columns = vec![None; self.totals.len()];
        for (at, &word) in words.iter().enumerate() {
            columns[word as usize] = Some(at);
        }
        let mut cells: Vec<Vec<(usize, usize)>> = vec![Vec::new(); words.len()];
        let topics = &self.fitted.state.z()[corpus.range(d)];
        for (&word, &topic) in corpus.document(d).iter().zip(topics) {
            let Some(at) = columns[word as usize] else {
                continue;
            };
            let topic = usize::from(topic);
            match cells[at].binary_search_by_key(&topic, |(k, _)| *k) {
                Ok(found) => cells[at][found].1 += 1,
                Err(place) => cells[at].insert(place, (topic, 1)),
            }
        }
        cells
    }
}

/// The state of the view.
#[derive(Debug, Default)]
pub struct Dots {
    /// What is shown.
    pub part: Part,
    /// The column that is looked at, by place.
    pub column: usize,
    /// The row that is looked at, by place.
    pub row: usize,
    /// Whether documents stand by their largest topic.
    pub by_topic: bool,
    /// The words in the order of the columns.
    pub words: Vec<u32>,
    /// The documents by their largest topic.
    documents: Vec<u32>,
    dotted: Option<Dotted>,
}

/// Draws up the numbers of the view.
pub(super) fn dot(fitted: &Arc<Fitted>) -> Result<Dotted, String> {
    let corpus = &fitted.corpus;
    if corpus.tokens() > MOST_TOKENS {
        return Err(format!(
            "dots are for corpora of at most {} tokens, and there are {}: the map (6) and the words (7) show larger ones",
            crate::tui::text::thousands(MOST_TOKENS),
            crate::tui::text::thousands(corpus.tokens())
        ));
    }
    let (state, topics) = (&fitted.state, fitted.ids.len());
    let words = corpus.vocabulary().len();
    let mut totals = vec![0_u32; words];
    let mut largest = vec![0; words];
    for word in 0..words {
        let mut most = 0;
        for entry in state.row(word as u32) {
            totals[word] += entry.count;
            if entry.count > most {
                (most, largest[word]) = (entry.count, entry.topic);
            }
        }
    }
    let mut order: Vec<u32> = (0..words as u32).collect();
    order.sort_by_key(|&v| {
        let v = v as usize;
        (largest[v], std::cmp::Reverse(totals[v]), v)
    });
    let (mut counts, mut in_document) = (Vec::new(), vec![0; words]);
    let (mut by_topic, mut widest) = (Vec::new(), 0);
    for d in 0..corpus.documents() {
        for &word in corpus.document(d) {
            in_document[word as usize] += 1;
            widest = widest.max(in_document[word as usize]);
        }
        for &word in corpus.document(d) {
            in_document[word as usize] = 0;
        }
        state.document_counts(corpus, d, &mut counts);
        let most = (0..topics).max_by_key(|&k| (counts[k], std::cmp::Reverse(k)));
        let share = most.map_or(0.0, |k| {
            f64::from(counts[k]) / corpus.document(d).len().max(1) as f64
        });
        by_topic.push((most, share, d as u32));
    }
    by_topic.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
    Ok(Dotted {
        tops: fitted.phi.top_words(TOP),
        totals,
        widest,
        images: images(fitted),
        words: order,
        documents: by_topic.into_iter().map(|(_, _, d)| d).collect(),
        fitted: Arc::clone(fitted),
    })
}

/// The topics as images; `None` where the words are no square of a fitting size.
fn images(fitted: &Fitted) -> Option<Images> {
    let vocabulary = fitted.corpus.vocabulary();
    let (words, topics) = (vocabulary.len(), fitted.ids.len());
    let side = words.isqrt();
    if words > MOST_PIXELS || side < 2 || side * side != words {
        return None;
    }
    let mut all: Vec<Image> = (0..topics)
        .map(|k| Image {
            topic: Some(k),
            phi: Vec::with_capacity(words),
            bar: None,
        })
        .collect();
    let mut row = vec![0.0; topics];
    for word in 0..words as u32 {
        fitted.phi.fill(word, &mut row);
        for (image, &phi) in all.iter_mut().zip(&row) {
            image.phi.push(phi);
        }
    }
    let truth = are_pixels(vocabulary).then(bars_truth);
    if let Some(truth) = &truth {
        let bars = Phi::of_weights(BARS, truth.clone());
        let sizes = [1.0; BARS];
        let common = Common::all(&fitted.corpus);
        let pairs = pair((&fitted.phi, &fitted.sizes), (&bars, &sizes), &common, 0.0)?;
        for found in &pairs.matched {
            all[found.first].bar = Some((found.other, Some(found.cosine)));
        }
        let left = (0..BARS).filter(|bar| pairs.matched.iter().all(|pair| pair.other != *bar));
        all.extend(left.map(|bar| Image {
            topic: None,
            phi: Vec::new(),
            bar: Some((bar, None)),
        }));
    }
    let values = all
        .iter()
        .flat_map(|image| &image.phi)
        .chain(truth.iter().flatten());
    Some(Images {
        side,
        most: values.copied().fold(0.0, f64::max),
        all,
        truth,
    })
}

impl Dots {
    /// The last numbers; `None` before the first.
    pub fn dotted(&self) -> Option<&Dotted> {
        self.dotted.as_ref()
    }

    /// Takes newer numbers; rows and columns stay where they are.
    pub(super) fn take(&mut self, dotted: Dotted) {
        let first = self.words.len() != dotted.words.len();
        self.dotted = Some(dotted);
        if first {
            self.arrange();
        }
    }

    /// The document in a row.
    pub fn document(&self, row: usize) -> Option<usize> {
        let there = row < self.documents.len();
        match self.by_topic {
            true => self.documents.get(row).map(|&d| d as usize),
            false => there.then_some(row),
        }
    }

    /// Puts words of a topic side by side, as they are now, and documents likewise. What is
    /// looked at stays so.
    fn arrange(&mut self) {
        let Some(dotted) = &self.dotted else {
            return;
        };
        let word = self.words.get(self.column).copied();
        let document = self.document(self.row);
        self.words.clone_from(&dotted.words);
        self.documents.clone_from(&dotted.documents);
        let place = self.words.iter().position(|&v| Some(v) == word);
        self.column = place.unwrap_or(0);
        self.find(document);
    }

    fn find(&mut self, document: Option<usize>) {
        let rows = 0..self.documents.len();
        let found = rows.into_iter().find(|&row| self.document(row) == document);
        self.row = found.unwrap_or(0);
    }
}

impl Explorer {
    /// `None` for keys that are not the view's.
    pub(super) fn act_on_dots(&mut self, action: Action, page: usize) -> Option<Outcome> {
        /// Columns that a leap goes over.
        const LEAP: usize = 20;
        let view = &mut self.views.dots;
        let last = view.words.len().saturating_sub(1);
        match action {
            Action::NextPane | Action::PreviousPane => {
                view.part = Part::ALL[(view.part as usize + 1) % Part::ALL.len()];
            }
            Action::NextDocument => view.column = (view.column + 1).min(last),
            Action::PreviousDocument => view.column = view.column.saturating_sub(1),
            Action::PageRight => view.column = (view.column + LEAP).min(last),
            Action::PageLeft => view.column = view.column.saturating_sub(LEAP),
            Action::Sort => view.arrange(),
            Action::Unit => {
                let document = view.document(view.row);
                view.by_topic = !view.by_topic;
                view.find(document);
            }
            Action::Accept if view.part == Part::Matrix => {
                let d = view.document(view.row)?;
                return Some(self.open_document(d));
            }
            _ if view.part == Part::Matrix => {
                view.row = moved(action, view.row, page, view.documents.len())?;
            }
            _ => {
                let ids = &view.dotted.as_ref()?.fitted.ids;
                let at = ids.iter().position(|&id| id == self.topic).unwrap_or(0);
                let to = moved(action, at, page, ids.len())?;
                (self.topic, self.picked) = (ids[to], true);
            }
        }
        Some(Outcome::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Corpus, Vocabulary, bars};
    use crate::engine::{Kind, Settings, start};
    use crate::model::PriorSpec;

    fn fitted(corpus: Corpus, topics: usize, sweeps: u64) -> Arc<Fitted> {
        let settings = Settings {
            alpha: PriorSpec::Each(1.0),
            eta: PriorSpec::Each(0.01),
            topics,
            seed: 1,
            em: Default::default(),
            parallel: Default::default(),
        };
        let mut engine = start(Kind::Collapsed, Arc::new(corpus), settings).unwrap();
        while engine.sweep() < sweeps {
            engine.advance(usize::MAX);
        }
        Arc::new(Fitted::of(engine.as_ref()).unwrap())
    }

    /// Words and documents of one topic stand together, and counts are those of the corpus.
    #[test]
    fn words_stand_by_topic_and_frequency() {
        let names = ["a", "b", "c"].map(str::to_owned).to_vec();
        let documents = [vec![0, 0, 1, 2, 2, 2], vec![], vec![1, 0, 2]];
        let corpus = Corpus::from_documents(Vocabulary::new(names), &documents).unwrap();
        let dotted = dot(&fitted(corpus, 1, 0)).unwrap();
        assert_eq!(dotted.totals, [3, 2, 4]);
        assert_eq!((dotted.widest, &dotted.words[..]), (3, &[2, 0, 1][..]));
        assert_eq!(dotted.documents, [0, 2, 1], "the empty one is last");
        assert_eq!(dotted.images, None, "three words are no square");
        let cells = dotted.cells(0, &[2, 0]);
        assert_eq!(cells, [vec![(0, 3)], vec![(0, 2)]]);
    }

    /// The cosine of an even image with a bar: five cells of 0.04 · 0.2, divided by
    /// √(25 · 0.04²) · √(5 · 0.2²), is 1/√5.
    #[test]
    fn images_are_paired_with_bars() {
        let found = images(&fitted(bars(40, 3).0, 12, 60)).unwrap();
        assert_eq!((found.side, found.all.len()), (5, 12));
        let mut paired: Vec<usize> = found.all.iter().filter_map(|i| Some(i.bar?.0)).collect();
        paired.sort_unstable();
        assert_eq!(paired, (0..BARS).collect::<Vec<_>>());
        for image in &found.all {
            assert!((image.phi.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let Some((bar, Some(cosine))) = image.bar else {
                continue;
            };
            let truth: Vec<f64> = bars_truth().chunks(BARS).map(|row| row[bar]).collect();
            let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
            let lengths = dot(&image.phi, &image.phi) * dot(&truth, &truth);
            let want = dot(&image.phi, &truth) / lengths.sqrt();
            assert!((cosine - want).abs() < 1e-9, "{cosine} {want}");
        }
        let few = images(&fitted(bars(40, 3).0, 3, 0)).unwrap();
        assert_eq!(few.all.len(), BARS);
        assert!(few.all[3..].iter().all(|image| image.topic.is_none()));
    }
}
