//! Where bytes come from: a file or standard input, plain or gzip.
//!
//! Gzip is recognised by its first two bytes, never by the name. What is
//! counted for progress are the bytes of the file itself, compressed or not, so
//! that the share read is right in both cases.

use std::fs::File;
use std::io::{Cursor, ErrorKind, Read};
use std::ops::ControlFlow;
use std::path::Path;

use flate2::read::MultiGzDecoder;

use super::CorpusError;

/// How the name of standard input reads in messages.
pub const STANDARD_INPUT: &str = "standard input";

/// What gzip starts with.
pub(crate) const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Bytes between two calls of the watcher.
const STEP: u64 = 64 * 1024;

/// Is told how far reading has come, about every 64 KiB, and may stop it.
pub trait Watch {
    /// `read` bytes are done of `total` (`None` where nobody knows, as in a
    /// pipe). [`ControlFlow::Break`] ends the reading with
    /// [`CorpusError::Cancelled`].
    fn progress(&mut self, read: u64, total: Option<u64>) -> ControlFlow<()>;
}

impl<F: FnMut(u64, Option<u64>) -> ControlFlow<()>> Watch for F {
    fn progress(&mut self, read: u64, total: Option<u64>) -> ControlFlow<()> {
        self(read, total)
    }
}

/// A watcher that never stops anything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn progress(&mut self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// An open source of uncompressed bytes.
pub(crate) struct Input<'w> {
    /// The bytes, already unpacked.
    pub bytes: Box<dyn Read + 'w>,
    /// Whether they were gzip.
    pub gzip: bool,
}

impl<'w> Input<'w> {
    /// Opens a file. `before` bytes of `total` were read earlier: a folder is
    /// watched as one thing. `total` defaults to the size of this file.
    pub fn file(
        path: &Path,
        before: u64,
        total: Option<u64>,
        watch: &'w mut dyn Watch,
    ) -> Result<Self, CorpusError> {
        let file = File::open(path).map_err(|e| CorpusError::io(path, e))?;
        let own = file
            .metadata()
            .ok()
            .filter(std::fs::Metadata::is_file)
            .map(|m| m.len());
        Self::new(Box::new(file), before, total.or(own), watch)
            .map_err(|e| CorpusError::from_stream(&path.display().to_string(), e))
    }

    /// Reads standard input.
    pub fn standard_input(watch: &'w mut dyn Watch) -> Result<Self, CorpusError> {
        Self::new(Box::new(std::io::stdin().lock()), 0, None, watch)
            .map_err(|e| CorpusError::from_stream(STANDARD_INPUT, e))
    }

    /// Puts watching and unpacking around any reader.
    pub fn new(
        inner: Box<dyn Read + 'w>,
        before: u64,
        total: Option<u64>,
        watch: &'w mut dyn Watch,
    ) -> std::io::Result<Self> {
        let mut watched = Watched {
            inner,
            watch,
            read: before,
            told: before,
            total,
        };
        let mut magic = [0; 2];
        let length = fill(&mut watched, &mut magic)?;
        let gzip = length == 2 && magic == GZIP;
        let start = Cursor::new(magic.get(..length).unwrap_or_default().to_vec());
        let whole = start.chain(watched);
        let bytes: Box<dyn Read + 'w> = if gzip {
            Box::new(Gunzip(MultiGzDecoder::new(whole)))
        } else {
            Box::new(whole)
        };
        Ok(Self { bytes, gzip })
    }
}

/// Reads until the buffer is full or the source ends; says how much came.
pub(crate) fn fill(reader: &mut dyn Read, mut buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut filled = 0;
    while !buffer.is_empty() {
        match reader.read(buffer) {
            Ok(0) => break,
            Ok(n) => {
                filled += n;
                buffer = buffer.get_mut(n..).unwrap_or_default();
            }
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(filled)
}

/// Counts bytes as they pass.
struct Watched<'w> {
    inner: Box<dyn Read + 'w>,
    watch: &'w mut dyn Watch,
    read: u64,
    told: u64,
    total: Option<u64>,
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.read += n as u64;
        let ended = n == 0 && !buffer.is_empty();
        if self.read - self.told >= STEP || (ended && self.read != self.told) {
            self.told = self.read;
            if self.watch.progress(self.read, self.total).is_break() {
                return Err(CorpusError::Cancelled.into_stream());
            }
        }
        Ok(n)
    }
}

/// Unpacks gzip, one or many members, and says so when the data is bad: the
/// library's own words ("corrupt deflate stream") name no file format.
struct Gunzip<R>(MultiGzDecoder<R>);

impl<R: Read> Read for Gunzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(buffer).map_err(|e| match e.kind() {
            ErrorKind::InvalidInput | ErrorKind::InvalidData | ErrorKind::UnexpectedEof => {
                std::io::Error::new(
                    e.kind(),
                    "its gzip data is damaged or cut short; fetch or compress the file again",
                )
            }
            _ => e,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    fn read(bytes: &[u8], watch: &mut dyn Watch) -> Result<Vec<u8>, CorpusError> {
        let mut out = Vec::new();
        Input::new(Box::new(bytes), 0, Some(bytes.len() as u64), watch)
            .and_then(|mut input| input.bytes.read_to_end(&mut out))
            .map_err(|e| CorpusError::from_stream("x", e))?;
        Ok(out)
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn plain_and_gzip_and_several_members() {
        assert_eq!(read(b"", &mut Unwatched).unwrap(), b"");
        assert_eq!(read(b"a", &mut Unwatched).unwrap(), b"a");
        let mut two = gzip(b"one ");
        two.extend(gzip(b"two"));
        assert_eq!(read(&two, &mut Unwatched).unwrap(), b"one two");
    }

    #[test]
    fn damaged_gzip_is_named() {
        let whole = gzip(b"some text that is long enough to cut");
        let error = read(&whole[..whole.len() - 9], &mut Unwatched).unwrap_err();
        assert!(error.to_string().contains("gzip"), "{error}");
        assert!(read(b"\x1f\x8b", &mut Unwatched).is_err());
    }

    #[test]
    fn progress_reaches_the_total_and_can_cancel() {
        let bytes = vec![b'x'; 300_000];
        let mut calls = Vec::new();
        let mut watch = |read, total| {
            calls.push((read, total));
            ControlFlow::Continue(())
        };
        read(&bytes, &mut watch).unwrap();
        assert_eq!(calls.last(), Some(&(300_000, Some(300_000))));
        let mut stop = |_, _| ControlFlow::Break(());
        assert!(matches!(
            read(&bytes, &mut stop),
            Err(CorpusError::Cancelled)
        ));
    }
}
