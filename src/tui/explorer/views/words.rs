//! The vocabulary, sorted and searched however large it is; candidates for stopping; and
//! the page of a word.

use super::{Explorer, moved};
use crate::corpus::Corpus;
use crate::eval::words::{
    Context, Counts, Entry, Holder, Index, Order, Sort, Table, View, alphabet, contexts, holders,
    others,
};
use crate::session::Fitted;
use crate::tui::app::Outcome;
use crate::tui::explorer::pattern;
use crate::tui::keymap::Action;
use crate::tui::prompt::{Prompt, Purpose};
use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

/// What the table of all words can be sorted by, in the order of its columns.
pub const SORTS: [Sort; 5] = [
    Sort::Word,
    Sort::Tokens,
    Sort::Documents,
    Sort::Topics,
    Sort::Specificity,
];
/// Documents and lines of each on the page of a word.
const DOCUMENTS: usize = 50;
const LINES: usize = 50;
/// Other words of a document without a text.
const OTHERS: usize = 30;

/// What does not change while a chain runs.
#[derive(Debug)]
struct Fixed {
    counts: Counts,
    /// Made after the first picture, which does without, or where a search asks for it.
    index: OnceLock<Index>,
}

impl Fixed {
    fn index(&self, corpus: &Corpus) -> &Index {
        self.index.get_or_init(|| Index::of(corpus.vocabulary()))
    }
}

/// The same, from when it was first worked out.
#[derive(Debug, Clone, Default)]
pub struct Basis {
    fixed: Arc<OnceLock<Fixed>>,
    /// The places in the alphabet, which take longest.
    alphabet: Arc<OnceLock<Vec<u32>>>,
    /// Whether they are wanted.
    by_word: bool,
    /// Whether the table of all words is; the first picture does without, so that nobody
    /// waits for what is not shown.
    table: bool,
}

impl PartialEq for Basis {
    fn eq(&self, other: &Self) -> bool {
        let wanted = |basis: &Self| (basis.by_word, basis.table);
        Arc::ptr_eq(&self.fixed, &other.fixed) && wanted(self) == wanted(other)
    }
}

/// All words at one moment.
#[derive(Debug)]
pub struct Counted {
    table: Table,
    fitted: Arc<Fitted>,
}

/// Counts all words.
pub(super) fn count(fitted: &Arc<Fitted>, basis: &Basis) -> Counted {
    let corpus = &fitted.corpus;
    let again = basis.fixed.get().is_some();
    let fixed = basis.fixed.get_or_init(|| Fixed {
        counts: Counts::of(corpus),
        index: OnceLock::new(),
    });
    if again {
        fixed.index(corpus);
    }
    if basis.by_word {
        basis.alphabet.get_or_init(|| alphabet(corpus.vocabulary()));
    }
    Counted {
        table: match basis.table {
            true => Table::of(&fixed.counts, &fitted.profiles()),
            false => Table::default(),
        },
        fitted: Arc::clone(fitted),
    }
}

/// A line of the page of a word.
#[derive(Debug)]
pub enum Place {
    /// A document.
    Document(Holder),
    /// Where the word stands in it.
    Line(usize, Context),
    /// What else it has, where it has no text.
    Others(usize, Vec<(u32, u32)>),
}

impl Place {
    /// The document that it belongs to.
    pub fn document(&self) -> usize {
        match self {
            Self::Document(holder) => holder.document,
            Self::Line(document, _) | Self::Others(document, _) => *document,
        }
    }
}

/// The page of a word.
#[derive(Debug)]
pub struct Page {
    /// The word.
    pub word: u32,
    /// The documents that have it most, each with its lines.
    pub places: Vec<Place>,
    /// The selected one.
    pub at: usize,
}

impl Page {
    fn of(corpus: &Corpus, word: u32) -> Self {
        let mut places = Vec::new();
        for holder in holders(corpus, word, DOCUMENTS) {
            let d = holder.document;
            places.push(Place::Document(holder));
            match corpus.text(d) {
                Some(text) => {
                    let lines = contexts(text, &corpus.spans(d), word, LINES);
                    places.extend(lines.into_iter().map(|line| Place::Line(d, line)));
                }
                None => places.push(Place::Others(d, others(corpus, d, word, OTHERS))),
            }
        }
        Self {
            word,
            places,
            at: 0,
        }
    }
}

