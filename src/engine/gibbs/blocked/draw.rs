//! One block: the tokens of a group of documents whose words are in one group.

use super::plan::Plan;
use crate::engine::gibbs::abreast::{Abreast, Course, Part};
use crate::engine::gibbs::collapsed::Collapsed;
use crate::engine::gibbs::kernel::View;
use crate::engine::gibbs::lanes::Path;
use crate::engine::gibbs::scan::Swept;
use crate::model::JointTables;
use crate::model::rows::Layout;
use crate::model::state::Parts;
use std::ops::Range;

/// One block of a round.
pub struct Block<'a> {
    pub view: &'a View<'a>,
    pub plan: &'a Plan,
    /// Where in its group the row of the word of each of the plan's tokens begins.
    pub rows: &'a [u32],
    pub documents: Range<usize>,
    /// The group of words.
    pub words: usize,
    /// Whether documents are final when they are left.
    pub last: bool,
    pub layout: Layout,
    /// The parts of the state that the block may change, with its own n_k.
    pub state: Parts<'a>,
    /// About how many tokens to draw.
    pub budget: usize,
}

/// Draws the tokens of a group of documents.
pub enum Drawer {
    /// Document after document.
    Documents(Box<Documents>),
    /// Sixteen documents at a time.
    Abreast(Box<Abreast>),
}

impl Drawer {
    /// `layout` is that of documents side by side, if they are drawn so.
    pub fn new(view: &View<'_>, layout: Option<Layout>, tables: &JointTables) -> Self {
        match layout {
            Some(layout) => {
                let abreast = Abreast::new(Path::chosen(), view, layout, tables);
                Self::Abreast(Box::new(abreast))
            }
            None => Self::Documents(Box::new(Documents {
                kernel: Collapsed::new(Path::chosen()),
                tables: tables.clone(),
                next: 0,
                swept: Swept::default(),
            })),
        }
    }

    /// Goes on with a block, or begins with it; gives how many tokens were drawn, and the
    /// sums of the block where these were its last.
    pub fn draw(&mut self, block: Block<'_>, begins: bool) -> (usize, Option<Swept>) {
        match self {
            Self::Documents(documents) => documents.draw(block, begins),
            Self::Abreast(abreast) => {
                let part = Part {
                    tokens: &block.plan.tokens,
                    rows: block.rows,
                    starts: &block.plan.starts,
                    group: (block.words, block.plan.words.len()),
                    last: block.last,
                };
                let course = Course::part(block.view.corpus, block.documents, part);
                if begins {
                    abreast.begin(&course, block.state.z);
                }
                abreast.advance(block.view, &course, block.state, block.budget)
            }
        }
    }
}

/// What it takes to draw document after document.
pub struct Documents {
    kernel: Collapsed,
    tables: JointTables,
    /// The next one.
    next: usize,
    swept: Swept,
}

impl Documents {
    fn draw(&mut self, mut block: Block<'_>, begins: bool) -> (usize, Option<Swept>) {
        let corpus = block.view.corpus;
        let topics = block.state.sizes.len();
        if begins {
            self.next = block.documents.start;
            self.kernel.prepare(block.view, block.state.sizes);
        }
        let mut drawn = 0;
        while self.next < block.documents.end && drawn < block.budget {
            let part = block.plan.part(self.next, block.words);
            let range = corpus.range(self.next);
            let first = block.state.first_token;
            let z = range.start - first..range.end - first;
            self.next += 1;
            if !part.is_empty() {
                self.kernel.visit(topics, &block.state.z[z.clone()]);
                let (shape, state) = ((topics, block.layout), block.state.reborrow());
                self.swept.changed += self.kernel.draw_of(block.view, shape, state, part);
                drawn += part.len();
            }
            if block.last {
                // The kernel knows the counts of a document that it came to.
                self.swept.joint += match part.is_empty() {
                    true => self.tables.document(topics, &block.state.z[z]),
                    false => {
                        let counts = self.kernel.counts_of(&block.state.z[z]);
                        self.tables.document_of(range.len(), counts)
                    }
                };
            }
        }
        let over = self.next == block.documents.end;
        (drawn, over.then(|| std::mem::take(&mut self.swept)))
    }
}
