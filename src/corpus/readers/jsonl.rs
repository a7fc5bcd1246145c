//! JSON Lines: one object a line, blank lines skipped.
//!
//! The text is a string under one key; `null` is an empty document. Ids and
//! titles may be numbers. Strings, numbers and truth values under other keys are
//! metadata. Which key is which is settled on the first lines, as
//! for the columns of a table.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::Job;
use super::columns::{self, SAMPLE};
use crate::corpus::decode::Text;
use crate::corpus::{Content, CorpusError, Raw, Sink};
use crate::plain::clean_name;

/// The keys of a document.
struct Keys {
    text: String,
    id: Option<String>,
    title: Option<String>,
    /// Whether the id was asked for, and so must be there.
    needs_id: bool,
}

/// Reads all lines.
pub(crate) fn read(
    text: &mut Text<'_>,
    job: &mut Job<'_>,
    sink: &mut dyn Sink,
) -> Result<(), CorpusError> {
    let file = text.name().to_owned();
    let mut line = String::new();
    let mut sample = Vec::new();
    while sample.len() < SAMPLE {
        let Some(record) = next(text, &mut line)? else {
            break;
        };
        sample.push(record);
    }
    if sample.is_empty() {
        return Ok(());
    }
    let keys = choose(&sample, &file, job, sink)?;
    for (number, object) in &sample {
        give(*number, object, &keys, &file, sink)?;
    }
    drop(sample);
    while let Some((number, object)) = next(text, &mut line)? {
        give(number, &object, &keys, &file, sink)?;
    }
    Ok(())
}

type Object = Map<String, Value>;

/// The next object and its line.
fn next(text: &mut Text<'_>, line: &mut String) -> Result<Option<(u64, Object)>, CorpusError> {
    while let Some(number) = text.next_line(line)? {
        if line.trim().is_empty() {
            continue;
        }
        let problem = match serde_json::from_str(line) {
            Ok(Value::Object(object)) => return Ok(Some((number, object))),
            Ok(_) => "it is not a JSON object; one object {…} a line is needed".to_owned(),
            Err(e) => unread(&e),
        };
        return Err(CorpusError::line(text.name(), number, problem));
    }
    Ok(None)
}

/// Why a line is no object. One line at a time is parsed, so only the column says something.
fn unread(error: &serde_json::Error) -> String {
    let column = error.column();
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or_default();
    match reason {
        "recursion limit exceeded" => format!(
            "at column {column} its lists or objects are more than 127 within one another; take \
             the text out of them, one object {{…}} a line"
        ),
        "number out of range" => format!(
            "the number that ends at column {column} is beyond 1.8e308, the largest there is; \
             write it as a string, or leave it out"
        ),
        _ => format!(
            "it is not valid JSON (column {column}: {reason}); one object {{…}} a line is needed"
        ),
    }
}

fn choose(
    sample: &[(u64, Object)],
    file: &str,
    job: &mut Job<'_>,
    sink: &mut dyn Sink,
) -> Result<Keys, CorpusError> {
    let mut names: Vec<String> = Vec::new();
    let mut lengths = Vec::new();
    let first = sample.first().map_or(1, |(number, _)| *number);
    for (_, object) in sample {
        for (key, value) in object {
            let length = value.as_str().map_or(0, |text| text.chars().count());
            match names.iter().position(|name| name == key) {
                Some(place) => {
                    if let Some(sum) = lengths.get_mut(place) {
                        *sum += length;
                    }
                }
                None => {
                    names.push(key.clone());
                    lengths.push(length);
                }
            }
        }
    }
    let place = (file, first);
    let chosen = columns::choose(&names, &lengths, job.options, place, job.report, sink)?;
    let name = |place: usize| names.get(place).cloned();
    Ok(Keys {
        text: name(chosen.text).unwrap_or_default(),
        id: chosen.id.and_then(name),
        title: chosen.title.and_then(name),
        needs_id: job.options.id_column.is_some(),
    })
}