/// The state of the view.
#[derive(Debug)]
pub struct Words {
    /// Whether it shows candidates for stopping (or all words).
    pub stops: bool,
    /// What the table is sorted by.
    pub sort: Sort,
    /// Whether the other end comes first.
    pub reverse: bool,
    /// What the words must hold; all are shown where it is empty.
    pub query: String,
    /// The page on top of the table.
    pub page: Option<Page>,
    /// The place of the selected word.
    at: usize,
    /// The selected word, where the user picked it: it is followed.
    picked: Option<u32>,
    basis: Basis,
    counted: Option<Counted>,
    found: Option<Vec<u32>>,
    /// Sorted further whenever another part of it is looked at.
    order: RefCell<Order>,
}

impl Default for Words {
    fn default() -> Self {
        Self {
            stops: false,
            sort: Sort::Tokens,
            reverse: false,
            query: String::new(),
            page: None,
            at: 0,
            picked: None,
            basis: Basis::default(),
            counted: None,
            found: None,
            order: RefCell::default(),
        }
    }
}

impl Words {
    /// What the next job needs.
    pub(super) fn basis(&self) -> Basis {
        let of_topics = self.stops || matches!(self.sort, Sort::Topics | Sort::Specificity);
        Basis {
            by_word: self.sort == Sort::Word,
            table: of_topics || self.counted.is_some(),
            ..self.basis.clone()
        }
    }

    /// Counts of the words; `None` before the first picture.
    pub fn counts(&self) -> Option<&Counts> {
        self.basis.fixed.get().map(|fixed| &fixed.counts)
    }

    /// The copy of the chain that says where the words live; `None` before the first picture.
    pub fn fitted(&self) -> Option<&Fitted> {
        self.counted.as_ref().map(|counted| &*counted.fitted)
    }

    /// Where a word lives.
    pub fn entry(&self, word: u32) -> Option<Entry> {
        let tokens = self.counts()?.tokens(word);
        self.fitted()?
            .profiles()
            .entry(word, tokens, &mut Vec::new())
    }

    /// The word's part in the mutual information of topic and word, once all words are
    /// looked at.
    pub fn information_share(&self, word: u32) -> Option<f64> {
        let table = &self.counted.as_ref()?.table;
        table.information_share(word, self.counts()?)
    }

    /// How many words the table has.
    pub fn len(&self) -> usize {
        self.order.borrow().len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The place of the selected word.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The words in some places.
    pub fn window(&self, places: std::ops::Range<usize>) -> Vec<u32> {
        self.order.borrow_mut().window(places).collect()
    }

    /// The word on the page, or the selected one.
    pub fn word(&self) -> Option<u32> {
        let page = self.page.as_ref().map(|page| page.word);
        page.or_else(|| self.window(self.at..self.at + 1).first().copied())
    }

    /// Puts the words in order anew; the selected one is followed where it was picked.
    fn arrange(&mut self) {
        let (Some(fixed), Some(counted)) = (self.basis.fixed.get(), &self.counted) else {
            return;
        };
        let view = View {
            counts: &fixed.counts,
            alphabet: self.basis.alphabet.get().map_or(&[], |places| places),
        };
        let by = match self.stops {
            true => Sort::Stop,
            false => self.sort,
        };
        let among = self.found.as_deref();
        let order = Order::new(&counted.table, view, (by, self.reverse), among);
        let place = self.picked.and_then(|word| order.place(word));
        self.at = place.unwrap_or(0).min(order.len().saturating_sub(1));
        self.order = RefCell::new(order);
    }

    /// Looks for what was typed.
    fn search(&mut self, corpus: &Corpus) {
        let fixed = self.basis.fixed.get();
        let pattern = pattern(&self.query);
        self.found = fixed
            .zip(pattern)
            .map(|(fixed, pattern)| fixed.index(corpus).find(&pattern));
    }

    /// The same words in another order, from its beginning.
    fn again(&mut self) {
        self.picked = None;
        self.arrange();
    }

    fn point(&mut self, at: usize) {
        self.at = at;
        self.picked = self.window(at..at + 1).first().copied();
    }
}

impl Explorer {
    pub(super) fn take_words(&mut self, counted: Counted) {
        let words = &mut self.views.words;
        let first = words.counted.replace(counted).is_none();
        if first {
            // What was typed before there was anything to search.
            words.search(&self.corpus);
        }
        words.arrange();
    }

