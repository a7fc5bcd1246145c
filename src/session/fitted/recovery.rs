//! A model held against what its corpus was drawn from.

use super::Fitted;
use crate::eval::recovery::{Fit, Recovery, Truth, recovery};
use crate::model::generate::Generated;

impl Fitted {
    /// How near the model is to the truth; `None` where it is of another corpus, or has
    /// another number of topics.
    pub fn recovery(&self, drawn: &Generated) -> Option<Recovery> {
        let (own, other) = (&self.corpus, &drawn.corpus);
        if own.vocabulary().words() != other.vocabulary().words() {
            return None;
        }
        let documents = own.documents();
        let lengths = (0..documents).map(|d| own.range(d).len() as f64);
        let fit = Fit {
            phi: &self.phi,
            topic_sums: self.eta.as_ref().map(|eta| {
                let sums = self.sizes.iter().map(|size| size + eta.sum());
                sums.collect()
            }),
            theta: &|d| self.theta(d),
            document_sums: self
                .alpha
                .as_ref()
                .map(|alpha| lengths.map(|length| length + alpha.sum()).collect()),
        };
        let phi = drawn.topics();
        let truth = Truth {
            phi: &phi,
            theta: &drawn.theta,
        };
        recovery(truth, &fit, documents)
    }
}
