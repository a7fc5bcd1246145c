//! The numbers of TF-IDF and of LSI.

use super::Entry;
use crate::tui::explorer::Explorer;
use crate::tui::text::{clean, number, percent, thousands};

/// The numbers of what is shown: the first line of the document, or the component.
pub fn entries(explorer: &Explorer) -> Vec<Entry> {
    match explorer.terms.lsi_shown {
        true => lsi(explorer),
        false => document(explorer),
    }
}

fn document(explorer: &Explorer) -> Vec<Entry> {
    let corpus = &explorer.corpus;
    let d = explorer.documents.selected();
    let weights = explorer.terms.row().and_then(Result::ok).unwrap_or(&[]);
    let Some(first) = weights
        .get(explorer.terms.scroll)
        .or_else(|| weights.first())
    else {
        return Vec::new();
    };
    let word = clean(corpus.vocabulary().word(first.word));
    vec![
        Entry {
            name: "weight",
            formula: "tf · idf / √Σ_v (tf_v · idf_v)² over the words of the document",
            filled: format!(
                "{word}: {} · {:.3} / √… = {:.4}",
                first.tf, first.idf, first.weight
            ),
            unit: "0 to 1; the squares of a document sum to 1",
            source: "scikit-learn's TfidfTransformer; Salton and Buckley 1988 for the idea",
            mistake: "reading it as a probability: weights of a document do not sum to 1.",
        },
        Entry {
            name: "tf",
            formula: "tokens of the word in this document",
            filled: format!("{word}: {}", first.tf),
            unit: "tokens",
            source: "counted",
            mistake: "comparing it between long and short documents; the weight is divided by the length.",
        },
        Entry {
            name: "df, idf",
            formula: "df: documents that have the word; idf = ln((1 + D)/(1 + df)) + 1",
            filled: format!(
                "{word}: ln((1 + {})/(1 + {})) + 1 = {:.3}",
                corpus.documents(),
                first.df,
                first.idf
            ),
            unit: "documents; idf from 1 (in every document) on",
            source: "the smooth idf of scikit-learn",
            mistake: "expecting 0 for a word of every document: the + 1 keeps it.",
        },
        Entry {
            name: "document, tokens, words",
            formula: "the place of the document, its tokens, its different words",
            filled: format!(
                "{} of {}; {} tokens, {} words",
                thousands(d + 1),
                thousands(corpus.documents()),
                thousands(corpus.document(d).len()),
                thousands(weights.len())
            ),
            unit: "counts",
            source: "counted",
            mistake: "taking the place for an id: ids are those of the file.",
        },
    ]
}

fn lsi(explorer: &Explorer) -> Vec<Entry> {
    let Some(Ok(lsi)) = explorer.terms.lsi() else {
        return Vec::new();
    };
    let at = explorer.terms.component;
    let Some(shown) = lsi.components.get(at) else {
        return Vec::new();
    };
    let squared = shown.value * shown.value;
    let end = shown
        .positive
        .first()
        .map_or_else(String::new, |&(word, weight)| {
            let word = clean(explorer.corpus.vocabulary().word(word));
            format!("; its largest word is {word} with {weight:.3}")
        });
    vec![
        Entry {
            name: "value, share",
            formula: "σ_i of the D×V matrix of TF-IDF weights, the largest first; share σ_i² / Σ_j σ_j²",
            filled: format!(
                "component {}: {:.4}² / {} = {}",
                at + 1,
                shown.value,
                number(lsi.squares),
                percent(squared / lsi.squares)
            ),
            unit: "no unit; a share of the sum of squares",
            source: "Deerwester, Dumais, Furnas, Landauer and Harshman 1990: a truncated SVD",
            mistake: "expecting few components to hold most of it: texts are nearly orthogonal.",
        },
        Entry {
            name: "weights of words",
            formula: "v_i, the right singular vector of the component: the matrix is Σ_i σ_i u_i v_iᵀ",
            filled: format!("component {}{end}", at + 1),
            unit: "−1 to 1; their squares sum to 1",
            source: "the sign is a convention of this program: only the contrast of both ends means something",
            mistake: "reading a component as a topic: it has two ends, and weights are no probabilities.",
        },
    ]
}
