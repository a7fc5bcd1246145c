//! Answers in a file, for whoever looks at a class.

use std::fs::OpenOptions;
use std::path::Path;
use time::OffsetDateTime;

/// The head of the file.
const HEAD: [&str; 7] = [
    "time", "lesson", "step", "question", "answer", "right", "value",
];

/// One answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The name of the lesson.
    pub lesson: String,
    /// Its step, from 1.
    pub step: usize,
    /// The question, in English.
    pub question: String,
    /// The answer: what was chosen, in English, or typed.
    pub answer: String,
    /// Whether it is right.
    pub right: bool,
    /// The number that it was judged by, where there is one.
    pub value: Option<f64>,
}

/// Adds an answer to a file, given at this moment in universal time; a file that is new or
/// empty gets a head.
///
/// # Errors
/// When the file cannot be written.
pub fn append(file: &Path, row: &Row, at: OffsetDateTime) -> Result<(), String> {
    let wrong = |error: String| format!("cannot write the answers to {}: {error}", file.display());
    let mut options = OpenOptions::new();
    let out = options.create(true).append(true).open(file);
    let out = out.map_err(|e| wrong(e.to_string()))?;
    let fresh = out.metadata().is_ok_and(|data| data.len() == 0);
    let mut csv = csv::Writer::from_writer(out);
    let time = format!(
        "{}T{:02}:{:02}:{:02}Z",
        at.date(),
        at.hour(),
        at.minute(),
        at.second()
    );
    let fields = [
        time,
        row.lesson.clone(),
        row.step.to_string(),
        row.question.clone(),
        row.answer.clone(),
        row.right.to_string(),
        row.value
            .map_or_else(String::new, |value| value.to_string()),
    ];
    let head = if fresh {
        csv.write_record(HEAD)
    } else {
        Ok(())
    };
    head.and_then(|()| csv.write_record(fields))
        .map_err(|e| wrong(e.to_string()))?;
    csv.flush().map_err(|e| wrong(e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_is_written_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("answers.csv");
        let row = Row {
            lesson: "a".into(),
            step: 3,
            question: "Why, \"then\"?".into(),
            answer: "so".into(),
            right: true,
            value: Some(0.5),
        };
        append(&file, &row, OffsetDateTime::UNIX_EPOCH).unwrap();
        append(
            &file,
            &Row {
                value: None,
                ..row.clone()
            },
            OffsetDateTime::UNIX_EPOCH,
        )
        .unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        let line = "1970-01-01T00:00:00Z,a,3,\"Why, \"\"then\"\"?\",so,true,";
        let want = format!("time,lesson,step,question,answer,right,value\n{line}0.5\n{line}\n");
        assert_eq!(text, want);
        assert!(append(folder.path(), &row, OffsetDateTime::UNIX_EPOCH).is_err());
    }
}
