//! The file that keeps finished runs: the object that `--json` prints, so that it can be
//! read by others too.

use super::report::{About, Report, Setup};
use crate::cli::output::replace_file;
use crate::session::choose_k::Run;
use anyhow::{anyhow, bail};
use serde::Deserialize;
use std::io::ErrorKind;
use std::path::Path;

/// What is read of it; the rest follows from that.
#[derive(Debug, Deserialize)]
struct Kept {
    corpus: About,
    settings: Setup,
    runs: Vec<Run>,
}

/// The runs in a file; none where there is no file.
///
/// # Errors
/// When it is no such file, or its runs are of another corpus or of other settings.
pub fn read(path: &Path, now: &Report) -> anyhow::Result<Vec<Run>> {
    let name = path.display();
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => bail!("cannot read --out {name}: {error}"),
    };
    let kept: Kept = serde_json::from_str(&text).map_err(|error| {
        anyhow!("--out {name} exists and is not a file of choose-k ({error}); name another file")
    })?;
    // Another split makes other documents of the same corpus: that is told as a setting.
    let split_alike = kept.settings.held_out == now.settings.held_out;
    if split_alike && !kept.corpus.same(&now.corpus) {
        bail!(
            "--out {name} holds runs of another corpus, or of one that was read otherwise: {}, \
             not {}; name another file",
            kept.corpus,
            now.corpus
        );
    }
    let other = kept.settings.differences(&now.settings);
    if !other.is_empty() {
        bail!(
            "--out {name} holds runs with other settings: {}; give the same ones, or name another \
             file",
            other.join(", ")
        );
    }
    Ok(kept.runs)
}

/// Writes all runs there are, in the place of those that were there.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &Path, report: &Report) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(report)? + "\n";
    replace_file(path, |out| out.write_all(text.as_bytes()))
}
