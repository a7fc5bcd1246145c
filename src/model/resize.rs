//! A state with more or fewer topics: what a change of K means while a chain runs.
//!
//! * Growing adds topics one at a time: empty, or by splitting the largest topic:
//!   each document's tokens of that topic go, all together, to the old or to the
//!   new half with equal odds (by document, since halves with the same words
//!   would take long to part).
//! * Shrinking dissolves the smallest topics into the rest: each of their tokens,
//!   in order, is drawn from the collapsed conditional over the topics that
//!   remain.
//!
//! No token is lost. Topics that stay keep their id; a new topic gets a new one.

use super::prior::{Prior, PriorError, PriorSpec};
use super::random::{Purpose, Stream, pick};
use super::state::{MAX_TOPICS, State, StateError};
use crate::corpus::Corpus;
use serde::{Deserialize, Serialize};

/// How new topics start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Growth {
    /// Without a token: the chain fills them.
    #[default]
    Empty,
    /// With half of the documents of the largest topic.
    Split,
}

/// Which topics (by place) of a state stay when it shrinks to `topics`: all but
/// the smallest; among equals the later ones go first.
pub fn survivors(state: &State, topics: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..state.topics()).collect();
    places.sort_by_key(|&k| (std::cmp::Reverse(state.sizes()[k]), k));
    places.truncate(topics);
    places.sort_unstable();
    places
}

/// `state` with `topics` topics; `seed` and `sweep` name the stream of random
/// numbers that the moves use. `alpha` is the prior before the change; the spec
/// after it comes back with the state.
///
/// # Errors
/// When `topics` is out of range, or alpha cannot be stretched to it.
pub fn resize(
    corpus: &Corpus,
    state: &State,
    topics: usize,
    growth: Growth,
    (alpha, eta): (&PriorSpec, &Prior),
    (seed, sweep): (u64, u64),
) -> Result<(State, PriorSpec), ResizeError> {
    if topics == 0 || topics > MAX_TOPICS {
        return Err(StateError::Topics(topics).into());
    }
    // Several changes may be made after one sweep: between two from the same K
    // there was a growth, which used up ids.
    let stream = Stream::new(seed, Purpose::Resize, sweep)
        .branch(state.topics() as u64)
        .branch(state.next_id().into());
    let kept = survivors(state, topics);
    let spec = alpha.resized(&kept, topics);
    let prior = spec.resolve("alpha", topics)?;
    let state = if topics < state.topics() {
        shrink(corpus, state, &kept, &prior, eta, stream)
    } else {
        grow(corpus, state, topics, growth, stream)
    };
    Ok((state, spec))
}

