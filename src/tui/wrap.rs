//! Lines from pieces of text that stay whole where they can.

use super::text;
use crate::plain::is_unspaced;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_linebreak::linebreaks;
use unicode_segmentation::UnicodeSegmentation;

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

/// Whether a line may end between two pieces that touch.
fn may_break(before: &str, after: &str) -> bool {
    touches_unspaced(before, after)
        && linebreaks(&format!("{before}{after}")).any(|(at, _)| at == before.len())
}

/// Whether one of two pieces that touch is written without white space on that side.
fn touches_unspaced(before: &str, after: &str) -> bool {
    before.chars().next_back().is_some_and(is_unspaced)
        || after.chars().next().is_some_and(is_unspaced)
}

/// Plain text in lines. Chinese and Japanese may be broken wherever the Unicode line breaking
/// algorithm (UAX #14) allows it, so never before a full stop or after an opening bracket.
pub fn plain(text: &str, columns: usize, style: Style) -> Vec<Line<'static>> {
    let mut wrap = Wrap::new(columns);
    for paragraph in text.lines() {
        for word in paragraph.split_whitespace() {
            let mut start = 0;
            for (at, _) in linebreaks(word) {
                let (before, after) = word.split_at(at);
                if after.is_empty() || touches_unspaced(before, after) {
                    wrap.put(&before[start..], style);
                    start = at;
                }
            }
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
            ["one two", "three", "abcdefg", "hij 音", "楽会音", "楽会"]
        );
    }

    #[test]
    fn chinese_breaks_between_characters_and_korean_between_words() {
        let lines = |text: &str, columns| -> Vec<String> {
            let lines = plain(text, columns, Style::new());
            lines.iter().map(|l| l.to_string()).collect()
        };
        // No line begins with what closes, or ends with what opens.
        assert_eq!(lines("主题与词，文档。", 8), ["主题与", "词，文", "档。"]);
        assert_eq!(
            lines("词（token）、主题", 12),
            ["词", "（token）、", "主题"]
        );
        assert_eq!(lines("一个词（词元）", 8), ["一个词", "（词元）"]);
        // Latin letters and numbers stay whole.
        assert_eq!(lines("主题为money的", 9), ["主题为", "money的"]);
        assert_eq!(
            lines("主题 0 的 φ 为 0.2865。", 12),
            ["主题 0 的 φ", "为 0.2865。"]
        );
        assert_eq!(
            lines("토픽마다 확률φ가 있어요.", 12),
            ["토픽마다", "확률φ가", "있어요."]
        );
        for columns in 8..60 {
            let text = "请按 ] 看下一篇（文档 16），再看 φ；“词”用 ↑ 和 ↓ 选择、比较：好吗？好。";
            for line in lines(text, columns) {
                assert!(crate::tui::text::width(&line) <= columns, "{line}");
                assert!(
                    !line.starts_with(['，', '；', '、', '：', '？', '。', '）', '”']),
                    "{line}"
                );
                assert!(!line.ends_with(['（', '“']), "{line}");
            }
        }
    }
}
