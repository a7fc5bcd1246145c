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
