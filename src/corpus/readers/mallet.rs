//! MALLET import lines: `id label text…`.
//!
//! The fields are those of MALLET's own pattern, `^(\S*)[\s,]*(\S*)[\s,]*(.*)$`:
//! whitespace ends the first two, whitespace and commas are skipped after them,
//! and the text keeps its inner tabs and spaces. The label becomes the title, and metadata.

use super::LABEL;
use crate::corpus::decode::Text;
use crate::corpus::{Content, CorpusError, Raw, Sink};
use crate::plain::clean_name;

/// Reads all lines; a blank one is an empty document.
pub(crate) fn read(text: &mut Text<'_>, sink: &mut dyn Sink) -> Result<(), CorpusError> {
    let mut line = String::new();
    while text.next_line(&mut line)?.is_some() {
        let (id, rest) = field(&line);
        let (label, content) = field(rest);
        let (id, label) = (clean_name(id), clean_name(label));
        sink.document(Raw {
            id: (!id.is_empty()).then_some(&id),
            title: (!label.is_empty()).then_some(&label),
            metadata: &[(LABEL, &label)],
            content: Content::Text(content),
        })?;
    }
    Ok(())
}

/// `(\S*)[\s,]*` and what is left. No star has to give anything back, so a
/// single look from left to right does what the pattern does.
fn field(text: &str) -> (&str, &str) {
    let is_space = |c: char| c.is_ascii_whitespace() || c == '\u{b}';
    let end = text.find(is_space).unwrap_or(text.len());
    let (field, rest) = text.split_at(end);
    (field, rest.trim_start_matches(|c| is_space(c) || c == ','))
}

#[cfg(test)]
mod tests {
    use super::super::testing::read_as;
    use super::*;
    use crate::corpus::Format;

    #[test]
    fn three_fields() {
        let sink = read_as(Format::Mallet, "d1\ten\tsome\ttext  here\nd2 X , more\n\n").unwrap();
        assert_eq!(sink.texts(), ["some\ttext  here", "more", ""]);
        assert_eq!(sink.ids(), ["d1", "d2", "-"]);
        assert_eq!(sink.titles(), ["en", "X", "-"]);
        assert_eq!(sink.metadata(), ["label=en", "label=X", "label="]);
    }

    #[test]
    fn fields_are_those_of_the_pattern() {
        let pattern = regex::Regex::new(r"^(\S*)[\s,]*(\S*)[\s,]*(.*)$").unwrap();
        for line in [
            "",
            "a",
            "a b",
            "a,b c d",
            " a b",
            "a ,, b,\tc , d",
            "\ta",
            "a\t\tb c",
        ] {
            let groups = pattern.captures(line).unwrap();
            let (id, rest) = field(line);
            let (label, text) = field(rest);
            assert_eq!(
                [id, label, text],
                [&groups[1], &groups[2], &groups[3]],
                "{line:?}"
            );
        }
    }
}
