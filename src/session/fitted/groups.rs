//! What the documents of a model add to the shares of their groups.

use super::Fitted;
use crate::eval::groups::rows::{Rows, Weight};

impl Fitted {
    /// The parts of the shares of topics in groups of documents.
    pub fn rows(&self, weight: Weight) -> Rows {
        let corpus = &self.corpus;
        match &self.alpha {
            Some(alpha) if self.kind.is_gibbs() => {
                Rows::drawn(corpus, self.state.z(), alpha, weight)
            }
            _ => {
                let documents = 0..corpus.documents();
                let thetas = documents.map(|d| (corpus.range(d).len(), self.theta(d)));
                Rows::expected(self.ids.len(), thetas, weight)
            }
        }
    }
}