fn give(
    number: u64,
    object: &Object,
    keys: &Keys,
    file: &str,
    sink: &mut dyn Sink,
) -> Result<(), CorpusError> {
    let missing = |key: &str| {
        let names: Vec<String> = object.keys().cloned().collect();
        columns::missing(file, number, key, &names)
    };
    let content = match object.get(&keys.text) {
        Some(Value::String(text)) => text.as_str(),
        Some(Value::Null) => "",
        Some(_) => {
            return Err(CorpusError::line(
                file,
                number,
                format!(
                    "the value of `{}` is not a string; --text-column names the key that holds the text",
                    keys.text
                ),
            ));
        }
        None => return Err(missing(&keys.text)),
    };
    let named = |key: &Option<String>| match object.get(key.as_deref()?)? {
        Value::String(name) => Some(clean_name(name)).filter(|name| !name.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let id = named(&keys.id);
    if let (true, None, Some(key)) = (keys.needs_id, &id, &keys.id)
        && !object.contains_key(key)
    {
        return Err(missing(key));
    }
    let taken = |key: &String| {
        let named = [keys.id.as_ref(), keys.title.as_ref()];
        *key == keys.text || named.contains(&Some(key))
    };
    let others = object.iter().filter(|(key, _)| !taken(key));
    let others: Vec<(&str, Cow<'_, str>)> = others
        .filter_map(|(key, value)| Some((key.as_str(), plain(value)?)))
        .collect();
    let metadata: Vec<(&str, &str)> = others.iter().map(|(key, v)| (*key, v.as_ref())).collect();
    sink.document(Raw {
        id: id.as_deref(),
        title: named(&keys.title).as_deref(),
        metadata: &metadata,
        content: Content::Text(content),
    })
}

/// A value that is one string, number or truth value.
fn plain(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(text.into()),
        Value::Number(number) => Some(number.to_string().into()),
        Value::Bool(truth) => Some(truth.to_string().into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{read_as, read_with, refusal};
    use crate::corpus::Format;
    use crate::corpus::reading::ReadOptions;

    #[test]
    fn objects_become_documents() {
        let sink = read_as(
            Format::JsonLines,
            "{\"id\": 7, \"title\": \"T\", \"text\": \"a\\nb\"}\r\n\n{\"text\": null}\n",
        )
        .unwrap();
        assert_eq!(sink.texts(), ["a\nb", ""]);
        assert_eq!(
            (sink.ids(), sink.titles()),
            (vec!["7", "-"], vec!["T", "-"])
        );
    }

    #[test]
    fn other_keys_are_metadata_where_they_hold_one_value() {
        let sink = read_as(
            Format::JsonLines,
            "{\"id\": 7, \"text\": \"a b\", \"year\": 1987, \"tags\": [1], \"new\": true}\n\
             {\"text\": \"a\", \"by\": \"Ann\", \"year\": null}\n",
        )
        .unwrap();
        assert_eq!(sink.metadata(), ["new=true year=1987", "by=Ann"]);
    }

    #[test]
    fn the_longest_string_is_the_text() {
        let sink = read_as(Format::JsonLines, "{\"k\": \"a\", \"says\": \"longer\"}").unwrap();
        assert_eq!(sink.texts(), ["longer"]);
    }

    #[test]
    fn what_is_wrong_is_located() {
        let good = "{\"text\": \"a\"}\n";
        for (line, words) in [
            ("{\"text\": ", "not valid JSON"),
            ("[1]", "not a JSON object"),
            (
                "{\"body\": \"a\"}",
                "no column `text`; the columns are `body`",
            ),
            ("{\"text\": 3}", "not a string"),
        ] {
            let error = refusal(Format::JsonLines, &format!("{good}{line}\n"));
            assert!(
                error.starts_with("x: line 2: ") && error.contains(words),
                "{error}"
            );
        }
        let deep = "[".repeat(100_000);
        assert!(refusal(Format::JsonLines, &deep).contains("line 1"));
    }

    #[test]
    fn a_key_that_was_asked_for_must_be_there() {
        let options = ReadOptions {
            format: Some(Format::JsonLines),
            id_column: Some("no".into()),
            ..ReadOptions::default()
        };
        let error = read_with(b"{\"text\": \"a\"}\n", &options).unwrap_err();
        assert!(error.to_string().contains("no column `no`"), "{error}");
        let error = read_with(b"{\"text\": \"a\", \"no\": 1}\n{\"text\": \"a\"}", &options);
        assert!(error.unwrap_err().to_string().contains("line 2"));
    }
}
