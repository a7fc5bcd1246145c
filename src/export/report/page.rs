//! The HTML around the numbers of a report.

use super::Report;
use std::io::{Error, Write};

const PAGE: &str = include_str!("../../../assets/report/page.html");
const STYLE: &str = include_str!("../../../assets/report/page.css");
const SCRIPT: &str = include_str!("../../../assets/report/page.js");

/// Writes the page.
///
/// # Errors
/// When the system refuses.
pub fn write(report: &Report<'_>, out: &mut dyn Write) -> Result<(), Error> {
    let data = in_script(&serde_json::to_string(report)?);
    let title = in_html(report.title);
    let parts = [
        ("title", title.as_str()),
        ("style", STYLE),
        ("data", data.as_str()),
        ("script", SCRIPT),
    ];
    let mut rest = PAGE;
    // What is put in is never looked at again, whatever a corpus holds.
    while let Some((before, (name, after))) = rest
        .split_once("{{")
        .and_then(|(before, tail)| Some((before, tail.split_once("}}")?)))
    {
        out.write_all(before.as_bytes())?;
        if let Some((_, value)) = parts.iter().find(|part| part.0 == name) {
            out.write_all(value.as_bytes())?;
        }
        rest = after;
    }
    out.write_all(rest.as_bytes())
}

/// A text between tags.
fn in_html(text: &str) -> String {
    let text = crate::plain::clean(text).replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

/// JSON that no tag or comment can end, for a script element: these characters stand in
/// strings only.
fn in_script(json: &str) -> String {
    let json = json.replace('<', "\\u003c").replace('>', "\\u003e");
    json.replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_a_tag() {
        assert_eq!(
            in_html("</title><b>&amp;\u{202e}"),
            "&lt;/title&gt;&lt;b&gt;&amp;amp;"
        );
        let hostile = "</script><!-- {{title}} ]]> &lt;\u{2028}\"";
        let json = in_script(&serde_json::to_string(hostile).unwrap());
        assert!(!json.contains(['<', '>', '&']));
        let back: String = serde_json::from_str(&json).unwrap();
        assert_eq!(back, hostile);
    }

    #[test]
    fn the_page_has_a_place_for_every_part_and_asks_nothing_of_the_network() {
        for part in ["title", "style", "data", "script"] {
            let mark = format!("{{{{{part}}}}}");
            let places = if part == "title" { 2 } else { 1 };
            assert_eq!(PAGE.matches(&mark).count(), places, "{part}");
        }
        for text in [PAGE, STYLE, SCRIPT] {
            for word in [
                "http:",
                "https:",
                "//cdn",
                "@import",
                "url(",
                "fetch(",
                "innerHTML",
            ] {
                assert!(!text.contains(word), "{word}");
            }
        }
        assert!(!SCRIPT.contains("</script") && !STYLE.contains("</style"));
    }
}
