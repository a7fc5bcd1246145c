//! MALLET topic keys: `topic⇥alpha⇥word word … `, topics by place.

use super::{ExportError, Fitted};
use crate::model::estimate;
use std::io::Write;

/// Writes a line for each topic, with its `n` most probable words.
///
/// # Errors
/// When the system refuses.
pub fn write(fitted: &Fitted, n: usize, out: &mut dyn Write) -> Result<(), ExportError> {
    let words = fitted.corpus.vocabulary();
    let tops = estimate::top_words(&fitted.state, &fitted.eta, n);
    for (k, top) in tops.iter().enumerate() {
        write!(out, "{k}\t{}\t", short(fitted.alpha.value(k)))?;
        for (word, _) in top {
            write!(out, "{} ", words.word(*word))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// At most five decimals, without zeros at the end.
fn short(value: f64) -> String {
    let text = format!("{value:.5}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn alpha_has_five_decimals_at_most() {
        for (value, text) in [
            (0.1, "0.1"),
            (2.0, "2"),
            (0.123_456, "0.12346"),
            (100.0, "100"),
        ] {
            assert_eq!(short(value), text);
        }
    }
}
