//! What became of the topics, their words and the documents since a moment of the chain that
//! was kept, or since another model.

use super::{Explorer, moved};
use crate::corpus::Corpus;
use crate::eval::difference::Common;
use crate::session::{Difference, Fitted, LoneTopic, MatchedTopic, Model, MovedDocument};
use crate::tui::app::Outcome;
use crate::tui::keymap::Action;
use crate::tui::prompt::{Prompt, Purpose};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Changed words of a topic that are listed.
const WORDS: usize = 100;
/// Documents that are listed.
const DOCUMENTS: usize = 200;

/// A document that moved less than this stands still: it is 0 in three decimals.
pub const MOVED: f64 = 5e-4;

/// A model that the chain is held against.
#[derive(Debug)]
pub struct Kept {
    fitted: Arc<Fitted>,
    common: Common,
    /// Where it was read; `None` for a moment of the chain itself.
    pub file: Option<PathBuf>,
}

impl Kept {
    fn moment(fitted: &Arc<Fitted>) -> Self {
        Self {
            common: Common::all(&fitted.corpus),
            fitted: Arc::clone(fitted),
            file: None,
        }
    }

    fn read(path: &Path, corpus: &Corpus) -> Result<Self, String> {
        let model = Model::read(&Model::file(path)).map_err(|e| e.to_string())?;
        let fitted = Fitted::new(&model).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Self {
            common: Common::of(&fitted.corpus, corpus),
            fitted: Arc::new(fitted),
            file: Some(path.to_owned()),
        })
    }
}

/// What is asked for as the base.
#[derive(Debug, Clone, Default)]
pub enum Base {
    /// The moment that the next picture is of.
    #[default]
    Next,
    /// One that is there.
    Kept(Arc<Kept>),
    /// The model of this file or folder.
    File(PathBuf),
}

impl PartialEq for Base {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Next, Self::Next) => true,
            (Self::Kept(a), Self::Kept(b)) => Arc::ptr_eq(a, b),
            (Self::File(a), Self::File(b)) => a == b,
            _ => false,
        }
    }
}

/// The difference at one moment.
#[derive(Debug)]
pub struct Compared {
    /// What from.
    pub base: Arc<Kept>,
    /// What became of it.
    pub difference: Difference,
    present: Arc<Fitted>,
}

/// Holds the chain against a base.
pub(super) fn compare(base: &Base, fitted: &Arc<Fitted>) -> Result<Compared, String> {
    let base = match base {
        Base::Next => {
            let base = Arc::new(Kept::moment(fitted));
            return Ok(Compared {
                difference: Difference::none(fitted, &base.common),
                base,
                present: Arc::clone(fitted),
            });
        }
        Base::Kept(kept) => Arc::clone(kept),
        Base::File(path) => Arc::new(Kept::read(path, &fitted.corpus)?),
    };
    let most = (WORDS, DOCUMENTS);
    let difference = Difference::of(&base.fitted, fitted, &base.common, most)?;
    Ok(Compared {
        base,
        difference,
        present: Arc::clone(fitted),
    })
}

