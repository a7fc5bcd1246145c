//! Lines from pieces of text that stay whole where they can.

use super::text;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation;

/// Breaks styled pieces into lines.
#[derive(Debug)]
pub struct Wrap {
    columns: usize,
    lines: Vec<Line<'static>>,
    line: Vec<Span<'static>>,
    used: usize,
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
            space: false,
        }
    }

    /// White space: shown unless the line ends here.
    pub fn space(&mut self) {
        self.space = true;
    }

    /// The line ends here.
    pub fn end_line(&mut self) {
        self.lines.push(Line::from(std::mem::take(&mut self.line)));
        self.used = 0;
        self.space = false;
    }

    /// A piece of text. It moves to the next line as a whole, unless it is longer
    /// than a line.
    pub fn put(&mut self, piece: &str, style: Style) {
        let wide = text::width(piece);
        let gap = usize::from(self.space && self.used > 0);
        self.space = false;
        if self.used > 0 && self.used + gap + wide > self.columns {
            self.end_line();
        } else if gap > 0 {
            self.line.push(Span::raw(" "));
            self.used += 1;
        }
        if wide <= self.columns {
            self.used += wide;
            self.line.push(Span::styled(piece.to_owned(), style));
            return;
        }
        for grapheme in piece.graphemes(true) {
            let wide = text::width(grapheme);
            if self.used + wide > self.columns {
                self.end_line();
            }
            self.used += wide;
            self.line.push(Span::styled(grapheme.to_owned(), style));
        }
    }

    /// All lines.
    pub fn finish(mut self) -> Vec<Line<'static>> {
        if !self.line.is_empty() {
            self.end_line();
        }
        self.lines
    }
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
        assert_eq!(
            lines,
            ["one two", "three", "abcdefg", "hij", "音楽会", "音楽会"]
        );
    }
}
