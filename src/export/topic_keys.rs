//! MALLET topic keys: `topic⇥alpha⇥word word … `, topics by place.

use super::ExportError;
use crate::session::Fitted;
use std::io::Write;

/// Writes a line for each topic, with its `n` most probable words.
///
/// # Errors
/// When the system refuses.
pub fn write(fitted: &Fitted, n: usize, out: &mut dyn Write) -> Result<(), ExportError> {
    let words = fitted.corpus.vocabulary();
    let tops = fitted.phi.top_words(n);
    for (k, top) in tops.iter().enumerate() {
        // A model without a prior has 0 here: the column must be there.
        let alpha = fitted.alpha.as_ref().map_or(0.0, |alpha| alpha.value(k));
        write!(out, "{k}\t{}\t", short(alpha))?;
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