/// A line of the list of topics.
#[derive(Debug, Clone, Copy)]
pub enum Row<'a> {
    /// Only the base has it.
    Lost(&'a LoneTopic),
    /// Only the chain has it.
    New(&'a LoneTopic),
    /// Both have it.
    Matched(&'a MatchedTopic),
}

impl<'a> Row<'a> {
    /// The id now; of a lost topic the one that it had.
    pub fn id(&self) -> u32 {
        match self {
            Self::Lost(lone) | Self::New(lone) => lone.topic,
            Self::Matched(pair) => pair.after,
        }
    }

    /// What the user called it.
    pub fn label(&self) -> Option<&'a str> {
        match self {
            Self::Lost(lone) | Self::New(lone) => lone.label.as_deref(),
            Self::Matched(pair) => pair.label.as_deref(),
        }
    }

    fn share(&self) -> f64 {
        match self {
            Self::Lost(lone) | Self::New(lone) => lone.share,
            Self::Matched(pair) => pair.share_after,
        }
    }
}

/// The state of the view.
#[derive(Debug, Default)]
pub struct Compare {
    base: Base,
    shown: Option<Compared>,
    /// Why the base that was asked for is not there.
    pub failure: Option<String>,
    /// Whether the topics stand in the order of their size (or of what became of them).
    pub by_size: bool,
    /// Whether the arrows move in the documents (or the topics).
    pub on_documents: bool,
    /// The lost topic that is selected; else it is the explorer's topic.
    lost: Option<u32>,
    /// The index of the selected document.
    document: Option<usize>,
}

impl Compare {
    /// What is asked for as the base.
    pub(super) fn base(&self) -> &Base {
        &self.base
    }

    /// The file that is being read for a base.
    pub fn reading(&self) -> Option<&Path> {
        match &self.base {
            Base::File(path) => Some(path),
            _ => None,
        }
    }

    /// The difference on the screen.
    pub fn shown(&self) -> Option<&Compared> {
        self.shown.as_ref()
    }

    /// The topics in their order: lost, new, the others with the least alike first; or by size.
    pub fn rows(&self) -> Vec<Row<'_>> {
        let Some(Compared { difference, .. }) = &self.shown else {
            return Vec::new();
        };
        let lost = difference.lost.iter().map(Row::Lost);
        let new = difference.new.iter().map(Row::New);
        let matched = difference.matched.iter().map(Row::Matched);
        let mut rows: Vec<Row<'_>> = lost.chain(new).chain(matched).collect();
        if self.by_size {
            rows.sort_by(|a, b| b.share().total_cmp(&a.share()));
        }
        rows
    }

    /// The place of the selected topic among the rows.
    pub fn row(&self, topic: u32, rows: &[Row<'_>]) -> usize {
        let place = rows.iter().position(|row| match (row, self.lost) {
            (Row::Lost(lone), Some(lost)) => lone.topic == lost,
            (Row::Lost(_), None) | (_, Some(_)) => false,
            (row, None) => row.id() == topic,
        });
        place.unwrap_or(0)
    }

    /// The documents that moved farthest, by [`MOVED`] or more, the farthest first.
    pub fn documents(&self) -> &[MovedDocument] {
        let shown = self.shown.as_ref();
        let documents = shown.map_or(&[][..], |shown| &shown.difference.documents);
        &documents[..documents.partition_point(|document| document.distance >= MOVED)]
    }

    /// The place of the selected document in the list.
    pub fn document(&self) -> usize {
        let mut indexes = self.documents().iter().map(|d| Some(d.index));
        indexes.position(|d| d == self.document).unwrap_or(0)
    }

    /// Takes a file as the base, once it is read.
    pub fn open(&mut self, path: PathBuf) {
        self.base = Base::File(path);
        self.failure = None;
    }

    pub(super) fn take(&mut self, compared: Compared) {
        self.base = Base::Kept(Arc::clone(&compared.base));
        self.shown = Some(compared);
    }

    /// The base that was asked for cannot be: the one before stays.
    pub(super) fn refuse(&mut self, reason: &str) {
        if matches!(self.base, Base::File(_)) {
            self.base = match &self.shown {
                Some(shown) => Base::Kept(Arc::clone(&shown.base)),
                None => Base::Next,
            };
            self.failure = Some(reason.to_owned());
        }
    }

    /// The moment on the screen becomes the base.
    fn keep(&mut self) -> Outcome {
        let Some(shown) = &self.shown else {
            return Outcome::default();
        };
        self.base = Base::Kept(Arc::new(Kept::moment(&shown.present)));
        self.failure = None;
        Outcome::say(format!("sweep {} is the base now", shown.present.sweep))
    }
}

impl Explorer {
    /// `None` for keys that are not the view's.
    pub(super) fn act_on_compare(&mut self, action: Action, page: usize) -> Option<Outcome> {
        let key = self.accept_key();
        let view = &mut self.views.compare;
        // It was read when the next key comes.
        view.failure = None;
        let documents = view.documents();
        if view.on_documents
            && let Some(to) = moved(action, view.document(), page, documents.len())
        {
            view.document = documents.get(to).map(|document| document.index);
            return Some(Outcome::default());
        }
        let rows = view.rows();
        if let Some(to) = moved(action, view.row(self.topic, &rows), page, rows.len()) {
            let to = rows
                .get(to)
                .map(|row| (row.id(), matches!(row, Row::Lost(_))));
            match to {
                Some((id, true)) => view.lost = Some(id),
                Some((id, false)) => {
                    (self.topic, self.picked) = (id, true);
                    view.lost = None;
                }
                None => {}
            }
            return Some(Outcome::default());
        }
        match action {
            Action::NextPane | Action::PreviousPane => view.on_documents = !view.on_documents,
            Action::Sort => view.by_size = !view.by_size,
            Action::KeepBase => return Some(view.keep()),
            Action::OpenBase => {
                let help = "a model file, or the folder that w or fit --out wrote";
                let prompt = Prompt::new(Purpose::Base, "base", help, "");
                return Some(Outcome::ask(prompt));
            }
            Action::Accept if !view.on_documents => {
                let note = format!("tab goes to the documents, {key} reads one there");
                return Some(Outcome::say(note));
            }
            Action::Accept => {
                let index = view.documents().get(view.document()).map(|d| d.index);
                return Some(index.map_or_else(Outcome::default, |d| self.open_document(d)));
            }
            _ => return None,
        }
        Some(Outcome::default())
    }
}
