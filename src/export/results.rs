//! A folder of results: a fitted model, the session that made it, a summary, and the
//! trace that led there, all of the same moment.

use super::summary::Summary;
use super::{ExportError, trace};
use crate::session::{MODEL_FILE, Model, SESSION_FILE, SavedError, SessionFile, Trace};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// The summary in a folder of results.
pub const SUMMARY_FILE: &str = "summary.json";

/// The trace in a folder of results.
pub const TRACE_FILE: &str = "trace.csv";

/// The files of a folder of results.
pub const FILES: [&str; 4] = [MODEL_FILE, SESSION_FILE, SUMMARY_FILE, TRACE_FILE];

/// Whether a folder holds results, some of them at least.
pub fn are_in(folder: &Path) -> bool {
    FILES.iter().any(|file| folder.join(file).exists())
}

/// Writes the results into a folder, which is made where it is missing. The files
/// take their names at the end, so that a failure leaves older results whole.
///
/// # Errors
/// When a file cannot be written.
pub fn write(
    folder: &Path,
    model: &Model,
    session: &SessionFile,
    summary: &Summary,
    trace: &Trace,
) -> Result<(), SavedError> {
    std::fs::create_dir_all(folder).map_err(|e| failed(folder, e))?;
    let part = |file: &str| folder.join(format!(".{file}.part"));
    let written = model
        .write(&part(MODEL_FILE))
        .and_then(|()| session.write(&part(SESSION_FILE)))
        .and_then(|()| write_summary(&part(SUMMARY_FILE), summary))
        .and_then(|()| write_trace(&part(TRACE_FILE), trace))
        .and_then(|()| {
            FILES.iter().try_for_each(|file| {
                let path = folder.join(file);
                std::fs::rename(part(file), &path).map_err(|e| failed(&path, e))
            })
        });
    if written.is_err() {
        for file in FILES {
            // It may not be there at all; the failure itself is what is told.
            let _ = std::fs::remove_file(part(file));
        }
    }
    written
}

fn write_summary(path: &Path, summary: &Summary) -> Result<(), SavedError> {
    let text = serde_json::to_string_pretty(summary).map_err(|e| failed(path, e.into()))?;
    std::fs::write(path, text + "\n").map_err(|e| failed(path, e))
}

fn write_trace(path: &Path, points: &Trace) -> Result<(), SavedError> {
    let write = |path: &Path| -> Result<(), ExportError> {
        let mut out = BufWriter::new(File::create(path)?);
        trace::write(points, &mut out)?;
        Ok(out.flush()?)
    };
    write(path).map_err(|error| match error {
        ExportError::Io(error) => failed(path, error),
        other => failed(path, std::io::Error::other(other)),
    })
}

fn failed(path: &Path, source: std::io::Error) -> SavedError {
    SavedError::Io {
        verb: "write",
        path: path.display().to_string(),
        source,
    }
}
