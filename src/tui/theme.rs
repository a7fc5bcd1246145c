//! Themes: all colours of the program, read from `assets/themes.ron`.

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::str::FromStr;

const THEMES: &str = include_str!("../../assets/themes.ron");

/// Markers that tell topics of the same colour apart.
const MARKERS: [&str; 6] = ["●", "■", "▲", "◆", "★", "✚"];

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct StyleSpec {
    fg: Option<String>,
    bg: Option<String>,
    bold: bool,
    dim: bool,
    reverse: bool,
    underline: bool,
}

#[derive(Debug, Clone, Deserialize)]
struct ThemeSpec {
    name: String,
    topics: Vec<String>,
    #[serde(default)]
    text: StyleSpec,
    #[serde(default)]
    dim: StyleSpec,
    #[serde(default)]
    border: StyleSpec,
    focus: StyleSpec,
    title: StyleSpec,
    accent: StyleSpec,
    selected: StyleSpec,
    good: StyleSpec,
    warning: StyleSpec,
    error: StyleSpec,
}

/// One theme.
#[derive(Debug, Clone)]
pub struct Theme {
    /// Topics that have the colour of another number.
    painted: BTreeMap<u32, u32>,
    /// What it is called.
    pub name: String,
    topics: Vec<Color>,
    /// Plain text; the base of the whole screen.
    pub text: Style,
    /// Less important text.
    pub dim: Style,
    /// Borders of panes.
    pub border: Style,
    /// Border of the pane that has the focus.
    pub focus: Style,
    /// Titles.
    pub title: Style,
    /// Keys and picked values.
    pub accent: Style,
    /// The selected row.
    pub selected: Style,
    /// What is well.
    pub good: Style,
    /// What to look at.
    pub warning: Style,
    /// What went wrong.
    pub error: Style,
}

impl Theme {
    /// Number of different colours for topics; 0 without colour.
    pub fn colours(&self) -> usize {
        self.topics.len()
    }

    /// Whether it has colours.
    pub fn is_coloured(&self) -> bool {
        !self.topics.is_empty()
    }

    /// The style of a topic; the same for the same id.
    pub fn topic(&self, id: u32) -> Style {
        let id = self.painted.get(&id).copied().unwrap_or(id);
        match self.topics.get(id as usize % self.topics.len().max(1)) {
            Some(colour) => Style::new().fg(*colour),
            None => Style::new(),
        }
    }

    /// Gives topics the colours of other numbers.
    pub fn paint(&mut self, painted: &BTreeMap<u32, u32>) {
        self.painted.clone_from(painted);
    }

    /// The marker of a topic: topics with the same colour have different ones.
    pub fn marker(&self, id: u32) -> &'static str {
        MARKERS[id as usize / self.topics.len().max(1) % MARKERS.len()]
    }
}

/// All themes, in their order.
///
/// # Errors
/// A sentence that says what is wrong with the file of themes.
pub fn themes() -> Result<Vec<Theme>, String> {
    let specs: Vec<ThemeSpec> =
        ron::from_str(THEMES).map_err(|e| format!("assets/themes.ron: {e}"))?;
    specs.into_iter().map(theme).collect()
}

/// The place of a theme among all.
///
/// # Errors
/// A sentence that lists the themes, when there is none of this name.
pub fn find(name: &str) -> Result<usize, String> {
    let all = themes()?;
    all.iter().position(|t| t.name == name).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|t| t.name.as_str()).collect();
        format!("there is no theme '{name}'; there are {}", names.join(", "))
    })
}

fn theme(spec: ThemeSpec) -> Result<Theme, String> {
    let name = spec.name.clone();
    let colour = |text: &str| {
        Color::from_str(text).map_err(|_| format!("theme {name}: '{text}' is not a colour"))
    };
    let style = |spec: StyleSpec| -> Result<Style, String> {
        let mut style = Style::new();
        if let Some(fg) = spec.fg {
            style = style.fg(colour(&fg)?);
        }
        if let Some(bg) = spec.bg {
            style = style.bg(colour(&bg)?);
        }
        for (on, modifier) in [
            (spec.bold, Modifier::BOLD),
            (spec.dim, Modifier::DIM),
            (spec.reverse, Modifier::REVERSED),
            (spec.underline, Modifier::UNDERLINED),
        ] {
            if on {
                style = style.add_modifier(modifier);
            }
        }
        Ok(style)
    };
    Ok(Theme {
        painted: BTreeMap::new(),
        topics: spec
            .topics
            .iter()
            .map(|c| colour(c))
            .collect::<Result<_, _>>()?,
        text: style(spec.text)?,
        dim: style(spec.dim)?,
        border: style(spec.border)?,
        focus: style(spec.focus)?,
        title: style(spec.title)?,
        accent: style(spec.accent)?,
        selected: style(spec.selected)?,
        good: style(spec.good)?,
        warning: style(spec.warning)?,
        error: style(spec.error)?,
        name: spec.name,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_loads_and_tells_topics_apart() {
        let themes = themes().unwrap();
        assert_eq!(
            themes[0].name, "terminal",
            "the terminal's own colours come first"
        );
        assert!(themes.iter().any(|t| !t.is_coloured()));
        for theme in &themes {
            let looks: Vec<_> = (0..6)
                .map(|id| (theme.topic(id), theme.marker(id)))
                .collect();
            for (i, look) in looks.iter().enumerate() {
                assert!(!looks[..i].contains(look), "{}: topic {i}", theme.name);
            }
        }
    }
}
