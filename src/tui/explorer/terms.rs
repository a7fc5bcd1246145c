//! The corpus without a topic model: TF-IDF of the selected document, and LSI.
//! Both are computed on threads of their own, when they are first looked at.

use super::Explorer;
use crate::corpus::Corpus;
use crate::eval::lsi::{self, Component};
use crate::eval::tfidf::{self, Frequencies, Row};
use crate::session::reason;
use crate::tui::app::{Effect, Outcome};
use crate::tui::keymap::Action;
use crate::tui::overlay::Overlay;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Components that are looked for.
const COMPONENTS: usize = 20;
/// Words that are kept of each end of a component.
const WORDS: usize = 100;

/// Something to compute.
#[derive(Debug)]
pub struct Job {
    corpus: Arc<Corpus>,
    lsi: bool,
}

/// What came of a [`Job`]; a reason where nothing did.
#[derive(Debug)]
pub struct Computed {
    corpus: Arc<Corpus>,
    answer: Answer,
}

#[derive(Debug)]
enum Answer {
    Frequencies(Result<Frequencies, String>),
    Lsi(Result<Lsi, String>),
}

impl Job {
    /// Does it, however long that takes.
    pub fn run(self) -> Computed {
        let corpus = self.corpus;
        let answer = if self.lsi {
            Answer::Lsi(caught(|| decompose(&corpus)))
        } else {
            Answer::Frequencies(caught(|| Ok(Frequencies::of(&corpus))))
        };
        Computed { corpus, answer }
    }
}

fn caught<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(reason(panic.as_ref())))
}

/// The components, and how much of the matrix they are.
#[derive(Debug)]
pub struct Lsi {
    /// The largest first.
    pub components: Vec<Ends>,
    /// The sum of the squares of all weights, which is that of all singular values.
    pub squares: f64,
}

/// A component by its words.
#[derive(Debug)]
pub struct Ends {
    /// The singular value.
    pub value: f64,
    /// Words with positive weights, the largest first.
    pub positive: Row,
    /// Words with negative weights, the most negative first.
    pub negative: Row,
}

fn decompose(corpus: &Corpus) -> Result<Lsi, String> {
    let rows = tfidf::weights(corpus);
    let words = corpus.vocabulary().len();
    let found = lsi::components(&rows, words, COMPONENTS).map_err(|e| e.to_string())?;
    let ends = |component: &Component| Ends {
        value: component.value,
        positive: component.end(1.0, WORDS),
        negative: component.end(-1.0, WORDS),
    };
    Ok(Lsi {
        components: found.iter().map(ends).collect(),
        squares: rows.iter().flatten().map(|(_, w)| w * w).sum(),
    })
}

/// One word of a document.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weight {
    /// Which word.
    pub word: u32,
    /// How often the document has it.
    pub tf: f64,
    /// How many documents have it.
    pub df: u32,
    /// Its inverse document frequency.
    pub idf: f64,
    /// Its weight in the document, whose Euclidean length is 1.
    pub weight: f64,
}

/// Something that is computed once.
#[derive(Debug, Default)]
enum Once<T> {
    #[default]
    NotYet,
    Underway,
    Done(Result<T, String>),
}

impl<T> Once<T> {
    fn done(&self) -> Option<&Result<T, String>> {
        match self {
            Self::Done(result) => Some(result),
            _ => None,
        }
    }
}

/// The view.
#[derive(Debug, Default)]
pub struct Terms {
    /// Whether it shows LSI (or TF-IDF).
    pub lsi_shown: bool,
    /// The selected component.
    pub component: usize,
    /// The first word of the document that is shown.
    pub scroll: usize,
    frequencies: Once<Frequencies>,
    lsi: Once<Lsi>,
    row: Vec<Weight>,
}

impl Terms {
    /// The components; `None` while they are computed.
    pub fn lsi(&self) -> Option<&Result<Lsi, String>> {
        self.lsi.done()
    }

    /// The words of the selected document, the heaviest first; `None` while they are
    /// computed.
    pub fn row(&self) -> Option<Result<&[Weight], &str>> {
        let known = self.frequencies.done()?;
        Some(known.as_ref().map(|_| &*self.row).map_err(String::as_str))
    }

    fn components(&self) -> usize {
        let known = self.lsi().and_then(|lsi| lsi.as_ref().ok());
        known.map_or(0, |lsi| lsi.components.len())
    }

    fn weigh(&mut self, corpus: &Corpus, d: usize) {
        self.scroll = 0;
        let Some(Ok(frequencies)) = self.frequencies.done() else {
            return;
        };
        let counts = match d < corpus.documents() {
            true => tfidf::count(corpus.document(d)),
            false => Row::new(),
        };
        let mut weights = counts.clone();
        frequencies.weigh(&mut weights);
        self.row = counts
            .iter()
            .zip(weights)
            .map(|(&(word, tf), (_, weight))| Weight {
                word,
                tf,
                df: frequencies.documents_with(word),
                idf: frequencies.idf(word),
                weight,
            })
            .collect();
        let order =
            |a: &Weight, b: &Weight| b.weight.total_cmp(&a.weight).then(a.word.cmp(&b.word));
        self.row.sort_by(order);
    }
}

