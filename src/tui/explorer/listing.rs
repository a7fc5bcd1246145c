//! Orders of the list of documents that look at all of them: computed from a copy of the
//! chain on a thread of its own, as views are.

use super::{Explorer, Filter, Order, Pane};
use crate::eval::documents::{First, ordered};
use crate::eval::passages::Passage;
use crate::session::{Fitted, Mixture};
use crate::tui::app::Outcome;
use crate::tui::keymap::Action;
use crate::tui::prompt::{Prompt, Purpose};
use crate::tui::text;
use std::sync::Arc;

/// Rows of the largest screen.
const ROWS: usize = 100;
/// Changes are counted from a copy that is at least so many sweeps old, if there is one.
pub const BACK: u64 = 10;

/// A copy of the chain, the same only as itself.
#[derive(Debug, Clone)]
pub struct Copy(Arc<Fitted>);

impl PartialEq for Copy {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What is to be computed.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    order: Order,
    /// The copy that changes are counted from.
    past: Option<Copy>,
}

/// The documents in an order.
#[derive(Debug)]
pub struct Listing {
    order: Order,
    ranked: Vec<(u32, Option<f64>)>,
    passages: Vec<Passage>,
    mixtures: Vec<Mixture>,
    since: Option<u64>,
    copy: Arc<Fitted>,
}

/// Copies of the chain that changes are counted from; none in other orders.
#[derive(Debug, Default)]
pub struct Earlier {
    past: Option<Arc<Fitted>>,
    next: Option<Arc<Fitted>>,
}

impl Wanted {
    /// Computes it.
    pub fn run(&self, fitted: &Arc<Fitted>) -> Result<Listing, String> {
        let place = |id: u32| {
            let place = fitted.ids.iter().position(|&own| own == id);
            place.ok_or_else(|| format!("topic {id} is gone"))
        };
        let (mut passages, mut since) = (Vec::new(), None);
        let ranked = match self.order {
            Order::Entropy => ordered(fitted.entropies(), First::Largest),
            Order::Fit => ordered(fitted.fits(), First::Smallest),
            Order::Nearest(d) => ordered(fitted.distances(d), First::Smallest),
            Order::Change => match &self.past {
                Some(Copy(past)) if past.sweep < fitted.sweep => {
                    since = Some(past.sweep);
                    ordered(fitted.changes(past), First::Largest)
                }
                _ => Vec::new(),
            },
            Order::Passage(id) => {
                passages = fitted.passages(place(id)?);
                Vec::new()
            }
            Order::File | Order::Topic(_) | Order::Length => Vec::new(),
        };
        let first = ranked.iter().map(|row: &(u32, _)| row.0);
        let first = first.chain(passages.iter().map(|p: &Passage| p.document));
        let mixture = |d: u32| Mixture {
            index: d as usize,
            theta: fitted.theta(d as usize),
        };
        let mixtures = first.take(ROWS).map(mixture).collect();
        Ok(Listing {
            order: self.order,
            ranked,
            mixtures,
            passages,
            since,
            copy: Arc::clone(fitted),
        })
    }
}

impl Explorer {
    /// What the list of documents needs, while it is on the screen.
    pub(super) fn wanted_listing(&self) -> Option<Wanted> {
        let order = self.documents.order;
        let plain = matches!(order, Order::File | Order::Topic(_) | Order::Length);
        (self.focus == Pane::Documents && !plain).then(|| Wanted {
            order,
            past: self.earlier.past.clone().map(Copy),
        })
    }

    /// Takes an order over, if it is still the one that is wanted.
    pub(super) fn take_listing(&mut self, listing: Listing) {
        if listing.order != self.documents.order {
            return;
        }
        self.documents.mixtures = listing.mixtures;
        match listing.order {
            Order::Passage(id) => self.documents.rank_passages(id, listing.passages),
            order => self.documents.rank(order, &listing.ranked),
        }
        if listing.since.is_some() {
            self.documents.since = listing.since;
        }
        if listing.order == Order::Change {
            self.earlier.take(listing.copy);
        }
    }

