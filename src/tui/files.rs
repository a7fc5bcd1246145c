//! Files that the loop writes and reads: results, and a text of the user's own.

use super::app::Message;
use super::picture::Picture;
use crate::export;
use crate::export::results;
use crate::export::summary::{Effort, Summary};
use crate::session::{
    Capture, CorpusReference, Fitted, Journal, Labels, SavedError, SessionFile, VERSION,
};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::thread;

/// Writes a copy of a chain that drew `rate` tokens a second, on a corpus that
/// lost some documents when it was read.
pub fn write(
    folder: &Path,
    mut copy: Capture,
    reference: CorpusReference,
    (rate, dropped): (f64, Vec<String>),
    labels: Labels,
) -> Result<(), SavedError> {
    copy.model.labels = labels.clone();
    let fitted = Fitted::new(&copy.model)?;
    let drawn = copy.model.sweep as f64 * fitted.corpus.tokens() as f64;
    let effort = Effort {
        seconds: if rate > 0.0 { drawn / rate } else { 0.0 },
        tokens_per_second: rate,
        threads: thread::available_parallelism().map_or(1, usize::from),
    };
    let summary =
        Summary::of_model(&copy.model, &fitted, copy.digest.clone(), effort).without(dropped);
    let session = session_file(reference, copy.journal, copy.digest, labels);
    results::write(folder, &copy.model, &session, &summary, &copy.trace)
}

/// Of a file, only so many bytes are read.
const MOST: u64 = 1 << 20;

/// The text itself, or that of the file which it names.
pub fn own_text(text: String) -> Message {
    let path = Path::new(&text);
    if !path.is_file() {
        return Message::Text("a text of your own".to_owned(), text);
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST).read_to_end(&mut bytes));
    match read {
        Ok(_) => match String::from_utf8(bytes) {
            Ok(read) => Message::Text(text, read),
            // The last character of a long file may be cut.
            Err(e) if e.utf8_error().error_len().is_none() => {
                let read = String::from_utf8_lossy(e.as_bytes()).into_owned();
                Message::Text(text, read)
            }
            Err(_) => Message::Say(format!("{text} is not UTF-8 text")),
        },
        Err(error) => Message::Say(format!("cannot read {text}: {error}")),
    }
}

/// Writes a picture of the screen, and says where it is; asks first where a file would go.
pub fn write_picture(picture: Option<&Picture>, file: PathBuf, overwrite: bool) -> Message {
    let Some(picture) = picture else {
        return Message::Say("there is no picture".to_owned());
    };
    if file.exists() && !overwrite {
        return Message::PictureThere(file);
    }
    let contents = picture.contents(&file);
    let written = export::file::replace(&file, |out| out.write_all(contents.as_bytes()));
    Message::Say(match written {
        Ok(()) => format!("picture written to {}", file.display()),
        Err(error) => format!("cannot write {}: {error}", file.display()),
    })
}

/// The file of a session that ends, or is saved, here.
pub fn session_file(
    corpus: CorpusReference,
    journal: Journal,
    digest: Option<String>,
    labels: Labels,
) -> SessionFile {
    SessionFile {
        version: VERSION,
        corpus,
        journal,
        digest,
        labels,
    }
}