/// Why a state cannot be resized.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ResizeError {
    /// K is not possible.
    #[error(transparent)]
    Topics(#[from] StateError),
    /// Alpha does not fit the new K.
    #[error(transparent)]
    Alpha(#[from] PriorError),
}

fn grow(corpus: &Corpus, state: &State, topics: usize, growth: Growth, stream: Stream) -> State {
    let mut z = state.z().to_vec();
    let mut sizes: Vec<u32> = state.sizes().to_vec();
    for new in state.topics()..topics {
        sizes.push(0);
        if growth == Growth::Empty {
            continue;
        }
        let largest = (0..new)
            .max_by_key(|&k| (sizes[k], std::cmp::Reverse(k)))
            .unwrap_or(0);
        for d in 0..corpus.documents() {
            let place = (new * corpus.documents() + d) as u64;
            if stream.below(place, 2) == 1 {
                for k in z[corpus.range(d)]
                    .iter_mut()
                    .filter(|k| usize::from(**k) == largest)
                {
                    *k = new as u16;
                    sizes[largest] -= 1;
                    sizes[new] += 1;
                }
            }
        }
    }
    let mut ids: Vec<Option<u32>> = state.ids().iter().copied().map(Some).collect();
    ids.resize(topics, None);
    state.rebuilt(corpus, z, ids)
}

fn shrink(
    corpus: &Corpus,
    state: &State,
    kept: &[usize],
    alpha: &Prior,
    eta: &Prior,
    stream: Stream,
) -> State {
    let mut stays = vec![false; state.topics()];
    kept.iter().for_each(|&k| stays[k] = true);
    let mut shrunk = state.clone();
    let (mut counts, mut weights) = (Vec::new(), Vec::new());
    for d in 0..corpus.documents() {
        let range = corpus.range(d);
        if state.z()[range.clone()]
            .iter()
            .all(|&k| stays[usize::from(k)])
        {
            continue;
        }
        shrunk.document_counts(corpus, d, &mut counts);
        for i in range.filter(|&i| !stays[usize::from(state.z()[i])]) {
            let word = corpus.words()[i];
            weights.clear();
            weights.extend(kept.iter().zip(alpha.values()).map(|(&k, a)| {
                let count = f64::from(shrunk.count(word, k as u16));
                (f64::from(counts[k]) + a) * (count + eta.value(word as usize))
                    / (f64::from(shrunk.sizes()[k]) + eta.sum())
            }));
            let to = kept[pick(
                &weights,
                stream.unit(i as u64) * weights.iter().sum::<f64>(),
            )];
            shrunk.assign(i, word, to as u16);
            counts[to] += 1;
        }
    }
    let mut place = vec![0u16; state.topics()];
    for (new, &old) in kept.iter().enumerate() {
        place[old] = new as u16;
    }
    let z = shrunk.z().iter().map(|&k| place[usize::from(k)]).collect();
    let ids = kept.iter().map(|&k| Some(state.ids()[k])).collect();
    state.rebuilt(corpus, z, ids)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Vocabulary;
    use proptest::prelude::*;

    fn example(documents: &[Vec<u32>]) -> Corpus {
        let words = (0..5).map(|v| format!("w{v}")).collect();
        Corpus::from_documents(Vocabulary::new(words), documents).unwrap()
    }

    fn run(c: &Corpus, state: &State, topics: usize, growth: Growth) -> (State, PriorSpec) {
        let eta = PriorSpec::Each(0.1).resolve("eta", 5).unwrap();
        resize(
            c,
            state,
            topics,
            growth,
            (&PriorSpec::Each(0.5), &eta),
            (7, 3),
        )
        .unwrap()
    }

    #[test]
    fn shrinking_dissolves_the_smallest_and_keeps_ids() {
        let c = example(&[vec![0, 0, 1, 2], vec![3, 3, 4]]);
        let state = State::from_topics(&c, 4, vec![0, 0, 1, 2, 3, 3, 3]).unwrap();
        let (small, _) = run(&c, &state, 2, Growth::Empty);
        assert_eq!(small.ids(), [0, 3]);
        assert_eq!(small.z()[..2], [0, 0]);
        assert_eq!(small.z()[4..], [1, 1, 1]);
        let (again, _) = run(&c, &small, 3, Growth::Empty);
        assert_eq!(again.ids(), [0, 3, 4], "a new topic never gets an old id");
        assert_eq!(again.sizes()[2], 0);
    }

    #[test]
    fn splitting_halves_the_largest_topic_by_documents() {
        let documents: Vec<Vec<u32>> = (0..40).map(|_| vec![0, 1, 2]).collect();
        let c = example(&documents);
        let state = State::from_topics(&c, 1, vec![0; 120]).unwrap();
        let (split, _) = run(&c, &state, 2, Growth::Split);
        assert!((30..=90).contains(&split.sizes()[1]), "{:?}", split.sizes());
        for d in 0..40 {
            let z = &split.z()[c.range(d)];
            assert!(z.iter().all(|k| k == &z[0]));
        }
    }

    proptest! {
        #[test]
        fn no_token_is_lost_and_counts_hold(
            documents in prop::collection::vec(prop::collection::vec(0u32..5, 0..9), 1..6),
            from in 1usize..8, to in 1usize..8, split in any::<bool>(),
        ) {
            let c = example(&documents);
            prop_assume!(c.tokens() > 0);
            let state = State::random(&c, from, 5).unwrap();
            let growth = if split { Growth::Split } else { Growth::Empty };
            let (new, _) = run(&c, &state, to, growth);
            prop_assert_eq!(new.topics(), to);
            prop_assert_eq!(new.check(&c), Ok(()));
            prop_assert_eq!(new.sizes().iter().sum::<u32>() as usize, c.tokens());
        }
    }
}
