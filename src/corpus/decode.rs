//! Bytes become text: the encoding, checked while it streams by.
//!
//! A byte order mark decides (UTF-8, UTF-16 little or big endian); without one
//! the label given by the user; without that, strict UTF-8. Nothing is ever
//! replaced by `�`: a byte that does not fit is an error that says where it is
//! and what the file looks like.

use std::io::{BufRead, Read};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::CorpusError;
use super::input::fill;

/// Bytes decoded at a time; also what format recognition gets to see.
const CHUNK: usize = 64 * 1024;

/// A stream of text. As a `BufRead` it yields valid UTF-8, without the mark;
/// its errors are [`CorpusError`]s on their way through `std::io`.
pub(crate) struct Text<'w> {
    name: String,
    bytes: Box<dyn Read + 'w>,
    encoding: &'static Encoding,
    decoder: Option<encoding_rs::Decoder>,
    /// Bytes read but not decoded yet (the start of a character, at most).
    raw: Vec<u8>,
    /// Decoded text, handed out from `at` on.
    out: Vec<u8>,
    at: usize,
    /// Whether the source has ended.
    ended: bool,
    /// Newlines decoded so far, and bytes of the line they left open.
    newlines: u64,
    column: u64,
    /// Bytes of the source decoded so far.
    offset: u64,
    lines: u64,
}

impl<'w> Text<'w> {
    /// Looks at the first bytes and settles the encoding.
    ///
    /// # Errors
    /// When the label is unknown, the file is not text, or its start does not decode.
    pub fn new(
        name: String,
        mut bytes: Box<dyn Read + 'w>,
        label: Option<&str>,
    ) -> Result<Self, CorpusError> {
        let labelled = label.map(encoding_of).transpose()?;
        let mut raw = vec![0; CHUNK];
        let length =
            fill(bytes.as_mut(), &mut raw).map_err(|e| CorpusError::from_stream(&name, e))?;
        raw.truncate(length);
        let mark = Encoding::for_bom(&raw);
        let encoding = mark.map(|(e, _)| e).or(labelled).unwrap_or(UTF_8);
        if let Some(problem) = not_text(&raw, encoding) {
            return Err(CorpusError::file(&name, problem));
        }
        let skip = mark.map_or(0, |(_, length)| length);
        raw.drain(..skip);
        let mut text = Self {
            name,
            bytes,
            encoding,
            decoder: (encoding != UTF_8).then(|| encoding.new_decoder_without_bom_handling()),
            raw,
            out: Vec::new(),
            at: 0,
            ended: length < CHUNK,
            newlines: 0,
            column: 0,
            offset: skip as u64,
            lines: 0,
        };
        text.decode()?;
        Ok(text)
    }

