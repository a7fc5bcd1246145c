//! Small helpers for text on the screen: widths, bars, numbers.

pub use crate::plain::{clean, push_visible, thousands, visible};
use crate::plain::{is_plain, plural};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Columns that a text takes.
pub fn width(text: &str) -> usize {
    match is_plain(text) {
        true => text.len(),
        false => text.width(),
    }
}

/// The text in at most `columns` columns, `…` at its end where it was cut.
pub fn fit(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    if columns > 0 && is_plain(text) {
        return format!("{}…", &text[..columns - 1]);
    }
    let mut out = String::new();
    let mut used = 0;
    for grapheme in text.graphemes(true) {
        let wide = width(grapheme);
        if used + wide + 1 > columns {
            break;
        }
        out.push_str(grapheme);
        used += wide;
    }
    if columns > 0 {
        out.push('…');
    }
    out
}

/// The end of the text in at most `columns` columns, `…` before it where it was cut.
pub fn fit_end(text: &str, columns: usize) -> String {
    let over = width(text).saturating_sub(columns);
    match (over, columns) {
        (0, _) => text.to_owned(),
        (_, 0) => String::new(),
        _ => format!("…{}", skip(text, over + 1).0),
    }
}

/// The text without its first `columns` columns, and how many those were: one
/// more where a wide character stands on the edge.
pub fn skip(text: &str, columns: usize) -> (&str, usize) {
    let mut skipped = 0;
    for (at, grapheme) in text.grapheme_indices(true) {
        if skipped >= columns {
            return (&text[at..], skipped);
        }
        skipped += width(grapheme);
    }
    ("", skipped)
}

/// The text in exactly `columns` columns, filled with spaces on the right.
pub fn pad(text: &str, columns: usize) -> String {
    let mut out = fit(text, columns);
    out.extend(std::iter::repeat_n(
        ' ',
        columns.saturating_sub(width(&out)),
    ));
    out
}

/// Where values from 0 to `most` stand in so many columns, from 0.
pub fn places<const N: usize>(values: [f64; N], most: f64, columns: usize) -> [usize; N] {
    let last = columns.saturating_sub(1) as f64;
    values.map(|value| match most > 0.0 {
        true => (value / most * last).round() as usize,
        false => 0,
    })
}

/// A bar for `share` (0 to 1) of `columns` columns, in eighths of a column.
pub fn bar(share: f64, columns: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let share = if share.is_finite() {
        share.clamp(0.0, 1.0)
    } else {
        0.0
    };
    let eighths = (share * columns as f64 * 8.0).round() as usize;
    let mut out = "█".repeat(eighths / 8);
    out.push_str(PARTS[eighths % 8]);
    if out.is_empty() && share > 0.0 && columns > 0 {
        out.push('▏');
    }
    out
}

/// Shades from a share on, the darkest first.
pub const SHADES: [(f64, &str); 5] = [(0.8, "█"), (0.6, "▓"), (0.4, "▒"), (0.2, "░"), (0.05, "·")];

/// The shade of a share; a space below the faintest.
pub fn shade(share: f64) -> &'static str {
    let found = SHADES.iter().find(|(from, _)| share >= *from);
    found.map_or(" ", |(_, shade)| shade)
}

/// A bar of `columns` columns that is solid up to `low` and pale up to `high` (0 to 1).
pub fn interval((low, high): (f64, f64), columns: usize) -> String {
    let places = |share: f64| (share.clamp(0.0, 1.0) * columns as f64).round() as usize;
    let solid = places(low);
    let pale = places(high).saturating_sub(solid);
    // What is there is seen.
    let pale = pale.max(usize::from(solid == 0 && high > 0.0 && columns > 0));
    "█".repeat(solid) + &"░".repeat(pale)
}

/// A number of things.
pub fn count(number: usize, thing: &str) -> String {
    format!("{} {}", thousands(number), plural(number, thing))
}

/// A whole number in at most so many columns: with commas, or short where they do not fit.
pub fn whole(value: usize, columns: usize) -> String {
    const UNITS: [(f64, &str); 4] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let long = thousands(value);
    let unit = UNITS.iter().find(|(unit, _)| value as f64 >= *unit);
    match unit {
        Some((unit, letter)) if width(&long) > columns => {
            format!("{:.1}{letter}", value as f64 / unit)
        }
        _ => long,
    }
}

/// The name of a group in at most so many columns: ranges of numbers are written short
/// before anything is cut.
pub fn fit_range(name: &str, columns: usize) -> String {
    let short = |end: &str| end.parse().ok().filter(|v: &f64| v.is_finite()).map(number);
    let short = || {
        let ends: Option<Vec<String>> = name.split('–').map(short).collect();
        ends.map(|ends| ends.join("–"))
    };
    match width(name) > columns {
        true => fit(short().as_deref().unwrap_or(name), columns),
        false => name.to_owned(),
    }
}

