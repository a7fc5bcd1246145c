//! MALLET document topics in the dense form: `document⇥name⇥p_0⇥…⇥p_{K-1}` with
//! p = theta ((n_dk + α_k) / (N_d + Σα) for a Gibbs sampler), topics by place.

use super::ExportError;
use crate::session::Fitted;
use std::io::Write;

/// Writes a line for each document.
///
/// # Errors
/// When the system refuses.
pub fn write(fitted: &Fitted, out: &mut dyn Write) -> Result<(), ExportError> {
    for d in 0..fitted.corpus.documents() {
        write!(out, "{d}\t{}", fitted.corpus.id(d))?;
        for share in fitted.theta(d) {
            write!(out, "\t{share}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
