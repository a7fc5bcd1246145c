//! A chain on the same corpus in another order.

use super::Fitted;
use crate::engine::from_state;
use crate::eval::exchange::{Order, log_joint, shuffle};
use crate::model::{LogJoint, State};
use std::sync::Arc;

/// What another order changes, and what it does not.
#[derive(Debug, Clone, PartialEq)]
pub struct Exchanged {
    /// The log joint of the chain's z.
    pub before: LogJoint,
    /// That of the same topics of the same tokens in the other order.
    pub after: LogJoint,
    /// Whether every topic has as many tokens as before.
    pub same_sizes: bool,
    /// Tokens that stand elsewhere.
    pub moved: usize,
    /// Tokens that have different topics after one more sweep in either order.
    pub apart: usize,
}

impl Fitted {
    /// Carries z to the corpus in this order, and runs a sweep on from it in either; `None`
    /// where the engine draws no topics.
    ///
    /// # Errors
    /// When the other order, or the chain on it, cannot be had.
    pub fn exchanged(&self, order: Order) -> Result<Option<Exchanged>, String> {
        let (Some(alpha), Some(eta), true) = (&self.alpha, &self.eta, self.kind.is_gibbs()) else {
            return Ok(None);
        };
        let before = log_joint(&self.corpus, &self.state, alpha, eta);
        if order == Order::default() {
            // Nothing stands elsewhere, and no chain need be run to know it.
            return Ok(Some(Exchanged {
                before,
                after: before,
                same_sizes: true,
                moved: 0,
                apart: 0,
            }));
        }
        let shuffled = shuffle(&self.corpus, order).map_err(|e| e.to_string())?;
        let z = shuffled.carry(self.state.z());
        let corpus = &shuffled.corpus;
        let state = State::from_topics(corpus, self.state.topics(), z);
        let state = state.map_err(|e| e.to_string())?;
        let after = log_joint(corpus, &state, alpha, eta);
        let same_sizes = state.sizes() == self.state.sizes();
        let next = |corpus: &Arc<_>, state: State| -> Result<Vec<u16>, String> {
            let place = (self.sweep, false);
            let engine = from_state(self.kind, Arc::clone(corpus), self.settings(), state, place);
            let mut engine = engine.map_err(|e| e.to_string())?;
            while !engine.advance(usize::MAX).sweep_done {}
            let documents = 0..engine.corpus().documents();
            Ok(documents.flat_map(|d| engine.token_topics(d)).collect())
        };
        let own = State::from_topics(&self.corpus, self.state.topics(), self.state.z().to_vec());
        let own = next(&self.corpus, own.map_err(|e| e.to_string())?)?;
        let other = next(corpus, state)?;
        let carried = shuffled.carry(&own);
        let count = |differs: usize, (a, b): (&u16, &u16)| differs + usize::from(a != b);
        Ok(Some(Exchanged {
            before,
            after,
            same_sizes,
            moved: shuffled
                .from
                .iter()
                .enumerate()
                .filter(|(i, at)| i != *at)
                .count(),
            apart: carried.iter().zip(&other).fold(0, count),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::examples::{SIX, of_ids};
    use crate::engine::{Kind, Settings, start};
    use crate::model::PriorSpec;

    /// Another order than that of the file changes the path alone.
    #[test]
    fn only_the_path_of_the_chain_differs() {
        let settings = Settings {
            topics: 3,
            alpha: PriorSpec::Each(0.5),
            eta: PriorSpec::Each(0.3),
            seed: 4,
            em: Default::default(),
            parallel: Default::default(),
        };
        let of = |kind| {
            let corpus = Arc::new(of_ids(&SIX, 5));
            let engine = start(kind, corpus, settings.clone()).unwrap();
            Fitted::of(engine.as_ref()).unwrap()
        };
        let fitted = of(Kind::Collapsed);
        let same = fitted.exchanged(Order::default()).unwrap().unwrap();
        assert_eq!((same.moved, same.apart, same.same_sizes), (0, 0, true));
        let order = Order {
            words: 1,
            documents: 2,
        };
        let other = fitted.exchanged(order).unwrap().unwrap();
        assert_eq!(other.before, other.after);
        assert_eq!(other.before, same.before);
        assert!(other.same_sizes && other.moved > 0 && other.apart > 0);
        assert_eq!(of(Kind::Variational).exchanged(order), Ok(None));
    }
}
