//! The lessons inside the program, in the order in which they are offered.

use super::format::Lesson;
use super::read::{Mistake, read};

/// The file of this name in `assets/lessons/`, with its text.
macro_rules! lesson {
    ($file:literal) => {
        (
            $file,
            include_str!(concat!("../../../assets/lessons/", $file)),
        )
    };
}

/// File names and texts.
const FILES: &[(&str, &str)] = &[
    lesson!("01-what-a-topic-is.ron"),
    lesson!("02-generative-story.ron"),
    lesson!("03-one-gibbs-step.ron"),
    lesson!("04-watching-convergence.ron"),
    lesson!("05-what-alpha-does.ron"),
    lesson!("06-what-eta-does.ron"),
    lesson!("07-the-stuck-chain.ron"),
    lesson!("08-label-switching.ron"),
    lesson!("09-choosing-k.ron"),
    lesson!("10-two-senses.ron"),
    lesson!("11-collapsed-uncollapsed.ron"),
    lesson!("12-gibbs-variational.ron"),
];

/// All of them.
///
/// # Errors
/// When one inside the program is damaged.
pub fn all() -> Result<Vec<Lesson>, Mistake> {
    FILES.iter().map(|(file, text)| read(file, text)).collect()
}

/// The one of this name.
///
/// # Errors
/// As [`all`].
pub fn find(name: &str) -> Result<Option<Lesson>, Mistake> {
    Ok(all()?.into_iter().find(|lesson| lesson.name == name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// And a translation claims no other numbers.
    #[test]
    fn the_first_three_lessons_are_in_three_languages() {
        let pattern = regex::Regex::new(r"\d+(?:[.,]\d+)*").unwrap();
        let numbers = |text: &str| -> BTreeSet<String> {
            pattern
                .find_iter(text)
                .map(|found| found.as_str().to_owned())
                .collect()
        };
        for lesson in all().unwrap().iter().take(3) {
            for text in lesson.texts() {
                let languages: Vec<&str> = text.languages().collect();
                let english = text.get("en");
                assert_eq!(languages, ["en", "ko", "zh"], "{}: {english}", lesson.name);
                for language in ["ko", "zh"] {
                    let own = text.get(language);
                    assert_eq!(numbers(own), numbers(english), "{}: {own}", lesson.name);
                }
            }
        }
    }
}
