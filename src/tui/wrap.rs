//! Lines from pieces of text that stay whole where they can.

use super::text;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthChar;

/// Breaks styled pieces into lines. Pieces without white space between them stay
/// together, except around wide characters, which are written without any.
#[derive(Debug)]
pub struct Wrap {
    columns: usize,
    lines: Vec<Line<'static>>,
    line: Vec<Span<'static>>,
    used: usize,
    /// Pieces that have to stand together, and whether white space comes before.
    group: Vec<(String, Style)>,
    gap: bool,
    space: bool,
}

impl Wrap {
    /// Lines of at most `columns` columns.
    pub fn new(columns: usize) -> Self {
        Self {
            columns: columns.max(1),
            lines: Vec::new(),
            line: Vec::new(),
            used: 0,
            group: Vec::new(),
            gap: false,
            space: false,
        }
    }

    /// White space: shown unless the line ends here.
    pub fn space(&mut self) {
        self.space = true;
    }

    /// The line ends here.
    pub fn end_line(&mut self) {
        self.flush();
        self.push_line();
        self.space = false;
    }

    /// A piece of text.
    pub fn put(&mut self, piece: &str, style: Style) {
        let joined = match self.group.last() {
            Some((before, _)) => !self.space && !may_break(before, piece),
            None => false,
        };
        if !joined {
            self.flush();
            self.gap = self.space;
        }
        self.space = false;
        self.group.push((piece.to_owned(), style));
    }

    /// All lines.
    pub fn finish(mut self) -> Vec<Line<'static>> {
        self.flush();
        if !self.line.is_empty() {
            self.push_line();
        }
        self.lines
    }

    fn push_line(&mut self) {
        self.lines.push(Line::from(std::mem::take(&mut self.line)));
        self.used = 0;
    }

    /// Puts the group on this line, or on the next; cuts it only if it is longer
    /// than a line.
    fn flush(&mut self) {
        let group = std::mem::take(&mut self.group);
        let wide: usize = group.iter().map(|(piece, _)| text::width(piece)).sum();
        let gap = usize::from(self.gap && self.used > 0);
        if self.used > 0 && self.used + gap + wide > self.columns {
            self.push_line();
        } else if gap > 0 && wide > 0 {
            self.line.push(Span::raw(" "));
            self.used += 1;
        }
        for (piece, style) in group {
            if self.used + text::width(&piece) <= self.columns {
                self.used += text::width(&piece);
                self.line.push(Span::styled(piece, style));
                continue;
            }
            for grapheme in piece.graphemes(true) {
                let wide = text::width(grapheme);
                if self.used + wide > self.columns {
                    self.push_line();
                }
                self.used += wide;
                self.line.push(Span::styled(grapheme.to_owned(), style));
            }
        }
    }
}

/// Whether a line may end between two pieces that touch: where one of them is
/// written in wide characters, but not before punctuation.
fn may_break(before: &str, after: &str) -> bool {
    let is_wide = |c: Option<char>| c.is_some_and(|c| c.width() == Some(2));
    let starts = after.chars().next();
    (is_wide(before.chars().next_back()) || is_wide(starts))
        && starts.is_some_and(char::is_alphanumeric)
}

/// Plain text in lines.
pub fn plain(text: &str, columns: usize, style: Style) -> Vec<Line<'static>> {
    let mut wrap = Wrap::new(columns);
    for paragraph in text.lines() {
        for word in paragraph.split_whitespace() {
            wrap.put(word, style);
            wrap.space();
        }
        wrap.end_line();
    }
    wrap.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole_and_long_ones_are_cut() {
        let lines: Vec<String> = plain("one two three\nabcdefghij 音楽会音楽会", 7, Style::new())
            .iter()
            .map(|l| l.to_string())
            .collect();
        let mut wrap = Wrap::new(6);
        for piece in ["\"", "Each", "\"", "."] {
            wrap.put(piece, Style::new());
        }
        for piece in ["음악", "音楽", "。", "会"] {
            wrap.put(piece, Style::new());
        }
        let glued: Vec<String> = wrap.finish().iter().map(|l| l.to_string()).collect();
        assert_eq!(glued, ["\"Each\"", ".음악", "音楽。", "会"]);
        assert_eq!(
            lines,
            ["one two", "three", "abcdefg", "hij", "音楽会", "音楽会"]
        );
    }
}
