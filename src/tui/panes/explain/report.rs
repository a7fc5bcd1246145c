//! The numbers of the load report.

use super::Entry;
use crate::tui::explorer::Explorer;
use crate::tui::text::thousands;

/// What was counted while reading.
pub fn entries(explorer: &Explorer) -> Vec<Entry> {
    let report = &explorer.report;
    vec![
        Entry {
            name: "documents, words, tokens",
            formula: "what is left after stop words and limits; before: words and tokens that were taken away",
            filled: format!(
                "{} documents, {} of {} words, {} tokens; {} tokens removed by stop words, {} by limits",
                thousands(report.documents),
                thousands(report.vocabulary),
                thousands(report.vocabulary_before_pruning),
                thousands(report.tokens),
                thousands(report.tokens_removed_by_stop_words),
                thousands(report.tokens_removed_by_limits)
            ),
            unit: "counts",
            source: "counted while reading; the meaning of the limits is that of scikit-learn's CountVectorizer",
            mistake: "blaming the model for words that were never in: look here first.",
        },
        Entry {
            name: "stop words",
            formula: "entries of the list, and how many of them the text has",
            filled: report.stop_words.clone(),
            unit: "entries",
            source: "--stop-words says which list",
            mistake: "adding words to a list until topics look good: say what was removed.",
        },
        Entry {
            name: "empty documents, and remarks",
            formula: "documents without a token left; lines that were skipped, columns that were recognised, what to look for",
            filled: format!(
                "{} empty and kept, {} dropped",
                report.empty_documents,
                report.dropped.len()
            ),
            unit: "documents; values in a column",
            source: "counted while reading",
            mistake: "dropping empty ones and then comparing by place with a list that has them.",
        },
    ]
}
