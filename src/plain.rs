//! Text that cannot drive a terminal, whatever corpus or path it came from.
//!
//! Messages and results hold texts as they are; whoever writes them for a person
//! passes them through here. JSON escapes by itself.

use unicode_width::UnicodeWidthChar;

/// A line of text: control characters become spaces, and invisible marks that
/// turn the direction of writing or have no width go. Joiners stay, since words
/// of some scripts need them.
pub fn clean(text: &str) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    text.chars()
        .filter(|c| {
            !matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}'
                | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}')
        })
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// Whether each byte is a character of one column. A screen has hundreds of words, nearly all
/// of them like this, and they are not gone over character by character.
pub fn is_plain(text: &str) -> bool {
    text.bytes().all(|b| matches!(b, b' '..=b'~'))
}

/// A word or a name where it stands alone: one without a visible character is said to be
/// empty.
pub fn visible(text: &str) -> String {
    let mut out = String::new();
    push_visible(&mut out, text);
    out
}

/// The same at the end of a longer text.
pub fn push_visible(out: &mut String, text: &str) {
    const EMPTY: &str = "(empty)";
    let is_shown = |text: &str| !text.trim().is_empty();
    match is_plain(text) {
        true => out.push_str(if is_shown(text) { text } else { EMPTY }),
        false => {
            let clean = clean(text);
            out.push_str(if is_shown(&clean) { &clean } else { EMPTY });
        }
    }
}

/// Some lines of text, each clean.
pub fn clean_lines(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(clean).collect();
    lines.join("\n")
}

/// An id, title or column: one clean line without space around it.
pub fn clean_name(text: &str) -> String {
    clean(text).trim().to_owned()
}

/// Whether it is a wide character of a script without white space between words, as Chinese
/// and Japanese; Korean has wide characters, and white space.
pub fn is_unspaced(c: char) -> bool {
    let hangul = matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}'
        | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7ff}');
    c.width() == Some(2) && !hangul
}

/// A number of things: one document, two documents.
pub fn count(number: usize, thing: &str) -> String {
    format!("{number} {}", plural(number, thing))
}

/// A whole number with commas between thousands.
pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The word for so many things.
pub fn plural(number: usize, thing: &str) -> String {
    let end = if number == 1 { "" } else { "s" };
    format!("{thing}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_moves_a_cursor_is_left() {
        assert_eq!(clean("a\u{1b}[31m\tb\u{202e}c\n\u{9b}d"), "a [31m bc  d");
        assert_eq!(
            ["", "\u{200b} ", "a"].map(visible),
            ["(empty)", "(empty)", "a"]
        );
        assert_eq!(clean_lines("a\r\nb\u{7}\n"), "a \nb \n");
        assert_eq!(
            clean_name("\u{1b}[31mred\tand\u{9b}more\n"),
            "[31mred and more"
        );
    }
}
