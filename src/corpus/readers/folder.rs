//! A folder of text files, one document a file.
//!
//! Files are found recursively and sorted by path; a document's id is its path
//! inside the folder, with `/`, and the folders in it are metadata. Text files are those that end in `.txt`,
//! `.text` or `.md` and those without an extension (as in the 20 newsgroups),
//! each plain or with `.gz`; others are counted in a note. Hidden files and
//! folders are passed over.

use std::io::Read;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::corpus::decode::Text;
use crate::corpus::input::{Input, Watch};
use crate::corpus::reading::{ReadOptions, ReadReport};
use crate::corpus::{Content, CorpusError, Raw, Sink};
use crate::plain::clean_name;

/// Reads every text of the folder.
pub(crate) fn read(
    folder: &Path,
    options: &ReadOptions,
    watch: &mut dyn Watch,
    sink: &mut dyn Sink,
    report: &mut ReadReport,
) -> Result<(), CorpusError> {
    let (files, skipped) = list(folder)?;
    if files.is_empty() {
        let others = match skipped {
            0 => String::new(),
            n => format!(" ({n} other files were passed over)"),
        };
        return Err(CorpusError::file(
            &report.source,
            format!("the folder holds no text files: .txt, .text, .md or no extension{others}"),
        ));
    }
    let total = files.iter().map(|file| file.size).sum();
    let (mut before, mut content) = (0, String::new());
    for file in &files {
        let name = file.path.display().to_string();
        let input = Input::file(&file.path, before, Some(total), watch)?;
        report.gzip |= input.gzip;
        let mut text = Text::new(name.clone(), input.bytes, options.encoding.as_deref())?;
        if report.encoding.is_empty() {
            text.encoding().clone_into(&mut report.encoding);
        }
        content.clear();
        text.read_to_string(&mut content)
            .map_err(|e| CorpusError::from_stream(&name, e))?;
        sink.document(Raw {
            id: Some(&file.id),
            title: None,
            metadata: &[("folder", folder_of(&file.id))],
            content: Content::Text(&content),
        })?;
        before += file.size;
    }
    if skipped > 0 {
        sink.note(format!(
            "{skipped} {} passed over in the folder: only .txt, .text, .md and files without an extension are read",
            if skipped == 1 { "file was" } else { "files were" }
        ));
    }
    Ok(())
}

/// The folder that a file is in, of those inside: `sport` of `sport/1.txt`.
fn folder_of(id: &str) -> &str {
    id.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A file to read.
struct Found {
    path: PathBuf,
    id: String,
    size: u64,
}

/// The text files, sorted by id, and how many other files there are.
fn list(folder: &Path) -> Result<(Vec<Found>, u64), CorpusError> {
    let (mut files, mut skipped) = (Vec::new(), 0);
    let walk = WalkDir::new(folder)
        .follow_links(true)
        .into_iter()
        // The folder itself may be hidden: it was asked for.
        .filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry));
    for entry in walk {
        let entry = match entry {
            Ok(entry) => entry,
            // A link that leads nowhere, or back up, is passed over like other
            // things that are no texts.
            Err(e) if e.depth() > 0 && (e.loop_ancestor().is_some() || is_missing(&e)) => {
                skipped += 1;
                continue;
            }
            Err(e) => {
                let path = e.path().unwrap_or(folder).to_owned();
                return Err(CorpusError::io(&path, e.into()));
            }
        };
        if !entry.file_type().is_file() {
            continue;
        }
        if !is_text(entry.path()) {
            skipped += 1;
            continue;
        }
        let inside = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let parts: Vec<String> = inside
            .components()
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect();
        files.push(Found {
            id: clean_name(&parts.join("/")),
            size: entry.metadata().map_or(0, |m| m.len()),
            path: entry.into_path(),
        });
    }
    files.sort_by(|a, b| a.id.cmp(&b.id));
    Ok((files, skipped))
}

fn is_missing(error: &walkdir::Error) -> bool {
    error
        .io_error()
        .is_some_and(|e| e.kind() == std::io::ErrorKind::NotFound)
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().to_string_lossy().starts_with('.')
}

fn is_text(path: &Path) -> bool {
    let name = path
        .file_name()
        .map(|n| n.to_string_lossy().to_ascii_lowercase())
        .unwrap_or_default();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    match name.rsplit_once('.') {
        None => true,
        Some((_, extension)) => matches!(extension, "txt" | "text" | "md"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Collected;
    use super::*;
    use crate::corpus::input::Unwatched;
    use crate::corpus::load;

    fn read(files: &[(&str, &[u8])]) -> Result<(Collected, ReadReport), String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        let mut sink = Collected::default();
        let source = folder.path().to_string_lossy();
        load::read(&source, &ReadOptions::default(), &mut Unwatched, &mut sink)
            .map(|report| (sink, report))
            .map_err(|e| e.to_string())
    }

    #[test]
    fn texts_come_sorted_by_path() {
        let (sink, report) = read(&[
            ("b/2.txt", b"two"),
            ("b/10", b"\xef\xbb\xbften\nlines"),
            ("a.md", b""),
            (".hidden.txt", b"no"),
            (".git/config", b"no"),
            ("picture.png", b"\0"),
        ])
        .unwrap();
        assert_eq!(sink.ids(), ["a.md", "b/10", "b/2.txt"]);
        assert_eq!(sink.texts(), ["", "ten\nlines", "two"]);
        assert_eq!(sink.metadata(), ["folder=", "folder=b", "folder=b"]);
        assert!(sink.notes[0].starts_with("1 file was passed over"));
        assert_eq!((report.documents, report.encoding.as_str()), (3, "UTF-8"));
    }

    #[test]
    fn a_bad_file_and_a_bare_folder_are_named() {
        let error = read(&[("a.txt", b"fine"), ("b.txt", b"\xff\xe9 \n")]).unwrap_err();
        assert!(error.contains("b.txt: line 1"), "{error}");
        let error = read(&[("a.png", b"x")]).unwrap_err();
        assert!(
            error.contains("no text files") && error.contains("1 other"),
            "{error}"
        );
    }
}
