//! CSV tables (RFC 4180), topics by their stable ids.

use super::ExportError;
use crate::session::Fitted;
use std::io::Write;

/// Writes `topic,alpha,tokens,share,words,label,note`: a row for each topic, with its `n`
/// most probable words and what the user calls it.
///
/// # Errors
/// When the system refuses.
pub fn topics(fitted: &Fitted, n: usize, out: &mut dyn Write) -> Result<(), ExportError> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record([
        "topic", "alpha", "tokens", "share", "words", "label", "note",
    ])?;
    let words = fitted.corpus.vocabulary();
    let tops = fitted.phi.top_words(n);
    for (k, top) in tops.iter().enumerate() {
        let size = fitted.sizes[k];
        let label = fitted.labels.get(&fitted.ids[k]);
        let share = size / fitted.corpus.tokens() as f64;
        let top: Vec<&str> = top.iter().map(|(word, _)| words.word(*word)).collect();
        table.write_record([
            fitted.ids[k].to_string(),
            (fitted.alpha.as_ref()).map_or(String::new(), |alpha| alpha.value(k).to_string()),
            size.to_string(),
            share.to_string(),
            top.join(" "),
            label.map_or(String::new(), |label| label.name.clone()),
            label.map_or(String::new(), |label| label.note.clone()),
        ])?;
    }
    Ok(table.flush()?)
}

/// Writes `topic,rank,word,count,probability`: the `n` most probable words of
/// each topic, ranks from 1.
///
/// # Errors
/// When the system refuses.
pub fn topic_words(fitted: &Fitted, n: usize, out: &mut dyn Write) -> Result<(), ExportError> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(["topic", "rank", "word", "count", "probability"])?;
    let words = fitted.corpus.vocabulary();
    let tops = fitted.phi.top_words(n);
    for (k, top) in tops.iter().enumerate() {
        for (rank, (word, probability)) in top.iter().enumerate() {
            table.write_record([
                &fitted.ids[k].to_string(),
                &(rank + 1).to_string(),
                words.word(*word),
                &fitted.count(*word, k, *probability).to_string(),
                &probability.to_string(),
            ])?;
        }
    }
    Ok(table.flush()?)
}

/// Writes `document,id,topic,proportion`: a row for each document and topic,
/// documents numbered from 0.
///
/// # Errors
/// When the system refuses.
pub fn document_topics(fitted: &Fitted, out: &mut dyn Write) -> Result<(), ExportError> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(["document", "id", "topic", "proportion"])?;
    for d in 0..fitted.corpus.documents() {
        let theta = fitted.theta(d);
        for (k, share) in theta.iter().enumerate() {
            table.write_record([
                &d.to_string(),
                fitted.corpus.id(d),
                &fitted.ids[k].to_string(),
                &share.to_string(),
            ])?;
        }
    }
    Ok(table.flush()?)
}
