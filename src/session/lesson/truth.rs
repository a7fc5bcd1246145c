//! How well the bars are found that the corpus `bars` was drawn from.

use crate::corpus::BARS;
use crate::eval::align::align;
use crate::model::phi::Phi;
use crate::session::Fitted;

/// The cosine from which on a bar counts as found.
pub const FOUND: f64 = 0.95;

const SIDE: usize = 5;

/// For each true bar the cosine of phi with the topic that answers it, one to one.
///
/// # Errors
/// When the corpus is not `bars`, or there are not as many topics.
pub fn cosines(fitted: &Fitted) -> Result<Vec<f64>, String> {
    let words = fitted.corpus.vocabulary().words();
    let pixels = (0..SIDE * SIDE).map(|id| format!("r{}c{}", id / SIDE, id % SIDE));
    if !pixels.eq(words.iter().cloned()) {
        return Err("the truth is known of the corpus bars only".into());
    }
    let weights = (0..SIDE * SIDE).flat_map(|id| {
        (0..BARS).map(move |bar| {
            let on = if bar < SIDE {
                id / SIDE == bar
            } else {
                id % SIDE == bar - SIDE
            };
            f64::from(u8::from(on))
        })
    });
    let truth = Phi::of_weights(BARS, weights.collect());
    let pairs = align(&truth, &fitted.phi).ok_or_else(|| {
        format!(
            "bars has {BARS} true topics, and the chain has {}",
            fitted.ids.len()
        )
    })?;
    Ok(pairs.cosines)
}
