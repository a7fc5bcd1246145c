//! In which order a sweep comes to the tokens.

use super::abreast::Abreast;
use super::blocked::Blocked;
use super::kernel::View;
use super::lanes::Path;
use super::{Collapsed, Kind, Parallel};
use crate::model::{JointTables, State};

/// The orders there are. Which it is follows from the engine, the corpus, K and the number
/// of blocks.
pub enum Scan {
    /// Document after document, by a [`super::Kernel`].
    Documents,
    /// Sixteen documents at a time.
    Abreast(Box<Abreast>),
    /// Blocks that several threads draw at once: not exact.
    Blocks(Box<Blocked>),
}

/// What a completed sweep came to.
#[derive(Default)]
pub struct Swept {
    /// log p(z | alpha).
    pub joint: f64,
    /// Tokens that changed topic.
    pub changed: usize,
}

impl Scan {
    /// The order for a chain that stands between two sweeps; may lay out the rows of
    /// `state` anew.
    pub fn of(
        kind: Kind,
        view: &View<'_>,
        state: &mut State,
        tables: &JointTables,
        Parallel { blocks, threads }: Parallel,
    ) -> Self {
        let corpus = view.corpus;
        let takes = kind == Kind::Collapsed && Collapsed::takes(corpus, (view.alpha, view.eta));
        if takes && blocks <= 1 && Abreast::takes(corpus, state) {
            let mut abreast = Abreast::new(Path::chosen(), view, tables);
            abreast.begin(corpus, state);
            return Self::Abreast(Box::new(abreast));
        }
        // A state may come from a chain that had another order.
        if state.layout().lines > 1 {
            state.lay_out_as_usual(corpus);
        }
        if takes && blocks > 1 {
            let blocked = Blocked::new(corpus, state, tables, (blocks, threads));
            return Self::Blocks(Box::new(blocked));
        }
        Self::Documents
    }

    /// Whether every draw comes from its exact conditional.
    pub fn exact(&self) -> bool {
        !matches!(self, Self::Blocks(_))
    }
}