impl Explorer {
    /// Shows the view.
    pub(super) fn open_terms(&mut self) -> Outcome {
        self.terms.weigh(&self.corpus, self.documents.selected());
        Outcome {
            open: Some(Overlay::Terms),
            ..self.ask_for_terms()
        }
    }

    /// Has computed what is shown, the first time.
    fn ask_for_terms(&mut self) -> Outcome {
        let terms = &mut self.terms;
        let asked = match terms.lsi_shown {
            true => matches!(terms.lsi, Once::NotYet).then(|| terms.lsi = Once::Underway),
            false => matches!(terms.frequencies, Once::NotYet)
                .then(|| terms.frequencies = Once::Underway),
        };
        match asked {
            Some(()) => Outcome::effect(Effect::Compute(Job {
                corpus: Arc::clone(&self.corpus),
                lsi: terms.lsi_shown,
            })),
            None => Outcome::default(),
        }
    }

    /// Takes what was computed, unless it is of a corpus that was closed.
    pub fn take_terms(&mut self, computed: Computed) {
        if !Arc::ptr_eq(&computed.corpus, &self.corpus) {
            return;
        }
        match computed.answer {
            Answer::Frequencies(result) => {
                self.terms.frequencies = Once::Done(result);
                self.terms.weigh(&self.corpus, self.documents.selected());
            }
            Answer::Lsi(result) => self.terms.lsi = Once::Done(result),
        }
    }

    /// Does what a key asks for in the view.
    pub fn act_on_terms(&mut self, action: Action, page: usize) -> Outcome {
        let page = page as isize;
        match action {
            Action::NextPane | Action::PreviousPane => {
                self.terms.lsi_shown = !self.terms.lsi_shown;
                return self.ask_for_terms();
            }
            Action::NextDocument | Action::PreviousDocument if !self.terms.lsi_shown => {
                let by = if action == Action::NextDocument {
                    1
                } else {
                    -1
                };
                let to = self.place().saturating_add_signed(by);
                self.read(to);
                self.terms.weigh(&self.corpus, self.documents.selected());
            }
            Action::NextDocument | Action::Down => self.move_in_terms(1),
            Action::PreviousDocument | Action::Up => self.move_in_terms(-1),
            Action::PageDown => self.move_in_terms(page),
            Action::PageUp => self.move_in_terms(-page),
            Action::First => self.move_in_terms(isize::MIN / 2),
            Action::Last => self.move_in_terms(isize::MAX / 2),
            _ => {}
        }
        Outcome::default()
    }

    fn move_in_terms(&mut self, by: isize) {
        let terms = &mut self.terms;
        let (words, components) = (terms.row.len(), terms.components());
        let (at, n) = match terms.lsi_shown {
            true => (&mut terms.component, components),
            false => (&mut terms.scroll, words),
        };
        *at = at.saturating_add_signed(by).min(n.saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::bars;

    fn answer(lsi: bool) -> (Arc<Corpus>, Answer) {
        let corpus = Arc::new(bars(40, 1).0);
        let job = Job {
            corpus: Arc::clone(&corpus),
            lsi,
        };
        (corpus, job.run().answer)
    }

    #[test]
    fn a_document_has_the_weights_of_the_matrix_with_what_they_are_made_of() {
        let (corpus, answer) = answer(false);
        let Answer::Frequencies(result) = answer else {
            unreachable!("that was the job");
        };
        let mut terms = Terms {
            frequencies: Once::Done(result),
            ..Terms::default()
        };
        terms.weigh(&corpus, 3);
        let row = terms.row().unwrap().unwrap();
        let wanted = tfidf::top(&tfidf::weights(&corpus)[3], usize::MAX);
        assert_eq!(row.len(), wanted.len());
        for (got, want) in row.iter().zip(wanted) {
            assert_eq!((got.word, got.weight), want);
            let length = got.tf * got.idf / got.weight;
            assert!((length - row[0].tf * row[0].idf / row[0].weight).abs() < 1e-9);
        }
    }

    #[test]
    fn the_squares_of_all_singular_values_are_those_of_all_weights() {
        let (_, answer) = answer(true);
        let Answer::Lsi(Ok(lsi)) = answer else {
            unreachable!("bars are small");
        };
        let squares: f64 = lsi.components.iter().map(|c| c.value * c.value).sum();
        assert!(squares > 0.5 * lsi.squares && squares <= lsi.squares * (1.0 + 1e-9));
        let second = &lsi.components[1];
        assert!(!second.positive.is_empty() && !second.negative.is_empty());
    }
}
