//! Bytes become text: the encoding, checked while it streams by.
//!
//! A byte order mark decides (UTF-8, UTF-16 little or big endian); without one
//! the label given by the user; without that, strict UTF-8. Nothing is ever
//! replaced by `�`: a byte that does not fit is an error that says where it is
//! and what the file looks like.

use std::cmp::Ordering;
use std::io::{BufRead, Read};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::CorpusError;
use super::input::{GZIP, fill};

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
    /// Whether a byte order mark settled the encoding: it wins over `--encoding`.
    marked: bool,
    /// Newlines decoded so far.
    newlines: u64,
    /// Bytes of the source decoded so far, and where among them the line that
    /// is still open starts (not kept for UTF-16).
    offset: u64,
    line_start: u64,
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
            marked: mark.is_some(),
            newlines: 0,
            offset: skip as u64,
            line_start: skip as u64,
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
        let read = match self.decoder.take() {
            None => self.check_utf8()?,
            Some(mut decoder) => {
                let read = self.convert(&mut decoder)?;
                self.decoder = Some(decoder);
                read
            }
        };
        let (newlines, last) = newlines(self.lined(read));
        self.newlines += newlines;
        self.line_start = last.map_or(self.line_start, |last| self.offset + last + 1);
        self.offset += read as u64;
        self.raw.drain(..read);
        Ok(())
    }

    /// Copies whole characters to `out`; gives the bytes of `raw` they took.
    fn check_utf8(&mut self) -> Result<usize, CorpusError> {
        let valid = match std::str::from_utf8(&self.raw) {
            Ok(_) => self.raw.len(),
            Err(e) if e.error_len().is_none() && !self.ended => e.valid_up_to(),
            Err(e) => return Err(self.malformed(self.offset + e.valid_up_to() as u64)),
        };
        self.out
            .extend_from_slice(self.raw.get(..valid).unwrap_or_default());
        Ok(valid)
    }

    /// Converts to `out`; gives the bytes of `raw` that the decoder took.
    fn convert(&mut self, decoder: &mut encoding_rs::Decoder) -> Result<usize, CorpusError> {
        let room = decoder
            .max_utf8_buffer_length_without_replacement(self.raw.len())
            .unwrap_or(self.raw.len() * 4 + 16);
        self.out.resize(room, 0);
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(&self.raw, &mut self.out, self.ended);
        self.out.truncate(written);
        if let DecoderResult::Malformed(length, after) = result {
            let end = self.offset + read as u64;
            return Err(self.malformed(end.saturating_sub(u64::from(length) + u64::from(after))));
        }
        Ok(read)
    }

    /// Where the newlines of the first `read` bytes of `raw` can be counted: in
    /// the bytes themselves, but for UTF-16, where 0x0A may be half of a letter.
    fn lined(&self, read: usize) -> &[u8] {
        if is_utf16(self.encoding) {
            &self.out
        } else {
            self.raw.get(..read).unwrap_or_default()
        }
    }

    /// The error of the byte at `start` of the source; `raw` starts at `offset`.
    fn malformed(&self, start: u64) -> CorpusError {
        // A character may have begun in bytes that the decoder took before.
        let at = start.saturating_sub(self.offset) as usize;
        let (newlines, last) = newlines(self.lined(at));
        let line_start = last.map_or(self.line_start, |last| self.offset + last + 1);
        let place = if is_utf16(self.encoding) {
            format!("byte {} of the file", start + 1)
        } else {
            let value = (start >= self.offset).then(|| self.raw.get(at)).flatten();
            format!(
                "byte {} (byte {} of the file{})",
                start.saturating_sub(line_start) + 1,
                start + 1,
                value.map_or_else(String::new, |value| format!(", 0x{value:02x}"))
            )
        };
        CorpusError::Encoding {
            file: self.name.clone(),
            line: self.newlines + newlines + 1,
            place,
            encoding: self.encoding.name().to_owned(),
            remedy: self.remedy(line_start),
        }
    }

    /// What to do about bytes that do not decode; only an encoding that the
    /// bytes look like and that has not just failed is worth a try.
    fn remedy(&self, line_start: u64) -> String {
        let from = if self.encoding == UTF_8 {
            // The lines before were UTF-8, and would mislead.
            line_start.saturating_sub(self.offset) as usize
        } else {
            0
        };
        let name = guess(self.raw.get(from..).unwrap_or_default(), self.encoding).name();
        if name == self.encoding.name() {
            return format!(
                "the rest looks like {name}, so the file is damaged there: mend that place or \
                 write the file again"
            );
        }
        let unmark = if self.marked {
            "remove the byte order mark at its start and "
        } else {
            ""
        };
        format!(
            "it looks like {name}: {unmark}pass --encoding {}",
            name.to_ascii_lowercase()
        )
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
        .ok_or_else(|| CorpusError::UnknownEncoding(label.to_owned()))
}

