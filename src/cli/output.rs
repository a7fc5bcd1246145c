//! Where results go: standard output, a file, or a folder that is known to be
//! writable before the work begins.

use super::topics::columns;
use crate::export::results;
use crate::plain::clean_lines;
use crate::tui::text::fit;
use anyhow::{anyhow, bail};
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Prints a text for a person on standard output.
pub fn print_text(text: &str) -> anyhow::Result<()> {
    print(&clean_lines(text))
}

/// Prints a text on standard output as it is.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(StandardOutput)?;
    Ok(())
}

/// Standard output refuses; a reader that left is found by its cause.
#[derive(Debug, thiserror::Error)]
#[error("cannot write to standard output: {0}")]
struct StandardOutput(#[source] std::io::Error);

/// Cuts a line where the screen ends.
pub fn cutter() -> impl Fn(&str) -> String {
    let columns = columns();
    move |line| fit(line, columns)
}

/// Prints a value as a line of JSON on standard output.
pub fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print(&(serde_json::to_string(value)? + "\n"))
}

/// Writes a file.
pub fn write_file<E>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> anyhow::Result<()>
where
    E: std::error::Error + Send + Sync + 'static,
{
    let name = path.display();
    let file = File::create(path).map_err(|e| anyhow!("cannot write {name}: {e}"))?;
    let mut out = BufWriter::new(file);
    write(&mut out).map_err(|e| anyhow!("{name}: {e}"))?;
    out.flush().map_err(|e| anyhow!("cannot write {name}: {e}"))
}

/// Writes the file of --out whole, in the place of one that was there.
pub fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> anyhow::Result<()> {
    crate::export::file::replace(path, write)
        .map_err(|error| anyhow!("cannot write --out {}: {error}", path.display()))
}

/// Refuses to put results of a run in the place of older ones, unless that was asked for.
pub fn spare_results(out: Option<&Path>, force: bool) -> anyhow::Result<()> {
    match out {
        Some(path) if results::are_in(path) && !force => bail!(
            "--out {} holds results already: --force replaces them, or name another folder",
            path.display()
        ),
        _ => Ok(()),
    }
}

/// A folder for results.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// Makes the folder, and finds out whether `files` can be written in it.
    pub fn prepare(path: &Path, files: &[&str]) -> anyhow::Result<Self> {
        let name = path.display();
        if path.exists() && !path.is_dir() {
            bail!("cannot write to --out {name}: it is a file, not a folder");
        }
        std::fs::create_dir_all(path).map_err(|e| anyhow!("cannot make --out {name}: {e}"))?;
        if let Some(file) = files.iter().find(|file| path.join(file).is_dir()) {
            bail!("cannot write to --out {name}: {file} in it is a folder");
        }
        let probe = path.join(format!(".gibbscope-{}", std::process::id()));
        File::create(&probe)
            .and_then(|_| std::fs::remove_file(&probe))
            .map_err(|e| anyhow!("cannot write to --out {name}: {e}"))?;
        Ok(Self(path.to_owned()))
    }

    /// The same, and leaves nothing behind where there was no folder: what is worked out
    /// first may be given up.
    pub fn check(path: &Path, files: &[&str]) -> anyhow::Result<()> {
        let new = path.ancestors().take_while(|folder| {
            let named = !folder.as_os_str().is_empty();
            named && !folder.exists()
        });
        let new: Vec<PathBuf> = new.map(Path::to_owned).collect();
        let prepared = Self::prepare(path, files).map(drop);
        // A folder that somebody has put something into stays.
        new.iter().for_each(|made| drop(std::fs::remove_dir(made)));
        prepared
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.0
    }

    /// A file in it.
    pub fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }
}