/// The first of these texts that fits into so many columns, the longest first; else nothing.
pub fn longest<'a>(texts: &[&'a str], columns: usize) -> &'a str {
    let found = texts.iter().find(|text| width(text) <= columns);
    found.copied().unwrap_or_default()
}

/// Up to four significant digits, as short as that can be written.
pub fn number(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let magnitude = value.abs().log10().floor() as i32;
    if (-4..7).contains(&magnitude) {
        let decimals = (3 - magnitude).max(0) as usize;
        let text = format!("{value:.decimals$}");
        match text.contains('.') {
            true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
            false => text,
        }
    } else {
        format!("{value:.3e}")
    }
}

/// One decimal, with a minus sign as long as a plus.
pub fn signed(value: f64) -> String {
    format!("{value:+.1}").replace('-', "−")
}

/// A number that changes all the time: as many digits whatever they are.
pub fn steady(value: f64) -> String {
    let magnitude = value.abs().log10().floor();
    if !(-4.0..7.0).contains(&magnitude) {
        return number(value);
    }
    let decimals = (2 - magnitude as i32).max(0) as usize;
    format!("{value:.decimals$}")
}

/// A share as a percentage with one decimal.
pub fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// Tokens a second, in a form that keeps its width.
pub fn rate(per_second: Option<f64>) -> String {
    match per_second {
        Some(r) if r >= 1e6 => format!("{:.1} M tokens/s", r / 1e6),
        Some(r) if r >= 1e3 => format!("{:.1} k tokens/s", r / 1e3),
        Some(r) => format!("{r:.0} tokens/s"),
        None => "– tokens/s".to_owned(),
    }
}

/// A topic's id in superscript digits.
pub fn superscript(id: u32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    id.to_string()
        .bytes()
        .filter_map(|b| DIGITS.get(usize::from(b - b'0')))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_by_columns_not_by_characters() {
        assert_eq!(fit("음악 이야기", 6), "음악 …");
        assert_eq!(
            (fit("abcdef", 4), fit("abcd", 4)),
            ("abc…".into(), "abcd".into())
        );
        assert_eq!(width(&pad("音楽", 7)), 7);
        assert_eq!(skip("音楽abc", 3), ("abc", 4));
        assert_eq!(skip("音楽", 9), ("", 4));
        assert_eq!((fit("abc", 0), fit_end("abc", 0)), ("".into(), "".into()));
        assert_eq!(
            (fit_end("음악abc", 5), fit_end("abc", 3)),
            ("…abc".into(), "abc".into())
        );
    }

    #[test]
    fn bars_show_shares_in_eighths() {
        assert_eq!(bar(0.5, 4), "██");
        assert_eq!(bar(0.53, 4), "██▏");
        assert_eq!(bar(1e-9, 4), "▏", "what is there is seen");
        assert_eq!(
            (bar(f64::NAN, 4).as_str(), bar(7.0, 2).as_str()),
            ("", "██")
        );
    }

    #[test]
    fn intervals_are_solid_as_far_as_they_are_sure() {
        assert_eq!(interval((0.5, 0.75), 4), "██░");
        assert_eq!(interval((0.0, 0.01), 4), "░");
        assert_eq!(interval((0.5, 0.5), 4), "██");
        assert_eq!(interval((0.0, 0.0), 4), "");
        assert_eq!(interval((0.9, 7.0), 10), "█████████░");
    }

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.1, "0.1"),
            (2.0, "2"),
            (0.012345, "0.01235"),
            (1234.5678, "1235"),
            (100.0, "100"),
            (1e-9, "1.000e-9"),
        ] {
            assert_eq!(number(value), text);
        }
        for (value, text) in [(0.03, "0.0300"), (0.123_4, "0.123"), (45.678, "45.7")] {
            assert_eq!(steady(value), text);
        }
        assert_eq!(thousands(84_010), "84,010");
        assert_eq!(
            (count(1, "doc"), count(1_000, "doc")),
            ("1 doc".into(), "1,000 docs".into())
        );
        assert_eq!(superscript(107), "¹⁰⁷");
        for (value, text) in [
            (1_234_567, "1,234,567"),
            (98_765_432, "98.8M"),
            (5_000_000_000, "5.0G"),
        ] {
            assert_eq!(whole(value, 9), text);
        }
        for (name, text) in [
            ("1–2", "1–2"),
            ("12345678.25–-0.0001234567", "1.235e7–-0.0001235"),
            ("a long name–of a group", "a long name–of a gr…"),
        ] {
            assert_eq!(fit_range(name, 20), text);
        }
    }
}
