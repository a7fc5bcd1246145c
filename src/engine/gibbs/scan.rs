//! In which order a sweep comes to the tokens.

use super::abreast::{Abreast, Course};
use super::blocked::Blocked;
use super::kernel::View;
use super::lanes::Path;
use super::{Collapsed, Kind, Parallel};
use crate::model::rows::Layout;
use crate::model::{JointTables, State};

/// The orders there are. Which it is follows from the engine, the corpus, K and the number
/// of blocks.
pub enum Scan {
    /// Document after document, by a [`super::Kernel`].
    Documents,
    /// Sixteen documents at a time.
    Abreast(Box<Abreast>),
    /// Blocks that several threads draw at once, each in one of these orders: not exact.
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
        if !takes || blocks <= 1 {
            let layout = Abreast::layout(corpus, state, 1).filter(|_| takes);
            // Phi has a place for every word and topic anyway.
            let beside_phi = (kind == Kind::Uncollapsed).then(|| Layout::dense(state.topics()));
            // A state may come from a chain that had another order.
            state.lay_out(corpus, layout.or(beside_phi), &[]);
            let Some(layout) = layout else {
                return Self::Documents;
            };
            let mut abreast = Abreast::new(Path::chosen(), view, layout, tables);
            let course = Course::whole(corpus, layout.lines, state.starts());
            abreast.begin(&course, state.z());
            return Self::Abreast(Box::new(abreast));
        }
        Self::Blocks(Box::new(Blocked::new(
            view,
            state,
            tables,
            (blocks, threads),
        )))
    }

    /// Whether every draw comes from its exact conditional.
    pub fn exact(&self) -> bool {
        !matches!(self, Self::Blocks(_))
    }
}
