//! `lesson`: lessons that go with a chain, on the screen or without one.

use super::failure::Usage;
use super::output::{print, print_json, print_text};
use super::{Cli, explore};
use crate::plain::count;
use crate::session::lesson::{Finding, Lesson, Step, bundled, examine, play, read, shown};
use crate::tui::lesson::Course;
use crate::tui::text::fit;
use anyhow::{anyhow, bail};
use clap::{Args, Parser};
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Columns of what is printed.
const COLUMNS: usize = 80;

/// Arguments of `lesson`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope lesson                              list the lessons
  gibbscope lesson what-a-topic-is              follow one on the screen
  gibbscope lesson my-lesson.ron --answers a.csv
  gibbscope lesson my-lesson.ron --unattended   play it without a screen, and check it

docs/lessons.md says how to write a lesson. --unattended does what each step asks, as
fast as it goes, and prints every number that the lesson claims beside what it should
be. Exit code 1 when one is not, 2 when the file of the lesson is wrong; the message
then has the line and the column.")]
pub struct LessonArgs {
    /// The name of a lesson, or a file; none lists the lessons
    lesson: Option<String>,
    /// List the lessons
    #[arg(long, conflicts_with_all = ["lesson", "unattended", "answers"])]
    list: bool,
    /// With --list, print it as JSON: name, title, minutes, summary, languages, steps, checks
    #[arg(long, requires = "list")]
    json: bool,
    /// Language of the texts, as en, ko or zh; English where a text has it not [default: that of LANG]
    #[arg(long, value_name = "CODE", value_parser = language)]
    language: Option<String>,
    /// Play the lesson without a screen, and fail where a number is not what it should be
    #[arg(long, requires = "lesson")]
    unattended: bool,
    /// Add every answer as a line to this CSV file
    #[arg(
        long,
        value_name = "FILE",
        requires = "lesson",
        conflicts_with = "unattended"
    )]
    answers: Option<PathBuf>,
}

fn language(text: &str) -> Result<String, String> {
    let letters = text.chars().all(|c| c.is_ascii_lowercase());
    if letters && (2..=3).contains(&text.len()) {
        Ok(text.to_owned())
    } else {
        Err("a language is two or three small letters, as en, ko or zh".into())
    }
}

/// The language that the environment asks for.
pub(super) fn own_language() -> String {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let set = names
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    let code = set.unwrap_or_default();
    let code = code.split(['_', '.', '@']).next().unwrap_or_default();
    language(code).unwrap_or_else(|_| "en".into())
}

/// One line of the list.
#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    title: &'a str,
    minutes: u32,
    summary: &'a str,
    languages: Vec<&'a str>,
    steps: usize,
    checks: usize,
}

impl<'a> Entry<'a> {
    fn of(lesson: &'a Lesson, language: &str) -> Self {
        Self {
            name: &lesson.name,
            title: lesson.title.get(language),
            minutes: lesson.minutes,
            summary: lesson.summary.get(language),
            languages: lesson.title.languages().collect(),
            steps: lesson.steps.len(),
            checks: lesson.checks(),
        }
    }
}

/// Runs `lesson`.
pub fn run(args: &LessonArgs) -> anyhow::Result<()> {
    let language = args.language.clone().unwrap_or_else(own_language);
    let Some(name) = &args.lesson else {
        return list(args.json, &language);
    };
    let (lesson, folder) = find(name)?;
    let file = if folder.is_some() {
        name.clone()
    } else {
        format!("{name}.ron")
    };
    examine(&file, &lesson, folder.as_deref()).map_err(|mistake| Usage(mistake.to_string()))?;
    if args.unattended {
        return unattended(&lesson, folder.as_deref(), &language, &file);
    }
    let course = Course {
        lesson: Arc::new(lesson),
        folder,
        language: language.clone(),
        answers: args.answers.clone(),
    };
    explore::open(
        Cli::try_parse_from(["gibbscope"])?.explore,
        Some(course),
        language,
    )
}

fn list(json: bool, language: &str) -> anyhow::Result<()> {
    let lessons = bundled::all()?;
    let entries: Vec<Entry<'_>> = lessons.iter().map(|l| Entry::of(l, language)).collect();
    if json {
        return print_json(&entries);
    }
    let mut text = String::new();
    for entry in &entries {
        let _ = writeln!(
            text,
            "{}\n    {}: {}, about {} minutes\n    {}",
            entry.name,
            entry.title,
            count(entry.steps, "step"),
            entry.minutes,
            fit(entry.summary, COLUMNS - 4)
        );
    }
    text += "\n`gibbscope lesson NAME` starts one.\n";
    print_text(&text)
}

/// A lesson by its name or from a file, and the folder of the file.
fn find(name: &str) -> anyhow::Result<(Lesson, Option<PathBuf>)> {
    let path = Path::new(name);
    if !path.is_file() {
        return match bundled::find(name)? {
            Some(lesson) => Ok((lesson, None)),
            None => bail!(Usage(format!(
                "there is no lesson {name}, and no file of that name; `gibbscope lesson` lists the lessons"
            ))),
        };
    }
    let text = std::fs::read_to_string(path).map_err(|e| anyhow!("cannot read {name}: {e}"))?;
    let lesson = read(name, &text).map_err(|mistake| Usage(mistake.to_string()))?;
    let folder = path.parent().unwrap_or_else(|| Path::new(""));
    Ok((lesson, Some(folder.to_owned())))
}

fn unattended(
    lesson: &Lesson,
    folder: Option<&Path>,
    language: &str,
    file: &str,
) -> anyhow::Result<()> {
    let steps = lesson.steps.len();
    let head = format!(
        "{}: {}, {}\n",
        lesson.title.get(language),
        count(steps, "step"),
        count(lesson.checks(), "check")
    );
    print_text(&head)?;
    let (mut all, mut failed, mut told) = (0, Vec::new(), Ok(()));
    let played = play(lesson, folder, &mut |number, step, findings| {
        all += findings.len();
        failed.extend(findings.iter().filter(|finding| !finding.holds()).cloned());
        let text = page((number, steps), step, findings, language);
        if told.is_ok() {
            told = print(&text);
        }
    });
    told?;
    if let Err((number, (line, column), why)) = played {
        bail!("{file}, step {number}, line {line}, column {column}: {why}");
    }
    match failed.first() {
        None => print_text(&format!("{} hold\n", count(all, "claim"))),
        Some(Finding {
            step,
            at: (line, column),
            ..
        }) => bail!(
            "{file}: {} of {} fail, the first in step {step}, line {line}, column {column}",
            failed.len(),
            count(all, "claim"),
        ),
    }
}

/// A step with what was found.
fn page((number, of): (usize, usize), step: &Step, findings: &[Finding], language: &str) -> String {
    let text = step.say.get(language).replace('\n', " ");
    let head = format!("{number}/{of} ");
    let mut page = head.clone() + &fit(&text, COLUMNS - head.len()) + "\n";
    for finding in findings {
        let verdict = if finding.holds() { "ok  " } else { "FAIL" };
        let expected = match finding.claim.so {
            true => finding.claim.is.to_string(),
            false => format!("not {}", finding.claim.is),
        };
        let end = match &finding.got {
            Ok(value) => format!(": {} ({expected})", shown(*value)),
            Err(why) => format!(": {why}"),
        };
        let room = COLUMNS.saturating_sub(8 + end.chars().count()).max(24);
        let name = finding.claim.value.to_string();
        let _ = writeln!(page, "    {verdict}{}{end}", fit(&format!(" {name}"), room));
    }
    crate::plain::clean_lines(&page)
}