    /// How messages call the source.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The encoding's name.
    pub fn encoding(&self) -> &'static str {
        self.encoding.name()
    }

    /// The text decoded and not read yet: at the start, the first 64 KiB or so.
    /// `true` when this is all there is.
    pub fn head(&self) -> (&str, bool) {
        let rest = self.out.get(self.at..).unwrap_or_default();
        (std::str::from_utf8(rest).unwrap_or_default(), self.ended)
    }

    /// Reads one line into `line`, without its line end (LF or CRLF). Gives the
    /// line's number from 1, or `None` at the end of the text.
    ///
    /// # Errors
    /// When the source fails or does not decode.
    pub fn next_line(&mut self, line: &mut String) -> Result<Option<u64>, CorpusError> {
        line.clear();
        let length = self
            .read_line(line)
            .map_err(|e| CorpusError::from_stream(&self.name, e))?;
        if length == 0 {
            return Ok(None);
        }
        if line.ends_with('\n') {
            line.pop();
            if line.ends_with('\r') {
                line.pop();
            }
        }
        self.lines += 1;
        Ok(Some(self.lines))
    }

    /// Decodes what is in `raw` and keeps an unfinished character for later.
    fn decode(&mut self) -> Result<(), CorpusError> {
        self.out.clear();
        self.at = 0;
        match self.decoder.take() {
            None => self.check_utf8()?,
            Some(mut decoder) => {
                self.convert(&mut decoder)?;
                self.decoder = Some(decoder);
            }
        }
        match self.out.iter().rposition(|&b| b == b'\n') {
            Some(last) => {
                self.newlines += self.out.iter().filter(|&&b| b == b'\n').count() as u64;
                self.column = (self.out.len() - last - 1) as u64;
            }
            None => self.column += self.out.len() as u64,
        }
        Ok(())
    }

    fn check_utf8(&mut self) -> Result<(), CorpusError> {
        let valid = match std::str::from_utf8(&self.raw) {
            Ok(_) => self.raw.len(),
            Err(e) if e.error_len().is_none() && !self.ended => e.valid_up_to(),
            Err(e) => return Err(self.not_utf8(e.valid_up_to())),
        };
        self.offset += valid as u64;
        self.out
            .extend_from_slice(self.raw.get(..valid).unwrap_or_default());
        self.raw.drain(..valid);
        Ok(())
    }

    fn not_utf8(&self, at: usize) -> CorpusError {
        let (good, bad) = self.raw.split_at(at.min(self.raw.len()));
        let newlines = good.iter().filter(|&&b| b == b'\n').count() as u64;
        let column = match good.iter().rposition(|&b| b == b'\n') {
            Some(last) => (good.len() - last - 1) as u64,
            None => self.column + good.len() as u64,
        };
        let line_start = good.iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
        let guess = guess(self.raw.get(line_start..).unwrap_or_default());
        CorpusError::Encoding {
            file: self.name.clone(),
            line: self.newlines + newlines + 1,
            place: format!(
                "byte {} (0x{:02x})",
                column + 1,
                bad.first().copied().unwrap_or_default()
            ),
            encoding: "UTF-8".to_owned(),
            remedy: format!("it looks like {guess}: pass --encoding {guess}"),
        }
    }

    fn convert(&mut self, decoder: &mut encoding_rs::Decoder) -> Result<(), CorpusError> {
        let room = decoder
            .max_utf8_buffer_length_without_replacement(self.raw.len())
            .unwrap_or(self.raw.len() * 4 + 16);
        self.out.resize(room, 0);
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(&self.raw, &mut self.out, self.ended);
        self.out.truncate(written);
        self.offset += read as u64;
        if let DecoderResult::Malformed(length, after) = result {
            let newlines = self.out.iter().filter(|&&b| b == b'\n').count() as u64;
            let start = self
                .offset
                .saturating_sub(u64::from(length) + u64::from(after));
            return Err(CorpusError::Encoding {
                file: self.name.clone(),
                line: self.newlines + newlines + 1,
                place: format!("byte {} of the file", start + 1),
                encoding: self.encoding.name().to_owned(),
                remedy: "pass --encoding with the encoding the file was written in".to_owned(),
            });
        }
        self.raw.drain(..read);
        Ok(())
    }
}

impl BufRead for Text<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        while self.at >= self.out.len() && !self.ended {
            let kept = self.raw.len();
            self.raw.resize(kept + CHUNK, 0);
            let room = self.raw.get_mut(kept..).unwrap_or_default();
            let length = fill(self.bytes.as_mut(), room)?;
            self.raw.truncate(kept + length);
            self.ended = length < CHUNK;
            self.decode().map_err(CorpusError::into_stream)?;
        }
        Ok(self.out.get(self.at..).unwrap_or_default())
    }

    fn consume(&mut self, amount: usize) {
        self.at += amount;
    }
}

impl Read for Text<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

/// The encoding behind a label such as `latin1` (labels as browsers know them).
fn encoding_of(label: &str) -> Result<&'static Encoding, CorpusError> {
    Encoding::for_label_no_replacement(label.as_bytes())
        .ok_or_else(|| CorpusError::UnknownEncoding(clean(label)))
}

