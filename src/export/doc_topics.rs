//! MALLET document topics in the dense form: `document⇥name⇥p_0⇥…⇥p_{K-1}` with
//! p = (n_dk + α_k) / (N_d + Σα), topics by place.

use super::{ExportError, Fitted};
use crate::model::estimate;
use std::io::Write;

/// Writes a line for each document.
///
/// # Errors
/// When the system refuses.
pub fn write(fitted: &Fitted, out: &mut dyn Write) -> Result<(), ExportError> {
    for d in 0..fitted.corpus.documents() {
        write!(out, "{d}\t{}", fitted.corpus.id(d))?;
        for share in estimate::theta(&fitted.corpus, &fitted.state, &fitted.alpha, d) {
            write!(out, "\t{share}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
