//! A corpus that was drawn from the model: counts with their words and ids, and what they
//! were drawn from.

use super::{ExportError, ldac, lists, mallet_state};
use crate::model::Prior;
use crate::model::generate::Generated;
use std::io::{self, Write};

/// The counts.
pub const CORPUS: &str = "corpus.ldac";
const WORDS: &str = "corpus.vocab";
const IDS: &str = "corpus.ids";
const PHI: &str = "phi.csv";
const THETA: &str = "theta.csv";
const TOPICS: &str = "z.state";

/// All files that there may be.
pub const FILES: [&str; 6] = [CORPUS, WORDS, IDS, PHI, THETA, TOPICS];

/// The files of a corpus, with the truth or without. A MALLET state has one beta for all
/// words, so that there is none where eta is not the same for all.
pub fn files(eta: &Prior, truth: bool) -> Vec<&'static str> {
    let mut files = FILES.to_vec();
    match (truth, eta.symmetric_value()) {
        (false, _) => files.truncate(3),
        (true, None) => files.truncate(5),
        (true, Some(_)) => {}
    }
    files
}

/// Writes the file of this name.
///
/// # Errors
/// When the system refuses, or the state would need one eta for all words.
pub fn write(
    file: &str,
    drawn: &Generated,
    (alpha, eta): (&Prior, &Prior),
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let corpus = &drawn.corpus;
    match file {
        WORDS => lists::vocabulary(corpus, out)?,
        IDS => lists::ids(corpus, out)?,
        PHI => rows(&drawn.phi, eta.len(), out)?,
        THETA => rows(&drawn.theta, alpha.len(), out)?,
        TOPICS => {
            let beta = eta.symmetric_value().ok_or(ExportError::AsymmetricEta)?;
            mallet_state::write_topics(corpus, &drawn.z, (alpha, beta), out)?;
        }
        _ => ldac::write(corpus, out)?,
    }
    Ok(())
}

/// Rows of a matrix, `columns` numbers in each.
fn rows(matrix: &[f64], columns: usize, out: &mut dyn Write) -> io::Result<()> {
    for row in matrix.chunks_exact(columns) {
        for (i, value) in row.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(out, "{comma}{value}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