    /// Shows only words that hold a text; all, where there is none.
    pub(in crate::tui::explorer) fn search_words(&mut self, query: &str) -> Outcome {
        let words = &mut self.views.words;
        words.query = query.to_owned();
        words.page = None;
        words.search(&self.corpus);
        words.again();
        Outcome::default()
    }

    /// `None` for keys that are not the view's.
    pub(super) fn act_on_words(&mut self, action: Action, page: usize) -> Option<Outcome> {
        let words = &mut self.views.words;
        if action == Action::Search {
            let help = "a part of words; nothing shows all";
            let prompt = Prompt::new(Purpose::Search, "words with", help, &words.query);
            return Some(Outcome::ask(prompt));
        }
        // The explorer's own would look for documents behind the view.
        if matches!(action, Action::NextMatch | Action::PreviousMatch) {
            return Some(Outcome::default());
        }
        if matches!(action, Action::NextDocument | Action::PreviousDocument) {
            if words.page.is_some() {
                let to = match action {
                    Action::NextDocument => words.at + 1,
                    _ => words.at.saturating_sub(1),
                };
                words.point(to.min(words.len().saturating_sub(1)));
                self.open_page();
            }
            return Some(Outcome::default());
        }
        match words.page {
            Some(_) => self.act_on_page(action, page),
            None => self.act_on_table(action, page),
        }
    }

    fn act_on_table(&mut self, action: Action, page: usize) -> Option<Outcome> {
        let words = &mut self.views.words;
        if let Some(to) = moved(action, words.at, page, words.len()) {
            words.point(to);
            return Some(Outcome::default());
        }
        match action {
            Action::Decrease | Action::Increase if words.stops => {
                return Some(Outcome::say("candidates are sorted by their score alone"));
            }
            Action::Decrease | Action::Increase => {
                let step = if action == Action::Increase { 1 } else { 4 };
                let at = SORTS.iter().position(|sort| *sort == words.sort);
                words.sort = SORTS[(at.unwrap_or(1) + step) % SORTS.len()];
                words.again();
            }
            Action::Reverse => {
                words.reverse = !words.reverse;
                words.again();
            }
            Action::NextPane | Action::PreviousPane => {
                words.stops = !words.stops;
                words.reverse = false;
                words.again();
            }
            Action::Accept => self.open_page(),
            Action::Back if !words.query.is_empty() => return Some(self.search_words("")),
            _ => return None,
        }
        Some(Outcome::default())
    }

    fn act_on_page(&mut self, action: Action, rows: usize) -> Option<Outcome> {
        let words = &mut self.views.words;
        let page = words.page.as_mut()?;
        if let Some(to) = moved(action, page.at, rows, page.places.len()) {
            page.at = to;
            return Some(Outcome::default());
        }
        match action {
            Action::Back => words.page = None,
            Action::NextPane | Action::PreviousPane => {}
            Action::Accept => {
                let Some(place) = page.places.get(page.at) else {
                    return Some(Outcome::default());
                };
                let (d, word) = (place.document(), page.word);
                // So that it is marked in the document.
                self.query = self.corpus.vocabulary().word(word).to_owned();
                return Some(self.open_document(d));
            }
            Action::Decrease | Action::Increase | Action::Reverse => {
                return Some(Outcome::say("the table is sorted; esc goes back to it"));
            }
            _ => return None,
        }
        Some(Outcome::default())
    }

    fn open_page(&mut self) {
        let words = &mut self.views.words;
        if let Some(&word) = words.window(words.at..words.at + 1).first() {
            words.picked = Some(word);
            words.page = Some(Page::of(&self.corpus, word));
        }
    }
}
