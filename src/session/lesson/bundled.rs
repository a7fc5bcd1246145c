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
    use super::super::format::Question;
    use super::super::text::Text;
    use super::*;
    use std::collections::BTreeSet;

    /// Every text, with where it stands.
    fn texts(lesson: &Lesson) -> Vec<(String, &Text)> {
        let name = &lesson.name;
        let mut texts = vec![
            (format!("the title of {name}"), &lesson.title),
            (format!("the summary of {name}"), &lesson.summary),
        ];
        for (number, step) in (1..).zip(&lesson.steps) {
            let mut put = |text| texts.push((format!("step {number} of {name}"), text));
            put(&step.say);
            step.then.iter().for_each(&mut put);
            step.check
                .iter()
                .flat_map(|c| &c.part.say)
                .for_each(&mut put);
            let Some(question) = step.ask.as_ref().map(|ask| &ask.part) else {
                continue;
            };
            put(question.ask());
            question.because().into_iter().for_each(&mut put);
            for answer in question.answers() {
                put(&answer.say);
                answer.remark.iter().for_each(&mut put);
            }
            if let Question::Number { remark, .. } = question {
                remark.iter().for_each(&mut put);
            }
        }
        texts
    }

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
            for (at, text) in texts(lesson) {
                let languages: Vec<&str> = text.languages().collect();
                let english = text.get("en");
                assert_eq!(languages, ["en", "ko", "zh"], "{at}: {english}");
                for language in ["ko", "zh"] {
                    let own = text.get(language);
                    assert_eq!(numbers(own), numbers(english), "{at}: {own}");
                }
            }
        }
    }
}