    /// Orders the list in another way.
    pub(super) fn order(&mut self, order: Order) {
        if self.documents.order == order && !self.documents.is_reversed() {
            // Nothing new would come to take the place of what is known.
            return;
        }
        self.earlier = Earlier::default();
        self.forget_listing();
        self.documents.sort(order, &self.corpus);
    }
}

impl Explorer {
    /// What keys ask for in the list and in the document; `None` for other keys.
    pub(super) fn act_on_documents(&mut self, action: Action) -> Option<Outcome> {
        match action {
            Action::Sort if self.focus == Pane::Documents => {
                self.order(match self.documents.order {
                    Order::File => Order::Topic(self.topic),
                    Order::Topic(_) => Order::Length,
                    Order::Length => Order::Entropy,
                    Order::Entropy => Order::Change,
                    Order::Change => Order::Fit,
                    Order::Fit | Order::Nearest(_) | Order::Passage(_) => Order::File,
                })
            }
            Action::TopicDocuments => self.list(Order::Topic(self.topic)),
            Action::Passages if self.corpus.text(0).is_none() => {
                return Some(Outcome::say(
                    "word counts have no order, so there are no passages",
                ));
            }
            Action::Passages => self.list(Order::Passage(self.topic)),
            Action::Nearest if self.reading.own.is_some() => {
                return Some(Outcome::say(
                    "a text of your own is no document: esc leaves it",
                ));
            }
            Action::Nearest => self.list(Order::Nearest(self.documents.selected())),
            Action::Reverse => self.documents.turn_round(),
            Action::Shares => {
                let draws = self.latest().is_some_and(|s| s.kind.is_gibbs());
                self.shares = self.shares.next(draws && self.reading.own.is_none());
            }
            Action::Filter => {
                let help = "part of an id, title or text; COLUMN:VALUE before it; nothing for all";
                let query = self.documents.filter().unwrap_or_default();
                let prompt = Prompt::new(Purpose::Filter, "filter", help, query);
                return Some(Outcome::ask(prompt));
            }
            _ => return None,
        }
        Some(Outcome::default())
    }

    /// Shows the list in an order.
    fn list(&mut self, order: Order) {
        self.focus(Pane::Documents);
        self.order(order);
    }

    /// Keeps the documents that a query matches.
    pub(super) fn filter_by(&mut self, query: &str) -> Outcome {
        self.filter = None;
        if query.is_empty() {
            self.documents.keep(None);
            return Outcome::default();
        }
        self.filter = Some(Filter::new(query, &self.corpus));
        self.filter_on()
    }

    /// Goes on with a filter under way.
    pub(super) fn filter_on(&mut self) -> Outcome {
        let Some(mut filter) = self.filter.take() else {
            return Outcome::default();
        };
        let query = text::fit(&text::clean(&filter.query), 30);
        match filter.go_on(&self.corpus) {
            None => {
                let done = text::percent(filter.progress());
                self.filter = Some(filter);
                Outcome::say(format!("looking for all with '{query}': {done}"))
            }
            Some(kept) if kept.is_empty() => {
                self.documents.keep(None);
                Outcome::say(format!("'{query}' is nowhere: all documents are listed"))
            }
            Some(kept) => {
                self.documents.keep(Some((filter.query, &kept)));
                let found = text::count(kept.len(), "document");
                Outcome::say(format!("{found} with '{query}': esc lists all"))
            }
        }
    }
}

impl Earlier {
    /// The first copy counts at once; later it is one of [`BACK`] to 2·[`BACK`] sweeps ago.
    fn take(&mut self, copy: Arc<Fitted>) {
        let age = |old: &Arc<Fitted>| copy.sweep.checked_sub(old.sweep);
        match self.next.as_ref().map(age) {
            Some(Some(sweeps)) if sweeps < BACK => {}
            Some(Some(_)) => self.past = self.next.replace(copy),
            // The first, or the first of a chain that started again.
            _ => {
                self.past = Some(Arc::clone(&copy));
                self.next = Some(copy);
            }
        }
    }
}
