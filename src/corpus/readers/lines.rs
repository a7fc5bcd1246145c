//! One document a line. A blank line is an empty document, LF and CRLF end a
//! line, and the end of the last line starts no further document.

use crate::corpus::decode::Text;
use crate::corpus::{Content, CorpusError, Raw, Sink};

/// Reads all lines.
pub(crate) fn read(text: &mut Text<'_>, sink: &mut dyn Sink) -> Result<(), CorpusError> {
    let mut line = String::new();
    while text.next_line(&mut line)?.is_some() {
        sink.document(Raw {
            id: None,
            title: None,
            metadata: &[],
            content: Content::Text(&line),
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::testing::read_as;
    use crate::corpus::Format;

    #[test]
    fn a_line_is_a_document() {
        let sink = read_as(Format::Lines, "one two\r\n\nthree\n").unwrap();
        assert_eq!(sink.texts(), ["one two", "", "three"]);
        assert_eq!(sink.ids(), ["-", "-", "-"]);
        assert_eq!(read_as(Format::Lines, "a").unwrap().texts(), ["a"]);
        assert_eq!(read_as(Format::Lines, "\n").unwrap().texts(), [""]);
    }

    #[test]
    fn a_very_long_line_works() {
        let line = "word ".repeat(1_000_000);
        let sink = read_as(Format::Lines, &line).unwrap();
        assert_eq!(sink.texts()[0].len(), 5_000_000);
    }
}
