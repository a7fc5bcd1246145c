//! Files that are whole or not there.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Result, Write};
use std::path::Path;

/// Writes a file beside the one of this name, whose place it then takes: whatever ends the
/// program leaves the old one or the new one.
///
/// # Errors
/// When the system refuses; the old file is then as it was.
pub fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let name = path.file_name().ok_or(ErrorKind::InvalidFilename)?;
    let mut part = OsString::from(".");
    part.push(name);
    part.push(".part");
    let part = path.with_file_name(part);
    let written = File::create(&part).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()
    });
    let placed = written.and_then(|()| std::fs::rename(&part, path));
    if placed.is_err() {
        // What cannot be put in place is of no use; it may not be there at all.
        let _ = std::fs::remove_file(&part);
    }
    placed
}
