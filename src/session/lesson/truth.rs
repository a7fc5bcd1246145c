//! How well the bars are found that the corpus `bars` was drawn from.

use crate::corpus::{BARS, are_pixels, bars_truth};
use crate::eval::align::align;
use crate::model::phi::Phi;
use crate::session::Fitted;

/// The cosine from which on a bar counts as found.
pub const FOUND: f64 = 0.95;

/// For each true bar the cosine of phi with the topic that answers it, one to one.
///
/// # Errors
/// When the corpus is not `bars`, or there are not as many topics.
pub fn cosines(fitted: &Fitted) -> Result<Vec<f64>, String> {
    if !are_pixels(fitted.corpus.vocabulary()) {
        return Err("the truth is known of the corpus bars only".into());
    }
    let truth = Phi::of_weights(BARS, bars_truth());
    let pairs = align(&truth, &fitted.phi).ok_or_else(|| {
        format!(
            "bars has {BARS} true topics, and the chain has {}",
            fitted.ids.len()
        )
    })?;
    Ok(pairs.cosines)
}