/// What keeps the bytes from being text, if anything.
fn not_text(start: &[u8], encoding: &'static Encoding) -> Option<&'static str> {
    let utf16 = encoding == UTF_16LE || encoding == UTF_16BE;
    if start.starts_with(b"\xff\xfe\0\0") || start.starts_with(b"\0\0\xfe\xff") {
        Some("it is UTF-32, which is not read; convert it to UTF-8")
    } else if start.starts_with(b"%PDF-") {
        Some("it is a PDF, not text; extract its text first")
    } else if start.starts_with(b"PK\x03\x04") {
        Some("it is a ZIP archive (or an office document), not text; unpack it first")
    } else if !utf16 && start.contains(&0) {
        Some(
            "it is a binary file, not text (it holds zero bytes); if it is UTF-16, pass --encoding utf-16le or utf-16be",
        )
    } else {
        None
    }
}

/// What the bytes look like, as a label for `--encoding`.
fn guess(bytes: &[u8]) -> String {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector
        .guess(None, Utf8Detection::Deny)
        .name()
        .to_ascii_lowercase()
}

/// A name fit for a screen: control characters become spaces, ends are trimmed.
/// A corpus must not be able to drive the terminal.
pub(crate) fn clean(text: &str) -> String {
    text.replace(char::is_control, " ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(bytes: &[u8], label: Option<&str>) -> Result<String, CorpusError> {
        let mut text = Text::new("f.txt".into(), Box::new(bytes), label)?;
        let mut all = String::new();
        text.read_to_string(&mut all)
            .map_err(|e| CorpusError::from_stream("f.txt", e))?;
        Ok(all)
    }

    #[test]
    fn marks_decide() {
        assert_eq!(decode(b"\xef\xbb\xbfa", None).unwrap(), "a");
        assert_eq!(decode(b"\xff\xfea\0\xe9\0", None).unwrap(), "aé");
        assert_eq!(decode(b"\xfe\xff\0a", None).unwrap(), "a");
        assert_eq!(
            decode(b"\xef\xbb\xbf\xc3\xa9", Some("latin1")).unwrap(),
            "é"
        );
    }

    #[test]
    fn labels_are_honoured() {
        assert_eq!(decode(b"caf\xe9", Some("latin1")).unwrap(), "café");
        assert_eq!(decode(b"a\0\n\0", Some("utf-16le")).unwrap(), "a\n");
        let error = decode(b"a", Some("klingon")).unwrap_err().to_string();
        assert!(error.contains("klingon"), "{error}");
    }

    #[test]
    fn a_foreign_byte_is_located() {
        let error = decode(b"caf\xe9 au lait\n", None).unwrap_err().to_string();
        assert_eq!(
            error,
            "f.txt: line 1, byte 4 (0xe9) is not UTF-8; it looks like windows-1252: pass --encoding windows-1252"
        );
        let mut long = vec![b'a'; 70_000];
        long[69_000] = b'\n';
        long.extend(b"\xff");
        let error = decode(&long, None).unwrap_err().to_string();
        assert!(error.contains("line 2, byte 1000 (0xff)"), "{error}");
        let error = decode(b"\n\xc3", None).unwrap_err().to_string();
        assert!(error.contains("line 2, byte 1 (0xc3)"), "{error}");
        let error = decode(b"ab\n\x81 c", Some("shift_jis"))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("line 2, byte 4 of the file is not Shift_JIS"),
            "{error}"
        );
    }

    #[test]
    fn characters_across_chunks_survive() {
        for shift in 0..4 {
            let text = "x".repeat(shift) + &"€".repeat(60_000);
            assert!(decode(text.as_bytes(), None).unwrap() == text);
            let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            assert!(decode(&utf16, Some("utf-16le")).unwrap() == text);
        }
    }

    #[test]
    fn what_is_not_text_is_refused() {
        for bytes in [
            &b"a\0b"[..],
            b"%PDF-1.4",
            b"PK\x03\x04",
            b"\xff\xfe\0\0a\0\0\0",
        ] {
            let error = decode(bytes, None).unwrap_err().to_string();
            assert!(error.starts_with("f.txt: it is"), "{error}");
        }
    }

    #[test]
    fn lines_lose_their_ends() {
        let mut text = Text::new("f".into(), Box::new(&b"a\r\n\nb"[..]), None).unwrap();
        let mut line = String::new();
        let mut got = Vec::new();
        while let Some(number) = text.next_line(&mut line).unwrap() {
            got.push((number, line.clone()));
        }
        assert_eq!(got, [(1, "a".into()), (2, String::new()), (3, "b".into())]);
    }

    #[test]
    fn control_characters_leave_names() {
        assert_eq!(clean("\u{1b}[31mred\tand\u{9b}more\n"), "[31mred and more");
    }
}
