//! A guard in front of the CSV parser that notices quotes gone wrong.
//!
//! The parser takes anything: a quote that is never closed swallows the rest of
//! the file into one field, and text after a closing quote is glued to it. Both
//! lose documents silently, so the bytes are followed here, as RFC 4180 has it,
//! and the line where the field opened is named. The parser's own line numbers
//! are off after blank lines, so the lines of records are counted here too.

use std::collections::VecDeque;
use std::io::Read;

use crate::corpus::CorpusError;

/// Where in a record the last byte left us.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before the first byte of a field.
    Start,
    /// In a field without quotes; a quote means nothing here.
    Bare,
    /// Inside quotes.
    Quoted,
    /// After a quote inside quotes: the end, or the first half of two.
    AfterQuote,
}

/// Passes bytes through and fails where a quoted field does not end properly.
pub(crate) struct Quotes<R> {
    inner: R,
    file: String,
    delimiter: u8,
    place: Place,
    line: u64,
    opened: u64,
    /// Whether the next byte can be the first of a record.
    fresh: bool,
    /// First lines of the records that the parser has not given out yet; it
    /// reads ahead by one buffer.
    starts: VecDeque<u64>,
}

impl<R: Read> Quotes<R> {
    /// Guards a file of fields between delimiters.
    pub fn new(inner: R, file: &str, delimiter: u8) -> Self {
        Self {
            inner,
            file: file.to_owned(),
            delimiter,
            place: Place::Start,
            line: 1,
            opened: 1,
            fresh: true,
            starts: VecDeque::new(),
        }
    }

    /// The first line of the next record; to be asked once for each.
    pub fn next_start(&mut self) -> u64 {
        self.starts.pop_front().unwrap_or(self.line)
    }

    fn follow(&mut self, byte: u8) -> Result<(), CorpusError> {
        let ends_line = byte == b'\n' || byte == b'\r';
        let ends_field = byte == self.delimiter || ends_line;
        if self.fresh && !ends_line {
            self.starts.push_back(self.line);
            self.fresh = false;
        }
        self.place = match (self.place, byte) {
            (Place::Start, b'"') => {
                self.opened = self.line;
                Place::Quoted
            }
            (Place::Quoted, b'"') => Place::AfterQuote,
            (Place::Quoted, _) | (Place::AfterQuote, b'"') => Place::Quoted,
            (Place::AfterQuote, _) if !ends_field => {
                return Err(CorpusError::line(
                    &self.file,
                    self.opened,
                    format!(
                        "the quoted field that opens here has a quote on line {} with text behind it; close the field, or double every quote that belongs to the text (\"\")",
                        self.line
                    ),
                ));
            }
            _ if ends_field => Place::Start,
            _ => Place::Bare,
        };
        self.fresh |= ends_line && self.place == Place::Start;
        self.line += u64::from(byte == b'\n');
        Ok(())
    }
}

impl<R: Read> Read for Quotes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = self.inner.read(buffer)?;
        if length == 0 && !buffer.is_empty() && self.place == Place::Quoted {
            let problem = "the quote that opens a field here is never closed; add the closing quote, or double quotes that belong to the text (\"\")";
            return Err(CorpusError::line(&self.file, self.opened, problem).into_stream());
        }
        for &byte in buffer.get(..length).unwrap_or_default() {
            self.follow(byte).map_err(CorpusError::into_stream)?;
        }
        Ok(length)
    }
}
