//! Files that are whole or not there.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, Error, ErrorKind, Result, Write};
use std::path::Path;

/// Writes a file beside the one of this name, whose place it then takes: whatever ends the
/// program leaves the old one or the new one.
///
/// A link leads to the file that is replaced; a device or a pipe is none.
///
/// # Errors
/// When the system refuses, or there is something else than a file; the old one is then as
/// it was.
pub fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let there = std::fs::canonicalize(path);
    let path = there.as_deref().unwrap_or(path);
    if path.exists() && !path.is_file() {
        let reason = "it is no plain file, and is left alone: name another";
        return Err(Error::new(ErrorKind::InvalidInput, reason));
    }
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_followed_and_a_device_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        std::fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        replace(&link, |out| out.write_all(b"new")).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "new");
        assert!(link.is_symlink());
        let error = replace(Path::new("/dev/null"), |out| out.write_all(b"x")).unwrap_err();
        assert!(error.to_string().contains("no plain file"), "{error}");
        assert!(!Path::new("/dev/null").is_file());
    }
}
