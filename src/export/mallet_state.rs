//! MALLET state (plain text; gzip is the caller's): a line a token,
//! `document source position typeindex type topic`, topics by place.

use super::ExportError;
use crate::corpus::Corpus;
use crate::model::Prior;
use crate::session::Fitted;
use std::io::Write;

/// alpha and the one beta, where the format can hold the model; asked before a file is made.
///
/// # Errors
/// When the engine draws no topics, eta differs between words or a word holds
/// white space, which the format cannot say.
pub fn check(fitted: &Fitted) -> Result<(&Prior, f64), ExportError> {
    let (Some(alpha), Some(eta), true) = (&fitted.alpha, &fitted.eta, fitted.kind.is_gibbs())
    else {
        return Err(ExportError::NoTopics(fitted.kind.title()));
    };
    let beta = eta.symmetric_value().ok_or(ExportError::AsymmetricEta)?;
    let parts = |w: &&String| w.is_empty() || w.contains(char::is_whitespace);
    match fitted.corpus.vocabulary().words().iter().find(parts) {
        Some(word) => Err(ExportError::Word {
            format: "a MALLET state",
            word: word.clone(),
        }),
        None => Ok((alpha, beta)),
    }
}

/// Writes the state.
///
/// # Errors
/// When the format cannot hold the model, or when the system refuses.
pub fn write(fitted: &Fitted, out: &mut dyn Write) -> Result<(), ExportError> {
    let (alpha, beta) = check(fitted)?;
    Ok(write_topics(
        &fitted.corpus,
        fitted.state.z(),
        (alpha, beta),
        out,
    )?)
}

/// Writes these topics of the tokens of a corpus (length N).
///
/// # Errors
/// When the system refuses.
pub fn write_topics(
    corpus: &Corpus,
    z: &[u16],
    (alpha, beta): (&Prior, f64),
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let words = corpus.vocabulary();
    writeln!(out, "#doc source pos typeindex type topic")?;
    write!(out, "#alpha : ")?;
    for alpha in alpha.values() {
        write!(out, "{alpha} ")?;
    }
    writeln!(out, "\n#beta : {beta}")?;
    for d in 0..corpus.documents() {
        let source = match corpus.id(d) {
            "" => "NA",
            id => id,
        };
        for (position, i) in corpus.range(d).enumerate() {
            let (index, topic) = (corpus.words()[i], z[i]);
            let word = words.word(index);
            writeln!(out, "{d} {source} {position} {index} {word} {topic}")?;
        }
    }
    Ok(())
}
