//! MALLET state (plain text; gzip is the caller's): a line a token,
//! `document source position typeindex type topic`, topics by place.

use super::{ExportError, Fitted};
use std::io::Write;

/// Writes the state.
///
/// # Errors
/// When eta differs between words or a word holds white space, which the format
/// cannot say, or when the system refuses.
pub fn write(fitted: &Fitted, out: &mut dyn Write) -> Result<(), ExportError> {
    let (Some(alpha), Some(eta), true) = (&fitted.alpha, &fitted.eta, fitted.kind.is_gibbs())
    else {
        return Err(ExportError::NoTopics(fitted.kind.title()));
    };
    let beta = eta.symmetric_value().ok_or(ExportError::AsymmetricEta)?;
    let words = fitted.corpus.vocabulary();
    if let Some(word) = words
        .words()
        .iter()
        .find(|w| w.is_empty() || w.contains(char::is_whitespace))
    {
        return Err(ExportError::Word {
            format: "a MALLET state",
            word: word.clone(),
        });
    }
    writeln!(out, "#doc source pos typeindex type topic")?;
    write!(out, "#alpha : ")?;
    for alpha in alpha.values() {
        write!(out, "{alpha} ")?;
    }
    writeln!(out, "\n#beta : {beta}")?;
    for d in 0..fitted.corpus.documents() {
        let source = match fitted.corpus.id(d) {
            "" => "NA",
            id => id,
        };
        for (position, i) in fitted.corpus.range(d).enumerate() {
            let (index, topic) = (fitted.corpus.words()[i], fitted.state.z()[i]);
            let word = words.word(index);
            writeln!(out, "{d} {source} {position} {index} {word} {topic}")?;
        }
    }
    Ok(())
}