/// What keeps the bytes from being text, if anything.
fn not_text(start: &[u8], encoding: &'static Encoding) -> Option<&'static str> {
    if start.starts_with(b"\xff\xfe\0\0") || start.starts_with(b"\0\0\xfe\xff") {
        Some("it is UTF-32, which is not read; convert it to UTF-8")
    } else if start.starts_with(&GZIP) {
        // One layer has been taken off on the way here.
        Some("it is gzip inside gzip; unpack it once, with gunzip, and open what comes out")
    } else if start.starts_with(b"%PDF-") {
        Some("it is a PDF, not text; extract its text first")
    } else if start.starts_with(b"PK\x03\x04") {
        Some("it is a ZIP archive (or an office document), not text; unpack it first")
    } else if !is_utf16(encoding) && start.contains(&0) {
        Some(
            "it is a binary file, not text (it holds zero bytes); if it is UTF-16, pass --encoding utf-16le or utf-16be",
        )
    } else {
        None
    }
}

/// How many newlines there are, and where the last one is.
fn newlines(bytes: &[u8]) -> (u64, Option<u64>) {
    let count = bytes.iter().filter(|&&b| b == b'\n').count();
    let last = bytes.iter().rposition(|&b| b == b'\n');
    (count as u64, last.map(|last| last as u64))
}

fn is_utf16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

/// What bytes look like that did not decode as `failed`.
fn guess(bytes: &[u8], failed: &'static Encoding) -> &'static Encoding {
    // Zero bytes are the empty halves of Latin letters.
    let zeros = |odd| {
        bytes
            .iter()
            .skip(odd)
            .step_by(2)
            .filter(|&&b| b == 0)
            .count()
    };
    match zeros(0).cmp(&zeros(1)) {
        Ordering::Less => return UTF_16LE,
        Ordering::Greater => return UTF_16BE,
        Ordering::Equal => {}
    }
    // The cut between two reads may have parted a character, at either end.
    let parted = bytes.iter().take(3).take_while(|&&b| b & 0xc0 == 0x80);
    let whole = bytes.get(parted.count()..).unwrap_or_default();
    let valid = std::str::from_utf8(whole).map_or_else(|e| e.error_len().is_none(), |_| true);
    if failed != UTF_8 && valid {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
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
            "f.txt: line 1, byte 4 (byte 4 of the file, 0xe9) is not UTF-8; it looks like windows-1252: pass --encoding windows-1252"
        );
        let mut long = vec![b'a'; 70_000];
        long[69_000] = b'\n';
        long.extend(b"\xff");
        let error = decode(&long, None).unwrap_err().to_string();
        let place = "line 2, byte 1000 (byte 70001 of the file, 0xff)";
        assert!(error.contains(place), "{error}");
        let error = decode(b"\n\xc3", None).unwrap_err().to_string();
        assert!(error.contains("line 2, byte 1 (byte 2 of"), "{error}");
    }

    #[test]
    fn other_encodings_say_where_and_what_it_looks_like() {
        let mut long = "é".repeat(40_000).into_bytes();
        long.extend("\nça € fin".bytes());
        for (bytes, label, place, remedy) in [
            // Bytes of UTF-8 that the label has no characters for.
            (
                "ab\ncafª".as_bytes(),
                "windows-1253",
                "line 2, byte 5 (byte 8 of the file, 0xaa) is not windows-1253",
                "UTF-8: pass --encoding utf-8",
            ),
            (
                b"a\n\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0\xff!\n",
                "shift_jis",
                "line 2, byte",
                "windows-1251",
            ),
            (
                &long,
                "gb18030",
                "line 2, byte 7 (byte 80008 of the file, 0xac)",
                "UTF-8",
            ),
            (
                "ab\ncd€x".as_bytes(),
                "utf-16le",
                "line 1, byte 9 of the file is not",
                "UTF-8",
            ),
            (
                b"\xff\xfea\0\n\0b\0\0\xd8c\0",
                "utf-8",
                "line 2, byte 9 of the file is not UTF-16LE",
                "the file is damaged there",
            ),
            (
                b"\xef\xbb\xbfa\nb\xe9 c\n",
                "latin1",
                "line 2, byte 2 (byte 7 of the file, 0xe9) is not UTF-8",
                "windows-1252: remove the byte order mark",
            ),
        ] {
            let error = decode(bytes, Some(label)).unwrap_err().to_string();
            assert!(error.contains(place), "{label} {place}: {error}");
            assert!(error.contains(remedy), "{label} {remedy}: {error}");
        }
    }

    #[test]
    fn what_just_failed_is_never_the_remedy() {
        for label in [
            "utf-8",
            "shift_jis",
            "gb18030",
            "big5",
            "euc-kr",
            "utf-16be",
        ] {
            for bytes in [&b"\x81"[..], b"ab\xff\xff\n\x82", b"\xd8\x00\x00a\x80"] {
                let text = decode(bytes, Some(label)).map_err(|e| e.to_string());
                let again = format!("pass --encoding {label}");
                assert!(!text.is_err_and(|e| e.contains(&again)), "{label}");
            }
        }
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
            b"\x1f\x8b\x08\0",
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
}
